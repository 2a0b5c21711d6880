//! What the read buffer holds after a `$2007` read that ends on each dot of a rendered line.
//!
//! The access ends when M2 falls, in dot E; the buffer takes what is on the bus in dot E+4.
//! While rendering that is the byte of the pipeline's own access, so the buffer tells the
//! fetch cadence dot by dot: nametable, attribute, low and high plane on dots 2, 4, 6 and 8
//! of each group of eight.
//!
//! NESdev: PPU rendering; PPU scrolling ("$2007 reads and writes"). AccuracyCoin page 19:
//! $2007 Stress

use super::rig::Rig;

/// The line that is read on; nothing of it is special.
const LINE: u16 = 20;
const LINE_DOTS: u16 = 341;
/// Dots of the access cycle before its last one, and from that one to the loaded buffer.
const BEFORE_END: u16 = 2;
const TO_BUFFER: u16 = 4;

/// A byte that differs from its neighbors on every address line that is asked about.
fn byte_at(address: u16) -> u8 {
    match address {
        // Tile $FF, which empty sprite slots fetch: equal rows, since those slots have no row.
        0x0FF0..=0x0FFF => 0xA0 | (address >> 3 & 1) as u8,
        _ => (address.wrapping_mul(0x9E35) >> 7) as u8,
    }
}

/// Scroll position of a background tile: column from the left of two nametables side by
/// side, row of pixels from the top.
#[derive(Clone, Copy)]
struct Tile {
    column: u16,
    row: u16,
}

impl Tile {
    fn nametable(self) -> u16 {
        0x2000 | ((self.column & 32) << 5) | (self.row / 8 * 32) | (self.column & 31)
    }

    fn attribute(self) -> u16 {
        0x23C0 | ((self.column & 32) << 5) | (self.row / 32 * 8) | ((self.column & 31) / 4)
    }

    fn pattern(self) -> u16 {
        u16::from(byte_at(self.nametable())) * 16 + self.row % 8
    }

    /// The address read on dot 2, 4, 6 or 8 of its group.
    fn read(self, phase: u16) -> u16 {
        match phase {
            2 => self.nametable(),
            4 => self.attribute(),
            6 => self.pattern(),
            _ => self.pattern() + 8,
        }
    }
}

/// The address that the pipeline reads on an even dot, scroll at (0, 0): PPU rendering.
fn cadence(dot: u16) -> u16 {
    let phase = (dot - 1) % 8 + 1;
    let tile = |column, row| Tile { column, row };
    match dot {
        // The first two tiles of the line were fetched on the line before.
        2..=256 => tile(2 + (dot - 1) / 8, LINE).read(phase),
        // The low byte was latched on dot 257, before v went back to the left: column 34.
        258 => 0x2000 | tile(2, LINE + 1).nametable() & 0xFF,
        257..=320 => match phase {
            2 | 4 => tile(0, LINE + 1).nametable(),
            6 => 0x0FF0,
            _ => 0x0FF8,
        },
        321..=336 => tile((dot - 321) / 8, LINE + 1).read(phase),
        _ => tile(2, LINE + 1).nametable(),
    }
}

/// A rig at dot 0 of the line before, rendering the background.
fn rendering() -> Rig {
    let mut rig = Rig::ntsc();
    rig.goto(242, 0);
    for (address, byte) in (0..).zip(rig.video.memory.iter_mut()) {
        *byte = byte_at(address);
    }
    rig.sprites(&[0xFF; 256]);
    rig.address(0);
    rig.write(1, 0x08);
    rig.next_frame();
    rig.goto(LINE - 1, 0);
    rig
}

#[test]
fn the_read_buffer_takes_the_byte_that_the_pipeline_fetches_four_dots_after_a_read() {
    let start = rendering();
    for dot in (2..LINE_DOTS).step_by(2) {
        let mut rig = start.clone();
        let first = LINE_DOTS + dot - TO_BUFFER - BEFORE_END;
        rig.goto(LINE - 1 + first / LINE_DOTS, first % LINE_DOTS);
        rig.read(7);
        rig.goto(LINE, dot);
        let before = rig.ppu.read_buffer();
        rig.goto(LINE + (dot + 1) / LINE_DOTS, (dot + 1) % LINE_DOTS);
        let expected = byte_at(cadence(dot));
        assert_eq!(rig.ppu.read_buffer(), expected, "fetched on dot {dot}");
        assert!(dot > 2 || before != expected, "not there a dot before");
    }
}

#[test]
fn a_read_while_rendering_loads_nothing_from_v_itself() {
    let mut rig = rendering();
    rig.goto(LINE, 98);
    // E is dot 100 and the buffer loads on dot 104, a read of the high plane.
    let v = rig.ppu.v();
    rig.read(7);
    rig.goto(LINE, 105);
    assert_ne!(byte_at(v & 0x3FFF), byte_at(cadence(104)));
    assert_eq!(rig.ppu.read_buffer(), byte_at(cadence(104)));
}
