//! Tests of the review, the timeline and the rollback on the screen: every way in and out, and the
//! notices around them.

mod asked;
mod screens;
mod stray;

use super::*;
use crate::pane::review::tests::sample::hunk_id;
use notice::Notice;
use protocol::query::Query;
use protocol::review::{ApplyScope, OperationKind, ReviewBase, ReviewCommand, ReviewQuery};

#[test]
fn every_way_leads_into_the_review_and_back() {
    for keys in [
        "F7",
        "Ctrl+X r",
        "/ r e v i e w Enter",
        "Alt+X R e v i e w Enter",
    ] {
        let mut harness = TuiHarness::reviewed(160, 48);
        harness.press(keys);
        let text = harness.text();
        assert!(
            text.contains("Review  src/auth/session.rs"),
            "{keys}\n{text}"
        );
        harness.press("q");
        let text = harness.text();
        assert!(
            !text.contains("Review  src/auth") && text.contains("Chat"),
            "{keys}\n{text}"
        );
    }
}

#[test]
fn f7_in_the_review_leaves_it() {
    let mut harness = TuiHarness::reviewed(160, 48);
    harness.press("F7 F7");
    let text = harness.text();
    assert!(!harness.app.model().shows_review(), "{text}");
    assert!(text.contains("not applied yet: /apply applies"), "{text}");
}

#[test]
fn the_tree_opens_the_review_of_its_file_and_shows_the_states() {
    let mut harness = TuiHarness::reviewed(160, 48);
    let entry = |name: &str| TreeEntry {
        name: name.into(),
        path: format!("src/auth/{name}"),
        is_folder: false,
        bytes: 10,
        git: Some('M'),
    };
    harness.app.reply(
        &Query::Tree {
            folder: String::new(),
        },
        Reply::Tree {
            folder: String::new(),
            entries: vec![entry("session.rs"), entry("token.rs")],
        },
    );
    let text = harness.text();
    assert!(
        text.contains("[!] M session.rs") && text.contains("[ ] M token.rs"),
        "{text}"
    );
    harness.press("Esc 1 g j r");
    assert!(
        harness.text().contains("Review  src/auth/token.rs"),
        "{}",
        harness.text()
    );
    harness.press("q Esc 1 b");
    assert!(harness.text().contains("Roll back"));
}

#[test]
fn the_status_line_counts_what_is_undecided() {
    let mut harness = TuiHarness::reviewed(160, 48);
    assert!(
        harness.text().contains("4 of 5 to review"),
        "{}",
        harness.text()
    );
    harness.press("F7 r a a a");
    assert!(
        harness.text().contains("0 of 5 to review"),
        "{}",
        harness.text()
    );
    let text = TuiHarness::reviewed(80, 24).text();
    assert!(text.contains("4 to review"), "{text}");
}

#[test]
fn who_leaves_is_told_how_many_proposed_changes_wait() {
    for keys in [vec!["Ctrl+X", "Ctrl+C"], vec!["Ctrl+C"]] {
        let mut harness = TuiHarness::reviewed(120, 40);
        let leaves = |harness: &TuiHarness| {
            let mut effects = harness.effects.iter();
            effects.any(|effect| matches!(effect, Effect::Exit(_)))
        };
        for key in &keys {
            harness.key_now(key);
        }
        let text = harness.text();
        assert!(text.contains("4 hunks to review, kept"), "{keys:?}: {text}");
        assert!(!leaves(&harness), "{keys:?}");
        harness.now += Duration::from_secs(1);
        for key in &keys {
            harness.key_now(key);
        }
        assert!(leaves(&harness), "{keys:?}");
    }
}

#[test]
fn apply_asks_over_the_chat_and_writes_nothing_by_itself() {
    let mut harness = TuiHarness::reviewed(120, 40);
    harness.press("/ a p p l y Enter");
    let text = harness.text();
    assert!(
        text.contains("Apply 2 changes in 1 file?") && text.contains("Chat"),
        "{text}"
    );
    assert!(!harness.app.model().shows_review());
    assert!(harness.review_orders().is_empty());
    harness.press("y");
    assert!(matches!(
        harness.review_orders()[..],
        [ReviewCommand::Apply {
            of: ApplyScope::Proposed,
            ..
        }]
    ));
}

