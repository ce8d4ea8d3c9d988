//! The line that tells the user of the demo what to press next. It follows the session's events, so
//! it names the step that is due even if the user leaves the suggested path.

use l10n::say;
use protocol::approval::{Question, QuestionBody, Risk};
use protocol::event::{Event, EventKind};
use protocol::ids::QuestionId;
use protocol::review::ApplyResult;
use protocol::sandbox::World;

/// The steps of the demo.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Step {
    /// The task waits in the editor.
    #[default]
    Send,
    /// The agent works, and there is nothing to do.
    Work,
    /// The proposed changes have not been looked at.
    Review,
    /// A command waits for a yes.
    Run,
    /// The same one again, after it failed.
    RunAgain,
    /// A command of high risk waits for a no.
    Refuse,
    /// The run is over, and its changes are only proposed.
    Apply,
    RollBack,
    End,
}

/// Follows the demo.
#[derive(Debug, Default)]
pub struct Coach {
    step: Step,
    /// The question that the step is about.
    question: Option<QuestionId>,
    has_reviewed: bool,
    has_run: bool,
    /// Whether the agent proposed a correction after the checks ran.
    has_mended: bool,
    /// Whether the checks see what is proposed, so that nothing has to be applied for them.
    sees_proposals: bool,
    /// Whether there are proposed changes that are not on the disk.
    is_apart: bool,
    /// The steps whose question came up.
    asked: Vec<Step>,
}

/// Where the user's keys go while the line is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeysGoTo {
    Review,
    Elsewhere,
}

