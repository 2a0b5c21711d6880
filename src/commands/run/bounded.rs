//! One bounded run on the session's machine: control from the caller, record at the end.

use crate::{
    commands::{
        Cancel, CommandError, Context, Host, Messages, Origin, RunParts, Session, run::conditions,
    },
    debugger::{
        breakpoints::Script,
        cheats::Cheats,
        disassembler::Instruction,
        expression::MachineEnv,
        input_queue::InputQueue,
        run::{self as engine, Control, Ending, Goal, Parts},
        stop::{Place, Reason, Registers, StopRecord, StoppedAt},
        symbols::{MachineNames, Symbols},
    },
    nes::{event::Event, machine::Machine, region::Region},
};
use std::{collections::BTreeMap, time::Duration};

/// No instruction makes more accesses, its interrupt sequence and an OAM DMA included.
const MOST_ACCESSES: usize = 1100;

/// Bounds of a run; frames and cycles are absolute.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// The frame at which it ends.
    pub frame: Option<u64>,
    /// The CPU cycle at which it ends.
    pub cycle: Option<u64>,
    /// Wall time it may take, in milliseconds.
    pub timeout_ms: Option<u64>,
    /// The host's time at which it ends, once it is counted from a start.
    pub deadline: Option<Duration>,
}

impl Bounds {
    /// No bounds: the caller looks after them.
    pub fn none() -> Bounds {
        Bounds::default()
    }

    /// A bound on wall time only.
    pub fn timeout(timeout_ms: u64) -> Bounds {
        Bounds {
            timeout_ms: Some(timeout_ms),
            ..Bounds::default()
        }
    }

    /// Bounds on the frame number and on wall time.
    pub fn frame(frame: u64, timeout_ms: u64) -> Bounds {
        Bounds {
            frame: Some(frame),
            ..Bounds::timeout(timeout_ms)
        }
    }

    /// Counts the wall time from now, for a run made of several.
    pub fn from_now(mut self, now: Duration) -> Bounds {
        let timeout = self.timeout_ms.take();
        if let Some(timeout) = timeout {
            self.deadline = Some(now + Duration::from_millis(timeout));
        }
        self
    }
}

/// How long a frame takes on the television.
pub fn frame_duration(region: Region) -> Duration {
    let timing = region.timing();
    let (clocks, per) = timing.master_hz;
    let frame = u64::from(timing.scanlines) * 341 * timing.dot_divider;
    Duration::from_nanos(frame * per * 1_000_000_000 / clocks)
}

/// Runs to a goal, ends real-time running, remembers the stop and returns its record.
///
/// Errors: `no_rom`; `bad_value` for an expression that does not read.
pub fn run(
    context: &mut Context<'_>,
    goal: &Goal,
    bounds: Bounds,
) -> Result<StopRecord, CommandError> {
    Ok(run_seeing(context, goal, bounds)?.0)
}

/// As [`run`], and says whether an interrupt began.
pub fn run_seeing(
    context: &mut Context<'_>,
    goal: &Goal,
    bounds: Bounds,
) -> Result<(StopRecord, bool), CommandError> {
    let bounds = bounds.from_now(context.host.now());
    context.session.live = None;
    if let Goal::Condition(source) = goal {
        conditions::compile_for_run(source, &context.session.labels)?;
    }
    let mut control = Caller {
        host: Some(&*context.host),
        cancel: context.scope.cancel.clone(),
        deadline: bounds.deadline,
    };
    begin_watches(context.session)?;
    let script = scripts(context.session);
    let (stop, ending) = go(context.session, goal, bounds, &mut control)?;
    if let Some(complaint) = ending.complaint {
        context.notice("run", complaint);
    }
    let script = stop.breakpoint.and_then(|id| script.get(&id).cloned());
    if let (Some(id), Some(script)) = (stop.breakpoint, script) {
        act(context, id, &script);
    }
    Ok((stop, ending.interrupted))
}

/// Remembers what watched expressions are where a run begins.
fn begin_watches(session: &mut Session) -> Result<(), CommandError> {
    if session.watches.is_empty() {
        return Ok(());
    }
    let mut watches = std::mem::take(&mut session.watches);
    let records = conditions::SessionRecords { session };
    let env = MachineEnv::new(session.machine()?, &session.labels).with_records(&records);
    watches.begin_run(&env);
    session.watches = watches;
    Ok(())
}

/// The commands of breakpoints, by their numbers.
pub fn scripts(session: &Session) -> BTreeMap<u32, Script> {
    let rows = session.breakpoints.iter();
    rows.filter_map(|row| Some((row.id, row.script.clone()?)))
        .collect()
}

/// Runs the commands of a breakpoint that stopped a run, with the rights of who gave them; what
/// they answer goes to its channel.
pub fn act(context: &mut Context<'_>, id: u32, script: &Script) {
    let door = context.door;
    let (stop, origin) = (context.session.last_stop.clone(), context.scope.origin);
    if !script.trusted {
        context.scope.origin = Origin::Mcp;
    }
    for reply in door.enter_line(context, &script.line) {
        let channel = format!("breakpoint{id}");
        context.session.messages.push(&channel, reply.text);
    }
    context.scope.origin = origin;
    let stands = context.session.machine().map(place).ok();
    // What ran the machine on has the last word.
    if stop.as_ref().map(|stop| stop.position) == stands {
        context.session.last_stop = stop;
    }
}

