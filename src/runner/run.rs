//! One case from power-on to its verdict.

use super::{
    accuracycoin::AccuracyCoin,
    artifacts,
    blargg::Blargg,
    deep::{self, Depth, Subject},
    detect::Detect,
    devices,
    expect::Expect,
    inputs::Script,
    manifest::{Press, Protocol},
    nestest,
    ram::Ram,
    screen_text::ScreenText,
    verdict::{Code, Finding, Outcome, Verdict},
};
use crate::{
    debugger::demo,
    host,
    hub::Cancel,
    nes::{
        cartridge::{Rom, RomError},
        event::{Event, Reset},
        machine::Machine,
        observer::Silent,
        options::PowerOptions,
        region::Region,
    },
};
use std::{
    fs,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::Arc,
    time::Instant,
};

/// What a judge says after a frame.
#[derive(Debug)]
pub enum Step {
    /// Nothing yet.
    Run,
    /// Press the reset button.
    Reset,
    /// The verdict is final.
    Done(Finding),
}

/// Decides by looking at the machine after every frame.
pub trait Judge {
    /// Looks at the machine at the start of frame `frame`.
    fn look(&mut self, machine: &Machine, frame: u64) -> Step;

    /// The finding when the frames are used up or the CPU has jammed.
    fn give_up(&mut self, machine: &Machine) -> Finding;
}

/// A ROM to judge.
#[derive(Clone, Debug)]
pub struct Case {
    /// The id in the manifest, or the path.
    pub id: String,
    /// The file.
    pub path: PathBuf,
    /// Folder of the files that the protocol names.
    pub folder: PathBuf,
    /// The console to emulate; `None` follows the header.
    pub region: Option<Region>,
    /// How to judge; `None` finds out.
    pub protocol: Option<Protocol>,
    /// Frames after which there is no verdict.
    pub frames: u64,
    /// Buttons to press.
    pub input: Vec<Press>,
    /// A device that must be attached.
    pub needs: Option<String>,
}

impl Case {
    /// The files that judging it reads.
    pub fn files(&self) -> Vec<PathBuf> {
        let beside = match &self.protocol {
            Some(Protocol::NestestLog { log, .. }) => Some(self.folder.join(log)),
            Some(Protocol::AccuracyCoin { table, .. }) => Some(self.folder.join(table)),
            _ => None,
        };
        std::iter::once(self.path.clone()).chain(beside).collect()
    }
}

/// What holds for all cases of a run.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Power-on options; a region here overrides the case's.
    pub options: PowerOptions,
    /// Expressions that replace the protocol.
    pub expect: Option<Expect>,
    /// How deep to check saving, loading and looking as well.
    pub deep: Option<Depth>,
    /// Folder for pictures, recordings, and the states of failures.
    pub artifacts: Option<PathBuf>,
    /// Ends every case within a frame when raised.
    pub cancel: Cancel,
}

/// Runs a case. Whatever goes wrong is its verdict.
pub fn run(case: &Case, settings: &Settings) -> Outcome {
    let start = Instant::now();
    let run = catch_unwind(AssertUnwindSafe(|| attempt(case, settings)));
    let (finding, frames) = run.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        (Finding::error("internal", text.unwrap_or_default()), 0)
    });
    Outcome {
        id: case.id.clone(),
        path: case.path.clone(),
        verdict: finding.verdict,
        code: finding.code,
        text: finding.text,
        frames,
        seconds: start.elapsed().as_secs_f64(),
        tests: finding.tests,
    }
}

/// The finding and the frames it took.
fn attempt(case: &Case, settings: &Settings) -> (Finding, u64) {
    let (mut machine, script) = match prepare(case, settings) {
        Ok(ready) => ready,
        Err(finding) => return (finding, 0),
    };
    let finding = judge(case, settings, &mut machine, &script);
    let finding = explained(finding, case, settings, &machine);
    let frames = machine.position().frame;
    match deeper(case, settings, &machine, &script) {
        Err(text) if finding.verdict != Verdict::Error => {
            let code = Code::Name("deep".to_owned());
            (Finding::new(Verdict::Fail, text).with_code(code), frames)
        }
        _ => (finding, frames),
    }
}

