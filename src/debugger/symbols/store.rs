//! The labels of a session, by name and by place.

use super::{Label, Source, SourceLines, hardware::HARDWARE};
use crate::nes::event::Space;
use std::{collections::BTreeMap, sync::Arc};
use thiserror::Error;

/// Most labels a session holds.
pub const MOST_LABELS: usize = 200_000;

/// Most names offered for a prefix.
pub const MOST_OFFERED: usize = 2000;

/// Labels looked at for one that covers a byte further on.
const MOST_BEFORE: usize = 64;

/// There are [`MOST_LABELS`] labels already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("there are {MOST_LABELS} labels already")]
pub struct Full;

/// Labels, looked up by name exactly first and then in any case.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    by_name: BTreeMap<Arc<str>, Arc<Label>>,
    /// Names as spelled, by their lower-case form.
    folded: BTreeMap<Box<str>, Vec<Arc<str>>>,
    /// Labels of a place, the one shown first.
    by_place: BTreeMap<(u8, u32), Vec<Arc<Label>>>,
    /// The greatest size there ever was.
    widest: u32,
    /// Source lines of the debug file loaded last.
    lines: Option<Arc<SourceLines>>,
    /// Names of the board's registers in expressions, after `mapper.`.
    board_registers: Vec<String>,
}

impl Symbols {
    /// The hardware registers and vectors.
    pub fn hardware() -> Symbols {
        let mut symbols = Symbols::default();
        for row in &HARDWARE {
            symbols.name_place(row.name, Space::Cpu, row.address.into(), Source::Hardware);
        }
        symbols
    }

    /// Takes the names of the board's registers in expressions, after `mapper.`.
    pub fn name_board_registers(&mut self, names: Vec<String>) {
        self.board_registers = names;
    }

    /// Whether the board has a register of this name.
    pub fn has_board_register(&self, name: &str) -> bool {
        self.board_registers.iter().any(|known| known == name)
    }

    /// Names a place found by looking at the program; a name that can not be one, or one too
    /// many, is left out.
    pub fn add(&mut self, name: &str, space: Space, address: u32) {
        self.name_place(name, space, address, Source::Auto);
    }

    fn name_place(&mut self, name: &str, space: Space, address: u32, source: Source) {
        if let Ok(label) = Label::new(name, space, address, source) {
            let _ = self.insert(label);
        }
    }

    /// Puts a label in and returns the one of the same name that it takes the place of.
    ///
    /// # Errors
    /// Nothing changes when there are [`MOST_LABELS`] already.
    pub fn insert(&mut self, label: Label) -> Result<Option<Arc<Label>>, Full> {
        let before = self.remove(&label.name);
        if self.by_name.len() >= MOST_LABELS {
            return Err(Full);
        }
        let label = Arc::new(label);
        let names = self.folded.entry(folded(&label.name)).or_default();
        names.push(label.name.clone());
        let place = (label.space as u8, label.address);
        let row = self.by_place.entry(place).or_default();
        // Of equals the first stays in front.
        let rank = label.source.rank();
        let at = row.partition_point(|other| other.source.rank() >= rank);
        row.insert(at, label.clone());
        self.widest = self.widest.max(label.size);
        self.by_name.insert(label.name.clone(), label);
        Ok(before)
    }

    /// Takes out the label of exactly this name.
    pub fn remove(&mut self, name: &str) -> Option<Arc<Label>> {
        let label = self.by_name.remove(name)?;
        let key = folded(name);
        if let Some(names) = self.folded.get_mut(&key) {
            names.retain(|known| **known != *label.name);
            if names.is_empty() {
                self.folded.remove(&key);
            }
        }
        let place = (label.space as u8, label.address);
        if let Some(row) = self.by_place.get_mut(&place) {
            row.retain(|known| known.name != label.name);
            if row.is_empty() {
                self.by_place.remove(&place);
            }
        }
        Some(label)
    }

    /// Takes out the labels that a condition holds for and says how many there were.
    pub fn remove_if(&mut self, condition: impl Fn(&Label) -> bool) -> usize {
        let rows = self.by_name.values().filter(|label| condition(label));
        let names: Vec<Arc<str>> = rows.map(|label| label.name.clone()).collect();
        names.iter().filter_map(|name| self.remove(name)).count()
    }

    /// The source lines, when a file brought some.
    pub fn lines(&self) -> Option<&SourceLines> {
        self.lines.as_deref()
    }

    /// Keeps the source lines of a file in place of those before.
    pub fn set_lines(&mut self, lines: Option<SourceLines>) {
        self.lines = lines.map(Arc::new);
    }

    /// How many labels there are.
    pub fn len(&self) -> usize {
        self.by_name.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.by_name.is_empty()
    }

    /// All labels by name.
    pub fn iter(&self) -> impl Iterator<Item = &Label> {
        self.by_name.values().map(Arc::as_ref)
    }

    /// The label of exactly this spelling.
    pub fn get_exactly(&self, name: &str) -> Option<&Label> {
        self.by_name.get(name).map(Arc::as_ref)
    }

    /// The label of a name: exact spelling first, then any case.
    pub fn get(&self, name: &str) -> Option<&Label> {
        if let Some(label) = self.by_name.get(name) {
            return Some(label);
        }
        let spelled = self.folded.get(&folded(name))?.first()?;
        self.by_name.get(spelled).map(Arc::as_ref)
    }

    /// Where a name points: exact spelling first, then any case.
    pub fn find(&self, name: &str) -> Option<(Space, u32)> {
        self.get(name).map(|label| (label.space, label.address))
    }

    /// The label shown for exactly this place.
    pub fn at(&self, space: Space, address: u32) -> Option<&Label> {
        let row = self.by_place.get(&(space as u8, address))?;
        row.first().map(Arc::as_ref)
    }

    /// All labels of exactly this place, the one shown first.
    pub fn all_at(&self, space: Space, address: u32) -> impl Iterator<Item = &Label> {
        let row = self.by_place.get(&(space as u8, address));
        row.into_iter().flatten().map(Arc::as_ref)
    }

    /// The name shown for exactly this place.
    pub fn name(&self, space: Space, address: u32) -> Option<&str> {
        self.at(space, address).map(|label| &*label.name)
    }

    /// The label that begins nearest before a place and covers it.
    pub fn covering(&self, space: Space, address: u32) -> Option<&Label> {
        let first = address.saturating_sub(self.widest.saturating_sub(1));
        let rows = self
            .by_place
            .range((space as u8, first)..=(space as u8, address));
        let mut labels = rows.rev().take(MOST_BEFORE).flat_map(|(_, row)| row);
        labels
            .find(|label| label.offset_of(space, address).is_some())
            .map(Arc::as_ref)
    }

    /// Names that start with `prefix`, any case, sorted; at most [`MOST_OFFERED`].
    pub fn starting_with(&self, prefix: &str) -> Vec<String> {
        let prefix = folded(prefix);
        let rows = self.folded.range(prefix.clone()..);
        let rows = rows.take_while(|(name, _)| name.starts_with(&*prefix));
        let names = rows.flat_map(|(_, names)| names).take(MOST_OFFERED);
        let mut names: Vec<String> = names.map(|name| name.to_string()).collect();
        names.sort();
        names
    }
}

fn folded(name: &str) -> Box<str> {
    name.to_ascii_lowercase().into()
}
