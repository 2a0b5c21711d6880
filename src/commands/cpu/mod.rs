//! Group `cpu`: registers, stack, interrupts and vectors.

mod bus;
mod history;

use super::{Answer, Bindings, CommandError, Context, NoArgs, Session, render};
use crate::{
    debugger::{
        disassembler::Instruction,
        registers::{self, Flag},
        stack, stop,
        symbols::MachineNames,
    },
    nes::{cpu::status, event::Event, event::Register, machine::Machine},
};
use serde::{Deserialize, Serialize};

/// Binds the group.
pub fn bind(bindings: &mut Bindings) {
    bindings.bind("cpu_registers", show);
    bindings.bind("cpu_set", set);
    bindings.bind("cpu_backtrace", history::backtrace);
    bindings.bind("cpu_history", history::history);
    bindings.bind("cpu_stack", show_stack);
    bindings.bind("cpu_interrupts", interrupts);
    bindings.bind("cpu_vectors", vectors);
    bindings.bind("cpu_bus", bus::bus);
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Form {
    Text,
    Markdown,
}

/// Arguments of `cpu_registers`.
#[derive(Debug, Deserialize)]
struct ShowArgs {
    name: Option<Register>,
    #[serde(rename = "as")]
    form: Form,
}

/// Reply of `cpu_registers`.
#[derive(Debug, Serialize)]
struct ShowReply {
    a: u8,
    x: u8,
    y: u8,
    s: u8,
    p: u8,
    flags: String,
    pc: u16,
    instruction: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<u16>,
    jammed: bool,
    nmi_pending: bool,
    irq_pending: bool,
    frame: u64,
    scanline: u16,
    dot: u16,
    cycle: u64,
    #[serde(skip)]
    form: Form,
}

impl Answer for ShowReply {
    fn text(&self) -> String {
        match (self.value, self.form) {
            (Some(value), _) => format!("${value:02X} ({value})"),
            (None, Form::Markdown) => self.markdown(),
            (None, Form::Text) => self.plain(),
        }
    }
}

impl ShowReply {
    fn plain(&self) -> String {
        let mut lines = vec![
            format!(
                "A=${:02X} X=${:02X} Y=${:02X} S=${:02X} P=${:02X} {} PC=${:04X}",
                self.a, self.x, self.y, self.s, self.p, self.flags, self.pc
            ),
            format!("${:04X}  {}", self.pc, self.instruction),
            format!(
                "frame {} line {} dot {} cycle {}",
                self.frame, self.scanline, self.dot, self.cycle
            ),
        ];
        let states = [
            (self.jammed, "jammed"),
            (self.nmi_pending, "NMI pending"),
            (self.irq_pending, "IRQ line low"),
        ];
        let states: Vec<_> = states.iter().filter(|row| row.0).map(|row| row.1).collect();
        if !states.is_empty() {
            lines.push(states.join(", "));
        }
        lines.join("\n")
    }

    fn markdown(&self) -> String {
        format!(
            "| A | X | Y | S | P | flags | PC | next |\n|---|---|---|---|---|---|---|---|\n\
             | `${:02X}` | `${:02X}` | `${:02X}` | `${:02X}` | `${:02X}` | `{}` | `${:04X}` | `{}` |",
            self.a, self.x, self.y, self.s, self.p, self.flags, self.pc, self.instruction
        )
    }
}

fn show(context: &mut Context, args: ShowArgs) -> Result<ShowReply, CommandError> {
    let session = &*context.session;
    let machine = session.machine()?;
    let (cpu, position) = (machine.cpu(), machine.position());
    let pending = machine.bus().pending();
    let p = cpu.p.pushed(false);
    Ok(ShowReply {
        a: cpu.a,
        x: cpu.x,
        y: cpu.y,
        s: cpu.s,
        p,
        flags: stop::flags(p),
        pc: cpu.pc,
        instruction: instruction_text(session, machine),
        value: args.name.map(|name| registers::get(machine, name)),
        jammed: cpu.jammed,
        nmi_pending: pending.nmi,
        irq_pending: pending.irq,
        frame: position.frame,
        scanline: position.scanline,
        dot: position.dot,
        cycle: position.cycle,
        form: args.form,
    })
}

fn instruction_text(session: &Session, machine: &Machine) -> String {
    let peek = |address| machine.peek(address);
    let names = MachineNames::new(machine, &session.labels);
    Instruction::decode(machine.cpu().pc, &peek).text(&names)
}

/// A register or a flag by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(untagged)]
enum Target {
    Register(Register),
    Flag(Flag),
}

/// Arguments of `cpu_set`.
#[derive(Debug, Deserialize)]
struct SetArgs {
    reg: Target,
    value: u16,
}

/// Reply of `cpu_set`.
#[derive(Debug, Serialize)]
struct SetReply {
    reg: Target,
    old: u16,
    new: u16,
}

impl Answer for SetReply {
    fn text(&self) -> String {
        let name = match self.reg {
            Target::Register(register) => registers::name(register),
            Target::Flag(flag) => flag.name(),
        };
        format!("{name}: ${:02X} -> ${:02X}", self.old, self.new)
    }
}

fn set(context: &mut Context, args: SetArgs) -> Result<SetReply, CommandError> {
    let session = &mut *context.session;
    let old = value_of(session.machine()?, args.reg);
    let (register, value) = match args.reg {
        Target::Register(register) => (register, args.value),
        Target::Flag(flag) => {
            check(args.value, 1, flag.name())?;
            let mut p = session.machine()?.cpu().p;
            p.set(flag.mask(), args.value == 1);
            (Register::P, u16::from(p.0))
        }
    };
    if register != Register::Pc {
        check(value, 0xFF, registers::name(register))?;
    }
    session.apply(&Event::SetRegister { register, value })?;
    Ok(SetReply {
        reg: args.reg,
        old,
        new: value_of(session.machine()?, args.reg),
    })
}

fn value_of(machine: &Machine, target: Target) -> u16 {
    match target {
        Target::Register(register) => registers::get(machine, register),
        Target::Flag(flag) => u16::from(machine.cpu().p.has(flag.mask())),
    }
}

fn check(value: u16, most: u16, name: &str) -> Result<(), CommandError> {
    if value > most {
        return Err(CommandError::out_of_range(format!(
            "{name} takes 0 to {most}, not {value}"
        )));
    }
    Ok(())
}

/// Arguments of `cpu_stack`.
#[derive(Debug, Deserialize)]
struct StackArgs {
    length: usize,
}

/// Reply of `cpu_stack`.
#[derive(Debug, Serialize)]
struct StackReply {
    s: u8,
    bytes: Vec<u8>,
    returns: Vec<stack::Return>,
}

impl Answer for StackReply {
    fn text(&self) -> String {
        if self.bytes.is_empty() {
            return format!("S=${:02X}, the stack is empty", self.s);
        }
        let top = 0x0100 + u32::from(self.s) + 1;
        let mut lines = vec![render::hex_dump(top, &self.bytes, 4)];
        lines.extend(self.returns.iter().map(|found| {
            format!(
                "${:04X}: return to ${:04X}, called by JSR at ${:04X}",
                found.address, found.target, found.caller
            )
        }));
        lines.join("\n")
    }
}

fn show_stack(context: &mut Context, args: StackArgs) -> Result<StackReply, CommandError> {
    let machine = context.session.machine()?;
    let bytes = stack::bytes(machine, args.length);
    Ok(StackReply {
        s: machine.cpu().s,
        returns: stack::returns(machine, bytes.len()),
        bytes,
    })
}

/// Reply of `cpu_interrupts`.
#[derive(Debug, Serialize)]
struct InterruptsReply {
    nmi_line: bool,
    nmi_pending: bool,
    irq_frame: bool,
    irq_dmc: bool,
    irq_mapper: bool,
    masked: bool,
    next: &'static str,
}

impl Answer for InterruptsReply {
    fn text(&self) -> String {
        let word = |on| if on { "low" } else { "high" };
        let sources = [
            (self.irq_frame, "frame counter"),
            (self.irq_dmc, "DMC"),
            (self.irq_mapper, "mapper"),
        ];
        let sources: Vec<_> = sources
            .iter()
            .filter(|row| row.0)
            .map(|row| row.1)
            .collect();
        let sources = if sources.is_empty() {
            "none".to_string()
        } else {
            sources.join(", ")
        };
        format!(
            "/NMI {}, {}\nIRQ sources: {sources}{}\na poll now takes: {}",
            word(self.nmi_line),
            if self.nmi_pending {
                "edge latched"
            } else {
                "no edge latched"
            },
            if self.masked { " (masked by I)" } else { "" },
            self.next
        )
    }
}

fn interrupts(context: &mut Context, _args: NoArgs) -> Result<InterruptsReply, CommandError> {
    let machine = context.session.machine()?;
    let pending = machine.bus().pending();
    let masked = machine.cpu().p.has(status::INTERRUPT_DISABLE);
    Ok(InterruptsReply {
        nmi_line: machine.ppu().nmi_line(),
        nmi_pending: pending.nmi,
        irq_frame: machine.apu().frame_irq(),
        irq_dmc: machine.apu().dmc_irq(),
        irq_mapper: machine.cartridge().irq(),
        masked,
        next: match (pending.nmi, pending.irq && !masked) {
            (true, _) => "nmi",
            (false, true) => "irq",
            (false, false) => "none",
        },
    })
}

/// Reply of `cpu_vectors`.
#[derive(Debug, Serialize)]
struct VectorsReply {
    nmi: u16,
    reset: u16,
    irq: u16,
    #[serde(skip)]
    names: [String; 3],
}

impl Answer for VectorsReply {
    fn text(&self) -> String {
        let [nmi, reset, irq] = &self.names;
        format!(
            "NMI   $FFFA -> ${:04X} {nmi}\nRESET $FFFC -> ${:04X} {reset}\nIRQ   $FFFE -> ${:04X} {irq}",
            self.nmi, self.reset, self.irq
        )
        .lines()
        .map(str::trim_end)
        .collect::<Vec<_>>()
        .join("\n")
    }
}

fn vectors(context: &mut Context, _args: NoArgs) -> Result<VectorsReply, CommandError> {
    let names = context.session.names()?;
    let machine = names.look;
    let word = |at: u16| u16::from_le_bytes([machine.peek(at), machine.peek(at + 1)]);
    let targets = [word(0xFFFA), word(0xFFFC), word(0xFFFE)];
    let name = |target: u16| names.text(target);
    Ok(VectorsReply {
        nmi: targets[0],
        reset: targets[1],
        irq: targets[2],
        names: targets.map(|target| name(target).unwrap_or_default()),
    })
}
