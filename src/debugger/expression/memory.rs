//! What `prev`, `changed` and `rise` remember between evaluations.

/// The memory of one user of an expression (a breakpoint, a watch). Empty at first:
/// then `prev(x)` is `x`, and `changed` and `rise` are false.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Memory {
    /// Values at the last evaluation, one for each remembered part.
    pub(super) last: Vec<Option<i64>>,
    /// The evaluation stack, kept to spare allocations.
    pub(super) stack: Vec<i64>,
}

impl Memory {
    /// Forgets everything, as if it had never been evaluated.
    pub fn clear(&mut self) {
        self.last.clear();
    }
}
