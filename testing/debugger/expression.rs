//! The expression language, on a small made-up machine.

use nescope::{
    debugger::expression::{
        Env, Expression, Identifier, Memory, Scope, evaluate_once, fceux, names,
    },
    nes::event::Space,
};
use proptest::prelude::*;

/// Memory whose byte at each address is its low byte plus one, and a few names.
struct Desk {
    a: i64,
    frame: i64,
    access: bool,
    lives: u8,
}

const DESK: Desk = Desk {
    a: 7,
    frame: 3,
    access: false,
    lives: 9,
};

impl Scope for Desk {
    fn label(&self, name: &str) -> Option<(Space, u32)> {
        match name {
            "Lives" => Some((Space::Ram, 0x75)),
            "nmi_ptr" => Some((Space::Cpu, 0x10)),
            "n" => Some((Space::Cpu, 0x1234)),
            "pc" | "with space" => Some((Space::Cpu, 0x4321)),
            "Banked::start" => Some((Space::Prg, 0x1C010)),
            "away" => Some((Space::Prg, 0x30000)),
            _ => None,
        }
    }

    fn offers(&self, identifier: Identifier) -> bool {
        match identifier.row().group {
            names::Group::Access => self.access,
            names::Group::Record => false,
            _ => true,
        }
    }

    fn mapper_register(&self, name: &str) -> bool {
        name == "prg"
    }
}

impl Env for Desk {
    fn value(&self, identifier: Identifier) -> Option<i64> {
        Some(match identifier {
            Identifier::A => self.a,
            Identifier::X => 200,
            Identifier::P => 0b1000_0001,
            Identifier::C => 1,
            Identifier::Pc => 0xC000,
            Identifier::Frame => self.frame,
            Identifier::PpuCtrl => 0x90,
            Identifier::Pulse1Period => 253,
            Identifier::Value => 0x55,
            Identifier::Scanline => 30,
            _ => return None,
        })
    }

    fn peek(&self, space: Space, address: u32) -> Option<u8> {
        if space == Space::Ram && address == 0x75 {
            return Some(self.lives);
        }
        let limit = if space == Space::Oam { 0x100 } else { 0x20000 };
        (address < limit).then(|| address.to_le_bytes()[0].wrapping_add(1))
    }

    fn cpu_address(&self, space: Space, offset: u32) -> Option<u16> {
        match (space, offset) {
            (Space::Prg, 0x1C010) => Some(0xC010),
            (Space::Ram, offset) => u16::try_from(offset).ok(),
            _ => None,
        }
    }

    fn absolute(&self, address: u16) -> Option<u32> {
        Some(u32::from(address) + 0x10000)
    }

    fn bank(&self, _address: u16) -> Option<i64> {
        Some(7)
    }

    fn mapper_register(&self, _name: &str) -> Option<i64> {
        Some(5)
    }

    fn has_label(&self, address: u16) -> bool {
        address == 0x10
    }
}

/// Checks the value of a text.
fn check(source: &str, value: i64) {
    let found = evaluate_once(source, &DESK).unwrap_or_else(|error| panic!("{source}: {error}"));
    assert_eq!(found, value, "{source}");
}

/// Checks the code and column of the error of a text.
fn check_error(source: &str, code: &str, column: usize) {
    let error = evaluate_once(source, &DESK).expect_err(source);
    assert_eq!(
        (error.code(), error.column),
        (code, column),
        "{source}: {error}"
    );
}

/// Values of one expression over several moments.
fn over_time(source: &str, lives: &[u8]) -> Vec<i64> {
    let expression = Expression::new(source, &DESK).expect(source);
    let mut memory = Memory::default();
    let values = lives.iter().map(|&lives| {
        let desk = Desk { lives, ..DESK };
        expression.evaluate(&desk, &mut memory).expect(source)
    });
    values.collect()
}

#[test]
fn numbers_are_decimal_unless_prefixed() {
    check("10", 10);
    check("#10", 10);
    check("$10", 16);
    check("0x_1F", 31);
    check("%1010", 10);
    check("0b11_11", 15);
    check("'A'", 65);
    check("$FFFFFFFFFFFFFFFF", -1);
}

