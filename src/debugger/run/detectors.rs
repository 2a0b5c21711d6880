//! The detectors behind event breakpoints: what they look at, and what they saw.
//!
//! ```text
//! at an instruction   its opcode, where it was fetched, flags of the picture chip
//! at an access        registers written at a bad time, RAM never written, bank switches
//! from the machine    interrupts, BRK, reset, jam
//! from the engine     frames without a poll, resets and states from outside
//! ```
//!
//! An event is judged at the instruction boundary that follows it.

use super::behind::ppu_register;
use crate::{
    debugger::{
        breakpoints::{Addresses, EventKind},
        expression::SeenAccess,
        memory_map::{self, Answers},
        written::{self, Written},
    },
    nes::{
        boards::BoardLogic,
        cpu::opcodes::OPCODES,
        event::Space,
        machine::Look,
        memory::{Page, Pages},
        observer::{Access, Happening, Purpose},
    },
};

const JSR: u8 = 0x20;
const RTS: u8 = 0x60;
const FIRST_BOARD_ADDRESS: u16 = 0x4020;
const FIRST_ROM_ADDRESS: u16 = 0x8000;
const WORK_RAM_END: u16 = 0x2000;
const OAM_DMA: u16 = 0x4014;
const STATUS: u16 = 0x2002;
const SPRITE_ZERO: u8 = 0x40;
const OVERFLOW: u8 = 0x20;
/// Around the dot in which the PPU copies the horizontal scroll from t to v.
const COPY_DOTS: std::ops::RangeInclusive<u16> = 256..=259;
/// Opcodes whose result depends on analog effects: ANE, LXA, SHA, SHX, SHY, TAS.
///
/// NESdev: CPU unofficial opcodes
const UNSTABLE: [u8; 7] = [0x8B, 0xAB, 0x93, 0x9F, 0x9E, 0x9C, 0x9B];

/// An access and the instruction that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Witness {
    /// Address of the instruction.
    pub pc: u16,
    /// The access.
    pub seen: SeenAccess,
}

/// What detectors remember from run to run.
#[derive(Clone, Debug)]
pub struct Remembered {
    written: Option<Written>,
    code: Vec<u64>,
    data: Vec<u64>,
    pushed: Box<[bool; 256]>,
}

/// The detectors of a run.
pub struct Detectors {
    armed: u32,
    pending: u32,
    /// The access that the latest event came from.
    pub cause: Option<(EventKind, Witness)>,
    written: Option<Written>,
    /// PRG ROM that was executed or read, one bit a byte.
    code: Vec<u64>,
    data: Vec<u64>,
    /// Stack bytes that a JSR pushed.
    pushed: Box<[bool; 256]>,
    opcode: u8,
    flags: u8,
    /// Uses of decayed OAM, as of the latest look.
    decayed: u64,
    pages: Option<Pages>,
}

impl Detectors {
    /// Detectors for a set of events, going on from what an earlier run left. `written` says what
    /// RAM the program has written so far, where nothing is remembered of it.
    pub fn new(
        armed: u32,
        look: &Look,
        before: Option<Remembered>,
        written: impl FnOnce() -> Written,
    ) -> Detectors {
        let prg = look.space_length(Space::Prg).div_ceil(64) as usize;
        let before = before.unwrap_or_else(|| Remembered {
            written: None,
            code: Vec::new(),
            data: Vec::new(),
            pushed: Box::new([true; 256]),
        });
        let met = |event: EventKind, met: Vec<u64>| match armed & event.bit() {
            0 => Vec::new(),
            _ if met.len() == prg => met,
            _ => vec![0; prg],
        };
        let wants_written = armed & EventKind::Uninit.bit() != 0;
        Detectors {
            armed,
            pending: 0,
            cause: None,
            written: wants_written.then(|| before.written.unwrap_or_else(written)),
            code: met(EventKind::NewCode, before.code),
            data: met(EventKind::NewData, before.data),
            pushed: match armed & EventKind::UnbalancedRts.bit() {
                0 => Box::new([true; 256]),
                _ => before.pushed,
            },
            opcode: 0,
            flags: look.peek(STATUS),
            decayed: look.ppu().decayed_oam_uses(),
            pages: None,
        }
    }

    /// What the next run goes on from.
    pub fn remembered(&mut self) -> Remembered {
        Remembered {
            written: self.written.take(),
            code: std::mem::take(&mut self.code),
            data: std::mem::take(&mut self.data),
            pushed: self.pushed.clone(),
        }
    }

