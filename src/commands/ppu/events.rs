//! `ppu_events`.

use super::past;
use crate::{
    commands::{Answer, CommandError, Context, Session},
    debugger::{
        frame_events::{self, EventWatch, Filter, Folded, Row, RowScope},
        raster::replay,
    },
    nes::event::Space,
    registry::types::Position,
};
use serde::{Deserialize, Serialize};

/// The registers of the PPU, repeated to `$3FFF`.
const PPU_REGISTERS: std::ops::RangeInclusive<u16> = 0x2000..=0x3FFF;

/// First address of the cartridge.
const CARTRIDGE: u16 = 0x4020;

/// Arguments of `ppu_events`.
#[derive(Debug, Deserialize)]
pub struct EventsArgs {
    frame: Position,
    filter: Option<String>,
    fold: bool,
    max: usize,
    cursor: usize,
}

/// Reply of `ppu_events`.
#[derive(Debug, Serialize)]
pub struct EventsReply {
    frame: u64,
    total: usize,
    matched: usize,
    events: Vec<LabeledRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<usize>,
}

/// An event with the name of its address.
#[derive(Debug, Serialize)]
pub struct LabeledRow {
    #[serde(flatten)]
    event: Folded,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
}

impl Answer for EventsReply {
    fn text(&self) -> String {
        let mut lines = vec![format!(
            "frame {}: {} of {} events{}",
            self.frame,
            self.matched,
            self.total,
            if self.events.is_empty() {
                ""
            } else {
                " (line:dot)"
            }
        )];
        lines.extend(self.events.iter().map(event_text));
        lines.extend(
            self.cursor
                .map(|cursor| format!("more: ppu_events cursor={cursor}")),
        );
        lines.join("\n")
    }
}

fn event_text(event: &LabeledRow) -> String {
    let LabeledRow { event, label } = event;
    let row = &event.row;
    let mut text = format!("{:3}:{:3} {:11}", row.scanline, row.dot, row.kind.name());
    if let (Some(address), Some(value)) = (row.address, row.value) {
        text += &format!(" ${address:04X} ${value:02X}");
    }
    text += &label
        .iter()
        .map(|label| format!(" {label}"))
        .collect::<String>();
    text += &row.pc.map_or(String::new(), |pc| format!(" at ${pc:04X}"));
    if row.dummy {
        text += " (dummy)";
    }
    if let (Some(scanline), Some(dot)) = (event.last_scanline, event.last_dot) {
        text += &format!(", {} times until {scanline}:{dot}", event.times);
    }
    text
}

/// The events of a recent frame.
pub fn events(context: &mut Context, args: EventsArgs) -> Result<EventsReply, CommandError> {
    let session = &*context.session;
    let frame = past::frame(session, &args.frame, replay::last_frame)?;
    let now = session.machine()?;
    let mut watch = EventWatch::new(frame, now.bus().divider());
    past::watch(session, frame, &mut watch)?;
    let rows = watch.into_rows(now.position().cycle);
    let total = rows.len();
    let rows = match &args.filter {
        Some(source) => filtered(session, source, rows)?,
        None => rows,
    };
    let matched = rows.len();
    let rows = frame_events::fold(rows, args.fold);
    let next = args.cursor.saturating_add(args.max);
    Ok(EventsReply {
        frame,
        total,
        matched,
        cursor: (next < rows.len()).then_some(next),
        events: rows
            .into_iter()
            .skip(args.cursor)
            .take(args.max)
            .map(|event| labeled(session, event))
            .collect(),
    })
}

fn filtered(session: &Session, source: &str, rows: Vec<Row>) -> Result<Vec<Row>, CommandError> {
    let scope = RowScope {
        symbols: &session.labels,
        machine: session.machine()?,
    };
    let mut filter = Filter::new(source, scope).map_err(|error| {
        let problem = format!("{error}\n{}", error.caret(source));
        CommandError::new("bad_expression", problem)
    })?;
    let mut kept = Vec::new();
    for row in rows {
        let passes = filter.passes(&row);
        if passes.map_err(|error| CommandError::new("expr_error", error.to_string()))? {
            kept.push(row);
        }
    }
    Ok(kept)
}

fn labeled(session: &Session, event: Folded) -> LabeledRow {
    let register = |address: u16| match PPU_REGISTERS.contains(&address) {
        true => address & 0x2007,
        false => address,
    };
    let address = event.row.address.filter(|&address| address < CARTRIDGE);
    let name = |address| {
        session
            .labels
            .name(Space::Cpu, u32::from(register(address)))
    };
    LabeledRow {
        label: address.and_then(name).map(str::to_string),
        event,
    }
}
