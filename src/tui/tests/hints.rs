//! Tests of the hint row and notices: the hints belong to the topmost part, and a text that appears
//! nowhere else is never cut.

use super::prompts::prompt;
use super::writes::write;
use super::*;
use crate::keymap::{Context, Keymap};
use crate::layout::{LayoutRequest, lay_out};
use crate::terminal::KeyProtocol;
use crate::terminal::findings::KeyFindings;
use l10n::Language;
use l10n::testing::speaking;
use notice::Notice;
use protocol::approval::{AlwaysScope, GrantScope, Question};
use protocol::event::NoticeLevel;

/// Returns the row of key hints, above the status line.
fn hint_row(harness: &mut TuiHarness) -> String {
    let text = harness.text();
    let rows: Vec<&str> = text.lines().collect();
    rows[rows.len() - 2].trim().to_owned()
}

/// Returns the hint row after these keys.
fn after(keys: &str) -> String {
    let mut harness = TuiHarness::reviewed(160, 48);
    harness.press(keys);
    hint_row(&mut harness)
}

#[test]
fn the_hint_row_is_of_what_lies_on_top() {
    for (keys, says) in [
        ("F8", "Enter preview"),
        ("F8 j b", "Tab next  Space toggle"),
        (
            "F8 j b Tab Tab Tab Tab Tab Tab Tab Space Enter",
            "y roll back and write now  d difference  n back",
        ),
        ("F9", "n leave it off  y turn on"),
        (
            "/ f i g u r e s Enter",
            "p earlier run  n later run  j down  k up  q close",
        ),
        ("/ h e l", "Tab choose  Down next  Up previous  Esc close"),
        ("Alt+X", "Enter choose"),
    ] {
        let row = after(keys);
        assert!(row.starts_with(says), "{keys}: {row}");
    }
}

#[test]
fn on_the_undo_of_a_rollback_the_row_is_of_that_and_over_its_difference_of_the_difference() {
    let mut harness = TuiHarness::reviewed(160, 48);
    harness.review().last_rollback = Some(Notice::text("to #29"));
    for (key, says) in [
        ("F8", "Enter undo  d difference  n new  f filter  q back"),
        ("Enter", "y undo  d difference  q back"),
        ("d", "n next"),
        ("Esc", "y undo"),
        ("Esc", "Enter undo"),
        ("j", "Enter preview"),
    ] {
        harness.press(key);
        let row = hint_row(&mut harness);
        assert!(row.starts_with(says), "{key}: {row}");
    }
}

#[test]
fn where_every_key_is_for_the_box_on_top_no_other_is_named() {
    for (keys, own) in [
        ("F7 w", "y apply  d difference  j k scroll  Esc back"),
        ("F7 *", "Enter choose  j k move  Esc back"),
        ("F7 n n c", "Enter keep  Ctrl+J new line  Esc back"),
        ("F7 n n e", "Ctrl+S keep  Esc back"),
        ("F7 /", "Enter search  Esc back"),
        ("Esc 1 /", "Enter search  Esc back"),
        ("F8 f", "Enter filter  Esc back"),
        (
            "F8 j b Tab Tab Tab Tab Space Enter",
            "Enter roll back  Esc back",
        ),
        ("F8 j t", "Enter name  Esc back"),
        ("F8 n", "Enter name  Esc back"),
        ("Ctrl+X b /", "Enter search  Esc back"),
        ("Ctrl+X b e", "Tab next  Ctrl+S save  Esc discard"),
    ] {
        assert_eq!(after(keys), own, "{keys}");
    }
}

#[test]
fn where_a_line_is_cut_the_row_names_the_key_that_shows_it_whole() {
    for (size, is_cut) in [((160, 48), true), ((400, 48), false)] {
        let mut harness = TuiHarness::reviewed(size.0, size.1);
        harness.press("F7");
        let row = hint_row(&mut harness);
        assert_eq!(row.contains("W whole lines"), is_cut, "{row}");
        harness.press("W");
        let row = hint_row(&mut harness);
        assert!(!row.contains("W whole lines"), "{row}");
    }
}

#[test]
fn what_a_question_would_write_is_answered_in_its_review_and_not_applied() {
    let mut harness = TuiHarness::reviewed(160, 48);
    harness.prompt(write(3));
    harness.press("F2 d");
    let row = hint_row(&mut harness);
    assert!(row.contains("y answer") && !row.contains("apply"), "{row}");
    for refused in ["comment", "split", "edit", "lines"] {
        assert!(!row.contains(refused), "{row}");
    }
}

