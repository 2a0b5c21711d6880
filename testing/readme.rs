//! The README's first session is what really happens.

use crate::commands::desk::Desk;
use nescope::{
    console::print::{self, Style},
    hub::Origin,
};

const README: &str = include_str!("../README.md");
const PROMPT: &str = "nescope> ";

/// What the console prints for a line.
fn printed(desk: &mut Desk, line: &str) -> String {
    let style = Style {
        json: false,
        color: false,
        text_limit: usize::MAX,
    };
    let (mut out, mut complaints) = (Vec::new(), Vec::new());
    for reply in desk.hub.line(line, Origin::Console) {
        print::reply(&reply, style, &mut out, &mut complaints).expect("memory takes all");
    }
    assert!(complaints.is_empty(), "{line} fails");
    String::from_utf8(out).expect("replies are text")
}

#[test]
fn the_first_session_prints_what_the_readme_shows() {
    let section = README.split("## A first session").nth(1);
    let block = section.and_then(|text| text.split("```").nth(1));
    let mut steps = block.expect("the README shows a session").split(PROMPT);
    let start = steps.next().unwrap_or_default();
    let mut desk = Desk::empty();
    let loaded = desk.text("machine_load demo");
    assert!(
        start.contains(&loaded),
        "{loaded}\nis not what the README says"
    );
    let mut count = 0;
    for step in steps {
        let (line, shown) = step.split_once('\n').expect("a line and its reply");
        assert_eq!(printed(&mut desk, line), shown, "{line}");
        count += 1;
    }
    assert!(count >= 6);
}
