//! The live view in a terminal of its own: drawn often enough, and given back whatever happens.

use super::{Program, screen::Screen};
use nescope::console::live::terminal::{self, Terminal};
use rustix::{
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
    termios::{Winsize, tcgetattr, tcsetwinsize},
};
use std::{
    fs::{File, OpenOptions},
    io::{Read, Write},
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

/// Nothing here takes this long unless it is broken.
const PATIENCE: Duration = Duration::from_secs(30);

/// What a terminal is asked: keyboard flags, then what it is.
const QUERY: &str = "\x1b[?u\x1b[c";
const ENTER: &str = "\x1b[?1049h";
const LEAVE: &str = "\x1b[?1049l";
/// Half of a drawn cell.
const HALF: char = '\u{2580}';
/// One drawn frame.
const UPDATE: &str = "\x1b[?2026h";

const SIZE: Winsize = Winsize {
    ws_row: 30,
    ws_col: 100,
    ws_xpixel: 0,
    ws_ypixel: 0,
};

/// A pseudo-terminal and the program in it.
struct Session {
    _program: Program,
    child: Child,
    master: File,
    slave: File,
    heard: Arc<Mutex<String>>,
    modes: String,
}

impl Session {
    /// The program in a terminal of 100 x 30 cells that is asked and answers `reply`.
    fn start(words: &[&str], reply: &str) -> Session {
        Session::on("xterm-256color", words, reply)
    }

    /// The same in a terminal of another kind.
    fn on(term: &str, words: &[&str], reply: &str) -> Session {
        let program = Program::new();
        let mut command = program.command(words);
        command.env("TERM", term);
        Session::launch(program, &command, reply)
    }

    /// Another program, such as this one, in a terminal.
    fn launch(program: Program, inner: &Command, reply: &str) -> Session {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("there are terminals");
        grantpt(&master).expect("a fresh terminal is granted");
        unlockpt(&master).expect("a fresh terminal is unlocked");
        let path = ptsname(&master, Vec::new()).expect("a terminal has a name");
        let path = path.into_string().expect("the name is text");
        let slave = || {
            let mut options = OpenOptions::new();
            let opened = options.read(true).write(true).open(&path);
            opened.expect("the terminal opens")
        };
        let own = slave();
        tcsetwinsize(&own, SIZE).expect("a terminal has a size");
        let modes = modes(&own);
        // In a session of its own the program has no other terminal to ask.
        let mut command = Command::new("setsid");
        command.arg(inner.get_program()).args(inner.get_args());
        let given = inner.get_envs();
        command.envs(given.filter_map(|(name, value)| Some((name, value?))));
        command
            .current_dir(&program.folder)
            .env("COLORTERM", "truecolor")
            .stdin(Stdio::from(slave()))
            .stdout(Stdio::from(slave()))
            .stderr(Stdio::from(slave()));
        let child = command.spawn().expect("the program starts");
        let master = File::from(master);
        let heard = listen(&master, reply.to_string());
        Session {
            _program: program,
            child,
            master,
            slave: own,
            heard,
            modes,
        }
    }

    fn send(&mut self, keys: &str) {
        let sent = self.master.write_all(keys.as_bytes());
        sent.expect("the terminal takes keys");
    }

    fn heard(&self) -> String {
        self.heard
            .lock()
            .expect("the listener does not panic")
            .clone()
    }

    /// Waits until something is sent.
    #[track_caller]
    fn wait_for(&self, what: &str) {
        let end = Instant::now() + PATIENCE;
        while !self.heard().contains(what) {
            assert!(Instant::now() < end, "{what:?} did not come");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits until something stands on the screen.
    #[track_caller]
    fn wait_to_see(&self, what: &str) {
        let end = Instant::now() + PATIENCE;
        loop {
            let mut screen = Screen::new(SIZE.ws_col.into(), SIZE.ws_row.into());
            screen.take(&self.heard());
            let text = screen.text();
            if text.contains(what) {
                return;
            }
            assert!(Instant::now() < end, "{what:?} did not come:\n{text}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits for the end of the program; its exit code. The terminal must be as it was.
    #[track_caller]
    fn end(&mut self) -> Option<i32> {
        let end = Instant::now() + PATIENCE;
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("it can be waited for") {
                break status;
            }
            assert!(Instant::now() < end, "the program does not end");
            thread::sleep(Duration::from_millis(10));
        };
        assert_eq!(modes(&self.slave), self.modes, "the modes of the terminal");
        self.wait_for(LEAVE);
        let heard = self.heard();
        let left = heard.rfind(LEAVE).expect("it has just come");
        assert!(heard[..left].contains("\x1b[?25h"), "the cursor is shown");
        assert!(!heard[left..].contains(HALF), "nothing is drawn afterwards");
        status.code()
    }

    fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args([name, &pid]).status();
        assert!(sent.expect("kill is there").success());
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn modes(terminal: &File) -> String {
    let modes = tcgetattr(terminal).expect("a terminal has modes");
    format!(
        "{:?} {:?} {:?}",
        modes.input_modes, modes.output_modes, modes.local_modes
    )
}

/// Keeps what the program writes, and answers when it asks.
fn listen(master: &File, reply: String) -> Arc<Mutex<String>> {
    let heard = Arc::new(Mutex::new(String::new()));
    let (mut reader, mut writer) = (
        master.try_clone().expect("a file can be shared"),
        master.try_clone().expect("a file can be shared"),
    );
    let kept = heard.clone();
    thread::spawn(move || {
        let mut bytes = [0; 65536];
        let mut answered = 0;
        while let Ok(count @ 1..) = reader.read(&mut bytes) {
            let mut heard = kept.lock().expect("nobody panics with it");
            heard.push_str(&String::from_utf8_lossy(&bytes[..count]));
            while heard.matches(QUERY).count() > answered {
                answered += 1;
                let _ = writer.write_all(reply.as_bytes());
            }
        }
    });
    heard
}

/// A terminal that knows no releases, and one that does.
const PLAIN: &str = "\x1b[?62c";
const KITTY: &str = "\x1b[?0u\x1b[?62c";

#[test]
fn the_view_is_drawn_left_with_q_and_the_prompt_comes_back() {
    let mut session = Session::start(&["demo"], PLAIN);
    session.wait_for("nescope> ");
    session.send("view\r");
    session.wait_for(ENTER);
    session.wait_to_see("paused 100 %");
    session.send("f:f 20\r");
    session.wait_for(&HALF.to_string());
    session.send("\x1b");
    session.wait_to_see("Space run");
    session.send("q");
    session.wait_for(LEAVE);
    session.send("exit 7\r");
    assert_eq!(session.end(), Some(7));
}

#[test]
fn a_running_machine_is_drawn_twenty_times_a_second() {
    let mut session = Session::start(&["demo", "-x", "machine_speed 0", "-x", "view"], PLAIN);
    session.wait_to_see("paused");
    session.send(" ");
    session.wait_to_see("full speed");
    let count = || session.heard().matches(UPDATE).count();
    // A loaded machine gets some more seconds to be quick in.
    let rates = (0..8).map(|_| {
        let (before, start) = (count(), Instant::now());
        thread::sleep(Duration::from_secs(1));
        (count() - before) as f64 / start.elapsed().as_secs_f64()
    });
    let mut rates = rates;
    assert!(rates.any(|rate| rate >= 20.0), "it is drawn too seldom");
    session.send("q");
    assert_eq!(session.end(), Some(0));
}

#[test]
fn keys_play_and_the_prompt_answers() {
    let mut session = Session::start(&["demo", "-x", "console_view fps=60"], PLAIN);
    session.wait_to_see("paused");
    session.send("f");
    session.wait_to_see("frame 1 ");
    session.send("x");
    session.wait_to_see("pad A");
    session.send(":echo hel");
    session.send("lo there\r");
    session.wait_to_see("hello there");
    session.send("exit 3\r");
    assert_eq!(session.end(), Some(3));
}

#[test]
fn where_the_terminal_tells_releases_they_count() {
    let mut session = Session::start(&["demo", "-x", "view fps=60"], KITTY);
    session.wait_for("\x1b[>");
    session.wait_to_see("paused");
    session.send("\x1b[120;1:1u");
    session.wait_to_see("pad A");
    session.send("\x1b[120;1:3u");
    session.wait_to_see("pad .");
    session.send("\x1b[113;1:1u");
    assert_eq!(session.end(), Some(0));
    assert!(
        session.heard().contains("\x1b[<1u"),
        "the keyboard is given back"
    );
}

#[test]
fn signals_give_the_terminal_back() {
    for signal in ["-TERM", "-INT", "-HUP"] {
        let mut session = Session::start(&["demo", "-x", "view"], PLAIN);
        session.wait_to_see("paused");
        session.send(" ");
        session.wait_to_see("running");
        session.signal(signal);
        assert_eq!(session.end(), Some(130), "{signal}");
    }
}

/// Says to this test program, run by itself in a terminal, on which thread to panic.
const PANIC: &str = "NESCOPE_TEST_PANIC";
const DRAWING: &str = "main";
const HUB: &str = "hub";

/// This test program in a terminal, panicking on a thread while the terminal is drawn on.
fn panicking(thread: &str) -> Session {
    let own = std::env::current_exe().expect("a program knows its file");
    let mut command = Command::new(own);
    command
        .args(["--exact", "--nocapture"])
        .arg("console::terminal::panics_give_the_terminal_back")
        .env(PANIC, thread)
        .env("TERM", "xterm-256color");
    Session::launch(Program::new(), &command, PLAIN)
}

/// Draws on a thread of the view and panics there or on another.
fn panic_while_drawn(place: String) {
    let drawing = thread::Builder::new().name(DRAWING.to_string());
    let drawing = drawing.spawn(move || {
        let drawn = Terminal::open().expect("there is a terminal");
        if place == DRAWING {
            panic!("while drawing");
        }
        let other = thread::Builder::new().name(place);
        let other = other.spawn(|| panic!("on another thread"));
        let _ = other.expect("there are threads").join();
        let asides = terminal::asides();
        drop(drawn);
        println!("aside: {asides:?}");
    });
    let _ = drawing.expect("there are threads").join();
}

#[test]
fn panics_give_the_terminal_back() {
    if let Ok(thread) = std::env::var(PANIC) {
        return panic_while_drawn(thread);
    }
    for (thread, said) in [(DRAWING, "while drawing"), (HUB, "on another thread")] {
        let mut session = panicking(thread);
        session.wait_for(ENTER);
        session.wait_for(LEAVE);
        session.end();
        let heard = session.heard();
        let (drawn, after) = heard.split_once(LEAVE).expect("it has just come");
        assert!(!drawn.contains(said), "drawn over: {heard:?}");
        assert!(after.contains(said), "not told: {heard:?}");
    }
}

#[test]
fn control_c_stops_the_command_at_work_and_then_leaves() {
    let mut session = Session::start(&["demo", "-x", "view"], PLAIN);
    session.wait_to_see("paused");
    session.send(":run_frames 1000000 timeout_ms=600000\r");
    session.wait_to_see("busy");
    session.send("\x03");
    session.wait_to_see("cancelled");
    session.send("\x03");
    assert_eq!(session.end(), Some(0));
}

#[test]
fn a_window_of_another_size_is_drawn_anew() {
    let mut session = Session::start(&["demo", "-x", "view"], PLAIN);
    session.wait_to_see("paused");
    let size = Winsize {
        ws_row: 5,
        ws_col: 12,
        ..SIZE
    };
    tcsetwinsize(&session.slave, size).expect("a terminal has a size");
    // Without a controlling terminal nobody signals the change.
    session.signal("-WINCH");
    let end = Instant::now() + PATIENCE;
    while session.heard().matches("\x1b[2J").count() < 2 {
        assert!(Instant::now() < end, "it is not drawn anew");
        thread::sleep(Duration::from_millis(10));
    }
    session.send("q");
    assert_eq!(session.end(), Some(0));
}

#[test]
fn without_a_terminal_the_view_is_refused_and_nothing_is_drawn() {
    let program = Program::new();
    let output = program.run(&["demo", "-x", "view"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty(), "{output:?}");
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(complaint.starts_with("no_terminal"), "{complaint}");
    let mut child = Session::start(&["demo"], PLAIN);
    child.wait_for("nescope> ");
    child.send("view --json\r");
    child.wait_to_see("no_terminal");
    assert!(!child.heard().contains(ENTER));
    let dumb = Session::on("dumb", &["demo", "-x", "view"], PLAIN);
    dumb.wait_to_see("no_terminal");
    assert!(!dumb.heard().contains('\x1b'));
}
