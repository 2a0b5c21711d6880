//! The live view's keys: pad, actions, and the line typed at its prompt.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers, ModifierKeyCode};
use nescope::{
    console::live::{
        input_line::{InputLine, Wish},
        keys::{Action, playing},
        pad::{Button, Hold, Pad},
    },
    registry::{Candidate, Completion},
};

fn key(code: KeyCode) -> KeyEvent {
    KeyEvent::new(code, KeyModifiers::NONE)
}

fn control(c: char) -> KeyEvent {
    KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL)
}

#[test]
fn keys_play_the_pad() {
    let cases = [
        (KeyCode::Up, Button::Up),
        (KeyCode::Down, Button::Down),
        (KeyCode::Left, Button::Left),
        (KeyCode::Right, Button::Right),
        (KeyCode::Char('x'), Button::A),
        (KeyCode::Char('Z'), Button::B),
        (KeyCode::Enter, Button::Start),
        (KeyCode::Backspace, Button::Select),
        (
            KeyCode::Modifier(ModifierKeyCode::RightShift),
            Button::Select,
        ),
    ];
    for (code, button) in cases {
        assert_eq!(playing(&key(code)), Some(Action::Down(button)), "{code:?}");
        let up = KeyEvent::new_with_kind(code, KeyModifiers::NONE, KeyEventKind::Release);
        assert_eq!(playing(&up), Some(Action::Up(button)), "{code:?}");
    }
}

#[test]
fn keys_drive_the_machine_and_the_view() {
    let cases = [
        (key(KeyCode::Char(' ')), Action::Pause),
        (key(KeyCode::Char('s')), Action::Step),
        (key(KeyCode::Char('o')), Action::Over),
        (key(KeyCode::Char('f')), Action::Frame),
        (key(KeyCode::Char('+')), Action::Faster),
        (key(KeyCode::Char('-')), Action::Slower),
        (key(KeyCode::Char('1')), Action::RealTime),
        (key(KeyCode::Char('0')), Action::FullSpeed),
        (key(KeyCode::Char(':')), Action::Prompt),
        (key(KeyCode::Tab), Action::Prompt),
        (key(KeyCode::Char('?')), Action::Help),
        (key(KeyCode::Char('q')), Action::Leave),
        (control('c'), Action::Leave),
        (control('l'), Action::Redraw),
    ];
    for (key, action) in cases {
        assert_eq!(playing(&key), Some(action), "{key:?}");
        let up = KeyEvent::new_with_kind(key.code, key.modifiers, KeyEventKind::Release);
        assert_eq!(playing(&up), None, "{key:?} going up");
    }
    assert_eq!(playing(&key(KeyCode::Char('y'))), None);
    assert_eq!(playing(&control('x')), None);
    let repeat =
        |c| KeyEvent::new_with_kind(KeyCode::Char(c), KeyModifiers::NONE, KeyEventKind::Repeat);
    assert_eq!(playing(&repeat(' ')), None, "a held key does not flicker");
    assert_eq!(playing(&repeat('f')), Some(Action::Frame));
}

#[test]
fn a_press_holds_its_button_for_some_frames_and_a_repeat_for_more() {
    let mut pad = Pad::default();
    assert_eq!(pad.letters(), ".");
    pad.press(Button::Right, Hold::Frame(8));
    pad.press(Button::A, Hold::Frame(10));
    assert_eq!(pad.letters(), "RA");
    pad.expire(7);
    assert_eq!(pad.letters(), "RA");
    pad.expire(8);
    assert_eq!(pad.letters(), "A");
    pad.press(Button::A, Hold::Frame(17));
    pad.expire(16);
    assert_eq!(pad.letters(), "A");
    pad.expire(17);
    assert_eq!(pad.letters(), ".");
}

#[test]
fn where_releases_are_told_a_button_is_held_until_its_own() {
    let mut pad = Pad::default();
    pad.press(Button::Left, Hold::Release);
    pad.press(Button::Start, Hold::Release);
    pad.expire(u64::MAX);
    assert_eq!(pad.letters(), "LT");
    pad.release(Button::Left);
    assert_eq!(pad.letters(), "T");
    pad.clear();
    assert_eq!(pad.letters(), ".");
}

#[test]
fn the_opposite_direction_is_let_go() {
    let mut pad = Pad::default();
    pad.press(Button::Up, Hold::Frame(8));
    pad.press(Button::Left, Hold::Frame(8));
    pad.press(Button::Right, Hold::Frame(9));
    assert_eq!(pad.letters(), "RU");
}

