//! Maps the arguments of the program's own tools to the actions that they request, and an answer to
//! the arguments with which the tool may run. Pure.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};

use super::message::text;
use protocol::call::ToolClass;
use protocol::permission::{
    Permission, PermissionQuestion, QuestionOption, RequestedAction, TextEdit,
};

/// Tools that only read.
const LOOKS: [&str; 7] = [
    "Read",
    "Grep",
    "Glob",
    "LS",
    "NotebookRead",
    "TaskGet",
    "TaskList",
];

/// Tools that manage the program's own lists.
const OWN_LISTS: [&str; 6] = [
    "TodoWrite",
    "TaskCreate",
    "TaskUpdate",
    "TaskOutput",
    "EnterPlanMode",
    "ReportFindings",
];

/// Returns the class of a tool.
pub(super) fn class_of(tool: &str) -> ToolClass {
    match tool {
        "Edit" | "Write" | "MultiEdit" | "NotebookEdit" => ToolClass::Text,
        "Bash" => ToolClass::Command,
        "AskUserQuestion" => ToolClass::Ask,
        "ExitPlanMode" => ToolClass::Plan,
        "Task" | "Agent" => ToolClass::Agent,
        tool if LOOKS.contains(&tool) || OWN_LISTS.contains(&tool) => ToolClass::Read,
        tool if tool.starts_with("mcp__") => ToolClass::Mcp,
        // The program asks, so this program asks the user.
        _ => ToolClass::Mcp,
    }
}

/// Makes file paths of a call that are inside the folder relative to it, as the user and a model
/// that continues the conversation see them.
pub(super) fn relative(arguments: &mut Value, folder: &Path) {
    for name in ["file_path", "notebook_path", "path"] {
        let Some(Value::String(path)) = arguments.get_mut(name) else {
            continue;
        };
        if let Ok(inside) = Path::new(path.as_str()).strip_prefix(folder) {
            *path = inside.display().to_string();
        }
    }
}

/// Determines the action that a tool would perform.
pub(super) fn wants(tool: &str, input: &Value, description: Option<&str>) -> RequestedAction {
    known(tool, input).unwrap_or_else(|| RequestedAction::Other {
        summary: summary(tool, input, description),
        class: match class_of(tool) {
            // The arguments are malformed, so the action is unknown.
            ToolClass::Text | ToolClass::Command | ToolClass::Ask | ToolClass::Plan => {
                ToolClass::Mcp
            }
            class => class,
        },
    })
}

fn known(tool: &str, input: &Value) -> Option<RequestedAction> {
    let owned = |field| text(input, field).map(str::to_owned);
    Some(match tool {
        "Edit" => RequestedAction::Edit {
            path: owned("file_path")?,
            edits: vec![edit(input)?],
        },
        "MultiEdit" => {
            let edits = input.get("edits")?.as_array()?.iter().map(edit);
            RequestedAction::Edit {
                path: owned("file_path")?,
                edits: edits.collect::<Option<Vec<_>>>()?,
            }
        }
        "Write" => RequestedAction::Write {
            path: owned("file_path")?,
            text: owned("content")?,
        },
        "Bash" => RequestedAction::Command {
            command: owned("command")?,
        },
        "AskUserQuestion" => {
            let mut asked = questions(input)?;
            match asked.len() {
                1 => RequestedAction::Question {
                    question: asked.remove(0),
                },
                _ => RequestedAction::Questions,
            }
        }
        "ExitPlanMode" => RequestedAction::Plan {
            text: owned("plan").unwrap_or_default(),
        },
        _ => return None,
    })
}

fn edit(input: &Value) -> Option<TextEdit> {
    Some(TextEdit {
        old: text(input, "old_string")?.to_owned(),
        new: text(input, "new_string")?.to_owned(),
        all: input.get("replace_all").and_then(Value::as_bool) == Some(true),
    })
}

/// Parses the questions of an `AskUserQuestion`; `None` if a question has no options.
pub(super) fn questions(input: &Value) -> Option<Vec<PermissionQuestion>> {
    let asked = input.get("questions")?.as_array()?;
    let asked: Option<Vec<PermissionQuestion>> = asked.iter().map(question).collect();
    asked.filter(|asked| !asked.is_empty())
}

