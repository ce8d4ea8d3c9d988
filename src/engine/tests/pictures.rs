//! Pictures in messages: which become blocks at once, which are checked first, and which a
//! blind model returns.

use super::world::{SESSION, World};
use crate::engine::{Effect, Outcome};
use crate::protocol::approval::Mode;
use crate::protocol::command::Command;
use crate::protocol::event::EventKind;
use crate::protocol::ids::{ContentHash, MessageId};
use crate::protocol::message::{Block, Role};
use crate::protocol::picture::{Media, MentionedPicture, Picture, ResolvedPicture};
use crate::protocol::session::QueuedMessage;

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

impl World {
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
        self.outcome(Outcome::LinesLookedAt {
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
    let mut world = World::new(Mode::Review);
    world.send(&format!("what is {}?", picture("a.png").tag()));
    world.saw(
        "user: what is [picture 1: a.png]? ▣a.png
        run started
        status running
        step 1
        -> ask the model s1 #1",
    );
}

#[test]
fn a_tag_in_a_message_that_waited_becomes_a_picture_when_it_is_delivered() {
    let mut world = World::new(Mode::Review);
    world.send("first");
    let tag = picture("a.png").tag();
    world.send(&tag);
    world.skip();
    world.says("done");
    let added = world
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
    let mut world = World::new(Mode::Review);
    world.send("is @a.png like @b.rs and @c.png? @a.png");
    world.saw(
        "user: is @a.png like @b.rs and @c.png? @a.png
        run started
        status running
        -> look at a.png? b.rs? c.png?",
    );
    let named = world.named();
    let message = world.last_message();
    assert!(named.iter().all(|named| named.message == message));
    let [a, _, c] = <[MentionedPicture; 3]>::try_from(named).expect("three names");
    world.seen(vec![
        ResolvedPicture {
            named: a,
            found: Ok(picture("a.png")),
        },
        ResolvedPicture {
            named: c,
            found: Err("c.png is broken".to_owned()),
        },
    ]);
    world.saw(
        "notice @c.png was not attached: c.png is broken
        pictures [\"a.png\"]
        step 1
        -> ask the model s1 #1",
    );
}

#[test]
fn a_picture_for_a_blind_model_ends_the_run_and_the_message_comes_back() {
    let mut world = World::new(Mode::Review);
    let typed = format!("what is {}?", picture("a.png").tag());
    world.send(&typed);
    world.skip();
    let (run, step) = world.request();
    let id = world.last_message();
    let blind = Outcome::ImagesUnsupported {
        session: SESSION,
        run,
        step,
        returned: vec![QueuedMessage {
            id,
            text: typed.clone(),
        }],
        seeing: vec!["ollama/gemma3:12b".to_owned()],
    };
    world.outcome(blind.clone());
    let facts: Vec<&EventKind> = world
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
    assert_eq!(error, "nothing was sent: ollama/qwen cannot see pictures");
    assert!(hint.is_some_and(|hint| hint.ends_with("/model: ollama/gemma3:12b")));
    // The run is over: the same outcome again changes nothing, and another message goes out.
    world.skip();
    world.outcome(blind);
    world.saw("");
    world.send("without it");
    assert!(world.trace().contains("ask the model s2"));
}

#[test]
fn what_a_command_writes_attaches_nothing() {
    let mut world = World::new(Mode::Review);
    let tag = picture("a.png").tag();
    world.command(crate::protocol::command::Command::RunShell {
        session: SESSION,
        command: format!("echo '{tag}' @b.png"),
    });
    let shows = |event: &crate::protocol::event::Event| match &event.fact {
        EventKind::MessageAdded { message } => message
            .blocks
            .iter()
            .any(|block| matches!(block, Block::Image { .. })),
        _ => false,
    };
    assert!(!world.events.iter().any(shows));
    assert!(!world.trace().contains("look at"));
}

#[test]
fn a_picture_that_is_named_in_a_message_sent_anew_is_looked_at_again() {
    let mut world = World::new(Mode::Review);
    world.send("what is on @shot.png");
    world.seen(Vec::new());
    world.says("nothing");
    let message = world.last_message();
    world.command(Command::ResendMessage {
        session: SESSION,
        message,
        text: "what is on @other.png".to_owned(),
    });
    let named = world.named();
    assert_eq!(named.len(), 1);
    assert_eq!(named[0].message, world.last_message());
}

#[test]
fn only_the_message_with_the_picture_comes_back_and_what_came_after_it_stays() {
    let mut world = World::new(Mode::Review);
    world.send(&picture("a.png").tag());
    let shown = world.last_message();
    world.says("done");
    world.send("and another thing");
    world.skip();
    let (run, step) = world.request();
    let typed = picture("a.png").tag();
    world.outcome(Outcome::ImagesUnsupported {
        session: SESSION,
        run,
        step,
        returned: vec![QueuedMessage {
            id: shown,
            text: typed,
        }],
        seeing: Vec::new(),
    });
    let facts = world.events.iter().map(|event| &event.fact);
    let withdrawn: Vec<_> = facts
        .filter_map(|fact| match fact {
            EventKind::MessagesWithdrawn { from, alone } => Some((*from, *alone)),
            _ => None,
        })
        .collect();
    assert_eq!(withdrawn, [(shown, true)]);
    assert!(world.trace().contains("what was said after it stays"));
}

#[test]
fn a_summary_that_ends_with_a_message_that_comes_back_is_taken_back_with_it() {
    use super::compaction::made;
    use crate::engine::Effect;
    let mut world = World::new(Mode::Review);
    let typed = picture("a.png").tag();
    world.send(&typed);
    let shown = world.last_message();
    let (run, step) = world.request();
    world.outcome(Outcome::ContextOverflow {
        session: SESSION,
        run,
        step,
    });
    let ordered = world.effects.iter().rev().find_map(|effect| match effect {
        Effect::Compact { run, step, .. } => Some((*run, *step)),
        _ => None,
    });
    let (run, step) = ordered.expect("a summary was asked for");
    world.outcome(made(run, step, Some(shown)));
    let (run, step) = world.request();
    world.outcome(Outcome::ImagesUnsupported {
        session: SESSION,
        run,
        step,
        returned: vec![QueuedMessage {
            id: shown,
            text: typed,
        }],
        seeing: Vec::new(),
    });
    let undone = world
        .events
        .iter()
        .filter(|event| matches!(event.fact, EventKind::CompactionUndone { .. }));
    assert_eq!(undone.count(), 1);
    world.command(Command::UndoCompaction { session: SESSION });
    assert!(world.trace().contains("rejected"), "there is none any more");
}
