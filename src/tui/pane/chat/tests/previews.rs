//! Tests of what stands below a folded call, and of lookups that share a row.

use serde_json::json;

use super::sample::{
    asked, call_id, chat, completed, ended, event, failed, message, message_id, run_id, said,
    screen, session, started, text,
};
use crate::keymap::Action;
use crate::pane::PaneView;
use crate::pane::chat::{Chat, Diffs};
use notice::Notice;
use protocol::call::ErrorCode;
use protocol::change::{
    DiffChange, DiffHunk, DiffLine, DiffLineKind, Entry, FileDiff, FileOperation, Hunk, HunkState,
    Origin,
};
use protocol::event::EventKind;
use protocol::ids::{EntryId, FileId, HunkId};
use protocol::message::Role;
use protocol::review::{CallChanges, ReviewQuery, ReviewReply, ReviewReport};
use uuid::Uuid;

fn shown(chat: &mut Chat) -> String {
    screen(chat, 100, 40).join("\n")
}

/// A change of one hunk: this many lines are replaced, among twenty that stay.
fn change(lines: u32) -> FileDiff {
    let of = |kind, name: &str, count: u32| {
        let lines = (1..=count).map(|number| DiffLine {
            kind,
            content: format!("{name} {number}"),
        });
        lines.collect::<Vec<_>>()
    };
    let hunk = DiffHunk {
        old_start: 1,
        old_count: lines + 20,
        new_start: 1,
        new_count: lines + 20,
        lines: [
            of(DiffLineKind::Context, "above", 10),
            of(DiffLineKind::Remove, "old", lines),
            of(DiffLineKind::Add, "new", lines),
            of(DiffLineKind::Context, "below", 10),
        ]
        .concat(),
    };
    FileDiff {
        path: "src/lib.rs".into(),
        change: DiffChange::Modified,
        hunks: vec![hunk],
        added: lines,
        removed: lines,
        truncated: false,
    }
}

fn edited(lines: u32) -> [EventKind; 4] {
    [
        said(1, "change it"),
        asked(1, "edit_file", json!({"path": "src/lib.rs"})),
        EventKind::DiffGenerated {
            call: call_id(1),
            diff: change(lines),
        },
        ended(1, "src/lib.rs  +1 -1", 5, json!({"success": true})),
    ]
}

#[test]
fn a_small_change_stands_whole_below_its_row_with_two_lines_around_it() {
    let shown = shown(&mut chat(edited(1)));
    for line in [
        "above 9", "above 10", "- old 1", "+ new 1", "below 1", "below 2",
    ] {
        assert!(shown.contains(line), "{line} in\n{shown}");
    }
    for hidden in ["above 8", "below 3", "Space"] {
        assert!(!shown.contains(hidden), "{hidden} in\n{shown}");
    }
}

#[test]
fn a_long_change_shows_sixteen_rows_and_how_many_lines_are_left() {
    let mut chat = chat(edited(40));
    let before = shown(&mut chat);
    assert!(before.contains("- old 14\n"), "{before}");
    assert!(!before.contains("old 15"), "{before}");
    assert!(before.contains("+66 lines · Space"), "{before}");
    chat.act(Action::Fold);
    let opened = screen(&mut chat, 100, 140).join("\n");
    assert!(opened.contains("+ new 40"), "{opened}");
}

#[test]
fn a_setting_leaves_changes_folded() {
    let mut folded = Chat::new(session(), jiff::tz::TimeZone::UTC).with_diffs(Diffs::of("folded"));
    for (number, fact) in (1..).zip(edited(1)) {
        folded.apply(&event(number, fact));
    }
    let shown = shown(&mut folded);
    assert!(shown.contains("src/lib.rs  +1 -1"), "{shown}");
    assert!(!shown.contains("new 1"), "{shown}");
}

