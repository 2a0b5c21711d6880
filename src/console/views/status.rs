//! One line about the machine and the view.

use super::cell::{Line, Look};

/// What the line tells.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Status<'a> {
    /// Whether a cartridge is loaded.
    pub loaded: bool,
    /// Whether the machine runs in real time.
    pub running: bool,
    /// Whether a command is at work.
    pub busy: bool,
    /// Speed in percent; 0 is unlimited.
    pub speed: u32,
    /// Frame number.
    pub frame: u64,
    /// Frames a second of the machine.
    pub machine_rate: f64,
    /// Pictures drawn a second.
    pub drawn_rate: f64,
    /// Letters of the buttons held, or `.`.
    pub held: &'a str,
    /// Whether keys go to the prompt.
    pub typing: bool,
}

/// The line, most important things first.
pub fn line(status: &Status<'_>) -> Line {
    let state = match (status.loaded, status.busy, status.running) {
        (_, true, _) => "busy",
        (false, ..) => "no cartridge",
        (_, _, true) => "running",
        _ => "paused",
    };
    let speed = match status.speed {
        0 => "full speed".to_string(),
        percent => format!("{percent} %"),
    };
    let keys = match status.typing {
        true => "Enter runs, Tab completes, Esc plays",
        false => "Space run/pause, : prompt, ? keys, q leaves",
    };
    let rates = match status.running {
        true => format!(
            "{:.1} fps, {:.0} drawn/s  ",
            status.machine_rate, status.drawn_rate
        ),
        false => String::new(),
    };
    let text = format!(
        " {state} {speed}  {rates}frame {}  pad {}  {keys}",
        status.frame, status.held
    );
    // The bar goes all the way.
    Line::with(Look::Reverse, format!("{text:<1000}"))
}
