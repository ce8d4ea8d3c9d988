//! The model's input in a request, to detect calls in its answer that only quote it.

use std::sync::Arc;

use serde_json::Value;

use super::prompt::system_prompt;
use crate::StepRequest;
use protocol::message::{Block, Message, Role};
use protocol::stream::{IGNORED_NOTE, ToolFormat};

/// The system prompt and the messages of a request.
#[derive(Debug, Default)]
pub(super) struct GivenTexts {
    system: String,
    messages: Vec<Arc<Message>>,
}

impl GivenTexts {
    /// Collects the texts that this request contains for the model.
    pub(super) fn to(request: &StepRequest) -> Self {
        let system = match request.format {
            ToolFormat::Native => request.system.clone(),
            ToolFormat::Simplified => system_prompt(&request.system, &request.tools),
        };
        Self {
            system,
            messages: request.messages.clone(),
        }
    }

    /// Whether the text of one of these calls occurs in the input, ignoring whitespace, quotes
    /// and line margins.
    pub(super) fn has_one<'a>(&self, calls: impl Iterator<Item = &'a str>) -> bool {
        let wanted: Vec<[String; 2]> = calls
            .map(|call| [squeezed(call), squeezed(&without_margins(call))])
            .collect();
        let mut found = false;
        self.each_text(&mut |text| {
            found = found || holds(text, &wanted);
        });
        found
    }

    fn each_text(&self, take: &mut dyn FnMut(&str)) {
        take(&self.system);
        for (at, message) in self.messages.iter().enumerate() {
            if !self.may_be_repeated(at, message) {
                for block in &message.blocks {
                    each_text_of(block, take);
                }
            }
        }
    }

    /// Whether the model has read that a call in this earlier answer did not run, and how to make
    /// it.
    fn may_be_repeated(&self, at: usize, message: &Message) -> bool {
        message.role == Role::Assistant
            && self.messages.get(at + 1).is_some_and(|next| {
                next.role == Role::User && next.plain_text().starts_with(IGNORED_NOTE)
            })
    }
}

/// Visits the texts of a block that the model may quote. Excludes its own calls: making one again
/// is not quoting.
fn each_text_of(block: &Block, take: &mut dyn FnMut(&str)) {
    match block {
        Block::Text { text } => take(text),
        Block::ToolResult { result } => {
            take(&result.content.to_string());
            each_string(&result.content, take);
        }
        Block::Notice { .. }
        | Block::Reasoning { .. }
        | Block::ToolUse { .. }
        | Block::Image { .. } => {}
    }
}

/// Visits the strings in a value; in the serialized value their line breaks would be escaped.
fn each_string(value: &Value, take: &mut dyn FnMut(&str)) {
    match value {
        Value::String(text) => take(text),
        Value::Array(items) => items.iter().for_each(|item| each_string(item, take)),
        Value::Object(object) => object.values().for_each(|item| each_string(item, take)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn holds(text: &str, wanted: &[[String; 2]]) -> bool {
    let (whole, without) = (squeezed(text), squeezed(&without_margins(text)));
    wanted
        .iter()
        .any(|[call, bare]| whole.contains(call) || without.contains(bare))
}

/// Returns a text without whitespace, quotes, escapes and invisible characters, which may differ
/// between a text and its quotation.
fn squeezed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match c {
            '\\' => {
                if let Some(meant) = escaped(&mut rest) {
                    keep(meant, &mut out);
                }
            }
            '&' => match QUOTES
                .iter()
                .find(|quote| rest.as_str().starts_with(**quote))
            {
                Some(quote) => rest = rest.as_str().get(quote.len()..).unwrap_or_default().chars(),
                None => out.push(c),
            },
            c => keep(c, &mut out),
        }
    }
    out
}

/// HTML entities for quotes, without the `&`.
const QUOTES: [&str; 4] = ["quot;", "apos;", "#34;", "#39;"];

fn keep(c: char, out: &mut String) {
    let is_unseen = matches!(
        c,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}'
    );
    if !(c.is_whitespace() || is_unseen || matches!(c, '"' | '\'' | '`' | '\\')) {
        out.push(c);
    }
}

