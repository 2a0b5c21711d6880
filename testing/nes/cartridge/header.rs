//! The file header. Sources: NESdev "INES", "NES 2.0".

use super::Image;
use nescope::nes::{
    cartridge::{Header, Rom, RomError},
    memory::Mirroring,
    region::Region,
};

fn header(change: impl Fn(&mut [u8; 16])) -> Header {
    let mut bytes = *b"NES\x1A\x02\x01\0\0\0\0\0\0\0\0\0\0";
    change(&mut bytes);
    let mut file = bytes.to_vec();
    file.resize(0x20_0000, 0);
    Rom::parse(&file).expect("the header is valid").header
}

fn code(file: &[u8]) -> &'static str {
    Rom::parse(file).expect_err("the file is refused").code()
}

#[test]
fn ines_gives_eight_kib_of_ram_that_test_programs_report_in() {
    let header = header(|_| ());
    assert_eq!((header.prg_ram, header.prg_nvram), (0x2000, 0));
    assert!(!header.nes2);
}

#[test]
fn ines_runs_as_ntsc_and_warns_where_byte_9_says_pal() {
    let mut file = b"NES\x1A\x01\x01\0\0\0\x01\0\0\0\0\0\0".to_vec();
    file.resize(16 + 0x6000, 0);
    let rom = Rom::parse(&file).expect("the header is valid");
    assert_eq!(rom.header.region, Region::Ntsc);
    assert!(rom.warnings.iter().any(|text| text.contains("PAL")));
}

#[test]
fn ines_battery_makes_that_ram_survive() {
    let header = header(|bytes| bytes[6] = 2);
    assert_eq!((header.prg_ram, header.prg_nvram), (0, 0x2000));
}

#[test]
fn ines_without_chr_rom_has_eight_kib_of_chr_ram() {
    let header = header(|bytes| bytes[5] = 0);
    assert_eq!((header.chr_rom, header.chr_ram), (0, 0x2000));
}

#[test]
fn ines_mapper_joins_both_nibbles() {
    assert_eq!(
        header(|bytes| (bytes[6], bytes[7]) = (0x20, 0x40)).mapper,
        66
    );
}

#[test]
fn a_tool_name_in_the_header_drops_the_mapper_high_nibble() {
    let header = header(|bytes| {
        bytes[6] = 0x10;
        bytes[7..].copy_from_slice(b"DiskDude!");
    });
    assert_eq!((header.mapper, header.nes2), (1, false));
}

#[test]
fn nes2_mapper_has_twelve_bits_and_a_submapper() {
    let header = header(|bytes| (bytes[6], bytes[7], bytes[8]) = (0x10, 0x28, 0x51));
    assert_eq!((header.mapper, header.submapper), (0x121, 5));
}

#[test]
fn nes2_ram_sizes_are_obeyed() {
    let header = header(|bytes| (bytes[7], bytes[10], bytes[11]) = (0x08, 0x97, 0x70));
    assert_eq!((header.prg_ram, header.prg_nvram), (0x2000, 0x8000));
    assert_eq!(header.chr_ram, 0x2000);
}

#[test]
fn nes2_without_ram_sizes_has_no_ram() {
    let header = header(|bytes| bytes[7] = 0x08);
    assert_eq!(
        (header.prg_ram, header.prg_nvram, header.chr_ram),
        (0, 0, 0)
    );
}

#[test]
fn nes2_sizes_can_be_powers_of_two_times_odd_numbers() {
    // 2^14 * 3 bytes of PRG ROM.
    let header = header(|bytes| (bytes[4], bytes[7], bytes[9]) = (14 << 2 | 1, 0x08, 0x0F));
    assert_eq!(header.prg_rom, 0xC000);
}

#[test]
fn nes2_names_its_region() {
    for (byte, region) in [
        (0, Region::Ntsc),
        (1, Region::Pal),
        (2, Region::Ntsc),
        (3, Region::Dendy),
    ] {
        assert_eq!(
            header(|bytes| (bytes[7], bytes[12]) = (0x08, byte)).region,
            region
        );
    }
}

#[test]
fn mirroring_bits_give_three_arrangements() {
    for (flags, mirroring) in [
        (0, Mirroring::Horizontal),
        (1, Mirroring::Vertical),
        (8, Mirroring::FourScreen),
        (9, Mirroring::FourScreen),
    ] {
        assert_eq!(header(|bytes| bytes[6] = flags).mirroring, mirroring);
    }
}

#[test]
fn nes2_sizes_that_exceed_the_file_fall_back_to_ines() {
    let mut image = Image::new(0, 0, 0x8000, 0x2000);
    image.header[9] = 0x11;
    let rom = Rom::parse(&image.file()).expect("the iNES reading fits");
    assert!(!rom.header.nes2);
    assert!(rom.warnings[0].contains("iNES 1"), "{:?}", rom.warnings);
}

#[test]
fn files_that_are_no_rom_are_named() {
    assert_eq!(code(b""), "not_nes");
    assert_eq!(code(b"MZ this is a program"), "not_nes");
    assert_eq!(code(b"NES\x1A\x01"), "truncated");
    assert_eq!(code(b"NESM\x1A\x01"), "truncated");
    assert_eq!(code(b"FDS\x1A\x01"), "unsupported_file");
    let message = Rom::parse(b"UNIF").expect_err("refused").to_string();
    assert!(message.contains("UNIF"), "{message}");
}

#[test]
fn lying_sizes_are_refused() {
    let mut short = Image::new(0, 0, 0x8000, 0x2000).file();
    short.truncate(0x8000);
    assert_eq!(code(&short), "truncated");
    assert_eq!(code(&Image::new(0, 0, 0, 0x2000).file()), "bad_header");
}

#[test]
fn exponents_can_not_overflow() {
    for exponent in 0..=255 {
        let mut image = Image::new(0, 0, 0x8000, 0);
        (image.header[4], image.header[9]) = (exponent, 0x0F);
        match Rom::parse(&image.file()) {
            Ok(rom) => assert!(rom.header.prg_rom <= 0x8000),
            Err(RomError::BadHeader(_) | RomError::Truncated { .. }) => (),
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn every_header_byte_can_be_anything() {
    for index in 4..16 {
        for value in 0..=255 {
            let mut image = Image::new(4, 0, 0x4000, 0x2000);
            image.header[index] = value;
            if let Ok(rom) = Rom::parse(&image.file()) {
                assert!(rom.header.image_bytes() <= rom.file.len() as u64);
            }
        }
    }
}
