//! `ppu_oam`.

use super::{DataForm, drawing::Drawing};
use crate::{
    commands::{Answer, Attachment, CommandError, Context},
    debugger::sprites::{self, Sprite},
};
use serde::{Deserialize, Serialize};

/// Sprites are small: their picture is enlarged.
const SCALE: usize = 4;

/// Arguments of `ppu_oam`.
#[derive(Debug, Deserialize)]
pub struct OamArgs {
    i: Option<usize>,
    all: bool,
    #[serde(rename = "as")]
    form: DataForm,
    path: Option<String>,
}

/// Reply of `ppu_oam`.
#[derive(Debug, Serialize)]
pub struct OamReply {
    sprites: Vec<Sprite>,
    visible: usize,
    off_screen: usize,
    height: u8,
    #[serde(flatten)]
    drawing: Drawing,
}

impl Answer for OamReply {
    fn text(&self) -> String {
        let mut lines = vec![format!(
            "{} visible, {} off screen, 8x{}",
            self.visible, self.off_screen, self.height
        )];
        lines.extend(self.sprites.iter().map(|sprite| {
            let flag = |on: bool, word: &'static str| if on { word } else { "" };
            format!(
                "{:2}: x={:3} y={:3} tile ${:02X} at ${:04X} palette {}{}{}{}",
                sprite.i,
                sprite.x,
                sprite.y,
                sprite.tile,
                sprite.chr,
                sprite.palette,
                flag(sprite.behind, " behind"),
                flag(sprite.flip_x, " flip-x"),
                flag(sprite.flip_y, " flip-y")
            )
        }));
        lines.extend(self.drawing.text());
        lines.join("\n")
    }

    fn attachments(&self) -> Vec<Attachment> {
        self.drawing.attachments()
    }
}

/// The sprites.
pub fn oam(context: &mut Context, args: OamArgs) -> Result<OamReply, CommandError> {
    let machine = context.session.machine()?;
    let all = sprites::all(machine);
    let visible = all.iter().filter(|sprite| sprite.visible).count();
    let wanted = |sprite: &Sprite| match args.i {
        Some(i) => sprite.i == i,
        None => args.all || sprite.visible,
    };
    let off_screen = all.len() - visible;
    let sprites: Vec<_> = all.into_iter().filter(wanted).collect();
    let height = sprites::height(machine);
    let drawn = args.form == DataForm::Png || args.path.is_some();
    let picture = drawn.then(|| sprites::picture(machine, &sprites).scaled(SCALE));
    Ok(OamReply {
        visible,
        off_screen,
        height,
        drawing: Drawing::new(context, picture, args.path.as_deref())?,
        sprites,
    })
}
