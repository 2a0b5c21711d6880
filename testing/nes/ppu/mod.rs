//! The picture chip: on flat video memory, and in the machine with test ROMs.

mod access;
mod background;
mod bulk;
mod data_stress;
mod open_bus;
mod palette;
mod photodiode;
pub mod rig;
mod scroll;
mod shared_pins;
mod sprites;
mod stale_sprites;
mod status;
mod suites;
