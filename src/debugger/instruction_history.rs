//! Instructions that ran lately, with registers and memory as they were.
//!
//! The recent past is run again and written down, so nothing is recorded while the machine
//! runs.

use super::{
    expression::{EvaluationError, Expression, MachineEnv, Memory},
    recent::Recent,
    symbols::Symbols,
};
use crate::nes::{
    bus::Bus,
    cartridge::Rom,
    cpu::Cpu,
    machine::{Look, Machine},
    observer::{Access, Happening, Observer, Purpose},
    region::Region,
};
use std::{collections::VecDeque, sync::Arc};

/// Most instructions that can be looked back at.
pub const MOST_INSTRUCTIONS: u64 = 100_000;

/// A data access of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DataAccess {
    /// CPU address.
    pub address: u16,
    /// The byte read or written last.
    pub value: u8,
    /// Whether it was a write.
    pub write: bool,
}

/// One instruction that ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Executed {
    /// Frame.
    pub frame: u64,
    /// Scanline of the dot about to run.
    pub scanline: u16,
    /// The dot.
    pub dot: u16,
    /// CPU cycles since power-on.
    pub cycle: u64,
    /// Address.
    pub pc: u16,
    /// The three bytes from the address on, as they were.
    pub bytes: [u8; 3],
    /// Accumulator, before it ran as all registers.
    pub a: u8,
    /// Index X.
    pub x: u8,
    /// Index Y.
    pub y: u8,
    /// Stack pointer.
    pub s: u8,
    /// Status flags with bit 5 set.
    pub p: u8,
    /// What it read or wrote last at its effective address.
    pub access: Option<DataAccess>,
    /// The interrupt that was entered right before it.
    pub entered: Option<Happening>,
}

/// The last instructions, oldest first; with a filter the last for which it held.
///
/// # Errors
/// Why the filter could not be evaluated.
pub fn last(
    machine: &Machine,
    recent: &Recent,
    instructions: u64,
    filter: Option<(&Expression, &Symbols)>,
) -> Result<Vec<Executed>, EvaluationError> {
    let now = machine.position().instructions;
    let first = now.saturating_sub(instructions);
    let replay = match filter {
        None => recent.from_before(machine, first),
        Some(_) => recent.from_earliest(machine),
    };
    let Some(mut replay) = replay.or_else(|| recent.from_earliest(machine)) else {
        return Ok(Vec::new());
    };
    if filter.is_none() {
        replay.run_to_instruction(first, &mut crate::nes::observer::Silent);
    }
    let mut recorder = Recorder {
        rom: replay.machine.rom().clone(),
        region: replay.machine.region(),
        instructions: replay.machine.position().instructions,
        most: instructions as usize,
        rows: VecDeque::new(),
        filter,
        memory: Memory::default(),
        error: None,
        open: false,
        entered: None,
    };
    replay.run_to_instruction(now, &mut recorder);
    match recorder.error {
        Some(error) => Err(error),
        None => Ok(recorder.rows.into()),
    }
}

struct Recorder<'a> {
    rom: Arc<Rom>,
    region: Region,
    instructions: u64,
    most: usize,
    rows: VecDeque<Executed>,
    filter: Option<(&'a Expression, &'a Symbols)>,
    memory: Memory,
    error: Option<EvaluationError>,
    /// Whether the instruction that runs has the last row.
    open: bool,
    entered: Option<Happening>,
}

impl Recorder<'_> {
    fn wants_row(&mut self, cpu: &Cpu, bus: &Bus) -> bool {
        let Some((expression, symbols)) = self.filter else {
            return true;
        };
        let look = Look {
            cpu,
            bus,
            rom: &self.rom,
            region: self.region,
            instructions: self.instructions,
            clock: bus.clock(),
            dots_back: 0,
        };
        let value = expression.evaluate(&MachineEnv::new(look, symbols), &mut self.memory);
        value.map_or_else(
            |error| {
                self.error.get_or_insert(error);
                false
            },
            |value| value != 0,
        )
    }
}

impl Observer for Recorder<'_> {
    fn sees_dots(&self) -> bool {
        false
    }

    fn wants_exact(&self, _pc: u16) -> bool {
        true
    }

    fn before_instruction(&mut self, cpu: &Cpu, bus: &Bus) -> bool {
        self.open = self.wants_row(cpu, bus);
        self.instructions += 1;
        let entered = self.entered.take();
        if !self.open {
            return self.error.is_some();
        }
        if self.rows.len() == self.most {
            self.rows.pop_front();
        }
        let ppu = bus.ppu();
        self.rows.push_back(Executed {
            frame: ppu.frame(),
            scanline: ppu.scanline(),
            dot: ppu.dot(),
            cycle: bus.cycle(),
            pc: cpu.pc,
            bytes: [0, 1, 2].map(|at| bus.peek(cpu.pc.wrapping_add(at))),
            a: cpu.a,
            x: cpu.x,
            y: cpu.y,
            s: cpu.s,
            p: cpu.p.pushed(false),
            access: None,
            entered,
        });
        false
    }

    fn access(&mut self, access: Access) {
        if self.open
            && self.entered.is_none()
            && access.purpose == Purpose::Data
            && let Some(row) = self.rows.back_mut()
        {
            row.access = Some(DataAccess {
                address: access.address,
                value: access.value,
                write: access.write,
            });
        }
    }

    fn happened(&mut self, what: Happening) {
        self.entered = Some(what);
    }
}
