//! The ROM arena and the identities of a file.

use super::Image;
use nescope::nes::cartridge::Rom;

#[test]
fn the_arena_holds_prg_then_chr() {
    let rom = Image::new(0, 0, 0x8000, 0x2000).rom();
    assert_eq!(rom.bytes.len(), 0xA000);
    assert_eq!(
        (rom.layout.prg_rom.start, rom.layout.chr_rom.start),
        (0, 0x8000)
    );
    assert_eq!((rom.bytes[0x7800], rom.bytes[0x8400]), (15, 1));
}

#[test]
fn odd_sizes_are_padded_to_whole_pages() {
    // 2^10 * 3 bytes of PRG ROM: one page and a half.
    let mut image = Image::new(0, 0, 0xC00, 0);
    (image.header[4], image.header[9]) = (10 << 2 | 1, 0x0F);
    let rom = image.rom();
    assert_eq!(
        (rom.header.prg_rom, rom.layout.prg_rom.length),
        (0xC00, 0x1000)
    );
    assert!(rom.bytes[0xC00..].iter().all(|&byte| byte == 0xFF));
    assert!(rom.warnings.iter().any(|text| text.contains("padded")));
}

#[test]
fn trailing_bytes_are_kept_and_told() {
    let mut file = Image::new(0, 0, 0x8000, 0x2000).file();
    file.extend(b"misc");
    let rom = Rom::parse(&file).expect("trailing bytes do not matter");
    assert_eq!(rom.file, file);
    assert!(
        rom.warnings.iter().any(|text| text.contains("4 bytes")),
        "{:?}",
        rom.warnings
    );
}

#[test]
fn content_hash_ignores_the_header() {
    let horizontal = Image::new(0, 0, 0x8000, 0x2000);
    let mut vertical = horizontal.clone();
    vertical.header[6] |= 1;
    let (a, b) = (horizontal.rom(), vertical.rom());
    assert_eq!(a.content_sha256, b.content_sha256);
    assert_ne!(a.sha256, b.sha256);
    assert_eq!(a.sha256_hex().len(), 64);
}
