//! Which bytes of PRG ROM can show at a CPU address.
//!
//! A code for a ROM address means whatever bank is there when the address is read. The
//! machine's reads are not intercepted: the code is patched into every bank that the board,
//! as it is set now, can bring to the address. A window that the board holds fixed has one.
//!
//! NESdev: Mapper; the pages of the boards

use crate::{
    debugger::{
        board_view,
        memory_map::{self, Answers},
    },
    nes::{event::Space, machine::Machine},
};

const KIB_8: u32 = 0x2000;
const KIB_16: u32 = 0x4000;
const KIB_32: u32 = 0x8000;
/// What the outer bank bit of the largest MMC1 boards selects.
const KIB_256: u32 = 0x4_0000;

/// Offsets in PRG ROM of the bytes that can show at an address, in order; none when ROM does
/// not answer there.
pub fn offsets(machine: &Machine, address: u16) -> Vec<u32> {
    let Answers::Memory(Space::Prg, shown) = memory_map::behind_cpu(machine, address) else {
        return Vec::new();
    };
    let length = machine.space_length(Space::Prg);
    match bank_bytes(machine, address) {
        Some(bank) => (shown % bank..length).step_by(bank as usize).collect(),
        None => vec![shown],
    }
}

/// Bytes of the banks that are switched at an address; `None` where one bank is fixed.
fn bank_bytes(machine: &Machine, address: u16) -> Option<u32> {
    match (machine.rom().header.mapper, address) {
        (0 | 3, _) => None,
        (1 | 155, _) => mmc1(machine, address),
        (28, _) | (180, 0xC000..) => Some(KIB_16),
        (2 | 10 | 71 | 78, ..0xC000) => Some(KIB_16),
        (9, ..0xA000) => Some(KIB_8),
        (2 | 9 | 10 | 71 | 78 | 180, _) => None,
        (4 | 118, _) => mmc3(machine, address),
        (7 | 11 | 34 | 66, _) => Some(KIB_32),
        _ => Some(KIB_8),
    }
}

fn mmc1(machine: &Machine, address: u16) -> Option<u32> {
    let low = address < 0xC000;
    if register(machine, "fixed_prg") != 0 {
        return None;
    }
    match (register(machine, "control") >> 2 & 3, low) {
        (0 | 1, _) => Some(KIB_32),
        (2, false) | (3, true) => Some(KIB_16),
        _ => Some(KIB_256),
    }
}

/// Bit 6 of the bank select register swaps the switched and the fixed window.
fn mmc3(machine: &Machine, address: u16) -> Option<u32> {
    let swapped = register(machine, "select") & 0x40 != 0;
    match address {
        0xE000.. => None,
        0xC000.. => swapped.then_some(KIB_8),
        0xA000.. => Some(KIB_8),
        _ => (!swapped).then_some(KIB_8),
    }
}

fn register(machine: &Machine, name: &str) -> i64 {
    let rows = board_view::registers(machine);
    rows.iter()
        .find(|row| row.name == name)
        .map_or(0, |row| row.value)
}
