//! The 2C02 picture chip, dot by dot.
//!
//! ```text
//! ports      $2000-$2007 from the CPU's side      registers  $2000 and $2001
//! status     flags and /NMI                       open_bus   the I/O latch
//! scroll     v, t, x, w                           access     $2007's latch chain
//! line       the stages of a rendered line        blank      everything else, in bulk
//! fetch      the memory bus cadence               background the shifters
//! span       eight dots at once                   scanline   a visible line at once
//! lanes      eight pixels in a word
//! sprites/   evaluation, fetch, output units      pixel      priority, sprite zero hit
//! oam        both OAMs                            palette    palette RAM
//! views      what a debugger reads                pipeline   ... of the pixel under way
//! photodiode what light guns see
//! ```
//!
//! The chip is advanced to the access or horizon that needs it. What a write delays
//! (`$2001`, `$2006`, the `$2007` chain) waits behind one clock, so that a stretch of dots
//! without such an effect runs in a tight loop per stage.
//!
//! NESdev: PPU; PPU rendering; PPU frame timing

pub mod access;
pub mod background;
mod blank;
mod decay;
pub mod fetch;
pub mod frame;
mod lanes;
mod line;
pub mod oam;
pub mod open_bus;
pub mod palette;
mod photodiode;
pub mod pipeline;
mod pixel;
mod ports;
pub mod registers;
mod scanline;
pub mod scroll;
mod span;
pub mod sprites;
pub mod status;
pub mod timing;
pub mod video;
mod views;

pub use frame::Frame;
pub use video::VideoBus;

use self::timing::*;
use super::observer::Observer;
use super::options::{PowerOptions, PpuRevision};
use super::region::Region;
use serde::{Deserialize, Serialize};

/// The clock of what is not going to happen.
pub const NEVER: u64 = u64::MAX;

/// Master clocks that no machine reaches.
const FAR_FUTURE: u64 = 1 << 62;

/// Whether this can be the master clock of something that comes or came.
fn is_clock(at: u64) -> bool {
    at == NEVER || at < FAR_FUTURE
}

/// The picture chip. It holds no picture: pixels go to the [`Frame`] passed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ppu {
    region: Region,
    revision: PpuRevision,
    /// Master clock of the next dot.
    clock: u64,
    frame: u64,
    scanline: u16,
    dot: u16,
    /// Frame parity; toggles with every frame, rendering or not.
    odd: bool,
    /// The previous line lost its last dot.
    dropped: bool,
    /// Whether the previous dot was rendered.
    was_rendering: bool,
    /// Slot 0 of this line is sprite zero.
    sprite_zero_line: bool,
    /// Master clock from which v is t after `$2006`.
    copy_at: u64,
    /// Earliest master clock of a delayed effect.
    next_effect: u64,
    registers: registers::Registers,
    status: status::Status,
    scroll: scroll::Scroll,
    open_bus: open_bus::OpenBus,
    access: access::Access,
    memory: fetch::MemoryBus,
    tile: fetch::TileFetch,
    shifters: background::Shifters,
    palette: palette::Palette,
    oam: oam::Oam,
    evaluation: sprites::evaluation::Evaluation,
    sprite: sprites::fetch::SpriteFetch,
    units: sprites::output::OutputUnits,
    photodiodes: photodiode::Photodiodes,
}

/// What the chip is wired to while it runs.
pub(crate) struct Wires<'a, V, O> {
    video: &'a mut V,
    frame: &'a mut Frame,
    observer: &'a mut O,
    /// The address lines that the cartridge listens to.
    watched: u16,
}

impl<'a, V: VideoBus, O: Observer> Wires<'a, V, O> {
    fn new(video: &'a mut V, frame: &'a mut Frame, observer: &'a mut O) -> Self {
        let watched = video.watched_lines();
        Wires {
            video,
            frame,
            observer,
            watched,
        }
    }

    /// Whether dots may be run several at once: nobody sees them one by one.
    #[inline(always)]
    fn joins_dots(&self) -> bool {
        !self.observer.sees_dots() && !self.frame.dot_by_dot
    }

    #[inline(always)]
    fn put(&mut self, line: u16, dot: u16, pixel: u16) {
        if self.frame.enabled {
            let place = usize::from(line) * frame::WIDTH + usize::from(dot - FIRST_PIXEL_DOT);
            self.frame.pixels[place] = pixel;
        }
    }

