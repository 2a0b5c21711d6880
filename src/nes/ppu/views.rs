//! What a debugger reads, and the changes it may make, without side effects.

use super::Ppu;
use super::timing::VISIBLE_LINES;

impl Ppu {
    /// Frames since power-on; rises at dot 0 of line 0.
    pub fn frame(&self) -> u64 {
        self.frame
    }

    /// Scanline of the next dot, 0 to 261 (NTSC) or 311.
    pub fn scanline(&self) -> u16 {
        self.scanline
    }

    /// The next dot, 0 to 340.
    pub fn dot(&self) -> u16 {
        self.dot
    }

    /// Master clock of the next dot.
    pub fn clock(&self) -> u64 {
        self.clock
    }

    /// Whether the next dot is rendered: background or sprites are enabled, on a visible or
    /// the pre-render line.
    #[inline]
    pub fn rendering(&self) -> bool {
        self.registers.enabled()
            && (self.scanline < VISIBLE_LINES
                || self.scanline == self.region.timing().prerender_scanline)
    }

    /// Current video address, 15 bits.
    pub fn v(&self) -> u16 {
        self.scroll.v
    }

    /// Temporary video address, 15 bits.
    pub fn t(&self) -> u16 {
        self.scroll.t
    }

    /// Fine X scroll, 0 to 7.
    pub fn x(&self) -> u8 {
        self.scroll.x
    }

    /// Whether the next `$2005` or `$2006` write is the second.
    pub fn w(&self) -> bool {
        self.scroll.w
    }

    /// `$2000` as written last.
    pub fn ctrl(&self) -> u8 {
        self.registers.control
    }

    /// `$2001` as written last.
    pub fn mask(&self) -> u8 {
        self.registers.mask
    }

    /// Bits 7-5 of `$2002`.
    pub fn status(&self) -> u8 {
        self.status.bits()
    }

    /// OAMADDR, `$2003`.
    pub fn oam_address(&self) -> u8 {
        self.oam.address
    }

    /// Primary OAM, 64 sprites of Y, tile, attribute, X.
    pub fn oam(&self) -> &[u8; 256] {
        self.oam.primary()
    }

    /// How often bytes of OAM that had decayed were read by the program or drawn; 0 where OAM
    /// does not decay.
    pub fn decayed_oam_uses(&self) -> u64 {
        self.oam.decayed_uses()
    }

    /// Secondary OAM, eight sprites.
    pub fn secondary_oam(&self) -> &[u8; 32] {
        self.oam.secondary()
    }

    /// Palette RAM, mirrors included.
    pub fn palette(&self) -> &[u8; 32] {
        self.palette.cells()
    }

    /// What the I/O latch holds now.
    pub fn open_bus(&self) -> u8 {
        self.open_bus.read(self.clock)
    }

    /// The `$2007` read buffer.
    pub fn read_buffer(&self) -> u8 {
        self.access.buffer
    }

    /// Changes a primary OAM byte; attribute bytes keep only the bits they have.
    pub fn poke_oam(&mut self, address: u8, value: u8) {
        self.oam.set(address, value);
    }

    /// Changes a secondary OAM byte, address 0 to 31.
    pub fn poke_secondary_oam(&mut self, address: u8, value: u8) {
        self.oam.set_secondary(address, value);
    }

    /// Changes a palette cell and its mirror, address 0 to 31; six bits.
    pub fn poke_palette(&mut self, address: u8, value: u8) {
        self.palette.write(u16::from(address), value);
    }
}
