//! Breakpoints on small programs of their own: where exactly a run stops, and what is seen.

use super::desk::{Desk, NO_HANDLERS};
use nescope::debugger::assembler;
use serde_json::{Value, json};

fn messages(desk: &mut Desk, channel: &str) -> Vec<String> {
    let reply = desk.ok(&format!("messages {channel} max=1000"));
    let rows = reply["messages"].as_array().expect("a list").clone();
    let text = |row: &Value| row["text"].as_str().expect("a text").to_string();
    rows.iter().map(text).collect()
}

#[test]
fn a_breakpoint_on_a_mirror_fires_for_a_write_to_zero_page() {
    let mut desk = Desk::with_code(&format!("lda #$5A\nsta $AE\nloop: jmp loop{NO_HANDLERS}"));
    let made = desk.ok("b $18AE w");
    assert_eq!(made["text"], "$18AE w");
    assert_eq!(made["bytes"], 1);
    assert_eq!(made["addresses"], 4);
    let stop = desk.ok("run_until max_frames=2");
    assert_eq!(stop["reason"], "breakpoint");
    assert_eq!(stop["access"]["address"], 0xAE);
    assert_eq!(stop["access"]["pc"], 0xC002);
    assert_eq!(stop["access"]["value"], 0x5A);
    assert_eq!(
        desk.ok("memory_read $AE 1")["bytes"][0],
        0,
        "nothing is written yet"
    );
    assert_eq!(desk.ok("run_step")["reason"], "done");
    assert_eq!(desk.ok("memory_read $AE 1")["bytes"][0], 0x5A);
}

#[test]
fn without_mirrors_only_the_address_itself_counts() {
    let mut desk = Desk::with_code(&format!(
        "lda #1\nsta $AE\nsta $18AE\nloop: jmp loop{NO_HANDLERS}"
    ));
    assert_eq!(desk.ok("b $18AE w no_mirrors")["addresses"], 1);
    assert_eq!(desk.ok("run_until max_frames=2")["access"]["pc"], 0xC004);
}

#[test]
fn a_false_condition_on_one_breakpoint_never_hides_another() {
    let mut desk = Desk::with_code(&format!("ldx #3\nsta $10\nloop: jmp loop{NO_HANDLERS}"));
    desk.ok("b $10 w if x == 99");
    desk.ok("b $10 w if x == 3");
    desk.ok("b $10 w");
    desk.ok("b $C002 if x == 99");
    desk.ok("b $C002 hits=2");
    let stop = desk.ok("run_until max_frames=2");
    assert_eq!(stop["breakpoint"], 2, "the lowest that holds");
    let rows = desk.ok("bl")["breakpoints"].clone();
    assert_eq!(rows[0]["condition_false"], 1);
    assert_eq!(rows[0]["nearest"], "condition false 1 times");
    assert_eq!(rows[1]["hits"], 1);
    assert_eq!(rows[2]["hits"], 1, "all that match count");
    assert_eq!(rows[3]["condition_false"], 1);
    assert_eq!(rows[4]["hits"], 1);
    let stop = desk.ok("run_until max_frames=2");
    assert_eq!(stop["reason"], "limit", "the access does not stop again");
    assert_eq!(desk.ok("bl")["breakpoints"][1]["hits"], 1);
}

#[test]
fn a_budget_counts_from_when_it_was_armed() {
    let mut desk = Desk::with_code(&format!("loop: inx\njmp loop{NO_HANDLERS}"));
    desk.ok("run_step 100");
    desk.ok("breakpoint_budget instructions=7");
    desk.ok("run_step 3");
    let stop = desk.ok("run_until max_frames=2");
    assert_eq!(stop["reason"], "breakpoint");
    assert_eq!(stop["position"]["instructions"], 107);
    assert_eq!(desk.ok("bl")["breakpoints"], json!([]), "it stops once");
    let now = stop["position"]["cycle"].as_u64().expect("a number");
    desk.ok("breakpoint_budget cycles=1000");
    let stop = desk.ok("run_until max_frames=2");
    let then = stop["position"]["cycle"].as_u64().expect("a number");
    assert!((1000..1008).contains(&(then - now)), "{}", then - now);
}

