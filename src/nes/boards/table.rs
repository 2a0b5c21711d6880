//! One row per board, and the page made from the rows.

use super::{
    Board, Setup, ave, codemasters, color_dreams, homebrew, irem, konami, namco, nintendo, sunsoft,
};
use std::fmt::Write;

/// One board.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// iNES mapper number.
    pub mapper: u16,
    /// NES 2.0 submapper; `None` is every one that has no row of its own.
    pub submapper: Option<u8>,
    /// Name of the board or chip.
    pub name: &'static str,
    /// The board at power-on.
    pub build: fn(&Setup) -> Board,
    /// Bytes of RAM inside the board's chip that pages can show.
    pub chip_ram: u32,
    /// One sentence on what it switches.
    pub doc: &'static str,
}

/// All boards, by mapper number.
pub const ROWS: &[Row] = &[
    Row {
        mapper: 0,
        submapper: None,
        name: "NROM",
        build: |setup| Board::Nrom(nintendo::Nrom::new(setup)),
        chip_ram: 0,
        doc: "No switching: 16 or 32 KiB of PRG ROM, 8 KiB of CHR; with 48 KiB and no RAM it is NROM-368, 46 KiB from $4800 on.",
    },
    Row {
        mapper: 1,
        submapper: None,
        name: "MMC1 (SxROM)",
        build: |setup| Board::Mmc1(nintendo::Mmc1::new(setup)),
        chip_ram: 0,
        doc: "Serial port; 16 or 32 KiB PRG banks, 4 or 8 KiB CHR banks, mirroring; SNROM, SOROM, SUROM, SXROM and SZROM wiring follows the sizes.",
    },
    Row {
        mapper: 1,
        submapper: Some(5),
        name: "SEROM, SHROM, SH1ROM",
        build: |setup| Board::Mmc1(nintendo::Mmc1::new(setup)),
        chip_ram: 0,
        doc: "MMC1 with 32 KiB of PRG ROM that is not switched.",
    },
    Row {
        mapper: 2,
        submapper: None,
        name: "UxROM",
        build: |setup| Board::Uxrom(nintendo::Uxrom::new(setup)),
        chip_ram: 0,
        doc: "16 KiB PRG bank at $8000, the last one fixed; no bus conflicts.",
    },
    Row {
        mapper: 2,
        submapper: Some(2),
        name: "UxROM with bus conflicts",
        build: |setup| Board::Uxrom(nintendo::Uxrom::new(setup)),
        chip_ram: 0,
        doc: "As above; the written value is ANDed with ROM.",
    },
    Row {
        mapper: 3,
        submapper: None,
        name: "CNROM",
        build: |setup| Board::Cnrom(nintendo::Cnrom::new(setup)),
        chip_ram: 0,
        doc: "8 KiB CHR bank; no bus conflicts.",
    },
    Row {
        mapper: 3,
        submapper: Some(2),
        name: "CNROM with bus conflicts",
        build: |setup| Board::Cnrom(nintendo::Cnrom::new(setup)),
        chip_ram: 0,
        doc: "As above; the written value is ANDed with ROM.",
    },
    Row {
        mapper: 4,
        submapper: None,
        name: "MMC3 (TxROM)",
        build: |setup| Board::Mmc3(nintendo::Mmc3::new(setup)),
        chip_ram: 0,
        doc: "8 KiB PRG banks, 1 and 2 KiB CHR banks, interrupt counter on PPU A12, revision B (Sharp) unless option mmc3 says a.",
    },
    Row {
        mapper: 4,
        submapper: Some(1),
        name: "MMC6 (HKROM)",
        build: |setup| Board::Mmc3(nintendo::Mmc3::new(setup)),
        chip_ram: 0,
        doc: "MMC3 with 1 KiB of RAM inside, protected by halves.",
    },
    Row {
        mapper: 4,
        submapper: Some(4),
        name: "MMC3 revision A (NEC)",
        build: |setup| Board::Mmc3(nintendo::Mmc3::new(setup)),
        chip_ram: 0,
        doc: "MMC3 whose counter interrupts only on reaching zero.",
    },
    Row {
        mapper: 5,
        submapper: None,
        name: "MMC5 (ExROM)",
        build: |setup| Board::Mmc5(nintendo::Mmc5::new(setup)),
        chip_ram: 0x400,
        doc: "8 to 32 KiB PRG banks of ROM or RAM, 1 to 8 KiB CHR banks apart for sprites, 1 KiB of extended RAM (nametable, attributes by tile, split), scanline interrupt, multiplier, MMC5A timer, sound.",
    },
    Row {
        mapper: 7,
        submapper: None,
        name: "AxROM",
        build: |setup| Board::Axrom(nintendo::Axrom::new(setup)),
        chip_ram: 0,
        doc: "32 KiB PRG bank and one-screen page; no bus conflicts.",
    },
    Row {
        mapper: 7,
        submapper: Some(2),
        name: "AMROM",
        build: |setup| Board::Axrom(nintendo::Axrom::new(setup)),
        chip_ram: 0,
        doc: "As above; the written value is ANDed with ROM.",
    },
    Row {
        mapper: 9,
        submapper: None,
        name: "MMC2 (PxROM)",
        build: |setup| Board::Mmc2(nintendo::Mmc2::new(setup)),
        chip_ram: 0,
        doc: "8 KiB PRG bank at $8000; 4 KiB CHR banks chosen by fetches of tiles $FD and $FE.",
    },
    Row {
        mapper: 10,
        submapper: None,
        name: "MMC4 (FxROM)",
        build: |setup| Board::Mmc4(nintendo::Mmc4::new(setup)),
        chip_ram: 0,
        doc: "As MMC2, with 16 KiB PRG banks and RAM.",
    },
    Row {
        mapper: 11,
        submapper: None,
        name: "Color Dreams",
        build: |setup| Board::ColorDreams(color_dreams::ColorDreams::new(setup)),
        chip_ram: 0,
        doc: "32 KiB PRG bank, 8 KiB CHR bank; bus conflicts.",
    },
    Row {
        mapper: 19,
        submapper: None,
        name: "Namco 129, 163",
        build: |setup| Board::N163(namco::N163::new(setup)),
        chip_ram: 0,
        doc: "8 KiB PRG banks, 1 KiB CHR banks for patterns and nametables with CIRAM among them, interrupt counter of CPU cycles, eight wave channels 16.5 dB above an APU pulse.",
    },
    Row {
        mapper: 19,
        submapper: Some(1),
        name: "Namco 163 without sound",
        build: |setup| Board::N163(namco::N163::new(setup)),
        chip_ram: 0,
        doc: "As above, the sound not connected.",
    },
    Row {
        mapper: 19,
        submapper: Some(2),
        name: "Namco 163 without sound",
        build: |setup| Board::N163(namco::N163::new(setup)),
        chip_ram: 0,
        doc: "As above.",
    },
    Row {
        mapper: 19,
        submapper: Some(3),
        name: "Namco 163, 12 dB",
        build: |setup| Board::N163(namco::N163::new(setup)),
        chip_ram: 0,
        doc: "As the first, the sound 11 to 13 dB above an APU pulse.",
    },
    Row {
        mapper: 19,
        submapper: Some(4),
        name: "Namco 163, 16.5 dB",
        build: |setup| Board::N163(namco::N163::new(setup)),
        chip_ram: 0,
        doc: "16 to 17 dB above.",
    },
    Row {
        mapper: 19,
        submapper: Some(5),
        name: "Namco 163, 18.75 dB",
        build: |setup| Board::N163(namco::N163::new(setup)),
        chip_ram: 0,
        doc: "18 to 19.5 dB above.",
    },
    Row {
        mapper: 21,
        submapper: Some(1),
        name: "VRC4a",
        build: |setup| Board::Vrc4(konami::Vrc4::new(setup)),
        chip_ram: 0,
        doc: "As above on CPU A1 and A2; RAM can be taken away.",
    },
    Row {
        mapper: 21,
        submapper: Some(2),
        name: "VRC4c",
        build: |setup| Board::Vrc4(konami::Vrc4::new(setup)),
        chip_ram: 0,
        doc: "As above on CPU A6 and A7.",
    },
    Row {
        mapper: 21,
        submapper: None,
        name: "VRC4a or VRC4c",
        build: |setup| Board::Vrc4(konami::Vrc4::new(setup)),
        chip_ram: 0,
        doc: "8 KiB PRG banks with a swap, 1 KiB CHR banks, mirroring, interrupt counter; both pairs of address lines.",
    },
    Row {
        mapper: 22,
        submapper: None,
        name: "VRC2a",
        build: |setup| Board::Vrc4(konami::Vrc4::new(setup)),
        chip_ram: 0,
        doc: "8 KiB PRG banks, 1 KiB CHR banks without the lowest bit, mirroring; without RAM a bit is kept at $6000.",
    },
    Row {
        mapper: 23,
        submapper: None,
        name: "VRC4e, VRC4f or VRC2b",
        build: |setup| Board::Vrc4(konami::Vrc4::new(setup)),
        chip_ram: 0,
        doc: "VRC4 on both pairs of address lines, RAM always there.",
    },
    Row {
        mapper: 23,
        submapper: Some(1),
        name: "VRC4f",
        build: |setup| Board::Vrc4(konami::Vrc4::new(setup)),
        chip_ram: 0,
        doc: "VRC4 on CPU A0 and A1.",
    },
    Row {
        mapper: 23,
        submapper: Some(2),
        name: "VRC4e",
        build: |setup| Board::Vrc4(konami::Vrc4::new(setup)),
        chip_ram: 0,
        doc: "VRC4 on CPU A2 and A3.",
    },
    Row {
        mapper: 23,
        submapper: Some(3),
        name: "VRC2b",
        build: |setup| Board::Vrc4(konami::Vrc4::new(setup)),
        chip_ram: 0,
        doc: "VRC2 on CPU A0 and A1.",
    },
    Row {
        mapper: 24,
        submapper: None,
        name: "VRC6a",
        build: |setup| Board::Vrc6(konami::Vrc6::new(setup)),
        chip_ram: 0,
        doc: "16 and 8 KiB PRG banks, 1 and 2 KiB CHR banks, nametables from CIRAM or CHR ROM, interrupt counter, two pulses and a sawtooth.",
    },
    Row {
        mapper: 25,
        submapper: None,
        name: "VRC4b, VRC4d or VRC2c",
        build: |setup| Board::Vrc4(konami::Vrc4::new(setup)),
        chip_ram: 0,
        doc: "VRC4 on both pairs of address lines, RAM always there.",
    },
    Row {
        mapper: 25,
        submapper: Some(1),
        name: "VRC4b",
        build: |setup| Board::Vrc4(konami::Vrc4::new(setup)),
        chip_ram: 0,
        doc: "VRC4 on CPU A1 and A0.",
    },
    Row {
        mapper: 25,
        submapper: Some(2),
        name: "VRC4d",
        build: |setup| Board::Vrc4(konami::Vrc4::new(setup)),
        chip_ram: 0,
        doc: "VRC4 on CPU A3 and A2.",
    },
    Row {
        mapper: 25,
        submapper: Some(3),
        name: "VRC2c",
        build: |setup| Board::Vrc4(konami::Vrc4::new(setup)),
        chip_ram: 0,
        doc: "VRC2 on CPU A1 and A0.",
    },
    Row {
        mapper: 26,
        submapper: None,
        name: "VRC6b",
        build: |setup| Board::Vrc6(konami::Vrc6::new(setup)),
        chip_ram: 0,
        doc: "VRC6a with A0 and A1 exchanged.",
    },
    Row {
        mapper: 28,
        submapper: None,
        name: "Action 53",
        build: |setup| Board::Action53(homebrew::Action53::new(setup)),
        chip_ram: 0,
        doc: "Multicart chip: inner and outer PRG banks in four modes, 8 KiB CHR bank, mirroring.",
    },
    Row {
        mapper: 34,
        submapper: None,
        name: "BNROM or NINA-001",
        build: nina001_or_bnrom,
        chip_ram: 0,
        doc: "NINA-001 when there is more than 8 KiB of CHR ROM, else BNROM without bus conflicts.",
    },
    Row {
        mapper: 34,
        submapper: Some(1),
        name: "NINA-001",
        build: |setup| Board::Nina001(ave::Nina001::new(setup)),
        chip_ram: 0,
        doc: "Registers at $7FFD-$7FFF over RAM: 32 KiB PRG bank, two 4 KiB CHR banks.",
    },
    Row {
        mapper: 34,
        submapper: Some(2),
        name: "BNROM",
        build: |setup| Board::Bnrom(nintendo::Bnrom::new(setup)),
        chip_ram: 0,
        doc: "32 KiB PRG bank; bus conflicts.",
    },
    Row {
        mapper: 66,
        submapper: None,
        name: "GxROM",
        build: |setup| Board::Gxrom(nintendo::Gxrom::new(setup)),
        chip_ram: 0,
        doc: "32 KiB PRG bank, 8 KiB CHR bank; bus conflicts.",
    },
    Row {
        mapper: 69,
        submapper: None,
        name: "FME-7, 5A, 5B",
        build: |setup| Board::Fme7(sunsoft::Fme7::new(setup)),
        chip_ram: 0,
        doc: "8 KiB PRG banks, one of them ROM or RAM at $6000, 1 KiB CHR banks, interrupt counter of CPU cycles, the sound of the 5B.",
    },
    Row {
        mapper: 71,
        submapper: None,
        name: "BF9093",
        build: |setup| Board::Bf9093(codemasters::Bf9093::new(setup)),
        chip_ram: 0,
        doc: "16 KiB PRG bank at $8000, the last one fixed; a write to $9000-$9FFF makes it one-screen.",
    },
    Row {
        mapper: 71,
        submapper: Some(1),
        name: "BF9097 (Fire Hawk)",
        build: |setup| Board::Bf9093(codemasters::Bf9093::new(setup)),
        chip_ram: 0,
        doc: "As above, with the one-screen register at $8000-$9FFF.",
    },
    Row {
        mapper: 78,
        submapper: None,
        name: "Irem 74HC161/32",
        build: |setup| Board::Latch78(irem::Latch78::new(setup)),
        chip_ram: 0,
        doc: "Holy Diver's board when the header has the flag of four nametables, else Cosmo Carrier's.",
    },
    Row {
        mapper: 78,
        submapper: Some(1),
        name: "Irem (Uchuusen - Cosmo Carrier)",
        build: |setup| Board::Latch78(irem::Latch78::new(setup)),
        chip_ram: 0,
        doc: "16 KiB PRG bank at $8000, 8 KiB CHR bank, one-screen page; bus conflicts.",
    },
    Row {
        mapper: 78,
        submapper: Some(3),
        name: "Irem (Holy Diver)",
        build: |setup| Board::Latch78(irem::Latch78::new(setup)),
        chip_ram: 0,
        doc: "As above, with horizontal or vertical mirroring.",
    },
    Row {
        mapper: 85,
        submapper: Some(1),
        name: "VRC7b",
        build: |setup| Board::Vrc7(konami::Vrc7::new(setup)),
        chip_ram: 0,
        doc: "VRC7 on CPU A3, whose sound is not connected.",
    },
    Row {
        mapper: 85,
        submapper: Some(2),
        name: "VRC7a",
        build: |setup| Board::Vrc7(konami::Vrc7::new(setup)),
        chip_ram: 0,
        doc: "VRC7 on CPU A4.",
    },
    Row {
        mapper: 85,
        submapper: None,
        name: "VRC7",
        build: |setup| Board::Vrc7(konami::Vrc7::new(setup)),
        chip_ram: 0,
        doc: "8 KiB PRG banks, 1 KiB CHR banks, mirroring, interrupt counter, six FM channels; both address lines.",
    },
    Row {
        mapper: 118,
        submapper: None,
        name: "TxSROM (MMC3)",
        build: |setup| Board::Mmc3(nintendo::Mmc3::new(setup)),
        chip_ram: 0,
        doc: "MMC3 whose CHR bank bit 7 chooses the KiB of nametable RAM.",
    },
    Row {
        mapper: 155,
        submapper: None,
        name: "MMC1A (SxROM)",
        build: |setup| Board::Mmc1(nintendo::Mmc1::new(setup)),
        chip_ram: 0,
        doc: "MMC1 that can not disable RAM by its PRG register; option mmc1 chooses the chip for any MMC1 board.",
    },
    Row {
        mapper: 180,
        submapper: None,
        name: "UNROM with the first bank fixed",
        build: |setup| Board::Uxrom(nintendo::Uxrom::new(setup)),
        chip_ram: 0,
        doc: "16 KiB PRG bank at $C000, the first one fixed at $8000; no bus conflicts.",
    },
    Row {
        mapper: 180,
        submapper: Some(2),
        name: "UNROM with the first bank fixed, bus conflicts",
        build: |setup| Board::Uxrom(nintendo::Uxrom::new(setup)),
        chip_ram: 0,
        doc: "As above; the written value is ANDed with ROM.",
    },
    Row {
        mapper: 210,
        submapper: None,
        name: "Namco 175 or 340",
        build: |setup| Board::Namco340(namco::Namco340::new(setup)),
        chip_ram: 0,
        doc: "8 KiB PRG banks, 1 KiB CHR banks; RAM is there, and mirroring is the header's until it is first switched.",
    },
    Row {
        mapper: 210,
        submapper: Some(1),
        name: "Namco 175",
        build: |setup| Board::Namco340(namco::Namco340::new(setup)),
        chip_ram: 0,
        doc: "As above; mirroring soldered, RAM that can be switched off.",
    },
    Row {
        mapper: 210,
        submapper: Some(2),
        name: "Namco 340",
        build: |setup| Board::Namco340(namco::Namco340::new(setup)),
        chip_ram: 0,
        doc: "As above; mirroring switched, no RAM.",
    },
];

