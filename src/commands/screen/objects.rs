//! `screen_objects`.

use crate::{
    commands::{Answer, CommandError, Context, ppu::past},
    debugger::{
        objects::{self, Object},
        rectangle::Rectangle,
    },
    registry::types::Position,
};
use serde::{Deserialize, Serialize};

/// Tiles told in the text of one object.
const TILES_TOLD: usize = 8;

/// Arguments of `screen_objects`.
#[derive(Debug, Deserialize)]
pub struct ObjectsArgs {
    since: Position,
    max: usize,
}

/// Reply of `screen_objects`.
#[derive(Debug, Serialize)]
pub struct ObjectsReply {
    frame: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    since: Option<u64>,
    total: usize,
    objects: Vec<Seen>,
    gone: Vec<Rectangle>,
}

/// An object.
#[derive(Debug, Serialize)]
struct Seen {
    #[serde(flatten)]
    area: Rectangle,
    sprites: Vec<usize>,
    tiles: Vec<u8>,
    palettes: Vec<u8>,
    behind: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    dx: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dy: Option<i32>,
    /// Whether there is a moment that it could have moved since.
    #[serde(skip)]
    compared: bool,
}

impl Answer for ObjectsReply {
    fn text(&self) -> String {
        let since = self
            .since
            .map(|frame| format!(", motion since frame {frame}"));
        let mut rows = vec![format!(
            "frame {}: {} objects{}",
            self.frame,
            self.total,
            since.unwrap_or_default()
        )];
        rows.extend(self.objects.iter().map(Seen::row));
        let more = self.total - self.objects.len();
        if more > 0 {
            rows.push(format!("and {more} more; max={} lists them", self.total));
        }
        if !self.gone.is_empty() {
            let gone = self.gone.iter();
            let gone: Vec<String> = gone.map(|area| format!("{},{}", area.x, area.y)).collect();
            rows.push(format!("gone: at {}", gone.join(" ")));
        }
        rows.join("\n")
    }
}

impl Seen {
    fn row(&self) -> String {
        let tiles = self.tiles.iter().take(TILES_TOLD);
        let mut tiles: Vec<String> = tiles.map(|tile| format!("${tile:02X}")).collect();
        if self.tiles.len() > TILES_TOLD {
            tiles.push("..".to_string());
        }
        let palettes: Vec<String> = self.palettes.iter().map(u8::to_string).collect();
        let moved = match (self.dx, self.dy) {
            (Some(0), Some(0)) => "  still".to_string(),
            (Some(dx), Some(dy)) => format!("  moved {dx:+},{dy:+}"),
            _ if self.compared => "  new".to_string(),
            _ => String::new(),
        };
        let Rectangle {
            x,
            y,
            width,
            height,
        } = self.area;
        format!(
            "at {x},{y} {width} x {height}{moved}  tiles {} palette {}{}",
            tiles.join(" "),
            palettes.join(","),
            if self.behind { " behind" } else { "" }
        )
    }
}

/// Lists the things made of sprites.
pub fn objects(context: &mut Context, args: ObjectsArgs) -> Result<ObjectsReply, CommandError> {
    let session = &*context.session;
    let machine = session.machine()?;
    // Right after power-on there is nothing to compare with, which is no error.
    let before = past::machine(session, &args.since).ok();
    let (objects, gone) = objects::seen(machine, before.as_ref());
    let shown = objects.iter().take(args.max);
    Ok(ObjectsReply {
        frame: machine.position().frame,
        since: before.as_ref().map(|before| before.position().frame),
        total: objects.len(),
        objects: shown.map(|object| seen(object, before.is_some())).collect(),
        gone: gone.iter().map(|object| object.area).collect(),
    })
}

fn seen(object: &Object, compared: bool) -> Seen {
    Seen {
        area: object.area,
        sprites: object.sprites.clone(),
        tiles: object.tiles.clone(),
        palettes: object.palettes.clone(),
        behind: object.behind,
        dx: object.moved.map(|moved| moved.0),
        dy: object.moved.map(|moved| moved.1),
        compared,
    }
}
