//! Where assembled bytes go: a flat piece of the address space, or a ROM file.
//!
//! In a ROM file, PRG bytes lie at their address modulo 16 KiB in the bank that `.bank`
//! selected; without `.bank`, PRG of at most 32 KiB lies as NROM shows it at `$8000-$FFFF`.
//! `.chr n` switches to the n-th 8 KiB of CHR ROM, addressed `$0000-$1FFF`.
//!
//! NESdev: iNES

use super::error::Problem;

const PRG_BANK: usize = 0x4000;
const CHR_BANK: usize = 0x2000;
const HEADER: usize = 16;
/// Bytes of the whole CPU address space, the most a flat image can have.
const FLAT: usize = 0x10000;

/// The header fields a source can set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Header {
    pub prg_banks: u8,
    pub chr_banks: u8,
    pub mapper: u8,
    /// 0 horizontal mirroring, 1 vertical mirroring, 2 four screens.
    pub mirroring: u8,
    pub battery: bool,
}

impl Header {
    fn bytes(&self) -> [u8; HEADER] {
        let mirroring = [0, 1, 8][usize::from(self.mirroring.min(2))];
        let flags = mirroring | u8::from(self.battery) << 1 | (self.mapper & 0x0F) << 4;
        let mut bytes = [0; HEADER];
        bytes[..4].copy_from_slice(b"NES\x1A");
        bytes[4] = self.prg_banks;
        bytes[5] = self.chr_banks;
        bytes[6] = flags;
        bytes[7] = self.mapper & 0xF0;
        bytes
    }

    fn prg_length(&self) -> usize {
        usize::from(self.prg_banks) * PRG_BANK
    }

    fn chr_length(&self) -> usize {
        usize::from(self.chr_banks) * CHR_BANK
    }
}

/// The memory that following bytes belong to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Section {
    /// The CPU address space, PRG laid out as NROM shows it.
    #[default]
    Cpu,
    /// A 16 KiB PRG bank.
    Bank(u8),
    /// An 8 KiB CHR bank.
    Chr(u8),
}

/// Collects bytes.
pub(super) struct Sink {
    header: Option<Header>,
    bytes: Vec<u8>,
    /// First and one past the last used byte of a flat image.
    used: Option<(usize, usize)>,
}

impl Sink {
    pub fn new(header: Option<Header>) -> Sink {
        let length = match &header {
            Some(header) => HEADER + header.prg_length() + header.chr_length(),
            None => FLAT,
        };
        let mut bytes = vec![0; length];
        if let Some(header) = &header {
            bytes[..HEADER].copy_from_slice(&header.bytes());
        }
        Sink {
            header,
            bytes,
            used: None,
        }
    }

    /// Puts one byte at an address of a section.
    pub fn put(&mut self, section: Section, address: i64, value: u8) -> Result<(), Problem> {
        let offset = self.offset(section, address)?;
        self.bytes[offset] = value;
        let (low, high) = self.used.unwrap_or((offset, offset));
        self.used = Some((low.min(offset), high.max(offset + 1)));
        Ok(())
    }

    fn offset(&self, section: Section, address: i64) -> Result<usize, Problem> {
        let outside = |what| Problem::OutsideImage { address, what };
        let at = usize::try_from(address).map_err(|_| outside("the address space"))?;
        let Some(header) = &self.header else {
            return match at < FLAT {
                true => Ok(at),
                false => Err(outside("the address space")),
            };
        };
        let prg = header.prg_length();
        let (start, offset, room) = match section {
            Section::Chr(bank) if at < CHR_BANK => (
                HEADER + prg,
                usize::from(bank) * CHR_BANK + at,
                header.chr_length(),
            ),
            Section::Chr(_) => return Err(outside("the 8 KiB of a CHR bank")),
            _ if !(0x8000..FLAT).contains(&at) || prg == 0 => return Err(outside("PRG ROM")),
            Section::Cpu if prg > 2 * PRG_BANK => return Err(outside("a bank; use .bank")),
            Section::Cpu => (HEADER, (at - 0x8000) % prg, prg),
            Section::Bank(bank) => (HEADER, usize::from(bank) * PRG_BANK + at % PRG_BANK, prg),
        };
        if offset >= room {
            return Err(outside("the banks that the header declares"));
        }
        Ok(start + offset)
    }

    /// The origin of the first byte and all bytes.
    pub fn finish(mut self) -> (u16, Vec<u8>) {
        if self.header.is_some() {
            return (0x8000, self.bytes);
        }
        let (low, high) = self.used.unwrap_or((0, 0));
        self.bytes.truncate(high);
        self.bytes.drain(..low);
        (
            u16::try_from(low).expect("a flat image starts inside the address space"),
            self.bytes,
        )
    }
}
