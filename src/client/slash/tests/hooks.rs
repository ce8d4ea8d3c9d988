//! Tests of `/hooks`.

use super::{context, error};
use crate::slash::{SlashOutcome, run};
use notice::Notice;
use protocol::command::Command;
use protocol::hooks::{HookList, HookRow, HookTest, HookTrust};
use protocol::query::{Query, Reply};

fn list() -> Reply {
    Reply::Hooks {
        list: HookList {
            hooks: vec![HookRow {
                name: "1a2b3c4d".into(),
                event: "PreToolUse".into(),
                matcher: String::new(),
                command: "check.sh\u{1b}[2J".into(),
                timeout_s: 10,
                source: "/home/user/.claude/settings.json".into(),
                trust: HookTrust::Changed,
                changes: vec!["--- check.sh".into(), "-exit 0".into(), "+~~~".into()],
            }],
            problems: vec![Notice::text("settings.json: broken")],
        },
    }
}

fn asked(line: &str) -> (Query, String) {
    let reply = |query: &Query| match query {
        Query::TestHook { .. } => Reply::HookTested {
            test: Box::new(HookTest {
                name: "1a2b3c4d".into(),
                input: "{}".into(),
                stdout: "one\ntwo\n".into(),
                stderr: "bad\n".into(),
                meaning: vec![Notice::text("objects")],
            }),
        },
        _ => list(),
    };
    match run(line, &context()) {
        SlashOutcome::Ask(query, formatter) => {
            let shown = formatter.render(&reply(&query));
            (query, shown)
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_list_shows_state_and_changes_and_nothing_breaks_out_of_it() {
    let (query, shown) = asked("/hooks");
    assert_eq!(query, Query::Hooks);
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(
        lines[1],
        "1a2b3c4d  PreToolUse *  (changed since it was trusted)"
    );
    assert!(
        lines[2].starts_with("  $ check.sh") && !shown.contains('\u{1b}'),
        "{shown}"
    );
    assert_eq!(
        lines[4..8],
        ["--- check.sh", "-exit 0", "+~~~", "settings.json: broken"]
    );
}

#[test]
fn an_empty_list_is_a_sentence_and_only_changes_are_a_diff() {
    let SlashOutcome::Ask(_, formatter) = run("/hooks", &context()) else {
        panic!("no query");
    };
    let shown = |list: &HookList| formatter.render(&Reply::Hooks { list: list.clone() });
    assert_eq!(shown(&HookList::default()), "no hooks are defined");
    let Reply::Hooks { mut list } = list() else {
        panic!("no list");
    };
    assert!(shown(&list).starts_with("~~~diff\n"), "{}", shown(&list));
    list.hooks[0].changes.clear();
    assert!(shown(&list).starts_with("~~~\n"), "{}", shown(&list));
}

#[test]
fn a_test_shows_input_outputs_and_meaning() {
    let (query, shown) = asked("/hooks test 1a2b");
    assert!(matches!(query, Query::TestHook { name, .. } if name == "1a2b"));
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(
        lines[1..6],
        ["< {}", "> one", "> two", "! bad", "= objects"]
    );
}

#[test]
fn trust_names_hooks_or_means_all() {
    let names = |line: &str| match run(line, &context()) {
        SlashOutcome::Commands(commands) => match commands.as_slice() {
            [Command::TrustHooks { names, .. }] => names.clone(),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    };
    assert_eq!(names("/hooks trust"), [""; 0]);
    assert_eq!(names("/hooks trust 1a 2b"), ["1a", "2b"]);
    assert!(error("/hooks remove").contains("/hooks"));
}
