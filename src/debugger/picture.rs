//! Pictures of pixel values and their PNG form.

use super::{colors::Rgb, rectangle::Rectangle};
use std::collections::{BTreeMap, BTreeSet};

/// Most colors of a palette.
const MOST_COLORS: usize = 256;

/// A picture of pixel values; the values are colors of [`super::colors`], or own ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Pixels row by row.
    pub pixels: Vec<u16>,
}

impl Picture {
    /// A picture of one color.
    pub fn filled(width: usize, height: usize, pixel: u16) -> Picture {
        Picture {
            width,
            height,
            pixels: vec![pixel; width * height],
        }
    }

    /// Sets a pixel; outside the picture nothing happens.
    pub fn set(&mut self, x: usize, y: usize, pixel: u16) {
        if x < self.width && y < self.height {
            self.pixels[y * self.width + x] = pixel;
        }
    }

    /// Draws the outline of a box, clipped to the picture.
    pub fn outline(&mut self, x: usize, y: usize, width: usize, height: usize, pixel: u16) {
        for column in x..x + width {
            self.set(column, y, pixel);
            self.set(column, y + height - 1, pixel);
        }
        for row in y..y + height {
            self.set(x, row, pixel);
            self.set(x + width - 1, row, pixel);
        }
    }

    /// A part of the picture, which must lie inside it.
    pub fn part(&self, area: Rectangle) -> Picture {
        let rows = area.y..area.bottom();
        let pixels = rows.flat_map(|row| {
            let start = row * self.width;
            &self.pixels[start + area.x..start + area.right()]
        });
        Picture {
            width: area.width,
            height: area.height,
            pixels: pixels.copied().collect(),
        }
    }

    /// Every pixel as a square of `scale` pixels.
    pub fn scaled(&self, scale: usize) -> Picture {
        let mut pixels = Vec::with_capacity(self.pixels.len() * scale * scale);
        for row in self.pixels.chunks(self.width) {
            let wide: Vec<u16> = row
                .iter()
                .flat_map(|&pixel| std::iter::repeat_n(pixel, scale))
                .collect();
            for _ in 0..scale {
                pixels.extend_from_slice(&wide);
            }
        }
        Picture {
            width: self.width * scale,
            height: self.height * scale,
            pixels,
        }
    }

    /// The picture as a PNG file with `texts` as text chunks: palette-indexed, or in true color
    /// when it has more than 256 colors, which emphasis changes in mid-frame can make.
    pub fn png(&self, color: impl Fn(u16) -> Rgb, texts: &[(&str, String)]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width as u32, self.height as u32);
        encoder.set_depth(png::BitDepth::Eight);
        let data = match self.has_many_colors() {
            true => {
                encoder.set_color(png::ColorType::Rgb);
                self.pixels.iter().flat_map(|&pixel| color(pixel)).collect()
            }
            false => {
                let (palette, indexes) = self.indexed(color);
                encoder.set_color(png::ColorType::Indexed);
                encoder.set_palette(palette);
                indexes
            }
        };
        for (key, text) in texts {
            encoder
                .add_text_chunk(key.to_string(), text.clone())
                .expect("the keys of text chunks are short ASCII words");
        }
        let written = encoder.write_header().and_then(|mut writer| {
            writer.write_image_data(&data)?;
            writer.finish()
        });
        written.expect("writing a picture of matching size to memory can not fail");
        bytes
    }

    /// Whether there are more pixel values than a palette has entries.
    fn has_many_colors(&self) -> bool {
        let values: BTreeSet<u16> = self.pixels.iter().copied().collect();
        values.len() > MOST_COLORS
    }

    /// The palette (red, green, blue) and an entry of it for each pixel; colors beyond 256 are the
    /// nearest earlier one.
    pub fn indexed(&self, color: impl Fn(u16) -> Rgb) -> (Vec<u8>, Vec<u8>) {
        let mut entries: BTreeMap<u16, u8> = BTreeMap::new();
        let mut palette: Vec<Rgb> = Vec::new();
        let mut indexes = Vec::with_capacity(self.pixels.len());
        for &pixel in &self.pixels {
            let index = *entries.entry(pixel).or_insert_with(|| {
                let rgb = color(pixel);
                if palette.len() < MOST_COLORS {
                    palette.push(rgb);
                    return (palette.len() - 1) as u8;
                }
                nearest(&palette, rgb)
            });
            indexes.push(index);
        }
        (palette.concat(), indexes)
    }
}

fn nearest(palette: &[Rgb], rgb: Rgb) -> u8 {
    let distance = |entry: &Rgb| -> u32 {
        let pairs = entry.iter().zip(rgb);
        pairs.map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
    };
    let best = (0..palette.len()).min_by_key(|&index| distance(&palette[index]));
    best.unwrap_or(0) as u8
}
