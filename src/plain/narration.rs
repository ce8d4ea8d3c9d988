//! Prints a streaming answer as whole lines: sentence by sentence in prose, line by line in code,
//! never token by token.
//!
//! Printed text is never taken back. So a sentence waits while it has an open part that may be a
//! mark (see [`super::markdown`]), at most to the end of its paragraph; the output does not depend
//! on how the text was cut into pieces.

use super::markdown::{Speaker, Start, Undecided, begun_line, plain};
use super::table::{cells, is_rule, row_words};

/// A text that arrives in pieces.
#[derive(Debug, Clone, Default)]
pub(super) struct Narration {
    /// The text received so far.
    text: String,
    /// Number of its bytes already printed.
    said: usize,
    /// Opening fence of the code block that the next line is in.
    fence: Option<(char, usize)>,
    /// Column names of the table that the next line may be a row of.
    table: Option<Vec<String>>,
    /// Whether any part was printed.
    begun: bool,
    voice: Speaker,
}

/// Minimum length of a sentence in bytes; a shorter one waits for the next.
const SHORTEST: usize = 24;

/// Maximum bytes that wait for the end of a mark; after that the text is printed with
/// the possible mark.
const LONGEST: usize = 2_000;

/// Maximum bytes of a line; a longer one is printed in parts, each ending at a blank if there is
/// one. This bounds the work for one part, whatever a model sends.
const LONGEST_LINE: usize = 4_000;

/// Bytes before the end of a part that are searched for a blank.
const LAST_WORD: usize = 200;

/// Returns the lines of a complete text of the agent.
pub(super) fn told(text: &str) -> Vec<String> {
    Narration::default().end(text)
}

/// Returns the lines of a complete text of the program.
pub(super) fn own(text: &str) -> Vec<String> {
    let mut speech = Narration {
        voice: Speaker::Program,
        ..Narration::default()
    };
    speech.end(text)
}

impl Narration {
    /// Takes a piece at its offset; returns the lines that are complete now. Skips text already
    /// known; a piece after a gap is ignored, because the complete text will contain it.
    pub(super) fn piece(&mut self, offset: u64, piece: &str) -> Vec<String> {
        let offset = usize::try_from(offset).unwrap_or(usize::MAX);
        let Some(known) = self.text.len().checked_sub(offset) else {
            return Vec::new();
        };
        match piece.get(known..) {
            Some(new) => self.text.push_str(new),
            None => return Vec::new(),
        }
        self.whole_lines(More::MayCome)
    }

    /// Takes the complete text; returns the lines not printed yet.
    pub(super) fn end(&mut self, whole: &str) -> Vec<String> {
        whole.clone_into(&mut self.text);
        self.whole_lines(More::No)
    }

    /// Whether any part of the text was printed.
    pub(super) fn has_begun(&self) -> bool {
        self.begun
    }

    fn whole_lines(&mut self, more: More) -> Vec<String> {
        let mut lines = Vec::new();
        while let Some(end) = self.next_end(more) {
            let is_line = self.is_at_line();
            let rest = self.text.get(self.said..).unwrap_or_default();
            let part = rest.get(..end).unwrap_or_default().to_owned();
            self.said += end;
            for line in self.say(&part, is_line) {
                self.begun = true;
                lines.push(line);
            }
        }
        lines
    }

    /// Whether the next text begins a line.
    fn is_at_line(&self) -> bool {
        let said = self.text.get(..self.said).unwrap_or_default();
        said.is_empty() || said.ends_with('\n')
    }

    /// Returns the end of the next part that can be printed.
    fn next_end(&self, more: More) -> Option<usize> {
        let rest = self.text.get(self.said..).filter(|rest| !rest.is_empty())?;
        let (line, is_whole) = first_line(rest, more);
        if self.fence.is_some() {
            return is_whole.then_some(line.len());
        }
        if !self.is_at_line() {
            return self.text_end(rest, more);
        }
        match Start::of(line, !is_whole) {
            Start::Undecided => None,
            Start::Row if is_whole && self.table.is_none() => table_head_end(rest, line, more),
            Start::Blank | Start::Fence(..) | Start::Row | Start::Rule => {
                is_whole.then_some(line.len())
            }
            Start::Heading => self
                .sentence_end(line, 0, &mut Undecided::default())
                .or_else(|| is_whole.then_some(line.len())),
            Start::Text | Start::Entry => self.text_end(rest, more),
        }
    }

