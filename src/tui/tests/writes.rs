//! Tests of the question about a write: the shown part of its diff, its place, and its editing.

use super::super::effect::{EditPurpose, EditSubject};
use super::*;
use notice::Notice;
use protocol::approval::{Decision, Question, QuestionBody, RiskReport};
use protocol::change::{DiffChange, DiffHunk, DiffLine, DiffLineKind, FileDiff};
use protocol::event::NoticeLevel;
use protocol::ids::{CallId, ContentHash, FileId, QuestionId};
use protocol::review::{FileReview, HunkCounts, ReviewBase, ReviewQuery, ReviewReply};

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
        risk: RiskReport::low(Notice::text("it is small")),
        shown: ContentHash::of(b"shown"),
        changed: false,
        scopes: Vec::new(),
        created_at: Timestamp::from_second(1_800_000_000).unwrap(),
        send_to: None,
        timeout_s: None,
        wizard: None,
    }
}

fn asked(width: u16, height: u16, changed: u32) -> TuiHarness {
    let mut harness = TuiHarness::furnished(width, height);
    harness.begin_run();
    harness.fact(EventKind::QuestionOpened {
        question: write(changed),
    });
    harness.effects.clear();
    harness
}

#[test]
fn the_diff_of_a_write_has_the_room_there_is() {
    let mut small = asked(80, 24, 2);
    let text = small.text();
    for part in ["around it", "- let old_1", "+ let new_1"] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(!text.contains("lines: d"), "{text}");
    // Half of the screen, unless the diff pane beside the chat shows the same. The first key pins
    // the pane, the second hides it.
    let hidden = Some("Ctrl+X d Ctrl+X d");
    let sizes = [
        (80, 24, None, 12),
        (160, 48, hidden, 24),
        (160, 48, None, 12),
    ];
    for (width, height, keys, rows) in sizes {
        let mut harness = asked(width, height, 40);
        if let Some(keys) = keys {
            harness.press(keys);
        }
        let text = harness.text();
        assert_eq!(harness.app.layout.bar.height, rows, "{text}");
        let chat = harness.app.layout.panes.first().unwrap().1.height;
        assert!(chat >= 4, "{chat}");
        assert!(text.contains("lines: d"), "{text}");
        assert!(!text.contains("new_39"), "{text}");
        harness.press("F2");
        for _ in 0..200 {
            harness.press("j");
        }
        let text = harness.text();
        assert!(
            text.contains("new_39") && text.contains("above: k"),
            "{text}"
        );
        harness.press("k");
        assert!(!harness.text().contains("new_39"), "the first k goes back");
    }
}

#[test]
fn the_words_that_a_write_changes_are_marked() {
    let mut harness = asked(80, 24, 1);
    harness.frame();
    let word = harness
        .app
        .theme
        .style(super::super::theme::Role::DiffAddWordBg)
        .bg;
    let buffer = harness.screen.shown();
    let marked: String = (0..buffer.area.height)
        .flat_map(|y| (0..buffer.area.width).map(move |x| (x, y)))
        .filter(|at| buffer[*at].style().bg == word)
        .map(|at| buffer[at].symbol().to_owned())
        .collect();
    assert_eq!(marked, "new_0");
}

#[test]
fn the_proposed_text_is_edited_and_its_edit_is_what_yes_writes() {
    let mut harness = asked(120, 40, 2);
    let question = write(2).id;
    let query = Query::ProposedText {
        session: session(),
        question,
    };
    harness.press("F2 e");
    assert!(harness.effects.contains(&Effect::Ask(query.clone())));
    harness.app.reply(
        &query,
        Reply::Text {
            text: "proposed\n".into(),
            total_lines: 1,
        },
    );
    let edit = harness.app.take_effects();
    assert!(
        edit.iter().any(|effect| matches!(effect, Effect::Edit(edit)
            if edit.subject == EditSubject::Text("proposed\n".into()))),
        "{edit:?}"
    );
    harness.app.edited(
        EditPurpose::Question(session(), question),
        Some("mine\n".into()),
    );
    harness.wait(Duration::from_secs(1));
    let text = harness.text();
    assert!(
        text.contains("as you edited it") && text.contains("y writes your 1 line"),
        "{text}"
    );
    harness.press("y");
    let decisions: Vec<_> = harness
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
    let mut harness = asked(120, 40, 2);
    let question = write(2).id;
    harness.press("F2 e");
    let query = Query::ProposedText {
        session: session(),
        question,
    };
    let text = "proposed\n".to_owned();
    let reply = Reply::Text {
        text: text.clone(),
        total_lines: 1,
    };
    harness.app.reply(&query, reply);
    harness
        .app
        .edited(EditPurpose::Question(session(), question), Some(text));
    assert!(!harness.text().contains("as you edited it"));
    harness.wait(Duration::from_secs(1));
    harness.press("y");
    let yes = harness.orders().into_iter().any(|order| {
        matches!(order, Command::AnswerQuestion { answer, .. } if answer.decision == Decision::Yes)
    });
    assert!(yes);
}

