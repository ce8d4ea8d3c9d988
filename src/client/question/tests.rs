//! Tests of the model of a question.

use std::time::Duration;

use proptest::prelude::*;
use uuid::Uuid;

use super::{AnswerDraft, Arming, Choice, Withheld, choices, hunks_decision, problem};
use l10n::Language;
use l10n::testing::speaking;
use notice::{Notice, notice};
use protocol::approval::{
    AlwaysScope, Decision, DeleteItem, GrantScope, ProposedNote, Question, QuestionBody, Risk,
    RiskReport, Validation, WizardPlace,
};
use protocol::change::{DiffChange, FileDiff};
use protocol::ids::{ContentHash, HunkId, QuestionId, RunId, SessionId};
use testing::cases;

pub(crate) fn question(body: QuestionBody, risk: Risk) -> Question {
    let why = Notice::text("it changes something");
    let scope = AlwaysScope {
        scope: GrantScope::Session,
        grants: Notice::text("this session"),
        pattern: None,
    };
    Question {
        id: QuestionId(Uuid::from_u128(1)),
        session: SessionId(Uuid::from_u128(2)),
        run: RunId(Uuid::from_u128(3)),
        call: None,
        tool: "tool".to_owned(),
        origin: "build".to_owned(),
        body,
        risk: RiskReport {
            risk,
            ..RiskReport::low(why)
        },
        shown: ContentHash::of(b"shown"),
        changed: false,
        scopes: vec![scope],
        send_to: None,
        created_at: jiff::Timestamp::UNIX_EPOCH,
        timeout_s: None,
        wizard: None,
    }
}

fn write() -> QuestionBody {
    QuestionBody::Write {
        path: "src/a.rs".to_owned(),
        diff: FileDiff {
            path: "src/a.rs".to_owned(),
            change: DiffChange::Modified,
            hunks: Vec::new(),
            added: 1,
            removed: 0,
            truncated: false,
        },
        note: None,
    }
}

fn command(proposed: Option<ProposedNote>) -> QuestionBody {
    QuestionBody::Command {
        command: "cargo test".to_owned(),
        cwd: ".".to_owned(),
        sandbox: Default::default(),
        proposed,
        touches: Vec::new(),
        uncovered: None,
    }
}

fn beside_proposed() -> QuestionBody {
    command(Some(ProposedNote {
        hunks: 2,
        files: vec!["src/a.rs".to_owned()],
        unwritten: None,
    }))
}

fn delete() -> QuestionBody {
    let file = |path: &str, files| DeleteItem {
        path: path.to_owned(),
        files,
        bytes: 10,
        note: notice!("told-git-clean"),
        inside: Vec::new(),
    };
    QuestionBody::Delete {
        files: vec![file("old/", 31), file("a.txt", 1)],
    }
}

fn select(multiple: bool) -> QuestionBody {
    QuestionBody::Select {
        question: "Which?".to_owned(),
        options: vec!["one".to_owned(), "two".to_owned(), "three".to_owned()],
        multiple,
    }
}

fn words(question: &Question) -> String {
    let words: Vec<&str> = choices(question).into_iter().map(Choice::word).collect();
    words.join(" ")
}

#[test]
fn each_kind_of_question_offers_its_choices_and_high_risk_fewer_of_them() {
    for (body, low, high) in [
        (
            write(),
            "yes no always hunks edit show why later",
            "yes no show why later",
        ),
        (
            command(None),
            "yes no always edit show why later",
            "yes no edit show why later",
        ),
        (
            beside_proposed(),
            "yes no disk always edit show why later",
            "yes no edit show why later",
        ),
        (
            delete(),
            "yes no always show why later",
            "yes no show why later",
        ),
        (
            QuestionBody::Confirm {
                question: Notice::text("Go on?"),
            },
            "yes no always show why later",
            "yes no show why later",
        ),
        (select(true), "show skip later", "show skip later"),
    ] {
        let mut asked = question(body.clone(), Risk::Medium);
        assert_eq!(words(&asked), low);
        assert_eq!(words(&question(body, Risk::High)), high);
        asked.wizard = Some(WizardPlace {
            number: 2,
            of: 3,
            answers: Vec::new(),
        });
        assert_eq!(words(&asked), format!("{low} back"));
    }
}

#[test]
fn always_is_withheld_where_it_is_asked_each_time_and_where_nothing_can_be_granted() {
    let mut asked = question(command(None), Risk::Low);
    assert_eq!(Choice::Always.withheld(&asked), None);
    asked.risk.always_ask = true;
    let each_time = Some(Withheld::AskedEachTime);
    assert_eq!(Choice::Always.withheld(&asked), each_time);
    assert_eq!(
        Choice::Always.withheld(&question(command(None), Risk::High)),
        each_time
    );
    asked.risk.always_ask = false;
    asked.scopes.clear();
    assert_eq!(Choice::Always.withheld(&asked), Some(Withheld::NotHere));
    let select = question(select(false), Risk::Low);
    assert_eq!(
        Choice::Always.withheld(&select),
        Some(Withheld::WantsAnswer)
    );
}

