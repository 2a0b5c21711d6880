//! Group `cheat`: codes, and values that are held.

use super::{
    Answer, Bindings, CommandError, Context, NoArgs, Session, place, render,
    run::conditions::evaluate,
};
use crate::{
    debugger::{
        cheats::{
            Cheat, CheatError, Effect,
            codes::{self, Code, Format, ROM_START},
        },
        memory_map::{self, Answers},
        spaces,
    },
    nes::event::Space,
    registry::types::Address,
};
use serde::{Deserialize, Serialize};

/// Binds the group.
pub fn bind(bindings: &mut Bindings) {
    bindings.bind("cheat_freeze", freeze);
    bindings.bind("cheat_add", add);
    bindings.bind("cheat_remove", remove);
    bindings.bind("cheat_list", list);
    bindings.bind("cheat_code", code);
}

/// A cheat in a reply.
#[derive(Debug, Serialize)]
struct CheatRow {
    id: u32,
    code: String,
    kind: &'static str,
    places: Vec<String>,
    count: usize,
    bytes: Vec<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    compare: Option<u8>,
}

/// Places of one cheat that are listed.
const PLACES_LISTED: usize = 16;

impl CheatRow {
    fn of(cheat: &Cheat) -> CheatRow {
        let (kind, space, offsets, bytes, compare) = match &cheat.effect {
            Effect::Hold {
                space,
                offset,
                bytes,
                compare,
            } => ("hold", *space, vec![*offset], bytes.clone(), *compare),
            Effect::Replace { offsets, value } => {
                ("replace", Space::Prg, offsets.clone(), vec![*value], None)
            }
        };
        let listed = offsets.iter().take(PLACES_LISTED);
        CheatRow {
            id: cheat.id,
            code: cheat.text.clone(),
            kind,
            places: listed
                .map(|&offset| spaces::address_text(space, offset))
                .collect(),
            count: offsets.len(),
            bytes,
            compare,
        }
    }

    fn text(&self) -> String {
        let more = match self.count - self.places.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let compare = self
            .compare
            .map_or_else(String::new, |byte| format!(" while it is {byte:02X}"));
        format!(
            "{:>3}  {:12} {} {}{more} = {}{compare}",
            self.id,
            self.code,
            self.kind,
            self.places.join(" "),
            render::hex(&self.bytes)
        )
    }
}

/// Reply of `cheat_freeze` and `cheat_add`.
#[derive(Debug, Serialize)]
struct AddedReply {
    #[serde(flatten)]
    cheat: CheatRow,
}

impl Answer for AddedReply {
    fn text(&self) -> String {
        self.cheat.text()
    }
}

fn added(context: &mut Context, id: u32) -> Result<AddedReply, CommandError> {
    let session = &mut *context.session;
    for event in session.cheats.now(session.machine()?) {
        session.apply(&event)?;
    }
    let cheat = session.cheats.iter().find(|cheat| cheat.id == id);
    let cheat = CheatRow::of(cheat.expect("it was added just now"));
    let others: Vec<_> = session
        .cheats
        .overlapping(id)
        .map(|id| id.to_string())
        .collect();
    if !others.is_empty() {
        let notice = format!(
            "cheats {} act on some of the same bytes; there the latest wins, {id}",
            others.join(" ")
        );
        context.notice("cheat", notice);
    }
    Ok(AddedReply { cheat })
}

fn refused(error: CheatError) -> CommandError {
    match error {
        CheatError::Full => CommandError::limit(error.to_string()),
        CheatError::NoRom(_) | CheatError::NoMatch { .. } => {
            CommandError::not_found(error.to_string())
        }
    }
}

/// Arguments of `cheat_freeze`.
#[derive(Debug, Deserialize)]
struct FreezeArgs {
    address: Address,
    value: Option<String>,
    size: u32,
}

fn freeze(context: &mut Context, args: FreezeArgs) -> Result<AddedReply, CommandError> {
    let session = &mut *context.session;
    if !matches!(args.size, 1 | 2 | 4) {
        return Err(CommandError::bad_value("size is 1, 2 or 4 bytes"));
    }
    let span = place::span(session.machine()?, &args.address, args.size, None)?;
    let held = in_ram(session, span)?;
    let bytes = match &args.value {
        Some(source) => little_endian(evaluate(source, session)?, args.size)?,
        None => place::peek(session.machine()?, span),
    };
    let text = spaces::address_text(span.space, span.start);
    let id = session.cheats.hold(text, held, bytes, None);
    let id = id.map_err(refused)?;
    added(context, id)
}

fn little_endian(value: i64, size: u32) -> Result<Vec<u8>, CommandError> {
    let bits = size * 8;
    if !(-(1i64 << (bits - 1))..1i64 << bits).contains(&value) {
        return Err(CommandError::out_of_range(format!(
            "{value} does not fit in {size} bytes; size is 1, 2 or 4"
        )));
    }
    Ok(value.to_le_bytes()[..size as usize].to_vec())
}

/// The RAM behind a span.
fn in_ram(session: &Session, span: place::Span) -> Result<(Space, u32), CommandError> {
    let machine = session.machine()?;
    let behind = |offset| memory_map::physical(machine, span.space, offset);
    let Answers::Memory(space, first) = behind(span.start) else {
        return Err(nothing_to_hold());
    };
    let last = Answers::Memory(space, first + span.length - 1);
    let together = behind(span.start + span.length - 1) == last;
    match space {
        Space::Prg | Space::Chr | Space::File => Err(CommandError::new(
            "read_only",
            "ROM does not change by itself; cheat_add replaces what is read, memory_write patches a byte",
        )),
        _ if together => Ok((space, first)),
        _ => Err(nothing_to_hold()),
    }
}

