//! What a terminal shows after it was sent some bytes: characters only.
//!
//! ECMA-48: CUP, CUF, ED; everything else the view sends moves nothing.

/// Rows of characters.
pub struct Screen {
    rows: Vec<Vec<char>>,
    at: (usize, usize),
}

impl Screen {
    /// An empty screen.
    pub fn new(width: usize, height: usize) -> Screen {
        Screen {
            rows: vec![vec![' '; width]; height],
            at: (0, 0),
        }
    }

    /// The text shown, row by row, without blanks at the ends.
    pub fn text(&self) -> String {
        let rows = self.rows.iter();
        let rows = rows.map(|row| row.iter().collect::<String>().trim_end().to_string());
        rows.collect::<Vec<_>>().join("\n")
    }

    /// Takes what a terminal is sent.
    pub fn take(&mut self, sent: &str) {
        let mut rest = sent;
        while let Some(symbol) = rest.chars().next() {
            rest = match rest.strip_prefix("\x1b[") {
                Some(sequence) => self.control(sequence),
                None => {
                    self.put(symbol);
                    &rest[symbol.len_utf8()..]
                }
            };
        }
    }

    fn put(&mut self, symbol: char) {
        let (x, y) = self.at;
        match symbol {
            '\r' => self.at.0 = 0,
            '\n' => self.at.1 += 1,
            symbol if symbol.is_control() => {}
            symbol => {
                let cell = self.rows.get_mut(y).and_then(|row| row.get_mut(x));
                if let Some(cell) = cell {
                    *cell = symbol;
                }
                self.at.0 += 1;
            }
        }
    }

    /// Obeys a control sequence and gives what follows it.
    fn control<'a>(&mut self, sequence: &'a str) -> &'a str {
        let end = sequence.find(|c: char| c.is_ascii_alphabetic());
        let Some(end) = end else {
            return "";
        };
        let numbers = sequence[..end].split(';');
        let numbers: Vec<usize> = numbers.map(|word| word.parse().unwrap_or(1)).collect();
        match &sequence[end..=end] {
            "H" => {
                self.at = (
                    numbers.get(1).map_or(0, |x| x.saturating_sub(1)),
                    numbers[0].saturating_sub(1),
                )
            }
            "C" => self.at.0 += numbers[0],
            "J" => self.rows.iter_mut().for_each(|row| row.fill(' ')),
            _ => {}
        }
        &sequence[end + 1..]
    }
}
