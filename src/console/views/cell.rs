//! A grid of colored characters, the size of a window.

use super::layout::Area;

/// A color of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Color {
    /// The terminal's own.
    #[default]
    Plain,
    /// Entry of the 256-color palette.
    Indexed(u8),
    /// Red, green and blue.
    Rgb([u8; 3]),
}

/// How a character stands out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Look {
    /// Not at all.
    #[default]
    Plain,
    /// Brighter or heavier.
    Bold,
    /// Fainter.
    Dim,
    /// Colors swapped.
    Reverse,
}

/// One cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// A character one column wide.
    pub symbol: char,
    /// Color of the character.
    pub ink: Color,
    /// Color behind it.
    pub paper: Color,
    /// How it stands out.
    pub look: Look,
}

impl Default for Cell {
    fn default() -> Cell {
        Cell {
            symbol: ' ',
            ink: Color::Plain,
            paper: Color::Plain,
            look: Look::Plain,
        }
    }
}

/// A line of text of one look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The text.
    pub text: String,
    /// Its look.
    pub look: Look,
}

impl Line {
    /// A plain line.
    pub fn plain(text: impl Into<String>) -> Line {
        Line::with(Look::Plain, text)
    }

    /// A line of a look.
    pub fn with(look: Look, text: impl Into<String>) -> Line {
        let text = text.into();
        Line { text, look }
    }
}

/// Cells row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
    /// `width * height` cells.
    pub cells: Vec<Cell>,
}

impl Grid {
    /// An empty grid.
    pub fn new(width: u16, height: u16) -> Grid {
        let cells = vec![Cell::default(); usize::from(width) * usize::from(height)];
        Grid {
            width,
            height,
            cells,
        }
    }

    /// The cell of a column and row, or `None` outside.
    pub fn get(&self, x: u16, y: u16) -> Option<&Cell> {
        self.index(x, y).map(|index| &self.cells[index])
    }

    /// Sets a cell; outside nothing happens.
    pub fn set(&mut self, x: u16, y: u16, cell: Cell) {
        if let Some(index) = self.index(x, y) {
            self.cells[index] = cell;
        }
    }

    /// Writes a line at the start of a row of an area, cut at the area's edge.
    pub fn line(&mut self, area: Area, row: u16, line: &Line) {
        if row >= area.height {
            return;
        }
        for (x, symbol) in (0..area.width).zip(line.text.chars()) {
            let cell = Cell {
                symbol: printable(symbol),
                look: line.look,
                ..Cell::default()
            };
            self.set(area.x + x, area.y + row, cell);
        }
    }

    /// Writes lines from the top of an area, as many as there is room for.
    pub fn lines(&mut self, area: Area, lines: &[Line]) {
        for (row, line) in (0..area.height).zip(lines) {
            self.line(area, row, line);
        }
    }

    fn index(&self, x: u16, y: u16) -> Option<usize> {
        let inside = x < self.width && y < self.height;
        inside.then(|| usize::from(y) * usize::from(self.width) + usize::from(x))
    }
}

/// A character that is surely one column wide and moves nothing; text may come from a game.
pub fn printable(symbol: char) -> char {
    match symbol {
        ' '..='~'
        | '\u{A1}'..='\u{AC}'
        | '\u{AE}'..='\u{2FF}'
        | '\u{370}'..='\u{482}'
        | '\u{2010}'..='\u{2027}'
        | '\u{2030}'..='\u{205E}'
        | '\u{2190}'..='\u{22FF}'
        | '\u{2500}'..='\u{25FC}' => symbol,
        '\t' | '\u{A0}' => ' ',
        _ => '?',
    }
}
