//! Projects facts onto tables: one match arm, one call. Never fails on a fact about something
//! unknown; such a fact changes nothing.

use rusqlite::Connection;

use super::error::StoreError;
use super::{
    agents, changes, checkpoints, compactions, deletion, inputs, messages, questions,
    review as kept, runs, sessions, shared_messages, tasks,
};
use notice::Notice;
use protocol::event::{Event, EventKind, UnqueueReason};
use protocol::ids::{Seq, WorkspaceId};
use protocol::message::Message;
use protocol::session::RunStatus;

/// Writes the effect of an event into the tables. Called inside the transaction that
/// logs the event.
pub(super) fn apply(
    to: &Connection,
    workspace: &WorkspaceId,
    event: &Event,
    seq: Seq,
) -> Result<(), StoreError> {
    conversation(to, workspace, event)?;
    work(to, event)?;
    review(to, event, seq)?;
    sessions::touch(to, event)
}

fn conversation(to: &Connection, workspace: &WorkspaceId, event: &Event) -> Result<(), StoreError> {
    match &event.fact {
        EventKind::SessionCreated { settings, policy } => {
            sessions::create(to, workspace, event, settings, policy)
        }
        EventKind::SessionForked { fork } => shared_messages::fork(to, workspace, event, fork),
        EventKind::SessionDeleted => deletion::delete(to, event.session),
        EventKind::SessionChanged { settings } => sessions::set_settings(to, event, settings),
        EventKind::SessionStatusChanged { status, error } => {
            sessions::set_status(
                to,
                event,
                *status,
                error.as_ref().map(Notice::to_column).as_deref(),
            )?;
            runs::follow_session(to, event, *status)
        }
        EventKind::PolicyChanged { policy } => sessions::set_policy(to, event, policy),
        EventKind::SessionCleared => {
            messages::withdraw_all(to, event)?;
            sessions::forget_window(to, event)
        }
        EventKind::MessagesWithdrawn { from, alone: false } => {
            messages::withdraw_from(to, event, *from)
        }
        EventKind::MessagesWithdrawn { from, alone: true } => {
            messages::withdraw_one(to, event, *from)
        }
        EventKind::MessageAdded { message } | EventKind::MessageCompleted { message } => {
            messages::upsert(to, event, message)
        }
        EventKind::MessageQueued { message } => inputs::queue(to, event, message),
        EventKind::MessageUnqueued { message, reason } => {
            inputs::unqueue(to, message.id)?;
            match reason {
                // A front end that receives the event puts the text into its editor. If none does,
                // the draft keeps it.
                UnqueueReason::RunEnded => inputs::return_to_draft(to, event, &message.text),
                UnqueueReason::Delivered | UnqueueReason::TakenBack => Ok(()),
            }
        }
        EventKind::ContextIncluded { row } => inputs::include(to, event, row),
        EventKind::ContextExcluded { row } => inputs::exclude(to, event, *row),
        EventKind::ConversationCompacted { compaction } => {
            compactions::add(to, event, compaction)?;
            sessions::forget_window(to, event)?;
            sessions::add_total(to, event, &compaction.usage)
        }
        EventKind::CompactionFailed { usage, .. } => sessions::add_total(to, event, usage),
        EventKind::CompactionUndone { compaction } => {
            compactions::undo(to, *compaction)?;
            sessions::forget_window(to, event)
        }
        EventKind::TaskCreated { task } => tasks::add(to, event, task),
        EventKind::TaskChanged { task } => tasks::change(to, event, task),
        EventKind::TaskDeleted { task } => tasks::delete(to, event, *task),
        EventKind::AgentStarted { agent } => agents::add(to, event, agent),
        EventKind::AgentEnded { agent, tally, .. } => {
            agents::change(to, event, *agent)?;
            sessions::add_total(to, event, &tally.usage)
        }
        EventKind::InputRemembered { text } => inputs::remember(to, event, text),
        EventKind::DraftSaved { text } => inputs::save_draft(to, event, text),
        _ => Ok(()),
    }
}

