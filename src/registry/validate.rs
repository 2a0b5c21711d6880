//! JSON Schema validators, compiled on first use.
//!
//! Some 360 validators take 18 ms to compile; a session uses a few dozen of them.

use serde_json::Value;
use std::sync::OnceLock;

/// A validator that is compiled when it is first asked.
#[derive(Default)]
pub struct LazyValidator(OnceLock<Result<jsonschema::Validator, String>>);

impl std::fmt::Debug for LazyValidator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("LazyValidator")
    }
}

impl LazyValidator {
    /// A validator that is not compiled yet.
    pub const fn new() -> LazyValidator {
        LazyValidator(OnceLock::new())
    }

    /// Checks a value; `schema` is called on the first check only.
    ///
    /// The error names the place and the broken rule, or says that the schema itself is none.
    pub fn check(&self, value: &Value, schema: impl FnOnce() -> Value) -> Result<(), String> {
        let validator = self
            .0
            .get_or_init(|| compile(&schema()))
            .as_ref()
            .map_err(String::clone)?;
        first_error(validator, value)
    }
}

/// Compiles a JSON Schema 2020-12.
pub fn compile(schema: &Value) -> Result<jsonschema::Validator, String> {
    jsonschema::draft202012::new(schema).map_err(|error| format!("not a JSON Schema: {error}"))
}

/// The first broken rule, with its place.
pub fn first_error(validator: &jsonschema::Validator, value: &Value) -> Result<(), String> {
    match validator.iter_errors(value).next() {
        None => Ok(()),
        Some(error) => {
            let place = error.instance_path().to_string();
            let place = if place.is_empty() {
                "the whole"
            } else {
                &place
            };
            Err(format!(
                "{place}: {}",
                super::error::excerpt(&error.to_string())
            ))
        }
    }
}
