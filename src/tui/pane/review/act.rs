//! The review as a pane. Its keys are routed only: one arm, one call.

use crossterm::event::KeyEvent;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::dialog::{Editor, Fetch, Purpose, ReviewDialog, TextDialog};
use super::moves::{Way, say};
use super::row_cache::last_row;
use super::{Enter, Field, Review, ScrollTarget, Subject};
use crate::dialog::DialogRequest;
use crate::effect::{EditPurpose, EditSubject, Effect, ExternalEdit};
use crate::highlight::Colours;
use crate::hints::{HintRow, KeyHints, said};
use crate::input::InputUse;
use crate::keymap::Action;
use crate::pane::{Focused, PaneView};
use crate::select::TextView;
use crate::widget::row::Paint;
use l10n::counted;
use l10n::say;
use protocol::change::HunkState;
use protocol::ids::HunkId;
use protocol::review::{
    ApplyScope, Comment, CommentTarget, ConflictChoice, GitPlace, ReviewBase, ReviewCommand,
};

/// Hints of the review of changes that git knows.
const GIT_REVIEW_HINTS: &[HintRow] = &[
    (Action::NextItem, "hint-hunk"),
    (Action::NextFile, "hint-file"),
    (Action::ReviewComment, "hint-comment"),
    (Action::ReviewSend, "hint-send-comments"),
    (Action::ReviewTab, "hint-tab"),
    (Action::Back, "hint-back"),
    (Action::ReviewSelectLines, "hint-lines"),
    (Action::Fold, "hint-fold"),
    (Action::DiffLayout, "hint-layout"),
    (Action::DiffWrap, "hint-whole-lines"),
    (Action::Help, "hint-all-keys"),
];

/// Hints where nothing has changed.
const EMPTY_HINTS: &[HintRow] = &[
    (Action::ReviewTab, "hint-tab"),
    (Action::Back, "hint-back"),
    (Action::Help, "hint-all-keys"),
];

/// Hints of the review of a question's proposed writes: the marks made there are the answer.
const PROPOSED_HINTS: &[HintRow] = &[
    (Action::NextItem, "hint-hunk"),
    (Action::ReviewToggle, "hint-toggle"),
    (Action::ReviewAccept, "hint-accept-next"),
    (Action::ReviewReject, "hint-reject-next"),
    (Action::CopyItem, "hint-answer"),
    (Action::Back, "hint-back"),
    (Action::DiffWrap, "hint-whole-lines"),
    (Action::ReviewUndo, "hint-undo"),
    (Action::ReviewClear, "hint-clear"),
    (Action::ReviewAcceptFile, "hint-all"),
    (Action::DiffLayout, "hint-layout"),
    (Action::Help, "hint-all-keys"),
];

impl PaneView for Review {
    fn act(&mut self, action: Action) -> Vec<Effect> {
        self.held = false;
        if self.dialog.is_some() {
            return Vec::new();
        }
        if self.is_too_early(action) {
            return Self::too_early();
        }
        if let Some(refusal) = self.refuse_in_git(action) {
            return refusal;
        }
        match action {
            Action::ReviewToggle => self.toggle(),
            Action::ReviewAccept => self.decide_and_go_on(HunkState::Accepted),
            Action::ReviewReject => self.decide_and_go_on(HunkState::Rejected),
            Action::ReviewClear => self.decide(HunkState::Pending),
            Action::ReviewSelectLines => self.toggle_selection(),
            Action::ReviewSplit => self.split(),
            Action::ReviewEdit => self.fetch(Editor::Here),
            Action::ReviewEditExternally => self.fetch(Editor::External),
            Action::ReviewComment => self.comment(),
            Action::ReviewSend => self.send_comments(),
            Action::ReviewTab => self.next_tab(),
            Action::ReviewTakeMine => self.settle(ConflictChoice::Mine),
            Action::ReviewTakeAgent => self.settle(ConflictChoice::Agent),
            Action::ReviewTakeBoth => self.settle(ConflictChoice::Both),
            Action::ReviewTakeBase => self.settle(ConflictChoice::Base),
            Action::ReviewUndo => self.undo(ReviewCommand::Undo),
            Action::ReviewRedo => self.undo(ReviewCommand::Redo),
            Action::ReviewAcceptFile => self.decide_file(HunkState::Accepted),
            Action::ReviewRejectFile => self.decide_file(HunkState::Rejected),
            Action::ReviewAcceptAll => self.accept_all(),
            Action::ReviewApply => self.ask_to_apply(ApplyScope::Decided),
            Action::ReviewApplyAll => self.ask_to_apply(ApplyScope::Proposed),
            Action::Back => self.leave(),
            _ => self.act_on_view(action),
        }
    }

