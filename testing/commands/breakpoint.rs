//! Group `breakpoint`, and how runs meet breakpoints.

use super::desk::Desk;
use serde_json::json;

/// The address of the subroutine `idle`.
fn idle(desk: &mut Desk) -> u64 {
    let found = desk.ok("memory_find \"A0 03 88 D0 FD 60\"");
    let cpu = found["addresses"].as_array().and_then(|all| all.last());
    cpu.and_then(serde_json::Value::as_u64).unwrap_or(0)
}

#[test]
fn a_breakpoint_stops_before_its_instruction() {
    let mut desk = Desk::running();
    let idle = idle(&mut desk);
    let made = desk.ok(&format!("b ${idle:04X}"));
    assert_eq!(made["text"], format!("${idle:04X} x"));
    let stop = desk.ok("run_until");
    assert_eq!(stop["reason"], "breakpoint");
    assert_eq!(stop["breakpoint"], made["id"]);
    assert_eq!(stop["pc"], idle);
    assert_eq!(stop["instruction"], "LDY #$03");
}

#[test]
fn going_on_does_not_stop_on_the_spot() {
    let mut desk = Desk::running();
    let idle = idle(&mut desk);
    desk.ok(&format!("b ${idle:04X}"));
    let first = desk.ok("run_until");
    let second = desk.ok("run_until");
    assert_eq!(second["pc"], idle);
    assert!(second["position"]["cycle"].as_u64() > first["position"]["cycle"].as_u64());
}

#[test]
fn a_prg_breakpoint_stops_wherever_the_byte_is_mapped() {
    let mut desk = Desk::running();
    let idle = idle(&mut desk);
    desk.ok(&format!("b prg:{:X}", idle & 0x3FFF));
    assert_eq!(desk.ok("run_until")["pc"], idle);
}

#[test]
fn conditions_hits_and_temporary_ones_are_counted() {
    let mut desk = Desk::running();
    let idle = idle(&mut desk);
    desk.ok(&format!("b ${idle:04X} if x == $EE"));
    desk.ok("run_frames 1");
    let list = desk.ok("bl");
    assert_eq!(list["breakpoints"][0]["hits"], 0);
    assert!(list["breakpoints"][0]["condition_false"].as_u64() > Some(10));
    desk.ok("bc all");
    desk.ok(&format!("b ${idle:04X} hits=5 temp=true"));
    assert_eq!(desk.ok("run_until")["reason"], "breakpoint");
    assert_eq!(desk.ok("bl")["breakpoints"], json!([]));
}

#[test]
fn breakpoints_are_switched_off_and_removed() {
    let mut desk = Desk::running();
    let idle = idle(&mut desk);
    desk.ok(&format!("b ${idle:04X}"));
    assert_eq!(desk.ok("bdis 1")["changed"], 1);
    assert_eq!(desk.ok("bdis 1")["changed"], 0);
    assert_eq!(desk.ok("run_frames 1")["reason"], "done");
    assert_eq!(desk.ok("ben all")["changed"], 1);
    assert_eq!(desk.ok("run_frames 1")["reason"], "breakpoint");
    assert_eq!(desk.ok("bc 1")["removed"], 1);
    assert_eq!(desk.code("bc 1"), "not_found");
    assert_eq!(desk.code("ben 7"), "not_found");
}

#[test]
fn what_can_not_break_is_refused_when_it_is_made() {
    let mut desk = Desk::running();
    assert_eq!(desk.code("b oam:0"), "bad_value");
    assert_eq!(desk.code("b $C000 if x =="), "bad_expression");
    assert_eq!(desk.code("b $C000 if no_such_name"), "bad_expression");
    assert_eq!(desk.code("b $C000 hits=0"), "out_of_range");
    assert_eq!(desk.ok("bl")["breakpoints"], json!([]));
}

#[test]
fn an_error_in_a_condition_stops_the_machine_and_says_so() {
    let mut desk = Desk::running();
    let idle = idle(&mut desk);
    desk.ok(&format!("b ${idle:04X} if 1 / (x - x)"));
    let reply = desk.line("run_until");
    assert_eq!(reply.result["reason"], "expr_error");
    assert!(!reply.messages.is_empty());
}
