//! The PPU's pipeline before its next dot, in numbers.
//!
//! NESdev: PPU rendering

use crate::nes::{
    machine::Machine,
    ppu::{
        Ppu,
        pipeline::{BusStep, Fetching},
        sprites::evaluation::Step,
    },
};
use serde::Serialize;

/// The memory bus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BusView {
    /// Whose byte: `nametable`, `attribute`, `background_low`, `background_high`,
    /// `sprite_low`, `sprite_high`, or `none` while rendering is off.
    pub fetch: &'static str,
    /// Address on the bus; v while rendering is off.
    pub address: u16,
    /// Whether data is read on the next dot; otherwise the address is latched.
    pub reads: bool,
    /// The external address latch, the low byte of an access.
    pub latch: u8,
    /// The byte last on the data pins.
    pub pins: u8,
}

/// The background's shifters and latches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BackgroundView {
    /// Low plane, 16 bits; fine X 0 shows bit 15.
    pub pattern_low: u16,
    /// High plane.
    pub pattern_high: u16,
    /// Attribute bit 0, 8 bits; fine X 0 shows bit 7.
    pub attribute_low: u8,
    /// Attribute bit 1.
    pub attribute_high: u8,
    /// The latches that feed the attribute shifters, 0 to 3.
    pub attribute_latch: u8,
    /// Tile number fetched for the next reload.
    pub next_tile: u8,
    /// Attribute byte fetched for it.
    pub next_attribute: u8,
    /// Low plane fetched for it.
    pub next_low: u8,
    /// Palette address that the background offers for the next pixel, 0 to 15.
    pub tap: u8,
}

/// A sprite output unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnitView {
    /// Slot, 0 to 7.
    pub slot: usize,
    /// Whether it still counts its X down.
    pub counting: bool,
    /// Dots until it puts out, if it counts.
    pub remaining: u16,
    /// Low plane, the next pixel in bit 7.
    pub low: u8,
    /// High plane.
    pub high: u8,
    /// Attribute byte.
    pub attributes: u8,
}

/// Sprite evaluation and the fetch of sprites.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EvaluationView {
    /// What the next even dot of evaluation does: `y`, `tile`, `attribute`, `x`, `search`,
    /// `ninth` or `finished`.
    pub step: &'static str,
    /// Address in primary OAM.
    pub oam_address: u8,
    /// Address in secondary OAM, 0 to 31.
    pub secondary_address: u8,
    /// The byte OAM gave last.
    pub buffer: u8,
    /// Whether slot 0 of the next line is sprite zero.
    pub sprite_zero_next: bool,
    /// Y, tile and attribute byte of the slot fetched last.
    pub slot: [u8; 3],
    /// Row of that slot, flip applied.
    pub row: u16,
    /// Whether it covers the line.
    pub in_range: bool,
}

/// The pipeline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PipelineView {
    /// Frame.
    pub frame: u64,
    /// Line of the next dot.
    pub scanline: u16,
    /// The next dot.
    pub dot: u16,
    /// Whether it is rendered.
    pub rendering: bool,
    /// What its part of the line does.
    pub stage: &'static str,
    /// v.
    pub v: u16,
    /// t.
    pub t: u16,
    /// Fine X.
    pub x: u8,
    /// Whether the next `$2005` or `$2006` write is the second.
    pub w: bool,
    /// Whether enable bits written to `$2001` are not in force yet.
    pub mask_pending: bool,
    /// The memory bus.
    pub bus: BusView,
    /// Background shifters and latches.
    pub background: BackgroundView,
    /// Sprite evaluation and fetch.
    pub evaluation: EvaluationView,
    /// The eight sprite output units.
    pub units: Vec<UnitView>,
}

/// The pipeline as it is now.
pub fn now(machine: &Machine) -> PipelineView {
    let ppu = machine.ppu();
    PipelineView {
        frame: ppu.frame(),
        scanline: ppu.scanline(),
        dot: ppu.dot(),
        rendering: ppu.rendering(),
        stage: stage(ppu),
        v: ppu.v(),
        t: ppu.t(),
        x: ppu.x(),
        w: ppu.w(),
        mask_pending: ppu.mask_is_pending(),
        bus: bus(ppu),
        background: background(ppu),
        evaluation: evaluation(ppu),
        units: units(ppu),
    }
}

fn stage(ppu: &Ppu) -> &'static str {
    match ppu.dot() {
        _ if !ppu.rendering() && ppu.on_visible_line() => "forced blank",
        _ if !ppu.rendering() => "blank",
        0 => "idle",
        1..=64 => "tiles, secondary OAM clear",
        65..=256 => "tiles, sprite evaluation",
        257..=320 => "sprite fetches",
        321..=336 => "first tiles of the next line",
        _ => "unused nametable fetches",
    }
}

fn bus(ppu: &Ppu) -> BusView {
    let memory = ppu.memory_bus();
    let (fetch, address, reads) = match ppu.bus_step() {
        Some(step) => (fetch_name(&step), step.address, step.reads),
        None => ("none", ppu.v() & 0x3FFF, false),
    };
    BusView {
        fetch,
        address,
        reads,
        latch: memory.latch,
        pins: memory.pins,
    }
}

fn fetch_name(step: &BusStep) -> &'static str {
    match step.fetching {
        Fetching::Nametable => "nametable",
        Fetching::Attribute => "attribute",
        Fetching::BackgroundLow => "background_low",
        Fetching::BackgroundHigh => "background_high",
        Fetching::SpriteLow => "sprite_low",
        Fetching::SpriteHigh => "sprite_high",
    }
}

fn background(ppu: &Ppu) -> BackgroundView {
    let (shifters, tile) = (ppu.shifters(), ppu.tile_fetch());
    BackgroundView {
        pattern_low: shifters.pattern_low,
        pattern_high: shifters.pattern_high,
        attribute_low: shifters.attribute_low,
        attribute_high: shifters.attribute_high,
        attribute_latch: shifters.attribute_latch,
        next_tile: tile.tile,
        next_attribute: tile.attribute,
        next_low: tile.low,
        tap: ppu.layers().background,
    }
}

fn evaluation(ppu: &Ppu) -> EvaluationView {
    let (evaluation, fetch) = (ppu.evaluation(), ppu.sprite_fetch());
    EvaluationView {
        step: match evaluation.step {
            Step::Y => "y",
            Step::Tile => "tile",
            Step::Attribute => "attribute",
            Step::X => "x",
            Step::Search => "search",
            Step::Ninth(_) => "ninth",
            Step::Finished => "finished",
        },
        oam_address: ppu.oam_address(),
        secondary_address: ppu.secondary_address(),
        buffer: ppu.oam_buffer(),
        sprite_zero_next: evaluation.sprite_zero,
        slot: [fetch.y, fetch.tile, fetch.attribute],
        row: fetch.row & (ppu.sprite_height() - 1),
        in_range: fetch.in_range,
    }
}

fn units(ppu: &Ppu) -> Vec<UnitView> {
    let units = ppu.sprite_units().into_iter().enumerate();
    units
        .map(|(slot, unit)| UnitView {
            slot,
            counting: unit.counting,
            remaining: match unit.counting {
                true => unit.starts_on.saturating_sub(ppu.dot()),
                false => 0,
            },
            low: unit.low,
            high: unit.high,
            attributes: unit.attribute,
        })
        .collect()
}
