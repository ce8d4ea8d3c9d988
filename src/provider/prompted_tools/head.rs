//! Parses the head of a call after an opener: the tool's name, and the position of the arguments.

use super::form::{Form, opener};
use super::values::{self, Marks};

/// Maximum number of characters of a head that are waited for.
const HEAD_LIMIT: usize = 256;

/// Text after an opener.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Head {
    /// Not enough text yet.
    Unknown,
    None,
    /// JSON from this byte on, which names the tool itself.
    Json(usize, Form),
    /// JSON from this byte on, with only the arguments of the named tool.
    Named(usize, Form, String),
    /// Marked values; the call starts at this byte.
    Marked(usize, &'static Marks),
}

/// Examines a text that starts with an opener. `tools` are the names that are allowed.
pub(super) fn head(text: &str, tools: &[String]) -> Head {
    let Some((opening, form)) = opener(text) else {
        return Head::None;
    };
    let inner = Inner {
        text,
        at: opening.len(),
        tools,
    };
    let found = match form {
        Form::Json | Form::Glm => Some(Head::None),
        Form::Tagged => inner.tagged(),
        Form::Granite | Form::Llama => inner.json(form),
        Form::Mistral => inner.json(form).filter(is_some_head).or(inner.mistral()),
        Form::QwenXml => Some(Head::Marked(0, &values::QWEN_XML)),
        Form::Minimax => inner.marked(&values::MINIMAX),
        Form::Dsml if opening.ends_with('>') => inner.marked(&values::DSML),
        Form::Dsml => Some(Head::Marked(0, &values::DSML)),
        Form::Kimi => inner.kimi(opening),
        Form::Deepseek => inner.deepseek(opening),
        Form::Harmony => inner.harmony(),
    };
    match found {
        Some(Head::Json(at, _) | Head::Named(at, ..) | Head::Marked(at, _)) if at > HEAD_LIMIT => {
            Head::None
        }
        Some(head) => head,
        None if text.len() > HEAD_LIMIT => Head::None,
        None => Head::Unknown,
    }
}

fn is_some_head(head: &Head) -> bool {
    *head != Head::None
}

/// Text after an opener. Each parser returns `None` if more text is needed.
struct Inner<'a> {
    text: &'a str,
    at: usize,
    tools: &'a [String],
}

impl Inner<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default().trim_start()
    }

    /// Returns the byte position of a tail of the text.
    fn place(&self, tail: &str) -> usize {
        self.text.len() - tail.len()
    }

    fn json(&self, form: Form) -> Option<Head> {
        Some(match self.rest().chars().next()? {
            '{' | '[' => Head::Json(self.place(self.rest()), form),
            _ => Head::None,
        })
    }

    fn marked(&self, marks: &'static Marks) -> Option<Head> {
        let rest = self.rest();
        if rest.starts_with(marks.call.0) {
            return Some(Head::Marked(self.place(rest), marks));
        }
        (!marks.call.0.starts_with(rest)).then_some(Head::None)
    }

    /// Parses the text after `<tool_call>`: JSON, Qwen's own form or GLM's.
    fn tagged(&self) -> Option<Head> {
        let json = self.json(Form::Tagged)?;
        if json != Head::None {
            return Some(json);
        }
        match self.marked(&values::QWEN_XML) {
            Some(Head::None) => {}
            other => return other,
        }
        let rest = self.rest();
        Some(match values::name_before(rest, &values::GLM, self.tools)? {
            Some(_) => Head::Marked(self.place(rest), &values::GLM),
            None => Head::None,
        })
    }

    /// Accepts a name if a tool has it; otherwise the text is no call.
    fn named(&self, name: &str, form: Form, arguments: &str) -> Option<Head> {
        if !self.tools.iter().any(|tool| tool == name) {
            return Some(Head::None);
        }
        let json = arguments.trim_start();
        Some(match json.chars().next()? {
            '{' => Head::Named(self.place(json), form, name.to_owned()),
            _ => Head::None,
        })
    }

    /// Returns the text after the mark of a single call, which is the opener itself or follows the
    /// opener of several calls; otherwise the head found instead.
    fn behind(&self, opening: &str, call: &str) -> Result<&str, Option<Head>> {
        let rest = self.rest();
        if opening == call {
            return Ok(rest);
        }
        match rest.strip_prefix(call) {
            Some(inner) => Ok(inner),
            None if call.starts_with(rest) => Err(None),
            None => Err(Some(Head::None)),
        }
    }

    /// `NAME[ARGS]{…}`, `NAME[CALL_ID]ID[ARGS]{…}`, `NAME{…}`.
    fn mistral(&self) -> Option<Head> {
        let rest = self.rest();
        let end = rest.find(['[', '{'])?;
        let (name, mut behind) = rest.split_at(end);
        if behind.starts_with("[CALL_ID]") || "[CALL_ID]".starts_with(behind) {
            behind = behind.get(behind.find("[ARGS]")?..)?;
        }
        if "[ARGS]".starts_with(behind) {
            return None;
        }
        let arguments = behind.strip_prefix("[ARGS]").unwrap_or(behind);
        self.named(name.trim(), Form::Mistral, arguments)
    }

    fn kimi(&self, opening: &str) -> Option<Head> {
        let rest = match self.behind(opening, "<|tool_call_begin|>") {
            Ok(rest) => rest,
            Err(head) => return head,
        };
        let (id, arguments) = rest.split_once("<|tool_call_argument_begin|>")?;
        let id = id.trim();
        let name = id.strip_prefix("functions.").unwrap_or(id);
        let name = name.rsplit_once(':').map_or(name, |(name, _)| name);
        self.named(name, Form::Kimi, arguments)
    }

    /// `NAME<｜tool▁sep｜>{…}`, or `function<｜tool▁sep｜>NAME` and the JSON in a fence.
    fn deepseek(&self, opening: &str) -> Option<Head> {
        let rest = match self.behind(opening, "<｜tool▁call▁begin｜>") {
            Ok(rest) => rest,
            Err(head) => return head,
        };
        let (name, behind) = rest.split_once("<｜tool▁sep｜>")?;
        if name.trim() != "function" || behind.trim_start().starts_with('{') {
            return self.named(name.trim(), Form::Deepseek, behind);
        }
        let (name, fenced) = behind.split_once('\n')?;
        let fenced = fenced.trim_start();
        let json = match fenced.strip_prefix("```json") {
            Some(json) => json,
            None if "```json".starts_with(fenced) => return None,
            None => fenced,
        };
        self.named(name.trim(), Form::Deepseek, json)
    }

    /// ` to=functions.NAME <|constrain|>json<|message|>{…}`; the recipient may stand
    /// before the channel.
    fn harmony(&self) -> Option<Head> {
        let (header, body) = self.text.split_once("<|message|>")?;
        let Some((_, recipient)) = header.split_once("to=functions.") else {
            return Some(Head::None);
        };
        let end = recipient.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-')));
        let name = recipient.get(..end.unwrap_or(recipient.len()))?;
        self.named(name, Form::Harmony, body)
    }
}
