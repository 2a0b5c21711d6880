//! The CPU's side: reads and writes of `$2000-$2007`.
//!
//! An access is active from the rise of M2 (3/8 into the cycle) to its fall at the cycle's
//! end. Writes act from the rise; reads return what is there at the fall, except bit 7 of
//! `$2002`, which is latched at the rise. What a dot does to the OAM buffer and the overflow
//! flag is there when the dot is over, a sprite zero hit half a dot later still; the clearing
//! of the flags is there at once.
//!
//! NESdev: PPU registers; Open bus behavior. AccuracyCoin: $2002 flag timing

use super::status::Status;
use super::timing::{PAL_REFRESH_FIRST_LINE, PAL_REFRESH_LAST_LINE};
use super::{Frame, Ppu, VideoBus, Wires};
use crate::nes::observer::Observer;
use crate::nes::region::Region;

/// Bits of `$2002` that the I/O latch supplies.
const STATUS_OPEN: u8 = 0x1F;
/// Master clocks after the rise of M2 during which a write still sees the previous byte on
/// the CPU's data bus: about a dot. ppu_vbl_nmi 07 and AccuracyCoin ("NMI at VBlank end")
/// need more than 3.
const STALE_DATA: u64 = 4;
/// Master clocks from the end of a `$2001` write to its enable bits: the first dot that sees
/// them is the fourth after the cycle's first in alignment 0, the third in the others.
const ENABLE_DELAY: u64 = 1;

impl Ppu {
    /// Reads register 0 to 7 (`$2000-$2007`) in the CPU cycle that starts at master clock
    /// `cycle_start`, with all side effects.
    ///
    /// Runs the dots before the rise of M2, for `$2002` and `$2004` those before its fall.
    ///
    /// NESdev: PPU registers
    pub fn read<V: VideoBus, O: Observer>(
        &mut self,
        register: u16,
        cycle_start: u64,
        video: &mut V,
        frame: &mut Frame,
        observer: &mut O,
    ) -> u8 {
        let (rise, fall) = self.m2(cycle_start);
        let dot = self.region.timing().dot_divider;
        self.advance(rise, video, frame, observer);
        match register & 7 {
            2 => {
                let vblank = self.begin_status_read();
                self.advance(fall - dot * 3 / 2, video, frame, observer);
                let hit = self.status.sprite_zero_hit;
                self.advance(fall - dot, video, frame, observer);
                let overflow = self.status.overflow;
                self.advance(fall, video, frame, observer);
                self.end_status_read(vblank, hit, overflow, fall)
            }
            4 => {
                self.advance(fall - dot, video, frame, observer);
                self.read_oam(fall)
            }
            7 => self.read_data(fall, &mut Wires::new(video, frame, observer)),
            _ => self.open_bus.read(fall),
        }
    }

