//! Real-time running: one frame at a time, between requests.

use super::{Call, Hub, Origin};
use crate::{commands::run, debugger::stop::Reason};
use std::time::Duration;

impl Hub {
    /// Whether the machine runs in real time now.
    pub fn is_live(&self) -> bool {
        self.session.live.is_some()
    }

    /// How long a frame of the loaded machine takes at the session's speed.
    pub fn frame_duration(&self) -> Duration {
        let Ok(machine) = self.session.machine() else {
            return Duration::from_millis(16);
        };
        match self.session.speed {
            0 => Duration::ZERO,
            percent => run::frame_duration(machine.region()) * 100 / percent,
        }
    }

    /// Time as the host counts it.
    pub fn now(&self) -> Duration {
        self.host.now()
    }

    /// Runs one frame of real-time running; what stops it ends it, with a notice in the
    /// channel `run`.
    pub fn live_frame(&mut self) {
        let Some(live) = self.session.live else {
            return;
        };
        let scripts = run::scripts(&self.session);
        let stop = match run::frame(&mut self.session) {
            Ok(stop) => stop,
            Err(error) => {
                self.session.live = None;
                self.session.messages.push("run", error.to_string());
                return;
            }
        };
        let reached = live
            .until_frame
            .is_some_and(|end| stop.position.frame >= end);
        let mut stop = stop;
        if stop.reason == Reason::Done && !reached {
            return;
        }
        if stop.reason == Reason::Done {
            stop.reason = Reason::Limit;
        }
        stop.executed = stop.position.instructions - live.instructions_before;
        self.session.live = None;
        self.session.messages.push("run", stop.text());
        let script = stop.breakpoint.and_then(|id| Some((id, scripts.get(&id)?)));
        self.session.last_stop = Some(stop.clone());
        if let Some((id, script)) = script {
            let call = Call::new("", serde_json::Value::Null, Origin::Console);
            let scope = self.scope(&call);
            let (_, mut context) = self.enter(scope);
            run::act(&mut context, id, script);
        }
    }
}
