//! Tests of the row of the tasks over the draft.

use super::reach::places::with_tasks;
use super::*;
use client::text::width_of;
use l10n::Language;
use l10n::testing::speaking;
use protocol::ids::SessionId;
use protocol::task::TaskId;

fn planned(width: u16, height: u16) -> TuiHarness {
    let mut harness = TuiHarness::reviewed(width, height);
    with_tasks(&mut harness);
    harness
}

/// Returns the row above the line over the draft.
fn row(harness: &mut TuiHarness) -> String {
    let text = harness.text();
    let rows: Vec<&str> = text.lines().collect();
    let rule = rows
        .iter()
        .rposition(|row| row.starts_with("── "))
        .expect("the rule");
    rows[rule - 1].trim_end().to_owned()
}

#[test]
fn the_row_has_what_is_done_the_task_in_progress_and_the_next_one() {
    assert_eq!(
        row(&mut planned(120, 40))
            .split("  ")
            .take(3)
            .collect::<Vec<_>>(),
        [
            " 1 of 4 done",
            "now 2 Write the retry",
            "next 4 Tell of it in the changelog",
        ]
    );
    assert!(row(&mut planned(120, 40)).ends_with("tasks"), "the key");
    assert_eq!(
        row(&mut planned(60, 20)),
        " 1 of 4 done  now 2 Write the retry  next 4 Tell of it in …"
    );
}

#[test]
fn the_row_is_as_wide_as_the_screen_at_most_and_starts_with_the_count() {
    for language in [Language::English, Language::French, Language::Portuguese] {
        for width in [40, 50, 60, 80, 100, 160] {
            speaking(language, || {
                let row = row(&mut planned(width, 24));
                assert!(width_of(&row) <= usize::from(width), "{row}");
                assert!(row.contains("2 Write th"), "{row}");
            });
        }
    }
}

#[test]
fn there_is_no_row_without_open_tasks_on_a_low_screen_or_in_the_review() {
    let has_row = |harness: &TuiHarness| !harness.app.layout.plan.is_empty();
    assert!(!has_row(&TuiHarness::reviewed(120, 40)));
    assert!(!has_row(&planned(40, 10)));
    let mut harness = planned(120, 40);
    assert!(has_row(&harness));
    harness.press("F7");
    assert!(!has_row(&harness));
    let mut harness = planned(120, 40);
    for number in 2..5 {
        let task = TaskId(number);
        harness.fact(EventKind::TaskDeleted { task });
    }
    harness.settle();
    assert!(!has_row(&harness), "only a completed one is left");
}

#[test]
fn the_row_leaves_the_place_of_the_cursor_and_of_a_question_alone() {
    let mut harness = planned(80, 24);
    harness.prompt(super::prompts::prompt());
    harness.settle();
    let layout = &harness.app.layout;
    assert!(layout.plan.bottom() == layout.rule.top() && layout.bar.bottom() <= layout.plan.top());
}

#[test]
fn the_key_and_the_command_open_the_list_and_an_order_of_it_is_the_sessions() {
    for keys in ["Ctrl+X g", "Esc 4", "/ t a s k s Enter"] {
        let mut harness = planned(100, 30);
        harness.press(keys);
        assert!(
            harness.text().contains("Tasks  1 of 4 done"),
            "{keys}: {}",
            harness.text()
        );
    }
    let mut harness = planned(100, 30);
    harness.press("Ctrl+X g Enter");
    let orders = harness.orders();
    let session: Option<SessionId> = orders.iter().rev().find_map(|order| match order {
        Command::Tasks { session, .. } => Some(*session),
        _ => None,
    });
    assert_eq!(session, Some(super::session()));
    let changed = crate::dialog::tasks::tests::list();
    let mut done = changed.get(TaskId(2)).unwrap().clone();
    done.completed = Some(Timestamp::UNIX_EPOCH);
    harness.fact(EventKind::TaskChanged { task: done });
    harness.settle();
    assert!(
        harness.text().contains("Tasks  2 of 4 done"),
        "{}",
        harness.text()
    );
}
