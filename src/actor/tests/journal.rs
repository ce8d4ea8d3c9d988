//! Nothing is done that a restart would not know of.

use serde_json::json;

use super::support::{House, Keep, LONG, calls, says, text, until};
use crate::protocol::approval::Mode;
use crate::protocol::command::Command;
use crate::protocol::event::{Fact, NoticeLevel};
use crate::protocol::message::{MessageState, Role};
use crate::protocol::session::{RunStatus, SessionStatus};

#[tokio::test]
async fn an_effect_starts_only_after_its_events_are_committed() {
    let mut house = House::new(Mode::Review).await;
    house.provider.answer(says("hello"));
    let other = rusqlite::Connection::open(house.database()).unwrap();
    other
        .execute_batch("ALTER TABLE events RENAME TO hidden")
        .unwrap();
    house.send("hi");
    let notice = house.event("notice").await;
    assert!(
        matches!(&notice.fact, Fact::Notice { level: NoticeLevel::Error, text }
            if text.contains("nothing can be saved")),
        "{notice:?}"
    );
    assert!(
        house.provider.requests().is_empty(),
        "the model was not asked"
    );
    other
        .execute_batch("ALTER TABLE hidden RENAME TO events")
        .unwrap();
    house.idle().await;
    assert_eq!(
        house.provider.requests().len(),
        1,
        "it is when it can be saved"
    );
    house.event("job.completed").await;
}

#[tokio::test]
async fn what_is_told_is_already_in_the_store() {
    let mut house = House::new(Mode::AcceptEdits).await;
    let arguments = json!({ "path": "a.txt", "content": "one\n", "mode": "create" });
    house.provider.answer(calls(&[("write_file", arguments)]));
    house.provider.answer(says("done"));
    house.send("write");
    for name in ["edits.proposed", "apply.completed", "job.completed"] {
        let event = house.event(name).await;
        let last = house.store.last_seq().await.unwrap();
        assert!(event.seq.expect("it is durable") <= last, "{name}");
    }
    house.idle().await;
    assert_eq!(
        std::fs::read_to_string(house.root().join("a.txt")).unwrap(),
        "one\n"
    );
    let snapshot = house.store.session(house.session).await.unwrap().unwrap();
    assert_eq!(snapshot.run.unwrap().status, RunStatus::Completed);
    let checkpoints = house.store.last_checkpoint_number().await.unwrap();
    assert_eq!(checkpoints, 1);
}

#[test]
fn streamed_text_outlives_a_process_that_dies() {
    let first = tokio::runtime::Runtime::new().unwrap();
    let (house, live) = first.block_on(async {
        let mut house = House::new(Mode::Review).await;
        let live = house.provider.live();
        house.send("go");
        live.send(text("half an answer")).await.unwrap();
        house.event("text.appended").await;
        let (store, session) = (house.store.clone(), house.session);
        until("the text is on the disk", || {
            let store = store.clone();
            async move {
                let stored = store.session(session).await.unwrap().unwrap();
                let last = stored.messages.last().unwrap().clone();
                last.state == MessageState::Streaming && last.plain_text() == "half an answer"
            }
        })
        .await;
        (house, live)
    });
    // As a process dies: nothing is stored any more, nobody is told. The stream and the handle end
    // after it: their end would be an answer that is over, or an orderly farewell.
    first.shutdown_timeout(LONG);
    drop(live);
    let (folder, session) = house.leave();
    let second = tokio::runtime::Runtime::new().unwrap();
    second.block_on(async {
        let mut house = House::in_folder(folder, Keep::OnDisk);
        house.session = session;
        house.command(Command::OpenSession { session });
        let opened = house.event("session.opened").await;
        let Fact::SessionOpened { session: snapshot } = opened.fact else {
            panic!("{opened:?}");
        };
        assert_eq!(snapshot.messages.len(), 2, "the conversation is there");
        let event = house.event("message.completed").await;
        let Fact::MessageCompleted { message } = event.fact else {
            panic!("{event:?}");
        };
        assert_eq!(message.plain_text(), "half an answer");
        assert_eq!(message.state, MessageState::Interrupted);
        house.event("job.interrupted").await;
        house.idle().await;
        let stored = house.store.session(session).await.unwrap().unwrap();
        assert_eq!(stored.summary.status, SessionStatus::Interrupted);
        assert_eq!(stored.run.unwrap().status, RunStatus::Interrupted);
        assert!(
            house.provider.requests().is_empty(),
            "nothing is asked again"
        );
        // It goes on, and the model is told what there was.
        house.provider.answer(says("as I said"));
        house.send("go on");
        house.event("job.completed").await;
        let request = house.provider.requests().remove(0);
        let roles: Vec<Role> = request
            .messages
            .iter()
            .map(|message| message.role)
            .collect();
        assert_eq!(roles, [Role::User, Role::Assistant, Role::User]);
        house.handle.shutdown().await;
    });
}
