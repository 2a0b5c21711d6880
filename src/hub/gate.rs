//! The gate: what a caller may do, judged by the strongest effect of this very call.
//!
//! Looking is always allowed. Everything else an agent may do only while driving is on;
//! internal commands are for persons. Commands that carry other commands pass, because each
//! inner call comes to this gate again with the origin of the outermost one.

use crate::{
    commands::{Origin, Scope},
    registry::{CallError, Effect, codes},
};
use std::sync::atomic::Ordering;

/// Lets a call pass or says why not.
///
/// Errors: `not_for_tools`, `driving_off`.
pub fn check(effect: Effect, scope: &Scope, command: &str) -> Result<(), CallError> {
    if scope.origin != Origin::Mcp {
        return Ok(());
    }
    match effect {
        Effect::Observe | Effect::Inner => Ok(()),
        Effect::Internal => Err(CallError::new(
            codes::NOT_FOR_TOOLS,
            format!("{command} is for persons at the console only"),
        )),
        _ if scope.driving.load(Ordering::SeqCst) => Ok(()),
        _ => Err(CallError::new(
            codes::DRIVING_OFF,
            format!(
                "{command} does more than look, and driving is off; only the person at the machine switches it on"
            ),
        )),
    }
}
