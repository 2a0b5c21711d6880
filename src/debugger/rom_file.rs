//! The cartridge's file as it is now, patches included, and patches applied to it.

use super::{
    cheats::Cheats,
    image::runs_of,
    patches::{self, Checksums, Format, PatchError, bps, ips::Ips, ups},
};
use crate::nes::{cartridge::HEADER_BYTES, event::Space, machine::Machine};
use std::ops::Range;
use thiserror::Error;

/// Most bytes that are changed in the running machine; more make another cartridge of it.
pub const MOST_LIVE_CHANGES: usize = 0x1_0000;

/// The file with every byte of PRG and CHR ROM as the machine has it.
pub fn current(machine: &Machine) -> Vec<u8> {
    let mut file = machine.rom().file.clone();
    for (space, within) in parts(machine) {
        for (offset, byte) in (0..).zip(&mut file[within]) {
            *byte = machine.peek_space(space, offset).unwrap_or(*byte);
        }
    }
    file
}

/// The file as it is now but for the bytes that cheats replace, which are the game's own.
pub fn without_cheats(machine: &Machine, cheats: &Cheats) -> Vec<u8> {
    let mut file = current(machine);
    let prg = machine.rom().header.prg_offset();
    for (offset, byte) in cheats.covered(machine) {
        file[prg + offset as usize] = byte;
    }
    file
}

/// Where PRG and CHR ROM lie in the file.
fn parts(machine: &Machine) -> [(Space, Range<usize>); 2] {
    let header = &machine.rom().header;
    let prg = header.prg_offset();
    let chr = prg + header.prg_rom as usize;
    let end = chr + header.chr_rom as usize;
    [(Space::Prg, prg..chr), (Space::Chr, chr..end)]
}

/// A run of changed bytes of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Offsets in the file.
    pub within: Range<usize>,
    /// PRG or CHR ROM and the offset there; `None` for the header and what else is no ROM.
    pub place: Option<(Space, u32)>,
}

/// The runs in which two files of this machine's cartridge differ, cut where ROMs begin, and
/// what one has beyond the end of the other.
pub fn changes(machine: &Machine, old: &[u8], new: &[u8]) -> Vec<Change> {
    let parts = parts(machine);
    let mut cuts = vec![0];
    cuts.extend(parts.iter().flat_map(|part| [part.1.start, part.1.end]));
    cuts.push(old.len().max(new.len()));
    let mut changes = Vec::new();
    for cut in cuts.windows(2) {
        let [start, end] = [cut[0], cut[1].min(old.len()).min(new.len())];
        if start >= end {
            continue;
        }
        let part = parts.iter().find(|part| part.1.contains(&start));
        changes.extend(
            runs_of(&old[start..end], &new[start..end]).map(|run| Change {
                place: part
                    .map(|(space, within)| (*space, (start + run.start - within.start) as u32)),
                within: start + run.start..start + run.end,
            }),
        );
    }
    let [shorter, longer] = [old.len().min(new.len()), old.len().max(new.len())];
    if shorter < longer {
        changes.push(Change {
            within: shorter..longer,
            place: None,
        });
    }
    changes
}

/// Whether offsets of a patch count the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Headered {
    /// Find out.
    Auto,
    /// They do.
    Yes,
    /// The first byte of the patch's file is the first after the header.
    No,
}

impl Headered {
    fn skips(self) -> &'static [usize] {
        match self {
            Headered::Auto => &[0, HEADER_BYTES],
            Headered::Yes => &[0],
            Headered::No => &[HEADER_BYTES],
        }
    }
}

/// Why a patch does not go onto this cartridge.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ApplyError {
    /// No known format.
    #[error("neither an IPS, a BPS nor a UPS patch")]
    UnknownFormat,
    /// The patch itself.
    #[error(transparent)]
    Patch(#[from] PatchError),
    /// Neither with nor without its header is the file long enough.
    #[error(
        "a record begins at ${offset:X} of the file, beyond its end at ${length:X}: the patch is for another file; headered=yes or headered=no applies it all the same, with zeros in between"
    )]
    BeyondEnd {
        /// Offset in the file, counting its header.
        offset: usize,
        /// Bytes of the file.
        length: usize,
    },
    /// It is for another file.
    #[error(
        "the patch is for a file with CRC-32 {wanted:08x}; this one's is {whole:08x}, without its header {headerless:08x}"
    )]
    OtherFile {
        /// CRC-32 that the patch asks for.
        wanted: u32,
        /// CRC-32 of the file as it is now.
        whole: u32,
        /// The same without the header.
        headerless: u32,
    },
}

