//! The run group: goals, bounds, and the stop record.

use super::desk::Desk;
use crate::hub::rig::Rig;
use serde_json::Value;

fn u(value: &Value) -> u64 {
    value.as_u64().expect("a number")
}

#[test]
fn frames_stop_at_the_first_boundary_of_the_frame() {
    let mut rig = Rig::new();
    let stop = rig.ok("run_frames 3");
    assert_eq!(stop["reason"], "done");
    assert_eq!(stop["position"]["frame"], 3);
    assert_eq!(stop["position"]["scanline"], 0);
    assert_eq!(stop["executed"], stop["position"]["instructions"]);
    assert!(
        u(&stop["lag_frames"]) >= 1,
        "the pad is not read before NMIs are on"
    );
    assert_eq!(rig.ok("run_frames 4")["lag_frames"], 0);
    assert_eq!(rig.ok("run_reason")["position"]["frame"], 7);
}

#[test]
fn buttons_are_held_for_the_frames_only() {
    let mut rig = Rig::new();
    rig.ok("run_frames 5");
    rig.ok("run_frames 1 A");
    assert_eq!(rig.ok("cpu_registers")["a"], rig.ok("cpu_registers")["a"]);
    assert_eq!(rig.ok("machine_info")["held"][0], serde_json::json!([]));
}

#[test]
fn steps_count_instructions_and_next_steps_over_subroutines() {
    let mut rig = Rig::new();
    assert_eq!(rig.ok("run_step 10")["executed"], 10);
    let at_loop = rig.ok("run_until until=opsize==3&&op==$20");
    assert_eq!(at_loop["reason"], "until");
    let jsr = u(&at_loop["pc"]);
    assert_eq!(u(&rig.ok("run_step")["pc"]), jsr + 6, "run_step goes in");
    let back = rig.ok("run_finish");
    assert_eq!(u(&back["pc"]), jsr + 3);
    rig.ok("run_step");
    let over = rig.ok("run_next");
    assert_eq!(u(&over["pc"]), jsr + 3);
    assert_eq!(over["executed"], 3, "JSR, INC and RTS");
}

#[test]
fn next_leaves_interrupts_out() {
    let mut rig = Rig::new();
    rig.ok("run_frames 3");
    rig.ok("run_until until=op==$20");
    let mut last = u(&rig.ok("run_reason")["pc"]);
    for _ in 0..4000 {
        let pc = u(&rig.ok("run_next")["pc"]);
        assert!(
            (last..=last + 3).contains(&pc) || pc < last,
            "at ${pc:04X} after ${last:04X}"
        );
        assert!(
            pc < 0xC018,
            "no handler and no subroutine is shown: ${pc:04X}"
        );
        last = pc;
    }
}

#[test]
fn an_address_and_an_expression_stop_a_run() {
    let mut rig = Rig::new();
    let stop = rig.ok("run_until nmi");
    assert_eq!(stop["reason"], "until");
    assert_eq!(stop["instruction"], "PHA");
    let stop = rig.ok("run_until until=[$10]==3");
    assert_eq!(stop["reason"], "until");
    assert_eq!(rig.ok("memory_read $10 1")["bytes"][0], 3);
    assert_eq!(rig.code("run_until until=[$10"), "bad_value");
    assert_eq!(rig.code("run_until until=made_up"), "bad_expression");
}

#[test]
fn every_bound_ends_a_run_with_limit() {
    let mut rig = Rig::new();
    let stop = rig.ok("run_until $0000 max_frames=2");
    assert_eq!(stop["reason"], "limit");
    assert_eq!(stop["position"]["frame"], 2);
    let before = u(&stop["position"]["cycle"]);
    let stop = rig.ok("run_until $0000 max_cycles=1000");
    assert_eq!(stop["reason"], "limit");
    let ran = u(&stop["position"]["cycle"]) - before;
    assert!((1000..1010).contains(&ran), "{ran} cycles");
}

#[test]
fn breakpoints_stop_every_run_and_the_instruction_they_stop_at_runs_next_time() {
    let mut rig = Rig::new();
    rig.ok("breakpoint_add nmi");
    let stop = rig.ok("run_frames 10");
    assert_eq!(stop["reason"], "breakpoint");
    assert_eq!(stop["breakpoint"], 1);
    let first = u(&stop["position"]["frame"]);
    let stop = rig.ok("run_until");
    assert_eq!(stop["reason"], "breakpoint");
    assert_eq!(u(&stop["position"]["frame"]), first + 1);
    assert_eq!(
        rig.hub
            .session()
            .breakpoints
            .get(1)
            .map(|row| row.tally.hits),
        Some(2)
    );
}

#[test]
fn a_condition_decides_about_a_breakpoint_and_one_that_fails_stops() {
    let mut rig = Rig::new();
    rig.ok("breakpoint_add nmi if [$10]==4");
    let stop = rig.ok("run_until max_frames=20");
    assert_eq!(stop["reason"], "breakpoint");
    assert_eq!(rig.ok("memory_read $10 1")["bytes"][0], 4);
    rig.ok("breakpoint_remove all");
    rig.ok("breakpoint_add nmi if 1/([$10]-6)>=0");
    let stop = rig.ok("run_until max_frames=20");
    assert_eq!(stop["reason"], "expr_error");
    assert_eq!(stop["breakpoint"], 2);
}

#[test]
fn a_jam_ends_a_run() {
    let mut rig = Rig::empty();
    let path = rig.path("jam.nes");
    rig.ok(&format!("machine_load {path}"));
    assert_eq!(rig.ok("run_frames 5")["reason"], "jam");
    assert_eq!(rig.ok("run_step 5")["reason"], "jam");
}

