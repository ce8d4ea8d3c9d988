//! An answer in the making: what the user marks, switches or edits before they approve, and the
//! decision that a yes then means.

use super::has_proposed;
use l10n::say;
use protocol::approval::{Decision, DeleteItem, Question, QuestionBody, WizardPlace};
use protocol::ids::HunkId;

/// The changes of the user to what a question would grant.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AnswerDraft {
    /// Whether each file to delete, or each option, is marked.
    pub marked: Vec<bool>,
    /// The command runs on the disk as it is: proposed changes are not written first.
    pub on_disk: bool,
    /// The text or command as edited by the user.
    pub edited: Option<String>,
}

impl AnswerDraft {
    /// Creates the draft of a question that was just opened: every file is marked, and of the
    /// options those that the user chose before they came back to the question.
    pub fn new(question: &Question) -> Self {
        let given = question.wizard.as_ref().and_then(WizardPlace::given);
        let marked = match (&question.body, given) {
            (QuestionBody::Delete { files }, _) => vec![true; files.len()],
            (
                QuestionBody::Select {
                    options,
                    multiple: true,
                    ..
                },
                Some(Decision::Selected { indices }),
            ) => (0..options.len()).map(|at| indices.contains(&at)).collect(),
            (QuestionBody::Select { options, .. }, _) => vec![false; options.len()],
            _ => Vec::new(),
        };
        Self {
            marked,
            ..Self::default()
        }
    }

    /// Returns the files to delete, with their marks.
    pub fn files<'q>(
        &self,
        question: &'q Question,
    ) -> impl Iterator<Item = (&'q DeleteItem, bool)> + use<'_, 'q> {
        let files: &[DeleteItem] = match &question.body {
            QuestionBody::Delete { files } => files,
            _ => &[],
        };
        let marked = self.marked.iter().copied();
        files.iter().zip(marked.chain(std::iter::repeat(false)))
    }

    /// Returns how many files are marked; a folder counts as the files in it.
    pub fn marked_files(&self, question: &Question) -> u64 {
        self.files(question)
            .filter(|(_, marked)| *marked)
            .map(|(item, _)| item.files)
            .sum()
    }

    /// Returns the decision that a yes means.
    pub fn approval(&self, question: &Question) -> Decision {
        let on_disk = self.on_disk && has_proposed(question);
        if let Some(text) = &self.edited {
            let text = text.clone();
            return Decision::Edited { text, on_disk };
        }
        if on_disk {
            return Decision::OnDisk;
        }
        if self.files(question).all(|(_, marked)| marked) {
            return Decision::Yes;
        }
        let marked = self.files(question).filter(|(_, marked)| *marked);
        Decision::Files {
            paths: marked.map(|(item, _)| item.path.clone()).collect(),
        }
    }

    /// Returns the choice of the marked options, or of the highlighted one if none is marked.
    pub fn selection(&self, highlighted: usize) -> Decision {
        let marked = self.marked.iter().enumerate();
        let mut indices: Vec<usize> = marked
            .filter(|(_, marked)| **marked)
            .map(|(index, _)| index)
            .collect();
        if indices.is_empty() {
            indices.push(highlighted);
        }
        Decision::Selected { indices }
    }

    /// Returns the word that must be typed for a yes at high risk, in English: on the screen it is
    /// the same in every language, as the keys are.
    pub fn word(&self, question: &Question) -> String {
        match &question.body {
            QuestionBody::Write { .. } => "write".to_owned(),
            QuestionBody::Command { .. } => "run".to_owned(),
            QuestionBody::Delete { .. } => format!("delete {}", self.marked_files(question)),
            _ => "yes".to_owned(),
        }
    }

    /// Returns that word in the user's language.
    pub fn translated_word(&self, question: &Question) -> String {
        match &question.body {
            QuestionBody::Write { .. } => say!("plain-high-write").to_owned(),
            QuestionBody::Command { .. } => say!("plain-high-run").to_owned(),
            QuestionBody::Delete { .. } => {
                say!("plain-high-delete", count = self.marked_files(question))
            }
            _ => say!("chat-answer-yes").to_owned(),
        }
    }

    /// Whether the text is exactly that word, in English or in the user's language.
    pub fn is_word(&self, typed: &str, question: &Question) -> bool {
        typed == self.word(question) || typed == self.translated_word(question)
    }
}

/// Returns the decision to accept these hunks of a change and to reject this many others.
pub fn hunks_decision(accepted: Vec<HunkId>, rejected: usize) -> Decision {
    match (accepted.is_empty(), rejected) {
        (true, _) => Decision::No { reason: None },
        (false, 0) => Decision::Yes,
        (false, _) => Decision::Hunks { accepted },
    }
}
