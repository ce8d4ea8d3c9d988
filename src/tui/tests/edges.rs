//! Tests of a newcomer's pitfalls: stale rows, lost texts, words that name nothing.

use std::sync::Arc;

use super::super::sessions::AfterOpening;
use super::*;
use crate::dialog::session_list::SessionList;
use crate::dialog::settings::Settings;
use notice::Notice;
use protocol::call::CallResult;
use protocol::command::CommandKind;
use protocol::event::NoticeLevel;
use protocol::ids::CallId;
use protocol::index::{IndexPhase, IndexState, VectorsPhase, VectorsState};
use protocol::session::SessionStatus;

fn asked_folders(harness: &mut TuiHarness) -> Vec<String> {
    std::mem::take(&mut harness.effects)
        .into_iter()
        .filter_map(|effect| match effect {
            Effect::Ask(Query::Tree { folder }) => Some(folder),
            _ => None,
        })
        .collect()
}

fn tree_reply(harness: &mut TuiHarness, folder: &str, names: &[(&str, bool)]) {
    let entries = names
        .iter()
        .map(|(path, is_folder)| TreeEntry {
            name: path.rsplit('/').next().unwrap().into(),
            path: (*path).into(),
            is_folder: *is_folder,
            bytes: 1,
            git: None,
        })
        .collect();
    let folder = folder.to_owned();
    let query = Query::Tree {
        folder: folder.clone(),
    };
    harness.app.reply(&query, Reply::Tree { folder, entries });
    let effects = harness.app.take_effects();
    harness.effects.extend(effects);
}

fn shell_ended() -> EventKind {
    EventKind::CallCompleted {
        message: MessageId(Uuid::from_u128(71)),
        result: CallResult {
            call: CallId(Uuid::from_u128(70)),
            provider_id: "c1".into(),
            tool: "shell_exec".into(),
            ok: true,
            content: serde_json::json!({ "success": true }),
            summary: Notice::text("exit 0"),
            error: None,
            duration_ms: 5,
        },
    }
}

#[test]
fn the_tree_follows_commands_and_keeps_what_is_open_and_the_cursor() {
    let mut harness = TuiHarness::furnished(160, 48);
    harness.press("Esc 1 Enter");
    tree_reply(
        &mut harness,
        "src",
        &[("src/a.rs", false), ("src/b.rs", false)],
    );
    harness.press("Down Down");
    harness.effects.clear();
    harness.fact(shell_ended());
    assert_eq!(
        asked_folders(&mut harness),
        ["", "src"],
        "only what is open"
    );
    tree_reply(
        &mut harness,
        "src",
        &[
            ("src/0.rs", false),
            ("src/a.rs", false),
            ("src/b.rs", false),
        ],
    );
    let text = harness.text();
    assert!(text.contains("0.rs"), "{text}");
    harness.press("@");
    let draft = draft(&harness);
    assert!(
        draft.contains("src/b.rs"),
        "the cursor stays on its file: {draft}"
    );
    harness.fact(EventKind::WorkspaceChanged);
    let asks_git = harness.effects.contains(&Effect::Ask(Query::Workspace));
    assert!(asks_git);
    assert_eq!(asked_folders(&mut harness), ["", "src"]);
}

#[test]
fn the_branch_and_its_changes_follow_the_workspace() {
    let mut harness = TuiHarness::furnished(160, 48);
    harness.fact(EventKind::WorkspaceChanged);
    let mut facts = workspace();
    facts.git = Some(GitFacts {
        branch: "topic".into(),
        ..GitFacts::default()
    });
    harness
        .app
        .reply(&Query::Workspace, Reply::Workspace { facts });
    let text = harness.text();
    assert!(
        !text.contains("main*") && text.matches("topic").count() == 1,
        "{text}"
    );
}

#[test]
fn the_word_on_cancelling_goes_with_the_run() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.begin_run();
    harness.key_now("Ctrl+C");
    assert!(harness.text().contains("Ctrl+C again force stops"));
    harness.fact(EventKind::RunCancelled {
        result: RunResult::default(),
    });
    assert!(!harness.text().contains("Ctrl+C again force stops"));
}

