//! Every instruction against a log of nestest: PC, bytes, registers, cycle, and at last
//! the PPU position.
//!
//! ```text
//! C000  4C F5 C5  JMP $C5F5                       A:00 X:00 Y:00 P:24 SP:FD PPU:  0, 21 CYC:7
//! ```

use super::{
    manifest::word,
    verdict::{Finding, Verdict},
};
use crate::nes::{
    event::{Event, Register},
    machine::Machine,
    observer::Silent,
};
use std::collections::BTreeMap;

/// Column where the registers start.
const REGISTERS: usize = 48;
/// Columns of the instruction's bytes.
const BYTES: std::ops::Range<usize> = 6..14;

/// Status bits that are no flags: as logged, B is clear and bit 5 is set.
const BREAK: u8 = 0x10;
const UNUSED: u8 = 0x20;

/// Runs the machine along the log. Stops at the first line that differs.
pub fn compare(
    machine: &mut Machine,
    start: u16,
    log: &str,
    ram_checks: &BTreeMap<String, u8>,
) -> Finding {
    prepare(machine, start);
    let offset = machine.position().cycle;
    let first = log.lines().next().and_then(Line::parse);
    let first_cycle = first.map_or(0, |line| line.cycle);
    for (index, text) in log.lines().enumerate() {
        let Some(wanted) = Line::parse(text) else {
            return Finding::error("bad_log", format!("line {} can not be read", index + 1));
        };
        let mut found = Line::of(machine, wanted.bytes.len());
        found.cycle = found.cycle + first_cycle - offset;
        if found.differs(&wanted) {
            let text = format!("line {}\nwanted {wanted}\nfound  {found}", index + 1);
            return Finding::fail(index as i64 + 1, text);
        }
        machine.step(&mut Silent);
    }
    check_ram(machine, ram_checks)
}

fn prepare(machine: &mut Machine, start: u16) {
    for (register, value) in [
        (Register::A, 0),
        (Register::X, 0),
        (Register::Y, 0),
        (Register::P, 0x24),
        (Register::S, 0xFD),
        (Register::Pc, start),
    ] {
        let event = Event::SetRegister { register, value };
        machine.apply(&event).expect("registers can be set");
    }
}

fn check_ram(machine: &Machine, checks: &BTreeMap<String, u8>) -> Finding {
    for (text, &wanted) in checks {
        let found = word(text).map(|address| machine.peek(address));
        if found != Some(wanted) {
            let code = i64::from(found.unwrap_or(0));
            return Finding::fail(code, format!("{text} holds {found:02X?} at the end"));
        }
    }
    Finding::new(Verdict::Pass, "the log differs in no line")
}

/// One line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Line {
    pc: u16,
    bytes: Vec<u8>,
    /// A, X, Y, P, SP.
    registers: [u8; 5],
    /// Scanline and dot.
    position: (u16, u16),
    cycle: u64,
}

impl Line {
    fn parse(text: &str) -> Option<Line> {
        let pc = u16::from_str_radix(text.get(..4)?, 16).ok()?;
        let bytes = text.get(BYTES)?.split_whitespace();
        let bytes = bytes.map(|byte| u8::from_str_radix(byte, 16).ok());
        let rest = text.get(REGISTERS..)?;
        let register = |name: &str| u8::from_str_radix(rest.split_once(name)?.1.get(..2)?, 16).ok();
        let (scanline, dot) = rest
            .split_once("PPU:")?
            .1
            .split_once("CYC")?
            .0
            .split_once(',')?;
        Some(Line {
            pc,
            bytes: bytes.collect::<Option<_>>()?,
            registers: [
                register("A:")?,
                register("X:")?,
                register("Y:")?,
                register(" P:")?,
                register("SP:")?,
            ],
            position: (scanline.trim().parse().ok()?, dot.trim().parse().ok()?),
            cycle: rest.split_once("CYC:")?.1.trim().parse().ok()?,
        })
    }

    fn of(machine: &Machine, bytes: usize) -> Line {
        let cpu = machine.cpu();
        let byte = |i: usize| machine.peek(cpu.pc.wrapping_add(i as u16));
        let position = machine.position();
        Line {
            pc: cpu.pc,
            bytes: (0..bytes).map(byte).collect(),
            registers: [cpu.a, cpu.x, cpu.y, cpu.p.0 & !BREAK | UNUSED, cpu.s],
            position: (position.scanline, position.dot),
            cycle: position.cycle,
        }
    }

    /// The PPU column depends on the power-on alignment and is only shown.
    fn differs(&self, other: &Line) -> bool {
        (self.pc, &self.bytes, self.registers, self.cycle)
            != (other.pc, &other.bytes, other.registers, other.cycle)
    }
}

impl std::fmt::Display for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [a, x, y, p, s] = self.registers;
        let (scanline, dot) = self.position;
        write!(
            f,
            "{:04X} {:02X?} A:{a:02X} X:{x:02X} Y:{y:02X} P:{p:02X} SP:{s:02X} PPU:{scanline},{dot} CYC:{}",
            self.pc, self.bytes, self.cycle
        )
    }
}
