//! Replays an agent program with its own tools from a recording: it makes the recorded permission
//! requests, and a [`FileWriter`] performs the allowed writes. Commands are not run again, and
//! files that were written without a permission are not written again: their recorded results are
//! reported. Made by [`super::replay`]; recorded by [`super::recording_tools`].

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::future::BoxFuture;
use tokio::sync::watch;

use super::agent_tools::{AgentTools, AllowedByRule, FileWriter, Next, ToolActivity};
use super::cassette::{OwnLine, OwnMove};
use notice::{Notice, notice};
use protocol::call::ToolClass;
use protocol::ids::SessionId;
use protocol::permission::{AgentToolResult, Permission, PermissionRequest, RequestedAction};
use protocol::stream::{ProviderError, ProviderErrorKind};

/// The replayed agent program. Cheap to clone.
#[derive(Clone)]
pub(super) struct ReplayedTools {
    play: Arc<Mutex<ReplayState>>,
    /// Requests that have been answered.
    answered: Arc<watch::Sender<HashSet<String>>>,
}

#[derive(Default)]
struct ReplayState {
    classes: HashMap<String, ToolClass>,
    /// Remaining events of each call.
    moves: HashMap<String, VecDeque<OwnMove>>,
    /// Requests that have been made, by id.
    asked: HashMap<String, PermissionRequest>,
    /// Permissions of calls that have not been carried out yet.
    allowed: HashMap<String, (PermissionRequest, Permission)>,
    /// The reason for the failure of an allowed action, by call.
    failed: HashMap<String, String>,
    hands: Option<Arc<dyn FileWriter>>,
}

impl std::fmt::Debug for ReplayedTools {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.write_str("PlayedTools")
    }
}

impl ReplayedTools {
    /// Returns the agent program of a recording; `None` if none was recorded.
    pub(super) fn of(lines: &[OwnLine]) -> Option<Self> {
        if lines.is_empty() {
            return None;
        }
        let mut play = ReplayState::default();
        for line in lines.iter().cloned() {
            match line {
                OwnLine::Class { tool, class } => drop(play.classes.insert(tool, class)),
                OwnLine::Call { call, moved } => {
                    play.moves.entry(call).or_default().push_back(moved);
                }
            }
        }
        Some(Self {
            play: Arc::new(Mutex::new(play)),
            answered: Arc::new(watch::Sender::default()),
        })
    }

    fn play(&self) -> MutexGuard<'_, ReplayState> {
        self.play.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn moves(&self, call: &str) -> Result<OwnMove, ProviderError> {
        let mut play = self.play();
        let moved = play.moves.get_mut(call).and_then(VecDeque::pop_front);
        if let Some(OwnMove::Asks { asked }) = &moved {
            play.asked.insert(asked.request.clone(), asked.clone());
        }
        moved.ok_or_else(over)
    }

    /// Executes the approved action of a call, once. Blocks.
    fn execute(&self, call: &str) -> Result<(), String> {
        let (allowed, hands) = {
            let mut play = self.play();
            (play.allowed.remove(call), play.hands.clone())
        };
        let (Some((asked, leave)), Some(hands)) = (allowed, hands) else {
            return Ok(());
        };
        match (&asked.wants, leave) {
            (
                RequestedAction::Write { path, .. } | RequestedAction::Edit { path, .. },
                Permission::Text { after, .. },
            ) => hands.write(path, &after),
            (RequestedAction::Write { path, text }, Permission::AsAsked) => hands.write(path, text),
            (RequestedAction::Edit { path, edits }, Permission::AsAsked) => {
                let mut text = hands.text(path).unwrap_or_default();
                for edit in edits {
                    let applied = edit.applied(&text);
                    text = applied.ok_or_else(|| format!("{path} has not the text to replace"))?;
                }
                hands.write(path, &text)
            }
            _ => Ok(()),
        }
    }

    /// Returns the next event of a call, after its effect on files. Blocks.
    fn go_on(&self, call: &str) -> Result<OwnMove, ProviderError> {
        if let Err(why) = self.execute(call) {
            self.play().failed.insert(call.to_owned(), why);
        }
        let moved = self.moves(call)?;
        let is_over = matches!(moved, OwnMove::Done { .. });
        let failed = is_over.then(|| self.play().failed.remove(call)).flatten();
        Ok(match failed {
            Some(text) => OwnMove::Done {
                result: AgentToolResult {
                    text,
                    ..AgentToolResult::default()
                },
            },
            None => moved,
        })
    }

    async fn moved(self, call: String) -> Result<OwnMove, ProviderError> {
        let done = tokio::task::spawn_blocking(move || self.go_on(&call)).await;
        done.unwrap_or_else(|_| Err(over()))
    }
}

fn over() -> ProviderError {
    let message = notice!("told-recording-no-more");
    ProviderError::new(ProviderErrorKind::Recording, message)
}

impl AgentTools for ReplayedTools {
    fn class_of(&self, tool: &str) -> ToolClass {
        let known = self.play().classes.get(tool).copied();
        known.unwrap_or(ToolClass::Unknown)
    }

    fn freed(&self) -> Vec<AllowedByRule> {
        Vec::new()
    }

    fn work_with(&self, hands: Arc<dyn FileWriter>) {
        self.play().hands = Some(hands);
    }

    fn next(&self, _: SessionId, call: String) -> BoxFuture<'static, Result<Next, ProviderError>> {
        let moved = self.clone().moved(call);
        Box::pin(async move {
            match moved.await? {
                OwnMove::Asks { asked } => Ok(Next::Asks(Box::new(asked))),
                OwnMove::Done { result } => Ok(Next::Done(result)),
                OwnMove::Runs | OwnMove::AnotherAsks { .. } | OwnMove::Progress { .. } => {
                    Ok(Next::Runs)
                }
            }
        })
    }

    fn withdrawn(&self, _: SessionId, request: String) -> BoxFuture<'static, Option<Notice>> {
        let mut answered = self.answered.subscribe();
        Box::pin(async move {
            let waited = answered.wait_for(|answered| answered.contains(&request));
            waited
                .await
                .is_err()
                .then(|| notice!("told-recording-closed"))
        })
    }

    fn answer(&self, _: SessionId, request: &str, leave: Permission) {
        let mut play = self.play();
        let asked = play.asked.remove(request);
        if let (Some(asked), false) = (asked, matches!(leave, Permission::Denied { .. })) {
            play.allowed.insert(asked.call.clone(), (asked, leave));
        }
        drop(play);
        self.answered.send_modify(|answered| {
            answered.insert(request.to_owned());
        });
    }

    fn running(
        &self,
        _: SessionId,
        call: String,
    ) -> BoxFuture<'static, Result<ToolActivity, ProviderError>> {
        let played = self.clone();
        Box::pin(async move {
            loop {
                return Ok(match played.clone().moved(call.clone()).await? {
                    OwnMove::AnotherAsks { asked } => ToolActivity::AnotherAsks(Box::new(asked)),
                    OwnMove::Progress { text } => ToolActivity::Progress(text),
                    OwnMove::Done { result } => ToolActivity::Done(result),
                    // The request, or the start, has already been reported.
                    OwnMove::Asks { .. } | OwnMove::Runs => continue,
                });
            }
        })
    }

    /// A replay has no process.
    fn interrupt(&self, _: SessionId) {}

    fn end(&self, _: SessionId) -> BoxFuture<'static, ()> {
        Box::pin(std::future::ready(()))
    }

    fn end_all(&self) -> BoxFuture<'static, ()> {
        Box::pin(std::future::ready(()))
    }
}
