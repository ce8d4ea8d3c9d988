//! Pictures in messages: which become blocks at once, which are checked first, and which a
//! blind model returns.

use crate::testing::harness::{Harness, SESSION};
use crate::{Effect, Outcome};
use notice::Notice;
use protocol::approval::Mode;
use protocol::command::Command;
use protocol::event::EventKind;
use protocol::ids::{ContentHash, MessageId};
use protocol::message::{Block, Role};
use protocol::picture::{Media, MentionedPicture, Picture, ResolvedPicture};
use protocol::session::QueuedMessage;

fn picture(name: &str) -> Picture {
    Picture {
        hash: ContentHash::of(name.as_bytes()),
        media: Media::Png,
        width: 64,
        height: 48,
        bytes: 100,
        name: name.to_owned(),
    }
}

impl Harness {
    /// Returns the pictures that the last check asked for.
    fn named(&self) -> Vec<MentionedPicture> {
        let mut latest = self.effects.iter().rev();
        let found = latest.find_map(|effect| match effect {
            Effect::ResolveMentions { pictures, .. } => Some(pictures.clone()),
            _ => None,
        });
        found.expect("something to look at")
    }

    fn seen(&mut self, found: Vec<ResolvedPicture>) {
        let mut latest = self.effects.iter().rev();
        let run = latest.find_map(|effect| match effect {
            Effect::ResolveMentions { run, .. } => Some(*run),
            _ => None,
        });
        self.outcome(Outcome::MentionsResolved {
            session: SESSION,
            run: run.expect("a run"),
            found: Vec::new(),
            pictures: found,
        });
    }

    fn last_message(&self) -> MessageId {
        let mut latest = self.events.iter().rev();
        let found = latest.find_map(|event| match &event.fact {
            EventKind::MessageAdded { message } if message.role == Role::User => Some(message.id),
            _ => None,
        });
        found.expect("a message")
    }
}

#[test]
fn a_tag_becomes_a_picture_at_once_and_the_model_is_asked() {
    let mut harness = Harness::new(Mode::Review);
    harness.send(&format!("what is {}?", picture("a.png").tag()));
    harness.saw(
        "user: what is [picture 1: a.png]? ▣a.png
        run started
        status running
        step 1
        -> ask the model s1 #1",
    );
}

#[test]
fn a_tag_in_a_message_that_waited_becomes_a_picture_when_it_is_delivered() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("first");
    let tag = picture("a.png").tag();
    harness.send(&tag);
    harness.skip();
    harness.says("done");
    let added = harness
        .events
        .iter()
        .rev()
        .find_map(|event| match &event.fact {
            EventKind::MessageAdded { message } if message.role == Role::User => {
                Some(message.clone())
            }
            _ => None,
        });
    let added = added.expect("a message");
    assert_eq!(added.plain_text(), "[picture 1: a.png]");
    assert_eq!(
        added.pictures().cloned().collect::<Vec<_>>(),
        [picture("a.png")]
    );
    assert_eq!(added.typed_text(), tag);
}

#[test]
fn what_a_message_names_whole_is_looked_at_and_pictures_among_it_are_attached() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("is @a.png like @b.rs and @c.png? @a.png");
    harness.saw(
        "user: is @a.png like @b.rs and @c.png? @a.png
        run started
        status running
        -> look at a.png? b.rs? c.png?",
    );
    let named = harness.named();
    let message = harness.last_message();
    assert!(named.iter().all(|named| named.message == message));
    let [a, _, c] = <[MentionedPicture; 3]>::try_from(named).expect("three names");
    harness.seen(vec![
        ResolvedPicture {
            named: a,
            found: Ok(picture("a.png")),
        },
        ResolvedPicture {
            named: c,
            found: Err(Notice::text("c.png is broken")),
        },
    ]);
    harness.saw(
        "notice @c.png was not attached: c.png is broken
        pictures [\"a.png\"]
        step 1
        -> ask the model s1 #1",
    );
}

