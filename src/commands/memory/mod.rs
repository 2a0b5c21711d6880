//! Group `memory`: read, write, search and map every address space.

mod files;
mod map;
mod read;
mod search;
mod write;

use super::Bindings;

/// Binds the group.
pub fn bind(bindings: &mut Bindings) {
    bindings.bind("memory_read", read::read);
    bindings.bind("memory_write", write::write);
    bindings.bind("memory_fill", write::fill);
    bindings.bind("memory_copy", write::copy);
    bindings.bind("memory_bus", write::bus);
    bindings.bind("memory_find", search::find);
    bindings.bind("memory_compare", search::compare);
    bindings.bind("memory_save", files::save);
    bindings.bind("memory_load", files::load);
    bindings.bind("memory_map", map::map);
    bindings.bind("memory_translate", map::translate);
}
