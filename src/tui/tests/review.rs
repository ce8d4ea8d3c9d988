//! Tests of the review, the timeline and the rollback on the screen: every way in and out, and the
//! notices around them.

mod asked;
mod screens;
mod stray;

use super::*;
use crate::protocol::approval::Question;
use crate::protocol::query::Query;
use crate::protocol::review::{OperationKind, ReviewBase, ReviewCommand, ReviewQuery};
use crate::tui::pane::review::tests::sample::{World, hunk_id};

/// A screen whose queries about the review are answered.
pub(super) struct Desk {
    pub(super) stage: Stage,
    pub(super) world: World,
    pub(super) orders: Vec<Command>,
    /// Every effect, described in words.
    pub(super) log: Vec<String>,
}

impl Desk {
    pub(super) fn new(width: u16, height: u16) -> Self {
        let mut desk = Self {
            stage: Stage::furnished(width, height),
            world: World::new(),
            orders: Vec::new(),
            log: Vec::new(),
        };
        // The query that the session sent when it was opened.
        let question = ReviewQuery::Files {
            since: ReviewBase::Open,
        };
        let answer = Box::new(desk.world.answer(&question));
        let query = Query::Review {
            session: session(),
            question,
        };
        desk.stage.app.reply(&query, Reply::Review { answer });
        desk.settle();
        desk
    }

    /// Wraps an existing screen whose review is not queried.
    pub(super) fn over(stage: Stage) -> Self {
        Self {
            stage,
            world: World::new(),
            orders: Vec::new(),
            log: Vec::new(),
        }
    }

    /// Answers queries until there are none left.
    pub(super) fn settle(&mut self) {
        for _ in 0..60 {
            self.stage.frame();
            let effects = std::mem::take(&mut self.stage.effects);
            let mut any = false;
            for effect in effects {
                self.log.push(format!("{effect:?}"));
                match effect {
                    Effect::Send(command) => {
                        if let Command::Review { order, .. } = &command {
                            for fact in self.world.order(order) {
                                self.stage.fact(fact);
                            }
                        }
                        self.orders.push(command);
                    }
                    Effect::Ask(query) => {
                        if let Query::Review { question, .. } = &query {
                            any = true;
                            let answer = Box::new(self.world.answer(question));
                            self.stage.app.reply(&query, Reply::Review { answer });
                        }
                    }
                    _ => {}
                }
            }
            let more = self.stage.app.take_effects();
            self.stage.effects.extend(more);
            if !any && self.stage.effects.is_empty() {
                return;
            }
        }
        panic!("it never stops asking");
    }

    pub(super) fn press(&mut self, keys: &str) {
        for key in keys.split(' ') {
            self.stage.press(key);
            self.settle();
        }
    }

    fn text(&mut self) -> String {
        self.stage.text()
    }

    fn review_orders(&mut self) -> Vec<ReviewCommand> {
        std::mem::take(&mut self.orders)
            .into_iter()
            .filter_map(|command| match command {
                Command::Review { order, .. } => Some(order),
                _ => None,
            })
            .collect()
    }

    pub(super) fn prompt(&mut self, question: Question) {
        self.stage.begin_run();
        self.stage.fact(EventKind::QuestionOpened { question });
        self.settle();
    }
}

#[test]
fn every_way_leads_into_the_review_and_back() {
    for keys in [
        "F7",
        "Ctrl+X r",
        "/ r e v i e w Enter",
        "Alt+X R e v i e w Enter",
    ] {
        let mut desk = Desk::new(160, 48);
        desk.press(keys);
        let text = desk.text();
        assert!(
            text.contains("REVIEW  src/auth/session.rs"),
            "{keys}\n{text}"
        );
        desk.press("q q");
        let text = desk.text();
        assert!(
            !text.contains("REVIEW  src/auth") && text.contains("CHAT"),
            "{keys}\n{text}"
        );
    }
}

#[test]
fn f7_in_the_review_leaves_it() {
    let mut desk = Desk::new(160, 48);
    desk.press("F7 F7");
    assert!(desk.text().contains("LEAVE THE REVIEW"));
}

#[test]
fn the_tree_opens_the_review_of_its_file_and_shows_the_states() {
    let mut desk = Desk::new(160, 48);
    let entry = |name: &str| TreeEntry {
        name: name.into(),
        path: format!("src/auth/{name}"),
        is_folder: false,
        bytes: 10,
        git: Some('M'),
    };
    desk.stage.app.reply(
        &Query::Tree {
            folder: String::new(),
        },
        Reply::Tree {
            folder: String::new(),
            entries: vec![entry("session.rs"), entry("token.rs")],
        },
    );
    let text = desk.text();
    assert!(
        text.contains("[!] M session.rs") && text.contains("[ ] M token.rs"),
        "{text}"
    );
    desk.press("Esc 1 g j r");
    assert!(
        desk.text().contains("REVIEW  src/auth/token.rs"),
        "{}",
        desk.text()
    );
    desk.press("q q Esc 1 b");
    assert!(desk.text().contains("ROLL BACK"));
}

