//! Labels over a machine's page tables, on a cartridge with switched banks (UxROM).
//!
//! NESdev: UxROM

use nescope::{
    debugger::{
        assembler,
        disassembler::{AddressNames, Instruction},
        expression::{MachineEnv, evaluate_once},
        symbols::{
            Kind, Label, MachineNames, Source, Symbols,
            auto::{self, Found},
            home,
            memories::Memories,
        },
    },
    nes::{
        cartridge::Rom,
        event::{Event, Space},
        machine::Machine,
        options::PowerOptions,
    },
};
use std::sync::Arc;

const PROGRAM: &str = "
.inesprg 4
.ineschr 0
.inesmap 2
.bank 0
.org $8000
        rts
.bank 1
.org $8000
        lda $0305
        rts
.bank 3
.org $C000
reset:  jsr $8000
        jsr sub
        lda ($20),y
        sta $10
        ldx $21
        bne reset
        jmp ($0030)
sub:    bit $10
        rts
nmi:    inc $11
        rti
.org $FFFA
        .word nmi, reset, 0
";

fn machine() -> Machine {
    let image = assembler::assemble(PROGRAM).expect("the program assembles");
    let rom = Rom::parse(&image.bytes).expect("it is a ROM");
    Machine::power_on(Arc::new(rom), PowerOptions::default()).expect("UxROM is supported")
}

fn switch(machine: &mut Machine, bank: u8) {
    let address = 0xFFF0 + u16::from(bank);
    machine
        .apply(&Event::Poke {
            space: Space::Prg,
            address: 0xFFF0 + u32::from(bank),
            value: bank,
        })
        .expect("ROM can be patched");
    machine
        .apply(&Event::BusWrite {
            address,
            value: bank,
        })
        .expect("the bus can be written");
}

fn symbols() -> Symbols {
    let mut symbols = Symbols::hardware();
    for (name, space, address, size) in [
        ("InBank0", Space::Prg, 0x0000, 1),
        ("InBank1", Space::Prg, 0x4000, 4),
        ("Table", Space::Ram, 0x0300, 16),
    ] {
        let label = Label::new(name, space, address, Source::User).expect("a good name");
        symbols.insert(label.sized(size)).expect("there is room");
    }
    symbols
}

#[test]
fn labels_of_a_bank_show_only_while_it_is_mapped() {
    let (mut machine, symbols) = (machine(), symbols());
    for (bank, name, line) in [(0, "InBank0", "RTS"), (1, "InBank1", "LDA Table+5")] {
        switch(&mut machine, bank);
        let names = MachineNames::new(&machine, &symbols);
        assert_eq!(names.name(0x8000).as_deref(), Some(name));
        let instruction = Instruction::decode(0x8000, &|at| machine.peek(at));
        assert_eq!(instruction.text(&names), line);
        let call = Instruction::decode(0xC000, &|at| machine.peek(at));
        assert_eq!(call.text(&names), format!("JSR {name}"));
    }
}

#[test]
fn bytes_inside_show_as_offsets_and_mirrors_as_the_memory() {
    let (mut machine, symbols) = (machine(), symbols());
    switch(&mut machine, 1);
    let names = MachineNames::new(&machine, &symbols);
    assert_eq!(names.name(0x8003).as_deref(), Some("InBank1+3"));
    assert_eq!(names.name(0x8004), None);
    assert_eq!(names.name(0x0B0F).as_deref(), Some("Table+$F"));
    assert_eq!(names.name(0x2000).as_deref(), Some("PPUCTRL"));
}

#[test]
fn expressions_know_where_a_label_is_mapped_and_its_offset() {
    let (mut machine, symbols) = (machine(), symbols());
    let value = |machine: &Machine, text: &str| {
        evaluate_once(text, &MachineEnv::new(machine, &symbols)).expect(text)
    };
    assert_eq!(value(&machine, "InBank0"), 0x8000);
    assert_eq!(value(&machine, "InBank1"), -1);
    assert_eq!(value(&machine, ":InBank1"), 0x4000);
    assert_eq!(value(&machine, "sym(\"inbank0\") == `InBank0`"), 1);
    assert_eq!(value(&machine, "label($8000)"), 1);
    assert_eq!(value(&machine, "[InBank1]"), 0xAD);
    switch(&mut machine, 1);
    assert_eq!(value(&machine, "InBank1"), 0x8000);
}

