//! The commands: one file per spec file, one typed function per command.
//!
//! Handlers hold no parsing, no printing and no JSON. A handler is
//! `fn(&mut Context, Args) -> Result<Reply, CommandError>`, where `Args` derives
//! `Deserialize` with the spec's argument names as fields, and the reply derives `Serialize`
//! with the fields of `returns` and implements [`Answer`] for its text.
//!
//! To add a group: a spec file and a line in [`SPECS`], a file here and a line in [`bind`].

mod answer;
pub mod apu;
mod bindings;
pub mod breakpoint;
mod call;
pub mod cartridge;
pub mod cheat;
pub mod code;
mod context;
pub mod cpu;
pub mod expression;
mod file_form;
mod host;
pub mod input;
pub mod machine;
pub mod memory;
mod messages;
pub mod meta;
mod place;
pub mod ppu;
mod render;
pub mod run;
pub mod screen;
mod session;
mod settings;
mod spending;
pub mod state;
pub mod symbol;

pub use answer::{Answer, CommandError, Done, Raw};
pub use bindings::{Binding, Bindings, NoArgs, Outcome};
pub use call::{Attachment, Call, Cancel, Message, Origin, Progress, Reply};
pub use context::{Context, Door, MOST_DEPTH, Scope};
pub use host::{Host, StateEntry};
pub use messages::{MOST_MESSAGES, Messages};
pub use session::{Live, RunParts, Session};
pub use settings::{ROWS as SETTINGS, Row as SettingRow, Settings};
pub use spending::{MOST_INNER_BYTES, MOST_INNER_CALLS, Spending};

/// The spec files of this room: file name and text.
pub const SPECS: &[(&str, &str)] = &[
    ("meta.json", include_str!("../../specs/meta.json")),
    ("machine.json", include_str!("../../specs/machine.json")),
    ("run.json", include_str!("../../specs/run.json")),
    ("cpu.json", include_str!("../../specs/cpu.json")),
    ("memory.json", include_str!("../../specs/memory.json")),
    ("code.json", include_str!("../../specs/code.json")),
    (
        "breakpoint.json",
        include_str!("../../specs/breakpoint.json"),
    ),
    (
        "expression.json",
        include_str!("../../specs/expression.json"),
    ),
    ("input.json", include_str!("../../specs/input.json")),
    ("ppu.json", include_str!("../../specs/ppu.json")),
    ("screen.json", include_str!("../../specs/screen.json")),
    ("apu.json", include_str!("../../specs/apu.json")),
    ("cartridge.json", include_str!("../../specs/cartridge.json")),
    ("cheat.json", include_str!("../../specs/cheat.json")),
    ("state.json", include_str!("../../specs/state.json")),
    ("symbol.json", include_str!("../../specs/symbol.json")),
];

/// Binds every command of this room.
pub fn bind(bindings: &mut Bindings) {
    meta::bind(bindings);
    machine::bind(bindings);
    run::bind(bindings);
    cpu::bind(bindings);
    memory::bind(bindings);
    code::bind(bindings);
    breakpoint::bind(bindings);
    expression::bind(bindings);
    input::bind(bindings);
    ppu::bind(bindings);
    screen::bind(bindings);
    apu::bind(bindings);
    cartridge::bind(bindings);
    cheat::bind(bindings);
    state::bind(bindings);
    symbol::bind(bindings);
}