#[test]
fn the_status_line_counts_what_is_undecided() {
    let mut desk = Desk::new(160, 48);
    assert!(desk.text().contains("review 4 of 5"), "{}", desk.text());
    desk.press("F7 r a a a");
    assert!(desk.text().contains("review 0 of 5"), "{}", desk.text());
    let text = Desk::new(80, 24).text();
    assert!(text.contains("rev 4/5"), "{text}");
}

#[test]
fn who_leaves_is_told_how_many_proposed_changes_wait() {
    for keys in [vec!["Ctrl+X", "Ctrl+C"], vec!["Ctrl+C"]] {
        let mut desk = Desk::new(120, 40);
        let leaves = |desk: &Desk| {
            let mut effects = desk.stage.effects.iter();
            effects.any(|effect| matches!(effect, Effect::Exit(_)))
        };
        for key in &keys {
            desk.stage.key_now(key);
        }
        let text = desk.stage.text();
        assert!(
            text.contains("4 hunks wait for your review and stay"),
            "{keys:?}: {text}"
        );
        assert!(!leaves(&desk), "{keys:?}");
        desk.stage.now += Duration::from_secs(1);
        for key in &keys {
            desk.stage.key_now(key);
        }
        assert!(leaves(&desk), "{keys:?}");
    }
}

#[test]
fn apply_shows_the_summary_and_writes_nothing_by_itself() {
    let mut desk = Desk::new(120, 40);
    desk.press("/ a p p l y Enter");
    assert!(
        desk.text().contains("WHAT WILL BE WRITTEN"),
        "{}",
        desk.text()
    );
    assert!(desk.review_orders().is_empty());
    desk.press("y");
    assert!(matches!(
        desk.review_orders()[..],
        [ReviewCommand::Apply { .. }]
    ));
}

#[test]
fn checkpoints_and_rollback_are_slash_commands_too() {
    let mut desk = Desk::new(120, 40);
    desk.press("/ c h e c k p o i n t s Enter");
    assert!(desk.text().contains("CHECKPOINTS"), "{}", desk.text());
    desk.press("Esc / r o l l b a c k Enter");
    assert!(desk.text().contains("ROLL BACK"), "{}", desk.text());
}

#[test]
fn the_review_and_the_checkpoints_take_each_others_place() {
    let mut desk = Desk::new(160, 48);
    desk.press("F8 F7");
    let text = desk.text();
    assert!(
        text.contains("REVIEW") && !text.contains("CHECKPOINTS"),
        "{text}"
    );
    // Also from the comparison, which the key that opened it closes.
    desk.press("F8 Enter");
    assert!(desk.text().contains("CHECKPOINTS"), "{}", desk.text());
    desk.press("F7");
    assert!(!desk.text().contains("CHECKPOINTS"), "{}", desk.text());
    desk.press("F8 Enter F8");
    let text = desk.text();
    assert!(
        text.contains("REVIEW") && !text.contains("CHECKPOINTS"),
        "{text}"
    );
    desk.press("Ctrl+X b F8");
    assert!(desk.text().contains("CHECKPOINTS"), "{}", desk.text());
}

#[test]
fn who_comes_back_from_editing_a_conflict_is_in_the_rollback_again() {
    let mut desk = Desk::new(160, 48);
    desk.press("F8 j b Space");
    for _ in 0..12 {
        if !desk.text().contains("> ( ) keep mine") {
            desk.press("j");
        }
    }
    desk.press("Space");
    assert!(desk.text().contains("> (*) keep mine"), "{}", desk.text());
    desk.press("e");
    let text = desk.text();
    assert!(
        text.contains("REVIEW") && !text.contains("ROLL BACK"),
        "{text}"
    );
    assert!(text.contains("e edits these lines"), "{text}");
    desk.press("q q");
    assert!(desk.text().contains("> (*) keep mine"), "{}", desk.text());
    desk.press("Esc F7 q q");
    assert!(!desk.text().contains("ROLL BACK"), "it comes back once");
}

#[test]
fn who_leaves_the_rollback_is_in_the_list_again_that_it_was_opened_from() {
    let mut desk = Desk::new(160, 48);
    desk.press("F8 j");
    let list = desk.text();
    desk.press("b");
    assert!(desk.text().contains("ROLL BACK"), "{}", desk.text());
    desk.press("n");
    assert_eq!(desk.text(), list, "at the same row");
    desk.press("b Enter Esc Esc Esc");
    assert!(!desk.text().contains("CHECKPOINTS"), "{}", desk.text());
    desk.press("Ctrl+X z Esc");
    assert!(!desk.text().contains("CHECKPOINTS"), "{}", desk.text());
}

