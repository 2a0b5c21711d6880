//! Symbols: names of addresses, where they come from, and the source lines behind code.
//!
//! A [`Label`] names a place in one memory: `prg:$1C010`, `ram:$075A`, or a CPU address when
//! nothing says which bank is meant. [`Symbols`] holds the labels of a session;
//! [`MachineNames`] looks at them through a machine's page tables, so that a label of a PRG
//! bank shows only while that bank is mapped.
//!
//! NESdev: CPU memory map

pub mod auto;
pub mod formats;
pub mod hardware;
mod label;
mod lines;
mod load;
mod machine_names;
pub mod memories;
mod skipped;
mod store;

pub use label::{BadLabel, Kind, Label, MOST_COMMENT, MOST_NAME, MOST_SIZE, Source, spelled};
pub use lines::{LineKind, LineSpan, SourceLine, SourceLines, file_and_line};
pub use load::Applied;
pub use machine_names::{MachineNames, behind, home};
pub use skipped::{Skipped, SkippedRow};
pub use store::{Full, MOST_LABELS, Symbols};
