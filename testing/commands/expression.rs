//! Group `expression`: values, checks, names and watches through the hub.

use super::desk::{Desk, NO_HANDLERS};
use serde_json::{Value, json};

fn value(desk: &mut Desk, expression: &str) -> i64 {
    let reply = desk.ok(&format!("expression_evaluate {expression}"));
    reply["value"].as_i64().expect("a number")
}

/// A desk whose program counts in X, `$40` and, in NMI, in `$50`.
fn desk() -> Desk {
    let mut desk = Desk::with_code(&format!("loop: inx\nstx $40\njmp loop{NO_HANDLERS}"));
    desk.ok("symbol_add ram:$40 Count");
    desk.ok("run_step 3");
    desk
}

#[test]
fn a_value_comes_in_every_form_with_the_bytes_it_read() {
    let mut desk = desk();
    desk.ok("memory_write $41 $C1");
    let reply = desk.ok("p [Count + 1]");
    assert_eq!(
        json!([
            reply["value"],
            reply["hex"],
            reply["binary"],
            reply["signed"]
        ]),
        json!([0xC1, "$C1", "%11000001", -63])
    );
    assert_eq!(
        reply["peeks"],
        json!([{"space": "ram", "address": 0x41, "value": 0xC1}])
    );
    assert_eq!(desk.text("p as=signed [$41]"), "-63");
    assert_eq!(desk.text("p as=char $41"), "'A'");
    assert_eq!(desk.text("p as=hex 0 - 2"), "-$2");
    let reply = desk.ok("p prg:[0] + {Count}");
    let peeks: Vec<_> = reply["peeks"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|peek| peek["space"].clone())
        .collect();
    assert_eq!(json!(peeks), json!(["prg", "ram", "ram"]));
    assert_eq!(
        desk.ok("p [0] + crc($0..$7FF)")["peeks"]
            .as_array()
            .map(Vec::len),
        Some(64)
    );
}

#[test]
fn mistakes_are_shown_with_a_caret() {
    let mut desk = desk();
    let cases = [
        ("1 +", "bad_expression", "   ^", "column 4"),
        (
            "[Count] < 3 )",
            "bad_expression",
            "            ^",
            "column 13",
        ),
        ("framez > 3", "bad_expression", "^", "did you mean frame?"),
        (
            "value < old",
            "bad_expression",
            "^",
            "belongs to the access",
        ),
        ("1 / (x - x)", "expr_error", "", "division by zero"),
        ("oam:[999]", "expr_error", "", "$3E7 is outside oam"),
        ("hits(3)", "expr_error", "", "no value now"),
    ];
    for (source, code, caret, words) in cases {
        let reply = desk.line(&format!("p {source}"));
        assert_eq!(reply.code(), Some(code), "{source}");
        assert!(reply.text.contains(words), "{source}: {}", reply.text);
        let lines: Vec<_> = reply.text.lines().collect();
        if !caret.is_empty() {
            let at = lines
                .iter()
                .position(|line| *line == source)
                .expect(&reply.text);
            assert_eq!(lines[at + 1], caret, "{source}");
        }
    }
}

#[test]
fn names_of_an_access_are_refused_outside_it() {
    let mut desk = desk();
    for name in ["value", "old", "address", "iswrite", "isdma"] {
        assert_eq!(desk.code(&format!("p {name}")), "bad_expression", "{name}");
        assert_eq!(
            desk.code(&format!("bx {name} == 1")),
            "bad_expression",
            "{name}"
        );
        assert_eq!(desk.code(&format!("wa {name}")), "bad_expression", "{name}");
        assert_eq!(
            desk.code(&format!("run_until until={name}")),
            "bad_expression",
            "{name}"
        );
        desk.ok(&format!("b $40 w if {name} == 1"));
    }
}

#[test]
fn a_check_says_what_is_wrong_and_what_is_doubtful() {
    let mut desk = desk();
    let check = desk.ok("expression_check \"[Count] <\"");
    assert_eq!(check["ok"], false);
    assert_eq!(check["problem"]["code"], "syntax");
    assert_eq!(check["problem"]["column"], 10);
    assert_eq!(
        desk.ok("expression_check \"value < old\"")["problem"]["code"],
        "out_of_context"
    );
    assert_eq!(desk.ok("expression_check \"value < old\" mem")["ok"], true);
    let check = desk.ok("expression_check \"[Count] == 80\"");
    assert!(
        check["warnings"][0]
            .as_str()
            .is_some_and(|text| text.contains("$80")),
        "{check}"
    );
    assert_eq!(desk.ok("expression_check \"2 * 3\"")["constant"], true);
    assert_eq!(desk.ok("expression_check scanline==3")["needs_chips"], true);
    assert_eq!(desk.ok("expression_check x==3")["needs_chips"], false);
}

#[test]
fn names_are_found_by_spelling_and_meaning() {
    let mut desk = desk();
    let names = desk.ok("expression_names")["names"]
        .as_array()
        .expect("a list")
        .clone();
    let of = |name: &str| names.iter().find(|row| row["name"] == name).expect(name);
    assert_eq!(of("x")["value"], 1);
    assert_eq!(of("value").get("value"), None);
    assert_eq!(of("value")["at_access"], true);
    assert_eq!(of("depth")["value"], 0);
    let found = desk.ok("expression_names STOPWATCH")["names"].clone();
    assert_eq!(
        (&found[0]["name"], &found[1]),
        (&json!("elapsed"), &Value::Null)
    );
    assert_eq!(desk.ok("expression_names nothing_such")["names"], json!([]));
}

