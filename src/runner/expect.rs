//! `--pass` and `--fail`: expressions in place of a protocol.

use super::{
    run::{Judge, Step},
    verdict::{Finding, Verdict},
};
use crate::{
    debugger::{
        expression::{Expression, ExpressionError, MachineEnv, MachineScope, Memory},
        symbols::Symbols,
    },
    nes::machine::Machine,
};
use thiserror::Error;

/// Expressions looked at after every frame, the one of failure first.
#[derive(Clone, Debug, Default)]
pub struct Expect {
    fail: Option<Condition>,
    pass: Option<Condition>,
}

#[derive(Clone, Debug)]
struct Condition {
    expression: Expression,
    memory: Memory,
}

impl Expect {
    /// Expressions from the command line; `None` when there are none.
    ///
    /// # Errors
    /// The first problem with its option and place.
    pub fn parse(pass: Option<&str>, fail: Option<&str>) -> Result<Option<Expect>, BadCondition> {
        if pass.is_none() && fail.is_none() {
            return Ok(None);
        }
        Ok(Some(Expect {
            fail: fail.map(|fail| condition("--fail", fail)).transpose()?,
            pass: pass.map(|pass| condition("--pass", pass)).transpose()?,
        }))
    }
}

/// A condition that can not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{option}: {}: {error}\n{}", error.code(), error.caret(source_text))]
pub struct BadCondition {
    /// The option it came with.
    pub option: &'static str,
    /// Its text.
    pub source_text: String,
    /// What is wrong.
    pub error: ExpressionError,
}

fn condition(option: &'static str, text: &str) -> Result<Condition, BadCondition> {
    Condition::new(text).map_err(|error| BadCondition {
        option,
        source_text: text.to_owned(),
        error,
    })
}

impl Condition {
    fn new(source: &str) -> Result<Condition, ExpressionError> {
        let symbols = Symbols::hardware();
        let scope = MachineScope::new(&symbols);
        Ok(Condition {
            expression: Expression::new(source, &scope)?,
            memory: Memory::default(),
        })
    }

    /// Whether it is true now.
    fn holds(&mut self, machine: &Machine) -> Result<bool, Finding> {
        let symbols = Symbols::hardware();
        let env = MachineEnv::new(machine, &symbols);
        let value = self.expression.evaluate(&env, &mut self.memory);
        value
            .map(|value| value != 0)
            .map_err(|error| Finding::error("expr_error", error.to_string()))
    }
}

impl Judge for Expect {
    fn look(&mut self, machine: &Machine, _frame: u64) -> Step {
        let conditions = [
            (&mut self.fail, Verdict::Fail),
            (&mut self.pass, Verdict::Pass),
        ];
        for (condition, verdict) in conditions {
            let Some(condition) = condition else { continue };
            match condition.holds(machine) {
                Err(finding) => return Step::Done(finding),
                Ok(true) => {
                    let text = condition.expression.source();
                    return Step::Done(Finding::new(verdict, text));
                }
                Ok(false) => (),
            }
        }
        Step::Run
    }

    /// With only a condition of failure, not failing is a pass.
    fn give_up(&mut self, machine: &Machine) -> Finding {
        if self.pass.is_none() && !machine.cpu().jammed {
            return Finding::new(Verdict::Pass, "the condition of failure never held");
        }
        Finding::new(Verdict::Hang, "no condition held")
    }
}