/// Resolves a backslash escape, however often it was escaped; `None` if it means whitespace.
fn escaped(rest: &mut std::str::Chars<'_>) -> Option<char> {
    *rest = rest.as_str().trim_start_matches('\\').chars();
    match rest.next()? {
        'n' | 'r' | 't' => None,
        'u' => {
            let code = rest
                .as_str()
                .get(..4)
                .and_then(|hex| u32::from_str_radix(hex, 16).ok());
            let Some(c) = code.and_then(char::from_u32) else {
                return Some('u');
            };
            *rest = rest.as_str().get(4..).unwrap_or_default().chars();
            Some(c)
        }
        c => Some(c),
    }
}

/// Removes the margins of lines in a listing, a diff or a quotation: numbers, `+`, `-`, `>`, `|`.
fn without_margins(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let mut rest = line.trim_start();
        loop {
            let digits = rest.trim_start_matches(|c: char| c.is_ascii_digit());
            let numbered = digits.len() < rest.len();
            let next = match digits.chars().next() {
                Some(':' | '|' | '\t' | '→' | '-') if numbered => {
                    let behind = digits.chars().next().map_or(0, char::len_utf8);
                    digits.get(behind..).unwrap_or_default()
                }
                Some(' ') if numbered => digits,
                Some('+' | '-' | '>' | '|') if !numbered => digits.get(1..).unwrap_or_default(),
                _ => break,
            };
            rest = next.trim_start();
        }
        out.push_str(rest);
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::testing::support::{call, message, request, result, text};

    const CALL: &str = r#"{"name": "write_file", "arguments": {"path": "x", "content": "a\nb"}}"#;

    fn given(role: Role, block: Block) -> bool {
        let request = request(ToolFormat::Native, vec![message(role, vec![block])]);
        GivenTexts::to(&request).has_one([CALL].into_iter())
    }

    #[test]
    fn a_call_is_found_in_what_was_given_however_it_is_laid_out() {
        let pretty = "{\n  \"name\": \"write_file\",\n  \"arguments\": {\n    \"path\": \"x\",\n    \"content\": \"a\\nb\"\n  }\n}";
        let numbered = |sign: &str| {
            let lines = pretty.lines().enumerate();
            let lines: Vec<String> = lines
                .map(|(at, line)| format!("{:>4}{sign}{line}", at + 1))
                .collect();
            lines.join("\n")
        };
        let escaped = json!({ "body": CALL }).to_string();
        let twice = json!({ "log": escaped }).to_string();
        for shown in [
            CALL.to_owned(),
            pretty.to_owned(),
            format!("README says `{CALL}` and more"),
            numbered("\t"),
            numbered(" | "),
            numbered(": "),
            pretty.replace('\n', "\n> "),
            pretty.replace('\n', "\n+"),
            escaped.replace('<', "\\u003c"),
            escaped,
            twice,
            CALL.replace('"', "&quot;"),
            CALL.replace("write_file", "write_\u{200b}file"),
            CALL.replace('{', "\\u007b"),
        ] {
            assert!(given(Role::User, text(&shown)), "{shown}");
            let read = result(1, "read_file", json!({ "content": shown }));
            assert!(given(Role::Tool, read), "{shown}");
        }
        let arguments = json!({ "path": "x", "content": "a\nb" });
        let parsed = json!({ "name": "write_file", "arguments": arguments });
        assert!(given(Role::Tool, result(1, "mcp", parsed)));
    }

    #[test]
    fn what_was_not_given_is_not_found_and_a_call_may_be_made_again() {
        let arguments = json!({ "path": "x", "content": "a\nb" });
        assert!(!given(Role::Assistant, call(1, "write_file", arguments)));
        let other = CALL.replace("\"x\"", "\"y\"");
        assert!(!given(Role::User, text(&other)));
        assert!(!given(Role::User, text("write a and b to x")));
    }

    #[test]
    fn what_the_model_was_told_to_write_again_is_no_quotation() {
        let said = || message(Role::Assistant, vec![text(CALL)]);
        let told = message(
            Role::User,
            vec![text(&format!("{IGNORED_NOTE} write_file"))],
        );
        let has = |messages| {
            GivenTexts::to(&request(ToolFormat::Native, messages)).has_one([CALL].into_iter())
        };
        assert!(has(vec![said()]), "its own words are words");
        assert!(!has(vec![said(), told]));
    }
}
