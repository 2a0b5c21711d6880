//! Color Dreams.

mod discrete;

pub use discrete::ColorDreams;
