//! Key actions of the rollback dialog.

use crossterm::event::KeyEvent;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::{FocusStop, Rollback, RollbackStep, Running};
use crate::dialog::diff_dialog::{COMPARED_HINTS, DiffDialog, KeyOutcome, review_answer};
use crate::dialog::{Dialog, DialogContext};
use crate::effect::Effect;
use crate::hints::{HintRow, KeyHints, OwnKey};
use crate::input::InputUse;
use crate::keymap::{Action, Context};
use crate::pane::review::ReviewTarget;
use crate::theme::Theme;
use crate::widget::list_view::cycle;
use crate::widget::text_field::{FieldKey, field_key};
use l10n::{counted, say};
use protocol::event::{Event, EventKind, NoticeLevel};
use protocol::ids::{FileId, SessionId};
use protocol::query::{Query, Reply};
use protocol::review::rollback::{HARD_WORD, RollbackMode, RollbackRequest};
use protocol::review::{ConflictChoice, ReviewCommand, ReviewQuery};

/// Keys while the word is typed that confirms a rollback of everything.
const WORD_KEYS: &[OwnKey] = &[("Enter", "hint-roll-back"), ("Esc", "hint-back")];

/// Hints before a rollback, when one key starts it.
const DECIDE_HINTS: &[HintRow] = &[
    (Action::RollbackNow, "hint-roll-back-now"),
    (Action::RollbackPreview, "hint-difference"),
    (Action::RollbackLeave, "hint-back"),
];

/// Returns the reason why no rollback is possible while the session runs.
pub(super) fn runs() -> &'static str {
    say!("rollback-runs")
}

