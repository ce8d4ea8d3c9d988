//! Decides which question is asked, and which line may answer it.
//!
//! The rule that a stray line never approves: a line answers only a question that had been printed,
//! to its last line, when the line's first letter was typed. A line begun before keeps the meaning
//! that it had then, and the question is asked again.

use super::answer::{AnswerStage, Meaning, read};
use super::pending::PendingRequest;
use super::question::{self, QuestionExtent};
use super::settings::SettingsTask;
use super::state::{AskedQuestion, Effect, Lines, Plain, PlainMode, Subject, Typed, TypedBy};
use super::text_entry::EditSubject;
use client::question::{Arming, Choice, answer, asks_permission};
use l10n::say;
use protocol::approval::{Decision, Question, QuestionBody};
use protocol::command::Command;
use protocol::ids::QuestionId;
use protocol::query::Query;
use protocol::review::view::{ViewLayout, ViewOptions};
use protocol::review::{ReviewQuery, ReviewSubject};

/// Whether a line may answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AnswerCheck {
    Answer,
    /// The line was begun before the question was printed.
    Early,
    /// The line was pasted, and pasted text never grants permission.
    Pasted,
    /// No question is asked.
    Nothing,
}

impl Plain {
    /// Asks the next question if none is asked yet.
    pub(super) fn ask_next(&mut self) {
        if self.entry.is_some() || self.secret.is_some() {
            return;
        }
        // The last choice leads to another question in a moment: no other question is
        // printed in between.
        let asks_next = self.pending.values().any(PendingRequest::asks_next)
            || self.jobs.values().any(SettingsTask::asks_next);
        if self.menu.is_none() && asks_next {
            return;
        }
        let subject = match (&self.menu, &self.mode) {
            (Some(_), _) => Some(Subject::Menu),
            (None, PlainMode::Chat) => self.next_question(),
            // Lines belong to the current mode, so no question is asked that they could answer.
            (None, _) => {
                self.announce_waiting_question();
                None
            }
        };
        match (subject, &self.asked) {
            (None, _) => self.asked = None,
            (Some(subject), Some(asked)) if asked.subject == subject => {}
            (Some(subject), _) => {
                let lines = self.lines_of(&subject);
                self.say_all(lines);
                if self.manner.bell && subject != Subject::Menu {
                    self.effects.push(Effect::Bell);
                }
                self.asked = Some(AskedQuestion {
                    subject,
                    arming: Arming::default(),
                    stage: AnswerStage::Choices,
                    sent: false,
                });
            }
        }
    }

    /// Announces, once per question, that it will be asked when the user leaves the mode.
    fn announce_waiting_question(&mut self) {
        let Some(Subject::Question(id, shown)) = self.next_question() else {
            return;
        };
        if self.announced_waiting.as_ref() == Some(&(id, shown)) {
            return;
        }
        let lines = self.question(id).map(question::reminder_for_other_mode);
        self.say_all(lines.unwrap_or_default());
        if self.manner.bell {
            self.effects.push(Effect::Bell);
        }
        self.announced_waiting = Some((id, shown));
    }

    fn next_question(&self) -> Option<Subject> {
        let facts = self.facts()?;
        let is_open = |question: &&Question| !self.postponed.contains(&question.id);
        let question = facts.questions.iter().find(is_open)?;
        Some(Subject::Question(question.id, question.shown))
    }

    fn lines_of(&self, subject: &Subject) -> Vec<String> {
        match subject {
            Subject::Menu => self
                .menu
                .as_ref()
                .map(|own| own.lines())
                .unwrap_or_default(),
            Subject::Question(id, _) => match self.question(*id) {
                Some(prompt) => question::lines(prompt, self.count_of(*id), QuestionExtent::First),
                None => Vec::new(),
            },
        }
    }

    /// Returns the position of a question and the number of open questions.
    fn count_of(&self, id: QuestionId) -> (usize, usize) {
        let prompts = self.facts().map(|facts| facts.questions.as_slice());
        let prompts = prompts.unwrap_or_default();
        let place = prompts.iter().position(|open| open.id == id);
        (place.map_or(1, |place| place + 1), prompts.len())
    }

    /// Returns the asked question if it came from the engine or the agent.
    pub(super) fn asked_question(&self) -> Option<&Question> {
        match &self.asked.as_ref()?.subject {
            Subject::Question(id, shown) => self.question(*id).filter(|open| open.shown == *shown),
            Subject::Menu => None,
        }
    }

    /// Whether a line may answer the asked question.
    pub(super) fn may_answer(&self, typed: &Typed) -> AnswerCheck {
        let Some(asked) = &self.asked else {
            return AnswerCheck::Nothing;
        };
        if asked.sent {
            // The question is already answered: this line is for something else.
            return AnswerCheck::Nothing;
        }
        let is_known = match self.manner.lines {
            Lines::Terminal => asked.arming.is_armed(typed.begun),
            Lines::Pipe => asked.arming.was_shown(typed.begun),
        };
        if !is_known {
            return AnswerCheck::Early;
        }
        let takes_text = self
            .asked_question()
            .is_some_and(|prompt| !asks_permission(prompt));
        match typed.by {
            TypedBy::Paste if !takes_text => AnswerCheck::Pasted,
            _ => AnswerCheck::Answer,
        }
    }

