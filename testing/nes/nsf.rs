//! Music files: the header and its chunks, and the player that calls INIT and PLAY.
//!
//! NESdev: NSF; NSF2; NSFe

use nescope::nes::{
    cartridge::Rom, machine::Machine, observer::Silent, options::PowerOptions, region::Region,
};
use proptest::prelude::*;
use std::sync::Arc;

const CALLS: u16 = 0x10;

/// An NSF file loaded at `$8000`, INIT there and PLAY at `$8040`.
struct File {
    header: [u8; 0x80],
    init: Vec<u8>,
    play: Vec<u8>,
    after: Vec<u8>,
}

impl File {
    fn new(init: &[u8], play: &[u8]) -> File {
        let mut header = [0; 0x80];
        header[..14].copy_from_slice(b"NESM\x1A\x01\x03\x01\x00\x80\x00\x80\x40\x80");
        header[0x0E..0x12].copy_from_slice(b"Song");
        File {
            header,
            init: init.to_vec(),
            play: play.to_vec(),
            after: Vec::new(),
        }
    }

    fn set(mut self, at: usize, bytes: &[u8]) -> File {
        self.header[at..at + bytes.len()].copy_from_slice(bytes);
        self
    }

    fn bytes(&self) -> Vec<u8> {
        let mut program = self.init.clone();
        program.resize(0x40, 0xEA);
        program.extend(&self.play);
        let mut file = self.header.to_vec();
        file.extend(program);
        file.extend(&self.after);
        file
    }

    fn machine(&self, options: PowerOptions) -> Machine {
        let rom = Rom::parse(&self.bytes()).expect("a well-formed file");
        Machine::power_on(Arc::new(rom), options).expect("it has the song")
    }
}

/// INC $10, RTS.
const COUNT: &[u8] = &[0xE6, CALLS as u8, 0x60];
/// RTS.
const RTS: &[u8] = &[0x60];

fn code(file: &[u8]) -> &'static str {
    Rom::parse(file).map_or_else(|error| error.code(), |_| "fine")
}

#[test]
fn the_header_is_read() {
    let file = File::new(RTS, COUNT)
        .set(0x6E, &[0x88, 0x13])
        .set(0x7B, &[0x04]);
    let rom = Rom::parse(&file.bytes()).expect("a well-formed file");
    let nsf = rom.nsf.as_ref().expect("music");
    assert_eq!(
        (nsf.title.as_str(), nsf.songs, nsf.first_song),
        ("Song", 3, 1)
    );
    assert_eq!(
        (nsf.period(Region::Ntsc), nsf.period(Region::Pal)),
        (5000, 19_997)
    );
    assert_eq!(nsf.chips.names(), ["FDS"]);
    assert_eq!(rom.board_name(), "NSF player");
    assert_eq!(rom.file[rom.header.prg_offset()], 0x60);
}

#[test]
fn broken_files_are_refused() {
    let good = File::new(RTS, COUNT);
    assert_eq!(code(&good.bytes()), "fine");
    assert_eq!(code(&good.bytes()[..0x80]), "truncated");
    assert_eq!(
        code(&File::new(RTS, COUNT).set(8, &[0, 0x70]).bytes()),
        "bad_header"
    );
    let long = File::new(RTS, COUNT).set(0x7D, &[0, 1, 0]);
    assert_eq!(code(&long.bytes()), "truncated");
    let mut unknown = File::new(RTS, COUNT).set(5, &[2]).set(0x7C, &[0x80, 0x43]);
    unknown.after = b"\0\0\0\0ZZZZ".to_vec();
    assert_eq!(code(&unknown.bytes()), "bad_header");
    assert_eq!(code(b"NSFE\0\0\0\0NEND"), "bad_header");
}

