//! `run_call` and `run_stopwatch`: subroutines called by themselves, and time that is measured.

use super::desk::{Desk, NO_HANDLERS};
use serde_json::json;

/// A desk that stands at `$C002` with X = 7 and these routines from `$C010` on.
fn desk(routines: &str) -> Desk {
    let mut desk = Desk::with_code(&format!(
        "ldx #7\nloop: jmp loop\n.org $C010\n{routines}{NO_HANDLERS}"
    ));
    desk.ok("run_step");
    desk
}

#[test]
fn a_call_takes_registers_in_and_gives_registers_and_writes_back() {
    let mut desk = desk("clc\nadc #$10\nsta $20\ninc $20\nstx $21\nldy #3\nrts");
    desk.ok("memory_write $20 $AA,$BB");
    let call = desk.ok("run_call $C010 a=5");
    assert_eq!(call["returned"], true);
    assert_eq!(
        json!([call["a"], call["x"], call["y"], call["pc"]]),
        json!([0x15, 7, 3, 0xC002])
    );
    assert_eq!(
        call["writes"],
        json!([
            {"address": 0x20, "old": 0xAA, "value": 0x16, "pc": 0xC015},
            {"address": 0x21, "old": 0xBB, "value": 7, "pc": 0xC017},
        ])
    );
    assert_eq!(call["cycles"], 2 + 2 + 3 + 5 + 3 + 2 + 6);
    assert_eq!(call["instructions"], 7);
    assert_eq!(
        (&call["stack_delta"], &call["stack_bytes"]),
        (&json!(0), &json!(2))
    );
    let text = desk.text("run_call $C010 a=5");
    assert!(text.contains("$0020: $AA -> $16  by $C015"), "{text}");
    assert_eq!(desk.ok("run_call $C010 no_writes").get("writes"), None);
}

#[test]
fn an_isolated_call_leaves_the_machine_alone_and_another_does_not() {
    let mut desk = desk("inc $20\nlda #$99\nsta $2000\nrts");
    let before = desk.ok("machine_hash");
    let isolated = desk.ok("run_call $C010");
    assert_eq!(desk.ok("machine_hash"), before);
    let real = desk.ok("run_call $C010 isolated=false");
    assert_eq!(real, isolated);
    assert_ne!(desk.ok("machine_hash"), before);
    assert_eq!(desk.ok("memory_read $20 1")["bytes"][0], 1);
    let registers = desk.ok("cpu_registers");
    assert_eq!(
        json!([registers["pc"], registers["a"], registers["s"]]),
        json!([0xC002, 0x99, 0xFD])
    );
    // The past knows of it.
    let rows = desk.ok("cpu_history 4")["rows"].clone();
    assert_eq!(rows[0]["instruction"], "INC $20");
    assert_eq!(rows[3]["instruction"], "RTS");
}

#[test]
fn a_call_in_mid_instruction_completes_the_instruction_first() {
    let mut desk = desk("inc $20\nrts");
    desk.ok("run_cycle 1");
    let call = desk.ok("run_call $C010 isolated=false");
    assert_eq!(
        (&call["returned"], &call["pc"]),
        (&json!(true), &json!(0xC002))
    );
    let mut other = Desk::with_code(&format!(
        "loop: inx\njmp loop\n.org $C010\ninc $20\nrts{NO_HANDLERS}"
    ));
    other.ok("run_cycle 1");
    let call = other.ok("run_call $C010");
    assert_eq!((&call["x"], &call["pc"]), (&json!(1), &json!(0xC001)));
    let call = other.ok("run_call $C010 isolated=false");
    assert_eq!((&call["x"], &call["pc"]), (&json!(1), &json!(0xC001)));
}

#[test]
fn a_call_that_never_returns_is_given_up() {
    let mut desk = desk("forever: inx\njmp forever");
    let call = desk.ok("run_call $C010 max_cycles=1000");
    assert_eq!(call["returned"], false);
    let cycles = call["cycles"].as_u64().expect("a number");
    assert!((1000..1007).contains(&cycles), "{cycles}");
    assert!(
        desk.text("run_call $C010 max_cycles=99")
            .starts_with("did not return; at $C01")
    );
    let mut jammed = self::desk("kil");
    assert_eq!(jammed.ok("run_call $C010")["returned"], false);
}

