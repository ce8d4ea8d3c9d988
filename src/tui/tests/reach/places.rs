//! The place where each row's keys are pressed: a screen on which the row's action has an effect.

use std::time::Duration;

use super::super::review::Desk;
use super::super::*;
use crate::protocol::approval::{AlwaysScope, GrantScope, Question, QuestionBody};
use crate::protocol::catalogue::JobProgress;
use crate::protocol::ids::QuestionId;
use crate::protocol::session::{SessionStatus, SessionSummary};
use crate::tui::keymap::{Action, Binding, Context};
use crate::tui::settings::JobCommand;

/// Returns the screen for a row.
pub(super) fn place(row: &Binding) -> Desk {
    let mut desk = match row.context {
        Context::Global | Context::Leader => everywhere(row.action),
        Context::Editor => editor(row.action),
        Context::Popup => popup(),
        Context::Pane => pane(row.action),
        Context::Tree => tree(row.action),
        Context::Chat => chat(row.action),
        Context::Diff => diff(row.action),
        Context::Review => review(row.action),
        Context::Checkpoints => checkpoints(row.action),
        Context::Results => results(),
        Context::Sessions => sessions(),
        Context::Settings => settings(row.action),
        Context::Bar => bar(row.action),
        Context::Rollback => rollback(row.action),
        Context::Picker => picker(row.action),
        Context::Select => select(row.action),
        Context::Tasks => Desk::new(150, 40),
    };
    desk.settle();
    desk
}

/// Presses the keys that lead to a place; their queries are answered where the next key
/// needs the answer.
fn go(desk: &mut Desk, keys: &str) {
    for key in keys.split(' ') {
        desk.stage.press(key);
        if matches!(key, "F7" | "F8" | "Enter" | "d" | "b") {
            desk.settle();
        }
    }
    desk.settle();
}

fn paste(desk: &mut Desk, text: &str) {
    desk.stage.now += Duration::from_secs(1);
    desk.stage.input(InputKind::Paste(text.into()));
    desk.settle();
}

/// Opens two sessions beside each other, one of which runs, with a draft.
fn everywhere(action: Action) -> Desk {
    let mut desk = Desk::new(150, 40);
    if action != Action::SplitRight && action != Action::SplitBelow {
        go(&mut desk, "Ctrl+X 3");
    }
    match action {
        Action::FocusRight => go(&mut desk, "Ctrl+X Left"),
        Action::Taller | Action::Shorter | Action::FocusUp => go(&mut desk, "Ctrl+X 2"),
        Action::FocusDown => go(&mut desk, "Ctrl+X 2 Ctrl+X Up"),
        Action::Interrupt | Action::PanicStop | Action::Quit | Action::EndSession => {
            desk.stage.begin_run();
        }
        _ => {}
    }
    paste(&mut desk, "a draft of mine");
    match action {
        Action::CancelOverlay => go(&mut desk, "Alt+X"),
        Action::RedoEdit => go(&mut desk, "Ctrl+_"),
        Action::FocusConfirmBar => desk.prompt(prompt_for_bar(1)),
        Action::FocusEditor => go(&mut desk, "Esc"),
        _ => {}
    }
    desk
}

/// Opens a draft of three lines with the cursor in a word of the second one, and a history.
fn editor(action: Action) -> Desk {
    let mut desk = Desk::new(150, 40);
    long_conversation(&mut desk);
    let lines = vec!["look at @src/old.rs".to_owned(), "the second".to_owned()];
    desk.stage
        .app
        .reply(&Query::History { limit: 1_000 }, Reply::History { lines });
    match action {
        Action::LineUp | Action::HistoryStart | Action::SendAndLoadNext => {}
        Action::HistoryEnd | Action::LineDown => go(&mut desk, "Up Up"),
        Action::Complete => {
            go(&mut desk, "/ h e Esc");
            return desk;
        }
        _ => {
            paste(&mut desk, "one two\nthree four five\nsix seven");
            go(&mut desk, "Up Alt+B Left Left");
        }
    }
    match action {
        Action::SendAndLoadNext => go(&mut desk, "Up Up"),
        Action::Yank => go(&mut desk, "Ctrl+W"),
        Action::YankPop => go(&mut desk, "Ctrl+W Ctrl+A Ctrl+K Ctrl+Y"),
        Action::RedoEdit => go(&mut desk, "x Ctrl+_"),
        Action::ScrollChatDown => go(&mut desk, "PageUp PageUp"),
        _ => {}
    }
    desk
}