#[test]
fn a_letter_makes_the_same_choice_capital_or_small() {
    for (letter, choice) in [('y', Choice::Yes), ('n', Choice::No), ('a', Choice::Always)] {
        assert_eq!(Choice::of_key(letter), Some(choice));
        assert_eq!(Choice::of_key(letter.to_ascii_uppercase()), Some(choice));
    }
    assert_eq!(Choice::of_key('q'), None);
}

#[test]
fn a_yes_means_what_was_edited_switched_and_marked() {
    let asked = question(beside_proposed(), Risk::Medium);
    let mut draft = AnswerDraft::new(&asked);
    assert_eq!(draft.approval(&asked), Decision::Yes);
    draft.on_disk = true;
    assert_eq!(draft.approval(&asked), Decision::OnDisk);
    draft.edited = Some("cargo doc".to_owned());
    let edited = Decision::Edited {
        text: "cargo doc".to_owned(),
        on_disk: true,
    };
    assert_eq!(draft.approval(&asked), edited);

    let asked = question(delete(), Risk::High);
    let mut draft = AnswerDraft::new(&asked);
    assert_eq!(draft.approval(&asked), Decision::Yes);
    draft.marked[0] = false;
    let paths = vec!["a.txt".to_owned()];
    assert_eq!(draft.approval(&asked), Decision::Files { paths });
}

#[test]
fn of_options_the_marked_ones_are_chosen_or_else_the_highlighted_one() {
    let mut asked = question(select(true), Risk::Low);
    let chosen = |indices: &[usize]| Decision::Selected {
        indices: indices.to_vec(),
    };
    assert_eq!(AnswerDraft::new(&asked).selection(1), chosen(&[1]));
    asked.wizard = Some(WizardPlace {
        number: 1,
        of: 2,
        answers: vec![chosen(&[0, 2])],
    });
    assert_eq!(AnswerDraft::new(&asked).selection(1), chosen(&[0, 2]));
    // A single choice is highlighted, not marked.
    asked.body = select(false);
    assert_eq!(AnswerDraft::new(&asked).selection(1), chosen(&[1]));
}

#[test]
fn some_of_the_hunks_are_named_and_all_or_none_are_a_yes_or_a_no() {
    let hunk = HunkId(Uuid::from_u128(1));
    let accepted = vec![hunk];
    assert_eq!(hunks_decision(accepted.clone(), 0), Decision::Yes);
    assert_eq!(hunks_decision(Vec::new(), 2), Decision::No { reason: None });
    assert_eq!(
        hunks_decision(accepted.clone(), 1),
        Decision::Hunks { accepted }
    );
}

#[test]
fn the_word_of_high_risk_counts_the_marked_files_and_is_exact_in_every_language() {
    for language in Language::ALL {
        speaking(language, || {
            let asked = question(delete(), Risk::High);
            let mut draft = AnswerDraft::new(&asked);
            assert!(draft.is_word("delete 32", &asked));
            assert!(draft.is_word(&draft.translated_word(&asked), &asked));
            draft.marked[0] = false;
            assert!(!draft.is_word("delete 32", &asked));
            assert!(draft.is_word("delete 1", &asked));
            for wrong in ["", "delete", "DELETE 1", "delete 11", "y"] {
                assert!(!draft.is_word(wrong, &asked), "{wrong}");
            }
        });
    }
}

#[test]
fn nothing_is_armed_before_it_is_shown_and_for_a_time_after_that() {
    let ms = Duration::from_millis;
    let mut arming = Arming::default();
    assert!(!arming.is_armed(ms(9_000)) && !arming.was_shown(ms(9_000)));
    arming.begin(ms(1_000));
    arming.begin(ms(5_000));
    assert!(!arming.was_shown(ms(1_000)) && arming.was_shown(ms(1_001)));
    assert!(!arming.is_armed(ms(1_399)) && arming.is_armed(ms(1_400)));
    assert_eq!(arming.left(ms(1_100)), ms(300));
    arming.restart();
    assert!(!arming.has_begun() && !arming.is_armed(ms(9_000)));
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn a_problem_is_told_exactly_where_an_answer_is_not_accepted(
        validation in prop::sample::select(vec![
            Validation::None,
            Validation::NotEmpty,
            Validation::Number,
            Validation::Path,
            Validation::Pattern("[a-z]+".into()),
        ]),
        typed in "[ab1 ./-]{0,6}",
    ) {
        let unfit = validation.unfit(&typed);
        prop_assert_eq!(problem(&typed, &validation).is_some(), unfit.is_some());
    }
}
