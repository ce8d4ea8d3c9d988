//! Compaction: when a summary replaces the older part of the conversation, and its undo.
//! [`super::context`] decides how much is covered and what stays word for word; the shell has
//! the summary made.

use super::context::CompactionExtent;
use super::routing::Trigger;
use super::run::{ActiveRun, Phase, RunKind};
use super::session::Session;
use super::{Effect, Overflow, StepBuilder};
use notice::{Notice, count, notice};
use protocol::command::CommandKind;
use protocol::compaction::{Compaction, CompactionTrigger};
use protocol::event::{EventKind, NoticeLevel};
use protocol::ids::{MessageId, RunId, StepId};
use protocol::message::Role;
use protocol::session::SessionStatus;
use protocol::usage::Usage;

impl Session {
    /// Compacts the conversation at the user's request, in a run of its own.
    pub(super) fn compact(&mut self, words: String, turn: &mut StepBuilder<'_, '_>) {
        if self.refuse_while_running(CommandKind::Compact, turn)
            || self.refuse_without_model(CommandKind::Compact, turn)
        {
            return;
        }
        if self.thread.last_reported_message.is_none() {
            turn.reject(
                self.id,
                CommandKind::Compact,
                notice!("told-nothing-to-compact"),
            );
            return;
        }
        self.acknowledge_silently(turn);
        self.start_compaction_run(&words, turn);
        self.order_compaction(CompactionExtent::All, words, turn);
    }

    /// Starts a run that only compacts the conversation. The user's text is shown, but not sent
    /// to the model.
    fn start_compaction_run(&mut self, words: &str, turn: &mut StepBuilder<'_, '_>) {
        let message = MessageId(turn.new_id());
        let typed = format!("/compact {words}").trim_end().to_owned();
        let run = RunId(turn.new_id());
        self.thread.run = Some(ActiveRun::new(
            run,
            RunKind::Compaction,
            &typed,
            self.first_route(turn),
            turn,
        ));
        self.add_text_message(message, Role::System, typed, turn);
        self.fact(turn, EventKind::RunStarted { message });
        self.set_status(SessionStatus::Running, None, turn);
    }

    /// Handles a request that was not sent because the conversation does not fit.
    pub(super) fn context_overflow(&mut self, step: StepId, turn: &mut StepBuilder<'_, '_>) {
        if !self.is_current(step) {
            return;
        }
        self.stop_step_timer(turn);
        if !self.ask_remote_instead(Trigger::ContextOverflow, turn) {
            self.compact_in_run(CompactionExtent::ToFit, turn);
        }
    }

    /// Whether no compaction has failed yet for the current request.
    pub(super) fn can_compact(&self) -> bool {
        self.thread
            .run
            .as_ref()
            .is_some_and(|run| run.overflow == Overflow::Tell)
    }

    /// Requests a summary of the conversation before the model is asked again.
    pub(super) fn compact_in_run(
        &mut self,
        reach: CompactionExtent,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        self.interrupt_message(turn);
        turn.notice(self.id, NoticeLevel::Info, notice!("told-is-summarised"));
        self.order_compaction(reach, String::new(), turn);
    }

    fn order_compaction(
        &mut self,
        reach: CompactionExtent,
        words: String,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let step = StepId(turn.new_id());
        let Some(run) = &mut self.thread.run else {
            return;
        };
        run.phase = Phase::Compacting(step);
        self.thread.summaries = self.thread.summaries.saturating_add(1);
        turn.effect(Effect::Compact {
            session: self.thread.conversation,
            run: run.id,
            step,
            number: self.thread.summaries,
            target: run.route.target.clone(),
            reach,
            words,
        });
    }

    fn is_compacting(&self, step: StepId) -> bool {
        self.thread
            .run
            .as_ref()
            .is_some_and(|run| run.phase == Phase::Compacting(step))
    }

    pub(super) fn compacted(
        &mut self,
        step: StepId,
        mut compaction: Compaction,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        if !self.is_compacting(step) {
            return;
        }
        compaction.by = match self.thread.run.as_ref().map(|run| run.kind) {
            Some(RunKind::Compaction) => CompactionTrigger::User,
            _ => CompactionTrigger::Limit,
        };
        if let Some(run) = &mut self.thread.run {
            run.result.usage.add(&compaction.usage);
        }
        let row = row_of(&compaction);
        self.thread
            .compactions
            .push((compaction.id, compaction.latest_user));
        self.fact(turn, EventKind::ConversationCompacted { compaction });
        self.add_row(row, turn);
        self.forget_tasks_known();
        self.after_compacting(turn);
    }

    /// Handles a failed summary. The conversation is unchanged, but for the rest of the run
    /// requests leave out the oldest answers.
    pub(super) fn not_compacted(
        &mut self,
        step: StepId,
        reason: Notice,
        usage: Usage,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        if !self.is_compacting(step) {
            return;
        }
        if let Some(run) = &mut self.thread.run {
            run.overflow = Overflow::LeaveOut;
            run.result.usage.add(&usage);
        }
        let row = match reason.id() {
            Some("told-nothing-to-sum") => notice!("told-only-own-left"),
            _ => notice!("told-not-compacted", why = reason),
        };
        self.fact(turn, EventKind::CompactionFailed { reason, usage });
        self.add_row(row, turn);
        self.after_compacting(turn);
    }

    /// Asks the model, or ends the run if it was only a compaction.
    fn after_compacting(&mut self, turn: &mut StepBuilder<'_, '_>) {
        let Some(run) = &mut self.thread.run else {
            return;
        };
        if run.kind == RunKind::Compaction {
            run.phase = Phase::Calls;
            self.end_of_step(turn);
        } else {
            // The next request is a new one, so its attempts count from the start.
            run.attempt = 0;
            self.tell_tasks(turn);
            self.send_request(turn);
        }
    }

    pub(super) fn undo_compaction(&mut self, turn: &mut StepBuilder<'_, '_>) {
        if self.refuse_while_running(CommandKind::UndoCompaction, turn) {
            return;
        }
        let Some((compaction, _)) = self.thread.compactions.pop() else {
            let why = notice!("told-nothing-compacted");
            turn.reject(self.id, CommandKind::UndoCompaction, why);
            return;
        };
        self.fact(turn, EventKind::CompactionUndone { compaction });
        let row = match self.thread.compactions.len() {
            0 => notice!("told-compaction-back"),
            1 => notice!("told-compaction-back-one"),
            left => notice!("told-compaction-back-more", word = left),
        };
        self.add_row(row, turn);
    }
}

/// Returns the row that shows a compaction to the user.
fn row_of(compaction: &Compaction) -> Notice {
    notice!(
        "told-compacted",
        model = compaction.model,
        counted = count(compaction.messages, "message"),
        before = compaction.before,
        after = compaction.after,
        saved = compaction.saved(),
        rest = format!("\n\n{}", quoted(&compaction.summary)),
    )
}

fn quoted(text: &str) -> String {
    let lines: Vec<String> = text
        .lines()
        .map(|line| format!("> {line}").trim_end().to_owned())
        .collect();
    lines.join("\n")
}