fn ran(ok: bool, lines: usize) -> Chat {
    let output: String = (1..=lines)
        .map(|number| format!("line {number}\n"))
        .collect();
    let command = "cargo test --workspace --all-targets --locked --no-fail-fast -- --nocapture";
    let mut chat = chat([
        said(1, "test it"),
        asked(1, "shell_exec", json!({"command": command})),
        started(1),
    ]);
    let end = if ok {
        ended(
            1,
            "exit 0",
            5,
            json!({"success": true, "exit_code": 0, "output": output}),
        )
    } else {
        exited(101, &output)
    };
    chat.apply(&event(9, end));
    chat
}

/// The result of a command that failed, as the tool gives it.
fn exited(code: i32, output: &str) -> EventKind {
    let details = json!({"exit_code": code, "output": output});
    let EventKind::CallCompleted {
        message,
        mut result,
    } = failed(1, ErrorCode::CommandFailed, "the command failed")
    else {
        panic!("no result");
    };
    if let Some(error) = &mut result.error {
        error.details = details;
        result.content = error.to_model();
    }
    result.summary = Notice::text("exit 101, 8 lines");
    EventKind::CallCompleted { message, result }
}

#[test]
fn a_failed_command_shows_its_exit_code_at_every_width_and_its_last_five_lines() {
    let mut chat = ran(false, 8);
    let wide = shown(&mut chat);
    assert!(wide.contains("… 3 lines above · Space"), "{wide}");
    for number in 4..=8 {
        assert!(wide.contains(&format!("line {number}")), "{wide}");
    }
    assert!(!wide.contains("line 3\n"), "{wide}");
    for width in 30..100 {
        let shown = screen(&mut chat, width, 40).join("\n");
        assert!(shown.contains("exit 101"), "{width}:\n{shown}");
    }
}

#[test]
fn another_command_shows_its_last_three_lines_and_no_exit_code() {
    let shown = shown(&mut ran(true, 4));
    assert!(shown.contains("… 1 line above · Space"), "{shown}");
    assert!(
        shown.contains("line 2") && shown.contains("line 4"),
        "{shown}"
    );
}

#[test]
fn a_call_of_less_than_a_tenth_of_a_second_has_no_time() {
    let of = |ms| {
        let mut chat = chat([
            said(1, "list"),
            asked(1, "list_files", json!({"path": "src"})),
            ended(1, "3 files", ms, json!({"success": true})),
        ]);
        shown(&mut chat)
    };
    assert!(!of(99).contains("0.1 s"), "{}", of(99));
    assert!(of(100).contains("0.1 s"), "{}", of(100));
}

#[test]
fn an_error_without_room_in_its_row_stands_below_it_and_is_said_once() {
    let why = "the file has changed since it was read: read it again, and repeat the edit with the \
               text that it has now";
    let mut chat = chat([
        said(1, "edit"),
        asked(
            1,
            "edit_file",
            json!({"path": "a/rather/long/path/of/a/file.rs"}),
        ),
        failed(1, ErrorCode::Conflict, why),
    ]);
    for fold in ["folded", "open"] {
        for width in [80, 240] {
            let shown = screen(&mut chat, width, 20).join(" ");
            let words = shown.split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(
                words.matches("the file has changed").count(),
                1,
                "{fold} {words}"
            );
            assert!(words.contains(why), "{fold} {words}");
        }
        chat.act(Action::Fold);
    }
}

fn lookups() -> Vec<EventKind> {
    let mut events = vec![said(1, "look")];
    for (number, tool, argument) in [
        (1, "read_file", json!({"path": "a.rs"})),
        (2, "read_file", json!({"path": "b.rs"})),
        (3, "search_text", json!({"query": "retry"})),
        (4, "read_file", json!({"path": "a.rs"})),
    ] {
        events.push(asked(number, tool, argument));
        events.push(ended(
            number,
            "done",
            5,
            json!({"success": true, "text": "its text"}),
        ));
    }
    events
}

#[test]
fn lookups_that_follow_each_other_share_a_row_that_counts_files_once() {
    let mut chat = chat(lookups());
    let folded = shown(&mut chat);
    assert!(
        folded.contains("read 2 files, searched 1 pattern"),
        "{folded}"
    );
    assert!(!folded.contains("b.rs"), "{folded}");
    chat.act(Action::Fold);
    let listed = shown(&mut chat);
    assert_eq!(
        listed.matches("ok       read   a.rs").count(),
        2,
        "{listed}"
    );
    assert!(!listed.contains("its text"), "{listed}");
    chat.act(Action::Fold);
    assert!(shown(&mut chat).contains("its text"));
    chat.act(Action::Fold);
    assert_eq!(shown(&mut chat), folded);
}

