//! A form with the settings of one session, existing or to be created.
//!
//! Owns the typed text. All changes go to the engine as one command, which the engine checks; the
//! form stays until the command succeeds or the engine gives the reason of a failure. Lies over the
//! panes; stores nothing before that.

mod draw;
mod field;
mod key;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use self::field::Field;
use crate::composer::TextEdit;
use crate::dialog::rollback::Running;
use crate::dialog::{DialogContext, Opened, Opening};
use crate::effect::Effect;
use crate::hints::no_session;
use l10n::say;
use protocol::approval::Mode;
use protocol::command::Command;
use protocol::event::NoticeLevel;
use protocol::ids::SessionId;
use protocol::query::{ModelLists, Query};
use protocol::session::{SessionSettings, SettingsChange};

/// Whether the changes were sent to the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sent {
    No,
    Yes,
}

#[derive(Debug)]
pub struct SessionForm {
    /// The session whose settings the form shows; `None` for a session to be created.
    session: Option<SessionId>,
    before: SessionSettings,
    root: PathBuf,
    lines: Vec<(Field, TextEdit)>,
    mode: Mode,
    at: Field,
    running: Running,
    models: Vec<(String, String)>,
    problem: Option<String>,
    sent: Sent,
    touched: bool,
    /// Whether the user pressed Esc with unsent text in the form.
    leaves: bool,
}

impl SessionForm {
    /// Creates a form for the settings of a session, or for a new session with the same settings.
    /// `root` is the workspace's root.
    pub fn new(session: Option<SessionId>, settings: SessionSettings, root: &Path) -> Self {
        let folder = settings.cwd.strip_prefix(root).ok().and_then(Path::to_str);
        let folder = folder.unwrap_or_default().to_owned();
        let text = |field: Field| match field {
            Field::Name if session.is_none() => String::new(),
            Field::Name => settings.name.clone(),
            Field::Folder => folder.clone(),
            Field::Provider => settings.provider.clone(),
            Field::Model => settings.model.clone(),
            Field::Prompt => settings.extra_prompt.clone(),
            Field::Mode => String::new(),
        };
        let lines = Field::ALL.into_iter();
        Self {
            session,
            lines: lines.map(|one| (one, TextEdit::of(&text(one)))).collect(),
            mode: settings.mode,
            before: settings,
            root: root.to_path_buf(),
            at: Field::Name,
            running: Running::No,
            models: Vec::new(),
            problem: None,
            sent: Sent::No,
            touched: false,
            leaves: false,
        }
    }

    /// Opens the settings of the shown session.
    pub fn open(cx: &DialogContext<'_>) -> Opening {
        let tab = cx.session().ok_or_else(no_session)?;
        let settings = SessionSettings {
            mode: tab.facts.policy.mode,
            ..tab.facts.settings.clone()
        };
        let form = Self::in_workspace(Some(tab.facts.id), settings, cx);
        Ok(Opened::alone(form).with([ask_models()]))
    }

    /// Opens the settings of a session of the list, or of one to be created, over the list.
    pub fn open_over(
        session: Option<SessionId>,
        settings: SessionSettings,
        cx: &DialogContext<'_>,
    ) -> Opened {
        Opened::over(Self::in_workspace(session, settings, cx)).with([ask_models()])
    }

    fn in_workspace(
        session: Option<SessionId>,
        settings: SessionSettings,
        cx: &DialogContext<'_>,
    ) -> Self {
        // Until the workspace is known, a session works at its root.
        let root = cx.root().unwrap_or(&settings.cwd).to_owned();
        Self::new(session, settings, &root)
    }

    /// Sets whether the session runs; its settings cannot change while it does.
    fn set_running(&mut self, running: Running) {
        self.running = running;
    }

    /// Takes the extra prompt from the editor.
    pub fn set_prompt(&mut self, text: &str) {
        self.touched = true;
        if let Some(line) = self.line_mut(Field::Prompt) {
            line.reset(text);
        }
    }

    fn text(&self, field: Field) -> String {
        let found = self.lines.iter().find(|(one, _)| *one == field);
        found.map_or_else(String::new, |(_, line)| line.whole_text())
    }

    fn line_mut(&mut self, field: Field) -> Option<&mut TextEdit> {
        let found = self.lines.iter_mut().find(|(one, _)| *one == field);
        found.map(|(_, line)| line)
    }

    /// Returns the changed settings; `None` if nothing changed.
    fn change(&self) -> Option<SettingsChange> {
        let other = |field: Field, before: &str| {
            let text = self.text(field);
            let text = match field {
                Field::Prompt => text,
                _ => text.trim().to_owned(),
            };
            (text != before).then_some(text)
        };
        let change = SettingsChange {
            name: other(Field::Name, &self.before.name),
            cwd: self.folder(),
            extra_prompt: other(Field::Prompt, &self.before.extra_prompt),
            provider: other(Field::Provider, &self.before.provider),
            model: other(Field::Model, &self.before.model),
            mode: (self.mode != self.before.mode).then_some(self.mode),
            effort: None,
        };
        (change != SettingsChange::default()).then_some(change)
    }

    /// Returns the typed folder if it differs from the root.
    fn folder(&self) -> Option<PathBuf> {
        let typed = self.text(Field::Folder);
        let folder = self.root.join(typed.trim());
        let folder: PathBuf = folder.components().collect();
        (folder != self.before.cwd).then_some(folder)
    }

    /// Sends the command if anything changed.
    fn finish(&mut self) -> Vec<Effect> {
        if let Some((field, problem)) = self.wrong() {
            self.at = field;
            self.problem = Some(problem);
            return Vec::new();
        }
        let Some(session) = self.session else {
            return self.make();
        };
        if self.running == Running::Yes {
            let text = say!("form-works-later");
            self.problem = Some(text.to_owned());
            return Vec::new();
        }
        let Some(change) = self.change() else {
            let text = say!("form-unchanged").to_owned();
            return vec![Effect::CloseDialog, Effect::Say(NoticeLevel::Info, text)];
        };
        self.sent = Sent::Yes;
        vec![Effect::Send(Command::ConfigureSession { session, change })]
    }

    fn make(&self) -> Vec<Effect> {
        let trimmed = |field| self.text(field).trim().to_owned();
        let settings = SessionSettings {
            name: trimmed(Field::Name),
            cwd: self.root.clone(),
            provider: trimmed(Field::Provider),
            model: trimmed(Field::Model),
            mode: self.mode,
            extra_prompt: self.text(Field::Prompt),
            known_as: Default::default(),
            agent_of: None,
            ..self.before.clone()
        };
        let folder = self.root.join(trimmed(Field::Folder));
        let folder: PathBuf = folder.components().collect();
        vec![
            Effect::CloseDialogs,
            Effect::NewSessionWith {
                settings: Box::new(settings),
                folder: (folder != self.root).then_some(folder),
            },
        ]
    }

    /// Returns the first field with an invalid value, and the reason.
    fn wrong(&self) -> Option<(Field, String)> {
        let letters = self.text(Field::Name).trim().chars().count();
        if !(1..=64).contains(&letters) {
            return Some((Field::Name, say!("form-name-length").to_owned()));
        }
        let provider = self.text(Field::Provider);
        if provider.trim().is_empty() {
            return Some((Field::Provider, say!("form-needs-provider").to_owned()));
        }
        None
    }
}

/// Asks for the models from the providers' last answer, to check a typed one.
fn ask_models() -> Effect {
    Effect::Ask(Query::Models {
        provider: None,
        lists: ModelLists::Before,
    })
}
