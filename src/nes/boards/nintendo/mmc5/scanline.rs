//! The scanline detector: what the chip knows of the picture from the PPU's reads.
//!
//! ```text
//! dot  338 340 |  2    4    6   8 ...  258 ...  320  322 ...  336  338 340
//! read  NT  NT |  NT   AT   PT  PT     sprites       2 tiles ahead NT  NT
//!       `--- three alike, then any read: a scanline begins, and this is read 1 of it
//! ```
//!
//! The first scanline sets the in-frame flag and the counter to 0, each further one counts
//! up and compares with `$5203`. Without a read during three rises of M2 the frame is over.
//! Counting reads from the scanline's start tells tiles from sprites.
//!
//! NESdev: MMC5, Scanline Detection and Scanline IRQ

use serde::{Deserialize, Serialize};

/// Rises of M2 without a read that end the frame.
const IDLE_RISES: u64 = 3;
/// The scanline that is none any more.
const END: u8 = 240;
/// No address: the next read is like no other.
const UNDEFINED: u16 = 0xFFFF;
/// First read of the sprites in a scanline.
const SPRITES: u8 = 128;
/// First read of the tiles for the next scanline.
const AHEAD: u8 = 160;
/// The two reads at the end of a scanline.
const DUMMIES: u8 = 168;
/// Reads of a scanline.
const READS: u8 = 170;
/// Dots of a scanline.
const LINE_DOTS: u64 = 341;
/// Dots of a CPU cycle, rounded down: 3.2 on PAL consoles.
const CYCLE_DOTS: u64 = 3;
/// Master clocks that no machine reaches.
const FAR_FUTURE: u64 = 1 << 62;

/// What the next PPU read is for, while it is for a background tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileRead {
    /// Tile in the scanline, 0 to 33.
    pub column: u8,
    /// Scanline of the tile, 0 to 240.
    pub line: u8,
    /// 0 nametable, 1 attribute table, 2 and 3 pattern.
    pub step: u8,
}

/// Detector, counter and interrupt flags.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scanlines {
    /// Master clocks of one CPU cycle.
    divider: u64,
    /// `$5203`.
    target: u8,
    enabled: bool,
    pending: bool,
    in_frame: bool,
    scanline: u8,
    /// Reads alike before the latest one, to 3.
    matches: u8,
    address: u16,
    /// Master clock of the latest read.
    read_at: u64,
    /// Number of the next read in the scanline.
    next: u8,
    /// Master clock of the latest detection.
    detected_at: u64,
}

impl Scanlines {
    /// The detector at power-on. `divider` is the master clocks of a CPU cycle.
    pub fn new(divider: u64) -> Scanlines {
        Scanlines {
            divider,
            target: 0,
            enabled: false,
            pending: false,
            in_frame: false,
            scanline: 0,
            matches: 0,
            address: UNDEFINED,
            read_at: 0,
            next: 0,
            detected_at: 0,
        }
    }

    /// Whether a saved detector is a possible one of the same chip as the `present` one.
    pub fn can_follow(&self, present: &Scanlines) -> bool {
        self.divider == present.divider && self.scanline < END && self.matches <= 3
    }

    /// Whether no clock lies beyond CPU cycle `cycle`.
    pub fn can_be_at(&self, cycle: u64) -> bool {
        let latest = (cycle + 2).saturating_mul(self.divider);
        latest < FAR_FUTURE && self.read_at <= latest && self.detected_at <= latest
    }

    /// Writes `$5203`.
    pub fn write_target(&mut self, value: u8) {
        self.target = value;
    }

    /// Writes `$5204`.
    pub fn write_enable(&mut self, value: u8) {
        self.enabled = value & 0x80 != 0;
    }

    /// The reset that the chip detects: only the interrupt is disabled.
    pub fn reset(&mut self) {
        self.enabled = false;
    }

    /// What `$5204` reads in CPU cycle `cycle`.
    pub fn status(&self, cycle: u64) -> u8 {
        let in_frame = self.in_frame && !self.idle_in(cycle);
        u8::from(self.pending) << 7 | u8::from(in_frame) << 6
    }

    /// Acknowledges the interrupt; tells whether one was pending.
    pub fn acknowledge(&mut self) -> bool {
        std::mem::take(&mut self.pending)
    }

    /// A read of the NMI vector, or rendering switched on by `$2001`: frame and interrupt
    /// are over.
    pub fn start_over(&mut self) {
        self.leave();
        self.pending = false;
        self.scanline = 0;
    }

