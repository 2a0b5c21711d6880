//! A debugger that reads everything changes nothing.
//!
//! A hub with the cartridge, breakpoints on every address, runs to three places. There it
//! answers the commands that only observe, as the examples of their specs ask, and reads all
//! memories whole; each place takes a third of them, and the seed which. A machine that nobody
//! looks at runs beside it in one go.

use super::{Subject, ending::Ending, random};
use crate::{
    host::{Disk, Policy},
    hub::{Call, Hub, HubOptions, Origin, Reply},
    nes::{digest, machine::Machine, observer::Silent},
    registry::Effect,
};
use serde_json::json;

/// Frames before the first look, at most.
const REACH: u64 = 30;
/// How the places follow each other: any dot, an instruction's end, a cycle.
const MOVES: [&str; 3] = ["run_dots", "run_step", "run_cycle"];
/// Most dots, instructions or cycles of such a move.
const LONGEST_MOVE: u64 = 20_000;
/// What makes the hub watch every access: none of them ever stops.
const WATCHES: [&str; 2] = [
    "breakpoint_add $0000..$FFFF any if cycle == 0",
    "breakpoint_add_change $0000..$07FF if cycle == 0",
];
/// Whole memories and long stretches, which no example asks for.
const WHOLE: [&str; 9] = [
    "memory_read $0000 65536",
    "memory_read ppu:$0000 16384",
    "memory_read oam:0 256",
    "memory_read oam2:0 32",
    "memory_read pal:0 32",
    "memory_read prg:0 16384",
    "code_disassemble $8000 500",
    "expression_evaluate ppustatus + {$2002} + {$4015} + {$2007} + {$4016}",
    "ppu_oam all",
];
/// Groups whose commands look at other things than the machine.
const APART: [&str; 2] = ["test", "mcp"];
/// A command that does what the rest of the deep check does.
const SELF_TEST: &str = "machine_selftest";

/// Looks at a few places of a case and compares.
pub fn check(subject: &Subject, seed: u64) -> Result<(), String> {
    let mut hub = hub(subject)?;
    let mut alone = machine(&hub)?.clone();
    let frames = 1 + random(subject, seed, "look") % subject.frames.clamp(1, REACH);
    let lines = observing(&hub);
    for line in WATCHES {
        must(hub.line(line, Origin::Script), line)?;
    }
    must(
        hub.line(&format!("run_frames {frames}"), Origin::Script),
        "run_frames",
    )?;
    for (place, step) in MOVES.into_iter().enumerate() {
        let length = 1 + random(subject, seed, step) % LONGEST_MOVE;
        let line = format!("{step} {length}");
        must(hub.line(&line, Origin::Script), &line)?;
        let first = (place + (seed % 3) as usize) % MOVES.len();
        let some = lines.iter().skip(first).step_by(MOVES.len());
        look(&mut hub, some)?;
    }
    must(hub.line("run_frames 3", Origin::Script), "run_frames")?;
    let seen = machine(&hub)?;
    alone.run_until_frame(seen.position().frame, &mut Silent);
    match ending(seen).difference(&ending(&alone)) {
        None => Ok(()),
        Some(part) => Err(format!(
            "looked at from frame {frames} on, {part} differs in frame {}",
            seen.position().frame
        )),
    }
}

/// A hub with the case's cartridge at power-on.
fn hub(subject: &Subject) -> Result<Hub, String> {
    let disk = Disk::new(Policy::default(), false);
    let hub = Hub::new(HubOptions::default(), Box::new(disk));
    let mut hub = hub.map_err(|error| error.to_string())?;
    let mut arguments = json!({ "path": subject.path.to_string_lossy() });
    if let Some(region) = subject.options.region {
        arguments["region"] = json!(region);
    }
    let loaded = hub.call(Call::new("machine_load", arguments, Origin::Script));
    must(vec![loaded], "machine_load")?;
    Ok(hub)
}

fn machine(hub: &Hub) -> Result<&Machine, String> {
    hub.session().machine().map_err(|error| error.message)
}

/// The lines of all examples that observe.
fn observing(hub: &Hub) -> Vec<String> {
    let registry = hub.registry();
    let commands = registry.commands().filter(|command| {
        command.effect == Effect::Observe
            && command.name != SELF_TEST
            && !APART.contains(&command.group.name.as_str())
    });
    let examples = commands.flat_map(|command| &command.examples);
    let examples = examples.map(|example| example.line.clone());
    examples.chain(WHOLE.map(str::to_owned)).collect()
}

/// Reads everything. What a cartridge has not (a label, CHR RAM) is refused, and that is fine.
fn look<'a>(hub: &mut Hub, lines: impl Iterator<Item = &'a String>) -> Result<(), String> {
    let before = machine(hub)?.save();
    for line in lines {
        let replies = hub.line(line, Origin::Script);
        let broken = |reply: &&Reply| {
            let error = reply.error.as_ref();
            error.is_some_and(|error| error.code == "internal")
        };
        if let Some(reply) = replies.iter().find(broken) {
            return Err(format!("{line}: {}", reply.text));
        }
        if machine(hub)?.save() != before {
            return Err(format!("{line} changed the state"));
        }
    }
    Ok(())
}

fn must(replies: Vec<Reply>, line: &str) -> Result<(), String> {
    match replies.iter().find(|reply| !reply.ok) {
        Some(reply) => Err(format!("{line}: {}", reply.text)),
        None => Ok(()),
    }
}

fn ending(machine: &Machine) -> Ending {
    let mut sound = digest::Sound::default();
    sound.add(machine.samples());
    Ending::of(machine, sound)
}
