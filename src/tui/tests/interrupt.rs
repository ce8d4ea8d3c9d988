//! Tests of Ctrl+C, leaving, modes, sessions and pickers: the commands that keys send.

use super::super::effect::ExitReason;
use super::*;
use notice::Notice;
use protocol::command::CancelMode;
use protocol::query::{FileMatch, ModelLists};
use protocol::session::SessionStatus;
use protocol::stream::ModelInfo;

fn exits(harness: &TuiHarness) -> bool {
    harness.effects.contains(&Effect::Exit(ExitReason::Quit))
}

#[test]
fn ctrl_c_cancels_the_run_then_kills_its_processes() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.begin_run();
    harness.press("h i");
    harness.orders();
    harness.key_now("Ctrl+C");
    harness.now += Duration::from_millis(1_500);
    harness.key_now("Ctrl+C");
    let how: Vec<_> = harness
        .orders()
        .into_iter()
        .filter_map(|order| match order {
            Command::CancelRun { how, .. } => Some(how),
            _ => None,
        })
        .collect();
    assert_eq!(how, [CancelMode::Gracefully, CancelMode::KillTree]);
    assert!(!exits(&harness));
    assert!(harness.text().contains("hi"), "the draft is kept");
}

#[test]
fn a_late_second_ctrl_c_cancels_gracefully_again() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.begin_run();
    harness.key_now("Ctrl+C");
    harness.now += Duration::from_millis(2_500);
    harness.key_now("Ctrl+C");
    let orders = harness.orders();
    assert!(orders.iter().all(|order| !matches!(
        order,
        Command::CancelRun {
            how: CancelMode::KillTree,
            ..
        }
    )));
}

#[test]
fn ctrl_c_clears_the_draft_and_keeps_it_in_the_history() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.press("h i");
    harness.key_now("Ctrl+C");
    assert!(!exits(&harness));
    let remembered = Command::RememberInput {
        session: session(),
        text: "hi".into(),
    };
    assert!(harness.orders().contains(&remembered));
    assert!(harness.app.model().sessions.tab().unwrap().draft_is_empty());
}

#[test]
fn ctrl_c_closes_the_completion_before_it_clears_the_draft() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.press("/ m o d");
    harness.shows("/mode");
    harness.key_now("Ctrl+C");
    let text = harness.text();
    assert!(!text.contains("/mode"), "{text}");
    let draft = |harness: &TuiHarness| harness.app.model().sessions.tab().unwrap().editor.text();
    assert_eq!(draft(&harness), "/mod");
    harness.key_now("Ctrl+C");
    assert_eq!(draft(&harness), "");
}

#[test]
fn ctrl_c_twice_on_an_idle_screen_leaves_and_once_does_not() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.key_now("Ctrl+C");
    assert!(!exits(&harness));
    assert!(harness.text().contains("press Ctrl+C again to quit"));
    harness.now += Duration::from_secs(3);
    harness.key_now("Ctrl+C");
    assert!(!exits(&harness), "the first one was too long ago");
    harness.now += Duration::from_secs(1);
    harness.key_now("Ctrl+C");
    assert!(exits(&harness));
}

#[test]
fn ctrl_c_closes_what_lies_over_the_panes_first() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.begin_run();
    harness.press("Alt+X");
    harness.key_now("Ctrl+C");
    assert!(!harness.app.model().dialogs.is_open());
    assert_eq!(harness.orders(), []);
}

#[test]
fn shift_tab_walks_the_modes_and_never_reaches_passthrough() {
    let mut harness = TuiHarness::furnished(120, 40);
    let mut seen = Vec::new();
    for _ in 0..8 {
        harness.press("Shift+Tab");
        for order in harness.orders() {
            if let Command::SetMode { mode, .. } = order {
                seen.push(mode);
                let text = harness.text();
                assert!(text.contains(&format!(" {}: ", mode.word())), "{text}");
                harness.fact(EventKind::PolicyChanged {
                    policy: policy(mode),
                });
            }
        }
    }
    assert_eq!(seen.len(), 8);
    assert!(!seen.contains(&Mode::Passthrough));
}

#[test]
fn passthrough_is_asked_for_the_first_time_and_toggled_after() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.press("F9");
    assert_eq!(harness.orders(), []);
    assert!(harness.text().contains("PASSTHROUGH"));
    harness.press("Esc");
    harness.fact(EventKind::PolicyChanged {
        policy: policy(Mode::Passthrough),
    });
    for keys in ["F9", "Ctrl+Tab", "Ctrl+X p"] {
        harness.press(keys);
        let toggle = Command::TogglePassthrough { session: session() };
        assert_eq!(harness.orders(), [toggle], "{keys}");
    }
}

#[test]
fn leaving_tells_a_run_that_ends_from_a_question_that_goes_on_waiting() {
    for (status, words) in [
        (SessionStatus::Running, "stops it and quits"),
        (SessionStatus::Waiting, "the next start asks it again"),
    ] {
        let mut harness = TuiHarness::furnished(120, 40);
        harness.begin_run();
        harness.fact(EventKind::SessionStatusChanged {
            status,
            error: None,
        });
        harness.press("Ctrl+X Ctrl+C");
        assert!(harness.text().contains(words), "{}", harness.text());
    }
}

