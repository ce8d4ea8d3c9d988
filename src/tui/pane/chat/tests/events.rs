use proptest::prelude::*;
use serde_json::json;

use super::sample::*;
use crate::dialog::DialogRequest;
use crate::effect::Effect;
use crate::keymap::Action;
use crate::pane::PaneView;
use crate::pane::chat::Chat;
use notice::{Notice, notice};
use protocol::approval::{Answer, AnsweredBy, Decision};
use protocol::change::FileStat;
use protocol::event::{EventKind, NoticeLevel, TextChannel};
use protocol::ids::RunId;
use protocol::message::{Block, MessageState, Role as Speaks};
use protocol::review::rollback::RollbackScope;
use protocol::review::{CallChanges, RunChanges};
use protocol::session::{RunResult, UnappliedExtent, UnappliedFile};

fn rows(chat: &mut Chat) -> Vec<String> {
    screen(chat, 60, 60)
}

#[test]
fn events_that_come_twice_change_nothing() {
    let once = rows(&mut chat(rich()));
    // A retry and a notice have no identity; everything else may be repeated.
    let mut twice = chat([]);
    for (second, fact) in rich().into_iter().enumerate() {
        let heard = event(second as i64, fact);
        if !matches!(heard.fact, EventKind::Notice { .. }) {
            twice.apply(&heard);
        }
        twice.apply(&heard);
    }
    assert_eq!(rows(&mut twice), once);
}

#[test]
fn a_withdrawn_message_takes_all_that_followed() {
    let mut chat = chat(rich());
    let facts = [
        said(20, "second"),
        answered(21, "answer"),
        EventKind::MessagesWithdrawn {
            alone: false,
            from: message_id(20),
        },
    ];
    let before = rows(&mut chat);
    for fact in facts {
        chat.apply(&event(99, fact));
    }
    assert_eq!(rows(&mut chat), before);
    assert_eq!(chat.title(80), "Chat  turn 2");
}

#[test]
fn a_row_of_the_workbench_has_no_word_of_what_the_model_is_told_with_it() {
    let blocks = vec![
        Block::Notice {
            notice: Notice::text("A possible call of write_file was not run."),
        },
        text("Note from the workbench: write it again."),
    ];
    let row = EventKind::MessageAdded {
        message: message(2, Speaks::System, blocks),
    };
    let shown = rows(&mut chat([said(1, "mine"), row])).join("\n");
    assert!(
        shown.contains("A possible call of write_file was not run"),
        "{shown}"
    );
    assert!(!shown.contains("Note from the workbench"), "{shown}");
}

#[test]
fn events_of_another_session_are_passed_over() {
    let mut chat = chat([said(1, "mine")]);
    let mut other = event(1, said(2, "theirs"));
    other.session = protocol::ids::SessionId(uuid::Uuid::from_u128(8));
    chat.apply(&other);
    assert!(!rows(&mut chat).join("").contains("theirs"));
}

#[test]
fn a_queued_message_waits_below_and_becomes_a_message() {
    let mut chat = chat(rich());
    chat.apply(&event(50, answered(30, "more text")));
    let shown = rows(&mut chat);
    let line = |what: &str| shown.iter().position(|row| row.contains(what)).unwrap();
    assert!(line("delivered after this step") > line("more text"));
    chat.apply(&event(51, said(90, "also the docs")));
    assert!(!rows(&mut chat).join("").contains("after this step"));
}

#[test]
fn an_interrupted_answer_says_so() {
    let mut broken = message(5, Speaks::Assistant, vec![text("half a")]);
    broken.state = MessageState::Interrupted;
    let mut chat = chat([
        piece(5, 0, "half a"),
        EventKind::MessageCompleted { message: broken },
    ]);
    assert!(rows(&mut chat).contains(&"   interrupted here".to_owned()));
}

