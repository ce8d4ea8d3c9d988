//! `/mode` and `/confirm`.

use super::format;
use super::outcome::{Formatter, SlashContext, SlashOutcome};
use super::parse::Line;
use super::registry::usage;
use l10n::say;
use protocol::approval::{
    CommandSwitch, Mode, PolicyState, RuleEffect, RuleScope, Switch, TextSwitch,
};
use protocol::command::{Command, Toggle};
use protocol::query::Query;

pub(super) fn mode(line: &Line, context: &SlashContext) -> SlashOutcome {
    let Some(word) = line.arguments.first() else {
        let now = context.policy.mode;
        return usage("mode", &say!("command-mode-is", now = now.word()));
    };
    match Mode::from_word(&word.to_lowercase()) {
        Some(mode) => SlashOutcome::Commands(vec![Command::SetMode {
            session: context.session,
            mode,
        }]),
        None => {
            let words: Vec<&str> = Mode::ALL.into_iter().map(Mode::word).collect();
            SlashOutcome::Error(say!("command-no-mode-of", word, words = words.join(", ")))
        }
    }
}

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
        ["text" | "cmd" | "all"] => usage("confirm", say!("command-on-off-missing")),
        ["revoke"] => usage("confirm", say!("command-rule-number-missing")),
        _ => usage("confirm", say!("command-nothing-to-confirm")),
    }
}

fn switch(which: &str, on: &str, context: &SlashContext) -> SlashOutcome {
    if context.policy.mode == Mode::Plan {
        return SlashOutcome::Error(say!("command-plan-writes-nothing").to_owned());
    }
    let switch = match which {
        "text" => Switch::Text,
        "cmd" => Switch::Command,
        _ => Switch::All,
    };
    let (word, on) = match on {
        "on" => ("on", Toggle::On),
        _ => ("off", Toggle::Off),
    };
    let order = Command::SetConfirm {
        session: context.session,
        switch,
        on,
    };
    let text = say!("command-confirm-set", which, on = word);
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
            let text = say!("command-revoked", rule = rule.pattern);
            SlashOutcome::Done(vec![order], text)
        }
        None if rules.is_empty() => SlashOutcome::Error(say!("command-no-rules").to_owned()),
        None => SlashOutcome::Error(say!("command-no-rule", number, last = rules.len())),
    }
}

fn status(policy: &PolicyState) -> String {
    let text = match policy.text {
        TextSwitch::Deny => say!("command-text-refused"),
        TextSwitch::Propose => say!("command-text-proposed"),
        TextSwitch::Ask => say!("command-asked-for"),
        TextSwitch::Auto => say!("command-text-applied"),
    };
    let command = match policy.command {
        CommandSwitch::Deny => say!("command-command-refused"),
        CommandSwitch::Ask => say!("command-asked-for"),
        CommandSwitch::InBox => say!("command-command-in-box"),
        CommandSwitch::Auto => say!("command-command-run"),
    };
    let until = |set| {
        if set { say!("command-until") } else { "" }
    };
    let mut status = say!(
        "command-mode-status",
        mode = policy.mode.word(),
        text,
        text_until = until(policy.text_until_next_message),
        command,
        command_until = until(policy.command_until_next_message)
    );
    if policy.rules.is_empty() {
        status.push_str(say!("command-rules-none"));
        return status;
    }
    status.push_str(say!("command-rules-head"));
    for (index, rule) in policy.rules.iter().enumerate() {
        let effect = match rule.effect {
            RuleEffect::Deny => say!("command-rule-deny"),
            RuleEffect::Ask => say!("command-rule-ask"),
            RuleEffect::Allow => say!("command-rule-allow"),
        };
        let scope = match rule.scope {
            RuleScope::Flag => say!("command-scope-flag"),
            RuleScope::Session => say!("command-scope-session"),
            RuleScope::Workspace => say!("command-scope-workspace"),
            RuleScope::User => say!("command-scope-user"),
        };
        let number = index + 1;
        status.push_str(&format!(
            "{number}. {effect} `{}` ({scope})\n",
            rule.pattern
        ));
    }
    status.push_str(say!("command-rules-foot"));
    status
}
