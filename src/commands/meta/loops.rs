//! `repeat` and `foreach`: one line run many times.

use super::inner::{ManyReply, StopOn, many};
use crate::commands::{CommandError, Context};
use serde::Deserialize;

/// What stands for the element in the line of `foreach`.
const PLACEHOLDER: &str = "{}";

/// Arguments of `repeat`.
#[derive(Deserialize)]
pub struct RepeatArgs {
    n: usize,
    cmd: String,
    stop_on: StopOn,
}

/// Runs a line several times.
pub fn repeat(context: &mut Context<'_>, args: RepeatArgs) -> Result<ManyReply, CommandError> {
    let lines = vec![args.cmd.as_str(); args.n];
    Ok(many(context, &lines, args.stop_on).0)
}

/// Arguments of `foreach`.
#[derive(Deserialize)]
pub struct ForeachArgs {
    list: Vec<String>,
    cmd: String,
    stop_on: StopOn,
}

/// Runs a line for each element of a list.
pub fn foreach(context: &mut Context<'_>, args: ForeachArgs) -> Result<ManyReply, CommandError> {
    if !args.cmd.contains(PLACEHOLDER) {
        return Err(CommandError::bad_value(
            "cmd has no {} for the element; repeat runs a line several times",
        ));
    }
    let line = |element: &String| args.cmd.replace(PLACEHOLDER, element);
    let lines: Vec<String> = args.list.iter().map(line).collect();
    Ok(many(context, &lines, args.stop_on).0)
}
