//! Selects the shown lines of a chunk: those with the most search terms around them. Pure.

use super::words;
use protocol::query::SearchHit;

/// Maximum length of a shown line, in characters.
const LINE: usize = 400;

/// A range of lines in a text.
#[derive(Debug, Clone, Copy)]
pub struct Range<'a> {
    pub path: &'a str,
    /// First line, from 1.
    pub first_line: u32,
    pub last_line: u32,
}

/// Whether a text is the one that was indexed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SnippetMatch {
    AsIndexed,
    /// The file may have changed since.
    PerhapsChanged,
}

/// Returns the best `lines` lines of a range of a text. `None` if none of the search terms occurs
/// in it and the file may have changed.
pub fn snippet(
    range: Range<'_>,
    text: &str,
    terms: &[String],
    lines: usize,
    held: SnippetMatch,
) -> Option<SearchHit> {
    let index = |line: u32| usize::try_from(line).unwrap_or(usize::MAX);
    let first = index(range.first_line.max(1)) - 1;
    let count = index(range.last_line).saturating_sub(first);
    let own: Vec<&str> = text.lines().skip(first).take(count).collect();
    let found: Vec<Vec<bool>> = own.iter().map(|line| holds(line, terms)).collect();
    let path = range.path.to_lowercase();
    let is_named = terms.iter().any(|term| path.contains(term.as_str()));
    let is_sure = is_named || held == SnippetMatch::AsIndexed;
    if !is_sure && !found.iter().flatten().any(|holds| *holds) {
        return None;
    }
    let lines = lines.clamp(1, own.len().max(1));
    let start = (0..=own.len().saturating_sub(lines))
        .max_by_key(|start| {
            let shown = found.get(*start..start + lines).unwrap_or_default();
            let different = (0..terms.len())
                .filter(|at| shown.iter().any(|line| line.get(*at) == Some(&true)))
                .count();
            let all: usize = shown
                .iter()
                .map(|line| line.iter().filter(|it| **it).count())
                .sum();
            // The first of equal ones wins.
            (different, all, std::cmp::Reverse(*start))
        })
        .unwrap_or(0);
    let shown = own.get(start..(start + lines).min(own.len()))?;
    let cut = |line: &&str| line.chars().take(LINE).collect::<String>();
    let number = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
    let start_line = number(first + start).saturating_add(1);
    Some(SearchHit {
        path: range.path.to_owned(),
        start_line,
        end_line: start_line.saturating_add(number(shown.len().saturating_sub(1))),
        snippet: shown.iter().map(cut).collect::<Vec<_>>().join("\n"),
    })
}

/// Returns the texts to highlight in the hits of a question, in lower case, the longest first: the
/// question as written, and the stems of its words.
pub fn marked(question: &str) -> Vec<String> {
    let terms = words::terms(question);
    let mut all = vec![question.trim().to_lowercase()];
    all.extend(terms.iter().map(|term| stem(term).to_owned()));
    all.retain(|mark| !mark.is_empty());
    all.sort_by_key(|mark| std::cmp::Reverse(mark.len()));
    all.dedup();
    all
}

fn holds(line: &str, terms: &[String]) -> Vec<bool> {
    let line = line.to_lowercase();
    terms.iter().map(|term| line.contains(stem(term))).collect()
}

/// Returns the beginning that the forms of a word share, roughly like the index's stemming.
fn stem(term: &str) -> &str {
    let ends = ["ing", "ies", "ed", "es", "s", "e", "y"];
    let cut = ends.iter().find_map(|end| term.strip_suffix(end));
    cut.filter(|stem| stem.len() >= 3).unwrap_or(term)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "zero\nfn lock() {}\n\nfn other() {}\n// a session is locked\nfn end() {}\n";

    fn shown(terms: &[&str], lines: usize) -> Option<SearchHit> {
        let terms: Vec<String> = terms.iter().map(|term| (*term).to_owned()).collect();
        let range = Range {
            path: "src/a.rs",
            first_line: 2,
            last_line: 6,
        };
        snippet(range, TEXT, &terms, lines, SnippetMatch::PerhapsChanged)
    }

    #[test]
    fn the_lines_with_most_of_the_terms_are_shown() {
        let hit = shown(&["session", "locking"], 1).expect("a hit");
        assert_eq!((hit.start_line, hit.end_line), (5, 5));
        assert_eq!(hit.snippet, "// a session is locked");
        let hit = shown(&["lock"], 20).expect("a hit");
        assert_eq!((hit.start_line, hit.end_line), (2, 6));
    }

    #[test]
    fn the_question_and_the_beginnings_of_its_words_are_marked() {
        assert_eq!(
            marked(" Where is the session locked? "),
            ["where is the session locked?", "session", "lock"]
        );
        assert_eq!(marked("lock"), ["lock"]);
        assert_eq!(marked("  "), [""; 0]);
    }

    #[test]
    fn what_is_no_longer_there_is_not_shown() {
        assert_eq!(shown(&["absent"], 3), None);
        assert!(shown(&["src"], 3).is_some(), "the path was asked for");
    }
}
