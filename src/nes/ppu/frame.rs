//! The picture: what the PPU puts out. It is output, not state, and never saved.

/// Pixels of a picture line.
pub const WIDTH: usize = 256;
/// Lines of a picture.
pub const HEIGHT: usize = 240;
/// Pixels of a picture.
pub const PIXELS: usize = WIDTH * HEIGHT;

/// One picture of 256 x 240 pixels, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Palette index (0 to 63) | emphasis << 6. Emphasis bit 0 is red, 1 green, 2 blue on
    /// every region. Columns are in the order of the dots that chose them.
    pub pixels: Box<[u16; PIXELS]>,
    /// Pictures finished since power-on: rises when the last pixel of a picture is out.
    pub complete: u64,
    /// Whether pixels are written at all. Nothing else depends on it.
    pub enabled: bool,
    /// Whether every dot is run by itself, even where several could be run at once. Nothing
    /// else depends on it.
    pub dot_by_dot: bool,
}

impl Frame {
    /// A black picture, enabled.
    pub fn new() -> Frame {
        let pixels = vec![0; PIXELS].into_boxed_slice();
        Frame {
            pixels: pixels.try_into().expect("the slice has PIXELS elements"),
            complete: 0,
            enabled: true,
            dot_by_dot: false,
        }
    }
}

impl Default for Frame {
    fn default() -> Self {
        Frame::new()
    }
}
