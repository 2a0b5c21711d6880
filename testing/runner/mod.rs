//! Test runner and bench.

mod bench;
mod corpus;
mod judges;
mod program;
mod reports;
mod script;
mod suite;
