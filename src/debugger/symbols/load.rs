//! Puts the labels of a file among those of the session.

use super::{Label, Source, Symbols, formats::Loaded, skipped::Skipped};

/// What became of a file's labels.
#[derive(Clone, Debug, Default)]
pub struct Applied {
    /// Labels put in.
    pub loaded: usize,
    /// Those among them that took the place of one of the same name.
    pub replaced: usize,
    /// Labels that files gave before and that are gone.
    pub removed: usize,
    /// Rows of source lines that came along.
    pub lines: usize,
    /// Everything that became no label.
    pub skipped: Skipped,
}

impl Symbols {
    /// Puts in what a file gave. What the same file gave before goes first; with `replace` what
    /// any file gave. A name that the user gave stays the user's.
    pub fn apply(&mut self, loaded: Loaded, source: &Source, replace: bool) -> Applied {
        let is_file = |label: &Label| matches!(label.source, Source::File(_));
        let mut applied = Applied {
            removed: self.remove_if(|label| label.source == *source || replace && is_file(label)),
            skipped: loaded.skipped,
            ..Applied::default()
        };
        for (index, label) in loaded.labels.into_iter().enumerate() {
            let known = self.get_exactly(&label.name);
            if known.is_some_and(|known| known.source.rank() > source.rank()) {
                let reason = "the user has given that name already";
                applied.skipped.add(reason, index + 1, &label.name);
                continue;
            }
            let name = label.name.clone();
            match self.insert(label) {
                Ok(before) => {
                    applied.loaded += 1;
                    applied.replaced += usize::from(before.is_some());
                }
                Err(_) => {
                    let reason = "there are more labels than a session holds";
                    applied.skipped.add(reason, index + 1, &name);
                }
            }
        }
        if let Some(lines) = loaded.lines {
            applied.lines = lines.len();
            self.set_lines(Some(lines));
        } else if replace {
            self.set_lines(None);
        }
        applied
    }
}
