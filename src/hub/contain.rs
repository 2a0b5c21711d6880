//! Panic containment: a handler that panics becomes an error reply, and the session is what
//! it was before the call.

use crate::{
    commands::{CommandError, Context, Session},
    registry::Registry,
};
use std::{
    any::Any,
    mem,
    panic::{AssertUnwindSafe, catch_unwind},
};

/// Runs a handler; when it panics, undoes everything it did and returns `internal`.
pub fn contain<T>(
    context: &mut Context<'_>,
    handler: impl FnOnce(&mut Context<'_>) -> Result<T, CommandError>,
) -> Result<T, CommandError> {
    let before = Before::of(context);
    match catch_unwind(AssertUnwindSafe(|| handler(context))) {
        Ok(result) => result,
        Err(panic) => {
            before.restore(context);
            let why = describe(panic.as_ref());
            let message = format!("the command panicked and was undone: {why}");
            Err(CommandError::new("internal", message))
        }
    }
}

/// The session and the command table before a call. Notices are left out: a lost session
/// must not take its own explanation along.
struct Before {
    session: Session,
    registry: Registry,
}

impl Before {
    fn of(context: &mut Context<'_>) -> Before {
        let messages = mem::take(&mut context.session.messages);
        let session = context.session.clone();
        context.session.messages = messages;
        Before {
            session,
            registry: context.registry.clone(),
        }
    }

    fn restore(self, context: &mut Context<'_>) {
        let messages = mem::take(&mut context.session.messages);
        *context.session = self.session;
        context.session.messages = messages;
        *context.registry = self.registry;
    }
}

fn describe(panic: &(dyn Any + Send)) -> String {
    if let Some(text) = panic.downcast_ref::<&str>() {
        return (*text).to_string();
    }
    match panic.downcast_ref::<String>() {
        Some(text) => text.clone(),
        None => "no message".to_string(),
    }
}