#[test]
fn three_keys_from_the_chat_apply_all_and_lead_back_to_it() {
    let mut harness = TuiHarness::reviewed(120, 40);
    harness.press("F7 A y");
    assert!(matches!(
        harness.review_orders()[..],
        [ReviewCommand::Apply {
            of: ApplyScope::Proposed,
            ..
        }]
    ));
    let text = harness.text();
    assert!(!harness.app.model().shows_review(), "{text}");
    assert!(text.contains("Chat") && !text.contains("Apply 2"), "{text}");
}

#[test]
fn what_is_applied_by_w_leaves_the_review_open() {
    let mut harness = TuiHarness::reviewed(120, 40);
    harness.press("F7 w y");
    assert!(matches!(
        harness.review_orders()[..],
        [ReviewCommand::Apply {
            of: ApplyScope::Decided,
            ..
        }]
    ));
    assert!(harness.app.model().shows_review(), "{}", harness.text());
}

#[test]
fn a_sheet_that_changes_says_so_and_counts_only_what_was_read() {
    let mut harness = TuiHarness::reviewed(120, 40);
    harness.press("F7 A");
    harness.now += Duration::from_secs(1);
    // A decision in another terminal.
    let order = ReviewCommand::Decide {
        hunks: vec![hunk_id(4)],
        state: protocol::change::HunkState::Rejected,
    };
    for fact in harness.review().order(&order) {
        harness.fact(fact);
    }
    harness.settle();
    let text = harness.text();
    assert!(text.contains("This has changed since"), "{text}");
    harness.now += Duration::from_millis(100);
    harness.key_now("y");
    harness.input(InputKind::Settled);
    harness.settle();
    assert!(harness.review_orders().is_empty(), "too early to have read");
    harness.press("y");
    let orders = harness.review_orders();
    let shown = protocol::ids::ContentHash::of(&2_u64.to_be_bytes());
    assert!(
        matches!(orders.as_slice(), [ReviewCommand::Apply { shown: it, .. }] if *it == shown),
        "{orders:?}"
    );
}

#[test]
fn checkpoints_and_rollback_are_slash_commands_too() {
    let mut harness = TuiHarness::reviewed(120, 40);
    harness.press("/ c h e c k p o i n t s Enter");
    assert!(harness.text().contains("Checkpoints"), "{}", harness.text());
    harness.press("Esc / r o l l b a c k Enter");
    assert!(harness.text().contains("Roll back"), "{}", harness.text());
}

#[test]
fn the_review_and_the_checkpoints_take_each_others_place() {
    let mut harness = TuiHarness::reviewed(160, 48);
    harness.press("F8 F7");
    let text = harness.text();
    assert!(
        text.contains("Review") && !text.contains("Checkpoints"),
        "{text}"
    );
    // Also from the comparison, which the key that opened it closes.
    harness.press("F8 Enter");
    assert!(harness.text().contains("Checkpoints"), "{}", harness.text());
    harness.press("F7");
    assert!(
        !harness.text().contains("Checkpoints"),
        "{}",
        harness.text()
    );
    harness.press("F8 Enter F8");
    let text = harness.text();
    assert!(
        text.contains("Review") && !text.contains("Checkpoints"),
        "{text}"
    );
    harness.press("Ctrl+X b F8");
    assert!(harness.text().contains("Checkpoints"), "{}", harness.text());
}

#[test]
fn who_comes_back_from_editing_a_conflict_is_in_the_rollback_again() {
    let mut harness = TuiHarness::reviewed(160, 48);
    harness.press("F8 j b Space");
    for _ in 0..12 {
        if !harness.text().contains("> ( ) keep mine") {
            harness.press("j");
        }
    }
    harness.press("Space");
    assert!(
        harness.text().contains("> (*) keep mine"),
        "{}",
        harness.text()
    );
    harness.press("e");
    let text = harness.text();
    assert!(
        text.contains("Review") && !text.contains("Roll back"),
        "{text}"
    );
    assert!(text.contains("e edits these lines"), "{text}");
    harness.press("q");
    assert!(
        harness.text().contains("> (*) keep mine"),
        "{}",
        harness.text()
    );
    harness.press("Esc F7 q");
    assert!(!harness.text().contains("Roll back"), "it comes back once");
}

