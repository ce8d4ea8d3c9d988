//! The choices of a question: which of them a question offers, in which order, and by which key or
//! word the user makes them.

use super::{asks_permission, has_proposed, is_high_risk};
use protocol::approval::{Question, QuestionBody};

/// A choice of the user about a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// Yes, once; at high risk its word must be typed, see [`super::AnswerDraft::word`].
    Yes,
    /// No; the user may add a reason.
    No,
    /// Yes, without writing the proposed changes first.
    OnDisk,
    /// Yes, this once with the network of the machine.
    Network,
    /// Yes, and for more than this once: asks for the scope.
    Always,
    /// Chooses hunks of the change.
    Hunks,
    Edit,
    /// Shows all of what a yes would grant.
    Show,
    /// Explains the risk.
    Why,
    /// No, and never again in this session.
    Never,
    /// Gives no answer to a question that asks for the user's own.
    Skip,
    /// Puts the question off: it waits.
    Later,
    /// Returns to the previous question of a wizard.
    Back,
}

/// The reason why a question does not offer a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Withheld {
    /// The question asks for an answer of the user's own.
    WantsAnswer,
    /// The question asks for permission.
    WantsDecision,
    /// The call is asked about each time: its risk is high, or it is on the list that every mode
    /// asks about.
    AskedEachTime,
    /// The risk is high: all of it is approved by its word, or none of it. A front end that asks
    /// for the word afterwards can offer the choice all the same.
    OnlyByWord,
    /// The subject of the question does not have it.
    NotHere,
}

/// Every choice, in the order of their numbers: one is yes and two is no in every question.
const ALL: [Choice; 13] = [
    Choice::Yes,
    Choice::No,
    Choice::OnDisk,
    Choice::Network,
    Choice::Always,
    Choice::Never,
    Choice::Hunks,
    Choice::Edit,
    Choice::Show,
    Choice::Why,
    Choice::Skip,
    Choice::Later,
    Choice::Back,
];

impl Choice {
    /// Returns the choice's word in English.
    pub fn word(self) -> &'static str {
        match self {
            Choice::Yes => "yes",
            Choice::No => "no",
            Choice::OnDisk => "disk",
            Choice::Network => "network",
            Choice::Never => "never",
            Choice::Always => "always",
            Choice::Hunks => "hunks",
            Choice::Edit => "edit",
            Choice::Show => "show",
            Choice::Why => "why",
            Choice::Skip => "skip",
            Choice::Later => "later",
            Choice::Back => "back",
        }
    }

    /// Returns the choice of a letter, capital or small.
    pub fn of_key(letter: char) -> Option<Self> {
        Some(match letter.to_ascii_lowercase() {
            'y' => Choice::Yes,
            'n' => Choice::No,
            'w' => Choice::Network,
            'v' => Choice::Never,
            'a' => Choice::Always,
            'd' | 'r' => Choice::Show,
            'e' => Choice::Edit,
            'x' => Choice::Why,
            's' => Choice::Skip,
            'b' => Choice::Back,
            _ => return None,
        })
    }

    /// Returns why a question does not offer the choice; `None` if it does.
    pub fn withheld(self, question: &Question) -> Option<Withheld> {
        let asks_permission = asks_permission(question);
        let is_high = is_high_risk(question);
        let is_write = matches!(question.body, QuestionBody::Write { .. });
        let is_command = matches!(question.body, QuestionBody::Command { .. });
        let has_it = match self {
            Choice::Show | Choice::Later => return None,
            Choice::Skip => return asks_permission.then_some(Withheld::WantsDecision),
            Choice::Back => question.has_way_back(),
            _ if !asks_permission => return Some(Withheld::WantsAnswer),
            Choice::Yes | Choice::No | Choice::Why => true,
            Choice::Always if is_high || question.risk.always_ask => {
                return Some(Withheld::AskedEachTime);
            }
            Choice::Always => !question.scopes.is_empty(),
            Choice::OnDisk => has_proposed(question),
            Choice::Network => question.offers_network(),
            Choice::Never => question.asks_for_network_again(),
            Choice::Hunks => is_write,
            Choice::Edit => is_write || is_command,
        };
        if !has_it {
            return Some(Withheld::NotHere);
        }
        let only_by_word = match self {
            Choice::OnDisk | Choice::Network | Choice::Hunks => is_high,
            // The engine rates an edited command again, but no edited text.
            Choice::Edit => is_high && is_write,
            _ => false,
        };
        only_by_word.then_some(Withheld::OnlyByWord)
    }
}

/// Returns the choices that a question offers, in the order of their numbers.
pub fn choices(question: &Question) -> Vec<Choice> {
    let offered = ALL.into_iter();
    offered
        .filter(|choice| choice.withheld(question).is_none())
        .collect()
}
