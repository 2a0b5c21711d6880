//! Gathers the labels of one file, and what is wrong with the others.

use crate::{
    debugger::symbols::{
        Label, MOST_LABELS, Source, SourceLines,
        memories::{Memories, PRG_START},
        skipped::Skipped,
    },
    nes::event::Space,
};
use std::{collections::HashMap, sync::Arc};

/// A line of the file that is being read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    /// Its number, from 1.
    pub number: usize,
    /// Its text.
    pub text: &'a str,
}

/// What a file gave.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// Its labels, in the order of the file.
    pub labels: Vec<Label>,
    /// Its source lines, in formats that have them.
    pub lines: Option<SourceLines>,
    /// The rest, by reason.
    pub skipped: Skipped,
}

/// Where the labels of a file go, and what is added to its PRG offsets.
#[derive(Clone, Debug)]
pub struct Target {
    /// The cartridge's memories.
    pub memories: Memories,
    /// Who is said to have named them.
    pub source: Source,
    /// Added to every PRG ROM offset, bytes.
    pub offset: i64,
}

/// Labels read so far.
pub(super) struct Collector<'a> {
    pub target: &'a Target,
    pub loaded: Loaded,
    names: HashMap<Arc<str>, usize>,
}

impl<'a> Collector<'a> {
    pub fn new(target: &'a Target) -> Collector<'a> {
        Collector {
            target,
            loaded: Loaded::default(),
            names: HashMap::new(),
        }
    }

    /// Counts a line that gives no label.
    pub fn skip(&mut self, line: Line, reason: &'static str) {
        self.loaded.skipped.add(reason, line.number, line.text);
    }

    /// A label at a CPU address, in the memory that it always means.
    pub fn cpu(
        &mut self,
        line: Line,
        name: &str,
        address: u32,
        finish: impl FnOnce(Label) -> Label,
    ) {
        match self.target.memories.place_cpu(address) {
            Some(place) => self.mapped(line, name, place, address, finish),
            None => self.skip(line, "the address is past $FFFF"),
        }
    }

    /// A label in a memory that was assembled for a CPU address.
    pub fn mapped(
        &mut self,
        line: Line,
        name: &str,
        place: (Space, u32),
        cpu: u32,
        finish: impl FnOnce(Label) -> Label,
    ) {
        let cpu = u16::try_from(cpu).ok().filter(|_| cpu >= PRG_START);
        self.place(line, name, place, |label| {
            let label = finish(label);
            cpu.map_or(label.clone(), |cpu| label.at_cpu(cpu))
        });
    }

    /// A label at an offset of a memory.
    pub fn place(
        &mut self,
        line: Line,
        name: &str,
        (space, address): (Space, u32),
        finish: impl FnOnce(Label) -> Label,
    ) {
        let Some(address) = self.moved(space, address) else {
            return self.skip(line, "the address is outside its memory");
        };
        match Label::new(name.trim(), space, address, self.target.source.clone()) {
            Ok(label) => self.add(line, finish(label)),
            Err(error) => self.skip(line, error.reason()),
        }
    }

    /// Whether a name is still free, or stands for this place already.
    pub fn is_free(&self, name: &str, place: (Space, u32)) -> bool {
        !self.names.contains_key(name) || !self.is_new(name, place)
    }

    /// Whether no label has this name at this place.
    pub fn is_new(&self, name: &str, place: (Space, u32)) -> bool {
        let known = self.names.get(name).map(|&at| &self.loaded.labels[at]);
        let (space, address) = place;
        let address = self.moved(space, address);
        known.is_none_or(|label| label.space != space || Some(label.address) != address)
    }

    fn moved(&self, space: Space, address: u32) -> Option<u32> {
        let by = if space == Space::Prg {
            self.target.offset
        } else {
            0
        };
        let moved = i64::from(address).checked_add(by)?;
        let moved = u32::try_from(moved).ok()?;
        (moved < self.target.memories.length(space)).then_some(moved)
    }

    fn add(&mut self, line: Line, label: Label) {
        if self.loaded.labels.len() >= MOST_LABELS {
            return self.skip(line, "there are more labels than a session holds");
        }
        if let Some(&known) = self.names.get(&label.name) {
            let known = &mut self.loaded.labels[known];
            let same = known.space == label.space && known.address == label.address;
            known.size = known.size.max(if same { label.size } else { 1 });
            return self.skip(
                line,
                match same {
                    true => "the same label again",
                    false => "the name stands for another address already",
                },
            );
        }
        self.names
            .insert(label.name.clone(), self.loaded.labels.len());
        self.loaded.labels.push(label);
    }
}
