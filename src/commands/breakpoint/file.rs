//! `breakpoint_file`: breakpoints to and from a file.

use super::{check, put};
use crate::{
    commands::{Answer, CommandError, Context},
    debugger::breakpoints::{Breakpoint, MOST_BREAKPOINTS},
};
use serde::{Deserialize, Serialize};

/// Largest file, in bytes.
const MOST_BYTES: usize = 4 << 20;
const FORMAT: &str = "nescope breakpoints";
const VERSION: u32 = 1;

/// The file.
#[derive(Debug, Serialize, Deserialize)]
struct Stored {
    format: String,
    version: u32,
    breakpoints: Vec<Breakpoint>,
}

/// What to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Operation {
    Save,
    Load,
}

/// Arguments of `breakpoint_file`.
#[derive(Debug, Deserialize)]
pub struct FileArgs {
    op: Operation,
    path: Option<String>,
}

/// Reply of `breakpoint_file`.
#[derive(Debug, Serialize)]
pub struct FileReply {
    path: String,
    count: usize,
}

impl Answer for FileReply {
    fn text(&self) -> String {
        format!("{} breakpoints, {}", self.count, self.path)
    }
}

/// Saves all breakpoints, or adds those of a file.
pub fn file(context: &mut Context, args: FileArgs) -> Result<FileReply, CommandError> {
    let path = match args.path {
        Some(path) => path,
        None => beside(context)?,
    };
    match args.op {
        Operation::Save => save(context, &path),
        Operation::Load => load(context, path),
    }
}

/// The file that belongs to the ROM.
fn beside(context: &Context) -> Result<String, CommandError> {
    let rom = context.session.rom_path.as_ref();
    let rom =
        rom.ok_or_else(|| CommandError::bad_value("the demo has no file beside it; give a path"))?;
    Ok(format!("{rom}.nescope.json"))
}

fn save(context: &mut Context, path: &str) -> Result<FileReply, CommandError> {
    let breakpoints: Vec<_> = context.session.breakpoints.iter().cloned().collect();
    let count = breakpoints.len();
    let stored = Stored {
        format: FORMAT.to_string(),
        version: VERSION,
        breakpoints,
    };
    let text =
        serde_json::to_vec_pretty(&stored).map_err(|error| CommandError::io(error.to_string()))?;
    let other = [path.to_string(), format!("{path}.json")]
        .into_iter()
        .filter_map(|path| Some((context.read_file(&path).ok()?, path)))
        .find(|(bytes, _)| serde_json::from_slice::<Stored>(bytes).is_err());
    if let Some((_, path)) = other {
        return Err(CommandError::new(
            "bad_file",
            format!("{path} exists and holds no breakpoints; give another path"),
        ));
    }
    Ok(FileReply {
        path: context.write_file(path, "json", &text)?,
        count,
    })
}

/// Adds the breakpoints of a file, all or none.
fn load(context: &mut Context, path: String) -> Result<FileReply, CommandError> {
    let bytes = context.read_file(&path)?;
    if bytes.len() > MOST_BYTES {
        return Err(CommandError::limit(format!("{path} is too large")));
    }
    let bad = |why: String| CommandError::new("bad_file", format!("{path}: {why}"));
    let stored: Stored = serde_json::from_slice(&bytes).map_err(|error| bad(error.to_string()))?;
    if stored.format != FORMAT || stored.version != VERSION {
        return Err(bad(format!("not a file of {FORMAT}, version {VERSION}")));
    }
    let session = &mut *context.session;
    let count = stored.breakpoints.len();
    if session.breakpoints.len() + count > MOST_BREAKPOINTS {
        return Err(CommandError::limit(format!(
            "more than {MOST_BREAKPOINTS} breakpoints"
        )));
    }
    for row in &stored.breakpoints {
        if !row.is_sound() {
            return Err(bad(
                "a range ends before it begins, or lies outside its memory".into(),
            ));
        }
        check(session, row)?;
    }
    let trusted = context.scope.origin.owns_files();
    for mut row in stored.breakpoints {
        if let Some(script) = &mut row.script {
            script.trusted = trusted;
        }
        put(session, row)?;
    }
    Ok(FileReply { path, count })
}