/// Completes the instruction in whose middle the machine stands, because something changes it:
/// breakpoints on the way are judged, and one that stops is reported by the next run.
///
/// Errors: `no_rom`.
pub fn finish_instruction(session: &mut Session) -> Result<(), CommandError> {
    let last_stop = session.last_stop.clone();
    let mut owed = None;
    for _ in 0..MOST_ACCESSES {
        if !session.machine()?.in_mid_instruction() {
            break;
        }
        let mut control = Caller {
            host: None,
            cancel: Cancel::default(),
            deadline: None,
        };
        let goal = Goal::Instructions(1);
        let (stop, _) = go(session, &goal, Bounds::none(), &mut control)?;
        owed = owed.or(stop.breakpoint);
    }
    session.last_stop = last_stop;
    session.breakpoints.owed = owed;
    Ok(())
}

/// Runs one frame of real-time running.
///
/// Errors: `no_rom`.
pub fn frame(session: &mut Session) -> Result<StopRecord, CommandError> {
    let goal = Goal::Frame(session.machine()?.position().frame + 1);
    let mut control = Caller {
        host: None,
        cancel: Cancel::default(),
        deadline: None,
    };
    let (stop, ending) = go(session, &goal, Bounds::none(), &mut control)?;
    if let Some(live) = &mut session.live {
        live.begun = true;
    }
    if let Some(complaint) = ending.complaint {
        session.messages.push("run", complaint);
    }
    Ok(stop)
}

/// The record of a machine that stands still.
///
/// Errors: `no_rom`.
pub fn stand(context: &mut Context<'_>, reason: Reason) -> Result<StopRecord, CommandError> {
    let ending = Ending::from(reason);
    let session = &context.session;
    Ok(record(session.machine()?, &session.symbols(), &ending, 0))
}

fn go(
    session: &mut Session,
    goal: &Goal,
    bounds: Bounds,
    control: &mut Caller<'_>,
) -> Result<(StopRecord, Ending), CommandError> {
    let symbols = session.symbols();
    let mark = session.stopwatch.cycle;
    let continues = session.live.is_some_and(|live| live.begun);
    let RunParts {
        machine,
        recent,
        breakpoints,
        inputs,
        cheats,
    } = session.run_parts()?;
    let before = machine.position().instructions;
    let limits = engine::Bounds {
        frame: bounds.frame,
        cycle: bounds.cycle,
    };
    let parts = Parts {
        machine: &mut *machine,
        recent,
        breakpoints,
        symbols: &symbols,
        mark,
        continues,
    };
    let mut control = Feeding {
        inputs,
        cheats,
        control,
    };
    let mut ending = engine::run(parts, goal, limits, &mut control);
    let executed = machine.position().instructions - before;
    let stop = record(machine, &symbols, &ending, executed);
    session.last_stop = Some(stop.clone());
    pass_on(&mut session.messages, &mut ending);
    Ok((stop, ending))
}

/// Queues what log points wrote, each on its own channel.
fn pass_on(messages: &mut Messages, ending: &mut Ending) {
    for (id, line) in std::mem::take(&mut ending.lines) {
        messages.push(&format!("log{id}"), line);
    }
    if ending.lost_lines > 0 {
        let lost = format!(
            "{} lines of log points found no room in this run",
            ending.lost_lines
        );
        messages.push("run", lost);
    }
}

/// The record of a run that ended.
fn record(machine: &Machine, symbols: &Symbols, ending: &Ending, executed: u64) -> StopRecord {
    let cpu = machine.cpu();
    let instruction = Instruction::decode(cpu.pc, &|address| machine.peek(address));
    StopRecord {
        reason: ending.reason,
        breakpoint: ending.breakpoint,
        access: ending.witness.map(StoppedAt::from),
        complaint: ending.complaint.clone(),
        position: place(machine),
        pc: cpu.pc,
        instruction: instruction.text(&MachineNames::new(machine, symbols)),
        registers: Registers {
            a: cpu.a,
            x: cpu.x,
            y: cpu.y,
            s: cpu.s,
            p: cpu.p.0,
        },
        executed,
        next: next_command(ending.reason, cpu.pc),
    }
}

/// Where a machine stands in time.
pub fn place(machine: &Machine) -> Place {
    Place::of(machine.position())
}

/// What one does next after such a stop.
fn next_command(reason: Reason, pc: u16) -> String {
    match reason {
        Reason::Breakpoint | Reason::Until => format!("code_disassemble ${pc:04X}"),
        Reason::Event | Reason::Cancelled => "cpu_registers".to_string(),
        Reason::Done => "observe".to_string(),
        Reason::Paused => "machine_resume".to_string(),
        Reason::Limit | Reason::Timeout => "run_until".to_string(),
        Reason::Jam => "machine_reset".to_string(),
        Reason::ExprError => "breakpoint_list".to_string(),
        Reason::StartOfHistory => "run_frames".to_string(),
    }
}

/// The caller's side of a run.
struct Caller<'a> {
    host: Option<&'a dyn Host>,
    cancel: Cancel,
    deadline: Option<Duration>,
}

/// A caller with the inputs that wait for their frames, and the cheats.
struct Feeding<'a, 'b> {
    inputs: &'a mut InputQueue,
    cheats: &'a mut Cheats,
    control: &'a mut Caller<'b>,
}

impl Control for Feeding<'_, '_> {
    fn begin_frame(&mut self, machine: &Machine) -> Vec<Event> {
        let mut events = self.inputs.due(machine.position().frame);
        events.extend(self.cheats.due(machine));
        events
    }

    fn check(&mut self, _machine: &Machine) -> Option<Reason> {
        let caller = &*self.control;
        if caller.cancel.is_cancelled() {
            return Some(Reason::Cancelled);
        }
        let now = caller.host?.now();
        (now >= caller.deadline?).then_some(Reason::Timeout)
    }
}
