//! Static looks at code: where it is read, where it leads, what it costs, who uses what.
//!
//! ```text
//! view        bytes of code as mapped now, or of a PRG bank that is not mapped
//! names       what its addresses are called
//! flow        which bytes are instructions, found by following jumps from known starts
//! effects     the flags each instruction changes
//! cycles      the cycles of an instruction, and why they vary
//! paths       the fewest and most cycles through a stretch of code, and its loops
//! function    a subroutine's blocks, edges and calls
//! references  the instructions that name an address
//! patch       new code over old: what it replaces, and whether it fits
//! pattern     instructions with wildcards
//! unused      runs of fill bytes that no known code touches
//! ```

pub mod cycles;
pub mod effects;
pub mod flow;
pub mod function;
mod names;
pub mod patch;
pub mod paths;
pub mod pattern;
pub mod references;
pub mod unused;
pub mod view;

pub use flow::{Flow, Link};
pub use names::CodeNames;
pub use view::CodeView;
