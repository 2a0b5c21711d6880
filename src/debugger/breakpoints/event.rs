//! The events that detectors see, as a table: name, meaning.

use serde::{Deserialize, Serialize};

/// Declares the events as an enum and a table, so that neither can forget one.
macro_rules! events {
    ($($variant:ident $name:literal $meaning:literal;)*) => {
        /// What a detector sees.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum EventKind {
            $(#[doc = $meaning] #[serde(rename = $name)] $variant,)*
        }

        /// All events, in the order of [`EventKind`].
        pub const EVENTS: &[EventRow] = &[
            $(EventRow { kind: EventKind::$variant, name: $name, meaning: $meaning },)*
        ];
    };
}

/// One event.
#[derive(Clone, Copy, Debug)]
pub struct EventRow {
    /// The event.
    pub kind: EventKind,
    /// Its word.
    pub name: &'static str,
    /// What happened.
    pub meaning: &'static str,
}

events! {
    Nmi "nmi" "the NMI sequence was entered";
    Irq "irq" "the IRQ sequence was entered";
    Brk "brk" "a BRK instruction was executed";
    Reset "reset" "the console was reset";
    Bank "bank" "a write changed what is mapped for CPU or PPU";
    Jam "jam" "a JAM opcode stopped the CPU";
    Unofficial "unofficial" "an opcode that is not documented was executed";
    Unstable "unstable" "an opcode whose result depends on analog effects was executed";
    Uninit "uninit" "RAM was read that nothing has written since power-on";
    OpenBusExec "openbus_exec" "an instruction was fetched where no memory answers";
    BusConflict "bus_conflict" "a write met another byte that ROM puts on the bus";
    Spr0 "spr0" "the sprite 0 hit flag was set";
    Overflow "overflow" "the sprite overflow flag was set";
    OamDecay "oam_decay" "bytes of OAM that had decayed were read through $2004 or drawn (only with machine_power oam_decay=true)";
    VramInRender "vram_in_render" "$2007 was accessed while the PPU renders";
    OamInRender "oam_in_render" "$2004 was written while the PPU renders";
    ScrollGlitch "scroll_glitch" "$2000, $2005 or $2006 was written while the PPU copies the horizontal scroll";
    Dma "dma" "an OAM DMA began";
    DmaInput "dma_input" "a DMA repeated a read of a controller port";
    NewCode "newcode" "an instruction in PRG ROM was executed for the first time since this was armed";
    NewData "newdata" "a byte of PRG ROM was read as data for the first time since this was armed";
    Lag "lag" "a frame ended in which no controller was read";
    StateLoaded "state_loaded" "a state was loaded";
    UnbalancedRts "unbalanced_rts" "an RTS went to an address that no JSR pushed";
}

impl EventKind {
    /// Its row.
    pub fn row(self) -> &'static EventRow {
        &EVENTS[self as usize]
    }

    /// Its bit in a set of events.
    pub fn bit(self) -> u32 {
        1 << self as u32
    }
}
