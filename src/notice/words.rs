//! Wording of counts: `1 hunk`, `3 hunks`, `12,400 lines`, `40 %  1200 of 3000 MB`; and the
//! correction of mistyped words. Pure; every module may import it.

/// Edit distance in which swapping two neighbours counts as one step.
pub use strsim::osa_distance as distance;

/// Returns a count with its noun, in the plural unless the count is one.
pub fn counted(count: impl TryInto<u64>, what: &str) -> String {
    let count = count.try_into().unwrap_or(u64::MAX);
    format!("{} {}", thousands(count), worded(count, what))
}

/// Returns the noun alone: `hunk` for one, `hunks` for any other count.
pub fn worded(count: impl TryInto<u64>, what: &str) -> String {
    match count.try_into().unwrap_or(u64::MAX) {
        1 => what.to_owned(),
        _ => format!("{what}s"),
    }
}

pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Returns `done` of `total` scaled to `parts`, rounded down.
pub fn share(done: u64, total: u64, parts: u64) -> u64 {
    let share = u128::from(done.min(total)) * u128::from(parts) / u128::from(total.max(1));
    u64::try_from(share).unwrap_or(parts)
}

/// `40 %  1200 of 3000 MB`
pub fn percent_words(done: u64, total: u64) -> String {
    let percent = share(done, total, 100);
    format!(
        "{percent} %  {} of {} MB",
        done / 1_000_000,
        total.div_ceil(1_000_000)
    )
}

/// Returns the nearest of some words; `None` if none is near.
pub fn nearest<'a>(wrong: &str, words: &[&'a str]) -> Option<&'a str> {
    nearest_of(wrong, words.iter().copied())
}

/// Returns the nearest of the words in an iterator, like [`nearest`]. Of equally near words, one
/// with the same letters wins (for `modle`, `model` rather than `mode`), else the first.
pub fn nearest_of<'a>(wrong: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    words
        .into_iter()
        .filter_map(|word| Some((near(wrong, word)?, word)))
        .min_by_key(|(distance, word)| (*distance, letters(word) != letters(wrong)))
        .map(|(_, word)| word)
}

/// Returns the letters of a word, sorted.
pub fn letters(word: &str) -> Vec<char> {
    let mut letters: Vec<char> = word.chars().collect();
    letters.sort();
    letters
}

/// Returns the edit distance if it is small relative to the length.
pub fn near(wrong: &str, right: &str) -> Option<usize> {
    let wrong = wrong.to_ascii_lowercase().replace('-', "_");
    let right = right.replace('-', "_");
    let length = right.chars().count();
    if wrong.chars().count() > 2 * length + 4 {
        return None;
    }
    let distance = distance(&wrong, &right);
    // With a distance equal to the length, no letter would match.
    let is_near = distance <= (length / 3).clamp(1, 6) && (distance < length || distance == 0);
    is_near.then_some(distance)
}

/// Puts a text before the text typed so far, for example a message that returns to the editor.
pub fn before(text: &str, typed: &str) -> String {
    if typed.is_empty() {
        text.to_owned()
    } else {
        format!("{text}\n{typed}")
    }
}

#[cfg(test)]
mod tests {
    use super::{counted, nearest, worded};

    #[test]
    fn a_word_is_guessed_only_where_it_is_near() {
        let words = ["auto", "dark", "hc", "light", "?", "mode", "model"];
        for (wrong, meant) in [
            ("foo", None),
            ("xyz", None),
            ("", None),
            ("hx", Some("hc")),
            ("lihgt", Some("light")),
            ("drak", Some("dark")),
            ("modle", Some("model")),
            ("mod", Some("mode")),
        ] {
            assert_eq!(nearest(wrong, &words), meant, "{wrong}");
        }
    }

    #[test]
    fn only_one_thing_has_no_plural() {
        assert_eq!(counted(0_usize, "hunk"), "0 hunks");
        assert_eq!(counted(1_u32, "hunk"), "1 hunk");
        assert_eq!(counted(1_234_567_u64, "line"), "1,234,567 lines");
        assert_eq!(
            (worded(1_u8, "file"), worded(2_u8, "file")),
            ("file".into(), "files".into())
        );
    }
}