/// Types keys of a line: letters, and these signs: `<` Left, `^` Up, `v` Down, `~` Backspace.
fn typed(line: &mut InputLine, keys: &str) -> Vec<Wish> {
    let code = |c| match c {
        '<' => KeyCode::Left,
        '^' => KeyCode::Up,
        'v' => KeyCode::Down,
        '~' => KeyCode::Backspace,
        '\n' => KeyCode::Enter,
        '\t' => KeyCode::Tab,
        c => KeyCode::Char(c),
    };
    let wishes = keys.chars().filter_map(|c| line.key(&key(code(c))));
    wishes.collect()
}

#[test]
fn a_line_is_edited_and_run() {
    let mut line = InputLine::default();
    assert_eq!(typed(&mut line, "runn~_framse<~"), []);
    assert_eq!((line.text().as_str(), line.cursor()), ("run_frame", 8));
    line.key(&key(KeyCode::End));
    let wishes = typed(&mut line, "s 2\n");
    assert_eq!(wishes, [Wish::Run("run_frames 2".to_string())]);
    assert_eq!(line.text(), "");
    let again = typed(&mut line, "\n");
    assert_eq!(
        again,
        [Wish::Run("run_frames 2".to_string())],
        "an empty line repeats"
    );
    assert_eq!(
        typed(&mut InputLine::default(), "\n"),
        [],
        "nothing to repeat"
    );
}

#[test]
fn control_keys_edit_as_at_the_prompt() {
    let mut line = InputLine::default();
    typed(&mut line, "one two three");
    line.key(&control('w'));
    assert_eq!(line.text(), "one two ");
    line.key(&control('a'));
    line.key(&key(KeyCode::Delete));
    assert_eq!(line.text(), "ne two ");
    typed(&mut line, "1");
    line.key(&control('k'));
    assert_eq!(line.text(), "1");
    line.key(&control('u'));
    assert_eq!(line.text(), "");
    line.paste("memory_read\r\n$0300\u{7}\n");
    assert_eq!(line.text(), "memory_read  $0300 ");
    assert_eq!(line.key(&control('c')), None, "the first clears the line");
    assert_eq!(line.key(&control('c')), Some(Wish::Leave));
    assert_eq!(line.key(&control('d')), Some(Wish::Leave));
    assert_eq!(line.key(&key(KeyCode::Esc)), Some(Wish::Play));
}

#[test]
fn the_history_is_walked_and_the_draft_comes_back() {
    let mut line = InputLine::new(vec!["first".to_string(), "second".to_string()]);
    typed(&mut line, "dra^");
    assert_eq!(line.text(), "second");
    typed(&mut line, "^^^");
    assert_eq!(line.text(), "first");
    typed(&mut line, "vvv");
    assert_eq!(line.text(), "dra");
    typed(&mut line, "^\n");
    assert_eq!(
        line.history(),
        ["first", "second"],
        "no line twice in a row"
    );
    typed(&mut line, "third\n");
    assert_eq!(line.history().last().map(String::as_str), Some("third"));
}

fn completion(start: usize, texts: &[&str]) -> Completion {
    let candidates = texts.iter().map(|text| Candidate {
        text: text.to_string(),
        help: String::new(),
    });
    Completion {
        start,
        candidates: candidates.collect(),
    }
}

#[test]
fn completion_puts_in_what_is_certain_and_lists_the_rest() {
    let mut line = InputLine::default();
    let wishes = typed(&mut line, "help run\t");
    assert_eq!(wishes, [Wish::Complete("help run".to_string(), 8)]);
    let several = completion(5, &["run_step", "run_scanlines"]);
    assert!(line.complete("help run", &several).is_empty());
    assert_eq!(line.text(), "help run_s");
    assert_eq!(
        line.complete("help run_s", &several),
        ["run_step", "run_scanlines"]
    );
    let one = completion(5, &["run_step"]);
    assert!(line.complete("help run_s", &one).is_empty());
    assert_eq!(line.text(), "help run_step ");
    line.complete("help run", &completion(5, &["late"]));
    assert_eq!(line.text(), "help run_step ", "a late answer is no answer");
    line.complete("help run_step ", &completion(99, &["odd"]));
    line.complete("help run_step ", &completion(14, &[]));
    assert_eq!(line.text(), "help run_step ");
}
