//! The one door: gate, containment, re-entrant calls, specs against functions, the thread.

mod bounds;
mod contain;
mod driving;
mod gate;
mod handle;
mod inner;
mod looking;
pub mod rig;
mod specs;
mod viewer;
