//! Revisions of the 2A03. NESdev: CPU variants; APU Noise; CPU unofficial opcodes. AccuracyCoin:
//! the behaviors that its SHA and SHS tests tell apart.

use crate::nes::cpu::flat::FlatBus;
use nescope::nes::{
    apu::{Apu, Sound},
    cpu::Cpu,
    options::{CpuRevision, LoadDma, UnstableStores},
    region::Region,
};

/// SHA $5EF0,Y and SHS $5EF0,Y with A = $9B, X = $0A, Y = $10, which cross a page: address and
/// value of the write.
fn crossing_store(opcode: u8, stores: UnstableStores) -> (u16, u8) {
    let mut bus = FlatBus::new();
    bus.ram[0x0300..0x0303].copy_from_slice(&[opcode, 0xF0, 0x5E]);
    let mut cpu = Cpu::new(0xEE, 0xFF, stores);
    (cpu.pc, cpu.a, cpu.x, cpu.y) = (0x0300, 0x9B, 0x0A, 0x10);
    cpu.step(&mut bus);
    let &(address, value, write) = bus.accesses.last().expect("it accesses memory");
    assert!(write);
    (address, value)
}

/// H is $5F, the high byte of the base plus one; A & X is $0A, A | X is $9B.
#[test]
fn each_kind_of_unstable_store_writes_its_value_to_its_page() {
    let cases = [
        (UnstableStores::And, (0x0A00, 0x0A)),
        (UnstableStores::AndX, (0x0A00, 0x1B)),
        (UnstableStores::Magic, (0x5F00, 0x0A)),
        (UnstableStores::Or, (0x1B00, 0x1B)),
        (UnstableStores::Plain, (0x5F00, 0x00)),
    ];
    for (stores, written) in cases {
        for opcode in [0x9F, 0x9B] {
            assert_eq!(crossing_store(opcode, stores), written, "{stores:?}");
        }
    }
}

fn chip(revision: CpuRevision) -> Apu {
    Apu::of(Region::Ntsc, revision, LoadDma::Second)
}

const REVISIONS: [CpuRevision; 5] = [
    CpuRevision::Letterless,
    CpuRevision::E,
    CpuRevision::EarlyG,
    CpuRevision::G,
    CpuRevision::H,
];

#[test]
fn only_the_letterless_chip_lacks_the_short_noise() {
    for revision in REVISIONS {
        let mut apu = chip(revision);
        let mut sound = Sound::silent();
        for (cycle, (address, value)) in (10..).zip([(0x4015, 8), (0x400E, 0x80), (0x400F, 8)]) {
            apu.advance(cycle, &mut sound);
            apu.write(address, value, cycle, &mut sound);
        }
        let mode = apu.channels(1_789_773.0)[3].short;
        assert_eq!(
            mode,
            Some(revision != CpuRevision::Letterless),
            "{revision:?}"
        );
    }
}

/// The frame flag after a reset in the middle of a sequence that began with power: the rest of
/// that sequence, or a whole one.
#[test]
fn only_the_letterless_chips_frame_counter_goes_on_over_a_reset() {
    const RESET: u64 = 20_001;
    for revision in REVISIONS {
        let mut apu = chip(revision);
        let mut sound = Sound::silent();
        apu.advance(RESET - 1, &mut sound);
        apu.reset(RESET);
        apu.advance(30_000, &mut sound);
        let flag = apu.peek_status() & 0x40 != 0;
        assert_eq!(flag, revision == CpuRevision::Letterless, "{revision:?}");
        apu.advance(RESET + 30_000, &mut sound);
        assert_eq!(apu.peek_status() & 0x40, 0x40, "{revision:?}");
    }
}
