//! The valid name that a wrong one was probably meant to be.

use super::schema::KEYS;

/// The nearest configuration key, by edit distance over the whole name and over its last part;
/// `None` where nothing is near.
pub(super) fn nearest_key(wrong: &str) -> Option<&'static str> {
    let last = wrong.rsplit('.').next().unwrap_or(wrong);
    KEYS.iter()
        .filter_map(|key| {
            let key_last = key.name.rsplit('.').next().unwrap_or(key.name);
            let whole = near(wrong, key.name);
            // The right name in the wrong group counts a little less than a misspelt whole one.
            let part = near(last, key_last).map(|distance| distance + 1);
            let best = [whole, part].into_iter().flatten().min()?;
            Some((best, distance(wrong, key.name), key.name))
        })
        .min()
        .map(|(_, _, name)| name)
}

/// The nearest of some words; `None` where nothing is near.
pub(super) fn nearest_word<'a>(wrong: &str, words: &[&'a str]) -> Option<&'a str> {
    words
        .iter()
        .filter_map(|word| Some((near(wrong, word)?, *word)))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, word)| word)
}

/// The edit distance, where it is small beside the length.
fn near(wrong: &str, right: &str) -> Option<usize> {
    let wrong = wrong.to_ascii_lowercase().replace('-', "_");
    let right = right.replace('-', "_");
    let length = right.chars().count();
    if wrong.chars().count() > 2 * length + 4 {
        return None;
    }
    let distance = distance(&wrong, &right);
    (distance <= (length / 3).clamp(1, 6)).then_some(distance)
}

/// Edit distance in which exchanging two neighbours counts as one step (optimal string
/// alignment).
pub(super) fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().collect();
    let b: Vec<char> = b.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, to) in b.iter().enumerate() {
            let change = cell(&last, j) + usize::from(from != to);
            let mut best = change.min(cell(&last, j + 1) + 1).min(cell(&row, j) + 1);
            let swapped = i > 0
                && j > 0
                && a.get(i - 1) == Some(to)
                && b.get(j - 1) == Some(from)
                && from != to;
            if swapped {
                best = best.min(cell(&before, j - 1) + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last.last().copied().unwrap_or_default()
}

fn cell(row: &[usize], at: usize) -> usize {
    row.get(at).copied().unwrap_or(usize::MAX / 2)
}
