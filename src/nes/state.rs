//! Saved states: versioned tagged sections, derived from the structs themselves.
//!
//! ```text
//! "NESCOPE\0"  format u16   SHA-256 of the ROM file   region u8   CRC-32 of the rest u32
//! then sections: tag 4 bytes, version u16, length u32, postcard bytes
//! ```
//!
//! Numbers are little-endian. Sections come in one fixed order; all must be there. What
//! `map` rebuilds, ROM bytes, the picture and samples are not in a state. A change of a saved
//! struct raises the version of its section.
//!
//! Revisions are part of the chips' structs, so that a state brings those of CPU, PPU and
//! console with it; a board takes no state of another revision of itself.

use super::{
    boards::BoardLogic,
    cartridge::{CartridgeState, Rom},
    digest,
    machine::State,
    region::Region,
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::collections::BTreeMap;
use thiserror::Error;

const MAGIC: &[u8; 8] = b"NESCOPE\0";
const FORMAT: u16 = 1;
const HEADER_BYTES: usize = 8 + 2 + 32 + 1 + 4;
/// Larger states are refused before anything is read.
const LIMIT: usize = 16 << 20;

/// Why bytes are not a state of this machine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StateError {
    /// The bytes do not start like a state.
    #[error("not a nescope state")]
    NotAState,
    /// The bytes end too early.
    #[error("the state is truncated at byte {0}")]
    Truncated(usize),
    /// A version this program does not know.
    #[error("{what} has version {found}, this program knows {expected}")]
    BadVersion {
        /// "the state" or a section's tag.
        what: String,
        /// Version in the bytes.
        found: u16,
        /// Version of this program.
        expected: u16,
    },
    /// The state is of another ROM.
    #[error("the state belongs to another ROM, with SHA-256 {0}")]
    WrongRom(String),
    /// The state is of another region.
    #[error("the state belongs to a machine of another region")]
    WrongRegion,
    /// The contents contradict themselves.
    #[error("the state is corrupt: {0}")]
    Corrupt(String),
}

impl StateError {
    /// The stable code of the error.
    pub fn code(&self) -> &'static str {
        match self {
            StateError::NotAState => "not_a_state",
            StateError::Truncated(_) => "truncated",
            StateError::BadVersion { .. } => "bad_version",
            StateError::WrongRom(_) => "wrong_rom",
            StateError::WrongRegion => "wrong_region",
            StateError::Corrupt(_) => "corrupt",
        }
    }
}

/// A section's name and version.
struct Section {
    tag: &'static [u8; 4],
    version: u16,
}

const fn section(tag: &'static [u8; 4], version: u16) -> Section {
    Section { tag, version }
}

const MACHINE: Section = section(b"MACH", 1);
const CPU: Section = section(b"CPU ", 3);
const WIRES: Section = section(b"WIRE", 1);
const DMA: Section = section(b"DMA ", 1);
const PPU: Section = section(b"PPU ", 4);
const APU: Section = section(b"APU ", 3);
const INPUT: Section = section(b"INPT", 3);
const CARTRIDGE: Section = section(b"CART", 3);

/// What belongs to no chip.
#[derive(Serialize, Deserialize)]
struct Rest {
    instructions: u64,
    patches: BTreeMap<u32, u8>,
}

/// The sections of a saved state as tag and bytes, in their order; none if it is no state.
pub fn sections(state: &[u8]) -> Vec<(String, &[u8])> {
    const TAG_AND_VERSION: usize = 4 + 2;
    let mut rest = state.get(HEADER_BYTES..).unwrap_or_default();
    let mut sections = Vec::new();
    while let Some((head, body)) = rest.split_at_checked(TAG_AND_VERSION + 4) {
        let length = head[TAG_AND_VERSION..].try_into().map(u32::from_le_bytes);
        let Some((bytes, next)) = body.split_at_checked(length.unwrap_or(u32::MAX) as usize) else {
            break;
        };
        let tag = String::from_utf8_lossy(&head[..4]).trim_end().to_owned();
        sections.push((tag, bytes));
        rest = next;
    }
    sections
}

/// Serializes a state.
pub(super) fn save(state: &State, rom: &Rom, region: Region) -> Vec<u8> {
    let bus = &state.bus;
    let rest = Rest {
        instructions: state.instructions,
        patches: state.patches.clone(),
    };
    let mut body = Vec::with_capacity(bus.cartridge.memory.ram.len() + 0x1000);
    put(&mut body, &MACHINE, &rest);
    put(&mut body, &CPU, &state.cpu);
    put(&mut body, &WIRES, &bus.wires);
    put(&mut body, &DMA, &bus.dma);
    put(&mut body, &PPU, &bus.ppu);
    put(&mut body, &APU, &bus.apu);
    put(&mut body, &INPUT, &bus.input);
    put(&mut body, &CARTRIDGE, &bus.cartridge.state());
    let mut bytes = Vec::with_capacity(HEADER_BYTES + body.len());
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&FORMAT.to_le_bytes());
    bytes.extend_from_slice(&rom.sha256);
    bytes.push(region as u8);
    bytes.extend_from_slice(&crc32fast::hash(&body).to_le_bytes());
    bytes.extend_from_slice(&body);
    bytes
}

fn put<T: Serialize>(body: &mut Vec<u8>, section: &Section, value: &T) {
    let bytes = postcard::to_stdvec(value).expect("a chip's state has a serialized form");
    body.extend_from_slice(section.tag);
    body.extend_from_slice(&section.version.to_le_bytes());
    body.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
    body.extend_from_slice(&bytes);
}

