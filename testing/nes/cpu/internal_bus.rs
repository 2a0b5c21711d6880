//! The data bus inside the chip and the one on its pins.
//!
//! `$4015` is driven inside: its bit 5 is what was on the inner bus before, and nothing of it
//! reaches the pins, where the next open bus read finds the byte from before.
//!
//! NESdev: Open bus behavior; APU ("Status"); DMA ("Register conflicts"). AccuracyCoin page 20:
//! Internal Data Bus

use crate::nes::program;
use nescope::nes::{
    machine::Machine,
    observer::{Access, Observer, Purpose, Silent},
};

/// Runs a program that ends by jumping to itself.
fn ran(code: &[u8]) -> Machine {
    let mut machine = program::machine(code);
    for _ in 0..100 {
        machine.step(&mut Silent);
    }
    machine
}

/// Pulse 1 sounds: `LDA #1, STA $4015, STA $4003`, so that `$4015` reads 1 in bit 0.
const SOUNDING: [u8; 8] = [0xA9, 0x01, 0x8D, 0x15, 0x40, 0x8D, 0x03, 0x40];

fn program(rest: &[u8]) -> Vec<u8> {
    let mut code = [SOUNDING.as_slice(), rest].concat();
    let [low, high] = (0x8000 + code.len() as u16).to_le_bytes();
    code.extend([0x4C, low, high]);
    code
}

#[test]
fn bit_5_of_the_sound_status_is_that_of_the_byte_before() {
    for (latch, status) in [(0xFF, 0x21), (0xDF, 0x01), (0x20, 0x21), (0x00, 0x01)] {
        // LDA #latch, STA $2002 fills the latch of the PPU. LDY #$25, LDA $3FF0,Y then reads
        // $3F15, which gives the latch, and $4015. STA $10.
        let code = program(&[
            0xA9, latch, 0x8D, 0x02, 0x20, 0xA0, 0x25, 0xB9, 0xF0, 0x3F, 0x85, 0x10,
        ]);
        assert_eq!(ran(&code).peek(0x10), status, "after ${latch:02X}");
    }
    // Read with LDA $4015 the byte before is the $40 of the address.
    let code = program(&[0xAD, 0x15, 0x40, 0x85, 0x10]);
    assert_eq!(ran(&code).peek(0x10), 0x01);
}

#[test]
fn the_sound_status_does_not_reach_the_pins() {
    // LDY #$20, LDA $40F5,Y reads $4015 in passing and then $4115, which nobody drives: $40,
    // the last byte of the instruction. STA $10.
    let code = program(&[0xA0, 0x20, 0xB9, 0xF5, 0x40, 0x85, 0x10]);
    assert_eq!(ran(&code).peek(0x10), 0x40);
}

/// Sample bytes that a DMA fetched while the core waited to read `$4015`, with the status that
/// it read then.
#[derive(Default)]
struct Waiting {
    core: u16,
    fetched: Option<u16>,
    seen: Vec<(u16, u8)>,
}

impl Observer for Waiting {
    fn access(&mut self, access: Access) {
        match access.purpose {
            Purpose::Halted => self.core = access.address,
            Purpose::DmcDma => self.fetched = (self.core == 0x4015).then_some(access.address),
            Purpose::Data if access.address == 0x4015 => {
                let read = self.fetched.take().map(|from| (from, access.value));
                self.seen.extend(read);
            }
            _ => self.fetched = None,
        }
    }
}

#[test]
fn a_sample_byte_reaches_the_inner_bus_unless_its_address_selects_the_status() {
    // LDA #$4F, STA $4010; LDA #2, STA $4013; LDA #$10, STA $4015: a looping sample of 33
    // bytes from $C000. Then LDA $4015 for ever, eleven times a loop.
    let mut code = vec![
        0x78, 0xA9, 0x4F, 0x8D, 0x10, 0x40, 0xA9, 0x02, 0x8D, 0x13, 0x40,
    ];
    code.extend([0xA9, 0x10, 0x8D, 0x15, 0x40]);
    let [low, high] = (0x8000 + code.len() as u16).to_le_bytes();
    code.extend([0xAD, 0x15, 0x40].repeat(11));
    code.extend([0x4C, low, high]);
    code.resize(0x4000, 0xEA);
    code.resize(0x4021, 0xFF);
    let mut machine = program::machine(&code);
    let mut waiting = Waiting::default();
    machine.run_until_frame(60, &mut waiting);
    let selects = |address: u16| address & 0x1F == 0x15;
    let kinds = [false, true].map(|kind| {
        let of_kind = waiting.seen.iter().filter(|seen| selects(seen.0) == kind);
        of_kind.count()
    });
    assert!(kinds[0] > 100 && kinds[1] > 4, "{kinds:?}");
    for (address, status) in waiting.seen {
        // The sample is all ones. Where the low bits of its address select $4015, the inner
        // bus is cut off from the pins and keeps bit 5 of the $40 before.
        assert_eq!(status & 0x20 == 0, selects(address), "${address:04X}");
    }
}
