//! The PPU's memory bus as the PPU sees it: 14 address lines, one byte of data.
//!
//! The cartridge implements it; tests implement it with flat memory. Palette RAM is inside
//! the PPU, so `$3F00-$3FFF` never reaches this bus except as its shadow `$2F00-$2FFF`.
//!
//! NESdev: PPU memory map; PPU pinout

use crate::nes::memory::Page;

/// What the cartridge connector offers the PPU.
///
/// Addresses are `$0000-$3EFF`; `$3000-$3EFF` mirrors `$2000-$2EFF`. `clock` is the master
/// clock of the dot in which the access happens.
pub trait VideoBus {
    /// The page that answers an address now; open for memory that is not cut into pages.
    #[inline(always)]
    fn page(&self, _address: u16) -> Page {
        Page::Open
    }

    /// Reads with /RD low. Where nothing answers, the low address byte is what the shared
    /// pins still hold. Tile-watching latches (MMC2, MMC4) act inside.
    fn read(&mut self, address: u16, clock: u64) -> u8;

    /// Writes with /WR low. ROM ignores it.
    fn write(&mut self, address: u16, value: u8, clock: u64);

    /// One of the [watched](VideoBus::watched_lines) address lines changed; only those of
    /// `address` count. What the PPU reads does not depend on it.
    fn address(&mut self, address: u16, clock: u64);

    /// The address lines whose changes the board wants to hear of, one bit each: A12 for its
    /// counters, or none.
    fn watched_lines(&self) -> u16;

    /// Whether reads have an effect besides giving a byte. While they have not, reads whose
    /// byte nobody can see may be left out.
    fn hears_reads(&self) -> bool;

    /// What [`VideoBus::read`] would return, without side effects.
    fn peek(&self, address: u16) -> u8;
}
