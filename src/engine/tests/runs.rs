//! Runs from the message to the result.

use serde_json::json;
use uuid::Uuid;

use crate::testing::harness::{Harness, SESSION};
use crate::testing::plans::{change_of, done, path, shell};
use crate::{CallCompletion, Effect, Outcome};
use notice::Notice;
use protocol::approval::Mode;
use protocol::call::{CallResult, ErrorCode, ToolError};
use protocol::change::CheckpointKind;
use protocol::command::Command;
use protocol::event::{EventKind, TextChannel};
use protocol::ids::FileId;
use protocol::plan::ObservedChange;
use protocol::stream::Freshness;

#[test]
fn a_message_runs_to_completion() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("hello");
    harness.saw(
        "user: hello
        run started
        status running
        step 1
        -> ask the model s1 #1",
    );
    harness.text("Hi");
    harness.text(" there");
    harness.saw(
        "assistant:
        +0 \"Hi\"
        +2 \" there\"",
    );
    harness.says("Hi there");
    harness.saw(
        "end of assistant: Hi there
        step done
        run completed, 0 calls
        status idle",
    );
}

#[test]
fn reasoning_is_kept_apart_from_the_answer() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("think");
    harness.skip();
    let (run, step) = harness.request();
    for (channel, text) in [
        (TextChannel::Reasoning, "hm"),
        (TextChannel::Answer, "é"),
        (TextChannel::Answer, "!"),
    ] {
        harness.outcome(Outcome::StreamAppended {
            session: SESSION,
            run,
            step,
            channel,
            text: text.to_owned(),
        });
    }
    harness.saw(
        "assistant:
        +0 (thinks) \"hm\"
        +0 \"é\"
        +2 \"!\"",
    );
}

#[test]
fn reads_run_side_by_side_and_results_go_back_to_the_model() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("look");
    harness.skip();
    harness.calls(&[("read_file", path("a.rs")), ("read_file", path("b.rs"))]);
    harness.saw(
        "assistant:
        end of assistant: c1 c2
        step done
        c1 requested: read_file
        c2 requested: read_file
        -> prepare c1
        -> prepare c2",
    );
    harness.prepared(2);
    harness.prepared(1);
    harness.finished(2);
    harness.saw(
        "c2 started by it changes nothing
        -> run c2 as planned
        c1 started by it changes nothing
        -> run c1 as planned
        c2 ok",
    );
    harness.finished(1);
    harness.saw(
        "c1 ok
        step 2
        -> ask the model s2 #2",
    );
}

#[test]
fn writes_run_in_order_after_the_reads_before_them() {
    let mut harness = Harness::new(Mode::AcceptEdits);
    harness.send("change");
    harness.calls(&[
        ("read_file", path("a.rs")),
        ("write_file", path("a.rs")),
        ("write_file", path("b.rs")),
        ("read_file", path("a.rs")),
    ]);
    harness.skip();
    harness.read(1);
    harness.saw(
        "c1 started by it changes nothing
        -> run c1 as planned
        c1 ok
        -> prepare c2",
    );
    harness.prepared(2);
    harness.saw(
        "c2 started by accept-edits mode
        checkpoint #1 before: change
        kept a.rs
        edits a.rs [Accepted, Accepted]
        diff a.rs
        apply a.rs
        -> run c2 as planned",
    );
    harness.finished(2);
    harness.saw(
        "review Accepted written: true
        applied a.rs
        c2 ok
        -> prepare c3",
    );
    harness.prepared(3);
    harness.finished(3);
    harness.saw(
        "c3 started by accept-edits mode
        kept b.rs
        edits b.rs [Accepted, Accepted]
        diff b.rs
        apply b.rs
        -> run c3 as planned
        review Accepted written: true
        applied b.rs
        c3 ok
        -> prepare c4",
    );
}

#[test]
fn a_failed_write_is_marked_as_not_written() {
    let mut harness = Harness::new(Mode::AcceptEdits);
    harness.send("change");
    harness.calls(&[("write_file", path("a.rs"))]);
    harness.prepared(1);
    harness.skip();
    let call = harness.call(1);
    let (run, _) = harness.request();
    let message = Notice::text("changed meanwhile");
    let error = ToolError::new(ErrorCode::Conflict, message.clone());
    let result = CallResult {
        call: call.id,
        provider_id: String::new(),
        tool: String::new(),
        ok: false,
        content: json!({}),
        summary: message,
        error: Some(error),
        duration_ms: 0,
    };
    let done = Box::new(CallCompletion {
        result,
        stat: None,
        applied: None,
        observed: Vec::new(),
    });
    harness.outcome(Outcome::CallFinished {
        session: SESSION,
        run,
        done,
    });
    harness.saw(
        "review Rejected written: false
        c1 E011: changed meanwhile
        step 2
        -> ask the model s2 #2",
    );
    // The server knows the call by its own id, whatever id the worker reported.
    let result = harness.events.iter().find_map(|event| match &event.fact {
        EventKind::CallCompleted { result, .. } => Some(result.clone()),
        _ => None,
    });
    let result = result.expect("the call has a result");
    assert_eq!(
        (result.provider_id.as_str(), result.tool.as_str()),
        ("call_0", "write_file")
    );
}

