//! Tests of the client with a task that plays the actor.

use uuid::Uuid;

use super::*;
use protocol::command::CommandKind;
use protocol::event::Event;
use protocol::ids::MessageId;
use protocol::message::{Block, Message, MessageState};
use session::handle::{Request, SUBSCRIPTION_CAPACITY};

fn session() -> SessionId {
    SessionId(Uuid::from_u128(7))
}

fn rename() -> Command {
    let name = "other".to_owned();
    let session = session();
    Command::RenameSession { session, name }
}

fn notice_of(level: NoticeLevel, text: &str) -> EventKind {
    let text = Notice::text(text);
    EventKind::Notice { level, text }
}

fn refusal(text: &str) -> EventKind {
    EventKind::CommandRejected {
        command: CommandKind::RenameSession,
        reason: Notice::text(text),
        said: None,
    }
}

fn event(fact: EventKind) -> Delivery {
    let event = Event {
        seq: None,
        at: jiff::Timestamp::UNIX_EPOCH,
        session: session(),
        run: None,
        fact,
    };
    Delivery::Event {
        event: Arc::new(event),
    }
}

/// Returns the client of an actor that answers a command with these facts, and every query with
/// `reply`; it stops instead if that is `None`.
fn client(facts: Vec<EventKind>, reply: Option<Reply>) -> SessionClient {
    let (handle, mut requests) = Handle::channel();
    tokio::spawn(async move {
        let mut facts = Some(facts);
        let mut listener = None;
        while let Some(request) = requests.recv().await {
            match (request, &listener) {
                (Request::Subscribe { to, .. }, _) => listener = Some(to),
                (Request::Command(_), Some(to)) => {
                    for fact in facts.take().unwrap_or_default() {
                        to.send(event(fact)).await.unwrap();
                    }
                }
                (Request::Idle { reply }, _) => reply.send(()).unwrap(),
                (Request::Query { reply: to, .. }, _) => match &reply {
                    Some(reply) => to.send(reply.clone()).unwrap(),
                    None => return,
                },
                (request, _) => panic!("unexpected: {request:?}"),
            }
        }
    });
    SessionClient::new(handle)
}

async fn outcome_of(facts: Vec<EventKind>) -> (Option<String>, Vec<String>) {
    let outcome = client(facts, None).execute(rename()).await.unwrap();
    let notices = outcome.notices.iter().map(Notice::to_string);
    (
        outcome.failure.map(|why| why.to_string()),
        notices.collect(),
    )
}

#[tokio::test]
async fn notices_and_the_first_failure_are_told_apart() {
    let facts = vec![
        notice_of(NoticeLevel::Info, "before"),
        refusal("no such session"),
        notice_of(NoticeLevel::Error, "a later error"),
        notice_of(NoticeLevel::Warning, "after"),
    ];
    let (failure, notices) = outcome_of(facts).await;
    assert_eq!(failure.as_deref(), Some("no such session"));
    assert_eq!(notices, ["before", "after"]);
    let (failure, _) = outcome_of(vec![notice_of(NoticeLevel::Error, "the disk is full")]).await;
    assert_eq!(failure.as_deref(), Some("the disk is full"));
}

#[tokio::test]
async fn a_row_of_the_workbench_is_a_notice_and_what_others_say_is_none() {
    let message = |role| {
        let text = format!("said by {role:?}");
        let message = Message {
            id: MessageId(Uuid::from_u128(1)),
            session: session(),
            run: None,
            at: jiff::Timestamp::UNIX_EPOCH,
            role,
            blocks: vec![Block::Text { text }],
            state: MessageState::Complete,
            model: None,
            usage: None,
        };
        EventKind::MessageAdded { message }
    };
    let facts = [Role::User, Role::System, Role::Assistant].map(message);
    let (_, notices) = outcome_of(facts.into()).await;
    assert_eq!(notices, ["said by System"]);
}

#[tokio::test]
async fn a_refusal_behind_more_events_than_a_subscription_holds_is_not_lost() {
    let mut facts: Vec<EventKind> = Vec::new();
    let count = SUBSCRIPTION_CAPACITY + 10;
    facts.resize(count, notice_of(NoticeLevel::Info, "one of many"));
    facts.push(refusal("too late"));
    let (failure, notices) = outcome_of(facts).await;
    assert_eq!(failure.as_deref(), Some("too late"));
    assert_eq!(notices.len(), count);
}

#[tokio::test]
async fn a_query_has_its_answer_or_says_why_not() {
    let ask = async |reply| client(Vec::new(), reply).search("word".into(), 5).await;
    let hits = Reply::SessionHits { hits: Vec::new() };
    assert_eq!(ask(Some(hits)).await, Ok(Vec::new()));
    let reason = Notice::text("the database is locked");
    let failed = Reply::Failed {
        reason: reason.clone(),
    };
    assert_eq!(ask(Some(failed)).await, Err(reason));
    let groups = Reply::SessionList { groups: Vec::new() };
    assert_eq!(ask(Some(groups)).await, Err(unexpected_answer()));
    assert_eq!(ask(None).await, Err(notice!("client-no-answer")));
}

#[tokio::test]
async fn a_stopped_actor_is_an_error_of_each_call() {
    let mut client = client(Vec::new(), None);
    client.search("word".into(), 5).await.unwrap_err();
    client.connection.handle().stopped().await;
    let stopped = notice!("told-engine-stopped");
    assert_eq!(client.execute(rename()).await.unwrap_err(), stopped);
    assert_eq!(client.search("word".into(), 5).await, Err(stopped));
}
