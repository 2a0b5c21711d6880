//! Status flags and /NMI. NESdev: NMI; PPU frame timing. AccuracyCoin: VBlank Beginning,
//! $2002 flag timing, NMI Suppression.

use super::rig::Rig;

/// Reads `$2002` in a cycle that starts `before` clocks before the dot that sets vblank;
/// returns bit 7 and whether the flag is set afterwards.
fn read_before_set(alignment: u8, before: u64) -> (bool, bool) {
    let mut rig = Rig::aligned(alignment);
    rig.goto(241, 1);
    let start = rig.ppu.clock() - before;
    let value = rig.read_at(2, start);
    rig.goto(242, 0);
    (value & 0x80 != 0, rig.ppu.status() & 0x80 != 0)
}

#[test]
fn a_status_read_while_the_flag_rises_sees_or_loses_it() {
    for before in [0, 1, 2, 3, 4] {
        assert_eq!(
            read_before_set(before as u8 & 3, before),
            (true, false),
            "{before}"
        );
    }
    for before in [5, 6, 7, 8, 9, 10, 11] {
        assert_eq!(
            read_before_set(before as u8 & 3, before),
            (false, false),
            "{before}"
        );
    }
    for before in [12, 13, 14, 15] {
        assert_eq!(
            read_before_set(before as u8 & 3, before),
            (false, true),
            "{before}"
        );
    }
}

/// `$2002` in a cycle that starts `before` clocks before the dot that clears all flags.
fn read_before_clear(alignment: u8, before: u64) -> u8 {
    let mut rig = Rig::aligned(alignment);
    rig.goto(242, 0);
    rig.solid();
    rig.sprites(&[100; 256]);
    rig.write(1, 0x1E);
    rig.next_frame();
    rig.goto(261, 1);
    let start = rig.ppu.clock() - before;
    rig.read_at(2, start) & 0xE0
}

#[test]
fn the_upper_flags_clear_up_to_two_reads_before_vblank() {
    let reads = |alignment, clocks: [u64; 4]| clocks.map(|c| read_before_clear(alignment, c));
    assert_eq!(reads(0, [16, 12, 8, 4]), [0xE0, 0xE0, 0x80, 0x00]);
    assert_eq!(reads(1, [13, 9, 5, 1]), [0xE0, 0x80, 0x80, 0x00]);
}

#[test]
fn nmi_is_a_level_of_flag_and_enable() {
    let mut rig = Rig::ntsc();
    rig.write(0, 0x80);
    rig.goto(241, 1);
    assert!(!rig.ppu.nmi_line());
    rig.goto(241, 2);
    assert!(rig.ppu.nmi_line());
    rig.write(0, 0);
    assert!(!rig.ppu.nmi_line());
    rig.write(0, 0x80);
    assert!(rig.ppu.nmi_line());
    rig.read(2);
    assert!(!rig.ppu.nmi_line());
}

#[test]
fn the_horizon_is_the_clock_at_which_nmi_changes() {
    let mut rig = Rig::ntsc();
    assert_eq!(rig.ppu.horizon(), u64::MAX);
    rig.write(0, 0x80);
    for level in [true, false] {
        let horizon = rig.ppu.horizon();
        rig.run_to(horizon);
        assert_eq!(rig.ppu.nmi_line(), !level);
        rig.run_to(horizon + 1);
        assert_eq!(rig.ppu.nmi_line(), level);
    }
}

#[test]
fn the_cpu_sees_nmi_only_near_the_end_of_its_cycle() {
    let mut rig = Rig::ntsc();
    rig.write(0, 0x80);
    rig.goto(261, 1);
    let clear = rig.ppu.clock();
    rig.run_to(clear + 1);
    assert!(rig.ppu.nmi_seen(clear + 3));
    assert!(!rig.ppu.nmi_seen(clear + 4));
}

#[test]
fn registers_ignore_writes_until_the_first_vblank_ends() {
    use nescope::nes::{options::PowerOptions, ppu::Ppu, region::Region};
    let mut rig = Rig::ntsc();
    rig.ppu = Ppu::new(Region::Ntsc, &PowerOptions::default());
    for register in [0, 1, 5, 6] {
        rig.write(register, 0xFF);
    }
    assert_eq!(
        (rig.ppu.ctrl(), rig.ppu.mask(), rig.ppu.t(), rig.ppu.w()),
        (0, 0, 0, false)
    );
    rig.goto(261, 2);
    rig.write(0, 0x10);
    assert_eq!(rig.ppu.ctrl(), 0x10);
}

/// Dots of three frames, the first of them even, each measured from its dot 1: whether a
/// dot 340 is dropped is decided when it is due, so dot 0 is the first that tells.
fn frame_lengths(rig: &mut Rig) -> [u64; 3] {
    rig.goto(0, 1);
    if rig.ppu.frame() % 2 == 1 {
        rig.goto(0, 1);
    }
    [0; 3].map(|_| {
        let start = rig.ppu.clock();
        rig.goto(0, 1);
        (rig.ppu.clock() - start) / 4
    })
}

#[test]
fn odd_frames_are_one_dot_short_only_while_rendering() {
    let mut rig = Rig::ntsc();
    assert_eq!(frame_lengths(&mut rig), [89342, 89342, 89342]);
    for enable in [0x08, 0x10] {
        rig.write(1, enable);
        assert_eq!(frame_lengths(&mut rig), [89342, 89341, 89342]);
        rig.write(1, 0);
    }
}
