//! The operators: spelling, precedence and arithmetic.

/// An operator before its operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unary {
    Negate,
    Plus,
    Complement,
    Not,
}

impl Unary {
    pub fn of(sign: &str) -> Option<Unary> {
        Some(match sign {
            "-" => Unary::Negate,
            "+" => Unary::Plus,
            "~" => Unary::Complement,
            "!" => Unary::Not,
            _ => return None,
        })
    }

    pub fn apply(self, value: i64) -> i64 {
        match self {
            Unary::Negate => value.wrapping_neg(),
            Unary::Plus => value,
            Unary::Complement => !value,
            Unary::Not => i64::from(value == 0),
        }
    }
}

/// An operator between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Binary {
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    ShiftLeft,
    ShiftRight,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

/// Precedence of the comparisons, where `in` stands too.
pub(super) const COMPARISON: u8 = 7;
/// Precedence of the shifts: the operands of `in` and of ranges.
pub(super) const SHIFT: u8 = 8;

impl Binary {
    pub fn of(sign: &str) -> Option<Binary> {
        Some(match sign {
            "||" => Binary::Or,
            "&&" => Binary::And,
            "|" => Binary::BitOr,
            "^" => Binary::BitXor,
            "&" => Binary::BitAnd,
            "==" => Binary::Equal,
            "!=" => Binary::NotEqual,
            "<" => Binary::Less,
            "<=" => Binary::LessEqual,
            ">" => Binary::Greater,
            ">=" => Binary::GreaterEqual,
            "<<" => Binary::ShiftLeft,
            ">>" => Binary::ShiftRight,
            "+" => Binary::Add,
            "-" => Binary::Subtract,
            "*" => Binary::Multiply,
            "/" => Binary::Divide,
            "%" => Binary::Remainder,
            _ => return None,
        })
    }

    /// 1 binds loosest, as in C.
    pub fn precedence(self) -> u8 {
        match self {
            Binary::Or => 1,
            Binary::And => 2,
            Binary::BitOr => 3,
            Binary::BitXor => 4,
            Binary::BitAnd => 5,
            Binary::Equal | Binary::NotEqual => 6,
            Binary::Less | Binary::LessEqual | Binary::Greater | Binary::GreaterEqual => COMPARISON,
            Binary::ShiftLeft | Binary::ShiftRight => SHIFT,
            Binary::Add | Binary::Subtract => 9,
            Binary::Multiply | Binary::Divide | Binary::Remainder => 10,
        }
    }

    pub fn compares(self) -> bool {
        matches!(self.precedence(), 6 | COMPARISON)
    }

    /// The result; `None` for a division by zero. Shifts use the low six bits of the count.
    pub fn apply(self, left: i64, right: i64) -> Option<i64> {
        let count = u32::try_from(right & 63).expect("masked to six bits");
        Some(match self {
            Binary::Or => i64::from(left != 0 || right != 0),
            Binary::And => i64::from(left != 0 && right != 0),
            Binary::BitOr => left | right,
            Binary::BitXor => left ^ right,
            Binary::BitAnd => left & right,
            Binary::Equal => i64::from(left == right),
            Binary::NotEqual => i64::from(left != right),
            Binary::Less => i64::from(left < right),
            Binary::LessEqual => i64::from(left <= right),
            Binary::Greater => i64::from(left > right),
            Binary::GreaterEqual => i64::from(left >= right),
            Binary::ShiftLeft => left.wrapping_shl(count),
            Binary::ShiftRight => left.wrapping_shr(count),
            Binary::Add => left.wrapping_add(right),
            Binary::Subtract => left.wrapping_sub(right),
            Binary::Multiply => left.wrapping_mul(right),
            Binary::Divide | Binary::Remainder if right == 0 => return None,
            Binary::Divide => left.wrapping_div(right),
            Binary::Remainder => left.wrapping_rem(right),
        })
    }
}
