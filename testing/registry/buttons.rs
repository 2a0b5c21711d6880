//! Buttons in all their spellings, and sequences.

use super::fixture::{check, check_call, refuse, refuse_call};
use nescope::registry::{ButtonSet, Buttons, Step, codes};
use serde_json::json;

#[test]
fn names_in_any_case_joined_by_plus() {
    check("f 1 Right+A", json!({"buttons": ["A", "Right"]}));
    check("f 1 right+SELECT", json!({"buttons": ["Select", "Right"]}));
}

#[test]
fn letters_joined_or_run_together() {
    check("f 1 R+A", json!({"buttons": ["A", "Right"]}));
    check("f 1 RA", json!({"buttons": ["A", "Right"]}));
    check(
        "f 1 RLDUTSBA",
        json!({"buttons": ["A", "B", "Select", "Start", "Up", "Down", "Left", "Right"]}),
    );
    check("f 1 t", json!({"buttons": ["Start"]}));
}

#[test]
fn a_whole_name_wins_over_letters() {
    check("f 1 Start", json!({"buttons": ["Start"]}));
    check("f 1 UP", json!({"buttons": ["Up"]}));
}

#[test]
fn a_dot_is_none() {
    check("f 1 .", json!({"buttons": []}));
    check_call("f", json!({"buttons": []}), json!({"buttons": []}));
}

#[test]
fn lists_hold_names_or_letters() {
    check("f 1 Right,A", json!({"buttons": ["A", "Right"]}));
    check_call(
        "f",
        json!({"buttons": ["R", "a"]}),
        json!({"buttons": ["A", "Right"]}),
    );
    check("f 1 [\"R\",\"A\"]", json!({"buttons": ["A", "Right"]}));
}

#[test]
fn ports_stand_in_an_object() {
    check_call(
        "f",
        json!({"buttons": {"p1": "RA", "p2": ["Start"]}}),
        json!({"buttons": {"p1": ["A", "Right"], "p2": ["Start"]}}),
    );
    check("f 1 {\"p2\":\"B\"}", json!({"buttons": {"p2": ["B"]}}));
    refuse_call(
        "f",
        json!({"buttons": {"p5": "A"}}),
        codes::BAD_VALUE,
        "p1 to p4",
    );
}

#[test]
fn an_unknown_button_is_refused_never_dropped() {
    refuse("f 1 Right+Jump", codes::BAD_VALUE, "Jump");
    refuse("f 1 Strat", codes::BAD_VALUE, "Start?");
    refuse("f 1 RAX", codes::BAD_VALUE, "RAX");
    refuse("f 1 R+", codes::BAD_VALUE, "no button");
    refuse("f 1 Sta", codes::BAD_VALUE, "no button");
    refuse_call("f", json!({"buttons": [1]}), codes::BAD_VALUE, "a button");
}

#[test]
fn sequences_count_frames() {
    check(
        "seq \"R*30 R+A*12 .*5 T\"",
        json!({"script": [
            {"buttons": ["Right"], "frames": 30},
            {"buttons": ["A", "Right"], "frames": 12},
            {"buttons": [], "frames": 5},
            {"buttons": ["Start"], "frames": 1}]}),
    );
    check(
        "seq R*2,A",
        json!({"script": [
        {"buttons": ["Right"], "frames": 2}, {"buttons": ["A"], "frames": 1}]}),
    );
}

#[test]
fn sequences_are_lists_of_steps_in_json() {
    check_call(
        "seq",
        json!({"script": ["R*2", {"buttons": {"p2": "A"}, "frames": 3}]}),
        json!({"script": [
            {"buttons": ["Right"], "frames": 2},
            {"buttons": {"p2": ["A"]}, "frames": 3}]}),
    );
}

#[test]
fn sequences_are_bounded() {
    refuse("seq R*3601", codes::OUT_OF_RANGE, "at most 3600");
    refuse("seq R*0", codes::OUT_OF_RANGE, "0 frames");
    refuse("seq R*", codes::BAD_VALUE, "no number");
    refuse_call(
        "seq",
        json!({"script": [{"frames": 1}]}),
        codes::BAD_VALUE,
        "without buttons",
    );
    refuse_call(
        "seq",
        json!({"script": [{"buttons": "A", "n": 1}]}),
        codes::BAD_VALUE,
        "not n",
    );
}

#[test]
fn handlers_get_buttons_back() {
    let one: Buttons = serde_json::from_value(json!(["A", "Right"])).expect("buttons");
    assert_eq!(one, Buttons::One(ButtonSet(0x81)));
    let ports: Buttons = serde_json::from_value(json!({"p2": ["B"]})).expect("ports");
    assert_eq!(
        ports,
        Buttons::Ports([None, Some(ButtonSet(2)), None, None])
    );
    let step: Step = serde_json::from_value(json!({"buttons": [], "frames": 5})).expect("a step");
    assert_eq!(
        step,
        Step {
            buttons: Buttons::One(ButtonSet(0)),
            frames: 5
        }
    );
    assert_eq!(ButtonSet(0x81).to_string(), "A+Right");
    assert_eq!(json!(ports), json!({"p2": ["B"]}));
}
