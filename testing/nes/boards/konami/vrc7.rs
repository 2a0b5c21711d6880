//! VRC7. Source: NESdev "VRC7".

use super::{chr, ciram, prg, write_all};
use crate::nes::cartridge::Image;
use nescope::nes::cartridge::Cartridge;

/// Submappers with the address bit of their second registers.
const VARIANTS: [(u8, u16); 4] = [(0, 0x10), (0, 0x08), (1, 0x08), (2, 0x10)];

fn vrc7(submapper: u8) -> Cartridge {
    let image = Image::new(85, submapper, 0x4_0000, 0x4_0000).ram(7, 0);
    image.cartridge()
}

#[test]
fn both_variants_switch_banks() {
    for (submapper, bit) in VARIANTS {
        let mut cartridge = vrc7(submapper);
        write_all(
            &mut cartridge,
            &[(0x8000, 3), (0x8000 | bit, 4), (0x9000, 5)],
        );
        assert_eq!(prg(&cartridge), [3, 4, 5, 31]);
        for index in 0..8u16 {
            let address = 0xA000 + (index >> 1) * 0x1000 + (index & 1) * bit;
            cartridge.cpu_write(address, 0x20 + index as u8 * 3, 0);
        }
        let wanted: [u8; 8] = std::array::from_fn(|index| 0x20 + index as u8 * 3);
        assert_eq!(chr(&cartridge, 0), wanted);
    }
}

#[test]
fn e000_sets_mirroring_and_guards_ram() {
    let mut cartridge = vrc7(2);
    for (value, wanted) in [
        (0, [0, 1, 0, 1]),
        (1, [0, 0, 1, 1]),
        (2, [0, 0, 0, 0]),
        (3, [1, 1, 1, 1]),
    ] {
        cartridge.cpu_write(0xE000, value, 0);
        assert_eq!(ciram(&mut cartridge), wanted);
    }
    assert_eq!(cartridge.cpu_read(0x6000), None);
    write_all(&mut cartridge, &[(0xE000, 0x80), (0x6000, 9)]);
    assert_eq!(cartridge.cpu_read(0x6000), Some(9));
}

#[test]
fn chr_ram_is_switched() {
    let mut cartridge = Image::new(85, 2, 0x2_0000, 0).chr_ram(7).cartridge();
    use nescope::nes::ppu::VideoBus;
    cartridge.cpu_write(0xA000, 5, 0);
    cartridge.write(0x0000, 0x77, 0);
    write_all(&mut cartridge, &[(0xA000, 0), (0xD010, 5)]);
    assert_eq!((cartridge.peek(0x0000), cartridge.peek(0x1C00)), (0, 0x77));
}

#[test]
fn the_irq_registers_follow_the_line() {
    for (submapper, bit) in VARIANTS {
        let mut cartridge = vrc7(submapper);
        write_all(&mut cartridge, &[(0xE000 | bit, 0xF0), (0xF000, 6)]);
        assert_eq!(cartridge.irq_cycle(), 16);
    }
}
