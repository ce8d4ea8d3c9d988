//! Questions and answers: only shown and allowed calls run.

use notice::Notice;
use serde_json::json;

use crate::testing::harness::{Harness, SESSION, answer_to};
use crate::testing::plans::{path, shell};
use crate::{Attendance, EngineConfig};
use protocol::approval::{Decision, GrantScope, Mode, RuleEffect};
use protocol::command::Command;
use protocol::ids::ContentHash;

pub(super) fn asked_to_write() -> Harness {
    let mut harness = Harness::new(Mode::Confirm);
    harness.send("change");
    harness.calls(&[("write_file", path("a.rs"))]);
    harness.skip();
    harness.prepared(1);
    harness.saw(
        "p1 asks about c1: write a.rs
        status waiting",
    );
    harness
}

pub(super) fn asked_to_run(command: &str) -> Harness {
    let mut harness = Harness::new(Mode::Confirm);
    harness.send("run");
    harness.calls(&[("shell_exec", shell(command))]);
    harness.prepared(1);
    harness.skip();
    harness
}

#[test]
fn nothing_is_written_before_the_yes() {
    let mut harness = asked_to_write();
    harness.answer(Decision::Yes);
    harness.saw(
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
    let mut harness = asked_to_write();
    let reason = Some(Notice::text("wrong file"));
    harness.answer(Decision::No { reason });
    harness.saw(
        "p1 answered no by Key
        status running
        c1 E006: the user refused this call. Reason: wrong file. Take the reason into account; do not repeat the call
        step 2
        -> refuse c1
        -> ask the model s2 #2",
    );
}

#[test]
fn review_mode_proposes_a_write_and_asks_nobody() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("change");
    harness.calls(&[("write_file", path("a.rs"))]);
    harness.skip();
    harness.prepared(1);
    harness.saw(
        "c1 started by the mode
        checkpoint #1 before: change
        kept a.rs
        edits a.rs [Pending, Pending]
        diff a.rs
        -> stage c1",
    );
    harness.finished(1);
    harness.skip();
    harness.says("done");
    harness.saw(
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
    let mut harness = asked_to_write();
    let scope = GrantScope::UntilNextMessage;
    harness.answer(Decision::Always { scope });
    harness.finished(1);
    harness.calls(&[("write_file", path("b.rs")), ("shell_exec", shell("make"))]);
    harness.skip();
    harness.prepared(2);
    assert!(
        harness
            .trace()
            .contains("c2 started by yes to all until the next message"),
        "the second write is not asked for"
    );
    harness.finished(2);
    harness.skip();
    harness.prepared(3);
    harness.saw(
        "p2 asks about c3: $ make
        status waiting",
    );
    harness.answer(Decision::No { reason: None });
    harness.says("done");
    harness.skip();
    harness.send("more");
    harness.saw(
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
    let mut harness = asked_to_write();
    harness.send("and this");
    let scope = GrantScope::UntilNextMessage;
    harness.answer(Decision::Always { scope });
    harness.skip();
    harness.finished(1);
    harness.saw(
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
    let mut harness = asked_to_run("make test");
    let scope = GrantScope::Session;
    harness.answer(Decision::Always { scope });
    harness.saw(
        "p1 answered always Session by Key
        status running
        policy confirm Ask Ask [\"shell_exec(make test)\"]
        c1 started by your answer
        -> run c1 as planned",
    );
    harness.finished(1);
    harness.calls(&[
        ("shell_exec", shell("make test")),
        ("shell_exec", shell("make install")),
    ]);
    harness.skip();
    harness.prepared(2);
    harness.saw(
        "c2 started by shell_exec(make test) [session]
        -> run c2 as planned",
    );
    harness.finished(2);
    harness.skip();
    harness.prepared(3);
    harness.saw(
        "p2 asks about c3: $ make install
        status waiting",
    );
}

#[test]
fn a_rule_for_the_workspace_is_kept_in_its_config() {
    let mut harness = asked_to_run("make");
    let scope = GrantScope::Workspace;
    harness.answer(Decision::Always { scope });
    assert!(
        harness
            .trace()
            .contains("-> save shell_exec(make) Workspace")
    );
}

#[test]
fn always_is_refused_where_it_was_not_offered() {
    let mut harness = asked_to_run("rm -r src");
    assert!(harness.prompt().scopes.is_empty(), "high risk offers none");
    let scope = GrantScope::User;
    harness.answer(Decision::Always { scope });
    harness.saw("rejected answer_prompt: this answer does not fit the question");
}

#[test]
fn a_stale_answer_is_refused_and_the_question_stays() {
    let mut harness = asked_to_write();
    let mut answer = answer_to(&harness.prompt(), Decision::Yes);
    answer.shown = ContentHash::of(b"something else");
    harness.command(Command::AnswerQuestion {
        session: SESSION,
        answer,
    });
    harness.saw("rejected answer_prompt: it has changed since you saw it; look again and answer");
    harness.answer(Decision::Yes);
    assert!(harness.trace().contains("-> run c1 as planned"));
}

#[test]
fn a_second_answer_is_refused() {
    let mut harness = asked_to_write();
    harness.answer(Decision::Yes);
    harness.skip();
    harness.answer(Decision::No { reason: None });
    harness.saw("rejected answer_prompt: this question is already answered, or its run has ended");
}

#[test]
fn an_answer_of_the_wrong_kind_is_refused() {
    let mut harness = asked_to_run("make");
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
        harness.answer(decision);
        harness.saw("rejected answer_prompt: this answer does not fit the question");
    }
}

#[test]
fn a_question_of_the_agent_gets_the_words_of_the_user() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("go");
    harness.calls(&[("clarify_user", json!({})), ("clarify_user", json!({}))]);
    harness.skip();
    harness.prepared(1);
    let text = "the left one".to_owned();
    harness.answer(Decision::Text { text });
    harness.saw(
        "p1 asks about c1: Which one?
        status waiting
        p1 answered text the left one by Key
        status running
        c1 started by your answer
        -> run c1 with {\"answer\":\"the left one\"}",
    );
    harness.finished(1);
    harness.prepared(2);
    harness.skip();
    harness.answer(Decision::Skipped);
    assert!(harness.trace().contains("{\"answer\":\"no_user_answer\"}"));
}

#[test]
fn without_anyone_to_ask_a_question_of_the_agent_is_answered_at_once() {
    let config = EngineConfig {
        attendance: Attendance::Unattended,
        ..EngineConfig::default()
    };
    let mut harness = Harness::with(config, Mode::Confirm);
    harness.send("go");
    harness.calls(&[("clarify_user", json!({})), ("write_file", path("a.rs"))]);
    harness.prepared(1);
    harness.finished(1);
    harness.skip();
    harness.prepared(2);
    harness.saw(
        "c2 E005: this call needs the user's permission and nobody is here to ask; allow it with --allow 'write_file(a.rs)', or with another --mode
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
    let mut harness = Harness::with(config, Mode::Confirm);
    harness.send("go");
    harness.calls(&[("shell_exec", shell("make"))]);
    harness.skip();
    harness.prepared(1);
    let question = harness.prompt().id;
    for paused in [true, false] {
        harness.command(Command::PauseQuestionTimeout {
            session: SESSION,
            question,
            paused,
        });
    }
    harness.saw(
        "p1 asks about c1: $ make
        status waiting
        -> timer t1 60000 ms QuestionTimeout
        p1 paused: true
        -> stop t1
        p1 paused: false
        -> timer t2 60000 ms QuestionTimeout",
    );
    harness.fired();
    harness.saw(
        "p1 answered no by Timeout
        status running
        c1 E006: nobody answered in time, which counts as no. Explain what the call was for, or propose another way; do not repeat the call
        step 2
        -> refuse c1
        -> ask the model s2 #2",
    );
}

#[test]
fn an_ask_rule_on_reads_asks_for_each_and_the_others_go_on() {
    let mut harness = Harness::new(Mode::Review);
    harness.command(Command::AddRule {
        session: SESSION,
        effect: RuleEffect::Ask,
        pattern: "read_file(secret/**)".to_owned(),
    });
    harness.send("look");
    harness.calls(&[
        ("read_file", path("secret/a")),
        ("read_file", path("b.rs")),
        ("read_file", path("secret/c")),
    ]);
    harness.skip();
    harness.prepared(1);
    harness.read(2);
    harness.prepared(3);
    harness.answer(Decision::Yes);
    harness.saw(
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
