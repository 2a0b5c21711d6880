//! Parts that several commands share: `{"shape": name}` inside `returns`, and
//! `{"shared": name}` among `args`, are put in place when a file is read.

use super::error::excerpt;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Shared result shapes and arguments of all files.
#[derive(Clone, Debug, Default)]
pub struct Shared {
    shapes: BTreeMap<String, Value>,
    arguments: BTreeMap<String, Value>,
}

/// How deep shapes may use shapes.
const DEEPEST: usize = 16;

/// Shapes put in place in one command.
const MOST: usize = 1000;

impl Shared {
    /// Takes the shared parts of a file; a name is defined once.
    pub fn add(
        &mut self,
        shapes: &Map<String, Value>,
        arguments: &Map<String, Value>,
    ) -> Result<(), String> {
        insert_all(&mut self.shapes, shapes, "shape")?;
        insert_all(&mut self.arguments, arguments, "shared argument")
    }
}

fn insert_all(
    all: &mut BTreeMap<String, Value>,
    new: &Map<String, Value>,
    what: &str,
) -> Result<(), String> {
    for (name, value) in new {
        if all.insert(name.clone(), value.clone()).is_some() {
            return Err(format!("the {what} {} is defined twice", excerpt(name)));
        }
    }
    Ok(())
}

/// A command's declaration with all shared parts in place.
pub fn command(mut declaration: Value, shared: &Shared) -> Result<Value, String> {
    if let Some(Value::Array(arguments)) = declaration.get_mut("args") {
        for argument in arguments {
            merge(argument, "shared", &shared.arguments)?;
        }
    }
    if let Some(returns) = declaration.get_mut("returns") {
        let mut left = MOST;
        put_shapes(returns, &shared.shapes, 0, &mut left)?;
    }
    Ok(declaration)
}

/// Replaces an object that names a shared part by that part; its other keys win.
fn merge(place: &mut Value, key: &str, parts: &BTreeMap<String, Value>) -> Result<bool, String> {
    let Some(Value::String(name)) = place.get(key) else {
        return Ok(false);
    };
    let Some(Value::Object(part)) = parts.get(name) else {
        return Err(format!("nothing {key} is called \"{}\"", excerpt(name)));
    };
    let mut merged = part.clone();
    if let Value::Object(own) = place {
        own.remove(key);
        merged.append(own);
    }
    *place = Value::Object(merged);
    Ok(true)
}

fn put_shapes(
    place: &mut Value,
    shapes: &BTreeMap<String, Value>,
    depth: usize,
    left: &mut usize,
) -> Result<(), String> {
    let mut depth = depth;
    while merge(place, "shape", shapes)? {
        depth += 1;
        *left = left.saturating_sub(1);
        if depth > DEEPEST || *left == 0 {
            return Err("shapes use each other too deeply".into());
        }
    }
    match place {
        Value::Object(object) => object
            .values_mut()
            .try_for_each(|value| put_shapes(value, shapes, depth, left)),
        Value::Array(items) => items
            .iter_mut()
            .try_for_each(|value| put_shapes(value, shapes, depth, left)),
        _ => Ok(()),
    }
}