#[test]
fn log_points_show_registers_memory_and_bytes_as_they_were_at_the_access() {
    let mut desk = Desk::with_code(&format!(
        "ldx #0\nloop: inx\nstx $40\nlda #$77\nldy $40\njmp loop{NO_HANDLERS}"
    ));
    desk.ok("tp $40 w \"w x={x} mem={[$40]} old={old} new={value}\" max=3");
    desk.ok("tp $40 r \"r y={y} value={value} pc={pc:04X}\" max=2");
    desk.ok("tp $C003 x \"at {pc:04X} x={x:02X}\" max=1");
    desk.ok("run_step 40");
    assert_eq!(
        messages(&mut desk, "log1"),
        [
            "w x=1 mem=0 old=0 new=1",
            "w x=2 mem=1 old=1 new=2",
            "w x=3 mem=2 old=2 new=3"
        ]
    );
    assert_eq!(
        messages(&mut desk, "log2"),
        ["r y=0 value=1 pc=C007", "r y=1 value=2 pc=C007"]
    );
    assert_eq!(messages(&mut desk, "log3"), ["at C003 x=01"]);
    assert_eq!(
        desk.ok("bl")["breakpoints"][0]["enabled"],
        false,
        "three lines were asked for"
    );
}

#[test]
fn a_write_condition_sees_the_old_and_the_new_value() {
    let mut desk = Desk::with_code(&format!(
        "lda #5\nsta $20\nsta $20\nlda #4\nsta $20\nloop: jmp loop{NO_HANDLERS}"
    ));
    desk.ok("b $20 w if value < old");
    let stop = desk.ok("run_until max_frames=2");
    assert_eq!(
        stop["access"],
        json!({"kind": "write", "address": 0x20, "value": 4, "old": 5,
        "by": "instruction", "pc": 0xC008, "cycle": stop["access"]["cycle"]})
    );
    assert_eq!(
        stop["pc"], 0xC008,
        "it stands on the instruction that writes"
    );
}

#[test]
fn a_change_breakpoint_ignores_a_write_of_the_same_value() {
    let mut desk = Desk::with_code(&format!(
        "lda #0\nsta $20\nsta $20\nlda #9\nsta $0820\nsta $20\nloop: jmp loop{NO_HANDLERS}"
    ));
    desk.ok("bw ram:$20");
    assert_eq!(desk.ok("run_until max_frames=2")["pc"], 0xC008);
    assert_eq!(desk.ok("run_until max_frames=2")["reason"], "limit");
}

#[test]
fn a_stop_after_the_access_stands_at_the_next_instruction() {
    let mut desk = Desk::with_code(&format!("lda #7\nsta $20\nloop: jmp loop{NO_HANDLERS}"));
    desk.ok("b $20 w side=after");
    let stop = desk.ok("run_until max_frames=2");
    assert_eq!(
        (&stop["pc"], &stop["access"]["pc"]),
        (&json!(0xC004), &json!(0xC002))
    );
    assert_eq!(desk.ok("memory_read $20 1")["bytes"][0], 7);
}

#[test]
fn a_stop_before_an_access_stands_at_its_cycle_and_goes_on_exactly() {
    let code = format!("loop: inc $20\nlda $2002\nsta $2006\njmp loop{NO_HANDLERS}");
    let (mut stopping, mut running) = (Desk::with_code(&code), Desk::with_code(&code));
    stopping.ok("b $20 w dummy");
    stopping.ok("b $2006 w");
    for expected in ["C000", "C000", "C005", "C000", "C000", "C005"] {
        let stop = stopping.ok("run_until max_frames=2");
        assert_eq!(
            format!("{:04X}", stop["pc"].as_u64().expect("a number")),
            expected
        );
        let position = stop["position"]["cycle"].as_u64().expect("a number");
        let access = stop["access"]["cycle"].as_u64().expect("a number");
        assert_eq!(position + 1, access);
    }
    stopping.ok("bc all");
    stopping.ok("run_frames 3");
    running.ok("run_frames 3");
    assert_eq!(stopping.ok("machine_hash"), running.ok("machine_hash"));
}

#[test]
fn dummy_accesses_count_only_where_they_are_asked_for() {
    let mut desk = Desk::with_code(&format!(
        "ldx #$80\nsta $0290,x\nloop: jmp loop{NO_HANDLERS}"
    ));
    desk.ok("b $0210 r");
    desk.ok("b $0310 w");
    let stop = desk.ok("run_until max_frames=2");
    assert_eq!(stop["breakpoint"], 2);
    let rows = desk.ok("bl")["breakpoints"].clone();
    assert_eq!(
        rows[0]["nearest"],
        "only 1 dummy accesses matched; dummy=true counts them"
    );
}