#[test]
fn who_leaves_the_rollback_is_in_the_list_again_that_it_was_opened_from() {
    let mut harness = TuiHarness::reviewed(160, 48);
    harness.press("F8 j");
    let list = harness.text();
    harness.press("b");
    assert!(harness.text().contains("Roll back"), "{}", harness.text());
    harness.press("n");
    assert_eq!(harness.text(), list, "at the same row");
    harness.press("b Enter Esc Esc Esc");
    assert!(
        !harness.text().contains("Checkpoints"),
        "{}",
        harness.text()
    );
    harness.press("Ctrl+X z Esc");
    assert!(
        !harness.text().contains("Checkpoints"),
        "{}",
        harness.text()
    );
}

#[test]
fn the_rollback_offers_what_is_at_hand_first() {
    let mut harness = TuiHarness::reviewed(160, 48);
    harness.press("F7 Ctrl+X z");
    let asked = |harness: &TuiHarness| {
        let text = text_of(harness.screen.shown());
        text.lines()
            .find(|line| line.contains("(*)"))
            .unwrap()
            .to_owned()
    };
    harness.text();
    assert!(asked(&harness).contains("this hunk"), "{}", asked(&harness));
}

#[test]
fn a_text_is_typed_in_the_review_and_not_in_the_draft() {
    let mut harness = TuiHarness::reviewed(160, 48);
    harness.press("F7 n n c");
    harness.input(InputKind::Paste("pasted".into()));
    harness.press("! Enter");
    let [ReviewCommand::Comment { text, .. }] = &harness.review_orders()[..] else {
        panic!("no comment");
    };
    assert_eq!(text, "pasted!");
    assert!(
        harness
            .app
            .model()
            .sessions
            .tab()
            .unwrap()
            .editor
            .is_empty()
    );
}

#[test]
fn ctrl_c_closes_what_lies_over_the_rows_first() {
    let mut harness = TuiHarness::reviewed(160, 48);
    harness.begin_run();
    harness.press("F7 w Ctrl+C");
    assert!(!harness.text().contains("Apply 2 changes"));
    assert!(
        harness.sent.is_empty(),
        "the run was not cancelled: {:?}",
        harness.sent
    );
    harness.press("w Ctrl+G");
    assert!(!harness.text().contains("Apply 2 changes"));
}

#[test]
fn what_a_typed_command_gives_is_seen_although_the_review_was_in_its_place() {
    for (width, height) in [(160, 48), (80, 24)] {
        let mut harness = TuiHarness::reviewed(width, height);
        harness.press("F7 n i");
        assert!(harness.app.model.shows_review());
        harness.press("/ h e l p Enter");
        let is_answer = |order: &Command| matches!(order, Command::AddNotice { text, .. } if text.contains("/help"));
        assert!(harness.sent.iter().any(is_answer), "{:?}", harness.sent);
        let text = harness.text();
        assert!(!harness.app.model.shows_review(), "{text}");
        assert!(text.contains("single-flight"), "the conversation: {text}");
        // The review keeps its position.
        harness.press("F7");
        assert!(harness.app.model.shows_review());
    }
}

#[test]
fn the_editor_keeps_its_place_beside_the_review() {
    let mut harness = TuiHarness::reviewed(80, 24);
    harness.press("F7 i h i");
    let text = harness.text();
    assert!(text.contains("> hi") && text.contains("Review"), "{text}");
    harness.press("Esc");
    harness.press("j");
    assert!(
        harness.text().contains("> hi"),
        "keys are the review's again"
    );
}

