//! Running: one instruction, to a frame, to a master clock.

use super::{Machine, Position, State, View};
use crate::nes::{
    bus::{BusView, Output},
    cpu::Cpu,
    observer::{Observer, Silent},
};

/// Dots of a scanline.
const LINE_DOTS: u64 = 341;
/// No instruction takes longer, interrupt sequence, OAM DMA and DMC DMA included.
const LONGEST_INSTRUCTION: u64 = 700;
/// A stop cycle that never comes.
const NEVER: u64 = u64::MAX;

impl State {
    /// Runs one instruction, but nothing from cycle `stop_cycle` on.
    fn step<O: Observer>(&mut self, output: &mut Output, observer: &mut O, stop_cycle: u64) {
        // Cycles before the horizon do not look at the stop.
        self.bus.wires.horizon = self.bus.wires.horizon.min(stop_cycle);
        let mut bus = BusView {
            bus: &mut self.bus,
            output,
            observer,
            stop_cycle,
        };
        self.cpu.step(&mut bus);
        self.instructions += 1;
    }
}

impl Machine {
    /// The CPU, its bus and the instruction counter, for code that runs the CPU.
    pub(super) fn parts<'a, O: Observer>(
        &'a mut self,
        observer: &'a mut O,
    ) -> (&'a mut Cpu, BusView<'a, O>, &'a mut u64) {
        let bus = BusView {
            bus: &mut self.state.bus,
            output: &mut self.output,
            observer,
            stop_cycle: NEVER,
        };
        (&mut self.state.cpu, bus, &mut self.state.instructions)
    }

    /// Runs one instruction, with the interrupt sequence if one follows it.
    ///
    /// False when the observer refused the instruction or the CPU is jammed.
    pub fn step<O: Observer>(&mut self, observer: &mut O) -> bool {
        let next = self.state.bus.cycle() + 1;
        let went = self.run_until_cycle(next, observer);
        self.catch_up(observer);
        went
    }

    /// Runs until `instructions` have been executed since power-on.
    ///
    /// False when the observer refused an instruction or the CPU is jammed.
    pub fn run_to_instruction<O: Observer>(&mut self, instructions: u64, observer: &mut O) -> bool {
        self.view = None;
        let mut went = true;
        while went && self.state.instructions < instructions {
            let least = least_cycles(instructions - self.state.instructions);
            went = self.run_until_cycle(self.state.bus.cycle() + least, observer);
        }
        self.catch_up(observer);
        went
    }

    /// Runs to the first instruction boundary at which the frame number is `frame` or more.
    ///
    /// False when the observer refused an instruction or the CPU is jammed.
    pub fn run_until_frame<O: Observer>(&mut self, frame: u64, observer: &mut O) -> bool {
        self.run_until_frame_or_instruction(frame, u64::MAX, observer)
    }

    /// Runs to the first instruction boundary at which the frame number is `frame` or more, or
    /// until `instructions` have been executed since power-on, whichever comes first.
    ///
    /// False when the observer refused an instruction or the CPU is jammed.
    pub fn run_until_frame_or_instruction<O: Observer>(
        &mut self,
        frame: u64,
        instructions: u64,
        observer: &mut O,
    ) -> bool {
        self.view = None;
        self.catch_up(observer);
        while self.position().frame < frame && self.state.instructions < instructions {
            let least = least_cycles(instructions - self.state.instructions);
            let cycles = self.cycles_to_next_frame().min(least);
            let went = self.run_until_cycle(self.state.bus.cycle() + cycles, observer);
            self.catch_up(observer);
            if !went {
                return false;
            }
        }
        if self.position().frame >= frame {
            self.output.sound.finish();
        }
        true
    }

    /// Runs until master clock `clock` has been reached, in the middle of an instruction if it
    /// lies there; then the machine shows that moment while its true state is at the
    /// instruction's start. In an instruction the CPU registers shown are those before it.
    ///
    /// False when the observer refused an instruction or the CPU is jammed.
    pub fn run_to_clock<O: Observer>(&mut self, clock: u64, observer: &mut O) -> bool {
        self.view = None;
        let divider = self.state.bus.divider();
        let near = (clock / divider).saturating_sub(LONGEST_INSTRUCTION);
        let mut went = self.run_until_cycle(near, observer);
        while went && self.state.bus.clock() < clock {
            let mut ahead = self.state.clone();
            ahead.step(&mut self.scratch_output(), &mut Silent, NEVER);
            if ahead.bus.clock() > clock {
                break;
            }
            let next = self.state.bus.cycle() + 1;
            went = self.run_until_cycle(next, observer);
        }
        self.catch_up(observer);
        if went && self.state.bus.clock() < clock {
            self.look_at(clock);
        }
        went
    }

    /// Makes the view of `clock`, which lies inside the next instruction.
    fn look_at(&mut self, clock: u64) {
        let mut state = self.state.clone();
        let mut output = self.scratch_output();
        let cycle = clock / state.bus.divider();
        let registers = state.cpu.clone();
        state.step(&mut output, &mut Silent, cycle);
        state.cpu = registers;
        state.instructions = self.state.instructions;
        let mut bus = BusView {
            bus: &mut state.bus,
            output: &mut output,
            observer: &mut Silent,
            stop_cycle: NEVER,
        };
        bus.catch_up();
        bus.advance_ppu(clock % self.state.bus.divider());
        self.view = Some(Box::new(View {
            state,
            output,
            clock,
        }));
    }

    /// An output for running ahead: the picture goes on, sound is dropped.
    fn scratch_output(&self) -> Output {
        let mut output = self.output.clone();
        output.sound.enable(false);
        output
    }

    /// Runs whole instructions until `cycle` CPU cycles have passed.
    fn run_until_cycle<O: Observer>(&mut self, cycle: u64, observer: &mut O) -> bool {
        self.view = None;
        let (cpu, mut bus, instructions) = self.parts(observer);
        while bus.bus.cycle() < cycle {
            if cpu.jammed {
                return false;
            }
            if bus.observer.wants_exact(cpu.pc) {
                bus.catch_up();
            }
            if bus.observer.before_instruction(cpu, bus.bus) {
                return false;
            }
            cpu.step(&mut bus);
            *instructions += 1;
        }
        true
    }

    /// Brings the chips to the CPU's clock.
    pub(super) fn catch_up<O: Observer>(&mut self, observer: &mut O) {
        let (_, mut bus, _) = self.parts(observer);
        bus.catch_up();
    }

    /// Whether a master clock lies in this frame, or at most an instruction after it.
    pub fn is_in_frame(&self, clock: u64) -> bool {
        let divider = self.state.bus.divider();
        let frame = self.state.bus.clock() + self.cycles_to_next_frame() * divider;
        clock <= frame + LONGEST_INSTRUCTION * divider
    }

    /// Stands at the start of the instruction in whose middle the machine was looked at.
    pub fn leave_instruction(&mut self) {
        self.view = None;
    }

    /// CPU cycles that surely pass before the next frame begins, at least 1. The pre-render
    /// line may be one dot short.
    fn cycles_to_next_frame(&self) -> u64 {
        let Position { scanline, dot, .. } = self.position();
        let timing = self.region.timing();
        let frame_dots = u64::from(timing.scanlines) * LINE_DOTS;
        let passed = u64::from(scanline) * LINE_DOTS + u64::from(dot);
        let clocks = (frame_dots - 1).saturating_sub(passed) * timing.dot_divider;
        (clocks / timing.cpu_divider).max(1)
    }
}

/// Cycles in which no more than so many instructions can begin: each takes two at least.
fn least_cycles(instructions: u64) -> u64 {
    instructions.saturating_mul(2) - 1
}
