//! Boards: the chips on a cartridge that choose which memory answers where.
//!
//! A board is its registers plus [`BoardLogic::map`], a pure function from registers to
//! pages. Ordinary reads and RAM writes never ask it. `table` has one row per board;
//! the files lie in folders by vendor and are named for chips or board families.
//!
//! NESdev: Mapper; List of mappers

mod ave;
mod codemasters;
mod color_dreams;
mod homebrew;
mod irem;
pub mod konami;
pub mod namco;
mod nintendo;
mod nsf;
pub mod sunsoft;
pub mod table;

use super::{
    apu::{NEVER, Sound},
    cartridge::{Header, RomError},
    memory::{Layout, Memory, Pages},
    options::PowerOptions,
    region::Region,
};
pub use nsf::{NsfPlayer, UNEXPECTED};
use serde::{Deserialize, Serialize};

/// What a board is built from.
#[derive(Clone, Copy, Debug)]
pub struct Setup<'a> {
    /// The file header.
    pub header: Header,
    /// The power-on options, chip revisions among them.
    pub options: &'a PowerOptions,
    /// Master clocks of one CPU cycle, for chips that watch M2.
    pub cpu_divider: u64,
}

/// What a board's chips do. Only `map` has to be written; the rest is for boards that need it.
///
/// Methods that may change the mapping return whether they did; then `map` is called.
pub trait BoardLogic {
    /// Publishes pages for the registers as they are, over a table that has only the console.
    fn map(&self, layout: &Layout, pages: &mut Pages);

    /// A CPU write to `$4018-$FFFF` in CPU cycle `cycle`, bus conflict applied. RAM pages
    /// have taken it already; `memory` is for boards with [`Page::Registers`] of their own.
    ///
    /// [`Page::Registers`]: super::memory::Page::Registers
    fn write(&mut self, _address: u16, _value: u8, _cycle: u64, _memory: &mut Memory) -> bool {
        false
    }

    /// Whether ROM drives the bus together with the CPU on writes to `$8000-$FFFF`.
    fn bus_conflicts(&self) -> bool {
        false
    }

    /// A CPU read from a page published as registers; `None` is open bus.
    fn read(&mut self, address: u16, memory: &Memory) -> Option<u8> {
        self.peek(address, memory)
    }

    /// What [`BoardLogic::read`] would give, without its effects.
    fn peek(&self, _address: u16, _memory: &Memory) -> Option<u8> {
        None
    }

    /// Whether the read just made changed the mapping; asked once after each.
    fn read_remaps(&mut self) -> bool {
        false
    }

    /// Whether a chip runs by itself: counters of CPU cycles, sound. Constant for a board.
    fn runs(&self) -> bool {
        false
    }

    /// Runs everything up to and including CPU cycle `cycle`, as an access in that cycle sees
    /// it; nothing for the past. Levels go to `sound`; the state depends neither on whether
    /// it is enabled nor on how a stretch is cut into calls.
    fn run(&mut self, _cycle: u64, _sound: &mut Sound) {}

