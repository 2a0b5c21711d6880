//! One breakpoint of a run, compiled, and what its expressions can ask.

use super::armed::Hit;
use crate::{
    debugger::{
        breakpoints::{Breakpoint, Format, Grain, What},
        call_stack::CallStack,
        expression::{
            Expression, Identifier, MachineEnv, MachineScope, Memory, Records, SeenAccess,
        },
        symbols::Symbols,
    },
    nes::machine::Look,
};
use std::collections::BTreeMap;

/// The number of an expression that a run waits for; no breakpoint reaches it.
pub const AWAITED: u32 = u32::MAX;

/// What expressions of a run can ask the debugger.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    /// Hits of each breakpoint.
    pub hits: BTreeMap<u32, u64>,
    /// Controller polls before this frame.
    pub polls_before: u64,
    /// CPU cycle at which the stopwatch was reset.
    pub mark: u64,
    /// Calls and interrupts that have not returned, where something asks for them.
    pub calls: Option<CallStack>,
}

impl Records for Kept {
    fn value(&self, identifier: Identifier, look: &Look) -> Option<i64> {
        Some(match identifier {
            Identifier::Polls => (look.input().polls_of_both() - self.polls_before).cast_signed(),
            Identifier::Elapsed => look.bus.cycle().wrapping_sub(self.mark).cast_signed(),
            Identifier::Depth => self.calls.as_ref()?.frames().len() as i64,
            _ => return None,
        })
    }

    fn hits(&self, id: i64) -> Option<i64> {
        let id = u32::try_from(id).ok()?;
        self.hits.get(&id).map(|hits| hits.cast_signed())
    }

    fn last_write_pc(&self, _address: u16) -> Option<i64> {
        None
    }
}

/// A breakpoint, compiled.
pub struct Row {
    /// The breakpoint, counted on.
    pub breakpoint: Breakpoint,
    /// What is judged, or why it does not compile any more.
    pub condition: Option<Result<Expression, String>>,
    /// What a log point writes, or why it does not compile any more.
    pub format: Option<Result<Format, String>>,
    /// What `prev`, `changed` and `rise` remember.
    pub memory: Memory,
    /// Whether its condition held when it was last looked at.
    pub held: bool,
    /// Whether it has written all its lines.
    pub is_done: bool,
    /// Whether it is what the run waits for: it stops whenever its condition holds.
    pub is_awaited: bool,
}

impl Row {
    /// Compiles a breakpoint.
    pub fn new(breakpoint: &Breakpoint, symbols: &Symbols) -> Row {
        let scope = match breakpoint.is_at_access() {
            true => MachineScope::at_access(symbols),
            false => MachineScope::new(symbols),
        };
        let condition = breakpoint.condition.as_ref().map(|source| {
            Expression::new(source, &scope).map_err(|error| format!("{source}: {error}"))
        });
        let format = breakpoint
            .log
            .as_ref()
            .map(|log| Format::new(&log.format, &scope).map_err(|error| error.to_string()));
        Row {
            breakpoint: breakpoint.clone(),
            condition,
            format,
            memory: breakpoint.lasting.memory.clone(),
            held: breakpoint.lasting.held,
            is_done: false,
            is_awaited: false,
        }
    }

    /// An expression that a run waits for.
    pub fn awaited(source: &str, symbols: &Symbols) -> Row {
        let mut breakpoint = Breakpoint::new(What::Condition(Grain::Instruction));
        breakpoint.id = AWAITED;
        breakpoint.condition = Some(source.to_string());
        Row {
            is_awaited: true,
            ..Row::new(&breakpoint, symbols)
        }
    }

    /// Whether its condition holds.
    ///
    /// # Errors
    /// Why it can not be evaluated.
    pub fn holds(
        &mut self,
        look: &Look,
        seen: Option<&SeenAccess>,
        symbols: &Symbols,
        kept: &Kept,
    ) -> Result<bool, String> {
        let expression = match &self.condition {
            None => return Ok(true),
            Some(Err(complaint)) => return Err(complaint.clone()),
            Some(Ok(expression)) => expression,
        };
        let env = MachineEnv::new(*look, symbols)
            .with_access(seen)
            .with_records(kept);
        let value = expression.evaluate(&env, &mut self.memory);
        value
            .map(|value| value != 0)
            .map_err(|error| format!("{}: {error}", expression.source()))
    }

    /// A stop.
    pub fn stop(&self) -> Hit {
        Hit {
            id: self.breakpoint.id,
            complaint: None,
        }
    }

    /// A stop because of a condition that can not be evaluated.
    pub fn complain(&mut self, complaint: String) -> Hit {
        self.breakpoint.tally.errors += 1;
        Hit {
            id: self.breakpoint.id,
            complaint: Some(complaint),
        }
    }
}
