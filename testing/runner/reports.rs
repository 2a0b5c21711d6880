//! Reports for people and build servers.

use nescope::runner::{
    junit, report,
    verdict::{Code, Outcome, Verdict},
};

fn outcome(verdict: Verdict, text: &str) -> Outcome {
    Outcome {
        id: "suite/<name>".to_owned(),
        path: "a.nes".into(),
        verdict,
        code: Some(Code::Number(3)),
        text: text.to_owned(),
        frames: 12,
        seconds: 0.5,
        tests: None,
    }
}

#[test]
fn junit_escapes_and_counts() {
    let outcomes = [
        outcome(Verdict::Pass, ""),
        outcome(Verdict::Hang, "a \"b\" <c>\n\u{1}"),
        outcome(Verdict::Visual, ""),
    ];
    let xml = junit::document(&outcomes);
    assert!(
        xml.contains("tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"1\""),
        "{xml}"
    );
    assert!(xml.contains("name=\"&lt;name&gt;\""), "{xml}");
    assert!(
        xml.contains("hang: a &quot;b&quot; &lt;c&gt;&#10;?"),
        "{xml}"
    );
}

#[test]
fn lines_for_people_are_short() {
    let mut line = Vec::new();
    let long = outcome(Verdict::Fail, &"word ".repeat(90));
    report::outcome(&mut line, &long, false).expect("memory takes it");
    let line = String::from_utf8(line).expect("text");
    assert!(line.starts_with("fail"), "{line}");
    assert!(
        line.contains("[3] word") && line.ends_with("...\n") && line.len() < 250,
        "{line}"
    );
}

#[test]
fn junit_groups_by_suite_or_folder() {
    let mut case = outcome(Verdict::Pass, "");
    let class = |case: &Outcome| junit::document(std::slice::from_ref(case));
    assert!(class(&case).contains("classname=\"suite\""));
    case.id = "a.nes".to_owned();
    case.path = "games/a.nes".into();
    let xml = class(&case);
    assert!(xml.contains("classname=\"games\" name=\"a.nes\""), "{xml}");
}