#[test]
fn f12_stops_everything_and_leaves_passthrough() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.begin_run();
    harness.fact(EventKind::PolicyChanged {
        policy: policy(Mode::Passthrough),
    });
    harness.press("F12");
    let orders = harness.orders();
    assert!(orders.contains(&Command::CancelRun {
        session: session(),
        how: CancelMode::KillTree
    }));
    assert!(orders.contains(&Command::TogglePassthrough { session: session() }));
}

#[test]
fn f12_withdraws_the_question_about_passthrough() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.press("F9");
    assert!(harness.text().contains("PASSTHROUGH"));
    harness.press("F12");
    assert!(!harness.text().contains("PASSTHROUGH on?"));
    harness.press("y");
    assert_eq!(harness.orders(), []);
}

#[test]
fn enter_sends_the_draft_and_an_exclamation_mark_runs_it() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.input(InputKind::Paste("hello".into()));
    harness.press("Enter");
    assert!(
        harness
            .orders()
            .contains(&Command::send_message(session(), "hello".into()))
    );
    harness.input(InputKind::Paste("!ls -l".into()));
    harness.press("Enter");
    assert!(harness.orders().contains(&Command::RunShell {
        session: session(),
        command: "ls -l".into()
    }));
}

#[test]
fn a_slash_command_is_never_sent_to_the_model() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.input(InputKind::Paste("/nonsense".into()));
    harness.press("Enter");
    assert!(
        harness
            .orders()
            .iter()
            .all(|order| !matches!(order, Command::SendMessage { .. }))
    );
}

#[test]
fn a_queued_message_that_comes_back_stands_before_the_draft() {
    use protocol::event::UnqueueReason;
    use protocol::session::QueuedMessage;
    let mut harness = TuiHarness::furnished(120, 40);
    let message = QueuedMessage::after_step(MessageId(Uuid::from_u128(7)), "later".into());
    harness.press("l a t e r Enter");
    harness.fact(EventKind::MessageQueued {
        message: message.clone(),
    });
    assert!(harness.text().contains("1 queued"));
    harness.press("n e w");
    harness.fact(EventKind::MessageUnqueued {
        message,
        reason: UnqueueReason::RunEnded,
    });
    assert_eq!(
        harness.app.model().sessions.tab().unwrap().editor.text(),
        "later\nnew"
    );
}

#[test]
fn queued_messages_come_back_before_the_draft_in_the_order_in_which_the_user_wrote_them() {
    use protocol::event::UnqueueReason;
    use protocol::session::QueuedMessage;
    let mut harness = TuiHarness::furnished(120, 40);
    let waiting = [(7, "one"), (8, "two"), (9, "three")]
        .map(|(id, text)| QueuedMessage::after_step(MessageId(Uuid::from_u128(id)), text.into()));
    for message in waiting.clone() {
        harness.press(message.text.replace("", " ").trim());
        harness.press("Enter");
        harness.fact(EventKind::MessageQueued { message });
    }
    harness.press("n e w");
    for message in waiting.into_iter().rev() {
        harness.fact(EventKind::MessageUnqueued {
            message,
            reason: UnqueueReason::RunEnded,
        });
    }
    let model = harness.app.model();
    let typed = model.sessions.tab().unwrap().editor.text();
    assert_eq!(typed, "one\ntwo\nthree\nnew");
}

#[test]
fn the_model_picker_filters_and_sets_the_model() {
    let mut harness = TuiHarness::furnished(120, 40);
    let now = Query::Models {
        provider: None,
        lists: ModelLists::Now,
    };
    harness.press("Ctrl+X m");
    assert!(harness.effects.contains(&Effect::Ask(now.clone())));
    assert!(harness.text().contains("asking the providers"));
    let model = |name: &str| ModelInfo::named("ollama", name);
    harness.app.reply(
        &now,
        Reply::Models {
            models: vec![model("llama3"), model("qwen3")],
            errors: vec![("openai".into(), Notice::text("no key"))],
            told_at: None,
        },
    );
    harness.press("q w e n");
    let text = harness.text();
    assert!(
        text.contains("ollama/qwen3")
            && !text.contains("ollama/llama3")
            && text.contains("openai: no key"),
        "{text}"
    );
    harness.orders();
    harness.press("Enter");
    let set = Command::SetModel {
        session: session(),
        provider: Some("ollama".into()),
        model: "qwen3".into(),
    };
    assert_eq!(harness.orders(), [set]);
}

#[test]
fn a_new_session_takes_the_settings_and_the_focus() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.press("Ctrl+X n");
    let orders = harness.orders();
    assert!(
        matches!(&orders[..], [Command::CreateSession { settings, .. }] if settings.model == "qwen3-coder")
    );
    assert!(harness.text().contains("[2 new session]"));
    harness.press("Ctrl+X [");
    assert!(harness.text().contains("[1 auth-refactor]"));
}