#[test]
fn a_call_tells_when_the_stack_is_out_of_balance() {
    let mut desk = desk("pla\npla\nrts\n.org $C020\npha\npha\npla\npla\nrts");
    desk.ok("cpu_set s $F0");
    desk.ok("memory_write $1F1 $33,$C0");
    let call = desk.ok("run_call $C010");
    assert_eq!(
        json!([call["returned"], call["stack_delta"], call["pc"]]),
        json!([true, 2, 0xC034])
    );
    let call = desk.ok("run_call $C020");
    assert_eq!(
        json!([call["stack_delta"], call["stack_bytes"]]),
        json!([0, 4])
    );
}

#[test]
fn a_call_through_a_pushed_address_returns_once() {
    let mut desk = desk("lda #>(target-1)\npha\nlda #<(target-1)\npha\nrts\ntarget: inx\nrts");
    let call = desk.ok("run_call $C010");
    assert_eq!(
        json!([call["returned"], call["x"], call["stack_delta"]]),
        json!([true, 8, 0])
    );
}

#[test]
fn a_call_survives_a_stack_pointer_that_wraps() {
    let mut desk = desk("pha\npla\nrts");
    for s in ["0", "1", "2"] {
        desk.ok(&format!("cpu_set s {s}"));
        let call = desk.ok("run_call $C010");
        assert_eq!(
            json!([call["returned"], call["stack_delta"], call["stack_bytes"]]),
            json!([true, 0, 3]),
            "S = {s}"
        );
    }
}

#[test]
fn interrupts_go_on_during_a_call_and_are_counted() {
    let mut desk = Desk::running();
    let idle = desk.ok("memory_find \"A0 03 88 D0 FD 60\"")["addresses"][1].clone();
    let idle = idle.as_u64().expect("an address");
    let quiet = desk.ok(&format!("run_call ${idle:04X}"));
    assert_eq!(
        (&quiet["returned"], &quiet["interrupts"]),
        (&json!(true), &json!(0))
    );
    // Wait until just before vertical blank.
    desk.ok("run_scanlines to=240");
    desk.ok("run_dots 330");
    let busy = desk.ok(&format!("run_call ${idle:04X}"));
    assert_eq!(
        (&busy["returned"], &busy["interrupts"]),
        (&json!(true), &json!(1))
    );
    assert!(busy["cycles"].as_u64() > quiet["cycles"].as_u64());
}

#[test]
fn the_stopwatch_counts_from_its_reset() {
    let mut desk = desk("rts");
    desk.ok("run_stopwatch reset");
    assert_eq!(desk.ok("sw")["cycles"], 0);
    desk.ok("run_step 10");
    let watch = desk.ok("sw");
    assert_eq!(
        json!([watch["cycles"], watch["dots"], watch["instructions"]]),
        json!([30, 90, 10])
    );
    let milliseconds = watch["milliseconds"].as_f64().expect("a number");
    assert!(
        (milliseconds - 30.0 / 1_789.772_727).abs() < 1e-6,
        "{milliseconds}"
    );
    assert_eq!(desk.ok("p elapsed")["value"], 30);
    desk.ok("bx elapsed >= 300");
    assert_eq!(desk.ok("run_until max_frames=2")["reason"], "breakpoint");
    assert_eq!(
        desk.ok("sw reset")["cycles"],
        300,
        "the answer comes before the reset"
    );
    assert_eq!(desk.ok("sw")["cycles"], 0);
}

#[test]
fn another_cartridge_or_past_resets_the_stopwatch() {
    let mut desk = desk("rts");
    desk.ok("state_save here");
    desk.ok("run_frames 3");
    desk.ok("state_load here");
    assert_eq!(desk.ok("sw")["cycles"], 0);
    desk.ok("run_frames 3");
    desk.ok("power_cycle");
    assert_eq!(desk.ok("sw")["cycles"], 0);
    desk.ok("run_frames 3");
    desk.ok("sw reset");
    desk.ok("machine_load small.nes");
    assert_eq!(desk.ok("sw")["cycles"], 0);
    desk.ok("run_step");
    assert_eq!(desk.ok("sw")["cycles"], 2);
}
