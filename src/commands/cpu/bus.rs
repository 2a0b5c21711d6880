//! `cpu_bus`.

use crate::{
    commands::{Answer, CommandError, Context, NoArgs},
    debugger::last_access,
    nes::{
        apu,
        machine::Machine,
        observer::{Access, Purpose},
    },
};
use serde::Serialize;

/// Reply of `cpu_bus`.
#[derive(Debug, Serialize)]
pub struct BusReply {
    cycle: u64,
    next: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    last: Option<Cycle>,
    external: u8,
    internal: u8,
    ppu: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    oam_dma: Option<OamDma>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dmc_dma: Option<DmcDma>,
}

/// A CPU cycle.
#[derive(Debug, Serialize)]
struct Cycle {
    cycle: u64,
    phase: &'static str,
    address: u16,
    value: u8,
    write: bool,
    purpose: &'static str,
}

/// An OAM DMA under way.
#[derive(Debug, Serialize)]
struct OamDma {
    page: u8,
    written: u8,
    halted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    held: Option<u8>,
}

/// A DMC DMA that is wanted.
#[derive(Debug, Serialize)]
struct DmcDma {
    address: u16,
    first_halt_cycle: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    halted_at: Option<u64>,
}

impl Answer for BusReply {
    fn text(&self) -> String {
        let last = match &self.last {
            Some(last) => last.row(),
            None => "last cycle: unknown".to_string(),
        };
        let mut rows = vec![
            last,
            format!("next cycle: {}, a {} cycle", self.cycle, self.next),
            format!(
                "open bus: external ${:02X}, internal ${:02X}, PPU ${:02X}",
                self.external, self.internal, self.ppu
            ),
        ];
        rows.extend(self.oam_dma.as_ref().map(OamDma::row));
        rows.extend(self.dmc_dma.as_ref().map(DmcDma::row));
        if self.oam_dma.is_none() && self.dmc_dma.is_none() {
            rows.push("no DMA waits".to_string());
        }
        rows.join("\n")
    }
}

impl Cycle {
    fn row(&self) -> String {
        format!(
            "last cycle: {}, a {} cycle, {} ${:04X} = ${:02X} ({})",
            self.cycle,
            self.phase,
            if self.write { "write" } else { "read" },
            self.address,
            self.value,
            self.purpose
        )
    }
}

impl OamDma {
    fn row(&self) -> String {
        format!(
            "OAM DMA from ${:02X}00: {} of 256 bytes written, {}",
            self.page,
            self.written,
            match (self.halted, self.held) {
                (false, _) => "waiting for a read cycle".to_string(),
                (true, Some(held)) => format!("${held:02X} read and not written yet"),
                (true, None) => "the CPU is held".to_string(),
            }
        )
    }
}

impl DmcDma {
    fn row(&self) -> String {
        match self.halted_at {
            Some(cycle) => format!(
                "DMC DMA of ${:04X}: the CPU is held since cycle {cycle}",
                self.address
            ),
            None => format!(
                "DMC DMA of ${:04X}: from cycle {} on",
                self.address, self.first_halt_cycle
            ),
        }
    }
}

/// Tells the state of the CPU's bus.
pub fn bus(context: &mut Context, _args: NoArgs) -> Result<BusReply, CommandError> {
    let session = &*context.session;
    let machine = session.machine()?;
    let cycle = machine.position().cycle;
    Ok(BusReply {
        cycle,
        next: phase(cycle),
        last: last_access::find(&session.recent, machine).map(row),
        external: machine.bus().open_bus(),
        internal: machine.bus().internal_bus(),
        ppu: machine.ppu().open_bus(),
        oam_dma: machine.bus().dma().oam().map(|oam| OamDma {
            page: oam.page,
            written: oam.index,
            halted: oam.halted,
            held: oam.held,
        }),
        dmc_dma: dmc(machine),
    })
}

/// Whether a DMA could read or write in a cycle, counted from 0.
fn phase(cycle: u64) -> &'static str {
    match apu::is_get(cycle) {
        true => "get",
        false => "put",
    }
}

fn row(access: Access) -> Cycle {
    // Accesses count their own cycle.
    let cycle = access.cycle.saturating_sub(1);
    Cycle {
        cycle,
        phase: phase(cycle),
        address: access.address,
        value: access.value,
        write: access.write,
        purpose: purpose(access.purpose),
    }
}

fn dmc(machine: &Machine) -> Option<DmcDma> {
    let request = machine.apu().dmc_request()?;
    Some(DmcDma {
        address: request.address,
        first_halt_cycle: request.first_halt_cycle,
        halted_at: machine.bus().dma().dmc_halt(),
    })
}

fn purpose(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::Opcode => "opcode",
        Purpose::Operand => "operand",
        Purpose::Data => "data",
        Purpose::Stack => "stack",
        Purpose::Dummy => "dummy",
        Purpose::Vector => "vector",
        Purpose::Halted => "halted",
        Purpose::OamDma => "oam_dma",
        Purpose::DmcDma => "dmc_dma",
    }
}
