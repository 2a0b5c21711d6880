//! `memory_map` and `memory_translate`.

use crate::{
    commands::{Answer, CommandError, Context, NoArgs, place},
    debugger::{
        memory_map::{self, Answers, Window},
        spaces,
    },
    nes::{event::Space, machine::Machine},
    registry::types::Address,
};
use serde::{Deserialize, Serialize};

/// Reply of `memory_map`.
#[derive(Debug, Serialize)]
pub struct MapReply {
    cpu: Vec<Row>,
    ppu: Vec<Row>,
    mirroring: &'static str,
}

/// One window.
#[derive(Debug, Serialize)]
struct Row {
    start: u32,
    end: u32,
    memory: &'static str,
    offset: u32,
    writable: bool,
}

impl Answer for MapReply {
    fn text(&self) -> String {
        let row = |row: &Row| {
            let write = if row.writable { "rw" } else { "r-" };
            format!(
                "${:04X}-${:04X}  {write}  {} ${:05X}",
                row.start, row.end, row.memory, row.offset
            )
        };
        let mut lines = vec!["CPU".to_string()];
        lines.extend(self.cpu.iter().map(row));
        lines.push(format!("PPU ({} mirroring)", self.mirroring));
        lines.extend(self.ppu.iter().map(row));
        lines.join("\n")
    }
}

/// Shows what is mapped where.
pub fn map(context: &mut Context, _args: NoArgs) -> Result<MapReply, CommandError> {
    let machine = context.session.machine()?;
    Ok(MapReply {
        cpu: rows(&memory_map::cpu_windows(machine)),
        ppu: rows(&memory_map::ppu_windows(machine)),
        mirroring: memory_map::mirroring(machine),
    })
}

fn rows(windows: &[Window]) -> Vec<Row> {
    let row = |window: &Window| Row {
        start: window.start,
        end: window.end,
        memory: window.answers.name(),
        offset: window.answers.offset(),
        writable: window.writable,
    };
    windows.iter().map(row).collect()
}

/// Arguments of `memory_translate`.
#[derive(Debug, Deserialize)]
pub struct TranslateArgs {
    address: Address,
}

/// Reply of `memory_translate`.
#[derive(Debug, Serialize)]
pub struct TranslateReply {
    memory: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<u32>,
    cpu: Vec<u32>,
    ppu: Vec<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bank: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
}

impl Answer for TranslateReply {
    fn text(&self) -> String {
        let mut parts = vec![match (spaces::find(self.memory), self.offset) {
            (Some(space), Some(offset)) => {
                format!(
                    "{}:${offset:0width$X}",
                    self.memory,
                    width = spaces::width(space)
                )
            }
            _ => self.memory.to_string(),
        }];
        let list = |addresses: &[u32]| {
            let all: Vec<_> = addresses.iter().map(|a| format!("${a:04X}")).collect();
            all.join(" ")
        };
        if !self.cpu.is_empty() {
            parts.push(format!("cpu {}", list(&self.cpu)));
        }
        if !self.ppu.is_empty() {
            parts.push(format!("ppu {}", list(&self.ppu)));
        }
        parts.extend(self.bank.map(|bank| format!("bank {bank:02X}")));
        parts.extend(self.file.map(|file| format!("file ${file:X}")));
        parts.extend(self.label.clone());
        parts.join(", ")
    }
}

/// Gives every name of a byte.
pub fn translate(
    context: &mut Context,
    args: TranslateArgs,
) -> Result<TranslateReply, CommandError> {
    let session = &*context.session;
    let machine = session.machine()?;
    let (space, address) = place::resolve(machine, &args.address, None)?;
    let (space, address) = match space {
        Space::File => memory_map::of_file(machine, address).unwrap_or((space, address)),
        _ => (space, address),
    };
    let label = session.names()?.place_text(space, address);
    Ok(match memory_map::physical(machine, space, address) {
        Answers::Memory(space, offset) => in_memory(machine, space, offset, label),
        other => TranslateReply {
            memory: other.name(),
            offset: None,
            cpu: vec![address],
            ppu: Vec::new(),
            file: None,
            bank: None,
            label,
        },
    })
}

fn in_memory(
    machine: &Machine,
    space: Space,
    offset: u32,
    label: Option<String>,
) -> TranslateReply {
    let ppu = match space {
        Space::Pal => vec![memory_map::PALETTE + offset],
        _ => memory_map::ppu_addresses(machine, space, offset).collect(),
    };
    TranslateReply {
        memory: spaces::name(space),
        offset: Some(offset),
        cpu: memory_map::cpu_addresses(machine, space, offset).collect(),
        ppu,
        file: match space {
            Space::File => Some(offset),
            _ => memory_map::file_offset(machine, space, offset),
        },
        bank: (space == Space::Prg).then_some(offset >> 14),
        label,
    }
}
