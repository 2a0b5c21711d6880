//! The view itself: takes what comes in, and draws at its own rate.

use super::{
    Panel, ViewOptions,
    calls::{News, Task},
    input_line::{InputLine, Wish},
    keys::{self, Action},
    pad::{Hold, Pad},
    rate::Rate,
    terminal::{self, Terminal},
    threads::{Inbox, Threads},
};
use crate::{
    console::views::{
        cell::{Grid, Line, Look},
        diff,
        output::Output,
        picture::{Depth, Picture},
        scene::{self, Scene},
        status::Status,
    },
    hub::{Cancel, Glimpse, HubHandle, Reply, Viewer, viewer},
};
use crossterm::event::Event;
use serde_json::{Value, json};
use std::{
    io,
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    time::{Duration, Instant},
};

/// Frames that a press holds its button at real speed, where releases are not told.
const HOLD_FRAMES: u64 = 8;
/// Frames a second of real speed, about.
const REAL_RATE: f64 = 60.0;

/// How often a terminal that is sent nothing is tried, so that one that went away is noticed.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// Speeds that the keys walk through, in percent; 0 is unlimited and the highest.
const SPEEDS: [u32; 8] = [10, 25, 50, 100, 200, 400, 800, 0];

/// Why the view is left: the code of an `exit`, if one was typed.
type Leaving = Option<u8>;

/// Runs the view until it is left.
///
/// Errors: the terminal can not be set up or went away.
pub fn run(
    hub: &HubHandle,
    options: ViewOptions,
    history: &mut Vec<String>,
) -> io::Result<Leaving> {
    let terminal = Terminal::open()?;
    let (send, inbox) = channel();
    let threads = Threads::start(hub, &options, &send)?;
    let mut view = View::new(hub.watch(), options, terminal, threads, history.clone());
    let left = view.serve(&inbox);
    // Nobody waits for a command at work, and no key holds a button.
    view.cancel();
    view.pad.clear();
    view.play();
    *history = view.input.history().to_vec();
    view.threads.end();
    left
}

/// All there is to the view.
struct View {
    terminal: Terminal,
    threads: Threads,
    viewer: Viewer,
    options: ViewOptions,
    depth: Depth,
    size: (u16, u16),
    shown: Option<Grid>,
    written: Instant,
    glimpse: Glimpse,
    panels: Vec<Vec<Line>>,
    output: Output,
    input: InputLine,
    typing: bool,
    pad: Pad,
    /// Buttons as last sent.
    held: String,
    /// The command at work.
    work: Option<Cancel>,
    machine_rate: Rate,
    drawn_rate: Rate,
    drawn: u64,
    leaving: Option<Leaving>,
}

impl View {
    fn new(
        viewer: Viewer,
        options: ViewOptions,
        terminal: Terminal,
        threads: Threads,
        history: Vec<String>,
    ) -> View {
        let colorterm = std::env::var("COLORTERM").ok();
        let mut output = Output::default();
        output.push(&Line::with(Look::Dim, "? lists the keys, q leaves"));
        View {
            size: terminal.size(),
            terminal,
            threads,
            viewer,
            options,
            depth: Depth::of(colorterm.as_deref()),
            shown: None,
            written: Instant::now(),
            glimpse: Glimpse::default(),
            panels: Vec::new(),
            output,
            input: InputLine::new(history),
            typing: false,
            pad: Pad::default(),
            held: ".".to_string(),
            work: None,
            machine_rate: Rate::default(),
            drawn_rate: Rate::default(),
            drawn: 0,
            leaving: None,
        }
    }

