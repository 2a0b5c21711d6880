//! What a call returns: one text block, the structured value, then pictures and sounds.
//!
//! Text is the compact rendering of a reply, not its JSON. It is bounded three times: by what
//! the caller wants (16 KiB unless it says otherwise), by block and by message. What a text
//! leaves out is said in its last line; a message that would still be too large becomes an
//! error that says so.

use super::{
    door::{Attachment, Reply},
    era::Era,
    rpc::Fault,
};
use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::{Map, Value, json};
use std::io;

/// Bytes of a text block when the caller names no limit.
pub const TEXT_DEFAULT: usize = 16 * 1024;
/// Most bytes of a text block.
pub const BLOCK_MOST: usize = 256 * 1024;
/// Most bytes of a whole result.
pub const MESSAGE_MOST: usize = 4 * 1024 * 1024;

const LIMIT_KEY: &str = "nescope/maxTextBytes";
const ERROR_KEY: &str = "nescope/error";

/// The text limit a request wants, in bytes.
///
/// Errors: -32602 outside 256 to 262144.
pub fn text_limit(params: &Map<String, Value>) -> Result<usize, Fault> {
    const LEAST: usize = 256;
    let Some(wanted) = params.get("_meta").and_then(|meta| meta.get(LIMIT_KEY)) else {
        return Ok(TEXT_DEFAULT);
    };
    let bytes = wanted
        .as_u64()
        .and_then(|bytes| usize::try_from(bytes).ok());
    bytes
        .filter(|bytes| (LEAST..=BLOCK_MOST).contains(bytes))
        .ok_or_else(|| {
            Fault::params(format!(
                "{LIMIT_KEY} must be an integer from {LEAST} to {BLOCK_MOST}"
            ))
        })
}

/// The result of a `tools/call`.
pub fn result(reply: &Reply, era: Era, text_limit: usize) -> Value {
    let result = if reply.ok {
        success(reply, era, text_limit)
    } else {
        failed(reply, text_limit)
    };
    match length(&result) {
        bytes if bytes <= MESSAGE_MOST => result,
        bytes => refused(
            "limit",
            &format!(
                "the result has {bytes} bytes and a message holds {MESSAGE_MOST}: ask for less"
            ),
        ),
    }
}

/// A failed result made here, where no reply was given.
pub fn refused(code: &str, message: &str) -> Value {
    json!({
        "content": [text_block(format!("{code}: {message}"))],
        "isError": true,
        "_meta": {ERROR_KEY: {"code": code, "message": message}},
    })
}

fn success(reply: &Reply, era: Era, text_limit: usize) -> Value {
    let mut content = vec![text_block(bounded(&whole_text(reply), text_limit))];
    content.extend(reply.attachments.iter().map(|part| block(part, era)));
    let mut result = json!({"content": content, "isError": false});
    if era.has_structured_content() && reply.result.is_object() {
        result["structuredContent"] = reply.result.clone();
    }
    result
}

fn failed(reply: &Reply, text_limit: usize) -> Value {
    let mut result = json!({
        "content": [text_block(bounded(&whole_text(reply), text_limit))],
        "isError": true,
    });
    if let Some(error) = &reply.error {
        let mut facts = json!({"code": error.code, "message": error.message});
        if let Some(usage) = &error.usage {
            facts["usage"] = json!(usage);
        }
        result["_meta"] = json!({ERROR_KEY: facts});
    }
    result
}

/// The reply's text with its notices below it, since most clients show no log.
fn whole_text(reply: &Reply) -> String {
    let mut text = reply.text.clone();
    for message in &reply.messages {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&format!("[{}] {}", message.channel, message.text));
    }
    text
}

/// The text, cut at a line end where it is longer than `most` bytes, with a line that says so.
fn bounded(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_string();
    }
    let mut end = most;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let end = text[..end].rfind('\n').unwrap_or(end);
    let rest = &text[end..];
    format!(
        "{}\n... {} bytes in {} lines left out; structuredContent has everything, or ask for less",
        &text[..end],
        rest.len(),
        rest.trim_start_matches('\n').lines().count(),
    )
}

fn text_block(text: String) -> Value {
    json!({"type": "text", "text": text})
}

fn block(part: &Attachment, era: Era) -> Value {
    let family = part.mime.split('/').next().unwrap_or_default();
    let data = || STANDARD.encode(&part.bytes);
    match family {
        "image" => json!({"type": "image", "data": data(), "mimeType": part.mime}),
        "audio" if era.has_audio() => {
            json!({"type": "audio", "data": data(), "mimeType": part.mime})
        }
        _ => json!({
            "type": "resource",
            "resource": {
                "uri": format!("nescope:attachment/{}", part.mime),
                "mimeType": part.mime,
                "blob": data(),
            },
        }),
    }
}

/// Bytes of a value as JSON, without writing it anywhere.
fn length(value: &Value) -> usize {
    struct Counter(usize);
    impl io::Write for Counter {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut counter = Counter(0);
    serde_json::to_writer(&mut counter, value).expect("a JSON value is written to a counter");
    counter.0
}
