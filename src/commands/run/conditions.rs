//! Conditions of a run, compiled once and kept by their source.

use crate::{
    commands::{CommandError, Session},
    debugger::{
        breakpoints::Breakpoints,
        expression::{Expression, MachineEnv, MachineScope, Memory},
        run::Goal,
        symbols::Symbols,
    },
    nes::machine::Machine,
};
use std::collections::BTreeMap;

/// Expressions met during a run, each with what it remembers between evaluations.
pub struct Conditions<'a> {
    symbols: &'a Symbols,
    compiled: BTreeMap<String, (Expression, Memory)>,
}

/// Compiles an expression over the session's names.
///
/// Errors: `bad_expression`, with a caret under the problem.
pub fn compile(source: &str, symbols: &Symbols) -> Result<Expression, CommandError> {
    Expression::new(source, &MachineScope::new(symbols)).map_err(|error| {
        let problem = format!("{error}\n{}", error.caret(source));
        CommandError::new("bad_expression", problem)
    })
}

/// The value of an expression now.
///
/// Errors: `no_rom`; `bad_expression`, with a caret under the problem; `expr_error`.
pub fn evaluate(source: &str, session: &Session) -> Result<i64, CommandError> {
    let symbols = &*session.labels;
    let machine = session.machine()?;
    let env = MachineEnv::new(machine, symbols);
    compile(source, symbols)?
        .evaluate(&env, &mut Memory::default())
        .map_err(|error| CommandError::new("expr_error", error.to_string()))
}

impl<'a> Conditions<'a> {
    /// Expressions over these names.
    pub fn new(symbols: &'a Symbols) -> Conditions<'a> {
        Conditions {
            symbols,
            compiled: BTreeMap::new(),
        }
    }

    /// Compiles what a run will need.
    ///
    /// Errors: `bad_expression` for a goal that does not read. A breakpoint's condition was
    /// checked when it was made; one that no longer reads stops the run when it is met.
    pub fn prepare(&mut self, goal: &Goal, breakpoints: &Breakpoints) -> Result<(), CommandError> {
        if let Goal::Condition(source) = goal {
            self.check(source)?;
        }
        let conditions = breakpoints
            .iter()
            .filter_map(|row| row.condition.as_deref());
        for source in conditions {
            let _ = self.check(source);
        }
        Ok(())
    }

    /// Refuses an expression that does not read.
    ///
    /// Errors: `bad_expression`, with a caret under the problem.
    pub fn check(&mut self, source: &str) -> Result<(), CommandError> {
        if self.compiled.contains_key(source) {
            return Ok(());
        }
        let expression = compile(source, self.symbols)?;
        let entry = (expression, Memory::default());
        self.compiled.insert(source.to_string(), entry);
        Ok(())
    }

    /// Whether an expression holds now.
    ///
    /// Errors: why it can not be evaluated.
    pub fn holds(&mut self, source: &str, machine: &Machine) -> Result<bool, String> {
        self.check(source).map_err(|error| error.message)?;
        let Some((expression, memory)) = self.compiled.get_mut(source) else {
            return Ok(false);
        };
        let env = MachineEnv::new(machine, self.symbols);
        let value = expression.evaluate(&env, memory);
        value
            .map(|value| value != 0)
            .map_err(|error| format!("{source}: {error}"))
    }
}
