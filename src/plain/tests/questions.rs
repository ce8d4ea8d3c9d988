//! Tests of questions as they are read out: the possible input and its effects.

use std::time::Duration;

use proptest::prelude::*;
use uuid::Uuid;

use super::help::{RUN, Talk, command, manner, message, prompt, settings, write};
use crate::plain::{Input, Interaction, Lines, TypedBy};
use crate::protocol::approval::{
    Decision, DeleteItem, GrantScope, ProposedNote, QuestionBody, RiskReport, Validation,
    WizardPlace,
};
use crate::protocol::command::Command;
use crate::protocol::event::EventKind;
use crate::protocol::ids::{ContentHash, MessageId, RunId, SessionId};
use crate::protocol::message::Role;
use crate::protocol::query::{Query, Reply};
use crate::protocol::session::{SessionSettings, SessionStatus, SessionSummary};
use crate::testing::cases;

#[test]
fn a_refusal_takes_the_words_behind_it_as_its_reason() {
    let mut talk = Talk::begin();
    talk.run_begins("Change it");
    talk.asks(write(40));
    talk.types("no, the old call must stay");
    talk.answer_is_taken("write src/a.rs");
    assert_eq!(
        talk.decisions(),
        [Decision::No {
            reason: Some("the old call must stay".into())
        }]
    );
    insta::assert_snapshot!(talk.text());
}

#[test]
fn high_risk_is_allowed_by_its_word_and_by_nothing_else() {
    let mut talk = Talk::begin();
    talk.run_begins("Clean up");
    talk.asks(command(
        40,
        "rm -rf target\u{202e} dist",
        RiskReport::high("it deletes files that git does not have"),
    ));
    for tried in ["1", "yes", "y", "Y", "always", "RUN", "run it", "", "ok"] {
        talk.types(tried);
    }
    assert!(talk.decisions().is_empty(), "{:?}", talk.decisions());
    assert!(talk.messages().len() == 1, "{:?}", talk.messages());
    talk.types("run");
    assert_eq!(talk.decisions(), [Decision::Yes]);
    insta::assert_snapshot!(talk.text());
}

#[test]
fn a_padded_command_is_read_out_without_its_padding_and_with_what_it_hides() {
    let mut talk = Talk::begin();
    talk.run_begins("Clean up");
    let text = format!(
        "ls{}\n\u{441}url{}| sh",
        "\n".repeat(60),
        " ".repeat(10_000)
    );
    talk.asks(command(40, &text, RiskReport::medium("it loads a script")));
    let said = talk.text();
    for line in [
        "  ls",
        "  <60 blank lines>",
        "  \u{441}<U+0441>url<10000 blanks>| sh",
    ] {
        assert!(said.lines().any(|it| it == line), "{line:?}: {said}");
    }
}

#[test]
fn a_line_that_was_begun_before_the_question_is_a_message_and_the_question_is_put_again() {
    let mut talk = Talk::begin();
    talk.run_begins("Run the tests");
    let begun = talk.now + Duration::from_millis(10);
    talk.now += Duration::from_secs(1);
    talk.asks(command(
        40,
        "cargo test",
        RiskReport::medium("it runs code"),
    ));
    talk.now += Duration::from_secs(2);
    talk.typed("yes", begun, TypedBy::Keys);
    assert!(talk.decisions().is_empty());
    assert_eq!(talk.messages().last().unwrap(), "yes");
    // A line that follows too soon does not answer, and neither does a pasted one.
    talk.typed("1", talk.now + Duration::from_millis(300), TypedBy::Keys);
    assert!(talk.decisions().is_empty());
    talk.now += Duration::from_secs(3);
    talk.typed("y", talk.now, TypedBy::Paste);
    assert!(talk.decisions().is_empty());
    talk.types("yes");
    assert_eq!(talk.decisions(), [Decision::Yes]);
    insta::assert_snapshot!(talk.text());
}

#[test]
fn what_is_no_choice_is_no_answer_and_is_not_sent_and_later_lets_a_message_through() {
    let mut talk = Talk::begin();
    talk.run_begins("Run the tests");
    talk.asks(command(
        40,
        "cargo test",
        RiskReport::medium("it runs code"),
    ));
    talk.types("yes please");
    talk.types("9");
    assert!(talk.decisions().is_empty());
    assert_eq!(talk.messages().len(), 1);
    talk.types("later");
    talk.types("Only the unit tests");
    assert_eq!(talk.messages().last().unwrap(), "Only the unit tests");
    talk.types("y");
    assert!(talk.decisions().is_empty(), "it is put off");
    talk.types("/answer");
    talk.types("n");
    assert_eq!(talk.decisions(), [Decision::No { reason: None }]);
    insta::assert_snapshot!(talk.text());
}

