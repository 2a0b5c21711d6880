//! The numbers of BPS and UPS files: seven bits a byte, lowest first, the last byte marked;
//! each further byte adds one, so that every number has one form.

use super::PatchError;

/// Walks over the body of a patch.
pub struct Reader<'a> {
    bytes: &'a [u8],
    /// Offset of the next byte.
    pub at: usize,
}

impl<'a> Reader<'a> {
    /// Starts at an offset.
    pub fn new(bytes: &'a [u8], at: usize) -> Reader<'a> {
        Reader { bytes, at }
    }

    /// Whether everything is read.
    pub fn is_at_end(&self) -> bool {
        self.at >= self.bytes.len()
    }

    /// The next byte.
    pub fn byte(&mut self) -> Result<u8, PatchError> {
        let byte = self.bytes.get(self.at).copied();
        let byte = byte.ok_or(PatchError::Truncated(self.at))?;
        self.at += 1;
        Ok(byte)
    }

    /// The next bytes.
    pub fn slice(&mut self, length: usize) -> Result<&'a [u8], PatchError> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let slice = rest.get(..length).ok_or(PatchError::Truncated(self.at))?;
        self.at += length;
        Ok(slice)
    }

    /// The next number.
    pub fn number(&mut self) -> Result<u64, PatchError> {
        let offset = self.at;
        let too_large = PatchError::Malformed {
            offset,
            what: "a number beyond 64 bits",
        };
        let mut number = 0u64;
        let mut unit = 1u64;
        loop {
            let byte = self.byte()?;
            let digits = u64::from(byte & 0x7F).checked_mul(unit);
            let sum = digits.and_then(|digits| number.checked_add(digits));
            number = sum.ok_or(too_large.clone())?;
            if byte & 0x80 != 0 {
                return Ok(number);
            }
            unit = unit.checked_mul(0x80).ok_or(too_large.clone())?;
            number = number.checked_add(unit).ok_or(too_large.clone())?;
        }
    }

    /// The next number as a size, within the bound on results.
    pub fn size(&mut self) -> Result<usize, PatchError> {
        let size = self.number()?;
        match usize::try_from(size) {
            Ok(size) if size <= super::MOST_TARGET_BYTES => Ok(size),
            _ => Err(PatchError::TooLarge(size)),
        }
    }
}

/// Appends a number.
pub fn push(into: &mut Vec<u8>, mut number: u64) {
    loop {
        let digits = (number & 0x7F) as u8;
        number >>= 7;
        if number == 0 {
            into.push(0x80 | digits);
            return;
        }
        into.push(digits);
        number -= 1;
    }
}
