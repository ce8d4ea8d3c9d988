//! The names of tools in the files of Claude Code and opencode, and which tools of ours they stand for.
//! A name never stands for more than the tool of the other program can do.

/// Names of the others in lower case, and tools of ours.
const COUNTERPARTS: &[(&[&str], &[&str])] = &[
    (&["read", "notebookread"], &["read_file"]),
    (&["ls", "list", "glob"], &["list_files"]),
    (
        &["grep"],
        &["search_text", "search_project", "search_semantic"],
    ),
    (&["write"], &["write_file"]),
    (
        &["edit", "multiedit", "patch", "apply_patch"],
        &["edit_file", "replace_text"],
    ),
    // A command can delete; our own tool for it is under review.
    (&["bash"], &["shell_exec", "delete_file"]),
    (&["webfetch"], &["fetch_url"]),
    (&["askuserquestion", "question"], &["clarify_user"]),
    (
        &["todowrite", "taskcreate", "taskupdate"],
        &["create_tasks", "update_task", "list_tasks"],
    ),
    (&["todoread", "tasklist", "taskget"], &["list_tasks"]),
    (&["skill"], &["use_skill"]),
];

/// Returns the tools of ours that a name of another program stands for; empty if there are none.
pub(crate) fn counterparts(name: &str, tools: &[&str]) -> Vec<String> {
    if tools.contains(&name) || name.starts_with("mcp__") {
        return vec![name.to_owned()];
    }
    let name = name.to_ascii_lowercase();
    let row = COUNTERPARTS
        .iter()
        .find(|(theirs, _)| theirs.contains(&name.as_str()));
    let ours = row.map(|(_, ours)| *ours).unwrap_or_default();
    let known = ours.iter().filter(|ours| tools.contains(*ours));
    known.map(|ours| (*ours).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_hooks_know_stands_for_the_same_tool_here() {
        let ours = [
            "shell_exec",
            "read_file",
            "write_file",
            "edit_file",
            "replace_text",
            "list_files",
            "search_text",
            "search_project",
            "search_semantic",
            "clarify_user",
            "fetch_url",
        ];
        for tool in ours {
            let claude = hooks::names_of(tool)[0];
            let found = counterparts(claude, &ours);
            assert!(found.iter().any(|one| one == tool), "{claude}: {found:?}");
        }
        assert_eq!(counterparts("NotebookEdit", &ours), [""; 0]);
        assert_eq!(counterparts("read_file", &ours), ["read_file"]);
        assert_eq!(counterparts("mcp__git__log", &ours), ["mcp__git__log"]);
    }
}
