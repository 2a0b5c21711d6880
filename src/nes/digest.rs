//! SHA-256 digests of what a machine is and gives out, as lower-case hexadecimal text.
//!
//! They are the identities that tests, benches and recordings compare, so each is defined
//! once, here.

use sha2::{Digest, Sha256};

/// Bits of a pixel that are its palette index; the rest is emphasis.
const PALETTE_INDEX: u16 = 0x3F;

/// Lower-case hexadecimal digits of bytes.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Digest of bytes: a file, a saved state.
pub fn bytes(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Digest of a picture: its palette indexes (0 to 63), one byte a pixel, row by row.
pub fn picture(pixels: &[u16]) -> String {
    let indexes = pixels.iter().map(|pixel| (pixel & PALETTE_INDEX) as u8);
    bytes(&indexes.collect::<Vec<u8>>())
}

/// Digest of sound that comes in pieces: samples as little-endian words.
#[derive(Clone, Default)]
pub struct Sound(Sha256);

impl Sound {
    /// Takes the next samples in.
    pub fn add(&mut self, samples: &[i16]) {
        for sample in samples {
            self.0.update(sample.to_le_bytes());
        }
    }

    /// The digest of all samples.
    pub fn finish(self) -> String {
        hex(&self.0.finalize())
    }
}