fn nothing_to_hold() -> CommandError {
    CommandError::new("read_only", "no RAM answers there that could be held")
}

/// Arguments of `cheat_add`.
#[derive(Debug, Deserialize)]
struct AddArgs {
    code: String,
}

fn add(context: &mut Context, args: AddArgs) -> Result<AddedReply, CommandError> {
    let session = &mut *context.session;
    let (code, format) = read(&args.code)?;
    let text = match format {
        Format::Plain => codes::plain(code),
        Format::GameGenie | Format::Rocky => args.code.trim().to_ascii_uppercase(),
    };
    let id = if code.address >= ROM_START {
        let mut cheats = session.cheats.clone();
        let id = cheats.replace(session.machine()?, text, code);
        session.cheats = cheats;
        id
    } else {
        let address = Address::plain(u32::from(code.address));
        let span = place::span(session.machine()?, &address, 1, None)?;
        let held = in_ram(session, span)?;
        session
            .cheats
            .hold(text, held, vec![code.value], code.compare)
    };
    added(context, id.map_err(refused)?)
}

fn read(text: &str) -> Result<(Code, Format), CommandError> {
    codes::parse(text).map_err(|error| CommandError::bad_value(error.to_string()))
}

/// Which cheats: numbers, or the word `all`.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Which {
    Some(Vec<u32>),
    Word(String),
}

/// Arguments of `cheat_remove`.
#[derive(Debug, Deserialize)]
struct RemoveArgs {
    id: Which,
}

/// Reply of `cheat_remove`.
#[derive(Debug, Serialize)]
struct RemovedReply {
    removed: usize,
    restored: usize,
}

impl Answer for RemovedReply {
    fn text(&self) -> String {
        format!(
            "removed: {}; ROM bytes put back: {}",
            self.removed, self.restored
        )
    }
}

fn remove(context: &mut Context, args: RemoveArgs) -> Result<RemovedReply, CommandError> {
    let session = &mut *context.session;
    let ids = match args.id {
        Which::Some(ids) => ids,
        Which::Word(word) if word == "all" => session.cheats.iter().map(|cheat| cheat.id).collect(),
        Which::Word(word) => {
            return Err(CommandError::bad_value(format!(
                "{word} is neither a list of numbers nor all"
            )));
        }
    };
    let known = |id: &u32| session.cheats.iter().any(|cheat| cheat.id == *id);
    if let Some(id) = ids.iter().find(|id| !known(id)) {
        return Err(CommandError::not_found(format!(
            "no cheat {id}; cheat_list lists them"
        )));
    }
    let mut cheats = session.cheats.clone();
    let (removed, events) = cheats.remove(session.machine()?, |cheat| ids.contains(&cheat.id));
    for event in &events {
        session.apply(event)?;
    }
    session.cheats = cheats;
    Ok(RemovedReply {
        removed,
        restored: events.len(),
    })
}

/// Reply of `cheat_list`.
#[derive(Debug, Serialize)]
struct ListReply {
    cheats: Vec<CheatRow>,
}

impl Answer for ListReply {
    fn text(&self) -> String {
        if self.cheats.is_empty() {
            return "no cheats; cheat_freeze and cheat_add make some".to_string();
        }
        let rows: Vec<_> = self.cheats.iter().map(CheatRow::text).collect();
        rows.join("\n")
    }
}

fn list(context: &mut Context, _: NoArgs) -> Result<ListReply, CommandError> {
    let cheats = context.session.cheats.iter().map(CheatRow::of);
    Ok(ListReply {
        cheats: cheats.collect(),
    })
}

/// The direction of `cheat_code`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum CodeOp {
    Encode,
    Decode,
}

/// Arguments of `cheat_code`.
#[derive(Debug, Deserialize)]
struct CodeArgs {
    op: CodeOp,
    address: Option<Address>,
    value: Option<u8>,
    compare: Option<u8>,
    code: Option<String>,
}

/// Reply of `cheat_code`.
#[derive(Debug, Serialize)]
struct CodeReply {
    address: u16,
    value: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    compare: Option<u8>,
    plain: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    game_genie: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rocky: Option<String>,
}

impl Answer for CodeReply {
    fn text(&self) -> String {
        let mut parts = vec![self.plain.clone()];
        parts.extend(
            self.game_genie
                .as_ref()
                .map(|code| format!("Game Genie {code}")),
        );
        parts.extend(
            self.rocky
                .as_ref()
                .map(|code| format!("Pro Action Rocky {code}")),
        );
        if self.address < ROM_START {
            parts.push("devices reach only $8000-$FFFF; cheat_add takes this form".to_string());
        }
        parts.join("  ")
    }
}

fn code(context: &mut Context, args: CodeArgs) -> Result<CodeReply, CommandError> {
    let missing = |what: &str| CommandError::new("missing_argument", format!("{what} is missing"));
    let code = match args.op {
        CodeOp::Decode => read(&args.code.ok_or_else(|| missing("code"))?)?.0,
        CodeOp::Encode => {
            let address = args.address.ok_or_else(|| missing("address"))?;
            Code {
                address: place::cpu(context.session.machine()?, &address)?,
                value: args.value.ok_or_else(|| missing("value"))?,
                compare: args.compare,
            }
        }
    };
    Ok(CodeReply {
        address: code.address,
        value: code.value,
        compare: code.compare,
        plain: codes::plain(code),
        game_genie: codes::game_genie(code),
        rocky: codes::rocky(code),
    })
}