#[test]
fn what_a_command_changed_is_logged_with_a_checkpoint_of_its_own_even_if_it_failed() {
    let mut harness = Harness::new(Mode::Passthrough);
    harness.send("change");
    harness.calls(&[("shell_exec", shell("make"))]);
    harness.prepared(1);
    harness.skip();
    let call = harness.call(1);
    let (run, _) = harness.request();
    let change = |path: &str| {
        let mut change = change_of(&call, path.to_owned());
        let name = path.as_bytes().first().copied().unwrap_or_default();
        change.base.file = FileId(Uuid::from_u128(name.into()));
        ObservedChange {
            base: change.base,
            entry: change.entry,
        }
    };
    let mut done = done(&call);
    done.result.ok = false;
    // Two entries of one file: its base is recorded once.
    done.observed = vec![change("a.rs"), change("a.rs"), change("b.rs")];
    harness.outcome(Outcome::CallFinished {
        session: SESSION,
        run,
        done: Box::new(done),
    });
    let kinds = harness.events.iter().filter_map(|event| match &event.fact {
        EventKind::CheckpointCreated { checkpoint } => Some(checkpoint.kind),
        _ => None,
    });
    assert_eq!(kinds.collect::<Vec<_>>(), [CheckpointKind::Shell]);
    let trace = harness.trace();
    let told: Vec<&str> = trace.lines().map(str::trim).collect();
    let count = |start: &str| told.iter().filter(|line| line.starts_with(start)).count();
    assert_eq!((count("kept a.rs"), count("kept b.rs")), (1, 1), "{trace}");
    assert_eq!(
        (count("edits a.rs"), count("edits b.rs")),
        (2, 1),
        "{trace}"
    );
}

#[test]
fn a_command_of_the_user_runs_under_the_same_policy_and_without_the_model() {
    let mut harness = Harness::new(Mode::Review);
    harness.command(Command::RunShell {
        session: SESSION,
        command: "ls".to_owned(),
    });
    harness.saw(
        "user: !ls
        run started
        status running
        c1 requested: shell_exec
        -> prepare c1",
    );
    harness.read(1);
    harness.saw(
        "c1 started by low risk
        -> run c1 as planned
        c1 ok
        run completed, 1 calls
        status idle",
    );
    harness.command(Command::RunShell {
        session: SESSION,
        command: "make".to_owned(),
    });
    harness.skip();
    harness.prepared(2);
    harness.saw(
        "p1 asks about c2: $ make
        status waiting",
    );
}

#[test]
fn an_unknown_tool_and_a_denied_call_get_a_result_and_the_run_goes_on() {
    let mut harness = Harness::new(Mode::Plan);
    harness.send("change");
    harness.calls(&[("write_file", path("a.rs")), ("fly", json!({}))]);
    harness.prepared(1);
    harness.skip();
    harness.refused(2, ErrorCode::ToolNotAvailable);
    harness.saw(
        "c2 E007: it does not fit
        step 2
        -> ask the model s2 #2",
    );
    let refused = harness.events.iter().any(|event| {
        matches!(&event.fact, EventKind::CallCompleted { result, .. }
            if result.error.as_ref().is_some_and(|error| error.code == ErrorCode::PermissionDenied))
    });
    assert!(refused, "plan mode writes nothing");
}

#[test]
fn a_message_sent_again_takes_the_last_one_back() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("first");
    harness.says("no");
    let message = harness.events.iter().find_map(|event| match &event.fact {
        EventKind::RunStarted { message } => Some(*message),
        _ => None,
    });
    let message = message.expect("a run was started");
    harness.skip();
    let again = |text: &str| Command::ResendMessage {
        session: SESSION,
        message,
        text: text.to_owned(),
    };
    harness.command(again("second"));
    harness.saw(
        "withdrawn
        user: second
        run started
        status running
        step 1
        -> ask the model s2 #2",
    );
    let wanted: Vec<Freshness> = (harness.effects.iter())
        .filter_map(|effect| match effect {
            Effect::RequestStep { freshness, .. } => Some(*freshness),
            _ => None,
        })
        .collect();
    assert_eq!(
        wanted,
        [Freshness::Any, Freshness::Anew],
        "another answer is wanted"
    );
    harness.command(again("third"));
    harness.saw("rejected resend_message: a run is going on; stop it first (Ctrl+C or /stop)");
    harness.says("done");
    harness.skip();
    harness.command(again("third"));
    harness.saw("rejected resend_message: only the last message can be edited and sent again");
}

#[test]
fn output_of_a_running_command_is_passed_on_and_late_output_is_not() {
    let mut harness = Harness::new(Mode::Passthrough);
    harness.send("build");
    harness.calls(&[("shell_exec", shell("make"))]);
    harness.prepared(1);
    harness.skip();
    let (run, call) = (harness.request().0, harness.call(1).id);
    let output = Outcome::CallOutput {
        session: SESSION,
        run,
        call,
        offset: 0,
        text: "cc".to_owned(),
    };
    harness.outcome(output.clone());
    harness.saw("c1 +0 \"cc\"");
    harness.finished(1);
    harness.skip();
    harness.outcome(output);
    harness.saw("");
}

#[test]
fn how_far_an_answer_has_come_is_told_for_the_present_step_only() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("write");
    harness.skip();
    let (run, step) = harness.request();
    let progress = |step| Outcome::StepProgress {
        session: SESSION,
        run,
        step,
        prompt: 900,
        answer: 12,
    };
    harness.outcome(progress(step));
    harness.saw("900 asked, 12 came");
    let other = protocol::ids::StepId(uuid::Uuid::from_u128(99));
    harness.outcome(progress(other));
    harness.saw("");
}

#[test]
fn what_streams_in_for_a_file_is_told_for_the_present_step_only() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("write");
    harness.skip();
    let (run, step) = harness.request();
    let grew = |step| Outcome::ProposalGrew {
        session: SESSION,
        run,
        step,
        path: "a.txt".to_owned(),
    };
    harness.outcome(grew(step));
    harness.saw("more of a.txt");
    let other = protocol::ids::StepId(uuid::Uuid::from_u128(99));
    harness.outcome(grew(other));
    harness.saw("");
}
