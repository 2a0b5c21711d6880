//! Runs one entry of the manifest and judges it as `roms/README.md` says.

use nescope::nes::{
    cartridge::Rom,
    event::{Buttons, Event, Reset},
    machine::Machine,
    observer::Silent,
    options::PowerOptions,
    region::Region,
};
use serde_json::Value;
use std::{path::Path, sync::Arc};

/// First byte of the report area's signature.
const SIGNATURE: u16 = 0x6001;
/// Frames from the wish for a reset to the reset.
const RESET_DELAY: u64 = 7;
/// What the report area says while the test runs.
const RUNNING: u8 = 0x80;
/// What it says when it wants a reset.
const WANTS_RESET: u8 = 0x81;

/// Frames from the text on the screen to the result in RAM, generously.
const SETTLING: u64 = 60;

/// What became of an entry.
#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    Pass,
    Fail(String),
    Hang(String),
    /// Not a kind judged here, or not a file this machine runs.
    Other(String),
}

fn machine(roms: &Path, entry: &Value) -> Result<Machine, String> {
    let path = roms.join(entry["path"].as_str().expect("an entry has a path"));
    let file = std::fs::read(path).map_err(|error| error.to_string())?;
    let rom = Rom::parse(&file).map_err(|error| error.to_string())?;
    let region = match entry["region"].as_str() {
        Some("pal") => Region::Pal,
        Some("dendy") => Region::Dendy,
        _ => Region::Ntsc,
    };
    let options = PowerOptions {
        region: Some(region),
        ..PowerOptions::default()
    };
    Machine::power_on(Arc::new(rom), options).map_err(|error| error.to_string())
}

/// Runs an entry until its verdict is final or its frames are over.
pub fn judge(roms: &Path, entry: &Value) -> Verdict {
    let mut machine = match machine(roms, entry) {
        Ok(machine) => machine,
        Err(error) => return Verdict::Other(error),
    };
    machine.set_output(false, false);
    let frames = entry["frames"].as_u64().unwrap_or(600);
    match entry["pass"]["kind"].as_str().unwrap_or_default() {
        "blargg6000" => report_area(&mut machine, entry, frames),
        "ram" => ram(&mut machine, entry, frames),
        "screen-text" => screen_text(&mut machine, entry, frames),
        "accuracycoin" => Verdict::Other("accuracycoin".to_owned()),
        kind => Verdict::Other(kind.to_owned()),
    }
}

/// Runs one frame with the entry's input; false when the CPU jammed.
fn frame(machine: &mut Machine, entry: &Value) -> bool {
    let frame = machine.position().frame;
    for input in entry["input"].as_array().into_iter().flatten() {
        let number = |key: &str| input[key].as_u64().unwrap_or_default();
        let (first, last) = (number("frame"), number("frame") + number("frames"));
        if frame == first || frame == last {
            let pressed = input["press"].as_array().into_iter().flatten();
            let buttons = pressed.filter_map(Value::as_str).map(button).sum();
            let held = if frame == first { buttons } else { 0 };
            let port = number("port").max(1) as u8;
            let event = Event::Input {
                port,
                buttons: Buttons(held),
            };
            machine.apply(&event).expect("the port exists");
        }
    }
    machine.run_until_frame(frame + 1, &mut Silent)
}

fn button(name: &str) -> u8 {
    const NAMES: [&str; 8] = ["a", "b", "select", "start", "up", "down", "left", "right"];
    let name = name.to_lowercase();
    let bit = NAMES.iter().position(|&known| known == name);
    1 << bit.expect("a known button")
}

fn text(machine: &Machine) -> String {
    (0x6004..0x7000)
        .map(|address| machine.peek(address))
        .take_while(|&byte| byte != 0)
        .map(char::from)
        .collect::<String>()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

fn report_area(machine: &mut Machine, entry: &Value, frames: u64) -> Verdict {
    let mut before = 0;
    let mut reset_at = None;
    for _ in 0..frames {
        let alive = frame(machine, entry);
        let signature = [0, 1, 2].map(|i| machine.peek(SIGNATURE + i));
        if signature == [0xDE, 0xB0, 0x61] {
            let status = machine.peek(SIGNATURE - 1);
            let now = machine.position().frame;
            if status == WANTS_RESET && before != WANTS_RESET {
                reset_at = Some(now + RESET_DELAY);
            }
            before = status;
            match status {
                0 => return Verdict::Pass,
                RUNNING | WANTS_RESET => {}
                code => return Verdict::Fail(format!("{code}: {}", text(machine))),
            }
            if reset_at == Some(now) {
                machine.apply(&Event::Reset(Reset::Soft)).expect("a reset");
            }
        }
        if !alive && reset_at.is_none() {
            return Verdict::Fail(format!("jammed: {}", text(machine)));
        }
    }
    Verdict::Hang(format!("status {before:02X}: {}", text(machine)))
}

/// The first nametable as text.
fn screen(machine: &Machine) -> String {
    (0x2000..0x23C0)
        .map(|address| {
            machine
                .peek_space(nescope::nes::event::Space::Ppu, address)
                .unwrap_or(0)
        })
        .map(|tile| {
            if tile.is_ascii_graphic() {
                char::from(tile)
            } else {
                ' '
            }
        })
        .collect()
}

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn ram(machine: &mut Machine, entry: &Value, frames: u64) -> Verdict {
    let pass = &entry["pass"];
    let digits = pass["addr"].as_str().unwrap_or_default();
    let digits = digits.trim_start_matches("0x");
    let address = u16::from_str_radix(digits, 16).expect("a hexadecimal address");
    let texts: Vec<&str> = ["screen_pass", "screen_fail"]
        .iter()
        .filter_map(|key| pass[key].as_str())
        .collect();
    for _ in 0..frames {
        frame(machine, entry);
        let screen = screen(machine);
        if texts.iter().any(|text| screen.contains(text)) {
            for _ in 0..SETTLING {
                frame(machine, entry);
            }
            break;
        }
    }
    match machine.peek(address) {
        1 => Verdict::Pass,
        code => Verdict::Fail(format!("{code}: {}", squeezed(&screen(machine)))),
    }
}

fn screen_text(machine: &mut Machine, entry: &Value, frames: u64) -> Verdict {
    let pass = &entry["pass"];
    let mut wanted: Vec<&str> = pass["pass_text"].as_str().into_iter().collect();
    let any = pass["pass_text_any"].as_array().into_iter().flatten();
    wanted.extend(any.filter_map(Value::as_str));
    for _ in 0..frames {
        frame(machine, entry);
        let screen = screen(machine);
        let start = match pass["after"].as_str() {
            Some(after) => screen.find(after),
            None => Some(0),
        };
        if start.is_some_and(|start| wanted.iter().any(|text| screen[start..].contains(text))) {
            return Verdict::Pass;
        }
    }
    Verdict::Fail(squeezed(&screen(machine)))
}
