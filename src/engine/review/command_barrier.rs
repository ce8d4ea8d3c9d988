//! Commands and proposed changes. A command sees the disk, so the proposed changes are written
//! first or left out, as the user decides; the result reports to the model which.

use std::collections::BTreeSet;

use super::job::{ApplySelection, ReviewJob};
use super::state::HunkNote;
use crate::calls::{CallStage, CallState};
use crate::session::Session;
use crate::{Attendance, StepBuilder};
use notice::{Notice, notice};
use policy::decide::{Verdict, allows_write, decide};
use protocol::approval::{Mode, ProposedNote, QuestionBody, Risk};
use protocol::call::{ErrorCode, ToolClass, ToolError};
use protocol::event::EventKind;
use protocol::ids::{CallId, ContentHash, HunkId};
use protocol::plan::{CallPlan, Grant};
use protocol::sandbox::World;

/// The treatment of the proposed changes when a command ran.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ProposalsBeforeCommand {
    /// On the disk, written before the command ran.
    Written,
    /// Not on the disk.
    Apart,
}

impl ProposalsBeforeCommand {
    /// Describes it for the model.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Written => {
                "agentichat applied the proposed changes before the command ran; they still wait for review"
            }
            Self::Apart => {
                "the command ran on the disk, which does not have the proposed changes that your reads \
                 show"
            }
        }
    }
}

impl Session {
    /// Returns how the disk differs from the agent's view, for the question about a command:
    /// the proposed changes, and decisions that are not written. `None` if the call is no
    /// command or nothing differs.
    pub(crate) fn proposed_beside(&self, plan: &CallPlan) -> Option<ProposedNote> {
        let sees_them = plan
            .sandbox()
            .is_some_and(|sandbox| sandbox.world == World::Proposed);
        (plan.class == ToolClass::Command && !sees_them).then(|| self.noted(HunkNote::is_apart))?
    }

    /// Returns the proposed changes if a summary replaced the messages that explain them.
    pub(crate) fn proposed_and_summarised(&self) -> Option<ProposedNote> {
        (!self.thread.compactions.is_empty()).then(|| self.noted(HunkNote::is_proposed))?
    }

    fn noted(&self, of_them: fn(&HunkNote) -> bool) -> Option<ProposedNote> {
        let book = &self.review;
        let proposed = book.hunks.iter().filter(|(_, note)| of_them(note));
        // The user's edit of a hunk does not count as a hunk of its own.
        let hunks: BTreeSet<HunkId> = proposed
            .clone()
            .map(|(hunk, _)| book.decided_with(*hunk))
            .collect();
        let entries: BTreeSet<_> = proposed.map(|(_, note)| note.entry).collect();
        let files: BTreeSet<&str> = entries
            .iter()
            .filter_map(|entry| book.entries.get(entry))
            .filter_map(|(file, _)| book.files.get(file))
            .map(|file| file.path.as_str())
            .collect();
        let hunks = u32::try_from(hunks.len()).unwrap_or(u32::MAX);
        (hunks > 0).then(|| ProposedNote {
            hunks,
            files: files.into_iter().map(str::to_owned).collect(),
            unwritten: None,
        })
    }

    /// Asks the questions about commands again after the proposed changes have changed, even if
    /// nothing was proposed before. An answer to the earlier version of a question does not count.
    pub(crate) fn ask_about_proposed_again(&mut self, turn: &mut StepBuilder<'_, '_>) {
        if self.questions.is_empty() || self.review.asked_at == self.review.version {
            return;
        }
        self.review.asked_at = self.review.version;
        let now = self.noted(HunkNote::is_apart);
        let differ = |one: &Option<ProposedNote>, other: &Option<ProposedNote>| {
            let what = |note: &ProposedNote| (note.hunks, note.files.clone());
            one.as_ref().map(what) != other.as_ref().map(what)
        };
        let mut again = Vec::new();
        for open in &mut self.questions {
            let prompt = &mut open.question;
            if let QuestionBody::Command {
                command,
                proposed,
                sandbox,
                ..
            } = &mut prompt.body
                && sandbox.world != World::Proposed
                && differ(proposed, &now)
            {
                proposed.clone_from(&now);
                let proposed = proposed.as_ref();
                let said = proposed.map(|proposed| (proposed.hunks, proposed.files.join("\n")));
                prompt.shown = ContentHash::of(format!("{command}\n{said:?}").as_bytes());
                prompt.changed = open.first.changed || differ(&open.first.proposed, &now);
                again.push(prompt.clone());
            }
        }
        for prompt in again {
            self.fact(turn, EventKind::QuestionOpened { question: prompt });
        }
    }

