//! ROM files taken apart and put to work.

mod header;
pub mod image;
mod power_on;
mod rom;

pub use image::Image;
