//! Breakpoints and runs that end in the middle of an instruction, events, and several at once:
//! everything is judged exactly once, whatever the run is cut into.

use super::desk::{Desk, NO_HANDLERS};
use serde_json::{Value, json};

/// Polls `$2002` for ever; the read comes in the fourth cycle of the first instruction.
fn polling() -> Desk {
    let mut desk = Desk::with_code(&format!("loop: bit $2002\njmp loop{NO_HANDLERS}"));
    desk.ok("run_step 1000");
    desk
}

fn number(value: &Value) -> u64 {
    value.as_u64().expect("a number")
}

#[test]
fn a_run_that_ends_inside_an_instruction_stops_at_the_boundary_it_crossed() {
    let mut desk = polling();
    desk.ok("b $C000");
    // BIT takes four cycles, JMP three; eight dots lie in the second of them.
    let stop = desk.ok("run_dots 23");
    assert_eq!(
        (&stop["reason"], &stop["pc"]),
        (&json!("breakpoint"), &json!(0xC000))
    );
    assert_eq!(desk.ok("run_dots 2")["reason"], "done");
    assert_eq!(desk.ok("bl")["breakpoints"][0]["hits"], 1);
}

#[test]
fn single_dots_pass_a_data_breakpoint_once_and_never_go_back() {
    let mut desk = polling();
    desk.ok("b $2002 r");
    let mut last = number(&desk.ok("run_reason")["position"]["cycle"]);
    let mut stops = 0;
    let mut dots = Vec::new();
    for _ in 0..63 {
        let stop = desk.ok("run_dots 1");
        stops += u64::from(stop["reason"] == "breakpoint");
        let cycle = number(&stop["position"]["cycle"]);
        assert!(cycle >= last, "time goes on");
        last = cycle;
        dots.push(stop["position"]["dot"].clone());
    }
    // 63 dots are 21 cycles, three turns of the loop.
    assert!((2..=3).contains(&stops), "{stops} stops");
    assert_eq!(desk.ok("bl")["breakpoints"][0]["hits"], stops);
}

#[test]
fn a_condition_at_every_dot_sees_each_of_them_after_a_stop() {
    let mut desk = polling();
    desk.ok("bx at=dot dot % 2 == 0");
    let mut last = number(&desk.ok("run_until max_frames=1")["position"]["dot"]);
    for _ in 0..12 {
        let dot = number(&desk.ok("run_until max_frames=1")["position"]["dot"]);
        assert_eq!(dot, (last + 2) % 341 / 2 * 2, "after {last}");
        last = dot;
        if dot > 320 {
            break;
        }
    }
}

#[test]
fn of_two_stops_in_one_cycle_the_earlier_comes_first_and_both_come() {
    let mut desk = polling();
    desk.ok("b $2002 r temp");
    let stop = desk.ok("run_until max_frames=1");
    let dot = number(&stop["position"]["dot"]);
    let scanline = number(&stop["position"]["scanline"]);
    let mut desk = polling();
    desk.ok(&format!(
        "bx at=dot scanline == {scanline} && dot == {}",
        dot + 1
    ));
    desk.ok("b $2002 r");
    assert_eq!(desk.ok("run_until max_frames=1")["breakpoint"], 2);
    let stop = desk.ok("run_until max_frames=1");
    assert_eq!(
        (&stop["breakpoint"], &stop["position"]["dot"]),
        (&json!(1), &json!(dot + 1))
    );
}

#[test]
fn detectors_remember_from_run_to_run() {
    let mut desk = Desk::with_code(&format!("loop: inx\njmp loop{NO_HANDLERS}"));
    desk.ok("be newcode");
    let stops = (0..4)
        .filter(|_| desk.ok("run_until max_frames=1")["reason"] == "breakpoint")
        .count();
    assert!(stops <= 2, "two instructions are new once: {stops}");
    let mut desk = Desk::with_code(&format!(
        "lda #$C0\npha\nlda #$0F\npha\nrts\n.org $C010\nloop: jmp loop{NO_HANDLERS}"
    ));
    desk.ok("be unbalanced_rts");
    desk.ok("run_step 4");
    assert_eq!(desk.ok("run_until max_frames=1")["reason"], "breakpoint");
}

#[test]
fn an_event_shows_no_access_of_another_one() {
    let code = "w1: bit $2002\nbpl w1\nw2: bit $2002\nbpl w2\nlda #$80\nsta $2000\n\
                loop: lda #2\nsta $4014\njmp loop\nnmi: rti\nirq: rti";
    let mut desk = Desk::with_code(code);
    desk.ok("be dma hits=1000000");
    desk.ok("be nmi");
    let stop = desk.ok("run_until max_frames=9");
    assert_eq!(
        (&stop["breakpoint"], &stop["access"]),
        (&json!(2), &Value::Null)
    );
}

