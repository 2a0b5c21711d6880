//! Which files a caller may touch.

use crate::commands::{CommandError, Origin};
use std::path::{Path, PathBuf};

/// Most characters of a name that an agent gives a file.
const LONGEST_NAME: usize = 64;

/// The limits that bind agents.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    /// Folder agents may read from.
    pub in_dir: Option<PathBuf>,
    /// Existing folder agents may write new files into.
    pub out_dir: Option<PathBuf>,
    /// Files the operator named on the command line.
    pub named: Vec<PathBuf>,
}

impl Policy {
    /// The file that a caller means to read.
    ///
    /// Errors: `io` when an agent may not read it. The message is the same whether the file
    /// exists or not.
    pub fn readable(&self, origin: Origin, path: &str) -> Result<PathBuf, CommandError> {
        let path = Path::new(path);
        if origin.owns_files() {
            return Ok(path.to_path_buf());
        }
        if self.named.iter().any(|named| named == path) {
            return Ok(path.to_path_buf());
        }
        self.inside(path).ok_or_else(|| {
            CommandError::io(format!(
                "{} may not be read; agents read files named on the command line and files in --in-dir",
                path.display()
            ))
        })
    }

    /// A file or folder inside the in-dir, links followed.
    fn inside(&self, path: &Path) -> Option<PathBuf> {
        let folder = self.in_dir.as_ref()?.canonicalize().ok()?;
        let file = folder.join(path).canonicalize().ok()?;
        let is_inside = file.starts_with(&folder);
        let is_named = self.named.iter().any(|named| {
            let named = named.canonicalize();
            named.is_ok_and(|named| named == file)
        });
        // A pipe or a device could keep everybody waiting.
        let is_plain = file.is_file() || file.is_dir();
        ((is_inside || is_named) && is_plain).then_some(file)
    }

    /// The file that a caller means to write.
    ///
    /// Errors: `io` without an out-dir, `bad_value` for a name an agent may not use.
    pub fn writable(
        &self,
        origin: Origin,
        name: &str,
        extension: &str,
    ) -> Result<PathBuf, CommandError> {
        if origin.owns_files() {
            let mut path = PathBuf::from(name);
            if path.extension().is_none() {
                path.set_extension(extension);
            }
            return Ok(path);
        }
        let fits = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        if name.is_empty() || name.len() > LONGEST_NAME || !name.chars().all(fits) {
            return Err(CommandError::bad_value(format!(
                "a file's name is 1 to {LONGEST_NAME} letters, digits, _ or -; the extension is added"
            )));
        }
        let folder = self.out_dir.as_ref().filter(|folder| folder.is_dir());
        let folder = folder.ok_or_else(|| {
            CommandError::io("no file can be written: there is no --out-dir, or it does not exist")
        })?;
        Ok(folder.join(format!("{name}.{extension}")))
    }
}
