//! Records the tool activity of an agent program: its permission requests, and the results of its
//! calls. Passes everything on. Made by [`super::record`]; replayed by [`super::replay_tools`].

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use futures_util::future::BoxFuture;

use super::agent_tools::{
    AgentTools, AllowedByRule, FileWriter, Next, ProgramActivity, ToolActivity,
};
use super::cassette::{OwnLine, OwnMove};
use super::record::RecordingFile;
use notice::Notice;
use protocol::call::ToolClass;
use protocol::ids::SessionId;
use protocol::permission::{
    AgentToolResult, Permission, PermissionRequest, ReportedAction, RequestedAction,
};
use protocol::stream::ProviderError;

pub(super) struct RecordedTools {
    pub(super) inner: Arc<dyn AgentTools>,
    pub(super) tape: Arc<RecordingFile>,
    /// Tools whose class has been recorded.
    pub(super) classes: Arc<Mutex<BTreeSet<String>>>,
}

impl RecordedTools {
    fn note(tape: &RecordingFile, call: &str, moved: OwnMove) {
        let call = call.to_owned();
        tape.own(&OwnLine::Call { call, moved });
    }
}

/// Returns the request with paths relative to the root.
fn asked_at(tape: &RecordingFile, asked: &PermissionRequest) -> PermissionRequest {
    let mut asked = asked.clone();
    match &mut asked.wants {
        RequestedAction::Edit { path, .. } | RequestedAction::Write { path, .. } => {
            *path = tape.relative(path);
        }
        _ => {}
    }
    asked
}

fn done(tape: &RecordingFile, result: &AgentToolResult) -> OwnMove {
    let mut result = result.clone();
    result.text = tape.relative(&result.text);
    result.unasked = Vec::new();
    OwnMove::Done { result }
}

impl AgentTools for RecordedTools {
    fn class_of(&self, tool: &str) -> ToolClass {
        let class = self.inner.class_of(tool);
        let mut known = self.classes.lock().unwrap_or_else(PoisonError::into_inner);
        if known.insert(tool.to_owned()) {
            let tool = tool.to_owned();
            self.tape.own(&OwnLine::Class { tool, class });
        }
        class
    }

    fn freed(&self) -> Vec<AllowedByRule> {
        self.inner.freed()
    }

    fn work_with(&self, hands: Arc<dyn FileWriter>) {
        self.inner.work_with(hands);
    }

    fn next(
        &self,
        session: SessionId,
        call: String,
    ) -> BoxFuture<'static, Result<Next, ProviderError>> {
        let tape = Arc::clone(&self.tape);
        let next = self.inner.next(session, call.clone());
        Box::pin(async move {
            let next = next.await?;
            let moved = match &next {
                Next::Asks(asked) => OwnMove::Asks {
                    asked: asked_at(&tape, asked),
                },
                Next::Runs => OwnMove::Runs,
                Next::Done(result) => done(&tape, result),
            };
            Self::note(&tape, &call, moved);
            Ok(next)
        })
    }

    fn withdrawn(&self, session: SessionId, request: String) -> BoxFuture<'static, Option<Notice>> {
        self.inner.withdrawn(session, request)
    }

    fn answer(&self, session: SessionId, request: &str, leave: Permission) {
        self.inner.answer(session, request, leave);
    }

    fn running(
        &self,
        session: SessionId,
        call: String,
    ) -> BoxFuture<'static, Result<ToolActivity, ProviderError>> {
        let tape = Arc::clone(&self.tape);
        let running = self.inner.running(session, call.clone());
        Box::pin(async move {
            let happens = running.await?;
            let moved = match &happens {
                ToolActivity::AnotherAsks(asked) => OwnMove::AnotherAsks {
                    asked: asked_at(&tape, asked),
                },
                ToolActivity::Progress(text) => OwnMove::Progress {
                    text: tape.relative(text),
                },
                ToolActivity::Done(result) => done(&tape, result),
            };
            Self::note(&tape, &call, moved);
            Ok(happens)
        })
    }

    fn acted(&self, session: SessionId, call: &str) -> Vec<ReportedAction> {
        self.inner.acted(session, call)
    }

    fn acting(&self, session: SessionId, but: Option<&str>) -> Vec<ReportedAction> {
        self.inner.acting(session, but)
    }

    fn at_work(&self, session: SessionId) -> ProgramActivity {
        self.inner.at_work(session)
    }

    fn until_less(&self, session: SessionId, than: ProgramActivity) -> BoxFuture<'static, ()> {
        self.inner.until_less(session, than)
    }

    fn interrupt(&self, session: SessionId) {
        self.inner.interrupt(session);
    }

    fn end(&self, session: SessionId) -> BoxFuture<'static, ()> {
        self.inner.end(session)
    }

    fn end_all(&self) -> BoxFuture<'static, ()> {
        self.inner.end_all()
    }
}