#[test]
fn a_refusal_is_a_sentence_without_names_of_ours() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.fact(EventKind::CommandRejected {
        command: CommandKind::CancelRun,
        reason: Notice::text("nothing is running"),
        said: None,
    });
    let text = harness.text();
    assert!(text.contains("Nothing is running."), "{text}");
    assert!(!text.contains("cancel_run"), "{text}");
}

#[test]
fn what_failed_beside_the_loop_stands_whole_in_the_conversation() {
    let mut harness = TuiHarness::new(80, 24);
    let why = "theme not saved: /proc/.config/agentichat/config.yaml cannot be written: No such file or directory; \
               look at who may write there";
    harness.effects.clear();
    harness
        .app
        .notify_in_other_session(NoticeLevel::Warning, why.to_owned());
    let effects = harness.app.take_effects();
    harness.effects.extend(effects);
    let orders = harness.orders();
    let is_whole =
        |order: &Command| matches!(order, Command::AddNotice { text, .. } if text == why);
    assert!(orders.iter().any(is_whole), "{orders:?}");
    harness
        .app
        .notify_in_other_session(NoticeLevel::Info, "kept".to_owned());
    let effects = harness.app.take_effects();
    harness.effects.extend(effects);
    assert!(harness.orders().is_empty(), "what went well is said once");
}

fn rejected(command: CommandKind) -> EventKind {
    EventKind::CommandRejected {
        command,
        reason: Notice::text("no model is chosen"),
        said: None,
    }
}

fn draft(harness: &TuiHarness) -> String {
    harness.app.model().sessions.tab().unwrap().editor.text()
}

#[test]
fn a_refused_message_comes_back_before_what_was_typed_since() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.press("h i Enter");
    assert_eq!(draft(&harness), "");
    harness.press("x");
    harness.fact(rejected(CommandKind::SendMessage));
    assert_eq!(draft(&harness), "hi\nx");
    harness.fact(rejected(CommandKind::SendMessage));
    assert_eq!(draft(&harness), "hi\nx", "it comes back once");
}

#[test]
fn a_refusal_that_comes_again_adds_no_second_row() {
    let mut harness = TuiHarness::furnished(120, 40);
    let rows = |harness: &mut TuiHarness| harness.text().matches("WARN").count();
    let before = rows(&mut harness);
    harness.fact(rejected(CommandKind::SendMessage));
    harness.fact(rejected(CommandKind::SendMessage));
    assert_eq!(rows(&mut harness), before + 1);
    harness.fact(EventKind::MessageAdded {
        message: message(7, Role::User, "hi"),
    });
    harness.fact(rejected(CommandKind::SendMessage));
    assert_eq!(rows(&mut harness), before + 2, "something stands between");
}

#[test]
fn a_message_that_was_taken_does_not_come_back() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.press("h i Enter");
    harness.fact(EventKind::MessageAdded {
        message: message(7, Role::User, "hi"),
    });
    harness.press("! l s Enter");
    harness.fact(rejected(CommandKind::RunShell));
    assert_eq!(draft(&harness), "!ls");
}

#[test]
fn what_the_engine_cannot_be_given_comes_back() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.press("h i Enter");
    for order in harness.orders() {
        harness.app.not_sent(&order);
    }
    assert_eq!(draft(&harness), "hi");
}

fn edit_last_message(harness: &mut TuiHarness) {
    use super::super::effect::Effect;
    harness.app.carry_out(vec![Effect::EditMessage {
        message: MessageId(Uuid::from_u128(101)),
        text: "old".into(),
    }]);
}

#[test]
fn a_draft_waits_while_a_message_is_edited() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.press("m y");
    edit_last_message(&mut harness);
    assert_eq!(draft(&harness), "old");
    harness.press("x Esc");
    assert_eq!(draft(&harness), "my");
    edit_last_message(&mut harness);
    edit_last_message(&mut harness);
    harness.press("Enter");
    assert_eq!(draft(&harness), "my");
    let resent = harness
        .orders()
        .into_iter()
        .any(|order| matches!(order, Command::ResendMessage { text, .. } if text == "old"));
    assert!(resent);
    harness.fact(rejected(CommandKind::ResendMessage));
    assert_eq!(draft(&harness), "old", "it is edited again");
    harness.press("Esc");
    assert_eq!(draft(&harness), "my");
}

