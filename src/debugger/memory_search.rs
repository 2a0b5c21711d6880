//! Finding where a program keeps a number, by watching how memory changes.
//!
//! A search begins with every place of some memories and is narrowed step by step: by what
//! the places hold now, or by how that differs from the step before. Memories are searched,
//! not address spaces, so that a byte with several mirrors is one place. Steps share what
//! they have in common and can be taken back.

use super::image::{Image, ImageError};
use crate::nes::{event::Space, machine::Machine};
use std::sync::Arc;

/// Most steps that can be taken back.
pub const MOST_UNDO: usize = 32;
/// Most bytes searched, all memories together.
pub const MOST_BYTES: usize = 256 << 10;

/// How the bytes of a place make a number: little-endian.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// Bytes of a number: 1, 2 or 4.
    pub size: usize,
    /// Whether the top bit is a sign.
    pub signed: bool,
}

impl Form {
    fn bits(self) -> u32 {
        self.size as u32 * 8
    }

    fn decode(self, bytes: &[u8]) -> i64 {
        let little_endian = bytes.iter().rev();
        self.wrap(little_endian.fold(0, |number, &byte| number << 8 | i64::from(byte)))
    }

    /// The number of this form with the same low bits.
    fn wrap(self, number: i64) -> i64 {
        let unused = i64::BITS - self.bits();
        match self.signed {
            true => number << unused >> unused,
            false => ((number as u64) << unused >> unused) as i64,
        }
    }

    /// Whether so many bytes can stand for the number, as signed or unsigned.
    pub fn holds(self, number: i64) -> bool {
        let bits = self.bits();
        (-(1i64 << (bits - 1))..1i64 << bits).contains(&number)
    }
}

/// What a place must show to stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// It holds this number.
    Equal(i64),
    /// It holds another number.
    NotEqual(i64),
    /// It holds a smaller number.
    Less(i64),
    /// It holds a greater number.
    Greater(i64),
    /// It rose since the last step.
    Increased,
    /// It fell since the last step.
    Decreased,
    /// It is another number than at the last step.
    Changed,
    /// It is the same number as at the last step.
    Same,
    /// It rose by this much since the last step, wrapping.
    By(i64),
}

impl Test {
    fn holds(self, form: Form, before: i64, now: i64) -> bool {
        match self {
            Test::Equal(number) => now == form.wrap(number),
            Test::NotEqual(number) => now != form.wrap(number),
            Test::Less(number) => now < form.wrap(number),
            Test::Greater(number) => now > form.wrap(number),
            Test::Increased => now > before,
            Test::Decreased => now < before,
            Test::Changed => now != before,
            Test::Same => now == before,
            Test::By(delta) => form.wrap(now - before) == form.wrap(delta),
        }
    }
}

/// A place that is still possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The memory.
    pub space: Space,
    /// Offset of its first byte.
    pub offset: u32,
    /// The number it holds now.
    pub value: i64,
    /// The number it held at the step before the last one.
    pub previous: i64,
}

/// What one step left over.
#[derive(Clone, Debug)]
struct Step {
    /// Positions in the image, rising.
    places: Arc<[u32]>,
    image: Image,
    before: Image,
}

/// A search under way. A clone is shallow.
#[derive(Clone, Debug)]
pub struct Search {
    form: Form,
    step: Step,
    undo: Vec<Step>,
}

impl Search {
    /// Begins with every place in these memories; those the machine has not are left out.
    ///
    /// # Errors
    /// No such memory, or more than [`MOST_BYTES`].
    pub fn begin(machine: &Machine, spaces: &[Space], form: Form) -> Result<Search, ImageError> {
        let image = Image::take(machine, spaces, MOST_BYTES)?;
        let places = image.positions(form.size).collect();
        let step = Step {
            places,
            before: image.clone(),
            image,
        };
        Ok(Search {
            form,
            step,
            undo: Vec::new(),
        })
    }

    /// Keeps the places that pass, and remembers what all hold now for the next step.
    pub fn narrow(&mut self, machine: &Machine, test: Test) {
        let now = self.step.image.again(machine);
        let before = &self.step.image;
        let form = self.form;
        let read = |image: &Image, place: u32| form.decode(image.bytes_at(place, form.size));
        let passes = |&place: &u32| test.holds(form, read(before, place), read(&now, place));
        let kept = self.step.places.iter().copied().filter(passes);
        let next = Step {
            places: kept.collect(),
            before: before.clone(),
            image: now,
        };
        if self.undo.len() == MOST_UNDO {
            self.undo.remove(0);
        }
        self.undo.push(std::mem::replace(&mut self.step, next));
    }

    /// Takes the last step back; false when there is none.
    pub fn undo(&mut self) -> bool {
        match self.undo.pop() {
            Some(step) => {
                self.step = step;
                true
            }
            None => false,
        }
    }

    /// Forgets the steps, so that what is left is the beginning.
    pub fn start_here(&mut self) {
        self.undo.clear();
    }

    /// Steps that can be taken back.
    pub fn steps(&self) -> usize {
        self.undo.len()
    }

    /// The form of the numbers.
    pub fn form(&self) -> Form {
        self.form
    }

    /// The memories searched.
    pub fn spaces(&self) -> impl Iterator<Item = Space> {
        self.step.image.spaces()
    }

    /// Places still possible.
    pub fn count(&self) -> usize {
        self.step.places.len()
    }

    /// The possible places from number `first` on, at most `most`.
    pub fn candidates(&self, machine: &Machine, first: usize, most: usize) -> Vec<Candidate> {
        let places = self.step.places.iter().skip(first).take(most);
        let candidate = |&place: &u32| {
            let (space, offset) = self.step.image.place_of(place);
            let byte = |at: usize| machine.peek_space(space, offset + at as u32).unwrap_or(0);
            let now: Vec<u8> = (0..self.form.size).map(byte).collect();
            let before = self.step.before.bytes_at(place, self.form.size);
            Candidate {
                space,
                offset,
                value: self.form.decode(&now),
                previous: self.form.decode(before),
            }
        };
        places.map(candidate).collect()
    }
}
