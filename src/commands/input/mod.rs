//! Group `input`: hold buttons, queue inputs, see what the game reads.

mod device;

use super::{
    Answer, Bindings, CommandError, Context, NoArgs, Session,
    run::{self, Bounds},
};
use crate::{
    debugger::{input_queue::MOST_STEPS, run::Goal, stop::Reason},
    nes::event::{Buttons, Device, Event, Spot},
    registry::types::{ButtonSet, Buttons as Asked, Step},
};
use serde::{Deserialize, Serialize};

const PORTS: std::ops::RangeInclusive<u8> = 1..=4;
/// Buttons from bit 7 down, as movies write them.
const LETTERS: [(u8, char); 8] = [
    (7, 'R'),
    (6, 'L'),
    (5, 'D'),
    (4, 'U'),
    (3, 'T'),
    (2, 'S'),
    (1, 'B'),
    (0, 'A'),
];

/// Binds the group.
pub fn bind(bindings: &mut Bindings) {
    bindings.bind("input_set", set);
    bindings.bind("input_seq", seq);
    bindings.bind("input_get", get);
    bindings.bind("input_clear", clear);
    bindings.bind("input_device", device::connect);
    bindings.bind("input_aim", device::aim);
    bindings.bind("input_knob", device::turn);
}

/// Buttons as letters of `RLDUTSBA`, `.` for none.
pub fn letters(buttons: Buttons) -> String {
    let held = LETTERS.iter().filter(|(bit, _)| buttons.0 >> bit & 1 == 1);
    let text: String = held.map(|row| row.1).collect();
    if text.is_empty() {
        ".".to_string()
    } else {
        text
    }
}

/// Letters held on each port.
#[derive(Debug, Serialize)]
struct Held {
    p1: String,
    p2: String,
    p3: String,
    p4: String,
}

impl Held {
    fn of(session: &Session) -> Result<Held, CommandError> {
        let input = session.machine()?.input();
        let port = |pad| letters(input.held(pad));
        Ok(Held {
            p1: port(0),
            p2: port(1),
            p3: port(2),
            p4: port(3),
        })
    }
}

/// The buttons asked for, by port.
fn by_port(asked: &Asked, port: u8) -> Vec<(u8, Buttons)> {
    let plain = |set: ButtonSet| Buttons(set.0);
    match asked {
        Asked::One(set) => vec![(port, plain(*set))],
        Asked::Ports(ports) => PORTS
            .zip(ports)
            .filter_map(|(port, set)| set.map(|set| (port, plain(set))))
            .collect(),
    }
}

/// Arguments of `input_set`.
#[derive(Debug, Deserialize)]
struct SetArgs {
    buttons: Asked,
    port: u8,
    frames: u64,
}

/// Reply of `input_set`.
#[derive(Debug, Serialize)]
struct SetReply {
    held: Held,
    frames: u64,
}

impl Answer for SetReply {
    fn text(&self) -> String {
        let held = &self.held;
        let frames = match self.frames {
            0 => String::new(),
            frames => format!(" for {frames} frames"),
        };
        format!(
            "held: {} {} {} {}{frames}",
            held.p1, held.p2, held.p3, held.p4
        )
    }
}

