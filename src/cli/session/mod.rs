//! `agentichat session`: sessions for scripts. A front end like the others: it sends queries and
//! commands through the actor's handle, and prints the results. A session that another process has
//! open stays with that process.

pub mod args;
mod events;
pub(super) mod name;
mod print;

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use self::args::{SessionArguments, SessionChange, SessionCommands};
use self::name::named;
use super::Format;
use super::failure::Failure;
use super::stored_sessions::{Outcome, start, with_stored_sessions};
use crate::app::StartWith;
use client::session_client::SessionClient;
use engine::Attendance;
use notice::Notice;
use protocol::command::Command;
use protocol::ids::SessionId;
use protocol::session::{DeletePolicy, ForkAt, SettingsChange};
use protocol::session_list::{ListScope, SessionFilter};

pub(super) fn run(arguments: SessionArguments) -> ExitCode {
    let SessionArguments { what, json, cwd } = arguments;
    let format = Format::of(json);
    match what {
        SessionCommands::List { filter, everywhere } => {
            with_actor(cwd, format, async move |client| {
                let filter = filter.map_or(SessionFilter::Present, SessionFilter::from);
                let scope = if everywhere {
                    ListScope::Everywhere
                } else {
                    ListScope::Workspace
                };
                let groups = client.sessions(filter, scope).await?;
                Ok(print::list(format, &groups, &mut io::stdout().lock()).map(|()| 0))
            })
        }
        SessionCommands::Show { session } => with_actor(cwd, format, async move |client| {
            let session = named(client, &session).await?;
            let snapshot = client.session(session).await?;
            Ok(print::show(format, &snapshot, &mut io::stdout().lock()).map(|()| 0))
        }),
        // Read beside the process that works in the session, for as long as it does: no actor is
        // kept for that.
        SessionCommands::Events {
            session,
            after,
            follow,
        } => {
            let wanted = events::EventSelection {
                session,
                after,
                follow,
            };
            events::run(&wanted, cwd, format)
        }
        SessionCommands::Search { words, limit } => {
            with_actor(cwd, format, async move |client| {
                let hits = client.search(words.join(" "), limit).await?;
                // Like grep: an exit status of its own if nothing was found.
                let status = u8::from(hits.is_empty());
                Ok(print::hits(format, &hits, &mut io::stdout().lock()).map(|()| status))
            })
        }
        SessionCommands::Change(change) => with_actor(cwd, format, async move |client| {
            execute(client, change, format).await
        }),
    }
}

/// Runs `work` with an actor of the workspace that contains a folder.
fn with_actor(
    cwd: Option<PathBuf>,
    format: Format,
    work: impl AsyncFnOnce(&mut SessionClient) -> Outcome,
) -> ExitCode {
    with_stored_sessions(cwd, Attendance::Unattended, format, async move |setup| {
        // Opens no session: the command that would create one is not sent.
        let (mut client, _) = start(setup, StartWith::New).await?;
        let outcome = work(&mut client).await;
        client.shutdown().await;
        outcome
    })
}

/// Changes a session and prints what was done.
async fn execute(client: &mut SessionClient, change: SessionChange, format: Format) -> Outcome {
    let new = SessionId(uuid::Uuid::now_v7());
    let (session, command, words) = match change {
        SessionChange::Export { session, file } => {
            let session = named(client, &session).await?;
            let path = file.as_deref().map(whole).transpose()?;
            (
                session,
                Command::ExportSession { session, path },
                "exported",
            )
        }
        SessionChange::Import { file } => {
            let path = whole(&file)?;
            let session = new;
            let command = Command::ImportSession { session, new, path };
            (new, command, "imported")
        }
        SessionChange::Rename { session, name } => {
            let session = named(client, &session).await?;
            (session, Command::RenameSession { session, name }, "renamed")
        }
        SessionChange::Set {
            session,
            name,
            folder,
            provider,
            model,
            effort,
            mode,
            prompt,
        } => {
            let session = named(client, &session).await?;
            let change = SettingsChange {
                name,
                cwd: folder.as_deref().map(whole).transpose()?,
                extra_prompt: prompt,
                provider,
                model,
                mode: mode.map(Into::into),
                effort,
            };
            (
                session,
                Command::ConfigureSession { session, change },
                "set",
            )
        }
        SessionChange::Fork { session, at } => {
            let session = named(client, &session).await?;
            let at = at.map_or(ForkAt::End, |number| ForkAt::Number { number });
            (new, Command::ForkSession { session, new, at }, "forked")
        }
        SessionChange::Archive { session, undo } => {
            let session = named(client, &session).await?;
            if undo {
                (session, Command::UnarchiveSession { session }, "taken back")
            } else {
                (session, Command::ArchiveSession { session }, "archived")
            }
        }
        SessionChange::Delete { session, force } => {
            let session = named(client, &session).await?;
            let how = if force {
                DeletePolicy::Forced
            } else {
                DeletePolicy::Carefully
            };
            (session, Command::DeleteSession { session, how }, "deleted")
        }
    };
    let outcome = client.execute(command).await?;
    if let Some(why) = outcome.failure {
        return Err(Failure::refused(why));
    }
    let done = (session, words);
    let mut out = io::stdout().lock();
    Ok(print::done(format, done, &outcome.notices, &mut out).map(|()| 0))
}

/// Makes a path absolute, relative to the folder where the command was typed.
fn whole(path: &Path) -> Result<PathBuf, Failure> {
    std::path::absolute(path).map_err(|error| Failure::usage(Notice::from(&error)))
}