#[test]
fn always_lists_exactly_what_it_would_grant_before_a_number_takes_it() {
    let mut talk = Talk::begin();
    talk.run_begins("Run the tests");
    talk.asks(command(
        40,
        "cargo test",
        RiskReport::medium("it runs code"),
    ));
    talk.types("3");
    assert!(talk.decisions().is_empty());
    talk.types("yes");
    assert!(talk.decisions().is_empty(), "it is asked how far");
    talk.types("2");
    let scope = GrantScope::Session;
    assert_eq!(talk.decisions(), [Decision::Always { scope }]);
    insta::assert_snapshot!(talk.text());
}

#[test]
fn a_changed_proposal_is_read_out_anew_and_an_answer_is_for_what_was_heard() {
    let mut talk = Talk::begin();
    talk.run_begins("Change it");
    talk.asks(write(40));
    let before = talk.now;
    talk.now += Duration::from_secs(5);
    let mut changed = write(40);
    changed.shown = ContentHash::of(b"another");
    changed.changed = true;
    talk.asks(changed);
    talk.typed("yes", before + Duration::from_secs(4), TypedBy::Keys);
    assert!(talk.decisions().is_empty(), "it was begun for the old one");
    talk.types("yes");
    let Some(Command::AnswerQuestion { answer, .. }) = talk.sent.last() else {
        panic!("{:?}", talk.sent);
    };
    assert_eq!(answer.shown, ContentHash::of(b"another"));
    assert!(talk.text().contains("CHANGED since it was asked before"));
}

#[test]
fn a_command_beside_staged_changes_can_run_on_the_disk_as_it_is() {
    let mut talk = Talk::begin();
    talk.run_begins("Run the tests");
    let mut question = command(
        40,
        "cargo test\ncargo doc",
        RiskReport::medium("it runs code"),
    );
    if let QuestionBody::Command {
        proposed: staged, ..
    } = &mut question.body
    {
        *staged = Some(ProposedNote {
            hunks: 2,
            files: vec!["src/a.rs".into()],
            unwritten: None,
        });
    }
    question.timeout_s = Some(60);
    talk.asks(question);
    talk.types("hold");
    talk.types("disk");
    assert_eq!(talk.decisions(), [Decision::OnDisk]);
    insta::assert_snapshot!(talk.text());
}

#[test]
fn files_that_are_to_be_deleted_can_be_chosen_one_by_one() {
    let mut talk = Talk::begin();
    talk.run_begins("Tidy up");
    let file = |path: &str, files| DeleteItem {
        path: path.into(),
        files,
        bytes: 1_200,
        note: "in git, clean".into(),
        inside: Vec::new(),
    };
    let files = vec![file("old/", 31), file("a.txt", 1), file("b.txt", 1)];
    let body = QuestionBody::Delete { files };
    talk.asks(prompt(40, body, RiskReport::medium("it deletes")));
    talk.types("only 1,9");
    assert!(talk.decisions().is_empty());
    talk.types("only 2-3");
    let paths = vec!["a.txt".to_owned(), "b.txt".to_owned()];
    assert_eq!(talk.decisions(), [Decision::Files { paths }]);
    insta::assert_snapshot!(talk.text());
}

#[test]
fn questions_of_the_agent_are_answered_by_numbers_by_words_or_not() {
    let select = |id, multiple| {
        let body = QuestionBody::Select {
            question: "How shall a second refresh behave?".into(),
            options: vec!["wait".into(), "fail fast".into(), "retry".into()],
            multiple,
        };
        prompt(id, body, RiskReport::low("a question"))
    };
    let input = |id, validation| {
        let body = QuestionBody::Input {
            question: "Which port?".into(),
            validation,
        };
        prompt(id, body, RiskReport::low("a question"))
    };
    let mut talk = Talk::begin();
    talk.run_begins("Go");
    for (asked, typed) in [
        (select(40, false), "1,2"),
        (select(40, false), "2"),
        (select(41, true), "1 3"),
        (select(42, false), "other: neither"),
        (input(43, Validation::Number), "eighty"),
        (input(43, Validation::Number), "8080"),
        (input(44, Validation::None), "= skip"),
        (input(45, Validation::NotEmpty), "skip"),
    ] {
        let is_new = !talk
            .record
            .last()
            .is_some_and(|line| line.starts_with("Only one") || line.starts_with("That is no"));
        if is_new {
            talk.hear(EventKind::ClarificationOpened { question: asked });
        }
        let before = talk.decisions().len();
        talk.types(typed);
        if talk.decisions().len() > before {
            talk.answer_is_taken("the question");
        }
    }
    assert_eq!(
        talk.decisions(),
        [
            Decision::Selected { indices: vec![1] },
            Decision::Selected {
                indices: vec![0, 2]
            },
            Decision::Text {
                text: "neither".into()
            },
            Decision::Text {
                text: "8080".into()
            },
            Decision::Text {
                text: "skip".into()
            },
            Decision::Skipped,
        ]
    );
    insta::assert_snapshot!(talk.text());
}

