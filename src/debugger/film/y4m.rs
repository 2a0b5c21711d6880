//! YUV4MPEG2: raw pictures at the console's rate, for programs that encode video.
//!
//! Full color resolution (`C444`), ITU-R BT.601 in the studio range.

use super::{FilmError, MOST_BYTES, still::Film};
use crate::{
    debugger::colors::{self, COLORS},
    nes::region::Region,
};
use std::array::from_fn;

/// One part in 65536.
const ONE: i32 = 1 << 16;

/// The film as a stream.
pub(super) fn encode(film: &Film) -> Result<Vec<u8>, FilmError> {
    let first = film.stills.first().ok_or(FilmError::Empty)?;
    let (width, height) = (first.picture.width, first.picture.height);
    let pictures = (film.frames() / film.every) as usize;
    if pictures * width * height * 3 > MOST_BYTES {
        return Err(FilmError::TooLarge);
    }
    let rate = super::frames_in_1000_seconds(film.region);
    let aspect = match film.region {
        Region::Ntsc => "8:7",
        // NESdev: Overscan
        Region::Pal | Region::Dendy => "7375000:5320343",
    };
    let header = format!(
        "YUV4MPEG2 W{width} H{height} F{rate}:{} Ip A{aspect} C444\n",
        1000 * film.every
    );
    let mut bytes = header.into_bytes();
    let planes: [[u8; COLORS]; 3] = from_fn(|plane| from_fn(|pixel| yuv(pixel as u16)[plane]));
    for still in &film.stills {
        for _ in 0..still.frames / film.every {
            bytes.extend_from_slice(b"FRAME\n");
            for plane in &planes {
                let pixels = still.picture.pixels.iter();
                bytes.extend(pixels.map(|&pixel| plane[usize::from(pixel) % COLORS]));
            }
        }
    }
    Ok(bytes)
}

/// Brightness and the two color differences of a pixel value.
fn yuv(pixel: u16) -> [u8; 3] {
    let [r, g, b] = colors::rgb(pixel).map(i32::from);
    let mixed = |red: i32, green: i32, blue: i32, base: i32| {
        let sum = red * r + green * g + blue * b;
        (base + (sum + ONE / 2).div_euclid(ONE)).clamp(0, 255) as u8
    };
    [
        mixed(16_829, 33_039, 6_416, 16),
        mixed(-9_714, -19_070, 28_784, 128),
        mixed(28_784, -24_103, -4_681, 128),
    ]
}
