//! The state of the full screen. Only `update` and `project` change it; drawing only reads it. Its
//! own methods are those that derive something from several parts.

mod first_model;
mod keys;
mod leaving;
mod restoring;
mod showing;
mod shown;
mod stall;
mod windows;

pub(crate) use showing::SessionClosed;
pub(crate) use stall::MORE;

use ratatui::layout::Rect;

use super::chrome::{Chrome, Focus};
use super::dialog::interrupted::Interrupted;
use super::dialog::{DialogRequest, Dialogs};
use super::effect::Effect;
use super::layout::{Layout, Pane};
use super::pane::PaneView;
use super::panes::Panes;
use super::pointer::{TextPlace, TextSelection};
use super::select::TextView;
use super::sessions::{AfterOpening, Sessions};
use super::tab::Tab;
use client::phrases::session::session_name;
use l10n::say;
use protocol::event::{EventKind, NoticeLevel};
use protocol::ids::SessionId;

#[derive(Debug, Default)]
pub struct Model {
    pub sessions: Sessions,
    pub panes: Panes,
    /// The dialogs over the panes.
    pub dialogs: Dialogs,
    pub chrome: Chrome,
}

impl Model {
    /// Whether select mode has the keys.
    pub fn selects(&self) -> bool {
        let dialog = self.dialogs.top();
        let selecting = self.chrome.pointer.selecting;
        selecting.is_some_and(|selecting| match selecting.place {
            TextPlace::Pane(pane) => dialog.is_none() && self.chrome.focus == Focus::Pane(pane),
            TextPlace::Dialog => dialog.is_some_and(|dialog| dialog.text().is_some()),
        })
    }

