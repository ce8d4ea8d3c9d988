//! What a model was given with a request, to tell whether a call in its answer is only quoted from there.

use std::sync::Arc;

use serde_json::Value;

use super::prompt::system_prompt;
use crate::protocol::message::{Block, Message, Role};
use crate::protocol::stream::{IGNORED_NOTE, ToolFormat};
use crate::provider::StepRequest;

/// The system prompt and the messages of a request.
#[derive(Debug, Default)]
pub(super) struct Given {
    system: String,
    messages: Vec<Arc<Message>>,
}

impl Given {
    /// What this request gives to its model.
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

    /// Whether the text of a call stands in it, whatever its white space, its quotes and the margins of its lines.
    pub(super) fn has(&self, call: &str) -> bool {
        let wanted = [squeezed(call), squeezed(&without_margins(call))];
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

    /// Whether the model was told that a call in this answer of its own was not run, and how to make it.
    fn may_be_repeated(&self, at: usize, message: &Message) -> bool {
        message.role == Role::Assistant
            && self.messages.get(at + 1).is_some_and(|next| {
                next.role == Role::User && next.plain_text().starts_with(IGNORED_NOTE)
            })
    }
}

/// The texts of a block that the model may quote. Its own calls are none: making one again is no quoting.
fn each_text_of(block: &Block, take: &mut dyn FnMut(&str)) {
    match block {
        Block::Text { text } => take(text),
        Block::ToolResult { result } => {
            take(&result.content.to_string());
            each_string(&result.content, take);
        }
        Block::Reasoning { .. } | Block::ToolUse { .. } | Block::Image { .. } => {}
    }
}

/// The strings in a value, whose line breaks are escaped in the value as a whole.
fn each_string(value: &Value, take: &mut dyn FnMut(&str)) {
    match value {
        Value::String(text) => take(text),
        Value::Array(items) => items.iter().for_each(|item| each_string(item, take)),
        Value::Object(object) => object.values().for_each(|item| each_string(item, take)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn holds(text: &str, wanted: &[String; 2]) -> bool {
    let [whole, without] = wanted;
    squeezed(text).contains(whole) || squeezed(&without_margins(text)).contains(without)
}

/// A text without white space, quotes and escapes, which differ between a text and its quotation.
fn squeezed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut escaped = false;
    for c in text.chars() {
        let was_escaped = std::mem::take(&mut escaped);
        match c {
            '\\' => escaped = true,
            'n' | 'r' | 't' if was_escaped => {}
            '"' | '\'' | '`' => {}
            c if c.is_whitespace() => {}
            c => out.push(c),
        }
    }
    out
}

/// A text without what stands before its lines in a listing, a difference or a quotation: numbers, `+`, `-`, `>`, `|`.
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
    use crate::provider::tests::support::{call, message, request, result, text};

    const CALL: &str = r#"{"name": "write_file", "arguments": {"path": "x", "content": "a\nb"}}"#;

    fn given(role: Role, block: Block) -> bool {
        let request = request(ToolFormat::Native, vec![message(role, vec![block])]);
        Given::to(&request).has(CALL)
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
            escaped,
            twice,
        ] {
            assert!(given(Role::User, text(&shown)), "{shown}");
            let read = result(1, "read_file", json!({ "content": shown }));
            assert!(given(Role::Tool, read), "{shown}");
        }
        let parsed = serde_json::from_str(CALL).expect("JSON");
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
        let has = |messages| Given::to(&request(ToolFormat::Native, messages)).has(CALL);
        assert!(has(vec![said()]), "its own words are words");
        assert!(!has(vec![said(), told]));
    }
}
