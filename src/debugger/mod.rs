//! Room: debugger.
