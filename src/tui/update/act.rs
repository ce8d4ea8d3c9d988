//! Routes each action to its handler: one arm, one call.

use super::super::app::App;
use super::super::chrome::Focus;
use super::super::dialog::DialogRequest;
use super::super::effect::Effect;
use super::super::input::InputUse;
use super::super::keymap::Action;
use super::super::layout::{Direction, Pane};
use super::super::model::Model;
use super::super::pane::review::ReviewTarget;
use super::super::splits::Axis;
use super::super::tab::Tab;
use protocol::command::Command;
use protocol::review::ReviewBase;

impl App {
    pub(crate) fn act(&mut self, action: Action) {
        #[cfg(test)]
        self.acted.push(action);
        match action {
            Action::Interrupt => self.interrupt(),
            Action::Quit => self.update(|model| model.chrome.quit(&model.sessions)),
            Action::PanicStop => {
                let effects = self.model.sessions.panic_stop();
                self.carry_out_of_bar(effects);
            }
            Action::Suspend => self.effects.push(Effect::Suspend),
            Action::Redraw => self.effects.push(Effect::Redraw),
            Action::CancelOverlay => {
                let nothing_closed = self.close_overlay() == InputUse::No;
                if let Some(tab) = self.model.sessions.tab_mut().filter(|_| nothing_closed) {
                    // If the editor had nothing open, nothing is left to do.
                    let _ = tab.editor.cancel();
                }
            }
            Action::TogglePassthrough => {
                let effects = self.model.toggle_passthrough();
                self.carry_out_of_bar(effects);
            }
            Action::CycleMode => self.update(|model| model.sessions.cycle_mode()),
            Action::FocusConfirmBar => self.focus_bar(),
            Action::ZoomPane => {
                let shown = self.model.shown_panes().len();
                self.update(|model| model.panes.zoom(shown, &model.chrome));
            }
            Action::CommandPalette => self.open(DialogRequest::Palette),
            Action::ModelPicker => self.open(DialogRequest::Models),
            Action::EffortPicker => self.open(DialogRequest::Efforts),
            Action::ModePicker => self.open(DialogRequest::Modes),
            Action::JumpToMessage => self.open(DialogRequest::MessageJump),
            Action::SessionSwitcher => self.open(DialogRequest::Sessions(None)),
            Action::NewSession => self.carry_out(vec![Effect::NewSession]),
            Action::EndSession => {
                let ended = self.model.sessions.session().map(Effect::EndSession);
                self.carry_out(ended.into_iter().collect());
            }
            Action::SplitBelow => self.split(Axis::Below),
            Action::SplitRight => self.split(Axis::Beside),
            Action::CloseSplit => self.update(Model::close_split),
            Action::PreviousSession => self.update(|model| model.step_session(-1)),
            Action::NextSession => self.update(|model| model.step_session(1)),
            Action::EditDraftExternally => {
                self.update(|model| model.sessions.edit_draft_externally());
            }
            Action::Help => self.open(DialogRequest::Help),
            Action::OpenReview if self.model.has_keys(Pane::Review) => {
                self.act_in(Pane::Review, Action::Back);
            }
            Action::OpenReview => self.review_since(ReviewBase::Open, ReviewTarget::Somewhere),
            Action::OpenCheckpoints => self.open(DialogRequest::Timeline),
            Action::OpenTasks => self.open(DialogRequest::Tasks),
            Action::OpenAgents => self.open(DialogRequest::Agents),
            Action::OpenMemory => self.open(DialogRequest::Memory),
            Action::OpenSettings => self.update(|model| model.dialogs.open_settings("")),
            Action::OpenRollback => self.open(DialogRequest::RollbackHere),
            Action::MouseOff => self.update(|model| model.chrome.pointer.toggle_capture()),
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
        let session = self.model.sessions.session();
        let (panes, chrome) = (&mut self.model.panes, &self.model.chrome);
        match action {
            Action::NextPane => self.cycle_focus(1),
            Action::PreviousPane => self.cycle_focus(-1),
            Action::FocusLeft => self.focus_direction(Direction::Left),
            Action::FocusRight => self.focus_direction(Direction::Right),
            Action::FocusUp => self.focus_direction(Direction::Up),
            Action::FocusDown => self.focus_direction(Direction::Down),
            Action::Taller => panes.heighten(1, session, chrome),
            Action::Shorter => panes.heighten(-1, session, chrome),
            Action::Wider => panes.widen(1, session, chrome),
            Action::Narrower => panes.widen(-1, session, chrome),
            Action::CycleLayout => self.update(|model| model.panes.cycle_layout()),
            Action::ToggleTree if self.model.shows_review() => self.act_in(Pane::Review, action),
            Action::ToggleTree => self.update(|model| model.panes.toggle_tree(&model.chrome)),
            Action::ToggleDiff => self.update(Model::toggle_diff),
            Action::FocusTree => self.focus_pane(Pane::Tree),
            Action::FocusChat => self.focus_pane(Pane::Chat),
            Action::FocusDiff => self.focus_pane(Pane::Diff),
            Action::FocusEditor => self.go_to_editor(),
            Action::LeaveEditor => self.update(Model::leave_editor),
            Action::Back => self.update(Model::back),
            Action::ScrollChatUp => self.act_in(Pane::Chat, Action::PageUp),
            Action::ExpandOutput => self.act_in(Pane::Chat, action),
            Action::ScrollChatDown => self.act_in(Pane::Chat, Action::PageDown),
            // The draft's own actions, which also have keys outside the editor.
            Action::Send | Action::UndoEdit | Action::RedoEdit | Action::Paste => {
                self.act_in_editor(action);
            }
            // Begins a mention in the draft, whose completion is the list of files.
            Action::FilePicker => {
                self.focus_editor();
                self.act_in_editor(action);
            }
            _ => self.act_in_focus(action),
        }
    }

    fn act_in_focus(&mut self, action: Action) {
        match self.model.chrome.focus {
            Focus::Pane(Pane::Review) if action == Action::ReviewUndo => {
                let tab = self.model.sessions.tab_mut();
                let effects = tab.map_or_else(Vec::new, Tab::undo_in_review);
                self.carry_out(effects);
            }
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
        if let Some(refusal) = self.model.sessions.input_refusal() {
            // Sending continues in a new session.
            let effects = match action {
                Action::Send => {
                    let sessions = &mut self.model.sessions;
                    sessions.continue_in_new_session(&self.options)
                }
                _ => vec![refusal],
            };
            return self.carry_out(effects);
        }
        let now = self.model.chrome.now;
        self.model.chrome.last_editor_key = Some(now);
        if action == Action::Send
            && let Some(effects) = self.model.wait_on()
        {
            return self.carry_out(effects);
        }
        let Some(tab) = self.model.sessions.tab_mut() else {
            return;
        };
        if action == Action::LineUp && tab.takes_back() {
            let session = tab.facts.id;
            let command = Command::UnqueueMessage { session };
            return self.effects.push(Effect::Send(command));
        }
        let effects = if action == Action::Complete && tab.queues_on_completion() {
            tab.editor.queue(now)
        } else {
            tab.editor.act(action, now)
        };
        self.carry_out(effects);
    }
}
