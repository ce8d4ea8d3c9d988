//! Questions and answers: only what was shown and allowed runs.

use serde_json::json;

use super::plans::{path, shell};
use super::world::{SESSION, World, answer_to};
use crate::engine::{Attendance, EngineConfig};
use crate::protocol::approval::{Decision, GrantScope, Mode, RuleEffect};
use crate::protocol::command::Command;
use crate::protocol::ids::ContentHash;

pub(super) fn asked_to_write() -> World {
    let mut world = World::new(Mode::Confirm);
    world.send("change");
    world.calls(&[("write_file", path("a.rs"))]);
    world.skip();
    world.prepared(1);
    world.saw(
        "p1 asks about c1: write a.rs
        status waiting",
    );
    world
}

pub(super) fn asked_to_run(command: &str) -> World {
    let mut world = World::new(Mode::Confirm);
    world.send("run");
    world.calls(&[("shell_exec", shell(command))]);
    world.prepared(1);
    world.skip();
    world
}

#[test]
fn nothing_is_written_before_the_yes() {
    let mut world = asked_to_write();
    world.answer(Decision::Yes);
    world.saw(
        "p1 answered yes by Key
        status running
        c1 started by your answer
        checkpoint #1 before: change
        kept a.rs
        edits a.rs [Accepted, Accepted]
        diff a.rs
        apply a.rs
        -> run c1 as planned",
    );
}

#[test]
fn a_refusal_goes_to_the_model_with_its_reason() {
    let mut world = asked_to_write();
    let reason = Some("wrong file".to_owned());
    world.answer(Decision::No { reason });
    world.saw(
        "p1 answered no by Key
        status running
        c1 E006: the user refused this call. Reason: wrong file. Take it into account; do not repeat it
        step 2
        -> refuse c1
        -> ask the model s2 #2",
    );
}

#[test]
fn review_mode_stages_a_write_and_asks_nobody() {
    let mut world = World::new(Mode::Review);
    world.send("change");
    world.calls(&[("write_file", path("a.rs"))]);
    world.skip();
    world.prepared(1);
    world.saw(
        "c1 started by the mode
        checkpoint #1 before: change
        kept a.rs
        edits a.rs [Pending, Pending]
        diff a.rs
        -> stage c1",
    );
    world.finished(1);
    world.skip();
    world.says("done");
    world.saw(
        "assistant:
        end of assistant: done
        step done
        run completed, 1 calls
        status idle
        status awaiting_review",
    );
}

#[test]
fn yes_to_all_holds_for_writes_until_the_next_message() {
    let mut world = asked_to_write();
    let scope = GrantScope::UntilNextMessage;
    world.answer(Decision::Always { scope });
    world.finished(1);
    world.calls(&[("write_file", path("b.rs")), ("shell_exec", shell("make"))]);
    world.skip();
    world.prepared(2);
    assert!(
        world
            .trace()
            .contains("c2 started by yes to all until the next message"),
        "the second write is not asked for"
    );
    world.finished(2);
    world.skip();
    world.prepared(3);
    world.saw(
        "p2 asks about c3: $ make
        status waiting",
    );
    world.answer(Decision::No { reason: None });
    world.says("done");
    world.skip();
    world.send("more");
    world.saw(
        "user: more
        run started
        status running
        policy confirm Ask Ask []
        step 1
        -> ask the model s4 #4",
    );
}

#[test]
fn yes_to_all_ends_with_a_queued_message_too() {
    let mut world = asked_to_write();
    world.send("and this");
    let scope = GrantScope::UntilNextMessage;
    world.answer(Decision::Always { scope });
    world.skip();
    world.finished(1);
    world.saw(
        "review Accepted written: true
        applied a.rs
        c1 ok
        delivered: and this
        user: and this
        policy confirm Ask Ask []
        step 2
        -> ask the model s2 #2",
    );
}

