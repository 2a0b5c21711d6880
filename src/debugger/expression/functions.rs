//! The functions of plain values. `prev`, `changed`, `rise`, the range functions and `sym`
//! have a grammar of their own in the parser.

/// A function of one or more values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    S8,
    S16,
    U8,
    Bcd,
    Min,
    Max,
    Abs,
    Bit,
    Popcnt,
    Lo,
    Hi,
    Word,
    Bank,
    Hits,
    Label,
    LastWritePc,
}

/// Name, function, number of arguments and what they are.
const FUNCTIONS: [(&str, Function, usize, &str); 16] = [
    ("s8", Function::S8, 1, "one value"),
    ("s16", Function::S16, 1, "one value"),
    ("u8", Function::U8, 1, "one value"),
    (
        "bcd",
        Function::Bcd,
        2,
        "an address and a number of bytes, 1 to 9",
    ),
    ("min", Function::Min, 2, "two values"),
    ("max", Function::Max, 2, "two values"),
    ("abs", Function::Abs, 1, "one value"),
    ("bit", Function::Bit, 2, "a value and a bit number"),
    ("popcnt", Function::Popcnt, 1, "one value"),
    ("lo", Function::Lo, 1, "one value"),
    ("hi", Function::Hi, 1, "one value"),
    ("word", Function::Word, 2, "a low and a high byte"),
    ("bank", Function::Bank, 1, "a CPU address"),
    ("hits", Function::Hits, 1, "a breakpoint number"),
    ("label", Function::Label, 1, "a CPU address"),
    ("last_write_pc", Function::LastWritePc, 1, "a CPU address"),
];

/// All names that can stand before `(`.
pub const FUNCTION_NAMES: [&str; 24] = [
    "s8",
    "s16",
    "u8",
    "bcd",
    "min",
    "max",
    "abs",
    "bit",
    "popcnt",
    "lo",
    "hi",
    "word",
    "bank",
    "hits",
    "label",
    "last_write_pc",
    "prev",
    "changed",
    "rise",
    "count",
    "any",
    "crc",
    "sym",
    "inrange",
];

impl Function {
    /// The function of a name, in lower case.
    pub fn of(name: &str) -> Option<Function> {
        let row = FUNCTIONS.iter().find(|row| row.0 == name)?;
        Some(row.1)
    }

    fn row(self) -> &'static (&'static str, Function, usize, &'static str) {
        FUNCTIONS
            .iter()
            .find(|row| row.1 == self)
            .expect("every function has a row")
    }

    pub fn name(self) -> &'static str {
        self.row().0
    }

    pub fn arguments(self) -> usize {
        self.row().2
    }

    pub fn expects(self) -> &'static str {
        self.row().3
    }

    /// Whether the result is one byte, for the warning about decimal numbers.
    pub fn is_byte(self) -> bool {
        matches!(self, Function::U8 | Function::Lo | Function::Hi)
    }

    /// The result for functions that look at nothing but their arguments.
    pub fn pure(self, first: i64, second: i64) -> Option<i64> {
        let [low, high, ..] = first.to_le_bytes();
        Some(match self {
            Function::S8 => i64::from(low.cast_signed()),
            Function::S16 => i64::from(i16::from_le_bytes([low, high])),
            Function::U8 | Function::Lo => i64::from(low),
            Function::Hi => i64::from(high),
            Function::Min => first.min(second),
            Function::Max => first.max(second),
            Function::Abs => first.wrapping_abs(),
            Function::Bit => match u32::try_from(second) {
                Ok(bit) if bit < 64 => first >> bit & 1,
                _ => 0,
            },
            Function::Popcnt => i64::from(first.count_ones()),
            Function::Word => i64::from(low) | i64::from(second.to_le_bytes()[0]) << 8,
            _ => return None,
        })
    }
}
