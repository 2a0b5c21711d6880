//! OAM: 32 rows of nine bytes, eight of primary and one of secondary OAM.
//!
//! Attribute bytes (2 and 6 of a row) lack bits 4-2 in primary OAM. The array is dynamic:
//! a row loses its contents without access (see `decay`), and starting to render with two
//! different rows selected copies one over the other.
//!
//! NESdev: PPU OAM; PPU sprite evaluation. AccuracyCoin: OAM Corruption

use super::decay::Decay;
use crate::nes::region::Region;
use serde::{Deserialize, Serialize};

/// Rows of the array.
pub const ROWS: usize = 32;
/// The bits that an attribute byte has.
const ATTRIBUTE_BITS: u8 = 0xE3;

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
    /// `None` when rows never decay.
    decay: Option<Decay>,
}

impl Oam {
    /// All zero; whether rows decay.
    pub fn new(decays: bool, region: Region) -> Oam {
        Oam {
            rows: [[0; 8]; ROWS],
            secondary: [0; ROWS],
            address: 0,
            secondary_address: 0,
            buffer: 0,
            decay: decays.then(|| Decay::new(region)),
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
        if let Some(decay) = &mut self.decay {
            decay.written(address);
        }
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

    /// The selected secondary byte, and selects the next.
    #[inline]
    pub fn take_secondary(&mut self) -> u8 {
        let byte = self.selected_secondary();
        self.next_secondary();
        byte
    }

    /// Clears four secondary bytes, as eight dots of a line's beginning do.
    #[inline]
    pub fn clear_sprite(&mut self) {
        self.buffer = 0xFF;
        for _ in 0..4 {
            self.store();
            self.next_secondary();
        }
    }

    /// The four bytes of a secondary sprite, 0 to 7.
    #[inline]
    pub fn secondary_sprite(&self, slot: usize) -> [u8; 4] {
        let sprites = self.secondary.as_chunks::<4>().0;
        sprites[slot & 7]
    }

    /// Clears all of secondary OAM, as a whole line's beginning does.
    pub fn clear_secondary(&mut self) {
        self.secondary = [0xFF; ROWS];
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

    /// Whether rows decay.
    pub fn decays(&self) -> bool {
        self.decay.is_some()
    }

    /// How often bytes that had decayed were read or drawn.
    pub fn decayed_uses(&self) -> u64 {
        self.decay.as_ref().map_or(0, Decay::uses)
    }

    /// Whether this can be its state in a region at a master clock.
    pub fn is_possible(&self, region: Region, clock: u64) -> bool {
        self.secondary_address < ROWS as u8
            && self
                .decay
                .as_ref()
                .is_none_or(|decay| decay.is_possible(region, clock))
    }

    /// The row of OAMADDR is read from one clock to another; it is lost if it was left alone
    /// too long before.
    #[inline]
    pub fn access_row(&mut self, clock: u64, end: u64) {
        if self.decay.is_some() {
            self.age(usize::from(self.address >> 3), clock, end);
        }
    }

    /// The byte of OAMADDR, read by a program that does not render at `clock`.
    pub fn read(&mut self, clock: u64) -> u8 {
        self.access_row(clock, clock);
        if let Some(decay) = &mut self.decay {
            decay.read(self.address);
        }
        self.selected()
    }

    /// Rendering reads every row: all that were left alone too long are lost, once.
    pub fn access_all_rows(&mut self, clock: u64) {
        if self.decay.is_some() {
            (0..ROWS).for_each(|row| self.age(row, clock, clock));
        }
        if let Some(decay) = &mut self.decay {
            decay.drawn();
        }
    }

    /// Rendering ended: every row is fresh.
    pub fn refresh_all_rows(&mut self, clock: u64) {
        if let Some(decay) = &mut self.decay {
            decay.refresh(clock);
        }
    }

    fn age(&mut self, row: usize, clock: u64, end: u64) {
        let Some(decay) = &mut self.decay else {
            return;
        };
        if decay.access(row, clock, end) {
            self.rows[row] = [0; 8];
            self.secondary[row] = 0;
        }
    }
}