#[test]
fn the_word_on_interrupted_sessions_is_whole_and_has_one_way_out() {
    for (width, height) in [(80, 24), (160, 48)] {
        let mut harness = TuiHarness::furnished(width, height);
        harness.fact(EventKind::SessionStatusChanged {
            status: SessionStatus::Interrupted,
            error: None,
        });
        let text = harness.text();
        assert!(text.contains("by itself."), "{text}");
        assert!(text.contains("Enter proceed"), "{text}");
        assert!(!text.contains("close") && !text.contains(" take"), "{text}");
        harness.press("Esc");
        assert!(harness.app.model().dialogs.is_open());
        harness.press("Enter");
        assert!(!harness.app.model().dialogs.is_open());
    }
}

#[test]
fn resuming_without_an_id_lists_the_sessions_also_after_an_interruption() {
    let mut app = App::for_test(120, 40);
    app.show_after_opening(AfterOpening::ChooseSession);
    app.await_session();
    let lists = |app: &App| app.model().dialogs.shows::<SessionList>();
    let event = |fact| Delivery::Event {
        event: Arc::new(Event {
            seq: None,
            at: Timestamp::from_second(1_800_000_000).unwrap(),
            session: session(),
            run: None,
            fact,
        }),
    };
    assert!(!lists(&app));
    app.delivery(&event(EventKind::SessionCreated {
        settings: settings(),
        policy: policy(Mode::Review),
    }));
    assert!(lists(&app));
    app.delivery(&event(EventKind::SessionStatusChanged {
        status: SessionStatus::Interrupted,
        error: None,
    }));
    assert!(!lists(&app));
    let key = Key::parse("Enter").unwrap();
    app.input(&Input {
        at: Duration::from_secs(5),
        alone: true,
        kind: InputKind::Key(KeyEvent::new(key.code, key.modifiers)),
    });
    assert!(lists(&app));
}

#[test]
fn the_usual_agent_is_named_once_and_hints_are_there_at_24_rows() {
    let mut harness = TuiHarness::furnished(160, 24);
    let mut settings = settings();
    settings.agent = "agent".into();
    harness.fact(EventKind::SessionChanged { settings });
    let text = harness.text();
    assert!(!text.contains("agent agent"), "{text}");
    assert!(text.contains("F9 passthrough"), "{text}");
}

#[test]
fn the_status_line_says_how_far_a_large_index_is_until_it_is_done() {
    let mut harness = TuiHarness::furnished(160, 48);
    let told = |phase, done, total| EventKind::IndexChanged {
        state: IndexState {
            phase,
            done,
            total,
            files: done,
            vectors: None,
        },
    };
    harness.fact(told(IndexPhase::Building, 45_000, 100_000));
    assert!(harness.text().contains("index 45 %"), "{}", harness.text());
    harness.fact(told(IndexPhase::Ready, 0, 0));
    assert!(!harness.text().contains("index"), "{}", harness.text());
    harness.fact(told(IndexPhase::Building, 5, 10));
    assert!(!harness.text().contains("index"), "a small one is not told");
    let mut ready = IndexState {
        phase: IndexPhase::Ready,
        ..IndexState::default()
    };
    ready.vectors = Some(VectorsState {
        model: "ollama/all-minilm".into(),
        phase: VectorsPhase::Paused,
        done: 420,
        total: 1_000,
    });
    harness.fact(EventKind::IndexChanged { state: ready });
    assert!(
        harness.text().contains("vectors 42 % rest"),
        "{}",
        harness.text()
    );
}

fn sends(harness: &mut TuiHarness, line: &str) {
    harness.input(InputKind::Paste(line.into()));
    harness.press("Enter");
}

#[test]
fn what_the_line_mode_has_commands_for_is_done_by_them_on_the_screen_too() {
    let mut harness = TuiHarness::furnished(160, 48);
    harness.fact(EventKind::MessageAdded {
        message: message(7, Role::User, "hi"),
    });
    sends(&mut harness, "/resend");
    assert_eq!(draft(&harness), "hi");
    harness.press("Esc");
    sends(&mut harness, "/tree src");
    let asked = harness
        .effects
        .iter()
        .any(|effect| matches!(effect, Effect::AskNewest(_, Query::Files { pattern, .. }) if pattern == "src"));
    assert!(asked, "{:?}", harness.effects);
    sends(&mut harness, "/provider key openai");
    assert!(harness.app.model.dialogs.shows::<Settings>());
}
