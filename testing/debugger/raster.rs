//! Looks at pictures: what a replay finds must be what was shown.

use crate::shared;
use nescope::{
    debugger::{
        demo,
        raster::{
            background::Tile,
            probe::{Pipeline, Place, Sample},
            scroll_lines::ScrollWatch,
            sprite_line::SpriteLineWatch,
        },
    },
    nes::{
        cartridge::Rom,
        event::{Buttons, Event},
        machine::Machine,
        memory::Page,
        observer::{Observer, Silent},
        options::PowerOptions,
        ppu::Ppu,
        region::Region,
    },
};
use std::sync::Arc;

/// Samples every pixel of a frame and checks it on the spot.
struct EveryPixel {
    frame: u64,
    pipeline: Pipeline,
    pixels: Vec<u16>,
    fetched: u32,
    sprites: u32,
}

impl EveryPixel {
    fn new(frame: u64) -> EveryPixel {
        EveryPixel {
            frame,
            pipeline: Pipeline::default(),
            pixels: Vec::new(),
            fetched: 0,
            sprites: 0,
        }
    }

    fn look(&mut self, sample: &Sample) {
        self.pixels.push(sample.pixel);
        let Some(layers) = &sample.layers else {
            return;
        };
        if let Some((tile, column)) = &sample.tile {
            self.fetched += 1;
            let (tile, column): (&Tile, u8) = (tile, *column);
            let bits = tile.palette() << 2 | tile.pattern(column);
            assert_eq!(bits, layers.background, "{:?}", sample.place);
        }
        for (slot, unit) in sample.slots.iter().zip(&layers.units) {
            if unit.pixel() == 0 {
                continue;
            }
            let slot = slot.expect("a unit that puts something out was loaded");
            self.sprites += 1;
            let column = sample.place.x.wrapping_sub(slot.bytes[3]);
            let bit = if slot.bytes[2] & 0x40 == 0 {
                7 - column
            } else {
                column
            };
            let plane = |value: u8| value >> bit & 1;
            let pattern = plane(slot.low.value) | plane(slot.high.value) << 1;
            assert_eq!(pattern, unit.pixel(), "{:?}", sample.place);
        }
    }
}

impl Observer for EveryPixel {
    fn before_dots(&mut self, ppu: &Ppu, end: u16) {
        if ppu.frame() == self.frame && ppu.on_visible_line() {
            for dot in (ppu.dot()..end).filter(|dot| (1..=256).contains(dot)) {
                let place = Place {
                    frame: self.frame,
                    x: (dot - 1) as u8,
                    y: ppu.scanline() as u8,
                };
                let sample = self.pipeline.sample(ppu, place);
                self.look(&sample);
            }
        }
        self.pipeline.dot(ppu);
    }

    fn before_fetch(&mut self, ppu: &Ppu, page: Page) {
        self.pipeline.begin(ppu, page);
    }

    fn video(&mut self, _clock: u64, address: u16, value: u8, write: bool) {
        self.pipeline.end(address, value, write);
    }
}

fn power_on(bytes: &[u8]) -> Machine {
    power_on_in(bytes, None)
}

fn power_on_in(bytes: &[u8], region: Option<Region>) -> Machine {
    let rom = Rom::parse(bytes).expect("the file is a ROM");
    let options = PowerOptions {
        region,
        ..PowerOptions::default()
    };
    Machine::power_on(Arc::new(rom), options).expect("the board is supported")
}

/// A ROM of the corpus, or `None` (said aloud) without it.
fn corpus(path: &str) -> Option<Machine> {
    let path = shared::roms()?.join(path);
    Some(power_on(&std::fs::read(path).expect("the corpus holds it")))
}

fn hold(machine: &mut Machine, buttons: u8) {
    let buttons = Buttons(buttons);
    let event = Event::Input { port: 1, buttons };
    machine.apply(&event).expect("a pad is connected");
}

/// Runs two frames from a machine at a frame's start, looking at every pixel of the second.
fn look_at_every_pixel(machine: &Machine) -> EveryPixel {
    let mut machine = machine.clone();
    let frame = machine.position().frame + 1;
    let mut every = EveryPixel::new(frame);
    machine.run_until_frame(frame, &mut every);
    assert!(every.pixels.is_empty() || machine.position().frame == frame);
    let line = 341 * machine.region().timing().dot_divider;
    let clock = machine.position().clock + 241 * line;
    machine.run_to_clock(clock, &mut every);
    assert_eq!(every.pixels, machine.pixels(), "frame {frame}");
    every
}

fn check_frames(mut machine: Machine, frames: std::ops::Range<u64>, step: usize) -> (u32, u32) {
    let (mut fetched, mut sprites) = (0, 0);
    for frame in frames.step_by(step) {
        machine.run_until_frame(frame, &mut Silent);
        let every = look_at_every_pixel(&machine);
        fetched += every.fetched;
        sprites += every.sprites;
    }
    (fetched, sprites)
}

