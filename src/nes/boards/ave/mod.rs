//! American Video Entertainment.

mod nina001;

pub use nina001::Nina001;