    /// Rendering switched off by `$2001`.
    pub fn leave(&mut self) {
        self.in_frame = false;
        self.address = UNDEFINED;
        self.matches = 0;
    }

    /// Ends the frame if the PPU has been idle for long enough in CPU cycle `cycle`; tells
    /// whether it did.
    pub fn notice_idle(&mut self, cycle: u64) -> bool {
        let ends = self.in_frame && self.idle_in(cycle);
        if ends {
            self.leave();
        }
        ends
    }

    /// Whether the line is pulled.
    pub fn irq(&self) -> bool {
        self.pending && self.enabled
    }

    /// Whether an interrupt is pending, enabled or not.
    pub fn pending(&self) -> bool {
        self.pending
    }

    /// Whether the in-frame flag is set, as of the latest read or notice.
    pub fn in_frame(&self) -> bool {
        self.in_frame
    }

    /// Whether the next read of the scanline is for sprites.
    pub fn fetches_sprites(&self) -> bool {
        (SPRITES..AHEAD).contains(&self.next)
    }

    /// What the next read is for, if it is for a background tile in the frame.
    pub fn tile_read(&self) -> Option<TileRead> {
        let (first, column, line) = match self.next {
            _ if !self.in_frame => return None,
            ..SPRITES => (0, 2, 0),
            AHEAD..DUMMIES => (AHEAD, 0, 1),
            READS..=171 => (READS, 2, 1),
            _ => return None,
        };
        let read = self.next - first;
        Some(TileRead {
            column: column + (read >> 2),
            line: self.scanline + line,
            step: read & 3,
        })
    }

    /// The PPU has read `address` at master clock `clock`. Tells whether the interrupt flag,
    /// the in-frame flag or the kind of the reads to come may have changed.
    #[inline]
    pub fn fetched(&mut self, address: u16, clock: u64) -> bool {
        let gap = clock.saturating_sub(self.read_at);
        let ended = gap >= IDLE_RISES * self.divider && self.ends_before(clock);
        self.read_at = clock;
        let detected = self.matches == 2;
        let alike = address == self.address && address & 0xF000 == 0x2000;
        self.matches = if alike { (self.matches + 1).min(3) } else { 0 };
        self.address = address;
        if detected {
            self.begin_scanline(clock);
            return true;
        }
        self.next = self.next.saturating_add(1);
        ended || self.next == SPRITES || self.next == AHEAD
    }

    #[cold]
    fn ends_before(&mut self, clock: u64) -> bool {
        let rises = self.rises(clock);
        let ends = rises > self.rises(self.read_at) + IDLE_RISES;
        if ends {
            self.leave();
        }
        ends
    }

    fn begin_scanline(&mut self, clock: u64) {
        self.next = 2;
        self.detected_at = clock;
        if !self.in_frame {
            self.in_frame = true;
            self.scanline = 0;
            self.pending = false;
            return;
        }
        self.scanline += 1;
        if self.scanline >= END {
            self.in_frame = false;
            self.pending = false;
            self.scanline = 0;
        } else if self.scanline == self.target {
            self.pending = true;
        }
    }

    /// Earliest master clock, `now` or later, at which an interrupt could become pending.
    pub fn horizon(&self, now: u64) -> u64 {
        if self.pending || self.target == 0 || self.target >= END {
            return u64::MAX;
        }
        let line = LINE_DOTS * (self.divider / CYCLE_DOTS);
        let rendering = self.in_frame && now < self.read_at + 2 * IDLE_RISES * self.divider;
        if rendering && self.target > self.scanline {
            let lines = u64::from(self.target - self.scanline);
            return now.max(self.detected_at + lines * line);
        }
        now + u64::from(self.target) * line
    }

    /// Whether the rise of M2 in CPU cycle `cycle` is the third without a read, or later.
    fn idle_in(&self, cycle: u64) -> bool {
        cycle >= self.rises(self.read_at) + IDLE_RISES
    }

    /// Rises of M2 up to a master clock.
    fn rises(&self, clock: u64) -> u64 {
        (clock + self.divider - m2_rise(self.divider)) / self.divider
    }
}

/// Master clocks from the start of a CPU cycle to the rise of M2.
///
/// NESdev: CPU pinout (M2)
fn m2_rise(divider: u64) -> u64 {
    (divider * 3).div_ceil(8)
}
