//! Starts or joins the engine in the background while the screen is already shown, sends the first
//! notices, and searches for a model if none is chosen.

use tokio::sync::{mpsc, oneshot};

use super::Interface;
use crate::app::accessibility;
use crate::app::demo;
use crate::app::user_themes::UserThemes;
use crate::app::{
    AttachedTerminal, JoinOutcome, Running, Setup, StartWith, StartupError, choose_model,
    onboarding, registry, still_without_model,
};
use l10n::{said, say};
use notice::{Notice, notice};
use protocol::catalogue::ModelSearch;
use protocol::command::Command;
use protocol::ids::SessionId;
use protocol::query::{Query, Reply};
use protocol::session::SessionSummary;
use protocol::stream::ProviderError;
use provider::Provider;
use provider::registry::Registry;
use redact::one_line;
use session::Handle;
use session::handle::Request;

/// Channel on which the screen receives the result of the model search.
type SearchListener = oneshot::Sender<ModelSearch>;

/// The target that is opened in the background.
pub(super) enum Opening {
    /// The workspace, with its session.
    Workspace,
    /// The demo, played by this provider.
    Demo(Provider),
}

/// Opens the session, and reports to the screen.
pub(super) struct BackgroundStartup {
    pub(super) setup: Setup,
    pub(super) opening: Opening,
    pub(super) start_with: StartWith,
    /// The front end that shows it.
    pub(super) interface: Interface,
    /// Handle of the engine, for sending commands.
    pub(super) handle: Handle,
    /// Receiver of the requests that `handle` sends, for the engine.
    pub(super) requests: mpsc::Receiver<Request>,
    pub(super) search_listener: SearchListener,
    /// Dropped when the model search is over.
    pub(super) search_done: oneshot::Sender<()>,
}

impl BackgroundStartup {
    /// Opens the session. Returns at once if this process runs the engine, which continues; if
    /// another process does, returns with the end of the connection.
    ///
    /// # Errors
    /// The reason why there is no session.
    pub(super) async fn open(self) -> Result<(), StartupError> {
        let mut providers = registry(&self.setup);
        if let Opening::Demo(scripted) = &self.opening {
            providers.insert(scripted.clone());
        }
        let chooser = providers.clone();
        let (setup, handle) = (&self.setup, &self.handle);
        let entered = match &self.opening {
            Opening::Demo(_) => {
                let running = setup.startup(providers, self.start_with, self.requests);
                JoinOutcome::Own(Box::new(running.await?))
            }
            Opening::Workspace => {
                let entering = setup.join(providers, self.start_with, self.requests, handle);
                entering.await?
            }
        };
        let front = (self.interface, self.search_listener);
        match entered {
            JoinOutcome::Own(running) => {
                welcome(handle, setup, *running, &self.opening, &chooser, front).await;
                drop(self.search_done);
                Ok(())
            }
            JoinOutcome::Attached(attached) => {
                serve_attached_screen(
                    *attached,
                    setup,
                    &chooser,
                    handle,
                    (front, self.search_done),
                )
                .await
            }
        }
    }
}

/// Opens the session, sends the first notices, and finds a model if none is chosen.
async fn welcome(
    handle: &Handle,
    setup: &Setup,
    running: Running,
    opening: &Opening,
    providers: &Registry,
    (interface, search_listener): (Interface, SearchListener),
) {
    let session = running.session;
    let say = |text: String| send(handle, Command::AddNotice { session, text });
    let comes_back = matches!(running.open, Command::OpenSession { .. });
    // Later commands wait in the engine until a stored session has been read.
    let first = std::iter::once(running.open).chain(running.then);
    for command in first {
        if handle.send(command).is_err() {
            return;
        }
    }
    if let Ok(provider) = providers.get(&setup.loaded.config.provider) {
        tokio::task::spawn_blocking(move || provider.preconnect());
    }
    let problems = problems_of(setup);
    let has_problems = !problems.is_empty();
    if has_problems {
        say(joined(&problems));
    }
    for notice in &running.notices {
        say(said(notice));
    }
    if let Some(unwritable_notice) = setup.unwritable_notice() {
        say(unwritable_notice);
    }
    if interface == Interface::Screen
        && let Some(suggestion) = accessibility::suggestion(setup)
    {
        say(suggestion);
    }
    if let Some(question) = setup.trust_question() {
        say(question);
    }
    if let Ok(Some(model)) = setup.embedding_model(providers)
        && let Some(question) = model.question()
    {
        say(question);
    }
    match opening {
        // A killed demo that is resumed already has its conversation.
        Opening::Demo(_) if comes_back => {}
        Opening::Demo(_) => {
            say(match interface {
                Interface::Screen => demo::welcome().to_owned(),
                Interface::Plain => demo::welcome_in_lines().to_owned(),
            });
            let text = demo::task().to_owned();
            send(handle, Command::SaveDraft { session, text });
        }
        Opening::Workspace if setup.loaded.config.model.is_none() => {
            match set_model(handle, setup, session, providers).await {
                Ok(()) => {}
                Err(error) => {
                    let front = (interface, search_listener);
                    let told = match (interface, comes_back) {
                        (Interface::Plain, true) => Some(still_without_model(&error)),
                        _ => announce_no_model(setup, providers, &error, front).await,
                    };
                    if let Some(mut text) = told {
                        if has_problems {
                            text.push_str(say!("workbench-config-fault"));
                        }
                        say(text);
                    }
                }
            }
        }
        Opening::Workspace => {}
    }
}