    fn serve(&mut self, inbox: &Receiver<Inbox>) -> io::Result<Leaving> {
        let interval = Duration::from_secs(1) / self.options.fps.max(1);
        let mut due = Instant::now();
        loop {
            match inbox.recv_timeout(due.saturating_duration_since(Instant::now())) {
                Ok(Inbox::Terminal(event)) => self.event(event)?,
                Ok(Inbox::News(news)) => self.news(news),
                Err(RecvTimeoutError::Timeout) => {
                    self.draw()?;
                    due = (due + interval).max(Instant::now());
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
            if let Some(leaving) = self.leaving {
                return Ok(leaving);
            }
        }
    }

    fn event(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Key(key) if self.typing => {
                if let Some(wish) = self.input.key(&key) {
                    self.wish(wish)?;
                }
            }
            Event::Key(key) => {
                if let Some(action) = keys::playing(&key) {
                    self.act(action)?;
                }
            }
            Event::Paste(text) if self.typing => self.input.paste(&text),
            Event::Resize(width, height) => {
                self.size = (width, height);
                self.shown = None;
            }
            Event::FocusLost => self.pad.clear(),
            _ => {}
        }
        self.play();
        Ok(())
    }

    fn act(&mut self, action: Action) -> io::Result<()> {
        let idle = self.work.is_none();
        match action {
            Action::Down(button) => self.pad.press(button, self.hold()),
            Action::Up(button) => self.pad.release(button),
            Action::Pause if self.glimpse.running => self.ask("machine_pause", Value::Null),
            Action::Pause => self.ask("machine_resume", Value::Null),
            Action::Step if idle => self.ask("run_step", json!({ "instructions": 1 })),
            Action::Over if idle => self.ask("run_next", Value::Null),
            Action::Frame if idle => self.ask("run_frames", json!({ "frames": 1 })),
            Action::Step | Action::Over | Action::Frame => {}
            Action::Faster => self.speed(faster(self.glimpse.speed)),
            Action::Slower => self.speed(slower(self.glimpse.speed)),
            Action::RealTime => self.speed(100),
            Action::FullSpeed => self.speed(0),
            Action::Prompt => self.type_at_prompt(true)?,
            Action::Help => self.output.push(&Line::plain(keys::HELP.join("\n"))),
            Action::Redraw => self.shown = None,
            Action::Scroll(rows) => self.output.scroll(rows),
            Action::Leave => self.leave(),
        }
        Ok(())
    }

    fn wish(&mut self, wish: Wish) -> io::Result<()> {
        match wish {
            Wish::Run(line) => self.run_line(line),
            Wish::Complete(line, cursor) => self.threads.ask(Task::Complete(line, cursor)),
            Wish::Play => self.type_at_prompt(false)?,
            Wish::Leave => self.leave(),
            Wish::Redraw => self.shown = None,
            Wish::Scroll(rows) => self.output.scroll(rows),
        }
        Ok(())
    }

    fn run_line(&mut self, line: String) {
        self.output
            .push(&Line::with(Look::Dim, format!("> {line}")));
        if self.work.is_some() {
            self.output
                .push(&Line::plain("a command is at work; Ctrl-C stops it"));
            return;
        }
        let cancel = Cancel::default();
        self.work = Some(cancel.clone());
        self.threads.ask(Task::Line(line, cancel));
    }

    fn news(&mut self, news: News) {
        match news {
            News::Line(replies) => {
                self.work = None;
                replies.iter().for_each(|reply| self.reply(reply));
            }
            News::Failed(reply) => self.reply(&reply),
            News::Completion(line, completion) => {
                let candidates = self.input.complete(&line, &completion);
                if !candidates.is_empty() {
                    self.output.push(&Line::plain(candidates.join("  ")));
                }
            }
            News::Panels(lines) => self.panels = lines,
        }
    }

    /// Shows a reply; those that mean the console itself are acted on.
    fn reply(&mut self, reply: &Reply) {
        if let Some(code) = reply.leaves() {
            self.leaving = Some(Some(code));
        }
        if let Some(options) = ViewOptions::of(reply) {
            self.threads.ask(Task::Panels(options.side()));
            self.panels.clear();
            self.options = options;
        }
        for message in &reply.messages {
            self.notice(&message.channel, &message.text);
        }
        let look = if reply.ok { Look::Plain } else { Look::Bold };
        self.output.push(&Line::with(look, &*reply.text));
        for attachment in &reply.attachments {
            let text = format!("({}, {} bytes)", attachment.mime, attachment.bytes.len());
            self.output.push(&Line::with(Look::Dim, text));
        }
    }

    fn notice(&mut self, channel: &str, text: &str) {
        let text = format!("[{channel}] {text}");
        self.output.push(&Line::with(Look::Dim, text));
    }

    fn ask(&self, name: &'static str, arguments: Value) {
        self.threads.call(name, arguments);
    }

    fn speed(&mut self, percent: u32) {
        self.machine_rate.clear();
        self.ask("machine_speed", json!({ "percent": percent }));
    }

    fn type_at_prompt(&mut self, typing: bool) -> io::Result<()> {
        self.typing = typing;
        self.pad.clear();
        self.terminal.set_typing(typing)
    }

    /// Stops a command at work, else leaves.
    fn leave(&mut self) {
        if !self.cancel() {
            self.leaving = Some(None);
        }
    }

    fn cancel(&self) -> bool {
        self.work.as_ref().inspect(|work| work.cancel()).is_some()
    }

    /// How long a button that goes down now is held.
    fn hold(&self) -> Hold {
        if self.terminal.releases {
            return Hold::Release;
        }
        let times = (self.machine_rate.per_second() / REAL_RATE).max(1.0);
        let times = if self.glimpse.running { times } else { 1.0 };
        Hold::Frame(self.glimpse.frame + (HOLD_FRAMES as f64 * times) as u64)
    }

    /// Holds on the controller what the keys hold, when that has changed.
    fn play(&mut self) {
        let held = self.pad.letters();
        if held != self.held {
            self.ask("input_set", json!({ "buttons": held }));
            self.held = held;
        }
    }

    fn draw(&mut self) -> io::Result<()> {
        let now = Instant::now();
        if self.viewer.take(&mut self.glimpse) {
            self.drawn += 1;
            self.machine_rate.read(now, self.glimpse.frame);
            self.drawn_rate.read(now, self.drawn);
        }
        if !self.glimpse.running {
            self.machine_rate.clear();
            self.drawn_rate.clear();
        }
        for message in self.viewer.notices() {
            self.notice(&message.channel, &message.text);
        }
        for aside in terminal::asides() {
            self.notice("panic", &aside);
        }
        self.pad.expire(self.glimpse.frame);
        self.play();
        let grid = self.grid();
        let mut bytes = Vec::new();
        diff::changes(self.shown.as_ref(), &grid, &mut bytes);
        self.shown = Some(grid);
        if !bytes.is_empty() || now.duration_since(self.written) > HEARTBEAT {
            self.written = now;
            bytes.extend_from_slice(b"\x1b[0m");
            self.terminal.write(&bytes)?;
        }
        Ok(())
    }

    fn grid(&self) -> Grid {
        let side = !self.options.side().is_empty();
        let output = self.options.shows(Panel::Output);
        scene::compose(&Scene {
            size: self.size,
            picture: Picture {
                width: viewer::PICTURE_WIDTH,
                pixels: &self.glimpse.pixels,
                color: viewer::color,
            },
            depth: self.depth,
            panels: side.then_some(&self.panels),
            output: output.then_some(&self.output),
            status: self.status(),
            input: (&self.input.text(), self.input.cursor()),
        })
    }

    fn status(&self) -> Status<'_> {
        Status {
            loaded: !self.glimpse.pixels.is_empty(),
            running: self.glimpse.running,
            busy: self.work.is_some(),
            speed: self.glimpse.speed,
            frame: self.glimpse.frame,
            machine_rate: self.machine_rate.per_second(),
            drawn_rate: self.drawn_rate.per_second(),
            held: &self.held,
            typing: self.typing,
        }
    }
}

/// The next of [`SPEEDS`] above a speed.
fn faster(speed: u32) -> u32 {
    let above = SPEEDS
        .iter()
        .find(|&&other| speed > 0 && (other > speed || other == 0));
    above.copied().unwrap_or(0)
}

/// The next of [`SPEEDS`] below a speed.
fn slower(speed: u32) -> u32 {
    let below = SPEEDS
        .iter()
        .rev()
        .find(|&&other| other > 0 && (other < speed || speed == 0));
    below.copied().unwrap_or(SPEEDS[0])
}
