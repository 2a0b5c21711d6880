//! AccuracyCoin: the full run, started as `roms/README.md` says.

use crate::shared;
use nescope::nes::{
    cartridge::Rom,
    event::{Buttons, Event},
    machine::Machine,
    observer::Silent,
    options::PowerOptions,
};
use serde_json::Value;
use std::{path::Path, sync::Arc};

const START: u8 = 0x08;
const RUNNING: u16 = 0x0035;
const LAST_FRAME: u64 = 9_300;
/// Pages about the CPU, its registers, interrupts and DMA.
const CPU_PAGES: [u64; 14] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 20];
/// Tests that pass today, of 141.
const PASSED: usize = 139;

fn hold(machine: &mut Machine, buttons: u8) {
    let event = Event::Input {
        port: 1,
        buttons: Buttons(buttons),
    };
    machine.apply(&event).expect("port 1 exists");
}

fn run(folder: &Path) -> Machine {
    let file = std::fs::read(folder.join("AccuracyCoin.nes")).expect("the ROM");
    let rom = Arc::new(Rom::parse(&file).expect("an iNES file"));
    let mut machine = Machine::power_on(rom, PowerOptions::default()).expect("NROM");
    machine.set_output(false, false);
    machine.run_until_frame(300, &mut Silent);
    hold(&mut machine, START);
    machine.run_until_frame(306, &mut Silent);
    hold(&mut machine, 0);
    machine.run_until_frame(310, &mut Silent);
    assert_eq!(machine.peek(RUNNING), 1, "the run starts");
    while machine.peek(RUNNING) == 1 {
        let frame = machine.position().frame;
        assert!(frame < LAST_FRAME, "the run ends");
        assert!(machine.run_until_frame(frame + 1, &mut Silent), "no jam");
    }
    machine
}

fn passed(result: u8) -> bool {
    result & 1 == 1 && result != 3 && result != 0xFF
}

#[test]
fn accuracycoin_passes_all_cpu_pages_and_nearly_everything_else() {
    let Some(roms) = shared::roms() else { return };
    let folder = roms.join("accuracycoin");
    let text = std::fs::read_to_string(folder.join("tests.json")).expect("the test list");
    let list: Value = serde_json::from_str(&text).expect("the list is JSON");
    let machine = run(&folder);
    let tests = list["tests"].as_array().expect("a list of tests");
    let failed: Vec<&Value> = tests
        .iter()
        .filter(|test| test["kind"] == "test")
        .filter(|test| {
            let digits = test["addr"].as_str().expect("an address");
            let digits = digits.trim_start_matches("0x");
            let address = u16::from_str_radix(digits, 16).expect("a hexadecimal address");
            !passed(machine.peek(address))
        })
        .collect();
    let on_cpu_pages: Vec<_> = failed
        .iter()
        .filter(|test| CPU_PAGES.contains(&test["page"].as_u64().unwrap_or(0)))
        .collect();
    assert!(on_cpu_pages.is_empty(), "{on_cpu_pages:?}");
    assert!(141 - failed.len() >= PASSED, "{failed:?}");
}
