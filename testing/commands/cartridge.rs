//! Group `cartridge`.

use super::desk::Desk;

#[test]
fn the_rom_is_described() {
    let mut desk = Desk::new();
    let info = desk.ok("cartridge_info");
    assert_eq!(info["format"], "iNES");
    assert_eq!(info["board"], "NROM");
    assert_eq!(info["prg_rom"], 0x4000);
    assert_eq!(info["chr_rom"], 0x2000);
    assert_eq!(info["mirroring"], "vertical");
    assert_eq!(info["size"], 16 + 0x6000);
    assert_eq!(info["sha256"].as_str().map(str::len), Some(64));
    assert_eq!(desk.ok("DumpFst"), info);
}

#[test]
fn the_banks_are_shown() {
    let mapper = Desk::new().ok("cartridge_mapper");
    assert_eq!(mapper["mapper"], 0);
    assert_eq!(mapper["prg"][1]["memory"], "prg");
    assert_eq!(mapper["chr"][7]["offset"], 0x1C00);
    assert_eq!(mapper["irq"], false);
}

#[test]
fn without_a_cartridge_there_is_nothing_to_describe() {
    let mut desk = Desk::empty();
    assert_eq!(desk.code("cartridge_info"), "no_rom");
    assert_eq!(desk.code("r"), "no_rom");
}
