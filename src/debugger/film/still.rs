//! The pictures of an animation, one for each change.

use super::{FilmError, MOST_BYTES, MOST_COLORS, apng, frames_in_1000_seconds, gif, y4m};
use crate::{
    debugger::{
        colors::{self, COLORS, Rgb},
        picture::Picture,
        rectangle::Rectangle,
    },
    nes::region::Region,
};

/// A picture and how long it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Still {
    /// The picture, enlarged.
    pub picture: Picture,
    /// Console frames it stands for, from when it is shown to the next.
    pub frames: u32,
}

/// An animation.
#[derive(Clone, Debug)]
pub struct Film {
    /// Its stills in order; all of one size.
    pub stills: Vec<Still>,
    /// Console frames from one picture taken to the next.
    pub every: u32,
    /// Whose frame rate it has.
    pub region: Region,
}

/// Console frames that one still stands for at most, so that its duration fits the formats.
const LONGEST: u32 = 60;

impl Film {
    /// An animation without pictures.
    pub fn new(region: Region, every: u32) -> Film {
        Film {
            stills: Vec::new(),
            every,
            region,
        }
    }

    /// Adds a picture; one that equals the last makes that one stand longer.
    ///
    /// # Errors
    /// [`FilmError::TooLarge`] when the pixels kept would be too many.
    pub fn add(&mut self, picture: Picture) -> Result<(), FilmError> {
        let every = self.every;
        let same = self
            .stills
            .last_mut()
            .filter(|last| last.picture.pixels == picture.pixels && last.frames + every <= LONGEST);
        if let Some(last) = same {
            last.frames += every;
            return Ok(());
        }
        if (self.stills.len() + 1) * picture.pixels.len() > MOST_BYTES {
            return Err(FilmError::TooLarge);
        }
        self.stills.push(Still {
            picture,
            frames: every,
        });
        Ok(())
    }

    /// The animation as an APNG file.
    ///
    /// # Errors
    /// See [`FilmError`].
    pub fn apng(&self) -> Result<Vec<u8>, FilmError> {
        apng::encode(self).and_then(bounded)
    }

    /// The animation as a GIF file.
    ///
    /// # Errors
    /// See [`FilmError`].
    pub fn gif(&self) -> Result<Vec<u8>, FilmError> {
        gif::encode(self).and_then(bounded)
    }

    /// The animation as a YUV4MPEG2 stream.
    ///
    /// # Errors
    /// See [`FilmError`].
    pub fn y4m(&self) -> Result<Vec<u8>, FilmError> {
        y4m::encode(self).and_then(bounded)
    }

    /// How long the GIF takes to play, in hundredths of a second.
    pub fn gif_hundredths(&self) -> u32 {
        gif::delays(self)
            .iter()
            .map(|&delay| u32::from(delay))
            .sum()
    }

    /// How long the frames took on the console, in seconds.
    pub fn seconds(&self) -> f64 {
        f64::from(self.frames()) * 1000.0 / f64::from(frames_in_1000_seconds(self.region))
    }

    /// Console frames that the animation stands for.
    pub fn frames(&self) -> u32 {
        self.stills.iter().map(|still| still.frames).sum()
    }

    /// The part in which a still differs from the one before; all of the first one.
    pub(super) fn part(&self, index: usize) -> Rectangle {
        let picture = &self.stills[index].picture;
        let whole = Rectangle {
            x: 0,
            y: 0,
            width: picture.width,
            height: picture.height,
        };
        match index.checked_sub(1) {
            Some(before) => changed(&self.stills[before].picture, picture),
            None => whole,
        }
    }

    /// One palette for all stills: its colors, and an entry for each pixel value. `None` when
    /// they have more colors than a palette.
    pub(super) fn palette(&self) -> Option<(Vec<Rgb>, [u8; COLORS])> {
        let mut used = [false; COLORS];
        for pixel in self.stills.iter().flat_map(|still| &still.picture.pixels) {
            used[usize::from(*pixel) % COLORS] = true;
        }
        let mut entries = [0; COLORS];
        let mut palette = Vec::new();
        for (pixel, _) in used.iter().enumerate().filter(|row| *row.1) {
            entries[pixel] = palette.len() as u8;
            palette.push(colors::rgb(pixel as u16));
        }
        (palette.len() <= MOST_COLORS).then_some((palette, entries))
    }
}

fn bounded(bytes: Vec<u8>) -> Result<Vec<u8>, FilmError> {
    match bytes.len() > MOST_BYTES {
        true => Err(FilmError::TooLarge),
        false => Ok(bytes),
    }
}

/// The smallest part that holds all changes; one pixel when there is none.
fn changed(before: &Picture, after: &Picture) -> Rectangle {
    let (mut left, mut right, mut top, mut bottom) = (after.width, 0, after.height, 0);
    let pairs = before.pixels.iter().zip(&after.pixels);
    for (at, _) in pairs.enumerate().filter(|(_, (old, new))| old != new) {
        let (x, y) = (at % after.width, at / after.width);
        (left, right) = (left.min(x), right.max(x));
        (top, bottom) = (top.min(y), bottom.max(y));
    }
    let (x, y) = (left.min(right), top.min(bottom));
    Rectangle {
        x,
        y,
        width: right - x + 1,
        height: bottom - y + 1,
    }
}