    /// Eight pixels from `dot` on, given by their palette addresses.
    #[inline(always)]
    fn put_span(&mut self, line: u16, dot: u16, indexes: lanes::Lanes, palette: &palette::Palette) {
        if self.frame.enabled {
            let place = usize::from(line) * frame::WIDTH + usize::from(dot - FIRST_PIXEL_DOT);
            let pixels = &mut self.frame.pixels[place..place + usize::from(SPAN)];
            for (pixel, index) in pixels.iter_mut().zip(indexes.to_le_bytes()) {
                *pixel = palette.pixel(index);
            }
        }
    }

    fn fill(&mut self, line: u16, first: u16, end: u16, pixel: u16) {
        if self.frame.enabled {
            let place =
                |dot: u16| usize::from(line) * frame::WIDTH + usize::from(dot - FIRST_PIXEL_DOT);
            self.frame.pixels[place(first)..place(end)].fill(pixel);
        }
    }
}

impl Ppu {
    /// The chip at power-on: line 0 dot 0 of frame 0, at master clock `options.alignment`.
    ///
    /// NESdev: PPU power up state
    pub fn new(region: Region, options: &PowerOptions) -> Ppu {
        Ppu {
            region,
            revision: match region {
                Region::Ntsc => options.ppu,
                _ => PpuRevision::default(),
            },
            clock: u64::from(options.alignment & 3),
            frame: 0,
            scanline: 0,
            dot: 0,
            odd: false,
            dropped: false,
            was_rendering: false,
            sprite_zero_line: false,
            copy_at: NEVER,
            next_effect: NEVER,
            registers: Default::default(),
            status: Default::default(),
            scroll: Default::default(),
            open_bus: Default::default(),
            access: Default::default(),
            memory: Default::default(),
            tile: Default::default(),
            shifters: Default::default(),
            palette: palette::Palette::power_on(region, options),
            oam: oam::Oam::new(options.oam_decay, region),
            evaluation: Default::default(),
            sprite: Default::default(),
            units: Default::default(),
            photodiodes: Default::default(),
        }
    }

    /// Whether a running chip of this region can be in this state between two CPU cycles, the
    /// second of which starts at master clock `clock`; a loaded state may come from anywhere.
    pub fn is_possible(&self, region: Region, clock: u64) -> bool {
        let timing = region.timing();
        let ahead = self.clock.wrapping_sub(clock);
        let times = [
            self.copy_at,
            self.registers.enable_at,
            self.access.starts_at,
            self.status.changed_at,
        ];
        self.region == region
            && ahead <= timing.cpu_divider + timing.dot_divider
            && self.scanline < timing.scanlines
            && self.dot < LINE_DOTS
            && self.frame < FAR_FUTURE
            && times.iter().all(|&at| is_clock(at))
            && self.status.changed_at != NEVER
            && self.access.is_possible()
            && self.scroll.is_possible()
            && self.palette.is_possible()
            && self.oam.is_possible(region, self.clock)
            && self.evaluation.is_possible()
            && self.photodiodes.is_possible(region, self.clock)
    }

    /// The reset line of a front-loading console: registers, t, x, w and the read buffer are
    /// zero and blocked, and the chip starts over at the top of a new frame. v, the flags
    /// and all memories stay.
    ///
    /// NESdev: PPU power up state
    pub fn reset(&mut self) {
        self.registers = Default::default();
        self.palette.set_mask(0);
        self.scroll = scroll::Scroll {
            v: self.scroll.v,
            ..Default::default()
        };
        self.access = Default::default();
        self.copy_at = NEVER;
        self.frame += 1;
        self.scanline = 0;
        self.dot = 0;
        self.odd = false;
        self.dropped = false;
        self.schedule();
    }

    /// Runs all dots that begin before master clock `to`.
    pub fn advance<V: VideoBus, O: Observer>(
        &mut self,
        to: u64,
        video: &mut V,
        frame: &mut Frame,
        observer: &mut O,
    ) {
        if self.clock >= to {
            return;
        }
        let mut wires = Wires::new(video, frame, observer);
        while self.clock < to {
            if self.clock >= self.next_effect {
                self.run_effects(&mut wires);
            } else {
                let clocks = (to.min(self.next_effect) - self.clock).min(1 << 16) as u32;
                let dots = clocks.div_ceil(self.region.timing().dot_divider as u32);
                self.run::<false, _, _>(dots, &mut wires);
            }
        }
    }

