//! The DMC and its requests, served by a small DMA unit that steals cycles from an idle core.
//! NESdev: APU DMC; DMA. AccuracyCoin, page 13 and Delta Modulation Channel.

use super::Chip;
use nescope::nes::{
    apu::{effect_cycle, is_get, is_put},
    options::{CpuRevision, LoadDma},
    region::Region,
};

/// Cycles between two reloads at rate $F.
const BYTE: u64 = 432;

/// A chip with a DMA unit: every cycle is a read of the core unless listed in `writes`.
struct Unit {
    chip: Chip,
    cycle: u64,
    halted_at: Option<u64>,
    writes: Vec<u64>,
    stolen: Vec<u64>,
    gets: Vec<(u64, u16)>,
    sample: u8,
}

impl Unit {
    fn new(sample: u8) -> Unit {
        Unit::of(sample, Chip::new(Region::Ntsc))
    }

    fn of(sample: u8, chip: Chip) -> Unit {
        Unit {
            chip,
            cycle: 0,
            halted_at: None,
            writes: Vec::new(),
            stolen: Vec::new(),
            gets: Vec::new(),
            sample,
        }
    }

    /// Runs all cycles before `cycle`.
    fn run_to(&mut self, cycle: u64) {
        while self.cycle < cycle {
            self.tick();
        }
    }

    fn write(&mut self, address: u16, value: u8, cycle: u64) {
        self.run_to(cycle);
        self.writes.push(cycle);
        self.tick();
        self.chip.write(address, value, cycle);
    }

    fn tick(&mut self) {
        let cycle = self.cycle;
        self.cycle += 1;
        self.chip.advance(cycle);
        let getting = is_get(cycle) && self.halted_at.is_some_and(|halt| cycle >= halt + 2);
        let request = self.chip.apu.dmc_request();
        let request = request
            .filter(|request| request.first_halt_cycle <= cycle && request.alive(cycle, getting));
        let Some(request) = request else {
            self.halted_at = None;
            return;
        };
        if self.halted_at.is_none() && self.writes.contains(&cycle) {
            return;
        }
        self.stolen.push(cycle);
        self.halted_at.get_or_insert(cycle);
        if getting {
            self.halted_at = None;
            self.gets.push((cycle, request.address));
            self.chip.apu.dmc_deliver(self.sample, cycle);
        }
    }

    /// A looping one-byte sample at rate $F has run for a while: the next reload's first halt
    /// attempt.
    fn looping(chip: Chip) -> (Unit, u64) {
        let mut unit = Unit::of(0, chip);
        unit.write(0x4010, 0x4F, 601);
        unit.write(0x4015, 0x10, 605);
        unit.run_to(20_000);
        let (last, _) = *unit.gets.last().expect("the sample loops");
        unit.stolen.clear();
        unit.gets.clear();
        (unit, last - 3 + BYTE)
    }
}

#[test]
fn load_halts_at_the_effect_cycle_for_three_cycles() {
    for write in [701, 702] {
        let mut unit = Unit::new(0);
        unit.write(0x4010, 0x0F, 601);
        unit.write(0x4015, 0x10, write);
        unit.run_to(write + 20);
        let effect = effect_cycle(write);
        assert_eq!(unit.stolen, [effect, effect + 1, effect + 2]);
        assert_eq!(unit.gets, [(effect + 2, 0xC000)]);
    }
}

#[test]
fn reload_halts_on_a_put_for_four_cycles_every_432() {
    let (mut unit, halt) = Unit::looping(Chip::new(Region::Ntsc));
    assert!(is_put(halt));
    unit.run_to(halt + BYTE + 10);
    let one: Vec<u64> = (halt..halt + 4).collect();
    let both: Vec<u64> = one
        .iter()
        .copied()
        .chain(one.iter().map(|c| c + BYTE))
        .collect();
    assert_eq!(unit.stolen, both);
}

#[test]
fn halt_delayed_by_one_write_swaps_the_lengths() {
    let (mut unit, halt) = Unit::looping(Chip::new(Region::Ntsc));
    unit.writes.push(halt);
    unit.run_to(halt + 10);
    assert_eq!(unit.stolen.len(), 3);
    let (mut unit, halt) = Unit::looping(Chip::new(Region::Ntsc));
    unit.writes.extend([halt, halt + 1]);
    unit.run_to(halt + 10);
    assert_eq!(unit.stolen.len(), 4);
    let mut unit = Unit::new(0);
    unit.write(0x4015, 0x10, 701);
    unit.writes.push(effect_cycle(701));
    unit.run_to(730);
    assert_eq!(unit.stolen.len(), 4);
}

