//! Exit codes of the program, from error codes and stop reasons.

use crate::hub::Reply;
use serde_json::Value;

/// A test or expectation failed.
pub const FAILED: u8 = 1;
/// The command line or a command was used wrongly.
pub const USAGE: u8 = 2;
/// A bound was reached before the goal.
pub const LIMIT: u8 = 3;
/// The CPU jammed.
pub const JAM: u8 = 4;
/// A ROM or file could not be read or written.
pub const FILE: u8 = 5;
/// An expression could not be read or evaluated.
pub const EXPRESSION: u8 = 6;
/// A replay did not match.
pub const MISMATCH: u8 = 7;
/// No board for the cartridge's mapper.
pub const UNSUPPORTED: u8 = 8;
/// The program itself is at fault.
pub const INTERNAL: u8 = 70;

/// The exit code that a reply calls for; 0 when all is well.
pub fn of(reply: &Reply) -> u8 {
    match reply.code() {
        Some(code) => of_error(code),
        None => of_result(&reply.result),
    }
}

/// The exit code for an error code.
pub fn of_error(code: &str) -> u8 {
    match code {
        "expectation_failed" | "test_failed" => FAILED,
        "limit" | "cancelled" => LIMIT,
        "jam" => JAM,
        "io" | "no_rom" | "not_nes" | "unsupported_file" | "truncated" | "bad_header"
        | "state_mismatch" | "not_a_state" | "bad_version" | "wrong_rom" | "wrong_region"
        | "corrupt" => FILE,
        "bad_expression" | "expr_error" | "script_error" => EXPRESSION,
        "mismatch" => MISMATCH,
        "unsupported_board" => UNSUPPORTED,
        "internal" => INTERNAL,
        _ => USAGE,
    }
}

/// The exit code that a value calls for: how a run ended, a verdict, or the first of the
/// commands inside that calls for one.
fn of_result(result: &Value) -> u8 {
    if let Some(reason) = result.get("reason") {
        return of_reason(reason);
    }
    if let Some(verdict) = result["verdict"].as_str() {
        return of_verdict(verdict);
    }
    if let Some(summary) = result["summary"].as_object() {
        let failed = |(verdict, count): (&String, &Value)| {
            of_verdict(verdict) == FAILED && count.as_u64() > Some(0)
        };
        return if summary.iter().any(failed) {
            FAILED
        } else {
            0
        };
    }
    if let Some(replies) = result["results"].as_array() {
        let mut codes = replies
            .iter()
            .map(|reply| match reply["error"]["code"].as_str() {
                Some(code) => of_error(code),
                None => of_result(&reply["result"]),
            });
        return codes.find(|&code| code != 0).unwrap_or(0);
    }
    match result["command"].is_string() {
        true => of_result(&result["result"]),
        false => 0,
    }
}

/// What is not judged has not failed.
fn of_verdict(verdict: &str) -> u8 {
    match verdict {
        "fail" | "hang" | "error" => FAILED,
        "unsupported" => UNSUPPORTED,
        _ => 0,
    }
}

fn of_reason(reason: &Value) -> u8 {
    match reason.as_str() {
        Some("limit" | "timeout" | "cancelled") => LIMIT,
        Some("jam") => JAM,
        Some("expr_error") => EXPRESSION,
        _ => 0,
    }
}