#[test]
fn a_run_whose_calls_changed_nothing_says_so_at_its_end() {
    let ended = |result| EventKind::RunCompleted { result };
    let last = |result| rows(&mut chat([said(1, "change it"), ended(result)])).join("\n");
    let looked = RunResult {
        tool_calls: 1,
        stays_in_files: true,
        ..RunResult::default()
    };
    assert!(last(looked.clone()).contains("done · nothing changed · 1 call"));
    let may_have_done_more = RunResult {
        stays_in_files: false,
        ..looked
    };
    assert!(!last(may_have_done_more).contains("nothing changed"));
}

#[test]
fn reasoning_is_folded_into_its_number_of_words() {
    let reasoning = |offset: u64, text: &str| EventKind::TextAppended {
        message: message_id(5),
        channel: TextChannel::Reasoning,
        offset,
        text: text.into(),
    };
    let mut chat = chat([reasoning(0, "one two"), reasoning(7, " three")]);
    assert!(rows(&mut chat).join("\n").contains("thinking … 3 words"));
    chat.act(crate::keymap::Action::ChatThinking);
    assert!(rows(&mut chat).join("\n").contains("one two three"));
}

proptest! {
    #![proptest_config(testing::cases(48))]

    #[test]
    fn pieces_in_any_order_and_number_give_the_text(
        words in prop::collection::vec("[a-z*`#é日 \n-]{1,8}", 1..12),
        order in prop::collection::vec(any::<prop::sample::Index>(), 0..40),
    ) {
        let mut pieces = Vec::new();
        let mut offset = 0;
        for word in &words {
            pieces.push(piece(1, offset, word));
            offset += word.len();
        }
        let whole = words.concat();
        // Any pieces in any order, then each once more, last first.
        let mut facts: Vec<EventKind> = order.iter().map(|at| at.get(&pieces).clone()).collect();
        facts.extend(pieces.iter().rev().cloned());
        let mut streamed = chat(facts);
        let mut direct = chat([piece(1, 0, &whole)]);
        prop_assert_eq!(rows(&mut streamed), rows(&mut direct));
        streamed.apply(&event(9, answered(1, &whole)));
        direct.apply(&event(9, answered(1, &whole)));
        prop_assert_eq!(rows(&mut streamed), rows(&mut direct));
    }
}

#[test]
fn a_call_that_nobody_ended_is_lost_with_its_run() {
    let mut chat = chat([
        asked(1, "shell_exec", serde_json::json!({"command": "make"})),
        started(1),
        EventKind::RunInterrupted {
            unknown_calls: vec![call_id(1)],
        },
    ]);
    let shown = rows(&mut chat).join("\n");
    assert!(shown.contains("LOST     shell  make"), "{shown}");
    assert!(shown.contains("INTERRUPTED"));
    chat.apply(&event(
        60,
        ended(1, "late but true", 10, serde_json::Value::Null),
    ));
    assert!(
        rows(&mut chat)
            .join("\n")
            .contains("ok       shell  make  late but true")
    );
}

#[test]
fn a_snapshot_shows_what_the_events_had_shown() {
    let question = message(1, Speaks::User, vec![text("go")]);
    let EventKind::CallRequested { call, .. } =
        asked(1, "read_file", serde_json::json!({"path": "a"}))
    else {
        panic!("no call");
    };
    let EventKind::CallCompleted { result, .. } = ended(1, "3 lines", 100, serde_json::Value::Null)
    else {
        panic!("no result");
    };
    let answer = message(
        2,
        Speaks::Assistant,
        vec![
            text("I **read** it."),
            Block::ToolUse { call: call.clone() },
        ],
    );
    let told = message(
        3,
        Speaks::Tool,
        vec![Block::ToolResult {
            result: result.clone(),
        }],
    );
    let mut streamed = chat([
        said(1, "go"),
        piece(2, 0, "I **re"),
        piece(2, 6, "ad** it."),
        EventKind::MessageCompleted {
            message: answer.clone(),
        },
        EventKind::CallRequested {
            message: answer.id,
            call,
        },
        EventKind::CallCompleted {
            message: told.id,
            result,
        },
    ]);
    streamed.model = "anthropic/opus-5".into();
    let snapshot = snapshot(vec![question, answer, told]);
    let mut restored = chat([]);
    restored.reset(&snapshot);
    let shown = rows(&mut restored);
    assert!(
        shown
            .iter()
            .any(|row| row.contains("ok       read   a  3 lines")),
        "{shown:#?}"
    );
    let body = |rows: Vec<String>| -> Vec<String> {
        rows.into_iter()
            .filter(|row| row.starts_with("   "))
            .collect()
    };
    assert_eq!(body(shown), body(rows(&mut streamed)));
    restored.reset(&snapshot);
    assert_eq!(body(rows(&mut restored)), body(rows(&mut streamed)));
}

