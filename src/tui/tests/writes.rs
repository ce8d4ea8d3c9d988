//! The question about a write: how much of its diff is shown, where, and how it is edited.

use super::super::effect::{EditPurpose, EditSubject};
use super::*;
use crate::protocol::approval::{Decision, Prompt, PromptBody, RiskReport};
use crate::protocol::change::{DiffChange, DiffHunk, DiffLine, DiffLineKind, FileDiff};
use crate::protocol::ids::{CallId, ContentHash, PromptId};

fn line(kind: DiffLineKind, content: String) -> DiffLine {
    DiffLine { kind, content }
}

/// A write that changes so many lines.
fn write(changed: u32) -> Prompt {
    let mut lines = vec![line(DiffLineKind::Context, "around it".into())];
    for number in 0..changed {
        lines.push(line(DiffLineKind::Remove, format!("let old_{number} = 1;")));
        lines.push(line(DiffLineKind::Add, format!("let new_{number} = 1;")));
    }
    Prompt {
        id: PromptId(Uuid::from_u128(51)),
        session: session(),
        run: run_id(),
        call: Some(CallId(Uuid::from_u128(70))),
        tool: "write_file".into(),
        origin: "build".into(),
        body: PromptBody::Write {
            path: "src/a.rs".into(),
            diff: FileDiff {
                path: "src/a.rs".into(),
                change: DiffChange::Modified,
                added: changed,
                removed: changed,
                truncated: false,
                hunks: vec![DiffHunk {
                    old_start: 1,
                    old_count: changed + 1,
                    new_start: 1,
                    new_count: changed + 1,
                    lines,
                }],
            },
            note: None,
        },
        risk: RiskReport::low("it is small"),
        shown: ContentHash::of(b"shown"),
        changed: false,
        scopes: Vec::new(),
        created_at: Timestamp::from_second(1_800_000_000).unwrap(),
        timeout_s: None,
    }
}

fn asked(width: u16, height: u16, changed: u32) -> Stage {
    let mut stage = Stage::furnished(width, height);
    stage.begin_run();
    stage.fact(Fact::PromptOpened {
        prompt: write(changed),
    });
    stage.effects.clear();
    stage
}

#[test]
fn the_diff_of_a_write_has_the_room_there_is() {
    let mut small = asked(80, 24, 2);
    let text = small.text();
    for part in ["around it", "- let old_1", "+ let new_1"] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(!text.contains("lines: d"), "{text}");
    for (width, height, rows) in [(80_u16, 24_u16, 12_u16), (160, 48, 24)] {
        let mut stage = asked(width, height, 40);
        let text = stage.text();
        assert_eq!(
            stage.app.layout.bar.height, rows,
            "half of the screen\n{text}"
        );
        let chat = stage.app.layout.panes.first().unwrap().1.height;
        assert!(chat >= 4, "{chat}");
        assert!(text.contains("lines: d"), "{text}");
        assert!(!text.contains("new_39"), "{text}");
        stage.press("F2");
        for _ in 0..200 {
            stage.press("j");
        }
        let text = stage.text();
        assert!(
            text.contains("new_39") && text.contains("above: k"),
            "{text}"
        );
        stage.press("k");
        assert!(!stage.text().contains("new_39"), "the first k goes back");
    }
}

#[test]
fn the_words_that_a_write_changes_are_marked() {
    let mut stage = asked(80, 24, 1);
    stage.frame();
    let word = stage
        .app
        .theme
        .style(super::super::theme::Role::DiffAddWordBg)
        .bg;
    let buffer = stage.screen.shown();
    let marked: String = (0..buffer.area.height)
        .flat_map(|y| (0..buffer.area.width).map(move |x| (x, y)))
        .filter(|at| buffer[*at].style().bg == word)
        .map(|at| buffer[at].symbol().to_owned())
        .collect();
    assert_eq!(marked, "new_0");
}

#[test]
fn the_proposed_text_is_edited_and_its_edit_is_what_yes_writes() {
    let mut stage = asked(120, 40, 2);
    let prompt = write(2).id;
    let query = Query::ProposedText {
        session: session(),
        prompt,
    };
    stage.press("F2 e");
    assert!(stage.effects.contains(&Effect::Ask(query.clone())));
    stage.app.reply(
        &query,
        Reply::Text {
            text: "proposed\n".into(),
            total_lines: 1,
        },
    );
    let edit = stage.app.take_effects();
    assert!(
        edit.iter().any(|effect| matches!(effect, Effect::Edit(edit)
            if edit.subject == EditSubject::Text("proposed\n".into()))),
        "{edit:?}"
    );
    stage.app.edited(
        EditPurpose::Prompt(session(), prompt),
        Some("mine\n".into()),
    );
    stage.wait(Duration::from_secs(1));
    let text = stage.text();
    assert!(
        text.contains("as you edited it") && text.contains("1 line that you saved"),
        "{text}"
    );
    stage.press("y");
    let decisions: Vec<_> = stage
        .orders()
        .into_iter()
        .filter_map(|order| match order {
            Command::AnswerPrompt { answer, .. } => Some(answer.decision),
            _ => None,
        })
        .collect();
    assert_eq!(
        decisions,
        [Decision::Edited {
            text: "mine\n".into()
        }]
    );
}

#[test]
fn an_editor_that_changed_nothing_leaves_the_proposal() {
    let mut stage = asked(120, 40, 2);
    let prompt = write(2).id;
    stage.press("F2 e");
    let query = Query::ProposedText {
        session: session(),
        prompt,
    };
    let text = "proposed\n".to_owned();
    let reply = Reply::Text {
        text: text.clone(),
        total_lines: 1,
    };
    stage.app.reply(&query, reply);
    stage
        .app
        .edited(EditPurpose::Prompt(session(), prompt), Some(text));
    assert!(!stage.text().contains("as you edited it"));
    stage.wait(Duration::from_secs(1));
    stage.press("y");
    let yes = stage.orders().into_iter().any(|order| {
        matches!(order, Command::AnswerPrompt { answer, .. } if answer.decision == Decision::Yes)
    });
    assert!(yes);
}

#[test]
fn the_key_for_all_of_it_is_called_what_it_shows() {
    let mut stage = asked(160, 48, 2);
    assert!(stage.text().contains("d full diff"));
    stage.press("F2");
    let text = stage.text();
    assert!(text.contains("[d full diff]"), "{text}");
    assert!(
        !text.contains("review hunks") && !text.contains("D review"),
        "{text}"
    );
}

#[test]
fn what_the_human_typed_is_not_said_to_be_the_agents() {
    let mut stage = Stage::furnished(120, 40);
    stage.begin_run();
    let mut prompt = write(1);
    prompt.origin = "you".into();
    prompt.body = PromptBody::Command {
        command: "ls".into(),
        cwd: ".".into(),
        sandbox: "off".into(),
        touches: Vec::new(),
    };
    stage.fact(Fact::PromptOpened { prompt });
    let text = stage.text();
    assert!(
        text.contains("typed by you") && !text.contains("asked by"),
        "{text}"
    );
    assert!(text.contains("d full text"), "{text}");
}
