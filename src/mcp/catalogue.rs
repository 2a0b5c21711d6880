//! From a command's spec to a tool.
//!
//! | tool | spec |
//! | --- | --- |
//! | `name` | the command's name, unchanged |
//! | `title` | the group's title and the name |
//! | `description` | summary, then details |
//! | `inputSchema` | `args`, a closed object; arguments for persons only are absent |
//! | `outputSchema` | `returns` |
//! | `annotations` | the strongest effect a call can have |

use super::door::{Listed, Standing};
use crate::registry::{Command, Effect, Profile, Registry};
use serde_json::{Value, json};

/// Every tool of a profile, core ones first.
pub fn tools(registry: &Registry, profile: &Profile) -> Vec<Listed> {
    let commands = registry.profile(profile, false);
    let rows = commands.iter().map(|command| Listed {
        name: command.name.clone(),
        attached: registry.attached(command),
        driving: needs_driving(command),
    });
    rows.collect()
}

/// The whole definition of a tool.
pub fn definition(registry: &Registry, name: &str) -> Option<Value> {
    let command = registry.find(name)?.command;
    Some(json!({
        "name": command.name,
        "title": format!("{}: {}", command.group.title, command.name),
        "description": registry.description(command),
        "inputSchema": registry.input_schema(command),
        "outputSchema": registry.output_schema(command),
        "annotations": registry.annotations(command),
    }))
}

/// How a command or alias stands; `None` for unknown names and for what is never a tool.
pub fn standing(registry: &Registry, name: &str) -> Option<Standing> {
    let command = registry.find(name)?.command;
    match command.effect {
        Effect::Internal => None,
        _ if needs_driving(command) => Some(Standing::Driving),
        _ => Some(Standing::Watching),
    }
}

/// Whether even the weakest call of a command does more than look. Commands that carry other
/// commands do not: each inner call is judged by itself.
fn needs_driving(command: &Command) -> bool {
    !matches!(command.effect, Effect::Observe | Effect::Inner)
}