    /// One dot with delayed effects at its beginning, or with a `$2007` chain under way.
    fn run_effects<V: VideoBus, O: Observer>(&mut self, wires: &mut Wires<V, O>) {
        if self.clock >= self.registers.enable_at {
            self.registers.enable();
        }
        if self.clock >= self.copy_at {
            self.copy_at = NEVER;
            self.scroll.copy();
            if !self.rendering() {
                self.show_scroll(wires);
            }
        }
        if self.clock >= self.access.starts_at {
            self.access.begin_dot();
            let dot = self.dot;
            self.run::<true, _, _>(1, wires);
            self.end_access_dot(dot, wires);
        }
        self.schedule();
    }

    /// Finds the earliest delayed effect.
    fn schedule(&mut self) {
        self.next_effect = self
            .registers
            .enable_at
            .min(self.copy_at)
            .min(self.access.starts_at);
    }

    /// Runs up to this many dots, within one stage of one line.
    fn run<const ACCESS: bool, V: VideoBus, O: Observer>(
        &mut self,
        dots: u32,
        wires: &mut Wires<V, O>,
    ) {
        if self.dot == LAST_DOT {
            self.drop_last_dot(wires);
        }
        match self.dot {
            STATUS_DOT => self.begin_line(),
            SPRITE_FETCH_DOT if self.scanline < VISIBLE_LINES => self.units.end_line(),
            _ => {}
        }
        let rendering = self.rendering();
        if rendering != self.was_rendering {
            self.switch_rendering(rendering, wires);
        }
        let dots = if self.is_watched_by_guns() {
            self.show_to_guns(dots)
        } else {
            dots
        };
        if rendering && self.begins_line(dots, wires) {
            self.render_line(wires);
        } else if rendering {
            let stage = stage_end(self.dot) - self.dot;
            self.render::<ACCESS, _, _>(dots.min(u32::from(stage)) as u16, wires);
        } else {
            let stage = blank_end(self.dot) - self.dot;
            self.blank::<ACCESS, _, _>(dots.min(u32::from(stage)) as u16, wires);
        }
        if self.dot >= LINE_DOTS {
            self.next_line(wires);
        }
    }

    /// What happens at dot 1 of any line, before its pixel.
    fn begin_line(&mut self) {
        self.change_status();
        if self.scanline < VISIBLE_LINES {
            self.units.begin_line();
        }
        if self.rendering() {
            self.oam.secondary_address = 0;
        }
    }

    /// Rendering starts or stops before the next dot. Where it stops, the secondary address
    /// freezes; where it starts with two OAM rows selected, one is copied over the other
    /// (not on the 2C07 and before the 2C02E). A dot that goes on with the row of OAMADDR selects no other one:
    /// sprite_overflow 5.Emulator starts there and keeps its sprites.
    ///
    /// NESdev: PPU registers ($2003). AccuracyCoin: OAM Corruption
    fn switch_rendering<V: VideoBus, O: Observer>(
        &mut self,
        rendering: bool,
        wires: &mut Wires<V, O>,
    ) {
        self.was_rendering = rendering;
        if rendering {
            self.oam.access_all_rows(self.clock);
            let copies = self.region != Region::Pal && self.revision.copies_rows();
            if copies && !addresses_primary(self.dot) {
                self.oam.copy_row();
            }
            return;
        }
        if (EVALUATION_DOT + 1..=SPRITE_FETCH_DOT).contains(&self.dot) {
            // A partly copied sprite counts as a whole one.
            self.oam.secondary_address = (self.oam.secondary_address + 3) & 0x1C;
        }
        self.oam.refresh_all_rows(self.clock);
        self.show_scroll(wires);
    }

    fn next_line<V: VideoBus, O: Observer>(&mut self, wires: &mut Wires<V, O>) {
        self.dot = 0;
        self.scanline += 1;
        if self.scanline == VISIBLE_LINES {
            wires.frame.complete = self.frame + 1;
        }
        if self.scanline == self.region.timing().scanlines {
            self.scanline = 0;
            self.frame += 1;
            self.odd = !self.odd;
        }
    }
}
