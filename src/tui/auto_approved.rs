//! Calls that passthrough allowed without a question, for the strip over the editor.
//!
//! A projection of a session's events. A call counts as unasked if it began and no question about
//! it was asked.

use std::collections::HashMap;

use jiff::Timestamp;

use super::bar::AutoApproved;
use l10n::say;
use protocol::approval::{Mode, PolicyState, Question, QuestionBody};
use protocol::event::{Event, EventKind};
use protocol::ids::CallId;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AutoApprovedCalls {
    /// Content of the strip; `None` while passthrough is off.
    passed: Option<AutoApproved>,
    /// The tools of calls that have neither begun nor been asked about yet.
    pending_calls: HashMap<CallId, String>,
}

impl AutoApprovedCalls {
    /// Creates the projection from a session's current policy; the start time of
    /// passthrough is unknown.
    pub fn of(policy: &PolicyState) -> Self {
        let mut unasked = Self::default();
        unasked.switch(policy, None);
        unasked
    }

    /// Returns the strip's content; `None` while passthrough is off.
    pub fn passed(&self) -> Option<&AutoApproved> {
        self.passed.as_ref()
    }

    /// Applies an event.
    pub fn apply(&mut self, event: &Event) {
        match &event.fact {
            EventKind::SessionCreated { policy, .. } | EventKind::PolicyChanged { policy } => {
                self.switch(policy, Some(event.at));
            }
            EventKind::CallRequested { call, .. } => {
                self.pending_calls.insert(call.id, call.tool.clone());
            }
            EventKind::QuestionOpened { question } => self.asked(question),
            EventKind::CallStarted { call, .. } => self.began(*call),
            EventKind::CallCompleted { result, .. } => {
                self.pending_calls.remove(&result.call);
            }
            EventKind::RunCompleted { .. }
            | EventKind::RunCancelled { .. }
            | EventKind::RunFailed { .. }
            | EventKind::RunInterrupted { .. } => self.pending_calls.clear(),
            _ => {}
        }
    }

    fn switch(&mut self, policy: &PolicyState, at: Option<Timestamp>) {
        if policy.mode != Mode::Passthrough {
            self.passed = None;
        } else if self.passed.is_none() {
            self.passed = Some(AutoApproved {
                since: at,
                ..AutoApproved::default()
            });
        }
    }

    fn asked(&mut self, question: &Question) {
        let is_new = question
            .call
            .is_some_and(|call| self.pending_calls.remove(&call).is_some());
        if let Some(passed) = self.passed.as_mut().filter(|_| is_new) {
            passed.held.push(words(question));
        }
    }

    fn began(&mut self, call: CallId) {
        let Some(tool) = self.pending_calls.remove(&call) else {
            return;
        };
        let Some(passed) = &mut self.passed else {
            return;
        };
        match tool.as_str() {
            "write_file" | "edit_file" | "replace_text" | "delete_file" => passed.writes += 1,
            "shell_exec" => passed.commands += 1,
            // Read-only calls are allowed in every mode.
            _ => {}
        }
    }
}

/// Describes a question's subject in a few words: `git push`, `src/a.rs`.
pub(super) fn words(question: &Question) -> String {
    match &question.body {
        QuestionBody::Command { command, .. } => {
            let words: Vec<&str> = command.split_whitespace().take(2).collect();
            words.join(" ")
        }
        QuestionBody::Write { path, .. } => path.clone(),
        QuestionBody::Delete { files } => match files.as_slice() {
            [file] => say!("summary-delete", path = file.path),
            files => say!("unasked-delete-files", count = files.len()),
        },
        QuestionBody::Confirm { .. } | QuestionBody::Input { .. } | QuestionBody::Select { .. } => {
            question.tool.clone()
        }
    }
}
