//! The central property: whatever lines arrive while questions appear, change and go, a line
//! approves only a question that was visible when the line's first letter was typed.

use std::collections::BTreeMap;
use std::time::Duration;

use proptest::prelude::*;

use super::help::{PlainHarness, command, manner, write};
use crate::{Interaction, Lines, TypedBy};
use notice::Notice;
use protocol::approval::{AnsweredBy, Decision, Question, Risk, RiskReport};
use protocol::command::Command;
use protocol::event::EventKind;
use protocol::ids::ContentHash;
use testing::cases;

/// An event, some milliseconds after the previous one.
#[derive(Debug, Clone)]
enum Happening {
    /// A question appears, with this id and risk.
    Asks(u128, Kind),
    /// The question's proposal changes.
    Changes(u128),
    /// Someone else answers the question.
    Gone(u128),
    /// The output is printed.
    Printed,
    /// A line ends that was begun this many milliseconds ago.
    Line(String, u64, bool),
    /// The engine accepts the answer.
    Taken,
}

#[derive(Debug, Clone, Copy)]
enum Kind {
    Write,
    Command,
    High,
}

fn happening() -> impl Strategy<Value = Happening> {
    let id = 40_u128..43;
    let kind = prop_oneof![Just(Kind::Write), Just(Kind::Command), Just(Kind::High)];
    let words = prop_oneof![
        4 => prop::sample::select(vec![
            "y", "yes", "1", "Yes", "run", "always", "3", "2", "no", "hunks", "only 1", "edit", "show", "why", "later",
            "back", "disk", "write", "delete 1", ".", "/answer", "/again", "?", "hold", "4", "5",
        ])
        .prop_map(str::to_owned),
        1 => "[a-z0-9 ]{0,6}",
    ];
    prop_oneof![
        3 => (id.clone(), kind).prop_map(|(id, kind)| Happening::Asks(id, kind)),
        1 => id.clone().prop_map(Happening::Changes),
        1 => id.prop_map(Happening::Gone),
        4 => Just(Happening::Printed),
        8 => (words, 0_u64..3_000, any::<bool>())
            .prop_map(|(text, ago, pasted)| Happening::Line(text, ago, pasted)),
        2 => Just(Happening::Taken),
    ]
}

fn prompt(id: u128, kind: Kind, version: u64) -> Question {
    let mut question = match kind {
        Kind::Write => write(id),
        Kind::Command => command(id, "ls -l", RiskReport::medium(Notice::text("it lists"))),
        Kind::High => command(
            id,
            "rm -rf /x",
            RiskReport::high(Notice::text("it deletes")),
        ),
    };
    question.shown = ContentHash::of(format!("{id} {version}").as_bytes());
    question
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn a_line_approves_only_what_was_shown_before_it_was_begun(
        lines in prop_oneof![Just(Lines::Terminal), Just(Lines::Pipe)],
        happenings in prop::collection::vec((0_u64..1_500, happening()), 1..60),
    ) {
        let mut harness = PlainHarness::unopened(Interaction { lines, ..manner() });
        harness.created();
        harness.run_begins("Go");
        let mut open: BTreeMap<u128, (Kind, Question)> = BTreeMap::new();
        // The time since which the user can know each version of a question: the time at which its
        // last line was printed.
        let mut known: BTreeMap<ContentHash, Duration> = BTreeMap::new();
        let mut version = 0;
        for (gap, happening) in happenings {
            harness.now += Duration::from_millis(gap);
            let sent = harness.sent.len();
            match happening {
                Happening::Asks(id, kind) => {
                    if open.contains_key(&id) {
                        continue;
                    }
                    version += 1;
                    let asked = prompt(id, kind, version);
                    open.insert(id, (kind, asked.clone()));
                    hear(&mut harness, EventKind::QuestionOpened { question: asked });
                }
                Happening::Changes(id) => {
                    let Some((kind, before)) = open.get_mut(&id) else { continue };
                    version += 1;
                    let mut changed = prompt(id, *kind, version);
                    changed.changed = true;
                    *before = changed.clone();
                    hear(&mut harness, EventKind::QuestionOpened { question: changed });
                }
                Happening::Gone(id) => {
                    let Some((_, gone)) = open.remove(&id) else { continue };
                    hear(&mut harness, super::help::answered_by(&gone, AnsweredBy::Timeout));
                }
                Happening::Printed => {
                    let wants = harness.plain.wants_mark();
                    harness.mark();
                    if wants && let Some(prompt) = harness.plain.asked_question() {
                        known.insert(prompt.shown, harness.now);
                    }
                }
                Happening::Line(text, ago, pasted) => {
                    let begun = harness.now.saturating_sub(Duration::from_millis(ago));
                    let by = match (lines, pasted) {
                        (Lines::Pipe, _) => TypedBy::Line,
                        (Lines::Terminal, true) => TypedBy::Paste,
                        (Lines::Terminal, false) => TypedBy::Keys,
                    };
                    let asked = harness.plain.asked_question().cloned();
                    give_line(&mut harness, &text, begun, by);
                    for command in &harness.sent[sent..] {
                        let Command::AnswerQuestion { answer, .. } = command else { continue };
                        if matches!(answer.decision, Decision::No { .. }) {
                            continue;
                        }
                        let asked = asked.as_ref().expect("something was asked");
                        prop_assert_eq!(&answer.shown, &asked.shown);
                        let since = known.get(&asked.shown);
                        prop_assert!(
                            since.is_some_and(|since| begun > *since),
                            "{text:?} begun {begun:?}, shown {since:?}"
                        );
                        prop_assert!(by != TypedBy::Paste, "a paste approved");
                        if asked.risk.risk == Risk::High {
                            prop_assert_eq!(text.trim(), "run");
                        }
                    }
                }
                Happening::Taken => {
                    let answers: Vec<_> = harness
                        .sent
                        .iter()
                        .filter_map(|command| match command {
                            Command::AnswerQuestion { answer, .. } => Some(answer.clone()),
                            _ => None,
                        })
                        .collect();
                    for answer in answers {
                        let is_open = |(_, prompt): &(Kind, Question)| prompt.id == answer.question;
                        let place = open.iter().find(|(_, it)| is_open(it)).map(|(id, _)| *id);
                        if let Some(id) = place {
                            open.remove(&id);
                            let summary = "it".to_owned();
                            hear(&mut harness, EventKind::QuestionAnswered { answer, summary: Notice::text(summary) });
                        }
                    }
                }
            }
        }
    }
}

/// Same as [`Talk::hear`], but the lines are not printed yet.
fn hear(harness: &mut PlainHarness, fact: EventKind) {
    harness.hear_unprinted(fact);
}

fn give_line(harness: &mut PlainHarness, text: &str, begun: Duration, by: TypedBy) {
    harness.typed_unprinted(text, begun, by);
    // The line's queries fail, so that the next line is taken.
    harness.nothing_is_found();
}
