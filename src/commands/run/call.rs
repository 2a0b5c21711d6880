//! `run_call` and `run_stopwatch`: how long things take and what they do.

use crate::{
    commands::{Answer, CommandError, Context, place},
    debugger::subroutine::{self, Account},
    nes::{
        event::{Event, Register, Space},
        machine::Machine,
        region::Region,
    },
    registry::Address,
};
use serde::{Deserialize, Serialize};

const STACK_PAGE: u32 = 0x100;
const RETURN_ADDRESS_BYTES: u32 = 2;
/// Written bytes that the text lists.
const MOST_LINES: usize = 32;

/// Arguments of `run_call`.
#[derive(Deserialize)]
pub struct CallArgs {
    address: Address,
    a: Option<u8>,
    x: Option<u8>,
    y: Option<u8>,
    writes: bool,
    max_cycles: u64,
    isolated: bool,
}

/// Reply of `run_call`.
#[derive(Debug, Serialize)]
pub struct CallReply {
    returned: bool,
    a: u8,
    x: u8,
    y: u8,
    p: u8,
    flags: String,
    pc: u16,
    cycles: u64,
    instructions: u64,
    interrupts: u64,
    stack_delta: i32,
    stack_bytes: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    writes: Option<Vec<Write>>,
    further_writes: u64,
}

/// A byte that was written.
#[derive(Debug, Serialize)]
struct Write {
    address: u16,
    old: u8,
    value: u8,
    pc: u16,
}

impl Answer for CallReply {
    fn text(&self) -> String {
        let end = match self.returned {
            true => "returned".to_string(),
            false => format!("did not return; at ${:04X}", self.pc),
        };
        let mut lines = vec![format!(
            "{end} after {} cycles, {} instructions, {} interrupts\n\
             A:{:02X} X:{:02X} Y:{:02X} {}  stack: {} bytes deep, {:+} at the end",
            self.cycles,
            self.instructions,
            self.interrupts,
            self.a,
            self.x,
            self.y,
            self.flags,
            self.stack_bytes,
            self.stack_delta
        )];
        let writes = self.writes.as_deref().unwrap_or_default();
        for write in writes.iter().take(MOST_LINES) {
            lines.push(format!(
                "${:04X}: ${:02X} -> ${:02X}  by ${:04X}",
                write.address, write.old, write.value, write.pc
            ));
        }
        let further = writes.len().saturating_sub(MOST_LINES) as u64 + self.further_writes;
        if further > 0 {
            lines.push(format!("{further} further bytes; the result lists 256"));
        }
        lines.join("\n")
    }
}

/// Calls a subroutine, on a copy of the machine or on the machine itself.
pub fn call(context: &mut Context<'_>, args: CallArgs) -> Result<CallReply, CommandError> {
    let target = place::cpu(context.session.machine()?, &args.address)?;
    if !args.isolated {
        return call_here(context, &args, target);
    }
    let mut copy = context.session.machine()?.clone();
    copy.set_output(false, false);
    copy.finish_instruction();
    for event in entry(&copy, &args, target) {
        let refused = copy.apply(&event);
        refused.map_err(|error| CommandError::new(error.code(), error.to_string()))?;
    }
    Ok(run(&mut copy, &args))
}

/// The machine itself makes the call: what it did is undone by nothing.
fn call_here(
    context: &mut Context<'_>,
    args: &CallArgs,
    target: u16,
) -> Result<CallReply, CommandError> {
    context.session.machine_mut()?.finish_instruction();
    let events = entry(context.session.machine()?, args, target);
    for event in &events {
        context.session.apply(event)?;
    }
    let reply = run(context.session.machine_mut()?, args);
    context.session.breakpoints.forget_judged();
    let session = &mut *context.session;
    let parts = session.run_parts()?;
    parts.recent.begin_frame(parts.machine);
    Ok(reply)
}

