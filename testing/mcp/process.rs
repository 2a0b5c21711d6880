//! The program itself as an MCP server, on real pipes; and how fast it answers.

use serde_json::Value;
use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    path::PathBuf,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::OnceLock,
    time::{Duration, Instant},
};

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{}}}"#;

/// The first reply comes within this time of the start of the process.
const FIRST_REPLY_MOST: Duration = Duration::from_millis(50);

/// The median of a small call. Ten times what a quiet machine needs, for busy ones.
const CALL_MOST: Duration = Duration::from_millis(2);

struct Program {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Program {
    fn start(arguments: &[&str]) -> Program {
        let mut child = Command::new(env!("CARGO_BIN_EXE_nescope"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        Program {
            input: child.stdin.take().expect("a pipe"),
            output: BufReader::new(child.stdout.take().expect("a pipe")),
            child,
        }
    }

    fn ask(&mut self, line: &str) -> Value {
        writeln!(self.input, "{line}").expect("the program reads");
        let mut reply = String::new();
        self.output
            .read_line(&mut reply)
            .expect("the program writes");
        serde_json::from_str(&reply).expect("a line is one JSON object")
    }

    /// Ends the input; the exit code, the rest of stdout, and stderr.
    fn end(mut self) -> (Option<i32>, String, String) {
        drop(self.input);
        let (mut rest, mut complaint) = (String::new(), String::new());
        self.output.read_to_string(&mut rest).expect("UTF-8");
        let mut errors = self.child.stderr.take().expect("a pipe");
        errors.read_to_string(&mut complaint).expect("UTF-8");
        let code = self.child.wait().expect("the program ends").code();
        (code, rest, complaint)
    }
}

/// A cartridge with an endless loop, as a file that is written once.
fn game() -> &'static str {
    static PATH: OnceLock<String> = OnceLock::new();
    PATH.get_or_init(|| {
        let mut rom = b"NES\x1a\x01\x01\0\0\0\0\0\0\0\0\0\0".to_vec();
        rom.resize(16 + 0x4000 + 0x2000, 0);
        rom[16..19].copy_from_slice(&[0x4C, 0x00, 0xC0]);
        for vector in [0x3FFA, 0x3FFC, 0x3FFE] {
            rom[16 + vector..18 + vector].copy_from_slice(&[0x00, 0xC0]);
        }
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("mcp_game.nes");
        fs::write(&path, rom).expect("the build's folder is writable");
        path.to_str().expect("UTF-8").to_string()
    })
}

#[test]
fn the_end_of_stdin_ends_the_program_with_code_0_and_stdout_holds_the_protocol_only() {
    let mut program = Program::start(&[game(), "--mcp"]);
    assert_eq!(program.ask(INITIALIZE)["id"], 0);
    let start = Instant::now();
    assert_eq!(program.end(), (Some(0), String::new(), String::new()));
    assert!(start.elapsed() < Duration::from_secs(3));
}

#[test]
fn a_closed_stdout_ends_the_program_quietly() {
    let program = Program::start(&[game(), "--mcp"]);
    let Program {
        mut child,
        mut input,
        output,
    } = program;
    drop(output);
    writeln!(input, "{INITIALIZE}").expect("the program reads");
    let code = child.wait().expect("the program ends by itself").code();
    let mut complaint = String::new();
    let mut errors = child.stderr.take().expect("a pipe");
    errors.read_to_string(&mut complaint).expect("UTF-8");
    assert_eq!((code, complaint.as_str()), (Some(0), ""));
}

#[test]
fn without_a_cartridge_only_what_needs_none_is_listed() {
    let mut program = Program::start(&["--no-rom", "--mcp"]);
    program.ask(INITIALIZE);
    let reply = program.ask(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#);
    let tools = reply["result"]["tools"].as_array().expect("a list");
    let has = |name: &str| tools.iter().any(|tool| tool["name"] == name);
    assert!(has("machine_load") && !has("cpu_registers"));
    program.end();
}

#[test]
fn the_first_reply_comes_at_once() {
    let first = || {
        let start = Instant::now();
        let mut program = Program::start(&[game(), "--mcp"]);
        program.ask(INITIALIZE);
        let elapsed = start.elapsed();
        program.end();
        elapsed
    };
    let best = (0..10).map(|_| first()).min().expect("ten of them");
    eprintln!("first reply after {best:?}, best of ten");
    assert!(best < FIRST_REPLY_MOST, "{best:?}");
}

#[test]
fn a_small_call_is_answered_fast() {
    let mut program = Program::start(&[game(), "--mcp"]);
    program.ask(INITIALIZE);
    let call =
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"cpu_registers"}}"#;
    let mut round = || {
        let start = Instant::now();
        assert_eq!(program.ask(call)["result"]["isError"], false);
        start.elapsed()
    };
    let mut times: Vec<Duration> = (0..1000).map(|_| round()).collect();
    times.sort_unstable();
    let median = times[times.len() / 2];
    eprintln!("cpu_registers over stdio: median {median:?} of 1,000");
    assert!(median < CALL_MOST, "{median:?}");
    program.end();
}
