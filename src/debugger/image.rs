//! Memories of a machine as they were at one moment.

use super::spaces;
use crate::nes::{event::Space, machine::Machine};
use std::{ops::Range, sync::Arc};
use thiserror::Error;

/// Why memories could not be kept.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ImageError {
    /// The machine has none of them.
    #[error("this cartridge has none of the memories {0}")]
    Nothing(String),
    /// Too many bytes.
    #[error("{found} bytes are too many, at most {most}; choose fewer spaces")]
    TooLarge {
        /// Bytes of the memories.
        found: usize,
        /// Most bytes allowed.
        most: usize,
    },
}

/// A memory within an image.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Part {
    space: Space,
    within: Range<usize>,
}

/// The bytes of some memories, one after the other. A clone is shallow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    parts: Arc<[Part]>,
    bytes: Arc<[u8]>,
}

/// A run of bytes that differ between two images.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The memory.
    pub space: Space,
    /// Offset of the first byte.
    pub offset: u32,
    /// Bytes in the first image.
    pub old: Vec<u8>,
    /// Bytes in the second image.
    pub new: Vec<u8>,
}

impl Image {
    /// Copies memories; those that the machine has not are left out.
    ///
    /// # Errors
    /// None of them there, or more than `most` bytes.
    pub fn take(machine: &Machine, spaces: &[Space], most: usize) -> Result<Image, ImageError> {
        let mut parts: Vec<Part> = Vec::new();
        let mut end = 0;
        for &space in spaces {
            let length = machine.space_length(space) as usize;
            if length == 0 || parts.iter().any(|part| part.space == space) {
                continue;
            }
            let within = end..end + length;
            end = within.end;
            parts.push(Part { space, within });
        }
        if parts.is_empty() {
            let names: Vec<_> = spaces.iter().map(|&space| spaces::name(space)).collect();
            return Err(ImageError::Nothing(names.join(" ")));
        }
        if end > most {
            return Err(ImageError::TooLarge { found: end, most });
        }
        Ok(Image::copy(parts.into(), machine))
    }

    /// The same memories as they are in another machine, or now.
    pub fn again(&self, machine: &Machine) -> Image {
        Image::copy(self.parts.clone(), machine)
    }

    fn copy(parts: Arc<[Part]>, machine: &Machine) -> Image {
        let of_part = |part: &Part| {
            let space = part.space;
            let offsets = 0..part.within.len() as u32;
            offsets.map(move |offset| machine.peek_space(space, offset).unwrap_or(0))
        };
        let bytes = parts.iter().flat_map(of_part).collect();
        Image { parts, bytes }
    }

    /// The memories, in order.
    pub fn spaces(&self) -> impl Iterator<Item = Space> {
        self.parts.iter().map(|part| part.space)
    }

    /// All bytes together.
    pub fn length(&self) -> usize {
        self.bytes.len()
    }

    /// The bytes of one memory, if it is in the image.
    pub fn of(&self, space: Space) -> Option<&[u8]> {
        let part = self.parts.iter().find(|part| part.space == space)?;
        Some(&self.bytes[part.within.clone()])
    }

    /// Positions in the image at which `size` bytes lie within one memory.
    pub fn positions(&self, size: usize) -> impl Iterator<Item = u32> {
        let of_part = move |part: &Part| {
            let last = part.within.end.saturating_sub(size - 1);
            part.within.start as u32..last as u32
        };
        self.parts.iter().flat_map(of_part)
    }

    /// `size` bytes at a position given by [`Image::positions`].
    pub fn bytes_at(&self, position: u32, size: usize) -> &[u8] {
        &self.bytes[position as usize..position as usize + size]
    }

    /// The memory and offset of a position.
    pub fn place_of(&self, position: u32) -> (Space, u32) {
        let holds = |part: &&Part| part.within.contains(&(position as usize));
        let part = self.parts.iter().find(holds);
        let part = part.expect("positions come from this image");
        (part.space, position - part.within.start as u32)
    }

    /// The runs in which another image differs, over the memories that both have and that
    /// are among `spaces`, if any are named.
    pub fn differences(&self, other: &Image, spaces: Option<&[Space]>) -> Vec<Difference> {
        let wanted = |space: Space| spaces.is_none_or(|spaces| spaces.contains(&space));
        let mut runs = Vec::new();
        for space in self.spaces().filter(|&space| wanted(space)) {
            if let (Some(old), Some(new)) = (self.of(space), other.of(space)) {
                runs.extend(runs_of(old, new).map(|run| Difference {
                    space,
                    offset: run.start as u32,
                    old: old[run.clone()].to_vec(),
                    new: new[run].to_vec(),
                }));
            }
        }
        runs
    }
}

/// The runs of bytes that differ between two slices, over their common length.
pub fn runs_of<'a>(old: &'a [u8], new: &'a [u8]) -> impl Iterator<Item = Range<usize>> + 'a {
    let length = old.len().min(new.len());
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = (at..length).find(|&i| old[i] != new[i])?;
        let end = (start..length).find(|&i| old[i] == new[i]);
        at = end.unwrap_or(length);
        Some(start..at)
    })
}
