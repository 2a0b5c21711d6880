//! Free space: runs of one fill byte, `$00` or `$FF`, that no known code covers.

use super::{flow::Flow, view};
use crate::{
    debugger::memory_map::{self, Answers},
    nes::{event::Space, machine::Machine},
};

const FILLS: [u8; 2] = [0x00, 0xFF];
/// The last bytes of a bank that is mapped at the top are vectors.
const VECTORS: u16 = 0xFFFA;

/// A run of fill bytes in PRG ROM.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// PRG offset of its first byte.
    pub prg: u32,
    /// Bytes.
    pub length: u32,
    /// The fill byte.
    pub value: u8,
    /// CPU address, as mapped now or in the bank's usual window.
    pub address: u16,
    /// Whether it is mapped now.
    pub mapped: bool,
}

/// All runs of at least `least` bytes, in PRG order. A run ends at a bank's end.
pub fn runs(machine: &Machine, flow: &Flow, least: u32) -> Vec<Run> {
    let size = machine.space_length(Space::Prg);
    let used = used(machine, flow);
    let fill_at = |offset: u32| {
        let value = machine.peek_space(Space::Prg, offset)?;
        (FILLS.contains(&value) && !used[offset as usize]).then_some(value)
    };
    let mut runs = Vec::new();
    let mut start = 0;
    while start < size {
        let value = fill_at(start);
        let end = (start + 1..size)
            .find(|&at| at % view::BANK == 0 || fill_at(at) != value)
            .unwrap_or(size);
        if let Some(value) = value.filter(|_| end - start >= least) {
            runs.push(run(machine, start, end - start, value));
        }
        start = end;
    }
    runs
}

/// For every byte of PRG ROM, whether known code or a vector lies there.
fn used(machine: &Machine, flow: &Flow) -> Vec<bool> {
    let mut used = vec![false; machine.space_length(Space::Prg) as usize];
    let addresses = 0..=u16::MAX;
    for address in addresses.filter(|&at| at >= VECTORS || flow.is_covered(at)) {
        if let Answers::Memory(Space::Prg, offset) = memory_map::behind_cpu(machine, address) {
            used[offset as usize] = true;
        }
    }
    used
}

fn run(machine: &Machine, prg: u32, length: u32, value: u8) -> Run {
    let mapped = memory_map::cpu_address(machine, Space::Prg, prg);
    Run {
        prg,
        length,
        value,
        address: view::address_of_prg(machine, prg),
        mapped: mapped.is_some(),
    }
}
