//! Answers that change the subject of the question: the text, the command, the choice of hunks.

use super::plans::{hunk_id, plan, shell};
use super::prompts::{asked_to_run, asked_to_write};
use super::world::World;
use crate::protocol::approval::Decision;

#[test]
fn what_was_edited_is_what_runs() {
    let mut world = asked_to_run("make");
    let text = "make check".to_owned();
    world.answer(Decision::Edited {
        text,
        on_disk: false,
    });
    world.saw(
        "p1 answered edited by Key
        status running
        -> forget c1
        -> prepare c1",
    );
    planned_anew(&mut world, "make check");
    world.saw(
        "c1 started by your answer
        -> run c1 edited to \"make check\"",
    );
}

/// Lets the worker plan the first call as the user edited it.
fn planned_anew(world: &mut World, command: &str) {
    let mut call = world.call(1);
    call.arguments = shell(command);
    world.prepared_as(1, plan(&call));
}

#[test]
fn a_command_that_an_edit_made_risky_is_asked_about_again() {
    let mut world = asked_to_run("make");
    let text = "rm -rf src".to_owned();
    world.answer(Decision::Edited {
        text,
        on_disk: false,
    });
    planned_anew(&mut world, "rm -rf src");
    assert!(
        !world.trace().contains("-> run"),
        "it waits for a second answer"
    );
    world.answer(Decision::Yes);
    assert!(world.trace().contains("-> run c1 edited to \"rm -rf src\""));
}

#[test]
fn only_the_accepted_hunks_are_written() {
    let mut world = asked_to_write();
    let accepted = vec![hunk_id(world.call(1).id, 2)];
    world.answer(Decision::Hunks { accepted });
    world.saw(
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
    let mut world = asked_to_write();
    let call = world.call(1).id;
    let strange = hunk_id(call, 3);
    let accepted = vec![hunk_id(call, 1), strange];
    world.answer(Decision::Hunks { accepted });
    world.saw(&format!(
        "rejected answer_prompt: {strange} is no hunk of this change; look at it again and answer anew"
    ));
    world.answer(Decision::Yes);
    assert!(world.trace().contains("-> run c1"));
}
