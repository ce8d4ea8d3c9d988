//! The names of our tools and of their arguments in Claude and in Gemini, both ways: hooks that were
//! written for those programs see the names that they know.

use std::path::Path;

use serde_json::{Map, Value, json};

use super::definition::Dialect;

/// A tool of ours and what the others call it.
struct ToolNames {
    ours: &'static str,
    claude: &'static str,
    gemini: &'static str,
    /// Further names by which a matcher may mean it.
    also: &'static [&'static str],
    arguments: &'static [Argument],
}

/// An argument of ours and what the others call it.
struct Argument {
    ours: &'static str,
    claude: &'static str,
    gemini: &'static str,
    kind: ArgumentKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ArgumentKind {
    Same,
    /// Relative to the root here, absolute there.
    Path,
    /// Seconds here, milliseconds there.
    Time,
}

impl Argument {
    const fn same(ours: &'static str, claude: &'static str, gemini: &'static str) -> Self {
        Self {
            ours,
            claude,
            gemini,
            kind: ArgumentKind::Same,
        }
    }

    const fn path(ours: &'static str, claude: &'static str, gemini: &'static str) -> Self {
        Self {
            kind: ArgumentKind::Path,
            ..Self::same(ours, claude, gemini)
        }
    }

    fn there(&self, dialect: Dialect) -> &'static str {
        match dialect {
            Dialect::Own | Dialect::Claude => self.claude,
            Dialect::Gemini => self.gemini,
        }
    }
}

const FILE: Argument = Argument::path("path", "file_path", "file_path");
const PATTERN: Argument = Argument::same("query", "pattern", "pattern");

const TOOLS: &[ToolNames] = &[
    ToolNames {
        ours: "shell_exec",
        claude: "Bash",
        gemini: "run_shell_command",
        also: &[],
        arguments: &[
            Argument::same("command", "command", "command"),
            Argument::path("cwd", "cwd", "dir_path"),
            Argument {
                kind: ArgumentKind::Time,
                ..Argument::same("timeout_s", "timeout", "timeout")
            },
        ],
    },
    ToolNames {
        ours: "read_file",
        claude: "Read",
        gemini: "read_file",
        also: &[],
        arguments: &[FILE, Argument::same("start_line", "offset", "start_line")],
    },
    ToolNames {
        ours: "write_file",
        claude: "Write",
        gemini: "write_file",
        also: &[],
        arguments: &[FILE, Argument::same("content", "content", "content")],
    },
    ToolNames {
        ours: "edit_file",
        claude: "Edit",
        gemini: "replace",
        also: &["MultiEdit"],
        arguments: &[FILE],
    },
    ToolNames {
        ours: "replace_text",
        claude: "Edit",
        gemini: "replace",
        also: &["MultiEdit"],
        arguments: &[
            FILE,
            Argument::same("old_text", "old_string", "old_string"),
            Argument::same("new_text", "new_string", "new_string"),
        ],
    },
    // The others delete with a command; a hook that guards a file against writes means this too.
    ToolNames {
        ours: "delete_file",
        claude: "Write",
        gemini: "write_file",
        also: &["Edit", "MultiEdit"],
        arguments: &[FILE],
    },
    ToolNames {
        ours: "list_files",
        claude: "Glob",
        gemini: "list_directory",
        also: &["LS", "glob"],
        arguments: &[
            Argument::path("path", "path", "dir_path"),
            Argument::same("glob", "pattern", "pattern"),
        ],
    },
    ToolNames {
        ours: "search_text",
        claude: "Grep",
        gemini: "search_file_content",
        also: &["grep_search"],
        arguments: &[
            PATTERN,
            Argument::path("path", "path", "dir_path"),
            Argument::same("glob", "glob", "include"),
            Argument::same("limit", "head_limit", "limit"),
        ],
    },
    ToolNames {
        ours: "search_project",
        claude: "Grep",
        gemini: "search_file_content",
        also: &["grep_search"],
        arguments: &[PATTERN, Argument::same("glob", "glob", "include")],
    },
    ToolNames {
        ours: "search_semantic",
        claude: "Grep",
        gemini: "search_file_content",
        also: &["grep_search"],
        arguments: &[PATTERN],
    },
    ToolNames {
        ours: "clarify_user",
        claude: "AskUserQuestion",
        gemini: "ask_user",
        also: &[],
        arguments: &[],
    },
    ToolNames {
        ours: "fetch_url",
        claude: "WebFetch",
        gemini: "web_fetch",
        also: &[],
        arguments: &[],
    },
];

fn known(tool: &str) -> Option<&'static ToolNames> {
    TOOLS.iter().find(|one| one.ours == tool)
}