fn question(value: &Value) -> Option<PermissionQuestion> {
    let options = value.get("options")?.as_array()?.iter().map(|option| {
        Some(QuestionOption {
            label: text(option, "label")?.to_owned(),
            description: text(option, "description").unwrap_or_default().to_owned(),
        })
    });
    let options: Vec<QuestionOption> = options.collect::<Option<_>>()?;
    (!options.is_empty()).then_some(PermissionQuestion {
        text: text(value, "question")?.to_owned(),
        options,
        multiple: value.get("multiSelect").and_then(Value::as_bool) == Some(true),
    })
}

fn summary(tool: &str, input: &Value, description: Option<&str>) -> String {
    let named = [
        "url",
        "query",
        "description",
        "prompt",
        "file_path",
        "notebook_path",
    ];
    let what = named.iter().find_map(|field| text(input, field));
    let what = what.or(description).map_or_else(
        || match input.as_object() {
            Some(fields) if !fields.is_empty() => input.to_string(),
            _ => String::new(),
        },
        str::to_owned,
    );
    let line: String = what
        .lines()
        .next()
        .unwrap_or_default()
        .chars()
        .take(200)
        .collect();
    format!("{tool} {line}").trim_end().to_owned()
}

/// Builds the arguments with which a tool may run, from the requested ones, `input`.
pub(super) fn allowed(tool: &str, input: &Value, leave: &Permission) -> Value {
    let mut input = input.clone();
    let Some(fields) = input.as_object_mut() else {
        return input;
    };
    match leave {
        Permission::Command { command } => {
            fields.insert("command".to_owned(), json!(command));
        }
        Permission::Text { after, .. } if tool == "Write" => {
            fields.insert("content".to_owned(), json!(after));
        }
        Permission::Text { before, after } => {
            let (old, new) = replacement(before, after);
            if tool == "MultiEdit" {
                let edits = json!([{ "old_string": old, "new_string": new }]);
                fields.insert("edits".to_owned(), edits);
            } else {
                fields.insert("old_string".to_owned(), json!(old));
                fields.insert("new_string".to_owned(), json!(new));
                fields.insert("replace_all".to_owned(), json!(false));
            }
        }
        Permission::AsAsked | Permission::Answer { .. } | Permission::Denied { .. } => {}
    }
    input
}

/// Builds the arguments of a call whose questions are answered; answers are keyed by
/// the question's text.
pub(super) fn answered(input: &Value, answers: &BTreeMap<String, String>) -> Value {
    let mut input = input.clone();
    if let Some(fields) = input.as_object_mut() {
        fields.insert("answers".to_owned(), json!(answers));
    }
    input
}

/// Formats the choice as the program expects it: labels, or the user's own words.
pub(super) fn labels(question: &PermissionQuestion, chosen: &[String]) -> String {
    let label = |text: &String| {
        let option = question
            .options
            .iter()
            .find(|option| option.shown() == *text);
        option.map_or_else(|| text.clone(), |option| option.label.clone())
    };
    chosen.iter().map(label).collect::<Vec<_>>().join(", ")
}

/// Computes one replacement of whole lines that turns `before` into `after`: the differing lines,
/// with as much context as makes the replaced text unique.
fn replacement(before: &str, after: &str) -> (String, String) {
    let old: Vec<&str> = before.split_inclusive('\n').collect();
    let new: Vec<&str> = after.split_inclusive('\n').collect();
    let shorter = old.len().min(new.len());
    let mut head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let tail = old.iter().rev().zip(new.iter().rev());
    let mut tail = tail
        .take(shorter - head)
        .take_while(|(a, b)| a == b)
        .count();
    loop {
        let whole = |lines: &[&str]| {
            lines
                .get(head..lines.len() - tail)
                .unwrap_or_default()
                .concat()
        };
        let (gone, come) = (whole(&old), whole(&new));
        // The program replaces the first match, and refuses if there is another.
        let place: usize = old.iter().take(head).map(|line| line.len()).sum();
        let is_first = before.find(&gone) == Some(place);
        let stands_once = is_first && !gone.is_empty() && before.matches(&gone).count() == 1;
        if stands_once || (head == 0 && tail == 0) {
            return (gone, come);
        }
        head = head.saturating_sub(1);
        tail = tail.saturating_sub(1);
    }
}
