//! Transcripts of the console: what a person types and what comes back, word for word.
//!
//! ```text
//! # a comment
//! nescope> a line
//! its reply
//! ```
//!
//! They double as documentation of how to go about things. `NESCOPE_BLESS` in the environment
//! writes the replies anew.

use crate::commands::desk::Desk;
use nescope::console::print;
use std::{env, fs};

const PROMPT: &str = "nescope> ";
const COMMENT: &str = "# ";

macro_rules! transcripts {
    ($($name:ident)*) => {$(
        #[test]
        fn $name() {
            check(stringify!($name));
        }
    )*

    #[test]
    fn every_transcript_is_played() {
        let mut files: Vec<_> = fs::read_dir(folder())
            .expect("the folder is there")
            .map(|file| file.expect("it can be read").file_name().into_string())
            .collect();
        files.sort();
        let names = [$(concat!(stringify!($name), ".txt")),*];
        assert_eq!(files, names.map(|name| Ok(name.to_string())));
    }};
}

transcripts! {
    infinite_lives
    one_bad_frame
    only_on_the_console
    where_is_this_tile
    who_kills_the_player
}

fn folder() -> &'static str {
    concat!(env!("CARGO_MANIFEST_DIR"), "/testing/transcripts")
}

/// Plays the lines of a file and compares everything with it.
fn check(name: &str) {
    let path = format!("{}/{name}.txt", folder());
    let wanted = fs::read_to_string(&path).expect("the transcript is there");
    let found = play(&wanted);
    if env::var_os("NESCOPE_BLESS").is_some() {
        fs::write(&path, &found).expect("the transcript can be written");
        return;
    }
    let mut lines = wanted.lines().zip(found.lines()).enumerate();
    if let Some((at, (wanted, found))) = lines.find(|(_, (wanted, found))| wanted != found) {
        panic!(
            "{name}.txt:{}: `{wanted}` has become `{found}`: \
             NESCOPE_BLESS=1 cargo test --release transcripts",
            at + 1
        );
    }
    assert_eq!(wanted, found, "{name}.txt has other lines at its end");
}

/// The transcript with the replies that come now.
fn play(transcript: &str) -> String {
    let mut desk = Desk::timeless();
    let mut page = String::new();
    let mut in_comment = false;
    for line in transcript.lines() {
        if let Some(line) = line.strip_prefix(PROMPT) {
            page += &format!("{PROMPT}{line}\n");
            page += &answer(&mut desk, line);
            in_comment = false;
        } else if line.starts_with(COMMENT) {
            let gap = if in_comment || page.is_empty() {
                ""
            } else {
                "\n"
            };
            page += &format!("{gap}{line}\n");
            in_comment = true;
        } else if line.is_empty() {
            in_comment = false;
        }
    }
    page
}

/// What the console prints.
fn answer(desk: &mut Desk, line: &str) -> String {
    let style = print::Style {
        json: false,
        color: false,
        text_limit: usize::MAX,
    };
    let mut page = Vec::new();
    for reply in desk.replies(line) {
        assert!(!reply.text.contains(PROMPT), "{line}: a reply is no prompt");
        let mut complaints = Vec::new();
        let printed = print::reply(&reply, style, &mut page, &mut complaints);
        printed.expect("memory takes every byte");
        page.append(&mut complaints);
    }
    let page = String::from_utf8(page).expect("replies are text");
    let lines = page.lines().map(|line| format!("{}\n", line.trim_end()));
    lines.collect()
}
