//! Room: host.
