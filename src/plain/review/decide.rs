//! Decisions in the review: accept, reject, apply, undo; asks first about hunks that depend on
//! the chosen ones.

use crate::menu::{Menu, MenuAction};
use crate::pending::{PendingRequest, UndoTarget, summary_lines};
use crate::state::Plain;
use crate::text;
use client::review::{apply_question, concerned, is_users};
use l10n::{counted, say};
use notice::Notice;
use protocol::change::HunkState;
use protocol::command::Command;
use protocol::ids::HunkId;
use protocol::review::view::HunkRow;
use protocol::review::{ApplyScope, ApplySummary, ReviewBase, ReviewCommand, ReviewQuery};

impl Plain {
    pub(super) fn decide_targets(&mut self, typed: &str, state: HunkState) {
        let targets = match self.targets(typed) {
            Ok(targets) => targets,
            Err(why) => return self.say(why),
        };
        let is_one = matches!(targets.as_slice(), [(_, Some(_))]);
        let chosen = self.hunks_of(&targets);
        if is_one && chosen.iter().any(|hunk| is_users(hunk)) {
            return self.say(say!("plain-change-is-yours"));
        }
        let differs = |hunk: &&&HunkRow| !is_users(hunk) && hunk.state != state;
        let chosen: Vec<&HunkRow> = chosen.iter().filter(differs).copied().collect();
        // An oversized hunk is accepted only by its own number, never as one of several.
        let named = |hunk: &HunkRow| is_one || !hunk.oversized || state != HunkState::Accepted;
        let ids: Vec<HunkId> = chosen
            .iter()
            .filter(|hunk| named(hunk))
            .map(|hunk| hunk.id)
            .collect();
        let too_large: Vec<String> = chosen
            .iter()
            .filter(|hunk| !named(hunk))
            .filter_map(|hunk| self.number_of(hunk.id))
            .collect();
        let named = chosen.iter().filter(|hunk| ids.contains(&hunk.id)).copied();
        let state_of = |id| self.row(id).map(|row| row.state);
        let others = concerned(named, state, state_of);
        if !too_large.is_empty() {
            self.say(say!("plain-too-large", numbers = too_large.join(", ")));
        }
        if ids.is_empty() {
            return self.say(say!("plain-nothing-to-decide"));
        }
        if others.is_empty() {
            return self.decide_hunks(ids, state);
        }
        self.ask_with_others(ids, &others, state);
    }

    /// Asks about a decision that concerns other hunks too.
    fn ask_with_others(&mut self, ids: Vec<HunkId>, others: &[HunkId], state: HunkState) {
        let Some(session) = self.current else { return };
        let numbers: Vec<String> = others
            .iter()
            .map(|id| {
                self.number_of(*id)
                    .unwrap_or_else(|| say!("plain-one-not-listed").to_owned())
            })
            .collect();
        let numbers = numbers.join(", ");
        let decide = |hunks: Vec<HunkId>| {
            let order = ReviewCommand::Decide { hunks, state };
            MenuAction::Send(vec![Command::Review { session, order }])
        };
        let all: Vec<HunkId> = ids.iter().chain(others).copied().collect();
        let count = others.len();
        let others = counted(count, "hunk");
        let own = match state {
            HunkState::Accepted => Menu::new(say!("plain-builds-on", others, numbers)).or(
                "both",
                say!("plain-builds-on-both"),
                decide(all),
            ),
            _ => Menu::new(say!("plain-stand-on-it", count, others, numbers))
                .or("with", say!("plain-stand-on-it-with"), decide(all))
                .or("only", say!("plain-stand-on-it-only"), decide(ids)),
        };
        let left = MenuAction::Nothing(say!("plain-left-as-it-is"));
        self.ask_menu(own.or("no", say!("review-leave-it"), left));
    }

    pub(super) fn decide_hunks(&mut self, hunks: Vec<HunkId>, state: HunkState) {
        if let Some(reviewing) = self.reviewing_mut() {
            for row in reviewing
                .files
                .iter_mut()
                .flat_map(|of| of.hunks.iter_mut())
            {
                if hunks.contains(&row.id) {
                    row.state = state;
                }
            }
        }
        self.send_review_command(ReviewCommand::Decide { hunks, state });
    }

    pub(super) fn ask_to_apply(&mut self, of: ApplyScope, summary: &ApplySummary) {
        let Some(session) = self.current else { return };
        let lines = summary_lines(summary);
        let (Some(shown), Some(question)) = (summary.shown, apply_question(summary)) else {
            self.say(say!("plain-nothing-to-apply"));
            return self.say_all(lines);
        };
        let order = ReviewCommand::Apply {
            files: Vec::new(),
            shown,
            of,
        };
        let own = Menu::new(question)
            .with(lines)
            .or(
                "yes",
                say!("plain-apply-yes"),
                MenuAction::Send(vec![Command::Review { session, order }]),
            )
            .or(
                "no",
                say!("plain-apply-no"),
                MenuAction::Nothing(say!("plain-nothing-written")),
            );
        self.ask_menu(own);
    }

    /// Handles the last review operation: the label of a rollback, or `None` for another operation.
    pub(crate) fn undo_known_operation(&mut self, undoes: UndoTarget, rollback: Option<Notice>) {
        match (rollback, undoes) {
            (Some(label), _) => self.ask_to_undo(label),
            (None, UndoTarget::AnyOperation) => self.send_review_command(ReviewCommand::Undo),
            (None, UndoTarget::RollbackOnly) => self.say(say!("plain-undo-no-rollback")),
        }
    }

    pub(crate) fn ask_to_undo(&mut self, label: Notice) {
        let Some(session) = self.current else { return };
        let order = ReviewCommand::Undo;
        let own = Menu::new(say!("plain-undo-sure", label = text::told(&label)))
            .or(
                "yes",
                say!("review-undo-way"),
                MenuAction::Send(vec![Command::Review { session, order }]),
            )
            .or(
                "no",
                say!("plain-undo-no"),
                MenuAction::Nothing(say!("plain-left-as-it-is")),
            )
            .or("diff", say!("plain-undo-show"), MenuAction::UndoDiff(label));
        self.ask_menu(own);
    }

    /// Undoes the last review operation, or only a rollback; asks before undoing a rollback,
    /// because that writes files.
    pub(crate) fn undo_last(&mut self, undoes: UndoTarget) {
        let since = ReviewBase::Session;
        let why = PendingRequest::LastOperation(undoes);
        self.ask_review(ReviewQuery::Files { since }, why);
    }
}
