//! `screen_text`.

use crate::{
    commands::{Answer, CommandError, Context, memory},
    debugger::{rectangle::Rectangle, screen_text, tiles},
};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Map {
    Auto,
    Ascii,
    Hex,
    Tbl,
}

/// Arguments of `screen_text`.
#[derive(Debug, Deserialize)]
pub struct TextArgs {
    map: Map,
    crop: Option<Vec<usize>>,
    table: Option<String>,
    offset: Option<u8>,
}

/// Reply of `screen_text`.
#[derive(Debug, Serialize)]
pub struct TextReply {
    rows: Vec<String>,
    map: Map,
    offset: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    runner_up: Option<u8>,
}

impl Answer for TextReply {
    fn text(&self) -> String {
        let rows = self.rows.iter().map(|row| row.trim_end());
        let mut lines: Vec<String> = rows.map(str::to_string).collect();
        lines.extend(self.runner_up.map(|runner_up| {
            format!(
                "read with offset ${:02X}; offset=${runner_up:02X} gives more letters",
                self.offset
            )
        }));
        lines.join("\n")
    }
}

/// Reads the screen as text.
pub fn text(context: &mut Context, args: TextArgs) -> Result<TextReply, CommandError> {
    let table = match (&args.table, args.map) {
        (Some(path), Map::Auto | Map::Tbl) => Some(memory::read_table(context, path)?.0.into()),
        (Some(_), _) => {
            return Err(CommandError::bad_value("a table goes with map=tbl only"));
        }
        (None, _) => context.session.text_table.clone(),
    };
    let map = if args.table.is_some() {
        Map::Tbl
    } else {
        args.map
    };
    let shown = screen_text::visible_tiles(context.session.machine()?);
    let area = super::cropped(args.crop.as_ref(), tiles::COLUMNS, tiles::ROWS)?;
    let cut = cut(&shown, area);
    let (offset, runner_up) = match (map, args.offset) {
        (Map::Auto, Some(offset)) => (offset, None),
        (_, Some(_)) => return Err(CommandError::bad_value("an offset goes with map=auto only")),
        (Map::Auto, None) => {
            let guess = screen_text::guess_offset(&shown);
            (guess.offset, guess.runner_up)
        }
        _ => (0, None),
    };
    let rows = match map {
        Map::Hex => screen_text::to_hex(&cut),
        Map::Ascii => screen_text::to_text(&cut, offset, None),
        Map::Auto => screen_text::to_text(&cut, offset, screen_text::commonest(&shown)),
        Map::Tbl => {
            let table = table.ok_or_else(|| {
                CommandError::not_found(
                    "no table of text; give table=FILE or load one by memory_table",
                )
            })?;
            screen_text::to_table_text(&cut, &table, screen_text::commonest(&shown))
        }
    };
    Ok(TextReply {
        rows,
        map,
        offset,
        runner_up,
    })
}

/// The part of the rows in an area given in tiles.
fn cut(rows: &[Vec<u8>], area: Rectangle) -> Vec<Vec<u8>> {
    let rows = rows[area.y..area.bottom()].iter();
    rows.map(|row| row[area.x..area.right()].to_vec()).collect()
}
