//! Commands and staged changes: a command sees the disk, so what is staged is written first, or not, as
//! the human says; and the result tells the model which.

use std::collections::BTreeSet;

use super::job::{ApplySelection, ReviewJob};
use super::state::HunkNote;
use crate::engine::calls::{CallStage, CallState};
use crate::engine::session::Session;
use crate::engine::{Attendance, StepBuilder};
use crate::policy::decide::{Verdict, allows_write, decide};
use crate::protocol::approval::{Mode, ProposedNote, QuestionBody, Risk};
use crate::protocol::call::{ErrorCode, ToolClass, ToolError};
use crate::protocol::event::EventKind;
use crate::protocol::ids::{CallId, ContentHash, HunkId};
use crate::protocol::plan::{CallPlan, Grant};

/// What the staged changes were for a command that ran.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::engine) enum ProposalsBeforeCommand {
    /// On the disk: written before it ran.
    Written,
    /// Not on the disk.
    Apart,
}

impl ProposalsBeforeCommand {
    /// In words, for the model.
    pub(in crate::engine) fn words(self) -> &'static str {
        match self {
            Self::Written => {
                "the staged changes were written before the command ran; they still wait for review"
            }
            Self::Apart => {
                "the command ran on the disk, which does not have the staged changes that you see in \
                 your reads"
            }
        }
    }
}

impl Session {
    /// What the disk has otherwise than the agent's reads, for the question about a command: what is staged, and what
    /// is decided and not written. `None` where the call is no command, or there is nothing of the kind.
    pub(in crate::engine) fn staged_beside(&self, plan: &CallPlan) -> Option<ProposedNote> {
        (plan.class == ToolClass::Command).then(|| self.noted(HunkNote::is_apart))?
    }

    /// What is staged, where a summary stands for how that came about.
    pub(in crate::engine) fn staged_and_summarised(&self) -> Option<ProposedNote> {
        (!self.compactions.is_empty()).then(|| self.noted(HunkNote::is_staged))?
    }

