//! Room: registry.
