//! Restores a session from the store. If its process died while waiting for the user, the session
//! waits again, see `waiting`. If it died during a run, the run is marked interrupted, its open
//! calls get the result "outcome unknown", and nothing is run again.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use super::StepBuilder;
use super::memory::SessionMemory;
use super::outcome::RecoveredChanges;
use super::questions::is_clarification;
use super::resume::WaitingRun;
use super::review::ReviewState;
use super::session::Session;
use super::task_calls::TasksKnown;
use hooks::StartSource;
use notice::{count, notice};
use protocol::approval::{Answer, AnsweredBy, Decision};
use protocol::call::{CallResult, ErrorCode, ToolCall, ToolError};
use protocol::catalogue::Spent;
use protocol::event::{EventKind, UnqueueReason};
use protocol::ids::{MessageId, RunId, SessionId};
use protocol::interrupted::{InterruptedCall, InterruptedRun};
use protocol::message::{Block, MessageState, Role};
use protocol::review::ReviewSnapshot;
use protocol::session::{QueuedMessage, RunStatus, SessionSnapshot, SessionStatus};

/// Opens a stored session. Unless a user opened it, it keeps waiting for the answer it waited for.
pub(super) fn take(
    sessions: &mut BTreeMap<SessionId, Session>,
    (snapshot, review, recovered): (&SessionSnapshot, &ReviewSnapshot, &RecoveredChanges),
    opens: bool,
    turn: &mut StepBuilder<'_, '_>,
) {
    let id = snapshot.summary.id;
    if sessions.contains_key(&id) {
        return;
    }
    let mut session = Session::new(
        id,
        snapshot.summary.settings.clone(),
        snapshot.policy.clone(),
    );
    session.review = ReviewState::of(review);
    session.thread.status = snapshot.summary.status;
    session.spent = Spent::of(&snapshot.summary.usage);
    session.thread.context = snapshot
        .context
        .iter()
        .map(|row| (row.id, row.place()))
        .collect();
    session.thread.compactions = snapshot
        .compactions
        .iter()
        .map(|kept| (kept.id, kept.latest_user))
        .collect();
    session.thread.summaries = u32::try_from(session.thread.compactions.len()).unwrap_or(u32::MAX);
    session.tasks = snapshot.tasks.clone();
    session.agents = snapshot.agents.clone();
    session.thread.tasks_known = TasksKnown::of(snapshot);
    session.thread.memory = SessionMemory::of(snapshot);
    let by = |role: Role| {
        snapshot
            .messages
            .iter()
            .filter(move |message| message.role == role)
    };
    session.thread.last_reported_message = snapshot
        .messages
        .iter()
        .rfind(|message| matches!(message.role, Role::User | Role::Tool))
        .map(|message| message.id);
    session.thread.last_user_message = by(Role::User).next_back().map(|message| message.id);
    session.thread.steps = u32::try_from(by(Role::Assistant).count()).unwrap_or(u32::MAX);
    let waited = WaitingRun::of(snapshot, recovered, turn.config.attendance);
    let mut opened = Box::new(snapshot.clone());
    if waited.is_some() {
        // The questions are asked again once their subject has been checked again.
        opened.questions.clear();
    }
    turn.fact(id, None, EventKind::SessionOpened { session: opened });
    refresh_rules(&mut session, turn);
    let unfinished = snapshot.run.as_ref().filter(|run| {
        matches!(
            run.status,
            RunStatus::Queued | RunStatus::Running | RunStatus::WaitingForUser
        )
    });
    session.interrupt_agents(turn);
    for (record, result) in &recovered.applies {
        session.apply_recovered(record, result, turn);
    }
    if let Some((call, changes)) = &recovered.changes {
        session.log_cut_off(*call, changes, turn);
    }
    match (waited, unfinished) {
        (Some(waited), _) if opens => waited.goes_on(&mut session, turn),
        (None, Some(run)) => {
            interrupt(&mut session, run.id, (snapshot, recovered), turn);
        }
        // The process ended while a model was being chosen for these messages.
        (None, None) => give_back(&snapshot.queued, id, None, turn),
        _ => {}
    }
    if opens && session.thread.status != SessionStatus::Archived {
        session.ask_start_hooks(StartSource::Resume, turn);
    }
    // Nobody watched the session's files while it was closed.
    if opens && session.thread.status != SessionStatus::Archived {
        session.scan_disk(turn);
    }
    sessions.insert(id, session);
}

