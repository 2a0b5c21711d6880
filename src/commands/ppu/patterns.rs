//! `ppu_patterns`.

use super::drawing::Drawing;
use crate::{
    commands::{Answer, Attachment, CommandError, Context},
    debugger::tiles,
    nes::event::Space,
};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
enum Source {
    #[serde(rename = "0")]
    Left,
    #[serde(rename = "1")]
    Right,
    #[serde(rename = "rom")]
    Rom,
    #[serde(rename = "ram")]
    Ram,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum PatternForm {
    Png,
    Json,
}

/// Arguments of `ppu_patterns`.
#[derive(Debug, Deserialize)]
pub struct PatternsArgs {
    src: Source,
    bank: u32,
    pal: usize,
    #[serde(rename = "as")]
    form: PatternForm,
    path: Option<String>,
}

/// Reply of `ppu_patterns`.
#[derive(Debug, Serialize)]
pub struct PatternsReply {
    src: Source,
    bank: u32,
    used: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    tiles: Option<Vec<Vec<u8>>>,
    #[serde(flatten)]
    drawing: Drawing,
}

impl Answer for PatternsReply {
    fn text(&self) -> String {
        let place = match self.src {
            Source::Left => "pattern table $0000".to_string(),
            Source::Right => "pattern table $1000".to_string(),
            Source::Rom => format!("CHR ROM bank {}", self.bank),
            Source::Ram => format!("CHR RAM bank {}", self.bank),
        };
        let used = format!("{place}: {} of 256 tiles are not blank", self.used);
        let lines: Vec<_> = std::iter::once(used).chain(self.drawing.text()).collect();
        lines.join("\n")
    }

    fn attachments(&self) -> Vec<Attachment> {
        self.drawing.attachments()
    }
}

/// A pattern table.
pub fn patterns(context: &mut Context, args: PatternsArgs) -> Result<PatternsReply, CommandError> {
    let machine = context.session.machine()?;
    let bank = |space| {
        tiles::bank(machine, space, args.bank).ok_or_else(|| {
            if machine.space_length(space) == 0 {
                return CommandError::out_of_range(format!(
                    "the cartridge has no CHR {}",
                    if space == Space::Chr { "ROM" } else { "RAM" }
                ));
            }
            let banks = machine.space_length(space) / tiles::TABLE_BYTES;
            CommandError::out_of_range(format!("there are {banks} banks of 4 KiB"))
        })
    };
    let bytes = match args.src {
        Source::Left => tiles::table(machine, 0),
        Source::Right => tiles::table(machine, 1),
        Source::Rom => bank(Space::Chr)?,
        Source::Ram => bank(Space::ChrRam)?,
    };
    let each = || bytes.chunks_exact(tiles::TILE_BYTES);
    let drawn = args.form == PatternForm::Png || args.path.is_some();
    let colors = tiles::palette(machine, args.pal);
    let picture = drawn.then(|| tiles::table_picture(&bytes, colors));
    Ok(PatternsReply {
        src: args.src,
        bank: args.bank,
        used: each()
            .filter(|tile| tile.iter().any(|&byte| byte != 0))
            .count(),
        tiles: (args.form == PatternForm::Json).then(|| each().map(<[u8]>::to_vec).collect()),
        drawing: Drawing::new(context, picture, args.path.as_deref())?,
    })
}