#[test]
fn watches_tell_what_the_last_run_changed() {
    let mut desk = desk();
    let watches = desk.ok("wa [Count] as=dec label=\"the count\"")["watches"].clone();
    assert_eq!(
        json!([
            watches[0]["id"],
            watches[0]["label"],
            watches[0]["value"],
            watches[0]["changed"]
        ]),
        json!([1, "the count", 1, false])
    );
    desk.ok("wa y as=hex");
    desk.ok("wa [Count]/[Count]");
    desk.ok("run_step 3");
    assert_eq!(
        desk.text("wl"),
        "1: the count = 2 *\n2: y = $00\n3: [Count]/[Count] = 1  $01  %00000001"
    );
    desk.ok("run_step");
    assert_eq!(desk.ok("wl")["watches"][0]["changed"], false);
    desk.ok("memory_write Count 0");
    let watches = desk.ok("wl")["watches"].clone();
    assert_eq!(watches[0]["changed"], true, "changed since the run began");
    assert_eq!(watches[2].get("value"), None);
    assert_eq!(watches[2]["text"], "no value");
    desk.ok("wd id=1");
    assert_eq!(desk.code("wd id=1"), "not_found");
    assert_eq!(desk.code("wa"), "missing_argument");
    assert_eq!(desk.code("wa Count+"), "bad_expression");
    assert_eq!(desk.ok("wl")["watches"].as_array().map(Vec::len), Some(2));
    assert_eq!(desk.ok("wd")["watches"], json!([]));
}

#[test]
fn watches_have_a_bound_and_live_through_lost_labels() {
    let mut desk = desk();
    desk.ok("wa [Count]");
    desk.ok("symbol_remove Count");
    assert_eq!(desk.ok("wl")["watches"][0]["text"], "no value");
    desk.ok("run_step");
    (1..100).for_each(|_| {
        desk.ok("wa x");
    });
    assert_eq!(desk.code("wa x"), "limit");
}

#[test]
fn breakpoints_and_writers_can_be_asked_about() {
    let mut desk = desk();
    desk.ok("b $C001 hits=3");
    desk.ok("run_until max_frames=2");
    assert_eq!(value(&mut desk, "hits(1)"), 3);
    assert_eq!(desk.code("p hits(9)"), "expr_error");
    desk.ok("bx hits(1) >= 6");
    desk.ok("breakpoint_edit 1 hits=1000");
    let stop = desk.ok("run_until max_frames=2");
    assert_eq!(stop["breakpoint"], 2);
    assert_eq!(value(&mut desk, "hits(1)"), 6);
    assert_eq!(value(&mut desk, "last_write_pc(Count)"), 0xC001);
    assert_eq!(value(&mut desk, "last_write_pc($0840)"), 0xC001, "a mirror");
    assert_eq!(desk.code("p last_write_pc($41)"), "expr_error");
}

#[test]
fn a_run_can_not_look_back() {
    let mut desk = desk();
    for line in [
        "bx last_write_pc(Count) == 1",
        "b $C000 if last_write_pc(Count) == 1",
        "b $40 w if last_write_pc(Count) == 1",
        "run_until until=last_write_pc(Count)==1",
    ] {
        assert_eq!(desk.code(line), "bad_expression", "{line}");
    }
    assert_eq!(desk.ok("bl")["breakpoints"], json!([]));
}

#[test]
fn polls_are_those_of_the_frame() {
    let code = "loop: lda #1\nsta $4016\nlsr\nsta $4016\nlda $4016\nlda $4016\n\
                wait: bit $2002\nbpl wait\njmp loop";
    let mut desk = Desk::with_code(&format!("{code}{NO_HANDLERS}"));
    desk.ok("run_frames 4");
    assert_eq!(value(&mut desk, "polls"), 0);
    desk.ok("bx polls == 2");
    let stop = desk.ok("run_until max_frames=3");
    assert_eq!(stop["reason"], "breakpoint");
    assert_eq!(value(&mut desk, "polls"), 2);
    let frame = stop["position"]["frame"].as_u64();
    let next = desk.ok("run_until max_frames=3");
    assert_eq!(
        next["position"]["frame"].as_u64(),
        frame.map(|frame| frame + 1)
    );
}

#[test]
fn depth_in_a_condition_is_that_of_the_backtrace() {
    let code = "start: jsr dispatch\njmp start\n\
                dispatch: lda #>(target-1)\npha\nlda #<(target-1)\npha\nrts\n\
                target: jsr leaf\nrts\nleaf: inx\nrts\n";
    let mut desk = Desk::with_code(&format!("{code}{NO_HANDLERS}"));
    desk.ok("bx depth == 2");
    for _ in 0..3 {
        let stop = desk.ok("run_until max_frames=2");
        assert_eq!(
            (&stop["reason"], &stop["instruction"]),
            (&json!("breakpoint"), &json!("INX"))
        );
        assert_eq!(value(&mut desk, "depth"), 2);
    }
    desk.ok("bc all");
    let stop = desk.ok("run_until until=depth==0");
    assert_eq!(stop["pc"], 0xC003);
    desk.ok("tp $C011 x \"{depth}\" max=2");
    desk.ok("run_frames 1");
    let lines = desk.ok("messages log2")["messages"].clone();
    assert_eq!(
        json!([lines[0]["text"], lines[1]["text"]]),
        json!(["2", "2"])
    );
}
