//! `symbol_load` and `symbol_save`: labels from and to files.

use crate::{
    commands::{Answer, CommandError, Context},
    debugger::symbols::{
        SkippedRow, Source,
        formats::{self, Format, SymbolError, Target, json},
        memories::Memories,
    },
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What nescope's own files end with.
const ENDING: &str = "nescope.labels.json";

/// The word for finding out the format, or the format.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Auto {
    Auto,
    #[serde(untagged)]
    Is(Format),
}

/// Arguments of `symbol_load`.
#[derive(Debug, Deserialize)]
pub struct LoadArgs {
    path: String,
    format: Auto,
    offset: i64,
    replace: bool,
}

/// Reply of `symbol_load`.
#[derive(Debug, Serialize)]
pub struct LoadReply {
    path: String,
    format: Format,
    loaded: usize,
    replaced: usize,
    removed: usize,
    lines: usize,
    skipped: usize,
    reasons: Vec<SkippedRow>,
    total: usize,
}

impl Answer for LoadReply {
    fn text(&self) -> String {
        let mut text = format!("{} labels loaded from {}", self.loaded, self.path);
        let counts = [
            (self.replaced, "in place of others"),
            (self.removed, "of before removed"),
            (self.lines, "source lines"),
            (self.skipped, "skipped"),
        ];
        for (count, what) in counts.iter().filter(|row| row.0 > 0) {
            text.push_str(&format!(", {count} {what}"));
        }
        for row in &self.reasons {
            text.push_str(&format!(
                "\n{} skipped: {} (first in line {}: {})",
                row.count, row.reason, row.line, row.text
            ));
        }
        text
    }
}

/// Loads a symbol file.
pub fn load(context: &mut Context, args: LoadArgs) -> Result<LoadReply, CommandError> {
    let bytes = context.read_file(&args.path)?;
    let session = &mut *context.session;
    let source = Source::File(args.path.as_str().into());
    let target = Target {
        memories: Memories::of(session.machine()?),
        source: source.clone(),
        offset: args.offset,
    };
    let format = match args.format {
        Auto::Auto => None,
        Auto::Is(format) => Some(format),
    };
    let loaded = formats::load(&bytes, file_name(&args.path), format, &target);
    let (format, loaded) = loaded.map_err(refused)?;
    let symbols = Arc::make_mut(&mut session.labels);
    let applied = symbols.apply(loaded, &source, args.replace);
    Ok(LoadReply {
        path: args.path,
        format,
        loaded: applied.loaded,
        replaced: applied.replaced,
        removed: applied.removed,
        lines: applied.lines,
        skipped: applied.skipped.count(),
        reasons: applied.skipped.rows().to_vec(),
        total: symbols.len(),
    })
}

fn refused(error: SymbolError) -> CommandError {
    let code = match error {
        SymbolError::TooLarge(_) => "limit",
        _ => "bad_symbols",
    };
    CommandError::new(code, error.to_string())
}

fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// Which labels are saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Which {
    /// All but the console's own registers.
    All,
    /// Those of `symbol_add`.
    User,
}

/// Arguments of `symbol_save`.
#[derive(Debug, Deserialize)]
pub struct SaveArgs {
    path: Option<String>,
    what: Which,
}

/// Reply of `symbol_save`.
#[derive(Debug, Serialize)]
pub struct SaveReply {
    path: String,
    saved: usize,
}

impl Answer for SaveReply {
    fn text(&self) -> String {
        format!("{} labels saved in {}", self.saved, self.path)
    }
}

/// Saves labels in nescope's own format, never over a file of something else.
pub fn save(context: &mut Context, args: SaveArgs) -> Result<SaveReply, CommandError> {
    let path = save_path(context, args.path)?;
    let labels = context.session.labels.clone();
    let wanted = labels.iter().filter(|label| match args.what {
        Which::All => label.source != Source::Hardware,
        Which::User => label.source == Source::User,
    });
    let rows: Vec<_> = wanted.collect();
    if context.scope.origin.owns_files() {
        refuse_foreign(context, &path)?;
    }
    let bytes = json::write(rows.iter().copied());
    Ok(SaveReply {
        path: context.write_file(&path, ENDING, &bytes)?,
        saved: rows.len(),
    })
}

/// The file to write: the operator's path with our ending, or the name an agent gave.
fn save_path(context: &Context, path: Option<String>) -> Result<String, CommandError> {
    let session = &*context.session;
    if !context.scope.origin.owns_files() {
        let stem = session.rom_name.split('.').next().unwrap_or_default();
        let fits = |c: char| {
            if c.is_ascii_alphanumeric() || c == '-' {
                c
            } else {
                '_'
            }
        };
        return Ok(path.unwrap_or_else(|| stem.chars().take(64).map(fits).collect()));
    }
    let rom = session.rom_path.as_ref().unwrap_or(&session.rom_name);
    let path = path.unwrap_or_else(|| format!("{}.{ENDING}", without_extension(rom)));
    match file_name(&path).rsplit_once('.') {
        None => Ok(format!("{path}.{ENDING}")),
        Some((_, "json")) => Ok(path),
        Some(_) => Err(CommandError::bad_value(format!(
            "labels are saved in nescope's own format, in a file that ends in .json; {path} could be another tool's"
        ))),
    }
}

fn without_extension(path: &str) -> &str {
    let name = file_name(path);
    let folder = &path[..path.len() - name.len()];
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    &path[..folder.len() + stem.len()]
}

/// Refuses a path at which something else than our labels lies.
fn refuse_foreign(context: &Context, path: &str) -> Result<(), CommandError> {
    match context.read_file(path) {
        Ok(bytes) if !json::is_labels(&bytes) => Err(CommandError::io(format!(
            "{path} exists and holds no labels of nescope; save under another name"
        ))),
        _ => Ok(()),
    }
}
