//! Thinking inside the answer, between tags: servers that do not interpret a model's
//! template send it in this form. A push parser over the pieces of the answer's text; a tag
//! may be split over pieces.
//!
//! Only thinking at the start of an answer counts: a tag in the middle of a text, or in code, is a
//! quotation. Some templates contain the opening tag themselves (DeepSeek-R1, Qwen3-Thinking), so
//! that only the closing tag arrives: alone on its line, outside code, with no opening tag before
//! it. The text before it is then reported as thinking ([`StreamPart::TextWasReasoning`]).

use protocol::stream::StreamPart;

/// Opening and closing tags of thinking.
const TAGS: [(&str, &str); 7] = [
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<thought>", "</thought>"),
    ("<seed:think>", "</seed:think>"),
    ("[THINK]", "[/THINK]"),
    ("<|START_THINKING|>", "<|END_THINKING|>"),
    // gpt-oss, from a server that passes its channels through unchanged.
    ("<|channel|>analysis<|message|>", "<|end|>"),
];

/// Text that may separate this kind of thinking from the answer, and belongs to neither.
const BETWEEN: &str = "<|start|>assistant<|channel|>final<|message|>";

/// Returns the closing tags that may occur without an opening tag.
fn lone_ends() -> impl Iterator<Item = &'static str> {
    let ends = TAGS.iter().map(|(_, end)| *end);
    ends.filter(|end| end.starts_with("</") || end.starts_with("[/"))
}

/// Number of characters at the start of a line that decide whether it opens or closes a fence.
const HEAD: usize = 40;

#[derive(Debug, Default)]
pub struct ThinkingTags {
    state: State,
    /// Text that is not decided yet.
    held: String,
    /// Whether thinking has been found.
    found: bool,
    /// Whether the server separates thinking itself.
    is_told_apart: bool,
}

#[derive(Debug, Default)]
enum State {
    /// Only whitespace and thinking up to now.
    #[default]
    Begin,
    /// Inside thinking, up to this closing tag.
    Thinking {
        end: &'static str,
        /// Whether some of the thinking has been emitted.
        given: bool,
    },
    /// Inside the answer, where a closing tag may still occur without an opening tag.
    Answer(Sought),
    /// Inside the answer.
    Plain,
}

/// State of the search for a closing tag without an opening tag.
#[derive(Debug, Default)]
struct Sought {
    /// Start of the current line, as far as it has been emitted.
    head: String,
    in_fence: bool,
    /// Whether a line contained an opening tag, so that the template has none: then the text is
    /// about such tags.
    quotes: bool,
    /// Whether any text has been emitted.
    said: bool,
}

impl ThinkingTags {
    /// Records that the server separates thinking itself: then a closing tag alone has no meaning.
    pub fn tell_apart(&mut self) {
        self.is_told_apart = true;
    }

    /// Processes more of the answer's text.
    pub fn push(&mut self, text: &str, out: &mut Vec<StreamPart>) {
        self.held.push_str(text);
        while self.step(false, out) {}
    }

    /// Emits the held text, because no more text follows, or something else comes in between.
    pub fn settle(&mut self, out: &mut Vec<StreamPart>) {
        while self.step(true, out) {}
        let held = std::mem::take(&mut self.held);
        match &self.state {
            State::Thinking { .. } => think(held.trim_end(), out),
            State::Begin if self.found && held.trim().is_empty() => {}
            State::Begin | State::Answer(_) | State::Plain => say(held, out),
        }
        if let State::Begin = self.state {
            self.state = State::Plain;
        }
    }

    /// Decides more of the held text; returns false if more text is needed. `last` says
    /// that none follows.
    fn step(&mut self, last: bool, out: &mut Vec<StreamPart>) -> bool {
        match &mut self.state {
            State::Begin => self.begin(last),
            State::Thinking { .. } => self.thinking(out),
            State::Answer(_) => self.answer(last, out),
            State::Plain => {
                say(std::mem::take(&mut self.held), out);
                false
            }
        }
    }

    fn begin(&mut self, last: bool) -> bool {
        let text = self.held.trim_start();
        if self.found
            && let Some(rest) = text.strip_prefix(BETWEEN)
        {
            self.held = rest.to_owned();
            self.state = State::Plain;
            return true;
        }
        let opened = TAGS
            .iter()
            .find_map(|(begin, end)| Some((text.strip_prefix(begin)?, *end)));
        if let Some((rest, end)) = opened {
            self.held = rest.to_owned();
            self.state = State::Thinking { end, given: false };
            return true;
        }
        let mut begins = TAGS.iter().map(|(begin, _)| *begin).chain([BETWEEN]);
        if begins.any(|begin| begin.starts_with(text)) {
            return false;
        }
        if self.found {
            self.held = text.to_owned();
            self.state = State::Plain;
        } else if self.is_told_apart {
            self.state = State::Plain;
        } else {
            self.state = State::Answer(Sought::default());
        }
        // The held text may be only a part of a line.
        !last || !self.held.is_empty()
    }

