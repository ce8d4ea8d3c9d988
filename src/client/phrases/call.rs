//! A tool call and its result in words.

use protocol::call::ToolCall;
use protocol::memory::REMEMBER;
use protocol::task::TASK_TOOLS;
use serde_json::Value;

/// The arguments that say what a call is about, the most telling ones first.
const SUBJECTS: [&str; 12] = [
    "command",
    "path",
    "file_path",
    "query",
    "pattern",
    "question",
    "url",
    "glob",
    "task",
    "name",
    "prompt",
    "title",
];

/// The names under which tools return their text.
const TEXTS: [&str; 7] = [
    "output", "stdout", "text", "content", "answer", "report", "result",
];

/// Returns what a call is about: its command, its path, its search text in quotes, or else all of
/// its texts. `one_line` prepares each text.
pub fn subject(call: &ToolCall, one_line: impl Fn(&str) -> String) -> String {
    let tool = call.tool.as_str();
    if TASK_TOOLS.contains(&tool) || tool == REMEMBER {
        // The result names the task, or the item of the memory.
        return String::new();
    }
    let arguments = match &call.arguments {
        Value::String(raw) => return one_line(raw),
        Value::Object(arguments) => arguments,
        _ => return String::new(),
    };
    let named = SUBJECTS
        .iter()
        .find_map(|name| Some((*name, arguments.get(*name)?.as_str()?)));
    match named {
        Some(("query" | "pattern", text)) => format!("\"{}\"", one_line(text)),
        Some((_, text)) => one_line(text),
        None => {
            let texts = arguments.values().filter_map(Value::as_str);
            texts.map(one_line).collect::<Vec<_>>().join(" ")
        }
    }
}

/// Returns the summary of a result as it is shown beside the call's subject, which many summaries
/// begin with.
pub fn beside_subject<'s>(summary: &'s str, subject: &str) -> &'s str {
    match summary.strip_prefix(subject) {
        Some(rest) if !subject.is_empty() => rest.trim_start_matches([' ', ':', ',']),
        _ => summary,
    }
}

/// Returns the fields of a call's result; those of a failed call are the details of its error.
pub fn fields(content: &Value) -> &Value {
    match content.pointer("/error/details") {
        Some(details @ Value::Object(_)) => details,
        _ => content,
    }
}

/// Returns the text in a call's result, under whichever name the tool gave it.
pub fn text_of(content: &Value) -> Option<&str> {
    let fields = fields(content);
    let named = || TEXTS.iter().find_map(|name| fields.get(name)?.as_str());
    content.as_str().or_else(named)
}
