//! What lies on the stack, and which of it looks like return addresses.
//!
//! JSR pushes the address of its own last byte, so a pair of bytes is a likely return
//! address when a JSR opcode stands two bytes before the place it names.

use crate::nes::machine::Machine;
use serde::Serialize;

const STACK_PAGE: u16 = 0x0100;
const JSR: u8 = 0x20;

/// A pair of bytes that looks like a return address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Return {
    /// Stack address of its low byte.
    pub address: u16,
    /// Where RTS would go.
    pub target: u16,
    /// Address of the JSR.
    pub caller: u16,
}

/// Up to `length` bytes from the top of the stack, not past `$01FF`.
pub fn bytes(machine: &Machine, length: usize) -> Vec<u8> {
    let addresses = top(machine)..STACK_PAGE + 0x100;
    let bytes = addresses.take(length).map(|address| machine.peek(address));
    bytes.collect()
}

/// Likely return addresses among the first `length` bytes, top first.
pub fn returns(machine: &Machine, length: usize) -> Vec<Return> {
    let last = STACK_PAGE + 0xFF;
    let addresses = (top(machine)..last).take(length.saturating_sub(1));
    addresses.filter_map(|at| at_address(machine, at)).collect()
}

fn top(machine: &Machine) -> u16 {
    STACK_PAGE + u16::from(machine.cpu().s) + 1
}

fn at_address(machine: &Machine, address: u16) -> Option<Return> {
    let word = u16::from_le_bytes([machine.peek(address), machine.peek(address + 1)]);
    let caller = word.wrapping_sub(2);
    (machine.peek(caller) == JSR).then_some(Return {
        address,
        target: word.wrapping_add(1),
        caller,
    })
}