#[test]
fn video_memory_palette_and_oam_are_watched_through_their_ports() {
    let code = format!(
        "lda #$23\nsta $2006\nlda #$41\nsta $2006\nlda #$99\nsta $2007\n\
         lda #$3F\nsta $2006\nlda #$05\nsta $2006\nlda #$16\nsta $2007\n\
         lda #$08\nsta $2003\nlda #$44\nsta $2004\n\
         lda #$02\nsta $4014\nloop: jmp loop{NO_HANDLERS}"
    );
    // The PPU takes writes only after its first frame.
    let mut desk = Desk::with_code(&format!(
        "warm: bit $2002\nbpl warm\nw2: bit $2002\nbpl w2\n{code}"
    ));
    desk.ok("b nt:$341 w");
    desk.ok("b pal:5 w");
    desk.ok("b oam:8 w");
    desk.ok("b oam:9 w if isdma");
    for (id, value) in [(1, 0x99), (2, 0x16), (3, 0x44)] {
        let stop = desk.ok("run_until max_frames=5");
        assert_eq!(
            (&stop["breakpoint"], &stop["access"]["value"]),
            (&json!(id), &json!(value))
        );
    }
    let stop = desk.ok("run_until max_frames=5");
    assert_eq!(stop["breakpoint"], 4, "OAM DMA writes there too");
}

#[test]
fn prg_offsets_match_in_the_bank_that_is_mapped() {
    let mut desk = Desk::with_code(&format!(
        "lda table\nlda table+1\nloop: jmp loop\ntable: .db 1,2{NO_HANDLERS}"
    ));
    desk.ok("b prg:$000A r");
    let stop = desk.ok("run_until max_frames=2");
    assert_eq!(
        (&stop["pc"], &stop["access"]["value"]),
        (&json!(0xC003), &json!(2))
    );
}

#[test]
fn a_condition_stops_where_it_becomes_true_and_not_while_it_stays_so() {
    let mut desk = Desk::with_code(&format!("loop: inc $30\njmp loop{NO_HANDLERS}"));
    desk.ok("bx [$30] >= 3");
    let stop = desk.ok("run_until max_frames=2");
    assert_eq!(stop["reason"], "breakpoint");
    assert_eq!(desk.ok("memory_read $30 1")["bytes"][0], 3);
    let stop = desk.ok("run_until max_frames=2");
    assert_eq!(stop["reason"], "breakpoint");
    assert_eq!(
        desk.ok("memory_read $30 1")["bytes"][0],
        3,
        "after $FF it was false again"
    );
    desk.ok("bc all");
    desk.ok("bx [$30] < prev([$30])");
    desk.ok("run_until max_frames=2");
    assert_eq!(desk.ok("memory_read $30 1")["bytes"][0], 0);
    desk.ok("run_until max_frames=2");
    assert_eq!(desk.ok("memory_read $30 1")["bytes"][0], 0);
}

#[test]
fn conditions_are_looked_at_in_the_grain_they_ask_for() {
    let mut desk = Desk::with_code(&format!("loop: inc $30\njmp loop{NO_HANDLERS}"));
    desk.ok("bx at=line temp=true scanline == 100");
    let stop = desk.ok("run_until max_frames=3");
    assert_eq!(stop["position"]["scanline"], 100);
    desk.ok("bx at=dot temp=true scanline == 120 && dot == 77");
    let stop = desk.ok("run_until max_frames=3");
    assert_eq!(
        (&stop["position"]["scanline"], &stop["position"]["dot"]),
        (&json!(120), &json!(77))
    );
    desk.ok("bx at=frame temp=true frame == 3");
    let stop = desk.ok("run_until max_frames=9");
    assert_eq!(
        (&stop["reason"], &stop["position"]["frame"]),
        (&json!("breakpoint"), &json!(3))
    );
    desk.ok("bx at=cycle temp=true cycle == 100003");
    let stop = desk.ok("run_until max_frames=9");
    assert_eq!(stop["position"]["cycle"], 100_003);
}

