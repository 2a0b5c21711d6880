//! The picture that goes with a reply of this group, and the file it is written to.

use crate::{
    commands::{Attachment, CommandError, Context, file_form},
    debugger::{colors, picture::Picture},
};
use serde::Serialize;

/// A picture as PNG, or none.
#[derive(Debug, Serialize)]
pub struct Drawing {
    #[serde(skip)]
    png: Option<Vec<u8>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
}

impl Drawing {
    /// A picture in the machine's colors, written to a file if there is a path.
    ///
    /// # Errors
    /// Those of writing: `io`, `bad_value`.
    pub fn new(
        context: &Context,
        picture: Option<Picture>,
        path: Option<&str>,
    ) -> Result<Drawing, CommandError> {
        file_form::png(path)?;
        let png = picture.map(|picture| picture.png(colors::rgb, &[]));
        let path = match (path, &png) {
            (Some(path), Some(png)) => Some(context.write_file(path, "png", png)?),
            _ => None,
        };
        Ok(Drawing { png, path })
    }

    /// The picture as what goes with a reply.
    pub fn attachments(&self) -> Vec<Attachment> {
        let attachment = |bytes: &Vec<u8>| Attachment {
            mime: "image/png".to_string(),
            bytes: bytes.clone(),
        };
        self.png.iter().map(attachment).collect()
    }

    /// The line that says where it was written.
    pub fn text(&self) -> Option<String> {
        let path = self.path.as_ref()?;
        Some(format!("written to {path}"))
    }
}
