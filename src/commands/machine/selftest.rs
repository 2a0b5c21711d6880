//! `machine_selftest`: save, run, load, run again on a copy.

use crate::{
    commands::{
        answer::{Answer, CommandError},
        context::Context,
    },
    nes::{digest, machine::Machine, observer::Silent, state},
};
use serde::{Deserialize, Serialize};

/// Arguments of `machine_selftest`.
#[derive(Deserialize)]
pub struct SelftestArgs {
    frames: u64,
}

/// Reply of `machine_selftest`.
#[derive(Serialize)]
pub struct SelftestReply {
    equal: bool,
    frames: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<String>,
    sha256: String,
}

impl Answer for SelftestReply {
    fn text(&self) -> String {
        match &self.difference {
            None => format!(
                "equal after {} frames, state {}",
                self.frames,
                &self.sha256[..16]
            ),
            Some(difference) => format!("different after {} frames: {difference}", self.frames),
        }
    }
}

/// Runs twice from here, the second time from the saved state, and compares.
pub fn selftest(
    context: &mut Context<'_>,
    args: SelftestArgs,
) -> Result<SelftestReply, CommandError> {
    let mut machine = context.session.machine()?.clone();
    machine.set_output(true, false);
    let saved = machine.save();
    let first = run(context, &mut machine, args.frames)?;
    let loaded = machine.load(&saved);
    loaded.map_err(|error| CommandError::new("internal", error.to_string()))?;
    let second = run(context, &mut machine, args.frames)?;
    Ok(SelftestReply {
        equal: first == second,
        frames: args.frames,
        difference: difference(&first, &second),
        sha256: digest::bytes(&first.state),
    })
}

/// What a run came to.
#[derive(PartialEq, Eq)]
struct End {
    state: Vec<u8>,
    picture: String,
}

fn run(context: &mut Context<'_>, machine: &mut Machine, frames: u64) -> Result<End, CommandError> {
    let start = machine.position().frame;
    for frame in 1..=frames {
        if context.scope.cancel.is_cancelled() {
            return Err(CommandError::new(
                "cancelled",
                "the self-test was cancelled",
            ));
        }
        context.report(frame, Some(frames), "frames");
        machine.run_until_frame(start + frame, &mut Silent);
    }
    Ok(End {
        state: machine.save(),
        picture: digest::picture(machine.pixels()),
    })
}

/// The first section in which the states differ, or the picture.
fn difference(first: &End, second: &End) -> Option<String> {
    let (a, b) = (
        state::sections(&first.state),
        state::sections(&second.state),
    );
    let section = a.iter().zip(&b).find(|(a, b)| a != b);
    let section = section.map(|((tag, a), (_, b))| {
        let at = a.iter().zip(*b).position(|(a, b)| a != b);
        format!("section {tag}, byte {}", at.unwrap_or(a.len().min(b.len())))
    });
    section.or_else(|| (first.picture != second.picture).then(|| "the picture".to_string()))
}
