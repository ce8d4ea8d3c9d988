//! Records what a program with tools of its own does beside its answers: what it asks leave for, and what came of
//! its calls. Passes everything on. Made by [`super::record`]; played by [`super::played`].

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use futures_util::future::BoxFuture;

use super::cassette::{OwnLine, OwnMove};
use super::own_tools::{AtWork, FreedBy, Hands, Next, OwnTools, While};
use super::record::Tape;
use crate::protocol::call::ToolClass;
use crate::protocol::ids::SessionId;
use crate::protocol::leave::{Acted, Leave, LeaveAsked, OwnResult, Wants};
use crate::protocol::stream::ProviderError;

/// The wrapper.
pub(super) struct TapedTools {
    pub(super) inner: Arc<dyn OwnTools>,
    pub(super) tape: Arc<Tape>,
    /// Tools whose kind is recorded.
    pub(super) classes: Arc<Mutex<BTreeSet<String>>>,
}

impl TapedTools {
    fn note(tape: &Tape, call: &str, moved: OwnMove) {
        let call = call.to_owned();
        tape.own(&OwnLine::Call { call, moved });
    }
}

/// The same with paths relative to the root.
fn asked_at(tape: &Tape, asked: &LeaveAsked) -> LeaveAsked {
    let mut asked = asked.clone();
    match &mut asked.wants {
        Wants::Edit { path, .. } | Wants::Write { path, .. } => *path = tape.relative(path),
        _ => {}
    }
    asked
}

fn done(tape: &Tape, result: &OwnResult) -> OwnMove {
    let mut result = result.clone();
    result.text = tape.relative(&result.text);
    result.unasked = Vec::new();
    OwnMove::Done { result }
}

impl OwnTools for TapedTools {
    fn class_of(&self, tool: &str) -> ToolClass {
        let class = self.inner.class_of(tool);
        let mut known = self.classes.lock().unwrap_or_else(PoisonError::into_inner);
        if known.insert(tool.to_owned()) {
            let tool = tool.to_owned();
            self.tape.own(&OwnLine::Class { tool, class });
        }
        class
    }

    fn freed(&self) -> Vec<FreedBy> {
        self.inner.freed()
    }

    fn work_with(&self, hands: Arc<dyn Hands>) {
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

    fn withdrawn(&self, session: SessionId, request: String) -> BoxFuture<'static, Option<String>> {
        self.inner.withdrawn(session, request)
    }

    fn answer(&self, session: SessionId, request: &str, leave: Leave) {
        self.inner.answer(session, request, leave);
    }

    fn running(
        &self,
        session: SessionId,
        call: String,
    ) -> BoxFuture<'static, Result<While, ProviderError>> {
        let tape = Arc::clone(&self.tape);
        let running = self.inner.running(session, call.clone());
        Box::pin(async move {
            let happens = running.await?;
            let moved = match &happens {
                While::AnotherAsks(asked) => OwnMove::AnotherAsks {
                    asked: asked_at(&tape, asked),
                },
                While::Progress(text) => OwnMove::Progress {
                    text: tape.relative(text),
                },
                While::Done(result) => done(&tape, result),
            };
            Self::note(&tape, &call, moved);
            Ok(happens)
        })
    }

    fn acted(&self, session: SessionId, call: &str) -> Vec<Acted> {
        self.inner.acted(session, call)
    }

    fn acting(&self, session: SessionId, but: Option<&str>) -> Vec<Acted> {
        self.inner.acting(session, but)
    }

    fn at_work(&self, session: SessionId) -> AtWork {
        self.inner.at_work(session)
    }

    fn until_less(&self, session: SessionId, than: AtWork) -> BoxFuture<'static, ()> {
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
