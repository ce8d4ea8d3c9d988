//! A small, strict YAML parser: a tree of texts with the position of each, without guessing.
//!
//! Uses the event parser of serde-saphyr without its type inference. The key decides what a scalar
//! means: `no` is a text where the key wants a text, and `012` is no number by itself. Anchors,
//! aliases, tags, merge keys and several documents are refused: a config needs none of them, and an
//! alias bomb needs aliases.
//!
//! `yaml-edit`, which makes the edits, does not read: with its validator it refuses a list in brackets
//! whose closing line is not indented, without it `a: b: c` and keys that come twice are accepted.

use std::ops::Range;

use granit_parser::{Event, Parser, ScalarStyle, ScanError, Span};

use notice::{Notice, notice};

#[cfg(test)]
mod tests;

/// Largest accepted file, in bytes.
pub const MAX_BYTES: usize = 1024 * 1024;
const MAX_NODES: usize = 20_000;
const MAX_DEPTH: usize = 16;

/// A position in a text; line and column count from 1.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Position {
    pub line: usize,
    /// Column, in characters.
    pub column: usize,
}

/// A node of the tree with its position.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    pub kind: NodeKind,
    /// Start of the node.
    pub spot: Position,
    /// Byte range in the text.
    pub bytes: Range<usize>,
}

#[derive(Debug, Clone, PartialEq)]
pub enum NodeKind {
    /// No value, `~` or `null`.
    Null,
    /// A text, a number, or anything else without parts.
    Scalar {
        /// The text without quotes.
        text: String,
    },
    List(Vec<Node>),
    /// A mapping, in the order of the file.
    Map(Vec<Entry>),
}

/// An entry of a mapping.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    pub key: String,
    pub spot: Position,
    /// Byte range of the key.
    pub bytes: Range<usize>,
    pub value: Node,
}

/// The reason why the parser refused a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct YamlError {
    pub spot: Position,
    /// The reason for the user.
    pub what: Notice,
    /// The key that the error is about, if any.
    pub key: Option<String>,
}

impl Node {
    /// Returns the text of a list item; `None` if it is not a scalar.
    pub fn item_text(&self) -> Option<String> {
        match &self.kind {
            NodeKind::Scalar { text } => Some(text.clone()),
            _ => None,
        }
    }

    /// Names the kind of the node, for messages.
    pub fn described(&self) -> Notice {
        match self.kind {
            NodeKind::Null => notice!("wanted-nothing"),
            NodeKind::Scalar { .. } => notice!("wanted-single"),
            NodeKind::List(_) => notice!("wanted-list"),
            NodeKind::Map(_) => notice!("wanted-group"),
        }
    }
}

/// Parses one document. An empty document is `Null`.
///
/// # Errors
/// Returns the first error with its position.
pub fn parse(text: &str) -> Result<Node, YamlError> {
    if text.len() > MAX_BYTES {
        return Err(YamlError {
            spot: Position { line: 1, column: 1 },
            what: notice!("told-file-over", bytes = MAX_BYTES),
            key: None,
        });
    }
    Builder::default().build(text)
}

/// A collection whose end has not been read yet.
enum Open {
    List(Vec<Node>),
    Map(Vec<Entry>, Option<(String, Position, Range<usize>)>),
}

#[derive(Default)]
struct Builder {
    open: Vec<(Open, Span)>,
    root: Option<Node>,
    nodes: usize,
    documents: usize,
}

impl Builder {
    fn build(mut self, text: &str) -> Result<Node, YamlError> {
        for item in Parser::new_from_str(text) {
            let (event, span) = item.map_err(|error| scan_error(&error))?;
            self.take(event, span)?;
        }
        Ok(self.root.unwrap_or(Node {
            kind: NodeKind::Null,
            spot: Position { line: 1, column: 1 },
            bytes: 0..0,
        }))
    }