    /// Whether there is any.
    pub fn is_armed(&self) -> bool {
        self.armed != 0
    }

    /// Whether any has to look at accesses.
    pub fn look_at_accesses(&self) -> bool {
        use EventKind::{
            Bank, BusConflict, Dma, DmaInput, NewData, OamInRender, ScrollGlitch, UnbalancedRts,
            Uninit, VramInRender,
        };
        [
            Bank,
            BusConflict,
            Dma,
            DmaInput,
            NewData,
            OamInRender,
            ScrollGlitch,
            UnbalancedRts,
            Uninit,
            VramInRender,
        ]
        .iter()
        .any(|&event| self.has(event))
    }

    /// Whether any has to look at every instruction.
    pub fn look_at_instructions(&self) -> bool {
        use EventKind::{NewCode, OpenBusExec, Unofficial, Unstable};
        let wanted = [NewCode, OpenBusExec, Unofficial, Unstable];
        wanted.iter().any(|&event| self.has(event)) || self.look_at_flags()
    }

    /// Whether any has to look at the flags of the picture chip, or at its OAM.
    pub fn look_at_flags(&self) -> bool {
        use EventKind::{OamDecay, Overflow, Spr0};
        [Spr0, Overflow, OamDecay]
            .iter()
            .any(|&event| self.has(event))
    }

    /// Adds the addresses at which some has to look at reads, and at writes.
    pub fn mark(&self, read: &mut Addresses, write: &mut Addresses) {
        let mut each = |events: &[EventKind], reads: bool, wanted: fn(u16) -> bool| {
            if events.iter().any(|&event| self.has(event)) {
                let to = if reads { &mut *read } else { &mut *write };
                let addresses = (0..=u16::MAX).filter(|&address| wanted(address));
                addresses.for_each(|address| to.set(u32::from(address)));
            }
        };
        use EventKind::{
            Bank, BusConflict, Dma, DmaInput, NewData, OamInRender, ScrollGlitch, UnbalancedRts,
            Uninit, VramInRender,
        };
        each(&[Bank], false, |at| at >= FIRST_BOARD_ADDRESS);
        each(&[BusConflict], false, |at| at >= FIRST_ROM_ADDRESS);
        each(&[Dma], false, |at| at == OAM_DMA);
        each(&[DmaInput], true, |at| matches!(at, 0x4016 | 0x4017));
        each(&[NewData], true, |at| at >= FIRST_BOARD_ADDRESS);
        each(&[OamInRender], false, |at| ppu_register(at) == Some(4));
        each(&[ScrollGlitch], false, |at| {
            matches!(ppu_register(at), Some(0 | 5 | 6))
        });
        each(&[VramInRender], true, |at| ppu_register(at) == Some(7));
        each(&[VramInRender], false, |at| ppu_register(at) == Some(7));
        each(&[UnbalancedRts], false, |at| (0x100..0x200).contains(&at));
        each(&[UnbalancedRts], true, |at| (0x100..0x200).contains(&at));
        let ram = |at: u16| !(WORK_RAM_END..FIRST_BOARD_ADDRESS).contains(&at);
        each(&[Uninit], true, ram);
        each(&[Uninit], false, ram);
    }

    fn has(&self, event: EventKind) -> bool {
        self.armed & event.bit() != 0
    }

    /// Something happened.
    pub fn see(&mut self, event: EventKind) {
        self.pending |= event.bit() & self.armed;
    }

    /// The events that happened since this was last asked.
    pub fn take(&mut self) -> u32 {
        std::mem::take(&mut self.pending)
    }

    /// Whether something happened.
    pub fn is_pending(&self) -> bool {
        self.pending != 0
    }

    /// What the machine itself reports.
    pub fn happened(&mut self, what: Happening) {
        self.see(match what {
            Happening::Nmi => EventKind::Nmi,
            Happening::Irq => EventKind::Irq,
            Happening::Brk => EventKind::Brk,
            Happening::Reset => EventKind::Reset,
            Happening::Jam => EventKind::Jam,
        });
    }

