//! The machine as a whole: determinism, running, looking, events.

use super::program::{BUSY, machine};
use nescope::nes::{
    bus::Bus,
    cpu::Cpu,
    event::{Buttons, Event, Reset, Space},
    machine::{EventError, Machine},
    observer::{Access, Observer, Purpose, Silent},
};

fn input(machine: &mut Machine, buttons: u8) {
    let event = Event::Input {
        port: 1,
        buttons: Buttons(buttons),
    };
    machine.apply(&event).expect("port 1 exists");
}

#[test]
fn the_program_reaches_its_loop_and_takes_interrupts() {
    let mut machine = machine(BUSY);
    machine.run_until_frame(10, &mut Silent);
    assert!(machine.peek(0) > 0, "the loop runs");
    assert!(machine.peek(0x10) > 4, "NMI is taken every frame");
    assert!(machine.apu().dmc_request().is_some() || machine.peek(0x4015) & 0x10 != 0);
}

#[test]
fn the_same_events_give_the_same_state_picture_and_sound() {
    let run = || {
        let mut machine = machine(BUSY);
        let mut samples = Vec::new();
        for frame in 1..20 {
            input(&mut machine, frame as u8);
            machine.run_until_frame(frame, &mut Silent);
            machine.drain_samples(&mut samples);
        }
        (machine.save(), *machine.pixels(), samples)
    };
    assert!(run() == run());
}

#[test]
fn stepping_and_running_reach_the_same_state() {
    let (mut stepped, mut run) = (machine(BUSY), machine(BUSY));
    while stepped.position().frame < 8 {
        assert!(stepped.step(&mut Silent));
    }
    run.run_until_frame(8, &mut Silent);
    assert_eq!(stepped.position(), run.position());
    assert!(stepped.save() == run.save());
}

#[test]
fn a_frame_stop_is_the_first_boundary_in_the_frame() {
    let mut machine = machine(BUSY);
    for frame in 1..30 {
        machine.run_until_frame(frame, &mut Silent);
        let position = machine.position();
        assert_eq!(position.frame, frame);
        assert!(position.scanline < 7, "{position:?}");
    }
}

#[test]
fn output_does_not_change_the_state() {
    let (mut loud, mut quiet) = (machine(BUSY), machine(BUSY));
    quiet.set_output(false, false);
    loud.run_until_frame(12, &mut Silent);
    quiet.run_until_frame(12, &mut Silent);
    assert!(loud.save() == quiet.save());
    assert!(quiet.samples().is_empty());
}

#[test]
fn looking_into_an_instruction_changes_nothing_and_is_exact() {
    let mut looked = machine(BUSY);
    looked.run_until_frame(5, &mut Silent);
    let mut plain = looked.clone();
    for dot in 1..400 {
        let clock = looked.position().clock + 4;
        assert!(looked.run_to_clock(clock, &mut Silent));
        assert_eq!(looked.position().clock, clock, "dot {dot}");
    }
    input(&mut looked, 0);
    assert!(
        !looked.in_mid_instruction(),
        "an event completes the instruction"
    );
    let instructions = looked.position().instructions;
    while plain.position().instructions < instructions {
        plain.step(&mut Silent);
    }
    input(&mut plain, 0);
    assert_eq!(looked.position(), plain.position());
    assert!(looked.save() == plain.save());
}

#[test]
fn peeking_everything_changes_nothing() {
    let mut machine = machine(BUSY);
    machine.run_until_frame(5, &mut Silent);
    let before = machine.save();
    for address in 0..=0xFFFF {
        machine.peek(address);
    }
    for space in [Space::Ppu, Space::Oam, Space::Oam2, Space::Pal, Space::File] {
        for address in 0..machine.space_length(space) {
            assert!(machine.peek_space(space, address).is_some());
        }
        let end = machine.space_length(space);
        assert_eq!(machine.peek_space(space, end), None);
    }
    assert!(machine.save() == before);
}

#[test]
fn pokes_reach_every_memory_and_rom_patches_travel_with_the_state() {
    let mut machine = machine(BUSY);
    let poke = |machine: &mut Machine, space, address, value| {
        machine.apply(&Event::Poke {
            space,
            address,
            value,
        })
    };
    for space in [
        Space::Cpu,
        Space::Ram,
        Space::Nt,
        Space::Oam,
        Space::Prg,
        Space::Chr,
    ] {
        poke(&mut machine, space, 0x21, 0x5A).expect("the byte can be changed");
        assert_eq!(machine.peek_space(space, 0x21), Some(0x5A), "{space:?}");
    }
    let far = poke(&mut machine, Space::Oam, 256, 0);
    assert!(matches!(far, Err(EventError::OutOfRange { .. })));
    let register = poke(&mut machine, Space::Cpu, 0x2002, 0);
    assert_eq!(register, Err(EventError::ReadOnly(0x2002)));
    let mut fresh = super::program::machine(BUSY);
    fresh.load(&machine.save()).expect("the same ROM");
    assert_eq!(fresh.peek(0x8021), 0x5A);
}

