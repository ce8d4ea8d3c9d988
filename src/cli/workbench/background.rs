//! Behind the screen, while it is already shown: the engine is brought up or joined, what there is to say is said, and a
//! model is looked for where none is chosen.

use std::sync::Arc;

use tokio::sync::{mpsc, oneshot};

use super::Interface;
use crate::actor::Handle;
use crate::actor::handle::Request;
use crate::app::accessibility;
use crate::app::demo;
use crate::app::user_themes::UserThemes;
use crate::app::{
    AttachedTerminal, JoinOutcome, Running, Setup, StartWith, StartupError, choose_model,
    onboarding, onboarding_on_screen, registry, still_without_model,
};
use crate::l10n::say;
use crate::protocol::approval::Mode;
use crate::protocol::catalogue::ModelSearch;
use crate::protocol::command::Command;
use crate::protocol::ids::SessionId;
use crate::protocol::query::{Query, Reply};
use crate::protocol::session::SessionSummary;
use crate::protocol::stream::ProviderError;
use crate::provider::Provider;
use crate::provider::registry::Registry;
use crate::redact::one_line;

/// Where the screen hears what was looked at for a model.
type SearchListener = oneshot::Sender<ModelSearch>;

/// What is opened behind the screen.
pub(super) enum Opening {
    /// The workspace, with its session.
    Workspace,
    /// The demo, in this mode, played by this provider.
    Demo(Mode, Arc<dyn Provider>),
}

/// What opens the session, and whom it tells.
pub(super) struct BackgroundStartup {
    pub(super) setup: Setup,
    pub(super) opening: Opening,
    pub(super) start_with: StartWith,
    /// What shows it.
    pub(super) interface: Interface,
    /// The engine's, for whoever orders something.
    pub(super) handle: Handle,
    /// What `handle` sends, for the engine.
    pub(super) requests: mpsc::Receiver<Request>,
    pub(super) teller: SearchListener,
    /// Dropped when nothing is looked for any more.
    pub(super) looked: oneshot::Sender<()>,
}

impl BackgroundStartup {
    /// Opens the session. Ends at once where the engine is this process's own, which goes on; where it is another
    /// process's, with the connection.
    ///
    /// # Errors
    /// Why there is no session.
    pub(super) async fn open(self) -> Result<(), StartupError> {
        let mut providers = registry(&self.setup);
        if let Opening::Demo(_, replay) = &self.opening {
            providers.insert(Arc::clone(replay));
        }
        let chooser = providers.clone();
        let (setup, handle) = (&self.setup, &self.handle);
        let entered = match &self.opening {
            Opening::Demo(..) => {
                let running = setup.startup(providers, self.start_with, self.requests);
                JoinOutcome::Own(Box::new(running.await?))
            }
            Opening::Workspace => {
                let entering = setup.enter(providers, self.start_with, self.requests, handle);
                entering.await?
            }
        };
        let front = (self.interface, self.teller);
        match entered {
            JoinOutcome::Own(running) => {
                welcome(handle, setup, *running, &self.opening, &chooser, front).await;
                drop(self.looked);
                Ok(())
            }
            JoinOutcome::Attached(attached) => {
                stay_attached(*attached, setup, &chooser, handle, (front, self.looked)).await
            }
        }
    }
}

