//! Konami's boards.

mod vrc4;
mod vrc6;
mod vrc6_sound;
mod vrc7;
mod vrc7_sound;
mod vrc_irq;

use nescope::nes::{cartridge::Cartridge, ppu::VideoBus};

/// The 1 KiB CHR bank on each page of `$0000-$2FFF`, of an image with numbered banks.
fn chr<const PAGES: usize>(cartridge: &Cartridge, first: u16) -> [u8; PAGES] {
    std::array::from_fn(|page| cartridge.peek(first + page as u16 * 0x400))
}

/// The 8 KiB PRG bank on each quarter of `$8000-$FFFF`.
fn prg(cartridge: &Cartridge) -> [u8; 4] {
    [0x8000, 0xA000, 0xC000, 0xE000].map(|address| {
        let page = cartridge.cpu_peek(address).expect("ROM answers");
        page / 4
    })
}

/// The KiB of CIRAM on each nametable.
fn ciram(cartridge: &mut Cartridge) -> [u8; 4] {
    let start = cartridge.memory.layout.ciram.start as usize;
    for page in 0..2 {
        cartridge.memory.ram[start + page * 0x400] = page as u8;
    }
    chr(cartridge, 0x2000)
}

fn write_all(cartridge: &mut Cartridge, writes: &[(u16, u8)]) {
    for &(address, value) in writes {
        cartridge.cpu_write(address, value, 0);
    }
}
