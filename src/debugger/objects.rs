//! Things on the screen: sprites that touch each other, and how they moved.
//!
//! Hidden sprites and sprites of nothing but transparent pixels are left out. The positions
//! are those in OAM now, which the next picture shows.

use super::{
    rectangle::Rectangle,
    sprites::{self, Sprite},
};
use crate::nes::{event::Space, machine::Machine};
use std::collections::BTreeSet;

const SPRITE_COLUMNS: usize = 8;
const SCREEN: (usize, usize) = (256, 240);
/// Bytes of a pattern row pair, both planes.
const ROW_BYTES: u32 = 2;
/// A thing that went further is taken for another.
const FARTHEST: usize = 64;
/// What having no tile in common counts as distance.
const STRANGER: usize = 32;

/// Sprites that touch each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// The box around it, clipped to the screen.
    pub area: Rectangle,
    /// Its sprites, by number in OAM.
    pub sprites: Vec<usize>,
    /// Their tiles, in the same order.
    pub tiles: Vec<u8>,
    /// The palettes they use, 4 to 7.
    pub palettes: Vec<u8>,
    /// Whether all of it is behind the background.
    pub behind: bool,
    /// Pixels it moved right and down; `None` when it was not there before.
    pub moved: Option<(i32, i32)>,
}

/// What is on the screen now, with its motion since another moment, and what was there then
/// and is gone.
pub fn seen(machine: &Machine, before: Option<&Machine>) -> (Vec<Object>, Vec<Object>) {
    let mut now = objects(machine);
    let before = before.map(objects).unwrap_or_default();
    let gone = recognize(&mut now, before);
    (now, gone)
}

fn objects(machine: &Machine) -> Vec<Object> {
    let height = usize::from(sprites::height(machine));
    let shown = sprites::all(machine).into_iter();
    let shown = shown.filter(|sprite| sprite.visible && has_pixels(machine, sprite, height));
    let mut groups: Vec<Vec<(Sprite, Rectangle)>> = Vec::new();
    for sprite in shown {
        let Some(area) = area(&sprite, height) else {
            continue;
        };
        let touches =
            |group: &Vec<(Sprite, Rectangle)>| group.iter().any(|(_, other)| other.touches(area));
        let (near, far): (Vec<_>, Vec<_>) = groups.into_iter().partition(touches);
        groups = far;
        let mut group: Vec<_> = near.into_iter().flatten().collect();
        group.push((sprite, area));
        groups.push(group);
    }
    let mut objects: Vec<Object> = groups.into_iter().map(object).collect();
    objects.sort_by_key(|object| (object.area.y, object.area.x));
    objects
}

/// Whether any pixel of its pattern is not transparent.
fn has_pixels(machine: &Machine, sprite: &Sprite, height: usize) -> bool {
    let start = u32::from(sprite.chr);
    let mut bytes = start..start + ROW_BYTES * height as u32;
    bytes.any(|address| machine.peek_space(Space::Ppu, address) != Some(0))
}

fn area(sprite: &Sprite, height: usize) -> Option<Rectangle> {
    let whole = Rectangle {
        x: usize::from(sprite.x),
        y: usize::from(sprite.y) + 1,
        width: SPRITE_COLUMNS,
        height,
    };
    whole.clipped(SCREEN.0, SCREEN.1)
}

fn object(mut group: Vec<(Sprite, Rectangle)>) -> Object {
    group.sort_by_key(|(sprite, _)| sprite.i);
    let areas = group.iter().map(|(_, area)| *area);
    let area = areas.reduce(Rectangle::with);
    let palettes: BTreeSet<u8> = group.iter().map(|(sprite, _)| sprite.palette).collect();
    Object {
        area: area.expect("a group has a sprite"),
        sprites: group.iter().map(|(sprite, _)| sprite.i).collect(),
        tiles: group.iter().map(|(sprite, _)| sprite.tile).collect(),
        palettes: palettes.into_iter().collect(),
        behind: group.iter().all(|(sprite, _)| sprite.behind),
        moved: None,
    }
}

/// Finds things among those `before`, the likeliest pairs first; returns those not found again.
fn recognize(objects: &mut [Object], before: Vec<Object>) -> Vec<Object> {
    let mut pairs: Vec<(usize, usize, usize)> = Vec::new();
    for (new, object) in objects.iter().enumerate() {
        for (old, known) in before.iter().enumerate() {
            let distance = distance(object, known);
            if distance <= FARTHEST {
                pairs.push((distance, new, old));
            }
        }
    }
    pairs.sort_unstable();
    let mut taken = BTreeSet::new();
    for (_, new, old) in pairs {
        if objects[new].moved.is_none() && taken.insert(old) {
            let (now, then) = (center(&objects[new]), center(&before[old]));
            objects[new].moved = Some(((now.0 - then.0) / 2, (now.1 - then.1) / 2));
        }
    }
    let left = before.into_iter().enumerate();
    left.filter(|(old, _)| !taken.contains(old))
        .map(|(_, object)| object)
        .collect()
}

/// Twice the middle of a thing, so that halves count.
fn center(object: &Object) -> (i32, i32) {
    let area = object.area;
    let twice = |start: usize, length: usize| (2 * start + length) as i32;
    (twice(area.x, area.width), twice(area.y, area.height))
}

fn distance(object: &Object, known: &Object) -> usize {
    let (now, then) = (center(object), center(known));
    let far = now.0.abs_diff(then.0).max(now.1.abs_diff(then.1)) as usize / 2;
    let alike = object.tiles.iter().any(|tile| known.tiles.contains(tile));
    far + if alike { 0 } else { STRANGER }
}
