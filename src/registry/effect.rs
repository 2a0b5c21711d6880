//! The strongest thing a call can do, and the hints that clients of tools get from it.

use super::spec::{Argument, Command, Kind, Raises};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// What a call can do, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Effect {
    /// Never disturbs the machine.
    Observe,
    /// Changes debugger settings.
    Session,
    /// Moves time.
    Run,
    /// Edits the machine or its timeline.
    Change,
    /// Touches files, processes, listeners.
    Host,
    /// Whatever the calls inside do.
    Inner,
    /// Never a tool.
    Internal,
}

impl Effect {
    /// The name as in a spec file.
    pub fn name(self) -> &'static str {
        match self {
            Effect::Observe => "observe",
            Effect::Session => "session",
            Effect::Run => "run",
            Effect::Change => "change",
            Effect::Host => "host",
            Effect::Inner => "inner",
            Effect::Internal => "internal",
        }
    }
}

/// The effect of this call: the command's own, raised by the arguments given.
pub fn of_call(command: &Command, arguments: &Map<String, Value>) -> Effect {
    command
        .arguments
        .iter()
        .filter_map(|argument| raised_by(argument, arguments.get(&argument.name)?))
        .fold(command.effect, Effect::max)
}

/// The strongest effect a tool call can have; arguments that only persons may give do not count.
pub fn worst(command: &Command) -> Effect {
    command
        .arguments
        .iter()
        .flat_map(possible)
        .filter(|effect| *effect != Effect::Internal)
        .fold(command.effect, Effect::max)
}

/// Whether an argument makes a call internal, so that it is absent from the published schema.
pub fn is_internal(argument: &Argument) -> bool {
    argument.raises == Some(Raises::Given(Effect::Internal))
}

fn possible(argument: &Argument) -> Vec<Effect> {
    match &argument.raises {
        None => Vec::new(),
        Some(Raises::Given(effect)) => vec![*effect],
        Some(Raises::Values(values)) => values.values().copied().collect(),
    }
}

fn raised_by(argument: &Argument, value: &Value) -> Option<Effect> {
    match argument.raises.as_ref()? {
        // What only persons may give is theirs whatever the value.
        Raises::Given(Effect::Internal) => Some(Effect::Internal),
        Raises::Given(_) if Some(value) == argument.default.as_ref() => None,
        Raises::Given(_) if argument.kind == Kind::Boolean && value == &Value::Bool(false) => None,
        Raises::Given(effect) => Some(*effect),
        Raises::Values(values) => match value {
            Value::String(text) => values.get(text).copied(),
            Value::Array(items) => items
                .iter()
                .filter_map(|item| values.get(item.as_str()?).copied())
                .max(),
            other => values.get(&other.to_string()).copied(),
        },
    }
}

/// The annotations of a tool, every hint explicit, for the worst call.
pub fn annotations(command: &Command) -> Value {
    let worst = worst(command);
    let destroys = matches!(
        worst,
        Effect::Change | Effect::Host | Effect::Inner | Effect::Internal
    );
    let observes = worst == Effect::Observe;
    json!({
        "readOnlyHint": observes,
        "destructiveHint": !observes && command.hints.destructive.unwrap_or(destroys),
        "idempotentHint": command.hints.idempotent.unwrap_or(observes),
        "openWorldHint": false,
    })
}
