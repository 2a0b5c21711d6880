//! The cycles of ways through a stretch of code.
//!
//! Forward branches make a graph without circles in address order, so the cheapest and the
//! dearest way are found in one pass. Branches and jumps back are loops: each is told with
//! the cost of one turn, and how often it turns is not known here. A called subroutine counts
//! only its JSR.

use super::{
    cycles::{self, Cost},
    flow::{self, Link},
};
use crate::debugger::disassembler::Instruction;

/// A way's fewest and most cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Fewest.
    pub minimum: u32,
    /// Most.
    pub maximum: u32,
}

/// A branch or jump back inside the stretch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loop {
    /// The branch or jump.
    pub from: u16,
    /// Where it goes back to.
    pub to: u16,
    /// Cycles of one turn; `None` when no forward way leads round.
    pub turn: Option<Span>,
}

/// What is known about the ways through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paths {
    /// All instructions once, in order, no branch taken.
    pub straight: Span,
    /// From the first instruction to any way out, without turning in loops; `None` when no
    /// forward way leads out.
    pub through: Option<Span>,
    /// Ways back, in address order.
    pub loops: Vec<Loop>,
    /// Subroutines called, whose cycles are not counted.
    pub calls: Vec<u16>,
}

/// One way on from an instruction.
struct Step {
    to: Option<usize>,
    cost: Span,
}

/// The ways through `code`: consecutive instructions, entered at the first.
pub fn analyze(code: &[Instruction]) -> Paths {
    let steps: Vec<Vec<Step>> = (0..code.len()).map(|index| forward(code, index)).collect();
    Paths {
        straight: straight(code),
        through: way_out(&steps),
        loops: loops(code, &steps),
        calls: calls(code),
    }
}

fn straight(code: &[Instruction]) -> Span {
    let costs = code.iter().map(passing);
    costs.fold(Span::ZERO, Span::then)
}

/// An instruction's cost when the CPU goes on behind it.
fn passing(instruction: &Instruction) -> Span {
    let Cost {
        minimum, maximum, ..
    } = cycles::cost(instruction);
    let is_branch = target(instruction).is_some_and(|(_, link)| link == Link::Branch);
    Span {
        minimum,
        maximum: if is_branch { minimum } else { maximum },
    }
}

/// An instruction's cost when it goes to its target.
fn leaping(instruction: &Instruction) -> Span {
    let most = cycles::cost(instruction).maximum;
    Span {
        minimum: most,
        maximum: most,
    }
}

fn target(instruction: &Instruction) -> Option<(u16, Link)> {
    flow::successors(instruction).target
}

fn index_of(code: &[Instruction], address: u16) -> Option<usize> {
    code.iter().position(|found| found.address == address)
}

/// The ways on from an instruction, those back left out; `to` is `None` for a way out.
fn forward(code: &[Instruction], index: usize) -> Vec<Step> {
    let instruction = &code[index];
    let successors = flow::successors(instruction);
    let behind = (index + 1 < code.len()).then_some(index + 1);
    let mut steps = Vec::with_capacity(2);
    let leap = successors.target.filter(|(_, link)| *link != Link::Call);
    if let Some((address, _)) = leap {
        let to = index_of(code, address);
        if to.is_none_or(|to| to > index) {
            steps.push(Step {
                to,
                cost: leaping(instruction),
            });
        }
    }
    if successors.next.is_some() || leap.is_none() {
        steps.push(Step {
            to: successors.next.and(behind),
            cost: passing(instruction),
        });
    }
    steps
}

/// Cycles from `first` up to each instruction before `end`, along forward steps.
fn reach(steps: &[Vec<Step>], first: usize, end: usize) -> Vec<Option<Span>> {
    let mut reached: Vec<Option<Span>> = vec![None; end];
    reached[first] = Some(Span::ZERO);
    for index in first..end {
        let Some(here) = reached[index] else {
            continue;
        };
        for step in &steps[index] {
            if let Some(to) = step.to.filter(|&to| to < end) {
                reached[to] = Some(here.then(step.cost).or(reached[to]));
            }
        }
    }
    reached
}

fn way_out(steps: &[Vec<Step>]) -> Option<Span> {
    if steps.is_empty() {
        return None;
    }
    let reached = reach(steps, 0, steps.len());
    let mut out: Option<Span> = None;
    for (index, here) in reached.iter().enumerate() {
        let Some(here) = here else { continue };
        for step in steps[index].iter().filter(|step| step.to.is_none()) {
            out = Some(here.then(step.cost).or(out));
        }
    }
    out
}

fn loops(code: &[Instruction], steps: &[Vec<Step>]) -> Vec<Loop> {
    let back = |index: usize| {
        let (to, link) = target(&code[index])?;
        let first = index_of(code, to).filter(|&first| first <= index)?;
        (link != Link::Call).then(|| {
            let reached = reach(steps, first, index + 1)[index];
            Loop {
                from: code[index].address,
                to,
                turn: reached.map(|way| way.then(leaping(&code[index]))),
            }
        })
    };
    (0..code.len()).filter_map(back).collect()
}

fn calls(code: &[Instruction]) -> Vec<u16> {
    let targets = code.iter().filter_map(target);
    let calls = targets.filter(|(_, link)| *link == Link::Call);
    let mut calls: Vec<u16> = calls.map(|(address, _)| address).collect();
    calls.sort_unstable();
    calls.dedup();
    calls
}

impl Span {
    const ZERO: Span = Span {
        minimum: 0,
        maximum: 0,
    };

    fn then(self, more: Span) -> Span {
        Span {
            minimum: self.minimum + more.minimum,
            maximum: self.maximum + more.maximum,
        }
    }

    fn or(self, other: Option<Span>) -> Span {
        other.map_or(self, |other| Span {
            minimum: self.minimum.min(other.minimum),
            maximum: self.maximum.max(other.maximum),
        })
    }
}
