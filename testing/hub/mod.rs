//! The one door: gate, containment, re-entrant calls, specs against functions, the thread.

mod contain;
mod gate;
mod handle;
mod inner;
pub mod rig;
mod specs;
