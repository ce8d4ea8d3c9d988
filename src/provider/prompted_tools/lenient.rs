//! Parses JSON as small models write it: single quotes, trailing commas, line breaks and stray
//! quotes inside strings, bare keys, `True`, `None`. Valid JSON is always parsed unchanged.

use serde_json::{Map, Number, Value};

/// Maximum nesting depth: deeper JSON is no call.
const DEPTH_LIMIT: usize = 64;

/// Parses the value at the start of `text` (after whitespace), and returns it with its length in
/// bytes; `None` if it is not even nearly JSON.
pub(super) fn parse(text: &str) -> Option<(Value, usize)> {
    let mut strict = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    if let Some(Ok(value)) = strict.next() {
        return Some((value, strict.byte_offset()));
    }
    let mut parser = Parser { text, at: 0 };
    let value = parser.value(0)?;
    Some((value, parser.at))
}

/// Parses an object from a text that is one, possibly quoted.
pub(super) fn object(text: &str) -> Option<Value> {
    let (value, length) = parse(text)?;
    let rest = text.get(length..).unwrap_or_default();
    (value.is_object() && rest.trim().is_empty()).then_some(value)
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl Parser<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&mut self) -> Option<char> {
        let rest = self.rest();
        let skipped = rest.len() - rest.trim_start().len();
        self.at += skipped;
        self.rest().chars().next()
    }

    fn take(&mut self, wanted: char) -> Option<()> {
        (self.peek()? == wanted).then(|| self.at += wanted.len_utf8())
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        if depth > DEPTH_LIMIT {
            return None;
        }
        match self.peek()? {
            '{' => self.object(depth),
            '[' => self.array(depth),
            '"' | '\'' => self.string().map(Value::String),
            _ => self.word(),
        }
    }

    fn object(&mut self, depth: usize) -> Option<Value> {
        self.take('{')?;
        let mut out = Map::new();
        loop {
            match self.peek()? {
                '}' => {
                    self.at += 1;
                    return Some(Value::Object(out));
                }
                ',' => self.at += 1,
                quote => {
                    let key = match quote {
                        '"' | '\'' => self.string()?,
                        _ => self.bare_key()?,
                    };
                    self.take(':')?;
                    let value = self.value(depth + 1)?;
                    out.insert(key, value);
                    // Two members must be separated.
                    if !matches!(self.peek()?, ',' | '}') {
                        return None;
                    }
                }
            }
        }
    }

    fn array(&mut self, depth: usize) -> Option<Value> {
        self.take('[')?;
        let mut out = Vec::new();
        loop {
            match self.peek()? {
                ']' => {
                    self.at += 1;
                    return Some(Value::Array(out));
                }
                ',' => self.at += 1,
                _ => {
                    out.push(self.value(depth + 1)?);
                    if !matches!(self.peek()?, ',' | ']') {
                        return None;
                    }
                }
            }
        }
    }

    fn bare_key(&mut self) -> Option<String> {
        let rest = self.rest();
        let length = rest
            .find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-'))
            .unwrap_or(rest.len());
        let key = rest.get(..length).filter(|key| !key.is_empty())?.to_owned();
        self.at += length;
        Some(key)
    }

    fn word(&mut self) -> Option<Value> {
        let rest = self.rest();
        let length = rest
            .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.')))
            .unwrap_or(rest.len());
        let word = rest.get(..length)?;
        let value = match word {
            "true" | "True" => Value::Bool(true),
            "false" | "False" => Value::Bool(false),
            "null" | "None" | "undefined" => Value::Null,
            _ => Value::Number(word.parse::<Number>().ok()?),
        };
        self.at += length;
        Some(value)
    }

    fn string(&mut self) -> Option<String> {
        let quote = self.rest().chars().next()?;
        self.at += 1;
        let mut out = String::new();
        loop {
            let c = self.rest().chars().next()?;
            self.at += c.len_utf8();
            if c == quote && ends_string(self.rest()) != Quote::Inside {
                return Some(out);
            }
            if c == '\\' {
                self.escape(&mut out)?;
            } else {
                out.push(c);
            }
        }
    }

    fn escape(&mut self, out: &mut String) -> Option<()> {
        let c = self.rest().chars().next()?;
        self.at += c.len_utf8();
        match c {
            'n' => out.push('\n'),
            't' => out.push('\t'),
            'r' => out.push('\r'),
            'b' => out.push('\u{8}'),
            'f' => out.push('\u{c}'),
            '"' | '\'' | '\\' | '/' => out.push(c),
            // A line break that was escaped instead of written as \n.
            '\n' => out.push('\n'),
            'u' => {
                let first = self.hex()?;
                let code = if (0xd800..0xdc00).contains(&first) && self.rest().starts_with("\\u") {
                    self.at += 2;
                    let second = self.hex()?;
                    0x10000 + ((first - 0xd800) << 10) + (second.checked_sub(0xdc00)? & 0x3ff)
                } else {
                    first
                };
                out.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            // An escape that JSON does not know, such as `\d` of a regular
            // expression: taken literally.
            other => {
                out.push('\\');
                out.push(other);
            }
        }
        Some(())
    }

    fn hex(&mut self) -> Option<u32> {
        let code = u32::from_str_radix(self.rest().get(..4)?, 16).ok()?;
        self.at += 4;
        Some(code)
    }
}

