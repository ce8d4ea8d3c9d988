//! The examples of Claude Code's documentation of hooks, run as they are written there, without a box and in
//! that of each rung: input in Claude's format, the command in a shell, the answer as it is acted on.

use hooks::{
    Dialect, HookAnswer, HookDecision, HookScene, HookVerdict, Occasion, StartSource, input,
};
use protocol::approval::Mode;
use protocol::ids::CallId;
use sandbox::plan::Rung;
use serde_json::{Value, json};

use super::{HookPlace, RUNGS};

/// Carries out an example on every rung that the machine has, if the programs that it needs are installed.
fn on_each_rung(programs: &[&str], example: impl Fn(&HookPlace)) {
    for program in programs {
        let found = std::process::Command::new(program)
            .arg("--version")
            .output();
        if !found.is_ok_and(|found| found.status.success()) {
            testing::skipped(&format!("{program} is not installed"));
            return;
        }
    }
    for place in RUNGS.into_iter().filter_map(HookPlace::on) {
        example(&place);
    }
}

impl HookPlace {
    fn verdict(&self, command: &str, occasion: &Occasion) -> HookVerdict {
        let root = self.root();
        let dialect = Dialect::Claude;
        let scene = HookScene {
            session: "abc123",
            root: &root,
            mode: Mode::Review,
            dialect,
        };
        let input = input(occasion, scene).to_string();
        let (run, told) = self.run(occasion.event(), command, &input);
        let answer = HookAnswer::read(occasion.event(), dialect, &run);
        let verdict = HookVerdict::of(answer, occasion, (&root, dialect), command);
        assert_eq!(
            (&verdict.told, &told),
            (&vec![], &vec![]),
            "{:?}: {run:?}",
            self.rung
        );
        verdict
    }
}

fn before(tool: &str, arguments: Value) -> Occasion {
    Occasion::PreToolUse {
        call: CallId(uuid::Uuid::nil()),
        tool: tool.to_owned(),
        arguments,
    }
}

fn bash(command: &str) -> Occasion {
    before("shell_exec", json!({ "command": command }))
}

fn write(path: &str) -> Occasion {
    before("write_file", json!({ "path": path, "content": "x" }))
}

