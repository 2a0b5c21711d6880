//! The demo cartridge: the embedded image is its source, and the game plays.

use nescope::{
    debugger::{assembler, demo, symbols::Symbols},
    nes::{
        cartridge::Rom,
        event::{Buttons, Event, Space},
        machine::Machine,
        observer::{Access, Observer, Purpose, Silent},
        options::PowerOptions,
    },
};
use std::sync::Arc;

const A: u8 = 0x01;
const START: u8 = 0x08;
const RIGHT: u8 = 0x80;

fn power_on() -> Machine {
    let rom = Rom::parse(demo::ROM).expect("the demo has a sound header");
    Machine::power_on(Arc::new(rom), PowerOptions::default()).expect("NROM is supported")
}

fn labels() -> Symbols {
    let mut symbols = Symbols::default();
    demo::add_labels(&mut symbols);
    symbols
}

/// A machine with the demo, and its labels.
struct Game {
    machine: Machine,
    labels: Symbols,
}

impl Game {
    fn new() -> Game {
        Game {
            machine: power_on(),
            labels: labels(),
        }
    }

    fn hold(&mut self, buttons: u8) {
        let event = Event::Input {
            port: 1,
            buttons: Buttons(buttons),
        };
        self.machine.apply(&event).expect("a pad is connected");
    }

    fn run(&mut self, frames: u64) {
        let target = self.machine.position().frame + frames;
        assert!(
            self.machine.run_until_frame(target, &mut Silent),
            "the game never jams"
        );
    }

    fn byte(&self, label: &str, offset: u32) -> u8 {
        let (space, address) = self.labels.find(label).expect(label);
        self.machine
            .peek_space(space, address + offset)
            .expect("labels lie in RAM")
    }

    fn score(&self) -> u32 {
        (0..6).fold(0, |score, digit| {
            score * 10 + u32::from(self.byte("score", digit))
        })
    }

    fn start(&mut self) {
        self.run(60);
        self.hold(START);
        self.run(4);
        self.hold(0);
        self.run(30);
    }

    /// Flies toward the nearest star ahead for some frames.
    fn chase_stars(&mut self, frames: u64) {
        for _ in 0..frames {
            let target = (0..4u32)
                .map(|star| {
                    let low = u16::from(self.byte("object_low", star));
                    let x = u16::from(self.byte("object_high", star)) * 256 + low;
                    (x, self.byte("object_y", star))
                })
                .filter(|(x, _)| *x > u16::from(self.byte("player_x", 0)))
                .min()
                .map_or(120, |(_, y)| y);
            let low = self.byte("player_y", 0) > target.saturating_sub(4);
            let pressed = self.byte("pad", 0) & 0x80 != 0;
            self.hold(if low && !pressed { A } else { 0 });
            self.run(1);
        }
        self.hold(0);
    }

    /// Row of the first nametable as text; tiles are ASCII.
    fn text(&self, row: u32) -> String {
        let tiles = (0..32).map(|column| {
            self.machine
                .peek_space(Space::Ppu, 0x2000 + row * 32 + column)
        });
        tiles
            .map(|tile| char::from(tile.expect("nametable")))
            .collect()
    }
}

#[test]
fn the_embedded_image_is_the_assembled_source() {
    let image = assembler::assemble(&demo::source()).expect("the demo assembles");
    if std::env::var_os("NESCOPE_BLESS").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/testing/roms/demo.nes");
        std::fs::write(path, &image.bytes).expect("the image can be written");
        eprintln!("wrote {path}");
        return;
    }
    assert!(
        image.bytes == demo::ROM,
        "testing/roms/demo.nes is stale: NESCOPE_BLESS=1 cargo test --release demo"
    );
}

#[test]
fn the_title_waits_for_start() {
    let mut game = Game::new();
    game.run(60);
    assert!(game.text(8).contains("NIGHT FLIGHT"));
    game.run(600);
    assert_eq!(game.byte("lives", 0), 0);
    game.start();
    assert_eq!((game.byte("lives", 0), game.score()), (3, 0));
    assert!(game.text(2).contains("SCORE 000000"), "{}", game.text(2));
}

