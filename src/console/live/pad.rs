//! The controller that keys play: presses in, held buttons out.
//!
//! Most terminals tell when a key goes down and repeat it, but never that it went up. A press
//! then holds its button for some frames, and each repeat for as many again. Where the terminal
//! tells releases, a button is held until its own.

/// A button, by its bit in the controller's byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// A.
    A,
    /// B.
    B,
    /// Select.
    Select,
    /// Start.
    Start,
    /// Up.
    Up,
    /// Down.
    Down,
    /// Left.
    Left,
    /// Right.
    Right,
}

/// Letters from bit 7 down, as commands take them.
const LETTERS: [char; 8] = ['R', 'L', 'D', 'U', 'T', 'S', 'B', 'A'];

/// How long a button is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// To the start of this frame.
    Frame(u64),
    /// Until the key goes up.
    Release,
}

/// Which buttons are held, and for how long.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pad {
    holds: [Option<Hold>; 8],
}

impl Pad {
    /// A key went down or repeats. Without releases the opposite direction is let go.
    pub fn press(&mut self, button: Button, hold: Hold) {
        self.holds[button as usize] = Some(hold);
        if let (Hold::Frame(_), Some(opposite)) = (hold, opposite(button)) {
            self.release(opposite);
        }
    }

    /// A key went up.
    pub fn release(&mut self, button: Button) {
        self.holds[button as usize] = None;
    }

    /// Lets go of what was held until now.
    pub fn expire(&mut self, frame: u64) {
        for hold in &mut self.holds {
            if matches!(hold, Some(Hold::Frame(end)) if *end <= frame) {
                *hold = None;
            }
        }
    }

    /// Lets go of everything.
    pub fn clear(&mut self) {
        *self = Pad::default();
    }

    /// The buttons held, as letters of `RLDUTSBA`, `.` for none.
    pub fn letters(&self) -> String {
        let held = LETTERS.iter().zip(self.holds.iter().rev());
        let held: String = held
            .filter_map(|(letter, hold)| hold.map(|_| *letter))
            .collect();
        match held.is_empty() {
            true => ".".to_string(),
            false => held,
        }
    }
}

fn opposite(button: Button) -> Option<Button> {
    match button {
        Button::Up => Some(Button::Down),
        Button::Down => Some(Button::Up),
        Button::Left => Some(Button::Right),
        Button::Right => Some(Button::Left),
        _ => None,
    }
}
