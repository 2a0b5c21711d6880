//! Nintendo's boards: discrete logic and the MMC chips.

mod axrom;
mod bnrom;
mod chr_latches;
mod cnrom;
mod fds_envelope;
mod fds_sound;
mod gxrom;
mod mmc1;
mod mmc2;
mod mmc3;
mod mmc3_irq;
mod mmc4;
pub mod mmc5;
mod nrom;
mod uxrom;

pub use axrom::Axrom;
pub use bnrom::Bnrom;
pub use cnrom::Cnrom;
pub use fds_sound::FdsSound;
pub use gxrom::Gxrom;
pub use mmc1::Mmc1;
pub use mmc2::Mmc2;
pub use mmc3::Mmc3;
pub use mmc4::Mmc4;
pub use mmc5::Mmc5;
pub use nrom::Nrom;
pub use uxrom::Uxrom;
