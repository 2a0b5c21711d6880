//! Group `ppu`: registers, nametables, patterns, sprites and palette.

mod nametable;
mod oam;
mod palette;
mod patterns;
mod registers;

use super::{Attachment, Bindings};
use crate::debugger::{colors, picture::Picture};

/// Binds the group.
pub fn bind(bindings: &mut Bindings) {
    bindings.bind("ppu_registers", registers::registers);
    bindings.bind("ppu_nametable", nametable::nametable);
    bindings.bind("ppu_patterns", patterns::patterns);
    bindings.bind("ppu_oam", oam::oam);
    bindings.bind("ppu_palette", palette::palette);
}

/// Attaches a picture in the machine's colors as PNG.
fn attached(picture: &Picture) -> Attachment {
    Attachment {
        mime: "image/png".to_string(),
        bytes: picture.png(colors::rgb, &[]),
    }
}
