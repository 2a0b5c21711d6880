//! Cheat codes against pairs that are published.

use nescope::debugger::cheats::codes::{self, Code, Format};
use proptest::prelude::*;

fn code(address: u16, value: u8, compare: Option<u8>) -> Code {
    Code {
        address,
        value,
        compare,
    }
}

/// GOSSIP (here with the third letter that the device's own encoder would give) and ZEXPYGLA
/// are the examples of NESdev: Game Genie and of its sources; SXIOPO is the
/// example of "NES Game Genie Code Format DOC" 0.71; the Rocky code is one that Chris Covell
/// lists for Warwolf, with its decoded form.
#[test]
fn published_codes_are_decoded_and_encoded_again() {
    let known = [
        ("GOISIP", code(0xD1DD, 0x14, None)),
        ("SXIOPO", code(0x91D9, 0xAD, None)),
        ("ZEXPYGLA", code(0x94A7, 0x02, Some(0x03))),
        ("15C90F12", code(0xB606, 0xBD, Some(0xDE))),
    ];
    for (text, expected) in known {
        let (found, format) = codes::parse(text).expect("a published code");
        assert_eq!(found, expected, "{text}");
        let again = match format {
            Format::GameGenie => codes::game_genie(found),
            Format::Rocky => codes::rocky(found),
            Format::Plain => None,
        };
        assert_eq!(again.as_deref(), Some(text));
    }
}

#[test]
fn the_third_letter_of_six_may_come_from_either_half() {
    let (found, _) = codes::parse("GOSSIP").expect("a published code");
    assert_eq!(found, code(0xD1DD, 0x14, None));
}

#[test]
fn plain_codes_are_read_with_and_without_a_compare_value() {
    let read = |text| codes::parse(text).map(|(code, _)| code);
    assert_eq!(read("$00AE?05:09"), Ok(code(0xAE, 9, Some(5))));
    assert_eq!(read("00ae:9"), Ok(code(0xAE, 9, None)));
    assert_eq!(read(" $C000?$78:$EA "), Ok(code(0xC000, 0xEA, Some(0x78))));
    assert_eq!(codes::plain(code(0xAE, 9, Some(5))), "$00AE?05:09");
}

#[test]
fn what_is_no_code_is_refused() {
    let wrong = [
        "", "S", "SXIOP", "SXIOPOP", "SXIOPB", "123456", "GHIJKLMN", "1234567G", "+1234567", ":",
        "1:", ":1", "12345:1", "1:100", "1?:2", "1?2?3:4", "-1:1", "ÄXIOPO", "SXIOP€",
    ];
    for text in wrong {
        assert!(codes::parse(text).is_err(), "{text}");
    }
}

#[test]
fn devices_reach_no_ram() {
    assert_eq!(codes::game_genie(code(0x7FFF, 0, None)), None);
    assert_eq!(codes::rocky(code(0x7FFF, 0, Some(0))), None);
    assert_eq!(codes::rocky(code(0x8000, 0, None)), None);
}

proptest! {
    #[test]
    fn every_code_survives_encoding(address in 0x8000u16.., value: u8, compare: Option<u8>) {
        let code = code(address, value, compare);
        let letters = codes::game_genie(code).expect("ROM is reached");
        prop_assert_eq!(codes::parse(&letters), Ok((code, Format::GameGenie)));
        if let Some(digits) = codes::rocky(code) {
            let (found, format) = codes::parse(&digits).expect("eight digits");
            prop_assert!(format == Format::GameGenie || found == code, "{}", digits);
        }
        prop_assert_eq!(codes::parse(&codes::plain(code)), Ok((code, Format::Plain)));
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "\\PC{0,12}") {
        let _ = codes::parse(&text);
    }
}