/// The role of a quote in a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Quote {
    Closes,
    Inside,
    /// The text after it has not arrived yet.
    Unknown,
}

/// Returns whether the quote ends the string. In valid JSON a closing quote is followed by one of
/// `,:}]`; any other quote is inside the string.
fn ends_string(after: &str) -> Quote {
    match after.trim_start().chars().next() {
        None => Quote::Unknown,
        Some(',' | ':' | '}' | ']') => Quote::Closes,
        Some(_) => Quote::Inside,
    }
}

/// Finds the end of a JSON value as it grows, without reading any byte twice.
#[derive(Debug, Default)]
pub(super) struct Balance {
    at: usize,
    open: Vec<char>,
    string: Option<char>,
    escaped: bool,
    /// Last non-whitespace character outside strings.
    before: Option<char>,
}

/// Progress through a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Growth {
    /// The value ends at this byte.
    Whole(usize),
    /// The value is incomplete.
    Open,
    /// This byte is not allowed there.
    Broken(usize),
}

impl Balance {
    /// Continues over `text`, which starts with the value and may only have grown.
    pub(super) fn advance(&mut self, text: &str) -> Growth {
        while let Some(rest) = text.get(self.at..)
            && let Some(c) = rest.chars().next()
        {
            let after = rest.get(c.len_utf8()..).unwrap_or_default();
            if let Some(quote) = self.string {
                if self.escaped {
                    self.escaped = false;
                } else if c == '\\' {
                    self.escaped = true;
                } else if c == quote {
                    match ends_string(after) {
                        Quote::Unknown => return Growth::Open,
                        Quote::Closes => {
                            self.string = None;
                            self.before = Some(c);
                        }
                        Quote::Inside => {}
                    }
                }
                self.at += c.len_utf8();
                continue;
            }
            if !self.outside(c) {
                return Growth::Broken(self.at);
            }
            self.at += c.len_utf8();
            if self.open.is_empty() {
                return Growth::Whole(self.at);
            }
        }
        Growth::Open
    }

    /// Whether the position is inside a string, where any character is allowed.
    pub(super) fn in_string(&self) -> bool {
        self.string.is_some()
    }

    /// Returns the braces that are missing at the end; `None` inside a string, which cannot be
    /// closed without guessing.
    pub(super) fn missing(&self) -> Option<String> {
        let mut open = self.open.iter().rev().copied().peekable();
        (!self.in_string() && open.peek().is_some()).then(|| open.collect())
    }

    /// Processes a character outside strings; returns whether it is allowed there.
    fn outside(&mut self, c: char) -> bool {
        match c {
            '{' => self.open.push('}'),
            '[' => self.open.push(']'),
            '}' | ']' if self.open.pop() != Some(c) => return false,
            '"' => self.string = Some(c),
            '\'' if matches!(self.before, Some('{' | '[' | ',' | ':')) => self.string = Some(c),
            _ => {}
        }
        if !c.is_whitespace() {
            self.before = Some(c);
        }
        self.open.len() <= DEPTH_LIMIT
            && (c.is_alphanumeric()
                || c.is_whitespace()
                // Ticks may be the end of a fence, which the caller detects.
                || matches!(
                    c,
                    '`' | '{' | '}' | '[' | ']' | '"' | '\'' | ',' | ':' | '+' | '-' | '.' | '_'
                ))
    }
}
