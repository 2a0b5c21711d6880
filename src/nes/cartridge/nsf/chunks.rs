//! The chunks of NSFe, which NSF2 files may carry behind their program.
//!
//! ```text
//! length (4)  name (4)  bytes; a name that begins with a capital must be understood
//! INFO load init play region chips songs first    DATA program    BANK banks (8)
//! RATE periods: NTSC PAL Dendy   NSF2 flags   auth title artist copyright ripper
//! tlbl song titles   time song lengths in ms   NEND end
//! ```
//!
//! NESdev: NSFe; NSF2, metadata

use super::{NSFE_MAGIC, Nsf, RomError, Song, SoundChips, WINDOWS, banks, region, text, truncated};

const HEAD: usize = 8;
/// The shortest INFO: three addresses, region, chips.
const INFO_BYTES: usize = 8;

/// One chunk: its name and where its bytes lie in the file.
struct Chunk<'a> {
    name: [u8; 4],
    start: usize,
    bytes: &'a [u8],
}

impl Chunk<'_> {
    fn name(&self) -> String {
        text(&self.name)
    }

    fn word(&self, at: usize) -> Option<u16> {
        let bytes = self.bytes.get(at..at + 2)?;
        Some(u16::from_le_bytes([bytes[0], bytes[1]]))
    }
}

/// The chunk at `at`; `None` at the end of the file.
fn chunk(file: &[u8], at: usize) -> Result<Option<Chunk<'_>>, RomError> {
    let rest = &file[at.min(file.len())..];
    if rest.is_empty() {
        return Ok(None);
    }
    let Some(&[a, b, c, d, name @ ..]) = rest.first_chunk::<HEAD>() else {
        return Err(truncated(at + HEAD, file.len()));
    };
    let length = u32::from_le_bytes([a, b, c, d]);
    let end = u64::from(length) + (at + HEAD) as u64;
    if end > file.len() as u64 {
        return Err(RomError::Truncated {
            expected: end,
            found: file.len() as u64,
        });
    }
    Ok(Some(Chunk {
        name,
        start: at + HEAD,
        bytes: &rest[HEAD..HEAD + length as usize],
    }))
}

/// Reads an NSFe file.
pub(super) fn file(file: &[u8], warnings: &mut Vec<String>) -> Result<Nsf, RomError> {
    let mut nsf: Option<Nsf> = None;
    let mut at = NSFE_MAGIC.len();
    while let Some(chunk) = chunk(file, at)? {
        at = chunk.start + chunk.bytes.len();
        match (&chunk.name, nsf.as_mut()) {
            (b"NEND", _) => break,
            (b"INFO", None) => nsf = Some(info(&chunk)?),
            (b"DATA", Some(nsf)) => nsf.program = chunk.start..at,
            (_, Some(nsf)) => read(nsf, &chunk, true, warnings)?,
            (_, None) => {
                let name = chunk.name();
                return Err(bad(format!("chunk {name} comes before INFO")));
            }
        }
    }
    match nsf {
        Some(nsf) if !nsf.program.is_empty() => Ok(nsf),
        Some(_) => Err(bad("there is no DATA chunk".to_owned())),
        None => Err(bad("there is no INFO chunk".to_owned())),
    }
}

/// Reads the chunks behind the program of an NSF file. Where none of them must be
/// understood, the rest of the file is given up at the first that is broken.
pub(super) fn appended(
    nsf: &mut Nsf,
    file: &[u8],
    from: usize,
    must: bool,
    warnings: &mut Vec<String>,
) -> Result<(), RomError> {
    let mut at = from;
    loop {
        let chunk = match chunk(file, at) {
            Ok(Some(chunk)) if chunk.name != *b"NEND" => chunk,
            Ok(_) => return Ok(()),
            Err(error) if must => return Err(error),
            Err(_) => {
                let left = file.len() - at;
                warnings.push(format!("{left} bytes after the program are no chunk"));
                return Ok(());
            }
        };
        at = chunk.start + chunk.bytes.len();
        read(nsf, &chunk, must, warnings)?;
    }
}

fn bad(what: String) -> RomError {
    RomError::BadHeader(what)
}

