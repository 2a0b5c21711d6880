//! Controller ports and reset button of the consoles. NESdev: Controller reading; PPU power up
//! state. The open bits are those that the forum thread "Riding the open bus" measured on
//! NES-001, NES-101 and HVC-101, and AccuracyCoin's earlier keys listed.

use super::machine;
use nescope::nes::{
    event::{Event, Reset},
    observer::Silent,
    options::{Console, PowerOptions},
};

fn options(console: Console) -> PowerOptions {
    PowerOptions {
        console,
        ..PowerOptions::default()
    }
}

const CONSOLES: [Console; 4] = [
    Console::FrontLoader,
    Console::TopLoader,
    Console::LateFamicom,
    Console::Famicom,
];

/// What `$4016` and `$4017` would read while the bus holds a byte, here one just written.
fn ports(console: Console, bus: u8) -> [u8; 2] {
    // LDA #bus, STA $10
    let mut machine = machine(&[0xA9, bus, 0x85, 0x10], options(console));
    for _ in 0..2 {
        machine.step(&mut Silent);
    }
    [machine.peek(0x4016), machine.peek(0x4017)]
}

#[test]
fn each_console_leaves_its_bits_of_the_ports_open() {
    let open = [0x00, 0x04, 0x18, 0x18];
    for (console, open) in CONSOLES.into_iter().zip(open) {
        assert_eq!(ports(console, 0xFF), [0xE0 | open, 0xE0], "{console:?}");
        assert_eq!(ports(console, 0x00), [0, 0], "{console:?}");
    }
}

#[test]
fn only_the_front_loaders_reset_button_reaches_the_ppu() {
    for console in CONSOLES {
        let mut machine = machine(super::program::BUSY, options(console));
        machine.run_until_frame(5, &mut Silent);
        assert_eq!(machine.ppu().mask(), 0x1E);
        machine.apply(&Event::Reset(Reset::Soft)).expect("a button");
        let reset = machine.ppu().mask() == 0;
        assert_eq!(reset, console == Console::FrontLoader, "{console:?}");
    }
}

#[test]
fn switching_power_keeps_the_console_of_the_options() {
    let mut old = machine(super::program::BUSY, options(Console::Famicom));
    let new = machine(super::program::BUSY, options(Console::TopLoader));
    old.load(&new.save())
        .expect("a state of the same cartridge");
    assert_eq!(old.look().input().console(), Console::TopLoader);
    old.apply(&Event::Reset(Reset::Power)).expect("a switch");
    assert_eq!(old.look().input().console(), Console::Famicom);
}