#[test]
fn a_frame_condition_stops_also_a_run_that_ends_there() {
    let mut desk = Desk::with_code(&format!("loop: jmp loop{NO_HANDLERS}"));
    desk.ok("bx at=frame frame == 2");
    assert_eq!(desk.ok("run_frames 1")["reason"], "done");
    assert_eq!(desk.ok("run_frames 1")["reason"], "breakpoint");
    assert_eq!(desk.ok("run_frames 1")["reason"], "done");
}

#[test]
fn stepping_onto_a_breakpoint_counts_and_stops_once() {
    let mut desk = Desk::with_code(&format!("loop: inx\ninx\njmp loop{NO_HANDLERS}"));
    desk.ok("b $C001");
    let stop = desk.ok("run_step");
    assert_eq!(
        (&stop["reason"], &stop["breakpoint"]),
        (&json!("breakpoint"), &json!(1))
    );
    assert_eq!(
        desk.ok("run_step")["reason"],
        "done",
        "what one stands on does not stop"
    );
    assert_eq!(desk.ok("bl")["breakpoints"][0]["hits"], 1);
    assert_eq!(desk.ok("run_until max_frames=2")["pc"], 0xC001);
    assert_eq!(desk.ok("bl")["breakpoints"][0]["hits"], 2);
}

#[test]
fn log_points_see_every_instruction_of_a_stepped_run_once() {
    let mut desk = Desk::with_code(&format!("loop: inx\njmp loop{NO_HANDLERS}"));
    desk.ok("tp $C000 x \"{x}\"");
    (0..6).for_each(|_| {
        desk.ok("run_step");
    });
    assert_eq!(messages(&mut desk, "log1"), ["0", "1", "2", "3"]);
}

#[test]
fn events_stop_at_the_instruction_after_them() {
    let code = "lda #$80\nsta $2000\nloop: inx\njmp loop\nnmi: inc $50\nrti\nirq: rti";
    let mut desk = Desk::with_code(&format!(
        "warm: bit $2002\nbpl warm\nw2: bit $2002\nbpl w2\n{code}"
    ));
    desk.ok("be nmi hits=2");
    let stop = desk.ok("run_until max_frames=9");
    assert_eq!(stop["reason"], "breakpoint");
    assert_eq!(desk.ok("memory_read $50 1")["bytes"][0], 1);
    desk.ok("be lag");
    desk.ok("bc 1");
    let frame = stop["position"]["frame"].as_u64().expect("a number");
    let stop = desk.ok("run_until max_frames=9");
    assert_eq!(stop["position"]["frame"], frame + 1);
}

/// Sprites are written once and rendering stays off for longer than OAM lasts: the read of
/// $2004 at $C01E finds nothing. Without decay it does.
#[test]
fn oam_decay_stops_where_lost_bytes_are_used() {
    let code = "warm: bit $2002\nbpl warm\nw2: bit $2002\nbpl w2\nlda #2\nsta $4014\n\
                ldy #5\nlong: ldx #0\nwait: dex\nbne wait\ndey\nbne long\n\
                lda #$80\nsta $2003\nlda $2004\nloop: inx\njmp loop";
    for decay in [true, false] {
        let mut desk = Desk::with_code(&format!("{code}{NO_HANDLERS}"));
        desk.ok(&format!("machine_power oam_decay={decay}"));
        desk.ok("machine_load small.nes");
        desk.ok("be oam_decay");
        let stop = desk.ok("run_until max_frames=9");
        if decay {
            assert_eq!(stop["reason"], "breakpoint");
            assert_eq!(stop["pc"], 0xC021);
        } else {
            assert_eq!(stop["reason"], "limit");
        }
    }
}

#[test]
fn detectors_see_what_they_are_named_for() {
    let cases = [
        ("unofficial", "lax $10\n", 0xC001),
        ("unstable", "ldx #1\nlxa #$FF\n", 0xC003),
        ("uninit", "lda #1\nsta $10\nlda $10\nlda $11\n", 0xC009),
        ("brk", "brk\nnop\n", 0xC010),
        ("dma", "lda #2\nsta $4014\nnop\n", 0xC006),
        (
            "unbalanced_rts",
            "lda #$C0\npha\nlda #$0F\npha\nrts\n",
            0xC010,
        ),
        ("openbus_exec", "jmp $5000\n", 0x5000),
        ("newcode", "nop\n", 0xC001),
        ("newdata", "lda $C000\nnop\n", 0xC004),
    ];
    for (event, code, pc) in cases {
        let mut desk = Desk::with_code(&format!(
            "nop\n{code}loop: jmp loop\n.org $C010\nirq: jmp irq\nnmi: rti"
        ));
        desk.ok(&format!("be {event}"));
        let stop = desk.ok("run_until max_frames=2");
        assert_eq!(stop["breakpoint"], 1, "{event}: {stop}");
        assert_eq!(stop["pc"], pc, "{event}");
    }
    let mut desk = Desk::with_code(&format!("nop\nkil{NO_HANDLERS}"));
    desk.ok("be jam");
    assert_eq!(desk.ok("run_until max_frames=2")["breakpoint"], 1);
}

