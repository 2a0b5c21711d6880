//! What is mapped where: pages merged to windows, and every name of one byte.

use crate::nes::{
    event::Space,
    machine::Look,
    memory::{CPU_PAGE, Layout, PPU_PAGE, Page, Region},
};

/// PPU pages below the mirrors at `$3000`.
const PPU_WINDOWS: usize = 12;

/// PRG ROM of this size is seen twice, at `$8000` and at `$C000`.
const PRG_HALF: u32 = 0x4000;

/// What answers in a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answers {
    /// A memory, from an offset on.
    Memory(Space, u32),
    /// Chip registers or a board's read logic.
    Registers,
    /// Nothing.
    Open,
}

impl Answers {
    /// The name for replies: a space, `registers` or `open`.
    pub fn name(self) -> &'static str {
        match self {
            Answers::Memory(space, _) => super::spaces::name(space),
            Answers::Registers => "registers",
            Answers::Open => "open",
        }
    }

    /// The offset in the memory; 0 for what has none.
    pub fn offset(self) -> u32 {
        match self {
            Answers::Memory(_, offset) => offset,
            Answers::Registers | Answers::Open => 0,
        }
    }

    fn follows(self, before: Answers, bytes: u32) -> bool {
        match (before, self) {
            (Answers::Memory(a, x), Answers::Memory(b, y)) => a == b && x + bytes == y,
            (a, b) => a == b,
        }
    }
}

/// A run of addresses that one memory answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// First address.
    pub start: u32,
    /// Last address.
    pub end: u32,
    /// What answers.
    pub answers: Answers,
    /// Whether writes reach it.
    pub writable: bool,
}

/// The windows of the CPU space, `$0000-$FFFF`, in order.
pub fn cpu_windows<'a>(machine: impl Into<Look<'a>>) -> Vec<Window> {
    let memory = &machine.into().cartridge().memory;
    merge(&memory.layout, &memory.pages.cpu, CPU_PAGE as u32)
}

/// The windows of the PPU space, `$0000-$2FFF`, in order.
pub fn ppu_windows<'a>(machine: impl Into<Look<'a>>) -> Vec<Window> {
    let memory = &machine.into().cartridge().memory;
    let pages = &memory.pages.ppu[..PPU_WINDOWS];
    merge(&memory.layout, pages, PPU_PAGE as u32)
}

fn merge(layout: &Layout, pages: &[Page], size: u32) -> Vec<Window> {
    let mut windows: Vec<Window> = Vec::new();
    for (index, &page) in pages.iter().enumerate() {
        let start = index as u32 * size;
        let window = Window {
            start,
            end: start + size - 1,
            answers: answers(layout, page, 0),
            writable: matches!(page, Page::Ram { writable: true, .. } | Page::Registers),
        };
        match windows.last_mut() {
            Some(last) if joins(last, &window) => last.end = window.end,
            _ => windows.push(window),
        }
    }
    windows
}

fn joins(last: &Window, next: &Window) -> bool {
    let bytes = last.end + 1 - last.start;
    last.writable == next.writable && next.answers.follows(last.answers, bytes)
}

/// The two arenas that pages point into.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arena {
    Rom,
    Ram,
}

/// Every memory that pages can show, with its place in an arena.
fn regions(layout: &Layout) -> [(Space, Arena, Region); 7] {
    [
        (Space::Prg, Arena::Rom, layout.prg_rom),
        (Space::Chr, Arena::Rom, layout.chr_rom),
        (Space::Ram, Arena::Ram, layout.work_ram),
        (Space::Nt, Arena::Ram, layout.ciram),
        (Space::Wram, Arena::Ram, layout.volatile_ram),
        (Space::Sram, Arena::Ram, layout.battery_ram),
        (Space::ChrRam, Arena::Ram, layout.chr_ram),
    ]
}

/// Where a page's first byte lies; `None` for pages that show no memory.
fn in_arena(page: Page) -> Option<(Arena, u32)> {
    match page {
        Page::Open | Page::Registers => None,
        Page::Rom(offset) => Some((Arena::Rom, offset)),
        Page::Ram { offset, .. } => Some((Arena::Ram, offset)),
    }
}

/// What answers `within` bytes from the start of a page.
pub fn answers(layout: &Layout, page: Page, within: u32) -> Answers {
    let Some((arena, first)) = in_arena(page) else {
        return match page {
            Page::Registers => Answers::Registers,
            _ => Answers::Open,
        };
    };
    let at = first + within;
    let holds = |region: &Region| (region.start..region.start + region.length).contains(&at);
    regions(layout)
        .iter()
        .find(|row| row.1 == arena && holds(&row.2))
        .map_or(Answers::Open, |&(space, _, region)| {
            Answers::Memory(space, at - region.start)
        })
}

/// The memory behind `within` bytes from the start of a page, and the offset in it.
pub fn behind_page(layout: &Layout, page: Page, within: u32) -> Answers {
    answers(layout, page, within)
}

/// The memory behind a CPU address and the offset in it.
pub fn behind_cpu<'a>(machine: impl Into<Look<'a>>, address: u16) -> Answers {
    let memory = &machine.into().cartridge().memory;
    let within = u32::from(address) % CPU_PAGE as u32;
    answers(&memory.layout, memory.cpu_page(address), within)
}

