//! Labels seen through a machine's page tables: what an address is called right now.

use super::{Label, Symbols};
use crate::{
    debugger::{
        disassembler::AddressNames,
        memory_map::{self, Answers},
    },
    nes::{event::Space, machine::Look},
};

/// Bytes of the longest number.
const MOST_VALUE: u32 = 16;

/// The labels of a session over its machine.
///
/// A CPU address has the names of the memory behind it, and those of the address itself.
#[derive(Clone, Copy)]
pub struct MachineNames<'a> {
    /// The machine.
    pub look: Look<'a>,
    /// The labels.
    pub symbols: &'a Symbols,
}

impl<'a> MachineNames<'a> {
    /// The labels of a session over its machine.
    pub fn new(machine: impl Into<Look<'a>>, symbols: &'a Symbols) -> MachineNames<'a> {
        let look = machine.into();
        MachineNames { look, symbols }
    }

    /// The label that begins at a CPU address, in whatever bank is mapped.
    pub fn label(&self, address: u16) -> Option<&'a Label> {
        self.best(address, |symbols, space, at| symbols.at(space, at))
    }

    /// The label whose bytes include a CPU address, in whatever bank is mapped.
    pub fn covering(&self, address: u16) -> Option<&'a Label> {
        self.label(address)
            .or_else(|| self.best(address, |symbols, space, at| symbols.covering(space, at)))
    }

    /// The name of a place in any memory: of the byte itself, wherever it is named.
    pub fn place(&self, space: Space, address: u32) -> Option<&'a Label> {
        let named = self.symbols.at(space, address);
        match (space, u16::try_from(address)) {
            (Space::Cpu, Ok(address)) => self.label(address),
            _ => named,
        }
    }

    /// The number in a label's bytes now, for kinds that are one number.
    pub fn value(&self, label: &Label) -> Option<i64> {
        let size = label.size.min(MOST_VALUE);
        let byte = |offset| {
            let address = label.address.checked_add(offset)?;
            self.look.peek_space(label.space, address)
        };
        let bytes: Option<Vec<u8>> = (0..size).map(byte).collect();
        label.kind?.value(&bytes?)
    }

    /// The name of a place in any memory, `Name` or `Name+$3`.
    pub fn place_text(&self, space: Space, address: u32) -> Option<String> {
        match (space, u16::try_from(address)) {
            (Space::Cpu, Ok(address)) => self.text(address),
            _ => {
                let label = self.symbols.covering(space, address)?;
                Some(with_offset(label, address - label.address))
            }
        }
    }

    /// The name of the code or data at a CPU address, `Name` or `Name+$3`.
    pub fn text(&self, address: u16) -> Option<String> {
        let label = self.covering(address)?;
        let (space, at) = match label.space {
            Space::Cpu => (Space::Cpu, u32::from(address)),
            _ => behind(self.look, address)?,
        };
        Some(with_offset(label, label.offset_of(space, at)?))
    }

    /// The CPU address at which a label's first byte answers now. Of several mirrors it is the
    /// one the label was made for, else the one that [`memory_map::cpu_address`] chooses.
    pub fn cpu_address(&self, space: Space, offset: u32) -> Option<u16> {
        let named = self.symbols.all_at(space, offset);
        let meant = named
            .filter_map(|label| label.cpu)
            .find(|&address| behind(self.look, address) == Some((space, offset)));
        meant.or_else(|| memory_map::cpu_address(self.look, space, offset))
    }

    fn best(
        &self,
        address: u16,
        look: impl Fn(&'a Symbols, Space, u32) -> Option<&'a Label>,
    ) -> Option<&'a Label> {
        let plain = look(self.symbols, Space::Cpu, u32::from(address));
        let physical = behind(self.look, address)
            .and_then(|(space, offset)| look(self.symbols, space, offset));
        match (plain, physical) {
            (Some(plain), Some(physical)) if plain.source.rank() > physical.source.rank() => {
                Some(plain)
            }
            (plain, physical) => physical.or(plain),
        }
    }
}

fn with_offset(label: &Label, offset: u32) -> String {
    match offset {
        0 => label.name.to_string(),
        1..10 => format!("{}+{offset}", label.name),
        _ => format!("{}+${offset:X}", label.name),
    }
}

/// Where a label for an address belongs: the memory behind a CPU address, and then which CPU
/// address was meant.
pub fn home<'a>(
    machine: impl Into<Look<'a>>,
    space: Space,
    address: u32,
) -> (Space, u32, Option<u16>) {
    match (space, u16::try_from(address)) {
        (Space::Cpu, Ok(cpu)) => match behind(machine, cpu) {
            // Mirrors of work RAM are one memory.
            Some((Space::Ram, offset)) => (Space::Ram, offset, None),
            Some((space, offset)) => (space, offset, Some(cpu)),
            None => (space, address, None),
        },
        _ => (space, address, None),
    }
}

/// The memory and offset behind a CPU address now; `None` for registers and open bus.
pub fn behind<'a>(machine: impl Into<Look<'a>>, address: u16) -> Option<(Space, u32)> {
    match memory_map::behind_cpu(machine, address) {
        Answers::Memory(space, offset) => Some((space, offset)),
        Answers::Registers | Answers::Open => None,
    }
}

impl AddressNames for MachineNames<'_> {
    fn name(&self, address: u16) -> Option<String> {
        self.text(address)
    }
}