/// Replaces `state` by a serialized one of the same ROM and region; leaves it on an error.
pub(super) fn load(
    state: &mut State,
    rom: &Rom,
    region: Region,
    bytes: &[u8],
) -> Result<(), StateError> {
    let mut reader = check_header(rom, region, bytes)?;
    let rest: Rest = reader.take(&MACHINE)?;
    let mut new = state.clone();
    new.cpu = reader.take(&CPU)?;
    new.bus.wires = reader.take(&WIRES)?;
    new.bus.dma = reader.take(&DMA)?;
    new.bus.ppu = reader.take(&PPU)?;
    new.bus.apu = reader.take(&APU)?;
    new.bus.input = reader.take(&INPUT)?;
    new.bus.point_guns();
    let cartridge: CartridgeState = reader.take(&CARTRIDGE)?;
    reader.finish()?;
    new.bus
        .cartridge
        .load(cartridge)
        .map_err(|error| StateError::Corrupt(error.to_string()))?;
    new.instructions = rest.instructions;
    restore_rom(&mut new, rom, rest.patches)?;
    check_chips(&new, region)?;
    *state = new;
    Ok(())
}

/// The ROM of the file with the state's patches, whatever was patched before.
fn restore_rom(state: &mut State, rom: &Rom, patches: BTreeMap<u32, u8>) -> Result<(), StateError> {
    let beyond = patches
        .last_key_value()
        .is_some_and(|(&offset, _)| offset as usize >= rom.bytes.len());
    if beyond {
        return Err(StateError::Corrupt("a ROM patch outside the ROM".into()));
    }
    let memory = &mut state.bus.cartridge.memory;
    memory.rom = rom.bytes.clone();
    for (&offset, &value) in &patches {
        memory.patch_rom(offset, value);
    }
    state.patches = patches;
    Ok(())
}

/// A state with a right checksum may still be none that a machine was in.
fn check_chips(state: &State, region: Region) -> Result<(), StateError> {
    let bus = &state.bus;
    let divider = region.timing().cpu_divider;
    let wires = &bus.wires;
    /// Centuries of emulated time.
    const LAST_CYCLE: u64 = 1 << 56;
    if wires.divider != divider
        || wires.m2_rise != (divider * 3).div_ceil(8)
        || wires.cycle.max(state.instructions) > LAST_CYCLE
    {
        return Err(StateError::Corrupt("impossible clock".into()));
    }
    let chips = [
        ("PPU", bus.ppu.is_possible(region, bus.clock())),
        ("APU", bus.apu.is_possible(wires.cycle)),
        ("controller", bus.input.is_possible()),
        ("board", bus.cartridge.board.can_be_at(wires.cycle)),
        ("DMA", bus.dma.is_possible(wires.cycle)),
    ];
    match chips.iter().find(|(_, possible)| !possible) {
        Some((chip, _)) => Err(StateError::Corrupt(format!("impossible {chip} state"))),
        None => Ok(()),
    }
}

fn check_header<'a>(rom: &Rom, region: Region, bytes: &'a [u8]) -> Result<Reader<'a>, StateError> {
    if bytes.len() > LIMIT {
        return Err(StateError::Corrupt(format!("more than {LIMIT} bytes")));
    }
    if !bytes.starts_with(MAGIC) {
        return Err(StateError::NotAState);
    }
    let mut reader = Reader {
        bytes,
        at: MAGIC.len(),
    };
    expect_version("the state", u16::from_le_bytes(reader.array()?), FORMAT)?;
    let sha256: [u8; 32] = reader.array()?;
    if sha256 != rom.sha256 {
        return Err(StateError::WrongRom(digest::hex(&sha256)));
    }
    if reader.array::<1>()? != [region as u8] {
        return Err(StateError::WrongRegion);
    }
    let crc = u32::from_le_bytes(reader.array()?);
    if crc != crc32fast::hash(&bytes[reader.at..]) {
        return Err(StateError::Corrupt("checksum does not match".into()));
    }
    Ok(reader)
}

fn expect_version(what: &str, found: u16, expected: u16) -> Result<(), StateError> {
    if found == expected {
        return Ok(());
    }
    Err(StateError::BadVersion {
        what: what.to_owned(),
        found,
        expected,
    })
}

/// Takes sections off the front.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn slice(&mut self, length: usize) -> Result<&'a [u8], StateError> {
        let rest = &self.bytes[self.at..];
        let slice = rest
            .get(..length)
            .ok_or(StateError::Truncated(self.bytes.len()))?;
        self.at += length;
        Ok(slice)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], StateError> {
        let slice = self.slice(N)?;
        Ok(slice.try_into().expect("slice gives the length asked for"))
    }

    fn take<T: DeserializeOwned>(&mut self, section: &Section) -> Result<T, StateError> {
        let name = String::from_utf8_lossy(section.tag).trim().to_owned();
        if self.array::<4>()? != *section.tag {
            return Err(StateError::Corrupt(format!("section {name} is missing")));
        }
        let version = u16::from_le_bytes(self.array()?);
        expect_version(&format!("section {name}"), version, section.version)?;
        let length = u32::from_le_bytes(self.array()?) as usize;
        let (value, rest) = postcard::take_from_bytes(self.slice(length)?)
            .map_err(|error| StateError::Corrupt(format!("section {name}: {error}")))?;
        if !rest.is_empty() {
            return Err(StateError::Corrupt(format!("section {name} is too long")));
        }
        Ok(value)
    }

    fn finish(self) -> Result<(), StateError> {
        if self.at != self.bytes.len() {
            return Err(StateError::Corrupt("bytes after the last section".into()));
        }
        Ok(())
    }
}
