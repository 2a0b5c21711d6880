//! Which commands a client is offered, and in which order.

use super::{
    effect::Effect,
    error::{CallError, codes},
    spec::{Command, SmallProfile},
};
use std::{str::FromStr, sync::Arc};

/// The most commands in the core profile.
pub const MOST_CORE: usize = 40;

/// The core commands in the order in which they are listed.
///
/// Which commands belong to the core is said by their specs; one that is not named here
/// follows in the order of the specs.
const CORE_ORDER: [&str; MOST_CORE] = [
    "help",
    "command_run",
    "batch",
    "observe",
    "messages",
    "machine_load",
    "machine_info",
    "machine_reset",
    "run_until",
    "run_step",
    "run_next",
    "run_finish",
    "run_frames",
    "cpu_registers",
    "cpu_backtrace",
    "memory_read",
    "memory_write",
    "memory_search",
    "ppu_registers",
    "ppu_events",
    "input_set",
    "input_seq",
    "breakpoint_add",
    "breakpoint_list",
    "breakpoint_remove",
    "expression_evaluate",
    "code_disassemble",
    "symbol_load",
    "time_back",
    "time_reverse",
    "time_goto",
    "time_last_access",
    "time_why",
    "state_save",
    "state_load",
    "screen_shot",
    "screen_text",
    "fork_create",
    "fork_run",
    "fork_search",
];

/// A selection of the command table.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Profile {
    /// Every command, the core ones first.
    #[default]
    Full,
    /// The core commands.
    Core,
    /// The commands of some groups, core ones first.
    Groups(Vec<String>),
}

impl FromStr for Profile {
    type Err = CallError;

    /// Reads `full`, `core`, or group names apart by commas.
    fn from_str(text: &str) -> Result<Profile, CallError> {
        match text.trim() {
            "full" => Ok(Profile::Full),
            "core" => Ok(Profile::Core),
            "" => Err(CallError::new(
                "bad_value",
                "a profile is full, core, or groups apart by commas",
            )),
            groups => Ok(Profile::Groups(
                groups
                    .split(',')
                    .map(|group| group.trim().to_ascii_lowercase())
                    .filter(|group| !group.is_empty())
                    .collect(),
            )),
        }
    }
}

impl Profile {
    /// Whether every group of the profile is one of `known`.
    ///
    /// Errors: `not_found`, with the groups there are.
    pub fn check<'a>(&self, known: impl Iterator<Item = &'a str>) -> Result<(), CallError> {
        let Profile::Groups(groups) = self else {
            return Ok(());
        };
        let known: Vec<&str> = known.collect();
        let stranger = groups.iter().find(|group| !known.contains(&group.as_str()));
        match stranger {
            None => Ok(()),
            Some(group) => Err(CallError::new(
                codes::NOT_FOUND,
                format!(
                    "no profile or group {group}: full, core, or some of {}",
                    known.join(",")
                ),
            )),
        }
    }
}

impl std::fmt::Display for Profile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Profile::Full => f.write_str("full"),
            Profile::Core => f.write_str("core"),
            Profile::Groups(groups) => f.write_str(&groups.join(",")),
        }
    }
}

/// The tools of a profile: internal commands are never among them.
pub fn select<'a>(
    profile: &Profile,
    commands: impl Iterator<Item = &'a Arc<Command>>,
) -> Vec<Arc<Command>> {
    let mut chosen: Vec<Arc<Command>> = commands
        .filter(|command| command.effect != Effect::Internal && belongs(profile, command))
        .cloned()
        .collect();
    chosen.sort_by_key(|command| rank(command));
    chosen
}

fn belongs(profile: &Profile, command: &Command) -> bool {
    match profile {
        Profile::Full => true,
        Profile::Core => command.profile == Some(SmallProfile::Core),
        Profile::Groups(groups) => groups.contains(&command.group.name),
    }
}

/// Core commands in their fixed order, then all others as they stand in the specs.
fn rank(command: &Command) -> usize {
    if command.profile != Some(SmallProfile::Core) {
        return CORE_ORDER.len() + 1;
    }
    CORE_ORDER
        .iter()
        .position(|name| *name == command.name)
        .unwrap_or(CORE_ORDER.len())
}
