//! Expressions over a session: compiled with its names, evaluated on its machine.

use crate::{
    commands::{CommandError, Session},
    debugger::{
        call_stack::CallStack,
        expression::{
            Expression, ExpressionError, Identifier, MachineEnv, MachineScope, Memory, Records,
        },
        last_write,
        symbols::Symbols,
    },
    nes::machine::Look,
};

/// Compiles an expression over the session's names.
///
/// Errors: `bad_expression`, with a caret under the problem.
pub fn compile(source: &str, symbols: &Symbols) -> Result<Expression, CommandError> {
    let scope = MachineScope::new(symbols);
    Expression::new(source, &scope).map_err(|error| refusal(source, &error))
}

/// Compiles a condition that is evaluated while the machine runs.
///
/// Errors: as [`compile`]; `bad_expression` also for what only a machine at rest can answer.
pub fn compile_for_run(source: &str, symbols: &Symbols) -> Result<Expression, CommandError> {
    compile(source, symbols).and_then(at_run)
}

/// Compiles a condition that is evaluated at an access and can use its names.
///
/// Errors: as [`compile_for_run`].
pub fn compile_at_access(source: &str, symbols: &Symbols) -> Result<Expression, CommandError> {
    let scope = MachineScope::at_access(symbols);
    let expression = Expression::new(source, &scope).map_err(|error| refusal(source, &error))?;
    at_run(expression)
}

fn at_run(expression: Expression) -> Result<Expression, CommandError> {
    if expression.reach().past {
        let problem = "last_write_pc looks back; it has no value while the machine runs";
        return Err(CommandError::new("bad_expression", problem));
    }
    Ok(expression)
}

/// The names that expressions at an access can use.
pub fn access_scope(symbols: &Symbols) -> MachineScope<'_> {
    MachineScope::at_access(symbols)
}

/// Why an expression was refused, with a caret under the problem.
pub fn refusal(source: &str, error: &ExpressionError) -> CommandError {
    let problem = format!("{error}\n{}", error.caret(source));
    CommandError::new("bad_expression", problem)
}

/// The value of an expression now.
///
/// Errors: `no_rom`; `bad_expression`, with a caret under the problem; `expr_error`.
pub fn evaluate(source: &str, session: &Session) -> Result<i64, CommandError> {
    let symbols = &*session.labels;
    let machine = session.machine()?;
    let records = SessionRecords { session };
    let env = MachineEnv::new(machine, symbols).with_records(&records);
    compile(source, symbols)?
        .evaluate(&env, &mut Memory::default())
        .map_err(|error| CommandError::new("expr_error", error.to_string()))
}

/// What a session keeps record of, for expressions outside a run.
pub struct SessionRecords<'a> {
    /// The session.
    pub session: &'a Session,
}

impl Records for SessionRecords<'_> {
    fn value(&self, identifier: Identifier, look: &Look) -> Option<i64> {
        let position = look.position();
        match identifier {
            Identifier::Elapsed => {
                let elapsed = position.cycle.wrapping_sub(self.session.stopwatch.cycle);
                Some(elapsed.cast_signed())
            }
            Identifier::Polls => {
                let before = self.session.recent.polls_before(position.frame);
                let now = look.input().polls_of_both();
                Some((now - before.unwrap_or(now)).cast_signed())
            }
            Identifier::Depth => {
                let machine = self.session.machine().ok()?;
                let calls = CallStack::of(machine, &self.session.recent);
                Some(calls.frames().len() as i64)
            }
            _ => None,
        }
    }

    fn hits(&self, id: i64) -> Option<i64> {
        let row = self.session.breakpoints.get(u32::try_from(id).ok()?)?;
        Some(row.tally.hits.cast_signed())
    }

    fn last_write_pc(&self, address: u16) -> Option<i64> {
        let machine = self.session.machine().ok()?;
        let write = last_write::of(machine, &self.session.recent, address)?;
        Some(i64::from(write.pc))
    }
}
