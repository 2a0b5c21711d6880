//! Pictures in red, green and blue, for what has no palette indexes.

use super::{colors::Rgb, rectangle::Rectangle};

/// The picture as a PNG file; `pixels` are row by row.
pub fn encode(pixels: &[Rgb], width: usize, height: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width as u32, height as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let written = encoder.write_header().and_then(|mut writer| {
        writer.write_image_data(pixels.as_flattened())?;
        writer.finish()
    });
    written.expect("writing a picture of matching size to memory can not fail");
    bytes
}

/// Draws the outline of a rectangle that lies inside the picture.
pub fn outline(pixels: &mut [Rgb], width: usize, area: Rectangle, color: Rgb) {
    for x in area.x..area.right() {
        pixels[area.y * width + x] = color;
        pixels[(area.bottom() - 1) * width + x] = color;
    }
    for y in area.y..area.bottom() {
        pixels[y * width + area.x] = color;
        pixels[y * width + area.right() - 1] = color;
    }
}
