//! `cpu_history` and `cpu_backtrace` on small programs: the past as it was.

use super::desk::{Desk, NO_HANDLERS};
use serde_json::{Value, json};

/// Waits until the PPU takes writes to its registers.
const WARM: &str = "warm: bit $2002\nbpl warm\nw2: bit $2002\nbpl w2\n";

/// Kind and call site of each open call, innermost first.
fn calls(desk: &mut Desk) -> Vec<(String, u64)> {
    let reply = desk.ok("cpu_backtrace");
    let frames = reply["frames"].as_array().expect("a list");
    let call = |frame: &Value| {
        let kind = frame["kind"].as_str().expect("a word").to_string();
        (kind, frame["site"].as_u64().expect("an address"))
    };
    frames.iter().map(call).collect()
}

fn jsr(site: u64) -> (String, u64) {
    ("jsr".to_string(), site)
}

fn rows(desk: &mut Desk, line: &str) -> Vec<Value> {
    desk.ok(line)["rows"].as_array().expect("a list").clone()
}

#[test]
fn history_shows_registers_and_memory_as_they_were() {
    let mut desk = Desk::with_code(&format!(
        "ldx #0\nloop: inx\nstx $40\nldy $40\njmp loop{NO_HANDLERS}"
    ));
    desk.ok("run_step 9");
    let rows = rows(&mut desk, "cpu_history 8");
    let seen: Vec<_> = rows
        .iter()
        .map(|row| {
            json!([
                row["instruction"],
                row["x"],
                row["y"],
                row["access"]["value"]
            ])
        })
        .collect();
    assert_eq!(
        json!(seen),
        json!([
            ["INX", 0, 0, null],
            ["STX $40", 1, 0, 1],
            ["LDY $40", 1, 0, 1],
            ["JMP $C002", 1, 1, null],
            ["INX", 1, 1, null],
            ["STX $40", 2, 1, 2],
            ["LDY $40", 2, 1, 2],
            ["JMP $C002", 2, 2, null],
        ])
    );
    assert_eq!(rows[1]["access"]["kind"], "write");
    assert_eq!(rows[2]["access"]["kind"], "read");
    let cycle = |row: &Value| row["cycle"].as_u64().expect("a number");
    assert_eq!(cycle(&rows[1]) - cycle(&rows[0]), 2);
    assert_eq!(cycle(&rows[4]) - cycle(&rows[0]), 2 + 3 + 3 + 3);
}

#[test]
fn history_goes_across_changes_made_from_outside() {
    let mut desk = Desk::with_code(&format!("loop: lda $40\njmp loop{NO_HANDLERS}"));
    desk.ok("run_step 2");
    desk.ok("memory_write $40 $77");
    desk.ok("run_step 2");
    desk.ok("cpu_set x 9");
    desk.ok("run_step");
    let rows = rows(&mut desk, "cpu_history 5");
    let seen: Vec<_> = rows.iter().map(|row| json!([row["a"], row["x"]])).collect();
    assert_eq!(
        json!(seen),
        json!([[0, 0], [0, 0], [0, 0], [0x77, 0], [0x77, 9]])
    );
    assert_eq!(rows[0]["access"]["value"], 0);
    assert_eq!(rows[2]["access"]["value"], 0x77);
}

#[test]
fn history_of_code_that_was_patched_shows_the_old_code() {
    let mut desk = Desk::with_code(&format!("loop: inx\njmp loop{NO_HANDLERS}"));
    desk.ok("run_step 2");
    desk.ok("code_assemble $C000 INY");
    desk.ok("run_step 2");
    let rows = rows(&mut desk, "cpu_history 4");
    assert_eq!(rows[0]["instruction"], "INX");
    assert_eq!(rows[2]["instruction"], "INY");
}

#[test]
fn a_filtered_history_looks_through_the_whole_past() {
    let mut desk = Desk::with_code(&format!("loop: inx\nstx $40\njmp loop{NO_HANDLERS}"));
    desk.ok("run_frames 3");
    let matches = rows(&mut desk, "cpu_history 3 filter=\"pc == $C000 && x == 5\"");
    assert_eq!(matches.len(), 3);
    assert!(
        matches
            .iter()
            .all(|row| row["x"] == 5 && row["pc"] == 0xC000)
    );
    let wraps = rows(&mut desk, "cpu_history 100 filter=\"[$40] < prev([$40])\"");
    assert!(wraps.iter().all(|row| row["x"] == 0), "{wraps:?}");
    assert_eq!(rows(&mut desk, "cpu_history 8 filter=\"x > 255\"").len(), 0);
    assert_eq!(desk.code("cpu_history filter=\"x >\""), "bad_expression");
    assert_eq!(desk.code("cpu_history filter=\"1/(x-5)\""), "expr_error");
}