fn info(chunk: &Chunk) -> Result<Nsf, RomError> {
    let word = |at| chunk.word(at);
    let (Some(load), Some(init), Some(play), &[_, _, _, _, _, _, system, chips, ..]) =
        (word(0), word(2), word(4), chunk.bytes)
    else {
        let length = chunk.bytes.len();
        return Err(bad(format!(
            "INFO has {length} bytes, {INFO_BYTES} at least"
        )));
    };
    let songs = chunk.bytes.get(8).copied().unwrap_or(1);
    let first = chunk.bytes.get(9).copied().unwrap_or(0);
    Ok(Nsf {
        format: "NSFe",
        title: String::new(),
        artist: String::new(),
        copyright: String::new(),
        songs,
        first_song: first.saturating_add(1),
        load,
        init,
        play,
        periods: [0; 3],
        region: region(system),
        both_regions: system & 2 != 0,
        chips: SoundChips(chips),
        irq: false,
        init_stays: false,
        no_play: false,
        banked: false,
        banks: [None; WINDOWS],
        program: 0..0,
        lead: 0,
        list: Vec::new(),
    })
}

fn read(
    nsf: &mut Nsf,
    chunk: &Chunk,
    must: bool,
    warnings: &mut Vec<String>,
) -> Result<(), RomError> {
    match &chunk.name {
        b"BANK" => set_banks(nsf, chunk.bytes),
        b"RATE" => rates(nsf, chunk),
        b"NSF2" => nsf.set_flags(chunk.bytes.first().copied().unwrap_or(0)),
        b"VRC7" => return other_vrc7(chunk.bytes),
        b"auth" => authors(nsf, chunk.bytes),
        b"tlbl" => {
            for (index, label) in strings(chunk.bytes).enumerate() {
                if let Some(song) = song(nsf, index) {
                    song.label = Some(text(label));
                }
            }
        }
        b"time" => times(nsf, chunk.bytes),
        [b'A'..=b'Z', ..] if must => {
            let name = chunk.name();
            return Err(bad(format!(
                "the file needs chunk {name}, which this player does not know"
            )));
        }
        [b'A'..=b'Z', ..] => warnings.push(format!("chunk {} is not known", chunk.name())),
        _ => {}
    }
    Ok(())
}

fn set_banks(nsf: &mut Nsf, bytes: &[u8]) {
    let mut switched = [0; 8];
    for (bank, &byte) in switched.iter_mut().zip(bytes) {
        *bank = byte;
    }
    nsf.banked = switched != [0; 8];
    nsf.banks = banks(switched);
}

/// Dendy has the period of PAL unless it is given one.
fn rates(nsf: &mut Nsf, chunk: &Chunk) {
    for index in 0..nsf.periods.len() {
        match chunk.word(index * 2) {
            Some(period) => nsf.periods[index] = period,
            None if index == 2 => nsf.periods[2] = nsf.periods[1],
            None => {}
        }
    }
}

/// The chunk is there for the sister chip or for instruments of one's own.
fn other_vrc7(bytes: &[u8]) -> Result<(), RomError> {
    match bytes {
        [0] | [] => Ok(()),
        [0, ..] => Err(RomError::UnsupportedFile(
            "a music file with instruments of its own in a VRC7",
        )),
        _ => Err(RomError::UnsupportedFile(
            "a music file that needs a YM2413",
        )),
    }
}

fn strings(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let whole = bytes.strip_suffix(&[0]).unwrap_or(bytes);
    whole.split(|&byte| byte == 0)
}

fn authors(nsf: &mut Nsf, bytes: &[u8]) {
    let fields = [&mut nsf.title, &mut nsf.artist, &mut nsf.copyright];
    for (field, value) in fields.into_iter().zip(strings(bytes)) {
        *field = text(value);
    }
}

/// A length below 0 is an unknown one.
fn times(nsf: &mut Nsf, bytes: &[u8]) {
    for (index, word) in bytes.chunks_exact(4).enumerate() {
        let length = i32::from_le_bytes([word[0], word[1], word[2], word[3]]);
        if let Some(song) = song(nsf, index) {
            song.milliseconds = u32::try_from(length).ok();
        }
    }
}

/// The entry of a song, which may not be there yet; `None` beyond the most a file can have.
fn song(nsf: &mut Nsf, index: usize) -> Option<&mut Song> {
    if index >= usize::from(u8::MAX) {
        return None;
    }
    if nsf.list.len() <= index {
        nsf.list.resize(index + 1, Song::default());
    }
    nsf.list.get_mut(index)
}
