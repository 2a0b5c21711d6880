//! A board's registers by name, taken from the saved form of its chips.
//!
//! Every board derives its saved form from its own fields, so this list can not forget one.

use crate::nes::{boards::Board, machine::Look};
use serde::Serialize;
use serde_json::Value;

/// One register or counter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoardRegister {
    /// Field name; parts are joined by dots, list elements numbered.
    pub name: String,
    /// Value; 0 or 1 for a flag.
    pub value: i64,
}

impl BoardRegister {
    /// Its name after `mapper.` in an expression, where a dot would be a bit: `irq_counter`.
    pub fn expression_name(&self) -> String {
        self.name.replace('.', "_").to_ascii_lowercase()
    }
}

/// The board's registers and counters in the order the chip declares them.
pub fn registers<'a>(machine: impl Into<Look<'a>>) -> Vec<BoardRegister> {
    let board: &Board = &machine.into().cartridge().board;
    let mut rows = Vec::new();
    if let Ok(Value::Object(variant)) = serde_json::to_value(board) {
        for (_, chip) in variant {
            flatten("", &chip, &mut rows);
        }
    }
    rows
}

fn flatten(name: &str, value: &Value, rows: &mut Vec<BoardRegister>) {
    let inside = |key: &str| match name {
        "" => key.to_string(),
        _ => format!("{name}.{key}"),
    };
    let number = match value {
        Value::Bool(flag) => Some(i64::from(*flag)),
        Value::Number(number) => number.as_i64(),
        Value::Object(fields) => {
            for (key, value) in fields {
                flatten(&inside(key), value, rows);
            }
            None
        }
        Value::Array(elements) => {
            for (index, value) in elements.iter().enumerate() {
                flatten(&inside(&index.to_string()), value, rows);
            }
            None
        }
        Value::Null | Value::String(_) => None,
    };
    rows.extend(number.map(|value| BoardRegister {
        name: name.to_string(),
        value,
    }));
}
