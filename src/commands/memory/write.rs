//! `memory_write`, `memory_fill`, `memory_copy`, `memory_bus`: changes.

use crate::{
    commands::{
        Answer, CommandError, Context, Session,
        place::{self, Span},
        render,
    },
    debugger::spaces,
    nes::{event::Event, event::Space},
    registry::types::{Address, AddressRange},
};
use serde::{Deserialize, Serialize};

/// How a byte gets there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Via {
    Poke,
    Bus,
}

/// Arguments of `memory_write`.
#[derive(Debug, Deserialize)]
pub struct WriteArgs {
    address: Address,
    bytes: Vec<u8>,
    via: Via,
    space: Option<Space>,
}

/// Reply of `memory_write`.
#[derive(Debug, Serialize)]
pub struct WriteReply {
    space: &'static str,
    address: u32,
    old: Vec<u8>,
    new: Vec<u8>,
    #[serde(skip)]
    at: String,
}

impl Answer for WriteReply {
    fn text(&self) -> String {
        format!(
            "{}: {} -> {}",
            self.at,
            render::hex(&self.old),
            render::hex(&self.new)
        )
    }
}

/// Writes bytes, by poking or by real bus writes.
pub fn write(context: &mut Context, args: WriteArgs) -> Result<WriteReply, CommandError> {
    let session = &mut *context.session;
    let length = args.bytes.len() as u32;
    let span = place::span(session.machine()?, &args.address, length, args.space)?;
    let old = place::peek(session.machine()?, span);
    match args.via {
        Via::Poke => {
            place::poke(session, span, &args.bytes)?;
        }
        Via::Bus => bus_writes(session, span, &args.bytes)?,
    }
    Ok(WriteReply {
        space: spaces::name(span.space),
        address: span.start,
        new: place::peek(session.machine()?, span),
        old,
        at: spaces::address_text(span.space, span.start),
    })
}

fn bus_writes(session: &mut Session, span: Span, bytes: &[u8]) -> Result<(), CommandError> {
    if span.space != Space::Cpu {
        return Err(CommandError::bad_value(
            "via=bus writes CPU addresses only; poke reaches every space",
        ));
    }
    for (address, &value) in span.offsets().zip(bytes) {
        let address = address as u16;
        session.apply(&Event::BusWrite { address, value })?;
    }
    Ok(())
}

/// Arguments of `memory_fill`.
#[derive(Debug, Deserialize)]
pub struct FillArgs {
    range: AddressRange,
    bytes: Vec<u8>,
}

/// Reply of `memory_fill` and `memory_copy`.
#[derive(Debug, Serialize)]
pub struct ChangedReply {
    changed: u32,
    length: u32,
}

impl Answer for ChangedReply {
    fn text(&self) -> String {
        format!("{} of {} bytes changed", self.changed, self.length)
    }
}

/// Fills a range with a repeated pattern.
pub fn fill(context: &mut Context, args: FillArgs) -> Result<ChangedReply, CommandError> {
    let session = &mut *context.session;
    let span = place::range(session.machine()?, &args.range)?;
    let pattern = args.bytes.iter().copied().cycle();
    let bytes: Vec<u8> = pattern.take(span.length as usize).collect();
    Ok(ChangedReply {
        changed: place::poke(session, span, &bytes)?,
        length: span.length,
    })
}

/// Arguments of `memory_copy`.
#[derive(Debug, Deserialize)]
pub struct CopyArgs {
    range: AddressRange,
    dst: Address,
}

/// Copies a range; source and target may overlap.
pub fn copy(context: &mut Context, args: CopyArgs) -> Result<ChangedReply, CommandError> {
    let session = &mut *context.session;
    let machine = session.machine()?;
    let source = place::range(machine, &args.range)?;
    let target = place::span(machine, &args.dst, source.length, None)?;
    let bytes = place::peek(machine, source);
    Ok(ChangedReply {
        changed: place::poke(session, target, &bytes)?,
        length: source.length,
    })
}

/// The direction of a bus access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum BusOp {
    Read,
    Write,
}

/// Arguments of `memory_bus`.
#[derive(Debug, Deserialize)]
pub struct BusArgs {
    op: BusOp,
    address: Address,
    value: Option<u8>,
}

/// Reply of `memory_bus`.
#[derive(Debug, Serialize)]
pub struct BusReply {
    address: u16,
    value: u8,
    effects: Vec<String>,
}

impl Answer for BusReply {
    fn text(&self) -> String {
        let effects = if self.effects.is_empty() {
            "nothing else changed".to_string()
        } else {
            self.effects.join("; ")
        };
        format!("${:04X} = ${:02X}; {effects}", self.address, self.value)
    }
}

/// Makes one real bus access outside emulated time.
pub fn bus(context: &mut Context, args: BusArgs) -> Result<BusReply, CommandError> {
    let session = &mut *context.session;
    let address = place::cpu(session.machine()?, &args.address)?;
    let before = Visible::of(session)?;
    let peeked = session.machine()?.peek(address);
    let value = match (args.op, args.value) {
        (BusOp::Read, _) => {
            session.apply(&Event::BusRead { address })?;
            match address {
                APU_STATUS => peeked,
                _ => session.machine()?.bus().open_bus(),
            }
        }
        (BusOp::Write, Some(value)) => {
            session.apply(&Event::BusWrite { address, value })?;
            value
        }
        (BusOp::Write, None) => {
            return Err(CommandError::new("missing_argument", "value is missing"));
        }
    };
    Ok(BusReply {
        address,
        value,
        effects: before.differences(&Visible::of(session)?),
    })
}

/// The one register that is read inside the chip: its byte never reaches the data pins.
const APU_STATUS: u16 = 0x4015;

/// Bits of $4016 and $4017 that devices drive; the others are open bus.
const JOY_BITS: u8 = 0x1F;

/// What a bus access may change, by name.
struct Visible(Vec<(&'static str, u32)>);

impl Visible {
    fn of(session: &Session) -> Result<Visible, CommandError> {
        let machine = session.machine()?;
        let ppu = machine.ppu();
        Ok(Visible(vec![
            ("PPUCTRL", u32::from(ppu.ctrl())),
            ("PPUMASK", u32::from(ppu.mask())),
            ("PPUSTATUS", u32::from(ppu.status())),
            ("v", u32::from(ppu.v())),
            ("t", u32::from(ppu.t())),
            ("x", u32::from(ppu.x())),
            ("w", u32::from(ppu.w())),
            ("OAMADDR", u32::from(ppu.oam_address())),
            ("read buffer", u32::from(ppu.read_buffer())),
            ("APU status", u32::from(machine.apu().peek_status())),
            ("JOY1", u32::from(machine.peek(0x4016) & JOY_BITS)),
            ("JOY2", u32::from(machine.peek(0x4017) & JOY_BITS)),
        ]))
    }

    fn differences(&self, after: &Visible) -> Vec<String> {
        let pairs = self.0.iter().zip(&after.0);
        pairs
            .filter(|(old, new)| old != new)
            .map(|((name, old), (_, new))| format!("{name} ${old:X} -> ${new:X}"))
            .collect()
    }
}
