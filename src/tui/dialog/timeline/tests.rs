use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use notice::{Notice, notice};

use super::*;
use crate::dialog::harness::DialogHarness;
use crate::dialog::{Dialog, DialogRequest};
use crate::keymap::Action;
use crate::pane::review::tests::sample::SampleReview;
use l10n::Language;
use l10n::testing::speaking;
use protocol::change::{CheckpointKind, FileDiff};
use protocol::review::rollback::RollbackScope;

impl DialogHarness<Timeline> {
    fn new() -> Self {
        Self::with(&SampleReview::new(), None)
    }

    fn with(world: &SampleReview, rollback: Option<&str>) -> Self {
        let session = crate::tests::session();
        let mut timeline = Timeline::new(session, TimeZone::UTC);
        let last_rollback = rollback.map(str::to_owned);
        let mut world = world.clone();
        world.last_rollback = last_rollback.map(Notice::text);
        let question = ReviewQuery::Checkpoints { limit: LIMIT };
        timeline.answer(&question, Ok(&world.answer(&question)));
        Self::of(timeline)
    }

    fn press(&mut self, keys: &str) {
        for text in keys.split(' ') {
            self.key_alone(text);
        }
    }

    fn compared(&self) -> Option<(u64, Option<u64>)> {
        let number = |id: CheckpointId| {
            let rows = &self.dialog.rows;
            let row = rows.iter().find(|row| row.checkpoint.id == id);
            row.unwrap().checkpoint.number
        };
        self.effects.iter().rev().find_map(|effect| match effect {
            Effect::Ask(Query::Review {
                question: ReviewQuery::Compare { from, to },
                ..
            }) => Some((number(*from), to.map(number))),
            _ => None,
        })
    }
}

#[test]
fn it_looks_as_drawn() {
    let mut harness = DialogHarness::new();
    insta::assert_snapshot!("list", harness.text(120, 40));
}

#[test]
fn its_keys_are_told_whole_and_what_the_engine_named_in_the_language() {
    for (language, label) in [
        (Language::English, "before applying changes to 1 file"),
        (
            Language::French,
            "avant d’appliquer des changements à 1 fichier",
        ),
        (
            Language::Portuguese,
            "antes de aplicar mudanças em 1 arquivo",
        ),
    ] {
        let text = speaking(language, || {
            let mut harness = DialogHarness::new();
            let row = harness.dialog.rows.first_mut().unwrap();
            row.checkpoint.kind = CheckpointKind::User;
            row.checkpoint.label = notice!("title-before-saving-one");
            let row = harness.dialog.rows.get_mut(1).unwrap();
            row.checkpoint.kind = CheckpointKind::Named;
            row.checkpoint.label = notice!("title-edited", path = "a.rs");
            harness.text(160, 40) + &harness.text(80, 24)
        });
        assert!(text.contains(label), "{text}");
        assert!(text.contains("edited a.rs"), "it is the human's: {text}");
        let keys: Vec<&str> = text.lines().filter(|line| line.contains("  d ")).collect();
        assert_eq!(keys.len(), 2, "{text}");
        assert!(keys.iter().all(|line| !line.contains('…')), "{keys:?}");
        assert_eq!(text.matches(" f ").count(), 2, "{text}");
    }
}

#[test]
fn enter_shows_what_came_up_to_the_next_and_d_up_to_now() {
    let mut harness = DialogHarness::new();
    harness.press("j j Enter");
    assert_eq!(harness.compared(), Some((29, Some(30))));
    harness.press("Esc d");
    assert_eq!(harness.compared(), Some((29, None)));
    harness.press("Esc g Enter");
    assert_eq!(
        harness.compared(),
        Some((31, None)),
        "after the last one comes now"
    );
}

#[test]
fn a_marked_one_is_compared_with_the_chosen_one_older_first() {
    let mut harness = DialogHarness::new();
    harness.press("Space j j d");
    assert_eq!(harness.compared(), Some((28, Some(31))));
    // A second Space compares too; on the marked one it takes the mark away.
    harness.press("Esc G Space");
    assert_eq!(harness.compared(), Some((26, Some(31))));
    harness.press("Esc g Space d");
    assert_eq!(harness.compared(), Some((30, None)));
}

