//! The names a source defines.

use super::{cursor::Failure, error::Problem, expression::Expression};
use std::collections::HashMap;

/// A label or constant of an assembled source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The name; local labels as `plain@local`.
    pub name: String,
    /// The address or value.
    pub value: i64,
    /// Whether it is a label (an address) and not a constant.
    pub label: bool,
    /// Source line of the definition, from 1.
    pub line: usize,
}

/// A constant whose value was not known when it was met.
struct Waiting {
    symbol: usize,
    expression: Expression,
    here: i64,
    scope: String,
}

/// Names by definition order, with a lookup outside for the rest.
pub(super) struct Symbols<'a> {
    list: Vec<Symbol>,
    /// Index in `list` and whether the value is known.
    index: HashMap<String, (usize, bool)>,
    waiting: Vec<Waiting>,
    outside: &'a dyn Fn(&str) -> Option<i64>,
}

impl<'a> Symbols<'a> {
    pub fn new(outside: &'a dyn Fn(&str) -> Option<i64>) -> Symbols<'a> {
        Symbols {
            list: Vec::new(),
            index: HashMap::new(),
            waiting: Vec::new(),
            outside,
        }
    }

    /// Defines a label.
    pub fn label(&mut self, name: String, value: i64, line: usize) -> Result<(), Problem> {
        self.define(name, Some(value), true, line).map(|_| ())
    }

    /// Defines a constant; its value may have to wait for names that come later.
    pub fn constant(
        &mut self,
        name: &str,
        expression: &Expression,
        here: i64,
        scope: &str,
        line: usize,
    ) -> Result<(), Problem> {
        let value = self.value(expression, here, scope).ok();
        let symbol = self.define(qualified(name, scope), value, false, line)?;
        if value.is_none() {
            let (expression, scope) = (expression.clone(), scope.to_string());
            self.waiting.push(Waiting {
                symbol,
                expression,
                here,
                scope,
            });
        }
        Ok(())
    }

    fn define(
        &mut self,
        name: String,
        value: Option<i64>,
        label: bool,
        line: usize,
    ) -> Result<usize, Problem> {
        if self.index.contains_key(&name) {
            return Err(Problem::Duplicate(name));
        }
        let symbol = self.list.len();
        self.index.insert(name.clone(), (symbol, value.is_some()));
        self.list.push(Symbol {
            name,
            value: value.unwrap_or(0),
            label,
            line,
        });
        Ok(symbol)
    }

    /// Gives every waiting constant its value; a failure names the line.
    pub fn settle(&mut self) -> Result<(), (usize, Failure)> {
        loop {
            let before = self.waiting.len();
            let mut failure = None;
            for waiting in std::mem::take(&mut self.waiting) {
                match self.value(&waiting.expression, waiting.here, &waiting.scope) {
                    Ok(value) => self.settled(waiting.symbol, value),
                    Err(problem) => {
                        failure = Some((self.list[waiting.symbol].line, problem));
                        self.waiting.push(waiting);
                    }
                }
            }
            match failure {
                None => return Ok(()),
                Some(failure) if self.waiting.len() == before => return Err(failure),
                Some(_) => {}
            }
        }
    }

    fn settled(&mut self, symbol: usize, value: i64) {
        self.list[symbol].value = value;
        let name = self.list[symbol].name.clone();
        self.index.insert(name, (symbol, true));
    }

    /// The value of an expression with the names known so far.
    pub fn value(&self, expression: &Expression, here: i64, scope: &str) -> Result<i64, Failure> {
        expression.value(
            here,
            &|name| match self.index.get(&qualified(name, scope)) {
                Some(&(symbol, known)) => known.then(|| self.list[symbol].value),
                None => (self.outside)(name),
            },
        )
    }

    pub fn into_list(self) -> Vec<Symbol> {
        self.list
    }
}

/// The full name of a local label.
pub(super) fn qualified(name: &str, scope: &str) -> String {
    match name.starts_with('@') {
        true => format!("{scope}{name}"),
        false => name.to_string(),
    }
}