fn denied(verdict: &HookVerdict) -> &str {
    match &verdict.decision {
        HookDecision::Deny(why) => why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn commands_are_logged() {
    on_each_rung(&["jq"], |example| {
        let log = r#"jq -r '"\(.tool_input.command) - \(.tool_input.description // "No description")"' >> ~/.claude/bash-command-log.txt"#;
        // Landlock alone cannot let new files be made beside those that it hides.
        if example.rung == Rung::Landlock {
            example.file("home/.claude/bash-command-log.txt", "");
        }
        assert_eq!(example.verdict(log, &bash("ls -l")), HookVerdict::default());
        let logged = example.text("home/.claude/bash-command-log.txt");
        assert_eq!(logged, "ls -l - No description\n");
    });
}

#[test]
fn typescript_is_formatted_after_an_edit() {
    on_each_rung(&["jq"], |example| {
        example.file("work/bin/npx", "#!/bin/sh\necho \"$@\" >> npx.log\n");
        let format = r#"PATH="$PWD/bin:$PATH"; jq -r '.tool_input.file_path' | { read file_path; if echo "$file_path" | grep -q '\.ts$'; then npx prettier --write "$file_path"; fi; }"#;
        for path in ["src/a.ts", "src/b.rs"] {
            let done = Occasion::PostToolUse {
                call: CallId(uuid::Uuid::nil()),
                tool: "replace_text".into(),
                arguments: json!({ "path": path, "old_text": "a", "new_text": "b" }),
                response: json!({ "success": true }),
            };
            assert_eq!(example.verdict(format, &done), HookVerdict::default());
        }
        let root = example.root();
        let asked = format!("prettier --write {}/src/a.ts\n", root.display());
        assert_eq!(example.text("work/npx.log"), asked);
    });
}

#[test]
fn a_notification_is_shown_on_the_desktop() {
    on_each_rung(&[], |example| {
        example.file(
            "work/bin/notify-send",
            "#!/bin/sh\necho \"$1: $2\" > shown\n",
        );
        let notify = r#"PATH="$PWD/bin:$PATH"; notify-send 'Claude Code' 'Awaiting your input'"#;
        let occasion = Occasion::Notification {
            message: "agentichat needs your permission to use Bash".into(),
            kind: "permission_prompt".into(),
        };
        example.verdict(notify, &occasion);
        assert_eq!(
            example.text("work/shown"),
            "Claude Code: Awaiting your input\n"
        );
    });
}

#[test]
fn files_are_protected_by_one_line_of_python() {
    on_each_rung(&["python3"], |example| {
        let protect = r#"python3 -c "import json, sys; data=json.load(sys.stdin); path=data.get('tool_input',{}).get('file_path',''); sys.exit(2 if any(p in path for p in ['.env', 'package-lock.json', '.git/']) else 0)""#;
        for path in [".env", "web/package-lock.json", ".git/config"] {
            denied(&example.verdict(protect, &write(path)));
            let delete = before("delete_file", json!({ "path": path }));
            denied(&example.verdict(protect, &delete));
        }
        let fine = example.verdict(protect, &write("src/main.rs"));
        assert_eq!(fine, HookVerdict::default());
    });
}

#[test]
fn files_are_protected_by_a_script_of_the_project() {
    on_each_rung(&["jq"], |example| {
        example.file(
            "work/.claude/hooks/protect-files.sh",
            r#"#!/bin/bash
INPUT=$(cat)
FILE_PATH=$(echo "$INPUT" | jq -r '.tool_input.file_path // empty')
PROTECTED_PATTERNS=(".env" "package-lock.json" ".git/")
for pattern in "${PROTECTED_PATTERNS[@]}"; do
  if [[ "$FILE_PATH" == *"$pattern"* ]]; then
    echo "Blocked: $FILE_PATH matches protected pattern '$pattern'" >&2
    exit 2
  fi
done
exit 0
"#,
        );
        let protect = r#""$CLAUDE_PROJECT_DIR"/.claude/hooks/protect-files.sh"#;
        let refused = example.verdict(protect, &write("a/.env"));
        assert!(denied(&refused).ends_with("/a/.env matches protected pattern '.env'"));
        let fine = example.verdict(protect, &write("a.rs"));
        assert_eq!(fine, HookVerdict::default());
    });
}

#[test]
fn a_dangerous_command_is_denied_by_json() {
    on_each_rung(&["jq"], |example| {
        example.file(
            "work/.claude/hooks/block-rm.sh",
            r#"#!/bin/bash
COMMAND=$(jq -r '.tool_input.command')
if echo "$COMMAND" | grep -q 'rm -rf'; then
  jq -n '{
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: "Destructive command blocked by hook"
    }
  }'
else
  exit 0
fi
"#,
        );
        let block = "$CLAUDE_PROJECT_DIR/.claude/hooks/block-rm.sh";
        let refused = example.verdict(block, &bash("rm -rf /tmp/build"));
        assert_eq!(denied(&refused), "Destructive command blocked by hook");
        assert_eq!(example.verdict(block, &bash("ls")), HookVerdict::default());
    });
}

