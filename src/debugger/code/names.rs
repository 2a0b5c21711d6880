//! What the addresses of a view are called.

use super::view::CodeView;
use crate::{
    debugger::{
        disassembler::AddressNames,
        symbols::{Label, MachineNames},
    },
    nes::event::Space,
};

/// The labels of a session over a view: the bank that is shown instead of the one mapped
/// brings its own.
#[derive(Clone, Copy)]
pub struct CodeNames<'a> {
    /// The view.
    pub view: CodeView<'a>,
    /// The labels over the machine.
    pub names: MachineNames<'a>,
}

impl<'a> CodeNames<'a> {
    /// The label that begins at an address.
    pub fn label(&self, address: u16) -> Option<&'a Label> {
        match self.view.window_prg(address) {
            Some(offset) => self.names.symbols.at(Space::Prg, offset),
            None => self.names.label(address),
        }
    }

    /// An address with its name, as `$C123 load_text`.
    pub fn shown(&self, address: u16) -> String {
        match self.name(address) {
            Some(name) => format!("${address:04X} {name}"),
            None => format!("${address:04X}"),
        }
    }

    /// The CPU address that a name stands for.
    pub fn find(&self, name: &str) -> Option<u16> {
        match self.names.symbols.find(name)? {
            (Space::Cpu, address) => u16::try_from(address).ok(),
            (space, offset) => self.names.cpu_address(space, offset),
        }
    }
}

impl AddressNames for CodeNames<'_> {
    fn name(&self, address: u16) -> Option<String> {
        match self.view.window_prg(address) {
            Some(_) => self.label(address).map(|label| label.name.to_string()),
            None => self.names.text(address),
        }
    }
}