    /// Writes register 0 to 7 in the CPU cycle that starts at master clock `cycle_start`.
    ///
    /// `bus_before` is the byte on the CPU's data bus before the write. Runs the dots before
    /// the rise of M2.
    ///
    /// NESdev: PPU registers
    #[expect(
        clippy::too_many_arguments,
        reason = "the cycle, the bus before it, and the wires"
    )]
    pub fn write<V: VideoBus, O: Observer>(
        &mut self,
        register: u16,
        value: u8,
        bus_before: u8,
        cycle_start: u64,
        video: &mut V,
        frame: &mut Frame,
        observer: &mut O,
    ) {
        let (rise, fall) = self.m2(cycle_start);
        self.advance(rise, video, frame, observer);
        self.open_bus.drive(value, 0xFF, fall);
        match register & 7 {
            0 if !self.registers.blocked => {
                // Until the data bus settles, t holds nametable bits from the previous byte.
                self.scroll.write_control(bus_before);
                self.advance(rise + STALE_DATA, video, frame, observer);
                self.registers.control = value;
                self.scroll.write_control(value);
            }
            1 if !self.registers.blocked => {
                self.registers.write_mask(value, fall + ENABLE_DELAY);
                self.palette.set_mask(value);
            }
            3 => self.oam.address = value,
            4 => self.write_oam(value, fall),
            5 if !self.registers.blocked => self.scroll.write_scroll(value),
            6 if !self.registers.blocked => self.write_address(value, fall),
            7 => {
                self.hurry_access(&mut Wires::new(video, frame, observer));
                self.access.start(Some(value), fall);
            }
            _ => {}
        }
        self.schedule();
    }

    /// What reading register 0 to 7 would return now, without side effects.
    pub fn peek<V: VideoBus>(&self, register: u16, _video: &V) -> u8 {
        let open = self.open_bus.read(self.clock);
        match register & 7 {
            2 => self.status.bits() | open & STATUS_OPEN,
            4 if !self.revision.reads_back() => open,
            4 if self.rendering() => self.oam.buffer,
            4 => self.oam.selected(),
            7 => {
                let (value, driven) = self.access_value();
                value | open & !driven
            }
            _ => open,
        }
    }

    /// The rise and fall of M2 in a CPU cycle.
    fn m2(&self, cycle_start: u64) -> (u64, u64) {
        let divider = self.region.timing().cpu_divider;
        (
            cycle_start + (divider * 3).div_ceil(8),
            cycle_start + divider,
        )
    }

    fn begin_status_read(&mut self) -> bool {
        let vblank = self.status.vblank;
        self.status.vblank = false;
        self.status.changed_at = 0;
        self.status.held = true;
        self.scroll.w = false;
        vblank
    }

    fn end_status_read(&mut self, vblank: bool, hit: bool, overflow: bool, fall: u64) -> u8 {
        self.status.held = false;
        let flags = Status {
            vblank,
            sprite_zero_hit: hit && self.status.sprite_zero_hit,
            overflow: overflow && self.status.overflow,
            ..Status::default()
        };
        let flags = flags.bits();
        let value = flags | self.open_bus.read(fall) & STATUS_OPEN;
        self.open_bus.drive(value, !STATUS_OPEN, fall);
        value
    }

    fn read_oam(&mut self, fall: u64) -> u8 {
        if !self.rendering() {
            self.oam.buffer = self.oam.read(fall);
        }
        if !self.revision.reads_back() {
            return self.open_bus.read(fall);
        }
        self.open_bus.drive(self.oam.buffer, 0xFF, fall);
        self.oam.buffer
    }

    fn write_oam(&mut self, value: u8, fall: u64) {
        if self.rendering() {
            self.oam.address = self.oam.address.wrapping_add(4) & 0xFC;
        } else if !self.refreshing_oam() {
            self.oam.access_row(fall, fall);
            self.oam.set(self.oam.address, value);
            self.oam.address = self.oam.address.wrapping_add(1);
        }
    }

    fn write_address(&mut self, value: u8, fall: u64) {
        if self.scroll.write_address(value) {
            self.copy_at = fall + self.region.timing().dot_divider;
        }
    }

    fn read_data<V: VideoBus, O: Observer>(&mut self, fall: u64, wires: &mut Wires<V, O>) -> u8 {
        // The buffer of a read in the cycle before loads only after this one has ended.
        let early = (!self.access.ready_by(fall)).then(|| self.access_value());
        self.hurry_access(wires);
        let (value, driven) = early.unwrap_or_else(|| self.access_value());
        let value = value | self.open_bus.read(fall) & !driven;
        self.open_bus.drive(value, driven, fall);
        self.access.start(None, fall);
        self.schedule();
        value
    }

    /// The 2C07 steps through OAM by itself for most of vblank.
    pub(super) fn refreshing_oam(&self) -> bool {
        self.region == Region::Pal
            && (PAL_REFRESH_FIRST_LINE..=PAL_REFRESH_LAST_LINE).contains(&self.scanline)
    }
}
