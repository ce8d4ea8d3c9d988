//! From facts to tables: one arm, one call. Total: a fact about something unknown changes nothing.

use rusqlite::Connection;

use super::error::StoreError;
use super::{
    borrowed, changes, checkpoints, compactions, deletion, inputs, messages, prompts,
    review as kept, runs, sessions,
};
use crate::protocol::event::{Event, Fact, UnqueueReason};
use crate::protocol::ids::{Seq, WorkspaceId};
use crate::protocol::message::Message;
use crate::protocol::session::RunStatus;

/// Writes what the event means into the tables. Called inside the transaction that logs it.
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
        Fact::SessionCreated { settings, policy } => {
            sessions::create(to, workspace, event, settings, policy)
        }
        Fact::SessionForked { fork } => borrowed::fork(to, workspace, event, fork),
        Fact::SessionDeleted => deletion::delete(to, event.session),
        Fact::SessionChanged { settings } => sessions::set_settings(to, event, settings),
        Fact::SessionStatusChanged { status, error } => {
            sessions::set_status(to, event, *status, error.as_deref())?;
            runs::follow_session(to, event, *status)
        }
        Fact::PolicyChanged { policy } => sessions::set_policy(to, event, policy),
        Fact::SessionCleared => messages::withdraw_all(to, event),
        Fact::MessagesWithdrawn { from, alone: false } => messages::withdraw_from(to, event, *from),
        Fact::MessagesWithdrawn { from, alone: true } => messages::withdraw_one(to, event, *from),
        Fact::MessageAdded { message } | Fact::MessageCompleted { message } => {
            messages::upsert(to, event, message)
        }
        Fact::MessageQueued { message } => inputs::queue(to, event, message),
        Fact::MessageUnqueued { message, reason } => {
            inputs::unqueue(to, message.id)?;
            match reason {
                // Whoever hears of it has it in an editor; where nobody does it is here.
                UnqueueReason::RunEnded => inputs::return_to_draft(to, event, &message.text),
                UnqueueReason::Delivered | UnqueueReason::TakenBack => Ok(()),
            }
        }
        Fact::ContextIncluded { row } => inputs::include(to, event, row),
        Fact::ContextExcluded { row } => inputs::exclude(to, event, *row),
        Fact::ConversationCompacted { compaction } => {
            compactions::add(to, event, compaction)?;
            sessions::add_total(to, event, &compaction.usage)
        }
        Fact::CompactionFailed { usage, .. } => sessions::add_total(to, event, usage),
        Fact::CompactionUndone { compaction } => compactions::undo(to, *compaction),
        Fact::InputRemembered { text } => inputs::remember(to, event, text),
        Fact::DraftSaved { text } => inputs::save_draft(to, event, text),
        _ => Ok(()),
    }
}

fn work(to: &Connection, event: &Event) -> Result<(), StoreError> {
    match &event.fact {
        Fact::RunStarted { message } => runs::start(to, event, *message),
        Fact::RunCompleted { result } => {
            runs::end(to, event, RunStatus::Completed, Some(result), None)
        }
        Fact::RunCancelled { result } => {
            runs::end(to, event, RunStatus::Cancelled, Some(result), None)
        }
        Fact::RunFailed { error, result, .. } => {
            runs::end(to, event, RunStatus::Failed, Some(result), Some(error))
        }
        Fact::RunInterrupted { .. } => runs::end(to, event, RunStatus::Interrupted, None, None),
        Fact::StepStarted {
            step,
            number,
            model,
        } => runs::start_step(to, event, *step, *number, model),
        Fact::StepCompleted {
            step,
            usage,
            window,
        } => {
            runs::end_step(to, event, *step, usage)?;
            sessions::add_usage(to, event, usage, window)
        }
        Fact::CallRequested { message, call } => runs::request_call(to, event, *message, call),
        Fact::CallStarted { call, allowed_by } => runs::start_call(to, event, *call, allowed_by),
        Fact::CallCompleted { message, result } => {
            runs::end_call(to, event, result)?;
            messages::upsert(to, event, &Message::of_result(*message, result, event))
        }
        Fact::PromptOpened { prompt } | Fact::ClarificationOpened { prompt } => {
            prompts::open(to, event, prompt)
        }
        Fact::PromptAnswered { answer, summary }
        | Fact::ClarificationAnswered { answer, summary } => {
            prompts::answer(to, event, answer, summary)
        }
        Fact::PromptTimerChanged { prompt, paused } => prompts::set_paused(to, *prompt, *paused),
        _ => Ok(()),
    }
}

fn review(to: &Connection, event: &Event, seq: Seq) -> Result<(), StoreError> {
    match &event.fact {
        Fact::CheckpointCreated { checkpoint } => checkpoints::add(to, checkpoint),
        Fact::CheckpointFileKept { file } => checkpoints::keep_file(to, file, seq),
        Fact::EditsProposed { entry } => changes::add_entry(to, entry, seq),
        Fact::ReviewUpdated {
            entry,
            hunks,
            state,
            written,
        } => changes::update_hunks(to, *entry, hunks, *state, *written),
        Fact::HunkSplit { entry, hunk, parts } => kept::split(to, *entry, *hunk, parts),
        Fact::HunksJoined { entry, parts, hunk } => kept::join(to, event, *entry, parts, hunk),
        Fact::OperationDone { operation } => kept::add_operation(to, event, operation),
        Fact::OperationMoved {
            operation, undone, ..
        } => kept::move_operation(to, *operation, *undone),
        Fact::CommentAdded { comment } => kept::add_comment(to, event, comment),
        Fact::CommentRemoved { comment } => kept::remove_comment(to, *comment),
        Fact::PicturesAttached { message, pictures } => {
            messages::attach(to, event, *message, pictures)
        }
        Fact::ReviewTold { message, told } => kept::told(to, event, *message, told),
        Fact::SaveStarted { save } => kept::start_save(to, event, save),
        Fact::SaveEnded { save, result } => kept::end_save(to, event, *save, result),
        Fact::CheckpointRenamed { checkpoint, name } => checkpoints::rename(to, *checkpoint, name),
        Fact::ApplyStarted { call, path } => changes::start_write(to, event, *call, path),
        Fact::ApplyCompleted {
            call,
            path,
            added,
            removed,
        } => changes::end_write(to, event, *call, path, (*added, *removed)),
        _ => Ok(()),
    }
}
