//! From paths to cases, and cases over the cores.

use super::{
    args::TestArgs,
    deep::Depth,
    exit,
    expect::{BadCondition, Expect},
    manifest::{Entry, Manifest},
    options,
    run::{self, Case, Settings},
    verdict::Outcome,
};
use crate::hub::Cancel;
use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc,
    },
    thread,
};
use thiserror::Error;

/// Frames given to a ROM that no manifest names: one minute.
const DEFAULT_FRAMES: u64 = 3600;
/// File names taken from folders without a manifest.
const ROM_EXTENSIONS: [&str; 2] = ["nes", "unf"];

/// Why there is nothing to run.
#[derive(Debug, Error)]
pub enum PlanError {
    /// An option makes no sense, or there is nothing to run.
    #[error("{0}")]
    Usage(String),
    /// An expression can not be read.
    #[error("{0}")]
    Expression(#[from] BadCondition),
    /// A file could not be read or understood.
    #[error("{0}")]
    File(String),
}

impl PlanError {
    /// The exit code of the error.
    pub fn exit_code(&self) -> u8 {
        match self {
            PlanError::Usage(_) => exit::USAGE,
            PlanError::Expression(_) => exit::EXPRESSION,
            PlanError::File(_) => exit::FILE,
        }
    }
}

/// What will be run, and how.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The cases in order.
    pub cases: Vec<Case>,
    /// What holds for all of them.
    pub settings: Settings,
    /// Cases at a time.
    pub jobs: usize,
}

/// Finds the cases that the command line names.
///
/// # Errors
/// Paths and manifests that can not be read, options that make no sense, no case at all.
pub fn plan(args: &TestArgs) -> Result<Plan, PlanError> {
    let options = options::parse(&args.options).map_err(PlanError::Usage)?;
    if let Some(folder) = args.artifacts.as_ref().filter(|folder| !folder.is_dir()) {
        return Err(PlanError::File(format!(
            "{} is no folder",
            folder.display()
        )));
    }
    let mut cases = Vec::new();
    for path in &args.paths {
        cases.extend(cases_of(path)?);
    }
    if let Some(filter) = &args.filter {
        cases.retain(|case| case.id.contains(filter.as_str()));
    }
    if cases.is_empty() {
        return Err(PlanError::Usage("no ROM to test".to_owned()));
    }
    for case in &mut cases {
        case.frames = args.max_frames.unwrap_or(case.frames);
    }
    let deep = |cancel: &Cancel| {
        let program = args.program.clone();
        let depth = Depth::whole(args.seed, program, cancel.clone());
        args.deep.then_some(depth)
    };
    let cancel = Cancel::default();
    let cores = thread::available_parallelism().map_or(1, usize::from);
    Ok(Plan {
        cases,
        settings: Settings {
            options,
            expect: Expect::parse(args.pass.as_deref(), args.fail.as_deref())?,
            deep: deep(&cancel),
            artifacts: args.artifacts.clone(),
            cancel,
        },
        jobs: args.jobs.map_or(cores, usize::from),
    })
}

/// The cases of one path: all of a manifest, or what lies at or under the path.
fn cases_of(path: &Path) -> Result<Vec<Case>, PlanError> {
    if run::is_demo(path) {
        return Ok(vec![unjudged(path)]);
    }
    let is_manifest = path
        .extension()
        .is_some_and(|extension| extension == "json");
    if is_manifest {
        let manifest = Manifest::read(path).map_err(PlanError::File)?;
        return Ok(manifest
            .entries
            .iter()
            .map(|entry| judged(&manifest, entry))
            .collect());
    }
    let real = path
        .canonicalize()
        .map_err(|error| PlanError::File(format!("{}: {error}", path.display())))?;
    if let Some(file) = Manifest::above(&real) {
        let manifest = Manifest::read(&file).map_err(PlanError::File)?;
        let cases = under(&manifest, &real, path);
        if !cases.is_empty() {
            return Ok(cases);
        }
    }
    if path.is_dir() {
        walk(path)
    } else {
        Ok(vec![unjudged(path)])
    }
}

/// The entries of a manifest at or under `real`, with paths as the user wrote them.
fn under(manifest: &Manifest, real: &Path, written: &Path) -> Vec<Case> {
    let cases = manifest.entries.iter().map(|entry| judged(manifest, entry));
    let cases = cases.filter_map(|mut case| {
        let rest = case.path.strip_prefix(real).ok()?;
        case.path = if rest.as_os_str().is_empty() {
            written.to_owned()
        } else {
            written.join(rest)
        };
        Some(case)
    });
    cases.collect()
}

/// ROM files of a folder in order of name; folders below may have manifests of their own.
fn walk(folder: &Path) -> Result<Vec<Case>, PlanError> {
    let wrong = |error| PlanError::File(format!("{}: {error}", folder.display()));
    let found = fs::read_dir(folder).map_err(wrong)?;
    let found: Result<Vec<PathBuf>, _> = found.map(|item| item.map(|item| item.path())).collect();
    let mut found = found.map_err(wrong)?;
    found.sort();
    let mut cases = Vec::new();
    for path in found {
        if path.is_dir() && !path.is_symlink() {
            cases.extend(cases_of(&path)?);
        } else if is_rom(&path) {
            cases.push(unjudged(&path));
        }
    }
    Ok(cases)
}

fn is_rom(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
    ROM_EXTENSIONS.iter().any(|known| extension == *known)
}

fn judged(manifest: &Manifest, entry: &Entry) -> Case {
    Case {
        id: entry.id.clone(),
        path: manifest.folder.join(&entry.path),
        folder: manifest.folder.clone(),
        region: entry.region,
        protocol: Some(entry.pass.clone()),
        frames: entry.frames,
        input: entry.input.clone(),
        needs: entry.needs.clone(),
    }
}

fn unjudged(path: &Path) -> Case {
    Case {
        id: path.display().to_string(),
        path: path.to_owned(),
        folder: PathBuf::new(),
        region: None,
        protocol: None,
        frames: DEFAULT_FRAMES,
        input: Vec::new(),
        needs: None,
    }
}

/// Runs all cases, several at a time. `each` gets the outcomes in the order of the cases,
/// as soon as all before them are there; when it returns false no further case is started.
pub fn run(plan: &Plan, mut each: impl FnMut(Outcome) -> bool) {
    let next = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..plan.jobs.clamp(1, plan.cases.len().max(1)) {
            let sender = sender.clone();
            scope.spawn(|| work(plan, &next, &stop, sender));
        }
        drop(sender);
        let mut waiting: Vec<Option<Outcome>> = vec![None; plan.cases.len()];
        let mut told = 0;
        for (index, outcome) in receiver {
            waiting[index] = Some(outcome);
            while let Some(outcome) = waiting.get_mut(told).and_then(Option::take) {
                told += 1;
                if !stop.load(Ordering::Relaxed) && !each(outcome) {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        }
    });
}

fn work(
    plan: &Plan,
    next: &AtomicUsize,
    stop: &AtomicBool,
    sender: mpsc::Sender<(usize, Outcome)>,
) {
    while !stop.load(Ordering::Relaxed) {
        let index = next.fetch_add(1, Ordering::Relaxed);
        let Some(case) = plan.cases.get(index) else {
            return;
        };
        if sender
            .send((index, run::run(case, &plan.settings)))
            .is_err()
        {
            return;
        }
    }
}
