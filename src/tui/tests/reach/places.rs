//! The place where each row's keys are pressed: a screen on which the row's action has an effect.

use std::time::Duration;

use super::super::*;
use crate::keymap::{Action, Binding, Context};
use client::job::JobCommand;
use notice::Notice;
use protocol::approval::{AlwaysScope, GrantScope, Question, QuestionBody};
use protocol::catalogue::JobProgress;
use protocol::ids::QuestionId;
use protocol::memory::MemoryQuery;
use protocol::session::{SessionStatus, SessionSummary};

/// Returns the screen for a row.
pub(super) fn place(row: &Binding) -> TuiHarness {
    let mut harness = match row.context {
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
        Context::Tasks => tasks(row.action),
        Context::Agents => agents(),
        Context::Memory => memory(),
    };
    harness.settle();
    harness
}

/// Presses the keys that lead to a place.
fn go(harness: &mut TuiHarness, keys: &str) {
    harness.press(keys);
}

fn paste(harness: &mut TuiHarness, text: &str) {
    harness.now += Duration::from_secs(1);
    harness.input(InputKind::Paste(text.into()));
    harness.settle();
}

/// Opens two sessions beside each other, one of which runs, with a draft.
fn everywhere(action: Action) -> TuiHarness {
    let mut harness = TuiHarness::reviewed(150, 40);
    let is_alone = [Action::SplitRight, Action::SplitBelow, Action::ExpandOutput];
    if !is_alone.contains(&action) {
        go(&mut harness, "Ctrl+X 3");
    }
    match action {
        Action::ExpandOutput => rich(&mut harness),
        Action::FocusRight => go(&mut harness, "Ctrl+X Left"),
        Action::Taller | Action::Shorter | Action::FocusUp => go(&mut harness, "Ctrl+X 2"),
        Action::FocusDown => go(&mut harness, "Ctrl+X 2 Ctrl+X Up"),
        Action::Interrupt | Action::PanicStop | Action::Quit | Action::EndSession => {
            harness.begin_run();
        }
        _ => {}
    }
    paste(&mut harness, "a draft of mine");
    match action {
        Action::CancelOverlay => go(&mut harness, "Alt+X"),
        Action::RedoEdit => go(&mut harness, "Ctrl+_"),
        Action::FocusConfirmBar => harness.prompt(prompt_for_bar(1)),
        Action::FocusEditor => go(&mut harness, "Esc"),
        _ => {}
    }
    harness
}

/// Opens a draft of three lines with the cursor in a word of the second one, and a history.
fn editor(action: Action) -> TuiHarness {
    let mut harness = TuiHarness::reviewed(150, 40);
    long_conversation(&mut harness);
    let lines = vec!["look at @src/old.rs".to_owned(), "the second".to_owned()];
    harness
        .app
        .reply(&Query::History { limit: 1_000 }, Reply::History { lines });
    match action {
        Action::LineUp | Action::HistoryStart | Action::SendAndLoadNext => {}
        Action::HistoryEnd | Action::LineDown => go(&mut harness, "Up Up"),
        Action::Complete => {
            go(&mut harness, "/ h e Esc");
            return harness;
        }
        _ => {
            paste(&mut harness, "one two\nthree four five\nsix seven");
            go(&mut harness, "Up Alt+B Left Left");
        }
    }
    match action {
        Action::SendAndLoadNext => go(&mut harness, "Up Up"),
        Action::Yank => go(&mut harness, "Ctrl+W"),
        Action::YankPop => go(&mut harness, "Ctrl+W Ctrl+A Ctrl+K Ctrl+Y"),
        Action::RedoEdit => go(&mut harness, "x Ctrl+_"),
        Action::ScrollChatDown => go(&mut harness, "PageUp PageUp"),
        _ => {}
    }
    harness
}

fn popup() -> TuiHarness {
    let mut harness = TuiHarness::reviewed(150, 40);
    go(&mut harness, "/ h");
    harness
}

/// Adds a conversation of many messages.
fn long_conversation(harness: &mut TuiHarness) {
    for number in 0..24 {
        let text = format!("message {number} says something\n\nin two parts");
        harness.fact(EventKind::MessageAdded {
            message: message(1_000 + number, Role::User, &text),
        });
    }
    harness.settle();
}

/// Opens the middle of a long conversation.
fn pane(action: Action) -> TuiHarness {
    let mut harness = TuiHarness::reviewed(150, 40);
    match action {
        Action::Fold | Action::FoldAll => {
            rich(&mut harness);
            to_what_folds(&mut harness);
            return harness;
        }
        _ => long_conversation(&mut harness),
    }
    go(&mut harness, "Esc g PageDown PageDown");
    match action {
        Action::NextMatch | Action::PreviousMatch => go(&mut harness, "/ p a r t s Enter"),
        Action::FocusChat => go(&mut harness, "1"),
        _ => {}
    }
    harness
}

