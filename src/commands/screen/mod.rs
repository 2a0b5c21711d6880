//! Group `screen`: the picture, as PNG, as text, as things and differences, and in motion.

mod diff;
mod find;
mod gif;
mod moment;
mod objects;
mod shot;
mod text;

use super::{Attachment, Bindings, CommandError};
use crate::debugger::rectangle::Rectangle;

/// Columns of the picture.
const WIDTH: usize = 256;
/// Rows of the picture.
const HEIGHT: usize = 240;

/// Binds the group.
pub fn bind(bindings: &mut Bindings) {
    bindings.bind("screen_shot", shot::shot);
    bindings.bind("screen_text", text::text);
    bindings.bind("screen_diff", diff::diff);
    bindings.bind("screen_objects", objects::objects);
    bindings.bind("screen_find", find::find);
    bindings.bind("screen_gif", gif::gif);
}

/// The rectangle of a `crop` argument inside a picture; all of it without one.
///
/// Errors: `bad_value` for another number of values, `out_of_range` outside the picture.
fn cropped(
    crop: Option<&Vec<usize>>,
    width: usize,
    height: usize,
) -> Result<Rectangle, CommandError> {
    let Some(crop) = crop else {
        return Ok(Rectangle {
            x: 0,
            y: 0,
            width,
            height,
        });
    };
    let [x, y, columns, rows] = crop[..] else {
        return Err(CommandError::bad_value(
            "crop takes four numbers: column, row, width, height",
        ));
    };
    let area = Rectangle {
        x,
        y,
        width: columns,
        height: rows,
    };
    match area.clipped(width, height) {
        Some(clipped) if clipped == area => Ok(area),
        _ => Err(CommandError::out_of_range(format!(
            "the crop is empty or leaves the {width} x {height} here"
        ))),
    }
}

/// What is said of a picture whose first lines belong to the next frame.
fn newer_text(lines: u16) -> String {
    match lines {
        0 => String::new(),
        1 => " with the first line of the next".to_string(),
        lines => format!(" with the first {lines} lines of the next"),
    }
}

fn png(bytes: &[u8]) -> Vec<Attachment> {
    vec![Attachment {
        mime: "image/png".to_string(),
        bytes: bytes.to_vec(),
    }]
}
