//! Log messages: the notices of a call, and of a machine that runs by itself.
//!
//! A handshake client gets all of them from its level upward (`info` until it sets one).
//! A sessionless client gets those of a request that named a level, and no others.

use super::{
    door::Message,
    rpc::{self, Fault},
};
use serde_json::{Map, Value, json};

/// Severity, the eight of syslog, least first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Details.
    Debug,
    /// Ordinary events.
    #[default]
    Info,
    /// Worth a look.
    Notice,
    /// Something is odd.
    Warning,
    /// Something failed.
    Error,
    /// A part is gone.
    Critical,
    /// Act now.
    Alert,
    /// Nothing works.
    Emergency,
}

const NAMES: [(Level, &str); 8] = [
    (Level::Debug, "debug"),
    (Level::Info, "info"),
    (Level::Notice, "notice"),
    (Level::Warning, "warning"),
    (Level::Error, "error"),
    (Level::Critical, "critical"),
    (Level::Alert, "alert"),
    (Level::Emergency, "emergency"),
];

impl Level {
    /// The level of that name.
    ///
    /// Errors: -32602 with the eight names.
    pub fn parse(name: &str) -> Result<Level, Fault> {
        let row = NAMES.iter().find(|(_, known)| *known == name);
        row.map(|(level, _)| *level).ok_or_else(|| {
            let known = NAMES.map(|(_, name)| name).join(", ");
            Fault::params(format!("unknown level {name}: one of {known}"))
        })
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        NAMES[self as usize].1
    }

    /// How severe a queued message is: a channel named for a level has that one, all others
    /// are `info`.
    pub fn of(message: &Message) -> Level {
        Level::parse(&message.channel.to_ascii_lowercase()).unwrap_or(Level::Info)
    }
}

/// The notice for a message, or `None` when it is below `least`.
pub fn notice(message: &Message, least: Level) -> Option<Value> {
    let level = Level::of(message);
    (level >= least).then(|| {
        let mut params = Map::new();
        params.insert("level".into(), json!(level.name()));
        params.insert("logger".into(), json!(message.channel));
        params.insert("data".into(), json!(message.text));
        rpc::notice("notifications/message", params)
    })
}
