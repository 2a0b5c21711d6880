//! Palette RAM and the way from a palette address to a pixel.
//!
//! ```text
//! $3F00 backdrop  $3F01-03 background palette 0   $3F04 unused cell ... $3F0F
//! $3F10 = $3F00   $3F11-13 sprite palette 0       $3F14 = $3F04     ... $3F1F
//! ```
//!
//! NESdev: PPU palettes

use crate::nes::{
    memory::Random,
    options::{PalettePattern, PowerOptions, PpuRevision},
    region::Region,
};
use serde::{Deserialize, Serialize};

/// Bits of a palette cell.
const CELL: u8 = 0x3F;
/// Bits of a color that greyscale leaves.
const GREY: u8 = 0x30;
/// The bit of a pixel that says that an RGB chip made it.
pub const RGB_CHIP: u16 = 1 << 9;
/// `$2001` bit 0.
const GREYSCALE: u8 = 0x01;

/// What one console had at power-on.
///
/// NESdev: PPU power up state; blargg_ppu_2005 power_up_palette
const SEEN_AT_POWER_ON: [u8; 32] = [
    0x09, 0x01, 0x00, 0x01, 0x00, 0x02, 0x02, 0x0D, 0x08, 0x10, 0x08, 0x24, 0x00, 0x00, 0x04, 0x2C,
    0x09, 0x01, 0x34, 0x03, 0x00, 0x04, 0x00, 0x14, 0x08, 0x3A, 0x00, 0x02, 0x00, 0x20, 0x2C, 0x08,
];

/// The 28 cells of palette RAM and the pixels they give at present.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Palette {
    /// All 32 addresses; mirrored cells are kept equal.
    cells: [u8; 32],
    /// What each cell looks like under the greyscale and emphasis bits in force.
    output: [u16; 32],
    mask: u8,
    swapped_emphasis: bool,
    rgb: bool,
}

impl Palette {
    /// Whether every field is within its range and the pixels are those of the cells.
    pub fn is_possible(&self) -> bool {
        let mut fresh = self.clone();
        fresh.refresh();
        fresh == *self && self.cells.iter().all(|&cell| cell <= CELL)
    }

    /// All cells zero, no emphasis. `swapped_emphasis`: red and green bits change places.
    pub fn new(swapped_emphasis: bool) -> Palette {
        Palette {
            cells: [0; 32],
            output: [0; 32],
            mask: 0,
            swapped_emphasis,
            rgb: false,
        }
    }

    /// Filled as at power-on.
    pub fn power_on(region: Region, options: &PowerOptions) -> Palette {
        let mut palette = Palette::new(region.timing().swapped_emphasis);
        palette.rgb = region == Region::Ntsc && options.ppu == PpuRevision::Rgb;
        let mut random = Random::new(options.seed);
        for address in 0..32u16 {
            let value = match options.palette {
                PalettePattern::Zeros => 0,
                PalettePattern::Console => SEEN_AT_POWER_ON[usize::from(address)],
                PalettePattern::Random => random.byte(),
            };
            palette.write(address, value);
        }
        palette
    }

    /// All 32 addresses, mirrors included.
    pub fn cells(&self) -> &[u8; 32] {
        &self.cells
    }

    /// The cell at an address, six bits, without greyscale.
    pub fn cell(&self, address: u16) -> u8 {
        self.cells[usize::from(address & 0x1F)]
    }

    /// What a CPU read of the cell gives in bits 5-0.
    pub fn read(&self, address: u16) -> u8 {
        self.cell(address) & self.grey()
    }

    /// Writes a cell and its mirror.
    pub fn write(&mut self, address: u16, value: u8) {
        let index = usize::from(address & 0x1F);
        self.cells[index] = value & CELL;
        if index & 3 == 0 {
            self.cells[index ^ 0x10] = value & CELL;
        }
        self.refresh();
    }

    /// Takes over the greyscale and emphasis bits of `$2001`.
    pub fn set_mask(&mut self, mask: u8) {
        self.mask = mask;
        self.refresh();
    }

    /// The pixel of a palette address: color | emphasis << 6, and [`RGB_CHIP`].
    #[inline]
    pub fn pixel(&self, index: u8) -> u16 {
        self.output[usize::from(index & 0x1F)]
    }

    fn grey(&self) -> u8 {
        if self.mask & GREYSCALE != 0 {
            GREY
        } else {
            CELL
        }
    }

    fn refresh(&mut self) {
        let grey = self.grey();
        let mut emphasis = self.mask >> 5;
        if self.swapped_emphasis {
            emphasis = emphasis & 4 | emphasis << 1 & 2 | emphasis >> 1 & 1;
        }
        for (output, cell) in self.output.iter_mut().zip(self.cells) {
            let chip = if self.rgb { RGB_CHIP } else { 0 };
            *output = u16::from(cell & grey) | u16::from(emphasis) << 6 | chip;
        }
    }
}