    /// Returns a part, which ends at a printable end, as lines.
    fn say(&mut self, part: &str, is_line: bool) -> Vec<String> {
        let start = if is_line {
            Start::of(part.lines().next().unwrap_or_default(), false)
        } else {
            Start::Text
        };
        if let Some((mark, count)) = self.fence {
            let line = part.trim();
            let marks = line.chars().take_while(|letter| *letter == mark).count();
            if marks >= count && line.chars().all(|letter| letter == mark) {
                self.fence = None;
                return self.end_of_code(part);
            }
            return as_it_stands(part);
        }
        if let Start::Fence(mark, count) = start {
            self.fence = Some((mark, count));
            self.table = None;
            return self.end_of_code(part);
        }
        let part = redact::sanitize(part);
        let told = match start {
            Start::Row => self.row(&part),
            _ => {
                self.table = self.table.take().filter(|_| !is_line);
                if is_line {
                    begun_line(&part, self.voice)
                } else {
                    plain(&part, self.voice)
                }
            }
        };
        // Text that was split by marks may form a secret now, so it is masked again.
        let lines = super::text::lines(&told).into_iter();
        let lines = lines.map(|line| line.trim().to_owned());
        lines.filter(|line| !line.is_empty()).collect()
    }

    /// Returns a table row as words, or takes the head with the rule below it.
    fn row(&mut self, part: &str) -> String {
        let row = |line: &str| -> Vec<String> {
            let cells = cells(line.trim()).into_iter();
            cells.map(|cell| plain(&cell, self.voice)).collect()
        };
        let mut rows = part.lines();
        let cells = row(rows.next().unwrap_or_default());
        match (&self.table, rows.next()) {
            (Some(names), _) => row_words(names, &cells),
            (None, Some(_)) => {
                let told = match self.voice {
                    Speaker::Agent => cells.join(", "),
                    Speaker::Program => String::new(),
                };
                self.table = Some(cells);
                told
            }
            (None, None) => plain(part, self.voice),
        }
    }

    /// Returns the line for the begin or end of a code block.
    fn end_of_code(&self, line: &str) -> Vec<String> {
        match self.voice {
            Speaker::Agent => as_it_stands(line),
            Speaker::Program => Vec::new(),
        }
    }

    /// Returns the end of the first sentence, else of the line, at which no mark is open; else the
    /// end of the paragraph.
    fn text_end(&self, rest: &str, more: More) -> Option<usize> {
        let mut open = Undecided::default();
        let mut at = 0;
        loop {
            let (line, is_whole) = first_line(rest.get(at..).unwrap_or_default(), more);
            if at > 0 {
                match Start::of(line, !is_whole) {
                    Start::Undecided => return None,
                    Start::Text => {}
                    _ => return Some(at),
                }
            }
            if let Some(end) = self.sentence_end(line, at, &mut open) {
                return Some(at + end);
            }
            if !is_whole {
                return None;
            }
            open.line_ends();
            at += line.len();
            if open.is_closed() || at >= LONGEST {
                return Some(at);
            }
        }
    }

    /// Returns the end of the first sentence that is long enough, with the blank after it;
    /// `before_it` is the number of bytes before the line.
    fn sentence_end(&self, line: &str, before_it: usize, open: &mut Undecided) -> Option<usize> {
        let mut word = 0;
        let mut before = ' ';
        for (at, letter) in line.char_indices() {
            if letter == ' ' {
                let last = line.get(word..at).unwrap_or_default().trim_matches('*');
                let ends = matches!(before, '.' | '!' | '?') && !is_short_form(last);
                let length = before_it + at;
                let ends = ends && self.voice == Speaker::Agent;
                if ends && length >= SHORTEST && (open.is_closed() || length >= LONGEST) {
                    return Some(at + 1);
                }
                word = at + 1;
            }
            open.take(line.get(at..).unwrap_or_default());
            if letter != '*' {
                before = letter;
            }
        }
        None
    }
}

/// Whether more of a text may come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum More {
    MayCome,
    No,
}

/// Returns the first line with its end, or the first part of a long one, and whether
/// it is complete.
fn first_line(text: &str, more: More) -> (&str, bool) {
    let window = text
        .get(..text.floor_char_boundary(LONGEST_LINE))
        .unwrap_or(text);
    if let Some(end) = window.find('\n') {
        return (window.get(..=end).unwrap_or_default(), true);
    }
    if window.len() == text.len() && text.len() < LONGEST_LINE {
        return (text, more == More::No);
    }
    let last = window.floor_char_boundary(window.len().saturating_sub(LAST_WORD));
    let blank = window.get(last..).and_then(|tail| tail.rfind(' '));
    let end = blank.map_or(window.len(), |at| last + at + 1);
    (window.get(..end).unwrap_or_default(), true)
}

