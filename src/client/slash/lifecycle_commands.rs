//! `/session save|list|search|fork|prompt|delete`, `/export` and `/import`.

use std::path::PathBuf;

use super::format;
use super::outcome::{Formatter, SlashContext, SlashOutcome};
use super::parse::Line;
use super::registry::usage;
use crate::phrases::session::session_name;
use l10n::{counted, say};
use protocol::approval::Mode;
use protocol::command::Command;
use protocol::effort::Effort;
use protocol::query::Query;
use protocol::session::{DeletePolicy, ForkAt, SettingsChange};
use protocol::session_list::{ListScope, SessionFilter};
use redact::one_line;

/// Maximum number of search hits that are shown.
const HITS: usize = 30;

/// `/session list [active|completed|archived|all] [everywhere]`.
pub(super) fn list(wanted: &[&str]) -> SlashOutcome {
    let (mut filter, mut scope) = (SessionFilter::Present, ListScope::Workspace);
    for word in wanted {
        match (*word, SessionFilter::named(word)) {
            ("everywhere", _) => scope = ListScope::Everywhere,
            (_, Some(named)) => filter = named,
            (other, None) => return usage("session", &say!("command-no-list", other)),
        }
    }
    let query = Query::SessionList { filter, scope };
    SlashOutcome::Ask(query, Formatter::new(format::list))
}

/// `/session search <text>`.
pub(super) fn search(line: &Line) -> SlashOutcome {
    let text = behind(line);
    if !text.chars().any(char::is_alphanumeric) {
        return usage("session", say!("command-nothing-to-search"));
    }
    let query = Query::SearchSessions {
        text: text.to_owned(),
        limit: HITS,
    };
    SlashOutcome::Ask(query, Formatter::new(format::found))
}

/// Returns the text after the first word, as typed.
fn behind(line: &Line) -> &str {
    let rest = line.rest.split_once(char::is_whitespace);
    rest.map_or("", |(_, rest)| rest.trim())
}

/// `/session save [path]`.
pub(super) fn save(line: &Line, context: &SlashContext) -> SlashOutcome {
    write(line.arguments.get(1..).unwrap_or_default(), context)
}

pub(super) fn export(line: &Line, context: &SlashContext) -> SlashOutcome {
    write(&line.arguments, context)
}

fn write(arguments: &[String], context: &SlashContext) -> SlashOutcome {
    let path = match arguments {
        [] => None,
        [path] => Some(PathBuf::from(path)),
        _ => return usage("export", say!("command-quotes")),
    };
    SlashOutcome::Commands(vec![Command::ExportSession {
        session: context.session,
        path,
    }])
}

/// `/import <path>`. The new session is shown once it exists.
pub(super) fn import(line: &Line, context: &SlashContext) -> SlashOutcome {
    match line.arguments.as_slice() {
        [path] => SlashOutcome::Commands(vec![Command::ImportSession {
            session: context.session,
            new: context.new_session,
            path: PathBuf::from(path),
        }]),
        [] => usage("import", say!("command-file-missing")),
        _ => usage("import", say!("command-quotes")),
    }
}

/// `/session fork [message]`, the message by its number or id. The fork is shown once it exists.
pub(super) fn fork(at: &[&str], context: &SlashContext) -> SlashOutcome {
    let at = match at {
        [] => ForkAt::End,
        [named] => match (named.trim_start_matches('#').parse(), named.parse()) {
            (Ok(number), _) => ForkAt::Number { number },
            (_, Ok(message)) => ForkAt::Message { message },
            _ => return usage("session", say!("command-message-number")),
        },
        _ => return usage("session", say!("command-one-message")),
    };
    SlashOutcome::Commands(vec![Command::ForkSession {
        session: context.session,
        new: context.new_session,
        at,
    }])
}

/// `/session prompt <text>`; `none` removes the prompt.
pub(super) fn prompt(line: &Line, context: &SlashContext) -> SlashOutcome {
    let text = match behind(line) {
        "" => {
            return SlashOutcome::Show(match context.settings.extra_prompt.as_str() {
                "" => say!("command-no-prompt").to_owned(),
                text => say!("command-prompt", text = format::block(text)),
            });
        }
        "none" => "",
        text => text,
    };
    let change = SettingsChange {
        extra_prompt: Some(text.to_owned()),
        ..SettingsChange::default()
    };
    let session = context.session;
    SlashOutcome::Commands(vec![Command::ConfigureSession { session, change }])
}

/// `/session set <what> <value>`.
pub(super) fn set(what: &[&str], line: &Line, context: &SlashContext) -> SlashOutcome {
    let value = behind_two(line);
    let mut change = SettingsChange::default();
    match what {
        [] => return usage("session", say!("command-say-set")),
        [_] => return usage("session", say!("command-value-missing")),
        ["name", ..] => change.name = Some(value.to_owned()),
        ["folder" | "cwd", folder] => change.cwd = Some(PathBuf::from(folder)),
        ["provider", provider] => change.provider = Some((*provider).to_owned()),
        ["provider", provider, model] => {
            change.provider = Some((*provider).to_owned());
            change.model = Some((*model).to_owned());
        }
        ["model", model] => change.model = Some((*model).to_owned()),
        ["mode", mode] => match Mode::ALL.into_iter().find(|known| known.word() == *mode) {
            Some(mode) => change.mode = Some(mode),
            None => return usage("session", &say!("command-no-mode", mode)),
        },
        ["effort", effort] => match Effort::named(effort) {
            Some(effort) => change.effort = Some(effort),
            None => return usage("session", &say!("command-no-effort", word = effort)),
        },
        ["prompt", "none"] => change.extra_prompt = Some(String::new()),
        ["prompt", ..] => change.extra_prompt = Some(value.to_owned()),
        [
            "folder" | "cwd" | "provider" | "model" | "effort" | "mode",
            ..,
        ] => {
            return usage("session", say!("command-one-value"));
        }
        [other, ..] => return usage("session", &say!("command-no-setting", other)),
    }
    configured(context, change)
}

pub(super) fn cwd(line: &Line, context: &SlashContext) -> SlashOutcome {
    match line.arguments.as_slice() {
        [] => SlashOutcome::Show(say!(
            "command-cwd",
            folder = format::code(&context.settings.cwd.display().to_string())
        )),
        [folder] => configured(
            context,
            SettingsChange {
                cwd: Some(PathBuf::from(folder)),
                ..SettingsChange::default()
            },
        ),
        _ => usage("cwd", say!("command-quotes")),
    }
}

fn configured(context: &SlashContext, change: SettingsChange) -> SlashOutcome {
    let session = context.session;
    SlashOutcome::Commands(vec![Command::ConfigureSession { session, change }])
}

/// Returns the text after the second word, as typed.
fn behind_two(line: &Line) -> &str {
    let rest = behind(line).split_once(char::is_whitespace);
    rest.map_or("", |(_, rest)| rest.trim())
}

/// `/session delete [--force]`.
pub(super) fn delete(how: &[&str], context: &SlashContext) -> SlashOutcome {
    let name = one_line(session_name(&context.settings));
    let messages = counted(context.messages, "message");
    let (how, question) = match how {
        [] => (
            DeletePolicy::Carefully,
            say!("command-sure-delete", name, messages),
        ),
        ["--force" | "force"] => (
            DeletePolicy::Forced,
            say!("command-sure-delete-force", name, messages),
        ),
        _ => {
            return usage("session", say!("command-this-deleted"));
        }
    };
    let session = context.session;
    SlashOutcome::Sure(question, vec![Command::DeleteSession { session, how }])
}
