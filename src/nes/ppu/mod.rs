//! ppu
