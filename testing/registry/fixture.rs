//! A small command table with one of everything, and names for it.

use nescope::registry::{Address, CallError, Names, Registry, excerpt};
use serde_json::{Map, Value};

/// The spec files of the table.
pub const FILES: [(&str, &str); 2] = [("memory.json", MEMORY), ("meta.json", META)];

pub const MEMORY: &str = r#"{
  "info": { "group": "memory", "title": "Memory", "help": "Read and write every address space.", "needs": "rom" },
  "shapes": { "run": { "type": "object", "description": "bytes in a row", "properties": {
      "address": { "type": ["string", "integer"], "description": "first address" },
      "bytes": { "type": "array", "items": { "type": "integer" }, "description": "values" } } } },
  "arguments": { "timeout_ms": { "name": "timeout_ms", "type": "integer", "min": 1, "max": 600000,
      "default": 10000, "help": "milliseconds until the run stops" } },
  "commands": {
    "memory_read": {
      "summary": "Read bytes without side effects.",
      "details": ["At most 65536 bytes. The related command is memory_write."],
      "aliases": ["m",
        { "name": "read_wram", "preset": { "space": "ram" }, "rename": { "addr": "address", "len": "length" } },
        { "name": "memdump", "defaults": { "as": "markdown" }, "rename": { "lines": "length" }, "scale": { "lines": 16 } }],
      "effect": "observe", "profile": "core",
      "args": [
        { "name": "address", "type": "address", "required": true, "help": "first address", "example": "$0300" },
        { "name": "length", "type": "integer", "min": 1, "max": 65536, "default": 64, "help": "bytes" },
        { "name": "as", "type": "choice", "choices": ["hex", "u8", "markdown"], "default": "hex", "help": "rendering" },
        { "name": "space", "type": "text", "max": 16, "help": "space of an address that names none" },
        { "name": "path", "type": "path", "raises": "host", "help": "file to write too" } ],
      "returns": { "type": "object", "required": ["run"], "additionalProperties": false,
        "properties": { "run": { "shape": "run", "description": "what was read" } } },
      "errors": ["bad_address"],
      "examples": [ { "line": "memory_read $0300 16", "why": "look at a table" },
                    { "line": "m Lives", "why": "read a variable" } ] },
    "memory_write": {
      "summary": "Write bytes.",
      "aliases": [">", { "name": "write_ram", "preset": { "space": "ram" }, "limit": { "address": [0, 2047] } }],
      "effect": "change", "hints": { "idempotent": true },
      "args": [
        { "name": "address", "type": "address", "required": true, "help": "first address" },
        { "name": "bytes", "type": "bytes", "required": true, "min": 1, "max": 256, "help": "values" },
        { "name": "space", "type": "text", "max": 16, "help": "space" } ],
      "returns": { "type": "object" } },
    "memory_fill": {
      "summary": "Fill a range.",
      "aliases": [{ "name": "wipe", "limit": { "range": [0, 2047] }, "preset": { "value": 0 } }],
      "effect": "change",
      "args": [
        { "name": "range", "type": "range", "required": true, "max": 4096, "help": "where" },
        { "name": "value", "type": "byte", "default": "$EA", "help": "byte" },
        { "name": "times", "type": "number", "min": 0, "max": 8, "help": "factor" } ],
      "returns": { "type": "object" } },
    "run_frames": {
      "summary": "Run frames.",
      "aliases": ["f"],
      "effect": "run",
      "args": [
        { "name": "frames", "type": "integer", "min": 1, "max": 1000000, "default": 1, "help": "frames" },
        { "name": "buttons", "type": "buttons", "help": "held" },
        { "name": "lag", "type": "boolean", "default": true, "help": "count lag frames" },
        { "shared": "timeout_ms", "default": 500 } ],
      "returns": { "type": "object" } },
    "breakpoint_add": {
      "summary": "Stop where something happens.",
      "aliases": [{ "name": "b", "rename": { "pc": "at" } }],
      "effect": "session",
      "args": [
        { "name": "at", "type": "range", "required": true, "help": "where" },
        { "name": "kind", "type": "choice", "choices": ["x", "r", "w", "rw"], "default": "x", "help": "access" },
        { "name": "if", "type": "expression", "keyword": "if", "rest": true, "help": "condition" },
        { "name": "dummy", "type": "boolean", "default": false, "help": "dummy accesses too" },
        { "name": "hits", "type": "integer", "min": 1, "max": 65535, "keyword": "after", "help": "hits before it stops" } ],
      "returns": { "type": "object" } },
    "breakpoint_remove": {
      "summary": "Remove breakpoints.",
      "effect": "session",
      "args": [ { "name": "id", "type": "list", "required": true, "max": 8, "words": ["all"], "complete": "breakpoints",
          "items": { "type": "integer", "min": 1, "max": 9999 }, "help": "numbers" } ],
      "returns": { "type": "object" } },
    "input_seq": {
      "summary": "Queue buttons.",
      "aliases": ["seq"],
      "effect": "change",
      "args": [ { "name": "script", "type": "sequence", "required": true, "max": 3600, "help": "steps" } ],
      "returns": { "type": "object" } },
    "time_goto": {
      "summary": "Go to a point in time.",
      "effect": "run",
      "args": [ { "name": "pos", "type": "position", "required": true, "help": "where" } ],
      "returns": { "type": "object" } } } }"#;

