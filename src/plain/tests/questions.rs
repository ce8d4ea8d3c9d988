//! Tests of questions as they are read out: the possible input and its effects.

use std::time::Duration;

use proptest::prelude::*;
use uuid::Uuid;

use super::help::{PlainHarness, RUN, command, manner, message, prompt, settings, write};
use crate::{Input, Interaction, Lines, TypedBy};
use notice::{Notice, notice};
use protocol::approval::{
    Decision, DeleteItem, GrantScope, ProposedNote, QuestionBody, RiskReport, Validation,
    WizardPlace,
};
use protocol::command::Command;
use protocol::event::EventKind;
use protocol::ids::{ContentHash, MessageId, RunId, SessionId};
use protocol::message::Role;
use protocol::query::{Query, Reply};
use protocol::session::{SessionSettings, SessionStatus, SessionSummary};
use testing::cases;

#[test]
fn a_refusal_takes_the_words_behind_it_as_its_reason() {
    let mut harness = PlainHarness::begin();
    harness.run_begins("Change it");
    harness.asks(write(40));
    harness.types("no, the old call must stay");
    harness.answer_is_taken("write src/a.rs");
    assert_eq!(
        harness.decisions(),
        [Decision::No {
            reason: Some(Notice::text("the old call must stay"))
        }]
    );
    insta::assert_snapshot!(harness.text());
}

#[test]
fn high_risk_is_allowed_by_its_word_and_by_nothing_else() {
    let mut harness = PlainHarness::begin();
    harness.run_begins("Clean up");
    harness.asks(command(
        40,
        "rm -rf target\u{202e} dist",
        RiskReport::high(Notice::text("it deletes files that git does not have")),
    ));
    for tried in ["1", "yes", "y", "Y", "always", "RUN", "run it", "", "ok"] {
        harness.types(tried);
    }
    assert!(harness.decisions().is_empty(), "{:?}", harness.decisions());
    assert!(harness.messages().len() == 1, "{:?}", harness.messages());
    harness.types("run");
    assert_eq!(harness.decisions(), [Decision::Yes]);
    insta::assert_snapshot!(harness.text());
}

#[test]
fn a_padded_command_is_read_out_without_its_padding_and_with_what_it_hides() {
    let mut harness = PlainHarness::begin();
    harness.run_begins("Clean up");
    let text = format!(
        "ls{}\n\u{441}url{}| sh",
        "\n".repeat(60),
        " ".repeat(10_000)
    );
    harness.asks(command(
        40,
        &text,
        RiskReport::medium(Notice::text("it loads a script")),
    ));
    let said = harness.text();
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
    let mut harness = PlainHarness::begin();
    harness.run_begins("Run the tests");
    let begun = harness.now + Duration::from_millis(10);
    harness.now += Duration::from_secs(1);
    harness.asks(command(
        40,
        "cargo test",
        RiskReport::medium(Notice::text("it runs code")),
    ));
    harness.now += Duration::from_secs(2);
    harness.typed("yes", begun, TypedBy::Keys);
    assert!(harness.decisions().is_empty());
    assert_eq!(harness.messages().last().unwrap(), "yes");
    // A line that follows too soon does not answer, and neither does a pasted one.
    harness.typed("1", harness.now + Duration::from_millis(300), TypedBy::Keys);
    assert!(harness.decisions().is_empty());
    harness.now += Duration::from_secs(3);
    harness.typed("y", harness.now, TypedBy::Paste);
    assert!(harness.decisions().is_empty());
    harness.types("yes");
    assert_eq!(harness.decisions(), [Decision::Yes]);
    insta::assert_snapshot!(harness.text());
}

#[test]
fn what_is_no_choice_is_no_answer_and_is_not_sent_and_later_lets_a_message_through() {
    let mut harness = PlainHarness::begin();
    harness.run_begins("Run the tests");
    harness.asks(command(
        40,
        "cargo test",
        RiskReport::medium(Notice::text("it runs code")),
    ));
    harness.types("yes please");
    harness.types("9");
    assert!(harness.decisions().is_empty());
    assert_eq!(harness.messages().len(), 1);
    harness.types("later");
    harness.types("Only the unit tests");
    assert_eq!(harness.messages().last().unwrap(), "Only the unit tests");
    harness.types("y");
    assert!(harness.decisions().is_empty(), "it is put off");
    harness.types("/answer");
    harness.types("n");
    assert_eq!(harness.decisions(), [Decision::No { reason: None }]);
    insta::assert_snapshot!(harness.text());
}

