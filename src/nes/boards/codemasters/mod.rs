//! Codemasters and Camerica.

mod bf9093;

pub use bf9093::Bf9093;