    fn key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        self.held = false;
        self.key_in_dialog(key)
    }

    fn paste(&mut self, text: &str) -> InputUse {
        if !self.has_field() {
            return InputUse::No;
        }
        self.paste_into_field(text);
        InputUse::Yes
    }

    fn title(&self, _width: u16) -> String {
        say!("review-title").to_owned()
    }

    fn measure(&mut self, width: u16, height: u16, colours: &mut Colours) {
        self.lay_out(width, height, colours);
    }

    fn draw(&self, area: Rect, buf: &mut Buffer, paint: Paint<'_>, _focused: Focused) {
        self.draw_laid_out(area, buf, paint);
    }

    fn caret(&self, area: Rect) -> Option<Position> {
        self.field_cursor(area)
    }

    fn takes_text(&self) -> bool {
        self.has_dialog()
    }

    fn key_hints(&self) -> KeyHints {
        if let Some(keys) = self.own_keys() {
            return KeyHints::Keys(keys);
        }
        // The key that shows cut lines whole is named only where lines are cut.
        let idle = (!self.cuts_lines()).then_some(Action::DiffWrap);
        let rows = match self.subject {
            Subject::Question(_) => PROPOSED_HINTS,
            Subject::Files if self.files.is_empty() => EMPTY_HINTS,
            Subject::Files if self.is_of_git() => GIT_REVIEW_HINTS,
            Subject::Files => return KeyHints::Without(idle.into_iter().collect(), Vec::new()),
        };
        let mut hints = said(rows);
        hints.retain(|(action, _)| Some(*action) != idle);
        if self.since == ReviewBase::WorkingTree {
            let to_session = hints
                .iter_mut()
                .filter(|(action, _)| *action == Action::ReviewTab);
            to_session.for_each(|(_, word)| *word = say!("hint-tab-to-session"));
        }
        KeyHints::Named(hints)
    }

    fn scroll(&mut self, rows: isize) {
        self.scroll_by(rows);
    }

    fn click(&mut self, row: u16) -> Vec<Effect> {
        self.put_cursor(row);
        Vec::new()
    }

    fn text_view(&self) -> Option<&dyn TextView> {
        Some(self)
    }

    fn text_view_mut(&mut self) -> Option<&mut dyn TextView> {
        Some(self)
    }
}

impl Review {
    fn act_on_view(&mut self, action: Action) -> Vec<Effect> {
        let page = i64::try_from(self.laid.room.saturating_sub(2).max(1)).unwrap_or(1);
        match action {
            Action::LineDown => return self.line_down_or_say(),
            Action::LineUp => self.step(-1),
            Action::PageDown => self.step(page),
            Action::PageUp => self.step(-page),
            Action::Top => self.step(i64::MIN / 2),
            Action::Bottom => self.step(i64::from(u32::MAX)),
            Action::NextItem => return self.walk(Way::Forward),
            Action::PreviousItem => return self.walk(Way::Back),
            Action::NextFile => return self.walk_files(Way::Forward, ScrollTarget::FirstOpen),
            Action::PreviousFile => return self.walk_files(Way::Back, ScrollTarget::FirstOpen),
            Action::Fold => return self.fold(),
            Action::FoldAll => self.fold_all(),
            Action::DiffLayout => self.cycle_layout(),
            Action::DiffWrap => self.toggle_wrap(),
            Action::DiffWhitespace => return self.toggle_whitespace(),
            Action::ScrollLeft => self.sideways(Way::Back),
            Action::ScrollRight => self.sideways(Way::Forward),
            Action::ReviewColumn1 => return self.toggle_column(0),
            Action::ReviewColumn2 => return self.toggle_column(1),
            Action::ReviewColumn3 => return self.toggle_column(2),
            Action::ReviewPreview => self.toggle_preview(),
            Action::ToggleTree => self.toggle_list(),
            Action::PinSelection => return self.pin(),
            Action::CopyItem => return self.copy(),
            Action::CopyBlock => {
                let path = self.file().map(|file| file.path.clone());
                return path.map(Effect::Copy).into_iter().collect();
            }
            Action::Search => return self.open_search(),
            Action::NextMatch => return self.walk_matches(Way::Forward),
            Action::PreviousMatch => return self.walk_matches(Way::Back),
            _ => {}
        }
        Vec::new()
    }