#[test]
fn commands_are_validated_by_rules() {
    on_each_rung(&["python3"], |example| {
        example.file(
            "work/.claude/hooks/validate.py",
            r#"#!/usr/bin/env python3
import json
import re
import sys

VALIDATION_RULES = [
    (r"\bgrep\b(?!.*\|)", "Use 'rg' (ripgrep) instead of 'grep'"),
    (r"\bfind\s+\S+\s+-name\b", "Use 'rg --files -g pattern' instead of 'find -name'"),
]

try:
    input_data = json.load(sys.stdin)
except json.JSONDecodeError as e:
    print(f"Error: Invalid JSON input: {e}", file=sys.stderr)
    sys.exit(1)

tool_name = input_data.get("tool_name", "")
command = input_data.get("tool_input", {}).get("command", "")
if tool_name != "Bash" or not command:
    sys.exit(1)

issues = [message for pattern, message in VALIDATION_RULES if re.search(pattern, command)]
if issues:
    for message in issues:
        print(f"• {message}", file=sys.stderr)
    sys.exit(2)
"#,
        );
        let validate = "python3 .claude/hooks/validate.py";
        let refused = example.verdict(validate, &bash("grep -r foo ."));
        assert_eq!(denied(&refused), "• Use 'rg' (ripgrep) instead of 'grep'");
        let fine = example.verdict(validate, &bash("rg foo"));
        assert_eq!(fine, HookVerdict::default());
    });
}

#[test]
fn a_prompt_with_a_secret_is_blocked_and_others_get_the_time() {
    on_each_rung(&["python3"], |example| {
        example.file(
            "work/.claude/hooks/prompt.py",
            r#"import json
import sys
import re
import datetime

input_data = json.load(sys.stdin)
prompt = input_data.get("prompt", "")
sensitive_patterns = [(r"(?i)\b(password|secret|key|token)\s*[:=]", "Prompt contains potential secrets")]
for pattern, message in sensitive_patterns:
    if re.search(pattern, prompt):
        output = {
            "decision": "block",
            "reason": f"Security policy violation: {message}. Please rephrase your request without sensitive information."
        }
        print(json.dumps(output))
        sys.exit(0)
context = f"Current time: {datetime.datetime.now()}"
print(context)
sys.exit(0)
"#,
        );
        let check = "python3 .claude/hooks/prompt.py";
        let prompt = |text: &str| Occasion::UserPromptSubmit {
            prompt: text.to_owned(),
        };
        let refused = example.verdict(check, &prompt("my password: x"));
        assert!(denied(&refused).starts_with("Security policy violation"));
        let fine = example.verdict(check, &prompt("what time is it?"));
        assert!(fine.context.unwrap().starts_with("Current time: "));
    });
}

#[test]
fn reading_documentation_is_approved_and_still_decided_by_our_policy() {
    on_each_rung(&["python3"], |example| {
        example.file(
            "work/.claude/hooks/approve.py",
            r#"import json
import sys

input_data = json.load(sys.stdin)
tool_name = input_data.get("tool_name", "")
file_path = input_data.get("tool_input", {}).get("file_path", "")
if tool_name == "Read" and file_path.endswith((".md", ".mdx", ".txt", ".json")):
    output = {
        "decision": "approve",
        "reason": "Documentation file auto-approved",
        "suppressOutput": True
    }
    print(json.dumps(output))
sys.exit(0)
"#,
        );
        let approve = "python3 .claude/hooks/approve.py";
        let read = before("read_file", json!({ "path": "README.md" }));
        assert_eq!(example.verdict(approve, &read), HookVerdict::default());
    });
}

#[test]
fn context_is_added_at_the_beginning_of_a_session() {
    on_each_rung(&[], |example| {
        let remind = "echo 'Reminder: use Bun, not npm. Run bun test before committing.'";
        let source = StartSource::Startup;
        let said = example.verdict(remind, &Occasion::SessionStart { source });
        assert_eq!(
            said.context.as_deref(),
            Some("Reminder: use Bun, not npm. Run bun test before committing.")
        );
    });
}

#[test]
fn a_run_ends_only_when_the_tests_pass_and_is_held_back_once() {
    on_each_rung(&["jq"], |example| {
        let hold = r#"INPUT=$(cat)
if [ "$(echo "$INPUT" | jq -r '.stop_hook_active')" = "true" ]; then
  exit 0
fi
echo '{"decision": "block", "reason": "Run the tests first"}'"#;
        let refused = example.verdict(hold, &Occasion::Stop { active: false });
        assert_eq!(denied(&refused), "Run the tests first");
        let fine = example.verdict(hold, &Occasion::Stop { active: true });
        assert_eq!(fine, HookVerdict::default());
    });
}