/// The deep check of a case, if there is to be one.
fn deeper(
    case: &Case,
    settings: &Settings,
    machine: &Machine,
    script: &Script,
) -> Result<(), String> {
    let Some(depth) = &settings.deep else {
        return Ok(());
    };
    let subject = Subject {
        id: &case.id,
        path: &case.path,
        rom: machine.rom(),
        options: machine.options(),
        script,
        frames: case.frames,
    };
    deep::check(&subject, depth)
}

/// The machine at power-on and the script of its input.
fn prepare(case: &Case, settings: &Settings) -> Result<(Machine, Script), Finding> {
    let script = script(case)?;
    let rom = read_rom(&case.path)?;
    let mut options = settings.options.clone();
    options.region = options.region.or(case.region);
    let mut machine = Machine::power_on(rom, options).map_err(|error| refused(&error))?;
    // A failure is kept with its picture; the state does not depend on it.
    machine.set_output(settings.artifacts.is_some(), false);
    Ok((machine, script))
}

/// The script of a case's input, with the device it needs.
fn script(case: &Case) -> Result<Script, Finding> {
    let made = match &case.needs {
        None => Script::new(&case.input),
        Some(needs) => {
            let device = devices::named(needs).ok_or_else(|| lacking(needs))?;
            devices::script(device, &case.input, case.frames)
        }
    };
    made.map_err(|text| Finding::error("bad_manifest", text))
}

fn lacking(device: &str) -> Finding {
    let finding = Finding::new(Verdict::NeedsDevice, format!("needs {device}"));
    finding.with_code(Code::Name(device.to_owned()))
}

/// Whether the word means the built-in demo cartridge: no file has that name.
pub fn is_demo(path: &Path) -> bool {
    path.as_os_str() == "demo" && !path.exists()
}

/// Reads and parses a ROM file; the finding says why it can not be.
pub fn read_rom(path: &Path) -> Result<Arc<Rom>, Finding> {
    let file = match is_demo(path) {
        true => demo::ROM.to_vec(),
        false => host::read(path).map_err(|error| Finding::error("io", error.message))?,
    };
    Rom::parse(&file)
        .map(Arc::new)
        .map_err(|error| refused(&error))
}

pub(super) fn refused(error: &RomError) -> Finding {
    let unsupported = Finding::new(Verdict::Unsupported, error.to_string());
    match error {
        RomError::UnsupportedBoard { mapper, .. } => {
            unsupported.with_code(Code::Number(i64::from(*mapper)))
        }
        RomError::UnsupportedFile(_) => unsupported.with_code(Code::Name(error.code().to_owned())),
        _ => Finding::error(error.code(), error.to_string()),
    }
}

fn judge(case: &Case, settings: &Settings, machine: &mut Machine, script: &Script) -> Finding {
    if let Some(expect) = &settings.expect {
        return watch(case, settings, machine, script, &mut expect.clone());
    }
    match &case.protocol {
        Some(Protocol::NestestLog {
            start_pc,
            log,
            ram_checks,
        }) => match fs::read_to_string(case.folder.join(log)) {
            Ok(log) => nestest::compare(machine, *start_pc, &log, ram_checks),
            Err(error) => Finding::error("io", format!("{}: {error}", log.display())),
        },
        Some(Protocol::Visual { note }) => look_later(case, settings, machine, script, note),
        Some(Protocol::ScreenHashNone { note }) => {
            listen_later(case, settings, machine, script, note)
        }
        protocol => match judge_for(protocol.as_ref(), &case.folder) {
            Ok(mut judge) => watch(case, settings, machine, script, judge.as_mut()),
            Err(text) => Finding::error("bad_manifest", text),
        },
    }
}

fn judge_for(protocol: Option<&Protocol>, folder: &Path) -> Result<Box<dyn Judge>, String> {
    Ok(match protocol.cloned() {
        Some(Protocol::Blargg { pass_status }) => Box::new(Blargg::new(pass_status)),
        Some(Protocol::Ram {
            addr,
            pass_values,
            screen_pass,
            screen_fail,
        }) => Box::new(Ram {
            address: addr,
            pass_values,
            screen_pass,
            screen_fail,
            ended: None,
        }),
        Some(Protocol::ScreenText {
            pass_text,
            pass_text_any,
            fail_text,
            after,
            expect_mapper,
        }) => Box::new(ScreenText {
            pass: pass_text.into_iter().chain(pass_text_any).collect(),
            fail: fail_text,
            after,
            mapper: expect_mapper,
        }),
        Some(Protocol::AccuracyCoin {
            table,
            running_flag,
        }) => Box::new(AccuracyCoin::read(&folder.join(table), running_flag)?),
        _ => Box::new(Detect::default()),
    })
}

