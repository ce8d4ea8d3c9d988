//! Files, lines of files, and folders that a text mentions with `@`: `@src/a.rs`,
//! `@src/a.rs:10-40`, `@"a b.rs:7"`, `@docs/`.
//!
//! Only parses; the caller checks whether the file exists. Used by the engine for the lines and
//! folders that a message pins, by `/include` for its argument and by completion for recent
//! mentions.

use serde::{Deserialize, Serialize};

use notice::{Notice, notice};

/// Characters that may precede the `@`, besides whitespace.
const BEFORE: [char; 6] = ['(', '[', '{', '"', '\'', '`'];

/// Characters that end a sentence or close a character in [`BEFORE`], and so belong to no path.
const BEHIND: [char; 12] = [',', '.', ';', ':', '?', '!', ')', ']', '}', '"', '\'', '`'];

/// A range of lines in a file, from 1, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineRange {
    pub first: u32,
    /// The last line; never before the first.
    pub last: u32,
}

impl LineRange {
    /// Parses `10-40`, or `7` for one line.
    ///
    /// # Errors
    /// A message for the user when the text is not a range.
    pub fn read(typed: &str) -> Result<Self, Notice> {
        let (first, last) = typed.split_once('-').unwrap_or((typed, typed));
        match (first.parse::<u32>(), last.parse::<u32>()) {
            (Ok(first), Ok(last)) if first >= 1 && first <= last => Ok(Self { first, last }),
            (Ok(0), _) => Err(notice!("told-range-one", word = typed)),
            (Ok(first), Ok(last)) => Err(notice!(
                "told-range-order",
                word = typed,
                rest = format!("{last}-{first}")
            )),
            _ => Err(notice!("told-range-form", word = typed)),
        }
    }
}

impl std::fmt::Display for LineRange {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}-{}", self.first, self.last)
    }
}

/// Lines of a file, or a folder, that a message mentions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MentionedPart {
    /// The file or the folder, as the user typed it.
    pub path: String,
    /// The lines; `None` for a folder.
    pub lines: Option<LineRange>,
}

impl MentionedPart {
    pub fn place(&self) -> String {
        match self.lines {
            Some(lines) => format!("{}:{lines}", self.path),
            None => self.path.clone(),
        }
    }
}

/// Result of resolving a mentioned part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResolvedPart {
    pub named: MentionedPart,
    /// The file or folder that exists, or why it cannot be read.
    pub found: Result<MentionedFile, Notice>,
}

/// A mentioned file or folder that exists.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MentionedFile {
    /// Relative to the root, with symbolic links resolved; a folder ends with `/`.
    pub path: String,
    /// Number of lines of a file.
    pub total_lines: u32,
}

/// A file that a text mentions, with the range of lines as typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mention<'a> {
    pub path: &'a str,
    /// Such as `10-40`; not parsed yet.
    pub lines: Option<&'a str>,
}

impl Mention<'_> {
    /// Whether the mention names a folder.
    pub fn is_folder(&self) -> bool {
        self.lines.is_none() && self.path.ends_with('/')
    }
}

/// Returns every file that a text mentions, in order. An `@` within a word is not a mention: the
/// word is an address. A line that begins with `> ` is a quotation and mentions nothing.
pub fn mentions(text: &str) -> impl Iterator<Item = Mention<'_>> {
    text.match_indices('@').filter_map(|(at, _)| {
        let (before, behind) = (text.get(..at)?, text.get(at + 1..)?);
        if before.rsplit('\n').next()?.starts_with("> ") {
            return None;
        }
        if !before
            .chars()
            .next_back()
            .is_none_or(|last: char| last.is_whitespace() || BEFORE.contains(&last))
        {
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

/// Parses `a b.rs:7"` or `a b.rs":7`, the text after the opening quote.
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

/// Splits a path from the text that looks like lines after its last colon: `src/a.rs:10-40`.
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
    fn a_mention_with_a_slash_at_its_end_names_a_folder() {
        let folders = |text: &str| {
            let found = mentions(text).filter(Mention::is_folder);
            found
                .map(|folder| folder.path.to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(
            folders("see @docs/, (@src/app/) and @\"my docs/\"; not @docs or @a/b.rs:1-2"),
            ["docs/", "src/app/", "my docs/"]
        );
    }

    #[test]
    fn a_quoted_line_mentions_nothing() {
        assert_eq!(
            read("> +@a.rs:1-2 @b.rs\nsee @c.rs\n>no quotation @d.rs\n> @e.rs"),
            ["c.rs", "d.rs"]
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
        let why = |typed: &str| LineRange::read(typed).unwrap_err().to_string();
        assert!(why("40-10").contains("as 10-40"));
        assert!(why("0-3").contains("start at 1"));
        assert!(why("10-").contains("such as"));
        assert!(why("99999999999").contains("is not a line range"));
    }
}
