//! The settings of one session in a form: of one that is there, or of one that is to be made.
//!
//! Owns what is typed. What is changed goes to the engine as one order, which checks it; the form stays until it is done
//! or says why not. Lies over the panes; nothing is kept before the end.

mod draw;
mod field;
mod key;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use self::field::Field;
use super::composer::LineEdit;
use super::part::PaneEffect;
use super::rollback::Running;
use crate::l10n::{notice, say};
use crate::protocol::approval::Mode;
use crate::protocol::command::Command;
use crate::protocol::event::{EventKind, NoticeLevel};
use crate::protocol::ids::SessionId;
use crate::protocol::session::{SessionSettings, SettingsChange};
use crate::protocol::stream::ModelInfo;

/// Where the form was opened, and so what is shown when it is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OpenedFrom {
    /// The list of sessions.
    List,
    /// The session itself.
    Session,
}

/// Whether the engine has the changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sent {
    No,
    Yes,
}

#[derive(Debug)]
pub struct SessionForm {
    /// Whose settings; `None` where it is to be made.
    session: Option<SessionId>,
    from: OpenedFrom,
    before: SessionSettings,
    root: PathBuf,
    lines: Vec<(Field, LineEdit)>,
    mode: Mode,
    at: Field,
    running: Running,
    models: Vec<(String, String)>,
    problem: Option<String>,
    sent: Sent,
    touched: bool,
    /// Whether Esc was pressed on what was typed.
    leaves: bool,
}

impl SessionForm {
    /// A form for the settings of a session, or for one that is to be made like it. `root` is the workspace's.
    pub fn new(
        session: Option<SessionId>,
        settings: SessionSettings,
        root: &Path,
        from: OpenedFrom,
    ) -> Self {
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
            from,
            lines: lines.map(|one| (one, LineEdit::of(&text(one)))).collect(),
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

    /// Whose settings it shows.
    pub fn session(&self) -> Option<SessionId> {
        self.session
    }

    /// Where it was opened.
    pub fn from(&self) -> OpenedFrom {
        self.from
    }

    /// Whether the session works: nothing can be set then.
    pub fn set_running(&mut self, running: Running) {
        self.running = running;
    }

    /// The models that are known: one key goes through those of the provider.
    pub fn set_models(&mut self, models: &[ModelInfo]) {
        let chats = models.iter().filter(|model| !model.embeds_only);
        self.models = chats
            .map(|model| (model.provider.clone(), model.name.clone()))
            .collect();
        self.models.sort();
        self.models.dedup();
    }

    /// The extra prompt as it came back from the editor.
    pub fn set_prompt(&mut self, text: &str) {
        self.touched = true;
        if let Some(line) = self.line_mut(Field::Prompt) {
            line.reset(text);
        }
    }

    /// What happened in a session. Leaves the form where that is what it waits for.
    pub fn fact(&mut self, session: SessionId, fact: &EventKind) -> Vec<PaneEffect> {
        if self.session != Some(session) || self.sent == Sent::No {
            return Vec::new();
        }
        match fact {
            EventKind::SessionChanged { .. } | EventKind::PolicyChanged { .. } => {
                let text = say!("form-changed").to_owned();
                vec![
                    PaneEffect::LeaveSessionForm,
                    PaneEffect::Say(NoticeLevel::Info, text),
                ]
            }
            EventKind::CommandRejected { reason, .. } => {
                self.sent = Sent::No;
                self.problem = Some(notice(reason));
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    fn text(&self, field: Field) -> String {
        let found = self.lines.iter().find(|(one, _)| *one == field);
        found.map_or_else(String::new, |(_, line)| line.whole_text())
    }

    fn line_mut(&mut self, field: Field) -> Option<&mut LineEdit> {
        let found = self.lines.iter_mut().find(|(one, _)| *one == field);
        found.map(|(_, line)| line)
    }

    /// What is typed and not as it was; `None` where nothing is.
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
        };
        (change != SettingsChange::default()).then_some(change)
    }

    /// The folder that was typed, where it is another one.
    fn folder(&self) -> Option<PathBuf> {
        let typed = self.text(Field::Folder);
        let folder = self.root.join(typed.trim());
        let folder: PathBuf = folder.components().collect();
        (folder != self.before.cwd).then_some(folder)
    }

    /// Gives the order, where there is something to order.
    fn finish(&mut self) -> Vec<PaneEffect> {
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
            return vec![
                PaneEffect::LeaveSessionForm,
                PaneEffect::Say(NoticeLevel::Info, text),
            ];
        };
        self.sent = Sent::Yes;
        vec![PaneEffect::Send(Command::ConfigureSession {
            session,
            change,
        })]
    }

    fn make(&self) -> Vec<PaneEffect> {
        let trimmed = |field| self.text(field).trim().to_owned();
        let settings = SessionSettings {
            name: trimmed(Field::Name),
            cwd: self.root.clone(),
            provider: trimmed(Field::Provider),
            model: trimmed(Field::Model),
            mode: self.mode,
            extra_prompt: self.text(Field::Prompt),
            known_as: Default::default(),
            ..self.before.clone()
        };
        let folder = self.root.join(trimmed(Field::Folder));
        let folder: PathBuf = folder.components().collect();
        vec![
            PaneEffect::CloseOverlay,
            PaneEffect::NewSessionWith {
                settings: Box::new(settings),
                folder: (folder != self.root).then_some(folder),
            },
        ]
    }

    /// The first value that cannot be, and why.
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
