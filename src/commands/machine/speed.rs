//! `machine_speed`: the pace of real-time running.

use crate::commands::{
    answer::{Answer, CommandError},
    context::Context,
};
use serde::{Deserialize, Serialize};

/// Arguments of `machine_speed`.
#[derive(Deserialize)]
pub struct SpeedArgs {
    percent: Option<u32>,
}

/// Reply of `machine_speed`.
#[derive(Serialize)]
pub struct SpeedReply {
    percent: u32,
}

impl Answer for SpeedReply {
    fn text(&self) -> String {
        match self.percent {
            0 => "unlimited".to_string(),
            percent => format!("{percent} %"),
        }
    }
}

/// Shows or sets the speed.
pub fn speed(context: &mut Context<'_>, args: SpeedArgs) -> Result<SpeedReply, CommandError> {
    let session = &mut *context.session;
    session.speed = args.percent.unwrap_or(session.speed);
    Ok(SpeedReply {
        percent: session.speed,
    })
}
