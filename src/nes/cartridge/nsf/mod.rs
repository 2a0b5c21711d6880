//! Music files: NSF, NSF2 and NSFe, as far as they are no program.
//!
//! ```text
//! 00 "NESM\x1A"  05 version  06 songs  07 first song  08 load  0A init  0C play
//! 0E title  2E artist  4E copyright (32 bytes each, ended by zero)
//! 6E PLAY period, NTSC  70 banks (8)  78 PLAY period, PAL  7A region  7B chips
//! 7C NSF2 flags  7D bytes of the program (3), 0 is all; chunks of NSFe may follow it
//! ```
//!
//! Whatever the file, the program lies in 4 KiB banks: `lead` bytes that are not in the file
//! come before its first byte, and [`Nsf::banks`] says which bank starts in which window.
//!
//! NESdev: NSF; NSF2; NSFe

mod chunks;

use super::RomError;
use crate::nes::region::Region;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The first bytes of an NSF file.
pub const NSF_MAGIC: &[u8] = b"NESM\x1A";
/// The first bytes of an NSFe file.
pub const NSFE_MAGIC: &[u8] = b"NSFE";
/// Bytes of a bank.
pub const BANK: usize = 0x1000;
/// Windows for banks: `$6000`, `$7000`, and so on to `$F000`.
pub const WINDOWS: usize = 10;
/// The register is eight bits wide, so farther banks can not be reached.
const BANKS: usize = 256;

const HEADER: usize = 0x80;
const ROM_START: u16 = 0x8000;
/// Where the RAM that takes the place of ROM begins in a disk system.
const DISK_START: u16 = 0x6000;

/// Periods in microseconds when the header has none: close to the frame rates.
const PERIODS: [u16; 3] = [16_639, 19_997, 19_997];

const IRQ: u8 = 0x10;
const INIT_STAYS: u8 = 0x20;
const NO_PLAY: u8 = 0x40;
const MANDATORY_METADATA: u8 = 0x80;

/// Sound chips a file asks for: one bit each, as in header byte `$7B`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SoundChips(pub u8);

impl SoundChips {
    /// Konami VRC6.
    pub const VRC6: u8 = 0x01;
    /// Konami VRC7.
    pub const VRC7: u8 = 0x02;
    /// Famicom Disk System.
    pub const FDS: u8 = 0x04;
    /// Nintendo MMC5.
    pub const MMC5: u8 = 0x08;
    /// Namco 163.
    pub const N163: u8 = 0x10;
    /// Sunsoft 5B.
    pub const S5B: u8 = 0x20;
    const NAMES: [&'static str; 6] = ["VRC6", "VRC7", "FDS", "MMC5", "Namco 163", "Sunsoft 5B"];

    /// Whether the file asks for a chip.
    pub fn has(self, chip: u8) -> bool {
        self.0 & chip != 0
    }

    /// Their names, in the order of the bits.
    pub fn names(self) -> Vec<&'static str> {
        let chips = Self::NAMES.iter().enumerate();
        chips
            .filter(|(bit, _)| self.0 >> bit & 1 != 0)
            .map(|(_, name)| *name)
            .collect()
    }
}

/// A song's own data, where the file has any.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Song {
    /// Its title.
    pub label: Option<String>,
    /// Its length in milliseconds.
    pub milliseconds: Option<u32>,
}

/// What a music file says about itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nsf {
    /// `NSF`, `NSF2` or `NSFe`.
    pub format: &'static str,
    /// Title of the collection; empty when unknown.
    pub title: String,
    /// Who wrote the music.
    pub artist: String,
    /// Who holds the copyright.
    pub copyright: String,
    /// Number of songs, 1 to 255.
    pub songs: u8,
    /// The song to begin with, counted from 1.
    pub first_song: u8,
    /// Where the program is loaded.
    pub load: u16,
    /// The routine that prepares a song.
    pub init: u16,
    /// The routine that is called again and again.
    pub play: u16,
    /// Microseconds between two calls of PLAY: NTSC, PAL, Dendy.
    pub periods: [u16; 3],
    /// The system it was made for.
    pub region: Region,
    /// Whether it suits both NTSC and PAL.
    pub both_regions: bool,
    /// Expansion sound.
    pub chips: SoundChips,
    /// Whether the program may use interrupts and the timer at `$401B`.
    pub irq: bool,
    /// Whether INIT is called a second time and may stay there.
    pub init_stays: bool,
    /// Whether PLAY is never called.
    pub no_play: bool,
    /// Whether `$5FF6-$5FFF` switch banks.
    pub banked: bool,
    /// Bank in each window at the start of a song; `None` is open.
    pub banks: [Option<u8>; WINDOWS],
    /// Where the program lies in the file.
    pub program: Range<usize>,
    /// Bytes before the program in its first bank.
    pub lead: usize,
    /// Data of single songs, from the first on; may be shorter than the number of songs.
    pub list: Vec<Song>,
}

impl Nsf {
    /// Whether a file is one of music.
    pub fn is_music(file: &[u8]) -> bool {
        file.starts_with(NSF_MAGIC) || file.starts_with(NSFE_MAGIC)
    }

    /// Reads the header or the chunks of a music file.
    ///
    /// # Errors
    /// `truncated`, `bad_header`, and `unsupported_file` for what the program needs and this
    /// player has not.
    pub fn parse(file: &[u8], warnings: &mut Vec<String>) -> Result<Nsf, RomError> {
        let mut nsf = match file.starts_with(NSFE_MAGIC) {
            true => chunks::file(file, warnings)?,
            false => header(file, warnings)?,
        };
        nsf.check(warnings);
        nsf.place(warnings)?;
        Ok(nsf)
    }

