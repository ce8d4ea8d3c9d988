//! Routes each action to its handler: one arm, one call.

use super::super::app::App;
use super::super::chrome::Focus;
use super::super::dialog::help::Help;
use super::super::dialog::key_test::{KeyTest, TestedKey};
use super::super::effect::{EditPurpose, EditSubject, Effect, ExternalEdit};
use super::super::input::InputUse;
use super::super::keymap::{Action, Context};
use super::super::layout::Pane;
use super::super::splits::Axis;
use super::super::tab::Tab;
use super::super::terminal::findings::KeyKnowledge;
use super::panes::Direction;
use protocol::command::Command;

impl App {
    pub(crate) fn act(&mut self, action: Action) {
        #[cfg(test)]
        self.acted.push(action);
        match action {
            Action::Interrupt => self.interrupt(),
            Action::Quit => self.quit(),
            Action::PanicStop => self.panic_stop(),
            Action::Suspend => self.effects.push(Effect::Suspend),
            Action::Redraw => self.effects.push(Effect::Redraw),
            Action::CancelOverlay => self.cancel_overlay(),
            Action::TogglePassthrough => self.toggle_passthrough(),
            Action::CycleMode => self.cycle_mode(),
            Action::FocusConfirmBar => self.focus_bar(),
            Action::ZoomPane => self.zoom(),
            Action::CommandPalette => self.open_palette(),
            Action::ModelPicker => self.open_model_picker(),
            Action::EffortPicker => self.open_effort_picker(),
            Action::ModePicker => self.open_mode_picker(),
            Action::SessionSwitcher => self.open_session_list(),
            Action::NewSession => self.new_session(),
            Action::EndSession => self.end_session(),
            Action::SplitBelow => self.split(Axis::Below),
            Action::SplitRight => self.split(Axis::Beside),
            Action::CloseSplit => self.close_split(),
            Action::PreviousSession => self.step_session(-1),
            Action::NextSession => self.step_session(1),
            Action::EditDraftExternally => self.edit_draft_externally(),
            Action::Help => self.open_help(),
            Action::OpenReview => self.toggle_review(),
            Action::OpenCheckpoints => self.open_checkpoints(),
            Action::OpenSettings => self.open_settings(""),
            Action::OpenRollback => self.open_rollback_here(),
            Action::MouseOff => self.toggle_mouse(),
            Action::SelectMode => self.select_mode(),
            Action::CopyItem if self.model.chrome.pointer.selected.is_some() => {
                if self.copy_selection() == InputUse::No {
                    self.act_in_focus(action);
                }
            }
            _ => self.act_on_layout(action),
        }
    }

    fn act_on_layout(&mut self, action: Action) {
        match action {
            Action::NextPane => self.cycle_focus(1),
            Action::PreviousPane => self.cycle_focus(-1),
            Action::FocusLeft => self.focus_direction(Direction::Left),
            Action::FocusRight => self.focus_direction(Direction::Right),
            Action::FocusUp => self.focus_direction(Direction::Up),
            Action::FocusDown => self.focus_direction(Direction::Down),
            Action::Taller => self.taller(1),
            Action::Shorter => self.taller(-1),
            Action::Wider => self.widen(1),
            Action::Narrower => self.widen(-1),
            Action::CycleLayout => self.cycle_layout(),
            Action::ToggleTree if self.shows_review() => self.act_in(Pane::Review, action),
            Action::ToggleTree => self.toggle_pane(Pane::Tree),
            Action::ToggleDiff => self.toggle_pane(Pane::Diff),
            Action::FocusTree => self.focus_pane(Pane::Tree),
            Action::FocusChat => self.focus_pane(Pane::Chat),
            Action::FocusDiff => self.focus_pane(Pane::Diff),
            Action::FocusEditor => self.go_to_editor(),
            Action::LeaveEditor => self.leave_editor(),
            Action::Back => self.back(),
            Action::ScrollChatUp => self.act_in(Pane::Chat, Action::PageUp),
            Action::ScrollChatDown => self.act_in(Pane::Chat, Action::PageDown),
            // The draft's own actions, which also have keys outside the editor.
            Action::Send | Action::UndoEdit | Action::RedoEdit | Action::Paste => {
                self.act_in_editor(action);
            }
            Action::FilePicker => self.pick_file(),
            _ => self.act_in_focus(action),
        }
    }

