//! Where the picture begins in the four nametables, from the scroll registers.
//!
//! NESdev: PPU scrolling

use crate::nes::machine::Machine;

/// Columns and rows of the plane of four nametables, in pixels.
pub const PLANE_COLUMNS: u16 = 512;
/// Rows of the plane.
pub const PLANE_ROWS: u16 = 480;
const TABLE_COLUMNS: u16 = 256;
const TABLE_ROWS: u16 = 240;

/// The picture's top left corner in pixels of the 512 x 480 plane of nametables, from t
/// and x: the scroll of the next frame, or of this one if nothing rewrites it.
pub fn origin(machine: &Machine) -> (u16, u16) {
    let (t, fine_x) = (machine.ppu().t(), machine.ppu().x());
    (column_of(t, fine_x), row_of(t))
}

/// The picture's top left corner as it is used at this moment: while a visible line is
/// rendered, its row comes from v, so that a split above counts; else as [`origin`].
pub fn shown_origin(machine: &Machine) -> (u16, u16) {
    let (x, y) = origin(machine);
    let ppu = machine.ppu();
    if !ppu.rendering() || !ppu.on_visible_line() {
        return (x, y);
    }
    let row = row_of(ppu.v()) + PLANE_ROWS - ppu.scanline();
    (x, row % PLANE_ROWS)
}

/// The row of the plane of nametables that v or t selects, 0 to 479. Rows 30 and 31 of a
/// nametable, which show attribute bytes, count as the first rows of the next one.
pub fn row_of(v: u16) -> u16 {
    ((v >> 11 & 1) * TABLE_ROWS + (v >> 5 & 0x1F) * 8 + (v >> 12 & 7)) % PLANE_ROWS
}

/// The column of the plane of nametables that v or t and fine X select, 0 to 511.
pub fn column_of(v: u16, fine_x: u8) -> u16 {
    ((v >> 10 & 1) * TABLE_COLUMNS + (v & 0x1F) * 8 + u16::from(fine_x)) % PLANE_COLUMNS
}
