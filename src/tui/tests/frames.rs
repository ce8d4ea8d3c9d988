//! Tests of frames at each size, and of their cost when nothing changed.

use super::super::effect::ExitReason;
use super::super::layout::Pane;
use super::*;
use notice::Notice;
use protocol::event::NoticeLevel;
use protocol::ids::CallId;

/// Returns the panes that a screen of this size shows, from left to right.
fn panes(width: u16, height: u16) -> Vec<Pane> {
    panes_of(&mut TuiHarness::furnished(width, height))
}

fn panes_of(harness: &mut TuiHarness) -> Vec<Pane> {
    harness.frame();
    let panes = harness.app.layout.panes.iter();
    panes.map(|(pane, _)| *pane).collect()
}

fn propose(harness: &mut TuiHarness) {
    harness.begin_run();
    let question = super::writes::write(1);
    harness.fact(EventKind::QuestionOpened { question });
}

#[test]
fn a_screen_shows_the_panes_that_it_has_room_for() {
    assert_eq!(panes(160, 48), [Pane::Tree, Pane::Chat]);
    assert_eq!(panes(120, 40), [Pane::Chat]);
    assert_eq!(panes(80, 24), [Pane::Chat]);
    assert_eq!(panes(40, 10), [Pane::Chat]);
}

#[test]
fn the_diff_pane_opens_with_a_change_and_closes_when_all_is_decided() {
    for (width, height, with) in [
        (160, 48, vec![Pane::Tree, Pane::Chat, Pane::Diff]),
        (120, 40, vec![Pane::Chat, Pane::Diff]),
        (100, 30, vec![Pane::Chat]),
        (80, 24, vec![Pane::Chat]),
    ] {
        let mut harness = TuiHarness::furnished(width, height);
        let without = panes_of(&mut harness);
        assert!(!without.contains(&Pane::Diff));
        propose(&mut harness);
        assert_eq!(panes_of(&mut harness), with, "{width}");
        harness.fact(EventKind::RunCancelled {
            result: RunResult::default(),
        });
        assert_eq!(panes_of(&mut harness), without, "{width}");
    }
}

#[test]
fn the_diff_pane_shows_what_a_run_applies_without_asking_until_the_run_ends() {
    use protocol::approval::Mode;
    for (mode, opens) in [
        (Mode::AcceptEdits, true),
        (Mode::Passthrough, true),
        (Mode::Confirm, false),
    ] {
        let mut harness = TuiHarness::furnished(160, 48);
        let policy = super::policy(mode);
        harness.fact(EventKind::PolicyChanged { policy });
        harness.begin_run();
        assert!(!panes_of(&mut harness).contains(&Pane::Diff));
        harness.effects.clear();
        harness.fact(EventKind::ApplyCompleted {
            call: CallId(Uuid::from_u128(70)),
            path: "src/a.rs".into(),
            added: 3,
            removed: 3,
        });
        assert_eq!(
            panes_of(&mut harness).contains(&Pane::Diff),
            opens,
            "{mode:?}"
        );
        let asked = Effect::Ask(Query::FileDiff {
            session: session(),
            path: "src/a.rs".into(),
        });
        assert!(harness.effects.contains(&asked), "{mode:?}");
        harness.fact(EventKind::RunCompleted {
            result: RunResult::default(),
        });
        assert!(!panes_of(&mut harness).contains(&Pane::Diff), "{mode:?}");
        harness.begin_run();
        assert!(!panes_of(&mut harness).contains(&Pane::Diff), "{mode:?}");
    }
}

#[test]
fn the_chat_keeps_eighty_columns_beside_the_diff_where_the_screen_has_120() {
    for width in 120..200 {
        let mut harness = TuiHarness::furnished(width, 40);
        propose(&mut harness);
        assert!(panes_of(&mut harness).contains(&Pane::Diff), "{width}");
        let chat = harness.app.layout.pane(Pane::Chat).unwrap();
        assert!(chat.width >= 80, "{width}: {}", chat.width);
    }
}

#[test]
fn a_key_pins_the_diff_pane_then_hides_it_then_leaves_it_to_the_changes() {
    let mut harness = TuiHarness::furnished(160, 48);
    let has_diff = |harness: &mut TuiHarness| panes_of(harness).contains(&Pane::Diff);
    harness.press("Ctrl+X d");
    assert!(has_diff(&mut harness));
    assert!(harness.text().contains("stays open; Ctrl+X d hides it"));
    harness.press("Ctrl+X d");
    assert!(!has_diff(&mut harness));
    assert!(harness.text().contains("opens with changes"));
    propose(&mut harness);
    assert!(has_diff(&mut harness), "it opens by itself");
    harness.press("Ctrl+X d");
    assert!(has_diff(&mut harness), "it is pinned now");
    harness.press("Ctrl+X d");
    assert!(!has_diff(&mut harness));
    assert!(harness.text().contains("hidden; Ctrl+X d opens it"));
    harness.press("Ctrl+X d");
    assert!(has_diff(&mut harness));
    // Between 100 and 120 columns only the user opens it.
    let mut harness = TuiHarness::furnished(100, 30);
    propose(&mut harness);
    assert!(!has_diff(&mut harness));
    harness.press("Ctrl+X d");
    assert!(has_diff(&mut harness));
}

