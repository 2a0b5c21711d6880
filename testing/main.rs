//! The one test binary; modules mirror `src`.

mod nes;
mod shared;
