//! `tools/list` and `tools/call`.
//!
//! A list is in the door's order, byte for byte the same each time. Its cursors name the last
//! tool given, so that a walk goes on at the right place even when the list changed meanwhile.

use super::{
    content,
    door::{Door, Standing},
    era::Era,
    logging::Level,
    progress,
    rpc::Fault,
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use serde_json::{Map, Value, json};

/// Names of the tools this era sees now, in order.
pub fn visible(door: &dyn Door, era: Era) -> Vec<String> {
    let driving = door.driving();
    let tools = door.tools().into_iter();
    tools
        .filter(|tool| tool.attached || !era.lists_attached_only())
        .filter(|tool| driving || !tool.driving)
        .map(|tool| tool.name)
        .collect()
}

/// One page of the list, at most `page` tools.
///
/// Errors: -32602 for a cursor this server did not give.
pub fn list(
    door: &dyn Door,
    era: Era,
    params: &Map<String, Value>,
    page: usize,
) -> Result<Value, Fault> {
    let names = match params.get("cursor") {
        None => visible(door, era),
        Some(cursor) => following(door, era, cursor)?,
    };
    let shown = &names[..names.len().min(page)];
    let definitions = shown.iter().filter_map(|name| door.definition(name));
    let tools: Vec<Value> = definitions.map(|tool| era.tool(tool)).collect();
    let mut result = json!({"tools": tools});
    if let (true, Some(last)) = (names.len() > page, shown.last()) {
        result["nextCursor"] = json!(cursor_after(last));
    }
    Ok(result)
}

fn cursor_after(name: &str) -> String {
    URL_SAFE_NO_PAD.encode(format!("after {name}"))
}

/// The visible names that stand after the cursor's tool, which itself may be visible no more.
fn following(door: &dyn Door, era: Era, cursor: &Value) -> Result<Vec<String>, Fault> {
    let bad = || Fault::params("unknown cursor: take nextCursor of the page before, unchanged");
    let encoded = cursor.as_str().ok_or_else(bad)?;
    let text = URL_SAFE_NO_PAD.decode(encoded).map_err(|_| bad())?;
    let text = String::from_utf8(text).map_err(|_| bad())?;
    let last = text.strip_prefix("after ").ok_or_else(bad)?;
    let all = door.tools();
    let place = all.iter().position(|tool| tool.name == last);
    let after = &all[place.ok_or_else(bad)? + 1..];
    let visible = visible(door, era);
    Ok(visible
        .into_iter()
        .filter(|name| after.iter().any(|tool| tool.name == *name))
        .collect())
}

/// A checked `tools/call`, ready to run.
#[derive(Debug)]
pub struct Order {
    /// Command or alias.
    pub name: String,
    /// Arguments, an object.
    pub arguments: Value,
    /// The token progress is wanted under.
    pub progress: Option<Value>,
    /// The least level of log notices wanted for this request, where requests name it.
    pub level: Option<Level>,
    /// Bytes of text wanted.
    pub text_limit: usize,
}

/// Checks a call; nothing runs yet.
///
/// Errors: -32602 for malformed parameters, for an unknown tool, and for a driving tool while
/// driving is off.
pub fn order(
    door: &dyn Door,
    params: Map<String, Value>,
    level: Option<Level>,
) -> Result<Order, Fault> {
    let progress = progress::token(&params)?;
    let text_limit = content::text_limit(&params)?;
    let mut params = params;
    let Some(Value::String(name)) = params.remove("name") else {
        return Err(Fault::params("name must be a string: the tool to call"));
    };
    let arguments = match params.remove("arguments") {
        None => json!({}),
        Some(Value::Object(arguments)) => Value::Object(arguments),
        Some(_) => return Err(Fault::params("arguments must be an object")),
    };
    match door.standing(&name) {
        None => return Err(unknown(&name)),
        Some(Standing::Driving) if !door.driving() => {
            return Err(unknown(&name).with(json!({
                "reason": "driving is off: only looking is allowed until the user allows more"
            })));
        }
        Some(_) => {}
    }
    Ok(Order {
        name,
        arguments,
        progress,
        level,
        text_limit,
    })
}

fn unknown(name: &str) -> Fault {
    let shown: String = name.chars().take(64).collect();
    Fault::params(format!("Unknown tool: {shown}"))
}
