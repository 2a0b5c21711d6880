//! Group `ppu`: registers, nametables, patterns, sprites and palette.

mod drawing;
mod events;
mod nametable;
mod oam;
mod palette;
pub(super) mod past;
mod patterns;
mod pipeline;
mod pixel;
mod registers;
mod scroll;
mod sprite_line;

use super::Bindings;
use serde::Deserialize;

/// Binds the group.
pub fn bind(bindings: &mut Bindings) {
    bindings.bind("ppu_registers", registers::registers);
    bindings.bind("ppu_nametable", nametable::nametable);
    bindings.bind("ppu_patterns", patterns::patterns);
    bindings.bind("ppu_oam", oam::oam);
    bindings.bind("ppu_palette", palette::palette);
    bindings.bind("ppu_sprite_line", sprite_line::sprite_line);
    bindings.bind("ppu_scroll", scroll::scroll);
    bindings.bind("ppu_pixel", pixel::pixel);
    bindings.bind("ppu_events", events::events);
    bindings.bind("ppu_pipeline", pipeline::pipeline);
}

/// The forms of what is data or a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum DataForm {
    Json,
    Png,
}
