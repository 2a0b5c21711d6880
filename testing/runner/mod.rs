//! Test runner and bench.

mod approved;
mod bench;
mod corpus;
mod deep;
mod devices;
mod entries;
mod homebrew;
mod judges;
mod measured;
mod page;
mod program;
mod reports;
mod script;
mod suite;
