//! Tests of commands that are padded so that their end and the risk leave the bar.

use crossterm::event::KeyCode;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::help::{BarHarness, command, decisions, id};
use crate::bar::TimerHold;
use crate::effect::Effect;
use crate::theme::Theme;
use notice::{Notice, notice};
use protocol::approval::{
    AlwaysScope, Decision, GrantScope, Question, QuestionBody, Risk, RiskReason, RiskReport,
};

/// Rows that the bar has on a screen of 80x24.
const MOST: u16 = 12;

fn risk(reasons: &[&str]) -> RiskReport {
    let mut risk = RiskReport::medium(Notice::default());
    let reason = |text: &&str| RiskReason {
        text: Notice::text(*text),
        span: None,
    };
    risk.reasons = reasons.iter().map(reason).collect();
    risk
}

fn asked(question: Question) -> BarHarness {
    let mut screen = BarHarness::default();
    screen.bar.set_view(80, MOST);
    screen.open(question);
    screen.take_bar();
    screen
}

fn shown(screen: &BarHarness) -> String {
    let mut bar = screen.bar.clone();
    let context = screen.context();
    let height = bar.measure(80, MOST, &context);
    let mut buffer = Buffer::empty(Rect::new(0, 0, 80, height));
    bar.draw(buffer.area, &mut buffer, &Theme::default());
    crate::tests::text_of(&buffer)
}

const REASONS: [&str; 4] = [
    "rm -rf deletes files for good",
    "it writes outside of the root",
    "curl loads what nobody has looked at",
    "a push cannot be taken back",
];

fn here_document() -> String {
    let mut lines: Vec<String> = (0..200).map(|line| format!("line {line}")).collect();
    lines[100] = "EOF\nrm -rf ~/danger\ncat <<'EOF'".to_owned();
    format!(
        "cat <<'EOF' > notes.txt\n{}\nEOF\necho done",
        lines.join("\n")
    )
}

#[test]
fn the_ends_of_a_command_and_every_reason_are_shown_whatever_lies_between() {
    let long = (0..3_000)
        .map(|word| format!("word{word} "))
        .collect::<String>();
    for text in [
        format!("echo begins{}; rm -rf ends", "\n".repeat(60)),
        format!("echo begins{}; rm -rf ends", " ".repeat(10_000)),
        format!("echo begins{}; rm -rf ends", "\t".repeat(10_000)),
        format!("echo begins{}; rm -rf ends", "\u{a0} ".repeat(5_000)),
        format!("echo begins{}\n; rm -rf ends", "\nls".repeat(200)),
        format!("echo begins {long}; rm -rf ends"),
        format!("echo begins {}\n; rm -rf ends", "x".repeat(3_000_000)),
        format!(
            "echo begins \u{202e}{}; rm -rf ends",
            "\u{336}".repeat(4_000)
        ),
    ] {
        let screen = asked(command(1, &text, risk(&REASONS)));
        let found = shown(&screen);
        for part in ["$ echo begins", "rm -rf ends", "cwd ~/src/shop"] {
            assert!(found.contains(part), "{part}: {found}");
        }
        for reason in REASONS {
            assert!(found.contains(reason), "{reason}: {found}");
        }
    }
}

#[test]
fn what_is_left_out_cannot_be_approved() {
    let danger = "rm -rf ~/danger";
    for keys in ["y", "a", "\n", "e\n"] {
        let mut screen = asked(command(1, &here_document(), risk(&["it writes a file"])));
        let found = shown(&screen);
        assert!(!found.contains(danger), "it is in the middle: {found}");
        assert!(found.contains("more rows: d to the end"), "{found}");
        for key in keys.chars() {
            let code = if key == '\n' {
                KeyCode::Enter
            } else {
                KeyCode::Char(key)
            };
            screen.lone(code);
        }
        assert!(screen.answers.is_empty(), "{keys:?}: {:?}", screen.answers);
        screen.wait(1_000);
        screen.bar.seen_in_full(id(1));
        screen.bar.timer_changed(id(1), TimerHold::Running);
        screen.lone(KeyCode::Char('y'));
        // A long command was opened in an editor; this test waits for no answer there.
        assert_eq!(decisions(&screen), [Decision::Yes], "{keys:?}");
    }
}