#[test]
fn operators_bind_as_in_c() {
    check("1 + 2 * 3", 7);
    check("(1 + 2) * 3", 9);
    check("1 << 2 + 1", 8);
    check("1 | 2 ^ 3 & 1", 3);
    check("4 & 4 == 4", 0);
    check("2 < 3 == 1", 1);
    check("1 || 0 && 0", 1);
    check("10 - 3 - 2", 5);
    check("-7 / 2", -3);
    check("7 % 4", 3);
    check("a %4", 3);
    check("!0 + ~0", 0);
    check("1 ? 2 : 0 ? 3 : 4", 2);
    check("0 ? 2 : 0 ? 3 : 4", 4);
    check("5 >= 5 && 5 != 6", 1);
}

#[test]
fn arithmetic_wraps_at_64_bits() {
    check("$7FFFFFFFFFFFFFFF + 1", i64::MIN);
    check("-$8000000000000000 / -1", i64::MIN);
    check("1 << 64", 1);
    check("-1 >> 63", -1);
}

#[test]
fn division_by_zero_is_an_evaluation_error() {
    check_error("1 / 0", "division_by_zero", 3);
    check_error("a % (a - 7)", "division_by_zero", 3);
    check("0 && 1 / 0", 0);
    check("1 || 1 / 0", 1);
    check("1 ? 5 : 1 / 0", 5);
}

#[test]
fn reads_are_bytes_and_words() {
    check("[$10]", 0x11);
    check("{$10}", 0x1211);
    check("[$FFFF + 2]", 2);
    check("oam:[4*3]", 13);
    check("prg:[$1C010]", 0x11);
    check("{nmi_ptr}", 0x1211);
    check("[[$10]]", 0x12);
    check_error("oam:[256]", "bad_address", 5);
    check_error("ram:[-1]", "bad_address", 5);
}

#[test]
fn a_label_of_another_memory_is_read_there() {
    check("[Lives]", 9);
    check("[Lives+1]", 0x77);
    check("Lives", 0x75);
    check("[Banked::start + 2 - 1]", 0x12);
    check("Banked::start", 0xC010);
    check("away", -1);
    check(":Banked::start", 0x1C010);
    check(":$10", 0x10010);
    check("sym(\"Lives\") == $75", 1);
}

#[test]
fn names_have_no_case_and_labels_only_beat_flags() {
    check("A", 7);
    check("FRAME", 3);
    check("pc", 0xC000);
    check("`pc`", 0x4321);
    check("`with space`", 0x4321);
    check("n", 0x1234);
    check("c", 1);
    check("p.n", 1);
    check("p.C + p.z", 1);
}

#[test]
fn bits_are_taken_with_a_dot() {
    check("ppuctrl.7", 1);
    check("ppuctrl.4..7", 9);
    check("ppuctrl.7..4", 9);
    check("(1+2).1", 1);
    check("[$10].0..3", 1);
    check("pulse1.period", 253);
    check("mapper.prg", 5);
    check_error("mapper.frob", "no_mapper_register", 1);
    check_error("a.64", "syntax", 3);
    check_error("a.n", "syntax", 3);
    check("(2).1", 1);
    check("bit(2, 1)", 1);
    check_error("2.9", "bit_of_number", 2);
    check_error("a + $10.0..3", "bit_of_number", 8);
    check_error("2.64", "syntax", 3);
}

#[test]
fn in_asks_for_a_range_or_a_value() {
    check("scanline in 0..239", 1);
    check("scanline in 31..239", 0);
    check("scanline in 30", 1);
    check("scanline in 28..+3 && 1", 1);
    check("scanline in 28..+2", 0);
    check("inrange(scanline, 30..30)", 1);
}

#[test]
fn functions_of_values() {
    check("s8($FF)", -1);
    check("s16($8000)", -0x8000);
    check("u8(-1)", 255);
    check("min(3, 2) + max(3, 2)", 5);
    check("abs(-3)", 3);
    check("bit($80, 7)", 1);
    check("bit(1, 99)", 0);
    check("popcnt($F0)", 4);
    check("lo($1234) + hi($1234)", 0x46);
    check("word($34, $12)", 0x1234);
    check("bcd($11, 2)", 1213);
    check("bank(pc)", 7);
    check("label($10) + label($11)", 1);
    check_error("min(1)", "wrong_arguments", 1);
    check_error("min(1,2,3)", "wrong_arguments", 1);
    check_error("frob(1)", "unknown_function", 1);
    check_error("hits(1)", "unavailable", 1);
}