#[test]
fn enabling_near_a_reload_gives_one_load_at_the_effect_cycle() {
    // The output cycle ends between W-1 and E with the sample finished long before.
    for before in 1..=3 {
        let (mut unit, halt) = Unit::looping(Chip::new(Region::Ntsc));
        unit.write(0x4015, 0x00, halt - 300);
        let write = halt - 1 + BYTE - before;
        unit.write(0x4015, 0x10, write);
        unit.run_to(write + 30);
        let effect = effect_cycle(write);
        assert_eq!(
            unit.stolen[unit.stolen.len() - 3..],
            [effect, effect + 1, effect + 2]
        );
        assert_eq!(unit.gets.iter().filter(|get| get.0 > write).count(), 1);
    }
}

/// Cycles stolen when `$4015` bit 4 is cleared `offset` cycles after the natural halt attempt.
fn stolen_by_stop(offset: i64, meets_write: bool) -> usize {
    let (mut unit, halt) = Unit::looping(Chip::new(Region::Ntsc));
    let write = (halt as i64 + offset) as u64;
    if meets_write {
        unit.writes.push(halt);
    }
    unit.write(0x4015, 0x00, write);
    unit.run_to(halt + BYTE + 20);
    unit.stolen.len()
}

#[test]
fn explicit_stop_aborts_by_its_distance_to_the_halt() {
    let cases = [
        (0, 3),
        (-1, 4),
        (-2, 1),
        (-3, 1),
        (-4, 0),
        (-5, 0),
        (-20, 0),
    ];
    for (offset, expected) in cases {
        assert_eq!(stolen_by_stop(offset, false), expected, "W = H{offset}");
    }
}

#[test]
fn aborted_halt_on_a_write_cycle_never_happens() {
    assert_eq!(stolen_by_stop(-2, true), 0);
    assert_eq!(stolen_by_stop(-3, true), 0);
}

/// Cycles stolen around the reload that follows a one-byte sample whose byte is fetched at
/// H - `before`, load included.
fn stolen_by_end(before: u64, meets_write: bool, looping: bool) -> (usize, Vec<u16>) {
    stolen_by_end_on(CpuRevision::G, before, meets_write, looping)
}

fn stolen_by_end_on(
    cpu: CpuRevision,
    before: u64,
    meets_write: bool,
    looping: bool,
) -> (usize, Vec<u16>) {
    let (mut unit, halt) = Unit::looping(Chip::of(cpu, LoadDma::Second));
    unit.write(0x4015, 0x00, halt - 300);
    unit.run_to(halt + 2 * BYTE - 50);
    unit.stolen.clear();
    unit.gets.clear();
    let halt = halt + 2 * BYTE;
    if !looping {
        unit.chip.write(0x4010, 0x0F, halt - 50);
        unit.run_to(halt - 49);
    }
    if meets_write {
        unit.writes.push(halt);
    }
    // The load's get is two cycles after E, E three after a put write.
    unit.write(0x4015, 0x10, halt - before - 5);
    unit.run_to(halt + 100);
    let addresses = unit.gets.iter().map(|get| get.1).collect();
    (unit.stolen.len() - 3, addresses)
}

#[test]
fn sample_that_ends_just_before_a_reload_aborts_or_repeats_it() {
    let cases = [(1, 4), (3, 1), (5, 0), (7, 0)];
    for (before, expected) in cases {
        assert_eq!(
            stolen_by_end(before, false, false).0,
            expected,
            "S = H-{before}"
        );
    }
    assert_eq!(stolen_by_end(3, true, false).0, 0, "the halt meets a write");
    assert_eq!(stolen_by_end(1, false, false).1, [0xC000, 0xC000]);
    for before in [1, 3, 5] {
        assert_eq!(
            stolen_by_end(before, false, true).0,
            4,
            "looping, H-{before}"
        );
    }
}

/// NESdev "DMA": the unexpected DMA is a bug of the 2A03G from about 1990 on and of the H.
#[test]
fn chips_before_the_late_g_never_fetch_the_last_byte_again() {
    use CpuRevision::{E, EarlyG, G, H, Letterless};
    for (cpu, stolen) in [(Letterless, 0), (E, 0), (EarlyG, 0), (G, 4), (H, 4)] {
        assert_eq!(stolen_by_end_on(cpu, 1, false, false).0, stolen, "{cpu:?}");
        assert_eq!(stolen_by_end_on(cpu, 3, false, false).0, 1, "{cpu:?}");
    }
}

