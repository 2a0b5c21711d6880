//! Test runner and bench.

mod bench;
mod corpus;
mod homebrew;
mod judges;
mod program;
mod reports;
mod script;
mod suite;