fn popup() -> Desk {
    let mut desk = Desk::new(150, 40);
    go(&mut desk, "/ h");
    desk
}

/// Adds a conversation of many messages.
fn long_conversation(desk: &mut Desk) {
    for number in 0..24 {
        let text = format!("message {number} says something\n\nin two parts");
        desk.stage.fact(EventKind::MessageAdded {
            message: message(1_000 + number, Role::User, &text),
        });
    }
    desk.settle();
}

/// Opens the middle of a long conversation.
fn pane(action: Action) -> Desk {
    let mut desk = Desk::new(150, 40);
    match action {
        Action::Fold | Action::FoldAll => {
            rich(&mut desk);
            to_what_folds(&mut desk);
            return desk;
        }
        _ => long_conversation(&mut desk),
    }
    go(&mut desk, "Esc g PageDown PageDown");
    match action {
        Action::NextMatch | Action::PreviousMatch => go(&mut desk, "/ p a r t s Enter"),
        Action::FocusChat => go(&mut desk, "1"),
        _ => {}
    }
    desk
}

/// Adds calls, results, reasoning and a picture of an agent's work.
fn rich(desk: &mut Desk) {
    for fact in crate::tui::pane::chat::tests::sample::rich() {
        desk.stage.fact(fact);
    }
    desk.settle();
    go(desk, "Esc");
}

/// Goes to the first element that can be folded.
fn to_what_folds(desk: &mut Desk) {
    go(desk, "g");
    for _ in 0..20 {
        let before = desk.stage.text();
        go(desk, "Space");
        if desk.stage.text() != before {
            return go(desk, "Space");
        }
        go(desk, "n");
    }
}

fn tree(action: Action) -> Desk {
    let mut desk = Desk::new(150, 40);
    go(&mut desk, "Esc 1");
    match action {
        Action::TreeExpand => {}
        Action::TreeHidden => {
            let folder = String::new();
            let entry = |name: &str| TreeEntry {
                name: name.into(),
                path: name.into(),
                is_folder: false,
                bytes: 1,
                git: None,
            };
            let entries = vec![entry(".env"), entry("README.md")];
            desk.stage.app.reply(
                &Query::Tree {
                    folder: folder.clone(),
                },
                Reply::Tree { folder, entries },
            );
        }
        Action::TreeCollapse => {
            go(&mut desk, "l");
            let folder = "src".to_owned();
            let entry = TreeEntry {
                name: "auth.rs".into(),
                path: "src/auth.rs".into(),
                is_folder: false,
                bytes: 1,
                git: None,
            };
            let entries = vec![entry];
            desk.stage.app.reply(
                &Query::Tree {
                    folder: folder.clone(),
                },
                Reply::Tree { folder, entries },
            );
        }
        _ => go(&mut desk, "j j"),
    }
    desk
}

fn chat(action: Action) -> Desk {
    let mut desk = Desk::new(150, 40);
    match action {
        Action::ChatEditMessage | Action::ChatRollback => {
            long_conversation(&mut desk);
            go(&mut desk, "Esc p p");
        }
        Action::ChatFollow => {
            long_conversation(&mut desk);
            go(&mut desk, "Esc g");
        }
        Action::ChatExpand | Action::ChatThinking => {
            rich(&mut desk);
            to_what_folds(&mut desk);
        }
        _ => rich(&mut desk),
    }
    desk
}

