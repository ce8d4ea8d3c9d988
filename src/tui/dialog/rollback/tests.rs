use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use uuid::Uuid;

use super::*;
use crate::dialog::Dialog;
use crate::dialog::harness::DialogHarness;
use crate::keymap::{Action, Context};
use crate::pane::review::ReviewTarget;
use crate::theme::Theme;
use l10n::testing::speaking;
use l10n::{Language, say};
use notice::{Notice, count, notice};
use protocol::change::{DiffHunk, DiffLine, DiffLineKind, FileDiff};
use protocol::ids::ContentHash;
use protocol::review::rollback::RollbackFile;

fn file_id(number: u128) -> FileId {
    FileId(Uuid::from_u128(1_000 + number))
}

fn hunk_id(number: u128) -> HunkId {
    HunkId(Uuid::from_u128(number))
}

/// Returns the preview of a rollback, as in the drawings; its hash is that of the request.
pub(crate) fn preview(request: &RollbackRequest) -> RollbackPreview {
    let file = |number: u128, path: &str, becomes| RollbackFile {
        file: file_id(number),
        path: path.into(),
        becomes,
        added: 1,
        removed: 18,
        hunks: 3,
        kept: 1,
        lost: 0,
        edited: 0,
        unclear: Vec::new(),
        conflicts: Vec::new(),
    };
    let conflict = RollbackConflict {
        hunk: hunk_id(7),
        with: hunk_id(8),
        line: 57,
        why: Notice::text("you edited lines that the agent wrote"),
        choice: None,
    };
    let back = |hunks: &str| notice!("told-becomes-back", counted = hunks);
    RollbackPreview {
        title: notice!(
            "title-rollback",
            scope = notice!(
                "scope-checkpoint",
                name = "29  13:52 \"turn 13: retry helper\""
            )
        ),
        files: vec![
            file(
                1,
                "src/auth/session.rs",
                notice!("told-becomes-kept", why = back("3 agent hunks"), word = 1),
            ),
            RollbackFile {
                conflicts: vec![conflict],
                unclear: vec![hunk_id(9)],
                ..file(
                    2,
                    "tests/auth_it.rs",
                    notice!("told-becomes-back", counted = count(2_u32, "hunk")),
                )
            },
            file(
                3,
                "src/auth/retry.rs",
                Notice::text("created by the agent: will be removed"),
            ),
        ],
        unapplied: vec!["src/auth/token.rs".into()],
        in_index: Vec::new(),
        not_covered: vec![(
            "target/ (1,204)".into(),
            Notice::text("made by a command, not tracked"),
        )],
        user_hunks_lost: 4,
        safety_number: 32,
        shown: ContentHash::of(format!("{request:?}").as_bytes()),
    }
}

/// Returns the diff that the rollback would make in a file.
pub(crate) fn taken_back() -> FileDiff {
    let line = |kind, content: &str| DiffLine {
        kind,
        content: content.into(),
    };
    FileDiff {
        path: "src/auth/retry.rs".into(),
        removed: 1,
        added: 1,
        hunks: vec![DiffHunk {
            old_start: 7,
            old_count: 1,
            new_start: 7,
            new_count: 1,
            lines: vec![
                line(DiffLineKind::Remove, "what the agent wrote"),
                line(DiffLineKind::Add, "what was there before"),
            ],
        }],
        ..FileDiff::default()
    }
}

impl DialogHarness<Rollback> {
    fn new() -> Self {
        let scope = RollbackScope::File { file: file_id(1) };
        let dialog = Rollback::new(
            crate::tests::session(),
            vec![scope],
            "build".into(),
            Running::No,
        );
        let mut harness = Self::of(dialog);
        harness.settle();
        harness
    }

    fn settle(&mut self) {
        while let Some(effect) = self.dialog.take_query() {
            let Effect::Ask(Query::Review { question, .. }) = effect else {
                panic!("{effect:?}");
            };
            let ReviewQuery::Rollback { request } = &question else {
                panic!("{question:?}");
            };
            let answer = ReviewReply::Rollback {
                preview: Box::new(preview(request)),
            };
            self.dialog.answer(&question, Ok(&answer));
        }
    }

