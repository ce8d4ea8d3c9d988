//! Converts Markdown to spoken text, without purely visual marks.
//!
//! It removes the stars of emphasis, the hashes of headings, separator lines and the brackets of
//! links; a link becomes its text and its address. Marks with a meaning stay in the agent's text:
//! numbers and dashes of lists, the angle bracket of a quote, and
//!
//! - the backquotes of inline code. They say that the text between them is literal, and where it
//!   ends: with `git add .` at the end of a sentence, nothing else tells whether the dot belongs to
//!   it. A screen reader can be set to skip a letter; it cannot restore a missing one.
//! - underscores: they are far more often parts of names than marks, and `__init__` without them is
//!   another name.

use std::ops::Range;

mod brackets;

use brackets::Brackets;

/// Maximum number of enclosing links in which the marks of a link's text are still removed.
const DEEPEST: usize = 4;

/// The author of a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Speaker {
    /// The agent: printed sentence by sentence, with the marks of code.
    #[default]
    Agent,
    /// The program: printed line by line. Its code is words to type and names, recognizable by
    /// their position, so that their marks are not printed; neither are the head of a table, whose
    /// rows repeat the column names, and the fences of a code block.
    Program,
}

/// The kind of block that a line begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Start {
    /// More of the line is needed to decide.
    Undecided,
    Blank,
    /// Text, which may continue the previous line.
    Text,
    /// A heading: it ends with its line.
    Heading,
    /// A list entry or a quote.
    Entry,
    /// A code fence: its letter and their count.
    Fence(char, usize),
    /// A row of a table.
    Row,
    /// A separator line, or the underline of a heading.
    Rule,
}

impl Start {
    /// Classifies a line without its line end; `may_go_on` says whether more of it may come.
    pub(super) fn of(line: &str, may_go_on: bool) -> Self {
        let line = line.trim();
        if line.starts_with('|') {
            return Start::Row;
        }
        let marks = "#*+-_=`~>.) \t0123456789";
        let is_bare = line.chars().all(|letter| marks.contains(letter));
        let first = line.chars().next().unwrap_or(' ');
        let count = line.chars().take_while(|letter| *letter == first).count();
        let is_fence = matches!(first, '`' | '~') && count >= 3;
        if may_go_on && (is_bare || is_fence) {
            return Start::Undecided;
        }
        let behind = line.get(first.len_utf8() * count..).unwrap_or_default();
        match first {
            _ if line.is_empty() => Start::Blank,
            // If the same letter follows later in the line, it is inline code.
            '`' | '~' if is_fence && !behind.contains(first) => Start::Fence(first, count),
            '#' if count <= 6 && behind.starts_with([' ', '\t']) => Start::Heading,
            '>' => Start::Entry,
            '-' | '*' | '_' | '=' if is_rule(line, first) => Start::Rule,
            '-' | '*' | '+' if count == 1 && behind.starts_with([' ', '\t']) => Start::Entry,
            '0'..='9' if is_numbered(line) => Start::Entry,
            _ => Start::Text,
        }
    }
}

fn is_rule(line: &str, mark: char) -> bool {
    let marks = line.chars().filter(|letter| *letter == mark).count();
    marks >= 3 && line.chars().all(|letter| letter == mark || letter == ' ')
}

fn is_numbered(line: &str) -> bool {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let behind = line.get(digits..).unwrap_or_default();
    digits <= 9 && (behind.starts_with(". ") || behind.starts_with(") "))
}

/// Returns the spoken form of a text that begins a line.
pub(super) fn begun_line(text: &str, voice: Speaker) -> String {
    let text = text.trim_start();
    let line = text.lines().next().unwrap_or_default();
    match Start::of(line, false) {
        Start::Heading => {
            let title = text.trim_start_matches('#').trim();
            let closed = title.rsplit_once(' ');
            let is_closing = |tail: &str| tail.bytes().all(|letter| letter == b'#');
            let title = closed.filter(|(_, tail)| is_closing(tail));
            let title = title.map_or(text.trim_start_matches('#').trim(), |(title, _)| title);
            plain(title, voice)
        }
        Start::Rule => String::new(),
        // All bullet characters become a dash.
        Start::Entry => match text.strip_prefix(['*', '+']) {
            Some(entry) => format!("-{}", plain(entry, voice)),
            None => plain(text, voice),
        },
        _ => plain(text, voice),
    }
}

