//! The directives: where bytes go, data, and the ROM header.

use super::{
    cursor::Failure,
    error::Problem,
    expression::Expression,
    image::{Header, Section},
    passes::State,
    statement::Argument,
};

/// Most bytes that one `.res` or `.align` can take.
const MAX_RESERVED: i64 = 0x10_0000;

/// Applies a directive in the first pass and gives the number of bytes it takes.
pub(super) fn place(
    state: &mut State,
    name: &str,
    arguments: &[Argument],
    column: usize,
) -> Result<i64, Failure> {
    match name {
        "org" => {
            state.place.address = known(state, arguments, column, 0, 0xFFFF)?;
            Ok(0)
        }
        "bank" => {
            state.place.section = Section::Bank(byte(state, arguments, column)?);
            Ok(0)
        }
        "chr" => {
            state.place.section = Section::Chr(byte(state, arguments, column)?);
            state.place.address = 0;
            Ok(0)
        }
        "byte" | "db" | "text" | "ascii" => Ok(arguments.iter().map(length).sum()),
        "word" | "dw" => Ok(2 * i64::try_from(arguments.len()).expect("a line is short")),
        "res" | "ds" => known(state, arguments, column, 0, MAX_RESERVED),
        "align" => {
            let step = known(state, arguments, column, 1, MAX_RESERVED)?;
            Ok((step - state.place.address.rem_euclid(step)) % step)
        }
        _ => header(state, name, arguments, column).map(|()| 0),
    }
}

fn header(
    state: &mut State,
    name: &str,
    arguments: &[Argument],
    column: usize,
) -> Result<(), Failure> {
    if !name.starts_with("ines") {
        return Err((column, Problem::UnknownDirective(name.to_string())));
    }
    let value = byte(state, arguments, column)?;
    let header = state.header.get_or_insert_with(Header::default);
    match name {
        "inesprg" => header.prg_banks = value,
        "ineschr" => header.chr_banks = value,
        "inesmap" => header.mapper = value,
        "inesmir" => header.mirroring = value,
        "inesbat" => header.battery = value != 0,
        _ => return Err((column, Problem::UnknownDirective(name.to_string()))),
    }
    Ok(())
}

fn byte(state: &State, arguments: &[Argument], column: usize) -> Result<u8, Failure> {
    let value = known(state, arguments, column, 0, 0xFF)?;
    Ok(u8::try_from(value).expect("just limited to a byte"))
}

/// The first argument, which must be known in the first pass.
fn known(
    state: &State,
    arguments: &[Argument],
    column: usize,
    min: i64,
    max: i64,
) -> Result<i64, Failure> {
    let Some(Argument::Value(expression, column)) = arguments.first() else {
        return Err((column, Problem::syntax("a number", "none")));
    };
    let value = state
        .symbols
        .value(expression, state.place.address, &state.scope)?;
    limited(value, "directive", min, max).map_err(|problem| (*column, problem))
}

fn length(argument: &Argument) -> i64 {
    match argument {
        Argument::Value(..) => 1,
        Argument::Text(bytes, _) => i64::try_from(bytes.len()).expect("a line is short"),
    }
}

/// The bytes of a directive in the second pass.
pub(super) fn bytes(
    name: &str,
    arguments: &[Argument],
    value: &dyn Fn(&Expression) -> Result<i64, Failure>,
) -> Result<Vec<u8>, Failure> {
    match name {
        "byte" | "db" | "text" | "ascii" => data(arguments, value, 1),
        "word" | "dw" => data(arguments, value, 2),
        "res" | "ds" => filled(arguments, value),
        _ => Ok(Vec::new()),
    }
}

fn data(
    arguments: &[Argument],
    value: &dyn Fn(&Expression) -> Result<i64, Failure>,
    size: usize,
) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    for argument in arguments {
        match argument {
            Argument::Text(text, _) if size == 1 => bytes.extend_from_slice(text),
            Argument::Text(_, column) => {
                return Err((*column, Problem::syntax("a number", "a string")));
            }
            Argument::Value(expression, column) => {
                let (what, min, max) = match size {
                    1 => ("byte", -0x80, 0xFF),
                    _ => ("word", -0x8000, 0xFFFF),
                };
                let number = limited(value(expression)?, what, min, max)
                    .map_err(|problem| (*column, problem))?;
                bytes.extend_from_slice(&number.to_le_bytes()[..size]);
            }
        }
    }
    Ok(bytes)
}

/// `.res n` takes room and writes nothing; `.res n, fill` writes.
fn filled(
    arguments: &[Argument],
    value: &dyn Fn(&Expression) -> Result<i64, Failure>,
) -> Result<Vec<u8>, Failure> {
    let [Argument::Value(length, _), fill] = arguments else {
        return Ok(Vec::new());
    };
    let length = usize::try_from(value(length)?).expect("limited in the first pass");
    let fill = data(std::slice::from_ref(fill), value, 1)?;
    Ok(fill.iter().copied().cycle().take(length).collect())
}

/// The value, or what is wrong with it.
pub(super) fn limited(value: i64, what: &'static str, min: i64, max: i64) -> Result<i64, Problem> {
    if (min..=max).contains(&value) {
        return Ok(value);
    }
    Err(Problem::OutOfRange {
        what,
        value,
        min,
        max,
    })
}
