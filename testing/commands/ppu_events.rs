//! `ppu_events`: what a frame did, with line, dot and instruction.

use super::desk::Desk;
use serde_json::Value;

fn kinds(reply: &Value) -> Vec<&str> {
    let events = reply["events"].as_array().expect("there are events");
    events
        .iter()
        .filter_map(|event| event["kind"].as_str())
        .collect()
}

/// NESdev: PPU frame timing: the flag is set on line 241 dot 1.
#[test]
fn a_frame_has_its_nmi_its_dma_and_its_polls() {
    let mut desk = Desk::running();
    let reply = desk.ok("ppu_events");
    assert_eq!(reply["frame"], 9);
    let kinds = kinds(&reply);
    let count = |kind: &str| kinds.iter().filter(|found| **found == kind).count();
    assert_eq!(count("nmi"), 1);
    assert_eq!(count("oam_dma"), 1);
    let nmi = desk.ok("ev filter=isnmi");
    assert_eq!(nmi["matched"], 1);
    assert_eq!(nmi["events"][0]["scanline"], 241);
    let dma = desk.ok("ev filter=\"address==$4014\"");
    assert_eq!(dma["events"][0]["value"], 2);
    assert_eq!(dma["events"][0]["label"], "OAMDMA");
    let begun = desk.ok("ev filter=\"isdma\"");
    assert_eq!(begun["events"][0]["address"], 0x200);
    let after = |event: &Value| event["cycle"].as_u64().expect("a cycle");
    let wait = after(&begun["events"][0]) - after(&dma["events"][0]);
    assert!(
        (2..=3).contains(&wait),
        "halted on the next cycle, aligned: {wait}"
    );
}

#[test]
fn events_are_in_the_order_of_time_and_where_a_breakpoint_sees_them() {
    let mut desk = Desk::running();
    let reply = desk.ok("ev filter=\"iswrite\"");
    let events = reply["events"].as_array().expect("there are events");
    let cycles: Vec<_> = events.iter().map(|event| event["cycle"].as_u64()).collect();
    assert!(cycles.is_sorted());
    // Line and dot follow from the cycle: M2 rises 5 master clocks into it.
    for event in events {
        let place = |key: &str| event[key].as_u64().expect("a number");
        let clock = (place("cycle") - 1) * 12 + 5;
        let dots = clock.div_ceil(4) % 341;
        let offset = (dots + 341 - place("dot") % 341) % 341;
        let first = &events[0];
        let clock = (first["cycle"].as_u64().expect("a number") - 1) * 12 + 5;
        let same = (clock.div_ceil(4) % 341 + 341 - first["dot"].as_u64().expect("a number")) % 341;
        assert_eq!(offset, same, "{event}");
    }
}

#[test]
fn filters_are_expressions_over_the_event() {
    let mut desk = Desk::running();
    let all = desk.ok("ev no_fold max=2000");
    let total = all["total"].as_u64().expect("a count");
    assert_eq!(all["matched"], total);
    let early = desk.ok("ev filter=\"scanline < 241\"")["matched"].as_u64();
    let late = desk.ok("ev filter=\"scanline >= 241\"")["matched"].as_u64();
    assert_eq!(early.zip(late).map(|(a, b)| a + b), Some(total));
    let named = desk.ok("ev filter=\"address == PPUSCROLL || address == OAMDMA\"");
    assert!(named["matched"].as_u64() > Some(0));
    assert_eq!(desk.code("ev filter=\"value ==\""), "bad_expression");
    assert_eq!(desk.code("ev filter=\"a == 1\""), "bad_expression");
    assert_eq!(desk.code("ev filter=\"[$10] == 1\""), "bad_expression");
    assert_eq!(desk.code("ev filter=\"1 / (value - value)\""), "expr_error");
}

#[test]
fn a_long_list_comes_in_pages() {
    let mut desk = Desk::running();
    let whole = desk.ok("ev no_fold max=2000");
    let first = desk.ok("ev no_fold max=3");
    assert_eq!(first["cursor"], 3);
    let second = desk.ok("ev no_fold max=3 cursor=3");
    assert_eq!(second["events"][0], whole["events"][3]);
    assert!(whole["cursor"].is_null());
    assert!(
        desk.text("ev no_fold max=3")
            .contains("more: ppu_events cursor=3")
    );
}

#[test]
fn a_polling_loop_is_one_event_with_a_count() {
    let mut desk = Desk::new();
    desk.ok("run_frames 2");
    let folded = desk.ok("ev frame=f1");
    let events = folded["events"].as_array().expect("there are events");
    let loops = events
        .iter()
        .find(|event| event["times"].as_u64() > Some(100));
    let polls = loops.expect("the program waits for vblank");
    assert_eq!(polls["label"], "PPUSTATUS");
    assert!(polls["last_scanline"].is_u64());
    assert!(folded["total"].as_u64() > Some(events.len() as u64));
}

#[test]
fn a_filter_that_looks_at_memory_is_refused_when_it_is_defined() {
    let mut desk = Desk::running();
    for filter in ["[$10]", "value==[w $10]", "iswrite && {$10}", "prev([$10])"] {
        let line = format!("ppu_events filter=\"{filter}\"");
        assert_eq!(desk.code(&line), "bad_expression", "{filter}");
    }
    desk.ok("ppu_events filter=\"address==$2006 && value==$20\"");
}
