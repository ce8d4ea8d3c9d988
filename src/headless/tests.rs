//! Tests of the exit status, and of a listener that falls behind.

use jiff::Timestamp;
use tokio::sync::mpsc;
use uuid::Uuid;

use super::*;
use crate::actor::handle::Request;
use crate::protocol::event::TextChannel;
use crate::protocol::ids::MessageId;
use crate::protocol::message::{Block, Message, MessageState, Role};
use crate::protocol::session::RunResult;

#[test]
fn a_stopped_engine_is_a_failure() {
    assert_eq!(Ending::stopped().status(), 1);
}

#[test]
fn bad_usage_goes_before_failure() {
    assert_eq!(Ending::bad_usage().or_stopped().status(), 2);
}

const SESSION: SessionId = SessionId(Uuid::from_u128(1));
const RUN: RunId = RunId(Uuid::from_u128(2));
const ANSWER: MessageId = MessageId(Uuid::from_u128(3));

fn event(seq: Option<u64>, fact: Fact) -> Delivery {
    Delivery::Event {
        event: Event {
            seq: seq.map(Seq),
            at: Timestamp::UNIX_EPOCH,
            session: SESSION,
            run: Some(RUN),
            fact,
        },
    }
}

fn piece(offset: u64, text: &str) -> Delivery {
    event(
        None,
        Fact::TextAppended {
            message: ANSWER,
            channel: TextChannel::Answer,
            offset,
            text: text.to_owned(),
        },
    )
}

fn whole(text: &str) -> Fact {
    let message = Message {
        id: ANSWER,
        session: SESSION,
        run: Some(RUN),
        at: Timestamp::UNIX_EPOCH,
        role: Role::Assistant,
        blocks: vec![Block::Text { text: text.into() }],
        state: MessageState::Complete,
        model: None,
        usage: None,
    };
    Fact::MessageCompleted { message }
}

async fn next_subscription(
    requests: &mut mpsc::Receiver<Request>,
) -> (Seq, mpsc::Sender<Delivery>) {
    loop {
        if let Some(Request::Subscribe { from, to }) = requests.recv().await {
            return (from, to);
        }
    }
}

#[tokio::test]
async fn a_listener_that_fell_behind_goes_on_from_the_last_event() {
    let (handle, mut requests) = Handle::channel();
    let engine = async {
        let (from, to) = next_subscription(&mut requests).await;
        assert_eq!(from, Seq(0));
        let message = MessageId(Uuid::from_u128(4));
        to.send(event(Some(7), Fact::RunStarted { message }))
            .await
            .unwrap();
        to.send(piece(0, "one ")).await.unwrap();
        drop(to);
        let (from, to) = next_subscription(&mut requests).await;
        assert_eq!(from, Seq(7));
        to.send(piece(0, "one two")).await.unwrap();
        to.send(event(Some(8), whole("one two three")))
            .await
            .unwrap();
        let result = RunResult::default();
        to.send(event(Some(9), Fact::RunCompleted { result }))
            .await
            .unwrap();
    };
    let (mut out, mut log) = (Vec::new(), Vec::new());
    let (_stop, interrupted) = mpsc::channel(1);
    let open = Command::OpenSession { session: SESSION };
    let listener = run(
        &handle,
        open,
        "go".to_owned(),
        Output::Text,
        &mut out,
        &mut log,
        interrupted,
    );
    let (ending, ()) = tokio::join!(listener, engine);
    assert_eq!(ending.status(), 0);
    assert_eq!(String::from_utf8(out).unwrap(), "one two three\n");
}