#[test]
fn what_is_compared_is_read_and_left() {
    let mut harness = DialogHarness::new();
    harness.press("d");
    assert!(harness.text(120, 30).contains("#31 vs now: comparing"));
    let question = ReviewQuery::Compare {
        from: harness.dialog.rows[0].checkpoint.id,
        to: None,
    };
    let answer = SampleReview::new().answer(&question);
    harness.dialog.answer(&question, Ok(&answer));
    let text = harness.text(120, 30);
    assert!(
        text.contains("no difference") && text.contains("logo.png"),
        "{text}"
    );
    let diff = |path: &str| FileDiff {
        path: path.into(),
        ..FileDiff::default()
    };
    let answer = ReviewReply::Compared {
        diffs: vec![diff("a.rs"), diff("b.rs")],
        left_out: Vec::new(),
    };
    harness.dialog.answer(&question, Ok(&answer));
    assert!(harness.text(120, 30).contains("a.rs"));
    // A part of the title that does not fit is left out completely; the hint row shows the keys.
    for (width, said) in [
        (120, "Diff  a.rs   #31 vs now   file 1 of 2"),
        (46, "Diff  a.rs   file 1 of 2"),
    ] {
        let text = harness.text(width, 30);
        let title = text.lines().find(|row| row.contains("Diff")).unwrap();
        let title = title.trim_matches(|sign| sign == '│' || sign == ' ');
        assert_eq!(title, said, "{text}");
    }
    harness.press("} }");
    assert!(harness.text(120, 30).contains("b.rs"));
    harness.press("Esc");
    assert!(harness.text(120, 30).contains("Checkpoints"));
    assert!(!harness.effects.contains(&Effect::CloseDialog));
    harness.press("Esc");
    assert!(harness.effects.contains(&Effect::CloseDialog));
}

#[test]
fn a_checkpoint_is_named_and_one_is_made() {
    let mut harness = DialogHarness::new();
    harness.press("t ! Enter");
    let checkpoint = harness.dialog.rows[0].checkpoint.id;
    harness.press("n n o w Enter");
    assert_eq!(
        harness.orders(),
        [
            ReviewCommand::RenameCheckpoint {
                checkpoint,
                name: "before turn 14!".into(),
            },
            ReviewCommand::NameCheckpoint { name: "now".into() },
        ]
    );
    harness.press("n Enter n Esc");
    assert!(harness.orders().is_empty(), "a name needs a letter");
}

#[test]
fn the_filter_finds_files_agents_and_words() {
    let mut harness = DialogHarness::new();
    harness.press("f r e t r y Enter");
    assert_eq!(harness.dialog.items().len(), 1);
    harness.press("f Ctrl+U y o u Enter");
    assert_eq!(harness.dialog.items().len(), 2);
    harness.press("f Ctrl+U s e s s i o n . r s Enter");
    assert_eq!(harness.dialog.items().len(), 3);
}

#[test]
fn b_opens_the_rollback_for_the_chosen_one() {
    let mut harness = DialogHarness::new();
    harness.press("j b");
    let checkpoint = harness.dialog.rows[1].checkpoint.id;
    let scopes = vec![RollbackScope::Checkpoint { checkpoint }];
    assert_eq!(
        harness.effects,
        [Effect::Open(DialogRequest::Rollback(scopes))]
    );
}

#[test]
fn the_last_rollback_is_the_first_row_and_wants_its_y() {
    let mut harness = DialogHarness::with(&SampleReview::new(), Some("to #29"));
    assert!(harness.text(120, 30).contains(">  undo  to #29"));
    harness.press("y");
    assert!(harness.orders().is_empty(), "nothing was asked yet");
    harness.press("Enter");
    assert!(
        harness
            .text(120, 30)
            .contains("Undo the rollback and write")
    );
    harness.press("j y");
    assert!(harness.orders().is_empty(), "another key leaves it");
    harness.press("g Enter Esc");
    assert!(
        !harness.effects.contains(&Effect::CloseDialog),
        "the list stays"
    );
    harness.press("y");
    assert!(harness.orders().is_empty(), "it is not asked any more");
    harness.press("g Enter");
    harness.key("y");
    harness.dialog.drop_held_key();
    assert!(harness.dialog.settled().is_none());
    assert!(harness.orders().is_empty(), "it was not alone");
    harness.press("b y");
    assert_eq!(harness.orders(), [ReviewCommand::Undo]);
}

