//! Named copies of memories, to compare with later.

use super::image::Image;
use crate::nes::event::Space;
use std::{collections::BTreeMap, sync::Arc};

/// Most snapshots kept.
pub const MOST_SNAPSHOTS: usize = 32;
/// Most bytes of all snapshots together.
pub const MOST_SNAPSHOT_BYTES: usize = 16 << 20;

/// Memories at one moment.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The bytes.
    pub image: Image,
    /// The frame at which they were copied.
    pub frame: u64,
}

/// Snapshots by name. A clone shares their bytes.
#[derive(Clone, Debug, Default)]
pub struct Snapshots {
    rows: Arc<BTreeMap<String, Snapshot>>,
}

impl Snapshots {
    /// Keeps a snapshot; one of the same name gives way. False, and nothing changes, when
    /// there would be too many or too much.
    pub fn keep(&mut self, name: &str, snapshot: Snapshot) -> bool {
        let others = self.rows.iter().filter(|(known, _)| *known != name);
        let (count, bytes) = others.fold((0, 0), |(count, bytes), (_, row)| {
            (count + 1, bytes + row.image.length())
        });
        let fits = count < MOST_SNAPSHOTS && bytes + snapshot.image.length() <= MOST_SNAPSHOT_BYTES;
        if fits {
            Arc::make_mut(&mut self.rows).insert(name.to_string(), snapshot);
        }
        fits
    }

    /// Forgets a snapshot; false when there is none of that name.
    pub fn forget(&mut self, name: &str) -> bool {
        Arc::make_mut(&mut self.rows).remove(name).is_some()
    }

    /// The snapshot of a name.
    pub fn get(&self, name: &str) -> Option<&Snapshot> {
        self.rows.get(name)
    }

    /// All, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Snapshot)> {
        self.rows.iter().map(|(name, row)| (name.as_str(), row))
    }
}

impl Snapshot {
    /// The byte at an offset of a memory, if it was copied.
    pub fn byte(&self, space: Space, offset: u32) -> Option<u8> {
        self.image.of(space)?.get(offset as usize).copied()
    }
}
