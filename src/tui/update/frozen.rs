//! A session that ended with an error: the user can read it but not type into it, and sending
//! continues in a new session.

use super::super::app::App;
use super::super::effect::Effect;
use super::super::input::InputUse;
use super::super::keymap::Action;
use l10n::say;
use protocol::command::Command;
use protocol::event::NoticeLevel;

impl App {
    /// Whether the visible session takes no input.
    pub(crate) fn is_frozen(&self) -> bool {
        self.model
            .sessions
            .tab()
            .is_some_and(|tab| tab.facts.is_frozen())
    }

    /// Refuses typed, pasted or inserted input in a frozen session, and says how to continue.
    pub(super) fn refuse_input(&mut self) -> InputUse {
        if !self.is_frozen() {
            return InputUse::No;
        }
        let text = say!("frozen-input-off");
        self.tell(NoticeLevel::Info, text);
        InputUse::Yes
    }

    /// Handles an editor action in a frozen session: sending opens a new session, every other
    /// action is refused.
    pub(super) fn act_on_frozen(&mut self, action: Action) -> InputUse {
        if !self.is_frozen() {
            return InputUse::No;
        }
        match action {
            Action::Send => self.continue_in_new_session(),
            _ => return self.refuse_input(),
        }
        InputUse::Yes
    }

    /// Opens a new session with the settings of this one and moves the draft into it.
    fn continue_in_new_session(&mut self) {
        let Some(tab) = self.model.sessions.tab() else {
            return;
        };
        let draft = tab.editor.text();
        self.new_session();
        if self.is_frozen() || draft.is_empty() {
            return;
        }
        self.return_draft(&draft);
        if let Some(session) = self.model.sessions.session() {
            let command = Command::SaveDraft {
                session,
                text: draft,
            };
            self.effects.push(Effect::Send(command));
        }
    }
}