    fn press(&mut self, keys: &str) {
        for text in keys.split(' ') {
            self.key_alone(text);
            self.settle();
        }
    }

    /// Moves to a focus stop and presses Space.
    fn toggle(&mut self, stop: FocusStop) {
        let at = self.dialog.stops().iter().position(|other| *other == stop);
        self.dialog.at = at.unwrap_or_else(|| panic!("{stop:?} is not there"));
        self.press("Space");
    }

    fn order(&self) -> Option<(&RollbackRequest, &ContentHash)> {
        self.effects.iter().find_map(|effect| match effect {
            Effect::Send(Command::Review {
                order: ReviewCommand::RollBack { request, shown },
                ..
            }) => Some((request, shown)),
            _ => None,
        })
    }

    fn settle_conflict(&mut self) {
        self.toggle(FocusStop::Conflict(file_id(2), hunk_id(7)));
    }
}

#[test]
fn a_click_moves_the_focus_and_a_second_one_turns_over_what_is_there_and_none_rolls_back() {
    let whole = Rect::new(0, 0, 120, 40);
    let mut harness = DialogHarness::new();
    let click = |harness: &mut DialogHarness<Rollback>, wanted: &str| {
        let text = harness.text(120, 40);
        let row = text.lines().position(|line| line.contains(wanted));
        let row = u16::try_from(row.unwrap_or_else(|| panic!("{wanted}\n{text}"))).unwrap();
        harness
            .dialog
            .click(whole, ratatui::layout::Position::new(20, row));
        harness.settle();
    };
    click(&mut harness, "retry.rs");
    assert!(harness.text(120, 40).contains("> [x] src/auth/retry.rs"));
    click(&mut harness, "retry.rs");
    assert!(harness.text(120, 40).contains("> [ ] src/auth/retry.rs"));
    click(&mut harness, "( ) all that agents and commands did");
    click(&mut harness, "( ) all that agents and commands did");
    assert!(
        harness
            .text(120, 40)
            .contains("(*) all that agents and commands did")
    );
    // Notes and the frame cannot be clicked.
    harness
        .dialog
        .click(whole, ratatui::layout::Position::new(0, 0));
    harness.press("Enter");
    for row in 0..40 {
        harness
            .dialog
            .click(whole, ratatui::layout::Position::new(20, row));
    }
    assert!(harness.order().is_none());
}

#[test]
fn only_what_can_be_done_is_offered_where_nothing_is_left_to_take_back() {
    let offered = |harness: &mut DialogHarness<Rollback>| {
        let words = harness
            .dialog
            .key_hints()
            .words(&harness.keymap, &[Context::Rollback]);
        let hinted: Vec<String> = words.into_iter().map(|(key, _)| key).collect();
        let box_ = harness.text(120, 40);
        ["Enter", "d"].map(|key| {
            let in_box = box_.contains(&format!("{key} next step"))
                || box_.contains(&format!("{key} difference"));
            let in_row = hinted.iter().any(|hinted| hinted == key);
            assert_eq!(in_box, in_row, "{key}: {hinted:?}\n{box_}");
            in_row
        })
    };
    let mut harness = DialogHarness::new();
    assert_eq!(offered(&mut harness), [true, true]);
    for number in 1..=3 {
        harness.toggle(FocusStop::File(file_id(number)));
    }
    assert_eq!(offered(&mut harness), [false, true], "nothing is chosen");
    harness.toggle(FocusStop::File(file_id(1)));
    assert_eq!(offered(&mut harness), [true, true]);

    // Something changed: nothing is left to roll back, or the engine gives the reason.
    for refusal in [None, Some("no change is left that belongs to this")] {
        let mut harness = DialogHarness::new();
        harness.dialog.mark_outdated();
        let Some(Effect::Ask(Query::Review { question, .. })) = harness.dialog.take_query() else {
            panic!("it asks again");
        };
        let ReviewQuery::Rollback { request } = &question else {
            panic!("{question:?}");
        };
        match refusal {
            Some(why) => harness.dialog.answer(&question, Err(why.into())),
            None => {
                let preview = RollbackPreview {
                    files: Vec::new(),
                    ..preview(request)
                };
                let preview = Box::new(preview);
                harness
                    .dialog
                    .answer(&question, Ok(&ReviewReply::Rollback { preview }));
            }
        }
        assert_eq!(offered(&mut harness), [false, false], "{refusal:?}");
        assert!(
            !harness.text(120, 40).contains("safety checkpoint"),
            "none is made"
        );
        harness.press("Esc");
        assert!(
            harness.effects.contains(&Effect::CloseDialog),
            "it can be left"
        );
    }
}

