//! The cartridge: a board over its memory, as the CPU and the PPU see it.
//!
//! `header` reads the file header, `rom` takes the file apart; the chips on the board
//! live in `nes::boards`. Work RAM and CIRAM are in the same RAM arena, so that one page
//! table answers the whole CPU space and one the whole PPU space.
//!
//! NESdev: Cartridge connector

mod header;
mod music;
mod nsf;
mod rom;

pub use header::{HEADER_BYTES, Header, TRAINER_BYTES};
pub use nsf::{BANK, Nsf, Song, SoundChips, WINDOWS};
pub use rom::Rom;

pub use super::ppu::VideoBus;

use super::{
    apu::{NEVER, Sound},
    boards::{self, Board, BoardLogic, NsfPlayer},
    memory::{Memory, Page, Pages},
    options::PowerOptions,
    region,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use thiserror::Error;

/// Why a file is not a cartridge this machine can run.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RomError {
    /// The file does not start with `NES<EOF>` and is of no other known kind.
    #[error("not an NES ROM: the file does not start with \"NES\" and $1A")]
    NotNes,
    /// The file is of a known kind that can not be run.
    #[error("{0} can not be run")]
    UnsupportedFile(&'static str),
    /// The file ends before what the header promises.
    #[error("file truncated: the header promises {expected} bytes, the file has {found}")]
    Truncated {
        /// Bytes the header asks for.
        expected: u64,
        /// Bytes of the file.
        found: u64,
    },
    /// The header contradicts itself or names impossible sizes.
    #[error("bad header: {0}")]
    BadHeader(String),
    /// No board for this mapper.
    #[error(
        "mapper {mapper} submapper {submapper} is not supported; supported mappers: {}",
        boards::table::mappers()
    )]
    UnsupportedBoard {
        /// iNES mapper number.
        mapper: u16,
        /// NES 2.0 submapper.
        submapper: u8,
    },
    /// A music file has no such song.
    #[error("there is no song {song}: the file has {songs}")]
    NoSuchSong {
        /// The number asked for.
        song: u8,
        /// Songs of the file.
        songs: u8,
    },
    /// A saved cartridge does not fit this one.
    #[error("the saved cartridge does not fit this one: {0}")]
    StateMismatch(&'static str),
}

impl RomError {
    /// The stable code of the error.
    pub fn code(&self) -> &'static str {
        match self {
            RomError::NotNes => "not_nes",
            RomError::UnsupportedFile(_) => "unsupported_file",
            RomError::Truncated { .. } => "truncated",
            RomError::BadHeader(_) => "bad_header",
            RomError::UnsupportedBoard { .. } => "unsupported_board",
            RomError::NoSuchSong { .. } => "no_such_song",
            RomError::StateMismatch(_) => "state_mismatch",
        }
    }
}

/// Names the kind of a file that is no iNES image.
fn foreign_file(file: &[u8]) -> RomError {
    const KINDS: [(&[u8], &str); 4] = [
        (b"FDS\x1A", "a Famicom Disk System image (.fds)"),
        (b"\x01*NINTENDO-HVC*", "a Famicom Disk System image (.fds)"),
        (b"UNIF", "a UNIF image (.unf)"),
        (b"PK\x03\x04", "a zip archive"),
    ];
    let kind = KINDS.iter().find(|(magic, _)| file.starts_with(magic));
    kind.map_or(RomError::NotNes, |(_, name)| {
        RomError::UnsupportedFile(name)
    })
}

/// A board with its memory. The clone is flat; ROM is shared.
#[derive(Clone, Debug)]
pub struct Cartridge {
    /// The chips' registers.
    pub board: Board,
    /// The arenas and page tables of both address spaces.
    pub memory: Memory,
    /// The file this came from.
    pub rom: Arc<Rom>,
    watches_fetches: bool,
    runs: bool,
    snoops: bool,
}

/// The saved part of a cartridge: registers and the RAM arena (work RAM and CIRAM included).
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CartridgeState {
    /// The chips' registers.
    pub board: Board,
    /// The RAM arena.
    pub ram: Vec<u8>,
}

