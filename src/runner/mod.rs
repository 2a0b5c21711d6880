//! Room: runner.