/// Returns every name by which a matcher may mean a tool of ours; its own one is the last.
pub fn names_of(tool: &str) -> Vec<&str> {
    let mut names = Vec::new();
    if let Some(known) = known(tool) {
        names.extend([known.claude, known.gemini]);
        names.extend(known.also);
    }
    names.push(tool);
    names
}

/// Returns the name of a tool on the wire.
pub fn wire_name(tool: &str, dialect: Dialect) -> &str {
    match (known(tool), dialect) {
        (Some(known), Dialect::Own | Dialect::Claude) => known.claude,
        (Some(known), Dialect::Gemini) => known.gemini,
        (None, _) => tool,
    }
}

/// Returns the arguments of a call as `tool_input` of the other program. Arguments without a
/// counterpart keep our names.
pub fn input_of(tool: &str, arguments: &Value, root: &Path, dialect: Dialect) -> Value {
    let (Some(known), Some(arguments)) = (known(tool), arguments.as_object()) else {
        return arguments.clone();
    };
    let mut input = Map::new();
    for (name, value) in arguments {
        match known.arguments.iter().find(|one| one.ours == name) {
            Some(argument) => {
                let value = translated(argument.kind, value, root);
                input.insert(argument.there(dialect).to_owned(), value);
            }
            None => drop(input.insert(name.clone(), value.clone())),
        }
    }
    complete(tool, &mut input);
    Value::Object(input)
}

/// Adds what the other programs' tools always have, for tools of ours that work otherwise.
fn complete(tool: &str, input: &mut Map<String, Value>) {
    let added = match tool {
        "edit_file" => vec![
            ("old_string", json!("")),
            ("new_string", json!(new_texts(input))),
        ],
        "delete_file" => vec![("content", json!("")), ("deletes", json!(true))],
        "list_files" => vec![("pattern", json!("*"))],
        _ => Vec::new(),
    };
    for (name, value) in added {
        input.entry(name).or_insert(value);
    }
}

/// Returns the new lines of all edits, for hooks that look for something in what is written.
fn new_texts(input: &Map<String, Value>) -> String {
    let edits = input.get("edits").and_then(Value::as_array);
    let edits = edits.into_iter().flatten();
    let texts = edits.filter_map(|edit| edit.get("new_text")?.as_str());
    texts.collect::<Vec<_>>().join("\n")
}

fn translated(kind: ArgumentKind, value: &Value, root: &Path) -> Value {
    match (kind, value) {
        (ArgumentKind::Path, Value::String(path)) => {
            json!(root.join(path).to_string_lossy().trim_end_matches('/'))
        }
        (ArgumentKind::Time, value) => match value.as_u64() {
            Some(seconds) => json!(seconds.saturating_mul(1_000)),
            None => value.clone(),
        },
        (_, value) => value.clone(),
    }
}

/// An argument that a hook set and that has no counterpart here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotTranslated {
    pub argument: String,
}

/// Returns our arguments for the input that a hook wants in place of `arguments`. What the hook left
/// out or returned as it was stays.
///
/// # Errors
/// If it changed something that has no counterpart.
pub fn arguments_of(
    tool: &str,
    arguments: &Value,
    updated: &Value,
    root: &Path,
    dialect: Dialect,
) -> Result<Value, NotTranslated> {
    let fault = |name: &str| NotTranslated {
        argument: name.to_owned(),
    };
    let (Some(now), Some(updated)) = (arguments.as_object(), updated.as_object()) else {
        return Err(fault("updatedInput"));
    };
    let shown = input_of(tool, arguments, root, dialect);
    let mut wanted = now.clone();
    for (name, value) in updated {
        if shown.get(name) == Some(value) {
            continue;
        }
        let Some(known) = known(tool) else {
            wanted.insert(name.clone(), value.clone());
            continue;
        };
        let argument = known
            .arguments
            .iter()
            .find(|one| one.there(dialect) == name || one.ours == name);
        match argument {
            Some(argument) => {
                let ours = back(argument.kind, value, root).ok_or_else(|| fault(name))?;
                wanted.insert(argument.ours.to_owned(), ours);
            }
            None if now.contains_key(name) => drop(wanted.insert(name.clone(), value.clone())),
            // A text for the user that our tool does not have.
            None if name == "description" => {}
            None => return Err(fault(name)),
        }
    }
    Ok(Value::Object(wanted))
}

fn back(kind: ArgumentKind, value: &Value, root: &Path) -> Option<Value> {
    Some(match kind {
        ArgumentKind::Same => value.clone(),
        ArgumentKind::Path => {
            let path = Path::new(value.as_str()?);
            let inside = path.strip_prefix(root).unwrap_or(path);
            json!(inside.to_str()?)
        }
        ArgumentKind::Time => json!(value.as_u64()?.div_ceil(1_000)),
    })
}
