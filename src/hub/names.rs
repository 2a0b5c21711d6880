//! What only the session knows about words on a line: labels, spaces, paths and choices.

use crate::{
    commands::{Host, SETTINGS, Session},
    debugger::spaces,
    nes::event::Space,
    registry::{Address, Names, Registry},
};

/// Names looked up in the session.
pub struct SessionNames<'a> {
    session: &'a Session,
    registry: &'a Registry,
    host: &'a dyn Host,
}

impl<'a> SessionNames<'a> {
    /// Names of this session.
    pub fn new(
        session: &'a Session,
        registry: &'a Registry,
        host: &'a dyn Host,
    ) -> SessionNames<'a> {
        SessionNames {
            session,
            registry,
            host,
        }
    }

    fn state_names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.session.states.keys().cloned().collect();
        if let Some(rom) = &self.session.rom_path {
            names.extend(self.host.states(rom).into_iter().map(|state| state.name));
        }
        names
    }
}

impl Names for SessionNames<'_> {
    fn label(&self, name: &str) -> Option<Address> {
        let (space, value) = self.session.labels.find(name)?;
        Some(match space {
            Space::Cpu => Address::plain(value),
            other => Address::in_space(spaces::name(other), value),
        })
    }

    fn spaces(&self) -> &[&str] {
        &spaces::NAMES
    }

    fn labels(&self, prefix: &str) -> Vec<String> {
        self.session.labels.starting_with(prefix)
    }

    fn paths(&self, prefix: &str) -> Vec<String> {
        self.host.paths(prefix)
    }

    fn choices(&self, provider: &str, prefix: &str) -> Vec<String> {
        let all: Vec<String> = match provider {
            "aliases" => self.session.aliases.keys().cloned().collect(),
            "settings" => SETTINGS.iter().map(|row| row.name.to_string()).collect(),
            "states" => self.state_names(),
            "breakpoints" => {
                let rows = self.session.breakpoints.iter();
                rows.map(|row| row.id.to_string()).collect()
            }
            "needs" => {
                let commands = self.registry.commands();
                commands.filter_map(|row| row.group.needs.clone()).collect()
            }
            _ => Vec::new(),
        };
        let starts = |word: &String| {
            let start = word.get(..prefix.len());
            start.is_some_and(|start| start.eq_ignore_ascii_case(prefix))
        };
        all.into_iter().filter(starts).collect()
    }
}
