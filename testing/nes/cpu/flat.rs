//! The flat 64 KiB of RAM on which the core runs alone.

use nescope::nes::{
    cpu::{CpuBus, Pending},
    observer::Purpose,
};

/// One bus access: address, value, whether it was a write.
pub type Access = (u16, u8, bool);

/// RAM everywhere, with a record of all accesses.
pub struct FlatBus {
    /// Memory.
    pub ram: Vec<u8>,
    /// All accesses since it was last cleared.
    pub accesses: Vec<Access>,
    /// Detector outputs the core sees.
    pub pending: Pending,
    /// Addresses whose read is made to look held by a DMA.
    pub held_reads_of: Option<u16>,
}

impl FlatBus {
    pub fn new() -> Self {
        FlatBus {
            ram: vec![0; 0x10000],
            accesses: Vec::new(),
            pending: Pending::default(),
            held_reads_of: None,
        }
    }
}

impl CpuBus for FlatBus {
    fn read(&mut self, address: u16, _purpose: Purpose) -> u8 {
        let value = self.ram[usize::from(address)];
        self.accesses.push((address, value, false));
        value
    }

    fn write(&mut self, address: u16, value: u8, _purpose: Purpose) {
        self.ram[usize::from(address)] = value;
        self.accesses.push((address, value, true));
    }

    fn polled(&self) -> Pending {
        self.pending
    }

    fn pending_now(&self) -> Pending {
        self.pending
    }

    fn acknowledge_nmi(&mut self) {
        self.pending.nmi = false;
    }

    fn held_before_latest(&self) -> bool {
        let latest = self.accesses.last().map(|access| access.0);
        latest.is_some() && latest == self.held_reads_of
    }
}
