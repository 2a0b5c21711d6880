//! Names of addresses: the hardware registers, the interrupt vectors and their targets.
//!
//! NESdev: CPU memory map; PPU registers; APU registers; CPU interrupts

use super::{disassembler::AddressNames, labels::HARDWARE};
use crate::nes::event::Space;
use std::collections::BTreeMap;

/// Names and their places, looked up exactly first and then in any case.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    by_name: BTreeMap<String, (Space, u32)>,
    by_place: BTreeMap<(u8, u32), String>,
}

impl Symbols {
    /// The hardware registers and vectors.
    pub fn hardware() -> Symbols {
        let mut labels = Symbols::default();
        for label in &HARDWARE {
            labels.add(label.name, Space::Cpu, u32::from(label.address));
        }
        labels
    }

    /// Names a place; the first name of a place is the one shown.
    pub fn add(&mut self, name: &str, space: Space, address: u32) {
        self.by_name.insert(name.to_string(), (space, address));
        let place = (space as u8, address);
        let shown = self.by_place.entry(place);
        shown.or_insert_with(|| name.to_string());
    }

    /// Where a name points: exact spelling first, then any case.
    pub fn find(&self, name: &str) -> Option<(Space, u32)> {
        let exact = self.by_name.get(name).copied();
        exact.or_else(|| {
            let mut rows = self.by_name.iter();
            rows.find(|(known, _)| known.eq_ignore_ascii_case(name))
                .map(|(_, place)| *place)
        })
    }

    /// The name shown for a place.
    pub fn name(&self, space: Space, address: u32) -> Option<&str> {
        let place = (space as u8, address);
        self.by_place.get(&place).map(String::as_str)
    }

    /// Names that start with `prefix`, any case, sorted.
    pub fn starting_with(&self, prefix: &str) -> Vec<String> {
        let prefix = prefix.to_ascii_lowercase();
        let names = self.by_name.keys();
        names
            .filter(|name| name.to_ascii_lowercase().starts_with(&prefix))
            .cloned()
            .collect()
    }
}

impl AddressNames for Symbols {
    fn name(&self, address: u16) -> Option<String> {
        let in_cpu = || Symbols::name(self, Space::Cpu, u32::from(address));
        // Work RAM and its mirrors may be named as a memory of their own.
        let in_ram = || {
            let ram = address < 0x2000;
            let offset = u32::from(address & 0x07FF);
            ram.then(|| Symbols::name(self, Space::Ram, offset))?
        };
        in_cpu().or_else(in_ram).map(str::to_string)
    }
}
