//! `ppu_palette`.

use super::{DataForm, drawing::Drawing};
use crate::{
    commands::{Answer, Attachment, CommandError, Context},
    debugger::{colors, picture::Picture},
};
use serde::{Deserialize, Serialize};

/// Pixels of a swatch's edge in the picture.
const SWATCH: usize = 16;
const COLUMNS: usize = 16;

/// Arguments of `ppu_palette`.
#[derive(Debug, Deserialize)]
pub struct PaletteArgs {
    #[serde(rename = "as")]
    form: DataForm,
    path: Option<String>,
}

/// Reply of `ppu_palette`.
#[derive(Debug, Serialize)]
pub struct PaletteReply {
    entries: Vec<Entry>,
    backdrop: u8,
    #[serde(flatten)]
    drawing: Drawing,
}

/// One palette entry.
#[derive(Debug, Serialize)]
struct Entry {
    address: u16,
    index: u8,
    rgb: String,
}

impl Answer for PaletteReply {
    fn text(&self) -> String {
        let row = |(number, entries): (usize, &[Entry])| {
            let cells: Vec<_> = entries
                .iter()
                .map(|entry| format!("${:02X} {}", entry.index, entry.rgb))
                .collect();
            format!(
                "${:04X} palette {number}: {}",
                entries[0].address,
                cells.join("  ")
            )
        };
        let mut rows: Vec<_> = self.entries.chunks(4).enumerate().map(row).collect();
        rows.extend(self.drawing.text());
        rows.join("\n")
    }

    fn attachments(&self) -> Vec<Attachment> {
        self.drawing.attachments()
    }
}

/// The palette.
pub fn palette(context: &mut Context, args: PaletteArgs) -> Result<PaletteReply, CommandError> {
    let cells = context.session.machine()?.ppu().palette();
    let drawn = args.form == DataForm::Png || args.path.is_some();
    let picture = drawn.then(|| swatches(cells));
    let entry = |(number, &cell): (usize, &u8)| {
        let [red, green, blue] = colors::rgb(u16::from(cell & 0x3F));
        Entry {
            address: 0x3F00 + number as u16,
            index: cell & 0x3F,
            rgb: format!("#{red:02X}{green:02X}{blue:02X}"),
        }
    };
    Ok(PaletteReply {
        entries: cells.iter().enumerate().map(entry).collect(),
        backdrop: cells[0] & 0x3F,
        drawing: Drawing::new(context, picture, args.path.as_deref())?,
    })
}

/// Background palettes above, sprite palettes below.
fn swatches(cells: &[u8; 32]) -> Picture {
    let pixels = cells.iter().map(|&cell| u16::from(cell & 0x3F)).collect();
    let small = Picture {
        width: COLUMNS,
        height: cells.len() / COLUMNS,
        pixels,
    };
    small.scaled(SWATCH)
}