/// What puts a machine at the start of a subroutine that will return to where it stands.
fn entry(machine: &Machine, args: &CallArgs, target: u16) -> Vec<Event> {
    let cpu = machine.cpu();
    let set = |register, value: u16| Event::SetRegister { register, value };
    let [low, high] = cpu.pc.wrapping_sub(1).to_le_bytes();
    let poke = |below: u8, value| Event::Poke {
        space: Space::Ram,
        address: STACK_PAGE + u32::from(cpu.s.wrapping_sub(below)),
        value,
    };
    let mut events = vec![
        poke(0, high),
        poke(1, low),
        set(Register::S, u16::from(cpu.s.wrapping_sub(2))),
        set(Register::Pc, target),
    ];
    let registers = [
        (Register::A, args.a),
        (Register::X, args.x),
        (Register::Y, args.y),
    ];
    let given = registers
        .into_iter()
        .filter_map(|(register, value)| Some(set(register, u16::from(value?))));
    events.extend(given);
    events
}

fn run(machine: &mut Machine, args: &CallArgs) -> CallReply {
    let before = machine.position();
    let s = machine.cpu().s.wrapping_add(RETURN_ADDRESS_BYTES as u8);
    let account = subroutine::run(machine, args.max_cycles);
    let (after, cpu) = (machine.position(), machine.cpu());
    let Account {
        returned,
        writes,
        further_writes,
        interrupts,
        deepest,
    } = account;
    let rows = writes.iter().map(|row| Write {
        address: row.address,
        old: row.old,
        value: row.value,
        pc: row.pc,
    });
    CallReply {
        returned,
        a: cpu.a,
        x: cpu.x,
        y: cpu.y,
        p: cpu.p.pushed(false),
        flags: crate::debugger::stop::flags(cpu.p.0),
        pc: cpu.pc,
        cycles: after.cycle - before.cycle,
        instructions: after.instructions - before.instructions,
        interrupts,
        stack_delta: i32::from(cpu.s.wrapping_sub(s).cast_signed()),
        stack_bytes: u32::from(deepest) + RETURN_ADDRESS_BYTES,
        writes: args.writes.then(|| rows.collect()),
        further_writes,
    }
}

/// Arguments of `run_stopwatch`.
#[derive(Deserialize)]
pub struct StopwatchArgs {
    reset: Option<bool>,
}

/// Reply of `run_stopwatch`.
#[derive(Debug, Serialize)]
pub struct StopwatchReply {
    cycles: u64,
    dots: u64,
    milliseconds: f64,
    scanlines: f64,
    instructions: u64,
    frames: u64,
}

impl Answer for StopwatchReply {
    fn text(&self) -> String {
        format!(
            "{} cycles, {} dots, {:.2} scanlines, {:.4} ms, {} instructions, {} frames",
            self.cycles,
            self.dots,
            self.scanlines,
            self.milliseconds,
            self.instructions,
            self.frames
        )
    }
}

/// Says how much has run since the stopwatch was reset.
pub fn stopwatch(
    context: &mut Context<'_>,
    args: StopwatchArgs,
) -> Result<StopwatchReply, CommandError> {
    let machine = context.session.machine()?;
    let (now, mark) = (machine.position(), &context.session.stopwatch);
    let timing = machine.region().timing();
    let clocks = now.clock.saturating_sub(mark.clock);
    let dots = clocks / timing.dot_divider;
    let reply = StopwatchReply {
        cycles: now.cycle.saturating_sub(mark.cycle),
        dots,
        milliseconds: milliseconds(machine.region(), clocks),
        scanlines: dots as f64 / 341.0,
        instructions: now.instructions.saturating_sub(mark.instructions),
        frames: now.frame.saturating_sub(mark.frame),
    };
    if args.reset == Some(true) {
        context.session.stopwatch = now;
    }
    Ok(reply)
}

fn milliseconds(region: Region, clocks: u64) -> f64 {
    let (hertz, per) = region.timing().master_hz;
    clocks as f64 * per as f64 * 1000.0 / hertz as f64
}
