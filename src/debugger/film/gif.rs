//! GIF: delays are hundredths of a second, and players slow delays below two down.
//!
//! So a GIF can not show 60 pictures a second. With every second console frame the delays
//! follow the pattern 3 3 4, the nearest hundredths, and the film plays at its true speed;
//! with every frame each picture stands for two hundredths, so an NTSC film plays at 50
//! pictures a second, slower by a sixth. One palette serves all pictures; if they have more
//! than 256 colors together, which emphasis can make, each has its own.

use super::{FilmError, still::Film};
use crate::debugger::{
    colors::{self, COLORS},
    picture::Picture,
    rectangle::Rectangle,
};
use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use std::borrow::Cow;

/// The shortest delay that players keep.
const SHORTEST: u32 = 2;

/// The film as a GIF file that plays for ever.
pub(super) fn encode(film: &Film) -> Result<Vec<u8>, FilmError> {
    let first = film.stills.first().ok_or(FilmError::Empty)?;
    let size = (first.picture.width as u16, first.picture.height as u16);
    let palette = film.palette();
    let mut bytes = Vec::new();
    write(
        film,
        size,
        palette.as_ref().map(|row| (row.0.concat(), &row.1)),
        &mut bytes,
    )
    .map_err(|error| FilmError::Encoder(error.to_string()))?;
    Ok(bytes)
}

fn write(
    film: &Film,
    size: (u16, u16),
    palette: Option<(Vec<u8>, &[u8; COLORS])>,
    bytes: &mut Vec<u8>,
) -> Result<(), EncodingError> {
    let (global, entries) = palette.unzip();
    let mut encoder = Encoder::new(bytes, size.0, size.1, &global.unwrap_or_default())?;
    encoder.set_repeat(Repeat::Infinite)?;
    let stills = film.stills.iter().zip(delays(film)).enumerate();
    for (index, (still, delay)) in stills {
        let mut frame = frame(&still.picture, film.part(index), entries);
        frame.delay = delay;
        encoder.write_frame(&frame)?;
    }
    Ok(())
}

/// How long each still stands, in hundredths of a second.
pub(super) fn delays(film: &Film) -> Vec<u16> {
    let rate = u64::from(super::frames_in_1000_seconds(film.region));
    // Times are rounded, not delays, so that the errors do not add up.
    let hundredths = |frames: u64| (frames * 100_000 + rate / 2) / rate;
    let mut shown = 0;
    let delays = film.stills.iter().map(|still| {
        let before = hundredths(shown);
        shown += u64::from(still.frames);
        match film.every {
            1 => still.frames * SHORTEST,
            _ => ((hundredths(shown) - before) as u32).max(SHORTEST),
        }
    });
    delays.map(|delay| delay as u16).collect()
}

/// The changed part of a picture, with the entries of the one palette or its own.
fn frame<'a>(picture: &Picture, part: Rectangle, entries: Option<&[u8; COLORS]>) -> Frame<'a> {
    let (palette, buffer) = match entries {
        Some(entries) => {
            let pixels = picture.part(part).pixels.into_iter();
            let indexes = pixels.map(|pixel| entries[usize::from(pixel) % COLORS]);
            (None, indexes.collect())
        }
        None => {
            let (palette, indexes) = picture.part(part).indexed(colors::rgb);
            (Some(palette), indexes)
        }
    };
    Frame {
        left: part.x as u16,
        top: part.y as u16,
        width: part.width as u16,
        height: part.height as u16,
        dispose: DisposalMethod::Keep,
        palette,
        buffer: Cow::Owned(buffer),
        ..Frame::default()
    }
}