#[test]
fn collecting_stars_raises_the_score() {
    let mut game = Game::new();
    game.machine.set_output(false, false);
    game.start();
    game.chase_stars(900);
    assert!(game.score() >= 30, "score {}", game.score());
    let shown = format!("SCORE {:06}", game.score());
    game.run(2);
    assert!(game.text(2).contains(&shown), "{} {shown}", game.text(2));
}

#[test]
fn bats_cost_lives_and_the_game_ends_on_the_title() {
    let mut game = Game::new();
    game.start();
    game.machine.set_output(false, false);
    let mut lives = vec![3];
    for frame in 0..6000 {
        let flap = game.byte("player_y", 0) > 150 && frame % 2 == 0;
        game.hold(RIGHT | if flap { A } else { 0 });
        game.run(1);
        let now = game.byte("lives", 0);
        if now != lives[lives.len() - 1] {
            lives.push(now);
        }
        if now == 0 {
            break;
        }
    }
    assert_eq!(lives, [3, 2, 1, 0]);
    game.hold(0);
    game.run(200);
    assert!(game.text(8).contains("NIGHT FLIGHT"));
}

#[test]
fn start_pauses_and_continues() {
    let mut game = Game::new();
    game.start();
    let tap = |game: &mut Game| {
        game.hold(START);
        game.run(3);
        game.hold(0);
        game.run(3);
    };
    tap(&mut game);
    let before = game.byte("object_low", 0);
    game.run(30);
    assert_eq!(game.byte("object_low", 0), before);
    tap(&mut game);
    game.run(5);
    assert_ne!(game.byte("object_low", 0), before);
}

#[test]
fn the_game_makes_sound() {
    let mut game = Game::new();
    game.start();
    let mut samples = Vec::new();
    game.machine.drain_samples(&mut samples);
    samples.clear();
    game.run(120);
    game.machine.drain_samples(&mut samples);
    let (low, high) = (samples.iter().min(), samples.iter().max());
    assert!(
        high.copied().unwrap_or(0) - low.copied().unwrap_or(0) > 1000,
        "{low:?} {high:?}"
    );
}

/// Watches for reads of RAM that was never written, and for writes to PPUDATA.
struct Manners {
    written: Vec<bool>,
    unwritten_reads: Vec<u16>,
    video_write: bool,
}

impl Observer for Manners {
    fn access(&mut self, access: Access) {
        let cell = usize::from(access.address & 0x07FF);
        let used = !matches!(access.purpose, Purpose::Dummy | Purpose::Halted);
        match (access.address, access.write) {
            (0..0x2000, true) => self.written[cell] = true,
            (0..0x2000, false) if used && !self.written[cell] => {
                self.unwritten_reads.push(access.address);
            }
            (0x2007, true) => self.video_write = true,
            _ => {}
        }
    }
}

/// The demo is what a program should be: it reads no RAM before writing it, and leaves video
/// memory alone while the PPU renders.
#[test]
fn the_game_has_good_manners() {
    let mut game = Game::new();
    game.machine.set_output(false, false);
    let mut manners = Manners {
        written: vec![false; 0x800],
        unwritten_reads: Vec::new(),
        video_write: false,
    };
    for (frame, buttons) in [(40, 0), (60, START), (160, A), (260, RIGHT)] {
        game.hold(buttons);
        while game.machine.position().frame < frame {
            game.machine.step(&mut manners);
            let touched = std::mem::take(&mut manners.video_write);
            assert!(
                !(touched && game.machine.ppu().rendering()),
                "{:?}",
                game.machine.position()
            );
        }
    }
    assert_eq!(manners.unwritten_reads, Vec::<u16>::new());
    assert_eq!(game.byte("lives", 0), 3);
}
