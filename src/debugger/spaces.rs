//! The names of the memory spaces, as addresses and replies spell them.

use crate::nes::event::Space;

/// Every space and its name; the CPU's, the default one, is first.
pub const SPACES: [(Space, &str); 13] = [
    (Space::Cpu, "cpu"),
    (Space::Ram, "ram"),
    (Space::Wram, "wram"),
    (Space::Sram, "sram"),
    (Space::Prg, "prg"),
    (Space::Chr, "chr"),
    (Space::ChrRam, "chrram"),
    (Space::Ppu, "ppu"),
    (Space::Nt, "nt"),
    (Space::Pal, "pal"),
    (Space::Oam, "oam"),
    (Space::Oam2, "oam2"),
    (Space::File, "file"),
];

/// The names alone, in the same order.
pub const NAMES: [&str; SPACES.len()] = {
    let mut names = [""; SPACES.len()];
    let mut row = 0;
    while row < names.len() {
        names[row] = SPACES[row].1;
        row += 1;
    }
    names
};

/// The name of a space.
pub fn name(space: Space) -> &'static str {
    let row = SPACES.iter().find(|row| row.0 == space);
    row.expect("every space is in the table").1
}

/// The space of that name, in lower case.
pub fn find(name: &str) -> Option<Space> {
    SPACES.iter().find(|row| row.1 == name).map(|row| row.0)
}

/// An address as replies echo it: `$C000`, `prg:$1C010`.
pub fn address_text(space: Space, address: u32) -> String {
    match space {
        Space::Cpu => format!("${address:04X}"),
        _ => format!("{}:${address:0width$X}", name(space), width = width(space)),
    }
}

/// Hexadecimal digits that any address of the space takes in a column.
pub fn width(space: Space) -> usize {
    match space {
        Space::Oam | Space::Oam2 | Space::Pal => 2,
        Space::Prg | Space::Chr | Space::File => 5,
        _ => 4,
    }
}
