//! A subroutine: its instructions as basic blocks, what it calls, how it is left.
//!
//! The instructions are those that the entry reaches without calls. A JMP to something that
//! is called elsewhere is taken for a tail call, so it leads out. A block ends before the
//! target of a jump and behind a branch, a jump or a return.

use super::{
    flow::{self, Flow, Link},
    view::CodeView,
};
use crate::debugger::disassembler::Instruction;
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Bound,
};

/// Most instructions of a function that are followed.
pub const MOST_INSTRUCTIONS: usize = 4096;

/// How a block leads to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// Falls through, or a branch not taken.
    Next,
    /// A branch taken.
    Taken,
    /// JMP.
    Jump,
}

impl Edge {
    /// The word for replies.
    pub fn name(self) -> &'static str {
        match self {
            Edge::Next => "next",
            Edge::Taken => "taken",
            Edge::Jump => "jump",
        }
    }
}

/// Instructions that run one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Address of the first instruction.
    pub start: u16,
    /// Address of the last byte.
    pub last: u16,
    /// Number of instructions.
    pub instructions: usize,
    /// Where it goes on inside the function.
    pub edges: Vec<(u16, Edge)>,
    /// The instruction that leaves the function at its end.
    pub exit: Option<Instruction>,
}

/// A subroutine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Where it is entered.
    pub entry: u16,
    /// Its blocks by address.
    pub blocks: Vec<Block>,
    /// What it calls or jumps away to, with the number of places.
    pub callees: BTreeMap<u16, u32>,
    /// Whether it was too large to be followed to its end.
    pub truncated: bool,
}

impl Function {
    /// The function that is entered at `entry`.
    pub fn at(view: &CodeView, flow: &Flow, entry: u16) -> Function {
        let (code, truncated) = collect(view, flow, entry);
        let blocks = blocks(&code, flow, entry);
        let mut callees = BTreeMap::new();
        for target in code.values().filter_map(|found| callee(found, flow, entry)) {
            *callees.entry(target).or_insert(0) += 1;
        }
        Function {
            entry,
            blocks,
            callees,
            truncated,
        }
    }

    /// The function that an address belongs to: the one entered there, else the nearest one
    /// entered before it that contains it, else what is entered there.
    pub fn around(view: &CodeView, flow: &Flow, address: u16) -> Function {
        let entered = |at: &u16| flow.is_called(*at) && flow.is_start(*at);
        if !entered(&address) {
            let before = (0..address).rev().filter(entered).take(32);
            for entry in before {
                let function = Function::at(view, flow, entry);
                if function.contains(address) {
                    return function;
                }
            }
        }
        Function::at(view, flow, address)
    }

    /// Whether an instruction's byte is at the address.
    pub fn contains(&self, address: u16) -> bool {
        let mut blocks = self.blocks.iter();
        blocks.any(|block| (block.start..=block.last).contains(&address))
    }

    /// Its lowest and highest address.
    pub fn bounds(&self) -> (u16, u16) {
        let starts = self.blocks.iter().map(|block| block.start).min();
        let ends = self.blocks.iter().map(|block| block.last).max();
        (starts.unwrap_or(self.entry), ends.unwrap_or(self.entry))
    }

    /// Bytes of all blocks.
    pub fn bytes(&self) -> usize {
        let sizes = self.blocks.iter();
        sizes
            .map(|block| usize::from(block.last.wrapping_sub(block.start)) + 1)
            .sum()
    }

    /// The graph in the DOT language of Graphviz; `line` gives a node's text.
    pub fn dot(&self, line: &dyn Fn(&Block) -> String) -> String {
        let mut lines = vec![
            format!("digraph f_{:04X} {{", self.entry),
            "  node [shape=box fontname=monospace]".to_string(),
        ];
        for block in &self.blocks {
            let text = line(block).replace('\\', "\\\\").replace('"', "\\\"");
            let text = text.replace('\n', "\\l");
            lines.push(format!("  b_{:04X} [label=\"{text}\\l\"]", block.start));
            lines.extend(block.edges.iter().map(|(to, edge)| {
                let name = edge.name();
                format!("  b_{:04X} -> b_{to:04X} [label={name}]", block.start)
            }));
        }
        lines.push("}".to_string());
        lines.join("\n")
    }
}

type Code = BTreeMap<u16, Instruction>;

/// The instructions that the entry reaches without calls.
fn collect(view: &CodeView, flow: &Flow, entry: u16) -> (Code, bool) {
    let mut code = Code::new();
    let mut waiting = vec![entry];
    while let Some(address) = waiting.pop() {
        if code.contains_key(&address) || !view.is_memory(address) {
            continue;
        }
        if code.len() == MOST_INSTRUCTIONS {
            return (code, true);
        }
        let instruction = view.decode(address);
        code.insert(address, instruction);
        waiting.extend(ways(&instruction, flow, entry).into_iter().map(|way| way.0));
    }
    (code, false)
}

/// Where an instruction goes on inside the function.
fn ways(instruction: &Instruction, flow: &Flow, entry: u16) -> Vec<(u16, Edge)> {
    let successors = flow::successors(instruction);
    let mut ways: Vec<(u16, Edge)> = Vec::with_capacity(2);
    ways.extend(successors.next.map(|next| (next, Edge::Next)));
    match successors.target {
        Some((target, Link::Branch)) => ways.push((target, Edge::Taken)),
        Some((target, Link::Jump)) if !is_tail_call(target, flow, entry) => {
            ways.push((target, Edge::Jump));
        }
        _ => {}
    }
    ways
}

fn is_tail_call(target: u16, flow: &Flow, entry: u16) -> bool {
    target != entry && flow.is_called(target)
}

fn callee(instruction: &Instruction, flow: &Flow, entry: u16) -> Option<u16> {
    let (target, link) = flow::successors(instruction).target?;
    match link {
        Link::Call => Some(target),
        Link::Jump => is_tail_call(target, flow, entry).then_some(target),
        Link::Branch => None,
    }
}

fn blocks(code: &Code, flow: &Flow, entry: u16) -> Vec<Block> {
    let leaders = leaders(code, flow, entry);
    let mut blocks: Vec<Block> = Vec::new();
    let mut open: Option<Block> = None;
    for instruction in code.values() {
        let mut block = open.take().unwrap_or_else(|| empty(instruction.address));
        block.instructions += 1;
        block.last = instruction.next().wrapping_sub(1);
        let ways = ways(instruction, flow, entry);
        let falls = |next| !leaders.contains(&next) && following(code, instruction) == Some(next);
        if matches!(ways[..], [(next, Edge::Next)] if falls(next)) {
            open = Some(block);
            continue;
        }
        block.exit = ways.is_empty().then_some(*instruction);
        block.edges = ways;
        blocks.push(block);
    }
    blocks.extend(open);
    blocks
}

/// Address of the instruction that comes next in memory.
fn following(code: &Code, instruction: &Instruction) -> Option<u16> {
    let behind = (Bound::Excluded(instruction.address), Bound::Unbounded);
    code.range(behind).next().map(|(&address, _)| address)
}

fn empty(start: u16) -> Block {
    Block {
        start,
        last: start,
        instructions: 0,
        edges: Vec::new(),
        exit: None,
    }
}

fn leaders(code: &Code, flow: &Flow, entry: u16) -> BTreeSet<u16> {
    let mut leaders = BTreeSet::from([entry]);
    for instruction in code.values() {
        let ways = ways(instruction, flow, entry);
        let jumps = ways.iter().filter(|way| way.1 != Edge::Next);
        leaders.extend(jumps.map(|way| way.0));
    }
    leaders
}
