//! Mesen labels: `NesPrgRom:1234-1240:name:comment`, offsets of memories in hexadecimal.
//!
//! Older files, and those of asm6f, have one letter for the memory. `\n` in a comment is a
//! line feed.

use super::{Collector, Line, hexadecimal};
use crate::nes::event::Space;

/// Reads one line.
pub(super) fn read(line: Line, to: &mut Collector) {
    let mut parts = line.text.splitn(4, ':');
    let (memory, range) = (parts.next().unwrap_or_default(), parts.next());
    let (name, comment) = (parts.next(), parts.next());
    let (Some(range), Some(name)) = (range, name) else {
        return to.skip(line, "the line is not memory:offset:name");
    };
    let Some(space) = memory_of(memory.trim()) else {
        return to.skip(line, "the memory is none of the NES");
    };
    let Some((first, last)) = offsets(range) else {
        return to.skip(
            line,
            "the offset is not hexadecimal, or ends before it begins",
        );
    };
    if name.trim().is_empty() {
        return to.skip(line, "a comment without a name");
    }
    let comment = comment.unwrap_or_default().replace("\\n", "\n");
    let size = (last - first).saturating_add(1);
    let finish = |label: crate::debugger::symbols::Label| label.sized(size).with_comment(&comment);
    match space {
        Space::Cpu => to.cpu(line, name, first, finish),
        space => to.place(line, name, (space, first), finish),
    }
}

fn offsets(range: &str) -> Option<(u32, u32)> {
    let (first, last) = range.split_once('-').unwrap_or((range, range));
    let (first, last) = (hexadecimal(first)?, hexadecimal(last)?);
    (first <= last).then_some((first, last))
}

fn memory_of(word: &str) -> Option<Space> {
    Some(match word {
        "P" | "NesPrgRom" => Space::Prg,
        "R" | "NesInternalRam" => Space::Ram,
        "W" | "NesWorkRam" => Space::Wram,
        "S" | "NesSaveRam" => Space::Sram,
        "G" | "NesMemory" => Space::Cpu,
        "NesChrRom" => Space::Chr,
        "NesChrRam" => Space::ChrRam,
        "NesPpuMemory" => Space::Ppu,
        "NesNametableRam" => Space::Nt,
        "NesPaletteRam" => Space::Pal,
        "NesSpriteRam" => Space::Oam,
        "NesSecondarySpriteRam" => Space::Oam2,
        _ => return None,
    })
}
