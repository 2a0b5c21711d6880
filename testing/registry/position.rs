//! Points in time.

use super::fixture::{check, refuse, refuse_call};
use nescope::registry::{Place, Position, codes};
use serde_json::json;

#[test]
fn every_form_reads_back_as_itself() {
    for text in [
        "f123",
        "f123:l45",
        "f123:l45:d200",
        "c1234567",
        "-60f",
        "+2f",
        "@mark",
        "start",
        "end",
        "now",
        "last",
        "fork3",
        "f1203@b2",
        "@mark@b2",
        "now@b2",
    ] {
        check(&format!("time_goto {text}"), json!({"pos": text}));
    }
}

#[test]
fn forms_have_their_parts() {
    let read = |text: &str| text.parse::<Position>().expect("a position");
    assert_eq!(
        read("f123:l45:d200@b2"),
        Position {
            place: Place::Frame {
                frame: 123,
                scanline: Some(45),
                dot: Some(200)
            },
            branch: Some("b2".into()),
        }
    );
    assert_eq!(read("-60f").place, Place::Relative(-60));
    assert_eq!(read("fork3").place, Place::Fork(3));
    assert_eq!(
        read("@b2"),
        Position {
            place: Place::Mark("b2".into()),
            branch: None
        }
    );
}

#[test]
fn anything_else_is_refused_with_the_forms() {
    for text in [
        "f",
        "fx",
        "60f",
        "c",
        "f1:d2",
        "f1:l2:l3",
        "@",
        "now@",
        "f1:l2:d3:x",
        "f99999999999999999999",
        "soon",
    ] {
        refuse(&format!("time_goto {text}"), codes::BAD_VALUE, "");
    }
    refuse("time_goto soon", codes::BAD_VALUE, "f123:l45:d200");
}

#[test]
fn a_bare_number_names_no_unit() {
    refuse_call(
        "time_goto",
        json!({"pos": 60}),
        codes::BAD_VALUE,
        "f123 (frame)",
    );
}
