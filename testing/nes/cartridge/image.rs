//! Builds ROM files for tests.

use nescope::nes::{
    cartridge::{Cartridge, Rom},
    options::PowerOptions,
    region::Region,
};
use std::sync::Arc;

/// An NES 2.0 file in the making. Every 2 KiB page of PRG ROM and every 1 KiB page of CHR
/// ROM starts with its page number (low byte, high byte), so that a read tells the bank.
#[derive(Clone, Debug)]
pub struct Image {
    /// The header, to be changed at will.
    pub header: [u8; 16],
    /// Bytes of PRG ROM.
    pub prg: usize,
    /// Bytes of CHR ROM.
    pub chr: usize,
}

impl Image {
    /// NES 2.0 with these ROM sizes, which are whole units, and no RAM.
    pub fn new(mapper: u16, submapper: u8, prg: usize, chr: usize) -> Image {
        let mut header = [0; 16];
        header[..4].copy_from_slice(b"NES\x1A");
        header[4] = (prg / 0x4000) as u8;
        header[5] = (chr / 0x2000) as u8;
        header[6] = (mapper << 4) as u8;
        header[7] = (mapper as u8 & 0xF0) | 0x08;
        header[8] = (mapper >> 8) as u8 | submapper << 4;
        header[9] = ((prg / 0x4000) >> 8) as u8 | ((chr / 0x2000) >> 8 << 4) as u8;
        Image { header, prg, chr }
    }

    /// The same with volatile and battery-backed PRG RAM of `64 << shift` bytes each.
    pub fn ram(mut self, volatile_shift: u8, battery_shift: u8) -> Image {
        self.header[10] = volatile_shift | battery_shift << 4;
        self
    }

    /// The same with CHR RAM of `64 << shift` bytes.
    pub fn chr_ram(mut self, shift: u8) -> Image {
        self.header[11] = shift;
        self
    }

    /// The same with the flag of four nametables.
    pub fn four_screen(mut self) -> Image {
        self.header[6] |= 0x08;
        self
    }

    /// The file.
    pub fn file(&self) -> Vec<u8> {
        let mut file = self.header.to_vec();
        file.extend(numbered(self.prg, 0x800));
        file.extend(numbered(self.chr, 0x400));
        file
    }

    /// The file, parsed.
    pub fn rom(&self) -> Arc<Rom> {
        Arc::new(Rom::parse(&self.file()).expect("the image is valid"))
    }

    /// The cartridge at power-on in an NTSC console.
    pub fn cartridge(&self) -> Cartridge {
        self.cartridge_with(&PowerOptions::default())
    }

    /// The cartridge at power-on with options.
    pub fn cartridge_with(&self, options: &PowerOptions) -> Cartridge {
        Cartridge::power_on(&self.rom(), options, Region::Ntsc).expect("the board is supported")
    }
}

fn numbered(bytes: usize, page: usize) -> impl Iterator<Item = u8> {
    (0..bytes).map(move |i| match i % page {
        0 => (i / page) as u8,
        1 => ((i / page) >> 8) as u8,
        // Other bytes are all ones, so that bus conflicts do not touch values written there.
        _ => 0xFF,
    })
}
