//! `ppu_nametable`.

use super::{drawing::Drawing, past, scroll as scroll_command};
use crate::{
    commands::{Answer, Attachment, CommandError, Context, Session, render},
    debugger::{
        scroll,
        tiles::{self, Nametable, Viewport},
    },
    registry::types::{Place, Position},
};
use serde::{Deserialize, Serialize};

/// The edge of what is on the screen, a red.
const VIEWPORT_COLOR: u16 = 0x16;
/// Lines of a picture.
const PICTURE_LINES: u16 = 240;
/// The last complete picture.
const LAST: Position = Position {
    place: Place::Last,
    branch: None,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum NametableForm {
    Tiles,
    Attr,
    Json,
    Png,
}

/// Arguments of `ppu_nametable`.
#[derive(Debug, Deserialize)]
pub struct NametableArgs {
    n: String,
    #[serde(rename = "as")]
    form: NametableForm,
    path: Option<String>,
    viewport: bool,
    at: Position,
}

/// Reply of `ppu_nametable`.
#[derive(Debug, Serialize)]
pub struct NametableReply {
    tables: Vec<TableRow>,
    scroll_x: u16,
    scroll_y: u16,
    background_table: u16,
    #[serde(flatten)]
    drawing: Drawing,
}

/// One nametable.
#[derive(Debug, Serialize)]
struct TableRow {
    n: u32,
    address: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    tiles: Option<Vec<Vec<u8>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    attributes: Option<Vec<u8>>,
}

impl Answer for NametableReply {
    fn text(&self) -> String {
        let mut lines = vec![format!(
            "scroll {},{}  background tiles ${:04X}",
            self.scroll_x, self.scroll_y, self.background_table
        )];
        for table in &self.tables {
            lines.push(format!("nametable {} at ${:04X}", table.n, table.address));
            for row in table.tiles.iter().flatten() {
                lines.push(row.iter().map(|tile| format!("{tile:02X}")).collect());
            }
            let attributes = table.attributes.iter().flat_map(|bytes| bytes.chunks(8));
            lines.extend(attributes.map(render::hex));
        }
        lines.extend(self.drawing.text());
        lines.join("\n")
    }

    fn attachments(&self) -> Vec<Attachment> {
        self.drawing.attachments()
    }
}

/// The nametables.
pub fn nametable(
    context: &mut Context,
    args: NametableArgs,
) -> Result<NametableReply, CommandError> {
    let machine = &past::machine(context.session, &args.at)?;
    let tables: Vec<_> = (0..4)
        .filter(|number| args.n == "all" || args.n == number.to_string())
        .map(|number| Nametable::read(machine, number))
        .collect();
    let form = args.form;
    let origin = scroll::shown_origin(machine);
    let drawn = form == NametableForm::Png || args.path.is_some();
    let picture = drawn.then(|| {
        let mut picture = tiles::nametable_picture(machine, &tables);
        if args.viewport {
            for port in viewports(context.session, &args.at, origin) {
                tiles::draw_viewport(&mut picture, &tables, port, VIEWPORT_COLOR);
            }
        }
        picture
    });
    let with_tiles = matches!(form, NametableForm::Tiles | NametableForm::Json);
    let with_attributes = matches!(form, NametableForm::Attr | NametableForm::Json);
    let row = |table: Nametable| TableRow {
        n: table.number,
        address: table.address(),
        tiles: with_tiles.then_some(table.tiles),
        attributes: with_attributes.then_some(table.attributes),
    };
    let (scroll_x, scroll_y) = origin;
    Ok(NametableReply {
        tables: tables.into_iter().map(row).collect(),
        scroll_x,
        scroll_y,
        background_table: u16::from(machine.ppu().ctrl() >> 4 & 1) << 12,
        drawing: Drawing::new(context, picture, args.path.as_deref())?,
    })
}

/// What shows of the plane in the frame of a position, one part for each span of lines; the
/// whole from `origin` on while that frame is not drawn to its end.
fn viewports(session: &Session, at: &Position, origin: (u16, u16)) -> Vec<Viewport> {
    let spans = match &at.place {
        Place::Now => scroll_command::spans(session, &LAST),
        _ => scroll_command::spans(session, at),
    };
    let spans = spans.unwrap_or_default();
    if spans
        .last()
        .is_none_or(|span| span.last + 1 < PICTURE_LINES)
    {
        let (x, y) = origin;
        let rows = PICTURE_LINES;
        return vec![Viewport { x, y, rows }];
    }
    let shown = spans.iter().filter(|span| span.rendering);
    shown
        .map(|span| Viewport {
            x: span.x,
            y: span.y,
            rows: span.last + 1 - span.first,
        })
        .collect()
}
