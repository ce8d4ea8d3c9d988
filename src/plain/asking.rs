//! Which question is asked, and which line may answer it.
//!
//! The rule that a stray line never approves: a line answers only the question that stood there, to its last line, when
//! the line's first letter was typed. What was begun before is what it was meant to be, and the question is put again.

use super::answer::{AnswerStage, Meaning, read};
use super::pending::PendingQuery;
use super::question::{self, Choice, QuestionExtent};
use super::state::{
    ARMING, AskedQuestion, Effect, Lines, Plain, PlainMode, Subject, Typed, TypedBy,
};
use super::text_entry::EditSubject;
use crate::l10n::say;
use crate::protocol::approval::{Answer, AnsweredBy, Decision, Question, QuestionBody};
use crate::protocol::command::Command;
use crate::protocol::ids::QuestionId;
use crate::protocol::query::Query;
use crate::protocol::review::view::{ViewLayout, ViewOptions};
use crate::protocol::review::{ReviewQuery, ReviewSubject};

/// Whether a line may answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AnswerCheck {
    Answer,
    /// It was begun before the question was known.
    Early,
    /// It was pasted, and no pasted text gives leave.
    Pasted,
    /// Nothing is asked.
    Nothing,
}

impl Plain {
    /// Asks what is to be asked next, where nothing is.
    pub(super) fn ask_next(&mut self) {
        if self.entry.is_some() || self.secret.is_some() {
            return;
        }
        // What was chosen leads to another question in a moment: nothing is read out in between.
        if self.own.is_none() && self.waiting.values().any(PendingQuery::asks_next) {
            return;
        }
        let subject = match (&self.own, &self.place) {
            (Some(_), _) => Some(Subject::Own),
            (None, PlainMode::Chat) => self.next_prompt(),
            // Lines are for the place, so nothing is asked there that they could answer.
            (None, _) => {
                self.say_that_one_waits();
                None
            }
        };
        match (subject, &self.asked) {
            (None, _) => self.asked = None,
            (Some(subject), Some(asked)) if asked.subject == subject => {}
            (Some(subject), _) => {
                let lines = self.lines_of(&subject);
                self.say_all(lines);
                if self.manner.bell && subject != Subject::Own {
                    self.effects.push(Effect::Bell);
                }
                self.asked = Some(AskedQuestion {
                    subject,
                    shown: None,
                    stage: AnswerStage::Choices,
                    sent: false,
                });
            }
        }
    }

    /// Says, once for each question, that it is asked when the place is left.
    fn say_that_one_waits(&mut self) {
        let Some(Subject::Prompt(id, shown)) = self.next_prompt() else {
            return;
        };
        if self.told_waiting.as_ref() == Some(&(id, shown)) {
            return;
        }
        let lines = self.prompt(id).map(question::waits_there);
        self.say_all(lines.unwrap_or_default());
        if self.manner.bell {
            self.effects.push(Effect::Bell);
        }
        self.told_waiting = Some((id, shown));
    }

    fn next_prompt(&self) -> Option<Subject> {
        let facts = self.facts()?;
        let is_open = |prompt: &&Question| !self.put_off.contains(&prompt.id);
        let prompt = facts.prompts.iter().find(is_open)?;
        Some(Subject::Prompt(prompt.id, prompt.shown))
    }

    fn lines_of(&self, subject: &Subject) -> Vec<String> {
        match subject {
            Subject::Own => self.own.as_ref().map(|own| own.lines()).unwrap_or_default(),
            Subject::Prompt(id, _) => match self.prompt(*id) {
                Some(prompt) => question::lines(prompt, self.count_of(*id), QuestionExtent::First),
                None => Vec::new(),
            },
        }
    }

    /// Which one a question is, of how many.
    fn count_of(&self, id: QuestionId) -> (usize, usize) {
        let prompts = self.facts().map(|facts| facts.prompts.as_slice());
        let prompts = prompts.unwrap_or_default();
        let place = prompts.iter().position(|open| open.id == id);
        (place.map_or(1, |place| place + 1), prompts.len())
    }

    /// The question that is asked, where it is one of the engine or the agent.
    pub(super) fn asked_prompt(&self) -> Option<&Question> {
        match &self.asked.as_ref()?.subject {
            Subject::Prompt(id, shown) => self.prompt(*id).filter(|open| open.shown == *shown),
            Subject::Own => None,
        }
    }