#[test]
fn how_many_questions_wait_is_never_lost() {
    for width in 60..130 {
        let mut harness = TuiHarness::furnished(width, 24);
        let mut settings = settings();
        settings.model = "a-model-with-a-very-long-name-that-fills-the-row:480b".into();
        harness.fact(EventKind::SessionChanged { settings });
        harness.begin_run();
        let question = super::writes::write(1);
        harness.fact(EventKind::QuestionOpened { question });
        let text = harness.text();
        let status = text.lines().last().unwrap();
        assert!(status.contains(" 1 wait"), "{width}: {status}");
    }
}

#[test]
fn the_status_line_says_less_before_a_word_is_cut() {
    for width in 100..180 {
        let mut harness = TuiHarness::furnished(width, 40);
        harness.begin_run();
        let question = super::writes::write(1);
        harness.fact(EventKind::QuestionOpened { question });
        let text = harness.text();
        let status = text.lines().last().unwrap();
        assert!(!status.contains('…'), "{width}: {status}");
        assert!(
            status.contains(" review · build · ") && status.contains(" · ctx 41 % · "),
            "{width}: {status}"
        );
    }
}

#[test]
fn the_working_word_stays_where_a_notice_is_longer_than_the_row() {
    let mut harness = TuiHarness::furnished(60, 16);
    harness.begin_run();
    let text = "the provider does not answer, and this goes on for longer than there is room";
    harness.fact(EventKind::Notice {
        level: protocol::event::NoticeLevel::Warning,
        text: Notice::text(text),
    });
    let text = harness.text();
    assert!(text.contains("── working ── the provider"), "{text}");
    assert!(text.contains('…'), "{text}");
}

#[test]
fn a_screen_that_is_too_small_says_so() {
    let text = TuiHarness::furnished(39, 9).text();
    assert!(text.contains("needs 40x10, is 39x9"), "{text}");
    TuiHarness::furnished(1, 1).text();
    TuiHarness::furnished(0, 0).frame();
}

#[test]
fn nothing_is_written_when_nothing_changed() {
    let mut harness = TuiHarness::furnished(120, 40);
    assert!(!harness.frame().is_empty());
    assert_eq!(harness.frame(), b"");
    harness.press("a");
    let echo = harness.frame();
    assert!(!echo.is_empty() && echo.len() < 200, "{} bytes", echo.len());
    assert_eq!(harness.frame(), b"");
}

#[test]
fn no_time_that_goes_by_makes_a_frame_due() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.frame();
    harness.wait(Duration::from_secs(3_600));
    assert_eq!(harness.app.dirty(), super::super::app::Redraw::No);
    assert_eq!(harness.app.deadline(), None);
    assert_eq!(harness.frame(), b"");
}

#[test]
fn the_parts_never_overlap_at_any_size() {
    use super::super::layout::{LayoutRequest, lay_out};
    for (width, height) in [
        (40, 10),
        (60, 13),
        (60, 16),
        (80, 24),
        (99, 29),
        (100, 30),
        (149, 40),
        (150, 48),
        (400, 200),
    ] {
        for bar in [0, 5, 100] {
            for editor in [1, 3, 50] {
                let layout = lay_out(width, height, bar, editor, &LayoutRequest::default());
                let mut parts = vec![
                    layout.tabs,
                    layout.bar,
                    layout.rule,
                    layout.editor,
                    layout.hints,
                    layout.status,
                ];
                parts.extend(layout.panes.iter().map(|(_, area)| *area));
                parts.extend(&layout.separators);
                for (index, one) in parts.iter().enumerate() {
                    for other in &parts[index + 1..] {
                        assert!(one.intersection(*other).is_empty(), "{one:?} {other:?}");
                    }
                }
                let cells: u32 = parts.iter().map(|area| area.area()).sum();
                assert_eq!(
                    cells,
                    u32::from(width) * u32::from(height),
                    "{width}x{height} {bar} {editor}"
                );
                assert!(layout.editor.height >= 1 && layout.status.height == 1);
            }
        }
    }
}

#[test]
fn which_key_comes_after_a_while_and_goes_with_the_next_key() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.key_now("Ctrl+X");
    assert!(!harness.text().contains("then:"));
    assert_eq!(
        harness.app.deadline(),
        Some(harness.now + Duration::from_millis(400))
    );
    harness.wait(Duration::from_millis(400));
    let text = harness.text();
    assert!(
        text.contains("Ctrl+X then:") && text.contains("model picker"),
        "{text}"
    );
    harness.key_now("Ctrl+G");
    assert!(!harness.text().contains("then:"));
}