impl Coach {
    /// Returns the line; `None` while there is nothing to do. It names no key that the user has
    /// pressed already: `F7` in the review leaves it.
    pub fn line(&self, keys: KeysGoTo) -> Option<&'static str> {
        match self.step {
            Step::Send => Some(say!("coach-send")),
            Step::Work => None,
            Step::Run | Step::RunAgain if !self.has_reviewed => Some(say!("coach-review")),
            Step::Review => Some(say!("coach-review")),
            Step::Run if self.sees_proposals => Some(say!("coach-run-proposed")),
            Step::Run => Some(say!("coach-run")),
            Step::RunAgain if self.has_mended => Some(say!("coach-run-again")),
            Step::RunAgain => Some(say!("coach-run-unmended")),
            Step::Refuse if self.asked.contains(&Step::RunAgain) => Some(say!("coach-refuse")),
            Step::Refuse => Some(say!("coach-refuse-early")),
            Step::Apply if keys == KeysGoTo::Review => Some(say!("coach-apply-in-review")),
            Step::Apply => Some(say!("coach-apply")),
            Step::RollBack if self.asked.contains(&Step::Refuse) => Some(say!("coach-roll-back")),
            Step::RollBack => Some(say!("coach-roll-back-early")),
            Step::End => Some(say!("coach-end")),
        }
    }

    /// Returns the line for a screen that has one row for it: what to press, without the reason.
    pub fn short_line(&self, keys: KeysGoTo) -> Option<&'static str> {
        match self.step {
            Step::Send => Some(say!("coach-short-send")),
            Step::Work => None,
            Step::Run | Step::RunAgain if !self.has_reviewed => Some(say!("coach-short-review")),
            Step::Review => Some(say!("coach-short-review")),
            Step::Run => Some(say!("coach-short-run")),
            Step::RunAgain => Some(say!("coach-short-run-again")),
            Step::Refuse => Some(say!("coach-short-refuse")),
            Step::Apply if keys == KeysGoTo::Review => Some(say!("coach-short-apply-in-review")),
            Step::Apply => Some(say!("coach-short-apply")),
            Step::RollBack => Some(say!("coach-short-roll-back")),
            Step::End => Some(say!("coach-short-end")),
        }
    }

    /// Notes that the user has opened the review.
    pub fn review_opened(&mut self) {
        self.has_reviewed = true;
        if self.step == Step::Review {
            self.step = Step::Work;
        }
    }

    /// Applies an event of the demo's session.
    pub fn apply(&mut self, event: &Event) {
        match &event.fact {
            EventKind::EditsProposed { entry } if entry.hunks.iter().any(|hunk| !hunk.written) => {
                self.is_apart = true;
            }
            EventKind::ApplyEnded { result, .. } if *result == ApplyResult::Done => {
                self.is_apart = false;
            }
            _ => {}
        }
        match &event.fact {
            EventKind::RunStarted { .. } => self.step = Step::Work,
            EventKind::EditsProposed { .. } if self.has_run => self.has_mended = true,
            EventKind::EditsProposed { .. } if !self.has_reviewed && self.step == Step::Work => {
                self.step = Step::Review;
            }
            EventKind::QuestionOpened { question } => self.asked(question),
            EventKind::QuestionAnswered { answer, .. }
                if Some(answer.question) == self.question =>
            {
                self.has_run = true;
                // A user who has answered knows how; the review is not insisted on.
                self.has_reviewed = true;
                self.step = Step::Work;
            }
            EventKind::RunCompleted { .. }
            | EventKind::RunCancelled { .. }
            | EventKind::RunFailed { .. } => {
                self.step = if self.is_apart {
                    Step::Apply
                } else {
                    Step::RollBack
                };
            }
            EventKind::ApplyEnded { .. } if self.step == Step::Apply && !self.is_apart => {
                self.step = Step::RollBack;
            }
            EventKind::RollbackCompleted { .. } => self.step = Step::End,
            _ => {}
        }
    }

    fn asked(&mut self, question: &Question) {
        self.question = Some(question.id);
        if let QuestionBody::Command { sandbox, .. } = &question.body {
            self.sees_proposals = sandbox.world == World::Proposed;
        }
        self.step = match question.risk.risk {
            Risk::High => Step::Refuse,
            _ if self.has_run => Step::RunAgain,
            _ => Step::Run,
        };
        self.asked.push(self.step);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::tests::question;
    use crate::text::width_of;
    use l10n::Language;
    use l10n::testing::speaking;
    use notice::{Notice, notice};
    use protocol::approval::{Answer, AnsweredBy, Decision};
    use protocol::change::{Entry, FileOperation, Origin};
    use protocol::ids::{ContentHash, EntryId, FileId, SessionId};
    use protocol::session::RunResult;
    use uuid::Uuid;

    fn coach(facts: impl IntoIterator<Item = EventKind>) -> Coach {
        let mut coach = Coach::default();
        for fact in facts {
            coach.apply(&Event {
                seq: None,
                at: jiff::Timestamp::UNIX_EPOCH,
                session: SessionId(Uuid::nil()),
                run: None,
                fact,
            });
        }
        coach
    }

    #[test]
    fn every_step_has_a_short_line_that_fits_on_the_narrowest_screen() {
        use Step::{Apply, End, Refuse, Review, RollBack, Run, RunAgain, Send, Work};
        for language in [Language::English, Language::French, Language::Portuguese] {
            speaking(language, || {
                for step in [
                    Send, Work, Review, Run, RunAgain, Refuse, Apply, RollBack, End,
                ] {
                    let coach = Coach {
                        step,
                        has_reviewed: true,
                        ..Coach::default()
                    };
                    for keys in [KeysGoTo::Review, KeysGoTo::Elsewhere] {
                        let (short, line) = (coach.short_line(keys), coach.line(keys));
                        assert_eq!(short.is_some(), line.is_some(), "{step:?}");
                        let short = short.unwrap_or_default();
                        assert!(width_of(short) <= 38, "{short}");
                        // It names the same step.
                        let number =
                            |line: &str| line.split_once("  ").map(|line| line.0.to_owned());
                        if step != End {
                            assert_eq!(number(short), number(line.unwrap_or_default()));
                        }
                    }
                }
            });
        }
    }

    fn edits() -> EventKind {
        let entry = Entry {
            id: EntryId(Uuid::nil()),
            file: FileId(Uuid::nil()),
            path: "greet.sh".into(),
            session: SessionId(Uuid::nil()),
            origin: Origin::User,
            operation: FileOperation::Edit,
            before: None,
            after: None,
            hunks: Vec::new(),
            made_without: Vec::new(),
            rationale: None,
            at: jiff::Timestamp::UNIX_EPOCH,
        };
        EventKind::EditsProposed { entry }
    }

    /// A question of this risk, and the user's answer.
    fn asks(risk: Risk) -> [EventKind; 2] {
        let text = Notice::text("sh test.sh");
        let question = question(QuestionBody::Confirm { question: text }, risk);
        let answer = Answer {
            question: question.id,
            shown: ContentHash::of(b"shown"),
            decision: Decision::Yes,
            by: AnsweredBy::Key,
        };
        let summary = notice!("told-demo-is-script");
        [
            EventKind::QuestionOpened { question },
            EventKind::QuestionAnswered { answer, summary },
        ]
    }

    fn ended() -> EventKind {
        let result = RunResult::default();
        EventKind::RunCompleted { result }
    }

    #[test]
    fn the_second_check_says_that_the_agent_corrected_only_if_it_did() {
        let [ask, answer] = asks(Risk::Medium);
        let first = [edits(), ask.clone(), answer];
        let again = |between: Vec<EventKind>| {
            let facts = first.iter().cloned().chain(between).chain([ask.clone()]);
            coach(facts).line(KeysGoTo::Elsewhere).unwrap()
        };
        assert!(again(vec![edits()]).contains("the agent corrected greet.sh"));
        assert!(again(Vec::new()).contains("nothing was corrected"));
    }

    #[test]
    fn a_step_that_is_left_out_is_said() {
        let [ask, answer] = asks(Risk::Medium);
        let [refuse, refused] = asks(Risk::High);
        let line = |facts: &[&EventKind]| {
            coach(facts.iter().copied().cloned())
                .line(KeysGoTo::Elsewhere)
                .unwrap()
        };
        let (edits, ended) = (edits(), ended());
        assert!(line(&[&edits, &ask, &answer, &refuse]).contains("step 4 is left out"));
        let whole = [
            &edits, &ask, &answer, &ask, &answer, &refuse, &refused, &ended,
        ];
        assert!(!line(&whole).contains("left out"));
        let early = [&edits, &ask, &answer, &ask, &answer, &ended];
        assert!(line(&early).contains("a step is left out"));
    }

    #[test]
    fn changes_that_are_only_proposed_are_applied_before_they_are_rolled_back() {
        let hunk = protocol::change::Hunk {
            id: protocol::ids::HunkId(Uuid::nil()),
            old_start: 1,
            old_count: 0,
            new_start: 1,
            inserted: vec!["x\n".to_owned()],
            state: Default::default(),
            written: false,
            oversized: false,
            amends: None,
        };
        let EventKind::EditsProposed { mut entry } = edits() else {
            panic!("an edit");
        };
        entry.hunks.push(hunk);
        let proposed = EventKind::EditsProposed { entry };
        let line = |facts: &[EventKind]| {
            coach(facts.iter().cloned())
                .line(KeysGoTo::Elsewhere)
                .unwrap()
        };
        assert!(line(&[proposed.clone(), ended()]).contains("F7, then A"));
        let in_review = coach([proposed.clone(), ended()]).line(KeysGoTo::Review);
        assert!(in_review.is_some_and(|line| line.contains("A and y") && !line.contains("F7")));
        let applied = EventKind::ApplyEnded {
            apply: protocol::ids::ApplyId(Uuid::nil()),
            result: ApplyResult::Done,
        };
        assert!(line(&[proposed, ended(), applied]).contains("takes back"));
        assert!(line(&[edits(), ended()]).contains("takes back"));
    }
}
