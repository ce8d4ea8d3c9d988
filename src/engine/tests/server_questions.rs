//! Questions of MCP servers: who is asked, what the server is told, and what a server cannot do with them.

use std::collections::BTreeSet;

use serde_json::json;

use crate::testing::harness::Harness;
use crate::{Attendance, Effect, EngineConfig, Outcome};
use notice::Notice;
use protocol::approval::{Decision, Mode, QuestionBody, Risk, Validation};
use protocol::command::CancelMode;
use protocol::event::EventKind;
use protocol::ids::QuestionId;
use protocol::server_question::{AnswerToServer, AskedField, FieldValue, ServerQuestion};
use protocol::session::SessionStatus;

const TOOL: &str = "mcp__web__fetch";

/// A world in which a call of the server's tool runs.
fn calling(config: EngineConfig) -> Harness {
    let mut harness = Harness::with(config, Mode::Passthrough);
    harness.send("book a table");
    harness.calls(&[(TOOL, json!({}))]);
    harness.prepared(1);
    harness.skip();
    harness
}

fn form(number: u64) -> ServerQuestion {
    let consent = AskedField {
        body: QuestionBody::Confirm {
            question: Notice::text("inn asks"),
        },
        value: FieldValue::Consent,
        is_required: true,
        default: None,
    };
    let guests = AskedField {
        body: QuestionBody::Input {
            question: "inn: guests".to_owned(),
            validation: Validation::Number,
        },
        value: FieldValue::Number {
            least: Some(1.0),
            most: Some(8.0),
            is_integer: true,
        },
        is_required: true,
        default: Some(text("2")),
    };
    ServerQuestion {
        number,
        server: "inn".to_owned(),
        tools: BTreeSet::from([TOOL.to_owned()]),
        steps: vec![consent, guests],
        wants_secret: false,
    }
}

fn text(text: &str) -> Decision {
    Decision::Text {
        text: text.to_owned(),
    }
}

fn asks(harness: &mut Harness, question: ServerQuestion) {
    let question = Box::new(question);
    harness.outcome(Outcome::ServerAsked { question });
}

/// Returns the open questions.
fn open(harness: &Harness) -> BTreeSet<QuestionId> {
    let mut open = BTreeSet::new();
    for event in &harness.events {
        match &event.fact {
            EventKind::QuestionOpened { question }
            | EventKind::ClarificationOpened { question } => {
                open.insert(question.id);
            }
            EventKind::QuestionAnswered { answer, .. }
            | EventKind::ClarificationAnswered { answer, .. } => {
                open.remove(&answer.question);
            }
            _ => {}
        }
    }
    open
}

fn status(harness: &Harness) -> SessionStatus {
    let events = harness.events.iter();
    let mut statuses = events.filter_map(|event| match event.fact {
        EventKind::SessionStatusChanged { status, .. } => Some(status),
        _ => None,
    });
    statuses.next_back().unwrap()
}

/// Returns what servers were told, with the numbers of their questions.
fn told(harness: &Harness) -> Vec<(u64, AnswerToServer)> {
    let effects = harness.effects.iter();
    let told = effects.filter_map(|effect| match effect {
        Effect::AnswerServer { number, answer } => Some((*number, answer.clone())),
        _ => None,
    });
    told.collect()
}

#[test]
fn a_form_is_asked_step_by_step_and_its_answers_go_back_to_the_server() {
    let mut harness = calling(EngineConfig::default());
    asks(&mut harness, form(7));
    let first = harness.prompt();
    assert_eq!(
        (first.origin.as_str(), first.tool.as_str()),
        ("mcp:inn", "server")
    );
    assert_eq!(first.call, None);
    harness.answer(Decision::Yes);
    let second = harness.prompt();
    assert_ne!(first.shown, second.shown);
    let place = second.wizard.unwrap();
    assert_eq!(
        (place.number, place.of, place.given()),
        (2, 2, Some(&text("2")))
    );
    assert_eq!(told(&harness), []);
    harness.answer(text("3"));
    let given = vec![Decision::Yes, text("3")];
    assert_eq!(told(&harness), [(7, AnswerToServer::Accepted { given })]);
    assert!(open(&harness).is_empty());
}

