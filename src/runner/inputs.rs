//! Scripted input: which buttons are held in which frame.

use super::{args::BenchInput, manifest::Press};
use crate::nes::{
    event::{Buttons, Event},
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

/// A script: buttons per port and frame, as presses.
#[derive(Clone, Debug, Default)]
pub struct Script {
    presses: Vec<(Press, Buttons)>,
}

impl Script {
    /// A script of presses.
    ///
    /// # Errors
    /// Names that are no buttons and ports that are none.
    pub fn new(presses: &[Press]) -> Result<Script, String> {
        let mut script = Script::default();
        for press in presses {
            if !(1..=4).contains(&press.port) {
                return Err(format!("no port {}", press.port));
            }
            script.presses.push((press.clone(), buttons(&press.press)?));
        }
        Ok(script)
    }

    /// Buttons held on a port in a frame.
    pub fn held(&self, port: u8, frame: u64) -> Buttons {
        let now = self.presses.iter().filter(|(press, _)| {
            press.port == port && (press.frame..press.frame + press.frames).contains(&frame)
        });
        Buttons(now.fold(0, |held, (_, buttons)| held | buttons.0))
    }

    /// Tells the machine what changed from the frame before `frame`.
    pub fn apply(&self, machine: &mut Machine, frame: u64) {
        for port in 1..=4 {
            let before = if frame == 0 {
                Buttons(0)
            } else {
                self.held(port, frame - 1)
            };
            hold(machine, port, before, self.held(port, frame));
        }
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
