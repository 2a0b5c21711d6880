//! The decay of OAM: dynamic memory that forgets a row nobody reads.
//!
//! ```text
//! rendering      every row is read on every line
//! not rendering  the row of OAMADDR is read on every dot, the others age
//! 2C07           lines 265 to 310 step OAMADDR through all rows
//! ```
//!
//! A row lasts at least as long as the vblank of an NTSC console (1.33 ms) and not much longer;
//! how long depends on the chip and its temperature. Here it is always the same time, and a
//! row that was lost reads as zeros. Nothing is done while time passes: a row is judged when
//! it is selected again.
//!
//! NESdev: PPU OAM (Dynamic RAM decay); Errata

use super::oam::ROWS;
use crate::nes::region::Region;
use serde::{Deserialize, Serialize};

/// Master clocks a row lasts without being read, 1.68 ms: 3000 CPU cycles of an NTSC console.
///
/// The 2C07 begins to refresh 24 lines (1.54 ms) after its last visible line.
fn lifetime(region: Region) -> u64 {
    match region {
        Region::Ntsc => 36_000,
        Region::Pal | Region::Dendy => 44_590,
    }
}

/// How long ago each row was read, and what was lost since.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decay {
    lifetime: u64,
    /// Clocks at which the rows were read last; of no meaning while rendering.
    accessed: [u64; ROWS],
    /// Bytes that were lost and neither used nor written since, a bit each.
    lost: [u8; ROWS],
    uses: u64,
}

impl Decay {
    /// All rows fresh at clock 0.
    pub fn new(region: Region) -> Decay {
        Decay {
            lifetime: lifetime(region),
            accessed: [0; ROWS],
            lost: [0; ROWS],
            uses: 0,
        }
    }

    /// A row is read at `clock`, and on until `end`: whether it had been left alone too long,
    /// so that its contents are gone.
    pub fn access(&mut self, row: usize, clock: u64, end: u64) -> bool {
        let age = clock.saturating_sub(self.accessed[row]);
        self.accessed[row] = end;
        let gone = age > self.lifetime;
        if gone {
            self.lost[row] = 0xFF;
        }
        gone
    }

    /// Rendering ended at `clock`: every row was just read.
    pub fn refresh(&mut self, clock: u64) {
        self.accessed = [clock; ROWS];
    }

    /// A byte was written.
    pub fn written(&mut self, address: u8) {
        self.lost[usize::from(address >> 3)] &= !(1 << (address & 7));
    }

    /// A program reads a byte: told when it was lost.
    pub fn read(&mut self, address: u8) {
        self.uses += u64::from(self.lost[usize::from(address >> 3)] >> (address & 7) & 1);
    }

    /// Sprites are drawn from what there is: told when any of it was lost, and once.
    pub fn drawn(&mut self) {
        let lost = std::mem::replace(&mut self.lost, [0; ROWS]);
        self.uses += u64::from(lost != [0; ROWS]);
    }

    /// How often something lost was used.
    pub fn uses(&self) -> u64 {
        self.uses
    }

    /// Whether a machine in a region can be in this state at `clock`.
    pub fn is_possible(&self, region: Region, clock: u64) -> bool {
        /// A register access reaches a few clocks past the dots that have run.
        const AHEAD: u64 = 64;
        self.lifetime == lifetime(region)
            && self.uses < 1 << 62
            && self.accessed.iter().all(|&at| at <= clock + AHEAD)
    }
}
