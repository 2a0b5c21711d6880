//! Byte patterns: `A9 ?? 8D`, nibble wildcards, and text in quotes.

use thiserror::Error;

/// Longest pattern, in bytes.
pub const MOST_BYTES: usize = 256;

/// Why a text is no pattern.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PatternError {
    /// Nothing to look for.
    #[error("the pattern is empty")]
    Empty,
    /// More than [`MOST_BYTES`] bytes.
    #[error("the pattern is longer than {MOST_BYTES} bytes")]
    TooLong,
    /// A word is neither two hexadecimal digits nor a wildcard.
    #[error("\"{0}\" is no byte; write two hexadecimal digits, ? for any digit, or text in ' '")]
    BadByte(String),
}

/// A sequence of bytes, each with a mask of the bits that count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    bytes: Vec<(u8, u8)>,
}

impl Pattern {
    /// Reads a pattern: words of two hexadecimal digits where `?` is any digit, or a text
    /// between single quotes.
    ///
    /// # Errors
    /// See [`PatternError`].
    pub fn parse(text: &str) -> Result<Pattern, PatternError> {
        let text = text.trim();
        let quoted = text.strip_prefix('\'').and_then(|t| t.strip_suffix('\''));
        let bytes = match quoted {
            Some(literal) => literal.bytes().map(|byte| (byte, 0xFF)).collect(),
            None => hexadecimal(text)?,
        };
        match bytes.len() {
            0 => Err(PatternError::Empty),
            length if length > MOST_BYTES => Err(PatternError::TooLong),
            _ => Ok(Pattern { bytes }),
        }
    }

    /// Every offset at which the pattern begins, overlapping ones included.
    pub fn find_in(&self, memory: &[u8]) -> Vec<usize> {
        let matches = |window: &[u8]| {
            let mut pairs = window.iter().zip(&self.bytes);
            pairs.all(|(byte, (value, mask))| byte & mask == *value)
        };
        let windows = memory.windows(self.bytes.len()).enumerate();
        windows
            .filter(|(_, window)| matches(window))
            .map(|(at, _)| at)
            .collect()
    }
}

fn hexadecimal(text: &str) -> Result<Vec<(u8, u8)>, PatternError> {
    let bad = |word: &str| PatternError::BadByte(word.chars().take(16).collect());
    let mut bytes = Vec::new();
    for word in text.split_whitespace() {
        let digits = word.strip_prefix('$').unwrap_or(word);
        if digits.is_empty() || digits.len() % 2 != 0 || !digits.is_ascii() {
            return Err(bad(word));
        }
        for pair in digits.as_bytes().chunks(2) {
            let (high, high_mask) = nibble(pair[0]).ok_or_else(|| bad(word))?;
            let (low, low_mask) = nibble(pair[1]).ok_or_else(|| bad(word))?;
            bytes.push((high << 4 | low, high_mask << 4 | low_mask));
        }
        if bytes.len() > MOST_BYTES {
            return Err(PatternError::TooLong);
        }
    }
    Ok(bytes)
}

fn nibble(digit: u8) -> Option<(u8, u8)> {
    match digit {
        b'?' => Some((0, 0)),
        _ => char::from(digit)
            .to_digit(16)
            .map(|value| (value as u8, 0x0F)),
    }
}
