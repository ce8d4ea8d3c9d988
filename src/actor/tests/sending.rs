//! Tests of egress through the whole actor: the user is asked first; content is sent after a yes,
//! and never after a no.

use super::support::{House, says};
use crate::protocol::approval::{Answer, AnsweredBy, Decision, Mode};
use crate::protocol::command::Command;
use crate::protocol::event::EventKind;
use crate::protocol::query::{Query, Reply};

impl House {
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
            Reply::Text { text, .. } => text,
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn the_first_request_waits_for_a_yes_and_the_next_does_not_ask() {
    let mut house = House::new(Mode::Review).await;
    house.doors.shut();
    assert!(
        house
            .route()
            .await
            .contains("you are asked before anything goes there")
    );
    house.provider.answer(says("hello"));
    house.send("go");
    house.answer_sending(Decision::Yes).await;
    house.event("job.completed").await;
    assert_eq!(house.provider.requests().len(), 1);
    house.provider.answer(says("again"));
    house.send("go on");
    house.event("job.completed").await;
    assert_eq!(house.provider.requests().len(), 2);
    assert!(
        house
            .route()
            .await
            .contains("you allowed this workspace's content to go there")
    );
}

#[tokio::test]
async fn after_a_no_nothing_is_ever_sent() {
    let mut house = House::new(Mode::Review).await;
    house.doors.shut();
    house.send("go");
    house.answer_sending(Decision::No { reason: None }).await;
    house.event("job.failed").await;
    house.send("go on");
    let event = house.event("job.failed").await;
    let EventKind::RunFailed { error, hint, .. } = event.fact else {
        panic!("{event:?}");
    };
    assert!(error.contains("you refused"), "{error}");
    assert!(hint.unwrap().contains("agentichat trust --send scripted"));
    house.idle().await;
    assert!(house.provider.requests().is_empty());
}

#[tokio::test]
async fn nobody_is_asked_to_send_to_a_program_that_is_not_there() {
    use crate::protocol::stream::{ProviderError, ProviderErrorKind};
    let mut house = House::new(Mode::Review).await;
    house.doors.shut();
    let missing = ProviderError::new(ProviderErrorKind::Configuration, "there is no program");
    *house.provider.missing.lock().unwrap() = Some(missing);
    house.send("go");
    let event = house.event("job.failed").await;
    let EventKind::RunFailed { error, .. } = event.fact else {
        panic!("{event:?}");
    };
    assert_eq!(error, "there is no program");
    assert!(house.provider.requests().is_empty());
    *house.provider.missing.lock().unwrap() = None;
    house.send("go");
    // The program exists now, so the question is asked.
    house.event("confirmation.requested").await;
}
