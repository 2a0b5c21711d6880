//! Animated PNG: indexed, each picture for its exact time. Pictures after the first hold only
//! the part that changed. With more than 256 colors, which emphasis can make, the pixels are
//! written as red, green and blue.

use super::{FilmError, still::Film};
use crate::debugger::{
    colors::{self, COLORS},
    picture::Picture,
    rectangle::Rectangle,
};
use png::{BitDepth, ColorType, Encoder, EncodingError, Writer};

/// How a picture's pixels are written.
enum Form {
    Indexed(Box<[u8; COLORS]>),
    Rgb,
}

/// The film as an APNG file that plays for ever.
pub(super) fn encode(film: &Film) -> Result<Vec<u8>, FilmError> {
    let first = film.stills.first().ok_or(FilmError::Empty)?;
    let (width, height) = (first.picture.width as u32, first.picture.height as u32);
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height);
    encoder.set_depth(BitDepth::Eight);
    let form = match film.palette() {
        Some((palette, entries)) => {
            encoder.set_color(ColorType::Indexed);
            encoder.set_palette(palette.concat());
            Form::Indexed(Box::new(entries))
        }
        None => {
            encoder.set_color(ColorType::Rgb);
            Form::Rgb
        }
    };
    write(film, encoder, &form).map_err(|error| FilmError::Encoder(error.to_string()))?;
    Ok(bytes)
}

fn write(
    film: &Film,
    mut encoder: Encoder<&mut Vec<u8>>,
    form: &Form,
) -> Result<(), EncodingError> {
    let animated = film.stills.len() > 1;
    if animated {
        encoder.set_animated(film.stills.len() as u32, 0)?;
    }
    let mut writer = encoder.write_header()?;
    let rate = super::frames_in_1000_seconds(film.region) as u16;
    for (index, still) in film.stills.iter().enumerate() {
        let part = film.part(index);
        if animated {
            writer.set_frame_delay((still.frames * 1000) as u16, rate)?;
            place(&mut writer, index, part)?;
        }
        writer.write_image_data(&form.bytes(&still.picture, part))?;
    }
    writer.finish()
}

fn place(
    writer: &mut Writer<&mut Vec<u8>>,
    index: usize,
    part: Rectangle,
) -> Result<(), EncodingError> {
    if index == 0 {
        return Ok(());
    }
    writer.reset_frame_position()?;
    writer.set_frame_dimension(part.width as u32, part.height as u32)?;
    writer.set_frame_position(part.x as u32, part.y as u32)
}

impl Form {
    fn bytes(&self, picture: &Picture, part: Rectangle) -> Vec<u8> {
        let pixels = picture.part(part).pixels.into_iter();
        match self {
            Form::Indexed(entries) => pixels
                .map(|pixel| entries[usize::from(pixel) % COLORS])
                .collect(),
            Form::Rgb => pixels.flat_map(colors::rgb).collect(),
        }
    }
}