#[test]
fn what_undoing_a_rollback_would_change_is_shown_and_it_is_asked_on() {
    let world = SampleReview::new();
    let mut harness = DialogHarness::with(&world, Some("to #29"));
    harness.press("Enter d");
    let question = ReviewQuery::UndoDiff;
    let asks = |effect: &Effect| matches!(effect, Effect::Ask(Query::Review { question, .. }) if *question == ReviewQuery::UndoDiff);
    assert!(harness.effects.iter().any(asks), "{:?}", harness.effects);
    harness
        .dialog
        .answer(&question, Ok(&world.answer(&question)));
    assert!(harness.text(120, 30).contains("now vs rollback undone"));
    harness.press("y");
    assert!(
        harness.orders().is_empty(),
        "the difference takes no answer"
    );
    harness.press("Esc");
    assert!(
        harness
            .text(120, 30)
            .contains("Undo the rollback and write")
    );
    harness.press("y");
    assert_eq!(harness.orders(), [ReviewCommand::Undo]);
}

#[test]
fn a_checkpoint_of_a_rollback_that_something_came_after_offers_no_undo_of_that() {
    let mut world = SampleReview::new();
    world.checkpoints.rotate_right(1);
    let mut harness = DialogHarness::with(&world, None);
    assert!(!harness.text(120, 30).contains("> undo"));
    assert!(
        harness.dialog.chosen_id().is_some(),
        "a checkpoint is first"
    );
}

#[test]
fn nothing_to_list_and_what_failed_is_said() {
    let mut world = SampleReview::new();
    world.checkpoints.clear();
    let mut harness = DialogHarness::with(&world, None);
    assert!(harness.text(120, 30).contains("no checkpoint yet"));
    let question = ReviewQuery::Checkpoints { limit: LIMIT };
    harness
        .dialog
        .answer(&question, Err("the store is busy".into()));
    assert!(harness.text(120, 30).contains("the store is busy"));
    harness.press("Enter d t b Space");
    assert!(harness.orders().is_empty());
}

#[test]
fn any_keys_at_any_size_do_no_harm() {
    let mut harness = DialogHarness::with(&SampleReview::new(), Some("to #29"));
    for keys in [
        "G Space d",
        "Esc k Enter",
        "Esc f x Esc",
        "n a b c",
        "Enter t",
        "Esc Esc",
    ] {
        harness.press(keys);
        for (width, height) in [(0, 0), (1, 1), (10, 3), (60, 16), (300, 90)] {
            let text = harness.text(width, height);
            assert!(width < 60 || text.contains("Checkpoints"), "{keys}: {text}");
        }
    }
    harness.dialog.act(Action::PageDown);
    let key = KeyEvent::new(KeyCode::Null, KeyModifiers::NONE);
    assert_eq!(harness.dialog.key(&key), []);
}

#[test]
fn taking_the_last_rollback_back_is_asked_for_by_its_command() {
    let mut harness = DialogHarness::with(&SampleReview::new(), Some("rollback to #29"));
    harness.dialog.ask_undo();
    let question = ReviewQuery::Checkpoints { limit: LIMIT };
    let mut world = SampleReview::new();
    world.last_rollback = Some(Notice::text("rollback to #29"));
    harness
        .dialog
        .answer(&question, Ok(&world.answer(&question)));
    assert!(
        harness
            .text(120, 30)
            .contains("Undo the rollback and write")
    );
    harness.press("y");
    let undoes = |effect: &Effect| {
        matches!(
            effect,
            Effect::Send(Command::Review {
                order: ReviewCommand::Undo,
                ..
            })
        )
    };
    assert!(harness.effects.iter().any(undoes), "{:?}", harness.effects);
}

#[test]
fn the_label_of_the_chosen_checkpoint_is_shown_whole_below_rows_that_cut_it() {
    let mut harness = DialogHarness::new();
    let row = harness.dialog.rows.first_mut().unwrap();
    let label = "before: Greetings must end with an exclamation mark";
    row.checkpoint.label = Notice::text(label);
    assert_eq!(harness.text(160, 40).matches(label).count(), 1);
    let text = harness.text(80, 24);
    assert_eq!(text.matches(label).count(), 1, "{text}");
    assert!(text.contains('…'), "{text}");
    harness.press("j");
    assert!(!harness.text(80, 24).contains(label));
}