    fn thinking(&mut self, out: &mut Vec<StreamPart>) -> bool {
        let State::Thinking { end, given } = &mut self.state else {
            return false;
        };
        if !*given {
            self.held = self.held.trim_start().to_owned();
        }
        let (thought, is_over) = match self.held.split_once(*end) {
            Some((thought, rest)) => {
                let split = (thought.trim_end().to_owned(), rest.to_owned());
                self.held = split.1;
                (split.0, true)
            }
            None => {
                let begun = begun(&self.held, end);
                let sure = self.held.get(..self.held.len() - begun).unwrap_or_default();
                let sure = sure.trim_end().len();
                let rest = self.held.split_off(sure);
                (std::mem::replace(&mut self.held, rest), false)
            }
        };
        *given |= !thought.is_empty();
        think(&thought, out);
        if is_over {
            self.found = true;
            self.state = State::Begin;
        }
        is_over
    }

    fn answer(&mut self, last: bool, out: &mut Vec<StreamPart>) -> bool {
        let State::Answer(sought) = &mut self.state else {
            return false;
        };
        let mut given = String::new();
        let mut next = None;
        while !self.held.is_empty() {
            if sought.head.is_empty() && !sought.in_fence {
                match lone_end(&self.held, last) {
                    Lone::End(length) => {
                        self.held.drain(..length);
                        next = Some(State::Begin);
                        break;
                    }
                    Lone::Incomplete => break,
                    Lone::NoTag => {}
                }
            }
            let end = self.held.find('\n').map_or(self.held.len(), |at| at + 1);
            let line: String = self.held.drain(..end).collect();
            sought.take(&line);
            given.push_str(&line);
            if sought.quotes {
                next = Some(State::Plain);
                break;
            }
        }
        sought.said |= !given.trim().is_empty();
        let was_said = sought.said;
        say(given, out);
        let Some(next) = next else {
            return false;
        };
        if let State::Begin = next {
            self.found = true;
            out.extend(was_said.then_some(StreamPart::TextWasReasoning));
        }
        self.state = next;
        true
    }
}

impl Sought {
    /// Processes a line or a part of one.
    fn take(&mut self, line: &str) {
        let room = HEAD.saturating_sub(self.head.chars().count());
        self.head
            .extend(line.chars().filter(|c| *c != '\n').take(room));
        let head = self.head.trim_start();
        self.quotes |= !self.in_fence && TAGS.iter().any(|(begin, _)| head.starts_with(begin));
        if line.ends_with('\n') {
            self.in_fence ^= head.starts_with("```") || head.starts_with("~~~");
            // A blank line and a line that has not started are treated alike.
            self.head.clear();
        } else if self.head.is_empty() {
            self.head.push(' ');
        }
    }
}

/// Whether a line starts with a closing tag without an opening tag.
enum Lone {
    /// The tag ends here: this many bytes, including the line ending.
    End(usize),
    Incomplete,
    NoTag,
}

fn lone_end(text: &str, last: bool) -> Lone {
    let line = text.trim_start_matches([' ', '\t']);
    let before = text.len() - line.len();
    for end in lone_ends() {
        if let Some(rest) = line.strip_prefix(end) {
            let after = rest.trim_start_matches([' ', '\t', '\r']);
            let length = before + line.len() - after.len();
            return match after.chars().next() {
                Some('\n') => Lone::End(length + 1),
                None if last => Lone::End(length),
                None => Lone::Incomplete,
                Some(_) => Lone::NoTag,
            };
        }
    }
    let may_be = !last && lone_ends().any(|end| end.starts_with(line));
    if may_be {
        Lone::Incomplete
    } else {
        Lone::NoTag
    }
}

/// Returns the length in bytes of a proper prefix of `tag` at the end of the text.
fn begun(text: &str, tag: &str) -> usize {
    let ends = tag.char_indices().map(|(at, _)| at).rev();
    ends.into_iter()
        .find(|at| tag.get(..*at).is_some_and(|begin| text.ends_with(begin)))
        .unwrap_or(0)
}

fn say(text: String, out: &mut Vec<StreamPart>) {
    if !text.is_empty() {
        out.push(StreamPart::Text { text });
    }
}