/// Adds calls, results, reasoning and a picture of an agent's work.
fn rich(harness: &mut TuiHarness) {
    for fact in crate::pane::chat::tests::sample::rich() {
        harness.fact(fact);
    }
    harness.settle();
    go(harness, "Esc");
}

/// Goes to the first element that can be folded.
fn to_what_folds(harness: &mut TuiHarness) {
    go(harness, "g");
    for _ in 0..20 {
        let before = harness.text();
        go(harness, "Space");
        if harness.text() != before {
            return go(harness, "Space");
        }
        go(harness, "n");
    }
}

fn tree(action: Action) -> TuiHarness {
    let mut harness = TuiHarness::reviewed(150, 40);
    go(&mut harness, "Esc 1");
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
            harness.app.reply(
                &Query::Tree {
                    folder: folder.clone(),
                },
                Reply::Tree { folder, entries },
            );
        }
        Action::TreeCollapse => {
            go(&mut harness, "l");
            let folder = "src".to_owned();
            let entry = TreeEntry {
                name: "auth.rs".into(),
                path: "src/auth.rs".into(),
                is_folder: false,
                bytes: 1,
                git: None,
            };
            let entries = vec![entry];
            harness.app.reply(
                &Query::Tree {
                    folder: folder.clone(),
                },
                Reply::Tree { folder, entries },
            );
        }
        _ => go(&mut harness, "j j"),
    }
    harness
}

fn chat(action: Action) -> TuiHarness {
    let mut harness = TuiHarness::reviewed(150, 40);
    match action {
        Action::ChatEditMessage | Action::ChatRollback => {
            long_conversation(&mut harness);
            go(&mut harness, "Esc p p");
        }
        Action::ChatFollow => {
            long_conversation(&mut harness);
            go(&mut harness, "Esc g");
        }
        Action::ChatExpand | Action::ChatThinking => {
            rich(&mut harness);
            to_what_folds(&mut harness);
        }
        _ => rich(&mut harness),
    }
    harness
}

