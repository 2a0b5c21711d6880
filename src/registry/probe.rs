//! The field names of an argument struct, so that a test can hold it against its spec.

use serde::{
    Deserialize,
    de::{self, Deserializer, Visitor},
    forward_to_deserialize_any,
};
use std::fmt;

/// The names under which a struct's fields are deserialized, in declaration order.
///
/// None if the type is no plain struct (a map, an enum, or one with flattened fields).
pub fn fields_of<'de, T: Deserialize<'de>>() -> Option<&'static [&'static str]> {
    match T::deserialize(Probe) {
        Err(Found(fields)) => fields,
        Ok(_) => None,
    }
}

/// A deserializer that looks at what is asked for and gives up.
struct Probe;

/// The error by which the answer comes back.
#[derive(Debug)]
struct Found(Option<&'static [&'static str]>);

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("probe")
    }
}

impl std::error::Error for Found {}

impl de::Error for Found {
    fn custom<M: fmt::Display>(_: M) -> Found {
        Found(None)
    }
}

impl<'de> Deserializer<'de> for Probe {
    type Error = Found;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Found> {
        Err(Found(None))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Found> {
        Err(Found(Some(fields)))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        option unit unit_struct newtype_struct seq tuple tuple_struct map enum identifier
        ignored_any
    }
}
