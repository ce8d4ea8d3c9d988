//! Markdown as it is told: without the marks that only draw.
//!
//! Stars of emphasis, hashes of headings, lines that only part and the brackets of links are gone; a link is its text and
//! its address. What says something stays in what the agent says: numbers and dashes of lists, the angle of a quote, and
//!
//! - the backquotes of code in a sentence. They say that what is between them is meant letter by letter, and where it
//!   ends: with `git add .` at the end of a sentence nothing else tells whose the dot is. A screen reader can be told to
//!   pass one letter over; it cannot bring back one that is not there.
//! - underscores: they are parts of names far more often than marks, and `__init__` without them is another name.

use std::ops::Range;

mod brackets;

use brackets::Brackets;

/// Words of a link are told without their marks where they stand inside of so many other links at most.
const DEEPEST: usize = 4;

/// Whose text it is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Speaker {
    /// The agent's: told sentence by sentence, with the marks of code.
    #[default]
    Agent,
    /// The program's own: told line by line. Its code is words to type and names, which are known by where they stand, so
    /// that their marks are not told; neither are the head of a table, whose rows name what they say, and the ends of a
    /// block of code.
    Program,
}

/// What a line begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Start {
    /// It cannot be told before more of it is there.
    Undecided,
    /// It is empty.
    Blank,
    /// Text, which may go on what is before it.
    Text,
    /// A heading: it ends with its line.
    Heading,
    /// An entry of a list, or a quote.
    Entry,
    /// Of a block of code: which letter, and how often.
    Fence(char, usize),
    /// A row of a table.
    Row,
    /// A line that parts, or underlines a heading.
    Rule,
}

impl Start {
    /// Of a line without its end; whether more of it may come.
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
            // With another of its letters behind it, it is code in a line.
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

/// A text that begins a line, as it is told.
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
        // All kinds of them are told as the one.
        Start::Entry => match text.strip_prefix(['*', '+']) {
            Some(entry) => format!("-{}", plain(entry, voice)),
            None => plain(text, voice),
        },
        _ => plain(text, voice),
    }
}

/// A text without what only draws.
pub(super) fn plain(text: &str, voice: Speaker) -> String {
    plain_at(text, voice, 0)
}

/// The same of the words of a link that stands inside of so many others.
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

/// The text without these parts of it, none of which is in another.
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

/// A letter that is written with a backslash because it could be a mark.
fn escaped(text: &str) -> Option<char> {
    let next = text.chars().nth(1)?;
    "*_`[]<>#|~".contains(next).then_some(next)
}

fn run_of(text: &str, letter: char) -> usize {
    text.chars().take_while(|one| *one == letter).count()
}

/// Code in a line that begins here as it is told, and how many bytes it has.
fn code(text: &str, voice: Speaker) -> (String, usize) {
    let ticks = run_of(text, '`');
    let Some(span) = code_span(text) else {
        return (text.get(..ticks).unwrap_or_default().to_owned(), ticks);
    };
    let inner = text.get(ticks..span - ticks).unwrap_or_default();
    let told = match voice {
        Speaker::Agent => text.get(..span).unwrap_or_default(),
        // A blank on each side parts the marks from a backquote.
        Speaker::Program => inner
            .strip_prefix(' ')
            .and_then(|inner| inner.strip_suffix(' '))
            .unwrap_or(inner),
    };
    (told.to_owned(), span)
}

/// How many bytes a span of code has that begins here.
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

/// An address in angle brackets that begins here, and how many bytes it has with them.
fn address(text: &str) -> Option<(&str, usize)> {
    let (address, _) = text.strip_prefix('<')?.split_once('>')?;
    let is_address = address.contains("://") || address.starts_with("mailto:");
    let is_one = is_address && !address.contains(char::is_whitespace);
    is_one.then_some((address, address.len() + 2))
}

/// A link or picture that begins at a byte as it is told, and how many bytes it has.
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
    // A title in quotes is for who points at it.
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

/// Stars that may be marks of emphasis: those that open one and are not closed yet.
#[derive(Debug, Default)]
struct Stars {
    open: Vec<(usize, usize)>,
}

impl Stars {
    /// Some stars in a row, and what stands around them; gives which were marks after all.
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

/// Whether something is begun in a text that comes in letter by letter, and may end further on.
#[derive(Debug, Default)]
pub(super) struct Undecided {
    stars: Stars,
    /// The backquotes that the code in the line began with.
    code: Option<usize>,
    /// Brackets of a text that may be a link's.
    brackets: usize,
    /// In its address: the brackets there.
    address: usize,
    /// The letter before, which is the marks' neighbour.
    before: Option<char>,
    /// Letters that belong to one that was taken.
    skip: usize,
}

impl Undecided {
    /// Takes the letter with which this text begins.
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

    /// A line ends: a link does not go on.
    pub(super) fn line_ends(&mut self) {
        (self.brackets, self.address) = (0, 0);
    }

    /// Whether nothing is open.
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