/// Opens a diff of two files with several hunks, one of them long.
fn diff(action: Action) -> TuiHarness {
    use protocol::change::{DiffHunk, DiffLine, DiffLineKind, FileDiff};
    let mut harness = TuiHarness::reviewed(150, 40);
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
        harness.fact(EventKind::ApplyCompleted {
            call: protocol::ids::CallId(Uuid::from_u128(77)),
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
    harness.app.reply(
        &query,
        Reply::Diff {
            diff,
            base: Notice::text(base),
            is_proposed: false,
        },
    );
    harness.settle();
    go(&mut harness, "Esc 3");
    if action == Action::ScrollLeft {
        go(&mut harness, ">");
    }
    harness
}

fn review(action: Action) -> TuiHarness {
    let mut harness = TuiHarness::reviewed(150, 40);
    go(&mut harness, "F7");
    match action {
        Action::ReviewClear | Action::ReviewUndo => go(&mut harness, "a p"),
        Action::ReviewRedo => go(&mut harness, "a u"),
        Action::PreviousMatch => go(&mut harness, "/ l e t Enter"),
        Action::ScrollLeft => go(&mut harness, ">"),
        Action::PreviousFile => go(&mut harness, "}"),
        _ => {}
    }
    harness
}

fn checkpoints(action: Action) -> TuiHarness {
    let mut harness = TuiHarness::reviewed(150, 40);
    go(&mut harness, "F8 j");
    if matches!(action, Action::NextFile | Action::PreviousFile) {
        compared(&mut harness);
    }
    if action == Action::PreviousFile {
        go(&mut harness, "}");
    }
    harness
}

/// Opens the changes since a checkpoint: two files.
fn compared(harness: &mut TuiHarness) {
    use protocol::review::{ReviewQuery, ReviewReply};
    harness.press_unanswered("d");
    let asked = harness
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
    let diff = crate::dialog::rollback::tests::taken_back();
    let other = protocol::change::FileDiff {
        path: "src/other.rs".into(),
        ..diff.clone()
    };
    let answer = Box::new(ReviewReply::Compared {
        diffs: vec![diff, other],
        left_out: Vec::new(),
    });
    harness.effects.clear();
    harness.app.reply(&asked.unwrap(), Reply::Review { answer });
    harness.settle();
}

fn results() -> TuiHarness {
    let mut harness = TuiHarness::reviewed(150, 40);
    let screen = &mut harness;
    screen.input(InputKind::Paste("/search session lock".into()));
    screen.press_unanswered("Enter");
    let asked = screen.effects.iter().rev().find_map(|effect| match effect {
        Effect::Ask(query @ Query::Find { .. }) => Some(query.clone()),
        _ => None,
    });
    let found = crate::dialog::search_results::tests::some();
    screen.app.reply(&asked.unwrap(), Reply::Found { found });
    harness.settle();
    harness
}

fn sessions() -> TuiHarness {
    let mut harness = TuiHarness::reviewed(150, 40);
    go(&mut harness, "Ctrl+X b");
    let summary = |number: u128, name: &str| SessionSummary {
        id: SessionId(Uuid::from_u128(number)),
        workspace: protocol::ids::WorkspaceId("w".into()),
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
    harness
        .app
        .reply(&Query::Sessions, Reply::Sessions { sessions });
    harness.settle();
    go(&mut harness, "j");
    harness
}

/// Opens the tasks of a session that has one of each status, at the one in progress.
fn tasks(action: Action) -> TuiHarness {
    let mut harness = TuiHarness::reviewed(150, 40);
    with_tasks(&mut harness);
    go(&mut harness, "Ctrl+X g");
    if action == Action::TaskRaise {
        go(&mut harness, "j");
    }
    harness
}

/// Opens the agents of a session, at one that is at work.
fn agents() -> TuiHarness {
    let mut harness = TuiHarness::reviewed(150, 40);
    with_agents(&mut harness);
    go(&mut harness, "Ctrl+X A");
    harness
}

/// Adds agents in four states.
pub(in crate::tests) fn with_agents(harness: &mut TuiHarness) {
    for agent in crate::dialog::agents::tests::list().iter() {
        let agent = agent.clone();
        harness.fact(EventKind::AgentStarted { agent });
    }
    harness.settle();
}

fn memory() -> TuiHarness {
    let mut harness = TuiHarness::reviewed(150, 40);
    with_memory(&mut harness);
    harness
}

/// Opens the memory with an item of each state.
pub(in crate::tests) fn with_memory(harness: &mut TuiHarness) {
    go(harness, "Ctrl+X i");
    let query = Query::Memory {
        wanted: MemoryQuery::waiting(),
    };
    let list = crate::dialog::memory::tests::list();
    harness.app.reply(&query, Reply::Memory { list });
    harness.settle();
}

/// Adds one task of each status.
pub(in crate::tests) fn with_tasks(harness: &mut TuiHarness) {
    for task in crate::dialog::tasks::tests::list().iter() {
        let task = task.clone();
        harness.fact(EventKind::TaskCreated { task });
    }
    harness.settle();
}

fn settings_of() -> SessionSettings {
    super::super::settings()
}

fn settings(action: Action) -> TuiHarness {
    let mut harness = TuiHarness::reviewed(150, 40);
    harness.press_unanswered("Ctrl+X");
    harness.press_unanswered(",");
    let id = harness
        .effects
        .iter()
        .rev()
        .find_map(|effect| match effect {
            Effect::Job(JobCommand::Begin(id, _)) => Some(*id),
            _ => None,
        });
    let view = crate::dialog::settings::tests::view();
    let step = JobProgress::Looked(Box::new(view));
    harness.app.job_progress(id.unwrap(), Some(&step));
    harness.settle();
    match action {
        Action::SettingUndo | Action::SettingSave => go(&mut harness, "Space"),
        Action::SettingProvider | Action::SettingPull | Action::SettingProbe | Action::Search => {
            go(&mut harness, "Tab");
        }
        _ => {}
    }
    harness
}

/// Returns a question about a write, with scopes for "always".
fn prompt_for_bar(number: u128) -> Question {
    let scope = |scope, grants: &str| AlwaysScope {
        scope,
        grants: Notice::text(grants),
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
fn bar(action: Action) -> TuiHarness {
    let mut harness = TuiHarness::reviewed(150, 40);
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
    harness.prompt(first);
    harness.fact(EventKind::QuestionOpened {
        question: prompt_for_bar(2),
    });
    go(&mut harness, "F2");
    match action {
        Action::BarUp => go(&mut harness, "j"),
        Action::BarHighlight => go(&mut harness, "j j j j j j j j j"),
        Action::BarPreviousRequest => {
            go(&mut harness, "]");
            // The other question is shown, and then had time to be read.
            harness.wait(Duration::from_millis(1));
            harness.wait(Duration::from_millis(500));
        }
        _ => {}
    }
    harness
}

fn rollback(action: Action) -> TuiHarness {
    let mut harness = TuiHarness::reviewed(150, 40);
    go(&mut harness, "F8 j b");
    match action {
        Action::RollbackNow => go(&mut harness, "Enter Enter"),
        Action::RollbackToggle => go(&mut harness, "j"),
        _ => {}
    }
    harness
}

fn picker(action: Action) -> TuiHarness {
    let mut harness = TuiHarness::reviewed(150, 40);
    go(&mut harness, "Alt+X");
    if action == Action::PickerComplete {
        go(&mut harness, "h e");
    }
    harness
}

/// Selects some lines of a diff.
fn select(action: Action) -> TuiHarness {
    let mut harness = diff(Action::NextItem);
    go(&mut harness, "n M w w");
    if matches!(action, Action::Bottom | Action::PageDown) {
        go(&mut harness, "g");
    }
    if matches!(action, Action::PinSelection | Action::SelectCopy) {
        go(&mut harness, "v j");
    }
    harness
}