    /// Names of the sound channels in the order of their levels.
    fn voices(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether the IRQ line is pulled, as of the cycle run to.
    fn irq(&self) -> bool {
        false
    }

    /// Earliest CPU cycle, later than the one run to, at which a chip that runs by itself
    /// could pull the IRQ line or /NMI.
    fn irq_cycle(&self) -> u64 {
        NEVER
    }

    /// Whether /NMI is pulled from the cartridge, as of the cycle run to.
    fn nmi(&self) -> bool {
        false
    }

    /// Earliest master clock, `now` or later, at which PPU bus activity could pull the IRQ
    /// line or change CPU pages. `now` is the clock up to which the PPU has been advanced.
    fn horizon(&self, _now: u64) -> u64 {
        u64::MAX
    }

    /// The PPU's address lines that `video_address` wants to hear of, one bit each.
    fn watched_lines(&self) -> u16 {
        0
    }

    /// One of the watched lines changed at master clock `clock`; of `address` only those are
    /// to be looked at. What the PPU itself reads must not depend on it.
    fn video_address(&mut self, _address: u16, _clock: u64) -> bool {
        false
    }

    /// Whether `fetched` wants to hear of PPU reads. Constant for a board.
    fn watches_fetches(&self) -> bool {
        false
    }

    /// The PPU has read `address` in the dot of master clock `clock`.
    fn fetched(&mut self, _address: u16, _clock: u64) -> bool {
        false
    }

    /// A PPU read from a page published as registers; `None` is open bus.
    fn video_read(&mut self, address: u16, memory: &Memory) -> Option<u8> {
        self.video_peek(address, memory)
    }

    /// What [`BoardLogic::video_read`] would give, without its effects.
    fn video_peek(&self, _address: u16, _memory: &Memory) -> Option<u8> {
        None
    }

    /// A PPU write to a page published as registers.
    fn video_write(&mut self, _address: u16, _value: u8, _memory: &mut Memory) {}

    /// Whether `snoop` wants to hear of writes to the PPU's registers. Constant for a board.
    fn snoops(&self) -> bool {
        false
    }

    /// The CPU writes to `$2000-$3FFF`, which is not the cartridge's.
    fn snoop(&mut self, _address: u16, _value: u8) -> bool {
        false
    }

    /// Battery-backed RAM inside its chips; an image of it lies behind the cartridge's own RAM
    /// in [`PowerOptions::battery`].
    fn battery(&self) -> &[u8] {
        &[]
    }

    /// The console's reset button; most boards are not connected to it.
    fn reset(&mut self) {}

    /// Whether this board, from a saved state, can be a later state of the `present` one: it
    /// is wired alike and its registers are within their ranges.
    fn can_follow(&self, _present: &Self) -> bool
    where
        Self: Sized,
    {
        true
    }

    /// Whether a loaded state can be one between two CPU cycles, the second of which is
    /// `cycle`: no clock lies so far off that running to it would take long.
    fn can_be_at(&self, _cycle: u64) -> bool {
        true
    }
}

/// Declares [`Board`] and its dispatch to the chip inside.
macro_rules! boards {
    ($($(#[$doc:meta])* $name:ident($chip:ty),)*) => {
        /// The board of a cartridge: its chips' registers.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub enum Board {
            $($(#[$doc])* $name($chip),)*
        }

        impl BoardLogic for Board {
            fn map(&self, layout: &Layout, pages: &mut Pages) {
                match self { $(Board::$name(chip) => chip.map(layout, pages),)* }
            }
            fn write(&mut self, address: u16, value: u8, cycle: u64, memory: &mut Memory) -> bool {
                match self { $(Board::$name(chip) => chip.write(address, value, cycle, memory),)* }
            }
            fn bus_conflicts(&self) -> bool {
                match self { $(Board::$name(chip) => chip.bus_conflicts(),)* }
            }
            fn read(&mut self, address: u16, memory: &Memory) -> Option<u8> {
                match self { $(Board::$name(chip) => chip.read(address, memory),)* }
            }
            fn peek(&self, address: u16, memory: &Memory) -> Option<u8> {
                match self { $(Board::$name(chip) => chip.peek(address, memory),)* }
            }
            fn read_remaps(&mut self) -> bool {
                match self { $(Board::$name(chip) => chip.read_remaps(),)* }
            }
            fn runs(&self) -> bool {
                match self { $(Board::$name(chip) => chip.runs(),)* }
            }
            fn run(&mut self, cycle: u64, sound: &mut Sound) {
                match self { $(Board::$name(chip) => chip.run(cycle, sound),)* }
            }
            fn voices(&self) -> &'static [&'static str] {
                match self { $(Board::$name(chip) => chip.voices(),)* }
            }
            fn irq(&self) -> bool {
                match self { $(Board::$name(chip) => chip.irq(),)* }
            }
            fn irq_cycle(&self) -> u64 {
                match self { $(Board::$name(chip) => chip.irq_cycle(),)* }
            }
            fn nmi(&self) -> bool {
                match self { $(Board::$name(chip) => chip.nmi(),)* }
            }
            fn horizon(&self, now: u64) -> u64 {
                match self { $(Board::$name(chip) => chip.horizon(now),)* }
            }
            fn watched_lines(&self) -> u16 {
                match self { $(Board::$name(chip) => chip.watched_lines(),)* }
            }
            fn video_address(&mut self, address: u16, clock: u64) -> bool {
                match self { $(Board::$name(chip) => chip.video_address(address, clock),)* }
            }
            fn watches_fetches(&self) -> bool {
                match self { $(Board::$name(chip) => chip.watches_fetches(),)* }
            }
            fn fetched(&mut self, address: u16, clock: u64) -> bool {
                match self { $(Board::$name(chip) => chip.fetched(address, clock),)* }
            }
            fn video_read(&mut self, address: u16, memory: &Memory) -> Option<u8> {
                match self { $(Board::$name(chip) => chip.video_read(address, memory),)* }
            }
            fn video_peek(&self, address: u16, memory: &Memory) -> Option<u8> {
                match self { $(Board::$name(chip) => chip.video_peek(address, memory),)* }
            }
            fn video_write(&mut self, address: u16, value: u8, memory: &mut Memory) {
                match self { $(Board::$name(chip) => chip.video_write(address, value, memory),)* }
            }
            fn snoops(&self) -> bool {
                match self { $(Board::$name(chip) => chip.snoops(),)* }
            }
            fn snoop(&mut self, address: u16, value: u8) -> bool {
                match self { $(Board::$name(chip) => chip.snoop(address, value),)* }
            }
            fn battery(&self) -> &[u8] {
                match self { $(Board::$name(chip) => chip.battery(),)* }
            }
            fn reset(&mut self) {
                match self { $(Board::$name(chip) => chip.reset(),)* }
            }
            fn can_follow(&self, present: &Self) -> bool {
                match (self, present) {
                    $((Board::$name(chip), Board::$name(present)) => chip.can_follow(present),)*
                    _ => false,
                }
            }
            fn can_be_at(&self, cycle: u64) -> bool {
                match self { $(Board::$name(chip) => chip.can_be_at(cycle),)* }
            }
        }
    };
}

boards! {
    /// Mapper 0.
    Nrom(nintendo::Nrom),
    /// Mappers 1 and 155.
    Mmc1(nintendo::Mmc1),
    /// Mappers 2 and 180.
    Uxrom(nintendo::Uxrom),
    /// Mapper 3.
    Cnrom(nintendo::Cnrom),
    /// Mappers 4 and 118.
    Mmc3(nintendo::Mmc3),
    /// Mapper 5.
    Mmc5(nintendo::Mmc5),
    /// Mapper 7.
    Axrom(nintendo::Axrom),
    /// Mapper 9.
    Mmc2(nintendo::Mmc2),
    /// Mapper 10.
    Mmc4(nintendo::Mmc4),
    /// Mapper 11.
    ColorDreams(color_dreams::ColorDreams),
    /// Mappers 21, 22, 23 and 25.
    Vrc4(konami::Vrc4),
    /// Mappers 24 and 26.
    Vrc6(konami::Vrc6),
    /// Mapper 19.
    N163(namco::N163),
    /// Mapper 28.
    Action53(homebrew::Action53),
    /// Mapper 34 with CHR RAM.
    Bnrom(nintendo::Bnrom),
    /// Mapper 34 with CHR ROM.
    Nina001(ave::Nina001),
    /// Mapper 66.
    Gxrom(nintendo::Gxrom),
    /// Mapper 69.
    Fme7(sunsoft::Fme7),
    /// Mapper 71.
    Bf9093(codemasters::Bf9093),
    /// Mapper 78.
    Latch78(irem::Latch78),
    /// Mapper 85.
    Vrc7(konami::Vrc7),
    /// Mapper 210.
    Namco340(namco::Namco340),
    /// No mapper: the player of music files.
    Nsf(Box<nsf::NsfPlayer>),
}

/// The board for a header, at power-on.
///
/// # Errors
/// `unsupported_board` names the mapper.
pub fn new(header: &Header, options: &PowerOptions, region: Region) -> Result<Board, RomError> {
    let row = table::find(header.mapper, header.submapper).ok_or(RomError::UnsupportedBoard {
        mapper: header.mapper,
        submapper: header.submapper,
    })?;
    Ok((row.build)(&Setup {
        header: *header,
        options,
        cpu_divider: region.timing().cpu_divider,
    }))
}