/// Describes the problems of the configuration and the theme.
fn problems_of(setup: &Setup) -> Vec<Notice> {
    let mut problems = setup.problem_lines();
    let themes = UserThemes::new(setup.folders.clone());
    let theme = &setup.loaded.config.theme;
    let fault = themes.fault(theme);
    problems.extend(fault.map(|fault| fault.map_texts(&mut one_line)));
    if setup.loaded.leaves_out() {
        problems.push(notice!("told-left-out-whole"));
    }
    problems
}

/// Puts notices into one text, each in a paragraph.
fn joined(notices: &[Notice]) -> String {
    notices.iter().map(said).collect::<Vec<_>>().join("\n\n")
}

/// Searches for models. A screen is sent the result, and shows it as long as there is no model; for
/// lines, returns the message that the conversation keeps.
async fn announce_no_model(
    setup: &Setup,
    providers: &Registry,
    error: &ProviderError,
    (interface, search_listener): (Interface, SearchListener),
) -> Option<String> {
    let search = setup
        .catalogue()
        .describe_search(None, error, providers)
        .await;
    match interface {
        Interface::Plain => Some(onboarding(&search)),
        Interface::Screen => {
            // A screen that is gone shows nothing more.
            search_listener.send(search).ok();
            None
        }
    }
}

/// Chooses a model for a session that has none.
async fn set_model(
    handle: &Handle,
    setup: &Setup,
    session: SessionId,
    providers: &Registry,
) -> Result<(), ProviderError> {
    // A stored session already has its model.
    if has_model(handle, session).await {
        return Ok(());
    }
    let chosen = choose_model(setup, providers).await?;
    // The user may have chosen a model while the servers were queried.
    if has_model(handle, session).await {
        return Ok(());
    }
    let defaults = &setup.loaded.config.provider;
    if chosen.provider != *defaults {
        let text = say!(
            "workbench-other-provider",
            usual = defaults,
            provider = chosen.provider,
            model = chosen.model
        );
        send(handle, Command::AddNotice { session, text });
    }
    let (provider, model) = (Some(chosen.provider), chosen.model);
    let command = Command::SetModel {
        session,
        provider,
        model,
    };
    send(handle, command);
    Ok(())
}

/// Sends a command of the startup. An engine that has stopped reports that to the screen itself.
fn send(handle: &Handle, command: Command) {
    handle.send(command).ok();
}

/// Queries the session list, which reads no messages. An empty session is not in the list; its
/// snapshot is short.
async fn has_model(handle: &Handle, session: SessionId) -> bool {
    let has = |summary: &SessionSummary| !summary.settings.model.is_empty();
    let of_list = ask(handle, Query::Sessions).await;
    if let Some(Reply::Sessions { sessions }) = of_list
        && let Some(listed) = sessions.iter().find(|listed| listed.id == session)
    {
        return has(listed);
    }
    match ask(handle, Query::Session { session }).await {
        Some(Reply::Session { session }) => has(&session.summary),
        _ => false,
    }
}

async fn ask(handle: &Handle, query: Query) -> Option<Reply> {
    handle.query(query).ok()?.await.ok()
}

/// Serves an attached screen, and finds a model if a session was created for it without one.
async fn serve_attached_screen(
    mut attached: AttachedTerminal,
    setup: &Setup,
    providers: &Registry,
    handle: &Handle,
    (front, search_done): ((Interface, SearchListener), oneshot::Sender<()>),
) -> Result<(), StartupError> {
    // The session may belong to another terminal whose configuration is in order.
    for problem in problems_of(setup) {
        attached.say(problem);
    }
    let made = attached
        .made
        .filter(|_| setup.loaded.config.model.is_none());
    let choosing = async {
        if let Some(session) = made
            && let Err(error) = set_model(handle, setup, session, providers).await
            && let Some(text) = announce_no_model(setup, providers, &error, front).await
        {
            send(handle, Command::AddNotice { session, text });
        }
        drop(search_done);
    };
    let staying = attached.serve_screen(setup, providers.clone(), handle);
    let (ended, ()) = tokio::join!(staying, choosing);
    ended
}