#[test]
fn dots_scanlines_and_cycles_stop_exactly() {
    let mut rig = Rig::new();
    rig.ok("run_frames 2");
    let spot = |stop: &Value| {
        (
            u(&stop["position"]["scanline"]),
            u(&stop["position"]["dot"]),
        )
    };
    let start = rig.ok("run_dots scanline=100 dot=7");
    assert_eq!(spot(&start), (100, 7));
    assert_eq!(spot(&rig.ok("run_dots 341")), (101, 7));
    assert_eq!(spot(&rig.ok("run_scanlines")), (102, 0));
    assert_eq!(spot(&rig.ok("run_scanlines to=50")), (50, 0));
    assert_eq!(spot(&rig.ok("run_scanlines 262")), (50, 0));
    let before = u(&rig.ok("machine_info")["position"]["cycle"]);
    let after = u(&rig.ok("run_cycle 100")["position"]["cycle"]);
    assert!((99..=101).contains(&(after - before)), "{}", after - before);
    assert_eq!(rig.code("run_scanlines to=262"), "out_of_range");
}

#[test]
fn stopping_in_mid_instruction_changes_nothing_that_comes_later() {
    let mut rig = Rig::new();
    rig.ok("run_frames 5");
    let straight = rig.ok("machine_hash state");
    let path = rig.path("game.nes");
    rig.ok(&format!("machine_load {path}"));
    for _ in 0..200 {
        rig.ok("run_dots 997");
    }
    rig.ok("run_until until=frame>=5");
    assert_eq!(rig.ok("machine_hash state"), straight);
}

#[test]
fn events_are_waited_for() {
    let mut rig = Rig::new();
    let stop = rig.ok("run_to vblank");
    assert_eq!(stop["reason"], "event");
    assert_eq!(stop["position"]["scanline"], 241);
    assert_eq!(stop["position"]["dot"], 1);
    let stop = rig.ok("run_to nmi");
    assert_eq!(stop["instruction"], "PHA");
    assert_eq!(rig.ok("run_to rti")["reason"], "event");
    assert_eq!(rig.ok("run_to poll")["reason"], "event");
    let frame = u(&rig.ok("machine_info")["position"]["frame"]);
    assert_eq!(u(&rig.ok("run_to frame 2")["position"]["frame"]), frame + 2);
    assert_eq!(rig.ok("run_to irq max_frames=2")["reason"], "limit");
}

#[test]
fn the_beam_goes_around_a_frame_with_a_dot_left_out() {
    use nescope::{debugger::beam::Spot, nes::region::Region};
    let timing = Region::Ntsc.timing();
    for (scanline, dot) in [(0, 0), (261, 340), (261, 339), (100, 7), (0, 1)] {
        let there = Spot { scanline, dot };
        let mut at = 0_u64;
        let mut dots = 0;
        loop {
            let spot = |at: u64| Spot {
                scanline: (at / 341) as u16,
                dot: (at % 341) as u16,
            };
            for _ in 0..spot(at).leg(there, timing) {
                at = if at == 261 * 341 + 340 {
                    1
                } else {
                    (at + 1) % (262 * 341)
                };
                dots += 1;
            }
            if spot(at).has_reached(there) {
                break;
            }
            assert!(dots < 100_000, "{there:?} is never reached");
        }
        assert!(dots <= 262 * 341, "{there:?} took {dots} dots");
    }
}

#[test]
fn a_scanline_is_reached_in_every_frame_of_a_rendered_picture() {
    let mut desk = Desk::running();
    desk.ok("run_frames 10");
    for frame in 20..26 {
        let stop = desk.ok("run_scanlines to=240");
        let position = &stop["position"];
        assert_eq!((u(&position["frame"]), u(&position["dot"])), (frame, 0));
    }
    for frame in 26..30 {
        let stop = desk.ok("run_dots scanline=0 dot=0");
        assert_eq!(u(&stop["position"]["frame"]), frame);
    }
}

#[test]
fn a_breakpoint_in_the_rom_stops_wherever_its_bank_is_mapped() {
    let mut rig = Rig::new();
    // NROM with 16 KiB shows the same bytes at $8000 and $C000.
    let jsr = u(&rig.ok("run_until until=op==$20")["pc"]);
    let after = jsr + 3;
    rig.ok(&format!("breakpoint_add prg:${:X}", after - 0xC000));
    rig.ok(&format!("cpu_set pc ${:X}", jsr - 0x4000));
    let stop = rig.ok("run_until max_frames=5");
    assert_eq!(stop["reason"], "breakpoint");
    assert_eq!(u(&stop["pc"]), after - 0x4000);
}

#[test]
fn inputs_wait_for_their_frames_however_the_run_is_cut() {
    let begin = || {
        let mut desk = Desk::running();
        desk.ok("input_seq \"A*1 B*2 .*1 R*3\"");
        desk
    };
    let (mut by_frame, mut by_step, mut by_cycle) = (begin(), begin(), begin());
    let start = by_frame.ok("run_reason")["position"].clone();
    let end = by_frame.ok("run_frames 8")["position"].clone();
    let passed = |name: &str| {
        let at = |place: &serde_json::Value| place[name].as_u64().expect("a number");
        at(&end) - at(&start)
    };
    by_step.ok(&format!("run_step {}", passed("instructions")));
    by_cycle.ok(&format!("run_cycle {}", passed("cycle")));
    let hash = |desk: &mut Desk| desk.ok("machine_hash state")["state"].clone();
    assert_eq!(hash(&mut by_step), hash(&mut by_frame));
    assert_eq!(hash(&mut by_cycle), hash(&mut by_frame));
}
