//! Devices that entries of a manifest need, and what is done with them when it does not say.
//!
//! NESdev: Zapper; Arkanoid controller

use super::{inputs::Script, manifest::Press};
use crate::nes::{event::Device, input::vaus};

/// The middle of the picture.
const MIDDLE: [i16; 2] = [128, 120];
/// How long a trigger or a button is held.
const HELD_FRAMES: u64 = 10;
/// Steps in which a knob turns.
const TURNS: u64 = 16;

/// The device that a word of a manifest means, if there is one here.
pub fn named(word: &str) -> Option<Device> {
    match word {
        "zapper" => Some(Device::Zapper),
        "arkanoid" => Some(Device::Arkanoid),
        _ => None,
    }
}

/// The script of an entry that needs a device and runs for `frames`: its own input or, without
/// any, what shows the device at work. A gun points at the middle of the picture and is fired
/// when two thirds have passed; a knob turns over its whole range, then the button is pressed.
///
/// # Errors
/// As of [`Script::new`].
pub fn script(device: Device, input: &[Press], frames: u64) -> Result<Script, String> {
    let ports = ports(device, input);
    if !input.is_empty() {
        return Ok(Script::new(input)?.with(device, &ports));
    }
    let each = ports.iter().flat_map(|&port| match device {
        Device::Zapper => shot(port, frames),
        Device::Arkanoid => turn(port, frames),
        _ => Vec::new(),
    });
    let shown: Vec<Press> = each.collect();
    Ok(Script::new(&shown)?.with(device, &ports))
}

/// The ports where the input moves something. When it does not: guns belong in port 2; of
/// paddles there is one in each, as programs differ in the port they read.
fn ports(device: Device, input: &[Press]) -> Vec<u8> {
    let moved = |port: &u8| {
        let mut there = input.iter().filter(|press| press.port == *port);
        there.any(|press| press.aim.is_some() || press.knob.is_some())
    };
    let ports: Vec<u8> = (1..=2).filter(moved).collect();
    match (ports.is_empty(), device) {
        (false, _) => ports,
        (true, Device::Arkanoid) => vec![1, 2],
        (true, _) => vec![2],
    }
}

fn shot(port: u8, frames: u64) -> Vec<Press> {
    let aim = Press {
        port,
        aim: Some(MIDDLE),
        ..Press::default()
    };
    vec![aim, pressed(port, frames * 2 / 3)]
}

fn turn(port: u8, frames: u64) -> Vec<Press> {
    let (left, right) = (
        u64::from(*vaus::RANGE.start()),
        u64::from(*vaus::RANGE.end()),
    );
    let fire = frames.saturating_sub(HELD_FRAMES);
    let turns = (0..=TURNS).map(|turn| Press {
        frame: turn * fire / TURNS,
        port,
        knob: u8::try_from(left + turn * (right - left) / TURNS).ok(),
        ..Press::default()
    });
    turns.chain([pressed(port, fire)]).collect()
}

fn pressed(port: u8, frame: u64) -> Press {
    Press {
        frame,
        port,
        press: vec!["A".to_owned()],
        frames: HELD_FRAMES,
        ..Press::default()
    }
}
