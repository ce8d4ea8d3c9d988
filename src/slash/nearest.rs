//! The name that is nearest to a mistyped one, by the edits between them.

/// The nearest of `names`; the first of those that are equally near.
pub fn nearest<'a>(typed: &str, names: impl Iterator<Item = &'a str>) -> &'a str {
    names
        .min_by_key(|name| distance(typed, name))
        .unwrap_or("help")
}

/// Levenshtein's distance, with a prefix counted as nearer than any edit.
fn distance(typed: &str, name: &str) -> usize {
    let typed: Vec<char> = typed.chars().collect();
    let mut row: Vec<usize> = (0..=typed.len()).collect();
    for (line, wanted) in name.chars().enumerate() {
        let mut diagonal = row.first().copied().unwrap_or(0);
        if let Some(first) = row.first_mut() {
            *first = line + 1;
        }
        let mut left = line + 1;
        for (cell, have) in row.iter_mut().skip(1).zip(&typed) {
            let replaced = diagonal + usize::from(*have != wanted);
            diagonal = *cell;
            left = replaced.min(left + 1).min(*cell + 1);
            *cell = left;
        }
    }
    row.last().copied().unwrap_or(0)
}