#[test]
fn the_rollback_offers_what_is_at_hand_first() {
    let mut desk = Desk::new(160, 48);
    desk.press("F7 Ctrl+X z");
    let asked = |desk: &Desk| {
        let text = text_of(desk.stage.screen.shown());
        text.lines()
            .find(|line| line.contains("(*)"))
            .unwrap()
            .to_owned()
    };
    desk.text();
    assert!(asked(&desk).contains("this hunk"), "{}", asked(&desk));
}

#[test]
fn a_text_is_typed_in_the_review_and_not_in_the_draft() {
    let mut desk = Desk::new(160, 48);
    desk.press("F7 n n c");
    desk.stage.input(InputKind::Paste("pasted".into()));
    desk.press("! Enter");
    let [ReviewCommand::Comment { text, .. }] = &desk.review_orders()[..] else {
        panic!("no comment");
    };
    assert_eq!(text, "pasted!");
    assert!(desk.stage.app.model().tab().unwrap().editor.is_empty());
}

#[test]
fn ctrl_c_closes_what_lies_over_the_rows_first() {
    let mut desk = Desk::new(160, 48);
    desk.stage.begin_run();
    desk.press("F7 w Ctrl+C");
    assert!(!desk.text().contains("WHAT WILL BE WRITTEN"));
    assert!(
        desk.orders.is_empty(),
        "the run was not cancelled: {:?}",
        desk.orders
    );
    desk.press("w Ctrl+G");
    assert!(!desk.text().contains("WHAT WILL BE WRITTEN"));
}

#[test]
fn what_a_typed_command_gives_is_seen_although_the_review_was_in_its_place() {
    for (width, height) in [(160, 48), (80, 24)] {
        let mut desk = Desk::new(width, height);
        desk.press("F7 n i");
        assert!(desk.stage.app.shows_review());
        desk.press("/ h e l p Enter");
        let is_answer = |order: &Command| matches!(order, Command::AddNotice { text, .. } if text.contains("/help"));
        assert!(desk.orders.iter().any(is_answer), "{:?}", desk.orders);
        let text = desk.text();
        assert!(!desk.stage.app.shows_review(), "{text}");
        assert!(text.contains("single-flight"), "the conversation: {text}");
        // The review keeps its position.
        desk.press("F7");
        assert!(desk.stage.app.shows_review());
    }
}

#[test]
fn the_editor_keeps_its_place_beside_the_review() {
    let mut desk = Desk::new(80, 24);
    desk.press("F7 i h i");
    let text = desk.text();
    assert!(text.contains("> hi") && text.contains("REVIEW"), "{text}");
    desk.press("Esc");
    desk.press("j");
    assert!(desk.text().contains("> hi"), "keys are the review's again");
}

#[test]
fn a_rollback_is_taken_back_only_with_a_y() {
    let mut desk = Desk::new(160, 48);
    desk.stage.fact(EventKind::OperationDone {
        operation: crate::protocol::review::Operation {
            id: crate::protocol::ids::OperationId(Uuid::from_u128(80)),
            kind: OperationKind::RollBack,
            label: "to #29".into(),
            changes: Vec::new(),
            settled: Vec::new(),
            applied: Vec::new(),
            division: None,
            comment: None,
            at: Timestamp::from_second(1_800_000_000).unwrap(),
            undone: false,
        },
    });
    desk.press("F7 u");
    assert!(desk.review_orders().is_empty());
    assert!(desk.text().contains("rollback: to #29"), "{}", desk.text());
    desk.press("y");
    assert_eq!(desk.review_orders(), [ReviewCommand::Undo]);
    desk.world.last_rollback = Some("to #29".into());
    desk.press("Esc q F8");
    assert!(desk.text().contains("undo  to #29"), "{}", desk.text());
}

#[test]
fn help_over_the_checkpoints_gives_them_back_when_it_is_closed() {
    let mut desk = Desk::new(120, 40);
    for closes in ["Esc", "q", "?"] {
        desk.press("F8 ?");
        assert!(!desk.text().contains("CHECKPOINTS ─"), "{}", desk.text());
        desk.press(closes);
        assert!(desk.text().contains("CHECKPOINTS ─"), "{}", desk.text());
        desk.press("Esc");
        assert!(!desk.text().contains("CHECKPOINTS ─"), "{}", desk.text());
    }
    desk.press("F8 ? F8");
    desk.press("Esc");
    assert!(!desk.text().contains("CHECKPOINTS ─"), "one box at a time");
}

