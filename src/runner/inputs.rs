//! Scripted input: which buttons are held in which frame, and how other devices are moved.

use super::{args::BenchInput, manifest::Press};
use crate::nes::{
    event::{Buttons, Device, Event, Spot},
    input::vaus,
    machine::Machine,
};

/// Button names, by bit.
const NAMES: [&str; 8] = ["A", "B", "Select", "Start", "Up", "Down", "Left", "Right"];
const A: u8 = 0x01;
const START: u8 = 0x08;
const LEFT: u8 = 0x40;
const RIGHT: u8 = 0x80;

/// The buttons of a list of names.
///
/// # Errors
/// The first name that is no button.
pub fn buttons(names: &[String]) -> Result<Buttons, String> {
    let mut held = 0;
    for name in names {
        let bit = NAMES
            .iter()
            .position(|known| known.eq_ignore_ascii_case(name));
        held |= 1 << bit.ok_or_else(|| format!("no button is called {name}"))?;
    }
    Ok(Buttons(held))
}

/// A script: buttons per port and frame, as presses, and the devices that are no pads.
#[derive(Clone, Debug, Default)]
pub struct Script {
    presses: Vec<(Press, Buttons)>,
    devices: Vec<(u8, Device)>,
}

impl Script {
    /// A script of presses.
    ///
    /// # Errors
    /// Names that are no buttons, ports that are none, and knobs beyond their end.
    pub fn new(presses: &[Press]) -> Result<Script, String> {
        let mut script = Script::default();
        for press in presses {
            let moved = press.aim.is_some() || press.knob.is_some();
            if !(1..=if moved { 2 } else { 4 }).contains(&press.port) {
                return Err(format!("no port {}", press.port));
            }
            if let Some(knob) = press.knob.filter(|knob| !vaus::RANGE.contains(knob)) {
                return Err(format!("no knob turns to {knob}"));
            }
            script.presses.push((press.clone(), buttons(&press.press)?));
        }
        Ok(script)
    }

    /// The same with a device in these ports, 1 or 2.
    pub fn with(mut self, device: Device, ports: &[u8]) -> Script {
        self.devices
            .extend(ports.iter().map(|port| (*port, device)));
        self
    }

    /// Buttons held on a port in a frame.
    pub fn held(&self, port: u8, frame: u64) -> Buttons {
        let now = self.presses.iter().filter(|(press, _)| {
            press.port == port && (press.frame..press.frame + press.frames).contains(&frame)
        });
        Buttons(now.fold(0, |held, (_, buttons)| held | buttons.0))
    }

    /// The first frame in which another script may do something else; `u64::MAX` without one.
    pub fn parting(&self, other: &Script) -> u64 {
        if self.devices != other.devices {
            return 0;
        }
        let lacks = |script: &Script, press| !script.presses.contains(press);
        let ours = self.presses.iter().filter(|press| lacks(other, press));
        let theirs = other.presses.iter().filter(|press| lacks(self, press));
        let alone = ours.chain(theirs).map(|(press, _)| press.frame);
        alone.min().unwrap_or(u64::MAX)
    }

    /// Tells the machine what changed from the frame before `frame`.
    pub fn apply(&self, machine: &mut Machine, frame: u64) {
        if frame == 0 {
            for &(port, device) in &self.devices {
                let event = Event::Attach { port, device };
                machine.apply(&event).expect("devices are in ports 1 and 2");
            }
        }
        for event in self.moves(frame) {
            machine.apply(&event).expect("a script is checked");
        }
        for port in 1..=4 {
            let before = if frame == 0 {
                Buttons(0)
            } else {
                self.held(port, frame - 1)
            };
            hold(machine, port, before, self.held(port, frame));
        }
    }

    /// How light guns and knobs are moved at the beginning of a frame.
    fn moves(&self, frame: u64) -> impl Iterator<Item = Event> {
        let now = self.presses.iter().map(|(press, _)| press);
        now.filter(move |press| press.frame == frame)
            .flat_map(|press| {
                let port = press.port;
                let spot = press.aim.map(|[x, y]| Spot { x, y });
                let aim = spot.map(|spot| Event::Aim { port, spot });
                let knob = press.knob.map(|position| Event::Knob { port, position });
                aim.into_iter().chain(knob)
            })
    }
}

/// The buttons a bench holds on port 1 in a frame.
pub fn bench(input: BenchInput, frame: u64) -> Buttons {
    let held = |condition: bool, button: u8| if condition { button } else { 0 };
    Buttons(match input {
        BenchInput::None => 0,
        BenchInput::Start => held((60..68).contains(&frame), START),
        BenchInput::Mash => {
            held(frame >= 60 && (frame - 60) % 128 < 8, START)
                | held(frame / 16 % 2 == 1, A)
                | if frame / 64 % 2 == 1 { RIGHT } else { LEFT }
        }
    })
}

/// Changes the buttons of a port if they differ.
pub fn hold(machine: &mut Machine, port: u8, before: Buttons, now: Buttons) {
    if before != now {
        let event = Event::Input { port, buttons: now };
        machine.apply(&event).expect("ports 1 to 4 exist");
    }
}
