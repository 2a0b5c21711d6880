//! Tables of addresses, in the three ways that programs keep them.

use std::ops::Range;

/// How a table keeps its addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Low byte, high byte, as the CPU reads them.
    LowHigh,
    /// High byte, low byte.
    HighLow,
    /// All low bytes, then all high bytes: the table is cut in half.
    Split,
}

/// An address in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pointer {
    /// Its number, from 0.
    pub index: usize,
    /// Offset in the table of its first byte, the low one when split.
    pub at: usize,
    /// The address.
    pub target: u16,
}

/// Addresses a table of so many bytes holds; an odd last byte belongs to none.
pub fn count(bytes: &[u8]) -> usize {
    bytes.len() / 2
}

/// The addresses with these numbers.
pub fn decode(bytes: &[u8], order: Order, numbers: Range<usize>) -> Vec<Pointer> {
    let count = count(bytes);
    let pointer = |index: usize| {
        let (at, pair) = match order {
            Order::LowHigh => (index * 2, [bytes[index * 2], bytes[index * 2 + 1]]),
            Order::HighLow => (index * 2, [bytes[index * 2 + 1], bytes[index * 2]]),
            Order::Split => (index, [bytes[index], bytes[count + index]]),
        };
        Pointer {
            index,
            at,
            target: u16::from_le_bytes(pair),
        }
    };
    let numbers = numbers.start.min(count)..numbers.end.min(count);
    numbers.map(pointer).collect()
}