#[test]
fn the_key_for_all_of_it_is_called_what_it_shows() {
    let mut harness = asked(160, 48, 2);
    assert!(harness.text().contains("d full diff"));
    harness.press("F2");
    let text = harness.text();
    assert!(text.contains("[d full diff]"), "{text}");
    assert!(
        !text.contains("review hunks") && !text.contains("D review"),
        "{text}"
    );
}

#[test]
fn what_the_user_typed_is_not_said_to_be_the_agents() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.begin_run();
    let mut question = write(1);
    question.origin = "you".into();
    question.body = QuestionBody::Command {
        command: "ls".into(),
        cwd: ".".into(),
        sandbox: Default::default(),
        proposed: None,
        touches: Vec::new(),
        uncovered: None,
    };
    harness.fact(EventKind::QuestionOpened { question });
    let text = harness.text();
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
    (
        query,
        Reply::Diff {
            diff,
            base: Notice::text(base),
            is_proposed: false,
        },
    )
}

fn title(harness: &mut TuiHarness) -> String {
    let text = harness.text();
    let row = text.lines().nth(1).unwrap_or_default();
    row.split("Diff")
        .nth(1)
        .unwrap_or_default()
        .trim()
        .to_owned()
}

fn answer(harness: &mut TuiHarness, prompt: &Question, decision: Decision) {
    use protocol::approval::{Answer, AnsweredBy};
    let answer = Answer {
        question: prompt.id,
        shown: prompt.shown,
        decision,
        by: AnsweredBy::Key,
    };
    let summary = "write".to_owned();
    harness.fact(EventKind::QuestionAnswered {
        answer,
        summary: Notice::text(summary),
    });
}

fn ended(ok: bool) -> EventKind {
    use protocol::call::CallResult;
    EventKind::CallCompleted {
        message: MessageId(Uuid::from_u128(71)),
        result: CallResult {
            call: CallId(Uuid::from_u128(70)),
            provider_id: "c1".into(),
            tool: "write_file".into(),
            ok,
            content: serde_json::json!({}),
            summary: Notice::text("src/a.rs"),
            error: None,
            duration_ms: 1,
        },
    }
}

#[test]
fn the_diff_pane_shows_the_proposal_and_after_a_yes_the_file_as_it_was_written() {
    let mut harness = asked(170, 48, 3).with_diff_pinned();
    assert_eq!(
        title(&mut harness),
        "src/a.rs   hunk 1 of 1   current vs proposed"
    );
    assert!(
        harness.text().matches("let new_2 = 1;").count() >= 2,
        "bar and pane"
    );
    answer(&mut harness, &write(3), Decision::Yes);
    assert!(
        title(&mut harness).contains("current vs proposed"),
        "until it is written"
    );
    harness.fact(EventKind::ApplyCompleted {
        call: CallId(Uuid::from_u128(70)),
        path: "src/a.rs".into(),
        added: 3,
        removed: 3,
    });
    let (query, reply) = written("src/a.rs");
    assert!(harness.effects.contains(&Effect::Ask(query.clone())));
    harness.app.reply(&query, reply);
    assert_eq!(title(&mut harness), "src/a.rs   checkpoint #1 vs now");
}

#[test]
fn after_a_no_the_diff_pane_is_as_it_was_before() {
    for before in [None, Some("docs/api.md")] {
        let mut harness = TuiHarness::furnished(160, 48).with_diff_pinned();
        if let Some(path) = before {
            let (query, reply) = written(path);
            harness.app.reply(&query, reply);
        }
        let was = title(&mut harness);
        harness.begin_run();
        harness.fact(EventKind::QuestionOpened { question: write(3) });
        assert!(title(&mut harness).contains("src/a.rs"));
        answer(&mut harness, &write(3), Decision::No { reason: None });
        harness.fact(ended(false));
        assert_eq!(title(&mut harness), was);
    }
}

