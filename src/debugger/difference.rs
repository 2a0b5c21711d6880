//! What differs between two pictures: connected regions with the box around each.
//!
//! Changed pixels in the same or neighboring 8 x 8 cells belong together; boxes that overlap
//! after that become one.

use super::rectangle::Rectangle;

/// Side of a cell.
const CELL: usize = 8;

/// A region that changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The box around it.
    pub area: Rectangle,
    /// Changed pixels.
    pub pixels: usize,
}

/// The regions in which two pictures of one size differ, the largest first.
///
/// Pictures are pixels row by row, `width` a row.
pub fn changes<T: PartialEq>(before: &[T], after: &[T], width: usize) -> Vec<Change> {
    let columns = width.div_ceil(CELL);
    let rows = after.len().div_ceil(width).div_ceil(CELL);
    let mut cells: Vec<Option<Change>> = vec![None; columns * rows];
    let pairs = before.iter().zip(after).enumerate();
    for (at, _) in pairs.filter(|(_, (old, new))| old != new) {
        let (x, y) = (at % width, at / width);
        let cell = &mut cells[y / CELL * columns + x / CELL];
        let pixel = Change {
            area: Rectangle {
                x,
                y,
                width: 1,
                height: 1,
            },
            pixels: 1,
        };
        *cell = Some(cell.map_or(pixel, |cell| cell.with(pixel)));
    }
    let mut found = Vec::new();
    for start in 0..cells.len() {
        found.extend(take_region(&mut cells, columns, start));
    }
    let mut found = merged(found);
    found.sort_by_key(|change| {
        (
            std::cmp::Reverse(change.pixels),
            change.area.y,
            change.area.x,
        )
    });
    found
}

/// Takes the cells connected to `start` out and returns what they hold together.
fn take_region(cells: &mut [Option<Change>], columns: usize, start: usize) -> Option<Change> {
    let mut region = cells[start].take()?;
    let mut waiting = vec![start];
    while let Some(at) = waiting.pop() {
        let (column, row) = (at % columns, at / columns);
        for row in row.saturating_sub(1)..=row + 1 {
            for column in column.saturating_sub(1)..=(column + 1).min(columns - 1) {
                let next = row * columns + column;
                let cell = cells.get_mut(next).and_then(Option::take);
                if let Some(cell) = cell {
                    region = region.with(cell);
                    waiting.push(next);
                }
            }
        }
    }
    Some(region)
}

fn merged(mut found: Vec<Change>) -> Vec<Change> {
    let mut kept: Vec<Change> = Vec::new();
    while let Some(mut change) = found.pop() {
        let overlapping = |other: &Change| other.area.overlaps(change.area);
        match kept.iter().position(overlapping) {
            Some(at) => {
                change = change.with(kept.swap_remove(at));
                found.push(change);
            }
            None => kept.push(change),
        }
    }
    kept
}

impl Change {
    fn with(self, other: Change) -> Change {
        Change {
            area: self.area.with(other.area),
            pixels: self.pixels + other.pixels,
        }
    }
}