#[test]
fn a_picture_for_a_blind_model_ends_the_run_and_the_message_comes_back() {
    let mut harness = Harness::new(Mode::Review);
    let typed = format!("what is {}?", picture("a.png").tag());
    harness.send(&typed);
    harness.skip();
    let (run, step) = harness.request();
    let id = harness.last_message();
    let blind = Outcome::ImagesUnsupported {
        session: SESSION,
        run,
        step,
        returned: vec![QueuedMessage::after_step(id, typed.clone())],
        seeing: vec!["ollama/gemma3:12b".to_owned()],
    };
    harness.outcome(blind.clone());
    let facts: Vec<&EventKind> = harness
        .events
        .iter()
        .rev()
        .take(5)
        .map(|event| &event.fact)
        .collect();
    let withdrawn = facts.iter().any(
        |fact| matches!(fact, EventKind::MessagesWithdrawn { from, alone: true } if *from == id),
    );
    let back = facts.iter().any(
        |fact| matches!(fact, EventKind::MessageUnqueued { message, .. } if message.text == typed),
    );
    assert!(withdrawn && back, "{facts:#?}");
    let failed = facts.iter().find_map(|fact| match fact {
        EventKind::RunFailed { error, hint, .. } => Some((error.clone(), hint.clone())),
        _ => None,
    });
    let (error, hint) = failed.expect("a failed run");
    assert_eq!(
        error.to_string(),
        "nothing was sent: ollama/qwen cannot see pictures"
    );
    assert!(hint.is_some_and(|hint| hint.to_string().ends_with("/model: ollama/gemma3:12b")));
    // The run is over: the same outcome again changes nothing, and another message goes out.
    harness.skip();
    harness.outcome(blind);
    harness.saw("");
    harness.send("without it");
    assert!(harness.trace().contains("ask the model s2"));
}

#[test]
fn what_a_command_writes_attaches_nothing() {
    let mut harness = Harness::new(Mode::Review);
    let tag = picture("a.png").tag();
    harness.command(protocol::command::Command::RunShell {
        session: SESSION,
        command: format!("echo '{tag}' @b.png"),
    });
    let shows = |event: &protocol::event::Event| match &event.fact {
        EventKind::MessageAdded { message } => message
            .blocks
            .iter()
            .any(|block| matches!(block, Block::Image { .. })),
        _ => false,
    };
    assert!(!harness.events.iter().any(shows));
    assert!(!harness.trace().contains("look at"));
}

#[test]
fn a_picture_that_is_named_in_a_message_sent_anew_is_looked_at_again() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("what is on @shot.png");
    harness.seen(Vec::new());
    harness.says("nothing");
    let message = harness.last_message();
    harness.command(Command::ResendMessage {
        session: SESSION,
        message,
        text: "what is on @other.png".to_owned(),
    });
    let named = harness.named();
    assert_eq!(named.len(), 1);
    assert_eq!(named[0].message, harness.last_message());
}

#[test]
fn only_the_message_with_the_picture_comes_back_and_what_came_after_it_stays() {
    let mut harness = Harness::new(Mode::Review);
    harness.send(&picture("a.png").tag());
    let shown = harness.last_message();
    harness.says("done");
    harness.send("and another thing");
    harness.send("a message that waits");
    harness.skip();
    let (run, step) = harness.request();
    let typed = picture("a.png").tag();
    harness.outcome(Outcome::ImagesUnsupported {
        session: SESSION,
        run,
        step,
        returned: vec![QueuedMessage::after_step(shown, typed)],
        seeing: Vec::new(),
    });
    let facts = harness.events.iter().map(|event| &event.fact);
    let withdrawn: Vec<_> = facts
        .filter_map(|fact| match fact {
            EventKind::MessagesWithdrawn { from, alone } => Some((*from, *alone)),
            _ => None,
        })
        .collect();
    assert_eq!(withdrawn, [(shown, true)]);
    let trace = harness.trace();
    assert!(trace.contains("later messages stay"));
    let waited = trace.find("returned: a message that waits");
    let pictured = trace.find("returned: [picture:");
    assert!(
        waited.is_some() && waited < pictured,
        "the last first: {trace}"
    );
}

#[test]
fn a_summary_that_ends_with_a_message_that_comes_back_is_taken_back_with_it() {
    use crate::Effect;
    use crate::testing::outcomes::made;
    let mut harness = Harness::new(Mode::Review);
    let typed = picture("a.png").tag();
    harness.send(&typed);
    let shown = harness.last_message();
    let (run, step) = harness.request();
    harness.outcome(Outcome::ContextOverflow {
        session: SESSION,
        run,
        step,
    });
    let ordered = harness
        .effects
        .iter()
        .rev()
        .find_map(|effect| match effect {
            Effect::Compact { run, step, .. } => Some((*run, *step)),
            _ => None,
        });
    let (run, step) = ordered.expect("a summary was asked for");
    harness.outcome(made(run, step, Some(shown)));
    let (run, step) = harness.request();
    harness.outcome(Outcome::ImagesUnsupported {
        session: SESSION,
        run,
        step,
        returned: vec![QueuedMessage::after_step(shown, typed)],
        seeing: Vec::new(),
    });
    let undone = harness
        .events
        .iter()
        .filter(|event| matches!(event.fact, EventKind::CompactionUndone { .. }));
    assert_eq!(undone.count(), 1);
    harness.command(Command::UndoCompaction { session: SESSION });
    assert!(
        harness.trace().contains("rejected"),
        "there is none any more"
    );
}