#[test]
fn panes_are_focused_hidden_and_zoomed() {
    use super::super::chrome::Focus;
    use super::super::layout::Pane;
    let mut harness = TuiHarness::furnished(160, 48).with_diff_pinned();
    harness.press("Ctrl+X t");
    assert!(!harness.text().contains("Files"));
    harness.press("Ctrl+X t Esc");
    assert_eq!(harness.app.model().chrome.focus, Focus::Pane(Pane::Chat));
    harness.press("Ctrl+X Left");
    assert_eq!(harness.app.model().chrome.focus, Focus::Pane(Pane::Tree));
    harness.press("F4");
    assert!(!harness.text().contains("Chat"));
    harness.press("F4 Tab Tab Tab");
    assert_eq!(harness.app.model().chrome.focus, Focus::Editor);
    harness.press("Ctrl+X d");
    assert!(!harness.text().contains("Diff"));
}

#[test]
fn the_word_on_interrupted_sessions_is_closed_by_proceed_alone() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.fact(EventKind::RunInterrupted {
        unknown_calls: Vec::new(),
    });
    harness.press("Esc q x");
    assert!(harness.text().contains("INTERRUPTED"));
    harness.orders();
    harness.press("Enter");
    assert!(!harness.text().contains("INTERRUPTED"));
    assert_eq!(
        harness.orders(),
        [Command::AcknowledgeInterrupted { session: session() }]
    );
}

#[test]
fn drafts_are_kept_after_a_pause_and_at_the_end() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.press("h i");
    harness.orders();
    harness.wait(Duration::from_secs(2));
    let saved = Command::SaveDraft {
        session: session(),
        text: "hi".into(),
    };
    assert_eq!(harness.orders(), [saved]);
    harness.key_now("!");
    harness.app.store_drafts();
    harness.wait(Duration::ZERO);
    let saved = Command::SaveDraft {
        session: session(),
        text: "hi!".into(),
    };
    assert!(harness.orders().contains(&saved));
}

#[test]
fn a_draft_that_was_kept_is_forgotten_as_soon_as_it_is_sent() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.press("h i");
    harness.wait(Duration::from_secs(2));
    harness.orders();
    harness.press("Enter");
    let orders = harness.orders();
    let place = |wanted: &dyn Fn(&Command) -> bool| orders.iter().position(wanted);
    let sent = place(&|order| matches!(order, Command::SendMessage { .. }));
    let forgotten =
        place(&|order| matches!(order, Command::SaveDraft { text, .. } if text.is_empty()));
    assert!(sent.is_some() && sent < forgotten, "{orders:?}");
}

#[test]
fn the_completion_takes_the_keys_and_puts_a_command_in() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.press("/ m o d e l");
    assert_eq!(
        harness
            .app
            .model()
            .sessions
            .tab()
            .unwrap()
            .editor
            .contexts()
            .len(),
        2
    );
    assert!(harness.text().contains("/model"));
    harness.press("Esc");
    assert_eq!(
        harness.app.model().sessions.tab().unwrap().editor.text(),
        "/model"
    );
    assert_eq!(
        harness
            .app
            .model()
            .sessions
            .tab()
            .unwrap()
            .editor
            .contexts()
            .len(),
        1
    );
}

#[test]
fn files_that_were_asked_for_are_completed_and_late_ones_are_not() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.press("@ s e");
    let asked: Vec<Query> = harness
        .effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::AskNewest(_, query) => Some(query.clone()),
            _ => None,
        })
        .collect();
    let files = |path: &str| Reply::Files {
        files: vec![FileMatch {
            path: path.into(),
            ..FileMatch::default()
        }],
        total: 1,
    };
    harness.app.reply(&asked[0], files("too/late.rs"));
    harness
        .app
        .reply(asked.last().unwrap(), files("src/session.rs"));
    let text = harness.text();
    assert!(
        text.contains("src/session.rs") && !text.contains("too/late.rs"),
        "{text}"
    );
    harness.press("Tab");
    assert_eq!(
        harness.app.model().sessions.tab().unwrap().editor.text(),
        "@src/session.rs "
    );
}

#[test]
fn a_wrong_slash_command_comes_back_and_says_what_is_wrong() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.input(InputKind::Paste("/modle".into()));
    harness.press("Esc Ctrl+X Ctrl+S");
    let text = harness.text();
    assert!(text.contains("unknown command /modle"), "{text}");
    assert_eq!(
        harness.app.model().sessions.tab().unwrap().editor.text(),
        "/modle"
    );
}

#[test]
fn an_answer_to_a_slash_command_is_shown_in_the_conversation() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.input(InputKind::Paste("/workspace".into()));
    harness.press("Ctrl+X Ctrl+S");
    harness.effects.clear();
    harness
        .app
        .reply(&Query::Workspace, Reply::Workspace { facts: workspace() });
    harness.wait(Duration::ZERO);
    let orders = harness.orders();
    assert!(orders.iter().any(|order| matches!(order, Command::AddNotice { text, .. } if text.contains("/home/me/shop"))), "{orders:?}");
}
