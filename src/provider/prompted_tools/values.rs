//! Calls whose arguments are marked one by one, each by its key, with the value as plain text in
//! between. The tool's schema determines the type of a value.

use serde_json::{Map, Value};

use super::form::{Form, closer, may_close};
use super::lenient;
use super::shapes::Found;
use protocol::call::ToolSpec;

/// The marks of a form.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Marks {
    pub(super) form: Form,
    /// Marks before and after the name; if the second is empty, any text may follow the name.
    pub(super) call: (&'static str, &'static str),
    /// Mark after the last argument.
    pub(super) end: &'static str,
    /// Marks before and after a key.
    key: (&'static str, &'static str),
    /// Mark between the key's end mark and the value.
    value: &'static str,
    /// Mark after a value.
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

/// Progress through a call.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Marked {
    /// The call is incomplete.
    Open,
    /// The text is no call.
    None,
    /// The call takes this many bytes.
    Whole(usize, Found),
}

/// Parses a call at the start of a text, as far as it has arrived.
pub(super) fn read(text: &str, marks: &Marks, tools: &[ToolSpec]) -> Marked {
    let names: Vec<String> = tools.iter().map(|tool| tool.name.clone()).collect();
    let mut reader = Reader { text, at: 0, marks };
    match reader.call(&names, tools) {
        Ok(found) => Marked::Whole(reader.at, found),
        Err(Stop::Short) => Marked::Open,
        Err(Stop::Other) => Marked::None,
    }
}

/// Parses the name at the start of a call, and returns it with the byte after it: `Some(None)` if
/// no tool has the name, `None` if more text is needed.
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
    let Some(end) = inner.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '-' | '.'))
    else {
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

/// The reason why a call cannot be parsed.
enum Stop {
    /// More text is needed.
    Short,
    /// The text is no call.
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

    /// Consumes a mark if it is next.
    fn take(&mut self, mark: &str) -> bool {
        let is_here = self.rest().starts_with(mark);
        if is_here {
            self.at += mark.len();
        }
        is_here
    }

    /// Consumes a mark that must be next.
    fn expect(&mut self, mark: &str) -> Result<(), Stop> {
        if self.take(mark) {
            Ok(())
        } else if mark.starts_with(self.rest()) {
            Err(Stop::Short)
        } else {
            Err(Stop::Other)
        }
    }

    /// Consumes the text up to a mark, and the mark.
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
            // The wrapping has ended before the call itself.
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

    /// Consumes a value: up to the end mark that is followed by another argument, or by the end of
    /// the call or of its wrapping. The value itself may contain the same mark.
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

/// Interpretation of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The literal text.
    Text,
    /// The text parsed as JSON.
    Json,
    /// JSON if the text looks like a list or an object, otherwise the text.
    Unknown,
}

impl Kind {
    /// Determines the interpretation from the type of a key in the schema.
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
        // The templates put a value on separate lines.
        let own = text.strip_prefix("\r\n").or(text.strip_prefix('\n'));
        let own = own.map(|own| own.strip_suffix('\n').unwrap_or(own));
        let text = own.unwrap_or(text);
        let is_json = match self {
            Kind::Text => false,
            Kind::Json => true,
            Kind::Unknown => text.trim_start().starts_with(['{', '[']),
        };
        let read = is_json.then(|| {
            lenient::parse(text.trim_start()).and_then(|(value, length)| {
                let rest = text.trim_start().get(length..).unwrap_or_default();
                rest.trim().is_empty().then_some(value)
            })
        });
        read.flatten()
            .unwrap_or_else(|| Value::String(text.to_owned()))
    }
}