#[test]
fn a_session_that_comes_back_shows_its_runs_questions_and_own_commands_where_they_were() {
    use protocol::ids::{ContentHash, QuestionId, RunId};
    use protocol::session::{AnsweredQuestion, RunOutline, RunStatus};
    let run = |number: u128| RunId(uuid::Uuid::from_u128(500 + number));
    let in_run = |number: u128, mut message: protocol::message::Message| {
        message.run = Some(run(number));
        message
    };
    let EventKind::CallCompleted { result, .. } = ended(9, "1 line", 3, serde_json::Value::Null)
    else {
        panic!("no result");
    };
    let call = result.call;
    let own = in_run(1, message(1, Speaks::User, vec![text("!ls")]));
    let output = in_run(
        1,
        message(2, Speaks::Tool, vec![Block::ToolResult { result }]),
    );
    let mut asked = in_run(2, message(3, Speaks::User, vec![text("and now?")]));
    asked.add_review("The user has reviewed your changes.\n- a.rs: taken back");
    let answer = in_run(2, message(4, Speaks::Assistant, vec![text("Now this.")]));
    let outline = |number: u128, answered: Vec<AnsweredQuestion>| RunOutline {
        run: run(number),
        status: RunStatus::Completed,
        error: None,
        result: Some(RunResult {
            tool_calls: 1,
            ..RunResult::default()
        }),
        answered,
    };
    let question = AnsweredQuestion {
        call: Some(call),
        tool: "shell_exec".into(),
        summary: Notice::text("$ ls"),
        answer: Answer {
            question: QuestionId(uuid::Uuid::from_u128(7)),
            shown: ContentHash::of(b""),
            decision: Decision::Yes,
            by: AnsweredBy::Key,
        },
        at: super::sample::at(1),
    };
    let mut snapshot = snapshot(vec![own, output, asked, answer]);
    snapshot.runs = vec![outline(1, vec![question]), outline(2, Vec::new())];
    let mut restored = chat([]);
    restored.reset(&snapshot);
    let shown = rows(&mut restored);
    let place = |words: &str| {
        let found = shown.iter().position(|row| row.contains(words));
        found.unwrap_or_else(|| panic!("{words} in {shown:#?}"))
    };
    let order = [
        "!ls",
        "1 line",
        "done",
        "and now?",
        "sent your decisions",
        "Now this.",
    ];
    let places: Vec<usize> = order.iter().map(|words| place(words)).collect();
    assert!(places.is_sorted(), "{places:?} in {shown:#?}");
    assert_eq!(shown.iter().filter(|row| row.contains("done")).count(), 2);
    assert!(
        !shown.iter().any(|row| row.contains("taken back")),
        "{shown:#?}"
    );
}

