//! Room: commands.
