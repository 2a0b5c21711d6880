//! Animations of recent frames.
//!
//! ```text
//! shoot   pictures of the recent past, drawn again
//! still   the pictures as stills, each with its duration and what changed
//! apng    exact: the console's own frame rate
//! gif     hundredths of a second
//! y4m     raw video, for other programs
//! ```
//!
//! A frame takes 1000/60099 s on NTSC and 1000/50007 s on PAL and Dendy, which is right to a
//! millionth (NESdev: Cycle reference chart).

mod apng;
mod gif;
mod shoot;
mod still;
mod y4m;

pub use shoot::{draw_next, shoot};
pub use still::{Film, Still};

use crate::nes::region::Region;
use thiserror::Error;

/// Longest file that is made, in bytes.
pub const MOST_BYTES: usize = 64 << 20;
/// Most colors of an animation with one palette.
const MOST_COLORS: usize = 256;

/// Why an animation could not be made.
#[derive(Debug, Error)]
pub enum FilmError {
    /// Nothing to show.
    #[error("there is no picture")]
    Empty,
    /// The file would be too large.
    #[error("the file would be larger than {} MiB; take fewer frames or a smaller scale", MOST_BYTES >> 20)]
    TooLarge,
    /// An encoder failed.
    #[error("{0}")]
    Encoder(String),
}

/// Frames of a region in 1000 seconds.
pub const fn frames_in_1000_seconds(region: Region) -> u32 {
    match region {
        Region::Ntsc => 60_099,
        Region::Pal | Region::Dendy => 50_007,
    }
}
