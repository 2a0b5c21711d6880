//! Namco's boards.

mod n163;
mod n163_irq;
pub mod n163_sound;
mod namco340;

pub use n163::N163;
pub use namco340::Namco340;
