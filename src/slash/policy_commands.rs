//! `/mode` and `/confirm`.

use super::format;
use super::outcome::{Formatter, SlashContext, SlashOutcome};
use super::parse::Line;
use super::registry::usage;
use crate::protocol::approval::{
    CommandSwitch, Mode, PolicyState, RuleEffect, RuleScope, Switch, TextSwitch,
};
use crate::protocol::command::{Command, Toggle};
use crate::protocol::query::Query;

/// `/mode <mode>`.
pub(super) fn mode(line: &Line, context: &SlashContext) -> SlashOutcome {
    let Some(word) = line.arguments.first() else {
        let now = context.policy.mode;
        return usage("mode", &format!("the mode is {now}; name another"));
    };
    match Mode::from_word(&word.to_lowercase()) {
        Some(mode) => SlashOutcome::Commands(vec![Command::SetMode {
            session: context.session,
            mode,
        }]),
        None => {
            let words: Vec<&str> = Mode::ALL.into_iter().map(Mode::word).collect();
            SlashOutcome::Error(format!(
                "there is no mode {word}; there are {}",
                words.join(", ")
            ))
        }
    }
}

/// `/confirm …`.
pub(super) fn confirm(line: &Line, context: &SlashContext) -> SlashOutcome {
    let words: Vec<String> = line
        .arguments
        .iter()
        .map(|word| word.to_lowercase())
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        [] | ["status"] => {
            let session = context.session;
            let formatter = Formatter::new(format::runs_unasked).after(status(&context.policy));
            SlashOutcome::Ask(Query::RunsUnasked { session }, formatter)
        }
        ["revoke", number] => revoke(number, context),
        [which @ ("text" | "cmd" | "all"), on @ ("on" | "off")] => switch(which, on, context),
        ["text" | "cmd" | "all"] => usage("confirm", "on or off is missing"),
        ["revoke"] => usage(
            "confirm",
            "the number of the rule is missing, see /confirm status",
        ),
        _ => usage("confirm", "that is nothing to confirm"),
    }
}

fn switch(which: &str, on: &str, context: &SlashContext) -> SlashOutcome {
    if context.policy.mode == Mode::Plan {
        return SlashOutcome::Error(
            "in plan mode nothing is written, so there is nothing to confirm: /mode review first"
                .to_owned(),
        );
    }
    let switch = match which {
        "text" => Switch::Text,
        "cmd" => Switch::Command,
        _ => Switch::All,
    };
    let what = match switch {
        Switch::Text => "Writes are",
        Switch::Command => "Commands are",
        Switch::All => "Writes and commands are",
    };
    let (on, how) = match on {
        "on" => (Toggle::On, "asked for."),
        _ => (
            Toggle::Off,
            "not asked for any more, unless the risk is high.",
        ),
    };
    let order = Command::SetConfirm {
        session: context.session,
        switch,
        on,
    };
    let text = format!("{what} {how} `/confirm status` shows the whole state.");
    SlashOutcome::Done(vec![order], text)
}

fn revoke(number: &str, context: &SlashContext) -> SlashOutcome {
    let rules = &context.policy.rules;
    let rule = number
        .trim_start_matches('#')
        .parse::<usize>()
        .ok()
        .and_then(|number| number.checked_sub(1))
        .and_then(|index| rules.get(index));
    match rule {
        Some(rule) => {
            let order = Command::RevokeRule {
                session: context.session,
                rule: rule.id,
            };
            let text = format!("The rule `{}` is revoked.", rule.pattern);
            SlashOutcome::Done(vec![order], text)
        }
        None if rules.is_empty() => SlashOutcome::Error("there are no rules to revoke".to_owned()),
        None => SlashOutcome::Error(format!(
            "there is no rule {number}; /confirm status lists 1 to {}",
            rules.len()
        )),
    }
}

fn status(policy: &PolicyState) -> String {
    let text = match policy.text {
        TextSwitch::Deny => "refused",
        TextSwitch::Stage => "staged for review",
        TextSwitch::Ask => "asked for",
        TextSwitch::Auto => "applied",
    };
    let command = match policy.command {
        CommandSwitch::Deny => "refused, unless read-only",
        CommandSwitch::Ask => "asked for",
        CommandSwitch::Auto => "run, unless the risk is high",
    };
    let until = |set| {
        if set { ", until your next message" } else { "" }
    };
    let mut status = format!(
        "**Mode** {}\n\n- text: {text}{}\n- cmd: {command}{}\n\n",
        policy.mode,
        until(policy.text_until_next_message),
        until(policy.command_until_next_message),
    );
    if policy.rules.is_empty() {
        status.push_str("No rules.");
        return status;
    }
    status.push_str("**Rules**\n\n");
    for (index, rule) in policy.rules.iter().enumerate() {
        let effect = match rule.effect {
            RuleEffect::Deny => "deny",
            RuleEffect::Ask => "ask",
            RuleEffect::Allow => "allow",
        };
        let scope = match rule.scope {
            RuleScope::Flag => "command line",
            RuleScope::Session => "this session",
            RuleScope::Workspace => "workspace",
            RuleScope::User => "user",
        };
        let number = index + 1;
        status.push_str(&format!(
            "{number}. {effect} `{}` ({scope})\n",
            rule.pattern
        ));
    }
    status.push_str("\n`/confirm revoke <number>` takes one away.");
    status
}
