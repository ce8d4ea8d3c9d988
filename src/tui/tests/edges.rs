//! Tests of a newcomer's pitfalls: stale rows, lost texts, words that name nothing.

use super::super::app::AfterOpening;
use super::super::overlay::Overlay;
use super::*;
use crate::protocol::call::CallResult;
use crate::protocol::event::NoticeLevel;
use crate::protocol::ids::CallId;
use crate::protocol::index::{IndexPhase, IndexState, VectorsPhase, VectorsState};
use crate::protocol::session::SessionStatus;

fn asked_folders(stage: &mut Stage) -> Vec<String> {
    std::mem::take(&mut stage.effects)
        .into_iter()
        .filter_map(|effect| match effect {
            Effect::Ask(Query::Tree { folder }) => Some(folder),
            _ => None,
        })
        .collect()
}

fn tree_reply(stage: &mut Stage, folder: &str, names: &[(&str, bool)]) {
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
    stage.app.reply(&query, Reply::Tree { folder, entries });
    let effects = stage.app.take_effects();
    stage.effects.extend(effects);
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
            summary: "exit 0".into(),
            error: None,
            duration_ms: 5,
        },
    }
}

#[test]
fn the_tree_follows_commands_and_keeps_what_is_open_and_the_cursor() {
    let mut stage = Stage::furnished(160, 48);
    stage.press("Esc 1 Enter");
    tree_reply(
        &mut stage,
        "src",
        &[("src/a.rs", false), ("src/b.rs", false)],
    );
    stage.press("Down Down");
    stage.effects.clear();
    stage.fact(shell_ended());
    assert_eq!(asked_folders(&mut stage), ["", "src"], "only what is open");
    tree_reply(
        &mut stage,
        "src",
        &[
            ("src/0.rs", false),
            ("src/a.rs", false),
            ("src/b.rs", false),
        ],
    );
    let text = stage.text();
    assert!(text.contains("0.rs"), "{text}");
    stage.press("@");
    let draft = draft(&stage);
    assert!(
        draft.contains("src/b.rs"),
        "the cursor stays on its file: {draft}"
    );
    stage.fact(EventKind::WorkspaceChanged);
    let asks_git = stage.effects.contains(&Effect::Ask(Query::Workspace));
    assert!(asks_git);
    assert_eq!(asked_folders(&mut stage), ["", "src"]);
}

#[test]
fn the_branch_and_its_changes_follow_the_workspace() {
    let mut stage = Stage::furnished(160, 48);
    stage.fact(EventKind::WorkspaceChanged);
    let mut facts = workspace();
    facts.git = Some(GitFacts {
        branch: "topic".into(),
        ..GitFacts::default()
    });
    stage
        .app
        .reply(&Query::Workspace, Reply::Workspace { facts });
    let text = stage.text();
    assert!(
        !text.contains("main*") && text.matches("topic").count() == 2,
        "{text}"
    );
}

#[test]
fn the_word_on_cancelling_goes_with_the_run() {
    let mut stage = Stage::furnished(120, 40);
    stage.begin_run();
    stage.key_now("Ctrl+C");
    assert!(stage.text().contains("Ctrl+C again kills"));
    stage.fact(EventKind::RunCancelled {
        result: RunResult::default(),
    });
    assert!(!stage.text().contains("Ctrl+C again kills"));
}

#[test]
fn a_refusal_is_a_sentence_without_names_of_ours() {
    let mut stage = Stage::furnished(120, 40);
    stage.fact(EventKind::CommandRejected {
        command: "cancel_run".into(),
        reason: "nothing is running".into(),
        said: None,
    });
    let text = stage.text();
    assert!(text.contains("Nothing is running."), "{text}");
    assert!(!text.contains("cancel_run"), "{text}");
}

#[test]
fn what_failed_beside_the_loop_stands_whole_in_the_conversation() {
    let mut stage = Stage::new(80, 24);
    let why = "the theme is not kept: /proc/.config/agentichat/config.yaml cannot be written: No such file or directory; \
               look at who may write there";
    stage.effects.clear();
    stage.app.came_to(NoticeLevel::Warning, why.to_owned());
    let effects = stage.app.take_effects();
    stage.effects.extend(effects);
    let orders = stage.orders();
    let is_whole =
        |order: &Command| matches!(order, Command::AddNotice { text, .. } if text == why);
    assert!(orders.iter().any(is_whole), "{orders:?}");
    stage.app.came_to(NoticeLevel::Info, "kept".to_owned());
    let effects = stage.app.take_effects();
    stage.effects.extend(effects);
    assert!(stage.orders().is_empty(), "what went well is said once");
}

fn rejected(command: &str) -> EventKind {
    EventKind::CommandRejected {
        command: command.into(),
        reason: "no model is chosen".into(),
        said: None,
    }
}

fn draft(stage: &Stage) -> String {
    stage.app.model().tab().unwrap().editor.text()
}

#[test]
fn a_refused_message_comes_back_before_what_was_typed_since() {
    let mut stage = Stage::furnished(120, 40);
    stage.press("h i Enter");
    assert_eq!(draft(&stage), "");
    stage.press("x");
    stage.fact(rejected("send_message"));
    assert_eq!(draft(&stage), "hi\nx");
    stage.fact(rejected("send_message"));
    assert_eq!(draft(&stage), "hi\nx", "it comes back once");
}