/// The memory behind a PPU address below `$3F00` and the offset in it.
pub fn behind_ppu<'a>(machine: impl Into<Look<'a>>, address: u16) -> Answers {
    let memory = &machine.into().cartridge().memory;
    let within = u32::from(address) % PPU_PAGE as u32;
    answers(&memory.layout, memory.ppu_page(address), within)
}

/// Palette RAM is no page: it is what the PPU shows from here on.
pub const PALETTE: u32 = 0x3F00;

/// The memory behind an address of any space.
pub fn physical<'a>(machine: impl Into<Look<'a>>, space: Space, address: u32) -> Answers {
    match space {
        Space::Cpu => behind_cpu(machine, address as u16),
        Space::Ppu if address >= PALETTE => Answers::Memory(Space::Pal, address & 0x1F),
        Space::Ppu => behind_ppu(machine, address as u16),
        _ => Answers::Memory(space, address),
    }
}

/// The CPU addresses at which a byte of a memory answers now, in order.
pub fn cpu_addresses<'a>(
    machine: impl Into<Look<'a>>,
    space: Space,
    offset: u32,
) -> impl Iterator<Item = u32> {
    let memory = &machine.into().cartridge().memory;
    let pages = &memory.pages.cpu[..];
    showing(&memory.layout, pages, CPU_PAGE as u32, space, offset)
}

/// The CPU address at which a byte of a memory answers now: of several mirrors the one in the
/// same half of PRG ROM as PC, else the highest of PRG ROM, where the vectors are, and the
/// lowest of a RAM. `None` when it is not mapped.
pub fn cpu_address<'a>(machine: impl Into<Look<'a>>, space: Space, offset: u32) -> Option<u16> {
    let machine = machine.into();
    let mut shown = cpu_addresses(machine, space, offset);
    let half = u32::from(machine.cpu.pc) / PRG_HALF;
    let address = match space {
        Space::Prg => shown.max_by_key(|address| (address / PRG_HALF == half, *address)),
        _ => shown.next(),
    };
    address.and_then(|address| u16::try_from(address).ok())
}

/// The PPU addresses below `$3000` at which a byte of a memory answers now, in order.
pub fn ppu_addresses<'a>(
    machine: impl Into<Look<'a>>,
    space: Space,
    offset: u32,
) -> impl Iterator<Item = u32> {
    let memory = &machine.into().cartridge().memory;
    let pages = &memory.pages.ppu[..PPU_WINDOWS];
    showing(&memory.layout, pages, PPU_PAGE as u32, space, offset)
}

fn showing(
    layout: &Layout,
    pages: &[Page],
    size: u32,
    space: Space,
    offset: u32,
) -> impl Iterator<Item = u32> {
    let row = regions(layout).into_iter().find(|row| row.0 == space);
    let wanted = row.filter(|row| offset < row.2.length);
    let wanted = wanted.map(|(_, arena, region)| (arena, region.start + offset));
    (0..)
        .step_by(size as usize)
        .zip(pages)
        .filter_map(move |(start, &page)| {
            let (arena, at) = wanted?;
            let (shown, first) = in_arena(page)?;
            let within = at.checked_sub(first).filter(|&within| within < size)?;
            (shown == arena).then_some(start + within)
        })
}

/// The offset in the ROM file of a byte of PRG or CHR ROM.
pub fn file_offset<'a>(machine: impl Into<Look<'a>>, space: Space, offset: u32) -> Option<u32> {
    let header = &machine.into().rom.header;
    let prg = header.prg_offset() as u32;
    match space {
        Space::Prg if offset < header.prg_rom => Some(prg + offset),
        Space::Chr if offset < header.chr_rom => Some(prg + header.prg_rom + offset),
        _ => None,
    }
}

/// The PRG or CHR ROM byte at an offset in the ROM file; `None` for the header and what else
/// is in no ROM.
pub fn of_file<'a>(machine: impl Into<Look<'a>>, offset: u32) -> Option<(Space, u32)> {
    let header = &machine.into().rom.header;
    let within = offset.checked_sub(header.prg_offset() as u32)?;
    match within.checked_sub(header.prg_rom) {
        None => Some((Space::Prg, within)),
        Some(chr) => (chr < header.chr_rom).then_some((Space::Chr, chr)),
    }
}

/// How the nametables are arranged now, as people say it.
pub fn mirroring<'a>(machine: impl Into<Look<'a>>) -> &'static str {
    let memory = &machine.into().cartridge().memory;
    let offset = |index: usize| answers(&memory.layout, memory.pages.ppu[8 + index], 0);
    let tables = [offset(0), offset(1), offset(2), offset(3)];
    let same = |a: usize, b: usize| tables[a] == tables[b];
    match (same(0, 1), same(0, 2), same(1, 3), same(2, 3)) {
        (true, true, true, true) => match tables[0].offset() {
            0 => "one-screen lower",
            _ => "one-screen upper",
        },
        (true, false, false, true) => "horizontal",
        (false, true, true, false) => "vertical",
        (false, false, false, false) => "four-screen",
        _ => "other",
    }
}