#[test]
fn nsfe_is_the_same_in_chunks() {
    let chunk = |name: &[u8; 4], bytes: &[u8]| {
        let mut chunk = (bytes.len() as u32).to_le_bytes().to_vec();
        chunk.extend(name);
        chunk.extend(bytes);
        chunk
    };
    let mut file = b"NSFE".to_vec();
    file.extend(chunk(b"INFO", &[0, 0x80, 0, 0x80, 1, 0x80, 0, 0, 2, 1]));
    file.extend(chunk(b"RATE", &[0x10, 0x27]));
    file.extend(chunk(b"auth", b"Title\0Artist\0"));
    file.extend(chunk(b"tlbl", b"One\0Two\0"));
    file.extend(chunk(b"DATA", &[0x60, 0xE6, 0x10, 0x60]));
    file.extend(chunk(b"NEND", &[]));
    let rom = Arc::new(Rom::parse(&file).expect("well-formed"));
    let nsf = rom.nsf.as_ref().expect("music");
    assert_eq!((nsf.first_song, nsf.period(Region::Ntsc)), (2, 10_000));
    assert_eq!(nsf.list[1].label.as_deref(), Some("Two"));
    let mut machine = Machine::power_on(rom, PowerOptions::default()).expect("it has the song");
    machine.run_until_frame(61, &mut Silent);
    assert!(
        (98..=102).contains(&machine.peek(CALLS)),
        "{}",
        machine.peek(CALLS)
    );
}

/// Cycles in which PLAY was entered, found by stepping.
fn entries(machine: &mut Machine, count: usize) -> Vec<u64> {
    let mut entries = Vec::new();
    while entries.len() < count {
        machine.step(&mut Silent);
        if machine.cpu().pc == 0x8040 {
            entries.push(machine.bus().cycle());
        }
    }
    entries
}

#[test]
fn play_is_called_at_the_period_of_the_header() {
    for (region, hz, period) in [
        (Region::Ntsc, 236_250_000.0 / 11.0 / 12.0, 16_639.0),
        (Region::Pal, 53_203_425.0 / 2.0 / 16.0, 20_000.0),
    ] {
        let file = File::new(RTS, COUNT)
            .set(0x6E, &16_639u16.to_le_bytes())
            .set(0x78, &20_000u16.to_le_bytes());
        let mut machine = file.machine(PowerOptions {
            region: Some(region),
            ..PowerOptions::default()
        });
        let entries = entries(&mut machine, 60);
        let exact = hz * period / 1e6;
        for (call, &cycle) in entries.iter().enumerate() {
            let off = (cycle - entries[0]) as f64 - call as f64 * exact;
            assert!(
                off.abs() <= 3.0,
                "{region} call {call}: off by {off} cycles"
            );
        }
    }
}

#[test]
fn a_long_play_is_not_entered_again() {
    // LDX #0, LDY #0, DEX BNE, DEY BNE: 330,000 cycles; INC $10, RTS.
    let slow = [
        0xA2, 0, 0xA0, 0, 0xCA, 0xD0, 0xFD, 0x88, 0xD0, 0xFA, 0xE6, 0x10, 0xBA, 0x86, 0x11, 0x60,
    ];
    let mut machine = File::new(RTS, &slow).machine(PowerOptions::default());
    machine.run_until_frame(60, &mut Silent);
    assert!(
        (4..=6).contains(&machine.peek(CALLS)),
        "{}",
        machine.peek(CALLS)
    );
    assert_eq!(machine.peek(0x11), 0xFD, "one return address on the stack");
}

#[test]
fn the_song_and_the_system_reach_init() {
    // STA $12, STX $13, STY $14, RTS.
    let init = [0x85, 0x12, 0x86, 0x13, 0x84, 0x14, 0x60];
    let file = File::new(&init, COUNT);
    let mut machine = file.machine(PowerOptions {
        song: Some(3),
        region: Some(Region::Pal),
        ..PowerOptions::default()
    });
    machine.run_until_frame(2, &mut Silent);
    let seen = [0x12, 0x13, 0x14].map(|address| machine.peek(address));
    assert_eq!(seen, [2, 1, 0]);
    let rom = Arc::new(Rom::parse(&file.bytes()).expect("well-formed"));
    let options = PowerOptions {
        song: Some(4),
        ..PowerOptions::default()
    };
    assert!(Machine::power_on(rom, options).is_err());
}

#[test]
fn a_state_brings_its_song_back() {
    // STA $12, RTS.
    let file = File::new(&[0x85, 0x12, 0x60], COUNT);
    let machine = |song| {
        let mut machine = file.machine(PowerOptions {
            song: Some(song),
            ..PowerOptions::default()
        });
        machine.run_until_frame(2, &mut Silent);
        machine
    };
    let (third, mut first) = (machine(3), machine(1));
    first.load(&third.save()).expect("the same file");
    assert_eq!(first.peek(0x12), 2);
    assert_eq!(first.save(), third.save());
}

