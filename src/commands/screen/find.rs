//! `screen_find`.

use super::{HEIGHT, WIDTH, moment};
use crate::{
    commands::{Answer, CommandError, Context},
    debugger::{colors, png_picture::RgbPicture, rectangle::Rectangle},
};
use serde::{Deserialize, Serialize};

/// Arguments of `screen_find`.
#[derive(Debug, Deserialize)]
pub struct FindArgs {
    image: String,
    crop: Option<Vec<usize>>,
    tolerance: u8,
}

/// Reply of `screen_find`.
#[derive(Debug, Serialize)]
pub struct FindReply {
    frame: u64,
    places: Vec<Rectangle>,
}

impl Answer for FindReply {
    fn text(&self) -> String {
        let places = self.places.iter();
        let places: Vec<String> = places
            .map(|place| format!("{},{}", place.x, place.y))
            .collect();
        match places.is_empty() {
            true => format!("not on the screen of frame {}", self.frame),
            false => format!("frame {}: at {}", self.frame, places.join(" ")),
        }
    }
}

/// Finds a picture on the screen.
pub fn find(context: &mut Context, args: FindArgs) -> Result<FindReply, CommandError> {
    let picture = moment::picture(context, &args.image)?;
    let area = super::cropped(args.crop.as_ref(), picture.width, picture.height)?;
    let part = picture.part(area);
    let machine = context.session.machine()?;
    let pixels = machine.pixels().iter();
    let screen = RgbPicture {
        width: WIDTH,
        height: HEIGHT,
        pixels: pixels.map(|&pixel| Some(colors::rgb(pixel))).collect(),
    };
    Ok(FindReply {
        frame: machine.position().frame,
        places: screen.find(&part, args.tolerance),
    })
}
