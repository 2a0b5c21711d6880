//! Reads whose value the core throws away, seen by what they do to registers: those of a taken
//! branch, executed from the registers of the PPU itself.
//!
//! A taken branch reads the byte after it; if the page changes it also reads the target's low
//! byte in the old page. An opcode fetched from a register that is not readable is the byte
//! that the PPU's I/O latch holds.
//!
//! NESdev: CPU addressing modes; 6502 cycle times; Open bus behavior; PPU registers.
//! AccuracyCoin page 20: Branch Dummy Reads

use crate::nes::program;
use nescope::nes::{
    event::{Event, Register, Space},
    machine::Machine,
    observer::{Access, Observer, Purpose},
};

/// Where the programs begin that the tests jump to.
const ENTRY: u16 = 0x8010;
const VBLANK_LINE: u16 = 250;

/// All CPU cycles.
#[derive(Default)]
struct Log(Vec<Access>);

impl Observer for Log {
    fn access(&mut self, access: Access) {
        self.0.push(access);
    }
}

/// A machine in vblank, flag set and never read, about to run a program. OAM byte 0 is RTS.
fn in_vblank(code: &[u8]) -> Machine {
    let mut bytes = vec![0x4C, 0x00, 0x80];
    bytes.resize(usize::from(ENTRY - 0x8000), 0xEA);
    bytes.extend(code);
    let mut machine = program::machine(&bytes);
    while (machine.position().frame, machine.position().scanline) != (2, VBLANK_LINE) {
        machine.step(&mut Log::default());
    }
    let rts = Event::Poke {
        space: Space::Oam,
        address: 0,
        value: 0x60,
    };
    let jump = Event::SetRegister {
        register: Register::Pc,
        value: ENTRY,
    };
    for event in [rts, jump] {
        machine.apply(&event).expect("both exist");
    }
    machine
}

/// The cycles after the one that first reads `$2000`, that one included, until a write.
fn from_ppu(machine: &mut Machine) -> Vec<(u16, u8, Purpose)> {
    let mut log = Log::default();
    while log
        .0
        .iter()
        .filter(|access| access.address == 0x0300)
        .count()
        == 0
    {
        assert!(machine.step(&mut log), "the program goes on");
        assert!(log.0.len() < 200, "the program comes to its store");
    }
    let cycles = log.0.iter().map(|a| (a.address, a.value, a.purpose));
    let cycles = cycles.skip_while(|cycle| cycle.0 != 0x2000);
    cycles.collect()
}

#[test]
fn a_branch_out_of_a_page_reads_the_status_twice_before_it_arrives() {
    use Purpose::{Data, Dummy, Opcode, Operand};
    // LDA #$D0, STA $2002 (the latch is $D0), JMP $2000; in RAM at $1FD2, which is $07D2:
    // LDA $2000, STA $0300.
    let mut machine = in_vblank(&[0xA9, 0xD0, 0x8D, 0x02, 0x20, 0x4C, 0x00, 0x20]);
    for (address, value) in (0x07D2..).zip([0xAD, 0x00, 0x20, 0x8D, 0x00, 0x03]) {
        let poke = Event::Poke {
            space: Space::Ram,
            address,
            value,
        };
        machine.apply(&poke).expect("work RAM");
    }
    // $D0 $D0 is BNE -48: from $2002 to $1FD2. The byte after it is $2002 itself: the vblank
    // flag over the latch, $90, which stays in the latch; the flag is cleared. The low byte
    // in the old page is $20D2, a mirror of $2002: no flag any more, so $10.
    assert_eq!(
        from_ppu(&mut machine),
        [
            (0x2000, 0xD0, Opcode),
            (0x2001, 0xD0, Operand),
            (0x2002, 0x90, Dummy),
            (0x20D2, 0x10, Dummy),
            (0x1FD2, 0xAD, Opcode),
            (0x1FD3, 0x00, Operand),
            (0x1FD4, 0x20, Operand),
            (0x2000, 0x10, Data),
            (0x1FD5, 0x8D, Opcode),
            (0x1FD6, 0x00, Operand),
            (0x1FD7, 0x03, Operand),
            (0x0300, 0x10, Data),
        ]
    );
    assert_eq!(machine.peek(0x0300), 0x10);
    assert_eq!(machine.ppu().status() & 0x80, 0, "the flag is cleared");
}

#[test]
fn the_read_after_a_branch_changes_the_opcode_that_it_branches_to() {
    use Purpose::{Data, Dummy, Opcode, Operand};
    // LDA #$10, STA $2002, JSR $2000, STA $0300.
    let code = [
        0xA9, 0x10, 0x8D, 0x02, 0x20, 0x20, 0x00, 0x20, 0x8D, 0x00, 0x03,
    ];
    let mut machine = in_vblank(&code);
    // $10 $10 is BPL +16: from $2002 to $2012, the same page, so one read of $2002 is all:
    // $90, flag cleared. $2012 is $2002 again and gives $10: BPL. With the flag still set it
    // would be $90, BCC. Its operand is the latch, $10; the byte after it at $2014 is $2004,
    // byte 0 of OAM, and so is the target $2024: $60, RTS. The latch holds $60 from there on.
    let seen = from_ppu(&mut machine);
    assert_eq!(
        seen[..8],
        [
            (0x2000, 0x10, Opcode),
            (0x2001, 0x10, Operand),
            (0x2002, 0x90, Dummy),
            (0x2012, 0x10, Opcode),
            (0x2013, 0x10, Operand),
            (0x2014, 0x60, Dummy),
            (0x2024, 0x60, Opcode),
            (0x2025, 0x60, Dummy),
        ]
    );
    assert_eq!(seen.last(), Some(&(0x0300, 0x10, Data)));
}