#[test]
fn banks_are_switched() {
    // LDA #1, STA $5FF9, LDA $9000, STA $12, LDA $8FFF, STA $13, RTS.
    let init = [
        0xA9, 1, 0x8D, 0xF9, 0x5F, 0xAD, 0, 0x90, 0x85, 0x12, 0xAD, 0xFF, 0x8F, 0x85, 0x13, 0x60,
    ];
    let mut file = File::new(&init, COUNT).set(0x70, &[0, 0, 0, 0, 0, 0, 0, 1]);
    file.after = vec![0x11; 0x1000 - 0x43];
    file.after.extend([0x22; 0x1000]);
    let mut machine = file.machine(PowerOptions::default());
    machine.run_until_frame(2, &mut Silent);
    assert_eq!((machine.peek(0x12), machine.peek(0x13)), (0x22, 0x11));
    assert_eq!(machine.peek(0xF000), 0x22);
}

#[test]
fn an_init_that_stays_is_called_twice_and_interrupted_by_play() {
    // STY $12, CPY #$80, BEQ end, INC $13 ($13 at rest), JMP there; end: RTS.
    let init = [
        0x84, 0x12, 0xC0, 0x80, 0xF0, 0x05, 0xE6, 0x13, 0x4C, 0x06, 0x80, 0x60,
    ];
    let file = File::new(&init, COUNT).set(5, &[2]).set(0x7C, &[0x20]);
    let mut machine = file.machine(PowerOptions::default());
    machine.run_until_frame(62, &mut Silent);
    assert_eq!(machine.peek(0x12), 0x81);
    assert!(
        (60..=62).contains(&machine.peek(CALLS)),
        "{}",
        machine.peek(CALLS)
    );
    let mut quiet = File::new(&init, COUNT)
        .set(5, &[2])
        .set(0x7C, &[0x60])
        .machine(PowerOptions::default());
    quiet.run_until_frame(30, &mut Silent);
    assert_eq!((quiet.peek(0x12), quiet.peek(CALLS)), (0x81, 0));
}

#[test]
fn the_timer_of_nsf2_interrupts() {
    // Vector $8030, period 1,000 cycles, on; CLI, RTS. Handler: INC $12, BIT $401D, RTI.
    let mut init = vec![
        0xA9, 0x30, 0x8D, 0xFE, 0xFF, 0xA9, 0x80, 0x8D, 0xFF, 0xFF, 0xA9, 0xE7, 0x8D, 0x1B, 0x40,
        0xA9, 0x03, 0x8D, 0x1C, 0x40, 0xA9, 1, 0x8D, 0x1D, 0x40, 0x58, 0x60,
    ];
    init.resize(0x30, 0xEA);
    init.extend([0xE6, 0x12, 0x2C, 0x1D, 0x40, 0x40]);
    let file = File::new(&init, COUNT).set(5, &[2]).set(0x7C, &[0x10]);
    let mut machine = file.machine(PowerOptions::default());
    machine.run_until_frame(2, &mut Silent);
    let (before, start) = (machine.peek(0x12), machine.bus().cycle());
    machine.run_until_frame(6, &mut Silent);
    let interrupts = u64::from(machine.peek(0x12).wrapping_sub(before));
    let expected = (machine.bus().cycle() - start) / 1000;
    assert!(
        interrupts.abs_diff(expected) <= 1,
        "{interrupts}, {expected}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn no_file_is_a_panic(kind in 0..2, bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let mut file = [&b"NESM\x1A"[..], b"NSFE\x0A\0\0\0INFO"][kind as usize].to_vec();
        file.extend(bytes);
        if let Ok(rom) = Rom::parse(&file)
            && let Ok(mut machine) = Machine::power_on(Arc::new(rom), PowerOptions::default())
        {
            machine.run_until_frame(2, &mut Silent);
            let saved = machine.save();
            machine.run_until_frame(3, &mut Silent);
            let later = machine.save();
            machine.load(&saved).expect("its own state");
            machine.run_until_frame(3, &mut Silent);
            prop_assert!(machine.save() == later);
        }
    }
}
