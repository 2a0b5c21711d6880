//! Group `memory`: read, write, search and map every address space.

mod candidates;
mod count;
mod files;
mod map;
mod pointers;
mod read;
mod search;
mod snapshots;
mod text;
mod write;

pub(super) use text::read_table;

use super::Bindings;

/// Binds the group.
pub fn bind(bindings: &mut Bindings) {
    bindings.bind("memory_count", count::count);
    bindings.bind("memory_uninitialized", count::uninitialized);
    bindings.bind("memory_read", read::read);
    bindings.bind("memory_write", write::write);
    bindings.bind("memory_fill", write::fill);
    bindings.bind("memory_copy", write::copy);
    bindings.bind("memory_bus", write::bus);
    bindings.bind("memory_find", search::find);
    bindings.bind("memory_compare", search::compare);
    bindings.bind("memory_search", candidates::search);
    bindings.bind("memory_snapshot", snapshots::snapshot);
    bindings.bind("memory_diff", snapshots::diff);
    bindings.bind("memory_pointers", pointers::pointers);
    bindings.bind("memory_table", text::table);
    bindings.bind("memory_save", files::save);
    bindings.bind("memory_load", files::load);
    bindings.bind("memory_map", map::map);
    bindings.bind("memory_translate", map::translate);
}