#[test]
fn a_rollback_is_taken_back_only_with_a_y() {
    let mut harness = TuiHarness::reviewed(160, 48);
    harness.fact(EventKind::OperationDone {
        operation: protocol::review::Operation {
            id: protocol::ids::OperationId(Uuid::from_u128(80)),
            kind: OperationKind::RollBack,
            label: Notice::text("to #29"),
            changes: Vec::new(),
            settled: Vec::new(),
            applied: Vec::new(),
            division: None,
            comment: None,
            at: Timestamp::from_second(1_800_000_000).unwrap(),
            undone: false,
        },
    });
    harness.press("F7 u");
    assert!(harness.review_orders().is_empty());
    assert!(
        harness.text().contains("rollback: to #29"),
        "{}",
        harness.text()
    );
    harness.press("y");
    assert_eq!(harness.review_orders(), [ReviewCommand::Undo]);
    harness.review().last_rollback = Some(Notice::text("to #29"));
    harness.press("Esc q F8");
    assert!(
        harness.text().contains("undo  to #29"),
        "{}",
        harness.text()
    );
}

#[test]
fn help_over_the_checkpoints_gives_them_back_when_it_is_closed() {
    let mut harness = TuiHarness::reviewed(120, 40);
    for closes in ["Esc", "q", "?"] {
        harness.press("F8 ?");
        assert!(
            !harness.text().contains("Checkpoints ─"),
            "{}",
            harness.text()
        );
        harness.press(closes);
        assert!(
            harness.text().contains("Checkpoints ─"),
            "{}",
            harness.text()
        );
        harness.press("Esc");
        assert!(
            !harness.text().contains("Checkpoints ─"),
            "{}",
            harness.text()
        );
    }
    harness.press("F8 ? F8");
    harness.press("Esc");
    assert!(
        !harness.text().contains("Checkpoints ─"),
        "one box at a time"
    );
}

#[test]
fn a_rollback_of_an_earlier_start_is_taken_back_only_with_a_y_too() {
    let mut harness = TuiHarness::reviewed(160, 48);
    harness.review().last_rollback = Some(Notice::text("to #29"));
    harness.press("F7 u");
    assert!(harness.review_orders().is_empty());
    assert!(
        harness.text().contains("rollback: to #29"),
        "{}",
        harness.text()
    );
    harness.press("y");
    assert_eq!(harness.review_orders(), [ReviewCommand::Undo]);
}

#[test]
fn a_session_asks_once_and_not_again_where_it_is_refused() {
    let mut harness = TuiHarness::furnished(120, 40);
    let query = Query::Review {
        session: session(),
        question: ReviewQuery::Files {
            since: ReviewBase::Open,
        },
    };
    let asks = |harness: &mut TuiHarness| {
        let effects = std::mem::take(&mut harness.effects);
        let is_it = |effect: &&Effect| **effect == Effect::Ask(query.clone());
        effects.iter().filter(is_it).count()
    };
    asks(&mut harness);
    let update = || EventKind::ReviewUpdated {
        entry: protocol::ids::EntryId(Uuid::from_u128(9)),
        hunks: vec![hunk_id(1)],
        state: protocol::change::HunkState::Accepted,
        written: true,
    };
    harness.app.reply(
        &query,
        Reply::Failed {
            reason: Notice::text("no"),
        },
    );
    asks(&mut harness);
    harness.fact(update());
    harness.fact(update());
    harness.fact(update());
    assert_eq!(
        asks(&mut harness),
        1,
        "while one is on its way no other goes out"
    );
    harness.app.reply(
        &query,
        Reply::Failed {
            reason: Notice::text("no"),
        },
    );
    let text = harness.text();
    assert!(!text.contains("no "), "nobody asked by hand");
    harness.press("a");
    assert_eq!(asks(&mut harness), 1, "what came meanwhile is asked for");
    harness.app.reply(
        &query,
        Reply::Failed {
            reason: Notice::text("no"),
        },
    );
    harness.press("b");
    assert_eq!(asks(&mut harness), 0);
}