#[test]
fn a_long_history_comes_in_pages() {
    let mut desk = Desk::with_code(&format!("loop: inx\njmp loop{NO_HANDLERS}"));
    desk.ok("run_step 2500");
    let first = desk.ok("cpu_history 2400");
    assert_eq!(first["total"], 2400);
    assert_eq!(first["next_cursor"], 1000);
    let last = desk.ok("cpu_history 2400 cursor=2000");
    assert_eq!(last["rows"].as_array().map(Vec::len), Some(400));
    assert_eq!(last.get("next_cursor"), None);
    let next = desk.ok("cpu_history 2400 cursor=1000");
    let cycle = |row: &Value| row["cycle"].as_u64().expect("a number");
    assert!(cycle(&next["rows"][0]) > cycle(&first["rows"][999]));
    assert_eq!(rows(&mut desk, "cpu_history 9 cursor=50").len(), 0);
    assert!(
        desk.text("cpu_history 2400")
            .contains("cursor=1000 goes on")
    );
}

#[test]
fn history_says_which_interrupt_was_entered() {
    let code = "lda #$80\nsta $2000\nloop: inx\njmp loop\nnmi: inc $50\nrti\nirq: rti";
    let mut desk = Desk::with_code(&format!("{WARM}{code}"));
    desk.ok("run_to nmi 2");
    desk.ok("run_step 3");
    let rows = rows(&mut desk, "cpu_history 4");
    assert_eq!(rows[1]["entered"], "nmi");
    assert_eq!(rows[1]["instruction"], "INC $50");
    assert_eq!(rows[1]["access"]["value"], 2);
    assert!(rows[0].get("entered").is_none());
    assert!(desk.text("cpu_history 4").contains("--- nmi\n"));
}

#[test]
fn looking_back_changes_nothing() {
    let mut desk = Desk::running();
    let before = desk.ok("machine_hash");
    for line in [
        "cpu_history 5000",
        "cpu_history 10 filter=x==3",
        "cpu_backtrace",
        "memory_count $0000..$07FF",
        "memory_uninitialized",
        "expression_evaluate last_write_pc($10) + depth + polls",
    ] {
        desk.ok(line);
        assert_eq!(desk.ok("machine_hash"), before, "{line}");
    }
}

#[test]
fn a_backtrace_goes_through_subroutines_and_interrupts() {
    // The NMI calls a subroutine of its own and meets the main program inside two calls.
    let code = "lda #$80\nsta $2000\ntop: jsr outer\njmp top\n\
                outer: jsr inner\nrts\ninner: inx\njmp inner\n\
                nmi: jsr work\nrti\nwork: inc $50\nbrk\nnop\nrts\nirq: inc $51\nrti";
    let mut desk = Desk::with_code(&format!("{WARM}{code}"));
    desk.ok("symbol_auto");
    desk.ok("b $51 w");
    let stop = desk.ok("run_until max_frames=9");
    assert_eq!(stop["reason"], "breakpoint");
    let reply = desk.ok("cpu_backtrace");
    let kinds: Vec<_> = (0..5)
        .map(|at| reply["frames"][at]["kind"].clone())
        .collect();
    assert_eq!(json!(kinds), json!(["brk", "jsr", "nmi", "jsr", "jsr"]));
    assert_eq!(reply["depth"], 5);
    let frames = &reply["frames"];
    assert!(
        (0..5).all(|at| frames[at]["confidence"] == "seen"),
        "{frames}"
    );
    let brk = frames[0]["site"].as_u64().expect("an address");
    assert_eq!(frames[0]["returns_to"], brk + 2);
    assert_eq!(frames[2]["returns_to"], frames[2]["site"]);
    assert_eq!(desk.ok("p depth")["value"], 5);
    desk.ok("bc all");
    desk.ok("run_finish");
    assert_eq!(desk.ok("p depth")["value"], 4);
    desk.ok("run_finish");
    desk.ok("run_finish");
    assert_eq!(desk.ok("p depth")["value"], 2);
}

#[test]
fn a_backtrace_shows_the_irq_that_was_entered() {
    // The frame counter's IRQ.
    let code = "lda #0\nsta $4017\ncli\nloop: jmp loop\nnmi: rti\nirq: bit $4015\nrti";
    let mut desk = Desk::with_code(code);
    desk.ok("run_to irq");
    assert_eq!(calls(&mut desk), [("irq".to_string(), 0xC006)]);
    desk.ok("run_to rti");
    assert_eq!(calls(&mut desk), []);
}

#[test]
fn pushed_addresses_are_no_calls() {
    let code = "start: jsr dispatch\nafter: jmp start\n\
                dispatch: lda #>(target-1)\npha\nlda #<(target-1)\npha\nrts\n\
                target: inx\nrts\n";
    let mut desk = Desk::with_code(&format!("{code}{NO_HANDLERS}"));
    desk.ok("run_until $C00D");
    assert_eq!(calls(&mut desk), [jsr(0xC000)]);
    assert_eq!(desk.ok("p depth")["value"], 1);
    desk.ok("run_step 2");
    assert_eq!(calls(&mut desk), []);
}