/// Runs frame by frame until the judge is done.
fn watch(
    case: &Case,
    settings: &Settings,
    machine: &mut Machine,
    script: &Script,
    judge: &mut dyn Judge,
) -> Finding {
    for frame in 1..=case.frames {
        if settings.cancel.is_cancelled() {
            return cancelled();
        }
        let went = run_frame(machine, script, frame - 1);
        match judge.look(machine, frame) {
            Step::Done(finding) => return finding,
            Step::Reset => reset(machine),
            Step::Run if went => (),
            Step::Run => return jammed(machine, judge.give_up(machine)),
        }
    }
    judge.give_up(machine)
}

/// Runs frame `frame` with its buttons; false when the CPU has jammed.
pub fn run_frame(machine: &mut Machine, script: &Script, frame: u64) -> bool {
    script.apply(machine, frame);
    machine.run_until_frame(frame + 1, &mut Silent)
}

fn cancelled() -> Finding {
    Finding::error("cancelled", "the run was cancelled")
}

fn reset(machine: &mut Machine) {
    let event = Event::Reset(Reset::Soft);
    machine.apply(&event).expect("a machine can be reset");
}

fn jammed(machine: &Machine, mut finding: Finding) -> Finding {
    let pc = machine.cpu().pc;
    finding.text = format!("CPU jammed at ${pc:04X}\n{}", finding.text);
    finding
}

/// Runs all frames and keeps the picture for a person.
fn look_later(
    case: &Case,
    settings: &Settings,
    machine: &mut Machine,
    script: &Script,
    note: &Option<String>,
) -> Finding {
    let picture = settings.artifacts.is_some();
    machine.set_output(picture, false);
    let mut finding = Finding::new(Verdict::Visual, note.clone().unwrap_or_default());
    for frame in 0..case.frames {
        if settings.cancel.is_cancelled() {
            return cancelled();
        }
        if !run_frame(machine, script, frame) {
            finding = jammed(machine, finding);
            break;
        }
    }
    if let Some(folder) = &settings.artifacts {
        return kept(finding, artifacts::picture(folder, &case.id, machine));
    }
    finding
}

/// Runs all frames and keeps the recording for a person.
fn listen_later(
    case: &Case,
    settings: &Settings,
    machine: &mut Machine,
    script: &Script,
    note: &Option<String>,
) -> Finding {
    let record = settings.artifacts.is_some();
    machine.set_output(false, record);
    let mut samples = Vec::new();
    let mut finding = Finding::new(Verdict::Sound, note.clone().unwrap_or_default());
    for frame in 0..case.frames {
        if settings.cancel.is_cancelled() {
            return cancelled();
        }
        let went = run_frame(machine, script, frame);
        if record {
            machine.drain_samples(&mut samples);
        }
        if !went {
            finding = jammed(machine, finding);
            break;
        }
    }
    if let Some(folder) = &settings.artifacts {
        return kept(finding, artifacts::recording(folder, &case.id, &samples));
    }
    finding
}

/// A failure with the names of its picture and state, when they are kept.
fn explained(finding: Finding, case: &Case, settings: &Settings, machine: &Machine) -> Finding {
    let failed = matches!(finding.verdict, Verdict::Fail | Verdict::Hang);
    let Some(folder) = settings.artifacts.as_ref().filter(|_| failed) else {
        return finding;
    };
    let kept = match artifacts::failure(folder, &case.id, machine) {
        Ok([picture, state]) => format!("{}\n{}", picture.display(), state.display()),
        Err(text) => format!("not kept: {text}"),
    };
    let text = format!("{}\n{kept}", finding.text);
    Finding {
        text: text.trim().to_owned(),
        ..finding
    }
}

/// The finding with the name of what was kept.
fn kept(finding: Finding, written: Result<PathBuf, String>) -> Finding {
    match written {
        Ok(path) => {
            let text = format!("{}\n{}", path.display(), finding.text);
            Finding {
                text: text.trim().to_owned(),
                ..finding
            }
        }
        Err(text) => Finding::error("io", text),
    }
}
