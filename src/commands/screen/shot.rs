//! `screen_shot`.

use super::{HEIGHT, WIDTH};
use crate::{
    commands::{Answer, Attachment, CommandError, Context, Session, file_form, ppu::past},
    debugger::{
        colors,
        frame_events::{EventWatch, Row},
        overlay,
        picture::Picture,
        raster::replay,
    },
    nes::digest,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Most pictures kept.
const MOST_PICTURES: usize = 64;
const TILE: usize = 8;
/// Side of the area that one attribute covers.
const ATTRIBUTE: usize = 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Overlay {
    None,
    Grid,
    Grid16,
    Oam,
    Events,
}

/// Arguments of `screen_shot`.
#[derive(Debug, Deserialize)]
pub struct ShotArgs {
    path: Option<String>,
    scale: usize,
    crop: Option<Vec<usize>>,
    overlay: Overlay,
    keep: Option<String>,
}

/// Reply of `screen_shot`.
#[derive(Debug, Serialize)]
pub struct ShotReply {
    width: usize,
    height: usize,
    frame: u64,
    newer_lines: u16,
    sha256: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    legend: Option<String>,
    #[serde(skip)]
    png: Vec<u8>,
}

impl Answer for ShotReply {
    fn text(&self) -> String {
        let path = self.path.iter().map(|path| format!(", written to {path}"));
        let legend = self.legend.iter().map(|legend| format!("\n{legend}"));
        let newer = super::newer_text(self.newer_lines);
        format!(
            "{} x {}, frame {}{newer}, sha256 {}{}",
            self.width,
            self.height,
            self.frame,
            self.sha256,
            path.chain(legend).collect::<String>()
        )
    }

    fn attachments(&self) -> Vec<Attachment> {
        super::png(&self.png)
    }
}

/// Takes a picture.
pub fn shot(context: &mut Context, args: ShotArgs) -> Result<ShotReply, CommandError> {
    file_form::png(args.path.as_deref())?;
    let machine = context.session.machine()?;
    let now = machine.position();
    let (frame, newer_lines) = (replay::shown_picture(&now), replay::newer_lines(&now));
    let picture = Picture {
        width: WIDTH,
        height: HEIGHT,
        pixels: machine.pixels().to_vec(),
    };
    let sha256 = digest::picture(&picture.pixels);
    let hash = machine.rom().sha256_hex();
    let kept = args.keep.as_ref().map(|_| picture.pixels.clone());
    let (picture, legend) = overlaid(context.session, picture, args.overlay)?;
    let area = super::cropped(args.crop.as_ref(), picture.width, picture.height)?;
    let picture = picture.part(area).scaled(args.scale);
    let texts = [("Source", hash), ("Comment", format!("frame {frame}"))];
    let png = picture.png(colors::rgb, &texts);
    if let (Some(name), Some(pixels)) = (&args.keep, kept) {
        keep(context.session, name, pixels)?;
    }
    let path = match &args.path {
        Some(path) => Some(context.write_file(path, "png", &png)?),
        None => None,
    };
    Ok(ShotReply {
        width: picture.width,
        height: picture.height,
        frame,
        newer_lines,
        sha256,
        path,
        legend,
        png,
    })
}

fn keep(session: &mut Session, name: &str, pixels: Vec<u16>) -> Result<(), CommandError> {
    let others = session.pictures.keys().filter(|known| *known != name);
    if others.count() >= MOST_PICTURES {
        return Err(CommandError::limit(format!(
            "{MOST_PICTURES} pictures are kept; the name of one of them takes its place"
        )));
    }
    session.pictures.insert(name.to_string(), Arc::new(pixels));
    Ok(())
}

/// The picture with an overlay, and what the overlay's colors mean.
fn overlaid(
    session: &Session,
    mut picture: Picture,
    overlay: Overlay,
) -> Result<(Picture, Option<String>), CommandError> {
    match overlay {
        Overlay::None => {}
        Overlay::Grid => overlay::grid(&mut picture, TILE),
        Overlay::Grid16 => overlay::grid(&mut picture, ATTRIBUTE),
        Overlay::Oam => overlay::sprite_boxes(&mut picture, session.machine()?),
        Overlay::Events => return events(session),
    }
    Ok((picture, None))
}

/// The last whole frame with its events.
fn events(session: &Session) -> Result<(Picture, Option<String>), CommandError> {
    let now = session.machine()?;
    let frame = replay::last_frame(&now.position())?;
    let mut watch = EventWatch::new(frame, now.bus().divider());
    let there = past::watch(session, frame, &mut watch)?;
    let rows: Vec<Row> = watch.into_rows(now.position().cycle);
    let picture = Picture {
        width: WIDTH,
        height: HEIGHT,
        pixels: there.pixels().to_vec(),
    };
    let scanlines = usize::from(now.region().timing().scanlines);
    let legend = format!("events of frame {frame}: {}", overlay::legend(&rows));
    Ok((overlay::events(&picture, &rows, scanlines), Some(legend)))
}
