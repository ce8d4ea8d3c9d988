//! Editing is tested as triples: before, keys, after; `|` is the cursor.

use super::*;
use crossterm::event::{KeyCode, KeyModifiers};
use proptest::prelude::*;
use redact::Secret;

fn key_of(text: &str) -> KeyEvent {
    let (modifiers, name) = match text.rsplit_once('+') {
        Some((held, name)) => (held, name),
        None => ("", text),
    };
    let code = match name {
        "Left" => KeyCode::Left,
        "Right" => KeyCode::Right,
        "Home" => KeyCode::Home,
        "End" => KeyCode::End,
        "Backspace" => KeyCode::Backspace,
        "Delete" => KeyCode::Delete,
        "Enter" => KeyCode::Enter,
        "Tab" => KeyCode::Tab,
        name => KeyCode::Char(name.chars().next().unwrap()),
    };
    let held = modifiers.split('+').map(|held| match held {
        "Ctrl" => KeyModifiers::CONTROL,
        "Alt" => KeyModifiers::ALT,
        "Shift" => KeyModifiers::SHIFT,
        _ => KeyModifiers::NONE,
    });
    KeyEvent::new(code, held.collect())
}

fn line_of(marked: &str) -> LineEditor {
    let mut line = LineEditor::of(&marked.replacen('|', "", 1));
    line.cursor = marked.find('|').unwrap();
    line
}

fn marked(line: &LineEditor) -> String {
    let mut text = line.text().to_owned();
    text.insert(line.cursor(), '|');
    text
}

#[test]
fn the_keys_edit_as_in_bash() {
    let triples = [
        ("one two|", "Ctrl+a", "|one two"),
        ("|one two", "Ctrl+e", "one two|"),
        ("o|ne", "Home", "|one"),
        ("o|ne", "End", "one|"),
        ("on|e", "Ctrl+b", "o|ne"),
        ("o|ne", "Ctrl+f", "on|e"),
        ("one two|", "Alt+b", "one |two"),
        ("|one two", "Alt+f", "one| two"),
        ("one two|", "Ctrl+Left", "one |two"),
        ("|one two", "Alt+Right", "one| two"),
        ("o|ne", "Ctrl+d", "o|e"),
        ("on|e", "Ctrl+h", "o|e"),
        ("on|e", "Backspace", "o|e"),
        ("o|ne", "Delete", "o|e"),
        ("one |two", "Ctrl+k", "one |"),
        ("one |two", "Ctrl+u", "|two"),
        ("a src/b.rs|", "Ctrl+w", "a |"),
        ("a src/b.rs|", "Alt+Backspace", "a src/b.|"),
        ("|one two", "Alt+d", "| two"),
        ("one two|", "Ctrl+w Ctrl+w Ctrl+y", "one two|"),
        ("one two|", "Ctrl+w Ctrl+a Ctrl+y", "two|one "),
        ("one two|", "Ctrl+w Left Right Ctrl+w Ctrl+y Alt+y", "two|"),
        ("a b|", "Ctrl+w Ctrl+a Ctrl+k Ctrl+y Alt+y", "b|"),
        ("one two|", "Ctrl+w Alt+y", "one |"),
        ("ab|", "Ctrl+t", "ba|"),
        ("a|b", "Ctrl+t", "ba|"),
        ("|ab", "Ctrl+t", "|ab"),
        ("one two|", "Alt+t", "two one|"),
        ("|one two", "Alt+u", "ONE| two"),
        ("|ONE two", "Alt+l", "one| two"),
        ("|oNE two", "Alt+c", "One| two"),
        ("one|", "x y Ctrl+_", "one|"),
        ("one|", "Ctrl+w Ctrl+7", "one|"),
        ("one|", "Ctrl+w Ctrl+/ Ctrl+Shift+Z", "|"),
        ("one|", "Ctrl+q Tab", "one\t|"),
        ("one|", "Ctrl+q Ctrl+a x", "onex|"),
        ("ab👨‍👩‍👧|", "Backspace", "ab|"),
        ("ab|👨‍👩‍👧c", "Right", "ab👨‍👩‍👧|c"),
        ("e\u{301}|", "Backspace", "|"),
        ("日本|", "Left", "日|本"),
        // A line break in the line, from a paste, ends no line.
        ("one\ntwo|", "Ctrl+a", "|one\ntwo"),
        ("one\ntwo|", "Ctrl+u", "|"),
    ];
    for (before, keys, after) in triples {
        let mut line = line_of(before);
        for key in keys.split(' ') {
            assert_eq!(line.key(&key_of(key)), KeyUse::Yes, "{key}");
        }
        assert_eq!(marked(&line), after, "{before:?} {keys}");
    }
    assert_eq!(line_of("one|").key(&key_of("Enter")), KeyUse::No);
}

#[test]
fn only_the_first_line_of_a_paste_goes_into_a_line() {
    let mut line = line_of("a|c");
    line.paste("b\nd");
    assert_eq!(marked(&line), "ab|c");
}

#[test]
fn a_walk_through_the_history_comes_back_to_the_draft() {
    let mut history = History::default();
    for line in ["one", " ", "two", "two"] {
        history.push(line);
    }
    assert_eq!(history.lines(), ["one", "two"]);
    let walked = |history: &mut History, index: Option<usize>| {
        index.and_then(|index| history.go(index, "draft"))
    };
    let before = history.before_shown();
    assert_eq!(walked(&mut history, before).as_deref(), Some("two"));
    let before = history.before_shown();
    assert_eq!(walked(&mut history, before).as_deref(), Some("one"));
    assert_eq!(history.before_shown(), None);
    let after = history.after_shown();
    assert_eq!(walked(&mut history, after).as_deref(), Some("two"));
    let after = history.after_shown();
    assert_eq!(walked(&mut history, after).as_deref(), Some("draft"));
    assert_eq!(history.after_shown(), None);
}

#[test]
fn a_secret_is_shown_nowhere_and_gone_once_taken() {
    let mut secret = SecretInput::default();
    assert!(secret.push("sk-"));
    secret.key(&key_of("1"));
    secret.key(&key_of("x"));
    secret.key(&key_of("Backspace"));
    secret.key(&key_of("Ctrl+y"));
    assert_eq!(secret.letters(), 4);
    assert!(!format!("{secret:?}").contains("sk-1"));
    assert_eq!(secret.take(), Secret::new("sk-1"));
    assert_eq!(secret.letters(), 0);
    assert!(!secret.push(&"k".repeat(Secret::LONGEST + 1)));
    assert_eq!(secret.letters(), 0, "none of it is kept");
}

proptest! {
    #![proptest_config(testing::cases(256))]

    #[test]
    fn any_edit_can_be_undone_and_done_again(
        text in "[a-z日é\u{301} \n]{0,20}",
        keys in prop::collection::vec(prop::sample::select(vec![
            "a", "日", "Ctrl+w", "Ctrl+k", "Ctrl+u", "Ctrl+y", "Alt+y", "Alt+d", "Ctrl+t", "Alt+t",
            "Alt+u", "Backspace", "Delete", "Left", "Alt+b", "Home",
        ]), 0..25),
    ) {
        let mut line = LineEditor::of(&text);
        for key in &keys {
            line.key(&key_of(key));
            prop_assert!(line.text().is_char_boundary(line.cursor()));
        }
        let after = line.text().to_owned();
        for _ in 0..=keys.len() {
            line.act(EditAction::Undo);
        }
        prop_assert_eq!(line.text(), text);
        for _ in 0..=keys.len() {
            line.act(EditAction::Redo);
        }
        prop_assert_eq!(line.text(), after);
    }
}
