//! Lines that a message names are pinned before the model is asked; missing lines are reported.

use crate::testing::harness::{Harness, SESSION};
use crate::testing::plans::path;
use crate::{Effect, Outcome};
use notice::Notice;
use protocol::approval::Mode;
use protocol::command::{CancelMode, Command};
use protocol::mention::{MentionedFile, ResolvedPart};

impl Harness {
    /// Answers the last check: these files exist with so many lines; all others cannot be read.
    pub(super) fn looked_at(&mut self, files: &[(&str, u32)]) {
        let asked = self.effects.iter().rev().find_map(|effect| match effect {
            Effect::ResolveMentions { run, named, .. } => Some((*run, named.clone())),
            _ => None,
        });
        let (run, named) = asked.expect("something is looked at");
        let look = |named: protocol::mention::MentionedPart| {
            let known = files.iter().find(|(path, _)| *path == named.path);
            let found = known.map(|(path, total_lines)| MentionedFile {
                path: (*path).to_owned(),
                total_lines: *total_lines,
            });
            ResolvedPart {
                found: found.ok_or_else(|| Notice::text("no such file")),
                named,
            }
        };
        self.outcome(Outcome::MentionsResolved {
            session: SESSION,
            run,
            found: named.into_iter().map(look).collect(),
            pictures: Vec::new(),
        });
    }
}

#[test]
fn a_folder_that_a_message_names_is_pinned_and_a_missing_one_is_reported() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("read @docs/ and @gone/, not @src");
    harness.saw(
        "user: read @docs/ and @gone/, not @src
        run started
        status running
        -> look at docs/ gone/ src?",
    );
    harness.looked_at(&[("docs/", 0)]);
    harness.saw(
        "included docs/
        notice @gone/ was not pinned: no such file
        notice pinned docs/: sent with each message until /exclude
        step 1
        -> ask the model s1 #1",
    );
}

#[test]
fn lines_that_a_message_names_are_pinned_before_the_model_is_asked() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("see @src/a.rs:10-40, and @b.rs, me@example.org:1-2");
    harness.saw(
        "user: see @src/a.rs:10-40, and @b.rs, me@example.org:1-2
        run started
        status running
        -> look at src/a.rs:10-40 b.rs?",
    );
    harness.looked_at(&[("src/a.rs", 100)]);
    harness.saw(
        "included src/a.rs:10-40
        notice pinned src/a.rs:10-40: sent with each message until /exclude
        step 1
        -> ask the model s1 #1",
    );
    harness.says("done");
    harness.skip();
    harness.send("once more @src/a.rs:10-40");
    harness.skip();
    harness.looked_at(&[("src/a.rs", 100)]);
    harness.saw("step 1\n-> ask the model s2 #2");
}

#[test]
fn a_range_that_is_not_there_is_said_and_the_message_goes_out_all_the_same() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("@a.rs:40-10 and @a.rs:0-3");
    harness.saw_last(
        "status running
        notice @a.rs:40-10 was not pinned: 40-10 is not a line range: put the first line first, as 10-40
        notice @a.rs:0-3 was not pinned: 0-3 is not a line range: lines start at 1
        step 1
        -> ask the model s1 #1",
    );
    harness.says("done");
    harness.send("@a.rs:10-40 @a.rs:31 @empty:1 @gone.rs:1-2");
    harness.skip();
    harness.looked_at(&[("a.rs", 30), ("empty", 0)]);
    harness.saw(
        "included a.rs:10-30
        notice @a.rs:10-40 goes beyond the end of the file, line 30
        notice @a.rs:31-31 was not pinned: the file ends at line 30
        notice @empty:1-1 was not pinned: the file is empty
        notice @gone.rs:1-2 was not pinned: no such file
        notice pinned a.rs:10-30: sent with each message until /exclude
        step 1
        -> ask the model s2 #2",
    );
}

#[test]
fn a_run_that_is_cancelled_while_it_looks_pins_nothing() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("@a.rs:1-2");
    harness.skip();
    harness.cancel(CancelMode::Gracefully);
    harness.saw("run cancelled\nstatus idle");
    harness.looked_at(&[("a.rs", 30)]);
    harness.saw("");
}

#[test]
fn a_message_that_waited_pins_when_it_is_delivered_and_a_command_pins_nothing() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("first");
    harness.calls(&[("read_file", path("a.rs"))]);
    harness.send("with @b.rs:1-2");
    harness.prepared(1);
    harness.skip();
    harness.finished(1);
    harness.saw(
        "c1 ok
        delivered: with @b.rs:1-2
        user: with @b.rs:1-2
        -> look at b.rs:1-2",
    );
    harness.looked_at(&[("b.rs", 2)]);
    harness.saw_last("step 2\n-> ask the model s2 #2");
    harness.says("done");
    harness.skip();
    harness.command(Command::RunShell {
        session: SESSION,
        command: "cat @b.rs:1-2".to_owned(),
    });
    assert!(!harness.trace().contains("look at"));
}

#[test]
fn a_pasted_text_full_of_ranges_pins_some_and_says_so() {
    let mut harness = Harness::new(Mode::Review);
    let many: Vec<String> = (1..=30).map(|line| format!("@a.rs:{line}")).collect();
    harness.send(&many.join("\n"));
    harness.looked_at(&[("a.rs", 100)]);
    let trace = harness.trace();
    assert_eq!(trace.matches("included a.rs").count(), 20, "{trace}");
    assert!(trace.contains("at most 20 ranges"), "{trace}");
}
