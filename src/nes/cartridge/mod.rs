//! cartridge