    fn take(&mut self, event: Event<'_>, span: Span) -> Result<(), YamlError> {
        match event {
            Event::DocumentStart(..) => {
                self.documents += 1;
                if self.documents > 1 {
                    return Err(refuse(span, notice!("told-one-document")));
                }
                Ok(())
            }
            Event::Scalar(text, style, anchor, tag) => {
                self.admit(span, anchor, tag.is_some())?;
                let kind = scalar(text.into_owned(), style);
                self.put(node(kind, span, span))
            }
            Event::SequenceStart(_, anchor, tag) => {
                self.admit(span, anchor, tag.is_some())?;
                self.push(Open::List(Vec::new()), span)
            }
            Event::MappingStart(_, anchor, tag) => {
                self.admit(span, anchor, tag.is_some())?;
                self.push(Open::Map(Vec::new(), None), span)
            }
            Event::SequenceEnd | Event::MappingEnd => self.pop(span),
            Event::Alias(_) | Event::UnresolvedAlias(_) | Event::Anchor(..) => Err(no_alias(span)),
            _ => Ok(()),
        }
    }

    fn admit(&mut self, span: Span, anchor: usize, tagged: bool) -> Result<(), YamlError> {
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            return Err(refuse(span, notice!("told-too-many-values")));
        }
        if anchor != 0 {
            return Err(no_alias(span));
        }
        if tagged {
            return Err(refuse(span, notice!("told-no-tags")));
        }
        Ok(())
    }

    fn push(&mut self, open: Open, span: Span) -> Result<(), YamlError> {
        if self.open.len() >= MAX_DEPTH {
            return Err(refuse(span, notice!("told-too-deep")));
        }
        self.open.push((open, span));
        Ok(())
    }

    fn pop(&mut self, end: Span) -> Result<(), YamlError> {
        let Some((open, start)) = self.open.pop() else {
            return Err(refuse(end, notice!("told-never-began")));
        };
        let kind = match open {
            Open::List(items) => NodeKind::List(items),
            Open::Map(entries, _) => NodeKind::Map(entries),
        };
        self.put(node(kind, start, end))
    }

    fn put(&mut self, node: Node) -> Result<(), YamlError> {
        match self.open.last_mut() {
            None => self.root = Some(node),
            Some((Open::List(items), _)) => items.push(node),
            Some((Open::Map(entries, waiting), _)) => match waiting.take() {
                Some((key, spot, bytes)) => entries.push(Entry {
                    key,
                    spot,
                    bytes,
                    value: node,
                }),
                None => *waiting = Some(key_of(node, entries)?),
            },
        }
        Ok(())
    }
}

fn key_of(node: Node, entries: &[Entry]) -> Result<(String, Position, Range<usize>), YamlError> {
    let NodeKind::Scalar { text } = node.kind else {
        return Err(YamlError {
            spot: node.spot,
            what: notice!("told-plain-name"),
            key: None,
        });
    };
    if let Some(first) = entries.iter().find(|entry| entry.key == text) {
        return Err(YamlError {
            spot: node.spot,
            what: notice!("told-key-line-already", number = first.spot.line),
            key: Some(text),
        });
    }
    Ok((text, node.spot, node.bytes))
}

fn scalar(text: String, style: ScalarStyle) -> NodeKind {
    let plain = matches!(style, ScalarStyle::Plain);
    if plain && matches!(text.as_str(), "" | "~" | "null" | "Null" | "NULL") {
        NodeKind::Null
    } else {
        NodeKind::Scalar { text }
    }
}

fn node(kind: NodeKind, start: Span, end: Span) -> Node {
    let from = start.start.byte_offset().unwrap_or_default();
    let to = end.end.byte_offset().unwrap_or(from);
    Node {
        kind,
        spot: spot(start),
        bytes: from..to.max(from),
    }
}

fn spot(span: Span) -> Position {
    Position {
        line: span.start.line(),
        column: span.start.col() + 1,
    }
}

fn no_alias(span: Span) -> YamlError {
    refuse(span, notice!("told-no-anchors"))
}

fn refuse(span: Span, what: Notice) -> YamlError {
    YamlError {
        spot: spot(span),
        what,
        key: None,
    }
}

fn scan_error(error: &ScanError) -> YamlError {
    let mark = error.marker();
    YamlError {
        spot: Position {
            line: mark.line(),
            column: mark.col() + 1,
        },
        what: notice!("told-not-yaml", reason = error.info()),
        key: None,
    }
}
