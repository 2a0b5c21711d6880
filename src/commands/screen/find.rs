//! `screen_find`.

use super::{HEIGHT, WIDTH, moment};
use crate::{
    commands::{Answer, CommandError, Context},
    debugger::{
        colors,
        png_picture::{MOST_PLACES, RgbPicture},
        raster::replay,
        rectangle::Rectangle,
    },
};
use serde::{Deserialize, Serialize};

/// Arguments of `screen_find`.
#[derive(Debug, Deserialize)]
pub struct FindArgs {
    image: String,
    crop: Option<Vec<usize>>,
    tolerance: u8,
    max: usize,
}

/// Reply of `screen_find`.
#[derive(Debug, Serialize)]
pub struct FindReply {
    frame: u64,
    total: usize,
    places: Vec<Rectangle>,
}

impl Answer for FindReply {
    fn text(&self) -> String {
        let places = self.places.iter();
        let places: Vec<String> = places
            .map(|place| format!("{},{}", place.x, place.y))
            .collect();
        let more = match self.total - places.len() {
            0 => String::new(),
            more => format!(
                " and {more} more{}; max={} lists them",
                match self.total {
                    MOST_PLACES => " at least",
                    _ => "",
                },
                self.total
            ),
        };
        match places.is_empty() {
            true => format!("not on the screen of frame {}", self.frame),
            false => format!("frame {}: at {}{more}", self.frame, places.join(" ")),
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
    let mut places = screen.find(&part, args.tolerance);
    let total = places.len();
    places.truncate(args.max);
    Ok(FindReply {
        frame: replay::shown_picture(&machine.position()),
        total,
        places,
    })
}