/// A patched file, and how it came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patched {
    /// The patch's format.
    pub format: Format,
    /// Whether the patch's offsets count the header.
    pub headered: bool,
    /// For a format without checksums, how badly both readings fit: with and without header.
    pub misfit: Option<[u64; 2]>,
    /// The checksums of a format that has them, which were right.
    pub checksums: Option<Checksums>,
    /// The file as the machine has it.
    pub source: Vec<u8>,
    /// The file that came out.
    pub target: Vec<u8>,
}

/// Applies a patch to the file as it is `now`, or as it was loaded where only that is the one
/// that the patch is for.
///
/// # Errors
/// See [`ApplyError`].
pub fn apply(
    machine: &Machine,
    now: Vec<u8>,
    patch: &[u8],
    headered: Headered,
) -> Result<Patched, ApplyError> {
    match Format::of(patch).ok_or(ApplyError::UnknownFormat)? {
        Format::Ips => apply_ips(machine, patch, now, headered),
        format => apply_checked(machine, format, patch, now, headered),
    }
}

fn apply_ips(
    machine: &Machine,
    patch: &[u8],
    now: Vec<u8>,
    headered: Headered,
) -> Result<Patched, ApplyError> {
    let ips = Ips::parse(patch)?;
    let loaded = &machine.rom().file;
    let misfit = [0, HEADER_BYTES].map(|skip| {
        let misfit = ips.misfit(&now, skip);
        misfit.min(ips.misfit(loaded, skip))
    });
    let skip = match headered {
        Headered::Auto => alignment(&ips, &now, misfit)?,
        other => other.skips()[0],
    };
    Ok(Patched {
        format: Format::Ips,
        headered: skip == 0,
        misfit: Some(misfit),
        checksums: None,
        target: ips.apply(&now, skip),
        source: now,
    })
}

/// Bytes of the file that the offsets do not count. Records that are mostly there already tell
/// a patch that was applied before; otherwise the better fit does, and on doubt the header
/// counts.
fn alignment(ips: &Ips, now: &[u8], misfit: [u64; 2]) -> Result<usize, ApplyError> {
    let gaps = [0, HEADER_BYTES].map(|skip| ips.gap(now, skip));
    if let [Some(offset), Some(_)] = gaps {
        let length = now.len();
        return Err(ApplyError::BeyondEnd { offset, length });
    }
    let present = [0, HEADER_BYTES].map(|skip| ips.present(now, skip));
    let half = |count: usize| count > 0 && count * 2 >= ips.records.len();
    let bare = match present {
        [with, without] if half(with) && with >= without => false,
        [_, without] if half(without) => true,
        _ => misfit[1] < misfit[0],
    };
    Ok(if bare { HEADER_BYTES } else { 0 })
}

fn apply_checked(
    machine: &Machine,
    format: Format,
    patch: &[u8],
    now: Vec<u8>,
    headered: Headered,
) -> Result<Patched, ApplyError> {
    let checksums = patches::checksums(patch)?;
    let find = |crc: u32| {
        let files = [&now, &machine.rom().file].into_iter();
        let mut tried =
            files.flat_map(|file| headered.skips().iter().map(move |&skip| (file, skip)));
        tried.find(|(file, skip)| crc32fast::hash(&file[*skip..]) == crc)
    };
    let backward = || find(checksums.target).filter(|_| format == Format::Ups);
    let Some((source, skip)) = find(checksums.source).or_else(backward) else {
        return Err(ApplyError::OtherFile {
            wanted: checksums.source,
            whole: crc32fast::hash(&now),
            headerless: crc32fast::hash(&now[HEADER_BYTES..]),
        });
    };
    let patched = match format {
        Format::Ups => ups::apply(patch, &source[skip..])?,
        _ => bps::apply(patch, &source[skip..])?,
    };
    let mut target = source[..skip].to_vec();
    target.extend(patched);
    Ok(Patched {
        format,
        headered: skip == 0,
        misfit: None,
        checksums: Some(checksums),
        source: now,
        target,
    })
}
