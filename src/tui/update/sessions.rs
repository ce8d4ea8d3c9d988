//! Carries out what the list of sessions and the form of a session ask for.

use std::path::PathBuf;

use super::super::app::App;
use super::super::effect::Effect;
use super::super::splits::Axis;
use l10n::say;
use protocol::command::Command;
use protocol::event::NoticeLevel;
use protocol::ids::SessionId;
use protocol::session::{SessionSettings, SettingsChange};

impl App {
    /// Creates a session with the given settings and shows it. The engine checks its folder.
    pub(super) fn new_session_with(&mut self, settings: SessionSettings, folder: Option<PathBuf>) {
        self.create_session(settings);
        let session = self.model.sessions.session().filter(|_| folder.is_some());
        if let Some(session) = session {
            let change = SettingsChange {
                cwd: folder,
                ..SettingsChange::default()
            };
            let command = Command::ConfigureSession { session, change };
            self.effects.push(Effect::Send(command));
        }
    }

    /// Shows a session of the list beside the visible one.
    pub(super) fn open_beside(&mut self, session: SessionId) {
        let Some(at) = self.model.sessions.session().filter(|at| *at != session) else {
            let text = say!("sessions-shown-already");
            return self.model.chrome.say(NoticeLevel::Info, text);
        };
        let mut splits = self.model.panes.splits.clone();
        if !splits.sessions().contains(&session) {
            splits.split(at, Axis::Beside, session);
        }
        if !self.has_room(&splits) {
            let text = say!("sessions-no-room");
            return self.tell(NoticeLevel::Warning, text);
        }
        self.model.panes.splits = splits;
        self.open_session(session);
    }
}