#[test]
fn a_text_between_two_lookups_keeps_them_apart() {
    let mut events = lookups();
    let words = message(9, Role::Assistant, vec![text("Now the rest.")]);
    events.push(EventKind::MessageCompleted { message: words });
    events.push(asked(5, "read_file", json!({"path": "c.rs"})));
    let shown = shown(&mut chat(events));
    let place = |words: &str| {
        shown
            .find(words)
            .unwrap_or_else(|| panic!("{words} in\n{shown}"))
    };
    assert!(place("read 2 files") < place("Now the rest."));
    assert!(place("Now the rest.") < place("c.rs"));
}

#[test]
fn a_lookup_that_failed_stands_below_the_row_of_the_others() {
    let mut events = lookups();
    events.push(asked(5, "read_file", json!({"path": "missing.rs"})));
    events.push(failed(5, ErrorCode::FileNotFound, "there is no missing.rs"));
    let shown = shown(&mut chat(events));
    assert!(
        shown.contains("read 2 files, searched 1 pattern"),
        "{shown}"
    );
    assert!(
        shown.contains("FAIL     read   missing.rs  there is no missing.rs"),
        "{shown}"
    );
}

#[test]
fn a_lookup_that_runs_is_named_in_the_row() {
    let mut events = lookups();
    events.push(asked(5, "read_file", json!({"path": "slow.rs"})));
    events.push(started(5));
    let shown = shown(&mut chat(events));
    assert!(
        shown.contains("running  read 3 files, searched 1 pattern  slow.rs"),
        "{shown}"
    );
}

#[test]
fn lookups_of_a_message_that_was_withdrawn_leave_the_row() {
    let mut chat = chat(lookups());
    let later = asked(5, "read_file", json!({"path": "late.rs"}));
    let EventKind::CallRequested { call, .. } = later else {
        panic!("no call");
    };
    let message = super::sample::message_id(77);
    chat.apply(&event(20, EventKind::CallRequested { message, call }));
    assert!(shown(&mut chat).contains("read 3 files"));
    chat.apply(&event(
        21,
        EventKind::MessagesWithdrawn {
            from: message,
            alone: false,
        },
    ));
    assert!(shown(&mut chat).contains("read 2 files, searched 1 pattern"));
    let again = completed(5, Notice::text("late"), 5, json!({"success": true}));
    chat.apply(&event(22, again));
    assert!(!shown(&mut chat).contains("late"));
}

#[test]
fn an_answer_of_the_user_is_shown_whole() {
    let answer = "Use the second one, and keep the old name as an alias until the next major version is out.";
    let mut chat = chat([
        said(1, "go"),
        asked(1, "clarify_user", json!({"question": "Which name?"})),
        ended(1, answer, 5, json!({"success": true, "answer": answer})),
    ]);
    let shown = screen(&mut chat, 66, 20).join(" ");
    let words = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains(answer), "{words}");
}

#[test]
fn a_question_that_was_skipped_says_so_in_words() {
    let answer = "no_user_answer";
    let mut chat = chat([
        said(1, "go"),
        asked(1, "clarify_user", json!({"question": "Which name?"})),
        ended(1, answer, 5, json!({"success": true, "answer": answer})),
    ]);
    let shown = screen(&mut chat, 66, 20).join("\n");
    assert!(
        shown.contains("skipped") && !shown.contains(answer),
        "{shown}"
    );
}

