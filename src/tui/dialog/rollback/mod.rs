//! The rollback dialog: shows what would be rolled back, how, and with what result,
//! before anything changes.
//!
//! Owns the rollback request and its preview. The first step chooses, the second decides: with `y`,
//! or with the typed word if everything is discarded. No destructive option is preselected. Sends
//! queries and commands through [`Effect`]; lies over the panes.

mod act;
mod draw;
mod open;
#[cfg(test)]
pub(crate) mod tests;

use crate::dialog::diff_dialog::DiffDialog;
use crate::effect::Effect;
use crate::widget::footer::Footer;
use client::line_editor::LineEditor;
use l10n::say;
use protocol::command::Command;
use protocol::ids::{FileId, HunkId, SessionId};
use protocol::query::Query;
use protocol::review::rollback::{
    RollbackConflict, RollbackMode, RollbackPreview, RollbackRequest, RollbackScope,
};
use protocol::review::{ConflictChoice, ReviewCommand, ReviewQuery, ReviewReply};

/// An element that can have the focus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FocusStop {
    /// The scope at this index.
    Scope(usize),
    /// The mode: hunk by hunk, or everything.
    How(RollbackMode),
    File(FileId),
    /// A conflict, identified by a file and the hunk that would be removed.
    Conflict(FileId, HunkId),
    /// A hunk that may be the user's.
    Unclear(HunkId),
}

/// Present step of the dialog.
#[derive(Debug, Clone)]
enum RollbackStep {
    Choose,
    /// The user decides; the field takes the confirmation word, where one is required.
    Decide(Box<LineEditor>),
}

/// Whether the session runs; a running session refuses a rollback.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Running {
    Yes,
    /// The session does not run.
    No,
}

impl Running {
    pub fn of(is_running: bool) -> Self {
        if is_running {
            Running::Yes
        } else {
            Running::No
        }
    }
}

#[derive(Debug)]
pub struct Rollback {
    session: SessionId,
    scopes: Vec<RollbackScope>,
    scope: usize,
    how: RollbackMode,
    without: Vec<FileId>,
    settle: Vec<(HunkId, ConflictChoice)>,
    unclear: Vec<HunkId>,
    preview: Option<RollbackPreview>,
    /// The request that the preview answers.
    previewed: Option<RollbackRequest>,
    /// The request that was sent and is not answered yet.
    asked: Option<RollbackRequest>,
    at: usize,
    step: RollbackStep,
    running: Running,
    held: bool,
    problem: Option<String>,
    /// Reason why there is no preview of the request.
    refused: Option<String>,
    /// Number of the checkpoint for which the dialog was opened.
    number: Option<u64>,
    /// The diff of the rollback, while the user looks at it.
    compared: Option<DiffDialog>,
    /// The run to roll back.
    of_run: OfRun,
    footer: Footer,
}

/// The run to roll back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OfRun {
    /// The user's current run.
    This,
    /// An earlier run, because the runs after it changed nothing.
    Earlier,
}

impl Rollback {
    /// Creates a dialog that offers these scopes, the first one chosen, and the scopes
    /// that always apply.
    pub fn new(
        session: SessionId,
        mut scopes: Vec<RollbackScope>,
        agent: String,
        running: Running,
    ) -> Self {
        for scope in [RollbackScope::Agent { agent }, RollbackScope::Session] {
            if !scopes.contains(&scope) {
                scopes.push(scope);
            }
        }
        Self {
            session,
            scopes,
            scope: 0,
            how: RollbackMode::Scoped,
            without: Vec::new(),
            settle: Vec::new(),
            unclear: Vec::new(),
            preview: None,
            previewed: None,
            asked: None,
            at: 0,
            step: RollbackStep::Choose,
            running,
            held: false,
            problem: None,
            refused: None,
            number: None,
            compared: None,
            of_run: OfRun::This,
            footer: Footer::default(),
        }
    }

    /// Returns the dialog for the checkpoint with this number.
    #[must_use]
    pub fn with_checkpoint_number(self, number: Option<u64>) -> Self {
        Self { number, ..self }
    }

    /// Returns the request for the present choices.
    fn request(&self) -> Option<RollbackRequest> {
        Some(RollbackRequest {
            how: self.how,
            scope: self.scopes.get(self.scope)?.clone(),
            without: self.without.clone(),
            settle: self.settle.clone(),
            unclear: self.unclear.clone(),
            word: String::new(),
        })
    }

    /// Returns the query for a preview, if the shown one belongs to another request.
    fn take_query(&mut self) -> Option<Effect> {
        if let Some(question) = self.compared.as_mut().and_then(DiffDialog::take_query) {
            return Some(Effect::Ask(Query::Review {
                session: self.session,
                question,
            }));
        }
        let request = self.request()?;
        if self.asked.as_ref() == Some(&request) || self.previewed.as_ref() == Some(&request) {
            return None;
        }
        self.asked = Some(request.clone());
        Some(Effect::Ask(Query::Review {
            session: self.session,
            question: ReviewQuery::Rollback { request },
        }))
    }

