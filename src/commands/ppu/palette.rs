//! `ppu_palette`.

use crate::{
    commands::{Answer, CommandError, Context, NoArgs},
    debugger::colors,
};
use serde::Serialize;

/// Reply of `ppu_palette`.
#[derive(Debug, Serialize)]
pub struct PaletteReply {
    entries: Vec<Entry>,
    backdrop: u8,
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
        let rows: Vec<_> = self.entries.chunks(4).enumerate().map(row).collect();
        rows.join("\n")
    }
}

/// The palette.
pub fn palette(context: &mut Context, _args: NoArgs) -> Result<PaletteReply, CommandError> {
    let cells = context.session.machine()?.ppu().palette();
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
    })
}