#[test]
fn it_looks_as_drawn() {
    let mut harness = DialogHarness::new();
    insta::assert_snapshot!("choose_narrow", harness.text(80, 24));
    harness.settle_conflict();
    harness.press("Enter");
    insta::assert_snapshot!("decide_scoped", harness.text(80, 24));
    harness.press("n");
    harness.toggle(FocusStop::How(RollbackMode::Hard));
    insta::assert_snapshot!("choose_hard", harness.text(80, 30));
    harness.press("Enter H A");
    insta::assert_snapshot!("decide_hard", harness.text(80, 24));
}

#[test]
fn it_fits_in_other_languages() {
    for language in [Language::French, Language::Portuguese] {
        let code = language.code();
        speaking(language, || {
            let mut harness = DialogHarness::new();
            harness.settle_conflict();
            harness.toggle(FocusStop::How(RollbackMode::Hard));
            harness.press("Enter H A");
            insta::assert_snapshot!(format!("decide_{code}_80"), harness.text(80, 24));
        });
    }
}

#[test]
fn nothing_destructive_is_chosen_beforehand() {
    let mut harness = DialogHarness::new();
    let request = harness.dialog.request().unwrap();
    assert_eq!(request.how, RollbackMode::Scoped);
    assert!(request.unclear.is_empty() && request.settle.is_empty());
    let text = harness.text(120, 40);
    assert!(text.contains("[ ] change 1 may be yours"), "{text}");
    assert!(
        text.contains("( ) keep mine ( ) checkpoint ( ) both"),
        "{text}"
    );
}

#[test]
fn conflicts_are_settled_before_the_second_step() {
    let mut harness = DialogHarness::new();
    harness.press("Enter");
    assert!(harness.text(120, 40).contains("1 conflict to settle first"));
    harness.settle_conflict();
    harness.press("Enter");
    assert!(harness.text(120, 40).contains("step 2 of 2"));
}

#[test]
fn y_rolls_back_exactly_what_was_shown() {
    let mut harness = DialogHarness::new();
    harness.settle_conflict();
    harness.toggle(FocusStop::File(file_id(3)));
    harness.toggle(FocusStop::Unclear(hunk_id(9)));
    harness.press("y");
    assert!(harness.order().is_none(), "not on the first step");
    harness.press("Enter y");
    let (request, shown) = harness.order().unwrap();
    assert_eq!(request.without, [file_id(3)]);
    assert_eq!(request.unclear, [hunk_id(9)]);
    assert_eq!(request.settle, [(hunk_id(7), ConflictChoice::Mine)]);
    assert_eq!(*shown, preview(request).shown);
}

#[test]
fn a_y_that_is_not_alone_rolls_nothing_back() {
    let mut harness = DialogHarness::new();
    harness.settle_conflict();
    harness.press("Enter");
    harness.key("y");
    harness.key("j");
    assert!(harness.dialog.settled().is_none());
    harness.key("y");
    harness.dialog.drop_held_key();
    assert!(harness.dialog.settled().is_none());
    assert!(harness.order().is_none());
}

#[test]
fn hard_wants_the_word_and_nothing_else() {
    let mut harness = DialogHarness::new();
    harness.toggle(FocusStop::How(RollbackMode::Hard));
    harness.press("Enter y Enter");
    assert!(harness.order().is_none());
    harness.press("Backspace h a r d Enter");
    assert!(harness.order().is_none(), "small letters are another word");
    harness.press("Ctrl+U H A R D Enter");
    let (request, _) = harness.order().unwrap();
    assert_eq!(
        (request.how, request.word.as_str()),
        (RollbackMode::Hard, "HARD")
    );
}

