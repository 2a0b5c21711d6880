//! Boards made for homebrew.

mod action53;

pub use action53::Action53;