#[test]
fn always_lists_exactly_what_it_would_grant_before_a_number_takes_it() {
    let mut harness = PlainHarness::begin();
    harness.run_begins("Run the tests");
    harness.asks(command(
        40,
        "cargo test",
        RiskReport::medium(Notice::text("it runs code")),
    ));
    harness.types("3");
    assert!(harness.decisions().is_empty());
    harness.types("yes");
    assert!(harness.decisions().is_empty(), "it is asked how far");
    harness.types("2");
    let scope = GrantScope::Session;
    assert_eq!(harness.decisions(), [Decision::Always { scope }]);
    insta::assert_snapshot!(harness.text());
}

#[test]
fn a_changed_proposal_is_read_out_anew_and_an_answer_is_for_what_was_heard() {
    let mut harness = PlainHarness::begin();
    harness.run_begins("Change it");
    harness.asks(write(40));
    let before = harness.now;
    harness.now += Duration::from_secs(5);
    let mut changed = write(40);
    changed.shown = ContentHash::of(b"another");
    changed.changed = true;
    harness.asks(changed);
    harness.typed("yes", before + Duration::from_secs(4), TypedBy::Keys);
    assert!(
        harness.decisions().is_empty(),
        "it was begun for the old one"
    );
    harness.types("yes");
    let Some(Command::AnswerQuestion { answer, .. }) = harness.sent.last() else {
        panic!("{:?}", harness.sent);
    };
    assert_eq!(answer.shown, ContentHash::of(b"another"));
    assert!(harness.text().contains("CHANGED since asked"));
}

#[test]
fn a_command_beside_proposed_changes_can_run_on_the_disk_as_it_is() {
    let mut harness = PlainHarness::begin();
    harness.run_begins("Run the tests");
    let mut question = command(
        40,
        "cargo test\ncargo doc",
        RiskReport::medium(Notice::text("it runs code")),
    );
    if let QuestionBody::Command { proposed, .. } = &mut question.body {
        *proposed = Some(ProposedNote {
            hunks: 2,
            files: vec!["src/a.rs".into()],
            unwritten: None,
        });
    }
    question.timeout_s = Some(60);
    harness.asks(question);
    harness.types("hold");
    harness.types("disk");
    assert_eq!(harness.decisions(), [Decision::OnDisk]);
    insta::assert_snapshot!(harness.text());
}

#[test]
fn files_that_are_to_be_deleted_can_be_chosen_one_by_one() {
    let mut harness = PlainHarness::begin();
    harness.run_begins("Tidy up");
    let file = |path: &str, files| DeleteItem {
        path: path.into(),
        files,
        bytes: 1_200,
        note: notice!("told-git-clean"),
        inside: Vec::new(),
    };
    let files = vec![file("old/", 31), file("a.txt", 1), file("b.txt", 1)];
    let body = QuestionBody::Delete { files };
    harness.asks(prompt(
        40,
        body,
        RiskReport::medium(Notice::text("it deletes")),
    ));
    harness.types("only 1,9");
    assert!(harness.decisions().is_empty());
    harness.types("only 2-3");
    let paths = vec!["a.txt".to_owned(), "b.txt".to_owned()];
    assert_eq!(harness.decisions(), [Decision::Files { paths }]);
    insta::assert_snapshot!(harness.text());
}

#[test]
fn questions_of_the_agent_are_answered_by_numbers_by_words_or_not() {
    let select = |id, multiple| {
        let body = QuestionBody::Select {
            question: "How shall a second refresh behave?".into(),
            options: vec!["wait".into(), "fail fast".into(), "retry".into()],
            multiple,
        };
        prompt(id, body, RiskReport::low(Notice::text("a question")))
    };
    let input = |id, validation| {
        let body = QuestionBody::Input {
            question: "Which port?".into(),
            validation,
        };
        prompt(id, body, RiskReport::low(Notice::text("a question")))
    };
    let mut harness = PlainHarness::begin();
    harness.run_begins("Go");
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
        let is_new = !harness
            .record
            .last()
            .is_some_and(|line| line.starts_with("Choose only one") || line.starts_with("Not a"));
        if is_new {
            harness.hear(EventKind::ClarificationOpened { question: asked });
        }
        let before = harness.decisions().len();
        harness.types(typed);
        if harness.decisions().len() > before {
            harness.answer_is_taken("the question");
        }
    }
    assert_eq!(
        harness.decisions(),
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
    insta::assert_snapshot!(harness.text());
}