#[test]
fn a_call_says_what_became_of_its_changes_later() {
    let fate = |refused, taken_back, on_disk| CallChanges {
        call: call_id(1),
        all: 3,
        refused,
        taken_back,
        on_disk,
        written: 3 - refused - taken_back,
        edited: 0,
    };
    let mut chat = chat([
        said(1, "write it"),
        asked(1, "write_file", json!({ "path": "a.rs" })),
        ended(1, "a.rs: written, 3 hunks", 5, json!({})),
    ]);
    let row = |chat: &mut Chat| {
        let rows = screen(chat, 120, 60);
        let found = rows.iter().find(|row| row.contains("a.rs"));
        found.expect("the call").clone()
    };
    assert!(row(&mut chat).contains("ok       write  a.rs  written, 3 hunks"));
    for (fate, wanted, is_undone) in [
        (
            fate(1, 0, 0),
            "written, 3 hunks, 2 of 3 hunks applied, 1 of 3 hunks rejected",
            false,
        ),
        (
            fate(3, 0, 3),
            "rejected write  a.rs  on the disk until you apply",
            true,
        ),
        (fate(0, 3, 0), "undone   write  a.rs", true),
        (
            fate(1, 2, 0),
            "1 of 3 hunks rejected, 2 of 3 hunks undone",
            true,
        ),
    ] {
        chat.mark_changes(&[fate], &[]);
        let row = row(&mut chat);
        assert!(row.contains(wanted), "{row}");
        assert_eq!(row.contains("written"), !is_undone, "{row}");
    }
    // A decision that is taken back removes its words.
    chat.mark_changes(&[], &[]);
    assert!(row(&mut chat).contains("ok       write  a.rs  written, 3 hunks"));
}

#[test]
fn a_call_that_was_proposed_says_what_became_of_it() {
    let content = json!({ "status": "staged" });
    let mut chat = chat([
        said(1, "write it"),
        asked(1, "write_file", json!({ "path": "a.rs" })),
        ended(1, "a.rs  +13 -0", 5, content),
    ]);
    let row = |chat: &mut Chat| {
        let rows = screen(chat, 120, 60);
        let found = rows.iter().find(|row| row.contains("a.rs"));
        found.expect("the call").clone()
    };
    let fate = |written, refused| CallChanges {
        call: call_id(1),
        all: 3,
        refused,
        taken_back: 0,
        on_disk: 0,
        written,
        edited: 0,
    };
    for (proposed, fate, wanted) in [
        (vec![call_id(1)], fate(0, 0), "proposed write  a.rs  +13 -0"),
        (
            vec![call_id(1)],
            fate(1, 1),
            "proposed write  a.rs  +13 -0, 1 of 3 hunks applied, 1 of 3 hunks rejected",
        ),
        (vec![], fate(3, 0), "applied  write  a.rs  +13 -0"),
        (
            vec![],
            fate(2, 1),
            "partial  write  a.rs  +13 -0, 2 of 3 hunks applied, 1 of 3 hunks rejected",
        ),
        (vec![], fate(0, 3), "rejected write  a.rs"),
    ] {
        chat.mark_proposed(&proposed);
        chat.mark_changes(&[fate], &[]);
        let row = row(&mut chat);
        assert!(row.contains(wanted), "{row}");
    }
}