    /// `n` and `p`: moves among the matches while a search is on, otherwise among the hunks.
    fn walk(&mut self, way: Way) -> Vec<Effect> {
        match self.walk_found(way) {
            Some(effects) => effects,
            None => self.walk_hunks(way),
        }
    }

    fn walk_matches(&mut self, way: Way) -> Vec<Effect> {
        match self.walk_found(way) {
            Some(effects) => effects,
            None => say(say!("review-search-first")),
        }
    }

    /// Esc and `q`: leaves a selection first, then a search, then the view. The decisions are kept;
    /// those that are not applied yet are said. The chat tells of changes without a decision.
    fn leave(&mut self) -> Vec<Effect> {
        if self.select.take().is_some() {
            return Vec::new();
        }
        if self.search.is_some() {
            self.end_search();
            return Vec::new();
        }
        let unapplied = self.files.iter().filter(|file| file.dirty).count();
        let mut effects = vec![Effect::CloseReview];
        if unapplied > 0 && self.is_since(&ReviewBase::Open) {
            let files = counted(unapplied, "file");
            effects.extend(say(say!("review-left", files)));
        }
        effects
    }

    /// `w` and `A`: asks whether to apply the decided changes, or all.
    fn ask_to_apply(&mut self, of: ApplyScope) -> Vec<Effect> {
        match self.subject {
            Subject::Question(_) => say(say!("review-not-written-yet")),
            Subject::Files => vec![Effect::Open(DialogRequest::Apply(of))],
        }
    }

    /// `e` and `E`: requests the text.
    fn fetch(&mut self, editor: Editor) -> Vec<Effect> {
        if self.subject != Subject::Files {
            return say(say!("review-edit-in-bar"));
        }
        let (Some(file), Some(hunk)) = (self.file(), self.hunk_at_hand()) else {
            return say(say!("review-no-hunk"));
        };
        let purpose = match hunk.conflict {
            Some(_) => Purpose::Settle(hunk.id),
            None => Purpose::Amend(hunk.id),
        };
        let fetch = Fetch {
            file: file.file,
            hunk: hunk.id,
            purpose,
            editor,
        };
        self.dialog = Some(ReviewDialog::Fetch(fetch));
        self.refused.clear();
        Vec::new()
    }

    /// Handles the text that arrived.
    pub(super) fn take_text(&mut self, hunk: Option<HunkId>, text: &str) -> Vec<Effect> {
        let asked = self.dialog.take_if(
            |dialog| matches!(dialog, ReviewDialog::Fetch(fetch) if Some(fetch.hunk) == hunk),
        );
        let Some(ReviewDialog::Fetch(fetch)) = asked else {
            return Vec::new();
        };
        match fetch.editor {
            Editor::Here => {
                let field = Field::of(text, Enter::Breaks);
                let purpose = fetch.purpose;
                self.type_text(field, purpose);
                Vec::new()
            }
            Editor::External => {
                // Continues with the text that was refused before.
                let left = self.left.take_if(|left| left.purpose == fetch.purpose);
                let text = left.map_or_else(|| text.to_owned(), |left| left.field.text());
                self.external = Some((fetch.hunk, text.clone()));
                vec![Effect::Edit(ExternalEdit {
                    purpose: EditPurpose::Hunk(self.session, fetch.hunk),
                    subject: EditSubject::Text(text),
                })]
            }
        }
    }

