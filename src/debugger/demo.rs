//! The built-in demo cartridge: a small game, its image and its labels.
//!
//! The source lies in `testing/roms/demo.s` and `demo_graphics.s`; a test proves that the
//! embedded image is what our assembler makes of it, and writes it anew when `NESCOPE_BLESS`
//! is set.

use super::{assembler, symbols::Symbols};
use crate::nes::event::Space;

/// The ROM image, iNES, NROM.
pub const ROM: &[u8] = include_bytes!("../../testing/roms/demo.nes");

const CODE: &str = include_str!("../../testing/roms/demo.s");
const GRAPHICS: &str = include_str!("../../testing/roms/demo_graphics.s");

/// Work RAM and its mirrors lie below this address.
const RAM_END: i64 = 0x2000;
/// PRG ROM begins here.
const PRG_START: i64 = 0x8000;

/// The whole source.
pub fn source() -> String {
    [CODE, GRAPHICS].concat()
}

/// Adds the labels of the game's RAM and routines. Local labels and constants are left out.
pub fn add_labels(symbols: &mut Symbols) {
    let image = assembler::assemble(&source()).expect("a test assembles the embedded source");
    let labels = image.symbols.iter().filter(|symbol| symbol.label);
    for label in labels.filter(|label| !label.name.contains('@')) {
        let address = u32::try_from(label.value).expect("labels are addresses");
        match label.value {
            0..RAM_END => symbols.add(&label.name, Space::Ram, address),
            PRG_START.. => symbols.add(&label.name, Space::Cpu, address),
            _ => {}
        }
    }
}