    /// Takes the answer to one of its queries, or the reason why there is none; ignores others.
    fn answer(&mut self, question: &ReviewQuery, answer: Result<&ReviewReply, String>) {
        let ReviewQuery::Rollback { request } = question else {
            let problem = DiffDialog::take_answer(&mut self.compared, question, answer);
            self.problem = problem.or(self.problem.take());
            return;
        };
        match answer {
            Ok(ReviewReply::Rollback { preview }) if self.request().as_ref() == Some(request) => {
                self.held = false;
                self.asked = None;
                self.previewed = Some(request.clone());
                self.preview = Some((**preview).clone());
                self.refused = None;
            }
            Err(reason) if self.asked.as_ref() == Some(request) => {
                self.previewed = self.asked.take();
                self.preview = None;
                self.refused = Some(reason);
            }
            _ => return,
        }
        self.problem = None;
        self.at = self.at.min(self.stops().len().saturating_sub(1));
    }

    /// Marks the preview as out of date after a change, because the rollback may now
    /// affect other content.
    fn mark_outdated(&mut self) {
        self.previewed = None;
        self.refused = None;
        self.held = false;
        if let Some(compared) = &mut self.compared {
            compared.mark_outdated();
        }
        if matches!(self.step, RollbackStep::Decide(_)) {
            self.step = RollbackStep::Choose;
            self.problem = Some(say!("rollback-changed-meanwhile").to_owned());
        }
    }

    /// Sets whether the session runs.
    fn set_running(&mut self, running: Running) {
        self.running = running;
        let is_over = running == Running::No;
        self.problem.take_if(|why| is_over && why == act::runs());
    }

    /// Whether a conflict has the focus.
    fn is_on_conflict(&self) -> bool {
        matches!(self.stops().get(self.at), Some(FocusStop::Conflict(..)))
    }

    /// Whether there are files but none is chosen.
    fn has_nothing_chosen(&self) -> bool {
        let has_files = self
            .current()
            .is_some_and(|preview| !preview.files.is_empty());
        has_files && self.taken() == 0
    }

    /// Returns the preview if it belongs to the present request.
    fn current(&self) -> Option<&RollbackPreview> {
        let is_current = self.previewed.is_some() && self.previewed == self.request();
        self.preview.as_ref().filter(|_| is_current)
    }

    /// Returns the number of files chosen for the rollback.
    fn taken(&self) -> usize {
        let files = self.preview.iter().flat_map(|preview| &preview.files);
        files
            .filter(|file| !self.without.contains(&file.file))
            .count()
    }

    /// Whether the second step may have anything to decide: the preview is still pending, or
    /// something is chosen. Never true while the session runs.
    fn has_next_step(&self) -> bool {
        match (self.refused(), self.current()) {
            _ if self.running == Running::Yes => false,
            (Some(_), _) => false,
            (None, Some(_)) => self.taken() > 0,
            (None, None) => true,
        }
    }

    /// Whether there may be a diff to look at.
    fn has_difference(&self) -> bool {
        let has_files = |preview: &RollbackPreview| !preview.files.is_empty();
        self.refused().is_none() && self.current().is_none_or(has_files)
    }

    /// Returns the reason why the present request has no preview.
    fn refused(&self) -> Option<&str> {
        let is_current = self.previewed.is_some() && self.previewed == self.request();
        self.refused.as_deref().filter(|_| is_current)
    }

    /// Returns the message for a user who continues without a preview.
    fn without_preview(&self) -> String {
        let why = self.refused();
        why.unwrap_or(say!("rollback-still-looking")).to_owned()
    }

    /// Returns the present choice for a conflict.
    fn choice_of<'a>(&'a self, conflict: &'a RollbackConflict) -> Option<&'a ConflictChoice> {
        let settled = self
            .settle
            .iter()
            .find(|(hunk, _)| *hunk == conflict.hunk)
            .map(|(_, choice)| choice);
        settled.or(conflict.choice.as_ref())
    }

    /// Returns the number of unsettled conflicts in files that are not left out.
    fn unsettled(&self) -> usize {
        let files = self.preview.iter().flat_map(|preview| &preview.files);
        files
            .filter(|file| !self.without.contains(&file.file))
            .flat_map(|file| &file.conflicts)
            .filter(|conflict| self.choice_of(conflict).is_none())
            .count()
    }

    /// Returns the focus stops, top to bottom.
    fn stops(&self) -> Vec<FocusStop> {
        let mut stops: Vec<FocusStop> = (0..self.scopes.len()).map(FocusStop::Scope).collect();
        stops.push(FocusStop::How(RollbackMode::Scoped));
        stops.push(FocusStop::How(RollbackMode::Hard));
        for file in self.preview.iter().flat_map(|preview| &preview.files) {
            stops.push(FocusStop::File(file.file));
            if self.how == RollbackMode::Hard {
                continue;
            }
            let conflicts = file.conflicts.iter();
            stops.extend(conflicts.map(|conflict| FocusStop::Conflict(file.file, conflict.hunk)));
            stops.extend(file.unclear.iter().map(|hunk| FocusStop::Unclear(*hunk)));
        }
        stops
    }

    fn order(&self, order: ReviewCommand) -> Effect {
        Effect::Send(Command::Review {
            session: self.session,
            order,
        })
    }
}