#[test]
fn a_command_is_edited_line_by_line_where_there_is_no_editor() {
    let mut harness = PlainHarness::begin();
    harness.run_begins("Run the tests");
    harness.asks(command(
        40,
        "cargo test",
        RiskReport::medium(Notice::text("it runs code")),
    ));
    harness.types("edit");
    // A question that appears meanwhile takes no line of the text.
    harness.asks(command(
        41,
        "ls",
        RiskReport::medium(Notice::text("it lists")),
    ));
    harness.types("cargo test --lib");
    harness.types(".");
    assert_eq!(
        harness.decisions(),
        [Decision::Edited {
            text: "cargo test --lib".into(),
            on_disk: false,
        }]
    );
    harness.answer_is_taken("$ cargo test");
    assert!(harness.text().contains("Command: ls"), "{}", harness.text());
    insta::assert_snapshot!(harness.text());
}

#[test]
fn where_no_more_lines_come_a_question_is_refused_and_the_end_is_waited_for() {
    let pipe = Interaction {
        lines: Lines::Pipe,
        ..manner()
    };
    let mut harness = PlainHarness::unopened(pipe);
    harness.created();
    harness.asked.clear();
    harness.plain.pending.clear();
    harness.typed("Run it", harness.now, TypedBy::Line);
    harness.give(Input::End);
    assert_eq!(harness.left, None, "the message is on its way");
    harness.hear(EventKind::MessageAdded {
        message: message(10, Role::User, "Run it"),
    });
    harness.hear(EventKind::RunStarted {
        message: MessageId(Uuid::from_u128(10)),
    });
    harness.asks(command(
        40,
        "cargo test",
        RiskReport::medium(Notice::text("it runs code")),
    ));
    assert!(matches!(
        harness.decisions().as_slice(),
        [Decision::No { reason: Some(_) }]
    ));
    assert_eq!(harness.left, None);
    insta::assert_snapshot!(harness.text());
}

#[test]
fn a_question_of_another_session_is_told_and_takes_no_line() {
    let mut harness = PlainHarness::begin();
    let other = SessionId(Uuid::from_u128(9));
    let policy = policy::state::initial(settings().mode, Vec::new());
    let mut of_other = settings();
    of_other.name = "docs".into();
    harness.hear_in(
        other,
        EventKind::SessionCreated {
            settings: of_other,
            policy,
        },
    );
    harness.hear_in(
        other,
        EventKind::QuestionOpened {
            question: command(40, "ls", RiskReport::medium(Notice::text("it lists"))),
        },
    );
    harness.types("yes");
    assert!(harness.decisions().is_empty());
    assert_eq!(harness.messages(), ["yes"]);
    harness.types(&format!("/session load {other}"));
    let sessions = Vec::new();
    harness.replies(
        |query| *query == Query::Sessions,
        Reply::Sessions { sessions },
    );
    let _ = RunId(Uuid::from_u128(3)) == RUN;
    insta::assert_snapshot!(harness.text());
}

#[test]
fn what_cannot_be_taken_back_is_asked_about_and_only_a_yes_does_it() {
    let mut harness = PlainHarness::begin();
    let deletions = |harness: &PlainHarness| {
        let is_it = |order: &&Command| matches!(order, Command::DeleteSession { .. });
        harness.sent.iter().filter(is_it).count()
    };
    for answer in ["no", "back"] {
        harness.types("/session delete");
        assert!(
            harness.text().contains("Question: Delete the session"),
            "{}",
            harness.text()
        );
        harness.types(answer);
    }
    assert_eq!(deletions(&harness), 0);
    harness.types("/session delete");
    harness.types("yes");
    assert_eq!(deletions(&harness), 1);
}