#[test]
fn a_conflict_is_walked_through_its_ways() {
    let mut harness = DialogHarness::new();
    let mut seen = Vec::new();
    for _ in 0..4 {
        harness.settle_conflict();
        seen.push(harness.dialog.settle[0].1.clone());
    }
    assert_eq!(
        seen,
        [
            ConflictChoice::Mine,
            ConflictChoice::Base,
            ConflictChoice::Both,
            ConflictChoice::Mine,
        ]
    );
}

#[test]
fn it_is_refused_while_the_session_runs() {
    let mut harness = DialogHarness::new();
    harness.settle_conflict();
    harness.dialog.set_running(Running::Yes);
    let before = harness.text(120, 40);
    assert!(!before.contains("Enter next step"), "{before}");
    let hinted = harness.dialog.key_hints();
    let words = hinted.words(&harness.keymap, &[Context::Rollback]);
    assert!(words.iter().all(|(key, _)| key != "Enter"), "{words:?}");
    harness.press("Enter");
    let text = harness.text(120, 40);
    assert!(
        text.contains("step 1 of 2") && text.contains("the session runs"),
        "{text}"
    );
    assert_ne!(text, before, "the key is answered");
    harness.dialog.set_running(Running::No);
    assert!(!harness.text(120, 40).contains("the session runs"));
    harness.press("Enter");
    harness.dialog.set_running(Running::Yes);
    harness.press("y");
    assert!(harness.order().is_none());
}

#[test]
fn what_changed_meanwhile_is_looked_at_again() {
    let mut harness = DialogHarness::new();
    harness.settle_conflict();
    harness.press("Enter");
    harness.key("y");
    harness.dialog.mark_outdated();
    assert!(harness.dialog.settled().is_none());
    harness.settle();
    assert!(harness.text(120, 40).contains("step 1 of 2"));
}

#[test]
fn an_answer_to_another_wish_is_dropped() {
    let mut harness = DialogHarness::new();
    let old = harness.dialog.request().unwrap();
    harness.toggle(FocusStop::Scope(1));
    let question = ReviewQuery::Rollback {
        request: old.clone(),
    };
    let answer = ReviewReply::Rollback {
        preview: Box::new(RollbackPreview {
            title: Notice::text("old"),
            ..preview(&old)
        }),
    };
    harness.dialog.answer(&question, Ok(&answer));
    assert!(!harness.text(120, 40).contains("Roll back old"));
}

#[test]
fn a_preview_that_fails_says_why() {
    let mut harness = DialogHarness::new();
    harness.dialog.act(Action::RollbackNext);
    harness.dialog.act(Action::RollbackToggle);
    let Some(Effect::Ask(Query::Review { question, .. })) = harness.dialog.take_query() else {
        panic!("nothing was asked");
    };
    harness
        .dialog
        .answer(&question, Err("the checkpoint was dropped".into()));
    let says_why = |harness: &mut DialogHarness<Rollback>| {
        let text = harness.text(120, 40);
        text.contains("the checkpoint was dropped") && !text.contains("looking")
    };
    assert!(says_why(&mut harness));
    assert!(
        harness.dialog.take_query().is_none(),
        "it is not asked over and over"
    );
    harness.press("Enter y d");
    assert!(harness.order().is_none());
    let text = harness.text(120, 40);
    assert_eq!(text.matches("was dropped").count(), 1, "{text}");
    harness.dialog.act(Action::RollbackPrevious);
    assert!(says_why(&mut harness), "it stays as long as the wish does");
}

#[test]
fn a_conflict_is_edited_in_the_review_by_a_key_of_its_own() {
    let mut harness = DialogHarness::new();
    harness.press("e");
    assert!(harness.effects.is_empty(), "there is nothing to edit");
    assert!(
        harness
            .text(120, 40)
            .contains("e edits the row of a conflict")
    );
    harness.settle_conflict();
    assert!(harness.text(120, 40).contains("e edit  d difference"));
    harness.press("e");
    let place = ReviewTarget::Hunk {
        file: file_id(2),
        hunk: hunk_id(7),
    };
    assert!(
        harness.effects.contains(&Effect::EditForRollback(place)),
        "{:?}",
        harness.effects
    );
}