#[test]
fn the_diff_pane_follows_the_question_that_is_shown() {
    let mut harness = asked(160, 48, 3).with_diff_pinned();
    let mut second = write(1);
    second.id = QuestionId(Uuid::from_u128(52));
    second.call = Some(CallId(Uuid::from_u128(71)));
    if let QuestionBody::Write { path, diff, .. } = &mut second.body {
        *path = "src/b.rs".into();
        diff.path = "src/b.rs".into();
    }
    harness.fact(EventKind::QuestionOpened { question: second });
    assert!(title(&mut harness).starts_with("src/a.rs"));
    harness.press("F2 ]");
    assert!(title(&mut harness).starts_with("src/b.rs"));
    harness.wait(Duration::from_secs(1));
    harness.press("[");
    assert!(title(&mut harness).starts_with("src/a.rs"));
    // A file written meanwhile does not replace the proposal.
    let (query, reply) = written("src/c.rs");
    harness.app.reply(&query, reply);
    assert!(title(&mut harness).starts_with("src/a.rs"));
    let mut changed = write(2);
    changed.shown = ContentHash::of(b"another");
    harness.fact(EventKind::QuestionOpened { question: changed });
    assert!(harness.text().contains("CHANGED"));
    assert!(
        !harness.text().contains("let new_2 = 1;"),
        "the new proposal"
    );
    harness.fact(EventKind::RunCancelled {
        result: RunResult::default(),
    });
    assert!(title(&mut harness).starts_with("src/c.rs"));
}

#[test]
fn what_is_read_in_the_diff_pane_is_not_taken_away() {
    let mut harness = TuiHarness::furnished(160, 48);
    let (query, reply) = written("docs/api.md");
    harness.app.reply(&query, reply);
    harness.press("Esc 3");
    harness.begin_run();
    harness.fact(EventKind::QuestionOpened { question: write(1) });
    assert!(title(&mut harness).starts_with("docs/api.md"));
    harness.press("F2");
    assert!(title(&mut harness).starts_with("src/a.rs"));
}

/// Returns the review data of `src/a.rs`.
fn reviewed(counts: HunkCounts, proposed: bool) -> (Query, Reply) {
    let since = ReviewBase::Open;
    let query = Query::Review {
        session: session(),
        question: ReviewQuery::Files { since },
    };
    let file = FileReview {
        file: FileId(Uuid::from_u128(40)),
        path: "src/a.rs".into(),
        change: Notice::default(),
        added: 1,
        removed: 1,
        counts,
        dirty: false,
        proposed,
        base: None,
        by: Notice::text("build, turn 1"),
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
    let mut harness = TuiHarness::furnished(160, 48);
    let QuestionBody::Write { diff, .. } = write(1).body else {
        panic!("a write");
    };
    let call = CallId(Uuid::from_u128(70));
    harness.fact(EventKind::DiffGenerated { call, diff });
    let asks = |harness: &mut TuiHarness, counts, proposed| {
        harness.effects.clear();
        let (query, reply) = reviewed(counts, proposed);
        harness.app.reply(&query, reply);
        harness.collect();
        let asked = Effect::Ask(written("src/a.rs").0);
        harness.effects.contains(&asked)
    };
    let pending = HunkCounts {
        pending: 1,
        ..HunkCounts::default()
    };
    let refused = HunkCounts {
        rejected: 1,
        ..HunkCounts::default()
    };
    assert!(!asks(&mut harness, pending, true), "nothing is decided");
    assert!(!asks(&mut harness, pending, true), "nothing has changed");
    assert!(
        asks(&mut harness, refused, false),
        "it is not proposed any more"
    );
    assert!(asks(&mut harness, pending, false), "and now it is again");
}

#[test]
fn an_editor_that_fails_leaves_the_draft_and_the_question_and_says_why() {
    let reason = "no-such-editor: No such file or directory";
    let failed = |harness: &mut TuiHarness, purpose| {
        harness.app.editor_closed(purpose, Err(reason.to_owned()));
        let notice = harness.app.model().chrome.notice.clone();
        assert_eq!(notice, Some((NoticeLevel::Warning, reason.to_owned())));
        let text = harness.text();
        assert!(text.contains(reason), "{text}");
    };
    let mut harness = asked(120, 40, 2);
    let question = write(2).id;
    harness.press("F2 e");
    failed(&mut harness, EditPurpose::Question(session(), question));
    assert!(!harness.text().contains("as you edited it"));
    let tab = harness.app.model().sessions.tab().unwrap();
    assert_eq!(tab.bar.shown().map(|shown| shown.id), Some(question));

    let mut harness = TuiHarness::furnished(120, 40);
    harness.press("m y");
    harness.effects.clear();
    harness.press("Ctrl+X Ctrl+E");
    let draft = EditPurpose::Draft(session());
    let is_edited = |effect: &Effect| matches!(effect, Effect::Edit(edit) if edit.purpose == draft);
    assert!(harness.effects.iter().any(is_edited));
    failed(&mut harness, draft);
    assert_eq!(
        harness.app.model().sessions.tab().unwrap().editor.text(),
        "my"
    );
}