    fn noted(&self, of_them: fn(&HunkNote) -> bool) -> Option<ProposedNote> {
        let book = &self.review;
        let staged = book.hunks.iter().filter(|(_, note)| of_them(note));
        // What the human edited of a hunk is no hunk beside it.
        let hunks: BTreeSet<HunkId> = staged
            .clone()
            .map(|(hunk, _)| book.decided_with(*hunk))
            .collect();
        let entries: BTreeSet<_> = staged.map(|(_, note)| note.entry).collect();
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

    /// What is staged is another thing now: the questions about commands say so and are put again, also where nothing was
    /// staged before, and an answer to what they said before does not count.
    pub(in crate::engine) fn put_staged_again(&mut self, turn: &mut StepBuilder<'_, '_>) {
        if self.prompts.is_empty() || self.review.asked_at == self.review.version {
            return;
        }
        self.review.asked_at = self.review.version;
        let now = self.noted(HunkNote::is_apart);
        let what = |note: &Option<ProposedNote>| {
            note.as_ref().map(|note| (note.hunks, note.files.clone()))
        };
        let mut again = Vec::new();
        for open in &mut self.prompts {
            let prompt = &mut open.prompt;
            if let QuestionBody::Command {
                command, staged, ..
            } = &mut prompt.body
                && what(staged) != what(&now)
            {
                staged.clone_from(&now);
                let staged = staged.as_ref();
                let said = staged.map(|staged| (staged.hunks, staged.files.join("\n")));
                prompt.shown = ContentHash::of(format!("{command}\n{said:?}").as_bytes());
                prompt.changed = true;
                again.push(prompt.clone());
            }
        }
        for prompt in again {
            self.fact(turn, EventKind::PromptOpened { prompt });
        }
    }

    /// Runs a command that was allowed without a question; with staged changes the question is put
    /// all the same where someone is there to answer it.
    pub(in crate::engine) fn run_beside_staged(
        &mut self,
        plan: CallPlan,
        staged: &ProposedNote,
        by: String,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let only_looks = plan.risk.risk == Risk::Low;
        if only_looks || self.policy.mode == Mode::Passthrough {
            self.run_apart(plan, Grant::AsPlanned, by, turn);
        } else if turn.config.attendance == Attendance::Attended {
            self.ask_about_call(plan, None, Vec::new(), None, turn);
        } else if staged
            .files
            .iter()
            .all(|path| allows_write(&self.policy, path))
        {
            self.write_then_run(plan, Grant::AsPlanned, by, turn);
        } else {
            self.run_apart(plan, Grant::AsPlanned, by, turn);
        }
    }

    /// Runs a command on the disk as it is.
    pub(in crate::engine) fn run_apart(
        &mut self,
        plan: CallPlan,
        grant: Grant,
        by: String,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        self.note_staged(&plan, ProposalsBeforeCommand::Apart);
        self.run_call(plan, grant, by, turn);
    }

    /// Writes what is staged, then runs the command.
    pub(in crate::engine) fn write_then_run(
        &mut self,
        plan: CallPlan,
        grant: Grant,
        by: String,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let call = plan.call;
        let job = ReviewJob::Save {
            files: Vec::new(),
            shown: None,
            what: ApplySelection::Staged { call },
        };
        let stage = CallStage::Saving(Box::new(plan), grant, by);
        self.set_stage(call, stage);
        if !self.begin_job(job, turn) {
            let why = "the review was at work; ask for the command again".to_owned();
            self.staged_not_written(call, why, turn);
        }
    }

    /// The staged changes are on the disk.
    pub(super) fn staged_written(&mut self, call: CallId, turn: &mut StepBuilder<'_, '_>) {
        let mut calls = self.run.iter_mut().flat_map(|run| run.calls.iter_mut());
        let Some(state) = calls.find(|state| state.call.id == call) else {
            return;
        };
        if !matches!(state.stage, CallStage::Saving(..)) {
            return;
        }
        let stage = std::mem::replace(&mut state.stage, CallStage::Preparing);
        if let CallStage::Saving(plan, grant, by) = stage {
            self.note_staged(&plan, ProposalsBeforeCommand::Written);
            self.run_call(*plan, grant, by, turn);
        }
    }

    /// They are not: the command does not run. It is asked about again, so that a yes can come to something, as soon as
    /// what is in its way is settled or what is staged is left out; where nobody is there to ask it is refused.
    pub(super) fn staged_not_written(
        &mut self,
        call: CallId,
        why: String,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let is_attended = turn.config.attendance == Attendance::Attended;
        let mut calls = self.run.iter_mut().flat_map(|run| run.calls.iter_mut());
        let saving = |state: &&mut CallState| {
            state.call.id == call && matches!(state.stage, CallStage::Saving(..))
        };
        if let Some(state) = calls.find(saving)
            && is_attended
            && let CallStage::Saving(plan, ..) =
                std::mem::replace(&mut state.stage, CallStage::Preparing)
        {
            state.unwritten = Some(why);
            let scopes = match decide(&self.policy, &plan, self.taint) {
                Verdict::Ask { scopes, .. } => scopes,
                _ => Vec::new(),
            };
            return self.ask_about_call(*plan, None, scopes, None, turn);
        }
        let message = format!(
            "the staged changes could not be written for this command, so it was not run: {why}"
        );
        self.refuse_call(call, ToolError::new(ErrorCode::Conflict, message), turn);
    }

    fn note_staged(&mut self, plan: &CallPlan, were: ProposalsBeforeCommand) {
        let mut calls = self.run.iter_mut().flat_map(|run| run.calls.iter_mut());
        if let Some(state) = calls.find(|state| state.call.id == plan.call) {
            state.staged = Some(were);
        }
    }

    /// Whether a question is about a command beside staged changes.
    pub(in crate::engine) fn asks_about_staged(body: &QuestionBody) -> bool {
        matches!(
            body,
            QuestionBody::Command {
                staged: Some(_),
                ..
            }
        )
    }
}
