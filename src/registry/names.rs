//! What the registry asks about the session: labels, spaces, files. And nearest names.

use super::types::Address;

/// Looks up the names that a line or a completion may mention.
///
/// The registry knows no machine; whoever holds one implements this. All methods have an
/// empty default.
pub trait Names {
    /// The address of a label, exact spelling first, then any case.
    fn label(&self, _name: &str) -> Option<Address> {
        None
    }

    /// The address spaces that may stand before a colon, the default one first.
    /// An empty list accepts any word.
    fn spaces(&self) -> &[&str] {
        &[]
    }

    /// Labels that start with a prefix, in any case.
    fn labels(&self, _prefix: &str) -> Vec<String> {
        Vec::new()
    }

    /// Paths that complete a prefix.
    fn paths(&self, _prefix: &str) -> Vec<String> {
        Vec::new()
    }

    /// Values for an argument whose spec says `"complete": "<provider>"`.
    fn choices(&self, _provider: &str, _prefix: &str) -> Vec<String> {
        Vec::new()
    }
}

/// A session without any names.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoNames;

impl Names for NoNames {}

/// The longest text that is compared by edit distance; longer ones have no near names.
const LONGEST_COMPARED: usize = 64;

/// The shortest text that has near names: one or two letters are near to everything.
const SHORTEST_COMPARED: usize = 3;

/// The names nearest to a misspelled one, best first, at most `most`.
pub fn nearest<'a>(
    wanted: &str,
    names: impl Iterator<Item = &'a str>,
    most: usize,
) -> Vec<&'a str> {
    if wanted.len() < SHORTEST_COMPARED || wanted.len() > LONGEST_COMPARED {
        return Vec::new();
    }
    let wanted = wanted.to_ascii_lowercase();
    let mut scored: Vec<(usize, &str)> = names
        .filter_map(|name| score(&wanted, &name.to_ascii_lowercase()).map(|score| (score, name)))
        .collect();
    scored.sort();
    scored.truncate(most);
    scored.into_iter().map(|(_, name)| name).collect()
}

/// A distance if the two are near, else nothing. Containment counts as nearly equal.
fn score(wanted: &str, name: &str) -> Option<usize> {
    let distance = edit_distance(wanted, name);
    let allowed = (wanted.len() / 3).clamp(1, 3);
    if distance <= allowed {
        return Some(distance);
    }
    let long_enough = wanted.len() >= 3;
    (long_enough && name.contains(wanted)).then_some(allowed + 1)
}

/// Levenshtein distance with a swap of neighbors counted as one.
fn edit_distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let width = b.len() + 1;
    let mut rows = vec![0usize; (a.len() + 1) * width];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i * width + j] = cell(&rows, &a, &b, i, j);
        }
    }
    rows[a.len() * width + b.len()]
}

fn cell(rows: &[usize], a: &[char], b: &[char], i: usize, j: usize) -> usize {
    let width = b.len() + 1;
    if i == 0 || j == 0 {
        return i + j;
    }
    let changed = usize::from(a[i - 1] != b[j - 1]);
    let mut best = (rows[(i - 1) * width + j] + 1)
        .min(rows[i * width + j - 1] + 1)
        .min(rows[(i - 1) * width + j - 1] + changed);
    if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
        best = best.min(rows[(i - 2) * width + j - 2] + 1);
    }
    best
}
