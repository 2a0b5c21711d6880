//! MMC5: what the chip substitutes on the PPU's data bus, seen in pictures.
//!
//! Source: NESdev "MMC5", extended attributes, Vertical Split Mode, CHR Bankswitching.

use super::rig::shown;
use nescope::nes::machine::Machine;

/// A pixel of a palette, where color 0 is the backdrop: cell 0, which cell 16 has overwritten.
fn pixel(palette: usize, color: usize) -> u16 {
    match color & 3 {
        0 => 16,
        color => (palette * 4 + color) as u16,
    }
}

/// Compares every tile row of the picture below line 0, whose first tiles the PPU fetches
/// before the chip knows of the frame.
fn check(machine: &Machine, expected: impl Fn(usize, usize) -> u16) {
    for line in 1..240 {
        for column in 0..32 {
            let found = machine.pixels()[line * 256 + column * 8 + 3];
            assert_eq!(found, expected(line, column), "line {line}, tile {column}");
        }
    }
}

#[test]
fn every_tile_has_its_own_bank_and_palette() {
    let machine = shown("jsr own\n lda #1\n sta $5104");
    check(&machine, |line, column| {
        let attribute = (line / 8 * 32 + column) & 0xFF;
        pixel(attribute >> 6, (attribute & 0x3F) + 1)
    });
}

#[test]
fn fill_mode_shows_one_tile_in_one_palette() {
    let machine = shown("lda #$FF\n sta $5105\n lda #2\n sta $5106\n lda #3\n sta $5107");
    check(&machine, |_, _| pixel(3, 2));
}

#[test]
fn extended_attributes_color_the_fill_tile_too() {
    let machine = shown("jsr own\n lda #1\n sta $5104\n lda #$FF\n sta $5105\n lda #2\n sta $5106");
    check(&machine, |line, column| {
        let attribute = (line / 8 * 32 + column) & 0xFF;
        pixel(attribute >> 6, (attribute & 0x3F) + 2)
    });
}

/// The split region's pixel with extended RAM full of its own offsets, in bank 5.
fn split(line: usize, column: usize, scroll: usize) -> u16 {
    let line = (line + scroll) % 240;
    let tile = (line / 8 * 32 + column) & 0xFF;
    let attributes = 0xC0 + line / 32 * 8 + column / 4;
    let palette = attributes >> (line >> 2 & 4 | column & 2) & 3;
    pixel(palette, 5 + tile)
}

#[test]
fn a_split_region_has_its_own_nametable_scroll_and_bank() {
    for (register, first, end) in [(0x88, 0, 8), (0xD8, 24, 32)] {
        for scroll in [0, 16, 232] {
            let machine = shown(&format!(
                "jsr own\n lda #0\n sta $5104\n lda #{register}\n sta $5200
                 lda #{scroll}\n sta $5201\n lda #5\n sta $5202"
            ));
            check(&machine, |line, column| {
                if (first..end).contains(&column) {
                    split(line, column, scroll)
                } else {
                    pixel(0, 1)
                }
            });
        }
    }
}

#[test]
fn without_rendering_seen_at_2001_nothing_is_substituted() {
    let machine = shown(
        "jsr own\n lda #1\n sta $5104\n jsr blank\n lda #0\n sta $2005\n sta $2005
         lda #$1E\n sta $2009\n jmp *",
    );
    check(&machine, |_, _| pixel(0, 1));
}

#[test]
fn tall_sprites_have_banks_apart_from_the_background() {
    let machine = shown(
        "lda #3\n sta $5101\n lda #0\n sta $5120\n lda #8\n sta $5128
         lda #$20\n sta $2000\n ldx #0\n stx $2003
@gone:   lda #$FF\n sta $2004\n inx\n bne @gone
         stx $2003\n lda #99\n sta $2004\n lda #2\n sta $2004\n lda #0\n sta $2004
         lda #100\n sta $2004",
    );
    let at = |x: usize, y: usize| machine.pixels()[y * 256 + x];
    assert_eq!(
        at(50, 100),
        pixel(0, 2 + 1),
        "background: 4 KiB bank 2, tile 1"
    );
    assert_eq!(at(0, 200), pixel(0, 2 + 1), "tiles fetched ahead too");
    assert_eq!(at(104, 104), pixel(4, 2), "sprite: bank 0, tile 2");
    assert_eq!(at(104, 112), pixel(4, 3), "sprite: bank 0, tile 3");
}
