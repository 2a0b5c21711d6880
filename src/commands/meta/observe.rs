//! One call that shows everything: an object per layer, the picture last.

use crate::commands::{CommandError, Context, Raw};
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// A layer and the command that gives it, in the order of the reply.
const LAYERS: [(&str, &str); 4] = [
    ("cpu", "cpu_registers"),
    ("oam", "ppu_oam"),
    ("nametable", "ppu_nametable"),
    ("frame", "screen_shot"),
];

/// Arguments of `observe`.
#[derive(Deserialize)]
pub struct ObserveArgs {
    layers: Vec<String>,
}

/// Asks the command of each layer.
pub fn observe(context: &mut Context<'_>, args: ObserveArgs) -> Result<Raw, CommandError> {
    let wanted = |layer: &str| {
        let mut layers = args.layers.iter();
        layers.any(|name| name == layer || name == "all")
    };
    let mut value = Map::new();
    let mut texts = Vec::new();
    let mut attachments = Vec::new();
    for (layer, command) in LAYERS.iter().filter(|(layer, _)| wanted(layer)) {
        let reply = context.call(command, Value::Null);
        texts.push(format!("[{layer}]\n{}", reply.text));
        attachments.extend(reply.attachments);
        let shown = match reply.error {
            None => reply.result,
            Some(error) => json!({ "error": error.code, "message": error.message }),
        };
        value.insert((*layer).to_string(), shown);
    }
    Ok(Raw {
        value: Value::Object(value),
        text: texts.join("\n"),
        attachments,
    })
}
