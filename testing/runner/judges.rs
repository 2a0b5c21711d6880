//! Verdicts read from screens. Source: the readme of the ROM collection.

use nescope::runner::{
    screen::Screen,
    screen_text::ScreenText,
    verdict::{Code, Verdict},
};

fn text(pass: &[&str], fail: &[&str]) -> ScreenText {
    let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    ScreenText {
        pass: owned(pass),
        fail: owned(fail),
        after: None,
        mapper: None,
    }
}

fn verdict(judge: &ScreenText, rows: &[&str]) -> Option<Verdict> {
    judge
        .judge(&Screen::of(rows))
        .map(|finding| finding.verdict)
}

#[test]
fn texts_are_found_across_the_end_of_a_row() {
    let judge = text(&["Passed"], &["Failed"]);
    assert_eq!(verdict(&judge, &["running"]), None);
    assert_eq!(verdict(&judge, &["xx Pas", "sed"]), Some(Verdict::Pass));
    assert_eq!(verdict(&judge, &["Failed #2"]), Some(Verdict::Fail));
}

#[test]
fn another_crc_is_a_failure() {
    let judge = text(&["159A7A8F", "5E3DF9C4"], &[]);
    assert_eq!(verdict(&judge, &["11 22 33"]), None);
    assert_eq!(verdict(&judge, &["5E3DF9C4"]), Some(Verdict::Pass));
    assert_eq!(verdict(&judge, &["00000000"]), Some(Verdict::Fail));
}

#[test]
fn details_follow_their_mark_and_name_the_mapper() {
    let judge = ScreenText {
        after: Some(':'),
        mapper: Some(4),
        ..text(&["0000"], &[])
    };
    assert_eq!(verdict(&judge, &["  004", "0000"]), None);
    assert_eq!(verdict(&judge, &["  004", ": 0000"]), Some(Verdict::Pass));
    assert_eq!(verdict(&judge, &["  118", ": 0000"]), Some(Verdict::Fail));
    let finding = judge.judge(&Screen::of(&["004", ": 2000"])).expect("final");
    assert_eq!(finding.code, Some(Code::Name("2000".to_owned())));
}
