//! The two passes: the first places every statement, the second writes the bytes.

use super::{
    AssembleError, Image, Problem,
    cursor::Failure,
    directive,
    encoding::{self, Form},
    image::{Header, Section, Sink},
    statement::{self, Body, Statement},
    symbols::{Symbols, qualified},
};

/// Bytes that one source may give at most, against runaway `.res`.
const MAX_BYTES: i64 = 8 << 20;

/// A statement with the place the first pass gave it.
struct Placed {
    statement: Statement,
    line: usize,
    place: Place,
    scope: String,
    /// The encoding of an instruction.
    form: Option<Form>,
}

/// Where a statement's bytes go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub section: Section,
    pub address: i64,
}

/// What the first pass knows while it goes through the lines.
pub(super) struct State<'a> {
    pub symbols: Symbols<'a>,
    pub place: Place,
    pub header: Option<Header>,
    pub scope: String,
}

/// Assembles `source` from `origin`.
pub(super) fn run(
    source: &str,
    origin: i64,
    outside: &dyn Fn(&str) -> Option<i64>,
) -> Result<Image, AssembleError> {
    let mut state = State {
        symbols: Symbols::new(outside),
        place: Place {
            section: Section::Cpu,
            address: origin,
        },
        header: None,
        scope: String::new(),
    };
    let mut placed = Vec::new();
    let mut total = 0;
    for (index, line) in source.lines().enumerate() {
        let line_number = index + 1;
        let statement = statement::parse(line).map_err(at(line_number))?;
        let before = state.place.address;
        placed.push(place(&mut state, statement, line_number).map_err(at(line_number))?);
        total += (state.place.address - before).max(0);
        if total > MAX_BYTES {
            let limit = usize::try_from(MAX_BYTES).expect("a small constant");
            return Err(at(line_number)((1, Problem::TooLarge(limit))));
        }
    }
    state
        .symbols
        .settle()
        .map_err(|(line, failure)| at(line)(failure))?;
    write(state, &placed)
}

fn at(line: usize) -> impl Fn(Failure) -> AssembleError {
    move |(column, problem)| AssembleError {
        line,
        column,
        problem,
    }
}

fn place(state: &mut State, statement: Statement, line: usize) -> Result<Placed, Failure> {
    if let Some((name, column)) = &statement.label {
        if !name.starts_with('@') {
            state.scope = name.clone();
        }
        let full = qualified(name, &state.scope);
        let address = state.place.address;
        state
            .symbols
            .label(full, address, line)
            .map_err(|problem| (*column, problem))?;
    }
    let mut form = None;
    let mut place = state.place;
    match &statement.body {
        Body::Nothing => {}
        Body::Constant(name, expression) => {
            let scope = state.scope.clone();
            state
                .symbols
                .constant(name, expression, place.address, &scope, line)
                .map_err(|problem| (statement.column, problem))?;
        }
        Body::Directive(name, arguments) => {
            let length = directive::place(state, name, arguments, statement.column)?;
            place = state.place;
            state.place.address += length;
        }
        Body::Instruction(instruction) => {
            let chosen = encoding::choose(instruction, statement.column, &|expression| {
                state
                    .symbols
                    .value(expression, place.address, &state.scope)
                    .ok()
            })?;
            state.place.address += chosen.length();
            form = Some(chosen);
        }
    }
    let scope = state.scope.clone();
    Ok(Placed {
        statement,
        line,
        place,
        scope,
        form,
    })
}

fn write(state: State, placed: &[Placed]) -> Result<Image, AssembleError> {
    let rom = state.header.is_some();
    let mut sink = Sink::new(state.header);
    for item in placed {
        let bytes = bytes(&state.symbols, item).map_err(at(item.line))?;
        for (address, byte) in (item.place.address..).zip(bytes) {
            sink.put(item.place.section, address, byte)
                .map_err(|problem| at(item.line)((item.statement.column, problem)))?;
        }
    }
    let (origin, bytes) = sink.finish();
    let symbols = state.symbols.into_list();
    Ok(Image {
        origin,
        bytes,
        symbols,
        rom,
    })
}

fn bytes(symbols: &Symbols, item: &Placed) -> Result<Vec<u8>, Failure> {
    let value = |expression: &_| symbols.value(expression, item.place.address, &item.scope);
    match (&item.statement.body, item.form) {
        (Body::Instruction(instruction), Some(form)) => {
            encoding::encode(instruction, form, item.place.address, &value)
        }
        (Body::Directive(name, arguments), _) => directive::bytes(name, arguments, &value),
        _ => Ok(Vec::new()),
    }
}