/// Opens a diff of two files with several hunks, one of them long.
fn diff(action: Action) -> Desk {
    use crate::protocol::change::{DiffHunk, DiffLine, DiffLineKind, FileDiff};
    let mut desk = Desk::new(150, 40);
    let path = "Cargo.toml".to_owned();
    let line = |kind, number: u32| DiffLine {
        kind,
        content: format!("  line {number} {}", "of many words ".repeat(12)),
    };
    let hunk = |start: u32| DiffHunk {
        old_start: start,
        old_count: 20,
        new_start: start,
        new_count: 20,
        lines: (0..20)
            .flat_map(|number| {
                [
                    line(DiffLineKind::Remove, number),
                    line(DiffLineKind::Add, number + 1),
                ]
            })
            .collect(),
    };
    let diff = FileDiff {
        path: path.clone(),
        removed: 60,
        added: 60,
        hunks: vec![hunk(1), hunk(101), hunk(201)],
        ..FileDiff::default()
    };
    for path in ["README.md", "Cargo.toml"] {
        desk.stage.fact(EventKind::ApplyCompleted {
            call: crate::protocol::ids::CallId(Uuid::from_u128(77)),
            path: path.into(),
            added: 60,
            removed: 60,
        });
    }
    let query = Query::FileDiff {
        session: session(),
        path,
    };
    let base = "checkpoint #1".to_owned();
    desk.stage.app.reply(&query, Reply::Diff { diff, base });
    desk.settle();
    go(&mut desk, "Esc 3");
    if action == Action::ScrollLeft {
        go(&mut desk, ">");
    }
    desk
}

fn review(action: Action) -> Desk {
    let mut desk = Desk::new(150, 40);
    go(&mut desk, "F7");
    match action {
        Action::ReviewClear | Action::ReviewUndo => go(&mut desk, "a p"),
        Action::ReviewRedo => go(&mut desk, "a u"),
        Action::PreviousMatch => go(&mut desk, "/ l e t Enter"),
        Action::ScrollLeft => go(&mut desk, ">"),
        Action::PreviousFile => go(&mut desk, "}"),
        _ => {}
    }
    desk
}

fn checkpoints(action: Action) -> Desk {
    let mut desk = Desk::new(150, 40);
    go(&mut desk, "F8 j");
    if matches!(action, Action::NextFile | Action::PreviousFile) {
        compared(&mut desk);
    }
    if action == Action::PreviousFile {
        go(&mut desk, "}");
    }
    desk
}

/// Opens the changes since a checkpoint: two files.
fn compared(desk: &mut Desk) {
    use crate::protocol::review::{ReviewQuery, ReviewReply};
    desk.stage.press("d");
    let asked = desk
        .stage
        .effects
        .iter()
        .rev()
        .find_map(|effect| match effect {
            Effect::Ask(
                query @ Query::Review {
                    question: ReviewQuery::Compare { .. },
                    ..
                },
            ) => Some(query.clone()),
            _ => None,
        });
    let diff = crate::tui::rollback::tests::taken_back();
    let other = crate::protocol::change::FileDiff {
        path: "src/other.rs".into(),
        ..diff.clone()
    };
    let answer = Box::new(ReviewReply::Compared {
        diffs: vec![diff, other],
        left_out: Vec::new(),
    });
    desk.stage.effects.clear();
    desk.stage
        .app
        .reply(&asked.unwrap(), Reply::Review { answer });
    desk.settle();
}

fn results() -> Desk {
    let mut desk = Desk::new(150, 40);
    let stage = &mut desk.stage;
    stage.input(InputKind::Paste("/search session lock".into()));
    stage.press("Enter");
    let asked = stage.effects.iter().rev().find_map(|effect| match effect {
        Effect::Ask(query @ Query::Find { .. }) => Some(query.clone()),
        _ => None,
    });
    let found = crate::tui::search_results::tests::some();
    stage.app.reply(&asked.unwrap(), Reply::Found { found });
    desk.settle();
    desk
}

fn sessions() -> Desk {
    let mut desk = Desk::new(150, 40);
    go(&mut desk, "Ctrl+X b");
    let summary = |number: u128, name: &str| SessionSummary {
        id: SessionId(Uuid::from_u128(number)),
        workspace: crate::protocol::ids::WorkspaceId("w".into()),
        settings: SessionSettings {
            name: name.into(),
            ..settings_of()
        },
        status: SessionStatus::Idle,
        created_at: Timestamp::UNIX_EPOCH,
        updated_at: Timestamp::UNIX_EPOCH,
        messages: 1,
        usage: Usage::default(),
        duration_ms: 0,
        pid: None,
        last_error: None,
        about: String::new(),
    };
    let sessions = vec![summary(1, "auth-refactor"), summary(9, "ci-fix")];
    desk.stage
        .app
        .reply(&Query::Sessions, Reply::Sessions { sessions });
    desk.settle();
    go(&mut desk, "j");
    desk
}