/// Removes the purely visual marks from a text.
pub(super) fn plain(text: &str, voice: Speaker) -> String {
    plain_at(text, voice, 0)
}

/// Same as [`plain`], for the text of a link nested `depth` links deep.
fn plain_at(text: &str, voice: Speaker, depth: usize) -> String {
    let brackets = Brackets::of(text);
    let mut out = String::with_capacity(text.len());
    let mut stars = Stars::default();
    let mut drawn: Vec<Range<usize>> = Vec::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let (told, taken) = match letter {
            '\\' => match escaped(rest) {
                Some(escaped) => (escaped.to_string(), 1 + escaped.len_utf8()),
                None => (letter.to_string(), 1),
            },
            '`' => code(rest, voice),
            '*' => {
                let count = run_of(rest, '*');
                let before = out.chars().next_back().unwrap_or(' ');
                let after = rest.chars().nth(count).unwrap_or(' ');
                drawn.extend(stars.run(out.len(), count, before, after));
                ("*".repeat(count), count)
            }
            '<' => match address(rest) {
                Some((address, taken)) => (address.to_owned(), taken),
                None => (letter.to_string(), 1),
            },
            '[' | '!' => match link(text, text.len() - rest.len(), &brackets, (voice, depth)) {
                Some(link) => link,
                None => (letter.to_string(), 1),
            },
            letter => (letter.to_string(), letter.len_utf8()),
        };
        out.push_str(&told);
        rest = rest.get(taken..).unwrap_or_default();
    }
    without(&out, drawn)
}

