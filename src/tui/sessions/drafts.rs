//! The drafts of the sessions: edited messages, sessions that take no input, and storing.

use std::time::Duration;

use crossterm::event::KeyEvent;

use super::Sessions;
use crate::effect::{EditPurpose, EditSubject, Effect, ExternalEdit};
use crate::keymap::Action;
use crate::pane::PaneView;
use crate::part_options::PartOptions;
use crate::tab::Tab;
use client::line_editor::typed;
use l10n::say;
use protocol::command::Command;
use protocol::event::NoticeLevel;
use protocol::ids::MessageId;

impl Sessions {
    /// Puts one of the user's messages back into the editor; sending it replaces the message.
    pub(crate) fn edit_message(&mut self, message: MessageId, text: &str) -> Vec<Effect> {
        if let Some(refusal) = self.input_refusal() {
            return vec![refusal];
        }
        let Some(tab) = self.tab_mut() else {
            return Vec::new();
        };
        let waiting = tab.set_draft_aside();
        tab.resend = Some(message);
        tab.editor.set(text);
        // The draft must not be lost if the program ends meanwhile.
        let mut effects = waiting.map_or_else(Vec::new, |draft| self.remember(draft));
        effects.push(Effect::FocusEditor);
        effects.push(Effect::info(say!("parts-edit-sends")));
        effects
    }

    /// Ends the editing of a message: the message stays as it is and the draft returns.
    pub(crate) fn stop_editing(&mut self) -> Vec<Effect> {
        let Some(tab) = self.tab_mut() else {
            return Vec::new();
        };
        let edited = tab.editor.clear();
        tab.restore_set_aside();
        let mut effects = match edited.trim() {
            "" => Vec::new(),
            _ => self.remember(edited),
        };
        effects.push(Effect::info(say!("parts-message-stays")));
        effects
    }

    /// Clears the draft, which the history keeps, or ends the editing of a message.
    pub(crate) fn clear_draft(&mut self) -> Vec<Effect> {
        let Some(tab) = self.tab_mut() else {
            return Vec::new();
        };
        if tab.resend.is_some() {
            return self.stop_editing();
        }
        let (session, text) = (tab.facts.id, tab.editor.clear());
        vec![
            Effect::Send(Command::RememberInput { session, text }),
            Effect::info(say!("ladder-draft-cleared")),
        ]
    }

    /// Opens the draft in `$EDITOR`.
    pub(crate) fn edit_draft_externally(&self) -> Vec<Effect> {
        if let Some(refusal) = self.input_refusal() {
            return vec![refusal];
        }
        let edit = |tab: &Tab| ExternalEdit {
            purpose: EditPurpose::Draft(tab.facts.id),
            subject: EditSubject::Text(tab.editor.text()),
        };
        let edit = self.tab().map(edit).map(Effect::Edit);
        edit.into_iter().collect()
    }

    /// Returns a text to the editor, before the text typed there.
    pub(crate) fn return_draft(&mut self, text: &str) {
        if let Some(tab) = self.tab_mut() {
            tab.return_draft(text);
        }
    }

    /// Whether the shown session takes no input, because it ended with an error.
    pub(crate) fn is_frozen(&self) -> bool {
        self.tab().is_some_and(|tab| tab.facts.is_frozen())
    }

    /// Returns the effects of the key that the row of the error names, where no text can be typed.
    pub(crate) fn way_on(&mut self, key: &KeyEvent) -> Option<Vec<Effect>> {
        let tab = self.tab_mut().filter(|tab| tab.draft_is_empty())?;
        (typed(key) == Some('r')).then(|| tab.chat.act(Action::ChatSendAgain))
    }

    /// Returns how to continue, if the shown session takes no typed, pasted or inserted input.
    pub(crate) fn input_refusal(&self) -> Option<Effect> {
        let text = || say!("frozen-input-off").to_owned();
        self.is_frozen()
            .then(|| Effect::Tell(NoticeLevel::Info, text()))
    }

    /// Opens a new session with the settings of a frozen one, and moves the draft into it.
    pub(crate) fn continue_in_new_session(&mut self, options: &PartOptions) -> Vec<Effect> {
        let draft = self.tab().map(|tab| tab.editor.text()).unwrap_or_default();
        let mut effects = self.new_session(options);
        if let Some(tab) = self.tabs.last_mut().filter(|_| !draft.is_empty()) {
            tab.return_draft(&draft);
            effects.push(Effect::Send(Command::SaveDraft {
                session: tab.facts.id,
                text: draft,
            }));
        }
        effects
    }

    /// Returns when the drafts must be stored, also those of hidden tabs.
    pub(crate) fn drafts_due(&self) -> impl Iterator<Item = Duration> {
        self.tabs.iter().filter_map(|tab| tab.editor.deadline())
    }

    /// Stores the drafts that are due.
    pub(crate) fn store_due_drafts(&mut self, at: Duration) -> Vec<Effect> {
        let tabs = self.tabs.iter_mut();
        let due = tabs.filter(|tab| tab.editor.deadline().is_some_and(|due| due <= at));
        due.flat_map(|tab| tab.editor.tick(at)).collect()
    }

    /// Stores every draft at once.
    pub(crate) fn store_drafts(&mut self) -> Vec<Effect> {
        let tabs = self.tabs.iter_mut();
        tabs.flat_map(|tab| tab.editor.keep_draft()).collect()
    }
}