    /// Whether a line may answer what is asked.
    pub(super) fn may_answer(&self, typed: &Typed) -> AnswerCheck {
        let Some(asked) = &self.asked else {
            return AnswerCheck::Nothing;
        };
        if asked.sent {
            // It is answered: what comes now is something else.
            return AnswerCheck::Nothing;
        }
        let Some(shown) = asked.shown else {
            return AnswerCheck::Early;
        };
        let known_at = match self.manner.lines {
            Lines::Terminal => shown + ARMING,
            Lines::Pipe => shown,
        };
        if typed.begun <= known_at {
            return AnswerCheck::Early;
        }
        let takes_text = self
            .asked_prompt()
            .is_some_and(|prompt| !question::asks_for_leave(prompt));
        match typed.by {
            TypedBy::Paste if !takes_text => AnswerCheck::Pasted,
            _ => AnswerCheck::Answer,
        }
    }

    /// Says shortly what still waits; it is answered by what is typed from then on.
    pub(super) fn ask_again(&mut self) {
        let lines = match (&self.asked, self.asked_prompt(), &self.own) {
            (None, ..) => return,
            (Some(_), Some(prompt), _) => question::reminder(prompt),
            (Some(_), None, Some(own)) => own.lines(),
            (Some(_), None, None) => return,
        };
        self.say_all(lines);
        if let Some(asked) = &mut self.asked {
            asked.shown = None;
            asked.sent = false;
        }
    }

    /// A line that may answer.
    pub(super) fn answer(&mut self, text: &str) {
        let Some(asked) = &self.asked else { return };
        if asked.subject == Subject::Own {
            return self.answer_own(text);
        }
        let Some(prompt) = self.asked_prompt() else {
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
                self.send(Command::PausePromptTimeout {
                    session,
                    prompt,
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

    /// Gives the answer to what was shown.
    pub(super) fn decide(&mut self, decision: Decision) {
        let Some(prompt) = self.asked_prompt() else {
            return;
        };
        let (session, id, shown) = (prompt.session, prompt.id, prompt.shown);
        let answer = Answer {
            prompt: id,
            shown,
            decision,
            by: AnsweredBy::Key,
        };
        if let Some(asked) = &mut self.asked {
            asked.sent = true;
        }
        self.send(Command::AnswerPrompt { session, answer });
    }

    fn chosen(&mut self, choice: Choice) {
        let Some(prompt) = self.asked_prompt() else {
            return;
        };
        let (id, session) = (prompt.id, prompt.session);
        match choice {
            // They are answers, see `answer`.
            Choice::Yes | Choice::OnDisk | Choice::No => {}
            Choice::Always => {
                let lines = question::scopes(prompt);
                self.say_all(lines);
                self.set_stage(AnswerStage::Scopes);
                self.unmark();
            }
            Choice::Hunks => {
                let of = ReviewSubject::Prompt { prompt: id };
                let question = ReviewQuery::File {
                    of,
                    options: unified(),
                };
                self.ask(
                    Query::Review { session, question },
                    PendingQuery::PromptHunks(id),
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
                        prompt: id,
                    },
                    PendingQuery::Edit(EditSubject::Proposal(id)),
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
                self.put_off.insert(id);
                self.asked = None;
                self.say(say!("plain-put-off"));
            }
        }
    }

    /// What is shown now is new: it is answered by what is typed from then on.
    fn unmark(&mut self) {
        if let Some(asked) = &mut self.asked {
            asked.shown = None;
        }
    }

    /// The hunks of what is proposed were read out under these numbers.
    pub(super) fn choose_hunks(&mut self, hunks: Vec<crate::protocol::ids::HunkId>) {
        self.set_stage(AnswerStage::Hunks(hunks));
        self.unmark();
    }

    /// `/answer`: every question that was put off is asked again.
    pub(super) fn take_up(&mut self) {
        self.put_off.clear();
        let waits = self.facts().map_or(0, |facts| facts.prompts.len());
        match waits {
            0 => self.say(say!("plain-no-question-waits")),
            _ if !matches!(self.place, PlainMode::Chat) => self.leave_place(),
            _ if self.asked.is_some() => self.ask_again(),
            _ => {}
        }
    }
}

/// One column, with little around each change.
pub(super) fn unified() -> ViewOptions {
    ViewOptions {
        layout: ViewLayout::Unified,
        ..ViewOptions::default()
    }
}
