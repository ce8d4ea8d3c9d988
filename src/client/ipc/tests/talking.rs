//! Traffic over a connection while both ends are alive.

use std::time::Duration;

use tokio::sync::mpsc;

use super::{IpcHarness, LONG, asked, event, heard, session, snapshot};
use notice::Notice;
use protocol::catalogue::{BackgroundJob, JobProgress, KeyChange, KeyPlace, ProviderChange};
use protocol::command::Command;
use protocol::event::{Delivery, EventKind, NoticeLevel};
use protocol::ids::Seq;
use protocol::query::{PictureSource, Query, Reply, WorkspaceFacts};
use redact::Secret;
use session::Handle;
use session::handle::Request;

fn message(text: &str) -> Command {
    Command::send_message(session(1), text.into())
}

fn notice(number: u64) -> Delivery {
    let fact = EventKind::Notice {
        level: NoticeLevel::Info,
        text: Notice::text(number.to_string()),
    };
    event(session(1), number, fact)
}

/// Creates a subscription at both ends.
async fn subscribed(
    handle: &Handle,
    inbox: &mut mpsc::Receiver<Request>,
    from: u64,
) -> (mpsc::Sender<Delivery>, mpsc::Receiver<Delivery>) {
    let listener = handle.subscribe(Seq(from)).unwrap();
    match asked(inbox).await {
        Request::Subscribe { from: asked, to } => {
            assert_eq!(asked, Seq(from));
            (to, listener)
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn orders_arrive_in_their_order_and_count_as_taken_when_the_actor_says_so() {
    let harness = IpcHarness::new();
    let (mut inbox, _serving) = harness.owner();
    let (handle, _talking) = harness.attached().await;
    for text in ["one", "two"] {
        handle.send(message(text)).unwrap();
    }
    let mut taken = tokio::spawn({
        let handle = handle.clone();
        async move { handle.taken().await }
    });
    let mut orders = Vec::new();
    let mut waiting = Vec::new();
    while waiting.len() < 2 {
        match asked(&mut inbox).await {
            Request::Command(command) => orders.push(command),
            Request::Taken { reply } => waiting.push(reply),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(orders, [message("one"), message("two")]);
    let last = waiting.pop().unwrap();
    waiting.pop().unwrap().send(()).unwrap();
    let early = tokio::time::timeout(Duration::from_millis(50), &mut taken).await;
    assert!(early.is_err(), "one of them is not committed");
    last.send(()).unwrap();
    let done = tokio::time::timeout(LONG, taken).await;
    assert_eq!(done.unwrap().unwrap(), Ok(()));
}

#[tokio::test]
async fn events_come_whole_in_order_and_with_the_screens_session_first() {
    let harness = IpcHarness::new();
    let (mut inbox, _serving) = harness.owner();
    let (handle, _talking) = harness.attached().await;
    let (to, mut listener) = subscribed(&handle, &mut inbox, 0).await;
    let (one, two) = (snapshot(1, 1, vec![]), snapshot(2, 2, vec![]));
    let seq = Seq(3);
    let sessions = vec![two.clone(), one.clone()];
    to.try_send(Delivery::Snapshot { seq, sessions }).unwrap();
    let sessions = vec![one, two];
    assert_eq!(
        heard(&mut listener).await,
        Some(Delivery::Snapshot { seq, sessions })
    );
    for number in 4..500 {
        to.try_send(notice(number)).unwrap();
    }
    for number in 4..500 {
        assert_eq!(heard(&mut listener).await, Some(notice(number)));
    }
}

#[tokio::test]
async fn a_screen_that_is_too_slow_is_dropped_and_subscribes_again_where_it_was() {
    let harness = IpcHarness::new();
    let (mut inbox, _serving) = harness.owner();
    let (handle, _talking) = harness.attached().await;
    let (to, mut listener) = subscribed(&handle, &mut inbox, 1).await;
    // More than both queues and the socket hold: the actor must never be made to wait.
    let mut number = 2;
    let deadline = tokio::time::Instant::now() + LONG;
    while to.try_send(notice(number)).is_ok() || !to.is_closed() {
        number += 1;
        assert!(tokio::time::Instant::now() < deadline, "never dropped");
        tokio::task::yield_now().await;
    }
    let mut last = 1;
    while let Some(Delivery::Event { event }) = heard(&mut listener).await {
        let seq = event.seq.unwrap().0;
        assert_eq!(seq, last + 1, "none is left out before");
        last = seq;
    }
    let (to, mut listener) = subscribed(&handle, &mut inbox, last).await;
    to.try_send(notice(last + 1)).unwrap();
    assert_eq!(heard(&mut listener).await, Some(notice(last + 1)));
}

#[tokio::test]
async fn what_is_known_of_the_workspace_says_to_whom_the_screen_is_attached() {
    let harness = IpcHarness::new();
    let (mut inbox, _serving) = harness.owner();
    let (handle, _talking) = harness.attached().await;
    let answer = handle.query(Query::Workspace).unwrap();
    let Request::Query { reply, .. } = asked(&mut inbox).await else {
        panic!("a question");
    };
    let facts = WorkspaceFacts {
        root: "/work".into(),
        detected_by: "git".into(),
        trusted: true,
        writable: true,
        git: None,
        programs: Vec::new(),
        attached_to: None,
        in_memory: false,
        instructions: Vec::new(),
        kind: Default::default(),
    };
    reply
        .send(Reply::Workspace {
            facts: facts.clone(),
        })
        .unwrap();
    let attached_to = Some(std::process::id());
    let facts = WorkspaceFacts {
        attached_to,
        ..facts
    };
    assert_eq!(answer.await.unwrap(), Reply::Workspace { facts });
}

#[tokio::test]
async fn a_question_without_an_answer_ends_without_one_and_idle_is_the_actors() {
    let harness = IpcHarness::new();
    let (mut inbox, _serving) = harness.owner();
    let (handle, _talking) = harness.attached().await;
    let answer = handle.query(Query::Index).unwrap();
    drop(asked(&mut inbox).await);
    assert!(tokio::time::timeout(LONG, answer).await.unwrap().is_err());
    let idle = tokio::spawn({
        let handle = handle.clone();
        async move { handle.idle().await }
    });
    let Request::Idle { reply } = asked(&mut inbox).await else {
        panic!("idle");
    };
    assert!(!idle.is_finished());
    reply.send(()).unwrap();
    assert_eq!(
        tokio::time::timeout(LONG, idle).await.unwrap().unwrap(),
        Ok(())
    );
}

#[tokio::test]
async fn an_errand_goes_step_by_step_and_ends_where_nobody_waits_any_more() {
    let harness = IpcHarness::new();
    let (mut inbox, _serving) = harness.owner();
    let (handle, _talking) = harness.attached().await;
    let mut steps = handle.job(BackgroundJob::Offers).unwrap();
    let Request::Job { job, report } = asked(&mut inbox).await else {
        panic!("an errand");
    };
    assert_eq!(job, BackgroundJob::Offers);
    let step = JobProgress::Failed(Notice::text("not there"));
    report.send(step.clone()).await.unwrap();
    assert_eq!(
        tokio::time::timeout(LONG, steps.recv()).await.unwrap(),
        Some(step)
    );
    drop(steps);
    tokio::time::timeout(LONG, report.closed()).await.unwrap();

    let mut steps = handle.job(BackgroundJob::Look).unwrap();
    drop(asked(&mut inbox).await);
    let end = tokio::time::timeout(LONG, steps.recv()).await.unwrap();
    assert_eq!(end, None, "an errand that ends at the owner ends here");
}

#[tokio::test]
async fn a_key_that_is_entered_goes_over_no_wire() {
    let harness = IpcHarness::new();
    let (mut inbox, _serving) = harness.owner();
    let (handle, _talking) = harness.attached().await;
    let errand = BackgroundJob::Test {
        provider: "openai".into(),
        change: ProviderChange::default(),
        key: Some(KeyChange::Keep {
            key: Secret::new("sk-entered-by-hand"),
            place: KeyPlace::File,
        }),
    };
    assert!(
        serde_json::to_string(&errand).is_err(),
        "it cannot even be written"
    );
    let mut steps = handle.job(errand).unwrap();
    let step = tokio::time::timeout(LONG, steps.recv()).await.unwrap();
    let Some(JobProgress::Failed(why)) = step else {
        panic!("{step:?}");
    };
    assert!(
        why.to_string()
            .contains("enter keys in the terminal that owns the workspace"),
        "{why}"
    );
    // The next command is the first thing that reaches the owner.
    handle.send(message("next")).unwrap();
    let next = asked(&mut inbox).await;
    assert!(matches!(next, Request::Command(_)), "{next:?}");
}

#[tokio::test]
async fn an_owner_that_is_silent_for_long_is_named_and_so_is_its_return() {
    let mut harness = IpcHarness::new();
    harness.patience.ping = Duration::from_millis(20);
    harness.patience.silence = Duration::from_millis(200);
    let bound = harness.places().bind().unwrap();
    let owner = SilentOwner::default();
    let _serving = tokio::spawn(owner.clone().serve(bound));
    let (handle, _talking) = harness.attached().await;
    let mut listener = handle.subscribe(Seq(4)).unwrap();
    let silent = notice_of(heard(&mut listener).await);
    assert!(
        silent.contains("does not answer") && silent.contains("takes over"),
        "{silent}"
    );
    owner.0.notify_one();
    let back = notice_of(heard(&mut listener).await);
    assert!(back.contains("answers again"), "{back}");
}

fn notice_of(delivery: Option<Delivery>) -> String {
    match delivery {
        Some(Delivery::Event { event }) => match &event.fact {
            EventKind::Notice { text, .. } => text.to_string(),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

/// An owner that answers the hello and then stays silent until it is woken.
#[derive(Clone, Default)]
struct SilentOwner(std::sync::Arc<tokio::sync::Notify>);

impl SilentOwner {
    async fn serve(self, bound: crate::ipc::socket_path::BoundSocket) {
        use crate::ipc::frame::encode;
        use crate::ipc::message::FromOwner;
        use tokio::io::{AsyncReadExt, AsyncWriteExt};
        let (stream, _) = bound.listener.accept().await.unwrap();
        let (mut read, mut write) = stream.into_split();
        let hello = encode(0, &FromOwner::Hello(super::hello()), 10_000).unwrap();
        write.write_all(&hello).await.unwrap();
        tokio::spawn(async move { read.read_to_end(&mut Vec::new()).await });
        self.0.notified().await;
        let pong = encode(0, &FromOwner::Pong, 10_000).unwrap();
        write.write_all(&pong).await.unwrap();
        std::future::pending::<()>().await;
    }
}

#[tokio::test]
async fn the_clipboard_of_another_process_is_not_taken_for_that_of_this_terminal() {
    let harness = IpcHarness::new();
    let (mut inbox, _serving) = harness.owner();
    let (handle, _talking) = harness.attached().await;
    let take = |source| Query::TakePicture {
        session: session(1),
        source,
    };
    let answer = handle.query(take(PictureSource::Clipboard)).unwrap();
    let answer = tokio::time::timeout(LONG, answer);
    let Reply::Failed { reason } = answer.await.unwrap().unwrap() else {
        panic!("it is refused");
    };
    assert!(
        reason.to_string().contains("drop its file here"),
        "{reason}"
    );
    // A file can be read by either process.
    let path = "/tmp/a.png".to_owned();
    let _answer = handle.query(take(PictureSource::File { path })).unwrap();
    let Request::Query { query, .. } = asked(&mut inbox).await else {
        panic!("a question");
    };
    assert!(
        matches!(
            &query,
            Query::TakePicture {
                source: PictureSource::File { .. },
                ..
            }
        ),
        "{query:?}"
    );
}
