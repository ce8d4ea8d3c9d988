//! Files, and lines of them, that a text names behind `@`: `@src/a.rs`, `@src/a.rs:10-40`, `@"a b.rs:7"`.
//!
//! Pure reading of words; whether there is such a file is told by whoever looks. Read by the engine for what a message
//! pins, by `/include` for its argument and by completion for what was named lately.

use serde::{Deserialize, Serialize};

/// What may stand before the `@`, besides blanks.
const BEFORE: [char; 6] = ['(', '[', '{', '"', '\'', '`'];

/// What ends a sentence, or what stands in [`BEFORE`], and belongs to no path.
const BEHIND: [char; 12] = [',', '.', ';', ':', '?', '!', ')', ']', '}', '"', '\'', '`'];

/// Lines of a file, from 1, both ends among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineRange {
    pub first: u32,
    /// The last; never before the first.
    pub last: u32,
}

impl LineRange {
    /// Reads `10-40`, or `7` for one line.
    ///
    /// # Errors
    /// In words, where it is none.
    pub fn read(typed: &str) -> Result<Self, String> {
        let (first, last) = typed.split_once('-').unwrap_or((typed, typed));
        match (first.parse::<u32>(), last.parse::<u32>()) {
            (Ok(first), Ok(last)) if first >= 1 && first <= last => Ok(Self { first, last }),
            (Ok(0), _) => Err(format!("{typed} is no range of lines: they count from 1")),
            (Ok(first), Ok(last)) => Err(format!(
                "{typed} is no range of lines: the first comes first, as in {last}-{first}"
            )),
            _ => Err(format!("{typed} is no range of lines, such as 10-40")),
        }
    }
}

impl std::fmt::Display for LineRange {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}-{}", self.first, self.last)
    }
}

/// Lines of a file that a message names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MentionedLines {
    /// The file, as it was typed.
    pub path: String,
    pub lines: LineRange,
}

impl MentionedLines {
    pub fn place(&self) -> String {
        format!("{}:{}", self.path, self.lines)
    }
}

/// What was found where lines were named.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResolvedLines {
    /// What was named.
    pub named: MentionedLines,
    /// The file that is there, or why it cannot be read.
    pub found: Result<MentionedFile, String>,
}

/// A file that was named.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MentionedFile {
    /// Relative to the root, without links.
    pub path: String,
    /// How many lines it has.
    pub total_lines: u32,
}

/// A file that is named in a text, with the range of lines as it was typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mention<'a> {
    pub path: &'a str,
    /// `10-40`, not looked at yet.
    pub lines: Option<&'a str>,
}

/// Every file that a text names, in order. An `@` within a word names none: it is an address.
pub fn mentions(text: &str) -> impl Iterator<Item = Mention<'_>> {
    text.match_indices('@').filter_map(|(at, _)| {
        let (before, behind) = (text.get(..at)?, text.get(at + 1..)?);
        let is_start = |last: char| last.is_whitespace() || BEFORE.contains(&last);
        if !before.chars().next_back().is_none_or(is_start) {
            return None;
        }
        let mention = match behind.strip_prefix('"') {
            Some(quoted) => in_quotes(quoted)?,
            None => split(
                behind
                    .split(char::is_whitespace)
                    .next()?
                    .trim_end_matches(BEHIND),
            ),
        };
        (!mention.path.is_empty()).then_some(mention)
    })
}

/// `a b.rs:7"` or `a b.rs":7`, from behind the first mark.
fn in_quotes(quoted: &str) -> Option<Mention<'_>> {
    let (inside, behind) = quoted.split_once('"')?;
    if inside.contains('\n') {
        return None;
    }
    let lines = behind.strip_prefix(':').and_then(|lines| {
        let typed = lines.split(char::is_whitespace).next()?;
        let typed = typed.trim_end_matches(BEHIND);
        looks_like_lines(typed).then_some(typed)
    });
    Some(match lines {
        Some(_) => Mention {
            path: inside,
            lines,
        },
        None => split(inside),
    })
}

/// A path and, behind its last colon, what looks like lines: `src/a.rs:10-40`.
pub fn split(typed: &str) -> Mention<'_> {
    match typed.rsplit_once(':') {
        Some((path, lines)) if looks_like_lines(lines) => Mention {
            path,
            lines: Some(lines),
        },
        _ => Mention {
            path: typed,
            lines: None,
        },
    }
}

fn looks_like_lines(typed: &str) -> bool {
    typed.starts_with(|first: char| first.is_ascii_digit())
        && typed.chars().all(|c| c.is_ascii_digit() || c == '-')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<String> {
        mentions(text)
            .map(|mention| match mention.lines {
                Some(lines) => format!("{} | {lines}", mention.path),
                None => mention.path.to_owned(),
            })
            .collect()
    }

    #[test]
    fn files_are_named_behind_an_at_that_begins_a_word_and_sentences_end_them() {
        assert_eq!(
            read("see @src/a.rs:10-20, (@b.md) and `@c.rs:7`; not me@example.org:1-2, @ or @."),
            ["src/a.rs | 10-20", "b.md", "c.rs | 7"]
        );
        assert_eq!(read("@a.rs:1-2\n@b.rs:3"), ["a.rs | 1-2", "b.rs | 3"]);
        assert_eq!(
            read("@a:b.rs @a.rs:10- @ü.rs:1"),
            ["a:b.rs", "a.rs | 10-", "ü.rs | 1"]
        );
    }

    #[test]
    fn a_path_with_blanks_stands_in_quotes() {
        assert_eq!(
            read("@\"a b.rs:1-2\" @\"a b.rs\":3-4, @\"a b.rs\" \"@c.rs:5\" @\"open"),
            ["a b.rs | 1-2", "a b.rs | 3-4", "a b.rs", "c.rs | 5"]
        );
    }

    #[test]
    fn a_range_counts_from_one_and_runs_forwards() {
        let range = |first, last| Ok(LineRange { first, last });
        assert_eq!(LineRange::read("10-40"), range(10, 40));
        assert_eq!(LineRange::read("7"), range(7, 7));
        let why = |typed: &str| LineRange::read(typed).unwrap_err();
        assert!(why("40-10").contains("as in 10-40"));
        assert!(why("0-3").contains("count from 1"));
        assert!(why("10-").contains("such as"));
        assert!(why("99999999999").contains("no range of lines"));
    }
}
