//! `agentichat memory`: lists, searches and changes what is remembered, and exchanges it with a shared store.

mod print;
mod share;

use std::io::{self, Read};
use std::process::ExitCode;
use std::sync::Arc;

use jiff::Timestamp;

use super::Format;
use super::args::{MemoryArguments, MemoryCommands, MemoryFilterArguments, MemoryKindArgument};
use super::failure::Failure;
use super::stderr::tell;
use super::stored_sessions::{Outcome, with_stored_sessions};
use crate::app::{Setup, registry};
use engine::Attendance;
use index::embedding::Embedder;
use l10n::said;
use memory::{
    MemoryError, MemoryFilter, MemoryQuestion, MemoryStore, ModelIdentity, NewItem, PageMark,
    Place, QuestionVector, Restored, TEXT_LETTERS, default_workspace, make_vectors,
};
use notice::{Notice, notice};
use protocol::ids::MemoryId;
use protocol::memory::{MemoryItem, MemoryKind, MemoryOrigin};
use protocol::taint::Taint;

/// Items of one page of an export.
const PAGE: usize = 500;

impl From<MemoryError> for Failure {
    fn from(error: MemoryError) -> Self {
        Self::refused(error.notice())
    }
}

pub(super) fn run(arguments: MemoryArguments) -> ExitCode {
    let MemoryArguments { what, json, cwd } = arguments;
    let format = Format::of(json);
    with_stored_sessions(cwd, Attendance::Unattended, format, async move |setup| {
        let store = open(setup)?;
        let wanted = what.unwrap_or(MemoryCommands::List {
            filter: MemoryFilterArguments {
                kind: None,
                state: None,
                tag: None,
                all_workspaces: false,
            },
            limit: PAGE,
        });
        execute(setup, &store, wanted, format).await
    })
}

/// Opens the memory and tells what is to be told about it.
fn open(setup: &Setup) -> Result<MemoryStore, Failure> {
    let Some((store, notices)) = setup.memory()? else {
        return Err(Failure::refused(notice!("memory-off")));
    };
    for notice in &notices {
        tell(&said(notice));
    }
    Ok(store)
}

async fn execute(
    setup: &Setup,
    store: &MemoryStore,
    wanted: MemoryCommands,
    format: Format,
) -> Outcome {
    let mut out = io::stdout();
    match wanted {
        MemoryCommands::List { filter, limit } => {
            let filter = read_filter(setup, filter);
            let page = store.list(filter, None, limit).await?;
            Ok(print::list(format, &page, &mut out).map(|()| 0))
        }
        MemoryCommands::Search {
            words,
            filter,
            limit,
        } => search(setup, store, (words.join(" "), filter, limit), format).await,
        MemoryCommands::Add {
            text,
            kind,
            tags,
            everywhere,
        } => {
            let new = new_item(setup, (text, kind, tags), everywhere)?;
            let added = store.add(new).await?;
            Ok(print::added(format, &added, &mut out).map(|()| 0))
        }
        MemoryCommands::Show { id } => {
            let id = store.resolve(id).await?;
            let item = store.item(id).await?;
            Ok(print::item(format, &item, &mut out).map(|()| 0))
        }
        MemoryCommands::Keep { ids } => change(store, ids, format, Change::Keep).await,
        MemoryCommands::Refuse { ids } => change(store, ids, format, Change::Refuse).await,
        MemoryCommands::Delete { ids } => change(store, ids, format, Change::Delete).await,
        MemoryCommands::Restore { ids } => change(store, ids, format, Change::Restore).await,
        MemoryCommands::Export { filter } => export(store, read_filter(setup, filter)).await,
        MemoryCommands::Share {
            dry_run,
            allow,
            refuse,
        } => {
            let wanted = match (dry_run, allow, refuse) {
                (true, _, _) => share::Wanted::DryRun,
                (_, true, _) => share::Wanted::Allow,
                (_, _, true) => share::Wanted::Refuse,
                _ => share::Wanted::Exchange,
            };
            share::run(setup, store, wanted, format).await
        }
    }
}

fn read_filter(setup: &Setup, arguments: MemoryFilterArguments) -> MemoryFilter {
    MemoryFilter {
        kind: arguments.kind.map(MemoryKind::from),
        tag: arguments.tag,
        state: arguments.state.map(Into::into),
        place: if arguments.all_workspaces {
            Place::Any
        } else {
            Place::Here(setup.workspace_id.clone())
        },
    }
}