    /// Returns a text that can be selected, with the selection in it.
    pub fn selection(&mut self, place: TextPlace, layout: &Layout) -> Option<TextSelection<'_>> {
        let Self {
            sessions,
            panes,
            dialogs,
            chrome,
        } = self;
        let (area, view): (Rect, &mut dyn TextView) = match place {
            TextPlace::Pane(pane) => {
                let area = layout.inside(pane, layout.pane(pane)?);
                (area, pane_of(sessions, panes, pane)?.text_view_mut()?)
            }
            TextPlace::Dialog => {
                let dialog = dialogs.top_mut()?;
                let (area, _) = dialog.text()?;
                (area, dialog.text_mut()?)
            }
        };
        Some(TextSelection {
            pointer: &mut chrome.pointer,
            place,
            area,
            view,
        })
    }

    /// Ends select mode when the text over the panes that it was in is gone. Called after every
    /// input, because a dialog goes in many ways.
    pub fn end_selecting_over(&mut self) -> Vec<Effect> {
        let selecting = self.chrome.pointer.selecting;
        let is_over = selecting.is_some_and(|selecting| selecting.place == TextPlace::Dialog);
        if is_over && !self.selects() {
            return self.chrome.pointer.leave_selecting();
        }
        Vec::new()
    }

    /// Returns a pane; the conversation and the review are those of the shown session.
    pub fn pane(&self, pane: Pane) -> Option<&dyn PaneView> {
        match pane {
            Pane::Tree => Some(&self.panes.tree),
            Pane::Diff => Some(&self.panes.diff),
            Pane::Note => Some(&self.panes.note),
            Pane::Chat => Some(&self.sessions.tab()?.chat),
            Pane::Review => Some(self.sessions.tab()?.review.as_ref()?),
        }
    }

    /// Returns a pane; the conversation and the review are those of the shown session.
    pub fn pane_mut(&mut self, pane: Pane) -> Option<&mut dyn PaneView> {
        pane_of(&mut self.sessions, &mut self.panes, pane)
    }

    /// Whether the user is reading the diff, which then stays as it is.
    pub(crate) fn reads_diff(&self) -> bool {
        self.chrome.focus == Focus::Pane(Pane::Diff)
    }

    /// Shows the proposal of the visible question in the diff. While nothing is asked the pane
    /// stays: the outcome of the answer decides. Called after everything that happens, because
    /// which question is visible derives from the shown session and its bar.
    pub(crate) fn sync_proposal(&mut self) {
        let reads_diff = self.reads_diff();
        if let Some(question) = self.sessions.question() {
            self.panes.follow_question(question, reads_diff);
        }
    }

    /// Removes the proposal from the diff, unless its question is still open.
    pub(crate) fn end_proposal(&mut self) {
        self.panes.end_proposal(self.sessions.question());
    }

    /// Takes what an event of the shown session means for the panes and the notice.
    pub(crate) fn shown_session_event(&mut self, fact: &EventKind) {
        match fact {
            EventKind::CallCompleted { result, .. } => self.panes.call_ended(result),
            // A change that was logged, even if it is only proposed and not written.
            EventKind::DiffGenerated { diff, .. } if !self.reads_diff() => {
                self.panes.show_file_diff(diff, say!("proposal-sides"));
            }
            // The event's own notice is the latest and replaces this one.
            EventKind::Notice { .. } => self.chrome.notice = None,
            // An event without a row in the conversation appears as a notice.
            EventKind::CommandRejected { command, .. } if !command.is_input() => {
                let tab = self.sessions.tab_mut();
                if let Some((level, why)) = tab.and_then(|tab| tab.activity.notice.take()) {
                    self.chrome.say(level, why);
                }
            }
            _ => {}
        }
    }

    /// Asks the user what to do about a session that was interrupted.
    pub(crate) fn interrupted(&mut self, session: SessionId) {
        let tab = self.sessions.tab_of(session);
        let name = tab.map_or(String::new(), |tab| {
            session_name(&tab.facts.settings).to_owned()
        });
        match self.dialogs.find_mut::<Interrupted>() {
            Some(open) => open.add(session, name),
            None => self
                .dialogs
                .cover(Box::new(Interrupted::new(session, name))),
        }
    }

    /// Returns the selected text of the focused part.
    pub(crate) fn selected_text(&self) -> Option<String> {
        match self.chrome.focus {
            Focus::Editor => self.sessions.tab()?.editor.selected_text(),
            Focus::Pane(pane) => self.pane(pane)?.selected_text(),
            Focus::Bar => None,
        }
        .filter(|text| !text.is_empty())
    }

    /// Shows the dialog that the program was started for once a session is there and nothing lies
    /// over it. Called after everything that happens, because it derives from both.
    pub(crate) fn after_opening(&mut self) -> Vec<Effect> {
        let is_free = !self.dialogs.is_open() && self.sessions.tab().is_some();
        if !is_free {
            return Vec::new();
        }
        match std::mem::take(&mut self.sessions.after_opening) {
            AfterOpening::Nothing => Vec::new(),
            AfterOpening::ChooseSession => vec![Effect::Open(DialogRequest::Sessions(None))],
            AfterOpening::Review(base) => vec![Effect::ReviewSince(base)],
        }
    }

    /// Shows the next or previous tab of the row.
    pub(crate) fn step_session(&mut self, by: isize) -> Vec<Effect> {
        let next = self.sessions.neighbour(by);
        next.map_or_else(Vec::new, |session| self.show_session(session))
    }

    /// Switches the shown session to passthrough, or back to the mode before it.
    pub(crate) fn toggle_passthrough(&mut self) -> Vec<Effect> {
        let (root, now) = (self.chrome.root_words(), self.chrome.now);
        let tab = self.sessions.tab_mut();
        tab.map_or_else(Vec::new, |tab| tab.toggle_passthrough(root, now))
    }

    /// Returns why the engine has stopped and the typed text that is stored nowhere else; `None`
    /// while the engine works, or if nothing is known.
    pub(crate) fn farewell_text(&self) -> Option<String> {
        if !self.chrome.has_stopped() {
            return None;
        }
        let tabs = &self.sessions.tabs;
        let notices = tabs.iter().map(|tab| &tab.activity.notice);
        let notices = notices.chain([&self.chrome.notice]).flatten();
        let mut reasons = notices.filter(|(level, _)| *level == NoticeLevel::Error);
        let reason = reasons.next().map(|(_, reason)| reason.clone());
        let unsent: Vec<String> = tabs.iter().flat_map(Tab::unsent).collect();
        if unsent.is_empty() {
            return reason;
        }
        let reason = reason.unwrap_or_else(|| say!("stopped-log").to_owned());
        let typed = say!("stopped-typed");
        Some(format!("{reason}\n{typed}\n\n{}", unsent.join("\n\n")))
    }
}

fn pane_of<'a>(
    sessions: &'a mut Sessions,
    panes: &'a mut Panes,
    pane: Pane,
) -> Option<&'a mut dyn PaneView> {
    match pane {
        Pane::Tree => Some(&mut panes.tree),
        Pane::Diff => Some(&mut panes.diff),
        Pane::Note => Some(&mut panes.note),
        Pane::Chat => Some(&mut sessions.tab_mut()?.chat),
        Pane::Review => Some(sessions.review_mut()?),
    }
}