/// Replaces the rules of the command line and the config with the current ones; rules made
/// by answers stay.
fn refresh_rules(session: &mut Session, turn: &mut StepBuilder<'_, '_>) {
    use protocol::approval::RuleScope;
    let before = session.policy.rules.clone();
    let kept = before
        .iter()
        .filter(|rule| rule.scope == RuleScope::Session)
        .cloned();
    session.policy.rules = turn.config.rules.iter().cloned().chain(kept).collect();
    if session.policy.rules != before {
        session.policy_changed(turn);
    }
}

fn interrupt(
    session: &mut Session,
    run: RunId,
    (snapshot, recovered): (&SessionSnapshot, &RecoveredChanges),
    turn: &mut StepBuilder<'_, '_>,
) {
    let id = session.id;
    for prompt in &snapshot.questions {
        let answer = Answer {
            question: prompt.id,
            shown: prompt.shown,
            decision: Decision::No { reason: None },
            by: AnsweredBy::Cancel,
        };
        let summary = notice!("told-ended-unanswered");
        let fact = if is_clarification(&prompt.body, &prompt.tool) {
            EventKind::ClarificationAnswered { answer, summary }
        } else {
            EventKind::QuestionAnswered { answer, summary }
        };
        turn.fact(id, Some(run), fact);
    }
    for message in &snapshot.messages {
        if message.state == MessageState::Streaming {
            let mut message = message.clone();
            message.state = MessageState::Interrupted;
            turn.fact(id, Some(run), EventKind::MessageCompleted { message });
        }
    }
    let open = calls_without_result(snapshot, recovered.left.as_ref());
    let unknown_calls = open.iter().map(|call| call.id).collect();
    for call in &open {
        let message = MessageId(turn.new_id());
        let result = unknown(call);
        turn.fact(id, Some(run), EventKind::CallCompleted { message, result });
    }
    give_back(&snapshot.queued, id, Some(run), turn);
    turn.fact(id, Some(run), EventKind::RunInterrupted { unknown_calls });
    let row = match open.len() {
        0 => notice!("told-interrupted"),
        calls => notice!(
            "told-interrupted-calls",
            counted = count(calls, "tool call")
        ),
    };
    session.add_row(row, turn);
    session.set_status(SessionStatus::Interrupted, None, turn);
}

/// Returns waiting messages to the editor, the last one first, as [`Session::return_queue`] does.
fn give_back(
    queued: &[QueuedMessage],
    session: SessionId,
    run: Option<RunId>,
    turn: &mut StepBuilder<'_, '_>,
) {
    for message in queued.iter().rev().cloned() {
        let reason = UnqueueReason::RunEnded;
        turn.fact(session, run, EventKind::MessageUnqueued { message, reason });
    }
}

/// Collects the calls without a result: those of the conversation, and those of the user's own
/// commands, which only the run records.
fn calls_without_result(
    snapshot: &SessionSnapshot,
    left: Option<&InterruptedRun>,
) -> Vec<ToolCall> {
    let mut calls = Vec::new();
    let mut answered = BTreeSet::new();
    for block in snapshot.messages.iter().flat_map(|message| &message.blocks) {
        match block {
            Block::ToolUse { call } => calls.push(call.clone()),
            Block::ToolResult { result } => {
                answered.insert(result.call);
            }
            _ => {}
        }
    }
    calls.retain(|call| !answered.contains(&call.id));
    let typed = left.into_iter().flat_map(|left| &left.calls);
    for InterruptedCall { call, .. } in typed {
        if calls.iter().all(|known| known.id != call.id) {
            calls.push(call.clone());
        }
    }
    calls
}

/// Builds the result of a call whose process died while it ran.
pub(super) fn unknown(call: &ToolCall) -> CallResult {
    let error = ToolError::new(ErrorCode::Cancelled, notice!("told-unknown-outcome"))
        .with_details(json!({ "outcome": "unknown" }));
    CallResult {
        call: call.id,
        provider_id: call.provider_id.clone(),
        tool: call.tool.clone(),
        ok: false,
        content: error.to_model(),
        summary: notice!("gave-unknown"),
        error: Some(error),
        duration_ms: 0,
    }
}
