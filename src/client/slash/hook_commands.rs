//! `/hooks`, and the lines that list hooks and show a test.

use super::outcome::{Formatter, SlashContext, SlashOutcome};
use super::parse::Line;
use super::registry::usage;
use l10n::{said, say};
use protocol::command::Command;
use protocol::hooks::{HookList, HookRow, HookTest};
use protocol::query::{Query, Reply};
use redact::one_line;

/// `/hooks [list|test <name>|trust [name …]]`.
pub(super) fn hooks(line: &Line, context: &SlashContext) -> SlashOutcome {
    let words: Vec<&str> = line.arguments.iter().map(String::as_str).collect();
    let session = context.session;
    match words.as_slice() {
        [] | ["list"] => SlashOutcome::Ask(Query::Hooks, Formatter::new(listed)),
        ["test", name] => {
            let name = (*name).to_owned();
            SlashOutcome::Ask(Query::TestHook { session, name }, Formatter::new(tested))
        }
        ["trust", names @ ..] => {
            let names = names.iter().map(|name| (*name).to_owned()).collect();
            SlashOutcome::Commands(vec![Command::TrustHooks { session, names }])
        }
        _ => usage("hooks", say!("command-say-hooks")),
    }
}

fn listed(reply: &Reply) -> String {
    match reply {
        Reply::Hooks { list } if list.hooks.is_empty() => hook_lines(list).join("\n\n"),
        Reply::Hooks { list } => {
            let is_changed = list.hooks.iter().any(|hook| !hook.changes.is_empty());
            let language = if is_changed { "diff" } else { "" };
            fenced(language, &hook_lines(list))
        }
        Reply::Failed { reason } => said(reason),
        _ => String::new(),
    }
}

fn tested(reply: &Reply) -> String {
    match reply {
        Reply::HookTested { test } => fenced("", &hook_test_lines(test)),
        Reply::Failed { reason } => said(reason),
        _ => String::new(),
    }
}

/// Shows lines as they are, with a fence that none of them can close.
pub(super) fn fenced(language: &str, lines: &[String]) -> String {
    let longest = lines
        .iter()
        .map(|line| line.chars().take_while(|letter| *letter == '~').count())
        .max();
    let fence = "~".repeat(longest.unwrap_or(0).max(2) + 1);
    format!("{fence}{language}\n{}\n{fence}", lines.join("\n"))
}

/// Lists hooks in lines: what each is, whether it may run, and what changed.
pub fn hook_lines(list: &HookList) -> Vec<String> {
    let mut lines = Vec::new();
    if list.hooks.is_empty() {
        lines.push(say!("hooks-none").to_owned());
    }
    for hook in &list.hooks {
        lines.extend(row(hook));
    }
    let problems = list.problems.iter();
    lines.extend(problems.map(|problem| one_line(&said(problem))));
    lines
}

fn row(hook: &HookRow) -> Vec<String> {
    let HookRow {
        name,
        event,
        matcher,
        ..
    } = hook;
    let matcher = if matcher.is_empty() { "*" } else { matcher };
    let state = said(&hook.trust.notice());
    let seconds = hook.timeout_s;
    let mut lines = vec![
        format!("{name}  {event} {}  ({state})", one_line(matcher)),
        format!("  $ {}", one_line(&hook.command)),
        format!("  {}, {seconds} s", one_line(&hook.source)),
    ];
    lines.extend(hook.changes.iter().map(|line| one_line(line)));
    lines
}

/// Shows a test in lines: the input, the outputs, and the meaning.
pub fn hook_test_lines(test: &HookTest) -> Vec<String> {
    let mut lines = vec![format!("< {}", one_line(&test.input))];
    let outputs = [("> ", &test.stdout), ("! ", &test.stderr)];
    for (mark, text) in outputs {
        lines.extend(text.lines().map(|line| format!("{mark}{}", one_line(line))));
    }
    let meaning = test.meaning.iter();
    lines.extend(meaning.map(|notice| format!("= {}", one_line(&said(notice)))));
    lines
}
