//! Names of addresses: the hardware registers, the interrupt vectors and their targets.
//!
//! NESdev: CPU memory map; PPU registers; APU registers; CPU interrupts

use crate::nes::event::Space;
use std::collections::BTreeMap;

/// The hardware registers every program knows by these names.
pub const REGISTERS: [(&str, u16); 32] = [
    ("PPUCTRL", 0x2000),
    ("PPUMASK", 0x2001),
    ("PPUSTATUS", 0x2002),
    ("OAMADDR", 0x2003),
    ("OAMDATA", 0x2004),
    ("PPUSCROLL", 0x2005),
    ("PPUADDR", 0x2006),
    ("PPUDATA", 0x2007),
    ("SQ1_VOL", 0x4000),
    ("SQ1_SWEEP", 0x4001),
    ("SQ1_LO", 0x4002),
    ("SQ1_HI", 0x4003),
    ("SQ2_VOL", 0x4004),
    ("SQ2_SWEEP", 0x4005),
    ("SQ2_LO", 0x4006),
    ("SQ2_HI", 0x4007),
    ("TRI_LINEAR", 0x4008),
    ("TRI_LO", 0x400A),
    ("TRI_HI", 0x400B),
    ("NOISE_VOL", 0x400C),
    ("NOISE_LO", 0x400E),
    ("NOISE_HI", 0x400F),
    ("DMC_FREQ", 0x4010),
    ("DMC_RAW", 0x4011),
    ("DMC_START", 0x4012),
    ("DMC_LEN", 0x4013),
    ("OAMDMA", 0x4014),
    ("SND_CHN", 0x4015),
    ("JOY1", 0x4016),
    ("JOY2", 0x4017),
    ("NMI_VECTOR", 0xFFFA),
    ("RESET_VECTOR", 0xFFFC),
];

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
        for (name, address) in REGISTERS {
            labels.add(name, Space::Cpu, u32::from(address));
        }
        labels.add("IRQ_VECTOR", Space::Cpu, 0xFFFE);
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