#[test]
fn the_bar_names_what_can_be_done_about_this_question() {
    let mut harness = TuiHarness::reviewed(160, 48);
    harness.prompt(prompt());
    harness.press("F2");
    let row = hint_row(&mut harness);
    assert!(
        row.starts_with("y approve  n reject  d full text  e edit"),
        "{row}"
    );
    harness.press("c");
    assert_eq!(
        hint_row(&mut harness),
        "Enter reject  Ctrl+J new line  Esc back",
        "a text is typed"
    );
    // A dialog over the buttons shows its own keys.
    let mut harness = TuiHarness::reviewed(160, 48);
    let scope = AlwaysScope {
        scope: GrantScope::Session,
        grants: Notice::text("this session"),
        pattern: None,
    };
    harness.prompt(Question {
        scopes: vec![scope],
        ..write(30)
    });
    harness.press("F2 a");
    assert_eq!(
        hint_row(&mut harness),
        "j next  k previous  Enter choose  Esc back"
    );
}

const LONG: &str = "no theme of this name, and so many others are there that the row over the draft \
                    cannot hold them: auto, dark, light, hc, and the last of all of them";

#[test]
fn what_has_no_room_on_the_rule_is_said_whole_until_a_key_comes() {
    for (width, height) in [(60, 16), (80, 24), (100, 30)] {
        let mut harness = TuiHarness::furnished(width, height);
        harness.app.say(NoticeLevel::Warning, LONG.to_owned());
        let text = harness.text();
        let words: Vec<&str> = text.split_whitespace().collect();
        assert!(words.join(" ").contains(LONG), "{text}");
        assert!(text.contains("── draft ──"), "{text}");
        harness.press("a");
        assert!(!harness.text().contains("the last of all"));
    }
    let mut harness = TuiHarness::furnished(80, 24);
    harness.app.say(NoticeLevel::Info, "short".to_owned());
    assert!(harness.text().contains("── draft ── short ─"));
}

#[test]
fn what_a_session_says_is_whole_where_its_conversation_is_not_on_the_screen() {
    let mut harness = TuiHarness::reviewed(80, 24);
    harness.press("F7");
    harness.fact(EventKind::Notice {
        level: NoticeLevel::Info,
        text: Notice::text(LONG),
    });
    let text = harness.text();
    let words: Vec<&str> = text.split_whitespace().collect();
    assert!(words.join(" ").contains(LONG), "{text}");
    // Once the user could read the notice, it takes no room.
    harness.press("j");
    assert!(!harness.text().contains("the last of all"));
}

#[test]
fn what_is_said_takes_no_row_from_the_bar_the_editor_and_the_conversation() {
    for height in [16, 24, 48] {
        for bar in [0, 5, 100] {
            let plain = lay_out(80, height, bar, 3, &LayoutRequest::default());
            let request = LayoutRequest {
                notices: 5,
                ..LayoutRequest::default()
            };
            let layout = lay_out(80, height, bar, 3, &request);
            assert_eq!(
                (layout.bar.height, layout.editor),
                (plain.bar.height, plain.editor)
            );
            assert!(layout.panes[0].1.height >= 3, "{height} {bar}");
            assert!(layout.notices.intersection(layout.bar).is_empty());
            assert!(layout.notices.intersection(layout.panes[0].1).is_empty());
        }
    }
}

#[test]
fn the_end_of_a_run_is_told_where_its_conversation_is_not_on_the_screen() {
    let over = EventKind::RunCompleted {
        result: RunResult::default(),
    };
    for (keys, is_told) in [("F7", true), ("Esc 2", false)] {
        let mut harness = TuiHarness::reviewed(80, 24);
        harness.begin_run();
        harness.press(keys);
        harness.fact(over.clone());
        let text = harness.text();
        assert_eq!(text.contains("run done"), is_told, "{text}");
    }
}

#[test]
fn a_hunk_that_goes_on_below_the_screen_says_so() {
    for (width, height, says) in [
        (80, 24, "── hunk 2, 1 more line below: "),
        // A short form where the keys need the room.
        (60, 16, "── hunk 2 (+3)"),
        (150, 40, "── Result of hunk 2: "),
    ] {
        let mut harness = TuiHarness::reviewed(150, 40);
        harness.press("F7");
        harness.input(InputKind::Resize(width, height));
        harness.settle();
        let text = harness.text();
        assert!(text.contains(says), "{text}");
        // At the end, no rows are below.
        harness.press("G");
        let text = harness.text();
        assert!(text.contains("hunk 4: "), "{text}");
    }
}

