//! Which RAM a program has written since power-on, and where it read some that it had not.
//!
//! A console's RAM holds anything at power-on; a program that reads it before writing behaves
//! differently from console to console. Battery RAM counts as written.

use crate::nes::{
    bus::Bus,
    cpu::Cpu,
    machine::Machine,
    memory::{CPU_PAGE, Page},
    observer::{Access, Observer, Purpose},
};
use std::collections::BTreeMap;

/// Most places of which reads are kept.
pub const MOST_READS: usize = 10_000;

const WORK_RAM_END: u16 = 0x2000;
/// No board maps RAM below this address.
const FIRST_BOARD_RAM: u16 = 0x4020;

/// One bit for each byte of RAM.
#[derive(Clone, Debug)]
pub struct Written {
    bits: Vec<u64>,
}

impl Written {
    /// Nothing is written but battery RAM: a machine that was powered on.
    pub fn at_power_on(machine: &Machine) -> Written {
        let memory = &machine.cartridge().memory;
        let mut written = Written {
            bits: vec![0; memory.ram.len().div_ceil(64)],
        };
        let battery = memory.layout.battery_ram.range();
        battery.for_each(|at| written.mark(at as u32));
        written
    }

    /// Everything counts as written: nobody knows what a loaded state's program wrote.
    pub fn all(machine: &Machine) -> Written {
        Written {
            bits: vec![u64::MAX; machine.cartridge().memory.ram.len().div_ceil(64)],
        }
    }

    /// Marks a byte, by its offset in the RAM arena.
    pub fn mark(&mut self, offset: u32) {
        if let Some(word) = self.bits.get_mut((offset >> 6) as usize) {
            *word |= 1 << (offset & 63);
        }
    }

    /// Whether a byte was written, by its offset in the RAM arena.
    pub fn contains(&self, offset: u32) -> bool {
        let word = self.bits.get((offset >> 6) as usize);
        word.is_none_or(|word| word >> (offset & 63) & 1 != 0)
    }
}

/// Whether an access can concern RAM that the program uses as such.
pub fn is_of_ram(address: u16, purpose: Purpose) -> bool {
    let place = !(WORK_RAM_END..FIRST_BOARD_RAM).contains(&address);
    place && matches!(purpose, Purpose::Data | Purpose::Stack | Purpose::OamDma)
}

/// The offset in the RAM arena behind a CPU address.
pub fn ram_offset(bus: &Bus, address: u16) -> Option<u32> {
    match bus.cartridge().memory.cpu_page(address) {
        Page::Ram { offset, .. } => Some(offset + u32::from(address) % CPU_PAGE as u32),
        _ => None,
    }
}

/// A place in the program that read RAM never written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EarlyRead {
    /// Address of the instruction.
    pub pc: u16,
    /// CPU address that it read.
    pub address: u16,
    /// What was there.
    pub value: u8,
    /// CPU cycles since power-on, at the first such read.
    pub cycle: u64,
    /// Frame of the first such read.
    pub frame: u64,
    /// How often it happened.
    pub times: u64,
}

/// Collects reads of RAM never written, one row for each instruction and address.
#[derive(Debug)]
pub struct EarlyReads {
    written: Written,
    pc: u16,
    rows: BTreeMap<(u16, u16), EarlyRead>,
    /// Reads that found no room.
    pub lost: u64,
}

impl EarlyReads {
    /// Watches from a moment at which so much is written.
    pub fn new(written: Written) -> EarlyReads {
        EarlyReads {
            written,
            pc: 0,
            rows: BTreeMap::new(),
            lost: 0,
        }
    }

    /// What is written now.
    pub fn written(self) -> Written {
        self.written
    }

    /// The rows, earliest read first.
    pub fn rows(&self) -> Vec<EarlyRead> {
        let mut rows: Vec<_> = self.rows.values().copied().collect();
        rows.sort_by_key(|row| row.cycle);
        rows
    }
}

impl Observer for EarlyReads {
    fn sees_dots(&self) -> bool {
        false
    }

    fn before_instruction(&mut self, cpu: &Cpu, _bus: &Bus) -> bool {
        self.pc = cpu.pc;
        false
    }

    fn wants(&self, address: u16, _write: bool, purpose: Purpose) -> bool {
        is_of_ram(address, purpose)
    }

    fn wanted(&mut self, bus: &Bus, access: Access) {
        let Some(offset) = ram_offset(bus, access.address) else {
            return;
        };
        if access.write {
            return self.written.mark(offset);
        }
        if self.written.contains(offset) {
            return;
        }
        let key = (self.pc, access.address);
        if self.rows.len() >= MOST_READS && !self.rows.contains_key(&key) {
            self.lost += 1;
            return;
        }
        let row = self.rows.entry(key).or_insert(EarlyRead {
            pc: self.pc,
            address: access.address,
            value: access.value,
            cycle: access.cycle,
            frame: bus.ppu().frame(),
            times: 0,
        });
        row.times += 1;
    }
}
