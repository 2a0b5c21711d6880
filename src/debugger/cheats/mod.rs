//! Cheats: bytes that are held, and ROM bytes that are replaced.
//!
//! Both act through events, so that a recording holds them. RAM is poked once at the start of
//! every frame in which it differs, before anything of the frame runs; in between the
//! program may write what it likes. ROM is patched when the cheat is added, patched again when
//! a loaded state has taken the patch away, and put back when the cheat goes.

pub mod codes;
mod reach;

use crate::nes::{
    event::{Event, Space},
    machine::Machine,
};
use codes::Code;
use std::{collections::BTreeMap, sync::Arc};
use thiserror::Error;

/// Most cheats at once.
pub const MOST_CHEATS: usize = 256;

/// Why a cheat was not added.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CheatError {
    /// Too many.
    #[error("{MOST_CHEATS} cheats are in force; cheat_remove makes room")]
    Full,
    /// No ROM answers at the address.
    #[error("no ROM answers at ${0:04X} now")]
    NoRom(u16),
    /// No byte that can show there is the one the code compares with.
    #[error(
        "no byte that can show at ${address:04X} is ${compare:02X}; the code is for another game or revision"
    )]
    NoMatch {
        /// CPU address.
        address: u16,
        /// The byte looked for.
        compare: u8,
    },
}

/// What a cheat does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Holds bytes in a RAM.
    Hold {
        /// The memory.
        space: Space,
        /// Offset of the first byte.
        offset: u32,
        /// The bytes.
        bytes: Vec<u8>,
        /// Hold only while the first byte is this one.
        compare: Option<u8>,
    },
    /// Replaces bytes of PRG ROM.
    Replace {
        /// Offsets in PRG ROM.
        offsets: Vec<u32>,
        /// The byte that is read instead.
        value: u8,
    },
}

impl Effect {
    fn meets(&self, other: &Effect) -> bool {
        match (self, other) {
            (
                Effect::Hold {
                    space,
                    offset,
                    bytes,
                    ..
                },
                Effect::Hold {
                    space: held,
                    offset: at,
                    bytes: kept,
                    ..
                },
            ) => {
                let ends = (offset + bytes.len() as u32, at + kept.len() as u32);
                space == held && *offset < ends.1 && *at < ends.0
            }
            (
                Effect::Replace { offsets, .. },
                Effect::Replace {
                    offsets: others, ..
                },
            ) => offsets.iter().any(|offset| others.contains(offset)),
            _ => false,
        }
    }
}

/// A cheat in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cheat {
    /// Its number, from 1.
    pub id: u32,
    /// What it was made from: a code, or an address.
    pub text: String,
    /// What it does.
    pub effect: Effect,
}

/// The cheats of a session. A clone is shallow.
#[derive(Clone, Debug, Default)]
pub struct Cheats {
    rows: Arc<Vec<Cheat>>,
    /// The bytes under replaced ROM bytes.
    originals: Arc<BTreeMap<u32, u8>>,
    latest_id: u32,
    /// The frame in which RAM was poked last.
    poked: Option<u64>,
}