#[test]
fn which_key_stands_in_groups_where_all_of_it_fits() {
    for (width, height) in [(160, 48), (120, 40), (100, 30)] {
        let mut harness = TuiHarness::furnished(width, height);
        harness.key_now("Ctrl+X");
        harness.wait(Duration::from_millis(400));
        let text = harness.text();
        for heading in ["draft", "changes", "agent", "sessions", "panes", "program"] {
            let is_heading = |part: &str| part.trim() == heading;
            let mut lines = text.lines().flat_map(|line| line.split("  "));
            assert!(lines.any(is_heading), "{width}x{height}: {heading}\n{text}");
        }
    }
}

#[test]
fn ways_on_behind_the_leader_are_told_whole_in_every_language() {
    use l10n::Language;
    use l10n::testing::speaking;
    for language in Language::ALL {
        for (width, height) in [(80, 24), (160, 48)] {
            let text = speaking(language, || {
                let mut harness = TuiHarness::furnished(width, height);
                harness.key_now("Ctrl+X");
                harness.wait(Duration::from_millis(400));
                harness.text()
            });
            let table = text.split(" Ctrl+X ").nth(1).expect("the table");
            let table = table.split("──").next().expect("what is over the draft");
            assert!(!table.contains('…'), "{}: {text}", language.code());
        }
    }
}

#[test]
fn every_way_on_behind_the_leader_is_shown_where_there_is_room_for_the_rows() {
    for (width, height) in [(80, 24), (100, 30), (160, 48)] {
        let mut harness = TuiHarness::furnished(width, height);
        harness.key_now("Ctrl+X");
        harness.wait(Duration::from_millis(400));
        let text = harness.text();
        for word in [
            "undo edit",
            "narrower",
            "wider",
            "settings",
            "redo edit",
            "mouse off",
        ] {
            assert!(text.contains(word), "{word} at {width}x{height}\n{text}");
        }
    }
}

#[test]
fn that_nothing_is_kept_stands_in_the_status_line_as_long_as_it_is_so() {
    for width in [160, 80] {
        let mut harness = TuiHarness::furnished(width, 24);
        assert!(!harness.text().contains("in memory only"));
        let facts = WorkspaceFacts {
            in_memory: true,
            ..workspace()
        };
        let reply = Reply::Workspace { facts };
        harness.app.reply(&Query::Workspace, reply);
        harness.begin_run();
        let text = harness.text();
        let last = text.lines().last().unwrap_or_default();
        assert!(last.contains("in memory only"), "{text}");
    }
}

#[test]
fn nothing_of_the_panes_is_left_beside_a_box_that_takes_the_width() {
    for keys in ["F8", "Alt+X", "Ctrl+X b", "Ctrl+X ,"] {
        let mut harness = TuiHarness::furnished(80, 24);
        harness.press(keys);
        let text = harness.text();
        let inside = text.lines().filter(|line| {
            let line: Vec<char> = line.chars().collect();
            line.get(1).is_some_and(|c| "│┌└".contains(*c))
        });
        let mut count = 0;
        for line in inside {
            count += 1;
            let first = line.chars().next();
            assert_eq!(first, Some(' '), "{keys}: {line:?}\n{text}");
            assert!(line.chars().count() <= 79, "{keys}: {line:?}");
        }
        assert!(count > 3, "{keys}\n{text}");
    }
}

#[test]
fn help_lists_the_keys_of_what_has_the_focus() {
    let mut harness = TuiHarness::furnished(160, 48);
    harness.press("?");
    let text = harness.text();
    assert!(
        text.contains("Help") && text.contains("Keys here: editor"),
        "{text}"
    );
    harness.press("Esc Esc ?");
    assert!(harness.text().contains("Keys here: chat"));
    harness.press("q");
    assert!(!harness.text().contains("Help"));
}

#[test]
fn help_in_the_editor_begins_with_the_keys_of_the_program_and_ends_with_those_of_typing() {
    let mut harness = TuiHarness::furnished(80, 24);
    harness.press("?");
    let first = harness.text();
    for key in [
        "send, or queue",
        "newline",
        "leave editor",
        "help, with",
        "go to the question",
    ] {
        assert!(first.contains(key), "{key}\n{first}");
    }
    assert!(!first.contains("cut to the end"), "{first}");
    let mut all = first;
    for _ in 0..8 {
        harness.press("PageDown");
        all.push_str(&harness.text());
    }
    let at = |words: &str| all.find(words).unwrap_or_else(|| panic!("{words}\n{all}"));
    assert!(at("checkpoints") < at("Typing, as in readline"), "{all}");
    assert!(at("Typing, as in readline") < at("cut to the end"), "{all}");
}