fn think(text: &str, out: &mut Vec<StreamPart>) {
    if !text.is_empty() {
        let text = text.to_owned();
        out.push(StreamPart::Reasoning { text });
    }
}

/// Splits a complete stored answer into thinking and answer; `None` if it contains no thinking.
pub fn apart(text: &str) -> Option<(String, String)> {
    let has =
        |(begin, end): &(&str, &str)| text.contains(end) || text.trim_start().starts_with(begin);
    if !TAGS.iter().any(has) {
        return None;
    }
    let mut tags = ThinkingTags::default();
    let mut parts = Vec::new();
    tags.push(text, &mut parts);
    tags.settle(&mut parts);
    let (mut thought, mut answer) = (String::new(), String::new());
    for part in parts {
        match part {
            StreamPart::Reasoning { text } => thought.push_str(&text),
            StreamPart::Text { text } => answer.push_str(&text),
            StreamPart::TextWasReasoning => thought.push_str(&std::mem::take(&mut answer)),
            _ => {}
        }
    }
    (!thought.is_empty()).then_some((thought, answer))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Splits a text that arrives in pieces of this many characters into thinking and answer.
    fn parted(text: &str, size: usize) -> (String, String) {
        let letters: Vec<char> = text.chars().collect();
        let mut tags = ThinkingTags::default();
        let mut parts = Vec::new();
        for piece in letters.chunks(size) {
            tags.push(&piece.iter().collect::<String>(), &mut parts);
        }
        tags.settle(&mut parts);
        let (mut thought, mut answer) = (String::new(), String::new());
        for part in parts {
            match part {
                StreamPart::Reasoning { text } => thought.push_str(&text),
                StreamPart::Text { text } => answer.push_str(&text),
                StreamPart::TextWasReasoning => thought = std::mem::take(&mut answer),
                other => panic!("an unexpected part: {other:?}"),
            }
        }
        (thought, answer)
    }

    /// Asserts the same split at every piece size.
    fn is_parted(text: &str, thought: &str, answer: &str) {
        for size in 1..=text.chars().count().max(1) {
            let found = parted(text, size);
            let wanted = (thought.to_owned(), answer.to_owned());
            assert_eq!(found, wanted, "{text:?} in pieces of {size}");
        }
    }

    #[test]
    fn thinking_between_tags_at_the_beginning_is_no_part_of_the_answer() {
        is_parted("<think>\nHm. 1 < 2\n</think>\n\nYes.", "Hm. 1 < 2", "Yes.");
        is_parted("\n <thinking>a</thinking>b", "a", "b");
        is_parted("<think>\n\n</think>\n\nHello", "", "Hello");
        is_parted("<think>a</think>\n<think>b</think>\nc", "ab", "c");
        is_parted("[THINK]é 日本[/THINK]Oui", "é 日本", "Oui");
        let channels = "<|channel|>analysis<|message|>We look.<|end|><|start|>assistant<|channel|>final<|message|>Done.";
        is_parted(channels, "We look.", "Done.");
    }

    #[test]
    fn thinking_that_is_not_ended_is_thinking_all_the_same() {
        is_parted("<think>so much to", "so much to", "");
        is_parted("<think>a </thi", "a </thi", "");
    }

    #[test]
    fn an_end_whose_beginning_the_template_has_ends_thinking() {
        is_parted(
            "Okay, so.\nHm.\n</think>\n\nYes.",
            "Okay, so.\nHm.\n",
            "Yes.",
        );
        is_parted("</think>\nYes.", "", "Yes.");
        is_parted("Hm.\n </think> ", "Hm.\n", "");
        is_parted(
            "A\n```\n</think>\n```\nB\n</think>\nC",
            "A\n```\n</think>\n```\nB\n",
            "C",
        );
    }

    #[test]
    fn a_tag_that_is_quoted_stays_text() {
        for text in [
            "Write `<think>` first.\n</think>x",
            "The tag </think> ends it.",
            "```\n</think>\n```\n",
            "It begins so:\n<think>\nhm\n</think>\nand ends so.",
            "a <think>b</think>",
            " <thin",
            "<",
            "\n\n",
            "",
            "</think",
            "x\n</think>y\n",
            "[THIN",
        ] {
            is_parted(text, "", text);
        }
    }

    #[test]
    fn where_the_server_tells_thinking_apart_a_lone_end_is_text() {
        let mut tags = ThinkingTags::default();
        tags.tell_apart();
        let mut parts = Vec::new();
        tags.push("a\n</think>\nb", &mut parts);
        tags.settle(&mut parts);
        let text = "a\n</think>\nb".to_owned();
        assert_eq!(parts, [StreamPart::Text { text }]);
    }
}
