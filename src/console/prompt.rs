//! The prompt: reads lines, runs them, prints replies, until `exit` or the end of the input.

use super::{
    Interrupt,
    line_editor::LineHelper,
    oneshot::{self, Outcome, open_view},
    pipe,
    print::{self, Style},
};
use crate::{
    hub::{Call, HubHandle, Origin, Reply},
    registry::{CallError, codes},
};
use rustyline::{CompletionType, Config, Editor, error::ReadlineError, history::FileHistory};
use serde_json::Value;
use std::{
    io::{self, BufRead, IsTerminal, Write},
    path::PathBuf,
};

const PROMPT: &str = "nescope> ";

/// Lines kept in the history file.
const MOST_HISTORY: usize = 5000;

/// What the prompt works with.
pub struct Prompt {
    /// The hub.
    pub hub: HubHandle,
    /// Ctrl-C.
    pub interrupt: Interrupt,
    /// How replies are printed.
    pub style: Style,
    /// Where the history is kept, if anywhere.
    pub history: Option<PathBuf>,
}

/// Runs the prompt and returns the program's exit code.
pub fn run(prompt: &mut Prompt) -> u8 {
    let ended = match io::stdin().is_terminal() {
        true => prompt.edit(),
        false => prompt.read(io::stdin().lock()),
    };
    ended.unwrap_or_default()
}

impl Prompt {
    /// Reads lines from a pipe; there is no prompt and no editing.
    fn read(&mut self, mut input: impl BufRead) -> Option<u8> {
        let mut last = String::new();
        while let Ok(Some(line)) = pipe::line(&mut input, pipe::MOST_LINE) {
            let ended = match line {
                Ok(line) => {
                    let mut outcome = self.take(&line, &mut last);
                    open_view(&self.hub, &mut outcome, &mut Vec::new());
                    outcome.exit
                }
                Err(complaint) => self.refuse(complaint),
            };
            if ended.is_some() {
                return ended;
            }
        }
        None
    }

    /// Answers what is no line of text.
    fn refuse(&self, complaint: String) -> Option<u8> {
        let reply = Reply::failed("", CallError::new(codes::BAD_VALUE, complaint));
        let (mut out, mut complaints) = (io::stdout().lock(), io::stderr().lock());
        let printed = print::reply(&reply, self.style, &mut out, &mut complaints);
        printed.is_err().then_some(0)
    }

    /// Reads lines with the line editor.
    fn edit(&mut self) -> Option<u8> {
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .max_history_size(MOST_HISTORY)
            .ok()?
            .auto_add_history(true)
            .build();
        let mut editor: Editor<LineHelper, FileHistory> = Editor::with_config(config).ok()?;
        editor.set_helper(Some(LineHelper {
            hub: self.hub.clone(),
            color: self.style.color,
        }));
        if let Some(path) = &self.history {
            let _ = editor.load_history(path);
        }
        let code = self.edit_lines(&mut editor);
        if let Some(path) = &self.history {
            let _ = editor.save_history(path);
        }
        code
    }

    fn edit_lines(&mut self, editor: &mut Editor<LineHelper, FileHistory>) -> Option<u8> {
        let mut last = String::new();
        let mut interrupted = false;
        loop {
            self.refresh(editor);
            match editor.readline(PROMPT) {
                Ok(line) => {
                    interrupted = false;
                    let mut outcome = self.take(&line, &mut last);
                    self.view(editor, &mut outcome);
                    if outcome.exit.is_some() {
                        return outcome.exit;
                    }
                }
                Err(ReadlineError::Interrupted) if self.pause() => interrupted = false,
                Err(ReadlineError::Interrupted) if !interrupted => {
                    interrupted = true;
                    say("Ctrl-C again quits");
                }
                Err(_) => return None,
            }
        }
    }

    /// Takes over settings that changed.
    fn refresh(&mut self, editor: &mut Editor<LineHelper, FileHistory>) {
        let limit = oneshot::setting(&self.hub, "text_limit");
        if let Some(limit) = limit.and_then(|limit| limit.parse().ok()) {
            self.style.text_limit = limit;
        }
        self.style.color = match oneshot::setting(&self.hub, "color").as_deref() {
            Some("always") => true,
            Some("never") => false,
            _ => Style::of_process(false).color,
        };
        if let Some(helper) = editor.helper_mut() {
            helper.color = self.style.color;
        }
    }

    /// Opens the view that a line asked for; both have the same history.
    fn view(&self, editor: &mut Editor<LineHelper, FileHistory>, outcome: &mut Outcome) {
        if outcome.view.is_none() {
            return;
        }
        let mut lines: Vec<String> = editor.history().iter().cloned().collect();
        let before = lines.len();
        open_view(&self.hub, outcome, &mut lines);
        for line in &lines[before..] {
            let _ = editor.add_history_entry(line);
        }
    }

    /// Runs a line; an empty one repeats the last. There is an exit code when the program
    /// shall end.
    fn take(&self, line: &str, last: &mut String) -> Outcome {
        let line = match line.trim() {
            "" => last.clone(),
            typed => typed.to_string(),
        };
        if line.is_empty() || line.starts_with("# ") || line == "#" {
            return Outcome::default();
        }
        let outcome = oneshot::line(
            &self.hub,
            &line,
            Origin::Console,
            &self.interrupt,
            self.style,
        );
        *last = line;
        // Nobody reads the replies of an output that is closed.
        outcome.unwrap_or_else(|_| Outcome {
            exit: Some(0),
            ..Outcome::default()
        })
    }

    /// Stops real-time running; false when the machine stood still.
    fn pause(&self) -> bool {
        let call = |name: &str| self.hub.call(Call::new(name, Value::Null, Origin::Console));
        if call("machine_info").result["running"] != Value::Bool(true) {
            return false;
        }
        say(&call("machine_pause").text);
        true
    }
}

/// Says something that nobody has to hear.
fn say(text: &str) {
    let _ = writeln!(io::stdout(), "{text}");
}