#[test]
fn the_working_indicator_follows_the_run() {
    let mut harness = TuiHarness::furnished(120, 40);
    assert!(!harness.text().contains("working"));
    harness.begin_run();
    assert!(harness.text().contains("working"));
    harness.fact(EventKind::RunFailed {
        error: Notice::text("the server hung up"),
        hint: None,
        code: None,
        result: RunResult::default(),
    });
    let text = harness.text();
    assert!(!text.contains("working") && text.contains("the server hung up"));
}

#[test]
fn an_unknown_cost_is_neither_said_nor_shown_as_nothing() {
    let mut harness = TuiHarness::new(160, 48);
    harness.fact(EventKind::StepCompleted {
        step: protocol::ids::StepId(Uuid::from_u128(9)),
        usage: Usage {
            input_tokens: 10,
            output_tokens: 10,
            ..Usage::default()
        },
        window: ContextWindow::default(),
    });
    let text = harness.text();
    assert!(text.contains("10 in 10 out"), "{text}");
    assert!(!text.contains("cost") && !text.contains('$'), "{text}");
}

#[test]
fn control_characters_in_names_do_not_reach_the_terminal() {
    let mut harness = TuiHarness::new(120, 40);
    let mut settings = settings();
    settings.name = "a\u{1b}[31mb".into();
    harness.fact(EventKind::SessionChanged { settings });
    let bytes = String::from_utf8(harness.frame()).unwrap();
    assert!(!bytes.contains("a\u{1b}[31mb"));
}

#[test]
fn a_stopped_engine_is_said_and_does_no_harm() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.app.engine_stopped();
    assert!(harness.text().contains("the engine has stopped"));
    harness.press("a Enter Ctrl+X m");
    harness.text();
}

#[test]
fn what_was_sent_before_the_engine_stopped_is_in_the_editor_again_and_told_on_leaving() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.press("o n e Enter t w o Enter");
    harness.press("t h r e e");
    harness.fact(EventKind::Notice {
        level: NoticeLevel::Error,
        text: Notice::text("saving has failed for good: the disk is gone"),
    });
    harness.app.engine_stopped();
    let shown = harness.text();
    for part in ["one", "two", "three", "Ctrl+C quits"] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    let told = harness.app.model().farewell_text().unwrap();
    assert!(told.starts_with("saving has failed for good: the disk is gone"));
    assert!(told.ends_with("one\ntwo\nthree"), "{told}");
    // One press leaves, because nothing else is left to do; it clears nothing.
    harness.press("Ctrl+C");
    let exit = Effect::Exit(ExitReason::EngineStopped);
    assert!(harness.effects.contains(&exit));
    assert_eq!(harness.app.model().farewell_text().unwrap(), told);
}

#[test]
fn a_working_engine_tells_nothing_on_leaving() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.press("t e x t");
    assert_eq!(harness.app.model().farewell_text(), None);
}

#[test]
fn a_text_that_is_too_long_for_terminals_is_not_put_on_the_clipboard() {
    use super::super::terminal::copy_sequence;
    let sequence = copy_sequence("hé").unwrap();
    assert_eq!(sequence, b"\x1b]52;c;aMOp\x07");
    assert_eq!(copy_sequence(&"x".repeat(80_000)), None);
}

#[test]
fn a_synchronized_frame_is_one_piece() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.screen.set_synchronized();
    let bytes = harness.frame();
    assert!(bytes.starts_with(b"\x1b[?2026h") && bytes.ends_with(b"\x1b[?2026l"));
    let begins = bytes
        .windows(8)
        .filter(|part| *part == b"\x1b[?2026h")
        .count();
    assert_eq!(begins, 1);
}

#[test]
fn the_palette_offers_slash_commands_and_keeps_what_was_typed() {
    let mut harness = TuiHarness::furnished(80, 24);
    harness.press("m y Alt+X / i n c l u");
    let text = harness.text();
    assert!(text.contains("> /include  Send a file"), "{text}");
    harness.press("Enter");
    let tab = harness.app.model().sessions.tab().unwrap();
    assert_eq!(tab.editor.text(), "/include ");
    let kept = harness
        .orders()
        .into_iter()
        .any(|order| matches!(order, Command::RememberInput { text, .. } if text == "my"));
    assert!(kept);
}

#[test]
fn help_ends_with_its_last_page() {
    let mut harness = TuiHarness::furnished(80, 24);
    harness.press("? G");
    let end = harness.text();
    harness.press("j j j");
    assert_eq!(harness.text(), end);
    harness.press("k");
    assert_ne!(harness.text(), end, "one press is enough to go back");
    harness.press("g");
    assert!(harness.text().contains("1-17 of"));
}
