//! A hub on a folder of its own, with a small program to run.

use nescope::{
    debugger::assembler,
    host::{Disk, Policy},
    hub::{Call, Hub, HubOptions, Origin, Reply},
};
use serde_json::Value;
use std::{
    fs,
    path::PathBuf,
    sync::atomic::{AtomicU32, Ordering},
};

/// Counts frames at `$10` in its NMI handler, reads pad 1 there, calls a subroutine in a loop.
const PROGRAM: &str = "
.inesprg 1
.ineschr 1
.inesbat 1
.org $C000
reset:  sei
        ldx #$FF
        txs
@warm1: bit $2002
        bpl @warm1
@warm2: bit $2002
        bpl @warm2
        lda #$80
        sta $2000
loop:   jsr work
        jmp loop
work:   inc $20
        rts
nmi:    pha
        inc $10
        lda #1
        sta $4016
        lsr a
        sta $4016
        lda $4016
        pla
irq:    rti
.org $FFFA
        .word nmi, reset, irq
.chr 0
        .res 16
";

/// A program that jams at once.
const JAM: &str =
    ".inesprg 1\n.org $C000\nreset: .byte $02\n.org $FFFA\n.word reset, reset, reset\n";

static COUNT: AtomicU32 = AtomicU32::new(0);

/// A hub, and the folder its files lie in; the folder goes with it.
pub struct Rig {
    /// The hub; every reply is checked against its spec.
    pub hub: Hub,
    /// Holds `game.nes`, `jam.nes`, and the empty folder `out`.
    pub folder: PathBuf,
}

/// A fresh folder with the test programs and an empty folder `out`.
pub fn folder() -> PathBuf {
    let number = COUNT.fetch_add(1, Ordering::SeqCst);
    let name = format!("nescope-test-{}-{number}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    fs::create_dir_all(folder.join("out")).expect("the temporary folder can be written");
    for (name, source) in [("game.nes", PROGRAM), ("jam.nes", JAM)] {
        let image = assembler::assemble(source).expect("the test program assembles");
        fs::write(folder.join(name), image.bytes).expect("the temporary folder can be written");
    }
    folder
}

impl Rig {
    /// A hub without a cartridge and without a folder.
    pub fn empty_hub() -> Hub {
        let options = HubOptions {
            rooms: nescope::rooms(),
            ..HubOptions::default()
        };
        let disk = Disk::new(Policy::default(), false);
        Hub::new(options, Box::new(disk)).expect("the specs are valid")
    }

    /// Without a cartridge.
    pub fn empty() -> Rig {
        Rig::with(true, false)
    }

    /// With the program at power-on.
    pub fn new() -> Rig {
        let mut rig = Rig::empty();
        let line = format!("machine_load {}", rig.path("game.nes"));
        rig.ok(&line);
        rig
    }

    /// A hub that lets agents drive or not, and keeps battery RAM or not.
    pub fn with(driving: bool, batteries: bool) -> Rig {
        let folder = folder();
        let policy = Policy {
            in_dir: Some(folder.clone()),
            out_dir: Some(folder.join("out")),
            named: Vec::new(),
        };
        let options = HubOptions {
            rooms: nescope::rooms(),
            driving,
            check_replies: true,
            ..HubOptions::default()
        };
        let hub = Hub::new(options, Box::new(Disk::new(policy, batteries)));
        Rig {
            hub: hub.expect("the specs are valid"),
            folder,
        }
    }

    /// A file of the folder.
    pub fn path(&self, name: &str) -> String {
        self.folder.join(name).display().to_string()
    }

    /// The replies to a line of the operator.
    pub fn line(&mut self, line: &str) -> Vec<Reply> {
        self.hub.line(line, Origin::Console)
    }

    /// The result of a line that must succeed.
    #[track_caller]
    pub fn ok(&mut self, line: &str) -> Value {
        let replies = self.line(line);
        let reply = replies.last().expect("a line has a reply");
        assert!(reply.ok, "{line}: {}", reply.text);
        reply.result.clone()
    }

    /// The error code of a line that must fail.
    #[track_caller]
    pub fn code(&mut self, line: &str) -> String {
        let replies = self.line(line);
        let reply = replies.last().expect("a line has a reply");
        reply.code().expect("the line fails").to_string()
    }

    /// The reply to an agent's call.
    pub fn agent(&mut self, name: &str, arguments: Value) -> Reply {
        self.hub.call(Call::new(name, arguments, Origin::Mcp))
    }
}

impl Drop for Rig {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}