    /// Runs a command that was allowed without a question. If there are proposed changes and a user
    /// is there, the question is asked all the same.
    pub(crate) fn run_beside_proposed(
        &mut self,
        plan: CallPlan,
        proposed: &ProposedNote,
        by: Notice,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let only_looks = plan.risk.risk == Risk::Low;
        if only_looks || self.policy.mode == Mode::Passthrough {
            self.run_apart(plan, Grant::AsPlanned, by, turn);
        } else if turn.config.attendance == Attendance::Attended {
            self.ask_about_call(plan, None, Vec::new(), None, turn);
        } else if proposed
            .files
            .iter()
            .all(|path| allows_write(&self.policy, path))
        {
            self.write_then_run(plan, Grant::AsPlanned, by, turn);
        } else {
            self.run_apart(plan, Grant::AsPlanned, by, turn);
        }
    }

    /// Runs a command without writing the proposed changes.
    pub(crate) fn run_apart(
        &mut self,
        plan: CallPlan,
        grant: Grant,
        by: Notice,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        self.note_proposed(&plan, ProposalsBeforeCommand::Apart);
        self.run_call(plan, grant, by, turn);
    }

    /// Writes the proposed changes, then runs the command.
    pub(crate) fn write_then_run(
        &mut self,
        plan: CallPlan,
        grant: Grant,
        by: Notice,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let call = plan.call;
        let job = ReviewJob::Apply {
            files: Vec::new(),
            shown: None,
            what: ApplySelection::Proposed { call },
        };
        let stage = CallStage::Applying(Box::new(plan), grant, by);
        self.set_stage(call, stage);
        if !self.begin_job(job, turn) {
            self.proposed_not_applied(call, notice!("told-review-was-at-work"), turn);
        }
    }

    /// Runs the command now that the proposed changes are on the disk.
    pub(super) fn proposed_applied(&mut self, call: CallId, turn: &mut StepBuilder<'_, '_>) {
        self.in_thread_of_call(call, |session| session.run_after_writing(call, turn));
    }

    fn run_after_writing(&mut self, call: CallId, turn: &mut StepBuilder<'_, '_>) {
        let Some(state) = self.call_state_mut(call) else {
            return;
        };
        if !matches!(state.stage, CallStage::Applying(..)) {
            return;
        }
        let stage = std::mem::replace(&mut state.stage, CallStage::Preparing);
        if let CallStage::Applying(plan, grant, by) = stage {
            self.note_proposed(&plan, ProposalsBeforeCommand::Written);
            self.run_call(*plan, grant, by, turn);
        }
    }

    /// Handles proposed changes that could not be written: the command does not run. The user is
    /// asked again, so that a yes takes effect once the obstacle is removed or the proposed changes
    /// are left out. Without a user, the command is refused.
    pub(super) fn proposed_not_applied(
        &mut self,
        call: CallId,
        why: Notice,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        self.in_thread_of_call(call, |session| session.ask_after_fault(call, why, turn));
    }

    fn ask_after_fault(&mut self, call: CallId, why: Notice, turn: &mut StepBuilder<'_, '_>) {
        let is_attended = turn.config.attendance == Attendance::Attended;
        let mut calls = self
            .thread
            .run
            .iter_mut()
            .flat_map(|run| run.calls.iter_mut());
        let applying = |state: &&mut CallState| {
            state.call.id == call && matches!(state.stage, CallStage::Applying(..))
        };
        if let Some(state) = calls.find(applying)
            && is_attended
            && let CallStage::Applying(plan, ..) =
                std::mem::replace(&mut state.stage, CallStage::Preparing)
        {
            state.unwritten = Some(why);
            let scopes = match decide(&self.policy, &plan, self.thread.taint) {
                Verdict::Ask { scopes, .. } => scopes,
                _ => Vec::new(),
            };
            return self.ask_about_call(*plan, None, scopes, None, turn);
        }
        let message = notice!("told-staged-not-written", why);
        self.refuse_call(call, ToolError::new(ErrorCode::Conflict, message), turn);
    }

    fn note_proposed(&mut self, plan: &CallPlan, were: ProposalsBeforeCommand) {
        if let Some(state) = self.call_state_mut(plan.call) {
            state.proposed = Some(were);
        }
    }

    /// Whether a question is about a command with proposed changes.
    pub(crate) fn asks_about_proposed(body: &QuestionBody) -> bool {
        matches!(
            body,
            QuestionBody::Command {
                proposed: Some(_),
                ..
            }
        )
    }
}
