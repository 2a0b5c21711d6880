//! The APU through its public interface: writes, reads and requests at exact cycles.

mod advance;
mod dmc;
mod envelope;
mod frame_counter;
mod length;
mod noise;
mod sound;
pub mod spectrum;
mod sweep;
mod view;

use nescope::nes::{
    apu::{Apu, Sound, view::ChannelView},
    options::{CpuRevision, LoadDma},
    region::Region,
};

/// CPU cycles of an NTSC second, for views.
const CPU_HZ: f64 = 1_789_772.727;

/// An APU without sound.
struct Chip {
    apu: Apu,
    sound: Sound,
}

impl Chip {
    fn new(region: Region) -> Chip {
        Chip {
            apu: Apu::new(region),
            sound: Sound::silent(),
        }
    }

    fn of(cpu: CpuRevision, load: LoadDma) -> Chip {
        Chip {
            apu: Apu::of(Region::Ntsc, cpu, load),
            sound: Sound::silent(),
        }
    }

    fn advance(&mut self, cycle: u64) {
        self.apu.advance(cycle, &mut self.sound);
    }

    fn write(&mut self, address: u16, value: u8, cycle: u64) {
        self.apu.write(address, value, cycle, &mut self.sound);
    }

    fn read_status(&mut self, cycle: u64) -> u8 {
        self.apu.read_status(cycle, &mut self.sound)
    }

    /// The status an access in `cycle` would see.
    fn status(&mut self, cycle: u64) -> u8 {
        self.advance(cycle);
        self.apu.peek_status()
    }

    fn channel(&mut self, index: usize, cycle: u64) -> ChannelView {
        self.advance(cycle);
        self.apu.channels(CPU_HZ)[index].clone()
    }
}