/// Opens the session, says what there is to say, and finds a model where none is chosen.
async fn welcome(
    handle: &Handle,
    setup: &Setup,
    running: Running,
    opening: &Opening,
    providers: &Registry,
    (interface, teller): (Interface, SearchListener),
) {
    let session = running.session;
    let say = |text: String| handle.send(Command::AddNotice { session, text }).ok();
    let comes_back = matches!(running.open, Command::OpenSession { .. });
    // What follows waits in the engine until a stored session has been read.
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
    let has_problems = problems.is_some();
    problems.map(say);
    for notice in running.notices {
        say(notice);
    }
    if let Some(unkept) = setup.unkept() {
        say(unkept);
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
        // What was killed and is gone on with has its conversation.
        Opening::Demo(..) if comes_back => {}
        Opening::Demo(mode, _) => {
            say(match interface {
                Interface::Screen => demo::welcome(*mode).to_owned(),
                Interface::Plain => demo::welcome_in_lines(*mode),
            });
            let text = demo::MESSAGE.to_owned();
            handle.send(Command::SaveDraft { session, text }).ok();
        }
        Opening::Workspace if setup.loaded.config.model.is_none() => {
            match set_model(handle, setup, session, providers).await {
                Ok(()) => {}
                Err(error) => {
                    let mut text = match (interface, comes_back) {
                        (Interface::Plain, true) => still_without_model(&error),
                        _ => tell_no_model(setup, providers, &error, (interface, teller)).await,
                    };
                    if has_problems {
                        text.push_str(match interface {
                            Interface::Screen => say!("workbench-config-fault"),
                            Interface::Plain => say!("workbench-config-fault-in-lines"),
                        });
                    }
                    say(text);
                }
            }
        }
        Opening::Workspace => {}
    }
}

/// What is wrong with the configuration and the theme, where something is.
fn problems_of(setup: &Setup) -> Option<String> {
    let mut problems = setup.problem_lines();
    let themes = UserThemes::new(setup.folders.clone());
    let theme = &setup.loaded.config.theme;
    problems.extend(themes.fault(theme).map(|fault| one_line(&fault)));
    let mut text = problems.join("\n\n");
    if setup.loaded.leaves_out() {
        text.push_str(say!("workbench-file-left-out"));
    }
    (!problems.is_empty()).then_some(text)
}

/// Looks at what there is, shows it where a screen can, and gives what stays in the conversation.
async fn tell_no_model(
    setup: &Setup,
    providers: &Registry,
    error: &ProviderError,
    (interface, teller): (Interface, SearchListener),
) -> String {
    let search = setup.catalogue().looked_at(None, error, providers).await;
    match interface {
        Interface::Plain => onboarding(&search),
        Interface::Screen => {
            // A screen that is gone shows nothing more.
            teller.send(search).ok();
            onboarding_on_screen(error)
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
    // A stored session has its own.
    if has_model(handle, session).await {
        return Ok(());
    }
    let chosen = choose_model(setup, providers).await?;
    // The human may have chosen one while the servers were asked.
    if has_model(handle, session).await {
        return Ok(());
    }
    let usual = &setup.loaded.config.provider;
    if chosen.provider != *usual {
        let text = say!(
            "workbench-other-provider",
            usual,
            provider = chosen.provider,
            model = chosen.model
        );
        handle.send(Command::AddNotice { session, text }).ok();
    }
    let (provider, model) = (Some(chosen.provider), chosen.model);
    let command = Command::SetModel {
        session,
        provider,
        model,
    };
    handle.send(command).ok();
    Ok(())
}

/// Asked of the list, which reads no messages; what nobody has said anything in is in none, and is short.
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

/// Serves a screen that is attached, and finds a model where a session was made for it without one.
async fn stay_attached(
    mut attached: AttachedTerminal,
    setup: &Setup,
    providers: &Registry,
    handle: &Handle,
    (front, looked): ((Interface, SearchListener), oneshot::Sender<()>),
) -> Result<(), StartupError> {
    // The session may be another terminal's, whose configuration is in order.
    for problem in problems_of(setup)
        .iter()
        .flat_map(|text| text.split("\n\n"))
    {
        attached.say(problem.to_owned());
    }
    let made = attached
        .made
        .filter(|_| setup.loaded.config.model.is_none());
    let choosing = async {
        if let Some(session) = made
            && let Err(error) = set_model(handle, setup, session, providers).await
        {
            let text = tell_no_model(setup, providers, &error, front).await;
            handle.send(Command::AddNotice { session, text }).ok();
        }
        drop(looked);
    };
    let staying = attached.stay(setup, providers.clone(), handle);
    let (ended, ()) = tokio::join!(staying, choosing);
    ended
}
