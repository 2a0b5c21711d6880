//! The one test binary; modules mirror `src`.

mod debugger;
mod nes;
mod shared;