fn set(context: &mut Context, args: SetArgs) -> Result<SetReply, CommandError> {
    let session = &mut *context.session;
    let now = session.machine()?.position().frame;
    for (port, buttons) in by_port(&args.buttons, args.port) {
        session.inputs.clear(port);
        session.apply(&Event::Input { port, buttons })?;
        if args.frames > 0 {
            session.inputs.push(port, now, &[(buttons, args.frames)]);
        }
    }
    Ok(SetReply {
        held: Held::of(session)?,
        frames: args.frames,
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Then {
    Pause,
    Go,
}

/// Arguments of `input_seq`.
#[derive(Debug, Deserialize)]
struct SeqArgs {
    script: Vec<Step>,
    port: u8,
    then: Then,
    timeout_ms: u64,
}

/// Reply of `input_seq`.
#[derive(Debug, Serialize)]
struct SeqReply {
    steps: usize,
    frames: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<Reason>,
    #[serde(skip_serializing_if = "Option::is_none")]
    frame: Option<u64>,
}

impl Answer for SeqReply {
    fn text(&self) -> String {
        let queued = format!("{} steps, {} frames queued", self.steps, self.frames);
        match (self.reason, self.frame) {
            (Some(reason), Some(frame)) => {
                format!("{queued}; ran to frame {frame}: {}", reason.word())
            }
            _ => format!("{queued}; run_frames plays them"),
        }
    }
}

fn seq(context: &mut Context, args: SeqArgs) -> Result<SeqReply, CommandError> {
    let session = &mut *context.session;
    let now = session.machine()?.position().frame;
    for port in PORTS {
        let steps: Vec<_> = args
            .script
            .iter()
            .filter_map(|step| {
                let held = by_port(&step.buttons, args.port);
                let found = held.into_iter().find(|held| held.0 == port);
                found.map(|(_, buttons)| (buttons, u64::from(step.frames)))
            })
            .collect();
        if !steps.is_empty() && session.inputs.push(port, now, &steps).is_none() {
            return Err(CommandError::limit(format!(
                "at most {MOST_STEPS} steps wait on a port; run_frames plays them"
            )));
        }
    }
    session.feed_inputs()?;
    let mut reply = SeqReply {
        steps: args.script.len(),
        frames: session
            .inputs
            .end()
            .map_or(0, |end| end.saturating_sub(now)),
        reason: None,
        frame: None,
    };
    if args.then == Then::Go {
        let end = session.inputs.end().unwrap_or(now);
        let stop = run::run(context, &Goal::Frame(end), Bounds::timeout(args.timeout_ms))?;
        reply.reason = Some(stop.reason);
        reply.frame = Some(stop.position.frame);
    }
    Ok(reply)
}

/// Reply of `input_get`.
#[derive(Debug, Serialize)]
struct GetReply {
    ports: Vec<PortRow>,
    strobe: bool,
    polls: u64,
}

/// One controller.
#[derive(Debug, Serialize)]
struct PortRow {
    port: u8,
    device: Device,
    held: String,
    queued: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    aim: Option<Spot>,
    #[serde(skip_serializing_if = "Option::is_none")]
    knob: Option<u8>,
}

impl PortRow {
    fn line(&self) -> String {
        let queued = match self.queued {
            0 => String::new(),
            frames => format!(", {frames} frames queued"),
        };
        let aim = self.aim.map(|spot| format!(", {}", device::place(spot)));
        let knob = self.knob.map(|knob| format!(", knob at ${knob:02X}"));
        format!(
            "port {}: {:?} holds {}{}{}{queued}",
            self.port,
            self.device,
            self.held,
            aim.unwrap_or_default(),
            knob.unwrap_or_default(),
        )
    }
}

impl Answer for GetReply {
    fn text(&self) -> String {
        let mut lines: Vec<_> = self.ports.iter().map(PortRow::line).collect();
        let strobe = if self.strobe { "high" } else { "low" };
        lines.push(format!(
            "OUT0 {strobe}, {} reads since power-on",
            self.polls
        ));
        lines.join("\n")
    }
}

fn get(context: &mut Context, _args: NoArgs) -> Result<GetReply, CommandError> {
    let session = &*context.session;
    let machine = session.machine()?;
    let (input, now) = (machine.input(), machine.position().frame);
    let row = |port: u8| {
        let pad = usize::from(port - 1);
        PortRow {
            port,
            device: input.device(pad % 2),
            held: letters(input.held(pad)),
            queued: session.inputs.frames_left(port, now),
            aim: input.gun(pad),
            knob: input.knob(pad),
        }
    };
    Ok(GetReply {
        ports: PORTS.map(row).collect(),
        strobe: input.strobe(),
        polls: input.polls_of_both(),
    })
}

/// Reply of `input_clear`.
#[derive(Debug, Serialize)]
struct ClearReply {
    ports: usize,
}

impl Answer for ClearReply {
    fn text(&self) -> String {
        format!("{} ports released, queues empty", self.ports)
    }
}

fn clear(context: &mut Context, _args: NoArgs) -> Result<ClearReply, CommandError> {
    let session = &mut *context.session;
    for port in PORTS {
        session.inputs.clear(port);
        let buttons = Buttons::default();
        session.apply(&Event::Input { port, buttons })?;
    }
    Ok(ClearReply {
        ports: PORTS.count(),
    })
}
