//! Revisions of the 2C02, and palette RAM at power-on. NESdev: PPU OAM; PPU palettes; PPU frame
//! timing; PPU power up state. AccuracyCoin: OAM Corruption.

use crate::nes::ppu::rig::Rig;
use nescope::{
    debugger::colors,
    nes::{
        options::{PalettePattern, PowerOptions, PpuRevision},
        region::Region,
    },
};

const REVISIONS: [PpuRevision; 4] = [
    PpuRevision::Old,
    PpuRevision::E,
    PpuRevision::G,
    PpuRevision::Rgb,
];

fn rig(ppu: PpuRevision) -> Rig {
    let options = PowerOptions {
        ppu,
        ..PowerOptions::default()
    };
    Rig::new(Region::Ntsc, options)
}

#[test]
fn oam_and_palette_can_be_read_since_g() {
    for revision in REVISIONS {
        let mut rig = rig(revision);
        rig.sprites(&[0x55; 256]);
        rig.store(0x3F05, &[0x2A]);
        rig.video.memory[0x2000] = 0x1C;
        rig.address(0x2000);
        rig.read(7);
        rig.settle();
        rig.write(3, 0x40);
        rig.write(2, 0x81);
        let oam = rig.read(4);
        rig.settle();
        rig.address(0x3F05);
        rig.write(2, 0x81);
        let palette = rig.read(7);
        // An old chip leaves the I/O latch as it is, and gives the buffer for the palette.
        let readable = matches!(revision, PpuRevision::G | PpuRevision::Rgb);
        let expected = if readable { [0x55, 0xAA] } else { [0x81, 0x1C] };
        assert_eq!([oam, palette], expected, "{revision:?}");
    }
}

#[test]
fn a_row_of_oam_is_copied_since_e() {
    let bytes: Vec<u8> = (0..=255).collect();
    for revision in REVISIONS {
        let mut rig = rig(revision);
        rig.sprites(&bytes);
        rig.goto(241, 0);
        rig.write(3, 0x40);
        rig.write(1, 0x18);
        rig.goto(0, 10);
        let copied = rig.ppu.oam()[0] == 0x40;
        assert_eq!(copied, revision != PpuRevision::Old, "{revision:?}");
    }
}

#[test]
fn an_rgb_chip_drops_no_dot() {
    for revision in REVISIONS {
        let mut rig = rig(revision);
        rig.write(1, 0x18);
        rig.goto(0, 1);
        let starts = [0; 3].map(|_| {
            rig.goto(0, 1);
            rig.ppu.clock() / 4
        });
        let two = starts[2] - starts[0];
        let dropped = 2 * 89_342 - two;
        assert_eq!(
            dropped,
            u64::from(revision != PpuRevision::Rgb),
            "{revision:?}"
        );
    }
}

/// The pixel of palette cell `$16`, a red, under emphasis bits.
fn red_under(revision: PpuRevision, emphasis: u8) -> colors::Rgb {
    let mut rig = rig(revision);
    rig.goto(245, 0);
    rig.store(0x3F00, &[0x16]);
    rig.address(0x2000);
    rig.write(1, emphasis << 5);
    rig.goto(20, 0);
    colors::rgb(rig.pixel(10, 10))
}

/// Octal 700 of the table of the 2C03. Its emphasis bits turn a channel fully on; those of the
/// 2C02 darken the others.
#[test]
fn emphasis_of_an_rgb_chip_turns_channels_fully_on() {
    let rgb = |emphasis| red_under(PpuRevision::Rgb, emphasis);
    assert_eq!(rgb(0), [0xFF, 0, 0]);
    assert_eq!(rgb(0b010), [0xFF, 0xFF, 0]);
    assert_eq!(rgb(0b100), [0xFF, 0, 0xFF]);
    assert_eq!(rgb(0b111), [0xFF; 3]);
    let composite = |emphasis| red_under(PpuRevision::G, emphasis);
    let [plain, green] = [composite(0), composite(0b010)];
    assert!(
        green[0] < plain[0] && green[1] <= plain[1],
        "{plain:?} {green:?}"
    );
}

#[test]
fn palette_ram_begins_as_chosen() {
    let cells = |palette, seed| {
        let options = PowerOptions {
            palette,
            seed,
            ..PowerOptions::default()
        };
        *Rig::new(Region::Ntsc, options).ppu.palette()
    };
    assert_eq!(cells(PalettePattern::Zeros, 1), [0; 32]);
    let console = cells(PalettePattern::Console, 1);
    assert_eq!(
        console[..8],
        [0x09, 0x01, 0x00, 0x01, 0x00, 0x02, 0x02, 0x0D]
    );
    assert_eq!(
        cells(PalettePattern::Random, 1),
        cells(PalettePattern::Random, 1)
    );
    assert_ne!(
        cells(PalettePattern::Random, 1),
        cells(PalettePattern::Random, 2)
    );
}