pub const META: &str = r#"{
  "info": { "group": "meta", "title": "Meta", "help": "The console itself." },
  "commands": {
    "help": { "summary": "Explain commands.", "aliases": ["h", "?"], "effect": "observe", "profile": "core",
      "args": [ { "name": "topic", "type": "text", "complete": "commands", "help": "command, group or word" },
                { "name": "apropos", "type": "boolean", "help": "search" } ],
      "returns": { "type": "object", "required": ["text"], "properties": { "text": { "type": "string", "description": "help" } } } },
    "echo": { "summary": "Say a text.", "effect": "observe",
      "args": [ { "name": "text", "type": "text", "rest": true, "help": "what" } ],
      "returns": { "type": "object" } },
    "expression_evaluate": { "summary": "Evaluate an expression.", "aliases": ["p", "="], "effect": "observe",
      "args": [ { "name": "expression", "type": "expression", "required": true, "rest": true, "help": "what" },
                { "name": "as", "type": "choice", "choices": ["hex", "dec"], "default": "hex", "help": "rendering" } ],
      "returns": { "type": "object" } },
    "batch": { "summary": "Run lines.", "effect": "inner",
      "args": [ { "name": "lines", "type": "list", "max": 100, "items": { "type": "text" }, "required": true, "help": "lines" } ],
      "returns": { "type": "object" } },
    "command_run": { "summary": "Run a command.", "effect": "inner",
      "args": [ { "name": "name", "type": "text", "max": 40, "help": "command" },
                { "name": "arguments", "type": "object", "help": "its arguments" } ],
      "returns": { "type": "object" } },
    "set": { "summary": "Change a setting.", "effect": "session",
      "args": [ { "name": "name", "type": "text", "max": 40, "required": true, "help": "setting" },
                { "name": "value", "type": "any", "required": true, "help": "value" } ],
      "returns": { "type": "object" } },
    "file": { "summary": "Save or list.", "effect": "observe",
      "args": [ { "name": "op", "type": "choice", "choices": ["list", "save"], "default": "list",
          "raises": { "save": "host" }, "help": "what" },
                { "name": "export", "type": "boolean", "default": false, "raises": "host", "help": "also a file" } ],
      "returns": { "type": "object" } },
    "dev_mode": { "summary": "Say who may drive.", "effect": "observe",
      "args": [ { "name": "on", "type": "boolean", "raises": "internal", "help": "allow driving" } ],
      "returns": { "type": "object" } },
    "version": { "summary": "Say the version.", "effect": "observe", "returns": { "type": "object" } },
    "exit": { "summary": "Leave.", "aliases": ["q"], "effect": "internal",
      "args": [ { "name": "code", "type": "integer", "min": 0, "max": 255, "default": 0, "help": "exit code" } ],
      "returns": { "type": "object" } },
    "McpRequest": { "summary": "Answer a message.", "effect": "internal",
      "args": [ { "name": "message", "type": "text", "rest": true, "required": true, "max": 16777216, "help": "JSON" } ],
      "returns": { "type": "object" } } } }"#;