#[test]
fn the_end_of_a_run_counts_what_stands_and_says_what_was_refused() {
    let result = RunResult {
        files_modified: ["a.rs", "b.rs"]
            .map(|path| FileStat {
                path: path.to_owned(),
                added: 6,
                removed: 1,
            })
            .to_vec(),
        tool_calls: 2,
        ..RunResult::default()
    };
    let mut chat = chat([said(1, "write it"), EventKind::RunCompleted { result }]);
    let fate = |files, added, refused, taken_back| RunChanges {
        run: run_id(),
        files,
        added,
        removed: 0,
        all: 4,
        undecided: 4 - refused - taken_back,
        edited: 0,
        proposed: 0,
        refused,
        taken_back,
    };
    for (changes, wanted) in [
        (vec![], "done · 2 files +12 -2 · 2 calls"),
        // A line that both calls changed counts once.
        (vec![fate(2, 11, 0, 0)], "done · 2 files +11 -0 · 2 calls"),
        // A file that the change log does not have.
        (vec![fate(1, 11, 0, 0)], "done · 2 files +12 -2 · 2 calls"),
        (
            vec![RunChanges {
                proposed: 4,
                ..fate(2, 12, 0, 0)
            }],
            "done · 2 files +12 -0 proposed · 2 calls",
        ),
        (
            vec![RunChanges {
                proposed: 1,
                ..fate(2, 12, 0, 0)
            }],
            "done · 2 files +12 -0, 1 of 4 hunks proposed · 2 calls",
        ),
        (
            vec![fate(1, 4, 1, 0)],
            "done · 1 file +4 -0 · 1 of 4 hunks rejected · 2 calls",
        ),
        (
            vec![RunChanges {
                edited: 1,
                ..fate(2, 9, 0, 0)
            }],
            "done · 2 files +9 -0 · 1 of 4 hunks edited by you · 2 calls",
        ),
        (
            vec![fate(0, 0, 1, 3)],
            "done · 1 of 4 hunks rejected · 3 of 4 hunks undone · 2 calls",
        ),
    ] {
        chat.mark_changes(&[], &changes);
        let rows = screen(&mut chat, 120, 60);
        assert!(rows.iter().any(|row| row.contains(wanted)), "{rows:#?}");
        let told = rows.iter().find(|row| row.contains("to review: F7"));
        let wanted = changes.first().and_then(|fate| match fate.undecided {
            0 => None,
            open if fate.proposed == open => Some(format!("{open} proposed changes")),
            open if fate.proposed == 0 => Some(format!("{open} applied changes")),
            open => Some(format!("1 proposed and {} applied changes", open - 1)),
        });
        match wanted {
            Some(wanted) => assert!(told.unwrap().contains(&wanted), "{rows:#?}"),
            None => assert_eq!(told, None),
        }
    }
}

#[test]
fn the_end_of_a_run_counts_calls_that_were_refused_or_failed_and_says_what_is_only_proposed() {
    let result = RunResult {
        files_modified: vec![FileStat {
            path: "a.rs".to_owned(),
            added: 6,
            removed: 1,
        }],
        unwritten: vec![UnappliedFile {
            path: "a.rs".to_owned(),
            what: UnappliedExtent::All,
        }],
        tool_calls: 5,
        refused_calls: 3,
        denied_unasked: 2,
        failed_calls: 2,
        ..RunResult::default()
    };
    let mut chat = chat([said(1, "write it"), EventKind::RunCompleted { result }]);
    let rows = screen(&mut chat, 120, 60);
    let wanted =
        "done · 1 file +6 -1 proposed · 5 calls · 1 rejected · 2 failed · 2 denied by rule";
    assert!(rows.iter().any(|row| row.contains(wanted)), "{rows:#?}");
}

#[test]
fn the_row_of_a_call_says_that_the_user_allowed_it() {
    let mut chat = chat([
        said(1, "do it"),
        asked(1, "shell_exec", json!({ "command": "ls" })),
        asked(2, "shell_exec", json!({ "command": "pwd" })),
    ]);
    for number in [1, 2] {
        ask_about(&mut chat, number);
    }
    for number in [1, 2] {
        chat.apply(&event(20, ended(number, "done", 5, json!({}))));
    }
    let shown = screen(&mut chat, 100, 20);
    let of_calls = shown.iter().filter(|row| row.contains("ok       shell"));
    let allowed = of_calls.filter(|row| row.contains("allowed by you 14:13"));
    assert_eq!(allowed.count(), 2, "{shown:#?}");
    assert!(!shown.iter().any(|row| row.contains("asked")), "{shown:#?}");
}