    /// Handles a text from `$EDITOR`; `None` if the user left it.
    pub fn edited(&mut self, hunk: HunkId, text: Option<String>) -> Vec<Effect> {
        let Some((_, before)) = self.external.take_if(|(edited, _)| *edited == hunk) else {
            return Vec::new();
        };
        let Some(text) = text.filter(|text| *text != before) else {
            return say(say!("review-edit-unchanged"));
        };
        let conflict = self.row_cache.as_ref().and_then(|row_cache| {
            let (_, hunk) = row_cache.hunk(hunk)?;
            hunk.conflict.as_ref()
        });
        let purpose = match conflict {
            Some(_) => Purpose::Settle(hunk),
            None => Purpose::Amend(hunk),
        };
        let field = Field::changed(&before, &text, Enter::Breaks);
        self.sent = Some(Box::new(TextDialog { field, purpose }));
        let order = match conflict {
            Some(_) => ReviewCommand::Settle {
                hunk,
                choice: ConflictChoice::Edited(text),
            },
            None => ReviewCommand::Amend { hunk, text },
        };
        vec![self.order(order)]
    }

    fn comment(&mut self) -> Vec<Effect> {
        if self.subject != Subject::Files {
            return say(say!("review-comment-in-bar"));
        }
        let Some(target) = self.comment_target() else {
            return say(say!("review-no-hunk"));
        };
        let (text, purpose) = match self.comment_at_hand(&target) {
            Some(comment) => (comment.text.clone(), Purpose::Reword(comment.id)),
            None => (String::new(), Purpose::Comment(target)),
        };
        self.select = None;
        self.type_text(Field::of(&text, Enter::Takes), purpose);
        Vec::new()
    }

    /// Returns the comment on this target, or on the line at the cursor, that was not reported to
    /// the model yet.
    fn comment_at_hand(&self, target: &CommentTarget) -> Option<&Comment> {
        let here = self.proposed_lines(self.cursor, self.cursor);
        let of = self.file()?.file;
        let is_it = |on: &CommentTarget| match on {
            CommentTarget::Lines { file, first, last } if self.select.is_none() => {
                here.is_some_and(|(line, _)| *file == of && (*first..=*last).contains(&line))
            }
            // The quoted lines may differ after the file was changed.
            CommentTarget::Git(place) => target.git().is_some_and(|target| {
                let at = |place: &GitPlace| (place.hunk, place.first, place.last);
                (&place.since, place.file) == (&target.since, target.file)
                    && (at(place) == at(target)
                        || (place.hunk == target.hunk && place.hunk.is_some()))
            }),
            _ => on == target,
        };
        let mut untold = self.comments.iter().rev().filter(|comment| !comment.told);
        untold.find(|comment| is_it(&comment.on))
    }

    /// Returns the rows that `@` and `y` apply to: the selected ones, or those of the current hunk.
    fn rows_at_hand(&self) -> Option<(u32, u32)> {
        self.selected_rows().or_else(|| {
            let hunk = self.hunk_at_hand()?;
            Some((hunk.first_row, last_row(hunk)))
        })
    }

    fn pin(&mut self) -> Vec<Effect> {
        let lines = self
            .rows_at_hand()
            .and_then(|(first, last)| self.proposed_lines(first, last));
        match (self.file(), lines) {
            (Some(file), Some((start_line, end_line))) => vec![Effect::Pin {
                path: file.path.clone(),
                start_line,
                end_line,
            }],
            _ => say(say!("review-nothing-to-pin")),
        }
    }

    /// `y`: copies the new text of the hunk; in the review of a question it is the answer.
    fn copy(&mut self) -> Vec<Effect> {
        if let Subject::Question(_) = self.subject {
            self.held = true;
            return Vec::new();
        }
        let (Some((first, last)), Some(row_cache)) = (self.rows_at_hand(), &self.row_cache) else {
            return Vec::new();
        };
        let text: Vec<&str> = (first..=last)
            .filter_map(|row| Some(row_cache.lines(row)?.proposed.as_ref()?.text.as_str()))
            .collect();
        vec![Effect::Copy(text.join("\n"))]
    }
}