#[test]
fn accesses_of_an_interrupt_sequence_belong_to_what_it_interrupts() {
    let code = "w1: bit $2002\nbpl w1\nw2: bit $2002\nbpl w2\nlda #$80\nsta $2000\n\
                loop: ldx #5\nldx #6\njmp loop\nnmi: rti\nirq: rti";
    let mut desk = Desk::with_code(code);
    desk.ok("b $FFFA r if isnmi");
    let stop = desk.ok("run_until max_frames=9");
    assert_eq!(stop["access"]["by"], "nmi");
    let interrupted = stop["access"]["pc"].clone();
    desk.ok("run_step");
    assert_eq!(
        desk.ok("cpu_backtrace")["frames"][0]["returns_to"],
        interrupted
    );
    // Code of the handler belongs to no sequence any more, with or without data breakpoints.
    desk.ok("bc all");
    desk.ok("tp nmi x format=\"{isnmi}\" max=3");
    desk.ok("tp $C00F..$C013 x format=\"{isnmi}\" max=3");
    desk.ok("run_frames 3");
    let lines = desk.ok("messages max=100")["messages"].clone();
    let lines = lines.as_array().expect("a list");
    let of = |channel: &str| {
        let rows = lines.iter().filter(|row| row["channel"] == channel);
        rows.map(|row| row["text"].clone()).collect::<Vec<_>>()
    };
    assert!(
        of("log3").iter().all(|text| text == "0"),
        "{:?}",
        of("log3")
    );
}

#[test]
fn step_over_does_not_end_at_the_rti_of_an_interrupt() {
    let code = "w1: bit $2002\nbpl w1\nw2: bit $2002\nbpl w2\nlda #$80\nsta $2000\n\
                jsr sub\nafter: jmp after\nsub: pla\ntay\npla\ntax\nlda #0\nsta $20\n\
                wait: lda $20\ncmp #3\nbne wait\ntxa\npha\ntya\npha\nrts\n\
                nmi: inc $20\nrti\nirq: rti";
    let mut desk = Desk::with_code(code);
    desk.ok("run_until until=\"op == $20\"");
    let stop = desk.ok("run_next max_frames=20");
    assert_eq!(stop["reason"], "done");
    assert_eq!(
        desk.ok("memory_read $20 1")["bytes"][0],
        3,
        "the subroutine came to its end"
    );
}

#[test]
fn a_change_inside_an_instruction_loses_no_breakpoint() {
    let mut desk = Desk::with_code(&format!("loop: inc $10\nnop\nnop\njmp loop{NO_HANDLERS}"));
    desk.ok("run_step 9");
    desk.ok("b $10 r");
    desk.ok("b $10 w");
    desk.ok("b $C002");
    assert_eq!(desk.ok("run_until max_frames=1")["breakpoint"], 1);
    desk.ok("memory_write $7FF 1");
    let rows = desk.ok("bl")["breakpoints"].clone();
    assert_eq!((&rows[1]["hits"], &rows[2]["hits"]), (&json!(1), &json!(1)));
    let stop = desk.ok("run_until max_frames=1");
    assert_eq!(
        (&stop["reason"], &stop["executed"]),
        (&json!("breakpoint"), &json!(0))
    );
    assert_eq!(
        desk.ok("run_until max_frames=1")["breakpoint"],
        1,
        "and the loop goes on"
    );
}

#[test]
fn the_place_of_an_access_is_the_same_everywhere() {
    let mut desk = polling();
    desk.ok("tp $2002 r format=\"{cycle} {scanline} {dot}\" max=1");
    desk.ok("run_step 3");
    let line = desk.ok("messages log1")["messages"][0]["text"].clone();
    desk.ok("run_frames 1");
    let events = desk.ok("ppu_events fold=false max=1000")["events"].clone();
    let rows = events.as_array().expect("a list");
    let said: Vec<u64> = line
        .as_str()
        .expect("a text")
        .split(' ')
        .map(|word| word.parse().expect("a number"))
        .collect();
    let row = rows.iter().find(|row| row["cycle"] == said[0]);
    let row = row.unwrap_or_else(|| panic!("an event of cycle {}", said[0]));
    assert_eq!(
        (&row["scanline"], &row["dot"]),
        (&json!(said[1]), &json!(said[2]))
    );
}

#[test]
fn breakpoint_edit_and_file_refuse_what_makes_no_sense() {
    let mut desk = polling();
    desk.ok("bx [$10] == 300");
    assert_eq!(desk.code("breakpoint_edit 1 if="), "bad_value");
    desk.ok("tp $C000");
    assert_eq!(desk.code("breakpoint_edit 2 hits=3"), "bad_value");
    assert_eq!(desk.code("b $C000 side=after"), "bad_value");
    assert_eq!(desk.code("bw $2000"), "bad_value");
    desk.file("notes.json", b"my notes");
    assert_eq!(desk.code("breakpoint_file save notes.json"), "bad_file");
    desk.ok("breakpoint_file save mine.json");
    desk.ok("breakpoint_file save mine.json");
}

#[test]
fn a_forbidden_range_whose_condition_fails_stops_the_run() {
    let mut desk = polling();
    desk.ok("b $C000");
    desk.ok("bf $C000..$C010 if 1 / (x - x)");
    let stop = desk.ok("run_until max_frames=1");
    assert_eq!(
        (&stop["reason"], &stop["breakpoint"]),
        (&json!("expr_error"), &json!(2))
    );
    assert!(
        stop["complaint"]
            .as_str()
            .is_some_and(|text| text.contains("zero"))
    );
}

#[test]
fn a_condition_of_fceux_is_read_in_its_place() {
    let mut desk = polling();
    assert_eq!(desk.ok("p fceux(\"X==#0 && $10==#0\")")["value"], 1);
    assert_eq!(desk.code("p fceux(\"X==\")"), "bad_expression");
    desk.ok("tp $2002 r format=\"{space}\" max=1");
    desk.ok("run_step 3");
    assert_eq!(desk.ok("messages log1")["messages"][0]["text"], "0");
}
