//! `cartridge_sram`: battery-backed RAM.

use crate::{
    commands::{
        Answer, CommandError, Context,
        place::{self, Span},
    },
    nes::{digest, event::Space},
};
use serde::{Deserialize, Serialize};

/// What to do with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Op {
    Info,
    Load,
    Save,
    Clear,
}

/// Arguments of `cartridge_sram`.
#[derive(Debug, Deserialize)]
pub struct SramArgs {
    op: Op,
    path: Option<String>,
}

/// Reply of `cartridge_sram`.
#[derive(Debug, Serialize)]
pub struct SramReply {
    size: u32,
    used: usize,
    changed: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    sha256: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
}

impl Answer for SramReply {
    fn text(&self) -> String {
        if self.size == 0 {
            return "this cartridge has no battery-backed RAM".to_string();
        }
        let path = self
            .path
            .as_ref()
            .map_or_else(String::new, |path| format!("; {path}"));
        format!(
            "{} bytes of battery-backed RAM, {} of them not zero, {} changed{path}",
            self.size, self.used, self.changed
        )
    }
}

/// Tells, loads, saves or clears battery-backed RAM.
pub fn sram(context: &mut Context, args: SramArgs) -> Result<SramReply, CommandError> {
    let size = context.session.machine()?.space_length(Space::Sram);
    let mut changed = 0;
    let mut path = None;
    match (args.op, args.path) {
        (Op::Info, _) => {}
        _ if size == 0 => {
            return Err(CommandError::not_found(
                "this cartridge has no battery-backed RAM; cartridge_info tells what it has",
            ));
        }
        (Op::Clear, _) => changed = put(context, size, &vec![0; size as usize])?,
        (_, None) => return Err(CommandError::new("missing_argument", "path is missing")),
        (Op::Load, Some(from)) => {
            let bytes = context.read_file(&from)?;
            if bytes.len() != size as usize {
                return Err(CommandError::bad_value(format!(
                    "{from} has {} bytes, the cartridge's RAM {size}",
                    bytes.len()
                )));
            }
            changed = put(context, size, &bytes)?;
            path = Some(from);
        }
        (Op::Save, Some(to)) => path = Some(context.write_file(&to, "sav", &bytes(context)?)?),
    }
    let bytes = bytes(context)?;
    Ok(SramReply {
        size,
        used: bytes.iter().filter(|&&byte| byte != 0).count(),
        changed,
        sha256: (size > 0).then(|| digest::bytes(&bytes)),
        path,
    })
}

fn bytes(context: &Context) -> Result<Vec<u8>, CommandError> {
    let machine = context.session.machine()?;
    let mut bytes = machine.battery().unwrap_or_default();
    // RAM inside a chip is no part of the space.
    bytes.truncate(machine.space_length(Space::Sram) as usize);
    Ok(bytes)
}

fn put(context: &mut Context, length: u32, bytes: &[u8]) -> Result<u32, CommandError> {
    let span = Span {
        space: Space::Sram,
        start: 0,
        length,
    };
    place::poke(context.session, span, bytes)
}
