//! Translates FCEUX breakpoint conditions, whose numbers are all hexadecimal, `#` marks a
//! value and `$` reads memory.
//!
//! `A==#3 && $10!=#FF` becomes `a == $3 && [$10] != $FF`. `K` is the bank of PC, `T` the bank
//! of the accessed address, `R` and `W` the byte read or written.

use super::error::{ExpressionError, Problem};

/// The same condition in this language.
///
/// # Errors
/// A character that FCEUX conditions do not have, with its column.
pub fn translate(source: &str) -> Result<String, ExpressionError> {
    let chars: Vec<char> = source.chars().collect();
    let mut text = String::new();
    let mut at = 0;
    // Brackets opened by `$[`; FCEUX has no others.
    while let Some(&c) = chars.get(at) {
        let pair: String = chars[at..].iter().take(2).collect();
        at += 1;
        match c {
            '#' => at += number(&chars[at..], at, "$", "", &mut text)?,
            '$' if chars.get(at) == Some(&'[') => {}
            '$' => at += number(&chars[at..], at, "[$", "]", &mut text)?,
            '[' | ']' | '(' | ')' | '+' | '-' | '*' | '/' | ' ' => text.push(c),
            _ if matches!(pair.as_str(), "==" | "!=" | "<=" | ">=" | "&&" | "||") => {
                text.push_str(&format!(" {pair} "));
                at += 1;
            }
            '<' | '>' => text.push_str(&format!(" {c} ")),
            _ => {
                let (word, length) = word(&chars[at - 1..], at)?;
                text.push_str(word);
                at += length - 1;
            }
        }
    }
    Ok(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn number(
    chars: &[char],
    column: usize,
    before: &str,
    after: &str,
    text: &mut String,
) -> Result<usize, ExpressionError> {
    let digits: String = chars.iter().take_while(|c| c.is_ascii_hexdigit()).collect();
    if digits.is_empty() || digits.len() > 8 {
        let problem = Problem::BadNumber(chars.iter().take(9).collect());
        return Err(ExpressionError { column, problem });
    }
    text.push_str(&format!("{before}{digits}{after}"));
    Ok(digits.len())
}

fn word(chars: &[char], column: usize) -> Result<(&'static str, usize), ExpressionError> {
    let letters: String = chars
        .iter()
        .take_while(|c| c.is_ascii_alphabetic())
        .collect();
    let word = match letters.to_ascii_uppercase().as_str() {
        "A" => "a",
        "X" => "x",
        "Y" => "y",
        "S" => "s",
        "P" => "pc",
        "N" => "p.n",
        "V" => "p.v",
        "U" => "p.5",
        "B" => "p.b",
        "D" => "p.d",
        "I" => "p.i",
        "Z" => "p.z",
        "C" => "p.c",
        "K" => "bank(pc)",
        "T" => "bank(address)",
        "R" | "W" => "value",
        _ => {
            let found = chars.first().map_or_else(String::new, |c| format!("'{c}'"));
            let problem = Problem::syntax("a register, flag, # or $", found);
            return Err(ExpressionError { column, problem });
        }
    };
    Ok((word, letters.len()))
}
