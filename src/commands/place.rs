//! From the addresses and ranges of a call to a memory and an offset in it.

use super::{CommandError, Session};
use crate::{
    debugger::{memory_map, spaces},
    nes::{event::Space, machine::Machine},
    registry::types::{Address, AddressRange},
};

/// A 16 KiB PRG bank, the unit of `bank:address`.
const BANK: u32 = 0x4000;

/// A span of bytes in one memory, inside its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The memory.
    pub space: Space,
    /// First offset.
    pub start: u32,
    /// Bytes, at least 1.
    pub length: u32,
}

impl Span {
    /// Every offset of the span.
    pub fn offsets(self) -> std::ops::Range<u32> {
        self.start..self.start + self.length
    }
}

/// The memory and offset of an address; `space` is what a bare address means.
///
/// # Errors
/// `bad_value` for a space that is unknown, `out_of_range` for an offset outside it.
pub fn resolve(
    machine: &Machine,
    address: &Address,
    space: Option<Space>,
) -> Result<(Space, u32), CommandError> {
    let (space, offset) = match (&address.space, address.bank) {
        (Some(name), _) => (named(name)?, address.value),
        (None, Some(bank)) => (Space::Prg, u32::from(bank) * BANK + address.value % BANK),
        (None, None) => (space.unwrap_or(Space::Cpu), address.value),
    };
    let length = machine.space_length(space);
    if offset >= length {
        return Err(outside(space, offset, length));
    }
    Ok((space, offset))
}

/// The span of `length` bytes from an address.
///
/// # Errors
/// As [`resolve`], and `out_of_range` when the span leaves its memory.
pub fn span(
    machine: &Machine,
    address: &Address,
    length: u32,
    space: Option<Space>,
) -> Result<Span, CommandError> {
    let (space, start) = resolve(machine, address, space)?;
    let size = machine.space_length(space);
    if length > size - start {
        let last = start.saturating_add(length.saturating_sub(1));
        return Err(outside(space, last, size));
    }
    Ok(Span {
        space,
        start,
        length,
    })
}

/// The span of a range argument.
///
/// # Errors
/// As [`span`].
pub fn range(machine: &Machine, range: &AddressRange) -> Result<Span, CommandError> {
    span(machine, &range.start, range.length, None)
}

/// A CPU address; one of a memory is taken where the byte is mapped now.
///
/// # Errors
/// `bad_value` for a byte that is not mapped, `out_of_range` past `$FFFF`.
pub fn cpu(machine: &Machine, address: &Address) -> Result<u16, CommandError> {
    match resolve(machine, address, None)? {
        (Space::Cpu, address) => Ok(address as u16),
        (space, offset) => memory_map::cpu_address(machine, space, offset).ok_or_else(|| {
            CommandError::bad_value(format!(
                "{} is not mapped into the CPU space now; memory_map shows what is",
                spaces::address_text(space, offset)
            ))
        }),
    }
}

/// All bytes of a span, without side effects.
pub fn peek(machine: &Machine, span: Span) -> Vec<u8> {
    let byte = |offset| machine.peek_space(span.space, offset).unwrap_or(0);
    span.offsets().map(byte).collect()
}

/// Pokes bytes from an offset on and returns how many values are new.
///
/// # Errors
/// `read_only` at the first byte that can not be changed; nothing is changed then.
pub fn poke(session: &mut Session, span: Span, bytes: &[u8]) -> Result<u32, CommandError> {
    use crate::nes::event::Event;
    if span.space == Space::File {
        return Err(CommandError::new(
            "read_only",
            "file: can not be written, it is the ROM as loaded; write prg: or chr:",
        ));
    }
    let before = peek(session.machine()?, span);
    let mut changed = 0;
    for (index, (offset, &value)) in span.offsets().zip(bytes).enumerate() {
        let event = |address, value| Event::Poke {
            space: span.space,
            address,
            value,
        };
        if let Err(error) = session.apply(&event(offset, value)) {
            for (offset, &old) in span.offsets().zip(&before).take(index) {
                session.apply(&event(offset, old))?;
            }
            return Err(error);
        }
        changed += u32::from(before[index] != value);
    }
    Ok(changed)
}

fn named(name: &str) -> Result<Space, CommandError> {
    let known = || spaces::NAMES.join(" ");
    spaces::find(name)
        .ok_or_else(|| CommandError::bad_value(format!("no space {name}; there are {}", known())))
}

fn outside(space: Space, offset: u32, length: u32) -> CommandError {
    let name = spaces::name(space);
    CommandError::out_of_range(match length {
        0 => format!("this cartridge has no {name} memory"),
        _ => format!("{name}:${offset:X} is past the end, ${:X}", length - 1),
    })
}