#[test]
fn a_wide_screen_has_the_files_beside_the_rows_and_ctrl_x_t_takes_them_away() {
    let mut harness = TuiHarness::reviewed(160, 48);
    harness.press("F7");
    let text = harness.text();
    assert!(
        text.contains(" Files") && text.contains("changed 3"),
        "{text}"
    );
    assert!(text.contains(">[!] p session.rs"), "{text}");
    assert!(
        text.contains("Base") && text.contains("Proposed"),
        "three columns\n{text}"
    );
    assert!(!text.contains(" files: "), "{text}");
    harness.press("Ctrl+X t");
    let text = harness.text();
    assert!(
        !text.contains(" Files") && text.contains(" files: "),
        "{text}"
    );
    let mut harness = TuiHarness::reviewed(159, 48);
    harness.press("F7");
    assert!(harness.text().contains(" files: "));
}

#[test]
fn a_view_that_is_being_made_better_is_asked_for_on_the_clock() {
    let mut harness = TuiHarness::reviewed(160, 48);
    harness.review().refining = true;
    harness.press("F7");
    let due = harness.app.deadline().expect("it is asked for again");
    let early = due - Duration::from_millis(1);
    harness.app.tick(early);
    assert!(harness.app.take_effects().is_empty());
    harness.review().refining = false;
    harness.app.tick(due);
    let asked = harness.app.take_effects();
    assert!(!asked.is_empty());
    harness.effects.extend(asked);
    harness.settle();
    assert!(!harness.text().contains("refining"));
    assert_eq!(harness.app.model().panes.refine_at, None);
}

#[test]
fn what_is_opened_over_the_review_takes_the_place_of_what_that_asks() {
    let mut harness = TuiHarness::reviewed(160, 48);
    harness.press("F7 *");
    assert!(
        harness.text().contains("Accept all files"),
        "{}",
        harness.text()
    );
    harness.press("F8");
    let text = harness.text();
    assert!(
        text.contains("Checkpoints") && !text.contains("Accept all files"),
        "{text}"
    );
    harness.press("b");
    let text = harness.text();
    assert!(text.contains("Roll back"), "{text}");
    assert!(
        !text.contains("Checkpoints") && !text.contains("Accept all files"),
        "{text}"
    );
}

#[test]
fn help_lists_what_keys_do_there_and_nothing_that_does_nothing() {
    let mut harness = TuiHarness::reviewed(200, 60);
    harness.press("F8 ?");
    let text = harness.text();
    assert!(text.contains("make a named checkpoint now"), "{text}");
    for word in [
        "search",
        "focus tree",
        "copy item",
        "fold",
        "next item",
        "next pane",
    ] {
        assert!(!text.contains(word), "{word}: {text}");
    }
    let mut harness = TuiHarness::reviewed(200, 60);
    harness.press("F7 ?");
    let text = harness.text();
    assert!(text.contains("show / hide the column Current"), "{text}");
    assert!(text.contains("next hunk"), "{text}");
    assert!(!text.contains("focus tree"), "{text}");
}

#[test]
fn a_branch_named_behind_review_and_the_other_tab_are_asked_for_by_their_base() {
    let mut harness = TuiHarness::reviewed(150, 40);
    let asked = |harness: &TuiHarness, base: &str| {
        let wanted = format!("Files {{ since: {base} }}");
        harness.log.iter().any(|effect| effect.contains(&wanted))
    };
    harness.type_text("/review main");
    harness.press("Enter");
    assert!(
        harness.text().contains(" Since main "),
        "{}",
        harness.text()
    );
    assert!(asked(&harness, "Branch { branch: \"main\" }"));
    harness.press("T");
    assert!(asked(&harness, "WorkingTree"));
    harness.log.clear();
    harness.press("T");
    assert!(asked(&harness, "Open"));
    // F7 leaves the review, and comes back to the changes of the session.
    harness.press("T F7 F7");
    let open = harness.app.model().sessions.tab().unwrap();
    let review = open.review.as_ref().unwrap();
    assert!(review.is_since(&ReviewBase::Open));
}

#[test]
fn the_review_that_the_command_line_names_opens_with_the_session() {
    use crate::AfterOpening;
    let mut harness = TuiHarness::reviewed(120, 40);
    let base = ReviewBase::WorkingTree;
    harness.app.model.sessions.after_opening = AfterOpening::Review(base);
    harness.press("a");
    assert!(harness.app.model.shows_review());
    assert!(harness.text().contains("Uncommitted"));
}
