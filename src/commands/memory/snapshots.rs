//! `memory_snapshot` and `memory_diff`: what changed between two moments.

use super::candidates::image_error;
use crate::{
    commands::{Answer, CommandError, Context, Session, render},
    debugger::{
        image::{Difference, Image},
        snapshots::{MOST_SNAPSHOT_BYTES, MOST_SNAPSHOTS, Snapshot},
        spaces,
    },
    nes::event::Space,
};
use serde::{Deserialize, Serialize};

/// Bytes of a run that are listed.
const BYTES_SHOWN: usize = 16;
/// What stands for the machine as it is.
const NOW: &str = "now";

/// Arguments of `memory_snapshot`.
#[derive(Debug, Deserialize)]
pub struct SnapshotArgs {
    name: Option<String>,
    spaces: Vec<Space>,
    remove: bool,
}

/// Reply of `memory_snapshot`.
#[derive(Debug, Serialize)]
pub struct SnapshotReply {
    snapshots: Vec<Row>,
}

/// One snapshot.
#[derive(Debug, Serialize)]
struct Row {
    name: String,
    frame: u64,
    bytes: usize,
    spaces: Vec<&'static str>,
}

impl Answer for SnapshotReply {
    fn text(&self) -> String {
        if self.snapshots.is_empty() {
            return "no snapshots; memory_snapshot NAME takes one".to_string();
        }
        let rows = self.snapshots.iter().map(|row| {
            format!(
                "{:16} frame {}  {} bytes: {}",
                row.name,
                row.frame,
                row.bytes,
                row.spaces.join(" ")
            )
        });
        rows.collect::<Vec<_>>().join("\n")
    }
}

/// Takes, forgets or lists snapshots.
pub fn snapshot(context: &mut Context, args: SnapshotArgs) -> Result<SnapshotReply, CommandError> {
    let session = &mut *context.session;
    match (&args.name, args.remove) {
        (None, false) => {}
        (None, true) => {
            return Err(CommandError::new("missing_argument", "name is missing"));
        }
        (Some(name), true) => {
            if !session.snapshots.forget(name) {
                return Err(unknown(name));
            }
        }
        (Some(name), false) => take(session, name, &args.spaces)?,
    }
    let rows = session.snapshots.iter().map(|(name, snapshot)| Row {
        name: name.to_string(),
        frame: snapshot.frame,
        bytes: snapshot.image.length(),
        spaces: snapshot.image.spaces().map(spaces::name).collect(),
    });
    Ok(SnapshotReply {
        snapshots: rows.collect(),
    })
}

fn take(session: &mut Session, name: &str, wanted: &[Space]) -> Result<(), CommandError> {
    if name == NOW || name.is_empty() {
        return Err(CommandError::bad_value(
            "a snapshot needs a name, and now is the machine itself",
        ));
    }
    let machine = session.machine()?;
    let image = Image::take(machine, wanted, MOST_SNAPSHOT_BYTES).map_err(image_error)?;
    let frame = machine.position().frame;
    match session.snapshots.keep(name, Snapshot { image, frame }) {
        true => Ok(()),
        false => Err(CommandError::limit(format!(
            "at most {MOST_SNAPSHOTS} snapshots and {} MiB; memory_snapshot NAME remove makes room",
            MOST_SNAPSHOT_BYTES >> 20
        ))),
    }
}

fn unknown(name: &str) -> CommandError {
    CommandError::not_found(format!("no snapshot {name}; memory_snapshot lists them"))
}

/// The snapshot of a name.
///
/// Errors: `not_found`.
pub fn find<'a>(session: &'a Session, name: &str) -> Result<&'a Snapshot, CommandError> {
    session.snapshots.get(name).ok_or_else(|| unknown(name))
}

/// Arguments of `memory_diff`.
#[derive(Debug, Deserialize)]
pub struct DiffArgs {
    a: String,
    b: String,
    spaces: Option<Vec<Space>>,
    max: usize,
    cursor: usize,
}

