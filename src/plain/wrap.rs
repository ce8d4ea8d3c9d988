//! Wraps a line into terminal rows: at blanks, and inside a word that is longer than a row. Every
//! letter stays; only the blank at a break becomes the end of the row.

use client::text::fitting;

/// Wraps a line into rows of at most `columns`.
pub(super) fn rows(line: &str, columns: usize) -> Vec<&str> {
    let mut rows = Vec::new();
    let mut rest = line;
    loop {
        let (fits, _) = fitting(rest, columns);
        let end = fits.len();
        // If not even one letter fits, the terminal breaks the line.
        if end == rest.len() || end == 0 {
            rows.push(rest);
            return rows;
        }
        let (row, next) = cut(rest, end);
        rows.push(row);
        if next.is_empty() {
            return rows;
        }
        rest = next;
    }
}

/// Splits a text at the last blank within a row of `end` bytes, or at the blank right after it.
fn cut(text: &str, end: usize) -> (&str, &str) {
    let parts = |at: usize| text.split_at_checked(at).unwrap_or((text, ""));
    let (row, next) = parts(end);
    if let Some(behind) = next.strip_prefix(' ') {
        return (row, behind);
    }
    // Leading blanks belong to the line.
    let blank = row.rfind(' ').filter(|at| !parts(*at).0.trim().is_empty());
    match blank {
        Some(at) => (parts(at).0, parts(at + 1).1),
        None => (row, next),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use client::text::width_of;
    use testing::cases;

    #[test]
    fn a_line_is_broken_at_blanks_and_only_a_long_word_inside() {
        assert_eq!(rows("one two three", 20), ["one two three"]);
        assert_eq!(rows("one two three", 7), ["one two", "three"]);
        assert_eq!(rows("one two three", 9), ["one two", "three"]);
        assert_eq!(rows("    /a/long/path x", 8), ["    /a/l", "ong/path", "x"]);
        assert_eq!(rows("oui\u{a0}: bloc", 5), ["oui\u{a0}:", "bloc"]);
        assert_eq!(rows("日本語の文", 4), ["日本", "語の", "文"]);
        assert_eq!(rows("", 4), [""]);
    }

    proptest! {
        #![proptest_config(cases(300))]

        #[test]
        fn no_letter_is_lost_and_no_row_is_wider(line in "[a-zé日 /\u{a0}]{0,60}", columns in 2_usize..30) {
            let rows = rows(&line, columns);
            prop_assert!(rows.iter().all(|row| width_of(row) <= columns), "{rows:?}");
            let letters = |text: &str| text.replace(' ', "");
            prop_assert_eq!(letters(&rows.concat()), letters(&line));
            // Consecutive rows are adjacent in the line, or separated by the one blank
            // at the break.
            let blanks = |text: &str| text.matches(' ').count();
            prop_assert!(blanks(&line) - blanks(&rows.concat()) < rows.len().max(2), "{rows:?}");
        }
    }
}