/// The row of a mapper and submapper.
pub fn find(mapper: u16, submapper: u8) -> Option<&'static Row> {
    let of_mapper = || ROWS.iter().filter(move |row| row.mapper == mapper);
    of_mapper()
        .find(|row| row.submapper == Some(submapper))
        .or_else(|| of_mapper().find(|row| row.submapper.is_none()))
}

/// All mapper numbers with a board, from the lowest up, joined by blanks.
pub fn mappers() -> String {
    let mut numbers: Vec<_> = ROWS.iter().map(|row| row.mapper).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let words: Vec<_> = numbers.iter().map(u16::to_string).collect();
    words.join(" ")
}

/// The page `wiki/boards.md`.
pub fn markdown() -> String {
    let mut page = String::from(
        "# Boards\n\nGenerated from `src/nes/boards/table.rs`; \
         `NESCOPE_BLESS=1 cargo test --release boards_page` rewrites it.\n\n\
         A submapper without a row of its own runs as the row marked `any`.\n\n\
         | mapper | submapper | board | what it does |\n| --- | --- | --- | --- |\n",
    );
    for row in ROWS {
        let submapper = row.submapper.map_or("any".to_owned(), |n| n.to_string());
        let line = format!(
            "| {} | {submapper} | {} | {} |",
            row.mapper, row.name, row.doc
        );
        writeln!(page, "{line}").expect("writing to a string succeeds");
    }
    page
}

/// iNES 1 gives two boards one number; only the NINA-001 has CHR ROM to switch.
///
/// NESdev: INES Mapper 034
fn nina001_or_bnrom(setup: &Setup) -> Board {
    const SWITCHED_CHR: u32 = 0x2000;
    if setup.header.chr_rom > SWITCHED_CHR {
        Board::Nina001(ave::Nina001::new(setup))
    } else {
        Board::Bnrom(nintendo::Bnrom::new(setup))
    }
}
