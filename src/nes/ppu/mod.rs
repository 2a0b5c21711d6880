//! The 2C02 picture chip.

pub mod video;

pub use video::VideoBus;
