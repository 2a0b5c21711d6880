//! Power-on options: everything the machine's first state depends on besides the ROM.
//!
//! NESdev: CPU power up state; PPU power up state

use super::region::Region;
use serde::{Deserialize, Serialize};

/// How work RAM is filled at power-on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RamPattern {
    /// All bytes `$00`.
    Zeros,
    /// All bytes `$FF`.
    Ones,
    /// A deterministic pseudo-random stream from the seed.
    Random,
    /// Four bytes `$00`, four bytes `$FF`, and so on.
    Alternating,
}

/// Revision of the MMC3's interrupt counter.
///
/// NESdev: MMC3, IRQ specifics
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mmc3Revision {
    /// NEC: an interrupt only when the counter reaches zero.
    A,
    /// Sharp: an interrupt on every clock that leaves the counter at zero.
    B,
}

/// Revision of the MMC1.
///
/// NESdev: MMC1, iNES Mapper 155
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mmc1Revision {
    /// Bit 4 of the PRG register does not disable RAM; it lets bit 3 through to PRG A17.
    A,
    /// Bit 4 of the PRG register disables RAM. Also the C revision.
    B,
}

/// How the unstable stores (SHA, SHX, SHY, TAS) treat an index that crosses a page.
///
/// NESdev: Programming with unofficial opcodes
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum UnstableStores {
    /// The value is ANDed with the base's high byte plus one, and it replaces the high byte
    /// of the address.
    And,
    /// The value is ANDed with the indexed address' high byte plus one; the address stays.
    Plain,
}

/// The machine's explicit power-on options. They are part of every recording.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PowerOptions {
    /// Region to emulate; `None` follows the cartridge header.
    pub region: Option<Region>,
    /// Power-on contents of work RAM, CIRAM and volatile cartridge RAM.
    pub ram: RamPattern,
    /// Seed of [`RamPattern::Random`].
    pub seed: u32,
    /// CPU/PPU alignment, 0 to 3: master clocks by which the PPU's dots lag the CPU's cycles.
    pub alignment: u8,
    /// Whether OAM rows lose their contents when not refreshed.
    pub oam_decay: bool,
    /// The analogue constant of ANE ($8B).
    pub ane_magic: u8,
    /// The analogue constant of LXA ($AB).
    pub lxa_magic: u8,
    /// What unstable stores do when they cross a page.
    pub unstable_stores: UnstableStores,
    /// MMC1 revision; `None` follows the cartridge header.
    pub mmc1: Option<Mmc1Revision>,
    /// MMC3 revision; `None` follows the cartridge header.
    pub mmc3: Option<Mmc3Revision>,
    /// Battery-backed RAM contents loaded before power-on.
    pub battery: Option<Vec<u8>>,
}

impl Default for PowerOptions {
    fn default() -> Self {
        PowerOptions {
            region: None,
            ram: RamPattern::Zeros,
            seed: 0,
            alignment: 0,
            oam_decay: false,
            ane_magic: 0xEE,
            lxa_magic: 0xFF,
            unstable_stores: UnstableStores::And,
            mmc1: None,
            mmc3: None,
            battery: None,
        }
    }
}
