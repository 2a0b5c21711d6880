//! How a picture came about: what the PPU fetched, chose and put out, dot by dot.
//!
//! ```text
//! fetch       reads of the PPU bus with the memory that answered
//! background  which tile each bit of the background shifters came from
//! sprites     which sprites a line's slots hold, and the overflow
//! choice      which layer wins a pixel
//! probe       all of that for one pixel      pixel_report  ... in words and numbers
//! sprite_line sprites of one line             scroll_lines  scroll of every line
//! replay      runs a frame of the recent past again
//! ```
//!
//! All of it is observation of a replay of the frame, so it is right for splits, bank
//! switches and stale data: nothing is computed from registers as they are later.
//! Watching begins one frame early, because a picture's first tiles are fetched before it.

pub mod background;
pub mod choice;
pub mod fetch;
pub mod pixel_report;
pub mod probe;
pub mod replay;
pub mod scroll_lines;
pub mod sprite_line;
pub mod sprites;
