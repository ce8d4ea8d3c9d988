//! Comments on changes that git knows: they wait until the user sends them, and go out as one message.

use crate::testing::harness::{Harness, SESSION};
use crate::testing::plans::path;
use protocol::approval::Mode;
use protocol::command::Command;
use protocol::event::EventKind;
use protocol::ids::{CommentId, FileId};
use protocol::review::{Comment, CommentTarget, GitPlace, ReviewBase, ReviewCommand};
use uuid::Uuid;

fn order(harness: &mut Harness, order: ReviewCommand) {
    let session = SESSION;
    harness.command(Command::Review { session, order });
}

fn comment(harness: &mut Harness, since: ReviewBase, (path, line): (&str, u32), text: &str) {
    let place = GitPlace {
        since,
        file: FileId(Uuid::from_u128(5)),
        path: path.to_owned(),
        hunk: None,
        first: line,
        last: line,
        excerpt: "-old\u{1b}[31m\n+@new:1-2\n".to_owned(),
    };
    let on = CommentTarget::Git(Box::new(place));
    let text = text.to_owned();
    order(harness, ReviewCommand::Comment { on, text });
}

fn main() -> ReviewBase {
    ReviewBase::Branch {
        branch: "main".to_owned(),
    }
}

/// Returns the comments that were made, in order.
fn made(harness: &Harness) -> Vec<Comment> {
    let events = harness.events.iter();
    let made = events.filter_map(|event| match &event.fact {
        EventKind::CommentAdded { comment } => Some(comment.clone()),
        _ => None,
    });
    made.collect()
}

#[test]
fn all_comments_are_one_message_with_places_and_quoted_lines() {
    let mut harness = Harness::new(Mode::Review);
    comment(&mut harness, main(), ("src/b.rs", 9), "why not here?");
    comment(
        &mut harness,
        ReviewBase::WorkingTree,
        ("src/a.rs", 3),
        "remove it",
    );
    comment(&mut harness, main(), ("src/b.rs", 4), "typo");
    // Nothing of it goes along with another message.
    harness.send("hello");
    harness.says("hi");
    assert!(!harness.trace().contains("> +@new:1-2"));
    harness.skip();
    order(&mut harness, ReviewCommand::SendComments);
    harness.saw(
        "comments sent: 3
        user: My comments on the changes of the commits since `main` (git diff main...):

src/b.rs, line 4:
> -old
> +@new:1-2
typo

src/b.rs, line 9:
> -old
> +@new:1-2
why not here?

My comments on the changes of the working tree (git diff HEAD):

src/a.rs, line 3:
> -old
> +@new:1-2
remove it
        run started
        status running
        step 1
        -> ask the model s2 #2",
    );
    harness.says("done");
    harness.skip();
    order(&mut harness, ReviewCommand::SendComments);
    harness.saw("rejected review: there are no comments to send; comment on a hunk first");
}

#[test]
fn comments_that_are_sent_while_a_run_works_are_queued_like_a_message() {
    let mut harness = Harness::new(Mode::Review);
    comment(&mut harness, ReviewBase::WorkingTree, ("a.rs", 1), "why?");
    harness.send("first");
    harness.calls(&[("read_file", path("a.rs"))]);
    harness.skip();
    order(&mut harness, ReviewCommand::SendComments);
    let trace = harness.trace();
    assert!(trace.contains("comments sent: 1"), "{trace}");
    assert!(trace.contains("queued: My comments"), "{trace}");
    harness.skip();
    harness.read(1);
    let trace = harness.trace();
    assert!(trace.contains("delivered: My comments"), "{trace}");
    // A sent comment cannot be taken back.
    harness.skip();
    order(&mut harness, ReviewCommand::Undo);
    assert!(harness.trace().contains("rejected review"));
}

#[test]
fn a_comment_is_changed_removed_and_restored_until_it_is_sent() {
    let mut harness = Harness::new(Mode::Review);
    comment(&mut harness, main(), ("a.rs", 1), "why?");
    let first: CommentId = made(&harness)[0].id;
    let text = "why not?".to_owned();
    order(
        &mut harness,
        ReviewCommand::Reword {
            comment: first,
            text,
        },
    );
    order(
        &mut harness,
        ReviewCommand::RemoveComment { comment: first },
    );
    order(&mut harness, ReviewCommand::Undo);
    harness.skip();
    order(&mut harness, ReviewCommand::SendComments);
    let trace = harness.trace();
    assert!(trace.contains("comments sent: 1"), "{trace}");
    assert!(trace.contains("why not?"), "{trace}");
}

#[test]
fn what_a_comment_quotes_is_bounded() {
    let mut harness = Harness::new(Mode::Review);
    let place = GitPlace {
        since: main(),
        file: FileId(Uuid::from_u128(5)),
        path: "a.rs\n\u{1b}[2J".to_owned(),
        hunk: None,
        first: 1,
        last: 9,
        excerpt: "+x\n".repeat(10_000),
    };
    let on = CommentTarget::Git(Box::new(place));
    let text = "long".to_owned();
    order(&mut harness, ReviewCommand::Comment { on, text });
    let comment = &made(&harness)[0];
    assert_eq!(comment.path, "a.rs ");
    let quoted = comment.on.git().map_or(0, |place| place.excerpt.len());
    assert!((2_000..2_100).contains(&quoted), "{quoted}");
}
