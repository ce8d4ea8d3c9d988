//! Where in a text a call may begin: a fence, a tag, or JSON at the start of a line.

use super::form::Form;
use super::lenient::Balance;

/// Tags that announce a call, and what closes them.
const TAGS: [(&str, Option<&str>); 4] = [
    ("<tool_call>", Some("</tool_call>")),
    ("<function_call>", Some("</function_call>")),
    ("<tools>", Some("</tools>")),
    ("[TOOL_CALLS]", None),
];

/// What a text that stands behind the JSON of a call begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Behind {
    /// No tag.
    Other,
    /// What may become a tag.
    Unknown,
    /// The tag of the next call.
    Opens,
    /// The end of a tag, of this length: models mix them up, so it need not be the one that was opened.
    Closes(usize),
}

/// Which tag stands at the start of `text`.
pub(super) fn behind(text: &str) -> Behind {
    let closers = TAGS.iter().filter_map(|(_, closer)| *closer);
    if let Some(closer) = closers.clone().find(|closer| text.starts_with(closer)) {
        return Behind::Closes(closer.len());
    }
    let openers = TAGS.iter().map(|(opener, _)| *opener);
    if openers.clone().any(|opener| text.starts_with(opener)) {
        return Behind::Opens;
    }
    if openers.chain(closers).any(|tag| tag.starts_with(text)) {
        return Behind::Unknown;
    }
    Behind::Other
}

/// Whether a text is nothing but what closes a call: ends of fences and tags, the last of which may be cut.
pub(super) fn closes(text: &str) -> bool {
    let mut rest = text.trim();
    while !rest.is_empty() {
        let closers = TAGS.iter().filter_map(|(_, closer)| *closer);
        let mut closers = closers.chain([FENCE]);
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

/// A fence.
pub(super) const FENCE: &str = "```";

/// Where a call may begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sight {
    /// Nowhere.
    Nothing,
    /// What stands from this byte may become a beginning.
    Perhaps(usize),
    /// Here, in this way.
    Here(usize, Opening),
}

/// In which way a call may begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Opening {
    /// With a tag of this length, closed by that.
    Tag(usize, Option<&'static str>),
    /// With a fence.
    Fence,
    /// With JSON at the start of a line.
    Bare,
}

/// The first place in `text` where a call may begin. `blank` says that only white space stands
/// before it in its line.
pub(super) fn find(text: &str, mut blank: bool) -> Sight {
    for (at, c) in text.char_indices() {
        let rest = text.get(at..).unwrap_or_default();
        if matches!(c, '<' | '[') {
            for (tag, closer) in TAGS {
                if rest.starts_with(tag) {
                    return Sight::Here(at, Opening::Tag(tag.len(), closer));
                }
                if tag.starts_with(rest) && c == '<' {
                    return Sight::Perhaps(at);
                }
            }
        }
        match c {
            '`' if blank && rest.starts_with(FENCE) => return Sight::Here(at, Opening::Fence),
            '`' if blank && FENCE.starts_with(rest) => return Sight::Perhaps(at),
            '[' if "[TOOL_CALLS]".starts_with(rest) => return Sight::Perhaps(at),
            '{' | '[' if blank => return Sight::Here(at, Opening::Bare),
            '\n' => blank = true,
            c if !c.is_whitespace() => blank = false,
            _ => {}
        }
    }
    Sight::Nothing
}

/// What a fence turned out to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FenceKind {
    /// Its first line, or what comes after it, is not there yet.
    Unknown,
    /// It holds something else; the opening takes this many bytes.
    Other(usize),
    /// It may hold a call, whose text begins at this byte.
    Holds(usize),
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
    for (tag, _) in TAGS {
        if inner.starts_with(tag) {
            let json = inner.get(tag.len()..).unwrap_or_default().trim_start();
            return begins_json(json, text.len() - json.len(), opening);
        }
        if tag.starts_with(inner) {
            return FenceKind::Unknown;
        }
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
    /// What may close it after the JSON.
    pub(super) closer: Option<&'static str>,
    /// How it is written.
    pub(super) form: Form,
    /// How far the JSON is.
    pub(super) balance: Balance,
}

impl Candidate {
    pub(super) fn new(
        json: usize,
        opening: usize,
        closer: Option<&'static str>,
        form: Form,
    ) -> Self {
        Self {
            json,
            opening,
            closer,
            form,
            balance: Balance::default(),
        }
    }

    /// Whether it stands in a fence.
    pub(super) fn is_fenced(&self) -> bool {
        self.closer == Some(FENCE)
    }
}
