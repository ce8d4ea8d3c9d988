//! Answers that change the subject of the question: the text, the command, the choice of hunks.

use super::prompts::{asked_to_run, asked_to_write};
use crate::testing::harness::Harness;
use crate::testing::plans::{hunk_id, plan, shell};
use protocol::approval::Decision;

#[test]
fn what_was_edited_is_what_runs() {
    let mut harness = asked_to_run("make");
    let text = "make check".to_owned();
    harness.answer(Decision::Edited {
        text,
        on_disk: false,
    });
    harness.saw(
        "p1 answered edited by Key
        status running
        -> forget c1
        -> prepare c1",
    );
    planned_anew(&mut harness, "make check");
    harness.saw(
        "c1 started by your answer
        -> run c1 edited to \"make check\"",
    );
}

/// Lets the worker plan the first call as the user edited it.
fn planned_anew(harness: &mut Harness, command: &str) {
    let mut call = harness.call(1);
    call.arguments = shell(command);
    harness.prepared_as(1, plan(&call));
}

#[test]
fn a_command_that_an_edit_made_risky_is_asked_about_again() {
    let mut harness = asked_to_run("make");
    let text = "rm -rf src".to_owned();
    harness.answer(Decision::Edited {
        text,
        on_disk: false,
    });
    planned_anew(&mut harness, "rm -rf src");
    assert!(
        !harness.trace().contains("-> run"),
        "it waits for a second answer"
    );
    harness.answer(Decision::Yes);
    assert!(
        harness
            .trace()
            .contains("-> run c1 edited to \"rm -rf src\"")
    );
}

#[test]
fn only_the_accepted_hunks_are_written() {
    let mut harness = asked_to_write();
    let accepted = vec![hunk_id(harness.call(1).id, 2)];
    harness.answer(Decision::Hunks { accepted });
    harness.saw(
        "p1 answered 1 hunks by Key
        status running
        c1 started by your answer
        checkpoint #1 before: change
        kept a.rs
        edits a.rs [Rejected, Accepted]
        diff a.rs
        apply a.rs
        -> run c1 with 1 hunks",
    );
}

#[test]
fn a_hunk_that_was_not_asked_about_is_refused_and_the_question_stays() {
    let mut harness = asked_to_write();
    let call = harness.call(1).id;
    let strange = hunk_id(call, 3);
    let accepted = vec![hunk_id(call, 1), strange];
    harness.answer(Decision::Hunks { accepted });
    harness.saw(&format!(
        "rejected answer_prompt: {strange} is no hunk of this change; look again and answer"
    ));
    harness.answer(Decision::Yes);
    assert!(harness.trace().contains("-> run c1"));
}
