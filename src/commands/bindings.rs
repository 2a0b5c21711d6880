//! The table that binds a command's name to its typed function.

use super::{
    answer::{Answer, CommandError},
    call::Attachment,
    context::Context,
};
use crate::registry::probe;
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use std::{collections::BTreeMap, sync::Arc};

/// A handler's answer once its types are gone.
pub struct Outcome {
    /// The value, as `returns` says.
    pub value: Value,
    /// Its rendering.
    pub text: String,
    /// Pictures and sounds.
    pub attachments: Vec<Attachment>,
}

type Run =
    dyn Fn(&mut Context<'_>, Map<String, Value>) -> Result<Outcome, CommandError> + Send + Sync;

/// The arguments of a command that takes none.
#[derive(Debug, Deserialize)]
pub struct NoArgs {}

/// One bound function.
#[derive(Clone)]
pub struct Binding {
    run: Arc<Run>,
    /// The field names of the argument struct, in the order they are declared; none when it
    /// is no plain struct.
    pub fields: Option<&'static [&'static str]>,
}

impl Binding {
    /// Runs the function on prepared arguments.
    ///
    /// Errors: the function's own; `internal` when the arguments do not fit the struct, which
    /// the registry's preparation rules out.
    pub fn run(
        &self,
        context: &mut Context<'_>,
        arguments: Map<String, Value>,
    ) -> Result<Outcome, CommandError> {
        (self.run)(context, arguments)
    }
}

/// Every bound command by name.
#[derive(Clone, Default)]
pub struct Bindings {
    rows: BTreeMap<String, Binding>,
}

impl Bindings {
    /// An empty table.
    pub fn new() -> Bindings {
        Bindings::default()
    }

    /// Binds `name` to a typed function; a later binding of the same name takes its place.
    pub fn bind<A, R, F>(&mut self, name: &str, handler: F)
    where
        A: DeserializeOwned + 'static,
        R: Answer,
        F: Fn(&mut Context<'_>, A) -> Result<R, CommandError> + Send + Sync + 'static,
    {
        let run = move |context: &mut Context<'_>, arguments: Map<String, Value>| {
            let arguments = serde_json::from_value(Value::Object(arguments)).map_err(mismatch)?;
            outcome(&handler(context, arguments)?)
        };
        let binding = Binding {
            run: Arc::new(run),
            fields: probe::fields_of::<A>(),
        };
        self.rows.insert(name.to_string(), binding);
    }

    /// The function of a command.
    pub fn get(&self, name: &str) -> Option<&Binding> {
        self.rows.get(name)
    }

    /// All rows by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Binding)> {
        self.rows.iter().map(|(name, row)| (name.as_str(), row))
    }
}

fn outcome<R: Answer>(answer: &R) -> Result<Outcome, CommandError> {
    let value = serde_json::to_value(answer)
        .map_err(|error| CommandError::new("internal", format!("reply: {error}")))?;
    Ok(Outcome {
        value,
        text: answer.text(),
        attachments: answer.attachments(),
    })
}

fn mismatch(error: serde_json::Error) -> CommandError {
    CommandError::new(
        "internal",
        format!("arguments do not fit their struct: {error}"),
    )
}
