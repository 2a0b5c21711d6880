//! Pictures by what a caller names: a position, a state, a picture kept, a PNG file.

use super::{HEIGHT, WIDTH};
use crate::{
    commands::{CommandError, Context, Session, ppu::past, state},
    debugger::{
        colors::{self, Rgb},
        film,
        png_picture::RgbPicture,
        raster::replay,
    },
    registry::types::{Place, Position},
};

/// A picture of the screen and what it is of.
pub struct Shown {
    /// 256 x 240 pixels row by row.
    pub pixels: Vec<Rgb>,
    /// As people say it: `frame 12`, `state before_boss`.
    pub name: String,
}

/// The picture of a screen that a text names.
///
/// Errors: `bad_value` for a picture that is no screen, `not_found` for a name of nothing,
/// `frame_not_kept`, `no_frame`, and `io`.
pub fn named(context: &Context, text: &str) -> Result<Shown, CommandError> {
    match known(context, text)? {
        Some(shown) => Ok(shown),
        None => of_file(context, text),
    }
}

/// A picture of any size that a text names.
///
/// Errors: as [`named`].
pub fn picture(context: &Context, text: &str) -> Result<RgbPicture, CommandError> {
    match known(context, text)? {
        Some(shown) => Ok(RgbPicture {
            width: WIDTH,
            height: HEIGHT,
            pixels: shown.pixels.into_iter().map(Some).collect(),
        }),
        None => read(context, text),
    }
}

/// The picture that a text names if it is none of a file.
fn known(context: &Context, text: &str) -> Result<Option<Shown>, CommandError> {
    let session = &*context.session;
    if let Some(pixels) = session.pictures.get(text) {
        return Ok(Some(shown(pixels, format!("picture {text}"))));
    }
    if let Ok(position) = text.parse::<Position>() {
        return at(session, &position).map(Some);
    }
    if let Some(bytes) = state::find(context, text) {
        return of_state(session, text, &bytes).map(Some);
    }
    match text.contains(['.', '/']) {
        true => Ok(None),
        false => Err(CommandError::not_found(format!(
            "{text} is no position, no picture kept by screen_shot keep=, no state and no file"
        ))),
    }
}

/// The picture of a position of the recent past; `now` is what is on the screen, with the
/// lines drawn so far.
fn at(session: &Session, position: &Position) -> Result<Shown, CommandError> {
    let machine = session.machine()?;
    let now = machine.position().frame;
    let frame = past::frame(session, position, replay::last_picture)?;
    let is_present = frame == now && !matches!(position.place, Place::Last);
    if is_present {
        let newer = super::newer_text(replay::newer_lines(&machine.position()));
        let picture = replay::shown_picture(&machine.position());
        return Ok(shown(
            machine.pixels(),
            format!("frame {picture}{newer}, now"),
        ));
    }
    let machine = past::watch(session, frame, &mut crate::nes::observer::Silent)?;
    Ok(shown(machine.pixels(), format!("frame {frame}")))
}

/// The first whole picture after a state, with the buttons held in it.
fn of_state(session: &Session, name: &str, bytes: &[u8]) -> Result<Shown, CommandError> {
    let mut machine = session.machine()?.clone();
    machine
        .load(bytes)
        .map_err(|error| CommandError::bad_value(error.to_string()))?;
    film::draw_next(&mut machine);
    Ok(shown(machine.pixels(), format!("state {name}")))
}

fn of_file(context: &Context, path: &str) -> Result<Shown, CommandError> {
    let picture = read(context, path)?.shrunk_to(WIDTH, HEIGHT);
    if (picture.width, picture.height) != (WIDTH, HEIGHT) {
        return Err(CommandError::bad_value(format!(
            "{path} is {} x {}, no screen of 256 x 240 or a whole multiple",
            picture.width, picture.height
        )));
    }
    Ok(Shown {
        pixels: picture
            .pixels
            .into_iter()
            .map(Option::unwrap_or_default)
            .collect(),
        name: path.to_string(),
    })
}

/// A picture from a PNG file.
///
/// Errors: `io`, `bad_value`.
fn read(context: &Context, path: &str) -> Result<RgbPicture, CommandError> {
    let bytes = context.read_file(path)?;
    RgbPicture::read(&bytes).map_err(|error| CommandError::bad_value(format!("{path}: {error}")))
}

fn shown(pixels: &[u16], name: String) -> Shown {
    Shown {
        pixels: pixels.iter().map(|&pixel| colors::rgb(pixel)).collect(),
        name,
    }
}