#[test]
fn a_refusal_that_comes_again_adds_no_second_row() {
    let mut stage = Stage::furnished(120, 40);
    let rows = |stage: &mut Stage| stage.text().matches("WARN").count();
    let before = rows(&mut stage);
    stage.fact(rejected("send_message"));
    stage.fact(rejected("send_message"));
    assert_eq!(rows(&mut stage), before + 1);
    stage.fact(EventKind::MessageAdded {
        message: message(7, Role::User, "hi"),
    });
    stage.fact(rejected("send_message"));
    assert_eq!(rows(&mut stage), before + 2, "something stands between");
}

#[test]
fn a_message_that_was_taken_does_not_come_back() {
    let mut stage = Stage::furnished(120, 40);
    stage.press("h i Enter");
    stage.fact(EventKind::MessageAdded {
        message: message(7, Role::User, "hi"),
    });
    stage.press("! l s Enter");
    stage.fact(rejected("run_shell"));
    assert_eq!(draft(&stage), "!ls");
}

#[test]
fn what_the_engine_cannot_be_given_comes_back() {
    let mut stage = Stage::furnished(120, 40);
    stage.press("h i Enter");
    for order in stage.orders() {
        stage.app.not_sent(&order);
    }
    assert_eq!(draft(&stage), "hi");
}

fn edit_last_message(stage: &mut Stage) {
    use super::super::part::PaneEffect;
    stage.app.part_effects(vec![PaneEffect::EditMessage {
        message: MessageId(Uuid::from_u128(101)),
        text: "old".into(),
    }]);
}

#[test]
fn a_draft_waits_while_a_message_is_edited() {
    let mut stage = Stage::furnished(120, 40);
    stage.press("m y");
    edit_last_message(&mut stage);
    assert_eq!(draft(&stage), "old");
    stage.press("x Esc");
    assert_eq!(draft(&stage), "my");
    edit_last_message(&mut stage);
    edit_last_message(&mut stage);
    stage.press("Enter");
    assert_eq!(draft(&stage), "my");
    let resent = stage
        .orders()
        .into_iter()
        .any(|order| matches!(order, Command::ResendMessage { text, .. } if text == "old"));
    assert!(resent);
    stage.fact(rejected("resend_message"));
    assert_eq!(draft(&stage), "old", "it is edited again");
    stage.press("Esc");
    assert_eq!(draft(&stage), "my");
}

#[test]
fn the_word_on_interrupted_sessions_is_whole_and_has_one_way_out() {
    for (width, height) in [(80, 24), (160, 48)] {
        let mut stage = Stage::furnished(width, height);
        stage.fact(EventKind::SessionStatusChanged {
            status: SessionStatus::Interrupted,
            error: None,
        });
        let text = stage.text();
        assert!(text.contains("by themselves."), "{text}");
        assert!(text.contains("Enter proceed"), "{text}");
        assert!(!text.contains("close") && !text.contains(" take"), "{text}");
        stage.press("Esc");
        assert!(stage.app.model().overlay.is_some());
        stage.press("Enter");
        assert!(stage.app.model().overlay.is_none());
    }
}

#[test]
fn resuming_without_an_id_lists_the_sessions_also_after_an_interruption() {
    let mut app = App::for_test(120, 40);
    app.show_after_opening(AfterOpening::ChooseSession);
    app.await_session();
    let lists = |app: &App| matches!(&app.model().overlay, Some(Overlay::Sessions(_)));
    let event = |fact| Delivery::Event {
        event: Event {
            seq: None,
            at: Timestamp::from_second(1_800_000_000).unwrap(),
            session: session(),
            run: None,
            fact,
        },
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
    let mut stage = Stage::furnished(160, 24);
    let mut settings = settings();
    settings.agent = "agent".into();
    stage.fact(EventKind::SessionChanged { settings });
    let text = stage.text();
    assert!(!text.contains("agent agent"), "{text}");
    assert!(text.contains("F9 passthrough"), "{text}");
}

#[test]
fn the_status_line_says_how_far_a_large_index_is_until_it_is_done() {
    let mut stage = Stage::furnished(160, 48);
    let told = |phase, done, total| EventKind::IndexChanged {
        state: IndexState {
            phase,
            done,
            total,
            files: done,
            vectors: None,
        },
    };
    stage.fact(told(IndexPhase::Building, 45_000, 100_000));
    assert!(stage.text().contains("index 45 %"), "{}", stage.text());
    stage.fact(told(IndexPhase::Ready, 0, 0));
    assert!(!stage.text().contains("index"), "{}", stage.text());
    stage.fact(told(IndexPhase::Building, 5, 10));
    assert!(!stage.text().contains("index"), "a small one is not told");
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
    stage.fact(EventKind::IndexChanged { state: ready });
    assert!(
        stage.text().contains("vectors 42 % rest"),
        "{}",
        stage.text()
    );
}

fn sends(stage: &mut Stage, line: &str) {
    stage.input(InputKind::Paste(line.into()));
    stage.press("Enter");
}

#[test]
fn what_the_line_mode_has_commands_for_is_done_by_them_on_the_screen_too() {
    let mut stage = Stage::furnished(160, 48);
    stage.fact(EventKind::MessageAdded {
        message: message(7, Role::User, "hi"),
    });
    sends(&mut stage, "/resend");
    assert_eq!(draft(&stage), "hi");
    stage.press("Esc");
    sends(&mut stage, "/tree src");
    let asked = stage
        .effects
        .iter()
        .any(|effect| matches!(effect, Effect::AskNewest(_, Query::Files { pattern, .. }) if pattern == "src"));
    assert!(asked, "{:?}", stage.effects);
    sends(&mut stage, "/provider key openai");
    assert!(matches!(
        stage.app.model.overlay,
        Some(Overlay::Settings(_))
    ));
}
