//! The address latch that shares its pins with the data: hybrid addresses, and ALE together
//! with /RD.
//!
//! An access takes two dots. On the first (ALE) the latch takes the low byte of the address;
//! on the second (/RD) the high six bits are driven live and the low byte comes from the
//! latch.
//!
//! NESdev: PPU rendering; PPU pinout. AccuracyCoin page 19: Hybrid Addresses, ALE + Read

use super::rig::Rig;

/// Line and first dot (phase 1) of the tile that is disturbed; its column on the line is 14.
const LINE: u16 = 100;
const GROUP: u16 = 97;
const COLUMN: u16 = GROUP / 8 + 2;
/// Dots from the first of a write to `$2006` to the one on which v is t.
const COPY_DELAY: u16 = 4;
/// Dots from the first of a read of `$2007` to the one on which the buffer loads.
const LOAD_DELAY: u16 = 6;
const LIVE: u16 = 0x3F00;
const BACKDROP: u16 = 0x0F;

fn nametable(v: u16) -> u16 {
    0x2000 | v & 0x0FFF
}

fn attribute(v: u16) -> u16 {
    0x23C0 | v & 0x0C00 | v >> 4 & 0x38 | v >> 2 & 7
}

fn pattern(tile: u8, v: u16) -> u16 {
    u16::from(tile) << 4 | v >> 12
}

/// v while the disturbed tile is fetched, scroll at (0, 0).
fn v_of_tile() -> u16 {
    ((LINE % 8) << 12) | ((LINE / 8) << 5) | COLUMN
}

/// Makes v this address on a dot of the line, by two writes to `$2006`.
fn address_from(rig: &mut Rig, dot: u16, address: u16) {
    rig.goto(LINE, dot - COPY_DELAY - 6);
    rig.write(6, (address >> 8) as u8);
    rig.goto(LINE, dot - COPY_DELAY);
    rig.write(6, address as u8);
}

/// A rig that renders the background of this memory, in the frame after the next.
fn rendering(fill: impl Fn(u16) -> u8) -> Rig {
    let mut rig = Rig::ntsc();
    rig.goto(242, 0);
    for (address, byte) in (0..).zip(rig.video.memory.iter_mut()) {
        *byte = fill(address);
    }
    rig.store(0x3F00, &[0x0F, 0x11, 0x12, 0x13, 0x0F, 0x21, 0x22, 0x23]);
    rig.address(0);
    rig.write(1, 0x0A);
    rig.next_frame();
    rig
}

/// Addresses that the rig reads on the dots of the group; `disturb` acts on the line before it.
fn reads_of_group(rig: &mut Rig, disturb: impl Fn(&mut Rig)) -> Vec<u16> {
    const BEFORE: u16 = 20;
    rig.goto(LINE, GROUP - BEFORE);
    let first = rig.ppu.clock() + u64::from(BEFORE) * 4;
    rig.video.reads.clear();
    disturb(rig);
    rig.goto(LINE, GROUP + 20);
    let group = first..first + 8 * 4;
    let reads = rig
        .video
        .reads
        .iter()
        .filter(|read| group.contains(&read.0));
    reads.map(|read| read.1).collect()
}

/// Addresses read on dots 2, 4, 6 and 8 of the group when v becomes `new` on its dot `at`.
fn expected(at: u16, new: u16, memory: &[u8]) -> [u16; 4] {
    let v = |phase| if phase >= at { new } else { v_of_tile() };
    let read = |phase, address: &dyn Fn(u16) -> u16| {
        address(v(phase)) & LIVE | address(v(phase - 1)) & 0xFF
    };
    let name = read(2, &nametable);
    let tile = memory[usize::from(name)];
    let attributes = read(4, &attribute);
    let low = read(6, &|v| pattern(tile, v));
    let high = read(8, &|v| pattern(tile, v) | 8);
    [name, attributes, low, high]
}

#[test]
fn a_v_that_changes_between_the_dots_of_a_fetch_gives_its_high_bits_to_the_old_low_byte() {
    const NEW: u16 = 0x2E47;
    let start = rendering(|address| (address.wrapping_mul(0x5A6D) >> 6) as u8);
    for at in 1..=8 {
        let mut rig = start.clone();
        let reads = reads_of_group(&mut rig, |rig| address_from(rig, GROUP + at - 1, NEW));
        let expected = expected(at, NEW, &rig.video.memory);
        assert_eq!(reads, expected, "v changes on dot {at} of the tile");
        let hybrid = at == 2 || at == 4;
        let new = [nametable(NEW), attribute(NEW)];
        let old = [nametable(v_of_tile()), attribute(v_of_tile())];
        let pure = |i: usize| reads[i] == new[i] || reads[i] == old[i];
        assert_eq!(hybrid, !(pure(0) && pure(1)), "on dot {at}");
    }
}

#[test]
fn the_tile_at_a_hybrid_address_is_drawn() {
    // v becomes $0E40 on the dot that reads the tile: its high bits are those of the fourth
    // nametable, the low byte is still that of line 100, column 14.
    const NEW: u16 = 0x0E40;
    let hybrid = nametable(NEW) & LIVE | v_of_tile() & 0xFF;
    let mut rig = rendering(|address| match address {
        0x0090..=0x0097 => 0xA6,
        address if address == hybrid => 9,
        _ => 0,
    });
    rig.goto(LINE, 0);
    address_from(&mut rig, GROUP + 1, NEW);
    rig.goto(LINE + 1, 0);
    for column in 0..256u16 {
        // Fetched sixteen pixels ahead of the beam, in low plane $A6 of tile 9.
        let within = column.wrapping_sub(COLUMN * 8);
        let opaque = within < 8 && 0xA6u8 << within & 0x80 != 0;
        let expected = if opaque { 0x11 } else { BACKDROP };
        let pixel = rig.pixel(LINE.into(), column.into());
        assert_eq!(pixel, expected, "column {column}");
    }
}

#[test]
fn ale_together_with_read_latches_the_byte_on_the_pins_and_draws_from_there() {
    // Tile $31 everywhere, empty. A read of $2007 whose /RD falls on the ALE dot of the low
    // plane: the latch is open to the pins, which still hold the attribute byte $55. Memory
    // answers $03xx with it, and since $0355 holds $55 too, the loop is at rest there. The
    // next dot reads the low plane from $0355 instead of $0314.
    let mut rig = rendering(|address| match address {
        0x0355 => 0x55,
        0x23C0..=0x23FF | 0x27C0..=0x27FF => 0x55,
        0x2000..=0x3EFF => 0x31,
        _ => 0,
    });
    let dot_5 = GROUP + 4;
    let reads = reads_of_group(&mut rig, |rig| {
        rig.goto(LINE, dot_5 - LOAD_DELAY);
        rig.read(7);
    });
    let [name, attributes] = [nametable(v_of_tile()), attribute(v_of_tile())];
    assert_eq!(reads[..4], [name, attributes, 0x0355, 0x0355]);
    assert_eq!(rig.ppu.read_buffer(), 0x55);
    rig.goto(LINE + 1, 0);
    for column in 0..256u16 {
        // Every second pixel of low plane $55, in palette 1 of attribute $55.
        let within = column.wrapping_sub(COLUMN * 8);
        let opaque = within < 8 && within % 2 == 1;
        let expected = if opaque { 0x21 } else { BACKDROP };
        let pixel = rig.pixel(LINE.into(), column.into());
        assert_eq!(pixel, expected, "column {column}");
    }
}
