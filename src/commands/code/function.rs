//! `code_function`.

use crate::{
    commands::{Answer, CommandError, Context, render},
    debugger::{
        code::{
            CodeNames, CodeView, Flow,
            function::{Block as Found, Function},
            references::{self, Use},
        },
        memory_map::{self, Answers},
    },
    registry::types::Address,
};
use serde::{Deserialize, Serialize};

/// Arguments of `code_function`.
#[derive(Debug, Deserialize)]
pub struct FunctionArgs {
    address: Option<Address>,
    dot: bool,
}

/// Reply of `code_function`.
#[derive(Debug, Serialize)]
pub struct FunctionReply {
    entry: u16,
    first: u16,
    last: u16,
    bytes: usize,
    instructions: usize,
    callers: Vec<Caller>,
    callees: Vec<Callee>,
    blocks: Vec<Block>,
    truncated: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    dot: Option<String>,
    #[serde(skip)]
    name: String,
}

/// A place that calls or jumps here.
#[derive(Debug, Serialize)]
struct Caller {
    from: u16,
    kind: Use,
}

/// A function called or jumped to.
#[derive(Debug, Serialize)]
struct Callee {
    to: u16,
    places: u32,
    #[serde(skip)]
    name: String,
}

/// A basic block.
#[derive(Debug, Serialize)]
struct Block {
    start: u16,
    last: u16,
    instructions: usize,
    edges: Vec<Edge>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exit: Option<String>,
}

/// A way from a block to another.
#[derive(Debug, Serialize)]
struct Edge {
    to: u16,
    kind: &'static str,
}

impl Answer for FunctionReply {
    fn text(&self) -> String {
        if let Some(dot) = &self.dot {
            return dot.clone();
        }
        let mut rows = vec![format!(
            "{}: ${:04X} to ${:04X}, {}, {}{}",
            self.name,
            self.first,
            self.last,
            render::counted(self.bytes as u64, "byte"),
            render::counted(self.instructions as u64, "instruction"),
            if self.truncated {
                ", cut off there"
            } else {
                ""
            }
        )];
        rows.push(format!("called from: {}", self.callers_text()));
        rows.push(format!("calls: {}", self.callees_text()));
        rows.extend(self.blocks.iter().map(Block::row));
        rows.join("\n")
    }
}

impl FunctionReply {
    fn callers_text(&self) -> String {
        let callers = self.callers.iter();
        let callers: Vec<String> = callers
            .map(|caller| match caller.kind {
                Use::Call => format!("${:04X}", caller.from),
                _ => format!("${:04X} (jump)", caller.from),
            })
            .collect();
        or_nothing(&callers)
    }

    fn callees_text(&self) -> String {
        let callees = self.callees.iter();
        let callees: Vec<String> = callees
            .map(|callee| match callee.places {
                1 => callee.name.clone(),
                places => format!("{} ({places} times)", callee.name),
            })
            .collect();
        or_nothing(&callees)
    }
}

fn or_nothing(names: &[String]) -> String {
    match names.is_empty() {
        true => "nothing known".to_string(),
        false => names.join(", "),
    }
}

impl Block {
    fn row(&self) -> String {
        let edges = self.edges.iter();
        let mut ways: Vec<String> = edges
            .map(|edge| format!("{} ${:04X}", edge.kind, edge.to))
            .collect();
        ways.extend(self.exit.clone());
        format!(
            "  ${:04X}-${:04X}  {} -> {}",
            self.start,
            self.last,
            self.instructions,
            ways.join(", ")
        )
    }
}

/// Describes the function at an address.
pub fn function(context: &mut Context, args: FunctionArgs) -> Result<FunctionReply, CommandError> {
    let session = &*context.session;
    let machine = session.machine()?;
    let (view, address) = match &args.address {
        Some(address) => super::view(machine, address)?,
        None => (CodeView::now(machine), machine.cpu().pc),
    };
    let names = super::names(session, view)?;
    let (flow, address) = known(&view, address);
    let function = Function::around(&view, &flow, address);
    let mut callers = references::to(&view, &flow, function.entry);
    callers.retain(|found| {
        let inside = function.contains(found.instruction.address);
        found.how == Use::Call || found.how == Use::Jump && !inside
    });
    let callers = callers.iter().map(|found| Caller {
        from: found.instruction.address,
        kind: found.how,
    });
    let callees = function.callees.iter().map(|(&to, &places)| Callee {
        to,
        places,
        name: names.shown(to),
    });
    let (first, last) = function.bounds();
    Ok(FunctionReply {
        entry: function.entry,
        first,
        last,
        bytes: function.bytes(),
        instructions: function.blocks.iter().map(|block| block.instructions).sum(),
        callers: callers.collect(),
        callees: callees.collect(),
        blocks: function
            .blocks
            .iter()
            .map(|found| block(&names, found))
            .collect(),
        truncated: function.truncated,
        dot: args
            .dot
            .then(|| function.dot(&|block| listing(&names, block))),
        name: names.shown(function.entry),
    })
}

/// The known code, and the address, or a mirror of it, as that code uses it.
fn known(view: &CodeView, address: u16) -> (Flow, u16) {
    let flow = super::follow(view, view.machine().cpu().pc);
    let mirrors = match view.behind(address) {
        Answers::Memory(space, offset) => {
            memory_map::cpu_addresses(view.machine(), space, offset).collect()
        }
        _ => Vec::new(),
    };
    let mut mirrors = mirrors.into_iter().map(|mirror| mirror as u16);
    match mirrors.find(|&mirror| flow.is_start(mirror)) {
        Some(mirror) if !flow.is_start(address) => (flow, mirror),
        _ => (super::follow(view, address), address),
    }
}

fn block(names: &CodeNames, found: &Found) -> Block {
    let edges = found.edges.iter().map(|(to, edge)| Edge {
        to: *to,
        kind: edge.name(),
    });
    Block {
        start: found.start,
        last: found.last,
        instructions: found.instructions,
        edges: edges.collect(),
        exit: found.exit.map(|exit| exit.text(names)),
    }
}

/// A block's instructions as lines.
fn listing(names: &CodeNames, block: &Found) -> String {
    let mut address = block.start;
    let mut lines = Vec::with_capacity(block.instructions);
    for _ in 0..block.instructions {
        let instruction = names.view.decode(address);
        lines.push(format!("${address:04X} {}", instruction.text(names)));
        address = instruction.next();
    }
    lines.join("\n")
}
