//! Calls whose arguments are marked one by one, each by its key, with the value as plain text in between. What a value
//! is is told by the tool's schema.

use serde_json::{Map, Value};

use super::form::{Form, closer, may_close};
use super::lenient;
use super::shapes::Found;
use crate::protocol::call::ToolSpec;

/// The marks of a form.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Marks {
    pub(super) form: Form,
    /// Before and behind the name; behind it anything may stand where the second is empty.
    pub(super) call: (&'static str, &'static str),
    /// Behind the last argument.
    pub(super) end: &'static str,
    /// Before and behind a key.
    key: (&'static str, &'static str),
    /// Between the mark behind the key and the value.
    value: &'static str,
    /// Behind a value.
    value_end: &'static str,
}

pub(super) const QWEN_XML: Marks = Marks {
    form: Form::QwenXml,
    call: ("<function=", ">"),
    end: "</function>",
    key: ("<parameter=", ">"),
    value: "",
    value_end: "</parameter>",
};

pub(super) const GLM: Marks = Marks {
    form: Form::Glm,
    call: ("", ""),
    end: "</tool_call>",
    key: ("<arg_key>", "</arg_key>"),
    value: "<arg_value>",
    value_end: "</arg_value>",
};

pub(super) const MINIMAX: Marks = Marks {
    form: Form::Minimax,
    call: ("<invoke name=\"", "\">"),
    end: "</invoke>",
    key: ("<parameter name=\"", "\">"),
    value: "",
    value_end: "</parameter>",
};

pub(super) const DSML: Marks = Marks {
    form: Form::Dsml,
    call: ("<｜DSML｜invoke name=\"", "\">"),
    end: "</｜DSML｜invoke>",
    key: ("<｜DSML｜parameter name=\"", ">"),
    value: "",
    value_end: "</｜DSML｜parameter>",
};

/// How far a call is.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Marked {
    /// It goes on.
    Open,
    /// It is none.
    None,
    /// It takes so many bytes.
    Whole(usize, Found),
}

/// Reads a call at the start of a text, as far as it has come.
pub(super) fn read(text: &str, marks: &Marks, tools: &[ToolSpec]) -> Marked {
    let names: Vec<String> = tools.iter().map(|tool| tool.name.clone()).collect();
    let mut reader = Reader { text, at: 0, marks };
    match reader.call(&names, tools) {
        Ok(found) => Marked::Whole(reader.at, found),
        Err(Stop::Short) => Marked::Open,
        Err(Stop::Other) => Marked::None,
    }
}

/// The name that a call begins with, and the byte behind it: `Some(None)` where it is no tool's, nothing where more has
/// to come.
pub(super) fn name_before<'a>(
    text: &'a str,
    marks: &Marks,
    tools: &[String],
) -> Option<Option<(&'a str, usize)>> {
    let Some(inner) = text.strip_prefix(marks.call.0) else {
        return if marks.call.0.starts_with(text) {
            None
        } else {
            Some(None)
        };
    };
    let is_of_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    let Some(end) = inner.find(|c| !is_of_name(c)) else {
        let may_be = tools.iter().any(|tool| tool.starts_with(inner));
        return if may_be { None } else { Some(None) };
    };
    let (name, behind) = inner.split_at(end);
    if !tools.iter().any(|tool| tool == name) {
        return Some(None);
    }
    if !behind.starts_with(marks.call.1) {
        return if marks.call.1.starts_with(behind) {
            None
        } else {
            Some(None)
        };
    }
    let at = marks.call.0.len() + end + marks.call.1.len();
    Some(Some((name, at)))
}

/// Why a call cannot be read.
enum Stop {
    /// More has to come.
    Short,
    /// It is none.
    Other,
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    marks: &'a Marks,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Takes a mark if it stands here.
    fn take(&mut self, mark: &str) -> bool {
        let is_here = self.rest().starts_with(mark);
        if is_here {
            self.at += mark.len();
        }
        is_here
    }

    /// Takes a mark that has to stand here.
    fn expect(&mut self, mark: &str) -> Result<(), Stop> {
        match self.take(mark) {
            true => Ok(()),
            false if mark.starts_with(self.rest()) => Err(Stop::Short),
            false => Err(Stop::Other),
        }
    }

