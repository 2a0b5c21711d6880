//! Group `expression`: values, checks, names and watched expressions.

mod forms;
mod watch;

use super::{
    Answer, Bindings, CommandError, Context, Session,
    run::conditions::{self, SessionRecords},
};
use crate::{
    debugger::{
        board_view::{self, BoardRegister},
        expression::{
            Env, Expression, ExpressionError, Identifier, MachineEnv, MachineScope, Memory, Scope,
            names::{Group, NAMES},
        },
        spaces,
    },
    nes::event::Space,
};
pub use forms::{Form, Forms};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;

/// Most bytes read that a reply lists.
const MOST_PEEKS: usize = 64;

/// Binds the group.
pub fn bind(bindings: &mut Bindings) {
    bindings.bind("expression_evaluate", evaluate);
    bindings.bind("expression_check", check);
    bindings.bind("expression_names", names);
    bindings.bind("expression_watch", watch::watch);
}

/// Arguments of `expression_evaluate`.
#[derive(Debug, Deserialize)]
struct EvaluateArgs {
    expression: String,
    #[serde(rename = "as")]
    form: Form,
}

/// Reply of `expression_evaluate`.
#[derive(Debug, Serialize)]
struct EvaluateReply {
    value: i64,
    #[serde(flatten)]
    forms: Forms,
    peeks: Vec<Peek>,
    warnings: Vec<String>,
    #[serde(skip)]
    form: Form,
}

/// A byte that was read.
#[derive(Clone, Debug, Serialize)]
struct Peek {
    space: &'static str,
    address: u32,
    value: u8,
}

impl Answer for EvaluateReply {
    fn text(&self) -> String {
        let mut lines = vec![self.forms.text(self.value, self.form)];
        if self.form == Form::All {
            lines.extend(self.peeks.iter().map(|peek| {
                let space = match peek.space {
                    "cpu" => String::new(),
                    space => format!("{space}:"),
                };
                format!("  {space}[${:04X}] = ${:02X}", peek.address, peek.value)
            }));
        }
        lines.extend(self.warnings.iter().map(|line| format!("note: {line}")));
        lines.join("\n")
    }
}

fn evaluate(context: &mut Context, args: EvaluateArgs) -> Result<EvaluateReply, CommandError> {
    let session = &*context.session;
    let symbols = session.symbols();
    let expression = conditions::compile(&args.expression, &symbols)?;
    let records = SessionRecords { session };
    let inner = MachineEnv::new(session.machine()?, &symbols).with_records(&records);
    let env = Peeking {
        inner,
        peeks: RefCell::default(),
    };
    let value = expression
        .evaluate(&env, &mut Memory::default())
        .map_err(|error| CommandError::new("expr_error", error.to_string()))?;
    Ok(EvaluateReply {
        value,
        forms: Forms::of(value),
        peeks: env.peeks.into_inner(),
        warnings: warnings(&expression),
        form: args.form,
    })
}

fn warnings(expression: &Expression) -> Vec<String> {
    let warnings = expression.warnings().iter();
    warnings.map(ToString::to_string).collect()
}

/// An environment that notes what is read.
struct Peeking<'a> {
    inner: MachineEnv<'a>,
    peeks: RefCell<Vec<Peek>>,
}

impl Scope for Peeking<'_> {
    fn label(&self, name: &str) -> Option<(Space, u32)> {
        self.inner.label(name)
    }

    fn offers(&self, identifier: Identifier) -> bool {
        self.inner.offers(identifier)
    }
}

impl Env for Peeking<'_> {
    fn value(&self, identifier: Identifier) -> Option<i64> {
        self.inner.value(identifier)
    }

    fn peek(&self, space: Space, address: u32) -> Option<u8> {
        let value = self.inner.peek(space, address)?;
        let mut peeks = self.peeks.borrow_mut();
        if peeks.len() < MOST_PEEKS {
            peeks.push(Peek {
                space: spaces::name(space),
                address,
                value,
            });
        }
        Some(value)
    }

    fn cpu_address(&self, space: Space, offset: u32) -> Option<u16> {
        self.inner.cpu_address(space, offset)
    }

    fn absolute(&self, address: u16) -> Option<u32> {
        self.inner.absolute(address)
    }

    fn bank(&self, address: u16) -> Option<i64> {
        self.inner.bank(address)
    }

    fn mapper_register(&self, name: &str) -> Option<i64> {
        Env::mapper_register(&self.inner, name)
    }

    fn has_label(&self, address: u16) -> bool {
        self.inner.has_label(address)
    }

    fn hits(&self, id: i64) -> Option<i64> {
        self.inner.hits(id)
    }

    fn last_write_pc(&self, address: u16) -> Option<i64> {
        self.inner.last_write_pc(address)
    }
}

