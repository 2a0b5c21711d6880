//! `ppu_sprite_line`.

use super::past;
use crate::{
    commands::{Answer, CommandError, Context, render},
    debugger::raster::{
        replay,
        sprite_line::{OverflowReport, SpriteLineReport, SpriteLineWatch},
    },
    registry::types::Position,
};
use serde::Deserialize;

/// Arguments of `ppu_sprite_line`.
#[derive(Debug, Deserialize)]
pub struct SpriteLineArgs {
    line: u8,
    frame: Position,
}

impl Answer for SpriteLineReport {
    fn text(&self) -> String {
        let mut lines = vec![format!(
            "line {} of frame {}: {} of {} sprites in range chosen, 8x{}{}",
            self.line,
            self.frame,
            self.chosen.len(),
            self.in_range.len(),
            self.height,
            match (self.evaluated_on, self.rendering) {
                (None, _) => ", evaluation did not run",
                (_, false) => ", not rendered",
                _ => "",
            }
        )];
        lines.extend(self.chosen.iter().map(|sprite| {
            format!(
                "slot {}: sprite {:2} x={:3} y={:3} tile ${:02X} attributes ${:02X} row {} \
                 ${:02X} ${:02X} at ${:04X} ({}:${:X}), found on dot {}",
                sprite.slot,
                sprite.i,
                sprite.x,
                sprite.y,
                sprite.tile,
                sprite.attributes,
                sprite.row,
                sprite.low.value,
                sprite.high.value,
                sprite.low.address,
                sprite.low.space,
                sprite.low.offset,
                sprite.dot
            )
        }));
        if !self.left_out.is_empty() {
            lines.push(format!("left out: {}", numbers(&self.left_out)));
        }
        lines.extend(self.overflow.as_ref().map(overflow_text));
        if self.overflow_missed {
            lines.push("the search missed the overflow: the flag was not set".to_string());
        }
        lines.push(format!("secondary OAM: {}", render::hex(&self.secondary)));
        lines.join("\n")
    }
}

fn numbers(sprites: &[u8]) -> String {
    let words: Vec<_> = sprites.iter().map(u8::to_string).collect();
    words.join(" ")
}

fn overflow_text(overflow: &OverflowReport) -> String {
    format!(
        "overflow on dot {}: byte {} of sprite {}{}",
        overflow.dot,
        overflow.byte,
        overflow.i,
        match overflow.mistaken {
            true => " taken for a Y; there is no ninth sprite",
            false => "",
        }
    )
}

/// The sprites of one line of a recent frame.
pub fn sprite_line(
    context: &mut Context,
    args: SpriteLineArgs,
) -> Result<SpriteLineReport, CommandError> {
    let frame = past::frame(context.session, &args.frame, replay::last_picture)?;
    let mut watch = SpriteLineWatch::new(frame, args.line);
    let machine = past::watch(context.session, frame, &mut watch)?;
    let report = watch.report(&machine.cartridge().memory.layout);
    report.ok_or_else(|| past::not_drawn(frame))
}
