//! OAM: 32 rows of nine bytes, eight of primary and one of secondary OAM.
//!
//! Attribute bytes (2 and 6 of a row) lack bits 4-2 in primary OAM. The array is dynamic:
//! a row loses its contents without access, and starting to render with two different rows
//! selected copies one over the other.
//!
//! NESdev: PPU OAM; PPU sprite evaluation. AccuracyCoin: OAM Corruption

use serde::{Deserialize, Serialize};

/// Rows of the array.
const ROWS: usize = 32;
/// The bits that an attribute byte has.
const ATTRIBUTE_BITS: u8 = 0xE3;
/// Master clocks a row lasts without access: about 3000 NTSC CPU cycles.
const ROW_LIFETIME: u64 = 36_000;

/// Both OAMs with their addresses and the buffer between them and the bus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Oam {
    rows: [[u8; 8]; ROWS],
    secondary: [u8; ROWS],
    /// OAMADDR, `$2003`.
    pub address: u8,
    /// Address in secondary OAM, 0 to 31.
    pub secondary_address: u8,
    /// The byte read last; `$2004` shows it.
    pub buffer: u8,
    /// Clocks of the rows' last accesses while not rendering; `None` when rows never decay.
    accessed: Option<[u64; ROWS]>,
}

impl Oam {
    /// All zero.
    pub fn new(decays: bool) -> Oam {
        Oam {
            rows: [[0; 8]; ROWS],
            secondary: [0; ROWS],
            address: 0,
            secondary_address: 0,
            buffer: 0,
            accessed: decays.then_some([0; ROWS]),
        }
    }

    /// The 256 bytes of primary OAM.
    pub fn primary(&self) -> &[u8; 256] {
        self.rows
            .as_flattened()
            .try_into()
            .expect("32 rows of 8 bytes are 256 bytes")
    }

    /// The 32 bytes of secondary OAM.
    pub fn secondary(&self) -> &[u8; ROWS] {
        &self.secondary
    }

    /// The primary byte that OAMADDR selects.
    #[inline]
    pub fn selected(&self) -> u8 {
        self.rows.as_flattened()[usize::from(self.address)]
    }

    /// The secondary byte that its address selects.
    #[inline]
    pub fn selected_secondary(&self) -> u8 {
        self.secondary[usize::from(self.secondary_address & 31)]
    }

    /// Writes a primary byte.
    pub fn set(&mut self, address: u8, value: u8) {
        let missing = if address & 3 == 2 { !ATTRIBUTE_BITS } else { 0 };
        self.rows.as_flattened_mut()[usize::from(address)] = value & !missing;
    }

    /// Writes a secondary byte, address 0 to 31.
    pub fn set_secondary(&mut self, address: u8, value: u8) {
        self.secondary[usize::from(address & 31)] = value;
    }

    /// Writes the buffer to the selected secondary byte.
    #[inline]
    pub fn store(&mut self) {
        self.secondary[usize::from(self.secondary_address & 31)] = self.buffer;
    }

    /// Selects the next secondary byte; wraps after 31.
    #[inline]
    pub fn next_secondary(&mut self) {
        self.secondary_address = (self.secondary_address + 1) & 31;
    }

    /// Copies the nine bytes of the row of OAMADDR over the row of the secondary address.
    pub fn copy_row(&mut self) {
        let from = usize::from(self.address >> 3);
        let to = usize::from(self.secondary_address & 31);
        self.rows[to] = self.rows[from];
        self.secondary[to] = self.secondary[from];
    }

    /// Marks the row of OAMADDR as accessed; a row that was left alone too long is lost.
    pub fn access_row(&mut self, clock: u64) {
        let row = usize::from(self.address >> 3);
        self.decay_row(row, clock);
    }

    /// Rendering accesses every row: all that were left alone too long are lost, once.
    pub fn access_all_rows(&mut self, clock: u64) {
        if self.accessed.is_some() {
            (0..ROWS).for_each(|row| self.decay_row(row, clock));
        }
    }

    /// Rendering ended: every row is fresh.
    pub fn refresh_all_rows(&mut self, clock: u64) {
        if let Some(accessed) = &mut self.accessed {
            *accessed = [clock; ROWS];
        }
    }

    fn decay_row(&mut self, row: usize, clock: u64) {
        let Some(accessed) = &mut self.accessed else {
            return;
        };
        if clock.saturating_sub(accessed[row]) > ROW_LIFETIME {
            self.rows[row] = [0; 8];
            self.secondary[row] = 0;
        }
        accessed[row] = clock;
    }
}