    /// Before the instruction at the program counter.
    pub fn instruction(&mut self, look: &Look) {
        let pc = look.cpu.pc;
        self.opcode = look.peek(pc);
        if !OPCODES[usize::from(self.opcode)].official {
            self.see(EventKind::Unofficial);
        }
        if UNSTABLE.contains(&self.opcode) {
            self.see(EventKind::Unstable);
        }
        if matches!(look.cpu_page(pc), Page::Open | Page::Registers) {
            self.see(EventKind::OpenBusExec);
        }
        if self.has(EventKind::NewCode) && is_new(&mut self.code, look, pc) {
            self.see(EventKind::NewCode);
        }
        if self.look_at_flags() {
            let flags = look.peek(STATUS);
            let risen = flags & !std::mem::replace(&mut self.flags, flags);
            if risen & SPRITE_ZERO != 0 {
                self.see(EventKind::Spr0);
            }
            if risen & OVERFLOW != 0 {
                self.see(EventKind::Overflow);
            }
            let decayed = look.ppu().decayed_oam_uses();
            if decayed > std::mem::replace(&mut self.decayed, decayed) {
                self.see(EventKind::OamDecay);
            }
        }
    }

    /// The opcode that runs, for those that do not look at instructions themselves.
    pub fn runs(&mut self, opcode: u8) {
        self.opcode = opcode;
    }

    /// Before an access.
    pub fn about_to(&mut self, look: &Look, witness: Witness) {
        let access = witness.seen.access;
        if self.has(EventKind::Bank) && access.write && access.address >= FIRST_BOARD_ADDRESS {
            self.pages = Some(look.cartridge().memory.pages.clone());
        }
        let rendering = look.ppu().rendering();
        let event = match (ppu_register(access.address), access.write) {
            (Some(7), _) if rendering => EventKind::VramInRender,
            (Some(4), true) if rendering => EventKind::OamInRender,
            (Some(0 | 5 | 6), true) if rendering && COPY_DOTS.contains(&look.ppu().dot()) => {
                EventKind::ScrollGlitch
            }
            _ => return self.conflict(look, witness),
        };
        self.caused(event, witness);
    }

    fn conflict(&mut self, look: &Look, witness: Witness) {
        let access = witness.seen.access;
        let conflicts = self.has(EventKind::BusConflict)
            && access.write
            && look.cartridge().board.bus_conflicts()
            && matches!(look.cpu_page(access.address), Page::Rom(_))
            && look.peek(access.address) != access.value;
        if conflicts {
            self.caused(EventKind::BusConflict, witness);
        }
    }

    /// After an access.
    pub fn wanted(&mut self, look: &Look, witness: Witness) {
        let access = witness.seen.access;
        if let Some(before) = self.pages.take()
            && before != look.cartridge().memory.pages
        {
            self.caused(EventKind::Bank, witness);
        }
        match access.purpose {
            Purpose::Halted if matches!(access.address, 0x4016 | 0x4017) => {
                self.caused(EventKind::DmaInput, witness);
            }
            Purpose::Data if access.write && access.address == OAM_DMA => {
                self.caused(EventKind::Dma, witness);
            }
            Purpose::Stack => self.stack(access, witness),
            _ => {}
        }
        self.ram(look, witness);
        let is_data = access.purpose == Purpose::Data && !access.write;
        if is_data && self.has(EventKind::NewData) && is_new(&mut self.data, look, access.address) {
            self.caused(EventKind::NewData, witness);
        }
    }

    fn ram(&mut self, look: &Look, witness: Witness) {
        let access = witness.seen.access;
        let Some(written) = &mut self.written else {
            return;
        };
        if !written::is_of_ram(access.address, access.purpose) {
            return;
        }
        if let Some(offset) = written::ram_offset(look.bus, access.address) {
            if access.write {
                written.mark(offset);
            } else if !written.contains(offset) {
                self.caused(EventKind::Uninit, witness);
            }
        }
    }

    fn stack(&mut self, access: Access, witness: Witness) {
        let slot = usize::from(access.address & 0xFF);
        if access.write {
            self.pushed[slot] = self.opcode == JSR;
        } else if self.opcode == RTS && !self.pushed[slot] {
            self.caused(EventKind::UnbalancedRts, witness);
        }
    }

    fn caused(&mut self, event: EventKind, witness: Witness) {
        if self.has(event) {
            self.see(event);
            self.cause = Some((event, witness));
        }
    }
}

/// Whether the byte of PRG ROM at a CPU address is met for the first time.
fn is_new(met: &mut [u64], look: &Look, address: u16) -> bool {
    let Answers::Memory(Space::Prg, offset) = memory_map::behind_cpu(*look, address) else {
        return false;
    };
    let word = &mut met[(offset >> 6) as usize];
    let before = *word;
    *word |= 1 << (offset & 63);
    *word != before
}