fn stopped() -> Chat {
    let EventKind::CallCompleted {
        message,
        mut result,
    } = failed(1, ErrorCode::Cancelled, "do not run it again")
    else {
        panic!("no result");
    };
    if let Some(error) = &mut result.error {
        error.message = Notice::message("told-command-cancelled");
        error.details = json!({"output": "tick 1\ntick 2\n"});
        result.content = error.to_model();
    }
    result.summary = Notice::text("cancelled, 2 lines");
    chat([
        said(1, "wait"),
        asked(1, "shell_exec", json!({"command": "sleep 60"})),
        started(1),
        EventKind::CallCompleted { message, result },
    ])
}

#[test]
fn a_stopped_command_shows_its_output_and_how_it_ended_and_nothing_that_the_model_is_told() {
    let mut chat = stopped();
    let folded = shown(&mut chat);
    chat.act(Action::Fold);
    let opened = shown(&mut chat);
    for text in [folded, opened] {
        assert!(text.contains("stopped  shell  sleep 60"), "{text}");
        assert!(text.contains("tick 2"), "{text}");
        let told = "Cancelled. All its processes are stopped.";
        assert_eq!(text.matches(told).count(), 1, "{text}");
        assert!(
            !text.contains("do not run") && !text.contains("E015"),
            "{text}"
        );
    }
}

#[test]
fn ctrl_o_opens_the_last_call_and_folds_it_again() {
    let mut chat = ran(true, 8);
    let folded = shown(&mut chat);
    assert!(!folded.contains("line 1\n"), "{folded}");
    chat.act(Action::ExpandOutput);
    let opened = shown(&mut chat);
    assert!(
        opened.contains("line 1\n") && opened.contains("line 8"),
        "{opened}"
    );
    chat.act(Action::ExpandOutput);
    assert_eq!(shown(&mut chat), folded);
    let mut chat = self::chat(lookups());
    chat.act(Action::ExpandOutput);
    assert!(shown(&mut chat).contains("its text"));
    chat.act(Action::ExpandOutput);
    assert!(!shown(&mut chat).contains("its text"));
}

/// The changes of the call, as the change log counts them.
fn fate(call: u128) -> CallChanges {
    CallChanges {
        call: call_id(call),
        all: 1,
        refused: 0,
        taken_back: 0,
        on_disk: 0,
        written: 1,
        edited: 0,
    }
}

#[test]
fn the_diff_of_an_earlier_run_is_asked_for_once_when_its_row_is_on_the_screen() {
    let mut events = vec![said(1, "change it")];
    for number in 1..=30 {
        let path = format!("src/file_{number}.rs");
        events.push(asked(number, "edit_file", json!({ "path": path })));
        events.push(ended(number, "+1 -1", 5, json!({"success": true})));
    }
    let mut chat = chat(events);
    screen(&mut chat, 100, 10);
    assert_eq!(chat.take_query(), None, "nothing is known to have changed");
    let fates: Vec<_> = (1..=30).map(fate).collect();
    chat.mark_changes(&fates, &[]);
    screen(&mut chat, 100, 10);
    let Some(ReviewQuery::CallDiffs { calls }) = chat.take_query() else {
        panic!("no query");
    };
    assert!(
        calls.contains(&call_id(30)) && !calls.contains(&call_id(1)),
        "{calls:?}"
    );
    assert!(calls.len() <= 10, "{calls:?}");
    assert_eq!(chat.take_query(), None);
    let diffs = vec![(call_id(30), change(1))];
    chat.take_diffs(&ReviewReply::CallDiffs { diffs });
    let text = shown(&mut chat);
    assert!(text.contains("+ new 1"), "{text}");
    let mut folded = Chat::new(session(), jiff::tz::TimeZone::UTC).with_diffs(Diffs::Folded);
    for (number, fact) in (1..).zip(edited(1)) {
        if !matches!(fact, EventKind::DiffGenerated { .. }) {
            folded.apply(&event(number, fact));
        }
    }
    folded.mark_changes(&[fate(1)], &[]);
    shown(&mut folded);
    assert_eq!(folded.take_query(), None, "no diff is shown");
    folded.set_diffs(Diffs::Open);
    shown(&mut folded);
    assert!(folded.take_query().is_some());
}

