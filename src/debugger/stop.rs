//! The stop record: why and where a run ended, the same for every run command.

use super::{
    expression::{SeenAccess, Sequence},
    run::Witness,
};
use crate::nes::{machine::Position, observer::Purpose};
use serde::{Deserialize, Serialize};

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The count that was asked for is done.
    Done,
    /// A breakpoint stopped it.
    Breakpoint,
    /// The event that was waited for happened.
    Event,
    /// The address or expression that was waited for was reached.
    Until,
    /// The bound on frames or cycles was reached.
    Limit,
    /// The bound on wall time was reached.
    Timeout,
    /// The caller cancelled it.
    Cancelled,
    /// A pause ended real-time running.
    Paused,
    /// A JAM opcode stopped the CPU.
    Jam,
    /// The condition of a breakpoint could not be evaluated.
    ExprError,
    /// Going back met the start of the recording.
    StartOfHistory,
}

impl Reason {
    /// The word that stands in the record.
    pub fn word(self) -> &'static str {
        match self {
            Reason::Done => "done",
            Reason::Breakpoint => "breakpoint",
            Reason::Event => "event",
            Reason::Until => "until",
            Reason::Limit => "limit",
            Reason::Timeout => "timeout",
            Reason::Cancelled => "cancelled",
            Reason::Paused => "paused",
            Reason::Jam => "jam",
            Reason::ExprError => "expr_error",
            Reason::StartOfHistory => "start_of_history",
        }
    }
}

/// A moment: the dot about to run, and how much has run since power-on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Frames since power-on.
    pub frame: u64,
    /// Scanline, 0 to 261 (311 outside NTSC).
    pub scanline: u16,
    /// Dot, 0 to 340.
    pub dot: u16,
    /// CPU cycles since power-on.
    pub cycle: u64,
    /// Instructions since power-on.
    pub instructions: u64,
}

impl Place {
    /// The place of a position.
    pub fn of(position: Position) -> Place {
        Place {
            frame: position.frame,
            scanline: position.scanline,
            dot: position.dot,
            cycle: position.cycle,
            instructions: position.instructions,
        }
    }
}

/// The CPU registers at a stop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Registers {
    /// Accumulator.
    pub a: u8,
    /// Index X.
    pub x: u8,
    /// Index Y.
    pub y: u8,
    /// Stack pointer.
    pub s: u8,
    /// Status flags as pushed by PHP.
    pub p: u8,
}

/// The access that a run stopped at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoppedAt {
    /// `read` or `write`.
    pub kind: String,
    /// CPU or PPU address.
    pub address: u16,
    /// The byte read or written.
    pub value: u8,
    /// The byte there before a write, where one is kept.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub old: Option<u8>,
    /// Who made it: `instruction`, `oam_dma`, `dmc_dma`, `nmi`, `irq` or `ppu`.
    pub by: String,
    /// Address of the instruction that made it, or that ran or was kept waiting meanwhile.
    pub pc: u16,
    /// CPU cycles since power-on at its end.
    pub cycle: u64,
}

impl From<Witness> for StoppedAt {
    fn from(witness: Witness) -> StoppedAt {
        let access = witness.seen.access;
        StoppedAt {
            kind: if access.write { "write" } else { "read" }.to_string(),
            address: access.address,
            value: access.value,
            old: witness.seen.old.filter(|_| access.write),
            by: maker(&witness.seen).to_string(),
            pc: witness.pc,
            cycle: access.cycle,
        }
    }
}

impl StoppedAt {
    /// Who made the access, in words.
    fn made(&self) -> String {
        let pc = self.pc;
        match self.by.as_str() {
            "oam_dma" => format!("by OAM DMA, before ${pc:04X}"),
            "dmc_dma" => format!("by DMC DMA, during ${pc:04X}"),
            "nmi" => format!("by the NMI that interrupts at ${pc:04X}"),
            "irq" => format!("by the IRQ that interrupts at ${pc:04X}"),
            "ppu" => "fetched by the PPU".to_string(),
            _ => format!("by the instruction at ${pc:04X}"),
        }
    }
}

fn maker(seen: &SeenAccess) -> &'static str {
    match (seen.access.purpose, seen.sequence) {
        _ if seen.fetched => "ppu",
        (Purpose::OamDma, _) => "oam_dma",
        (Purpose::DmcDma, _) => "dmc_dma",
        (_, Sequence::Nmi) => "nmi",
        (_, Sequence::Irq) => "irq",
        _ => "instruction",
    }
}

/// Why and where a run ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StopRecord {
    /// Why.
    pub reason: Reason,
    /// The breakpoint that stopped it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub breakpoint: Option<u32>,
    /// The access that the stop is about.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub access: Option<StoppedAt>,
    /// What could not be evaluated, for `expr_error`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub complaint: Option<String>,
    /// Where in time.
    pub position: Place,
    /// Address of the next instruction.
    pub pc: u16,
    /// The next instruction, disassembled.
    pub instruction: String,
    /// CPU registers.
    pub registers: Registers,
    /// Instructions executed by this run.
    pub executed: u64,
    /// The next useful command.
    pub next: String,
}

impl StopRecord {
    /// Three lines: reason and position, registers, next instruction.
    pub fn text(&self) -> String {
        let reason = match self.breakpoint {
            Some(id) => format!("{} {id}", self.reason.word()),
            None => self.reason.word().to_string(),
        };
        let Place {
            frame,
            scanline,
            dot,
            cycle,
            ..
        } = self.position;
        let Registers { a, x, y, s, p } = self.registers;
        let access = match &self.access {
            None => String::new(),
            Some(at) => {
                let old = match at.old {
                    Some(old) => format!(" (was ${old:02X})"),
                    None => String::new(),
                };
                let space = if at.by == "ppu" { "ppu:" } else { "" };
                format!(
                    "\n{} {space}${:04X} = ${:02X}{old} {}",
                    at.kind,
                    at.address,
                    at.value,
                    at.made()
                )
            }
        };
        format!(
            "{reason} at frame {frame} line {scanline} dot {dot} cycle {cycle} (+{} instructions)\n\
             A:{a:02X} X:{x:02X} Y:{y:02X} P:{p:02X} {} S:{s:02X} PC:{:04X}\n{:04X}  {}{access}",
            self.executed,
            flags(p),
            self.pc,
            self.pc,
            self.instruction
        )
    }
}

/// The status flags as letters, `nv--dizc`, upper case when set.
pub fn flags(p: u8) -> String {
    let letters = "nv--dizc".chars().enumerate();
    letters
        .map(|(bit, letter)| match p >> (7 - bit) & 1 {
            1 => letter.to_ascii_uppercase(),
            _ => letter,
        })
        .collect()
}
