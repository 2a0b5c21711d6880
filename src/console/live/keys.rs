//! What keys mean while they play; at the prompt [`super::input_line`] takes them.

use super::pad::Button;
use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers, ModifierKeyCode};

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A button of controller 1 goes down, or its key repeats.
    Down(Button),
    /// A button goes up.
    Up(Button),
    /// Run or pause.
    Pause,
    /// One instruction.
    Step,
    /// One instruction, subroutines at once.
    Over,
    /// One frame.
    Frame,
    /// The next higher speed.
    Faster,
    /// The next lower speed.
    Slower,
    /// The console's own speed.
    RealTime,
    /// As fast as it goes.
    FullSpeed,
    /// Keys go to the prompt.
    Prompt,
    /// Says what the keys do.
    Help,
    /// Draws everything anew.
    Redraw,
    /// Shows earlier (positive) or later output, by so many rows.
    Scroll(i32),
    /// Leaves the view, or stops the command at work.
    Leave,
}

/// What [`Action::Help`] says.
pub const HELP: [&str; 7] = [
    "arrows d-pad   x A   z B   Enter Start   Backspace or right Shift Select",
    "Space run or pause   s one instruction   o over a subroutine   f one frame",
    "+ - speed   1 real time   0 full speed   Page Up, Page Down earlier output",
    ": or Tab to the prompt, there Tab completes, Up and Down walk the history, Esc comes back",
    "q or Ctrl-C leaves (Ctrl-C stops a command at work first)   Ctrl-L draws anew",
    "A press holds its button for 8 frames and a repeat for 8 more; terminals that tell when",
    "a key goes up (the kitty keyboard protocol) hold it exactly that long.",
];

/// Rows that a page key scrolls.
const PAGE: i32 = 5;

/// What a key asks for while keys play; `None` for keys that mean nothing.
pub fn playing(key: &KeyEvent) -> Option<Action> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return control(key);
    }
    let button = button(key.code);
    match (button, key.kind) {
        (Some(button), KeyEventKind::Release) => Some(Action::Up(button)),
        (Some(button), _) => Some(Action::Down(button)),
        (None, KeyEventKind::Release) => None,
        (None, kind) => command(key.code, kind == KeyEventKind::Repeat),
    }
}

fn button(code: KeyCode) -> Option<Button> {
    Some(match code {
        KeyCode::Up => Button::Up,
        KeyCode::Down => Button::Down,
        KeyCode::Left => Button::Left,
        KeyCode::Right => Button::Right,
        KeyCode::Enter => Button::Start,
        KeyCode::Backspace | KeyCode::Modifier(ModifierKeyCode::RightShift) => Button::Select,
        KeyCode::Char('x' | 'X') => Button::A,
        KeyCode::Char('z' | 'Z') => Button::B,
        _ => return None,
    })
}

/// Keys that move on by a little repeat; the others act once a press.
fn command(code: KeyCode, repeat: bool) -> Option<Action> {
    let action = match code {
        KeyCode::Char('s') => return Some(Action::Step),
        KeyCode::Char('o') => return Some(Action::Over),
        KeyCode::Char('f') => return Some(Action::Frame),
        KeyCode::PageUp => return Some(Action::Scroll(PAGE)),
        KeyCode::PageDown => return Some(Action::Scroll(-PAGE)),
        KeyCode::Char(' ' | 'p') => Action::Pause,
        KeyCode::Char('+' | '=') => Action::Faster,
        KeyCode::Char('-') => Action::Slower,
        KeyCode::Char('1') => Action::RealTime,
        KeyCode::Char('0') => Action::FullSpeed,
        KeyCode::Char(':') | KeyCode::Tab => Action::Prompt,
        KeyCode::Char('?') | KeyCode::F(1) => Action::Help,
        KeyCode::Char('q') => Action::Leave,
        _ => return None,
    };
    (!repeat).then_some(action)
}

fn control(key: &KeyEvent) -> Option<Action> {
    if key.kind == KeyEventKind::Release {
        return None;
    }
    match key.code {
        KeyCode::Char('c' | 'd') => Some(Action::Leave),
        KeyCode::Char('l') => Some(Action::Redraw),
        _ => None,
    }
}
