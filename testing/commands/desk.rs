//! A desk for command tests: a hub with a small program loaded, files in memory.

use nescope::{
    commands::{CommandError, Host, Origin, StateEntry},
    debugger::assembler,
    hub::{Attachment, Hub, HubOptions, Reply},
};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

/// Files of a test, shared with the host that the hub owns.
pub type Files = Arc<Mutex<BTreeMap<String, Vec<u8>>>>;

/// A host that keeps files in memory.
struct MemoryHost {
    /// `None`: the clock stands still.
    start: Option<Instant>,
    files: Files,
}

impl MemoryHost {
    fn state_path(rom: &str, name: &str) -> String {
        format!("{rom}.states/{name}.state")
    }

    fn get(&self, path: &str) -> Result<Vec<u8>, CommandError> {
        let files = self
            .files
            .lock()
            .expect("no test panics while it holds files");
        let found = files.get(path).cloned();
        found.ok_or_else(|| CommandError::io(format!("{path}: no such file")))
    }

    fn put(&self, path: String, bytes: &[u8]) -> String {
        let mut files = self
            .files
            .lock()
            .expect("no test panics while it holds files");
        files.insert(path.clone(), bytes.to_vec());
        path
    }
}

impl Host for MemoryHost {
    fn now(&self) -> Duration {
        self.start.map_or(Duration::ZERO, |start| start.elapsed())
    }

    fn read(&self, _origin: Origin, path: &str) -> Result<Vec<u8>, CommandError> {
        self.get(path)
    }

    fn readable(&self, _origin: Origin, path: &str) -> Result<std::path::PathBuf, CommandError> {
        Ok(path.into())
    }

    fn write(
        &self,
        _origin: Origin,
        name: &str,
        extension: &str,
        bytes: &[u8],
    ) -> Result<String, CommandError> {
        let path = match name.contains('.') {
            true => name.to_string(),
            false => format!("{name}.{extension}"),
        };
        Ok(self.put(path, bytes))
    }

    fn paths(&self, _prefix: &str) -> Vec<String> {
        Vec::new()
    }

    fn battery(&self, _rom: &str) -> Option<Vec<u8>> {
        None
    }

    fn save_battery(&self, _rom: &str, _bytes: &[u8]) -> Result<(), CommandError> {
        Ok(())
    }

    fn save_state(&self, rom: &str, name: &str, bytes: &[u8]) -> Result<String, CommandError> {
        Ok(self.put(MemoryHost::state_path(rom, name), bytes))
    }

    fn load_state(&self, rom: &str, name: &str) -> Result<Vec<u8>, CommandError> {
        self.get(&MemoryHost::state_path(rom, name))
    }

    fn states(&self, _rom: &str) -> Vec<StateEntry> {
        Vec::new()
    }

    fn delete_state(&self, rom: &str, name: &str) -> Result<(), CommandError> {
        let path = MemoryHost::state_path(rom, name);
        let mut files = self
            .files
            .lock()
            .expect("no test panics while it holds files");
        let gone = files.remove(&path).map(|_| ());
        gone.ok_or_else(|| CommandError::not_found(format!("no state {name}")))
    }
}

/// Handlers for programs that have none of their own.
pub const NO_HANDLERS: &str = "\nnmi: rti\nirq: rti\n";

/// A hub at work.
pub struct Desk {
    /// The hub.
    pub hub: Hub,
    /// Its files.
    pub files: Files,
}

impl Desk {
    /// A hub without a cartridge that checks every reply against its spec.
    pub fn empty() -> Desk {
        Desk::on(Some(Instant::now()))
    }

    /// The same with a clock that stands still, so that no run times out.
    pub fn timeless() -> Desk {
        Desk::on(None)
    }

    fn on(start: Option<Instant>) -> Desk {
        let files = Files::default();
        let host = MemoryHost {
            start,
            files: files.clone(),
        };
        let options = HubOptions {
            rooms: nescope::rooms(),
            check_replies: true,
            ..HubOptions::default()
        };
        let hub = Hub::new(options, Box::new(host)).expect("the built-in specs are valid");
        Desk { hub, files }
    }

    /// A hub with the program of this folder, at power-on.
    pub fn new() -> Desk {
        let mut desk = Desk::empty();
        let image = assembler::assemble(include_str!("program.s")).expect("the program assembles");
        desk.file("program.nes", &image.bytes);
        desk.ok("machine_load program.nes");
        desk
    }

    /// The program after it has drawn its screen and run for a while: frame 10.
    pub fn running() -> Desk {
        let mut desk = Desk::new();
        desk.ok("run_frames 10");
        desk
    }

    /// This code at `$C000`, where the machine starts; `nmi:` and `irq:` are the handlers.
    /// It is at power-on and has no labels.
    pub fn with_code(code: &str) -> Desk {
        let source = format!(
            ".inesprg 1\n.ineschr 1\n.inesmap 0\n.inesmir 1\n.org $C000\n{code}\n\
             .org $FFFA\n.dw nmi, $C000, irq\n"
        );
        let image = assembler::assemble(&source).expect("the program assembles");
        let mut desk = Desk::empty();
        desk.file("small.nes", &image.bytes);
        desk.ok("machine_load small.nes");
        desk
    }

    /// Puts a file.
    pub fn file(&mut self, path: &str, bytes: &[u8]) {
        let mut files = self
            .files
            .lock()
            .expect("no test panics while it holds files");
        files.insert(path.to_string(), bytes.to_vec());
    }

    /// Runs a line of any number of commands.
    pub fn replies(&mut self, line: &str) -> Vec<Reply> {
        self.hub.line(line, Origin::Console)
    }

    /// Runs a line of one command.
    pub fn line(&mut self, line: &str) -> Reply {
        let mut replies = self.replies(line);
        assert_eq!(replies.len(), 1, "{line} is one command");
        replies.remove(0)
    }

    /// Runs a line that must succeed and returns its value.
    #[track_caller]
    pub fn ok(&mut self, line: &str) -> Value {
        let reply = self.line(line);
        assert!(reply.ok, "{line}: {}", reply.text);
        reply.result
    }

    /// Runs a line that must succeed and returns its text.
    #[track_caller]
    pub fn text(&mut self, line: &str) -> String {
        let reply = self.line(line);
        assert!(reply.ok, "{line}: {}", reply.text);
        reply.text
    }

    /// Runs a line that must succeed and returns what goes with its reply.
    #[track_caller]
    pub fn attachments(&mut self, line: &str) -> Vec<Attachment> {
        let reply = self.line(line);
        assert!(reply.ok, "{line}: {}", reply.text);
        reply.attachments
    }

    /// Runs a line that must fail and returns the code.
    #[track_caller]
    pub fn code(&mut self, line: &str) -> String {
        let reply = self.line(line);
        assert!(!reply.ok, "{line} should fail: {}", reply.text);
        reply.code().unwrap_or_default().to_string()
    }
}