fn answer(harness: &mut TuiHarness, rows: usize) {
    let text: Vec<String> = (1..=rows)
        .map(|row| format!("row {row} of the answer"))
        .collect();
    harness.fact(EventKind::MessageAdded {
        message: message(900, Role::System, &text.join("\n\n")),
    });
}

#[test]
fn what_a_command_answers_is_read_from_its_beginning() {
    let mut harness = TuiHarness::furnished(80, 24);
    harness.frame();
    answer(&mut harness, 40);
    let text = harness.text();
    assert!(
        text.contains("row 1 of") && !text.contains("row 40 of"),
        "{text}"
    );
    // Sending a message scrolls to it.
    harness.press("h i Enter");
    assert!(harness.text().contains("row 40 of"), "{}", harness.text());
    // A message that fits is shown as usual: at the end.
    let mut harness = TuiHarness::furnished(80, 24);
    harness.frame();
    answer(&mut harness, 3);
    let text = harness.text();
    assert!(
        text.contains("row 1 of") && text.contains("row 3 of"),
        "{text}"
    );
}

#[test]
fn help_names_each_thing_once_and_leaves_nothing_of_what_lies_below_it_beside_it() {
    let mut harness = TuiHarness::furnished(160, 48);
    harness.app.set_findings(&KeyFindings {
        protocol: KeyProtocol::Kitty,
        ..KeyFindings::default()
    });
    harness.press("Ctrl+X ?");
    let text = harness.text();
    let rows: Vec<&str> = text.lines().collect();
    for row in &rows[1..rows.len() - 1] {
        let row = row.trim();
        let is_frame = row.starts_with(['┌', '│', '└']) && row.ends_with(['┐', '│', '┘']);
        assert!(is_frame, "{row}");
    }
    assert!(text.contains("F9 Ctrl+Tab"), "{text}");
    assert!(!text.contains("F9 or Ctrl+X p"), "{text}");
    assert_eq!(text.matches("newline").count(), 1, "{text}");
}

#[test]
fn ways_that_have_no_room_are_on_further_pages() {
    let mut harness = TuiHarness::furnished(60, 16);
    harness.press("Ctrl+X");
    harness.wait(Duration::from_secs(1));
    let first = harness.text();
    assert!(first.contains("1/2  PageDown: 19 more"), "{first}");
    harness.press("PageDown");
    let second = harness.text();
    assert!(second.contains("2/2  PageDown"), "{second}");
    let keymap = Keymap::embedded().unwrap();
    for binding in keymap.bindings(Context::Leader) {
        let begin: String = binding.said().chars().take(8).collect();
        let is_there = first.contains(&begin) || second.contains(&begin);
        assert!(is_there, "{begin}\n{first}\n{second}");
    }
    harness.press("PageDown");
    assert_eq!(harness.text(), first, "around the end");
    // The key sequence continues after the help.
    harness.press("?");
    assert!(harness.text().contains("Help"));
    // If all keys have room, the key ends the sequence, like any other unbound key.
    let mut harness = TuiHarness::furnished(160, 48);
    harness.press("Ctrl+X");
    harness.wait(Duration::from_secs(1));
    harness.press("PageDown ?");
    assert!(!harness.text().contains("EVERYWHERE"));
}

#[test]
fn f2_is_named_where_something_waits_for_an_answer() {
    let mut harness = TuiHarness::reviewed(160, 48);
    let row = hint_row(&mut harness);
    assert!(!row.contains("F2"), "{row}");
    harness.prompt(prompt());
    let row = hint_row(&mut harness);
    assert!(row.contains("F2 answer"), "{row}");
    // The notice also appears in another session.
    harness.press("Ctrl+X n");
    let row = hint_row(&mut harness);
    assert!(row.contains("F2 answer"), "{row}");
}

#[test]
fn what_is_zoomed_says_so_and_what_cannot_be_does_too() {
    let mut harness = TuiHarness::reviewed(160, 48);
    let row = hint_row(&mut harness);
    assert!(row.contains("F4 zoom"), "{row}");
    harness.press("F4");
    let text = harness.text();
    assert!(text.contains("Chat") && text.contains("zoomed"), "{text}");
    let row = hint_row(&mut harness);
    assert!(row.contains("F4 unzoom"), "{row}");
    harness.press("F4");
    assert!(!harness.text().contains("zoomed"));
    let mut harness = TuiHarness::reviewed(80, 24);
    harness.press("F4");
    let text = harness.text();
    assert!(text.contains("nothing to zoom"), "{text}");
    assert_eq!(harness.app.model().panes.layout_request.zoom, None);
}

