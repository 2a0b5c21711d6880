//! Room: console.