#[test]
fn ranges_are_counted_searched_and_summed() {
    check("count(5, 0..9)", 1);
    check("count(0..9 > 5)", 5);
    check("any(0..9 == 11)", 0);
    check("any(0..9 == 10)", 1);
    check("any(ram:[$70..$7F] == 9)", 1);
    check("any($FF..+1)", 0);
    check("crc($30..$38)", i64::from(crc32fast::hash(b"123456789")));
    check("count([$10], $10..$20)", 1);
    check_error("any(5..4)", "bad_range", 1);
    check_error("crc(0..$10000)", "bad_range", 1);
}

#[test]
fn prev_changed_and_rise_remember_the_last_evaluation() {
    assert_eq!(
        over_time("[Lives] < prev([Lives])", &[3, 3, 2, 2, 5]),
        [0, 0, 1, 0, 0]
    );
    assert_eq!(
        over_time("changed([Lives])", &[3, 3, 2, 2, 5]),
        [0, 0, 1, 0, 1]
    );
    assert_eq!(
        over_time("rise([Lives] >= 3)", &[2, 3, 4, 1, 9]),
        [0, 1, 0, 0, 1]
    );
    assert_eq!(
        over_time("prev(prev([Lives]))", &[1, 2, 3, 4]),
        [1, 1, 1, 2]
    );
}

/// Short circuit does not keep a remembered part from being looked at.
#[test]
fn prev_is_looked_at_behind_a_short_circuit() {
    assert_eq!(
        over_time("[Lives] == 2 && prev([Lives]) == 3", &[4, 3, 2]),
        [0, 0, 1]
    );
}

#[test]
fn names_without_a_value_here_are_refused_when_defined() {
    check_error("value == 1", "out_of_context", 1);
    check_error("1 + isdma", "out_of_context", 5);
    check_error("elapsed", "out_of_context", 1);
    let access = Desk {
        access: true,
        ..DESK
    };
    assert_eq!(evaluate_once("value", &access), Ok(0x55));
    check_error("y", "unavailable", 1);
}

#[test]
fn mistakes_name_their_column() {
    check_error("", "syntax", 1);
    check_error("1 +", "syntax", 4);
    check_error("1 2", "syntax", 3);
    check_error("a = 3", "syntax", 3);
    check_error("(1", "syntax", 3);
    check_error("[1", "syntax", 3);
    check_error("1 ? 2", "syntax", 6);
    check_error("ram : [1]", "unknown_name", 1);
    check_error("`open", "syntax", 1);
    check_error("$", "bad_number", 1);
    check_error("12ab", "bad_number", 1);
    check_error("$1_0000_0000_0000_0000", "bad_number", 1);
    check_error("p.c.d", "syntax", 4);
}

#[test]
fn an_unknown_name_gets_a_suggestion() {
    let error = Expression::new("scanlin > 3", &DESK).expect_err("unknown");
    assert_eq!(
        error.to_string(),
        "column 1: unknown name scanlin; did you mean scanline?"
    );
    assert_eq!(error.caret("scanlin > 3"), "scanlin > 3\n^");
}

#[test]
fn complexity_is_bounded() {
    check_error(&"(".repeat(1000), "too_complex", 41);
    check_error(&"-".repeat(1000), "too_complex", 41);
    let doubling = format!("{}1{}", "inrange(1, ".repeat(30), "..+2)".repeat(30));
    assert!(evaluate_once(&doubling, &DESK).is_err());
    assert_eq!(
        evaluate_once(&vec!["1"; 300].join("+"), &DESK).map_err(|e| e.code()),
        Err("too_complex")
    );
    assert_eq!(
        evaluate_once(&"1".repeat(5000), &DESK).map_err(|e| e.code()),
        Err("too_complex")
    );
    check(&vec!["1"; 150].join("+"), 150);
}