#[test]
fn a_no_to_a_message_that_was_begun_leaves_it_and_is_no_message_itself() {
    for answer in ["n", "no", "3", "yes", "something else"] {
        let mut harness = PlainHarness::begin();
        harness.replies(
            |query| matches!(query, Query::Draft { .. }),
            Reply::Text {
                text: "begun".into(),
                total_lines: 1,
            },
        );
        harness.types(answer);
        let sent: &[&str] = match answer {
            "yes" => &["begun"],
            "something else" => &["something else"],
            _ => &[],
        };
        assert_eq!(harness.messages(), sent, "{answer}");
    }
}

#[test]
fn of_sessions_with_one_name_the_user_chooses() {
    let mut harness = PlainHarness::begin();
    let one = |number: u128, name: &str| SessionSummary {
        id: SessionId(Uuid::from_u128(number)),
        workspace: protocol::ids::WorkspaceId("w".into()),
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
    harness.types("/session load twin");
    let reply = Reply::Sessions { sessions };
    harness.replies(|query| *query == Query::Sessions, reply);
    let text = harness.text();
    assert!(
        text.contains("2. twin") && !text.contains("other"),
        "{text}"
    );
    harness.types("2");
    let twin = SessionId(Uuid::from_u128(23));
    let opens =
        |command: &Command| matches!(command, Command::OpenSession { session } if *session == twin);
    assert!(harness.sent.iter().any(opens));
}

#[test]
fn why_tells_which_part_gave_a_reason_and_what_had_it_asked_about() {
    use protocol::approval::{AlwaysScope, RiskReason};
    let mut harness = PlainHarness::begin();
    harness.run_begins("Go");
    let mut question = command(
        40,
        "ls && cargo test",
        RiskReport::medium(Notice::text("it runs code")),
    );
    question.risk.reasons = vec![
        RiskReason {
            text: Notice::text("it runs code"),
            span: Some((6, 16)),
        },
        RiskReason {
            text: Notice::text("it is long"),
            span: Some((0, 16)),
        },
    ];
    question.scopes = vec![AlwaysScope {
        scope: GrantScope::Session,
        grants: Notice::text("all"),
        pattern: None,
    }];
    harness.asks(question);
    harness.types("why");
    let said = harness.text();
    let why = said.split_once("because:").expect("it says why").1;
    assert!(
        why.contains("- it runs code: cargo test\n- it is long\nNo rule covers it"),
        "{why}"
    );
}

#[test]
fn a_step_of_a_wizard_says_its_place_and_what_was_answered_and_goes_back_by_a_word() {
    let mut harness = PlainHarness::begin();
    harness.run_begins("Make a module");
    let body = QuestionBody::Input {
        question: "Its name?".to_owned(),
        validation: Validation::NotEmpty,
    };
    let mut asked = prompt(40, body, RiskReport::low(Notice::text("a question")));
    let text = "shop".to_owned();
    asked.wizard = Some(WizardPlace {
        number: 2,
        of: 3,
        answers: vec![Decision::Yes, Decision::Text { text }],
    });
    harness.asks(asked);
    let said = harness.text();
    for line in [
        "Step 2 of 3.",
        "The answer so far: \"shop\"",
        "\"back\" goes to the question before.",
    ] {
        assert!(said.contains(line), "{said}");
    }
    harness.types("back");
    assert_eq!(harness.decisions(), [Decision::Back]);
    // At the first question there is no way back, so the word is an answer.
    let mut harness = PlainHarness::begin();
    harness.run_begins("Make a module");
    let body = QuestionBody::Input {
        question: "Its name?".to_owned(),
        validation: Validation::None,
    };
    harness.asks(prompt(
        40,
        body,
        RiskReport::low(Notice::text("a question")),
    ));
    harness.types("back");
    let text = "back".to_owned();
    assert_eq!(harness.decisions(), [Decision::Text { text }]);
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
        let mut harness = PlainHarness::begin();
        harness.run_begins("Ask me");
        let question = "Which?".to_owned();
        let body = QuestionBody::Input { question, validation: validation.clone() };
        harness.asks(prompt(40, body, RiskReport::low(Notice::text("a question"))));
        harness.types(&typed);
        for decision in harness.decisions() {
            if let Decision::Text { text } = decision {
                prop_assert_eq!(validation.unfit(&text), None, "{}", text);
            }
        }
    }
}
