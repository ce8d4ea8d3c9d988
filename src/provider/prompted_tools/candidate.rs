//! Where in a text a call may begin: a fence, a tag, or JSON at the start of a line.

use super::form::{CLOSERS, Form, closer, may_close, may_open, opener};
use super::lenient::Balance;

/// What a text that stands behind the JSON of a call begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Behind {
    Other,
    /// What may become a tag.
    Unknown,
    /// The tag of the next call.
    Opens,
    /// The end of a tag, of this length.
    Closes(usize),
}

/// Which tag stands at the start of `text`.
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

/// Whether a text is nothing but what closes a call: ends of fences and tags, the last of which may be cut.
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

/// What may stand behind the three ticks of a fence that holds a call. Small models put the language of
/// the file at hand there.
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

/// The longest word behind a fence that is waited for.
const LANGUAGE_LIMIT: usize = 24;

pub(super) const FENCE: &str = "```";

/// Where a call may begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CandidateStart {
    Nothing,
    /// What stands from this byte may become a beginning.
    Perhaps(usize),
    /// Here, in this way.
    Here(usize, Opening),
}

/// In which way a call may begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Opening {
    /// With an opener.
    Tag,
    /// With a fence.
    Fence,
    /// With JSON at the start of a line.
    Bare,
}

/// The first place in `text` where a call may begin. `blank` says that only white space stands
/// before it in its line.
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

/// What a fence turned out to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FenceKind {
    /// Its first line, or what comes after it, is not there yet.
    Unknown,
    /// It holds something else; the opening takes this many bytes.
    Other(usize),
    /// It may hold a call as JSON, which begins at this byte.
    Holds(usize),
    /// It holds an opener, which begins at this byte.
    Opens(usize),
}

/// Looks at a text that begins with a fence.
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

/// A text that may be a call, from the first byte of the held text on.
#[derive(Debug)]
pub(super) struct Candidate {
    /// Where its JSON begins.
    pub(super) json: usize,
    /// Bytes to let go if it is none: the opening.
    pub(super) opening: usize,
    /// How it is written.
    pub(super) form: Form,
    /// The tool, where it is named before the JSON, which is the arguments then.
    pub(super) tool: Option<String>,
    /// How far the JSON is.
    pub(super) balance: Balance,
}

impl Candidate {
    /// JSON that names its tool itself.
    pub(super) fn new(json: usize, opening: usize, form: Form) -> Self {
        Self {
            json,
            opening,
            form,
            tool: None,
            balance: Balance::default(),
        }
    }

    /// The text of the calls in it, which end at this byte of the held text: what names the tool is part of it.
    pub(super) fn own_text<'a>(&self, held: &'a str, end: usize) -> &'a str {
        let begin = match self.tool {
            Some(_) => self.opening.min(self.json),
            None => self.json,
        };
        held.get(begin..end).unwrap_or_default()
    }

    /// The same as the arguments of a tool.
    #[must_use]
    pub(super) fn of(mut self, tool: String) -> Self {
        self.tool = Some(tool);
        self
    }
}
