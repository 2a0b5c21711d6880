//! FCEUX name lists: `$C000#name#comment`, `$0300/10#name#comment`.
//!
//! `game.nes.3.nl` is 16 KiB bank 3 (hexadecimal), `game.nes.ram.nl` everything below
//! `$8000`. A line that begins with `\` continues the comment of the one before.
//!
//! Format: FCEUX help, `.nl files format`

use super::{Collector, Line, hexadecimal, lines};
use crate::{
    debugger::symbols::{Label, memories::PRG_START},
    nes::event::Space,
};

/// Bytes of a bank, whatever the board's banks are.
const BANK: u32 = 0x4000;

/// Reads a file; its name says the bank.
pub(super) fn read(text: &str, name: &str, to: &mut Collector) {
    let bank = bank_of(name);
    let mut rows = lines(text).peekable();
    while let Some(line) = rows.next() {
        let mut comment = String::new();
        while let Some(more) = rows.next_if(|next| next.text.starts_with('\\')) {
            comment.push('\n');
            comment.push_str(&more.text[1..]);
        }
        entry(line, &comment, bank, to);
    }
}

/// One entry; `more` are further lines of its comment.
fn entry(line: Line, more: &str, bank: Option<u32>, to: &mut Collector) {
    let mut parts = line.text.splitn(3, '#');
    let (place, name) = (parts.next().unwrap_or_default(), parts.next());
    let (Some(name), true) = (name, place.trim_start().starts_with('$')) else {
        return to.skip(line, "the line is not $address#name#comment");
    };
    let (address, size) = match place.split_once('/') {
        None => (hexadecimal(place), Some(1)),
        Some((address, size)) => (hexadecimal(address), hexadecimal(size)),
    };
    let (Some(address), Some(size)) = (address, size) else {
        return to.skip(line, "the address or size is not hexadecimal");
    };
    if name.trim().is_empty() {
        return to.skip(line, "a comment without a name");
    }
    let comment = format!("{}{more}", parts.next().unwrap_or_default());
    let finish = |label: Label| label.sized(size).with_comment(&comment);
    match bank {
        Some(bank) if (PRG_START..0x1_0000).contains(&address) => {
            let offset = bank.saturating_mul(BANK).saturating_add(address % BANK);
            to.mapped(line, name, (Space::Prg, offset), address, finish);
        }
        _ => to.cpu(line, name, address, finish),
    }
}

/// The bank in `game.nes.1F.nl`; none in `game.nes.ram.nl` and other names.
fn bank_of(name: &str) -> Option<u32> {
    let stem = name.get(..name.len().checked_sub(3)?)?;
    let (_, bank) = stem.rsplit_once('.')?;
    hexadecimal(bank).filter(|&bank| bank < 0x1000)
}