    /// The text up to a mark, which is taken too.
    fn up_to(&mut self, mark: &str) -> Result<&'a str, Stop> {
        let rest = self.rest();
        let end = rest.find(mark).ok_or(Stop::Short)?;
        self.at += end + mark.len();
        Ok(rest.get(..end).unwrap_or_default())
    }

    fn call(&mut self, names: &[String], tools: &[ToolSpec]) -> Result<Found, Stop> {
        let Some(named) = name_before(self.text, self.marks, names) else {
            return Err(Stop::Short);
        };
        let (name, behind) = named.ok_or(Stop::Other)?;
        self.at = behind;
        let schema = tools
            .iter()
            .find(|tool| tool.name == name)
            .map(|tool| &tool.parameters);
        let mut arguments = Map::new();
        loop {
            self.skip_blanks();
            if self.take(self.marks.end) {
                let name = name.to_owned();
                let arguments = Value::Object(arguments);
                return Ok(Found { name, arguments });
            }
            let rest = self.rest();
            if self.marks.end.starts_with(rest) {
                return Err(Stop::Short);
            }
            // What wraps the call has ended before the call itself did.
            if closer(rest).is_some() {
                let name = name.to_owned();
                let arguments = Value::Object(arguments);
                return Ok(Found { name, arguments });
            }
            if may_close(rest) {
                return Err(Stop::Short);
            }
            let (key, value) = self.argument(schema)?;
            arguments.insert(key, value);
        }
    }

    fn argument(&mut self, schema: Option<&Value>) -> Result<(String, Value), Stop> {
        self.expect(self.marks.key.0)?;
        let head = self.up_to(self.marks.key.1)?;
        if head.contains('\n') || head.len() > 200 {
            return Err(Stop::Other);
        }
        // `KEY`, or `KEY" string="true"`.
        let (key, more) = head.split_once('"').unwrap_or((head, ""));
        if !self.marks.value.is_empty() {
            self.skip_blanks();
            self.expect(self.marks.value)?;
        }
        let text = self.value()?;
        let kind = match more {
            _ if more.contains("string=\"true\"") => Kind::Text,
            _ if more.contains("string=\"false\"") => Kind::Json,
            _ => Kind::of(schema, key.trim()),
        };
        Ok((key.trim().to_owned(), kind.read(text)))
    }

    /// A value: up to the mark behind it that another argument, or the end of the call or of what wraps it, follows. The same mark may
    /// stand in the value.
    fn value(&mut self) -> Result<&'a str, Stop> {
        let rest = self.rest();
        for (end, mark) in rest.match_indices(self.marks.value_end) {
            let behind = rest.get(end + mark.len()..).unwrap_or_default();
            let next = behind.trim_start();
            let may_follow = [self.marks.end, self.marks.key.0];
            if closer(next).is_some() || may_follow.iter().any(|mark| next.starts_with(mark)) {
                self.at += end + mark.len();
                return Ok(rest.get(..end).unwrap_or_default());
            }
            if may_close(next) || may_follow.iter().any(|mark| mark.starts_with(next)) {
                return Err(Stop::Short);
            }
        }
        Err(Stop::Short)
    }
}

/// What a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The text itself.
    Text,
    /// What the text is as JSON.
    Json,
    /// JSON where it looks like a list or an object, else the text.
    Unknown,
}

impl Kind {
    /// By the type that a schema gives a key.
    fn of(schema: Option<&Value>, key: &str) -> Self {
        let property = schema.and_then(|schema| schema.get("properties")?.get(key));
        let Some(property) = property else {
            return Kind::Unknown;
        };
        let is_text = |kind: &Value| kind == "string";
        match property.get("type") {
            Some(Value::Array(kinds)) if kinds.iter().any(is_text) => Kind::Text,
            Some(kind) if is_text(kind) => Kind::Text,
            Some(_) => Kind::Json,
            None if property.get("enum").is_some() => Kind::Text,
            None => Kind::Unknown,
        }
    }

    fn read(self, text: &str) -> Value {
        // The templates put a value on lines of its own.
        let own = text.strip_prefix("\r\n").or(text.strip_prefix('\n'));
        let own = own.map(|own| own.strip_suffix('\n').unwrap_or(own));
        let text = own.unwrap_or(text);
        let is_json = match self {
            Kind::Text => false,
            Kind::Json => true,
            Kind::Unknown => text.trim_start().starts_with(['{', '[']),
        };
        let whole = |(value, length): (Value, usize)| {
            let rest = text.trim_start().get(length..).unwrap_or_default();
            rest.trim().is_empty().then_some(value)
        };
        let read = is_json.then(|| lenient::parse(text.trim_start()).and_then(whole));
        read.flatten()
            .unwrap_or_else(|| Value::String(text.to_owned()))
    }
}
