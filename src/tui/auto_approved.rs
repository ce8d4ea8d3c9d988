//! What passthrough let through without a question, for the strip over the editor.
//!
//! A projection of events, kept by the facts of a session. A call counts as unasked where it was
//! begun and no question about it was put.

use std::collections::HashMap;

use jiff::Timestamp;

use super::bar::AutoApproved;
use crate::l10n::say;
use crate::protocol::approval::{Mode, PolicyState, Question, QuestionBody};
use crate::protocol::event::{Event, EventKind};
use crate::protocol::ids::CallId;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AutoApprovedCalls {
    /// What the strip says; `None` while passthrough is off.
    passed: Option<AutoApproved>,
    /// The tools of calls that were neither begun nor asked about yet.
    coming: HashMap<CallId, String>,
}

impl AutoApprovedCalls {
    /// Of a session that is as it is now; since when nobody knows.
    pub fn of(policy: &PolicyState) -> Self {
        let mut unasked = Self::default();
        unasked.switch(policy, None);
        unasked
    }

    /// What the strip says; `None` while passthrough is off.
    pub fn passed(&self) -> Option<&AutoApproved> {
        self.passed.as_ref()
    }

    /// Takes an event in.
    pub fn apply(&mut self, event: &Event) {
        match &event.fact {
            EventKind::SessionCreated { policy, .. } | EventKind::PolicyChanged { policy } => {
                self.switch(policy, Some(event.at));
            }
            EventKind::CallRequested { call, .. } => {
                self.coming.insert(call.id, call.tool.clone());
            }
            EventKind::PromptOpened { prompt } => self.asked(prompt),
            EventKind::CallStarted { call, .. } => self.began(*call),
            EventKind::CallCompleted { result, .. } => {
                self.coming.remove(&result.call);
            }
            EventKind::RunCompleted { .. }
            | EventKind::RunCancelled { .. }
            | EventKind::RunFailed { .. }
            | EventKind::RunInterrupted { .. } => self.coming.clear(),
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

    fn asked(&mut self, prompt: &Question) {
        let is_new = prompt
            .call
            .is_some_and(|call| self.coming.remove(&call).is_some());
        if let Some(passed) = self.passed.as_mut().filter(|_| is_new) {
            passed.held.push(words(prompt));
        }
    }

    fn began(&mut self, call: CallId) {
        let Some(tool) = self.coming.remove(&call) else {
            return;
        };
        let Some(passed) = &mut self.passed else {
            return;
        };
        match tool.as_str() {
            "write_file" | "edit_file" | "replace_text" | "delete_file" => passed.writes += 1,
            "shell_exec" => passed.commands += 1,
            // What only looks is let through in every mode.
            _ => {}
        }
    }
}

/// What a question is about, in a few words: `git push`, `src/a.rs`.
pub(super) fn words(prompt: &Question) -> String {
    match &prompt.body {
        QuestionBody::Command { command, .. } => {
            let words: Vec<&str> = command.split_whitespace().take(2).collect();
            words.join(" ")
        }
        QuestionBody::Write { path, .. } => path.clone(),
        QuestionBody::Delete { files } => match files.as_slice() {
            [file] => say!("unasked-delete", path = file.path),
            files => say!("unasked-delete-files", count = files.len()),
        },
        QuestionBody::Confirm { .. } | QuestionBody::Input { .. } | QuestionBody::Select { .. } => {
            prompt.tool.clone()
        }
    }
}