#[test]
fn reset_and_state_loads_stop_the_next_run_at_once() {
    let mut desk = Desk::with_code(&format!("loop: inx\njmp loop{NO_HANDLERS}"));
    desk.ok("be reset");
    desk.ok("be state_loaded");
    desk.ok("state_save here");
    desk.ok("run_frames 2");
    desk.ok("machine_reset");
    let stop = desk.ok("run_until max_frames=2");
    assert_eq!(
        (&stop["breakpoint"], &stop["executed"]),
        (&json!(1), &json!(0))
    );
    desk.ok("state_load here");
    let stop = desk.ok("run_until max_frames=2");
    assert_eq!(
        (&stop["breakpoint"], &stop["executed"]),
        (&json!(2), &json!(0))
    );
    assert_eq!(desk.ok("run_frames 1")["reason"], "done");
}

#[test]
fn nothing_stops_in_a_forbidden_range() {
    let mut desk = Desk::with_code(&format!("loop: inx\ninx\njmp loop{NO_HANDLERS}"));
    desk.ok("b $C000..$C002");
    desk.ok("bf $C000..$C001");
    assert_eq!(desk.ok("run_until max_frames=2")["pc"], 0xC002);
    assert!(desk.ok("bl")["breakpoints"][0]["forbidden"].as_u64() > Some(0));
}

#[test]
fn a_breakpoint_runs_its_commands_and_their_answers_are_kept() {
    let mut desk = Desk::with_code(&format!("ldx #7\nloop: inx\njmp loop{NO_HANDLERS}"));
    desk.ok("b $C002 do=\"memory_write $20 1; expression_evaluate x\"");
    assert_eq!(desk.ok("run_until max_frames=2")["reason"], "breakpoint");
    assert_eq!(desk.ok("memory_read $20 1")["bytes"][0], 1);
    let lines = messages(&mut desk, "breakpoint1");
    assert!(lines[1].contains('7'), "{lines:?}");
    assert_eq!(desk.ok("run_reason")["reason"], "breakpoint");
}

#[test]
fn step_over_survives_a_subroutine_that_returns_through_pushed_addresses() {
    let code = "start: jsr dispatch\nafter: jmp start\n\
                dispatch: lda #>(target-1)\npha\nlda #<(target-1)\npha\nrts\n\
                target: inx\nrts\n";
    let mut desk = Desk::with_code(&format!("{code}{NO_HANDLERS}"));
    let stop = desk.ok("run_next");
    assert_eq!(
        (&stop["reason"], &stop["pc"]),
        (&json!("done"), &json!(0xC003))
    );
    assert_eq!(stop["registers"]["x"], 1);
}

#[test]
fn step_over_survives_inline_parameters_and_dropped_returns() {
    // The subroutine takes the byte behind its call and returns after it.
    let inline = "start: jsr print\n.db 9\nafter: jmp start\n\
                  print: pla\nclc\nadc #1\ntay\npla\nadc #0\npha\ntya\npha\nrts\n";
    let mut one = Desk::with_code(&format!("{inline}{NO_HANDLERS}"));
    let stop = one.ok("run_next");
    assert_eq!(
        (&stop["reason"], &stop["pc"]),
        (&json!("done"), &json!(0xC004))
    );
    // The inner subroutine drops its own return address: both return at once.
    let dropped = "start: jsr outer\nafter: jmp start\nouter: jsr inner\nnever: inx\nrts\n\
                   inner: pla\npla\nrts\n";
    let mut other = Desk::with_code(&format!("{dropped}{NO_HANDLERS}"));
    other.ok("run_step");
    let stop = other.ok("run_next");
    assert_eq!(
        (&stop["reason"], &stop["pc"]),
        (&json!("done"), &json!(0xC003))
    );
}