/// Where an expression is meant to be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Place {
    Exec,
    Mem,
    Ppu,
}

/// Arguments of `expression_check`.
#[derive(Debug, Deserialize)]
struct CheckArgs {
    expression: String,
    context: Place,
}

/// Reply of `expression_check`.
#[derive(Debug, Serialize)]
struct CheckReply {
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<Problem>,
    warnings: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    constant: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    needs_chips: Option<bool>,
    #[serde(skip)]
    source: String,
}

/// What is wrong.
#[derive(Debug, Serialize)]
struct Problem {
    code: &'static str,
    message: String,
    column: usize,
}

impl Answer for CheckReply {
    fn text(&self) -> String {
        let mut lines = match &self.problem {
            None => vec!["ok".to_string()],
            Some(problem) => vec![
                format!("column {}: {}", problem.column, problem.message),
                self.source.clone(),
                format!("{:>column$}", '^', column = problem.column),
            ],
        };
        lines.extend(self.warnings.iter().map(|line| format!("note: {line}")));
        lines.join("\n")
    }
}

fn check(context: &mut Context, args: CheckArgs) -> Result<CheckReply, CommandError> {
    let symbols = context.session.symbols();
    let scope = match args.context {
        Place::Exec => MachineScope::new(&symbols),
        Place::Mem | Place::Ppu => MachineScope::at_access(&symbols),
    };
    Ok(match Expression::new(&args.expression, &scope) {
        Ok(expression) => CheckReply {
            ok: true,
            problem: None,
            warnings: warnings(&expression),
            constant: Some(expression.is_constant()),
            needs_chips: Some(expression.reach().chips),
            source: args.expression,
        },
        Err(error) => refused(args.expression, &error),
    })
}

fn refused(source: String, error: &ExpressionError) -> CheckReply {
    CheckReply {
        ok: false,
        problem: Some(Problem {
            code: error.code(),
            message: error.problem.to_string(),
            column: error.column,
        }),
        warnings: Vec::new(),
        constant: None,
        needs_chips: None,
        source,
    }
}

/// Arguments of `expression_names`.
#[derive(Debug, Deserialize)]
struct NamesArgs {
    filter: Option<String>,
}

/// Reply of `expression_names`.
#[derive(Debug, Serialize)]
struct NamesReply {
    names: Vec<Name>,
}

/// A built-in name.
#[derive(Debug, Serialize)]
struct Name {
    name: String,
    bits: u8,
    meaning: &'static str,
    at_access: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<i64>,
}

impl Answer for NamesReply {
    fn text(&self) -> String {
        if self.names.is_empty() {
            return "no such name; expression_names lists all".to_string();
        }
        let line = |name: &Name| {
            let value = match name.value {
                Some(value) if name.bits >= 8 && value >= 0 => format!("{value} ${value:X}"),
                Some(value) => value.to_string(),
                None => "-".to_string(),
            };
            format!("{:<16} {value:<14} {}", name.name, name.meaning)
        };
        let lines: Vec<_> = self.names.iter().map(line).collect();
        lines.join("\n")
    }
}

fn names(context: &mut Context, args: NamesArgs) -> Result<NamesReply, CommandError> {
    let session = &*context.session;
    let symbols = session.symbols();
    let records = SessionRecords { session };
    let env = MachineEnv::new(session.machine()?, &symbols).with_records(&records);
    let wanted = args.filter.unwrap_or_default().to_lowercase();
    let rows = NAMES
        .iter()
        .filter(|row| row.name.contains(&wanted) || row.meaning.to_lowercase().contains(&wanted));
    let built_in = rows.map(|row| Name {
        name: row.name.to_string(),
        bits: row.bits,
        meaning: row.meaning,
        at_access: row.group == Group::Access,
        value: env.value(row.identifier),
    });
    let board = board_registers(session)?;
    let board = board.into_iter().filter(|row| row.name.contains(&wanted));
    Ok(NamesReply {
        names: built_in.chain(board).collect(),
    })
}

fn board_registers(session: &Session) -> Result<Vec<Name>, CommandError> {
    let registers = board_view::registers(session.machine()?);
    let row = |register: &BoardRegister| Name {
        name: format!("mapper.{}", register.expression_name()),
        bits: 64,
        meaning: "register or counter of this cartridge's board",
        at_access: false,
        value: Some(register.value),
    };
    Ok(registers.iter().map(row).collect())
}