    /// Says briefly which question still waits; only lines begun after that may answer it.
    pub(super) fn ask_again(&mut self) {
        let lines = match (&self.asked, self.asked_question(), &self.menu) {
            (None, ..) => return,
            (Some(_), Some(prompt), _) => question::reminder(prompt),
            (Some(_), None, Some(own)) => own.lines(),
            (Some(_), None, None) => return,
        };
        self.say_all(lines);
        if let Some(asked) = &mut self.asked {
            asked.arming.restart();
            asked.sent = false;
        }
    }

    /// Handles a line that may answer the asked question.
    pub(super) fn answer(&mut self, text: &str) {
        let Some(asked) = &self.asked else { return };
        if asked.subject == Subject::Menu {
            return self.answer_menu(text);
        }
        let Some(prompt) = self.asked_question() else {
            return;
        };
        match read(text, prompt, &asked.stage) {
            Meaning::Answer(decision) => self.decide(decision),
            Meaning::Choice(choice) => self.chosen(choice),
            Meaning::Back => {
                self.set_stage(AnswerStage::Choices);
                self.ask_again();
            }
            Meaning::Help => {
                let lines = question::help(prompt);
                self.say_all(lines);
            }
            Meaning::Hold(paused) => {
                let (session, prompt) = (prompt.session, prompt.id);
                self.send(Command::PauseQuestionTimeout {
                    session,
                    question: prompt,
                    paused,
                });
            }
            Meaning::Nothing(why) => self.say(why),
        }
    }

    fn set_stage(&mut self, stage: AnswerStage) {
        if let Some(asked) = &mut self.asked {
            asked.stage = stage;
        }
    }

    /// Sends the answer to the question as it was shown.
    pub(super) fn decide(&mut self, decision: Decision) {
        let Some(prompt) = self.asked_question() else {
            return;
        };
        let session = prompt.session;
        let answer = answer(prompt, decision);
        if let Some(asked) = &mut self.asked {
            asked.sent = true;
        }
        self.send(Command::AnswerQuestion { session, answer });
    }

    fn chosen(&mut self, choice: Choice) {
        let Some(prompt) = self.asked_question() else {
            return;
        };
        let (id, session) = (prompt.id, prompt.session);
        match choice {
            // These are answers, see `read`.
            Choice::Yes
            | Choice::OnDisk
            | Choice::Network
            | Choice::Never
            | Choice::No
            | Choice::Skip
            | Choice::Back => {}
            Choice::Always => {
                let lines = question::scopes(prompt);
                self.say_all(lines);
                self.set_stage(AnswerStage::Scopes);
                self.unmark();
            }
            Choice::Hunks => {
                let of = ReviewSubject::Question { question: id };
                let question = ReviewQuery::File {
                    of,
                    options: unified(),
                };
                self.ask(
                    Query::Review { session, question },
                    PendingRequest::QuestionHunks(id),
                );
            }
            Choice::Edit => match &prompt.body {
                QuestionBody::Command { command, .. } => {
                    let text = command.clone();
                    self.edit(EditSubject::Command(id), &text);
                }
                _ => self.ask(
                    Query::ProposedText {
                        session,
                        question: id,
                    },
                    PendingRequest::Edit(EditSubject::Proposal(id)),
                ),
            },
            Choice::Show => {
                let lines = question::lines(prompt, self.count_of(id), QuestionExtent::Whole);
                self.say_all(lines);
                self.unmark();
            }
            Choice::Why => {
                let lines = question::why(prompt);
                self.say_all(lines);
            }
            Choice::Later => {
                self.postponed.insert(id);
                self.asked = None;
                self.say(say!("plain-put-off"));
            }
        }
    }

    /// Treats the text shown now as new: only lines begun after it may answer.
    fn unmark(&mut self) {
        if let Some(asked) = &mut self.asked {
            asked.arming.restart();
        }
    }

    /// Records that the proposed hunks were printed under these numbers.
    pub(super) fn choose_hunks(&mut self, hunks: Vec<protocol::ids::HunkId>) {
        self.set_stage(AnswerStage::Hunks(hunks));
        self.unmark();
    }

    /// `/answer`: asks every postponed question again.
    pub(super) fn ask_postponed_questions(&mut self) {
        self.postponed.clear();
        let waits = self.facts().map_or(0, |facts| facts.questions.len());
        match waits {
            0 => self.say(say!("plain-no-question-waits")),
            _ if !matches!(self.mode, PlainMode::Chat) => self.leave_mode(),
            _ if self.asked.is_some() => self.ask_again(),
            _ => {}
        }
    }
}

/// Returns the options of a unified view with little context around each change.
pub(super) fn unified() -> ViewOptions {
    ViewOptions {
        layout: ViewLayout::Unified,
        ..ViewOptions::default()
    }
}
