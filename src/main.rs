//! Arguments and start-up only.

mod arguments;

use arguments::{Arguments, Command};
use clap::Parser;
use nescope::{
    console::{self, Interrupt, Prompt, exit_code, print::Style},
    host::{self, Disk, Policy},
    hub::{Call, Hub, HubHandle, HubOptions, Origin, Reply},
    mcp::transport::stdio,
    runner,
};
use serde_json::{Value, json};
use std::{path::PathBuf, process::ExitCode};

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let (mut out, mut errors) = (std::io::stdout(), std::io::stderr());
    ExitCode::from(match &arguments.command {
        Some(Command::Test(test)) => runner::run_test(test, &mut out, &mut errors),
        Some(Command::Bench(bench)) => runner::run_bench(bench, &mut out, &mut errors),
        None => session(&arguments),
    })
}

/// One session: console, one-shot lines, a script, or MCP.
fn session(arguments: &Arguments) -> u8 {
    let hub = match start(arguments) {
        Ok(hub) => hub,
        Err(complaint) => {
            eprintln!("{complaint}");
            return exit_code::INTERNAL;
        }
    };
    let code = match load(arguments, &hub) {
        Ok(banner) => face(arguments, &hub, &banner),
        Err(reply) => complain(arguments, &reply),
    };
    hub.close();
    code
}

fn start(arguments: &Arguments) -> Result<HubHandle, String> {
    let policy = Policy {
        in_dir: arguments.in_dir.clone(),
        out_dir: arguments.out_dir.clone(),
        named: arguments.rom.iter().map(PathBuf::from).collect(),
    };
    let options = HubOptions {
        rooms: nescope::rooms(),
        check_replies: arguments.check_replies || cfg!(debug_assertions),
        ..HubOptions::default()
    };
    let disk = Disk::new(policy, is_console(arguments));
    let hub = Hub::new(options, Box::new(disk)).map_err(|error| error.to_string())?;
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
fn complain(arguments: &Arguments, reply: &Reply) -> u8 {
    match arguments.json {
        true => println!("{}", reply.to_json()),
        false => eprintln!(
            "{}",
            reply.error.as_ref().map_or("", |error| &error.message)
        ),
    }
    exit_code::of(reply)
}

fn face(arguments: &Arguments, hub: &HubHandle, banner: &str) -> u8 {
    if arguments.mcp {
        return serve_mcp(arguments, hub);
    }
    let style = Style::of_process(arguments.json);
    let interrupt = Interrupt::listen();
    if !arguments.lines.is_empty() {
        return console::run_lines(hub, &arguments.lines, &interrupt, style);
    }
    if let Some(path) = &arguments.script {
        return match std::fs::read_to_string(path) {
            Ok(text) => console::run_script(hub, &text, &interrupt, style),
            Err(error) => {
                eprintln!("{}: {error}", path.display());
                exit_code::FILE
            }
        };
    }
    if !arguments.json {
        println!("{banner}\nhelp explains, exit leaves");
    }
    console::run(&mut Prompt {
        hub: hub.clone(),
        interrupt,
        style,
        history: host::history_file(),
    })
}

fn serve_mcp(arguments: &Arguments, hub: &HubHandle) -> u8 {
    match arguments.profile.parse() {
        Ok(profile) => {
            stdio::serve(hub, profile);
            0
        }
        Err(error) => {
            eprintln!("{error}");
            exit_code::USAGE
        }
    }
}
