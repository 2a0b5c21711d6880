//! `screen_diff`.

use super::{HEIGHT, WIDTH, moment};
use crate::{
    commands::{Answer, Attachment, CommandError, Context, render},
    debugger::{
        colors::Rgb,
        difference::{self, Change},
        rectangle::Rectangle,
        rgb_png,
    },
};
use serde::{Deserialize, Serialize};

/// The color of boxes: a light red.
const BOX: Rgb = [255, 96, 96];

/// Arguments of `screen_diff`.
#[derive(Debug, Deserialize)]
pub struct DiffArgs {
    a: String,
    b: String,
    max: usize,
}

/// Reply of `screen_diff`.
#[derive(Debug, Serialize)]
pub struct DiffReply {
    a: String,
    b: String,
    pixels: usize,
    regions: usize,
    boxes: Vec<Region>,
    #[serde(skip)]
    png: Vec<u8>,
}

/// A region that changed.
#[derive(Debug, Serialize)]
struct Region {
    #[serde(flatten)]
    area: Rectangle,
    pixels: usize,
}

impl Answer for DiffReply {
    fn text(&self) -> String {
        if self.pixels == 0 {
            return format!("{} and {} are equal", self.a, self.b);
        }
        let mut rows = vec![format!(
            "{} -> {}: {} {} in {}",
            self.a,
            self.b,
            render::counted(self.pixels as u64, "pixel"),
            if self.pixels == 1 {
                "differs"
            } else {
                "differ"
            },
            render::counted(self.regions as u64, "region")
        )];
        rows.extend(self.boxes.iter().map(Region::row));
        let more = self.regions - self.boxes.len();
        if more > 0 {
            rows.push(format!(
                "and {more} smaller ones; max={} lists them",
                self.regions
            ));
        }
        rows.join("\n")
    }

    fn attachments(&self) -> Vec<Attachment> {
        match self.png.is_empty() {
            true => Vec::new(),
            false => super::png(&self.png),
        }
    }
}

impl Region {
    fn row(&self) -> String {
        let Rectangle {
            x,
            y,
            width,
            height,
        } = self.area;
        format!(
            "  at {x},{y}: {width} x {height}, {}",
            render::counted(self.pixels as u64, "pixel")
        )
    }
}

/// Compares two pictures.
pub fn diff(context: &mut Context, args: DiffArgs) -> Result<DiffReply, CommandError> {
    let before = moment::named(context, &args.a)?;
    let after = moment::named(context, &args.b)?;
    let changes = difference::changes(&before.pixels, &after.pixels, WIDTH);
    let png = match changes.is_empty() {
        true => Vec::new(),
        false => marked(&before.pixels, &after.pixels, &changes),
    };
    Ok(DiffReply {
        a: before.name,
        b: after.name,
        pixels: changes.iter().map(|change| change.pixels).sum(),
        regions: changes.len(),
        boxes: changes.iter().take(args.max).map(region).collect(),
        png,
    })
}

fn region(change: &Change) -> Region {
    Region {
        area: change.area,
        pixels: change.pixels,
    }
}

/// The later picture, dark where nothing changed, with a box around each region.
fn marked(before: &[Rgb], after: &[Rgb], changes: &[Change]) -> Vec<u8> {
    let pairs = before.iter().zip(after);
    let mut pixels: Vec<Rgb> = pairs
        .map(|(old, new)| match old == new {
            true => new.map(|channel| channel / 3),
            false => *new,
        })
        .collect();
    for change in changes {
        rgb_png::outline(&mut pixels, WIDTH, around(change.area), BOX);
    }
    rgb_png::encode(&pixels, WIDTH, HEIGHT)
}

/// One pixel more on every side that has room.
fn around(area: Rectangle) -> Rectangle {
    let (x, y) = (area.x.saturating_sub(1), area.y.saturating_sub(1));
    Rectangle {
        x,
        y,
        width: (area.right() + 1).min(WIDTH) - x,
        height: (area.bottom() + 1).min(HEIGHT) - y,
    }
}