impl Cheats {
    /// The cheats, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &Cheat> {
        self.rows.iter()
    }

    /// Holds bytes in a RAM from now on; a cheat that held just these gives way. What is to
    /// be done at once comes from [`Cheats::now`].
    ///
    /// # Errors
    /// Too many cheats.
    pub fn hold(
        &mut self,
        text: String,
        (space, offset): (Space, u32),
        bytes: Vec<u8>,
        compare: Option<u8>,
    ) -> Result<u32, CheatError> {
        let same = |cheat: &Cheat| match &cheat.effect {
            Effect::Hold {
                space: held,
                offset: at,
                bytes: kept,
                ..
            } => (*held, *at, kept.len()) == (space, offset, bytes.len()),
            Effect::Replace { .. } => false,
        };
        Arc::make_mut(&mut self.rows).retain(|cheat| !same(cheat));
        self.push(
            text,
            Effect::Hold {
                space,
                offset,
                bytes,
                compare,
            },
        )
    }

    /// Replaces the ROM bytes that can show at the code's address.
    ///
    /// # Errors
    /// No ROM there, none that the code compares with, too many cheats.
    pub fn replace(
        &mut self,
        machine: &Machine,
        text: String,
        code: Code,
    ) -> Result<u32, CheatError> {
        let Code {
            address,
            value,
            compare,
        } = code;
        let mut offsets = reach::offsets(machine, address);
        if offsets.is_empty() {
            return Err(CheatError::NoRom(address));
        }
        let original = |offset: u32| self.original(machine, offset);
        if let Some(compare) = compare {
            offsets.retain(|&offset| original(offset) == compare);
            if offsets.is_empty() {
                return Err(CheatError::NoMatch { address, compare });
            }
        }
        let kept: Vec<_> = offsets.iter().map(|&at| (at, original(at))).collect();
        let id = self.push(text, Effect::Replace { offsets, value })?;
        Arc::make_mut(&mut self.originals).extend(kept);
        Ok(id)
    }

    fn original(&self, machine: &Machine, offset: u32) -> u8 {
        let known = self.originals.get(&offset).copied();
        known.unwrap_or_else(|| rom(machine, offset))
    }

    fn push(&mut self, text: String, effect: Effect) -> Result<u32, CheatError> {
        if self.rows.len() >= MOST_CHEATS {
            return Err(CheatError::Full);
        }
        self.latest_id += 1;
        let id = self.latest_id;
        Arc::make_mut(&mut self.rows).push(Cheat { id, text, effect });
        Ok(id)
    }

    /// Ends the cheats that `ends` names and gives their number and what puts ROM back:
    /// bytes that another cheat replaces get that one's value, bytes that were changed by
    /// others stay.
    pub fn remove(
        &mut self,
        machine: &Machine,
        ends: impl Fn(&Cheat) -> bool,
    ) -> (usize, Vec<Event>) {
        let before = self.replaced();
        let rows = Arc::make_mut(&mut self.rows);
        let count = rows.len();
        rows.retain(|cheat| !ends(cheat));
        let removed = count - rows.len();
        let after = self.replaced();
        let mut events = Vec::new();
        for (offset, value) in before {
            let next = after.get(&offset).copied();
            let next = next.unwrap_or_else(|| self.original(machine, offset));
            if rom(machine, offset) == value && next != value {
                events.push(patch(offset, next));
            }
        }
        Arc::make_mut(&mut self.originals).retain(|offset, _| after.contains_key(offset));
        (removed, events)
    }

    /// The other cheats that act on some of the same bytes.
    pub fn overlapping(&self, id: u32) -> impl Iterator<Item = u32> {
        let this = self.iter().find(move |cheat| cheat.id == id);
        let others = self.iter().filter(move |cheat| cheat.id != id);
        let touches =
            move |other: &&Cheat| this.is_some_and(|this| this.effect.meets(&other.effect));
        others.filter(touches).map(|cheat| cheat.id)
    }

    /// The ROM bytes that are replaced, by offset; the latest cheat wins.
    fn replaced(&self) -> BTreeMap<u32, u8> {
        let mut bytes = BTreeMap::new();
        for cheat in self.iter() {
            if let Effect::Replace { offsets, value } = &cheat.effect {
                bytes.extend(offsets.iter().map(|&offset| (offset, *value)));
            }
        }
        bytes
    }

    /// The game's own bytes under the ROM bytes that are replaced now, by offset in PRG ROM.
    pub fn covered(&self, machine: &Machine) -> Vec<(u32, u8)> {
        let replaced = self.replaced().into_iter();
        let shown = replaced.filter(|(offset, value)| rom(machine, *offset) == *value);
        shown
            .map(|(offset, _)| (offset, self.original(machine, offset)))
            .collect()
    }

    /// What has to be poked so that every cheat is in force now.
    pub fn now(&self, machine: &Machine) -> Vec<Event> {
        let mut events: Vec<Event> = self
            .replaced()
            .into_iter()
            .filter(|(offset, value)| rom(machine, *offset) != *value)
            .map(|(offset, value)| patch(offset, value))
            .collect();
        events.extend(self.held(machine));
        events
    }

    /// What has to be poked at the start of a frame; nothing a second time in one frame.
    pub fn due(&mut self, machine: &Machine) -> Vec<Event> {
        let frame = machine.position().frame;
        if self.rows.is_empty() || self.poked == Some(frame) {
            return Vec::new();
        }
        self.poked = Some(frame);
        let mut events = self.lost(machine);
        events.extend(self.held(machine));
        events
    }

    /// Patches that a loaded state has taken away: the original byte is back.
    fn lost(&self, machine: &Machine) -> Vec<Event> {
        let replaced = self.replaced().into_iter();
        let lost = replaced.filter(|(offset, value)| {
            let now = rom(machine, *offset);
            now != *value && self.originals.get(offset) == Some(&now)
        });
        lost.map(|(offset, value)| patch(offset, value)).collect()
    }

    fn held(&self, machine: &Machine) -> Vec<Event> {
        let mut cells: Vec<(Space, u32, u8)> = Vec::new();
        for cheat in self.iter() {
            let Effect::Hold {
                space,
                offset,
                bytes,
                compare,
            } = &cheat.effect
            else {
                continue;
            };
            let now = machine.peek_space(*space, *offset);
            if compare.is_some() && now != *compare {
                continue;
            }
            for (offset, &value) in (*offset..).zip(bytes) {
                cells.retain(|cell| (cell.0, cell.1) != (*space, offset));
                cells.push((*space, offset, value));
            }
        }
        let differs = |&(space, offset, value): &(Space, u32, u8)| {
            machine.peek_space(space, offset) != Some(value)
        };
        let poke = |(space, address, value)| Event::Poke {
            space,
            address,
            value,
        };
        cells.into_iter().filter(differs).map(poke).collect()
    }
}

fn rom(machine: &Machine, offset: u32) -> u8 {
    machine.peek_space(Space::Prg, offset).unwrap_or(0)
}

fn patch(address: u32, value: u8) -> Event {
    Event::Poke {
        space: Space::Prg,
        address,
        value,
    }
}
