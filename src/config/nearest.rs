//! Finds the valid name that a wrong one was probably meant to be.

use super::schema::KEYS;
pub(super) use notice::words::{distance, nearest as nearest_word};
use notice::words::{letters, near};

/// Returns the nearest configuration key, by edit distance over the whole name and over its last
/// part; `None` if nothing is near.
pub(super) fn nearest_key(wrong: &str) -> Option<&'static str> {
    let last = wrong.rsplit('.').next().unwrap_or(wrong);
    KEYS.iter()
        .filter_map(|key| {
            let key_last = key.name.rsplit('.').next().unwrap_or(key.name);
            let whole = near(wrong, key.name);
            // The right name in the wrong group ranks slightly below a misspelt whole name.
            let part = near(last, key_last).map(|distance| distance + 1);
            let best = [whole, part].into_iter().flatten().min()?;
            // Between two equally near keys, prefers one whose letters were swapped or left out.
            let is_swapped = letters(wrong) == letters(key.name);
            let other = !is_swapped && !is_left_of(wrong, key.name);
            Some((best, distance(wrong, key.name), other, key.name))
        })
        .min()
        .map(|(.., name)| name)
}

/// Returns the nearest group of keys with as many parts; `None` if nothing is near.
pub(super) fn nearest_group(wrong: &str) -> Option<&'static str> {
    let depth = wrong.matches('.').count();
    let groups = KEYS.iter().filter_map(|key| {
        let (end, _) = key.name.match_indices('.').nth(depth)?;
        key.name.get(..end)
    });
    let above = wrong.rsplit_once('.').map_or("", |(above, _)| above);
    let last = |name: &'static str| match name.rsplit_once('.') {
        Some((group, last)) => (group == above).then_some(last),
        None => above.is_empty().then_some(name),
    };
    let wrong = wrong.rsplit('.').next().unwrap_or(wrong);
    groups
        .filter_map(|name| Some((near(wrong, last(name)?)?, name)))
        .min()
        .map(|(_, name)| name)
}

/// Whether a word results from another one by leaving letters out.
fn is_left_of(short: &str, whole: &str) -> bool {
    let mut letters = whole.chars();
    short
        .chars()
        .all(|wanted: char| letters.any(|letter| letter == wanted))
}
