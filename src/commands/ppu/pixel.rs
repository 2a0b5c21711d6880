//! `ppu_pixel`.

use super::past;
use crate::{
    commands::{Answer, CommandError, Context},
    debugger::raster::{
        pixel_report::{BackgroundReport, Origin, PixelReport, SpriteReport},
        probe::{Place, Probe},
        replay,
    },
    registry::types::Position,
};
use serde::Deserialize;

/// Arguments of `ppu_pixel`.
#[derive(Debug, Deserialize)]
pub struct PixelArgs {
    x: u8,
    y: u8,
    frame: Position,
}

impl Answer for PixelReport {
    fn text(&self) -> String {
        let emphasis = match self.emphasis {
            0 => String::new(),
            bits => format!(", emphasis {bits:03b}"),
        };
        let mut lines = vec![format!(
            "pixel {},{} of frame {}: ${:04X} -> color ${:02X} {}{emphasis}{}",
            self.x,
            self.y,
            self.frame,
            self.palette_address,
            self.color,
            self.rgb,
            if self.grayscale { ", grayscale" } else { "" }
        )];
        lines.push(self.why.clone());
        lines.extend(self.background.as_ref().map(background_text));
        lines.extend(self.sprites.iter().map(sprite_text));
        if self.sprite_zero {
            lines.push("sprite zero meets the background here".to_string());
        }
        lines.join("\n")
    }
}

fn place(origin: &Origin) -> String {
    format!(
        "${:04X} ({}:${:X})",
        origin.address, origin.space, origin.offset
    )
}

fn background_text(report: &BackgroundReport) -> String {
    format!(
        "background: tile ${:02X} from {}, attribute ${:02X} from {} -> palette {}; row {} \
         ${:02X} ${:02X} at {}; column {} (fine X {}) -> {}{}",
        report.nametable.value,
        place(&report.nametable),
        report.attribute.value,
        place(&report.attribute),
        report.palette,
        report.row,
        report.low.value,
        report.high.value,
        place(&report.low),
        report.column,
        report.fine_x,
        report.pattern,
        if report.shown { "" } else { ", not shown" }
    )
}

fn sprite_text(report: &SpriteReport) -> String {
    let flag = |on: bool, word: &'static str| if on { word } else { "" };
    let number = report.i.map(|i| i.to_string());
    format!(
        "sprite {} (slot {}): x={} y={} tile ${:02X} row {} ${:02X} ${:02X} at {} palette {} -> {}{}{}{}",
        number.as_deref().unwrap_or("?"),
        report.slot,
        report.x,
        report.y,
        report.tile,
        report.row,
        report.low.value,
        report.high.value,
        place(&report.low),
        report.palette,
        report.pattern,
        flag(report.behind, ", behind"),
        flag(report.flip_x, ", flip-x"),
        flag(report.flip_y, ", flip-y")
    )
}

/// One pixel of a recent frame.
pub fn pixel(context: &mut Context, args: PixelArgs) -> Result<PixelReport, CommandError> {
    let frame = past::frame(context.session, &args.frame, replay::last_picture)?;
    let (x, y) = (args.x, args.y);
    let mut probe = Probe::new(Place { frame, x, y });
    let machine = past::watch(context.session, frame, &mut probe)?;
    let sample = probe.into_sample().ok_or_else(|| past::not_drawn(frame))?;
    Ok(PixelReport::new(
        &sample,
        &machine.cartridge().memory.layout,
    ))
}
