//! Lookups beside the run: facts from git, programs, answers to queries.

use std::collections::BTreeMap;
use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::sync::oneshot;

use super::Dispatch;
use crate::actor::facts::GitState;
use crate::actor::queries::{self, QueryContext};
use crate::actor::worker_message::WorkerMessage;
use crate::ledger::Proposal;
use protocol::ids::SessionId;
use protocol::query::{GitFacts, Query, Reply};
use protocol::review::{ReviewQuery, ReviewSubject};
use review::binary::as_text;
use session::SessionState;
use workspace::watch::{Report, Settings, Watch};

/// Delay after the start before the search for programs begins.
const PROGRAMS_AFTER: Duration = Duration::from_millis(250);

/// Delay before git is asked again that gave no facts about a repository, as while another program
/// holds the lock of its index.
const GIT_AGAIN_AFTER: Duration = Duration::from_secs(5);

/// Asks, and once more after a while if there is no answer where one is expected.
async fn ask_twice<T, F: Future<Output = Option<T>>>(
    ask: impl Fn() -> F,
    is_expected: bool,
) -> Option<T> {
    let answer = ask().await;
    if answer.is_some() || !is_expected {
        return answer;
    }
    tokio::time::sleep(GIT_AGAIN_AFTER).await;
    ask().await
}

/// Runs work on a thread that gives way to all others, and so do the programs that it starts. `None`
/// if there is no thread, or the work panicked.
pub(super) async fn giving_way<T: Send + 'static>(
    name: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let (sender, done) = oneshot::channel();
    let work = move || {
        support::priority::give_way();
        // Nobody waits any more if the program ends.
        drop(sender.send(work()));
    };
    let thread = std::thread::Builder::new().name(name.to_owned());
    match thread.spawn(work) {
        Ok(_) => done.await.ok(),
        Err(error) => {
            tracing::warn!(%error, name, "no thread can be started");
            None
        }
    }
}

/// State of the query of git's facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum GitQueryState {
    Idle,
    Running,
    /// Files have changed since the query began, so another one follows.
    Outdated,
}

impl Dispatch {
    /// Queries git again in the background, below the priority of the screen: in a large repository
    /// git takes every processor for longer than the first frame. If a query is already running, another one follows it,
    /// because the running one may answer with the state before the change.
    pub(in crate::actor) fn refresh_git(&mut self) {
        if self.git_asked != GitQueryState::Idle {
            self.git_asked = GitQueryState::Outdated;
            return;
        }
        self.git_asked = GitQueryState::Running;
        let workspace = Arc::clone(&self.workspace);
        let inbox = self.inbox.clone();
        tokio::spawn(async move {
            let ask = || async {
                let workspace = Arc::clone(&workspace);
                let facts = giving_way("git-facts", move || workspace.git_facts()).await;
                facts.flatten()
            };
            let facts = ask_twice(ask, workspace.is_in_repository()).await;
            inbox.send(WorkerMessage::Git(facts)).await;
        });
    }

    /// Stores git's answer. Returns whether it differs from the last one.
    pub(in crate::actor) fn git_answered(&mut self, answer: Option<GitFacts>) -> bool {
        let asked = std::mem::replace(&mut self.git_asked, GitQueryState::Idle);
        if asked == GitQueryState::Outdated {
            self.refresh_git();
        }
        let now = GitState::of(answer);
        self.git.send_if_modified(|known| {
            let differs = *known != now;
            *known = now;
            differs
        })
    }

    /// Searches for external programs, in the background and some time after the start: the search
    /// costs more than the program's whole start.
    pub(in crate::actor) fn find_programs(&self) {
        let inbox = self.inbox.clone();
        let tools = Arc::clone(&self.tools);
        tokio::spawn(async move {
            tokio::time::sleep(PROGRAMS_AFTER).await;
            let look = move || tools.installed_programs();
            let found = giving_way("programs", look).await;
            inbox
                .send(WorkerMessage::Programs(found.unwrap_or_default()))
                .await;
        });
    }

    /// Begins to watch the workspace's files, a moment after the start.
    pub(in crate::actor) fn watch_files(&mut self) {
        let inbox = self.inbox.clone();
        let workspace = Arc::clone(&self.workspace);
        let index = self.tools.index().map(Arc::downgrade);
        let index = move || index.as_ref().and_then(Weak::upgrade);
        let report = move |report| match report {
            Report::Watching => {
                if let Some(index) = index() {
                    index.feed();
                }
                true
            }
            // Runs on the watcher's thread, which may block.
            Report::Changed(changes) => {
                if let Some(index) = index() {
                    index.changed(&changes);
                }
                inbox.blocking_send(WorkerMessage::FilesChanged(changes))
            }
        };
        self.watch = Watch::start(workspace, Settings::default(), report);
    }