/// AccuracyCoin "DMA + $2002 Read" tells chips apart by it.
#[test]
fn a_load_can_come_an_apu_cycle_later() {
    for write in [701, 702] {
        let mut unit = Unit::of(0, Chip::of(CpuRevision::G, LoadDma::Third));
        unit.write(0x4010, 0x0F, 601);
        unit.write(0x4015, 0x10, write);
        unit.run_to(write + 20);
        let halt = effect_cycle(write) + 2;
        assert_eq!(unit.stolen, [halt, halt + 1, halt + 2]);
    }
}

#[test]
fn one_byte_sample_has_finished_before_the_next_instruction_reads_the_status() {
    let mut unit = Unit::new(0);
    unit.write(0x4010, 0x8F, 601);
    unit.write(0x4015, 0x10, 701);
    // LDA $4015: three fetches, the read; three cycles are stolen.
    unit.run_to(708);
    assert_eq!(unit.chip.read_status(708) & 0x90, 0x80);
    assert!(unit.chip.apu.dmc_irq());
}

#[test]
fn flag_is_cleared_by_4015_writes_and_4010_bit_7_but_not_by_reads() {
    let finished = || {
        let mut unit = Unit::new(0);
        unit.write(0x4010, 0x8F, 601);
        unit.write(0x4015, 0x10, 701);
        unit.run_to(720);
        unit
    };
    let mut unit = finished();
    unit.chip.read_status(720);
    assert!(unit.chip.apu.dmc_irq());
    unit.write(0x4015, 0x00, 730);
    assert!(!unit.chip.apu.dmc_irq());
    let mut unit = finished();
    unit.write(0x4010, 0x0F, 730);
    assert!(!unit.chip.apu.dmc_irq());
}

#[test]
fn status_bit_4_follows_the_write_at_once() {
    let mut unit = Unit::new(0);
    unit.write(0x4013, 0x01, 600);
    unit.write(0x4015, 0x10, 701);
    assert_eq!(unit.chip.status(702) & 0x10, 0x10);
    unit.write(0x4015, 0x00, 760);
    assert_eq!(unit.chip.status(761) & 0x10, 0x00);
}

#[test]
fn sample_runs_17_bytes_and_wraps_from_ffff_to_8000() {
    let mut unit = Unit::new(0);
    unit.write(0x4010, 0x0F, 601);
    unit.write(0x4012, 0xFF, 603);
    unit.write(0x4013, 0x04, 605);
    unit.write(0x4015, 0x10, 701);
    unit.run_to(701 + 80 * BYTE);
    let addresses: Vec<u16> = unit.gets.iter().map(|get| get.1).collect();
    assert_eq!(addresses.len(), 65);
    assert_eq!(addresses[0], 0xFFC0);
    assert_eq!(addresses[63], 0xFFFF);
    assert_eq!(addresses[64], 0x8000);
}

#[test]
fn buffered_byte_plays_out_after_a_stop() {
    let mut unit = Unit::new(0xFF);
    unit.write(0x4010, 0x0F, 601);
    unit.write(0x4015, 0x10, 701);
    unit.write(0x4015, 0x00, 720);
    unit.run_to(720 + 3 * BYTE);
    assert_eq!(unit.chip.channel(4, unit.cycle).level, 16);
}

#[test]
fn level_moves_by_two_within_0_to_127() {
    for (sample, start, expected) in [
        (0xFF, 126, 126),
        (0xFF, 125, 127),
        (0x00, 1, 1),
        (0x00, 3, 1),
    ] {
        let mut unit = Unit::new(sample);
        unit.write(0x4010, 0x4F, 601);
        unit.write(0x4011, start, 603);
        unit.write(0x4015, 0x10, 701);
        unit.run_to(10_000);
        assert_eq!(unit.chip.channel(4, unit.cycle).level, expected);
    }
}

#[test]
fn rates_are_the_documented_ones() {
    let ntsc = [
        428, 380, 340, 320, 286, 254, 226, 214, 190, 160, 142, 128, 106, 84, 72, 54,
    ];
    let pal = [
        398, 354, 316, 298, 276, 236, 210, 198, 176, 148, 132, 118, 98, 78, 66, 50,
    ];
    for (region, periods) in [(Region::Ntsc, ntsc), (Region::Pal, pal)] {
        let mut chip = Chip::new(region);
        for (rate, &period) in periods.iter().enumerate() {
            chip.write(0x4010, rate as u8, rate as u64 + 10);
            assert_eq!(chip.channel(4, rate as u64 + 10).period, period);
        }
    }
}