#[test]
fn d_is_the_difference_on_the_row_of_a_conflict_too() {
    let mut harness = DialogHarness::new();
    harness.settle_conflict();
    harness.press("d");
    assert!(harness.dialog.compared.is_some());
    let is_asked = |effect: &Effect| matches!(effect, Effect::Ask(_));
    assert!(
        harness.effects.iter().all(is_asked),
        "{:?}",
        harness.effects
    );
}

#[test]
fn what_a_conflict_is_between_is_never_cut() {
    for language in [Language::English, Language::French, Language::Portuguese] {
        speaking(language, || {
            for (width, height) in [(160, 48), (120, 40), (80, 24)] {
                let mut harness = DialogHarness::new();
                harness.settle_conflict();
                let text = harness.text(width, height);
                let mut rows = text.lines().skip_while(|row| !row.contains("> (*)"));
                let ways = rows.next().unwrap_or_else(|| panic!("{width}\n{text}"));
                let why = rows.next().filter(|_| !ways.contains("57"));
                assert!(why.is_none_or(|why| why.contains("57")), "{width}\n{text}");
                for row in why.into_iter().chain([ways]) {
                    assert!(!row.contains('…'), "{width}: {row}");
                }
            }
        });
    }
}

#[test]
fn what_goes_of_the_users_is_said_before_it_goes() {
    let with = |lost: u32, edited: u32, kept: u32| {
        let mut harness = DialogHarness::new();
        let request = harness.dialog.request().unwrap();
        let whole = preview(&request);
        let files = whole.files.iter().take(1).map(|file| RollbackFile {
            lost,
            edited,
            kept,
            ..file.clone()
        });
        let shown = RollbackPreview {
            files: files.collect(),
            user_hunks_lost: lost,
            ..whole.clone()
        };
        let question = ReviewQuery::Rollback { request };
        let answer = ReviewReply::Rollback {
            preview: Box::new(shown),
        };
        harness.dialog.answer(&question, Ok(&answer));
        harness.key("Enter");
        harness.text(120, 40)
    };
    let none = "No change of yours in these files.";
    assert!(with(0, 0, 0).contains(none));
    let text = with(0, 1, 0);
    let edits = "YOUR edits of 1 hunk of the agent. Checkpoint #32 has them.";
    assert!(text.contains(edits) && !text.contains(none), "{text}");
    let text = with(1, 0, 1);
    assert!(text.contains("You lose 1 hunk."), "{text}");
    assert!(text.contains("1 hunk of yours stays."), "{text}");
}

#[test]
fn with_nothing_ticked_it_says_so_and_a_file_can_be_ticked_again() {
    let mut harness = DialogHarness::new();
    for number in 1..=3 {
        harness.toggle(FocusStop::File(file_id(number)));
    }
    let text = harness.text(120, 40);
    assert!(text.contains("nothing chosen to roll back"), "{text}");
    assert!(text.contains("> [ ] src/auth/retry.rs"), "{text}");
    harness.press("Space");
    let text = harness.text(120, 40);
    assert!(text.contains("> [x] src/auth/retry.rs"), "{text}");
    assert!(!text.contains("nothing is chosen"), "{text}");
}

#[test]
fn a_file_of_which_nothing_is_on_the_disk_has_no_figures() {
    let mut harness = DialogHarness::new();
    let request = harness.dialog.request().unwrap();
    let mut shown = preview(&request);
    let file = shown.files.first_mut().unwrap();
    (file.added, file.removed) = (0, 0);
    let back = notice!("told-becomes-back", counted = count(1_u32, "hunk"));
    file.becomes = notice!("told-becomes-proposed", why = back);
    let question = ReviewQuery::Rollback { request };
    let answer = ReviewReply::Rollback {
        preview: Box::new(shown),
    };
    harness.dialog.answer(&question, Ok(&answer));
    let text = harness.text(120, 40);
    assert!(text.contains("1 hunk back, only proposed  "), "{text}");
    assert!(!text.contains("+0 -0"), "{text}");
}

