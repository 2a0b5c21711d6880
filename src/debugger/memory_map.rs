//! What is mapped where: pages merged to windows, and every name of one byte.

use crate::nes::{
    event::Space,
    machine::Machine,
    memory::{CPU_PAGE, Layout, PPU_PAGE, Page, Region},
};

/// PPU pages below the mirrors at `$3000`.
const PPU_WINDOWS: usize = 12;

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
pub fn cpu_windows(machine: &Machine) -> Vec<Window> {
    let memory = &machine.cartridge().memory;
    merge(&memory.layout, &memory.pages.cpu, CPU_PAGE as u32)
}

/// The windows of the PPU space, `$0000-$2FFF`, in order.
pub fn ppu_windows(machine: &Machine) -> Vec<Window> {
    let memory = &machine.cartridge().memory;
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
            answers: answers(layout, page),
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

fn answers(layout: &Layout, page: Page) -> Answers {
    match page {
        Page::Open => Answers::Open,
        Page::Registers => Answers::Registers,
        Page::Rom(offset) => in_regions(
            offset,
            &[(Space::Prg, layout.prg_rom), (Space::Chr, layout.chr_rom)],
        ),
        Page::Ram { offset, .. } => in_regions(
            offset,
            &[
                (Space::Ram, layout.work_ram),
                (Space::Nt, layout.ciram),
                (Space::Sram, layout.battery_ram),
                (Space::Wram, layout.prg_ram),
                (Space::ChrRam, layout.chr_ram),
            ],
        ),
    }
}

fn in_regions(offset: u32, regions: &[(Space, Region)]) -> Answers {
    let holds = |region: &Region| (region.start..region.start + region.length).contains(&offset);
    regions
        .iter()
        .find(|(_, region)| holds(region))
        .map_or(Answers::Open, |&(space, region)| {
            Answers::Memory(space, offset - region.start)
        })
}

/// The memory behind a CPU address and the offset in it.
pub fn behind_cpu(machine: &Machine, address: u16) -> Answers {
    let memory = &machine.cartridge().memory;
    let page = memory.cpu_page(address);
    moved(
        answers(&memory.layout, page),
        u32::from(address) % CPU_PAGE as u32,
    )
}

/// The memory behind a PPU address below `$3F00` and the offset in it.
pub fn behind_ppu(machine: &Machine, address: u16) -> Answers {
    let memory = &machine.cartridge().memory;
    let page = memory.ppu_page(address);
    moved(
        answers(&memory.layout, page),
        u32::from(address) % PPU_PAGE as u32,
    )
}

fn moved(answers: Answers, within: u32) -> Answers {
    match answers {
        Answers::Memory(space, offset) => Answers::Memory(space, offset + within),
        other => other,
    }
}

/// The CPU addresses at which a byte of a memory answers now, in order.
pub fn cpu_addresses(machine: &Machine, space: Space, offset: u32) -> Vec<u32> {
    in_windows(&cpu_windows(machine), space, offset)
}

/// The PPU addresses below `$3000` at which a byte of a memory answers now, in order.
pub fn ppu_addresses(machine: &Machine, space: Space, offset: u32) -> Vec<u32> {
    in_windows(&ppu_windows(machine), space, offset)
}

fn in_windows(windows: &[Window], space: Space, offset: u32) -> Vec<u32> {
    let address = |window: &Window| match window.answers {
        Answers::Memory(other, first) if other == space && offset >= first => {
            let address = window.start + (offset - first);
            (address <= window.end).then_some(address)
        }
        _ => None,
    };
    windows.iter().filter_map(address).collect()
}

/// The offset in the ROM file of a byte of PRG or CHR ROM.
pub fn file_offset(machine: &Machine, space: Space, offset: u32) -> Option<u32> {
    let header = &machine.rom().header;
    let prg = header.prg_offset() as u32;
    match space {
        Space::Prg if offset < header.prg_rom => Some(prg + offset),
        Space::Chr if offset < header.chr_rom => Some(prg + header.prg_rom + offset),
        _ => None,
    }
}

/// How the nametables are arranged now, as people say it.
pub fn mirroring(machine: &Machine) -> &'static str {
    let memory = &machine.cartridge().memory;
    let offset = |index: usize| answers(&memory.layout, memory.pages.ppu[8 + index]);
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