/// A few labels, spaces, files and breakpoints.
pub struct Known;

const LABELS: [(&str, Option<&str>, u32); 6] = [
    ("Lives", None, 0x75A),
    ("Level", None, 0x75F),
    ("BEEF", None, 0x1234),
    ("Song", Some("prg"), 0x1C010),
    ("odd name", None, 0x10),
    ("scope::inner", None, 0x20),
];

impl Names for Known {
    fn label(&self, name: &str) -> Option<Address> {
        let (_, space, value) = LABELS.iter().find(|(label, ..)| *label == name)?;
        Some(Address {
            space: space.map(String::from),
            bank: None,
            value: *value,
        })
    }

    fn spaces(&self) -> &[&str] {
        &["cpu", "ram", "prg", "ppu", "pal", "oam"]
    }

    fn labels(&self, prefix: &str) -> Vec<String> {
        LABELS
            .iter()
            .map(|(label, ..)| label.to_string())
            .filter(|label| label.starts_with(prefix))
            .collect()
    }

    fn paths(&self, prefix: &str) -> Vec<String> {
        ["game.nes", "my game.nes"]
            .iter()
            .filter(|path| path.starts_with(prefix))
            .map(|path| path.to_string())
            .collect()
    }

    fn choices(&self, provider: &str, prefix: &str) -> Vec<String> {
        let all = if provider == "breakpoints" {
            vec!["1", "12"]
        } else {
            vec![]
        };
        all.into_iter()
            .filter(|id| id.starts_with(prefix))
            .map(String::from)
            .collect()
    }
}

/// The table with a cartridge.
pub fn registry() -> Registry {
    let mut registry = Registry::load(&FILES).expect("the fixture is a valid table");
    registry.attach("rom", true);
    registry
}

/// The canonical arguments of a line.
pub fn run(line: &str) -> Result<Map<String, Value>, CallError> {
    let registry = registry();
    let read = registry.parse_line(line, &Known)?;
    let prepared = registry.prepare(&read.name, Value::Object(read.arguments), &Known)?;
    Ok(prepared.arguments)
}

/// The canonical arguments of a call.
pub fn call(name: &str, arguments: Value) -> Result<Map<String, Value>, CallError> {
    Ok(registry().prepare(name, arguments, &Known)?.arguments)
}

/// Asserts that a line gives these canonical arguments, others aside.
#[track_caller]
pub fn check(line: &str, expected: Value) {
    let found = run(line).unwrap_or_else(|error| panic!("{line}: {error}"));
    contains(line, &found, expected);
}

/// Asserts that a call gives these canonical arguments, others aside.
#[track_caller]
pub fn check_call(name: &str, arguments: Value, expected: Value) {
    let found = call(name, arguments).unwrap_or_else(|error| panic!("{name}: {error}"));
    contains(name, &found, expected);
}

#[track_caller]
fn contains(what: &str, found: &Map<String, Value>, expected: Value) {
    for (key, value) in expected.as_object().expect("an object of arguments") {
        assert_eq!(found.get(key), Some(value), "{key} of {what}");
    }
}

/// Asserts that a line is refused with a code, and that the message says a certain thing.
#[track_caller]
pub fn refuse(line: &str, code: &str, says: &str) {
    refused(line, run(line), code, says);
}

/// Asserts that a call is refused.
#[track_caller]
pub fn refuse_call(name: &str, arguments: Value, code: &str, says: &str) {
    refused(name, call(name, arguments), code, says);
}

#[track_caller]
fn refused(what: &str, found: Result<Map<String, Value>, CallError>, code: &str, says: &str) {
    let what = &excerpt(what);
    let error = found.expect_err(what);
    assert_eq!(error.code, code, "{what}: {error}");
    assert!(error.message.contains(says), "{what}: {error}");
}
