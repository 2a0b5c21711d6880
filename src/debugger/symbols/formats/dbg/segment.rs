//! Segments: from linked addresses to places in the cartridge's memories.

use super::record::{Record, Table};
use crate::{
    debugger::symbols::memories::{Memories, PRG_START},
    nes::event::Space,
};
use std::collections::HashMap;

/// A segment's place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment {
    /// First linked address.
    start: u32,
    /// Where its bytes lie in the ROM.
    stored: Option<Stored>,
    /// The bank the linker was told.
    bank: Option<u32>,
}

#[derive(Clone, Copy, Debug)]
enum Stored {
    Header,
    /// Offset of the segment's first byte.
    Rom(Space, u32),
}

/// All segments by id.
pub(super) struct Segments<'m> {
    rows: HashMap<u32, Segment>,
    memories: &'m Memories,
}

impl<'m> Segments<'m> {
    /// The segments of a file, for a cartridge with these memories.
    pub fn new(table: &Table, memories: &'m Memories) -> Segments<'m> {
        let output = output(table);
        let header = header(table, output, memories);
        let rows = table.iter().filter_map(|record| {
            let offset = record
                .number("ooffs")
                .filter(|_| record.word("oname") == output);
            let segment = Segment {
                start: record.number("start")?,
                stored: offset.and_then(|offset| stored(offset, header, memories)),
                bank: record.number("bank"),
            };
            Some((record.number("id")?, segment))
        });
        Segments {
            rows: rows.collect(),
            memories,
        }
    }

    /// The memories they lie in.
    pub fn memories(&self) -> &Memories {
        self.memories
    }

    /// The segment of a symbol or span.
    pub fn of(&self, record: &Record) -> Option<Segment> {
        self.rows.get(&record.number("seg")?).copied()
    }
}

/// The file that is the ROM: the one called `.nes`, else the first.
fn output<'a>(table: &Table<'a>) -> Option<&'a str> {
    let names = || table.iter().filter_map(|record| record.word("oname"));
    let is_rom = |name: &&str| name.to_ascii_lowercase().ends_with(".nes");
    names().find(is_rom).or_else(|| names().next())
}

/// Bytes before PRG ROM in the output: none when code lies where the header would be.
fn header(table: &Table, output: Option<&str>, memories: &Memories) -> u32 {
    let code_in_header = table.iter().any(|record| {
        let code = record
            .number("start")
            .is_some_and(|start| start >= PRG_START);
        let filled = record.number("size").is_some_and(|size| size > 0);
        let early = record
            .number("ooffs")
            .is_some_and(|offset| offset < memories.header);
        code && filled && early && record.word("oname") == output
    });
    if code_in_header { 0 } else { memories.header }
}

fn stored(offset: u32, header: u32, memories: &Memories) -> Option<Stored> {
    let Some(offset) = offset.checked_sub(header) else {
        return Some(Stored::Header);
    };
    let prg = memories.length(Space::Prg);
    match offset.checked_sub(prg) {
        None => Some(Stored::Rom(Space::Prg, offset)),
        Some(offset) if offset < memories.length(Space::Chr) => {
            Some(Stored::Rom(Space::Chr, offset))
        }
        Some(_) => None,
    }
}

impl Segment {
    /// The place of a linked address while the program runs.
    pub fn place(&self, address: u32, memories: &Memories) -> Option<(Space, u32)> {
        match self.stored {
            Some(Stored::Header) => None,
            Some(Stored::Rom(space, _)) if space == Space::Chr || self.runs_in_rom(memories) => {
                self.stored_place(address)
            }
            // The bank of code that is copied is the one it is copied from.
            Some(_) => memories.place_cpu(address),
            None => {
                let bank = self
                    .bank
                    .and_then(|bank| memories.place_cartridge_ram(address, bank));
                bank.or_else(|| memories.place_cpu(address))
            }
        }
    }

    /// The place in the ROM of the byte that was linked for an address.
    pub fn stored_place(&self, address: u32) -> Option<(Space, u32)> {
        let Some(Stored::Rom(space, offset)) = self.stored else {
            return None;
        };
        let within = address.checked_sub(self.start)?;
        Some((space, offset.checked_add(within)?))
    }

    /// The first linked address.
    pub fn start(&self) -> u32 {
        self.start
    }

    /// Below `$8000` only cartridges without RAM have ROM, above `$6000`.
    fn runs_in_rom(&self, memories: &Memories) -> bool {
        self.start >= PRG_START || (self.start >= 0x6000 && !memories.has_cartridge_ram())
    }
}