    /// Answers a query on a worker.
    pub(in crate::actor) fn answer(
        &self,
        query: Query,
        sessions: &BTreeMap<SessionId, SessionState>,
        reply: oneshot::Sender<Reply>,
    ) {
        let live = query_session(&query)
            .and_then(|id| sessions.get(&id))
            .cloned();
        let proposed = self.proposed_text(&query, live.as_ref());
        let proposal = self.proposal(&query, live.as_ref());
        let parts = live.as_ref().map(|live| self.request_parts(live, 0));
        let asked = QueryContext {
            gate: self.gate.clone(),
            routing: self.routing.clone(),
            proposed,
            proposal,
            live,
            live_sessions: sessions.keys().copied().collect(),
            lock_folder: self.lock_folder.clone(),
            parts,
            workspace: Arc::clone(&self.workspace),
            files: Arc::clone(&self.files),
            turn: match &query {
                Query::Find { session, .. } => Some(self.turns.take(*session)),
                _ => None,
            },
            providers: Arc::clone(&self.providers),
            catalogue: Arc::clone(&self.catalogue),
            cache: Arc::clone(&self.cache),
            memory: Arc::clone(&self.memory),
            hooks: self.hooks.clone(),
            servers: self.servers.clone(),
            store: self.store.clone(),
            ledger: Arc::clone(&self.ledger),
            tools: Arc::clone(&self.tools),
            git: self.git.borrow().facts().cloned(),
            programs: self.programs.clone(),
            facts: self.facts.clone(),
            instructions: self.settings.instructions,
            drafts: self.drafts.clone(),
        };
        let ticket = self.tickets.hand_out();
        tokio::spawn(async move {
            let answer = Box::pin(queries::answer(query, asked)).await;
            // The requester may have stopped waiting.
            reply.send(answer).ok();
            drop(ticket);
        });
    }

    /// Returns the new text that the prepared call of an open question would write.
    fn proposed_text(&self, query: &Query, live: Option<&SessionState>) -> Option<String> {
        let Query::ProposedText { question, .. } = query else {
            return None;
        };
        let open = live?
            .facts
            .questions
            .iter()
            .find(|open| open.id == *question)?;
        let (_, after) = self.prepared.get(&open.call?)?.texts()?;
        after.map(str::to_owned)
    }

    /// Returns the change that is proposed by the question under review.
    fn proposal(&self, query: &Query, live: Option<&SessionState>) -> Option<Proposal> {
        let Query::Review { question, .. } = query else {
            return None;
        };
        let (ReviewQuery::File { of, .. }
        | ReviewQuery::Rows { of, .. }
        | ReviewQuery::Find { of, .. }
        | ReviewQuery::Result { of, .. }) = question
        else {
            return None;
        };
        let ReviewSubject::Question { question: prompt } = *of else {
            return None;
        };
        let open = live?
            .facts
            .questions
            .iter()
            .find(|open| open.id == prompt)?;
        let prepared = self.prepared.get(&open.call?)?;
        let change = prepared.plan.change.as_ref()?;
        let disk = prepared.base_bytes();
        Some(Proposal {
            of: ReviewSubject::Question { question: prompt },
            revision: 0,
            entry: change.entry.clone(),
            observed: change.observed.clone(),
            disk: disk.map(|bytes| as_text(bytes).into_owned()),
        })
    }
}

fn query_session(query: &Query) -> Option<SessionId> {
    match query {
        Query::FileDiff { session, .. }
        | Query::Session { session }
        | Query::Context { session }
        | Query::Route { session }
        | Query::RunsUnasked { session }
        | Query::Find { session, .. }
        | Query::BufferText { session, .. }
        | Query::Outline { session, .. }
        | Query::SystemPrompt { session }
        | Query::Prompts { session }
        | Query::ProposedText { session, .. }
        | Query::Draft { session }
        | Query::TakePicture { session, .. }
        | Query::Review { session, .. } => Some(*session),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::{ask_twice, giving_way};

    /// Reads the nice value of this thread, see proc_pid_stat(5).
    #[cfg(target_os = "linux")]
    fn niceness() -> i32 {
        let stat = std::fs::read_to_string("/proc/thread-self/stat").unwrap();
        let (_, fields) = stat.rsplit_once(") ").unwrap();
        fields.split(' ').nth(16).unwrap().parse().unwrap()
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn git_is_asked_below_the_priority_of_everything_else() {
        let own = niceness();
        let there = giving_way("test", niceness).await.unwrap();
        assert!(there > own, "{there} of {own}");
        assert_eq!(niceness(), own);
    }

    #[tokio::test]
    async fn work_that_panics_leaves_no_one_waiting() {
        let work = || -> u8 { panic!("it breaks") };
        assert_eq!(giving_way("test", work).await, None);
    }

    #[tokio::test(start_paused = true)]
    async fn git_that_gave_no_facts_about_a_repository_is_asked_once_more() {
        for (fails, in_repository, expected, asks) in [
            (0, true, Some("main"), 1),
            (1, true, Some("main"), 2),
            (9, true, None, 2),
            (9, false, None, 1),
        ] {
            let asked = Cell::new(0);
            let ask = || async {
                asked.set(asked.get() + 1);
                (asked.get() > fails).then_some("main")
            };
            assert_eq!(ask_twice(ask, in_repository).await, expected);
            assert_eq!(asked.get(), asks, "{fails} {in_repository}");
        }
    }
}