#[test]
fn any_keys_at_any_size_do_no_harm() {
    let mut harness = DialogHarness::new();
    for keys in [
        "j k j j Space d",
        "Enter n",
        "k k k Space",
        "Tab Enter",
        "Esc",
    ] {
        harness.press(keys);
        for (width, height) in [(0, 0), (1, 1), (20, 4), (60, 16), (300, 100)] {
            let text = harness.text(width, height);
            assert!(width < 60 || text.contains("Roll back"), "{keys}: {text}");
        }
    }
    let key = KeyEvent::new(KeyCode::Null, KeyModifiers::NONE);
    assert_eq!(harness.dialog.key(&key), []);
    assert_eq!(harness.order(), None, "nothing is rolled back");
}

#[test]
fn d_shows_the_difference_that_the_rollback_would_make() {
    for step in ["d", "Enter d"] {
        let mut harness = DialogHarness::new();
        harness.settle_conflict();
        harness.dialog.at = 0;
        harness.press(step);
        let Some(Effect::Ask(Query::Review { question, .. })) = harness.effects.pop() else {
            panic!("it asks: {:?}", harness.effects);
        };
        let ReviewQuery::RollbackDiff { request } = &question else {
            panic!("{question:?}");
        };
        assert_eq!(Some(request), harness.dialog.request().as_ref());
        let answer = ReviewReply::Compared {
            diffs: vec![taken_back()],
            left_out: Vec::new(),
        };
        harness.dialog.answer(&question, Ok(&answer));
        let text = harness.text(80, 24);
        assert!(text.contains("what was there before"), "{text}");
        assert!(text.contains("now vs rolled back"), "{text}");
        // Esc returns to the unchanged dialog; no command was sent.
        harness.dialog.act(Action::Back);
        let shown = if step == "d" {
            "step 1 of 2"
        } else {
            "step 2 of 2"
        };
        assert!(harness.text(80, 24).contains(shown));
        assert!(harness.order().is_none());
    }
}

#[test]
fn what_is_decided_between_is_whole_on_a_narrow_screen() {
    for language in [Language::English, Language::French, Language::Portuguese] {
        speaking(language, || {
            let text = DialogHarness::new().text(80, 24);
            for how in [say!("rollback-scoped"), say!("rollback-hard")] {
                let row = text.lines().find(|row| row.contains(how));
                let row = row.unwrap_or_else(|| panic!("{how}\n{text}"));
                assert!(!row.contains('…'), "{row}");
            }
        });
    }
}

#[test]
fn a_checkpoint_is_named_where_nothing_came_after_it() {
    let checkpoint = protocol::ids::CheckpointId(Uuid::from_u128(5));
    let scope = RollbackScope::Checkpoint { checkpoint };
    let session = crate::tests::session();
    let mut dialog = Rollback::new(session, vec![scope], "build".into(), Running::No)
        .with_checkpoint_number(Some(2));
    let Some(Effect::Ask(Query::Review { question, .. })) = dialog.take_query() else {
        panic!("it asks");
    };
    dialog.answer(&question, Err("nothing came after it".into()));
    let area = Rect::new(0, 0, 80, 24);
    let mut buf = Buffer::empty(area);
    dialog.draw(area, &mut buf, &Theme::default());
    let text = crate::tests::text_of(&buf);
    assert!(
        text.contains("Roll back to #2") && text.contains("nothing came after it"),
        "{text}"
    );
}

#[test]
fn what_is_staged_in_git_is_told_before_it_is_decided() {
    let mut harness = DialogHarness::new();
    let request = harness.dialog.request().unwrap();
    let shown = RollbackPreview {
        in_index: vec!["src/auth/retry.rs".into()],
        ..preview(&request)
    };
    let question = ReviewQuery::Rollback { request };
    let answer = ReviewReply::Rollback {
        preview: Box::new(shown),
    };
    harness.dialog.answer(&question, Ok(&answer));
    let told = "src/auth/retry.rs: staged in git; git restore";
    assert!(
        harness.text(160, 48).contains(told),
        "{}",
        harness.text(160, 48)
    );
    assert!(
        harness.text(80, 48).contains("git restore --staged"),
        "{}",
        harness.text(80, 48)
    );
}