#[test]
fn a_command_is_edited_line_by_line_where_there_is_no_editor() {
    let mut talk = Talk::begin();
    talk.run_begins("Run the tests");
    talk.asks(command(
        40,
        "cargo test",
        RiskReport::medium("it runs code"),
    ));
    talk.types("edit");
    // A question that appears meanwhile takes no line of the text.
    talk.asks(command(41, "ls", RiskReport::medium("it lists")));
    talk.types("cargo test --lib");
    talk.types(".");
    assert_eq!(
        talk.decisions(),
        [Decision::Edited {
            text: "cargo test --lib".into(),
            on_disk: false,
        }]
    );
    talk.answer_is_taken("$ cargo test");
    assert!(talk.text().contains("Command: ls"), "{}", talk.text());
    insta::assert_snapshot!(talk.text());
}

#[test]
fn where_no_more_lines_come_a_question_is_refused_and_the_end_is_waited_for() {
    let pipe = Interaction {
        lines: Lines::Pipe,
        ..manner()
    };
    let mut talk = Talk::unopened(pipe);
    talk.created();
    talk.asked.clear();
    talk.plain.waiting.clear();
    talk.typed("Run it", talk.now, TypedBy::Line);
    talk.give(Input::End);
    assert_eq!(talk.left, None, "the message is on its way");
    talk.hear(EventKind::MessageAdded {
        message: message(10, Role::User, "Run it"),
    });
    talk.hear(EventKind::RunStarted {
        message: MessageId(Uuid::from_u128(10)),
    });
    talk.asks(command(
        40,
        "cargo test",
        RiskReport::medium("it runs code"),
    ));
    assert!(matches!(
        talk.decisions().as_slice(),
        [Decision::No { reason: Some(_) }]
    ));
    assert_eq!(talk.left, None);
    insta::assert_snapshot!(talk.text());
}

#[test]
fn a_question_of_another_session_is_told_and_takes_no_line() {
    let mut talk = Talk::begin();
    let other = SessionId(Uuid::from_u128(9));
    let policy = crate::policy::state::initial(settings().mode, Vec::new());
    let mut of_other = settings();
    of_other.name = "docs".into();
    talk.hear_in(
        other,
        EventKind::SessionCreated {
            settings: of_other,
            policy,
        },
    );
    talk.hear_in(
        other,
        EventKind::QuestionOpened {
            question: command(40, "ls", RiskReport::medium("it lists")),
        },
    );
    talk.types("yes");
    assert!(talk.decisions().is_empty());
    assert_eq!(talk.messages(), ["yes"]);
    talk.types(&format!("/session load {other}"));
    let sessions = Vec::new();
    talk.replies(
        |query| *query == Query::Sessions,
        Reply::Sessions { sessions },
    );
    let _ = RunId(Uuid::from_u128(3)) == RUN;
    insta::assert_snapshot!(talk.text());
}

#[test]
fn what_cannot_be_taken_back_is_asked_about_and_only_a_yes_does_it() {
    let mut talk = Talk::begin();
    let deletions = |talk: &Talk| {
        let is_it = |order: &&Command| matches!(order, Command::DeleteSession { .. });
        talk.sent.iter().filter(is_it).count()
    };
    for answer in ["no", "back"] {
        talk.types("/session delete");
        assert!(
            talk.text().contains("Question: Delete the session"),
            "{}",
            talk.text()
        );
        talk.types(answer);
    }
    assert_eq!(deletions(&talk), 0);
    talk.types("/session delete");
    talk.types("yes");
    assert_eq!(deletions(&talk), 1);
}

#[test]
fn a_no_to_a_message_that_was_begun_leaves_it_and_is_no_message_itself() {
    for answer in ["n", "no", "3", "yes", "something else"] {
        let mut talk = Talk::begin();
        talk.replies(
            |query| matches!(query, Query::Draft { .. }),
            Reply::Text {
                text: "begun".into(),
                total_lines: 1,
            },
        );
        talk.types(answer);
        let sent: &[&str] = match answer {
            "yes" => &["begun"],
            "something else" => &["something else"],
            _ => &[],
        };
        assert_eq!(talk.messages(), sent, "{answer}");
    }
}

