//! A streaming answer as whole lines: sentence by sentence in prose, line by line in code, never token by token.

/// One text that comes in piece by piece.
#[derive(Debug, Clone, Default)]
pub(super) struct Speech {
    /// What has come in.
    text: String,
    /// So many bytes of it were said.
    said: usize,
    /// Whether what comes next stands in a block of code.
    in_code: bool,
    /// Whether anything was said.
    begun: bool,
}

/// A sentence shorter than this waits for the next one.
const SHORTEST: usize = 24;

impl Speech {
    /// Takes a piece at its place; gives the lines that are whole by now. What is known already is passed over, and a
    /// piece behind a gap is left for the whole text.
    pub(super) fn piece(&mut self, offset: u64, piece: &str) -> Vec<String> {
        let offset = usize::try_from(offset).unwrap_or(usize::MAX);
        let Some(known) = self.text.len().checked_sub(offset) else {
            return Vec::new();
        };
        match piece.get(known..) {
            Some(new) => self.text.push_str(new),
            None => return Vec::new(),
        }
        self.whole_lines()
    }

    /// The text is whole, and is this; gives what was not said of it yet.
    pub(super) fn end(&mut self, whole: &str) -> Vec<String> {
        whole.clone_into(&mut self.text);
        let mut lines = self.whole_lines();
        let rest = self.text.get(self.said..).unwrap_or_default().to_owned();
        self.said = self.text.len();
        self.say(&rest, &mut lines);
        lines
    }

    /// Whether something of it was said.
    pub(super) fn has_begun(&self) -> bool {
        self.begun
    }

    fn whole_lines(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let rest = self.text.get(self.said..).unwrap_or_default();
            let end = match rest.find('\n') {
                Some(end) => sentence_end(rest.get(..end).unwrap_or_default(), self.is_code(rest))
                    .unwrap_or(end + 1),
                None => match sentence_end(rest, self.is_code(rest)) {
                    Some(end) => end,
                    None => return lines,
                },
            };
            let part = rest.get(..end).unwrap_or_default().to_owned();
            self.said += end;
            self.say(&part, &mut lines);
        }
    }

    /// Whether what comes next is not cut into sentences: code, a fence, a table.
    fn is_code(&self, rest: &str) -> bool {
        let start = rest.trim_start();
        self.in_code || start.starts_with("```") || start.starts_with('|')
    }

    fn say(&mut self, part: &str, lines: &mut Vec<String>) {
        for line in super::text::lines(part) {
            if line.trim_start().starts_with("```") {
                self.in_code = !self.in_code;
            }
            let line = if self.in_code {
                line
            } else {
                line.trim().to_owned()
            };
            if !line.trim().is_empty() {
                self.begun = true;
                lines.push(line);
            }
        }
    }
}

/// Where the first sentence that is long enough ends, with the blank behind it; none in code.
fn sentence_end(text: &str, is_code: bool) -> Option<usize> {
    if is_code {
        return None;
    }
    let mut word = 0;
    let mut before = ' ';
    for (at, letter) in text.char_indices() {
        if letter == ' ' {
            let last = text.get(word..at).unwrap_or_default();
            if matches!(before, '.' | '!' | '?') && at >= SHORTEST && !is_short_form(last) {
                return Some(at + 1);
            }
            word = at + 1;
        }
        before = letter;
    }
    None
}

/// Whether a word with a dot behind it ends no sentence: `e.g.`, `3.`, `a.`.
fn is_short_form(word: &str) -> bool {
    let Some(stem) = word.strip_suffix('.') else {
        return false;
    };
    stem.chars().count() < 2 || stem.contains('.') || stem.chars().all(|it| it.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANSWER: &str = "I look at the file first, e.g. its end. Then I change it.\n\n```rust\nfn a() {\n    b. c();\n}\n```\nDone. It works now.";

    fn said_in_pieces(size: usize) -> Vec<String> {
        let mut speech = Speech::default();
        let mut lines = Vec::new();
        let letters: Vec<char> = ANSWER.chars().collect();
        let mut offset = 0;
        for piece in letters.chunks(size) {
            let piece: String = piece.iter().collect();
            lines.extend(speech.piece(offset, &piece));
            offset += piece.len() as u64;
        }
        lines.extend(speech.end(ANSWER));
        lines
    }

    #[test]
    fn an_answer_is_said_in_sentences_and_code_in_lines_whatever_the_pieces_were() {
        let whole = said_in_pieces(ANSWER.len());
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
            assert_eq!(said_in_pieces(size), whole, "pieces of {size}");
        }
    }

    #[test]
    fn what_came_twice_is_said_once_and_a_gap_is_filled_at_the_end() {
        let mut speech = Speech::default();
        let mut lines = speech.piece(0, "one\ntw");
        lines.extend(speech.piece(4, "two\n"));
        lines.extend(speech.piece(20, "lost\n"));
        lines.extend(speech.end("one\ntwo\nthree\n"));
        assert_eq!(lines, ["one", "two", "three"]);
    }
}