#[test]
fn a_command_that_fits_is_not_cut_to_say_who_allowed_it() {
    let command = "python3 -m unittest";
    let mut chat = chat([
        said(1, "do it"),
        asked(1, "shell_exec", json!({ "command": command })),
    ]);
    ask_about(&mut chat, 1);
    chat.apply(&event(20, ended(1, "exit 0, 5 lines", 1_200, json!({}))));
    let row_at = |chat: &mut Chat, width| {
        let shown = screen(chat, width, 20);
        let row = shown.iter().find(|row| row.contains("ok       shell"));
        row.cloned().unwrap_or_default()
    };
    let narrow = row_at(&mut chat, 78);
    assert!(
        narrow.contains(command) && narrow.contains("exit 0, 5 lines"),
        "{narrow}"
    );
    assert!(!narrow.contains("allowed by you"), "{narrow}");
    let wide = row_at(&mut chat, 100);
    assert!(
        wide.contains(command) && wide.contains("allowed by you"),
        "{wide}"
    );
}

/// Asks the question about a call, and answers it.
fn ask_about(chat: &mut Chat, call: u128) {
    let prompt = prompt_about(call);
    let answer = Answer {
        question: prompt.id,
        shown: prompt.shown,
        decision: Decision::Yes,
        by: AnsweredBy::Key,
    };
    let summary = "$ it".to_owned();
    chat.apply(&event(9, EventKind::QuestionOpened { question: prompt }));
    chat.apply(&event(
        10,
        EventKind::QuestionAnswered {
            answer,
            summary: Notice::text(summary),
        },
    ));
}

#[test]
fn what_is_said_while_a_call_waits_stands_above_it() {
    let note = |text: &str| EventKind::Notice {
        level: NoticeLevel::Info,
        text: Notice::text(text),
    };
    let mut chat = chat([
        said(1, "do it"),
        asked(1, "shell_exec", json!({ "command": "ls" })),
        asked(2, "shell_exec", json!({ "command": "pwd" })),
        started(1),
    ]);
    chat.apply(&event(5, note("it is asked again")));
    ask_about(&mut chat, 2);
    chat.apply(&event(11, note("written for it")));
    for fact in [
        ended(1, "done", 5, json!({})),
        started(2),
        ended(2, "done", 5, json!({})),
        note("afterwards"),
    ] {
        chat.apply(&event(20, fact));
    }
    let shown = rows(&mut chat);
    let places: Vec<usize> = [
        "shell  ls",
        "it is asked again",
        "asked",
        "written for it",
        "shell  pwd",
        "afterwards",
    ]
    .iter()
    .map(|words| {
        let found = shown.iter().position(|row| row.contains(words));
        found.unwrap_or_else(|| panic!("no {words}: {shown:#?}"))
    })
    .collect();
    assert!(places.is_sorted(), "{shown:#?}");
}

#[test]
fn taking_back_begins_at_the_last_run_that_changed_something() {
    let runs: Vec<RunId> = (1..=3).map(|n| RunId(uuid::Uuid::from_u128(n))).collect();
    let mut chat = chat([]);
    for (number, run) in (1..).zip(&runs) {
        let mut heard = event(number, said(number as u128, "do it"));
        if let EventKind::MessageAdded { message } = &mut heard.fact {
            message.run = Some(*run);
        }
        chat.apply(&heard);
    }
    let fate = |number: usize, files| RunChanges {
        run: runs[number],
        files,
        added: files,
        removed: 0,
        all: 1,
        undecided: 0,
        edited: 0,
        proposed: 0,
        refused: 1 - files,
        taken_back: 0,
    };
    // As long as nothing is known, the last run is meant.
    let (last, earlier) = (
        |run| Effect::Open(DialogRequest::Rollback(vec![RollbackScope::Run { run }])),
        |run| Effect::Open(DialogRequest::RollbackOfEarlier(run)),
    );
    for (changes, wanted) in [
        (vec![], last(runs[2])),
        (vec![fate(0, 1), fate(1, 1)], earlier(runs[1])),
        (vec![fate(0, 1), fate(1, 0)], earlier(runs[0])),
        (vec![fate(0, 1), fate(2, 1)], last(runs[2])),
    ] {
        chat.mark_changes(&[], &changes);
        assert_eq!(chat.act(Action::ChatRollback), [wanted], "{changes:?}");
    }
}