#[test]
fn constants_are_folded() {
    for source in [
        "1 + 2 * 3",
        "1 ? 2 : a",
        "0 && a",
        "s8($FF).0..3",
        "3 in 1..5",
    ] {
        assert!(
            Expression::new(source, &DESK).expect(source).is_constant(),
            "{source}"
        );
    }
    assert!(!Expression::new("a", &DESK).expect("a name").is_constant());
}

#[test]
fn decimal_numbers_that_look_hexadecimal_are_doubted() {
    let warnings = |source: &str| {
        Expression::new(source, &DESK)
            .expect(source)
            .warnings()
            .len()
    };
    assert_eq!(warnings("[$10] == 80"), 1);
    assert_eq!(warnings("10 > a"), 1);
    assert_eq!(warnings("[$10] == #80"), 0);
    assert_eq!(warnings("[$10] == $80"), 0);
    assert_eq!(warnings("[$10] == 8"), 0);
    assert_eq!(warnings("scanline == 80"), 0);
}

#[test]
fn rebinding_follows_labels_and_keeps_the_old_code_on_an_error() {
    struct Renamed;
    impl Scope for Renamed {
        fn label(&self, name: &str) -> Option<(Space, u32)> {
            (name == "nmi_ptr").then_some((Space::Cpu, 0x40))
        }
        fn offers(&self, _identifier: Identifier) -> bool {
            true
        }
    }
    let mut memory = Memory::default();
    let mut expression = Expression::new("[nmi_ptr]", &DESK).expect("defined");
    expression.rebind(&Renamed).expect("still there");
    assert_eq!(expression.evaluate(&DESK, &mut memory), Ok(0x41));
    let mut expression = Expression::new("[Lives]", &DESK).expect("defined");
    assert_eq!(
        expression.rebind(&Renamed).expect_err("gone").code(),
        "unknown_name"
    );
    assert_eq!(expression.source(), "[Lives]");
    assert_eq!(expression.evaluate(&DESK, &mut memory), Ok(9));
}

#[test]
fn fceux_conditions_are_translated() {
    for (theirs, ours) in [
        ("A==#3", "a == $3"),
        ("$10!=#FF && X>#2", "[$10] != $FF && x > $2"),
        ("$[$10+Y]==#0", "[[$10]+y] == $0"),
        ("K==#1||N==#1", "bank(pc) == $1 || p.n == $1"),
        ("W==#2", "value == $2"),
    ] {
        assert_eq!(fceux::translate(theirs).as_deref(), Ok(ours), "{theirs}");
    }
    assert_eq!(fceux::translate("A==%1").expect_err("unknown").column, 4);
}

#[test]
fn the_documented_examples_are_accepted() {
    let access = Desk {
        access: true,
        ..DESK
    };
    for source in [
        "x == 3 && [Lives] != prev([Lives])",
        "scanline in 0..239 && rendering",
        "[Lives] < prev([Lives])",
        "!isdma",
        "ppuctrl.7",
        "dmc.left == 0 && framecnt > 100",
    ] {
        Expression::new(source, &access).unwrap_or_else(|error| panic!("{source}: {error}"));
    }
}

proptest! {
    #[test]
    fn any_text_has_a_value_or_an_error(text in ".{0,60}") {
        let _ = evaluate_once(&text, &DESK);
        let _ = fceux::translate(&text);
    }

    #[test]
    fn any_line_of_tokens_has_a_value_or_an_error(
        tokens in prop::collection::vec(
            prop::sample::select(vec![
                "a", "x", "pc", "Lives", "ram:[", "[", "]", "{", "}", "(", ")", "prev(", "any(",
                "count(", "crc(", "bcd(", "min(", ",", "..", "..+", ".", "7", "0", "$FFFF", "-1",
                "+", "-", "*", "/", "%", "<<", ">>", "<", "==", "&&", "||", "!", "~", "?", ":",
                " in ", "'", "`", "\"", "sym(",
            ]),
            0..24,
        ),
    ) {
        let text = tokens.concat();
        if let Ok(expression) = Expression::new(&text, &DESK) {
            let mut memory = Memory::default();
            let first = expression.evaluate(&DESK, &mut memory);
            prop_assert_eq!(first, expression.evaluate(&DESK, &mut memory), "{}", text);
        }
    }
}
