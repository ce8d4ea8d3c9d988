//! Tests of definitions and matchers.

use super::*;

#[test]
fn claudes_schema_is_read_with_its_defaults() {
    let (found, faults) = definitions(
        Dialect::Claude,
        &json!({
            "PreToolUse": [{
                "matcher": "Bash|Edit",
                "hooks": [
                    { "type": "command", "command": "check.sh", "timeout": 30 },
                    { "type": "command", "command": "log.sh" },
                ],
            }],
            "Stop": [{ "hooks": [{ "type": "command", "command": "end.sh", "timeout": 99999 }] }],
        }),
    );
    assert_eq!(faults, [""; 0]);
    let lines = found.iter().map(|hook| {
        let event = hook.event.name();
        format!(
            "{event} [{}] {} {}",
            hook.matcher.text(),
            hook.command,
            hook.timeout_s
        )
    });
    assert_eq!(
        lines.collect::<Vec<_>>(),
        [
            "PreToolUse [Bash|Edit] check.sh 30",
            "PreToolUse [Bash|Edit] log.sh 10",
            "Stop [] end.sh 600",
        ]
    );
}

#[test]
fn gemini_has_its_own_events_and_counts_milliseconds() {
    let (found, faults) = definitions(
        Dialect::Gemini,
        &json!({
            "enabled": true,
            "BeforeTool": [{
                "matcher": "write_file|replace",
                "hooks": [{ "name": "x", "type": "command", "command": "x.sh", "timeout": 5000 }],
            }],
            "BeforeModel": [{ "hooks": [{ "type": "command", "command": "y.sh" }] }],
        }),
    );
    assert_eq!(found.len(), 1);
    assert_eq!(
        (found[0].event, found[0].timeout_s),
        (HookEvent::PreToolUse, 5)
    );
    assert_eq!(
        faults,
        ["BeforeModel: hooks of BeforeModel are not run here"]
    );
}

#[test]
fn what_is_broken_is_named_with_its_place_and_the_rest_is_used() {
    let good = json!({ "type": "command", "command": "good.sh" });
    let (found, faults) = definitions(
        Dialect::Own,
        &json!({
            "PreTolUse": [],
            "PostToolUse": { "matcher": "Bash" },
            "PreToolUse": [
                { "matcher": "Bash(", "hooks": [good] },
                { "matcher": 3, "hooks": [good] },
                { "matcher": "Bash" },
                { "hooks": [
                    { "type": "prompt", "prompt": "is this fine?" },
                    { "type": "command" },
                    { "type": "command", "command": "x.sh", "timeout": -1 },
                    good,
                ] },
            ],
        }),
    );
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].command, "good.sh");
    let starts = [
        "PostToolUse: expected a list of groups",
        "PreTolUse: there is no event PreTolUse; did you mean PreToolUse?",
        "PreToolUse[0].matcher: the matcher is no regular expression",
        "PreToolUse[1].matcher: the matcher must be a text",
        "PreToolUse[2]: expected a list under hooks",
        "PreToolUse[3].hooks[0]: hooks of the type prompt are not run here",
        "PreToolUse[3].hooks[1]: the hook needs a command",
        "PreToolUse[3].hooks[2].timeout: the timeout must be a number over 0",
    ];
    let mut faults = faults;
    faults.sort();
    assert_eq!(faults.len(), starts.len(), "{faults:#?}");
    for (fault, start) in faults.iter().zip(starts) {
        assert!(fault.starts_with(start), "{fault}");
    }
}

#[test]
fn a_matcher_is_exact_names_or_a_pattern_that_fits_anywhere() {
    let fits = |matcher: &str, tool: &str| Matcher::read(matcher).unwrap().fits(&names_of(tool));
    for all in ["", "*", ".*"] {
        assert!(fits(all, "shell_exec") && fits(all, "mcp__memory__read"));
    }
    assert!(fits("Bash", "shell_exec") && fits("shell_exec", "shell_exec"));
    assert!(!fits("Bash", "read_file") && !fits("bash", "shell_exec"));
    assert!(!fits("Ba", "shell_exec"), "a plain name is not a part");
    for tool in ["write_file", "edit_file", "replace_text", "delete_file"] {
        assert!(fits("Edit|MultiEdit|Write", tool), "{tool}");
    }
    assert!(fits("mcp__memory__.*", "mcp__memory__read"));
    assert!(!fits(
        "^(?!Bash$|run_shell_command$|shell_exec$)",
        "shell_exec"
    ));
    assert!(fits("Notebook.*|Re.d", "read_file"));
    assert!(Matcher::read("(").is_err());
}

#[test]
fn a_pattern_that_explodes_counts_as_fitting() {
    let matcher = Matcher::read("^(?:(a|b|ab)(?!c))*(?=c)").unwrap();
    assert!(!matcher.fits(&["ab"]));
    assert!(matcher.fits(&[&"ab".repeat(28)]));
}