/// Removes these ranges from a text; no range contains another.
fn without(text: &str, mut drawn: Vec<Range<usize>>) -> String {
    drawn.sort_by_key(|range| range.start);
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for range in drawn {
        out.push_str(text.get(at..range.start).unwrap_or_default());
        at = range.end;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}

/// Returns the letter after a backslash that escapes a possible mark.
fn escaped(text: &str) -> Option<char> {
    let next = text.chars().nth(1)?;
    "*_`[]<>#|~".contains(next).then_some(next)
}

fn run_of(text: &str, letter: char) -> usize {
    text.chars().take_while(|one| *one == letter).count()
}

/// Returns the spoken form of the inline code that begins here, and its length in bytes.
fn code(text: &str, voice: Speaker) -> (String, usize) {
    let ticks = run_of(text, '`');
    let Some(span) = code_span(text) else {
        return (text.get(..ticks).unwrap_or_default().to_owned(), ticks);
    };
    let inner = text.get(ticks..span - ticks).unwrap_or_default();
    let told = match voice {
        Speaker::Agent => text.get(..span).unwrap_or_default(),
        // A blank on each side separates the marks from a backquote.
        Speaker::Program => inner
            .strip_prefix(' ')
            .and_then(|inner| inner.strip_suffix(' '))
            .unwrap_or(inner),
    };
    (told.to_owned(), span)
}

/// Returns the length in bytes of the code span that begins here.
fn code_span(text: &str) -> Option<usize> {
    let ticks = run_of(text, '`');
    let mut at = ticks;
    loop {
        at += text.get(at..)?.find('`')?;
        let found = run_of(text.get(at..)?, '`');
        at += found;
        if found == ticks {
            return Some(at);
        }
    }
}

/// Returns the address in angle brackets that begins here, and its length in bytes
/// with the brackets.
fn address(text: &str) -> Option<(&str, usize)> {
    let (address, _) = text.strip_prefix('<')?.split_once('>')?;
    let is_address = address.contains("://") || address.starts_with("mailto:");
    let is_one = is_address && !address.contains(char::is_whitespace);
    is_one.then_some((address, address.len() + 2))
}

/// Returns the spoken form of the link or picture that begins at this byte, and its
/// length in bytes.
fn link(
    text: &str,
    at: usize,
    brackets: &Brackets,
    (voice, depth): (Speaker, usize),
) -> Option<(String, usize)> {
    if depth >= DEEPEST {
        return None;
    }
    let picture = usize::from(text.get(at..)?.starts_with('!'));
    let words = brackets.inside(text, at + picture, '[')?;
    let target = brackets.inside(text, at + picture + words.len() + 2, '(')?;
    let taken = picture + words.len() + target.len() + 4;
    let mut parts = target.split_whitespace();
    let address = parts.next()?.trim_matches(['<', '>']);
    // A title in quotes is a tooltip for the mouse pointer.
    if parts
        .next()
        .is_some_and(|title| !title.starts_with(['"', '\'', '(']))
    {
        return None;
    }
    let words = plain_at(words, voice, depth + 1);
    Some((
        match words.trim() {
            "" => address.to_owned(),
            words if words == address => address.to_owned(),
            words => format!("{words} ({address})"),
        },
        taken,
    ))
}

/// Stars that may be emphasis marks: the opening ones that are not closed yet.
#[derive(Debug, Default)]
struct Stars {
    open: Vec<(usize, usize)>,
}

impl Stars {
    /// Takes a run of stars with its neighbours; returns the ranges that turn out to be marks.
    fn run(&mut self, at: usize, count: usize, before: char, after: char) -> Vec<Range<usize>> {
        let mut drawn = Vec::new();
        // `2*3`, `2**3`.
        if before.is_ascii_alphanumeric() && after.is_ascii_alphanumeric() {
            return drawn;
        }
        let (mut at, mut left) = (at, count);
        let is_text = |one: char| one.is_alphanumeric();
        if !before.is_whitespace() && (is_text(before) || !is_text(after)) {
            while left > 0
                && let Some((opened, stars)) = self.open.last_mut()
            {
                let taken = left.min(*stars).min(2);
                *stars -= taken;
                let begin = *opened + *stars;
                drawn.extend([begin..begin + taken, at..at + taken]);
                at += taken;
                left -= taken;
                if *stars == 0 {
                    self.open.pop();
                }
            }
        }
        // `src/**/*.rs`, `*.toml`.
        let is_glob = before == '/' || (count == 1 && matches!(after, '.' | '/'));
        let opens = !after.is_whitespace() && (is_text(after) || !is_text(before));
        if left > 0 && opens && !is_glob {
            self.open.push((at, left));
        }
        drawn
    }
}

/// Tracks whether a text that arrives letter by letter has an open mark that may end later.
#[derive(Debug, Default)]
pub(super) struct Undecided {
    stars: Stars,
    /// Number of backquotes that opened the inline code.
    code: Option<usize>,
    /// Open brackets of a text that may be a link's.
    brackets: usize,
    /// Open brackets in the link's address.
    address: usize,
    /// The previous letter, which is the neighbour of the marks.
    before: Option<char>,
    /// Number of following letters that belong to one already taken.
    skip: usize,
}

impl Undecided {
    /// Takes the first letter of this text.
    pub(super) fn take(&mut self, rest: &str) {
        let Some(letter) = rest.chars().next() else {
            return;
        };
        let before = self.before.replace(letter).unwrap_or(' ');
        if self.skip > 0 {
            self.skip -= 1;
            return;
        }
        match letter {
            '`' => {
                let ticks = run_of(rest, '`');
                self.skip = ticks - 1;
                match self.code {
                    None => self.code = Some(ticks),
                    Some(open) if open == ticks => self.code = None,
                    Some(_) => {}
                }
            }
            _ if self.code.is_some() => {}
            '\\' => self.skip = usize::from(escaped(rest).is_some()),
            '(' if self.address > 0 => self.address += 1,
            ')' if self.address > 0 => self.address -= 1,
            _ if self.address > 0 => {}
            '[' => self.brackets += 1,
            ']' if self.brackets > 0 => self.brackets -= 1,
            '(' if before == ']' => self.address = 1,
            '*' => {
                let count = run_of(rest, '*');
                self.skip = count - 1;
                let after = rest.chars().nth(count).unwrap_or(' ');
                self.stars.run(0, count, before, after);
            }
            _ => {}
        }
    }

    /// Handles a line end: a link does not continue on the next line.
    pub(super) fn line_ends(&mut self) {
        (self.brackets, self.address) = (0, 0);
    }

    /// Whether no mark is open.
    pub(super) fn is_closed(&self) -> bool {
        let links = self.brackets + self.address;
        links == 0 && self.code.is_none() && self.stars.open.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_that_only_draw_are_gone_and_what_says_something_stays() {
        for (written, told) in [
            (
                "1. **utils/validators.py** : ajout",
                "1. utils/validators.py : ajout",
            ),
            ("* one *of* them", "- one of them"),
            ("- **a**, ***b*** and **c *d* e**.", "- a, b and c d e."),
            ("## The **end** ##", "The end"),
            ("# C#", "C#"),
            ("#12 is mended", "#12 is mended"),
            ("> he said *so*", "> he said so"),
            ("---", ""),
            ("run `git add .`.", "run `git add .`."),
            ("`a ** b` and ``c`*`` stay", "`a ** b` and ``c`*`` stay"),
            ("__init__ and snake_case", "__init__ and snake_case"),
            ("2 * 3 = 6, 2**3 and 4*5*6", "2 * 3 = 6, 2**3 and 4*5*6"),
            (
                "src/**/*.rs, *.toml and a/*, b/*.",
                "src/**/*.rs, *.toml and a/*, b/*.",
            ),
            ("**src/plain/** and **.env**", "src/plain/ and .env"),
            ("这是**粗体**文字", "这是粗体文字"),
            ("an open ** and **one more", "an open ** and **one more"),
            (r"\*not a mark\* and C:\temp", r"*not a mark* and C:\temp"),
            (
                "[the docs](https://a.b/c_(d) \"t\").",
                "the docs (https://a.b/c_(d)).",
            ),
            (
                "[`x`](y.md) and [https://a.b](https://a.b)",
                "`x` (y.md) and https://a.b",
            ),
            ("**[a](b)** <https://a.b> <T>", "a (b) https://a.b <T>"),
            ("![a picture](p.png) ![](q.png)", "a picture (p.png) q.png"),
            (
                "a[0](x, y) and [1] and [x](y z)",
                "a[0](x, y) and [1] and [x](y z)",
            ),
        ] {
            assert_eq!(begun_line(written, Speaker::Agent), told, "{written}");
        }
    }

    #[test]
    fn what_a_line_begins_is_the_same_however_much_of_it_is_there() {
        for line in [
            "# a",
            "#a",
            "- a",
            "-a",
            "* a",
            "**a** b",
            "1. a",
            "1.5 a",
            "2019) x",
            "> a",
            "~~a~~ b",
            "``a`` b",
            "| a",
            "text",
            "_a_",
            "= a",
            "+ a",
            "--- a",
            "1234567890. a",
        ] {
            let whole = Start::of(line, false);
            for (end, _) in line.char_indices() {
                let part = Start::of(&line[..end], true);
                assert!(
                    part == whole || part == Start::Undecided,
                    "{line}: {end} {part:?} {whole:?}"
                );
            }
        }
    }

    #[test]
    fn links_in_links_end_and_say_every_word_and_address() {
        let nested = format!("{}word{}", "[".repeat(20_000), "](address)".repeat(20_000));
        for text in [
            nested,
            "[".repeat(50_000),
            "![".repeat(50_000) + "](",
            "[a](".repeat(50_000),
        ] {
            let told = begun_line(&text, Speaker::Agent);
            let count = |of: &str, what: &str| of.matches(what).count();
            for what in ["word", "address"] {
                assert_eq!(count(&told, what), count(&text, what), "{what}");
            }
        }
        assert_eq!(plain("[a [b](c) d](e)", Speaker::Agent), "a b (c) d (e)");
    }
}