    fn act_in_focus(&mut self, action: Action) {
        match self.model.chrome.focus {
            Focus::Pane(Pane::Review) if action == Action::ReviewUndo => self.undo_in_review(),
            Focus::Editor => self.act_in_editor(action),
            Focus::Pane(pane) => self.act_in(pane, action),
            Focus::Bar => {}
        }
    }

    pub(super) fn act_in(&mut self, pane: Pane, action: Action) {
        if let Some(view) = self.model.pane_mut(pane) {
            let effects = view.act(action);
            self.carry_out(effects);
        }
        if pane == Pane::Tree {
            self.fill_pane(Pane::Tree);
        }
    }

    fn act_in_editor(&mut self, action: Action) {
        if self.act_on_frozen(action) == InputUse::Yes {
            return;
        }
        let now = self.model.chrome.now;
        self.model.chrome.last_editor_key = Some(now);
        if action == Action::LineUp && self.takes_back() {
            return;
        }
        let Some(tab) = self.model.sessions.tab_mut() else {
            return;
        };
        let effects = tab.editor.act(action, now);
        self.carry_out(effects);
    }

    /// Takes the last message that waits for the agent back into the empty draft; returns `false`
    /// if there is none.
    fn takes_back(&mut self) -> bool {
        let waits = |tab: &&Tab| tab.takes_back();
        let Some(session) = self
            .model
            .sessions
            .tab()
            .filter(waits)
            .map(|tab| tab.facts.id)
        else {
            return false;
        };
        let command = Command::UnqueueMessage { session };
        self.effects.push(Effect::Send(command));
        true
    }

    /// Begins a mention in the draft, whose completion is the list of files.
    fn pick_file(&mut self) {
        self.focus_editor();
        self.act_in_editor(Action::FilePicker);
    }

    /// Esc in the editor: closes a search or the completion; otherwise keeps the draft and moves
    /// the focus to the panes.
    fn leave_editor(&mut self) {
        let cancelled = self.model.sessions.tab_mut().map(|tab| tab.editor.cancel());
        if cancelled == Some(InputUse::Yes) {
            return;
        }
        if self
            .model
            .sessions
            .tab()
            .is_some_and(|tab| tab.resend.is_some())
        {
            return self.stop_editing();
        }
        self.focus_pane(self.model.panes.layout_request.main);
    }

    /// Esc and `q` in a pane: first closes anything open over the pane, then moves the focus
    /// to the editor.
    fn back(&mut self) {
        if let Focus::Pane(pane) = self.model.chrome.focus
            && let Some(view) = self.model.pane_mut(pane)
        {
            let effects = view.act(Action::Back);
            // The review itself reports when it closes.
            if !effects.is_empty() || pane == Pane::Review {
                return self.carry_out(effects);
            }
        }
        self.focus_editor();
    }

    fn open_help(&mut self) {
        let help = Help::new(self.contexts());
        self.model.dialogs.cover(Box::new(help));
    }

    /// `/keys`: shows the keys of every context.
    pub(super) fn open_all_keys(&mut self) {
        self.show_dialog(Box::new(Help::new(Context::ALL.to_vec())));
    }

    pub(super) fn open_key_test(&mut self) {
        self.show_dialog(Box::new(KeyTest::default()));
    }

    /// Records the result of a tested key for this terminal.
    pub(super) fn record_tested_key(&mut self, tried: TestedKey, heard: KeyKnowledge) {
        match tried {
            TestedKey::CtrlTab => self.model.chrome.findings.ctrl_tab = heard,
            TestedKey::ShiftEnter => self.model.chrome.findings.shift_enter = heard,
        }
    }

    fn edit_draft_externally(&mut self) {
        if self.refuse_input() == InputUse::Yes {
            return;
        }
        let Some(tab) = self.model.sessions.tab() else {
            return;
        };
        self.effects.push(Effect::Edit(ExternalEdit {
            purpose: EditPurpose::Draft(tab.facts.id),
            subject: EditSubject::Text(tab.editor.text()),
        }));
    }
}
