//! Full names of symbols: `scope::name`, and `name@local` for cheap local labels.

use super::{Records, record::Record};
use crate::debugger::symbols::MOST_NAME;
use std::collections::HashMap;

/// Scopes inside scopes before they are given up as a circle.
const MOST_DEPTH: usize = 32;

/// Looks up scopes and parents.
pub(super) struct Naming<'r, 'a> {
    records: &'r Records<'a>,
    /// Full names of scopes, `outer::inner::`.
    prefixes: HashMap<u32, String>,
}

impl<'r, 'a> Naming<'r, 'a> {
    pub fn new(records: &'r Records<'a>) -> Naming<'r, 'a> {
        let ids = records.scopes.iter().filter_map(|scope| scope.number("id"));
        let prefixes = ids.filter_map(|id| Some((id, prefix(records, id)?)));
        Naming {
            records,
            prefixes: prefixes.collect(),
        }
    }

    /// The full name of a symbol.
    pub fn name(&self, symbol: &Record) -> Option<String> {
        let name = symbol.word("name").filter(|name| !name.is_empty())?;
        if let Some(scope) = symbol.number("scope") {
            let prefix = self.prefixes.get(&scope)?;
            return Some(format!("{prefix}{name}"));
        }
        // A cheap local label begins with @ and belongs to the label before it.
        let parent = symbol
            .number("parent")
            .and_then(|id| self.records.symbols.get(id));
        match parent.filter(|parent| parent.number("parent").is_none()) {
            Some(parent) => Some(format!("{}{name}", self.name(parent)?)),
            None => Some(name.to_string()),
        }
    }

    /// A name that another module has too, with the module before it: `player::loop`.
    pub fn within_module(&self, symbol: &Record, name: &str) -> String {
        let module = self.module(symbol, MOST_DEPTH).unwrap_or("other");
        format!("{module}::{name}")
    }

    fn module(&self, symbol: &Record, hops: usize) -> Option<&'a str> {
        if let Some(parent) = symbol.number("parent") {
            let parent = self.records.symbols.get(parent)?;
            return self.module(parent, hops.checked_sub(1)?);
        }
        let scope = self.records.scopes.get(symbol.number("scope")?)?;
        let module = self.records.modules.get(scope.number("mod")?)?;
        let path = module.word("name")?;
        let file = path.rsplit(['/', '\\']).next()?;
        Some(file.split_once('.').map_or(file, |(stem, _)| stem))
    }
}

/// The names of a scope and those around it; a module's own scope has none.
fn prefix(records: &Records, id: u32) -> Option<String> {
    let mut names = Vec::new();
    let mut next = Some(id);
    let mut length = 0;
    while let Some(id) = next {
        let scope = records.scopes.get(id)?;
        let name = scope.word("name").unwrap_or_default();
        length += name.len();
        if names.len() > MOST_DEPTH || length > MOST_NAME {
            return None;
        }
        names.push(name);
        next = scope.number("parent");
    }
    let named = names.iter().rev().filter(|name| !name.is_empty());
    Some(named.map(|name| format!("{name}::")).collect())
}