#[test]
fn of_sessions_with_one_name_the_human_chooses() {
    let mut talk = Talk::begin();
    let one = |number: u128, name: &str| SessionSummary {
        id: SessionId(Uuid::from_u128(number)),
        workspace: crate::protocol::ids::WorkspaceId("w".into()),
        settings: SessionSettings {
            name: name.into(),
            ..settings()
        },
        status: SessionStatus::Idle,
        created_at: jiff::Timestamp::UNIX_EPOCH,
        updated_at: jiff::Timestamp::UNIX_EPOCH,
        messages: 1,
        usage: Default::default(),
        duration_ms: 0,
        pid: None,
        last_error: None,
        about: String::new(),
    };
    let sessions = vec![one(21, "twin"), one(22, "other"), one(23, "twin")];
    talk.types("/session load twin");
    let reply = Reply::Sessions { sessions };
    talk.replies(|query| *query == Query::Sessions, reply);
    let text = talk.text();
    assert!(
        text.contains("2. twin") && !text.contains("other"),
        "{text}"
    );
    talk.types("2");
    let twin = SessionId(Uuid::from_u128(23));
    let opens =
        |command: &Command| matches!(command, Command::OpenSession { session } if *session == twin);
    assert!(talk.sent.iter().any(opens));
}

#[test]
fn why_tells_which_part_gave_a_reason_and_what_had_it_asked_about() {
    use crate::protocol::approval::{AlwaysScope, RiskReason};
    let mut talk = Talk::begin();
    talk.run_begins("Go");
    let mut question = command(40, "ls && cargo test", RiskReport::medium("it runs code"));
    question.risk.reasons = vec![
        RiskReason {
            text: "it runs code".to_owned(),
            span: Some((6, 16)),
        },
        RiskReason {
            text: "it is long".to_owned(),
            span: Some((0, 16)),
        },
    ];
    question.scopes = vec![AlwaysScope {
        scope: GrantScope::Session,
        grants: "all".to_owned(),
        pattern: None,
    }];
    talk.asks(question);
    talk.types("why");
    let said = talk.text();
    let why = said.split_once("because:").expect("it says why").1;
    assert!(
        why.contains("- it runs code: cargo test\n- it is long\nNo rule allows or forbids it"),
        "{why}"
    );
}

#[test]
fn a_step_of_a_wizard_says_its_place_and_what_was_answered_and_goes_back_by_a_word() {
    let mut talk = Talk::begin();
    talk.run_begins("Make a module");
    let body = QuestionBody::Input {
        question: "Its name?".to_owned(),
        validation: Validation::NotEmpty,
    };
    let mut asked = prompt(40, body, RiskReport::low("a question"));
    let text = "shop".to_owned();
    asked.wizard = Some(WizardPlace {
        number: 2,
        of: 3,
        answers: vec![Decision::Yes, Decision::Text { text }],
    });
    talk.asks(asked);
    let said = talk.text();
    for line in [
        "Step 2 of 3.",
        "Your answer was: shop",
        "\"back\" goes to the question before.",
    ] {
        assert!(said.contains(line), "{said}");
    }
    talk.types("back");
    assert_eq!(talk.decisions(), [Decision::Back]);
    // At the first question there is no way back, so the word is an answer.
    let mut talk = Talk::begin();
    talk.run_begins("Make a module");
    let body = QuestionBody::Input {
        question: "Its name?".to_owned(),
        validation: Validation::None,
    };
    talk.asks(prompt(40, body, RiskReport::low("a question")));
    talk.types("back");
    let text = "back".to_owned();
    assert_eq!(talk.decisions(), [Decision::Text { text }]);
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn every_line_that_is_taken_as_an_answer_fits_what_was_asked_for(
        validation in prop::sample::select(vec![
            Validation::NotEmpty,
            Validation::Number,
            Validation::Path,
            Validation::Pattern("[a-z]+".into()),
        ]),
        typed in "=?[ab1 ./-]{1,6}",
    ) {
        let mut talk = Talk::begin();
        talk.run_begins("Ask me");
        let question = "Which?".to_owned();
        let body = QuestionBody::Input { question, validation: validation.clone() };
        talk.asks(prompt(40, body, RiskReport::low("a question")));
        talk.types(&typed);
        for decision in talk.decisions() {
            if let Decision::Text { text } = decision {
                prop_assert_eq!(validation.unfit(&text), None, "{}", text);
            }
        }
    }
}
