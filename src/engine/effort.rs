//! The reasoning effort of a session: checked when the user chooses one, and carried over to
//! another model as far as that one has it.

use super::StepBuilder;
use super::session::Session;
use notice::{Notice, notice};
use protocol::effort::{Effort, Reasoning};
use protocol::event::NoticeLevel;
use protocol::session::SessionSettings;

impl Session {
    /// Sets the effort of a session that was just created. One that its model does not have is
    /// replaced by the nearest, and the user is told.
    pub(super) fn begin_effort(&mut self, turn: &mut StepBuilder<'_, '_>) {
        if let Err(why) = check(&self.thread.settings, self.thread.settings.effort, turn) {
            self.thread.settings.effort =
                reasoning(&self.thread.settings, turn).carried(self.thread.settings.effort);
            turn.notice(self.id, NoticeLevel::Warning, why);
            self.settings_changed(turn);
        }
    }

    /// Adapts the effort to a model that was just chosen, and tells the user if that changes an
    /// effort that was in force.
    pub(super) fn carry_effort(
        &mut self,
        before: &SessionSettings,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let now = &self.thread.settings;
        if (&now.provider, &now.model) == (&before.provider, &before.model) {
            return;
        }
        let known = reasoning(now, turn);
        // An effort that was chosen before any model is meant for this one.
        if before.model.is_empty() && known.reasons.is_none() {
            return;
        }
        let wanted = before.effort.chosen().unwrap_or(turn.config.effort);
        self.thread.settings.effort = known.carried(wanted);
        if !before.effort.is_auto() && self.thread.settings.effort != before.effort {
            let text = notice!(
                "told-effort-carried",
                model = self.thread.settings.model,
                before = before.effort.word(),
                word = self.thread.settings.effort.word()
            );
            turn.notice(self.id, NoticeLevel::Info, text);
        }
    }
}

/// Checks an effort for the model of these settings.
///
/// # Errors
/// The reason why the model cannot be asked for it.
pub(super) fn check(
    settings: &SessionSettings,
    effort: Effort,
    turn: &StepBuilder<'_, '_>,
) -> Result<(), Notice> {
    if settings.model.is_empty() {
        return Ok(());
    }
    reasoning(settings, turn).check(&settings.model, effort)
}

fn reasoning(settings: &SessionSettings, turn: &StepBuilder<'_, '_>) -> Reasoning {
    let table = &turn.config.reasoning;
    table.of(&settings.provider, &settings.model)
}
