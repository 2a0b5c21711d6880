//! A PPU on flat video memory, with register accesses at chosen dots.

use nescope::nes::observer::Silent;
use nescope::nes::options::PowerOptions;
use nescope::nes::ppu::{Frame, Ppu, VideoBus};
use nescope::nes::region::Region;

/// 16 KiB of memory; remembers what was read and which addresses appeared.
#[derive(Clone)]
pub struct Flat {
    pub memory: Vec<u8>,
    pub reads: Vec<(u64, u16)>,
    pub addresses: Vec<(u64, u16)>,
    pub watches: bool,
    pub hears: bool,
}

impl VideoBus for Flat {
    fn read(&mut self, address: u16, clock: u64) -> u8 {
        self.reads.push((clock, address));
        self.memory[usize::from(address)]
    }

    fn write(&mut self, address: u16, value: u8, _clock: u64) {
        self.memory[usize::from(address)] = value;
    }

    fn address(&mut self, address: u16, clock: u64) {
        self.addresses.push((clock, address));
    }

    fn watched_lines(&self) -> u16 {
        if self.watches { 0x3FFF } else { 0 }
    }

    fn hears_reads(&self) -> bool {
        self.hears
    }

    fn peek(&self, address: u16) -> u8 {
        self.memory[usize::from(address)]
    }
}

/// The PPU, past the first vblank so that all registers work.
#[derive(Clone)]
pub struct Rig {
    pub ppu: Ppu,
    pub video: Flat,
    pub frame: Frame,
    region: Region,
}

impl Rig {
    pub fn ntsc() -> Rig {
        Rig::new(Region::Ntsc, PowerOptions::default())
    }

    pub fn aligned(alignment: u8) -> Rig {
        Rig::new(
            Region::Ntsc,
            PowerOptions {
                alignment,
                ..PowerOptions::default()
            },
        )
    }

    pub fn new(region: Region, options: PowerOptions) -> Rig {
        let mut rig = Rig {
            ppu: Ppu::new(region, &options),
            video: Flat {
                memory: vec![0; 0x4000],
                reads: Vec::new(),
                addresses: Vec::new(),
                watches: false,
                hears: true,
            },
            frame: Frame::new(),
            region,
        };
        rig.next_frame();
        rig
    }

    /// Runs dot by dot until (line, dot) is next, at least one dot.
    pub fn goto(&mut self, line: u16, dot: u16) {
        loop {
            self.run_to(self.ppu.clock() + 1);
            if (self.ppu.scanline(), self.ppu.dot()) == (line, dot) {
                return;
            }
        }
    }

    pub fn next_frame(&mut self) {
        let frame = self.ppu.frame();
        while self.ppu.frame() == frame {
            self.run_to(self.ppu.clock() + 1);
        }
    }

    pub fn run_to(&mut self, clock: u64) {
        self.ppu
            .advance(clock, &mut self.video, &mut self.frame, &mut Silent);
    }

    /// Writes in the cycle that starts with the next dot; with alignment n, n clocks before.
    pub fn write(&mut self, register: u16, value: u8) {
        let start = self.cycle_start();
        self.write_at(register, value, start);
    }

    pub fn write_at(&mut self, register: u16, value: u8, start: u64) {
        let (video, frame) = (&mut self.video, &mut self.frame);
        self.ppu
            .write(register, value, value, start, video, frame, &mut Silent);
    }

    /// Reads in the cycle that starts with the next dot.
    pub fn read(&mut self, register: u16) -> u8 {
        let start = self.cycle_start();
        self.read_at(register, start)
    }

    pub fn read_at(&mut self, register: u16, start: u64) -> u8 {
        self.ppu.read(
            register,
            start,
            &mut self.video,
            &mut self.frame,
            &mut Silent,
        )
    }

    fn cycle_start(&self) -> u64 {
        let divider = self.region.timing().dot_divider;
        self.ppu.clock() / divider * divider
    }

    /// Lets the last access finish.
    pub fn settle(&mut self) {
        self.run_to(self.ppu.clock() + 40);
    }

    /// Sets v while not rendering.
    pub fn address(&mut self, address: u16) {
        self.write(6, (address >> 8) as u8);
        self.write(6, address as u8);
        self.settle();
    }

    /// Writes through `$2007`.
    pub fn store(&mut self, address: u16, bytes: &[u8]) {
        self.address(address);
        for byte in bytes {
            self.write(7, *byte);
            self.settle();
        }
    }

    /// Fills OAM from address 0.
    pub fn sprites(&mut self, bytes: &[u8]) {
        self.write(3, 0);
        for byte in bytes {
            self.write(4, *byte);
            self.settle();
        }
        self.write(3, 0);
    }

    /// All tiles of both pattern tables solid color 1, no sprites, screen at (0, 0).
    pub fn solid(&mut self) {
        for tile in 0..512 {
            self.video.memory[tile * 16..tile * 16 + 8].fill(0xFF);
        }
        self.sprites(&[0xFF; 256]);
        self.address(0);
    }

    pub fn pixel(&self, line: usize, column: usize) -> u16 {
        self.frame.pixels[line * 256 + column]
    }
}
