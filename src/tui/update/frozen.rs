//! A session that ended with an error: it is read, nothing is typed into it, and a new one goes on.

use super::super::app::App;
use super::super::effect::Effect;
use super::super::keymap::Action;
use super::super::part::InputUse;
use crate::l10n::say;
use crate::protocol::command::Command;
use crate::protocol::event::NoticeLevel;

impl App {
    /// Whether the session that is shown takes no input.
    pub(in crate::tui) fn is_frozen(&self) -> bool {
        self.model.tab().is_some_and(|tab| tab.facts.is_frozen())
    }

    /// What is typed, pasted or put in is refused with the way on.
    pub(super) fn refuse_input(&mut self) -> InputUse {
        if !self.is_frozen() {
            return InputUse::No;
        }
        let text = say!("frozen-input-off");
        self.tell(NoticeLevel::Info, text);
        InputUse::Yes
    }

    /// An action of the editor's: sending makes a new session, the others do nothing.
    pub(super) fn act_on_frozen(&mut self, action: Action) -> InputUse {
        if !self.is_frozen() {
            return InputUse::No;
        }
        match action {
            Action::Send => self.go_on_anew(),
            _ => return self.refuse_input(),
        }
        InputUse::Yes
    }

    /// Another session with the settings of this one, and with what was typed here.
    fn go_on_anew(&mut self) {
        let Some(tab) = self.model.tab() else { return };
        let draft = tab.editor.text();
        self.new_session();
        if self.is_frozen() || draft.is_empty() {
            return;
        }
        self.return_draft(&draft);
        if let Some(session) = self.model.session() {
            let command = Command::SaveDraft {
                session,
                text: draft,
            };
            self.effects.push(Effect::Send(command));
        }
    }
}
