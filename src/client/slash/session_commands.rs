//! `/session …` and `/workspace`.

use super::context_commands::exclusions;
use super::outcome::{Formatter, FrontAction, SlashContext, SlashOutcome};
use super::parse::Line;
use super::registry::usage;
use super::{format, general, lifecycle_commands};
use crate::phrases::session::{ProviderName, model_words, session_name};
use l10n::{counted, said, say, thousands, time_words};
use protocol::cache::CacheScope;
use protocol::command::Command;
use protocol::query::Query;

/// `/session …`. `lifecycle_commands` creates, finds and ends sessions.
pub(super) fn session(line: &Line, context: &SlashContext) -> SlashOutcome {
    let words: Vec<&str> = line.arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        [] | ["status"] => SlashOutcome::Show(status(context)),
        ["whoami"] => whoami(context),
        ["list", wanted @ ..] => lifecycle_commands::list(wanted),
        ["search", ..] => lifecycle_commands::search(line),
        ["save", ..] => lifecycle_commands::save(line, context),
        ["fork", at @ ..] => lifecycle_commands::fork(at, context),
        ["prompt", ..] => lifecycle_commands::prompt(line, context),
        ["archive"] => SlashOutcome::Commands(vec![Command::ArchiveSession {
            session: context.session,
        }]),
        ["unarchive"] => SlashOutcome::Commands(vec![Command::UnarchiveSession {
            session: context.session,
        }]),
        ["settings"] => SlashOutcome::Front(FrontAction::OpenSessionSettings),
        ["set", what @ ..] => lifecycle_commands::set(what, line, context),
        ["changes"] => SlashOutcome::Ask(
            Query::Changes {
                session: context.session,
            },
            Formatter::new(format::lines),
        ),
        ["delete", how @ ..] => lifecycle_commands::delete(how, context),
        ["new", name @ ..] => created(&name.join(" "), context),
        ["rename"] => usage("session", say!("command-name-missing")),
        ["rename", name @ ..] => SlashOutcome::Commands(vec![Command::RenameSession {
            session: context.session,
            name: name.join(" "),
        }]),
        ["load"] => SlashOutcome::Front(FrontAction::OpenSessionPicker),
        ["load", which @ ..] => SlashOutcome::SwitchSession(which.join(" ")),
        ["clean"] => clean(context),
        ["debug"] => {
            let query = Query::SystemPrompt {
                session: context.session,
            };
            SlashOutcome::Ask(query, Formatter::new(format::system_prompt))
        }
        [other, ..] => usage("session", &say!("command-no-session-command", other)),
    }
}

/// `/resume [session]`.
pub(super) fn resume(line: &Line, _: &SlashContext) -> SlashOutcome {
    match line.arguments.as_slice() {
        [] => SlashOutcome::Front(FrontAction::OpenSessionPicker),
        which => SlashOutcome::SwitchSession(which.join(" ")),
    }
}

/// `/new [name]`.
pub(super) fn new(line: &Line, context: &SlashContext) -> SlashOutcome {
    created(&line.arguments.join(" "), context)
}

/// Creates a session with the settings of this one. The front end shows it once it exists.
fn created(name: &str, context: &SlashContext) -> SlashOutcome {
    let mut settings = context.settings.clone();
    settings.name = name.to_owned();
    SlashOutcome::Commands(vec![Command::CreateSession {
        session: context.new_session,
        settings,
    }])
}

fn status(context: &SlashContext) -> String {
    let settings = &context.settings;
    let usage = &context.usage;
    let cost = super::format::cost_words(usage);
    let window = match context.window {
        Some(window) => say!(
            "command-window",
            estimated = if window.estimated { "yes" } else { "no" },
            used = thousands(window.used),
            limit = thousands(window.limit),
        ),
        None => say!("command-not-measured").to_owned(),
    };
    let model = match model_words(settings, ProviderName::Hidden) {
        none if none.is_empty() => say!("command-not-chosen").to_owned(),
        words => words,
    };
    let error = context.last_error.as_ref().map(said);
    let error = error.unwrap_or_else(|| say!("command-none").to_owned());
    let name = session_name(settings);
    say!(
        "command-session",
        name,
        id = context.session.to_string(),
        folder = settings.cwd.display(),
        provider = settings.provider,
        model,
        status = say!("status-word", status = context.status.word()),
        mode = context.policy.mode.word(),
        messages = context.messages,
        input = usage.input_tokens,
        output = usage.output_tokens,
        cost,
        time = time_words(context.duration_ms),
        process = context.pid.to_string(),
        window,
        error,
    )
}

/// Shows workspace, provider and branch.
fn whoami(context: &SlashContext) -> SlashOutcome {
    let settings = &context.settings;
    let lead = say!(
        "command-provider",
        provider = settings.provider,
        model = settings.model
    );
    SlashOutcome::Ask(Query::Workspace, Formatter::new(format::whoami).after(lead))
}

/// Clears the conversation, the included context and the caches, so that the session is almost new.
fn clean(context: &SlashContext) -> SlashOutcome {
    let session = context.session;
    let mut commands = match general::clear(context) {
        Ok(clear) => vec![clear],
        Err(why) => return SlashOutcome::Error(why),
    };
    commands.extend(exclusions(&context.context, context));
    let forgotten = context.context.len();
    let text = say!("command-cleaned", count = forgotten);
    let scope = CacheScope::Workspace;
    commands.push(Command::CleanCache { session, scope });
    commands.push(Command::AddNotice { session, text });
    let question = say!(
        "command-sure-clean",
        messages = counted(context.messages, "message")
    );
    SlashOutcome::Sure(question, commands)
}

pub(super) fn workspace(line: &Line, _context: &SlashContext) -> SlashOutcome {
    match line.arguments.first().map(String::as_str) {
        None => SlashOutcome::Ask(Query::Workspace, Formatter::new(format::workspace)),
        Some("info") => SlashOutcome::Ask(
            Query::WorkspaceDetails,
            Formatter::new(format::workspace_details),
        ),
        Some("list") => SlashOutcome::Ask(Query::Workspaces, Formatter::new(format::workspaces)),
        Some(other) => usage("workspace", &say!("command-no-workspace-command", other)),
    }
}
