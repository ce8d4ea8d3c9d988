//! `agentichat session`: sessions for scripts. A front end like the others: it sends queries and
//! commands through the actor's handle, and prints the results. A session that another process has
//! open stays with that process.

mod actor_client;
pub mod args;
mod events;
mod print;

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use self::actor_client::{ActorClient, with_actor_client};
use self::args::{SessionArguments, SessionCommands};
use super::Format;
use super::failure::Failure;
use super::stored_sessions::Outcome;
use protocol::command::Command;
use protocol::ids::SessionId;
use protocol::session::{DeletePolicy, ForkAt, SettingsChange};
use protocol::session_list::{ListScope, SessionFilter};

pub(super) fn run(arguments: SessionArguments) -> ExitCode {
    let SessionArguments { what, json, cwd } = arguments;
    let format = Format::of(json);
    // Read beside the process that works in the session, for as long as it does: no actor is
    // kept for that.
    if let SessionCommands::Events {
        session,
        after,
        follow,
    } = what
    {
        let wanted = events::EventSelection {
            session,
            after,
            follow,
        };
        return events::run(&wanted, cwd, format);
    }
    with_actor_client(cwd, format, move |client| {
        Box::pin(async move {
            match what {
                SessionCommands::List { .. }
                | SessionCommands::Show { .. }
                | SessionCommands::Search { .. } => look(client, what, format).await,
                _ => order(client, what, format).await,
            }
        })
    })
}

async fn look(client: &mut ActorClient, what: SessionCommands, format: Format) -> Outcome {
    let done = match what {
        SessionCommands::List { filter, everywhere } => {
            let filter = filter.map_or(SessionFilter::Present, SessionFilter::from);
            let scope = if everywhere {
                ListScope::Everywhere
            } else {
                ListScope::Workspace
            };
            let groups = client.list(filter, scope).await?;
            print::list(format, &groups, &mut io::stdout().lock())
        }
        SessionCommands::Show { session } => {
            let session = client.named(&session).await?;
            let snapshot = client.session(session).await?;
            print::show(format, &snapshot, &mut io::stdout().lock())
        }
        SessionCommands::Search { words, limit } => {
            let hits = client.search(words.join(" "), limit).await?;
            let found = u8::from(hits.is_empty());
            let done = print::hits(format, &hits, &mut io::stdout().lock());
            // Like grep: an exit status of its own if nothing was found.
            return Ok(done.map(|()| found));
        }
        _ => return Err(Failure::usage("this is no question")),
    };
    Ok(done.map(|()| 0))
}

async fn order(client: &mut ActorClient, what: SessionCommands, format: Format) -> Outcome {
    let new = SessionId(uuid::Uuid::now_v7());
    let (session, command, words) = match what {
        SessionCommands::Export { session, file } => {
            let session = client.named(&session).await?;
            let path = file.as_deref().map(whole).transpose()?;
            (
                session,
                Command::ExportSession { session, path },
                "exported",
            )
        }
        SessionCommands::Import { file } => {
            let path = whole(&file)?;
            let session = new;
            let command = Command::ImportSession { session, new, path };
            (new, command, "imported")
        }
        SessionCommands::Rename { session, name } => {
            let session = client.named(&session).await?;
            (session, Command::RenameSession { session, name }, "renamed")
        }
        SessionCommands::Set {
            session,
            name,
            folder,
            provider,
            model,
            mode,
            prompt,
        } => {
            let session = client.named(&session).await?;
            let change = SettingsChange {
                name,
                cwd: folder.as_deref().map(whole).transpose()?,
                extra_prompt: prompt,
                provider,
                model,
                mode: mode.map(Into::into),
            };
            (
                session,
                Command::ConfigureSession { session, change },
                "set",
            )
        }
        SessionCommands::Fork { session, at } => {
            let session = client.named(&session).await?;
            let at = at.map_or(ForkAt::End, |number| ForkAt::Number { number });
            (new, Command::ForkSession { session, new, at }, "forked")
        }
        SessionCommands::Archive { session, undo } => {
            let session = client.named(&session).await?;
            if undo {
                (session, Command::UnarchiveSession { session }, "taken back")
            } else {
                (session, Command::ArchiveSession { session }, "archived")
            }
        }
        SessionCommands::Delete { session, force } => {
            let session = client.named(&session).await?;
            let how = if force {
                DeletePolicy::Forced
            } else {
                DeletePolicy::Carefully
            };
            (session, Command::DeleteSession { session, how }, "deleted")
        }
        _ => return Err(Failure::usage("this is no order")),
    };
    let said = client.order(command).await?;
    let done = print::done(format, (session, words), &said, &mut io::stdout().lock());
    Ok(done.map(|()| 0))
}

/// Makes a path absolute, relative to the folder where the command was typed.
fn whole(path: &Path) -> Result<PathBuf, Failure> {
    std::path::absolute(path).map_err(|error| Failure::usage(&error))
}
