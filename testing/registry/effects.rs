//! Effects of calls, and the hints that tools carry.

use super::fixture::{Known, registry};
use nescope::registry::{Effect, Registry};
use serde_json::{Value, json};

fn effect(name: &str, arguments: Value) -> Effect {
    let registry = registry();
    let prepared = registry
        .prepare(name, arguments, &Known)
        .expect("a good call");
    registry.effect(&prepared)
}

#[test]
fn an_argument_may_raise_the_effect() {
    assert_eq!(effect("m", json!({"address": 1})), Effect::Observe);
    assert_eq!(
        effect("m", json!({"address": 1, "path": "x"})),
        Effect::Host
    );
}

#[test]
fn a_boolean_raises_only_when_true() {
    assert_eq!(effect("file", json!({"export": false})), Effect::Observe);
    assert_eq!(effect("file", json!({"export": true})), Effect::Host);
}

#[test]
fn a_choice_raises_by_value() {
    assert_eq!(effect("file", json!({"op": "list"})), Effect::Observe);
    assert_eq!(effect("file", json!({"op": "SAVE"})), Effect::Host);
}

#[test]
fn an_internal_argument_makes_the_call_internal() {
    assert_eq!(effect("dev_mode", json!({})), Effect::Observe);
    assert_eq!(effect("dev_mode", json!({"on": true})), Effect::Internal);
}

#[test]
fn switching_off_is_internal_too() {
    assert_eq!(effect("dev_mode", json!({"on": false})), Effect::Internal);
}

#[test]
fn effects_are_ordered_by_strength() {
    use Effect::{Change, Host, Inner, Internal, Observe, Run, Session};
    let order = [Observe, Session, Run, Change, Host, Inner, Internal];
    assert!(order.is_sorted());
}

fn hints(name: &str) -> Value {
    let registry: Registry = registry();
    let command = registry.find(name).expect("a command").command;
    registry.annotations(command)
}

#[test]
fn hints_are_explicit_and_look_at_the_worst_call() {
    let hint = |read: bool, destroys: bool, idempotent: bool| {
        json!({"readOnlyHint": read, "destructiveHint": destroys,
               "idempotentHint": idempotent, "openWorldHint": false})
    };
    assert_eq!(hints("help"), hint(true, false, true));
    assert_eq!(hints("memory_read"), hint(false, true, false));
    assert_eq!(hints("memory_write"), hint(false, true, true));
    assert_eq!(hints("run_frames"), hint(false, false, false));
    assert_eq!(hints("breakpoint_add"), hint(false, false, false));
    assert_eq!(hints("batch"), hint(false, true, false));
}

#[test]
fn arguments_for_persons_do_not_count_for_tools() {
    let registry = registry();
    let command = registry.find("dev_mode").expect("dev_mode").command;
    assert_eq!(registry.worst_effect(command), Effect::Observe);
    assert_eq!(hints("dev_mode")["readOnlyHint"], json!(true));
}