impl Dialog for Rollback {
    fn contexts(&self) -> &'static [Context] {
        match self.compared {
            Some(_) => &[Context::Diff, Context::Pane],
            None => &[Context::Rollback],
        }
    }

    fn key_hints(&self) -> KeyHints {
        match (&self.compared, &self.step) {
            (Some(_), _) => KeyHints::These(COMPARED_HINTS),
            (None, _) if self.takes_text() => KeyHints::Keys(WORD_KEYS),
            (None, RollbackStep::Decide(_)) => KeyHints::These(DECIDE_HINTS),
            (None, RollbackStep::Choose) => {
                let mut actions = vec![
                    Action::RollbackNext,
                    Action::RollbackToggle,
                    Action::RollbackLeave,
                ];
                actions.extend(self.has_difference().then_some(Action::RollbackPreview));
                actions.extend(self.has_next_step().then_some(Action::RollbackStep));
                actions.extend(self.is_on_conflict().then_some(Action::RollbackEdit));
                KeyHints::Only(actions, Vec::new())
            }
        }
    }

    /// The user types the word that confirms.
    fn takes_text(&self) -> bool {
        let decides =
            matches!(self.step, RollbackStep::Decide(_)) && self.how == RollbackMode::Hard;
        decides && self.compared.is_none()
    }

    fn act(&mut self, action: Action) -> Vec<Effect> {
        self.held = false;
        if let Some(compared) = &mut self.compared {
            if compared.act(action) == KeyOutcome::No {
                self.compared = None;
            }
            return Vec::new();
        }
        match action {
            Action::RollbackNext => self.walk(1),
            Action::RollbackPrevious => self.walk(-1),
            Action::RollbackToggle => self.toggle(),
            Action::RollbackPreview => return self.view(),
            Action::RollbackEdit => return self.edit(),
            Action::RollbackStep => self.next_step(),
            Action::RollbackNow => self.hold(),
            Action::RollbackLeave | Action::CancelOverlay => {
                if matches!(self.step, RollbackStep::Decide(_)) {
                    self.step = RollbackStep::Choose;
                    return Vec::new();
                }
                return vec![Effect::CloseDialog];
            }
            _ => {}
        }
        Vec::new()
    }

    fn key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        self.held = false;
        let takes_text = self.takes_text();
        let RollbackStep::Decide(word) = &mut self.step else {
            return Vec::new();
        };
        if !takes_text {
            return Vec::new();
        }
        match field_key(word, key) {
            FieldKey::Left => self.step = RollbackStep::Choose,
            FieldKey::Accepted if word.text() == HARD_WORD => return self.roll_back(),
            FieldKey::Accepted => {
                let text = say!("rollback-wrong-word", hard_word = HARD_WORD);
                self.problem = Some(text);
            }
            FieldKey::Edited => {}
        }
        Vec::new()
    }

    fn settled(&mut self) -> Option<Vec<Effect>> {
        std::mem::take(&mut self.held).then(|| self.roll_back())
    }

    fn drop_held_key(&mut self) {
        self.held = false;
    }

    /// Focuses the row; if the row had the focus already, chooses or toggles it as
    /// Space does. A click never triggers the rollback, and in the second step it does nothing.
    fn click(&mut self, whole: Rect, at: Position) -> Vec<Effect> {
        self.held = false;
        if self.compared.is_some() || matches!(self.step, RollbackStep::Decide(_)) {
            return Vec::new();
        }
        let Some(stop) = self.stop_at(whole, at) else {
            return Vec::new();
        };
        let place = self.stops().iter().position(|known| *known == stop);
        match place {
            Some(place) if place == self.at => self.toggle(),
            Some(place) => self.at = place,
            None => {}
        }
        Vec::new()
    }

    fn on_event(&mut self, event: &Event) -> Vec<Effect> {
        let changes_content = matches!(
            event.fact,
            EventKind::EditsProposed { .. }
                | EventKind::ReviewUpdated { .. }
                | EventKind::HunkSplit { .. }
                | EventKind::HunksJoined { .. }
                | EventKind::ApplyEnded { .. }
        );
        if changes_content && event.session == self.session {
            self.mark_outdated();
        }
        Vec::new()
    }

    fn on_reply(&mut self, query: &Query, reply: &Reply) -> InputUse {
        if let Some((question, answer)) = review_answer(self.session, query, reply) {
            self.answer(question, answer);
        }
        InputUse::No
    }

    /// Requests the preview for the present choices.
    fn sync(&mut self, cx: &DialogContext<'_>) -> Vec<Effect> {
        self.set_running(Running::of(cx.is_running(self.session)));
        self.take_query().into_iter().collect()
    }

    fn measure(&mut self, cx: &DialogContext<'_>) {
        self.footer = cx.footer(self);
        if let Some(compared) = &mut self.compared {
            compared.measure(cx.area());
        }
    }

    fn draw(&self, whole: Rect, buf: &mut Buffer, theme: &Theme) -> Option<Position> {
        match &self.compared {
            Some(compared) => {
                compared.draw(whole, buf, theme);
                None
            }
            None => self.draw_steps(whole, buf, theme),
        }
    }

    /// The user has edited conflicting lines, so the preview is requested again.
    fn review_closed(&mut self, session: Option<SessionId>) -> bool {
        self.mark_outdated();
        session == Some(self.session)
    }
}

impl Rollback {
    /// Handles `y` in the second step; it counts once it is known to have been alone.
    fn hold(&mut self) {
        if matches!(self.step, RollbackStep::Decide(_)) && self.how == RollbackMode::Scoped {
            self.held = true;
        } else {
            let why = self.refused().unwrap_or(say!("rollback-enter-first"));
            self.problem = Some(why.to_owned());
        }
    }

    fn roll_back(&mut self) -> Vec<Effect> {
        if self.running == Running::Yes {
            self.problem = Some(runs().to_owned());
            return Vec::new();
        }
        let word = match (&self.step, self.how) {
            (RollbackStep::Decide(word), RollbackMode::Hard) => word.text().to_owned(),
            (RollbackStep::Decide(_), RollbackMode::Scoped) => String::new(),
            (RollbackStep::Choose, _) => return Vec::new(),
        };
        let (Some(preview), Some(request)) = (self.current(), self.request()) else {
            self.problem = Some(say!("rollback-changed-meanwhile").to_owned());
            self.step = RollbackStep::Choose;
            return Vec::new();
        };
        let shown = preview.shown;
        let request = RollbackRequest { word, ..request };
        vec![
            self.order(ReviewCommand::RollBack { request, shown }),
            Effect::Say(NoticeLevel::Info, say!("rollback-rolling-back").to_owned()),
            Effect::CloseDialogs,
        ]
    }

