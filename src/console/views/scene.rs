//! Everything put in its place: a window's worth of cells.

use super::{
    cell::{Cell, Grid, Line, Look, printable},
    layout::{Area, Layout},
    output::Output,
    picture::{self, Depth, Picture},
    status::{self, Status},
};

const PROMPT: &str = "nescope> ";

/// What is shown.
pub struct Scene<'a> {
    /// Columns and rows of the window.
    pub size: (u16, u16),
    /// The game's picture.
    pub picture: Picture<'a>,
    /// Colors of the terminal.
    pub depth: Depth,
    /// Lines of the panels at the side, panel by panel; `None` without panels.
    pub panels: Option<&'a [Vec<Line>]>,
    /// What commands answered; `None` when it is not shown.
    pub output: Option<&'a Output>,
    /// The line above the prompt.
    pub status: Status<'a>,
    /// The line being typed, and the cursor in characters.
    pub input: (&'a str, usize),
}

/// The cells of a scene.
pub fn compose(scene: &Scene<'_>) -> Grid {
    let (width, height) = scene.size;
    let mut grid = Grid::new(width, height);
    let layout = Layout::of(
        width,
        height,
        scene.panels.is_some(),
        scene.output.is_some(),
    );
    picture::draw(&mut grid, layout.picture, &scene.picture, scene.depth);
    if let Some(panels) = scene.panels {
        grid.lines(layout.panels, &stacked(panels, layout.panels.height));
    }
    if let Some(output) = scene.output {
        grid.lines(layout.output, &output.window(layout.output.height));
    }
    grid.line(layout.status, 0, &status::line(&scene.status));
    input(&mut grid, layout.input, scene);
    grid
}

/// Panels one below the other with a blank row between, cut to so many rows: all but the
/// longest keep their rows as long as there are any.
fn stacked(panels: &[Vec<Line>], rows: u16) -> Vec<Line> {
    let rows = usize::from(rows);
    let shown = || panels.iter().filter(|panel| !panel.is_empty());
    let gaps = shown().count().saturating_sub(1);
    let all: usize = shown().map(Vec::len).sum::<usize>() + gaps;
    let longest = shown().map(Vec::len).max().unwrap_or(0);
    let most = longest.saturating_sub(all.saturating_sub(rows));
    let mut lines = Vec::new();
    let mut cut = false;
    for panel in shown() {
        if !lines.is_empty() {
            lines.push(Line::plain(""));
        }
        let is_longest = panel.len() == longest && !cut;
        cut |= is_longest;
        let kept = if is_longest { most } else { panel.len() };
        lines.extend(panel[..kept].iter().cloned());
    }
    lines.truncate(rows);
    lines
}

/// The prompt and as much of the line before the cursor as there is room for.
fn input(grid: &mut Grid, area: Area, scene: &Scene<'_>) {
    if area.height == 0 || area.width == 0 {
        return;
    }
    let look = if scene.status.typing {
        Look::Bold
    } else {
        Look::Dim
    };
    let (text, cursor) = scene.input;
    let prompt = PROMPT.chars().count();
    let room = usize::from(area.width).saturating_sub(prompt + 1);
    let skipped = cursor.saturating_sub(room);
    let seen: String = text.chars().skip(skipped).collect();
    grid.line(area, 0, &Line::with(look, format!("{PROMPT}{seen}")));
    if scene.status.typing {
        let symbol = seen.chars().nth(cursor - skipped).map_or(' ', printable);
        let at = prompt + cursor - skipped;
        let look = Look::Reverse;
        let x = (at as u16).min(area.width - 1);
        grid.set(
            area.x + x,
            area.y,
            Cell {
                symbol,
                look,
                ..Cell::default()
            },
        );
    }
}
