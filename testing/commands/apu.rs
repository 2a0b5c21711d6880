//! Group `apu`.

use super::desk::Desk;
use serde_json::json;

#[test]
fn the_tone_is_recognized() {
    let mut desk = Desk::running();
    let apu = desk.ok("apu_registers pulse1");
    let pulse = &apu["channels"][0];
    assert_eq!(pulse["audible"], true);
    assert_eq!(pulse["period"], 0xFD);
    assert_eq!(pulse["note"], "A4");
    assert_eq!(pulse["duty"], 2);
    assert_eq!(desk.ok("apu")["channels"].as_array().map(Vec::len), Some(5));
}

#[test]
fn levels_tell_which_channel_sounds_and_leave_the_machine_alone() {
    let mut desk = Desk::running();
    let before = desk.ok("machine_hash state");
    let level = desk.ok("apu_level 10");
    assert_eq!(level["channels"][0]["silent"], false);
    assert_eq!(level["channels"][1]["silent"], true);
    assert!(level["mix"]["rms"].as_f64() > Some(0.01));
    let samples = level["samples"].as_i64().unwrap_or(0);
    assert!(
        (7900..=8050).contains(&samples),
        "{samples} samples in ten frames"
    );
    assert_eq!(desk.ok("machine_hash state"), before);
}

#[test]
fn muting_is_heard_and_is_not_in_the_state() {
    let mut desk = Desk::running();
    let before = desk.ok("machine_hash state");
    assert_eq!(desk.ok("apu_mute pulse1")["muted"], json!(["pulse1"]));
    assert_eq!(desk.ok("machine_hash state"), before);
    desk.ok("run_frames 30");
    let level = desk.ok("apu_level 10");
    assert!(level["mix"]["rms"].as_f64() < Some(0.001));
    assert_eq!(
        level["channels"][0]["silent"], false,
        "before the mixer it still moves"
    );
    assert_eq!(desk.ok("apu_mute pulse1 on=false")["muted"], json!([]));
    assert_eq!(desk.code("apu_mute tuba"), "bad_value");
}

#[test]
fn a_recording_is_a_wav_file_with_stems() {
    let mut desk = Desk::running();
    let reply = desk.ok("apu_wav tone.wav 60 stems=true");
    assert_eq!(reply["files"].as_array().map(Vec::len), Some(6));
    let files = desk
        .files
        .lock()
        .expect("no test panics while it holds files");
    let bytes = std::io::Cursor::new(&files["tone.wav"]);
    let mut reader = hound::WavReader::new(bytes).expect("the file is a WAV");
    assert_eq!(reader.spec().sample_rate, 48_000);
    let samples: Vec<i16> = reader.samples().map(|s| s.expect("whole")).collect();
    let high = samples.iter().copied().max().unwrap_or(0) / 2;
    let (mut rises, mut low) = (0, true);
    for &sample in &samples {
        rises += u32::from(low && sample > high);
        low = sample < -high || (low && sample <= high);
    }
    let hertz = f64::from(rises) * 48_000.0 / samples.len() as f64;
    assert!((435.0..445.0).contains(&hertz), "the tone has {hertz} Hz");
}
