//! Rectangles of pixels: what encloses what, what touches what.

use serde::Serialize;

/// A rectangle that holds at least one pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Rectangle {
    /// First column.
    pub x: usize,
    /// First row.
    pub y: usize,
    /// Columns, at least 1.
    pub width: usize,
    /// Rows, at least 1.
    pub height: usize,
}

impl Rectangle {
    /// The column behind the last.
    pub fn right(self) -> usize {
        self.x + self.width
    }

    /// The row behind the last.
    pub fn bottom(self) -> usize {
        self.y + self.height
    }

    /// The smallest rectangle that holds both.
    pub fn with(self, other: Rectangle) -> Rectangle {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        Rectangle {
            x,
            y,
            width: self.right().max(other.right()) - x,
            height: self.bottom().max(other.bottom()) - y,
        }
    }

    /// Whether they share a pixel.
    pub fn overlaps(self, other: Rectangle) -> bool {
        self.x < other.right()
            && other.x < self.right()
            && self.y < other.bottom()
            && other.y < self.bottom()
    }

    /// Whether they share a pixel or a piece of border; corners alone do not count.
    pub fn touches(self, other: Rectangle) -> bool {
        let across = self.x < other.right() && other.x < self.right();
        let down = self.y < other.bottom() && other.y < self.bottom();
        let beside = self.x <= other.right() && other.x <= self.right();
        let above = self.y <= other.bottom() && other.y <= self.bottom();
        across && above || beside && down
    }

    /// The part inside a picture of this size; `None` when there is none.
    pub fn clipped(self, width: usize, height: usize) -> Option<Rectangle> {
        let (right, bottom) = (self.right().min(width), self.bottom().min(height));
        (self.x < right && self.y < bottom).then(|| Rectangle {
            width: right - self.x,
            height: bottom - self.y,
            ..self
        })
    }
}