fn new_item(
    setup: &Setup,
    (text, kind, tags): (String, MemoryKindArgument, Vec<String>),
    everywhere: bool,
) -> Result<NewItem, Failure> {
    let kind = MemoryKind::from(kind);
    let here = setup.workspace_id.clone();
    let text = if text == "-" { read_input()? } else { text };
    Ok(NewItem {
        id: MemoryId(uuid::Uuid::now_v7()),
        kind,
        text,
        tags,
        workspace: default_workspace(kind, here).filter(|_| !everywhere),
        run: None,
        origin: MemoryOrigin::User,
        taint: Taint::None,
        created: Timestamp::now(),
        received_from: None,
    })
}

/// Reads a text from standard input, and a little more than may be stored, so that a longer one is refused.
fn read_input() -> Result<String, Failure> {
    let most = u64::try_from(TEXT_LETTERS * 8).unwrap_or(u64::MAX);
    let mut text = String::new();
    let read = io::stdin().take(most).read_to_string(&mut text);
    read.map_err(|error| Failure::refused(Notice::from(&error)))?;
    Ok(text)
}

/// Makes missing vectors with the configured model, and one of the question. Tells why there is none.
async fn vector(setup: &Setup, store: &MemoryStore, text: &str) -> Option<QuestionVector> {
    let (model, embedder) = model(setup, store).await?;
    match embedder.vectors(vec![text.to_owned()]).await {
        Ok(mut vectors) => Some(QuestionVector {
            model,
            numbers: vectors.pop()?,
        }),
        Err(error) => {
            tell(&said(&error.message));
            None
        }
    }
}

/// Returns the configured model after it has made the missing vectors; tells why there is none.
async fn model(setup: &Setup, store: &MemoryStore) -> Option<(ModelIdentity, Arc<dyn Embedder>)> {
    let embedder: Arc<dyn Embedder> = match setup.embedding_model(&registry(setup)) {
        Ok(embedder) => Arc::new(embedder?),
        Err(error) => {
            tell(&said(&error.message));
            return None;
        }
    };
    match make_vectors(store, &embedder).await {
        Ok((model, _)) => Some((model, embedder)),
        Err(why) => {
            tell(&said(&why));
            None
        }
    }
}

async fn search(
    setup: &Setup,
    store: &MemoryStore,
    (text, filter, most): (String, MemoryFilterArguments, usize),
    format: Format,
) -> Outcome {
    let vector = vector(setup, store, &text).await;
    let question = MemoryQuestion {
        text,
        filter: read_filter(setup, filter),
        most,
        vector,
    };
    let searched = store.search(question).await?;
    // Like grep: an exit status of its own if nothing was found.
    let status = u8::from(searched.found.is_empty());
    Ok(print::searched(format, &searched, &mut io::stdout()).map(|()| status))
}

/// A change of named items.
#[derive(Clone, Copy)]
enum Change {
    Keep,
    Refuse,
    Delete,
    Restore,
}

/// Changes items one after the other; the first that cannot be changed ends it.
async fn change(store: &MemoryStore, ids: Vec<String>, format: Format, change: Change) -> Outcome {
    for id in ids {
        let id = store.resolve(id).await?;
        let item: MemoryItem = match change {
            Change::Keep => store.keep(id).await?,
            Change::Refuse => store.refuse(id).await?,
            Change::Delete => store.delete(id, Timestamp::now()).await?,
            Change::Restore => match store.restore(id).await? {
                Restored::Restored(item) | Restored::ThereAlready(item) => item,
            },
        };
        let told = match change {
            Change::Keep => notice!("memory-kept", word = memory::short_id(item.id)),
            Change::Refuse => notice!("memory-refused", word = memory::short_id(item.id)),
            Change::Delete => notice!("memory-deleted", word = memory::short_id(item.id)),
            Change::Restore => notice!("memory-restored", word = memory::short_id(item.id)),
        };
        if let Err(error) = print::changed(format, &item, &told, &mut io::stdout()) {
            return Ok(Err(error));
        }
    }
    Ok(Ok(0))
}

async fn export(store: &MemoryStore, filter: MemoryFilter) -> Outcome {
    let mut after: Option<PageMark> = None;
    loop {
        let page = store.list(filter.clone(), after, PAGE).await?;
        if let Err(error) = print::lines(&page.items, &mut io::stdout()) {
            return Ok(Err(error));
        }
        after = page.next;
        if after.is_none() {
            return Ok(Ok(0));
        }
    }
}