#[test]
fn an_answer_that_does_not_fit_the_field_is_refused_and_the_question_stays() {
    let mut harness = calling(EngineConfig::default());
    asks(&mut harness, form(1));
    harness.answer(Decision::Yes);
    for misfit in [text("9"), text("2.5"), Decision::Skipped] {
        harness.answer(misfit);
        assert!(
            matches!(
                harness.events.last().unwrap().fact,
                EventKind::CommandRejected { .. }
            ),
            "{:?}",
            harness.events.last()
        );
    }
    harness.answer(Decision::Back);
    assert_eq!(harness.prompt().wizard.unwrap().number, 1);
    harness.answer(Decision::No { reason: None });
    assert_eq!(told(&harness), [(1, AnswerToServer::Declined)]);
}

#[test]
fn a_server_without_a_running_call_and_a_run_without_a_user_get_no_question() {
    let mut harness = Harness::new(Mode::Passthrough);
    asks(&mut harness, form(1));
    assert_eq!(told(&harness), [(1, AnswerToServer::Cancelled)]);
    let mut harness = calling(EngineConfig::default());
    let mut of_another = form(2);
    of_another.tools = BTreeSet::from(["mcp__other__tool".to_owned()]);
    asks(&mut harness, of_another);
    assert_eq!(told(&harness), [(2, AnswerToServer::Cancelled)]);
    let mut harness = calling(EngineConfig {
        attendance: Attendance::Unattended,
        ..EngineConfig::default()
    });
    asks(&mut harness, form(3));
    assert_eq!(told(&harness), [(3, AnswerToServer::Declined)]);
    assert!(open(&harness).is_empty());
}

#[test]
fn a_question_ends_with_its_call_its_run_and_its_server() {
    type End = fn(&mut Harness);
    let ends: [(&str, End); 3] = [
        ("call", |harness| harness.finished(1)),
        ("run", |harness| harness.cancel(CancelMode::Gracefully)),
        ("server", |harness| {
            harness.outcome(Outcome::ServerQuestionWithdrawn { number: 1 });
        }),
    ];
    for (what, end) in ends {
        let mut harness = calling(EngineConfig::default());
        asks(&mut harness, form(1));
        assert_eq!(open(&harness).len(), 1, "{what}");
        end(&mut harness);
        assert!(open(&harness).is_empty(), "{what}");
        assert_eq!(told(&harness), [(1, AnswerToServer::Cancelled)], "{what}");
        assert_eq!(status(&harness), SessionStatus::Running, "{what}");
    }
}

#[test]
fn a_server_that_asks_in_a_flood_gets_four_open_questions_and_sixteen_in_a_run() {
    let mut harness = calling(EngineConfig::default());
    for number in 0..1_000 {
        asks(&mut harness, form(number));
    }
    assert_eq!(open(&harness).len(), 4);
    assert_eq!(told(&harness).len(), 996);
    let mut harness = calling(EngineConfig::default());
    for number in 0..20 {
        asks(&mut harness, form(number));
        if !open(&harness).is_empty() {
            harness.answer(Decision::No { reason: None });
        }
    }
    let told = told(&harness).into_iter();
    let declined = told.filter(|(_, answer)| *answer == AnswerToServer::Declined);
    assert_eq!(declined.count(), 16);
}

#[test]
fn a_request_for_a_secret_is_rated_and_says_why() {
    let mut harness = calling(EngineConfig::default());
    let mut question = form(1);
    question.wants_secret = true;
    asks(&mut harness, question);
    let risk = harness.prompt().risk;
    assert_eq!(risk.risk, Risk::Medium);
    assert!(
        risk.reasons[0].text.to_string().contains("password"),
        "{risk:?}"
    );
}
