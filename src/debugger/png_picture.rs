//! Pictures read from PNG files, and where one lies within another.

use super::{colors::Rgb, rectangle::Rectangle};
use png::{ColorType, Decoder, Limits, Transformations};
use std::io::Cursor;
use thiserror::Error;

/// Most columns or rows of a picture that is read: a screen at the largest scale.
const LARGEST: u32 = 2048;
/// Most bytes that a decoder may use beside the picture.
const MOST_BYTES: usize = 32 << 20;
/// Most places that are told apart.
pub const MOST_PLACES: usize = 256;

/// Why bytes are no picture.
#[derive(Debug, Error)]
pub enum PictureError {
    /// Not a PNG, or a broken one.
    #[error("no readable PNG: {0}")]
    Png(#[from] png::DecodingError),
    /// Too large.
    #[error("the picture is {0} x {1}, at most {LARGEST} x {LARGEST} are read")]
    TooLarge(u32, u32),
}

/// A picture in red, green and blue; transparent pixels are `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RgbPicture {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Pixels row by row.
    pub pixels: Vec<Option<Rgb>>,
}

impl RgbPicture {
    /// Reads a PNG file of any color type; of an animation, the first picture.
    ///
    /// # Errors
    /// See [`PictureError`].
    pub fn read(file: &[u8]) -> Result<RgbPicture, PictureError> {
        let limits = Limits { bytes: MOST_BYTES };
        let mut decoder = Decoder::new_with_limits(Cursor::new(file), limits);
        decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
        let mut reader = decoder.read_info()?;
        let (width, height) = reader.info().size();
        if width > LARGEST || height > LARGEST {
            return Err(PictureError::TooLarge(width, height));
        }
        let size = reader.output_buffer_size().unwrap_or_default();
        let mut bytes = vec![0; size];
        let info = reader.next_frame(&mut bytes)?;
        bytes.truncate(info.buffer_size());
        Ok(RgbPicture {
            width: width as usize,
            height: height as usize,
            pixels: pixels(&bytes, info.color_type),
        })
    }

    /// The picture made smaller again, when each of its pixels is a square of equal pixels
    /// and it becomes `width` x `height`; else the picture as it is.
    pub fn shrunk_to(self, width: usize, height: usize) -> RgbPicture {
        let scale = self.width / width.max(1);
        if scale < 2 || self.width != width * scale || self.height != height * scale {
            return self;
        }
        let at = |x: usize, y: usize| self.pixels[y * scale * self.width + x * scale];
        let rows = 0..height;
        RgbPicture {
            width,
            height,
            pixels: rows
                .flat_map(|y| (0..width).map(move |x| at(x, y)))
                .collect(),
        }
    }

    /// A part of the picture, which must lie inside it.
    pub fn part(&self, area: Rectangle) -> RgbPicture {
        let rows = area.y..area.bottom();
        let pixels = rows.flat_map(|row| {
            let start = row * self.width;
            &self.pixels[start + area.x..start + area.right()]
        });
        RgbPicture {
            width: area.width,
            height: area.height,
            pixels: pixels.copied().collect(),
        }
    }

    /// Where `part` lies in this picture, every channel within `tolerance`; transparent pixels
    /// of `part` fit anything. At most [`MOST_PLACES`], from the top.
    pub fn find(&self, part: &RgbPicture, tolerance: u8) -> Vec<Rectangle> {
        let mut places = Vec::new();
        if part.width > self.width || part.height > self.height {
            return places;
        }
        for y in 0..=self.height - part.height {
            for x in 0..=self.width - part.width {
                if places.len() == MOST_PLACES {
                    return places;
                }
                if self.shows(part, (x, y), tolerance) {
                    places.push(Rectangle {
                        x,
                        y,
                        width: part.width,
                        height: part.height,
                    });
                }
            }
        }
        places
    }

    fn shows(&self, part: &RgbPicture, (x, y): (usize, usize), tolerance: u8) -> bool {
        let rows = part.pixels.chunks_exact(part.width).enumerate();
        let mut rows = rows.map(|(row, wanted)| {
            let start = (y + row) * self.width + x;
            (wanted, &self.pixels[start..start + part.width])
        });
        rows.all(|(wanted, found)| {
            let mut pairs = wanted.iter().zip(found);
            pairs.all(|(wanted, found)| fits(*wanted, *found, tolerance))
        })
    }
}

fn fits(wanted: Option<Rgb>, found: Option<Rgb>, tolerance: u8) -> bool {
    let Some(wanted) = wanted else { return true };
    let found = found.unwrap_or_default();
    let mut pairs = wanted.iter().zip(found);
    pairs.all(|(a, b)| a.abs_diff(b) <= tolerance)
}

fn pixels(bytes: &[u8], form: ColorType) -> Vec<Option<Rgb>> {
    let solid = |alpha: u8, rgb: Rgb| (alpha > 0).then_some(rgb);
    let chunks = bytes.chunks_exact(form.samples());
    chunks
        .map(|pixel| match *pixel {
            [gray] => Some([gray; 3]),
            [gray, alpha] => solid(alpha, [gray; 3]),
            [r, g, b] => Some([r, g, b]),
            [r, g, b, alpha] => solid(alpha, [r, g, b]),
            _ => None,
        })
        .collect()
}