fn as_it_stands(part: &str) -> Vec<String> {
    let lines = super::text::lines(part).into_iter();
    lines.filter(|line| !line.trim().is_empty()).collect()
}

/// Returns the end of a table head, which includes the rule below it. A row without a rule is text.
fn table_head_end(rest: &str, head: &str, more: More) -> Option<usize> {
    let (below, is_whole) = first_line(rest.get(head.len()..).unwrap_or_default(), more);
    let line = below.trim();
    let may_be = |letter: char| matches!(letter, '|' | '-' | ':' | ' ');
    if !is_whole && line.chars().all(may_be) {
        return None;
    }
    let is_below = line.starts_with('|') && cells(line).iter().all(|cell| is_rule(cell));
    Some(if is_below {
        head.len() + below.len()
    } else {
        head.len()
    })
}

/// Whether a word that ends with a dot does not end a sentence: `e.g.`, `3.`, `a.`.
fn is_short_form(word: &str) -> bool {
    let Some(stem) = word.strip_suffix('.') else {
        return false;
    };
    stem.chars().count() < 2 || stem.contains('.') || stem.chars().all(|it| it.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    use proptest::prelude::*;

    use testing::cases;

    const ANSWER: &str = "I look at the file first, e.g. its end. Then I change it.\n\n```rust\nfn a() {\n    b. c();\n}\n```\nDone. It works now.";

    /// Returns the output for a text that arrives in pieces of these sizes; the last size repeats.
    fn said_in_pieces(text: &str, sizes: &[usize]) -> Vec<String> {
        let mut speech = Narration::default();
        let mut lines = Vec::new();
        let mut letters = text.chars().peekable();
        let mut sizes = sizes.iter().copied().cycle();
        let mut offset = 0;
        while letters.peek().is_some() {
            let size = sizes.next().unwrap();
            let piece: String = letters.by_ref().take(size).collect();
            lines.extend(speech.piece(offset, &piece));
            offset += piece.len() as u64;
        }
        lines.extend(speech.end(text));
        lines
    }

    #[test]
    fn an_answer_is_said_in_sentences_and_code_in_lines_whatever_the_pieces_were() {
        let whole = told(ANSWER);
        assert_eq!(
            whole,
            [
                "I look at the file first, e.g. its end.",
                "Then I change it.",
                "```rust",
                "fn a() {",
                "    b. c();",
                "}",
                "```",
                "Done. It works now."
            ]
        );
        for size in [1, 2, 3, 7, 20] {
            assert_eq!(said_in_pieces(ANSWER, &[size]), whole, "pieces of {size}");
        }
    }

    #[test]
    fn what_came_twice_is_said_once_and_a_gap_is_filled_at_the_end() {
        let mut speech = Narration::default();
        let mut lines = speech.piece(0, "one\ntw");
        lines.extend(speech.piece(4, "two\n"));
        lines.extend(speech.piece(20, "lost\n"));
        lines.extend(speech.end("one\ntwo\nthree\n"));
        assert_eq!(lines, ["one", "two", "three"]);
    }

    #[test]
    fn an_answer_is_told_without_the_marks_that_only_draw() {
        let answer = "# What I did\n\n1. **utils/validators.py** : I added `validate()`. It is **short and *simple*. It \
            is tested**, too.\n* [the docs](docs/api.md) tell\n  of it\n---\n| file | lines |\n|---|---:|\n\
            | **a.py** | 3 |\n\n```md\n**b**\n# c\n````\nA line **that\ngoes on** here.\n**never closed\n- end";
        assert_eq!(
            told(answer),
            [
                "What I did",
                "1. utils/validators.py : I added `validate()`.",
                "It is short and simple. It is tested, too.",
                "- the docs (docs/api.md) tell",
                "of it",
                "file, lines",
                "a.py: 3",
                "```md",
                "**b**",
                "# c",
                "````",
                "A line that",
                "goes on here.",
                "**never closed",
                "- end",
            ]
        );
    }

    #[test]
    fn only_what_is_undecided_is_held_back() {
        let mut speech = Narration::default();
        let mut heard = |text: &str| {
            let offset = speech.text.len() as u64;
            speech.piece(offset, text)
        };
        let none: [&str; 0] = [];
        assert_eq!(heard("It is **done at the very"), none);
        assert_eq!(heard(" end. And"), none, "the mark is open");
        assert_eq!(
            heard("** more. "),
            ["It is done at the very end. And more."]
        );
        assert_eq!(heard("Now **comes this.\n"), none);
        assert_eq!(heard("and** that\nx"), ["Now comes this.", "and that"]);
        assert_eq!(heard(" **y\n"), none);
        assert_eq!(heard("\n"), ["x **y"], "its paragraph is over");
    }

    #[test]
    fn a_mark_that_is_never_closed_holds_back_no_more_than_so_much() {
        let text = format!("**a{}", " It goes on and on.".repeat(1_000));
        let mut speech = Narration::default();
        assert!(!speech.piece(0, &text).is_empty());
        assert!(text.len() - speech.said < LONGEST + 100);
    }

    #[test]
    fn a_line_without_an_end_is_told_part_by_part() {
        for (name, text) in [
            ("words", "words of a text ".repeat(20_000)),
            ("one word", "x".repeat(300_000)),
            (
                "links",
                format!("{}a{}", "[".repeat(20_000), "](b)".repeat(20_000)),
            ),
            ("stars", "*a ".repeat(50_000)),
            ("code", format!("```\n{}", "x y ".repeat(50_000))),
            ("quotes", ">".repeat(50_000)),
            ("a table", "|a".repeat(50_000)),
            (
                "backquotes",
                (1..300).map(|count| "`".repeat(count) + " ").collect(),
            ),
        ] {
            let said = told(&text);
            let letters = |text: &str| text.chars().filter(|it| it.is_alphanumeric()).count();
            assert_eq!(
                said.iter().map(|line| letters(line)).sum::<usize>(),
                letters(&text),
                "{name}"
            );
            let longest = said.iter().map(String::len).max();
            assert!(longest <= Some(3 * LONGEST_LINE), "{name}: {longest:?}");
        }
    }

    #[test]
    fn the_parts_of_a_long_line_are_the_same_whatever_the_pieces_were() {
        let text = "words **of** a text, [a](b) ".repeat(1_000);
        let whole = told(&text);
        for size in [100, 3_999, 4_001, 9_000] {
            assert_eq!(said_in_pieces(&text, &[size]), whole, "pieces of {size}");
        }
    }

    /// Generates texts of marks and their surroundings.
    fn markdown() -> impl Strategy<Value = String> {
        let parts = vec![
            "*",
            "**",
            "***",
            "`",
            "``",
            "```",
            "~~~",
            "#",
            "## ",
            "- ",
            "* ",
            "1. ",
            "> ",
            "[",
            "](",
            ")",
            "(",
            "!",
            "<",
            ">",
            "\\",
            "_",
            "__",
            "---",
            "===",
            "|",
            "| a | b |\n",
            "|---|--:|\n",
            "\n",
            "\n",
            "\n\n",
            " ",
            " ",
            ". ",
            "? ",
            "word",
            "A sentence that is long enough. ",
            "é",
            "日本",
            "3",
            "https://a.b",
            "\t",
            "\r\n",
        ];
        prop::collection::vec(prop::sample::select(parts), 0..40).prop_map(|parts| parts.concat())
    }

    #[test]
    fn a_table_is_read_out_row_by_row_without_its_frame() {
        let said = own(
            "**Models**\n\n| model | size | price |\n|---|---:|---|\n| `a\\|b` | 4 GB | |\n| c | 1 GB | 2 |\n\n`/model` chooses.",
        );
        assert_eq!(
            said,
            [
                "Models",
                "a|b: size 4 GB",
                "c: size 1 GB, price 2",
                "/model chooses."
            ]
        );
    }

    #[test]
    fn a_block_of_code_is_read_as_it_stands() {
        assert_eq!(
            own("```\n| a |\n**b**\n```\nend"),
            ["| a |", "**b**", "end"]
        );
    }

    #[test]
    fn what_the_program_says_has_its_lines_whole_and_no_marks_of_code_and_names_keep_their_stars() {
        assert_eq!(
            own(
                "**One**: `src/*.rs` and *.toml, 2*3. Another sentence of it.\n- `` a`b `` is *so*"
            ),
            [
                "One: src/*.rs and *.toml, 2*3. Another sentence of it.",
                "- a`b is so"
            ]
        );
    }

    proptest! {
        #![proptest_config(cases(500))]

        #[test]
        fn what_is_told_is_the_same_whatever_the_pieces_were(
            text in markdown(),
            sizes in prop::collection::vec(1_usize..12, 1..6),
        ) {
            prop_assert_eq!(said_in_pieces(&text, &sizes), told(&text));
        }

        #[test]
        fn no_word_of_it_is_lost(text in markdown()) {
            let words = |text: &str| -> String { text.chars().filter(|it| it.is_alphanumeric()).collect() };
            // Column names are printed with each row, so the words differ.
            prop_assume!(!text.contains("|---|"));
            prop_assert_eq!(words(&told(&text).concat()), words(&text));
        }
    }
}