    /// Number of banks there are: as the program needs, or all windows.
    pub fn bank_count(&self) -> usize {
        match self.banked {
            true => (self.lead + self.program.len()).div_ceil(BANK).min(BANKS),
            false => self.banks.iter().flatten().count(),
        }
    }

    /// The period of PLAY in a region, in microseconds, never 0.
    pub fn period(&self, region: Region) -> u16 {
        self.periods[region as usize]
    }

    /// Whether the program sees vectors of the player at `$FFFA-$FFFD` and RAM at `$FFFE`.
    pub fn own_vectors(&self) -> bool {
        self.irq || self.init_stays
    }

    fn set_flags(&mut self, flags: u8) {
        self.irq = flags & IRQ != 0;
        self.init_stays = flags & INIT_STAYS != 0;
        self.no_play = flags & NO_PLAY != 0;
    }

    /// Repairs what has an obvious meaning.
    fn check(&mut self, warnings: &mut Vec<String>) {
        if self.songs == 0 {
            warnings.push("the header counts no songs; one is taken".to_owned());
            self.songs = 1;
        }
        if !(1..=self.songs).contains(&self.first_song) {
            let first = self.first_song;
            warnings.push(format!("the first song is number {first}; 1 is taken"));
            self.first_song = 1;
        }
        for (period, usual) in self.periods.iter_mut().zip(PERIODS) {
            if *period == 0 {
                *period = usual;
            }
        }
        if self.chips.0 & 0xC0 != 0 {
            warnings.push(format!("unknown sound chips ${:02X}", self.chips.0 & 0xC0));
        }
        self.list.truncate(usize::from(self.songs));
    }

    /// Finds where the banks lie, and which stand at the start.
    fn place(&mut self, warnings: &mut Vec<String>) -> Result<(), RomError> {
        let disk = self.chips.has(SoundChips::FDS);
        let start = if disk { DISK_START } else { ROM_START };
        if self.load < start && !self.banked {
            return Err(RomError::BadHeader(format!(
                "load address ${:04X} is below ${start:04X}",
                self.load
            )));
        }
        self.lead = match self.banked {
            true => usize::from(self.load) % BANK,
            false => usize::from(self.load - start),
        };
        let room = match self.banked {
            true => BANKS * BANK - self.lead,
            false => 0x1_0000 - usize::from(self.load),
        };
        if self.program.len() > room {
            let lost = self.program.len() - room;
            warnings.push(format!("{lost} bytes of the program lie beyond its banks"));
            self.program.end = self.program.start + room;
        }
        if self.banked {
            if !disk {
                self.banks[..2].fill(None);
            }
        } else {
            let window = usize::from(start - DISK_START) / BANK;
            self.banks = [None; WINDOWS];
            for (bank, place) in (0..).zip(&mut self.banks[window..]) {
                *place = Some(bank);
            }
        }
        Ok(())
    }
}

/// Banks in the order of the windows: the header has `$8000` first, and its last two bytes
/// count for `$6000` and `$7000` as well.
fn banks(bytes: [u8; 8]) -> [Option<u8>; WINDOWS] {
    let [a, b, c, d, e, f, g, h] = bytes;
    [g, h, a, b, c, d, e, f, g, h].map(Some)
}

fn header(file: &[u8], warnings: &mut Vec<String>) -> Result<Nsf, RomError> {
    let Some(bytes) = file.first_chunk::<HEADER>() else {
        return Err(truncated(HEADER, file.len()));
    };
    let word = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
    let version = bytes[5];
    if version > 2 {
        warnings.push(format!("NSF version {version}; read as version 2"));
    }
    let flags = if version >= 2 { bytes[0x7C] } else { 0 };
    let length = usize::from(bytes[0x7D]) | usize::from(bytes[0x7E]) << 8;
    let length = length | usize::from(bytes[0x7F]) << 16;
    let end = match length {
        0 => file.len(),
        length if length <= file.len() - HEADER => HEADER + length,
        length => return Err(truncated(HEADER + length, file.len())),
    };
    if end == HEADER {
        return Err(truncated(HEADER + 1, file.len()));
    }
    let switched: [u8; 8] = std::array::from_fn(|i| bytes[0x70 + i]);
    let mut nsf = Nsf {
        format: if version >= 2 { "NSF2" } else { "NSF" },
        title: text(&bytes[0x0E..0x2E]),
        artist: text(&bytes[0x2E..0x4E]),
        copyright: text(&bytes[0x4E..0x6E]),
        songs: bytes[6],
        first_song: bytes[7],
        load: word(0x08),
        init: word(0x0A),
        play: word(0x0C),
        periods: [word(0x6E), word(0x78), word(0x78)],
        region: region(bytes[0x7A]),
        both_regions: bytes[0x7A] & 2 != 0,
        chips: SoundChips(bytes[0x7B]),
        irq: false,
        init_stays: false,
        no_play: false,
        banked: switched != [0; 8],
        banks: banks(switched),
        program: HEADER..end,
        lead: 0,
        list: Vec::new(),
    };
    nsf.set_flags(flags);
    if end < file.len() {
        let must = flags & MANDATORY_METADATA != 0;
        chunks::appended(&mut nsf, file, end, must, warnings)?;
    }
    Ok(nsf)
}

fn region(byte: u8) -> Region {
    match byte & 3 {
        1 => Region::Pal,
        _ => Region::Ntsc,
    }
}

fn truncated(expected: usize, found: usize) -> RomError {
    RomError::Truncated {
        expected: expected as u64,
        found: found as u64,
    }
}

/// Text up to a zero byte, UTF-8 or one character a byte; control characters are dropped.
fn text(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|&byte| byte == 0);
    let bytes = &bytes[..end.unwrap_or(bytes.len())];
    let decoded = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    };
    decoded.chars().filter(|char| !char.is_control()).collect()
}
