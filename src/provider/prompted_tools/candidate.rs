//! Finds the places in a text where a call may start: a fence, a tag, or JSON at the start
//! of a line.

use super::form::{CLOSERS, Form, closer, may_close, may_open, opener};
use super::lenient::Balance;

/// Start of the text after the JSON of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Behind {
    Other,
    /// A prefix of a possible tag.
    Unknown,
    /// The tag of the next call.
    Opens,
    /// The end of a tag, of this length.
    Closes(usize),
}

/// Determines the tag at the start of `text`.
pub(super) fn behind(text: &str) -> Behind {
    if opener(text).is_some() {
        return Behind::Opens;
    }
    if may_open(text) {
        return Behind::Unknown;
    }
    match closer(text) {
        Some(closer) => Behind::Closes(closer.len()),
        None if may_close(text) => Behind::Unknown,
        None => Behind::Other,
    }
}

/// Whether a text consists only of closers of a call: ends of fences and tags, the last of which
/// may be truncated.
pub(super) fn closes(text: &str) -> bool {
    let mut rest = text.trim();
    while !rest.is_empty() {
        let mut closers = CLOSERS.into_iter().chain([FENCE]);
        let Some(behind) = closers.clone().find_map(|closer| rest.strip_prefix(closer)) else {
            return closers.any(|closer| closer.starts_with(rest));
        };
        rest = behind.trim_start();
    }
    true
}

/// Languages that a fence with a call may name. Small models write the language of the
/// current file there.
const LANGUAGES: [&str; 17] = [
    "",
    "json",
    "json5",
    "jsonc",
    "tool_call",
    "tool_calls",
    "tool",
    "tool_code",
    "function",
    "function_call",
    "xml",
    "text",
    "plaintext",
    "python",
    "py",
    "javascript",
    "js",
];

/// Maximum length of a word after a fence that is waited for.
const LANGUAGE_LIMIT: usize = 24;

pub(super) const FENCE: &str = "```";

/// Possible start of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CandidateStart {
    Nothing,
    /// The text from this byte on may become a start.
    Perhaps(usize),
    /// A call may start here, with this opening.
    Here(usize, Opening),
}

/// Kind of an opening.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Opening {
    /// An opener tag.
    Tag,
    Fence,
    /// JSON at the start of a line.
    Bare,
}

/// Returns the first place in `text` where a call may start. `blank` says that only whitespace
/// precedes it in its line.
pub(super) fn find(text: &str, mut blank: bool) -> CandidateStart {
    for (at, c) in text.char_indices() {
        let rest = text.get(at..).unwrap_or_default();
        match c {
            '<' | '[' if opener(rest).is_some() => return CandidateStart::Here(at, Opening::Tag),
            '<' | '[' if may_open(rest) => return CandidateStart::Perhaps(at),
            '`' if blank && rest.starts_with(FENCE) => {
                return CandidateStart::Here(at, Opening::Fence);
            }
            '`' if blank && FENCE.starts_with(rest) => return CandidateStart::Perhaps(at),
            '{' | '[' if blank => return CandidateStart::Here(at, Opening::Bare),
            '\n' => blank = true,
            c if !c.is_whitespace() => blank = false,
            _ => {}
        }
    }
    CandidateStart::Nothing
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FenceKind {
    /// The first line, or the text after it, has not arrived yet.
    Unknown,
    /// Contains something else; the opening takes this many bytes.
    Other(usize),
    /// May contain a call as JSON, which starts at this byte.
    Holds(usize),
    /// Contains an opener, which starts at this byte.
    Opens(usize),
}

/// Examines a text that starts with a fence.
pub(super) fn fence(text: &str) -> FenceKind {
    let info = text.get(FENCE.len()..).unwrap_or_default();
    let Some(end) = info.find(['\n', '{', '[', '<', '`']) else {
        return if info.len() > LANGUAGE_LIMIT {
            FenceKind::Other(text.len())
        } else {
            FenceKind::Unknown
        };
    };
    let (language, content) = info.split_at(end);
    let opening = FENCE.len() + end;
    if !LANGUAGES.contains(&language.trim()) {
        return FenceKind::Other(opening);
    }
    let inner = content.trim_start();
    let begin = text.len() - inner.len();
    if opener(inner).is_some() {
        return FenceKind::Opens(begin);
    }
    if may_open(inner) {
        return FenceKind::Unknown;
    }
    begins_json(inner, begin, opening)
}

fn begins_json(text: &str, at: usize, opening: usize) -> FenceKind {
    match text.chars().next() {
        None => FenceKind::Unknown,
        Some('{' | '[') => FenceKind::Holds(at),
        Some(_) => FenceKind::Other(opening),
    }
}

/// A text that may be a call, starting at the first byte of the held text.
#[derive(Debug)]
pub(super) struct Candidate {
    /// Start of its JSON.
    pub(super) json: usize,
    /// Number of bytes to release as text if it is no call: the opening.
    pub(super) opening: usize,
    /// Form of the call.
    pub(super) form: Form,
    /// The tool, if it is named before the JSON, which then contains only the arguments.
    pub(super) tool: Option<String>,
    /// Progress through the JSON.
    pub(super) balance: Balance,
}

impl Candidate {
    /// Creates a candidate whose JSON names the tool itself.
    pub(super) fn new(json: usize, opening: usize, form: Form) -> Self {
        Self {
            json,
            opening,
            form,
            tool: None,
            balance: Balance::default(),
        }
    }

    /// Returns the text of its calls, which end at this byte of the held text; includes the text
    /// that names the tool.
    pub(super) fn own_text<'a>(&self, held: &'a str, end: usize) -> &'a str {
        let begin = match self.tool {
            Some(_) => self.opening.min(self.json),
            None => self.json,
        };
        held.get(begin..end).unwrap_or_default()
    }

    /// Sets the tool, so that the JSON contains only its arguments.
    #[must_use]
    pub(super) fn of(mut self, tool: String) -> Self {
        self.tool = Some(tool);
        self
    }
}
