//! How to work with the tools, in a few paragraphs: in clients that load schemas on demand it
//! is the only prose a model sees at the start.

use crate::registry::Registry;

/// Most bytes of the instructions.
pub const MOST: usize = 2048;

const PROSE: &str = include_str!("instructions.md");

/// The instructions: the prose, and the groups of the command table while there is room.
pub fn text(registry: &Registry) -> String {
    let groups: Vec<&str> = registry.groups().map(|group| group.name.as_str()).collect();
    let line = format!("\nGroups: {}.", groups.join(", "));
    let mut text = PROSE.trim_end().to_string();
    if !groups.is_empty() && text.len() + line.len() <= MOST {
        text.push_str(&line);
    }
    text
}
