//! Field names of argument structs.

use nescope::registry::{Address, probe::fields_of};
use serde::Deserialize;

#[derive(Deserialize)]
struct Args {
    _address: Address,
    #[serde(rename = "if")]
    _condition: Option<String>,
    _length: u32,
}

#[derive(Deserialize)]
struct NoArgs {}

#[derive(Deserialize)]
struct Flat {
    #[serde(flatten)]
    _inner: NoArgs,
}

#[test]
fn fields_come_in_their_order_under_their_serialized_names() {
    assert_eq!(
        fields_of::<Args>(),
        Some(["_address", "if", "_length"].as_slice())
    );
}

#[test]
fn a_struct_without_fields_has_none() {
    assert_eq!(fields_of::<NoArgs>(), Some([].as_slice()));
}

#[test]
fn other_types_have_no_fields_to_tell() {
    assert_eq!(fields_of::<Flat>(), None);
    assert_eq!(fields_of::<u32>(), None);
    assert_eq!(fields_of::<serde_json::Value>(), None);
}
