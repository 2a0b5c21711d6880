//! Arguments and start-up only.

mod arguments;

use arguments::{Arguments, Command};
use clap::Parser;
use nescope::{
    console::{self, Interrupt, Prompt, exit_code, print::Style},
    host::{self, Disk, Policy},
    hub::{Call, Hub, HubHandle, HubOptions, Origin, Reply},
    mcp::transport::stdio,
    registry::Profile,
    runner,
};
use serde_json::{Value, json};
use std::{
    io::Write,
    path::{Path, PathBuf},
    process::ExitCode,
    str::FromStr,
    time::Duration,
};

/// How long Ctrl-C waits for a command that does not stop before the program ends.
const FAREWELL_MOST: Duration = Duration::from_secs(2);

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let (mut out, mut errors) = (std::io::stdout(), std::io::stderr());
    ExitCode::from(match &arguments.command {
        Some(Command::Test(test)) => {
            let program = std::env::current_exe().ok();
            let test = runner::TestArgs {
                program,
                ..test.clone()
            };
            runner::run_test(&test, &mut out, &mut errors)
        }
        Some(Command::Bench(bench)) => runner::run_bench(bench, &mut out, &mut errors),
        None => session(&arguments),
    })
}

/// One session: console, one-shot lines, a script, or MCP.
fn session(arguments: &Arguments) -> u8 {
    let hub = match start(arguments) {
        Ok(hub) => hub,
        Err((code, complaint)) => {
            complain(&complaint);
            return code;
        }
    };
    let code = match load(arguments, &hub) {
        Ok(banner) => face(arguments, &hub, &banner),
        Err(reply) => refuse(arguments, &reply),
    };
    hub.close();
    code
}

/// The hub, or an exit code and what to say.
fn start(arguments: &Arguments) -> Result<HubHandle, (u8, String)> {
    for folder in [&arguments.in_dir, &arguments.out_dir]
        .into_iter()
        .flatten()
    {
        if !folder.is_dir() {
            let complaint = format!("{}: no such folder", folder.display());
            return Err((exit_code::FILE, complaint));
        }
    }
    let profile = Profile::from_str(&arguments.profile);
    let profile = profile.map_err(|error| (exit_code::USAGE, error.to_string()))?;
    let policy = Policy {
        in_dir: arguments.in_dir.clone(),
        out_dir: arguments.out_dir.clone(),
        named: arguments.rom.iter().map(PathBuf::from).collect(),
    };
    let options = HubOptions {
        rooms: nescope::rooms(),
        check_replies: arguments.check_replies || cfg!(debug_assertions),
        profile: profile.clone(),
        ..HubOptions::default()
    };
    let disk = Disk::new(policy, is_console(arguments));
    let hub = Hub::new(options, Box::new(disk));
    let hub = hub.map_err(|error| (exit_code::INTERNAL, error.to_string()))?;
    let registry = hub.registry();
    let known = registry.groups().map(|group| group.name.as_str());
    let checked = profile.check(known);
    checked.map_err(|error| (exit_code::USAGE, error.to_string()))?;
    Ok(HubHandle::start(hub))
}

fn is_console(arguments: &Arguments) -> bool {
    !arguments.mcp && arguments.lines.is_empty() && arguments.script.is_none()
}

/// The operator's origin: the console keeps battery RAM, one-shot runs start with it empty.
fn origin(arguments: &Arguments) -> Origin {
    match is_console(arguments) {
        true => Origin::Console,
        false => Origin::Script,
    }
}

/// Loads the cartridge and starts it if asked to; what to tell the operator.
fn load(arguments: &Arguments, hub: &HubHandle) -> Result<String, Box<Reply>> {
    if arguments.no_rom {
        return Ok("no cartridge; machine_load loads one".to_string());
    }
    let path = arguments.rom.as_deref().unwrap_or("demo");
    let call = |name: &str, value: Value| hub.call(Call::new(name, value, origin(arguments)));
    let loaded = call("machine_load", json!({ "path": path }));
    if !loaded.ok {
        return Err(Box::new(loaded));
    }
    if arguments.run {
        call("machine_resume", Value::Null);
    }
    Ok(loaded.text)
}

/// A cartridge that can not be loaded ends the program.
fn refuse(arguments: &Arguments, reply: &Reply) -> u8 {
    match arguments.json {
        true => say(&reply.to_json().to_string()),
        false => complain(reply.error.as_ref().map_or("", |error| &error.message)),
    }
    exit_code::of(reply)
}

/// Says something on stdout; a closed one is no reason to fail.
fn say(text: &str) {
    let _ = writeln!(std::io::stdout(), "{text}");
}

fn complain(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

fn face(arguments: &Arguments, hub: &HubHandle, banner: &str) -> u8 {
    if arguments.mcp {
        return serve_mcp(arguments, hub);
    }
    let style = Style::of_process(arguments.json);
    // Read before signals are caught: a pipe may have nobody who writes.
    let script = arguments.script.as_deref().map(read_text);
    let leaving = hub.clone();
    let interrupt = Interrupt::listen(move || leaving.close_within(FAREWELL_MOST));
    if !arguments.lines.is_empty() {
        return console::run_lines(hub, &arguments.lines, &interrupt, style);
    }
    if let Some(script) = script {
        return match script {
            Ok(text) => console::run_script(hub, &text, &interrupt, style),
            Err(complaint) => {
                complain(&complaint);
                exit_code::FILE
            }
        };
    }
    if !arguments.json {
        say(&format!("{banner}\nhelp explains, exit leaves"));
    }
    console::run(&mut Prompt {
        hub: hub.clone(),
        interrupt,
        style,
        history: host::history_file(),
    })
}

/// A script's text.
fn read_text(path: &Path) -> Result<String, String> {
    let bytes = host::read_any(path).map_err(|error| error.message)?;
    String::from_utf8(bytes).map_err(|_| format!("{}: no UTF-8 text", path.display()))
}

fn serve_mcp(arguments: &Arguments, hub: &HubHandle) -> u8 {
    let profile = Profile::from_str(&arguments.profile);
    stdio::serve(hub, profile.unwrap_or_default());
    0
}
