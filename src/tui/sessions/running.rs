//! The agents of the sessions: their models and modes, what they propose, and stopping them all.

use super::Sessions;
use crate::dialog::choice_picker::mode_description;
use crate::effect::Effect;
use crate::tab::Tab;
use l10n::say;
use protocol::approval::Mode;
use protocol::catalogue::FoundModel;
use protocol::command::{CancelMode, Command};
use protocol::event::NoticeLevel;

impl Sessions {
    /// Cycles plan, review, auto where it can be, confirm, accept-edits; never passthrough.
    pub(crate) fn cycle_mode(&self) -> Vec<Effect> {
        let Some(facts) = self.tab().map(|tab| &tab.facts) else {
            return Vec::new();
        };
        let mode = facts.policy.mode.next(facts.auto_mode());
        let session = facts.id;
        let what = mode_description(mode);
        let text = say!("mode-now", mode = mode.word(), what);
        vec![
            Effect::Send(Command::SetMode { session, mode }),
            Effect::Say(NoticeLevel::Info, text),
        ]
    }

    /// Ends every run at once and leaves passthrough in every session.
    pub(crate) fn panic_stop(&mut self) -> Vec<Effect> {
        let mut effects = Vec::new();
        for tab in &mut self.tabs {
            let session = tab.facts.id;
            effects.extend(tab.bar.withdraw_passthrough());
            if tab.facts.is_running() {
                let how = CancelMode::KillTree;
                effects.push(Effect::Send(Command::CancelRun { session, how }));
            }
            if tab.facts.policy.mode == Mode::Passthrough {
                effects.push(Effect::Send(Command::TogglePassthrough { session }));
            }
        }
        let text = say!("ladder-all-stopped").to_owned();
        effects.push(Effect::Say(NoticeLevel::Warning, text));
        effects
    }

    /// Whether a session of this screen has no model.
    pub(crate) fn lack_model(&self) -> bool {
        self.without_model().next().is_some()
    }

    /// Sets the model for all sessions of this screen that have none.
    pub(crate) fn use_model(&self, found: &FoundModel) -> Vec<Effect> {
        let set = |tab: &Tab| {
            Effect::Send(Command::SetModel {
                session: tab.facts.id,
                provider: Some(found.provider.clone()),
                model: found.model.clone(),
            })
        };
        self.without_model().map(set).collect()
    }

    fn without_model(&self) -> impl Iterator<Item = &Tab> {
        let shown = self.shown_tabs().map(|(_, tab)| tab);
        shown.filter(|tab| tab.facts.settings.model.is_empty())
    }

    /// Counts the undecided hunks of the sessions that are open here. They survive quitting.
    pub(crate) fn proposed(&self) -> u32 {
        let open = self.tabs.iter().filter_map(|tab| tab.reviewed.open());
        open.map(|(open, _)| open).sum()
    }
}