#[test]
fn a_cpu_address_is_at_home_in_the_memory_behind_it() {
    let mut machine = machine();
    switch(&mut machine, 1);
    let home = |address| home(&machine, Space::Cpu, address);
    assert_eq!(home(0x8010), (Space::Prg, 0x4010, Some(0x8010)));
    assert_eq!(home(0x0875), (Space::Ram, 0x0075, None));
    assert_eq!(home(0x2002), (Space::Cpu, 0x2002, None));
}

#[test]
fn of_two_mirrors_the_one_a_label_was_made_for_is_meant() {
    let source = ".inesprg 1\n.org $C000\nreset: jmp reset\n.org $FFFC\n.word $8000";
    let image = assembler::assemble(source).expect("it assembles");
    let rom = Rom::parse(&image.bytes).expect("it is a ROM");
    let machine = Machine::power_on(Arc::new(rom), PowerOptions::default()).expect("NROM");
    let mut symbols = Symbols::default();
    let label = |name| Label::new(name, Space::Prg, 0, Source::User).expect("a good name");
    let address =
        |symbols: &Symbols| MachineNames::new(&machine, symbols).cpu_address(Space::Prg, 0);
    symbols.insert(label("plain")).expect("there is room");
    let in_the_half_of_pc = machine.cpu().pc & 0xC000;
    assert_eq!(address(&symbols), Some(in_the_half_of_pc));
    symbols
        .insert(label("upper").at_cpu(0xC000))
        .expect("there is room");
    assert_eq!(address(&symbols), Some(0xC000));
}

#[test]
fn memories_say_what_an_address_means_on_a_cartridge() {
    let banked = Memories::of(&machine());
    assert_eq!(banked.length(Space::Prg), 0x1_0000);
    assert_eq!(banked.header, 16);
    assert_eq!(banked.place_cpu(0xC000), Some((Space::Cpu, 0xC000)));
    let whole = Memories::sized(0x4000, 0, 0);
    assert_eq!(whole.place_cpu(0xC005), Some((Space::Prg, 5)));
    assert_eq!(whole.place_cpu(0x1875), Some((Space::Ram, 0x75)));
    assert_eq!(whole.place_cpu(0x6000), Some((Space::Cpu, 0x6000)));
    assert_eq!(whole.place_cpu(0x1_0000), None);
    let ram = Memories::sized(0x4000, 0, 0x8000);
    assert_eq!(ram.place_cpu(0x6000), Some((Space::Cpu, 0x6000)));
    assert_eq!(
        ram.place_cartridge_ram(0x6010, 3),
        Some((Space::Wram, 0x6010))
    );
    assert_eq!(ram.place_cartridge_ram(0x6010, 4), None);
}

#[test]
fn names_are_found_by_following_the_code() {
    let machine = machine();
    let mut symbols = Symbols::default();
    let mut made = |what| {
        let labels = auto::name(&mut symbols, &machine, what);
        let names = labels
            .iter()
            .map(|label| (label.name.to_string(), label.space, label.address));
        names.collect::<Vec<_>>()
    };
    let row = |name: &str, space, address| (name.to_string(), space, address);
    // The IRQ vector holds 0, which is no handler.
    assert_eq!(
        made(Found::Vectors),
        [
            row("nmi", Space::Prg, 0xC014),
            row("reset", Space::Prg, 0xC000)
        ]
    );
    assert_eq!(
        made(Found::Subroutines),
        [
            row("sub_8000", Space::Prg, 0),
            row("sub_C011", Space::Prg, 0xC011)
        ]
    );
    assert_eq!(
        made(Found::Ram),
        [
            row("zp_10", Space::Ram, 0x10),
            row("zp_11", Space::Ram, 0x11),
            row("ptr_20", Space::Ram, 0x20),
        ]
    );
    assert_eq!(made(Found::Hardware).len(), 33);
    assert!(made(Found::Subroutines).is_empty());
    let pointer = symbols.get("ptr_20").expect("it was made");
    assert_eq!((pointer.size, pointer.kind), (2, Some(Kind::Ptr)));
}

#[test]
fn names_of_files_and_users_stay_when_names_are_found() {
    let machine = machine();
    let mut symbols = Symbols::default();
    let mine = Label::new("Play", Space::Prg, 0xC011, Source::User).expect("a good name");
    symbols.insert(mine).expect("there is room");
    let taken = Label::new("sub_8000", Space::Ram, 0, Source::User).expect("a good name");
    symbols.insert(taken).expect("there is room");
    assert!(auto::name(&mut symbols, &machine, Found::Subroutines).is_empty());
}