#[test]
fn high_risk_asks_for_its_word_only_after_all_was_shown() {
    let mut screen = asked(command(
        1,
        &here_document(),
        RiskReport::high(Notice::text("it deletes")),
    ));
    screen.lone(KeyCode::Char('y'));
    let found = shown(&screen);
    assert!(found.contains("press d and read to the end"), "{found}");
    assert!(!found.contains("type \"run\" to approve >"), "{found}");
    screen.type_slowly("run");
    screen.lone(KeyCode::Enter);
    assert!(screen.answers.is_empty());
    let mut screen = asked(command(
        1,
        &here_document(),
        RiskReport::high(Notice::text("it deletes")),
    ));
    screen.bar.seen_in_full(id(1));
    screen.lone(KeyCode::Char('y'));
    screen.type_slowly("run");
    screen.lone(KeyCode::Enter);
    assert_eq!(decisions(&screen), [Decision::Yes]);
}

#[test]
fn a_command_that_was_scrolled_through_row_by_row_was_seen() {
    let text: String = (0..40).map(|line| format!("echo {line}\n")).collect();
    let mut screen = asked(command(1, &text, risk(&["unclear"])));
    for _ in 0..100 {
        screen.lone(KeyCode::Down);
    }
    screen.wait(1_000);
    screen.lone(KeyCode::Char('y'));
    assert_eq!(decisions(&screen), [Decision::Yes]);
    // Skipped rows do not count as read.
    let mut screen = asked(command(1, &text, risk(&["unclear"])));
    screen.bar.wheel(1_000);
    screen.lone(KeyCode::Char('y'));
    assert!(screen.answers.is_empty());
}

#[test]
fn at_another_width_other_rows_were_seen() {
    let text: String = (0..40).map(|line| format!("echo {line}\n")).collect();
    let mut screen = asked(command(1, &text, risk(&["unclear"])));
    for _ in 0..100 {
        screen.lone(KeyCode::Down);
    }
    screen.bar.set_view(60, MOST);
    screen.lone(KeyCode::Char('y'));
    assert!(screen.answers.is_empty());
}

#[test]
fn an_edited_command_is_held_to_the_same() {
    let mut screen = asked(command(1, "ls", risk(&["unclear"])));
    let shown_hash = screen.bar.shown().expect("a prompt").shown;
    screen.bar.accept_edit(id(1), &shown_hash, here_document());
    screen.wait(1_000);
    screen.lone(KeyCode::Char('y'));
    assert!(screen.answers.is_empty());
    let edited = screen
        .bar
        .current()
        .and_then(|entry| entry.draft.edited.clone());
    assert_eq!(edited, Some(here_document()));
}

#[test]
fn files_that_are_left_out_are_not_deleted() {
    let item = |number| protocol::approval::DeleteItem {
        path: format!("src/{number}.rs"),
        files: 1,
        bytes: 1,
        inside: Vec::new(),
        note: notice!("told-git-clean"),
    };
    let files: Vec<_> = (0..40).map(item).collect();
    let question = super::help::prompt(
        1,
        QuestionBody::Delete { files },
        RiskReport::medium(Notice::text("deletes")),
    );
    let mut screen = asked(question);
    screen.lone(KeyCode::Char('y'));
    assert!(screen.answers.is_empty());
    assert!(screen.seen.contains(&Effect::Bell));
    screen.bar.seen_in_full(id(1));
    screen.wait(1_000);
    screen.lone(KeyCode::Char('y'));
    assert_eq!(decisions(&screen), [Decision::Yes]);
}

#[test]
fn a_command_that_fits_is_approved_with_one_key() {
    let mut screen = asked(command(1, "cargo test\ncargo clippy", risk(&["unclear"])));
    screen.lone(KeyCode::Char('y'));
    assert_eq!(decisions(&screen), [Decision::Yes]);
}

/// Returns the question about a command that can have the network.
fn without_network() -> Question {
    let mut question = command(1, "cargo fetch", risk(&["unclear"]));
    question.scopes = vec![AlwaysScope {
        scope: GrantScope::Network,
        grants: notice!("reach-network"),
        pattern: Some("network".to_owned()),
    }];
    question
}

#[test]
fn w_approves_a_command_with_the_network_where_it_is_offered() {
    let mut screen = asked(without_network());
    assert!(shown(&screen).contains("w network"), "{}", shown(&screen));
    screen.lone(KeyCode::Char('w'));
    assert_eq!(decisions(&screen), [Decision::Network]);
    let mut screen = asked(command(1, "cargo fetch", risk(&["unclear"])));
    screen.lone(KeyCode::Char('w'));
    assert_eq!(decisions(&screen), []);
}

#[test]
fn w_approves_nothing_of_high_risk() {
    let mut question = without_network();
    question.risk.risk = Risk::High;
    let mut screen = asked(question);
    screen.lone(KeyCode::Char('w'));
    assert_eq!(decisions(&screen), []);
}
