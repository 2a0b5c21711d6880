//! The status flags and the /NMI line.
//!
//! Vblank is set on dot 1 of its line; all flags are cleared together on dot 1 of the
//! pre-render line. A set that falls into the M2 high time of a `$2002` read is lost.
//! /NMI is a level: asserted while vblank and `$2000` bit 7 are both set.
//!
//! NESdev: NMI; PPU registers; PPU frame timing

use super::timing::{LINE_DOTS, STATUS_DOT};
use super::{NEVER, Ppu};
use serde::{Deserialize, Serialize};

const VBLANK: u8 = 0x80;
const SPRITE_ZERO_HIT: u8 = 0x40;
const OVERFLOW: u8 = 0x20;
/// Master clocks before the fall of M2 in which /NMI is looked at. From 3 to less than 4
/// gives ppu_vbl_nmi 07 in alignment 0 and AccuracyCoin's NMI at VBlank End in all four.
const NMI_WINDOW: u64 = 3;

/// The flags of `$2002`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Status {
    /// Bit 7.
    pub vblank: bool,
    /// Bit 6.
    pub sprite_zero_hit: bool,
    /// Bit 5.
    pub overflow: bool,
    /// A `$2002` read holds the vblank flag clear.
    pub held: bool,
    /// Master clock of the dot that changed the vblank flag last.
    pub changed_at: u64,
}

impl Status {
    /// Bits 7-5 of `$2002`.
    pub fn bits(&self) -> u8 {
        let bit = |flag, mask| if flag { mask } else { 0 };
        bit(self.vblank, VBLANK)
            | bit(self.sprite_zero_hit, SPRITE_ZERO_HIT)
            | bit(self.overflow, OVERFLOW)
    }
}

impl Ppu {
    /// Whether /NMI is asserted (low).
    pub fn nmi_line(&self) -> bool {
        self.status.vblank && self.registers.nmi()
    }

    /// Whether the CPU sees /NMI low in the cycle that ends at master clock `fall`: it was
    /// asserted at some moment of the cycle's last quarter.
    ///
    /// The PPU must have been advanced to `fall`.
    pub fn nmi_seen(&self, fall: u64) -> bool {
        let cleared = !self.status.vblank && self.status.changed_at + NMI_WINDOW >= fall;
        (self.status.vblank || cleared) && self.registers.nmi()
    }

    /// Earliest master clock at which /NMI could change by itself, either way.
    ///
    /// Exact or early; `u64::MAX` while `$2000` keeps it from changing.
    pub fn horizon(&self) -> u64 {
        if !self.registers.nmi() {
            return NEVER;
        }
        let timing = self.region.timing();
        let line = if self.status.vblank {
            timing.prerender_scanline
        } else {
            timing.vblank_scanline
        };
        let dots = |line: u16, dot: u16| u64::from(line) * u64::from(LINE_DOTS) + u64::from(dot);
        let here = dots(self.scanline, self.dot);
        let target = dots(line, STATUS_DOT);
        // The frame in between may be one dot short.
        let frame = dots(timing.scanlines, 0) - u64::from(timing.odd_frame_skip);
        let distance = if target >= here {
            target - here
        } else {
            target + frame - here
        };
        self.clock + distance * timing.dot_divider
    }

    /// Dot 1: sets or clears the flags.
    pub(super) fn change_status(&mut self) {
        let timing = self.region.timing();
        if self.scanline == timing.vblank_scanline {
            self.set_vblank(!self.status.held);
        } else if self.scanline == timing.prerender_scanline {
            self.set_vblank(false);
            self.status.sprite_zero_hit = false;
            self.status.overflow = false;
            self.registers.blocked = false;
        }
    }

    fn set_vblank(&mut self, vblank: bool) {
        if self.status.vblank != vblank {
            self.status.vblank = vblank;
            self.status.changed_at = self.clock;
        }
    }
}
