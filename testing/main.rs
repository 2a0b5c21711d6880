//! The one test binary; modules mirror `src`.

mod shared;
