//! The named dots of a scanline.
//!
//! ```text
//! dot  0      idle, pattern address only
//!      1-64   pixels, background fetches, secondary OAM cleared
//!     65-256  pixels, background fetches, sprite evaluation
//!    257-320  sprite fetches
//!    321-336  first two tiles of the next line
//!    337-340  two unused nametable fetches
//! ```
//!
//! NESdev: PPU frame timing; PPU rendering

/// Dots of a scanline.
pub const LINE_DOTS: u16 = 341;
/// The dot on which the status flags change: vblank set on its line, all cleared on the
/// pre-render line.
pub const STATUS_DOT: u16 = 1;
/// First dot that puts out a pixel; pixel column = dot - 1.
pub const FIRST_PIXEL_DOT: u16 = 1;
/// Last dot that puts out a pixel.
pub const LAST_PIXEL_DOT: u16 = 256;
/// First dot of sprite evaluation; secondary OAM is cleared before it.
pub const EVALUATION_DOT: u16 = 65;
/// The dot that decides which sprite is sprite zero.
pub const SPRITE_ZERO_DOT: u16 = 66;
/// First dot of the sprite fetches; the horizontal scroll bits are copied on it.
pub const SPRITE_FETCH_DOT: u16 = 257;
/// First dot of the fetches for the next line.
pub const PREFETCH_DOT: u16 = 321;
/// First dot of the two unused nametable fetches.
pub const UNUSED_FETCH_DOT: u16 = 337;
/// The last dot, which odd frames drop from the pre-render line.
pub const LAST_DOT: u16 = 340;
/// The dot that arms the sprite counters.
pub const ARM_DOT: u16 = 339;
/// First dot of the pre-render line's vertical scroll copy.
pub const COPY_Y_FIRST_DOT: u16 = 280;
/// Last dot of the pre-render line's vertical scroll copy.
pub const COPY_Y_LAST_DOT: u16 = 304;
/// Lines that show pixels.
pub const VISIBLE_LINES: u16 = 240;
/// First line of the 2C07's forced OAM refresh.
pub const PAL_REFRESH_FIRST_LINE: u16 = 265;
/// Last line of the 2C07's forced OAM refresh.
pub const PAL_REFRESH_LAST_LINE: u16 = 310;

/// The first dot after the stage that `dot` belongs to.
pub const fn stage_end(dot: u16) -> u16 {
    match dot {
        0 => STATUS_DOT,
        1..EVALUATION_DOT => EVALUATION_DOT,
        EVALUATION_DOT..SPRITE_FETCH_DOT => SPRITE_FETCH_DOT,
        SPRITE_FETCH_DOT..PREFETCH_DOT => PREFETCH_DOT,
        PREFETCH_DOT..UNUSED_FETCH_DOT => UNUSED_FETCH_DOT,
        UNUSED_FETCH_DOT..LAST_DOT => LAST_DOT,
        _ => LINE_DOTS,
    }
}

/// Position of a dot in its group of eight: 1 to 8 on dots 1 to 8, 9 to 16, ...
pub const fn phase(dot: u16) -> u16 {
    ((dot - 1) & 7) + 1
}

/// Whether a rendered dot selects the OAM row of OAMADDR, not that of the secondary address.
pub const fn addresses_primary(dot: u16) -> bool {
    dot & 1 != 0 && dot <= LAST_PIXEL_DOT
}

/// The first dot after `dot` that a run of unrendered dots may not cross.
pub const fn blank_end(dot: u16) -> u16 {
    match dot {
        0 => STATUS_DOT,
        1..SPRITE_FETCH_DOT => SPRITE_FETCH_DOT,
        _ => LINE_DOTS,
    }
}

/// Dots of a span, those of one background tile or sprite slot.
pub const SPAN: u16 = 8;

/// The first dot from `dot` on at which a span begins: 1, 9, 17, ...
pub const fn span_start(dot: u16) -> u16 {
    (dot + SPAN - 2) / SPAN * SPAN + 1
}
