//! Revisions of the chips and kinds of consoles, and what each of them does differently.
//!
//! They are resolved into the chips at power-on and are part of every state.

use serde::{Deserialize, Serialize};

/// The CPU and sound chip.
///
/// NESdev: CPU variants; APU Noise; DMA
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CpuRevision {
    /// RP2A03 without a letter: no short noise, no repeated DMC byte, and a frame counter that
    /// the reset button does not start over.
    Letterless,
    /// RP2A03E: no repeated DMC byte.
    E,
    /// RP2A03G made before about 1990: no repeated DMC byte.
    EarlyG,
    /// RP2A03G from about 1990 on.
    #[default]
    G,
    /// RP2A03H: as the late RP2A03G.
    H,
}

impl CpuRevision {
    /// Whether a DMC byte that arrives just as the output unit wants it is taken at once; a
    /// sample of one byte is then fetched and played once more.
    pub fn takes_late_byte(self) -> bool {
        matches!(self, CpuRevision::G | CpuRevision::H)
    }

    /// Whether `$400E` bit 7 chooses the short noise.
    pub fn has_short_noise(self) -> bool {
        self != CpuRevision::Letterless
    }

    /// Whether the reset button starts the frame counter over.
    pub fn restarts_frame_counter(self) -> bool {
        self != CpuRevision::Letterless
    }
}

/// When the first byte of a sample is fetched after `$4015` asked for it.
///
/// NESdev: DMA. AccuracyCoin: DMA + $2002 Read, which has seen both and names no chip
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LoadDma {
    /// The CPU is held in the second APU cycle after the write, as on nearly all chips.
    #[default]
    Second,
    /// In the third.
    Third,
}

impl LoadDma {
    /// CPU cycles by which it is later than on nearly all chips.
    pub fn delay(self) -> u64 {
        match self {
            LoadDma::Second => 0,
            LoadDma::Third => 2,
        }
    }
}

/// The picture chip.
///
/// NESdev: PPU variants; PPU OAM; PPU palettes
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PpuRevision {
    /// 2C02 before E: as E, and no row of OAM is copied over another.
    Old,
    /// 2C02E: OAM and palette RAM can not be read.
    E,
    /// 2C02G, and H.
    #[default]
    G,
    /// An RGB chip (2C03): no frame is shorter than another.
    Rgb,
}

impl PpuRevision {
    /// Whether `$2004` and palette RAM can be read.
    pub fn reads_back(self) -> bool {
        matches!(self, PpuRevision::G | PpuRevision::Rgb)
    }

    /// Whether starting to render copies one row of OAM over another.
    pub fn copies_rows(self) -> bool {
        self != PpuRevision::Old
    }

    /// Whether every other frame loses a dot while rendering, on NTSC.
    pub fn drops_dot(self) -> bool {
        self != PpuRevision::Rgb
    }
}

/// The console around the chips: controller ports and reset button.
///
/// ```text
///               $4016 open   $4017 open   adjacent reads   reset button
/// front loader  7-5          7-5          one clock        CPU and PPU
/// top loader    7-5, 2       7-5          one clock        CPU
/// late Famicom  7-5, 4, 3    7-5          one clock        CPU
/// Famicom       7-5, 4, 3    7-5          a clock each     CPU
/// ```
///
/// NESdev: Controller reading; DMA; PPU power up state; forum thread "Riding the open bus",
/// which measured HVC-101 and NES-101. AccuracyCoin: DMC DMA Bus Conflicts, whose earlier
/// editions listed a key for each
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Console {
    /// The front loader (NES-001): its reset button resets the PPU.
    #[default]
    FrontLoader,
    /// The AV Famicom (HVC-101).
    LateFamicom,
    /// The original Famicom (HVC-001), Twin Famicom and Titler: a pad clock for every read cycle.
    Famicom,
    /// The top loader (NES-101).
    TopLoader,
}

impl Console {
    /// Which bits of port 0 or 1 are driven; the others are open bus.
    pub fn driven(self, port: usize) -> u8 {
        match (self, port) {
            (Console::FrontLoader, _) | (_, 1..) => 0x1F,
            (Console::TopLoader, 0) => 0x1B,
            (Console::LateFamicom | Console::Famicom, 0) => 0x07,
        }
    }

    /// Whether reads of a port in adjacent cycles are one clock of the pad.
    pub fn joins_reads(self) -> bool {
        self != Console::Famicom
    }

    /// Whether the reset button resets the PPU.
    pub fn resets_ppu(self) -> bool {
        self == Console::FrontLoader
    }
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
    /// The MMC6: counts as B, and its RAM is inside the chip.
    Mmc6,
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
/// With H the base's high byte plus one, and magic constants M of the chip, SHA and TAS write
/// `A & (X | M) & H` at a high byte of H and a term that differs between consoles.
///
/// NESdev: Programming with unofficial opcodes
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnstableStores {
    /// `A & X`; M is $00. Behavior 1 of AccuracyCoin.
    And,
    /// `X` for SHA and TAS; M is $FF. Behavior 2 of AccuracyCoin.
    AndX,
    /// `X | $F5` for SHA and TAS; M is $00. Behavior 3 of AccuracyCoin.
    Magic,
    /// `A | X` for SHA and TAS; M is $FF. Behavior 4 of AccuracyCoin.
    Or,
    /// The value is ANDed with the indexed address' high byte plus one; the address stays.
    Plain,
}
