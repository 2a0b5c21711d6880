//! What is kept for a person: pictures and recordings to judge, pictures and states of failures.

use crate::{
    debugger::{colors, picture::Picture, raster::replay},
    nes::machine::Machine,
};
use std::{
    fs,
    path::{Path, PathBuf},
};

const WIDTH: usize = 256;
const HEIGHT: usize = 240;

const SAMPLE_RATE: u32 = 48_000;

/// Writes the picture as `<id>.png`.
///
/// # Errors
/// A text that names the file.
pub fn picture(folder: &Path, id: &str, machine: &Machine) -> Result<PathBuf, String> {
    let path = file(folder, id, "png");
    let picture = Picture {
        width: WIDTH,
        height: HEIGHT,
        pixels: machine.pixels().to_vec(),
    };
    let texts = [
        ("Source", machine.rom().sha256_hex()),
        (
            "Comment",
            format!("frame {}", replay::shown_picture(&machine.position())),
        ),
    ];
    let png = picture.png(colors::rgb, &texts);
    fs::write(&path, png).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(path)
}

/// Writes picture and state as `<id>.png` and `<id>.state`; `state_load` reads the latter from
/// the folder of states beside the ROM.
///
/// # Errors
/// A text that names the file.
pub fn failure(folder: &Path, id: &str, machine: &Machine) -> Result<[PathBuf; 2], String> {
    let picture = picture(folder, id, machine)?;
    let path = file(folder, id, "state");
    fs::write(&path, machine.save()).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok([picture, path])
}

/// Writes samples as `<id>.wav`, 48 kHz, one channel.
///
/// # Errors
/// A text that names the file.
pub fn recording(folder: &Path, id: &str, samples: &[i16]) -> Result<PathBuf, String> {
    let path = file(folder, id, "wav");
    write_wav(&path, samples).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(path)
}

fn write_wav(path: &Path, samples: &[i16]) -> Result<(), hound::Error> {
    let spec = hound::WavSpec {
        channels: 1,
        sample_rate: SAMPLE_RATE,
        bits_per_sample: 16,
        sample_format: hound::SampleFormat::Int,
    };
    let mut writer = hound::WavWriter::create(path, spec)?;
    for &sample in samples {
        writer.write_sample(sample)?;
    }
    writer.finalize()
}

/// A file in the folder named for a case; what could leave the folder becomes a dash.
fn file(folder: &Path, id: &str, extension: &str) -> PathBuf {
    let safe = |c: char| c.is_ascii_alphanumeric() || "_.-".contains(c);
    let name: String = id.chars().map(|c| if safe(c) { c } else { '-' }).collect();
    folder.join(format!("{name}.{extension}"))
}