fn work(to: &Connection, event: &Event) -> Result<(), StoreError> {
    match &event.fact {
        EventKind::RunStarted { message } => runs::start(to, event, *message),
        EventKind::RunCompleted { result } => {
            runs::end(to, event, RunStatus::Completed, Some(result), None)
        }
        EventKind::RunCancelled { result } => {
            runs::end(to, event, RunStatus::Cancelled, Some(result), None)
        }
        EventKind::RunFailed { error, result, .. } => runs::end(
            to,
            event,
            RunStatus::Failed,
            Some(result),
            Some(&error.to_column()),
        ),
        EventKind::RunInterrupted { .. } => {
            runs::end(to, event, RunStatus::Interrupted, None, None)
        }
        EventKind::StepStarted {
            step,
            number,
            model,
        } => runs::start_step(to, event, *step, *number, model),
        EventKind::StepCompleted {
            step,
            usage,
            window,
        } => {
            runs::end_step(to, event, *step, usage)?;
            sessions::add_usage(to, event, usage, window)
        }
        EventKind::CallRequested { message, call } => runs::request_call(to, event, *message, call),
        EventKind::CallStarted { call, allowed_by } => {
            runs::start_call(to, event, *call, &allowed_by.to_column())
        }
        EventKind::CallCompleted { message, result } => {
            runs::end_call(to, event, result)?;
            messages::upsert(to, event, &Message::of_result(*message, result, event))
        }
        EventKind::QuestionOpened { question: prompt }
        | EventKind::ClarificationOpened { question: prompt } => questions::open(to, event, prompt),
        EventKind::QuestionAnswered { answer, summary }
        | EventKind::ClarificationAnswered { answer, summary } => {
            questions::answer(to, event, answer, &summary.to_column())
        }
        EventKind::QuestionTimerChanged {
            question: prompt,
            paused,
        } => questions::set_paused(to, *prompt, *paused),
        _ => Ok(()),
    }
}

fn review(to: &Connection, event: &Event, seq: Seq) -> Result<(), StoreError> {
    match &event.fact {
        EventKind::CheckpointCreated { checkpoint } => checkpoints::add(to, checkpoint),
        EventKind::CheckpointFileKept { file } => checkpoints::keep_file(to, file, seq),
        EventKind::EditsProposed { entry } => changes::add_entry(to, entry, seq),
        EventKind::ReviewUpdated {
            entry,
            hunks,
            state,
            written,
        } => changes::update_hunks(to, *entry, hunks, *state, *written),
        EventKind::HunkSplit { entry, hunk, parts } => kept::split(to, *entry, *hunk, parts),
        EventKind::HunksJoined { entry, parts, hunk } => kept::join(to, event, *entry, parts, hunk),
        EventKind::OperationDone { operation } => kept::add_operation(to, event, operation),
        EventKind::OperationMoved {
            operation, undone, ..
        } => kept::move_operation(to, *operation, *undone),
        EventKind::CommentAdded { comment } => kept::add_comment(to, event, comment),
        EventKind::CommentRemoved { comment } => kept::remove_comment(to, *comment),
        EventKind::PicturesAttached { message, pictures } => {
            messages::attach(to, event, *message, pictures)
        }
        EventKind::CommentsSent { comments, .. } => kept::comments_sent(to, event, comments),
        EventKind::ReviewReported { message, told } => kept::reported(to, event, *message, told),
        EventKind::ApplyStarted { apply } => kept::start_apply(to, event, apply),
        EventKind::ApplyEnded { apply, result } => kept::end_apply(to, event, *apply, result),
        EventKind::CheckpointRenamed { checkpoint, name } => {
            checkpoints::rename(to, *checkpoint, name)
        }
        EventKind::WriteStarted { call, path } => changes::start_write(to, event, *call, path),
        EventKind::ApplyCompleted {
            call,
            path,
            added,
            removed,
        } => changes::end_write(to, event, *call, path, (*added, *removed)),
        _ => Ok(()),
    }
}