/// The log of a hunk with this number.
fn logged(number: u128, origin: Origin, amends: Option<u128>) -> EventKind {
    let hunk = |number| HunkId(Uuid::from_u128(number));
    EventKind::EditsProposed {
        entry: Entry {
            id: EntryId(Uuid::from_u128(number)),
            file: FileId(Uuid::from_u128(1)),
            path: "src/lib.rs".into(),
            session: session(),
            origin,
            operation: FileOperation::Edit,
            before: None,
            after: None,
            hunks: vec![Hunk {
                id: hunk(number),
                old_start: 1,
                old_count: 1,
                new_start: 1,
                inserted: vec!["new\n".into()],
                state: HunkState::Accepted,
                written: true,
                oversized: false,
                amends: amends.map(hunk),
            }],
            made_without: Vec::new(),
            rationale: None,
            at: jiff::Timestamp::UNIX_EPOCH,
        },
    }
}

#[test]
fn a_change_that_the_user_edits_is_shown_as_edited_and_the_agent_is_told_so() {
    let mut chat = chat(edited(1));
    let agent = Origin::Agent {
        agent: "build".into(),
        run: run_id(),
        call: call_id(1),
    };
    chat.apply(&event(5, logged(40, agent, None)));
    let edited = CallChanges {
        edited: 1,
        ..fate(1)
    };
    chat.mark_changes(&[fate(1)], &[]);
    assert!(shown(&mut chat).contains("+ new 1"));
    assert_eq!(chat.take_query(), None, "an event brought the diff");

    chat.apply(&event(6, logged(41, Origin::User, Some(40))));
    chat.mark_changes(&[edited], &[]);
    shown(&mut chat);
    let calls = vec![call_id(1)];
    assert_eq!(chat.take_query(), Some(ReviewQuery::CallDiffs { calls }));
    let mut as_edited = change(1);
    as_edited.hunks[0].lines[11].content = "mine".into();
    let diffs = vec![(call_id(1), as_edited)];
    chat.take_diffs(&ReviewReply::CallDiffs { diffs });
    let text = shown(&mut chat);
    assert!(
        text.contains("+ mine") && !text.contains("+ new 1"),
        "{text}"
    );
    assert!(text.contains("1 of 1 hunk edited by you"), "{text}");
    assert_eq!(chat.take_query(), None);

    let told = ReviewReport {
        hunks: vec![HunkId(Uuid::from_u128(40))],
        comments: Vec::new(),
        text: String::new(),
    };
    let fact = EventKind::ReviewReported {
        message: message_id(3),
        told,
    };
    chat.apply(&event(7, fact));
    let text = shown(&mut chat);
    assert!(
        text.contains("Sent to the agent: 1 accepted, 1 edited by you"),
        "{text}"
    );
}

#[test]
fn an_opened_command_says_where_it_ran() {
    let mut chat = chat([
        said(1, "test it"),
        asked(1, "shell_exec", json!({"command": "make"})),
        started(1),
        ended(
            1,
            "exit 0",
            5,
            json!({"success": true, "exit_code": 0, "output": "made\n", "ran_in": "proposed"}),
        ),
    ]);
    let place = "sandbox with the proposals";
    assert!(!shown(&mut chat).contains(place));
    chat.act(Action::FoldAll);
    let opened = shown(&mut chat);
    assert!(opened.contains(place), "{opened}");
}

#[test]
fn the_network_of_a_command_stands_below_its_row_where_the_row_has_no_room_for_it() {
    let words = "exit 0, 1 line, with the network to static.crates.io";
    let mut chat = chat([
        said(1, "build it"),
        asked(
            1,
            "shell_exec",
            json!({"command": "cargo build --release --workspace"}),
        ),
        started(1),
        ended(
            1,
            words,
            5,
            json!({"success": true, "exit_code": 0, "output": "", "network": ["static.crates.io"]}),
        ),
    ]);
    let below = "network: static.crates.io only";
    let narrow = screen(&mut chat, 80, 40).join("\n");
    assert!(narrow.contains(below), "{narrow}");
    let wide = screen(&mut chat, 140, 40).join("\n");
    assert!(wide.contains(words) && !wide.contains(below), "{wide}");
}
