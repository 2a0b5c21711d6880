//! `memory_count` and `memory_uninitialized`.

use super::super::desk::{Desk, NO_HANDLERS};
use serde_json::{Value, json};

/// A program that writes two bytes and reads one for ever.
fn desk() -> Desk {
    Desk::with_code(&format!(
        "ldx #0\nloop: inc $40\nsta $0841\nlda $40\njmp loop{NO_HANDLERS}"
    ))
}

fn counts(desk: &mut Desk, line: &str) -> Vec<(u64, u64)> {
    let rows = desk.ok(line)["rows"].as_array().expect("a list").clone();
    let pair = |row: &Value| {
        let number = |name: &str| row[name].as_u64().expect("a number");
        (number("address"), number("times"))
    };
    rows.iter().map(pair).collect()
}

#[test]
fn reads_writes_and_executions_are_counted_apart() {
    let mut desk = desk();
    desk.ok("run_step 9");
    assert_eq!(
        counts(&mut desk, "memory_count $0000..$1FFF w"),
        [(0x40, 2), (0x841, 2)]
    );
    assert_eq!(
        counts(&mut desk, "memory_count $0000..$1FFF r"),
        [(0x40, 4)]
    );
    assert_eq!(
        counts(&mut desk, "heat $C000..$FFFF x no_sort"),
        [
            (0xC000, 1),
            (0xC002, 2),
            (0xC004, 2),
            (0xC007, 2),
            (0xC009, 2)
        ]
    );
    let reply = desk.ok("memory_count $40");
    let row = &reply["rows"][0];
    assert_eq!((&row["pc"], &reply["total"]), (&json!(0xC002), &json!(2)));
    let reply = desk.ok("heat $C000..$FFFF x max=2");
    assert_eq!(
        (&reply["addresses"], &reply["total"]),
        (&json!(5), &json!(9))
    );
    assert_eq!(reply["rows"].as_array().map(Vec::len), Some(2));
}

#[test]
fn counters_begin_anew_after_a_reset() {
    let mut desk = desk();
    desk.ok("run_step 9");
    let first = desk.ok("memory_count $40 w reset");
    assert_eq!(first["total"], 2, "the answer comes before the reset");
    assert_eq!(counts(&mut desk, "memory_count $40 w"), []);
    desk.ok("run_step 4");
    assert_eq!(counts(&mut desk, "memory_count $40 w"), [(0x40, 1)]);
    assert!(desk.ok("memory_count $40 w")["since_cycle"].as_u64() > first["since_cycle"].as_u64());
    desk.ok("run_frames 140");
    let kept = desk.ok("memory_count $40 w");
    assert!(
        kept["total"].as_u64() > Some(265_000),
        "longer than the frames that are kept: {kept}"
    );
    desk.ok("machine_load small.nes");
    desk.ok("run_step 9");
    assert_eq!(counts(&mut desk, "memory_count $40 w"), [(0x40, 2)]);
}

#[test]
fn counters_are_for_cpu_addresses() {
    let mut desk = desk();
    assert_eq!(desk.code("memory_count ppu:$2000..$23FF"), "bad_value");
    assert_eq!(
        desk.ok("memory_count $0..$FFFF max=4096")["rows"],
        json!([])
    );
}

#[test]
fn reads_of_memory_never_written_are_found() {
    let code = "lda #1\nsta $10\nlda $10\nldx #2\nloop: lda $11\nlda $0812\ninc $13\ndex\n\
                bne loop\nend: jmp end";
    let mut desk = Desk::with_code(&format!("{code}{NO_HANDLERS}"));
    desk.ok("run_step 40");
    let reply = desk.ok("memory_uninitialized");
    let seen: Vec<_> = reply["reads"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|read| json!([read["pc"], read["address"], read["times"]]))
        .collect();
    assert_eq!(
        json!(seen),
        json!([[0xC008, 0x11, 2], [0xC00A, 0x812, 2], [0xC00D, 0x13, 1]])
    );
    assert_eq!(
        (&reply["places"], &reply["since_power_on"]),
        (&json!(3), &json!(true))
    );
    assert!(
        desk.text("memory_uninitialized max=1")
            .contains("2 further")
    );
}

#[test]
fn what_was_there_at_power_on_depends_on_the_pattern() {
    let mut desk = Desk::with_code(&format!("lda $11\nsta $20\nend: jmp end{NO_HANDLERS}"));
    let mut seen = Vec::new();
    for pattern in ["ram=00", "ram=ff", "ram=rand seed=1", "ram=rand seed=2"] {
        desk.ok(&format!("machine_power {pattern}"));
        desk.ok("machine_load small.nes");
        desk.ok("run_step 3");
        let read = desk.ok("memory_uninitialized")["reads"][0].clone();
        assert_eq!(
            desk.ok("memory_read $20 1")["bytes"][0],
            read["value"],
            "{pattern}"
        );
        seen.push(read["value"].clone());
    }
    assert_eq!((&seen[0], &seen[1]), (&json!(0), &json!(0xFF)));
    assert_ne!(seen[2], seen[3]);
}

#[test]
fn after_a_state_was_loaded_nobody_knows_what_was_written() {
    let mut desk = Desk::with_code(&format!("nop\nlda $11\nend: jmp end{NO_HANDLERS}"));
    desk.ok("run_step");
    desk.ok("state_save here");
    desk.ok("state_load here");
    desk.ok("run_step 3");
    let reply = desk.ok("memory_uninitialized");
    assert_eq!(
        (&reply["since_power_on"], &reply["reads"]),
        (&json!(false), &json!([]))
    );
    assert!(
        desk.text("memory_uninitialized")
            .contains("a state was loaded")
    );
    desk.ok("power_cycle");
    desk.ok("run_step 3");
    assert_eq!(desk.ok("memory_uninitialized")["places"], 1);
}
