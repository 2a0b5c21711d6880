//! Where things stand in a window.
//!
//! ```text
//! +----------------+-----------------+
//! | picture        | panels          |
//! |                |                 |
//! +----------------+-----------------+
//! | output of the prompt             |
//! | status                           |
//! | input line                       |
//! +----------------------------------+
//! ```
//!
//! Small windows lose the output first, then the panels; the picture and the input line stay.

/// Narrowest panels that can be read.
const PANELS_WIDTH: u16 = 34;
/// Widest panels worth their place.
const PANELS_MOST: u16 = 72;
/// Narrowest picture worth looking at beside panels.
const PICTURE_LEAST: u16 = 26;
/// Least rows of output, and of the rest so that there is output at all.
const OUTPUT_LEAST: u16 = 4;
const REST_LEAST: u16 = 10;
/// Output takes one row of this many.
const OUTPUT_SHARE: u16 = 5;
/// Columns between picture and panels.
const GAP: u16 = 1;
/// Rows of status and input line.
const FOOT: u16 = 2;

/// Width over height of the television picture in cells: 256 x 240 pixels of 8:7, and cells
/// twice as high as wide.
const ASPECT: (u32, u32) = (256 * 8 * 2, 240 * 7);

/// A part of the window, in cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Area {
    /// First column.
    pub x: u16,
    /// First row.
    pub y: u16,
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
}

/// Where everything stands; an area without room has a width or height of 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// The picture, in its own aspect ratio.
    pub picture: Area,
    /// Registers, disassembly, watches.
    pub panels: Area,
    /// What the prompt's commands answered.
    pub output: Area,
    /// One line about machine and view.
    pub status: Area,
    /// The prompt's line.
    pub input: Area,
}

impl Layout {
    /// The layout of a window; `panels` and `output` say whether these are wanted.
    pub fn of(width: u16, height: u16, panels: bool, output: bool) -> Layout {
        let foot = FOOT.min(height);
        let above = height - foot;
        let rows = match output && above >= REST_LEAST + OUTPUT_LEAST {
            true => (height / OUTPUT_SHARE).clamp(OUTPUT_LEAST, above - REST_LEAST),
            false => 0,
        };
        let top = above - rows;
        let bar = |y: u16, height: u16| Area {
            x: 0,
            y,
            width,
            height,
        };
        let side = match panels {
            true => side_width(width, top),
            false => 0,
        };
        let gap = if side > 0 { GAP } else { 0 };
        Layout {
            picture: fitted(width - side - gap, top),
            panels: Area {
                x: width - side,
                y: 0,
                width: side,
                height: top,
            },
            output: bar(top, rows),
            status: bar(above, foot.saturating_sub(1)),
            input: bar(height.saturating_sub(1), foot.min(1)),
        }
    }
}

/// Columns for the panels beside a picture of `rows` rows: what the picture leaves, but enough
/// to read; none in a narrow window.
fn side_width(width: u16, rows: u16) -> u16 {
    if width < PANELS_WIDTH + GAP + PICTURE_LEAST {
        return 0;
    }
    let picture = wide(rows).min(width);
    (width - picture)
        .saturating_sub(GAP)
        .clamp(PANELS_WIDTH, PANELS_MOST)
}

/// Columns of a picture of `rows` rows.
fn wide(rows: u16) -> u16 {
    let columns = u32::from(rows) * ASPECT.0 / ASPECT.1;
    u16::try_from(columns).unwrap_or(u16::MAX)
}

/// The largest picture of the right aspect ratio in the middle of so much room at the top left.
fn fitted(width: u16, height: u16) -> Area {
    if width == 0 || height == 0 {
        return Area::default();
    }
    let (mut columns, mut rows) = (wide(height), height);
    if columns > width {
        let fitting = u32::from(width) * ASPECT.1 / ASPECT.0;
        columns = width;
        rows = (fitting as u16).max(1).min(height);
    }
    Area {
        x: (width - columns) / 2,
        y: (height - rows) / 2,
        width: columns,
        height: rows,
    }
}