impl Cartridge {
    /// The cartridge at power-on in a console of `region`.
    ///
    /// # Errors
    /// `unsupported_board` names the mapper; `no_such_song` for a music file.
    pub fn power_on(
        rom: &Arc<Rom>,
        options: &PowerOptions,
        region: region::Region,
    ) -> Result<Cartridge, RomError> {
        let board = match &rom.nsf {
            Some(nsf) => player(nsf, options, region)?,
            None => boards::new(&rom.header, options, region)?,
        };
        let mut memory = Memory::power_on(Arc::clone(&rom.bytes), rom.layout, options);
        load_trainer(&mut memory, rom);
        let mut cartridge = Cartridge {
            watches_fetches: board.watches_fetches(),
            runs: board.runs(),
            snoops: board.snoops(),
            board,
            memory,
            rom: Arc::clone(rom),
        };
        cartridge.map();
        Ok(cartridge)
    }

    /// A CPU read of `$4018-$FFFF`; `None` when nothing drives the bus.
    pub fn cpu_read(&mut self, address: u16) -> Option<u8> {
        match self.memory.cpu_page(address) {
            Page::Registers => {
                let value = self.board.read(address, &self.memory);
                if self.board.read_remaps() {
                    self.map();
                }
                value
            }
            _ => self.memory.cpu_read(address),
        }
    }

    /// What [`Cartridge::cpu_read`] would give, without its effects.
    pub fn cpu_peek(&self, address: u16) -> Option<u8> {
        match self.memory.cpu_page(address) {
            Page::Registers => self.board.peek(address, &self.memory),
            _ => self.memory.cpu_read(address),
        }
    }

    /// A CPU write of `$4018-$FFFF` in CPU cycle `cycle`: to RAM, to the board, or both.
    pub fn cpu_write(&mut self, address: u16, value: u8, cycle: u64) {
        self.memory.cpu_write(address, value);
        let mut value = value;
        if address >= 0x8000 && self.board.bus_conflicts() {
            value &= self.memory.cpu_read(address).unwrap_or(0xFF);
        }
        if self.board.write(address, value, cycle, &mut self.memory) {
            self.map();
        }
    }

    /// Whether the board has a chip that runs by itself.
    #[inline]
    pub fn runs(&self) -> bool {
        self.runs
    }

    /// Runs the board's own chips up to and including CPU cycle `cycle`.
    pub fn run(&mut self, cycle: u64, sound: &mut Sound) {
        self.board.run(cycle, sound);
    }

    /// Tells a board that watches them of a write to the PPU's registers.
    #[inline]
    pub fn snoop(&mut self, address: u16, value: u8) {
        if self.snoops && self.board.snoop(address, value) {
            self.map();
        }
    }

    /// Whether the board pulls the IRQ line, as of the cycle run to.
    pub fn irq(&self) -> bool {
        self.board.irq()
    }

    /// Whether the board pulls /NMI, as of the cycle run to.
    #[inline]
    pub fn nmi(&self) -> bool {
        self.runs && self.board.nmi()
    }

    /// Earliest CPU cycle at which a chip that runs by itself could pull a line.
    #[inline]
    pub fn irq_cycle(&self) -> u64 {
        if self.runs {
            self.board.irq_cycle()
        } else {
            NEVER
        }
    }

    /// Earliest master clock, `now` or later, at which PPU bus activity could change the IRQ
    /// line or what the CPU reads; `u64::MAX` when it can not. `now` is how far the PPU is.
    pub fn horizon(&self, now: u64) -> u64 {
        self.board.horizon(now)
    }

    /// The byte at a PPU address below `$3F00`, without side effects. An open bus still holds
    /// the low address byte, because the PPU's address and data lines are the same pins.
    ///
    /// NESdev: PPU pinout; Open bus behavior
    pub fn ppu_peek(&self, address: u16) -> u8 {
        let value = match self.memory.ppu_page(address) {
            Page::Registers => self.board.video_peek(address, &self.memory),
            _ => self.memory.ppu_read(address),
        };
        value.unwrap_or(address as u8)
    }

