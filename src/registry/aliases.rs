//! What an alias does to arguments: fix, start out, rename, scale, narrow.

use super::{
    error::{CallError, codes, excerpt},
    names::nearest,
    spec::{Alias, Argument, Command, Kind},
    types::{self, Address, AddressRange, BadValue},
};
use serde_json::{Map, Value};

/// A command as it was called.
#[derive(Clone, Copy, Debug)]
pub struct Called<'a> {
    /// The command.
    pub command: &'a Command,
    /// The alias it was called by, if any.
    pub alias: Option<&'a Alias>,
}

impl<'a> Called<'a> {
    /// The name it was called by, in its declared spelling.
    pub fn name(&self) -> &'a str {
        self.alias.map_or(&self.command.name, |alias| &alias.name)
    }

    /// The argument that a key names here; an alias's own names come first.
    pub fn argument(&self, key: &str) -> Result<&'a Argument, CallError> {
        let target = self.renamed(key).unwrap_or(key);
        if let Some(value) = self.preset(target) {
            let message = format!("{target} is fixed to {value} in {}", self.name());
            return Err(CallError::new(codes::UNKNOWN_ARGUMENT, message));
        }
        self.command
            .argument(target)
            .ok_or_else(|| self.unknown_argument(key))
    }

    /// The refusal of a key, with the nearest names.
    pub fn unknown_argument(&self, key: &str) -> CallError {
        let near = nearest(key, self.keys().into_iter(), 2);
        let hint = match near.is_empty() {
            true => String::new(),
            false => format!("; {}?", near.join(" or ")),
        };
        let message = format!("{} has no argument \"{}\"{hint}", self.name(), excerpt(key));
        CallError::new(codes::UNKNOWN_ARGUMENT, message)
    }

    /// All names by which arguments may be given here.
    pub fn keys(&self) -> Vec<&'a str> {
        let own = self
            .command
            .arguments
            .iter()
            .map(|argument| argument.name.as_str())
            .filter(|name| self.preset(name).is_none());
        let renamed = self
            .alias
            .into_iter()
            .flat_map(|alias| alias.rename.keys().map(String::as_str));
        own.chain(renamed).collect()
    }

    /// The value an alias fixes.
    pub fn preset(&self, name: &str) -> Option<&'a Value> {
        self.alias?.preset.get(name)
    }

    /// The key under which a bare word fills an argument: the alias's scaled name, if it has one.
    pub fn positional_key(&self, argument: &'a Argument) -> &'a str {
        let scaled = self.alias.and_then(|alias| {
            alias
                .rename
                .iter()
                .find(|(key, target)| {
                    target.as_str() == Some(&argument.name) && alias.scale.contains_key(*key)
                })
                .map(|(key, _)| key.as_str())
        });
        scaled.unwrap_or(&argument.name)
    }

    fn renamed(&self, key: &str) -> Option<&'a str> {
        self.alias?.rename.get(key)?.as_str()
    }

    /// Arguments under their real names, scaled, with what the alias fixes put in.
    /// A null is an argument that is not given.
    pub fn resolve(&self, given: Map<String, Value>) -> Result<Map<String, Value>, CallError> {
        let mut resolved = Map::new();
        for (key, value) in given.into_iter().filter(|(_, value)| !value.is_null()) {
            let argument = self.argument(&key)?;
            let value = self
                .scaled(&key, value)
                .map_err(|error| error.into_error(&key))?;
            if resolved.insert(argument.name.clone(), value).is_some() {
                return Err(given_twice(&argument.name));
            }
        }
        for (name, value) in self.alias.into_iter().flat_map(|alias| &alias.preset) {
            resolved.insert(name.clone(), value.clone());
        }
        for (name, value) in self.alias.into_iter().flat_map(|alias| &alias.defaults) {
            resolved.entry(name).or_insert_with(|| value.clone());
        }
        Ok(resolved)
    }

    fn scaled(&self, key: &str, value: Value) -> Result<Value, BadValue> {
        let factor = self
            .alias
            .and_then(|alias| alias.scale.get(key))
            .and_then(Value::as_i64);
        let Some(factor) = factor else {
            return Ok(value);
        };
        let whole = types::whole(&value)?;
        whole
            .checked_mul(factor)
            .map(Value::from)
            .ok_or_else(|| BadValue::range(format!("{whole} times {factor} is too large")))
    }

    /// Checks a canonical value against the alias's limit.
    pub fn check_limit(&self, argument: &Argument, value: &Value) -> Result<(), BadValue> {
        let limit = self.alias.and_then(|alias| alias.limit.get(&argument.name));
        let Some((low, high)) = limit.and_then(bounds) else {
            return Ok(());
        };
        let inside = match argument.kind {
            Kind::Address => self.address_inside(value, low, high),
            Kind::Range => self.range_inside(value, low, high),
            _ => value
                .as_i64()
                .is_some_and(|value| (low..=high).contains(&value)),
        };
        if inside {
            return Ok(());
        }
        Err(BadValue::range(format!(
            "{value} is not in {low} to {high}, the limit of {}",
            self.name()
        )))
    }

    fn address_inside(&self, value: &Value, low: i64, high: i64) -> bool {
        let address: Result<Address, _> = serde_json::from_value(value.clone());
        address.is_ok_and(|address| {
            self.is_own_space(&address) && (low..=high).contains(&i64::from(address.value))
        })
    }

    fn range_inside(&self, value: &Value, low: i64, high: i64) -> bool {
        let range: Result<AddressRange, _> = serde_json::from_value(value.clone());
        range.is_ok_and(|range| {
            self.is_own_space(&range.start)
                && i64::from(range.start.value) >= low
                && i64::from(range.last()) <= high
        })
    }

    /// A limited address names no space, or the one that the alias fixes.
    fn is_own_space(&self, address: &Address) -> bool {
        let fixed = self.preset("space").and_then(Value::as_str);
        address.is_plain() || (address.space.is_some() && address.space.as_deref() == fixed)
    }
}

/// The refusal of an argument that came by two ways.
pub fn given_twice(name: &str) -> CallError {
    CallError::new(codes::BAD_VALUE, format!("{name} is given twice"))
}

/// The two numbers of a limit.
pub fn bounds(limit: &Value) -> Option<(i64, i64)> {
    match limit.as_array()?.as_slice() {
        [low, high] => Some((low.as_i64()?, high.as_i64()?)),
        _ => None,
    }
}