fn settings_of() -> SessionSettings {
    super::super::settings()
}

fn settings(action: Action) -> Desk {
    let mut desk = Desk::new(150, 40);
    desk.stage.press("Ctrl+X ,");
    let id = desk
        .stage
        .effects
        .iter()
        .rev()
        .find_map(|effect| match effect {
            Effect::Job(JobCommand::Begin(id, _)) => Some(*id),
            _ => None,
        });
    let view = crate::tui::settings::tests::view();
    let step = JobProgress::Looked(Box::new(view));
    desk.stage.app.job_progress(id.unwrap(), Some(step));
    desk.settle();
    match action {
        Action::SettingUndo | Action::SettingSave => go(&mut desk, "Space"),
        Action::SettingProvider | Action::SettingPull | Action::SettingProbe | Action::Search => {
            go(&mut desk, "Tab");
        }
        _ => {}
    }
    desk
}

/// Returns a question about a write, with scopes for "always".
fn prompt_for_bar(number: u128) -> Question {
    let scope = |scope, grants: &str| AlwaysScope {
        scope,
        grants: grants.to_owned(),
        pattern: Some("write_file(src/**)".to_owned()),
    };
    Question {
        id: QuestionId(Uuid::from_u128(500 + number)),
        scopes: vec![
            scope(GrantScope::Session, "this session"),
            scope(GrantScope::Workspace, "this workspace"),
        ],
        ..super::super::writes::write(30)
    }
}

/// Opens two questions, the first of which can be answered now.
fn bar(action: Action) -> Desk {
    let mut desk = Desk::new(150, 40);
    let choose = QuestionBody::Select {
        question: "How should a second refresh behave?".to_owned(),
        options: [
            "wait", "fail", "retry", "ask", "skip", "log", "stop", "go on", "both",
        ]
        .map(str::to_owned)
        .to_vec(),
        multiple: true,
    };
    let mut first = prompt_for_bar(1);
    if matches!(
        action,
        Action::BarHighlight | Action::BarToggle | Action::BarDown | Action::BarUp
    ) {
        first.body = choose;
        first.scopes = Vec::new();
    }
    desk.prompt(first);
    desk.stage.fact(EventKind::QuestionOpened {
        question: prompt_for_bar(2),
    });
    go(&mut desk, "F2");
    match action {
        Action::BarUp => go(&mut desk, "j"),
        Action::BarHighlight => go(&mut desk, "j j j j j j j j j"),
        Action::BarPreviousRequest => {
            go(&mut desk, "]");
            // The other question is shown, and then had time to be read.
            desk.stage.wait(Duration::from_millis(1));
            desk.stage.wait(Duration::from_millis(500));
        }
        _ => {}
    }
    desk
}

fn rollback(action: Action) -> Desk {
    let mut desk = Desk::new(150, 40);
    go(&mut desk, "F8 j b");
    match action {
        Action::RollbackNow => go(&mut desk, "Enter Enter"),
        Action::RollbackToggle => go(&mut desk, "j"),
        _ => {}
    }
    desk
}

fn picker(action: Action) -> Desk {
    let mut desk = Desk::new(150, 40);
    go(&mut desk, "Alt+X");
    if action == Action::PickerComplete {
        go(&mut desk, "h e");
    }
    desk
}

/// Selects some lines of a diff.
fn select(action: Action) -> Desk {
    let mut desk = diff(Action::NextItem);
    go(&mut desk, "n M w w");
    if matches!(action, Action::Bottom | Action::PageDown) {
        go(&mut desk, "g");
    }
    if matches!(action, Action::PinSelection | Action::SelectCopy) {
        go(&mut desk, "v j");
    }
    desk
}