    fn walk(&mut self, by: isize) {
        if matches!(self.step, RollbackStep::Choose) {
            self.at = cycle(self.at, by, self.stops().len());
        }
    }

    /// Space: chooses a scope, toggles a file or a hunk, or changes the choice for a conflict.
    fn toggle(&mut self) {
        self.problem = None;
        let stop = self.stops().get(self.at).copied();
        match stop {
            _ if matches!(self.step, RollbackStep::Decide(_)) => {}
            Some(FocusStop::Scope(place)) => {
                self.scope = place;
                self.without.clear();
                self.settle.clear();
                self.unclear.clear();
            }
            Some(FocusStop::How(how)) => self.how = how,
            Some(FocusStop::File(file)) => flip(&mut self.without, file),
            Some(FocusStop::Unclear(hunk)) => flip(&mut self.unclear, hunk),
            Some(FocusStop::Conflict(_, hunk)) => {
                let now = self.settle.iter().find(|(id, _)| *id == hunk);
                let next = match now.map(|(_, choice)| choice) {
                    None => ConflictChoice::Mine,
                    Some(ConflictChoice::Mine) => ConflictChoice::Base,
                    Some(ConflictChoice::Base) => ConflictChoice::Both,
                    Some(_) => ConflictChoice::Mine,
                };
                self.settle.retain(|(id, _)| *id != hunk);
                self.settle.push((hunk, next));
            }
            None => {}
        }
    }

    /// `e` on a conflict: opens the review, where its lines can be edited; the
    /// dialog returns afterwards.
    fn edit(&mut self) -> Vec<Effect> {
        let stop = self.stops().get(self.at).copied();
        let (RollbackStep::Choose, Some(FocusStop::Conflict(file, hunk))) = (&self.step, stop)
        else {
            self.problem = Some(say!("rollback-edits-conflicts").to_owned());
            return Vec::new();
        };
        self.problem = None;
        vec![
            Effect::EditForRollback(ReviewTarget::Hunk { file, hunk }),
            Effect::Say(NoticeLevel::Info, say!("rollback-edit-here").to_owned()),
        ]
    }

    /// `d`: shows the diff that the rollback would make, beginning with the current file.
    fn view(&mut self) -> Vec<Effect> {
        let stop = self.stops().get(self.at).copied();
        let Some(request) = self.current().and_then(|_| self.request()) else {
            self.problem = Some(self.without_preview());
            return Vec::new();
        };
        let question = ReviewQuery::RollbackDiff { request };
        let first = match stop {
            Some(FocusStop::File(file) | FocusStop::Conflict(file, _)) => self.path_of(file),
            _ => None,
        };
        let compared = DiffDialog::new(
            say!("rollback-title"),
            say!("rollback-sides"),
            question.clone(),
        );
        self.compared = Some(compared.starting_at(first));
        vec![Effect::Ask(Query::Review {
            session: self.session,
            question,
        })]
    }

    fn path_of(&self, file: FileId) -> Option<String> {
        let files = &self.preview.as_ref()?.files;
        let found = files.iter().find(|row| row.file == file)?;
        Some(found.path.clone())
    }

    /// Enter: goes to the second step, if there is anything to decide.
    fn next_step(&mut self) {
        let unsettled = match self.how {
            RollbackMode::Scoped => self.unsettled(),
            RollbackMode::Hard => 0,
        };
        self.problem = match (self.running, self.current()) {
            (Running::Yes, _) => Some(runs().to_owned()),
            (_, None) => Some(self.without_preview()),
            _ if unsettled > 0 => Some(say!(
                "rollback-to-settle",
                conflicts = counted(unsettled, "conflict")
            )),
            _ if self.taken() == 0 => Some(say!("told-nothing-chosen").to_owned()),
            _ => None,
        };
        if self.problem.is_none() && matches!(self.step, RollbackStep::Choose) {
            self.step = RollbackStep::Decide(Box::default());
        }
    }
}

fn flip<T: PartialEq>(list: &mut Vec<T>, item: T) {
    match list.iter().position(|known| *known == item) {
        Some(place) => {
            list.remove(place);
        }
        None => list.push(item),
    }
}
