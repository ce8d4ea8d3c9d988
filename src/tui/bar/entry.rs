//! One open prompt with what the bar remembers of it. No keys and no drawing.

use std::time::Duration;

use super::field::{Field, FieldKind};
use crate::l10n::say;
use crate::protocol::approval::{Decision, DeleteItem, Question, QuestionBody, Risk, WizardPlace};
use crate::tui::screen::Glyphs;

/// What the bar shows of a prompt below its header.
#[derive(Debug, Clone, Default)]
pub enum BarSheet {
    /// What is asked, with the buttons.
    #[default]
    Buttons,
    /// How far "always" shall reach.
    Scopes {
        /// The one that Enter takes.
        index: usize,
    },
    /// A field to type in.
    Field(Box<Field>),
    /// Why the risk is what it is.
    Risk,
    Help,
}

impl BarSheet {
    /// A field that holds `text`.
    pub fn field(kind: FieldKind, text: &str) -> Self {
        BarSheet::Field(Box::new(Field::new(kind, text)))
    }
}

/// The count-down of a prompt, for the eye: the engine has the one that counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timer {
    /// All of it.
    pub total: Duration,
    /// What was left when it last stood.
    pub left: Duration,
    /// Since when it runs; `None` while it is held or has not been given a time yet.
    pub running_since: Option<Duration>,
    /// Whether it is held.
    pub held: bool,
}

impl Timer {
    /// What is left.
    pub fn left(&self, now: Duration) -> Duration {
        let gone = self
            .running_since
            .map_or(Duration::ZERO, |since| now.saturating_sub(since));
        self.left.saturating_sub(gone)
    }

    pub fn hold(&mut self, now: Duration) {
        self.left = self.left(now);
        self.running_since = None;
        self.held = true;
    }

    /// Lets it go on.
    pub fn go_on(&mut self, now: Duration) {
        if self.held {
            self.held = false;
            self.running_since = Some(now);
        }
    }
}

/// The room that the bar has on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct View {
    pub width: u16,
    /// At most so many rows.
    pub height: u16,
    /// Signs that the screen is drawn with.
    pub glyphs: Glyphs,
    /// Whether other questions wait too.
    pub others: Others,
}

/// Whether questions wait beside the one that is shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Others {
    /// It is the only one.
    #[default]
    None,
    Wait,
}

impl Default for View {
    fn default() -> Self {
        Self {
            width: 80,
            height: 10,
            glyphs: Glyphs::Unicode,
            others: Others::None,
        }
    }
}

/// A prompt and its state in the bar.
#[derive(Debug, Clone)]
pub struct Entry {
    pub prompt: Question,
    /// What is shown of it.
    pub sheet: BarSheet,
    /// The button that has the focus.
    pub button: usize,
    /// The option or the file that is highlighted.
    pub cursor: usize,
    /// Which files, or options, are chosen.
    pub chosen: Vec<bool>,
    /// First row of the body that is shown.
    pub scroll: usize,
    /// Esc was pressed: it never takes the focus by itself again.
    pub deferred: bool,
    /// An answer was handed out; it waits for the engine to say so.
    pub sent: bool,
    /// A command shall run on the disk as it is: what is staged is not written first.
    pub on_disk: bool,
    /// The whole text was looked at.
    pub seen_in_full: bool,
    /// How many rows that can be scrolled to were shown, at this width: all up to there.
    pub read: (u16, usize),
    /// The command as the human changed it.
    pub edited: Option<String>,
    /// A reason that was begun.
    pub reason: String,
    pub timer: Option<Timer>,
}

impl Entry {
    /// Whether it asks about a command beside staged changes.
    pub fn has_staged(&self) -> bool {
        matches!(
            self.prompt.body,
            QuestionBody::Command {
                staged: Some(_),
                ..
            }
        )
    }

    /// The switch of a command beside staged changes, in words: whether they are written before it runs.
    pub fn switch(&self) -> Option<&'static str> {
        self.has_staged().then(|| {
            if !self.on_disk {
                say!("bar-switch-on")
            } else {
                say!("bar-switch-off")
            }
        })
    }

    /// A prompt that was just opened.
    pub fn new(prompt: Question) -> Self {
        let timer = prompt.timeout_s.map(|seconds| {
            let total = Duration::from_secs(u64::from(seconds));
            Timer {
                total,
                left: total,
                running_since: None,
                held: false,
            }
        });
        // What was answered before the user came back to it is there to be changed.
        let given = prompt.wizard.as_ref().and_then(WizardPlace::given);
        let indices: &[usize] = match given {
            Some(Decision::Selected { indices }) => indices,
            _ => &[],
        };
        let chosen = match &prompt.body {
            QuestionBody::Delete { files } => vec![true; files.len()],
            QuestionBody::Select {
                options, multiple, ..
            } => (0..options.len())
                .map(|at| *multiple && indices.contains(&at))
                .collect(),
            _ => Vec::new(),
        };
        let cursor = indices.first().copied().unwrap_or_default();
        let text = match given {
            Some(Decision::Text { text }) => text.as_str(),
            _ => "",
        };
        let sheet = match prompt.body {
            QuestionBody::Input { .. } => BarSheet::field(FieldKind::Input, text),
            _ => BarSheet::Buttons,
        };
        Self {
            prompt,
            sheet,
            button: 0,
            cursor,
            chosen,
            scroll: 0,
            deferred: false,
            sent: false,
            on_disk: false,
            seen_in_full: false,
            read: (0, 0),
            edited: None,
            reason: String::new(),
            timer,
        }
    }

    /// Whether yes must be typed as a word.
    pub fn is_high(&self) -> bool {
        self.prompt.risk.risk == Risk::High
    }

    /// Whether it asks for leave, as opposed to an answer of the human's own.
    pub fn asks_for_leave(&self) -> bool {
        !matches!(
            self.prompt.body,
            QuestionBody::Input { .. } | QuestionBody::Select { .. }
        )
    }

    /// The word that means yes where the risk is high.
    pub fn word(&self) -> String {
        match &self.prompt.body {
            QuestionBody::Write { .. } => "write".to_owned(),
            QuestionBody::Command { .. } => "run".to_owned(),
            QuestionBody::Delete { .. } => format!("delete {}", self.chosen_count()),
            _ => "yes".to_owned(),
        }
    }

    /// The files that are to be deleted, with their mark.
    pub fn delete_items(&self) -> impl Iterator<Item = (&DeleteItem, bool)> {
        let files: &[DeleteItem] = match &self.prompt.body {
            QuestionBody::Delete { files } => files,
            _ => &[],
        };
        files
            .iter()
            .zip(self.chosen.iter().copied().chain(std::iter::repeat(false)))
    }

    /// How many files are chosen.
    pub fn chosen_count(&self) -> u64 {
        self.delete_items()
            .filter(|(_, chosen)| *chosen)
            .map(|(item, _)| item.files)
            .sum()
    }

    /// How many things can be highlighted: files, or options with "other".
    pub fn items(&self) -> usize {
        match &self.prompt.body {
            QuestionBody::Delete { files } => files.len(),
            QuestionBody::Select { options, .. } => options.len() + 1,
            _ => 0,
        }
    }

    /// Whether "always" is offered: never for high risk, nor while a part of what it would
    /// grant has not been shown.
    pub fn offers_always(&self, view: View) -> bool {
        !self.is_high()
            && !self.prompt.risk.always_ask
            && !self.prompt.scopes.is_empty()
            && self.asks_for_leave()
            && self.edited.is_none()
            && (self.seen_in_full || super::rows::fits(self, view))
    }
}