#[test]
fn a_breakpoint_inside_a_subroutine_stops_a_step_over_it() {
    let code = "start: jsr sub\njmp start\nsub: inx\nrts\n";
    let mut desk = Desk::with_code(&format!("{code}{NO_HANDLERS}"));
    desk.ok("b $C006");
    let stop = desk.ok("run_next");
    assert_eq!(
        (&stop["reason"], &stop["pc"]),
        (&json!("breakpoint"), &json!(0xC006))
    );
    assert_eq!(desk.ok("run_finish")["pc"], 0xC003);
}

#[test]
fn an_expression_wraps_at_the_end_of_the_address_space() {
    let mut desk = Desk::with_code(&format!("lda #$34\nsta $00\nloop: jmp loop{NO_HANDLERS}"));
    desk.ok("run_step 2");
    let high = desk.ok("memory_read $FFFF 1")["bytes"][0]
        .as_i64()
        .expect("a byte");
    let word = desk.ok("expression_evaluate {$FFFF}")["value"].as_i64();
    assert_eq!(
        word,
        Some(high | 0x34 << 8),
        "the high byte comes from $0000"
    );
    desk.ok("b $C004 if [$10000] == $34 && [0 - 1] == [$FFFF]");
    assert_eq!(desk.ok("run_until max_frames=2")["reason"], "breakpoint");
}

#[test]
fn fetches_of_rendering_count_as_reads_of_video_memory() {
    let mut desk = Desk::running();
    desk.ok("b nt:0 r");
    let stop = desk.ok("run_until max_frames=3");
    assert_eq!(
        (&stop["breakpoint"], &stop["access"]["address"]),
        (&json!(1), &json!(0x2000))
    );
}

#[test]
fn breakpoints_are_kept_in_a_file_and_come_back() {
    let mut desk = Desk::running();
    desk.ok("b $C123 rw side=after if value == 3");
    desk.ok("tp $2005 w \"{value}\" max=5");
    desk.ok("bx at=frame frame == 99999");
    desk.ok("breakpoint_file save points.json");
    let texts = |desk: &mut Desk| {
        let rows = desk.ok("bl")["breakpoints"]
            .as_array()
            .expect("a list")
            .clone();
        rows.iter()
            .map(|row| row["text"].clone())
            .collect::<Vec<_>>()
    };
    let before = texts(&mut desk);
    desk.ok("bc all");
    assert_eq!(desk.ok("breakpoint_file load points.json")["count"], 3);
    assert_eq!(texts(&mut desk), before);
    desk.file("bad.json", b"{\"format\":\"nescope breakpoints\",\"version\":1,\"breakpoints\":[{\"what\":{\"access\":{\"span\":{\"space\":\"cpu\",\"first\":9,\"last\":1},\"kinds\":{\"execute\":true,\"read\":false,\"write\":false},\"dummy\":false,\"mirrors\":true,\"after\":false,\"changes\":false}}}]}");
    assert_eq!(desk.code("breakpoint_file load bad.json"), "bad_file");
    desk.file("other.json", b"[1,2");
    assert_eq!(desk.code("breakpoint_file load other.json"), "bad_file");
}

#[test]
fn registers_of_the_board_have_names_in_expressions() {
    let code = format!("lda #$80\nsta $8000\nloop: inx\nstx $8000\njmp loop{NO_HANDLERS}");
    let source = format!(
        ".inesprg 4\n.ineschr 0\n.inesmap 2\n.inesmir 1\n.bank 3\n.org $C000\n{code}\n\
         .org $FFFA\n.dw nmi, $C000, irq\n"
    );
    let image = assembler::assemble(&source).expect("the program assembles");
    let mut desk = Desk::empty();
    desk.file("board.nes", &image.bytes);
    desk.ok("machine_load board.nes");
    let names = desk.ok("expression_names mapper.")["names"].clone();
    let name = names[0]["name"]
        .as_str()
        .expect("the board has a register")
        .to_string();
    desk.ok(&format!("bx {name} == 1"));
    assert_eq!(desk.ok("run_until max_frames=2")["reason"], "breakpoint");
    assert_eq!(desk.ok(&format!("p {name}"))["value"], 1);
    assert_eq!(desk.code("p mapper.no_such"), "bad_expression");
}