#[test]
fn of_several_interruptions_only_the_last_is_told_at_length() {
    let mut chat = chat([]);
    for time in 1..4_u8 {
        let run = RunId(uuid::Uuid::from_u128(100 + u128::from(time)));
        let mut end = event(
            i64::from(time) * 10,
            EventKind::RunInterrupted {
                unknown_calls: vec![],
            },
        );
        end.run = Some(run);
        chat.apply(&end);
        let row = Block::Notice {
            notice: notice!("told-interrupted"),
        };
        let told = message(200 + u128::from(time), Speaks::System, vec![row]);
        let told = event(
            i64::from(time) * 10 + 1,
            EventKind::MessageAdded { message: told },
        );
        chat.apply(&told);
        chat.apply(&told);
    }
    let rows = rows(&mut chat);
    let count = |words: &str| rows.iter().filter(|row| row.contains(words)).count();
    assert_eq!(count("INTERRUPTED"), 3, "{rows:?}");
    assert_eq!(count("This session was interrupted"), 1, "{rows:?}");
}

#[test]
fn a_figure_at_the_end_of_a_run_is_not_parted_from_its_unit() {
    for width in 30..80 {
        let result = RunResult {
            files_modified: vec![FileStat {
                path: "src/a.rs".into(),
                added: 12,
                removed: 3,
            }],
            tool_calls: 14,
            duration_ms: 43_400,
            usage: protocol::usage::Usage {
                input_tokens: 9_000,
                output_tokens: 126,
                ..Default::default()
            },
            ..Default::default()
        };
        let mut chat = chat([(1, EventKind::RunCompleted { result })].map(|(_, fact)| fact));
        let rows = screen(&mut chat, width, 30);
        for fact in ["1 file +12 -3", "14 calls", "9.1k tokens", "43.4\u{a0}s"] {
            let whole = rows.iter().any(|row| {
                row.replace('\u{a0}', " ")
                    .contains(&fact.replace('\u{a0}', " "))
            });
            assert!(whole, "{fact} at {width}: {rows:?}");
        }
    }
}

#[test]
fn the_end_of_a_run_shows_its_time_from_a_tenth_of_a_second_on() {
    for (duration_ms, is_shown) in [(99, false), (100, true)] {
        let result = RunResult {
            duration_ms,
            ..RunResult::default()
        };
        let mut chat = chat([said(1, "go"), EventKind::RunCompleted { result }]);
        let rows = rows(&mut chat);
        let end = rows.iter().find(|row| row.contains("done")).unwrap();
        assert_eq!(end.contains("0.1 s"), is_shown, "{end}");
        assert!(!end.contains("0.0"), "{end}");
    }
}

#[test]
fn a_retry_does_not_tell_the_user_to_wait_and_try_again() {
    use protocol::stream::{ProviderError, ProviderErrorKind};
    let retried = |hint: Notice| {
        let error = ProviderError::new(ProviderErrorKind::RateLimited, Notice::text("busy (429)"));
        let retry = EventKind::RetryScheduled {
            attempt: 2,
            of: 3,
            after_ms: 20_000,
            error: error.with_hint(hint),
        };
        rows(&mut chat([said(1, "go"), retry])).join("\n")
    };
    let shown = retried(notice!("told-wait-seconds", word = 20));
    assert!(shown.contains("2 of 3 after 20 s: busy (429)"), "{shown}");
    assert!(!shown.contains("try again"), "{shown}");
    let shown = retried(notice!("told-start-ollama"));
    assert!(shown.contains("start it with `ollama serve`"), "{shown}");
}