#[test]
fn a_soft_reset_keeps_ram_and_lowers_the_stack_pointer_by_three() {
    let mut machine = machine(BUSY);
    machine.run_until_frame(6, &mut Silent);
    let (ram, s) = (machine.peek(0x10), machine.cpu().s);
    machine.apply(&Event::Reset(Reset::Soft)).expect("a reset");
    assert_eq!(machine.peek(0x10), ram);
    assert_eq!(machine.cpu().s, s.wrapping_sub(3));
    assert_eq!(machine.cpu().pc, 0x8000);
}

#[test]
fn a_bus_write_takes_no_time_but_has_its_effects() {
    let mut machine = machine(&[0x4C, 0x00, 0x80]);
    machine.run_until_frame(3, &mut Silent);
    let before = machine.position().cycle;
    let write = |address, value| Event::BusWrite { address, value };
    for (address, value) in [(0x2006, 0x21), (0x2006, 0x08)] {
        machine.apply(&write(address, value)).expect("a write");
    }
    assert_eq!(machine.position().cycle, before);
    assert_eq!(machine.ppu().t(), 0x2108);
}

/// Refuses the instruction at one address, and counts what OAM DMA does.
#[derive(Default)]
struct Watch {
    stop_at: Option<u16>,
    dma: usize,
    cycles: usize,
}

impl Observer for Watch {
    fn before_instruction(&mut self, cpu: &Cpu, _bus: &Bus) -> bool {
        self.stop_at == Some(cpu.pc)
    }

    fn access(&mut self, access: Access) {
        self.cycles += 1;
        self.dma += usize::from(access.purpose == Purpose::OamDma);
    }
}

#[test]
fn an_observer_refuses_an_instruction_and_sees_every_cycle() {
    let mut machine = machine(&[0xA9, 0x02, 0x8D, 0x14, 0x40, 0xEA, 0x4C, 0x06, 0x80]);
    let mut watch = Watch {
        stop_at: Some(0x8006),
        ..Watch::default()
    };
    let before = machine.position().cycle;
    assert!(!machine.run_until_frame(2, &mut watch));
    assert_eq!(machine.cpu().pc, 0x8006);
    assert_eq!(watch.dma, 512);
    let cycles = machine.position().cycle - before;
    assert_eq!(watch.cycles as u64, cycles);
    // 2 + 4 + 2 cycles of instructions and an OAM DMA of 513 or 514.
    assert!(cycles == 521 || cycles == 522, "{cycles}");
}

#[test]
fn a_jam_ends_every_run_and_a_reset_leaves_it() {
    let mut machine = machine(&[0x02]);
    assert!(!machine.run_until_frame(5, &mut Silent));
    assert!(machine.cpu().jammed);
    assert_eq!(machine.cpu().pc, 0x8000);
    assert!(!machine.step(&mut Silent));
    machine.apply(&Event::Reset(Reset::Soft)).expect("a reset");
    assert!(!machine.cpu().jammed);
}

/// Wants accesses and exact chips at what a hash of the address says.
struct Curious {
    salt: u16,
    seen: u64,
    announced: Option<Access>,
}

impl Observer for Curious {
    fn wants_exact(&self, pc: u16) -> bool {
        (pc ^ self.salt).is_multiple_of(3)
    }

    fn wants(&self, address: u16, write: bool, _purpose: Purpose) -> bool {
        (address ^ self.salt) % 5 == u16::from(write)
    }

    fn about_to(&mut self, _bus: &Bus, access: Access) {
        assert!(self.announced.is_none(), "the one before was completed");
        self.announced = Some(access);
    }

    fn wanted(&mut self, bus: &Bus, access: Access) {
        let announced = self.announced.take().expect("it was announced");
        assert_eq!(
            (announced.cycle, announced.address),
            (access.cycle, access.address)
        );
        assert_eq!(access.cycle, bus.cycle());
        assert!(!access.write || announced.value == access.value);
        self.seen += 1;
    }
}

#[test]
fn wanting_accesses_and_exact_chips_changes_nothing() {
    let mut plain = machine(BUSY);
    plain.run_until_frame(12, &mut Silent);
    for salt in 0..15 {
        let mut watched = machine(BUSY);
        let mut curious = Curious {
            salt: salt * 4099,
            seen: 0,
            announced: None,
        };
        watched.run_until_frame(12, &mut curious);
        assert!(curious.seen > 1000, "{} accesses", curious.seen);
        assert!(watched.save() == plain.save(), "state with salt {salt}");
        assert!(
            watched.pixels() == plain.pixels(),
            "picture with salt {salt}"
        );
        assert!(
            watched.samples() == plain.samples(),
            "sound with salt {salt}"
        );
    }
}