#[test]
fn a_rule_for_the_session_is_exact_and_lets_the_same_command_run() {
    let mut world = asked_to_run("make test");
    let scope = GrantScope::Session;
    world.answer(Decision::Always { scope });
    world.saw(
        "p1 answered always Session by Key
        status running
        policy confirm Ask Ask [\"shell_exec(make test)\"]
        c1 started by your answer
        -> run c1 as planned",
    );
    world.finished(1);
    world.calls(&[
        ("shell_exec", shell("make test")),
        ("shell_exec", shell("make install")),
    ]);
    world.skip();
    world.prepared(2);
    world.saw(
        "c2 started by shell_exec(make test) [session]
        -> run c2 as planned",
    );
    world.finished(2);
    world.skip();
    world.prepared(3);
    world.saw(
        "p2 asks about c3: $ make install
        status waiting",
    );
}

#[test]
fn a_rule_for_the_workspace_is_kept_in_its_config() {
    let mut world = asked_to_run("make");
    let scope = GrantScope::Workspace;
    world.answer(Decision::Always { scope });
    assert!(world.trace().contains("-> save shell_exec(make) Workspace"));
}

#[test]
fn always_is_refused_where_it_was_not_offered() {
    let mut world = asked_to_run("rm -r src");
    assert!(world.prompt().scopes.is_empty(), "high risk offers none");
    let scope = GrantScope::User;
    world.answer(Decision::Always { scope });
    world.saw("rejected answer_prompt: this answer does not fit the question");
}

#[test]
fn a_stale_answer_is_refused_and_the_question_stays() {
    let mut world = asked_to_write();
    let mut answer = answer_to(&world.prompt(), Decision::Yes);
    answer.shown = ContentHash::of(b"something else");
    world.command(Command::AnswerQuestion {
        session: SESSION,
        answer,
    });
    world.saw(
        "rejected answer_prompt: what was shown has changed since; look at it again and answer anew",
    );
    world.answer(Decision::Yes);
    assert!(world.trace().contains("-> run c1 as planned"));
}

#[test]
fn a_second_answer_is_refused() {
    let mut world = asked_to_write();
    world.answer(Decision::Yes);
    world.skip();
    world.answer(Decision::No { reason: None });
    world.saw("rejected answer_prompt: this question was answered before, or its run has ended");
}

#[test]
fn an_answer_of_the_wrong_kind_is_refused() {
    let mut world = asked_to_run("make");
    for decision in [
        Decision::Text {
            text: "yes".to_owned(),
        },
        Decision::Selected { indices: vec![0] },
        Decision::Skipped,
        Decision::Hunks {
            accepted: Vec::new(),
        },
    ] {
        world.answer(decision);
        world.saw("rejected answer_prompt: this answer does not fit the question");
    }
}

#[test]
fn a_question_of_the_agent_gets_the_words_of_the_human() {
    let mut world = World::new(Mode::Review);
    world.send("go");
    world.calls(&[("clarify_user", json!({})), ("clarify_user", json!({}))]);
    world.skip();
    world.prepared(1);
    let text = "the left one".to_owned();
    world.answer(Decision::Text { text });
    world.saw(
        "p1 asks about c1: Which one?
        status waiting
        p1 answered text the left one by Key
        status running
        c1 started by your answer
        -> run c1 with {\"answer\":\"the left one\"}",
    );
    world.finished(1);
    world.prepared(2);
    world.skip();
    world.answer(Decision::Skipped);
    assert!(world.trace().contains("{\"answer\":\"no_user_answer\"}"));
}

#[test]
fn without_anyone_to_ask_a_question_of_the_agent_is_answered_at_once() {
    let config = EngineConfig {
        attendance: Attendance::Unattended,
        ..EngineConfig::default()
    };
    let mut world = World::with(config, Mode::Confirm);
    world.send("go");
    world.calls(&[("clarify_user", json!({})), ("write_file", path("a.rs"))]);
    world.prepared(1);
    world.finished(1);
    world.skip();
    world.prepared(2);
    world.saw(
        "c2 E005: this needs a yes and nobody is here to ask; allow it with --allow 'write_file(a.rs)', or with another --mode
        step 2
        -> refuse c2
        -> ask the model s2 #2",
    );
}

#[test]
fn a_timed_out_confirmation_answers_no_and_the_run_goes_on() {
    let config = EngineConfig {
        prompt_timeout_s: Some(60),
        ..EngineConfig::default()
    };
    let mut world = World::with(config, Mode::Confirm);
    world.send("go");
    world.calls(&[("shell_exec", shell("make"))]);
    world.skip();
    world.prepared(1);
    let question = world.prompt().id;
    for paused in [true, false] {
        world.command(Command::PauseQuestionTimeout {
            session: SESSION,
            question,
            paused,
        });
    }
    world.saw(
        "p1 asks about c1: $ make
        status waiting
        -> timer t1 60000 ms QuestionTimeout
        p1 paused: true
        -> stop t1
        p1 paused: false
        -> timer t2 60000 ms QuestionTimeout",
    );
    world.fired();
    world.saw(
        "p1 answered no by Timeout
        status running
        c1 E006: nobody answered in time, which counts as no. Explain what it was for, or propose another way; do not repeat it
        step 2
        -> refuse c1
        -> ask the model s2 #2",
    );
}

#[test]
fn an_ask_rule_on_reads_asks_for_each_and_the_others_go_on() {
    let mut world = World::new(Mode::Review);
    world.command(Command::AddRule {
        session: SESSION,
        effect: RuleEffect::Ask,
        pattern: "read_file(secret/**)".to_owned(),
    });
    world.send("look");
    world.calls(&[
        ("read_file", path("secret/a")),
        ("read_file", path("b.rs")),
        ("read_file", path("secret/c")),
    ]);
    world.skip();
    world.prepared(1);
    world.read(2);
    world.prepared(3);
    world.answer(Decision::Yes);
    world.saw(
        "p1 asks about c1: Run read_file?
        status waiting
        c2 started by it changes nothing
        -> run c2 as planned
        c2 ok
        p2 asks about c3: Run read_file?
        p2 answered yes by Key
        c3 started by your answer
        -> run c3 as planned",
    );
}