#[test]
fn every_pixel_of_the_demo_is_what_its_tile_and_sprites_say() {
    let mut machine = power_on(demo::ROM);
    machine.run_until_frame(60, &mut Silent);
    hold(&mut machine, 0x08);
    machine.run_until_frame(64, &mut Silent);
    hold(&mut machine, 0);
    let (fetched, sprites) = check_frames(machine, 65..200, 27);
    assert!(fetched > 200_000 && sprites > 100, "{fetched} {sprites}");
}

#[test]
fn every_pixel_is_right_on_the_other_consoles_too() {
    for region in [Region::Pal, Region::Dendy] {
        let machine = power_on_in(demo::ROM, Some(region));
        let (fetched, _) = check_frames(machine, 70..74, 3);
        assert!(fetched > 60_000, "{region:?} {fetched}");
    }
}

/// Splits by IRQ, by DMC timing and by sprite zero, tall sprites, forced blank, edges.
#[test]
fn every_pixel_of_games_that_split_the_picture_is_what_its_tile_and_sprites_say() {
    let rows = [
        ("games/hello_mmc3.nes", 240..360, 119),
        ("games/novathesquirrel.nes", 500..501, 1),
        ("dpcmletterbox/dpcmletterbox.nes", 100..101, 1),
        ("full_palette/full_palette.nes", 30..31, 1),
        ("games/super-tilt-bro.nes", 400..401, 1),
        ("games/lala.nes", 400..401, 1),
        ("games/thwaite.nes", 400..401, 1),
        ("sprite_hit_2005/03.corners.nes", 20..40, 19),
    ];
    let mut sprites = 0;
    for (path, frames, step) in rows {
        let Some(machine) = corpus(path) else {
            return;
        };
        sprites += check_frames(machine, frames, step).1;
    }
    assert!(sprites > 1000, "{sprites}");
}

fn scroll_of(machine: &Machine) -> ScrollWatch {
    let mut machine = machine.clone();
    let frame = machine.position().frame + 1;
    let mut watch = ScrollWatch::new(frame, machine.region().timing().prerender_scanline);
    machine.run_until_frame(frame + 1, &mut watch);
    assert_eq!(watch.lines().len(), 240);
    watch
}

#[test]
fn the_demo_splits_below_its_status_bar() {
    let mut machine = power_on(demo::ROM);
    machine.run_until_frame(60, &mut Silent);
    hold(&mut machine, 0x08);
    machine.run_until_frame(64, &mut Silent);
    hold(&mut machine, 0x80);
    machine.run_until_frame(150, &mut Silent);
    let spans = scroll_of(&machine).spans();
    let [bar, field] = &spans[..] else {
        panic!("two spans expected: {spans:?}");
    };
    assert_eq!((bar.first, bar.x, bar.scroll_y), (0, 0, 0));
    assert_eq!((field.first, field.last, field.scroll_y), (29, 239, 0));
    assert!(field.x > 0, "the field has scrolled");
    let cause = field.cause.expect("a write caused it");
    assert_eq!(cause.address, 0x2000, "after PPUSCROLL comes PPUCTRL");
}

#[test]
fn a_split_by_irq_shows_the_line_and_the_row_it_goes_on_with() {
    let rows = [
        ("games/hello_mmc3.nes", 240, 145, 3),
        ("dpcmletterbox/dpcmletterbox.nes", 100, 38, 40),
    ];
    for (path, frame, line, row) in rows {
        let Some(mut machine) = corpus(path) else {
            return;
        };
        machine.run_until_frame(frame, &mut Silent);
        let spans = scroll_of(&machine).spans();
        assert_eq!(spans.len(), 2, "{path}");
        assert_eq!((spans[1].first, spans[1].y), (line, row), "{path}");
        assert_eq!(spans[1].cause.map(|write| write.address), Some(0x2006));
    }
}

/// NESdev: PPU sprite evaluation: eight sprites a line, in OAM order.
#[test]
fn the_sprites_of_a_line_are_those_of_the_line_before() {
    let Some(mut machine) = corpus("games/super-tilt-bro.nes") else {
        return;
    };
    machine.run_until_frame(401, &mut Silent);
    let mut watch = SpriteLineWatch::new(402, 200);
    machine.run_until_frame(403, &mut watch);
    let report = watch.report(&machine.cartridge().memory.layout);
    let report = report.expect("the line was drawn");
    assert_eq!(report.evaluated_on, Some(199));
    assert_eq!(report.in_range, [60, 61, 62, 63]);
    let places: Vec<_> = report
        .chosen
        .iter()
        .map(|sprite| (sprite.slot, sprite.i))
        .collect();
    assert_eq!(places, [(0, 60), (1, 61), (2, 62), (3, 63)]);
    let first = &report.chosen[0];
    assert_eq!(
        &report.secondary[..4],
        [first.y, first.tile, first.attributes, first.x]
    );
    assert_eq!((report.overflow, report.overflow_missed), (None, false));
}