#[test]
fn a_pane_that_has_a_narrow_screen_alone_says_what_it_is_and_that_it_has_the_keys() {
    for (keys, title) in [
        ("Ctrl+X d", ">Diff  src/auth/retry.rs"),
        ("Ctrl+X t", ">Files"),
    ] {
        let mut harness = TuiHarness::reviewed(80, 24);
        harness.press(keys);
        let text = harness.text();
        assert!(text.contains(title), "{keys}\n{text}");
    }
}

#[test]
fn the_demo_does_not_promise_to_keep_what_goes_with_it() {
    let mut harness = TuiHarness::reviewed(80, 24);
    harness.press("Ctrl+C");
    let text = harness.text();
    assert!(text.contains("press Ctrl+C again to quit"), "{text}");
    assert!(text.contains("hunks to review"), "{text}");
    let mut harness = TuiHarness::reviewed(80, 24);
    harness.app.model.chrome.save_scope = crate::SaveScope::No;
    harness.press("Ctrl+C");
    let text = harness.text();
    assert!(text.contains("the demo's folder goes too"), "{text}");
    assert!(!text.contains("everything is saved"), "{text}");
}

/// Returns the findings for a terminal that has answered every query.
fn answered(protocol: KeyProtocol, name: &str) -> KeyFindings {
    let mut found = KeyFindings {
        protocol,
        ..KeyFindings::default()
    };
    found.named(name);
    found.modes.nothing_more_comes();
    found
}

#[test]
fn the_status_line_names_the_key_that_ends_passthrough_while_it_is_on() {
    for language in Language::ALL {
        speaking(language, || {
            for (width, height) in [(60, 16), (80, 24), (100, 30), (160, 48)] {
                let mut harness = TuiHarness::furnished(width, height);
                let status = |harness: &mut TuiHarness| {
                    harness.text().trim_end().lines().last().unwrap().to_owned()
                };
                harness
                    .app
                    .set_findings(&answered(KeyProtocol::Legacy, "VTE(7600)"));
                let off = status(&mut harness);
                assert!(off.starts_with(" review · "), "{width}: {off}");
                harness.fact(EventKind::PolicyChanged {
                    policy: policy(Mode::Passthrough),
                });
                let on = status(&mut harness);
                let word = l10n::text("hint-off");
                assert!(
                    on.starts_with(&format!(" PASSTHROUGH F9 {word} · ")),
                    "{width}: {on}"
                );
            }
        });
    }
}

#[test]
fn the_key_that_ends_passthrough_is_named_as_it_is_bound() {
    let mut harness = TuiHarness::furnished(80, 24);
    harness.fact(EventKind::PolicyChanged {
        policy: policy(Mode::Passthrough),
    });
    harness
        .app
        .set_findings(&answered(KeyProtocol::Legacy, "VTE(7600)"));
    let own = "global = [{ keys = [\"F9\"], action = \"none\" }]\n";
    let loaded = Keymap::embedded()
        .unwrap()
        .with_own(std::path::Path::new("k.toml"), own);
    harness.app.set_keys(loaded);
    let text = harness.text();
    assert!(text.contains(" PASSTHROUGH Ctrl+X p off · "), "{text}");
}

#[test]
fn keys_are_tried_without_doing_anything_and_what_came_is_told_and_kept() {
    let mut harness = TuiHarness::furnished(80, 24);
    harness
        .app
        .set_findings(&answered(KeyProtocol::Kitty, "foot(1.21.0)"));
    for letter in "/keys test".chars() {
        harness.press(
            if letter == ' ' {
                "Space".into()
            } else {
                letter.to_string()
            }
            .as_str(),
        );
    }
    harness.press("Enter");
    assert!(
        harness.text().contains("Press Ctrl+Tab now"),
        "{}",
        harness.text()
    );
    harness.effects.clear();
    // The terminal sends Tab instead; nothing else happens.
    harness.press("x F9 Tab");
    let text = harness.text();
    assert!(
        text.contains("Ctrl+Tab did not arrive when tried; F9 does the same"),
        "{text}"
    );
    assert!(text.contains("Press Shift+Enter now"), "{text}");
    harness.press("Shift+Enter");
    let text = harness.text();
    assert!(text.contains("Shift+Enter works: seen"), "{text}");
    assert!(harness.orders().is_empty());
    harness.press("Enter");
    assert!(!harness.app.model().dialogs.is_open());
    assert!(
        harness
            .app
            .model()
            .sessions
            .tab()
            .unwrap()
            .editor
            .is_empty()
    );
    // From then on the help says so, until the key does arrive.
    harness.press("? G");
    assert!(
        harness.text().contains("did not arrive when tried"),
        "{}",
        harness.text()
    );
}