#[test]
fn a_dropped_return_address_drops_its_call() {
    let dropped = "start: jsr outer\nafter: jmp start\nouter: jsr inner\nnever: rts\n\
                   inner: pla\npla\nrts\n";
    let mut desk = Desk::with_code(&format!("{dropped}{NO_HANDLERS}"));
    desk.ok("run_until $C00A");
    assert_eq!(calls(&mut desk), [jsr(0xC006), jsr(0xC000)]);
    desk.ok("run_until $C003");
    assert_eq!(calls(&mut desk), []);
    // Left by a jump: the next call stands in its place.
    let jumped = "start: jsr sub\nsub: pla\npla\njmp on\non: jsr other\nother: inx\njmp other\n";
    let mut desk = Desk::with_code(&format!("{jumped}{NO_HANDLERS}"));
    desk.ok("run_step 10");
    assert_eq!(calls(&mut desk), [jsr(0xC008)]);
}

#[test]
fn a_new_stack_pointer_drops_every_call_above_it() {
    let code = "start: ldx #$FF\ntxs\njsr one\none: jsr two\ntwo: ldx #$FF\ntxs\njsr three\nthree: jmp three\n";
    let mut desk = Desk::with_code(&format!("{code}{NO_HANDLERS}"));
    desk.ok("run_step 4");
    assert_eq!(calls(&mut desk).len(), 2);
    desk.ok("run_step 2");
    assert_eq!(calls(&mut desk), []);
    desk.ok("run_step 1");
    assert_eq!(calls(&mut desk), [jsr(0xC00C)]);
}

#[test]
fn a_reset_ends_all_calls() {
    let code = "lda #0\njsr one\none: jsr two\ntwo: jmp two\n";
    let mut desk = Desk::with_code(&format!("{code}{NO_HANDLERS}"));
    desk.ok("run_step 9");
    assert_eq!(calls(&mut desk).len(), 2);
    desk.ok("machine_reset");
    desk.ok("run_step");
    assert_eq!(calls(&mut desk), []);
}

#[test]
fn calls_older_than_the_past_that_is_kept_are_guesses() {
    let code = "ldx #$FF\ntxs\njsr one\none: jsr two\ntwo: jsr three\njmp two\nthree: inx\nrts\n";
    let mut desk = Desk::with_code(&format!("{code}{NO_HANDLERS}"));
    desk.ok("run_frames 140");
    desk.ok("run_until $C00F");
    let frames = desk.ok("cpu_backtrace")["frames"].clone();
    let seen: Vec<_> = frames
        .as_array()
        .expect("a list")
        .iter()
        .map(|frame| json!([frame["site"], frame["confidence"]]))
        .collect();
    assert_eq!(
        json!(seen),
        json!([[0xC009, "seen"], [0xC006, "guess"], [0xC003, "guess"]])
    );
    assert!(desk.text("cpu_backtrace").contains("guess"));
    assert!(desk.text("cpu_backtrace 1").contains("2 further"));
}

#[test]
fn history_tells_of_a_reset() {
    let mut desk = Desk::with_code(&format!("lda #1\nloop: jmp loop{NO_HANDLERS}"));
    desk.ok("run_step 3");
    desk.ok("machine_reset");
    desk.ok("run_step");
    let rows = rows(&mut desk, "cpu_history 2");
    assert_eq!(
        (&rows[0]["pc"], &rows[1]["pc"]),
        (&json!(0xC002), &json!(0xC000))
    );
    assert_eq!(rows[1]["entered"], "reset");
}

#[test]
fn history_and_depth_are_what_stepping_sees() {
    let mut desk = Desk::running();
    desk.ok("run_scanlines to=240");
    desk.ok("run_dots 250");
    desk.ok("run_step");
    desk.ok("tp $0000..$FFFF x \"{pc} {depth}\" max=1000");
    let mut seen = Vec::new();
    let mut depths = Vec::new();
    for _ in 0..75 {
        let registers = desk.ok("cpu_registers");
        seen.push(json!(
            ["pc", "a", "x", "y", "s", "p"].map(|name| registers[name].clone())
        ));
        let depth = desk.ok("p depth")["value"].clone();
        depths.push(format!("{} {depth}", registers["pc"]));
        desk.ok("run_step");
    }
    let rows = rows(&mut desk, "cpu_history 75");
    let kept: Vec<_> = rows
        .iter()
        .map(|row| json!(["pc", "a", "x", "y", "s", "p"].map(|name| row[name].clone())))
        .collect();
    assert_eq!(kept, seen);
    assert!(rows.iter().any(|row| row["entered"] == "nmi"));
    let lines = desk.ok("messages log1 max=1000")["messages"].clone();
    let lines = lines.as_array().expect("a list");
    let logged: Vec<_> = lines.iter().map(|line| line["text"].clone()).collect();
    // The instruction on which it was set was judged before.
    assert_eq!(json!(logged[..74]), json!(depths[1..]));
    assert!(depths.iter().any(|line| line.ends_with(" 2")), "{depths:?}");
}
