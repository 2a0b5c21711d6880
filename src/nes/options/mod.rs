//! Power-on options: everything the machine's first state depends on besides the ROM.
//!
//! NESdev: CPU power up state; PPU power up state

mod chips;

pub use chips::{
    Console, CpuRevision, LoadDma, Mmc1Revision, Mmc3Revision, PpuRevision, UnstableStores,
};

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

/// How palette RAM is filled at power-on.
///
/// NESdev: PPU power up state
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PalettePattern {
    /// All cells `$00`.
    #[default]
    Zeros,
    /// What one console was seen with; power_up_palette expects it.
    Console,
    /// A deterministic pseudo-random stream from the seed.
    Random,
}

/// The machine's explicit power-on options. They are part of every recording.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PowerOptions {
    /// Region to emulate; `None` follows the cartridge header.
    pub region: Option<Region>,
    /// Power-on contents of work RAM, CIRAM and volatile cartridge RAM.
    pub ram: RamPattern,
    /// Power-on contents of palette RAM.
    pub palette: PalettePattern,
    /// Seed of the random contents.
    pub seed: u32,
    /// The CPU.
    pub cpu: CpuRevision,
    /// When a load DMA of the DMC begins.
    #[serde(default)]
    pub load_dma: LoadDma,
    /// The PPU of an NTSC console.
    pub ppu: PpuRevision,
    /// The console around them.
    pub console: Console,
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
    /// The song of a music file, counted from 1; `None` is the one the file begins with.
    #[serde(default)]
    pub song: Option<u8>,
    /// Battery-backed RAM contents loaded before power-on.
    pub battery: Option<Vec<u8>>,
}

impl Default for PowerOptions {
    fn default() -> Self {
        PowerOptions {
            region: None,
            ram: RamPattern::Zeros,
            palette: PalettePattern::Zeros,
            seed: 0,
            cpu: CpuRevision::G,
            load_dma: LoadDma::Second,
            ppu: PpuRevision::G,
            console: Console::FrontLoader,
            alignment: 0,
            oam_decay: false,
            ane_magic: 0xEE,
            lxa_magic: 0xFF,
            unstable_stores: UnstableStores::And,
            mmc1: None,
            mmc3: None,
            song: None,
            battery: None,
        }
    }
}
