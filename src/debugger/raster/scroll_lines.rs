//! The scroll of every line of a frame, as the PPU used it.
//!
//! A line's scroll is v when its first tile is fetched, on dot 321 of the line before, and
//! fine X when its first pixel is put out. Lines that follow on from the one above make a
//! span; where the next does not, something split the picture.
//!
//! NESdev: PPU scrolling

use crate::{
    debugger::scroll::{self, PLANE_ROWS},
    nes::{
        bus::Bus,
        cpu::Cpu,
        observer::{Access, Observer},
        ppu::Ppu,
    },
};
use serde::Serialize;

/// Lines of a picture.
const LINES: usize = 240;
/// The dot on which a line's first tile is fetched, on the line before.
const FIRST_FETCH: u16 = 321;
/// The last dot that puts out a pixel.
const LAST_PIXEL: u16 = 256;
/// Tiles from the first fetch to the last pixel's dot.
const TILES_BEFORE_LAST: u16 = 33;
/// The scroll of one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LineScroll {
    /// Picture line.
    pub line: u16,
    /// v at its first fetch.
    pub v: u16,
    /// Fine X at its first pixel.
    pub fine_x: u8,
    /// Column of the plane of nametables at its left edge, 0 to 511.
    pub x: u16,
    /// Row of the plane of nametables that it shows, 0 to 479.
    pub y: u16,
    /// Whether it was rendered.
    pub rendering: bool,
    /// Whether v or fine X was changed between its first and its last pixel.
    pub changed_within: bool,
    /// `$2000` at its first pixel.
    pub ctrl: u8,
}

/// A write that may have caused a split.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ScrollWrite {
    /// `$2000`, `$2005` or `$2006`.
    pub address: u16,
    /// The byte.
    pub value: u8,
    /// Address of the instruction that wrote it.
    pub pc: u16,
}

/// Lines that follow one another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Span {
    /// First line.
    pub first: u16,
    /// Last line.
    pub last: u16,
    /// Whether they were rendered.
    pub rendering: bool,
    /// v at the first fetch of the first line.
    pub v: u16,
    /// Fine X.
    pub fine_x: u8,
    /// Column of the plane of nametables at the left edge, 0 to 511.
    pub x: u16,
    /// Row of the plane of nametables that the first line shows.
    pub y: u16,
    /// The vertical scroll: the row that line 0 would show if nothing split the picture.
    pub scroll_y: u16,
    /// The last write before it that could have split the picture; absent at the top.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<ScrollWrite>,
}

/// The observer that collects a frame's lines.
#[derive(Clone, Debug)]
pub struct ScrollWatch {
    frame: u64,
    prerender: u16,
    pc: u16,
    /// v of the next line, if its first tile was fetched.
    next: Option<u16>,
    write: Option<ScrollWrite>,
    lines: Vec<LineScroll>,
    /// The latest write before each line.
    writes: Vec<Option<ScrollWrite>>,
}

impl ScrollWatch {
    /// Collects a frame. Attach it a frame before.
    pub fn new(frame: u64, prerender: u16) -> ScrollWatch {
        ScrollWatch {
            frame,
            prerender,
            pc: 0,
            next: None,
            write: None,
            lines: Vec::with_capacity(LINES),
            writes: Vec::with_capacity(LINES),
        }
    }

    /// The lines seen, from line 0 on.
    pub fn lines(&self) -> &[LineScroll] {
        &self.lines
    }

    /// The lines as spans.
    pub fn spans(&self) -> Vec<Span> {
        let mut spans: Vec<Span> = Vec::new();
        for (line, write) in self.lines.iter().zip(&self.writes) {
            match spans.last_mut() {
                Some(span) if goes_on(span, line) => span.last = line.line,
                Some(_) => spans.push(span(line, *write)),
                None => spans.push(span(line, None)),
            }
        }
        spans
    }

    fn begin_line(&mut self, ppu: &Ppu) {
        let v = self.next.take().unwrap_or(ppu.v());
        if ppu.frame() != self.frame || self.lines.len() >= LINES {
            return;
        }
        self.lines.push(LineScroll {
            line: ppu.scanline(),
            v,
            fine_x: ppu.x(),
            x: scroll::column_of(v, ppu.x()),
            y: scroll::row_of(v),
            rendering: ppu.rendering(),
            changed_within: false,
            ctrl: ppu.ctrl(),
        });
        self.writes.push(self.write);
    }

    fn end_line(&mut self, ppu: &Ppu) {
        if let Some(line) = self.lines.last_mut()
            && ppu.frame() == self.frame
            && line.line == ppu.scanline()
            && line.rendering
        {
            let expected = along(line.v, TILES_BEFORE_LAST);
            line.changed_within = ppu.v() != expected || ppu.x() != line.fine_x;
        }
    }
}

impl Observer for ScrollWatch {
    fn before_instruction(&mut self, cpu: &Cpu, _bus: &Bus) -> bool {
        self.pc = cpu.pc;
        false
    }

    fn access(&mut self, access: Access) {
        if let (true, 0x2000..=0x3FFF, 0 | 5 | 6) =
            (access.write, access.address, access.address & 7)
        {
            self.write = Some(ScrollWrite {
                address: 0x2000 | access.address & 7,
                value: access.value,
                pc: self.pc,
            });
        }
    }

    fn before_dots(&mut self, ppu: &Ppu, end: u16) {
        let dots = ppu.dot()..end;
        let line = ppu.scanline();
        if dots.contains(&FIRST_FETCH)
            && ppu.rendering()
            && (line < LINES as u16 || line == self.prerender)
        {
            self.next = Some(ppu.v());
        }
        if line < LINES as u16 && dots.contains(&1) {
            self.begin_line(ppu);
        }
        if dots.contains(&LAST_PIXEL) {
            self.end_line(ppu);
        }
    }
}

/// v after a number of steps of coarse X.
fn along(v: u16, tiles: u16) -> u16 {
    let x = (v & 0x1F | v >> 5 & 0x20) + tiles;
    v & !0x041F | x & 0x1F | (x & 0x20) << 5
}

fn goes_on(span: &Span, line: &LineScroll) -> bool {
    let down = line.line - span.first;
    let same_rows = (span.y + down) % PLANE_ROWS == line.y;
    let same = span.x == line.x && same_rows;
    span.rendering == line.rendering && (same || !line.rendering)
}

fn span(line: &LineScroll, cause: Option<ScrollWrite>) -> Span {
    Span {
        first: line.line,
        last: line.line,
        rendering: line.rendering,
        v: line.v,
        fine_x: line.fine_x,
        x: line.x,
        y: line.y,
        scroll_y: (line.y + PLANE_ROWS - line.line % PLANE_ROWS) % PLANE_ROWS,
        cause,
    }
}