/// Reply of `memory_diff`.
#[derive(Debug, Serialize)]
pub struct DiffReply {
    a: String,
    b: String,
    changed: usize,
    total: usize,
    runs: Vec<Run>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<usize>,
}

/// A run of bytes that all changed.
#[derive(Debug, Serialize)]
struct Run {
    space: &'static str,
    offset: u32,
    address: String,
    length: usize,
    old: Vec<u8>,
    new: Vec<u8>,
}

impl Answer for DiffReply {
    fn text(&self) -> String {
        let mut lines = vec![format!(
            "{} bytes changed from {} to {} (runs: {})",
            self.changed, self.a, self.b, self.total
        )];
        lines.extend(self.runs.iter().map(|run| {
            let more = match run.length - run.old.len() {
                0 => String::new(),
                more => format!(" and {more} more bytes"),
            };
            format!(
                "{}  {} -> {}{more}",
                run.address,
                render::hex(&run.old),
                render::hex(&run.new)
            )
        }));
        lines.extend(
            self.cursor
                .map(|cursor| format!("more: memory_diff {} {} cursor={cursor}", self.a, self.b)),
        );
        lines.join("\n")
    }
}

/// Gives the runs that changed between two snapshots, or between one and now.
pub fn diff(context: &mut Context, args: DiffArgs) -> Result<DiffReply, CommandError> {
    let session = &*context.session;
    let first = image(session, &args.a, &args.b)?;
    let second = image(session, &args.b, &args.a)?;
    check_held(&args, [&first, &second])?;
    let all = first.differences(&second, args.spaces.as_deref());
    let runs: Vec<Run> = all
        .iter()
        .skip(args.cursor)
        .take(args.max)
        .map(run)
        .collect();
    let shown = args.cursor.min(all.len()) + runs.len();
    Ok(DiffReply {
        a: args.a,
        b: args.b,
        changed: all.iter().map(|run| run.old.len()).sum(),
        total: all.len(),
        runs,
        cursor: (shown < all.len()).then_some(shown),
    })
}

/// Nothing is compared that only one of the two holds.
fn check_held(args: &DiffArgs, images: [&Image; 2]) -> Result<(), CommandError> {
    let [first, second] = images;
    let missing = |image: &Image| match &args.spaces {
        Some(spaces) => spaces
            .iter()
            .copied()
            .find(|&space| image.of(space).is_none()),
        None if second.spaces().any(|space| first.of(space).is_some()) => None,
        None => second.spaces().find(|&space| image.of(space).is_none()),
    };
    for (name, other, image) in [(&args.a, &args.b, first), (&args.b, &args.a, second)] {
        if let Some(space) = missing(image) {
            let holder = if name == NOW { other } else { name };
            let held: Vec<_> = image.spaces().map(spaces::name).collect();
            return Err(CommandError::bad_value(format!(
                "the snapshot {holder} does not hold {}; it holds {}",
                spaces::name(space),
                held.join(" ")
            )));
        }
    }
    Ok(())
}

/// The image of a name; `now` is what the other one holds, as it is in the machine.
fn image(session: &Session, name: &str, other: &str) -> Result<Image, CommandError> {
    match name {
        NOW if other == NOW => Err(CommandError::bad_value(
            "one of the two has to be a snapshot; memory_snapshot takes one",
        )),
        NOW => Ok(find(session, other)?.image.again(session.machine()?)),
        _ => Ok(find(session, name)?.image.clone()),
    }
}

fn run(run: &Difference) -> Run {
    let shown = |bytes: &[u8]| bytes[..bytes.len().min(BYTES_SHOWN)].to_vec();
    Run {
        space: spaces::name(run.space),
        offset: run.offset,
        address: spaces::address_text(run.space, run.offset),
        length: run.old.len(),
        old: shown(&run.old),
        new: shown(&run.new),
    }
}