#[test]
fn a_rollback_of_an_earlier_start_is_taken_back_only_with_a_y_too() {
    let mut desk = Desk::new(160, 48);
    desk.world.last_rollback = Some("to #29".into());
    desk.press("F7 u");
    assert!(desk.review_orders().is_empty());
    assert!(desk.text().contains("rollback: to #29"), "{}", desk.text());
    desk.press("y");
    assert_eq!(desk.review_orders(), [ReviewCommand::Undo]);
}

#[test]
fn a_session_asks_once_and_not_again_where_it_is_refused() {
    let mut stage = Stage::furnished(120, 40);
    let query = Query::Review {
        session: session(),
        question: ReviewQuery::Files {
            since: ReviewBase::Open,
        },
    };
    let asks = |stage: &mut Stage| {
        let effects = std::mem::take(&mut stage.effects);
        let is_it = |effect: &&Effect| **effect == Effect::Ask(query.clone());
        effects.iter().filter(is_it).count()
    };
    asks(&mut stage);
    let update = || EventKind::ReviewUpdated {
        entry: crate::protocol::ids::EntryId(Uuid::from_u128(9)),
        hunks: vec![hunk_id(1)],
        state: crate::protocol::change::HunkState::Accepted,
        written: true,
    };
    stage.app.reply(
        &query,
        Reply::Failed {
            reason: "no".into(),
        },
    );
    asks(&mut stage);
    stage.fact(update());
    stage.fact(update());
    stage.fact(update());
    assert_eq!(
        asks(&mut stage),
        1,
        "while one is on its way no other goes out"
    );
    stage.app.reply(
        &query,
        Reply::Failed {
            reason: "no".into(),
        },
    );
    let text = stage.text();
    assert!(!text.contains("no "), "nobody asked by hand");
    stage.press("a");
    assert_eq!(asks(&mut stage), 1, "what came meanwhile is asked for");
    stage.app.reply(
        &query,
        Reply::Failed {
            reason: "no".into(),
        },
    );
    stage.press("b");
    assert_eq!(asks(&mut stage), 0);
}

#[test]
fn a_wide_screen_has_the_files_beside_the_rows_and_ctrl_x_t_takes_them_away() {
    let mut desk = Desk::new(160, 48);
    desk.press("F7");
    let text = desk.text();
    assert!(
        text.contains(" FILES") && text.contains("changed 3"),
        "{text}"
    );
    assert!(text.contains(">[!] M session.rs"), "{text}");
    assert!(
        text.contains("BASE") && text.contains("PROPOSED"),
        "three columns\n{text}"
    );
    assert!(!text.contains(" files: "), "{text}");
    desk.press("Ctrl+X t");
    let text = desk.text();
    assert!(
        !text.contains(" FILES") && text.contains(" files: "),
        "{text}"
    );
    let mut desk = Desk::new(159, 48);
    desk.press("F7");
    assert!(desk.text().contains(" files: "));
}

#[test]
fn a_view_that_is_being_made_better_is_asked_for_on_the_clock() {
    let mut desk = Desk::new(160, 48);
    desk.world.refining = true;
    desk.press("F7");
    let due = desk.stage.app.deadline().expect("it is asked for again");
    let early = due - Duration::from_millis(1);
    desk.stage.app.tick(early);
    assert!(desk.stage.app.take_effects().is_empty());
    desk.world.refining = false;
    desk.stage.app.tick(due);
    let asked = desk.stage.app.take_effects();
    assert!(!asked.is_empty());
    desk.stage.effects.extend(asked);
    desk.settle();
    assert!(!desk.text().contains("refining"));
    assert_eq!(desk.stage.app.model().refine_at, None);
}

#[test]
fn what_is_opened_over_the_review_takes_the_place_of_what_that_asks() {
    let mut desk = Desk::new(160, 48);
    desk.press("F7 q");
    assert!(desk.text().contains("LEAVE THE REVIEW"), "{}", desk.text());
    desk.press("F8");
    let text = desk.text();
    assert!(
        text.contains("CHECKPOINTS") && !text.contains("LEAVE THE REVIEW"),
        "{text}"
    );
    desk.press("b");
    let text = desk.text();
    assert!(text.contains("ROLL BACK"), "{text}");
    assert!(
        !text.contains("CHECKPOINTS") && !text.contains("LEAVE THE REVIEW"),
        "{text}"
    );
}

#[test]
fn help_lists_what_keys_do_there_and_nothing_that_does_nothing() {
    let mut desk = Desk::new(200, 60);
    desk.press("F8 ?");
    let text = desk.text();
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
    let mut desk = Desk::new(200, 60);
    desk.press("F7 ?");
    let text = desk.text();
    assert!(text.contains("show / hide the column CURRENT"), "{text}");
    assert!(text.contains("next hunk"), "{text}");
    assert!(!text.contains("focus tree"), "{text}");
}
