//! Group `screen`: the picture, as PNG and as text.

use super::{Answer, Attachment, Bindings, CommandError, Context};
use crate::{
    debugger::{colors, picture::Picture, screen_text, sprites},
    nes::{digest, machine::Machine},
};
use serde::{Deserialize, Serialize};

const WIDTH: usize = 256;
const HEIGHT: usize = 240;
const TILE: usize = 8;
/// Overlay colors: a light gray and a light red, as pixel values.
const GRID_COLOR: u16 = 0x10;
const BOX_COLOR: u16 = 0x26;

/// Binds the group.
pub fn bind(bindings: &mut Bindings) {
    bindings.bind("screen_shot", shot);
    bindings.bind("screen_text", text);
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Overlay {
    None,
    Grid,
    Oam,
}

/// Arguments of `screen_shot`.
#[derive(Debug, Deserialize)]
struct ShotArgs {
    path: Option<String>,
    scale: usize,
    overlay: Overlay,
}

/// Reply of `screen_shot`.
#[derive(Debug, Serialize)]
struct ShotReply {
    width: usize,
    height: usize,
    frame: u64,
    sha256: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    #[serde(skip)]
    png: Vec<u8>,
}

impl Answer for ShotReply {
    fn text(&self) -> String {
        let path = self.path.iter().map(|path| format!(", written to {path}"));
        format!(
            "{} x {}, frame {}, sha256 {}{}",
            self.width,
            self.height,
            self.frame,
            self.sha256,
            path.collect::<String>()
        )
    }

    fn attachments(&self) -> Vec<Attachment> {
        vec![Attachment {
            mime: "image/png".to_string(),
            bytes: self.png.clone(),
        }]
    }
}

fn shot(context: &mut Context, args: ShotArgs) -> Result<ShotReply, CommandError> {
    let machine = context.session.machine()?;
    let frame = machine.position().frame;
    let mut picture = Picture {
        width: WIDTH,
        height: HEIGHT,
        pixels: machine.pixels().to_vec(),
    };
    let sha256 = digest::picture(&picture.pixels);
    draw(&mut picture, machine, args.overlay);
    let picture = picture.scaled(args.scale);
    let texts = [
        ("Source", machine.rom().sha256_hex()),
        ("Comment", format!("frame {frame}")),
    ];
    let png = picture.png(colors::rgb, &texts);
    let path = match &args.path {
        Some(path) => Some(context.write_file(path, "png", &png)?),
        None => None,
    };
    Ok(ShotReply {
        width: picture.width,
        height: picture.height,
        frame,
        sha256,
        path,
        png,
    })
}

fn draw(picture: &mut Picture, machine: &Machine, overlay: Overlay) {
    match overlay {
        Overlay::None => {}
        Overlay::Grid => {
            for y in 0..HEIGHT {
                for x in 0..WIDTH {
                    if x % TILE == 0 || y % TILE == 0 {
                        picture.set(x, y, GRID_COLOR);
                    }
                }
            }
        }
        Overlay::Oam => {
            let height = usize::from(sprites::height(machine));
            for sprite in sprites::all(machine) {
                if sprite.visible {
                    let (x, y) = (usize::from(sprite.x), usize::from(sprite.y) + 1);
                    picture.outline(x, y, TILE, height, BOX_COLOR);
                }
            }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Map {
    Auto,
    Ascii,
    Hex,
}

/// Arguments of `screen_text`.
#[derive(Debug, Deserialize)]
struct TextArgs {
    map: Map,
}

/// Reply of `screen_text`.
#[derive(Debug, Serialize)]
struct TextReply {
    rows: Vec<String>,
    map: Map,
    offset: u8,
}

impl Answer for TextReply {
    fn text(&self) -> String {
        let rows = self.rows.iter().map(|row| row.trim_end());
        let lines: Vec<_> = rows.collect();
        lines.join("\n")
    }
}

fn text(context: &mut Context, args: TextArgs) -> Result<TextReply, CommandError> {
    let tiles = screen_text::visible_tiles(context.session.machine()?);
    let offset = match args.map {
        Map::Auto => screen_text::guess_offset(&tiles),
        Map::Ascii | Map::Hex => 0,
    };
    let rows = match args.map {
        Map::Hex => screen_text::to_hex(&tiles),
        Map::Ascii => screen_text::to_text(&tiles, offset, None),
        Map::Auto => {
            let blank = screen_text::commonest(&tiles);
            screen_text::to_text(&tiles, offset, blank)
        }
    };
    Ok(TextReply {
        rows,
        map: args.map,
        offset,
    })
}
