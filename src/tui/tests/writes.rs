//! Tests of the question about a write: the shown part of its diff, its place, and its editing.

use super::super::effect::{EditPurpose, EditSubject};
use super::*;
use crate::protocol::approval::{Decision, Question, QuestionBody, RiskReport};
use crate::protocol::change::{DiffChange, DiffHunk, DiffLine, DiffLineKind, FileDiff};
use crate::protocol::ids::{CallId, ContentHash, FileId, QuestionId};
use crate::protocol::review::{FileReview, HunkCounts, ReviewBase, ReviewQuery, ReviewReply};

fn line(kind: DiffLineKind, content: String) -> DiffLine {
    DiffLine { kind, content }
}

/// Returns a question about a write that changes this many lines.
pub fn write(changed: u32) -> Question {
    let mut lines = vec![line(DiffLineKind::Context, "around it".into())];
    for number in 0..changed {
        lines.push(line(DiffLineKind::Remove, format!("let old_{number} = 1;")));
        lines.push(line(DiffLineKind::Add, format!("let new_{number} = 1;")));
    }
    Question {
        id: QuestionId(Uuid::from_u128(51)),
        session: session(),
        run: run_id(),
        call: Some(CallId(Uuid::from_u128(70))),
        tool: "write_file".into(),
        origin: "build".into(),
        body: QuestionBody::Write {
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
        send_to: None,
        timeout_s: None,
        wizard: None,
    }
}

fn asked(width: u16, height: u16, changed: u32) -> Stage {
    let mut stage = Stage::furnished(width, height);
    stage.begin_run();
    stage.fact(EventKind::QuestionOpened {
        question: write(changed),
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
    // Half of the screen, unless the diff pane beside the chat shows the same.
    let hidden = Some("Ctrl+X d");
    let sizes = [
        (80, 24, None, 12),
        (160, 48, hidden, 24),
        (160, 48, None, 12),
    ];
    for (width, height, keys, rows) in sizes {
        let mut stage = asked(width, height, 40);
        keys.into_iter().for_each(|keys| stage.press(keys));
        let text = stage.text();
        assert_eq!(stage.app.layout.bar.height, rows, "{text}");
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
    let question = write(2).id;
    let query = Query::ProposedText {
        session: session(),
        question,
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
        EditPurpose::Question(session(), question),
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
            Command::AnswerQuestion { answer, .. } => Some(answer.decision),
            _ => None,
        })
        .collect();
    assert_eq!(
        decisions,
        [Decision::Edited {
            text: "mine\n".into(),
            on_disk: false,
        }]
    );
}

#[test]
fn an_editor_that_changed_nothing_leaves_the_proposal() {
    let mut stage = asked(120, 40, 2);
    let question = write(2).id;
    stage.press("F2 e");
    let query = Query::ProposedText {
        session: session(),
        question,
    };
    let text = "proposed\n".to_owned();
    let reply = Reply::Text {
        text: text.clone(),
        total_lines: 1,
    };
    stage.app.reply(&query, reply);
    stage
        .app
        .edited(EditPurpose::Question(session(), question), Some(text));
    assert!(!stage.text().contains("as you edited it"));
    stage.wait(Duration::from_secs(1));
    stage.press("y");
    let yes = stage.orders().into_iter().any(|order| {
        matches!(order, Command::AnswerQuestion { answer, .. } if answer.decision == Decision::Yes)
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
    let mut question = write(1);
    question.origin = "you".into();
    question.body = QuestionBody::Command {
        command: "ls".into(),
        cwd: ".".into(),
        sandbox: "off".into(),
        proposed: None,
        touches: Vec::new(),
        uncovered: None,
    };
    stage.fact(EventKind::QuestionOpened { question });
    let text = stage.text();
    assert!(
        text.contains("typed by you") && !text.contains("asked by"),
        "{text}"
    );
    assert!(text.contains("d full text"), "{text}");
}

fn written(path: &str) -> (Query, Reply) {
    let path = path.to_owned();
    let query = Query::FileDiff {
        session: session(),
        path: path.clone(),
    };
    let diff = FileDiff {
        path,
        ..FileDiff::default()
    };
    let base = "checkpoint #1".to_owned();
    (query, Reply::Diff { diff, base })
}

fn title(stage: &mut Stage) -> String {
    let text = stage.text();
    let row = text.lines().nth(1).unwrap_or_default();
    row.split("DIFF")
        .nth(1)
        .unwrap_or_default()
        .trim()
        .to_owned()
}

fn answer(stage: &mut Stage, prompt: &Question, decision: Decision) {
    use crate::protocol::approval::{Answer, AnsweredBy};
    let answer = Answer {
        question: prompt.id,
        shown: prompt.shown,
        decision,
        by: AnsweredBy::Key,
    };
    let summary = "write".to_owned();
    stage.fact(EventKind::QuestionAnswered { answer, summary });
}

fn ended(ok: bool) -> EventKind {
    use crate::protocol::call::CallResult;
    EventKind::CallCompleted {
        message: MessageId(Uuid::from_u128(71)),
        result: CallResult {
            call: CallId(Uuid::from_u128(70)),
            provider_id: "c1".into(),
            tool: "write_file".into(),
            ok,
            content: serde_json::json!({}),
            summary: "src/a.rs".into(),
            error: None,
            duration_ms: 1,
        },
    }
}

#[test]
fn the_diff_pane_shows_the_proposal_and_after_a_yes_the_file_as_it_was_written() {
    let mut stage = asked(120, 40, 3);
    assert_eq!(
        title(&mut stage),
        "src/a.rs   hunk 1 of 1   current vs proposed"
    );
    assert!(
        stage.text().matches("let new_2 = 1;").count() >= 2,
        "bar and pane"
    );
    answer(&mut stage, &write(3), Decision::Yes);
    assert!(
        title(&mut stage).contains("current vs proposed"),
        "until it is written"
    );
    stage.fact(EventKind::ApplyCompleted {
        call: CallId(Uuid::from_u128(70)),
        path: "src/a.rs".into(),
        added: 3,
        removed: 3,
    });
    let (query, reply) = written("src/a.rs");
    assert!(stage.effects.contains(&Effect::Ask(query.clone())));
    stage.app.reply(&query, reply);
    assert_eq!(title(&mut stage), "src/a.rs   checkpoint #1 vs now");
}

#[test]
fn after_a_no_the_diff_pane_is_as_it_was_before() {
    for before in [None, Some("docs/api.md")] {
        let mut stage = Stage::furnished(120, 40);
        if let Some(path) = before {
            let (query, reply) = written(path);
            stage.app.reply(&query, reply);
        }
        let was = title(&mut stage);
        stage.begin_run();
        stage.fact(EventKind::QuestionOpened { question: write(3) });
        assert!(title(&mut stage).contains("src/a.rs"));
        answer(&mut stage, &write(3), Decision::No { reason: None });
        stage.fact(ended(false));
        assert_eq!(title(&mut stage), was);
    }
}

#[test]
fn the_diff_pane_follows_the_question_that_is_shown() {
    let mut stage = asked(160, 48, 3);
    let mut second = write(1);
    second.id = QuestionId(Uuid::from_u128(52));
    second.call = Some(CallId(Uuid::from_u128(71)));
    if let QuestionBody::Write { path, diff, .. } = &mut second.body {
        *path = "src/b.rs".into();
        diff.path = "src/b.rs".into();
    }
    stage.fact(EventKind::QuestionOpened { question: second });
    assert!(title(&mut stage).starts_with("src/a.rs"));
    stage.press("F2 ]");
    assert!(title(&mut stage).starts_with("src/b.rs"));
    stage.wait(Duration::from_secs(1));
    stage.press("[");
    assert!(title(&mut stage).starts_with("src/a.rs"));
    // A file written meanwhile does not replace the proposal.
    let (query, reply) = written("src/c.rs");
    stage.app.reply(&query, reply);
    assert!(title(&mut stage).starts_with("src/a.rs"));
    let mut changed = write(2);
    changed.shown = ContentHash::of(b"another");
    stage.fact(EventKind::QuestionOpened { question: changed });
    assert!(stage.text().contains("CHANGED"));
    assert!(!stage.text().contains("let new_2 = 1;"), "the new proposal");
    stage.fact(EventKind::RunCancelled {
        result: RunResult::default(),
    });
    assert!(title(&mut stage).starts_with("src/c.rs"));
}

#[test]
fn what_is_read_in_the_diff_pane_is_not_taken_away() {
    let mut stage = Stage::furnished(160, 48);
    let (query, reply) = written("docs/api.md");
    stage.app.reply(&query, reply);
    stage.press("Esc 3");
    stage.begin_run();
    stage.fact(EventKind::QuestionOpened { question: write(1) });
    assert!(title(&mut stage).starts_with("docs/api.md"));
    stage.press("F2");
    assert!(title(&mut stage).starts_with("src/a.rs"));
}

/// Returns the review data of `src/a.rs`.
fn reviewed(counts: HunkCounts, staged: bool) -> (Query, Reply) {
    let since = ReviewBase::Open;
    let query = Query::Review {
        session: session(),
        question: ReviewQuery::Files { since },
    };
    let file = FileReview {
        file: FileId(Uuid::from_u128(40)),
        path: "src/a.rs".into(),
        change: String::new(),
        added: 1,
        removed: 1,
        counts,
        dirty: false,
        proposed: staged,
        base: None,
        by: "build, turn 1".into(),
        proposed_by: Vec::new(),
    };
    let answer = ReviewReply::Files {
        files: vec![file],
        last_rollback: None,
        changes: Vec::new(),
        runs: Vec::new(),
    };
    let answer = Box::new(answer);
    (query, Reply::Review { answer })
}

#[test]
fn the_diff_pane_follows_what_is_decided_about_its_file() {
    let mut stage = Stage::furnished(160, 48);
    let QuestionBody::Write { diff, .. } = write(1).body else {
        panic!("a write");
    };
    let call = CallId(Uuid::from_u128(70));
    stage.fact(EventKind::DiffGenerated { call, diff });
    let asks = |stage: &mut Stage, counts, proposed| {
        stage.effects.clear();
        let (query, reply) = reviewed(counts, proposed);
        stage.app.reply(&query, reply);
        stage.collect();
        let asked = Effect::Ask(written("src/a.rs").0);
        stage.effects.contains(&asked)
    };
    let pending = HunkCounts {
        pending: 1,
        ..HunkCounts::default()
    };
    let refused = HunkCounts {
        rejected: 1,
        ..HunkCounts::default()
    };
    assert!(!asks(&mut stage, pending, true), "nothing is decided");
    assert!(!asks(&mut stage, pending, true), "nothing has changed");
    assert!(
        asks(&mut stage, refused, false),
        "it is not proposed any more"
    );
    assert!(asks(&mut stage, pending, false), "and now it is again");
}