    /// The console's reset button.
    pub fn reset(&mut self) {
        self.board.reset();
        self.map();
    }

    /// Battery-backed RAM, if any: the cartridge's, then that inside its chips.
    pub fn battery(&self) -> Option<Vec<u8>> {
        let region = self.memory.layout.battery_ram;
        let bytes = [&self.memory.ram[region.range()], self.board.battery()].concat();
        (!bytes.is_empty()).then_some(bytes)
    }

    /// The saved part.
    pub fn state(&self) -> CartridgeState {
        CartridgeState {
            board: self.board.clone(),
            ram: self.memory.ram.clone(),
        }
    }

    /// Takes a saved part back. Nothing is changed when it does not fit.
    ///
    /// # Errors
    /// `state_mismatch` when it is of another board or has another amount of RAM.
    pub fn load(&mut self, state: CartridgeState) -> Result<(), RomError> {
        if !state.board.can_follow(&self.board) {
            return Err(RomError::StateMismatch("another board"));
        }
        if state.ram.len() != self.memory.ram.len() {
            return Err(RomError::StateMismatch("another amount of RAM"));
        }
        self.board = state.board;
        self.memory.ram = state.ram;
        self.map();
        Ok(())
    }

    /// A PPU read that memory alone does not answer, or that the board hears of.
    #[inline(never)]
    fn read_by_board(&mut self, address: u16, memory: Option<u8>, clock: u64) -> u8 {
        let value = match self.memory.ppu_page(address) {
            Page::Registers => self.board.video_read(address, &self.memory),
            _ => memory,
        };
        // An open bus still holds the low address byte.
        let value = value.unwrap_or(address as u8);
        if self.watches_fetches && self.board.fetched(address, clock) {
            self.map();
        }
        value
    }

    /// Rebuilds the page tables from the board's registers.
    pub fn map(&mut self) {
        let mut pages = Pages::console(&self.memory.layout);
        self.board.map(&self.memory.layout, &mut pages);
        self.memory.pages = pages;
    }
}

impl VideoBus for Cartridge {
    #[inline(always)]
    fn page(&self, address: u16) -> Page {
        self.memory.ppu_page(address)
    }

    #[inline(always)]
    fn read(&mut self, address: u16, clock: u64) -> u8 {
        match self.memory.ppu_read(address) {
            Some(value) if !self.watches_fetches => value,
            value => self.read_by_board(address, value, clock),
        }
    }

    fn write(&mut self, address: u16, value: u8, _clock: u64) {
        match self.memory.ppu_page(address) {
            Page::Registers => self.board.video_write(address, value, &mut self.memory),
            _ => self.memory.ppu_write(address, value),
        }
    }

    fn address(&mut self, address: u16, clock: u64) {
        if self.board.video_address(address, clock) {
            self.map();
        }
    }

    fn watched_lines(&self) -> u16 {
        self.board.watched_lines()
    }

    #[inline(always)]
    fn hears_reads(&self) -> bool {
        self.watches_fetches
    }

    fn peek(&self, address: u16) -> u8 {
        self.ppu_peek(address)
    }
}

/// The player of a music file, with the song of the options or the file's first.
fn player(nsf: &Nsf, options: &PowerOptions, region: region::Region) -> Result<Board, RomError> {
    let song = options.song.unwrap_or(nsf.first_song);
    let songs = nsf.songs;
    if !(1..=songs).contains(&song) {
        return Err(RomError::NoSuchSong { song, songs });
    }
    Ok(Board::Nsf(Box::new(NsfPlayer::new(nsf, song, region))))
}

/// Where a trainer goes.
const TRAINER_ADDRESS: usize = 0x7000;

/// Copies the trainer into the RAM that the first bank shows at `$7000`.
fn load_trainer(memory: &mut Memory, rom: &Rom) {
    let offset = TRAINER_ADDRESS - 0x6000;
    let ram = &mut memory.ram[rom.layout.prg_ram.range()];
    if let Some(trainer) = rom.trainer()
        && let Some(place) = ram.get_mut(offset..offset + TRAINER_BYTES)
    {
        place.copy_from_slice(trainer);
    }
}
