//! The form of a file from its name: the extension and a given form have to agree.

use super::CommandError;
use std::path::Path;

/// The form to write a file in: the one given, else that of the path's extension, else the
/// usual one. `forms` are extensions with the forms they stand for.
///
/// # Errors
/// `bad_value` for an extension of another form or of none.
pub fn by_extension<F: Copy + PartialEq>(
    path: Option<&str>,
    given: Option<F>,
    usual: F,
    forms: &[(&str, F)],
) -> Result<F, CommandError> {
    let extension = path.and_then(|path| Path::new(path).extension()?.to_str());
    let Some(extension) = extension else {
        return Ok(given.unwrap_or(usual));
    };
    let named = forms
        .iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(extension));
    match (named, given) {
        (Some((_, named)), None) => Ok(*named),
        (Some((_, named)), Some(given)) if *named == given => Ok(given),
        (Some(_), Some(_)) => Err(CommandError::bad_value(format!(
            "the file's extension .{extension} is that of another form than the one given"
        ))),
        (None, _) => {
            let known: Vec<String> = forms.iter().map(|(known, _)| format!(".{known}")).collect();
            Err(CommandError::bad_value(format!(
                "a file named .{extension} is not written here; extensions are {}",
                known.join(", ")
            )))
        }
    }
}

/// Refuses a path whose extension is not that of a PNG file.
///
/// # Errors
/// `bad_value`.
pub fn png(path: Option<&str>) -> Result<(), CommandError> {
    by_extension(path, None, (), &[("png", ())])
}
