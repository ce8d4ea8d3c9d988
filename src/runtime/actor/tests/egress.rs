//! Tests of egress through the whole actor: the user is asked first; content is sent after a yes,
//! and never after a no.

use super::harness::{ActorHarness, in_lines, says};
use notice::Notice;
use protocol::approval::{Answer, AnsweredBy, Decision, Mode};
use protocol::command::Command;
use protocol::event::EventKind;
use protocol::query::{Query, Reply};

impl ActorHarness {
    /// Answers the egress question.
    async fn answer_sending(&mut self, decision: Decision) {
        let event = self.event("confirmation.requested").await;
        let EventKind::QuestionOpened { question: prompt } = event.fact else {
            panic!("{event:?}");
        };
        assert_eq!((prompt.tool.as_str(), prompt.call), ("send", None));
        assert!(self.provider.requests().is_empty(), "nothing went out yet");
        let answer = Answer {
            question: prompt.id,
            shown: prompt.shown,
            decision,
            by: AnsweredBy::Key,
        };
        let session = self.session;
        self.command(Command::AnswerQuestion { session, answer });
    }

    async fn route(&self) -> String {
        let session = self.session;
        let reply = self.handle.query(Query::Route { session }).unwrap().await;
        match reply.unwrap() {
            Reply::Lines { lines } => in_lines(&lines),
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn the_first_request_waits_for_a_yes_and_the_next_does_not_ask() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    harness.doors.shut();
    assert!(
        harness
            .route()
            .await
            .contains("you are asked before anything goes there")
    );
    harness.provider.answer(says("hello"));
    harness.send("go");
    harness.answer_sending(Decision::Yes).await;
    harness.event("job.completed").await;
    assert_eq!(harness.provider.requests().len(), 1);
    harness.completed_run("go on", says("again")).await;
    assert_eq!(harness.provider.requests().len(), 2);
    assert!(
        harness
            .route()
            .await
            .contains("you allowed this workspace's content to go there")
    );
}

#[tokio::test]
async fn after_a_no_nothing_is_ever_sent() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    harness.doors.shut();
    harness.send("go");
    harness.answer_sending(Decision::No { reason: None }).await;
    harness.event("job.failed").await;
    harness.send("go on");
    let event = harness.event("job.failed").await;
    let EventKind::RunFailed { error, hint, .. } = event.fact else {
        panic!("{event:?}");
    };
    assert!(error.to_string().contains("you refused"), "{error}");
    assert!(
        hint.unwrap()
            .to_string()
            .contains("agentichat trust --send scripted")
    );
    harness.idle().await;
    assert!(harness.provider.requests().is_empty());
}

#[tokio::test]
async fn nobody_is_asked_to_send_to_a_program_that_is_not_there() {
    use protocol::stream::{ProviderError, ProviderErrorKind};
    let mut harness = ActorHarness::new(Mode::Review).await;
    harness.doors.shut();
    let why = Notice::text("no program");
    let missing = ProviderError::new(ProviderErrorKind::Configuration, why);
    *harness.provider.missing.lock().unwrap() = Some(missing);
    harness.send("go");
    let event = harness.event("job.failed").await;
    let EventKind::RunFailed { error, .. } = event.fact else {
        panic!("{event:?}");
    };
    assert_eq!(error.to_string(), "no program");
    assert!(harness.provider.requests().is_empty());
    *harness.provider.missing.lock().unwrap() = None;
    harness.send("go");
    // The program exists now, so the question is asked.
    harness.event("confirmation.requested").await;
}
