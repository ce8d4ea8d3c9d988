//! Tests of the names of tools and arguments on the wire.

use super::*;

fn scene(dialect: Dialect) -> HookScene<'static> {
    HookScene {
        session: "s1",
        root: Path::new(ROOT),
        mode: protocol::approval::Mode::Review,
        dialect,
    }
}

#[test]
fn a_call_is_told_in_claudes_words() {
    let occasion = call(
        "write_file",
        json!({ "path": "src/a.rs", "content": "x", "mode": "create" }),
    );
    assert_eq!(
        input(&occasion, scene(Dialect::Claude)),
        json!({
            "session_id": "s1",
            "transcript_path": "/dev/null",
            "cwd": ROOT,
            "permission_mode": "default",
            "hook_event_name": "PreToolUse",
            "tool_name": "Write",
            "tool_use_id": "00000000-0000-0000-0000-000000000000",
            "tool_input": {
                "file_path": "/home/ada/project/src/a.rs",
                "content": "x",
                "mode": "create",
            },
        })
    );
}

#[test]
fn the_same_call_is_told_in_geminis_words() {
    let occasion = call("shell_exec", json!({ "command": "ls", "cwd": "src" }));
    let told = input(&occasion, scene(Dialect::Gemini));
    assert_eq!(told["hook_event_name"], "BeforeTool");
    assert_eq!(told["tool_name"], "run_shell_command");
    assert_eq!(
        told["tool_input"],
        json!({ "command": "ls", "dir_path": "/home/ada/project/src" })
    );
}

#[test]
fn every_other_event_has_its_own_field() {
    let field = |occasion: Occasion, name: &str| {
        let told = input(&occasion, scene(Dialect::Claude));
        assert_eq!(told["hook_event_name"], occasion.event().name());
        told[name].clone()
    };
    let prompt = Occasion::UserPromptSubmit {
        prompt: "hello".into(),
    };
    assert_eq!(field(prompt, "prompt"), "hello");
    assert_eq!(
        field(Occasion::Stop { active: true }, "stop_hook_active"),
        true
    );
    let source = StartSource::Resume;
    assert_eq!(field(Occasion::SessionStart { source }, "source"), "resume");
    let notification = Occasion::Notification {
        message: "Claude needs you".into(),
        kind: "permission_prompt".into(),
    };
    assert_eq!(field(notification, "message"), "Claude needs you");
    let done = Occasion::PostToolUse {
        call: CallId(Default::default()),
        tool: "replace_text".into(),
        arguments: json!({ "path": "a.ts", "old_text": "a", "new_text": "b" }),
        response: json!({ "success": true }),
    };
    let told = input(&done, scene(Dialect::Claude));
    assert_eq!(
        told["tool_input"],
        json!({ "file_path": "/home/ada/project/a.ts", "old_string": "a", "new_string": "b" })
    );
    assert_eq!(
        told["tool_response"],
        json!({ "success": true, "filePath": "/home/ada/project/a.ts" })
    );
}

#[test]
fn what_a_hook_returns_unchanged_changes_nothing_for_any_tool() {
    for dialect in [Dialect::Own, Dialect::Claude, Dialect::Gemini] {
        for (tool, arguments) in [
            (
                "shell_exec",
                json!({ "command": "ls", "cwd": "src", "timeout_s": 7 }),
            ),
            (
                "read_file",
                json!({ "path": "a", "start_line": 3, "end_line": 9 }),
            ),
            (
                "write_file",
                json!({ "path": "a", "content": "x", "mode": "append" }),
            ),
            (
                "edit_file",
                json!({ "path": "a", "edits": [{ "new_text": "x" }] }),
            ),
            (
                "replace_text",
                json!({ "path": "a", "old_text": "x", "new_text": "y" }),
            ),
            ("delete_file", json!({ "path": "a" })),
            ("list_files", json!({ "path": "" })),
            (
                "search_text",
                json!({ "query": "x", "glob": "*.rs", "limit": 3 }),
            ),
            ("mcp__a__b", json!({ "anything": [1, 2] })),
        ] {
            let root = Path::new(ROOT);
            let shown = input_of(tool, &arguments, root, dialect);
            let back = arguments_of(tool, &arguments, &shown, root, dialect);
            assert_eq!(back.as_ref(), Ok(&arguments), "{tool}");
        }
    }
}

#[test]
fn what_a_hook_changes_comes_back_in_our_names() {
    let back = |tool: &str, arguments: Value, updated: Value| {
        arguments_of(tool, &arguments, &updated, Path::new(ROOT), Dialect::Claude)
    };
    let command = back(
        "shell_exec",
        json!({ "command": "npm test", "timeout_s": 5 }),
        json!({ "command": "npm run lint", "timeout": 9000, "description": "Lint" }),
    );
    assert_eq!(
        command,
        Ok(json!({ "command": "npm run lint", "timeout_s": 9 }))
    );
    let path = back(
        "write_file",
        json!({ "path": "a", "content": "x" }),
        json!({ "file_path": "/home/ada/project/sandbox/a" }),
    );
    assert_eq!(path, Ok(json!({ "path": "sandbox/a", "content": "x" })));
    let fault = back(
        "edit_file",
        json!({ "path": "a", "edits": [] }),
        json!({ "old_string": "b" }),
    );
    assert_eq!(fault.unwrap_err().argument, "old_string");
}
