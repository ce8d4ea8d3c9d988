//! Tests of the editor. Editing is tested as triples: before, keys, after; `|` is the cursor.

use std::time::Duration;

use client::line_editor::{edit_action, typed};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use proptest::prelude::*;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::bindings::{edit_action_of, field_action};
use super::{Composer, TextEdit};
use crate::effect::Effect;
use crate::keymap::{Action, Context, Key, Keymap};
use crate::theme::Theme;
use client::vim::EditorKeys;

const T: Duration = Duration::ZERO;

fn key_of(text: &str) -> KeyEvent {
    match Key::parse(text) {
        Some(key) => KeyEvent::new(key.code, key.modifiers),
        None => panic!("no such key: {text}"),
    }
}

/// Splits a text from its cursor.
fn unmarked(marked: &str) -> (String, usize) {
    let at = marked.find('|').expect("a cursor");
    (marked.replacen('|', "", 1), at)
}

fn marked(mut text: String, cursor: usize) -> String {
    text.insert(cursor, '|');
    text
}

/// The composer alone, driven by keys through the key table.
struct ComposerHarness {
    composer: Composer,
    keymap: Keymap,
    effects: Vec<Effect>,
}

impl ComposerHarness {
    /// Creates an editor with a text; `|` is the cursor.
    fn of(marked: &str) -> Self {
        let (text, at) = unmarked(marked);
        let mut composer = Composer::default();
        composer.restore_draft(&text);
        composer.line.move_to(at);
        Self {
            composer,
            keymap: Keymap::embedded().expect("the shipped table"),
            effects: Vec::new(),
        }
    }

    /// Sets the lines that were sent, latest last.
    fn after<const N: usize>(mut self, history: [&str; N]) -> Self {
        self.composer
            .set_history(history.map(String::from).to_vec());
        self
    }

    /// Presses keys, one after another; returns what they cause.
    fn press(&mut self, keys: &str) -> Vec<Effect> {
        let mut effects = Vec::new();
        for text in keys.split(' ') {
            let key = key_of(text);
            let action = self.keymap.action(Context::Editor, Key::of(&key));
            effects.extend(match action.filter(|_| !self.composer.awaits_literal()) {
                // The loop turns Esc into this while a search is open.
                Some(Action::LeaveEditor) => {
                    self.composer.cancel_search();
                    Vec::new()
                }
                Some(action) => self.composer.act(action, T),
                None => self.composer.key(&key, T),
            });
        }
        self.effects.extend(effects.clone());
        effects
    }

    fn type_text(&mut self, text: &str) {
        for character in text.chars() {
            let key = KeyEvent::new(KeyCode::Char(character), KeyModifiers::NONE);
            self.composer.key(&key, T);
        }
    }

    fn paste(&mut self, text: &str) {
        self.composer.paste(text, T);
    }

    fn text(&self) -> String {
        self.composer.text()
    }

    fn marked(&self) -> String {
        marked(self.composer.text(), self.composer.cursor())
    }

    /// Returns the rows of the screen, and the place of the cursor.
    fn screen(&self, width: u16, height: u16) -> (String, Option<Position>) {
        let area = Rect::new(0, 0, width, height);
        let mut buffer = Buffer::empty(area);
        self.composer.draw(area, &mut buffer, &Theme::default());
        let rows: Vec<String> = (0..height)
            .map(|y| {
                let row: String = (0..width)
                    .map(|x| buffer[(x, y)].symbol().to_owned())
                    .collect();
                row.trim_end().to_owned()
            })
            .collect();
        (rows.join("\n"), self.composer.cursor_position(area))
    }
}

#[test]
fn what_came_back_and_is_sent_at_once_is_no_draft_any_more() {
    let mut composer = Composer::default();
    composer.set_text("came back");
    assert_eq!(composer.take_for_send(), "came back");
    assert_eq!(composer.draft_to_save().as_deref(), Some(""));
    assert_eq!(composer.draft_to_save(), None);
}

#[test]
fn the_fields_of_the_bar_have_the_keys_of_the_table() {
    let keymap = Keymap::embedded().expect("the shipped table");
    let mut compared = 0;
    for binding in keymap.bindings(Context::Editor) {
        for text in &binding.keys {
            let key = key_of(text);
            match (field_action(&key), edit_action(&key)) {
                (Some(action), _) => assert_eq!(action, binding.action, "{text}"),
                (None, Some(action)) => {
                    assert_eq!(Some(action), edit_action_of(binding.action), "{text}");
                }
                (None, None) => continue,
            }
            compared += 1;
        }
    }
    assert!(compared > 40, "only {compared} keys were compared");
}

/// Every readline row of the editor's key table, by each of its keys: the text before, the keys,
/// the text after.
const READLINE: &[(&str, &str, &str)] = &[
    ("Ctrl+A", "one\ntwo th|ree", "one\n|two three"),
    ("Home", "one\ntwo th|ree", "one\n|two three"),
    ("Ctrl+E", "one |two\nthree", "one two|\nthree"),
    ("End", "one |two\nthree", "one two|\nthree"),
    ("Ctrl+B", "日本|", "日|本"),
    ("Left", "日本|", "日|本"),
    ("Ctrl+F", "|e\u{301}x", "e\u{301}|x"),
    ("Right", "|e\u{301}x", "e\u{301}|x"),
    ("Alt+B", "a src/b.rs|", "a src/b.|rs"),
    ("Ctrl+Left", "a src/b.rs|", "a src/b.|rs"),
    ("Alt+Left", "a src/b.rs|", "a src/b.|rs"),
    ("Alt+F", "a| src/b.rs", "a src|/b.rs"),
    ("Ctrl+Right", "a| src/b.rs", "a src|/b.rs"),
    ("Alt+Right", "a| src/b.rs", "a src|/b.rs"),
    ("Ctrl+P", "one\ntw|o", "on|e\ntwo"),
    ("Up", "draf|t", "last @b.rs|"),
    ("Ctrl+P Ctrl+N", "draf|t", "draft|"),
    ("Down", "o|ne\ntwo", "one\nt|wo"),
    ("Ctrl+R s e e Ctrl+A", "x|", "|see @src/a.rs and @b.rs"),
    ("Ctrl+R @ b Ctrl+R Ctrl+R Ctrl+S Enter", "x|", "last @b.rs|"),
    ("Ctrl+S f i r Enter", "x|", "first|"),
    ("Ctrl+R s e e Esc", "x|", "x|"),
    ("Ctrl+D", "a|bc", "a|c"),
    ("Delete", "a|bc", "a|c"),
    ("Ctrl+H", "ab|c", "a|c"),
    ("Backspace", "ab|c", "a|c"),
    ("Ctrl+W", "a src/b.rs|", "a |"),
    ("Alt+Backspace", "a src/b.rs|", "a src/b.|"),
    ("Alt+D", "a| src/b.rs", "a|/b.rs"),
    ("Ctrl+K", "one |two\nthree", "one |\nthree"),
    ("Ctrl+K Ctrl+K", "one |two\nthree", "one |three"),
    ("Ctrl+U", "one\ntwo |three", "one\n|three"),
    (
        "Ctrl+W Ctrl+W Ctrl+A Ctrl+Y",
        "one two three|",
        "two three|one ",
    ),
    (
        "Ctrl+W Left Right Ctrl+W Ctrl+Y",
        "one two three|",
        "one two |",
    ),
    (
        "Ctrl+W Left Right Ctrl+W Ctrl+Y Alt+Y",
        "one two three|",
        "one three|",
    ),
    (
        "Ctrl+W Left Right Ctrl+W Ctrl+Y Alt+Y Alt+Y",
        "one two three|",
        "one two |",
    ),
    ("Ctrl+W Alt+Y", "one two|", "one |"),
    ("Ctrl+Y Left Right Alt+Y", "one two|", "one two|"),
    ("Ctrl+T", "ab|c", "acb|"),
    ("Ctrl+T Ctrl+T", "a|bc", "bca|"),
    ("Alt+T", "one, |two three", "two, one| three"),
    ("Alt+U", "o|ne two", "oNE| two"),
    ("Alt+L", "O|NE two", "One| two"),
    ("Alt+C", "one| tWO x", "one Two| x"),
    ("Ctrl+W Ctrl+_", "one two|", "one two|"),
    ("Ctrl+W Ctrl+7", "one two|", "one two|"),
    ("Ctrl+W Ctrl+/", "one two|", "one two|"),
    ("Ctrl+W Ctrl+-", "one two|", "one two|"),
    ("Ctrl+W Ctrl+_ Ctrl+Shift+Z", "one two|", "one |"),
    ("Alt+.", "look |", "look @b.rs |"),
    ("Alt+. Alt+.", "look |", "look @src/a.rs |"),
    ("Alt+. Alt+. Alt+.", "look |", "look @src/a.rs |"),
    ("Alt+. Left Right Alt+.", "look |", "look @b.rs @b.rs |"),
    ("Alt+<", "draft|", "first|"),
    ("Alt+< Alt+>", "draft|", "draft|"),
    ("Ctrl+Q Tab", "a|", "a\t|"),
    ("Ctrl+Q Enter", "a|", "a\n|"),
    ("Ctrl+Q Ctrl+J", "a|", "a\n|"),
    ("Ctrl+Q ?", "|", "?|"),
    ("Ctrl+Q Ctrl+A x", "a|", "ax|"),
    ("Ctrl+Q Alt+B x", "a|", "ax|"),
    ("Ctrl+J", "a|b", "a\n|b"),
    ("Shift+Enter", "a|b", "a\n|b"),
    ("Alt+Enter", "a|b", "a\n|b"),
    ("Shift+Left x", "abc|", "abx|"),
    ("Shift+Right x", "|abc", "x|bc"),
    ("Shift+Up x", "one\ntwo|", "onex|"),
    ("Shift+Down x", "on|e\ntwo", "onx|o"),
    ("Shift+Home x", "one\ntwo|", "one\nx|"),
    ("Shift+End x", "|one\ntwo", "x|\ntwo"),
    ("Ctrl+W Ctrl+E Ctrl+U Ctrl+Y Alt+Y", "one two|", "two|"),
    ("Ctrl+W Ctrl+A Ctrl+K Ctrl+Y Alt+Y", "a b|", "b|"),
    ("Ctrl+T", "|ab", "|ab"),
    ("x y Ctrl+_", "one|", "one|"),
    ("Ctrl+J x", "one|", "one\nx|"),
    ("Shift+Left Shift+Left x", "one|", "ox|"),
    ("Shift+Home Backspace", "one|", "|"),
    ("Shift+Left Ctrl+W Ctrl+A Ctrl+Y", "one|", "e|on"),
    ("Backspace", "ab👨‍👩‍👧|", "ab|"),
    ("Right", "ab|👨‍👩‍👧c", "ab👨‍👩‍👧|c"),
    ("Backspace", "e\u{301}|", "|"),
    // A line has the same columns, but not its clusters inside of them.
    ("Ctrl+P", "日e\u{301}x\nabcd|", "日e\u{301}x|\nabcd"),
    ("Ctrl+P", "日e\u{301}x\nabc|d", "日e\u{301}|x\nabcd"),
    ("Ctrl+P", "日e\u{301}x\na|bcd", "|日e\u{301}x\nabcd"),
    // Moving to another line separates cuts, as any other key does.
    ("Ctrl+W Up Down Ctrl+W Ctrl+Y", "a\nb c|", "a\nb| "),
];

#[test]
fn a_field_does_the_same_with_its_fixed_keys() {
    let is_of_a_field = |key: &KeyEvent| {
        field_action(key).is_some() || edit_action(key).is_some() || typed(key).is_some()
    };
    let mut compared = 0;
    for (keys, before, after) in READLINE {
        let (text, at) = unmarked(before);
        let mut line = TextEdit::of(&text);
        line.move_to(at);
        let keys = keys.split(' ').map(key_of);
        if keys.clone().all(|key| is_of_a_field(&key)) {
            keys.for_each(|key| {
                line.key(&key);
            });
            assert_eq!(marked(line.text(), line.cursor()), *after, "{before:?}");
            compared += 1;
        }
    }
    assert!(compared > 60, "only {compared} rows were compared");
}

#[test]
fn each_editing_key_of_the_table_does_what_readline_does_with_it() {
    for (keys, before, after) in READLINE {
        let history = ["first", "see @src/a.rs and @b.rs", "last @b.rs"];
        let mut editor = ComposerHarness::of(before).after(history);
        editor.press(keys);
        assert_eq!(editor.marked(), *after, "{before:?} {keys}");
    }
    // Other tests cover sending, the completion and everything outside of the text.
    let elsewhere = [
        Action::Send,
        Action::Complete,
        Action::CycleMode,
        Action::Paste,
        Action::ScrollChatUp,
        Action::ScrollChatDown,
        Action::LeaveEditor,
        Action::SendAndLoadNext,
    ];
    let pressed: Vec<Key> = READLINE
        .iter()
        .flat_map(|(keys, ..)| keys.split(' '))
        .filter_map(Key::parse)
        .collect();
    let keymap = Keymap::embedded().expect("the shipped table");
    for row in keymap.bindings(Context::Editor) {
        for key in row.keys.iter().filter(|_| !elsewhere.contains(&row.action)) {
            let parsed = Key::parse(key).expect("a key");
            assert!(
                pressed.contains(&parsed),
                "{key} ({:?}) is pressed nowhere",
                row.action
            );
        }
    }
}

#[test]
fn a_line_of_the_history_is_sent_and_the_next_one_shown() {
    let history = ["first", "see @src/a.rs and @b.rs", "last @b.rs"];
    let mut editor = ComposerHarness::of("|").after(history);
    editor.press("Alt+< Alt+N");
    assert_eq!(editor.effects, [Effect::Submit("first".into())]);
    assert_eq!(editor.marked(), "see @src/a.rs and @b.rs|");
    editor.press("Alt+N");
    let next = Effect::Submit("see @src/a.rs and @b.rs".into());
    assert_eq!(editor.effects[1..], [next]);
    assert_eq!(editor.marked(), "last @b.rs|");
}

#[test]
fn a_large_paste_is_a_chip_that_is_sent_whole_and_deleted_as_one() {
    let pasted: String = (1..=312).map(|line| format!("line {line}\n")).collect();
    let mut editor = ComposerHarness::of("|");
    editor.type_text("see ");
    editor.paste(&pasted);
    editor.type_text(" ok");
    assert_eq!(editor.text(), "see [paste 1: 312 lines] ok");
    assert_eq!(editor.composer.take_for_send(), format!("see {pasted} ok"));
    assert!(editor.composer.is_empty());

    editor.paste(&pasted);
    editor.press("Backspace");
    assert!(editor.composer.is_empty(), "one Backspace takes the chip");
}

#[test]
fn a_small_paste_is_text_and_never_sends() {
    let mut editor = ComposerHarness::of("|");
    editor.paste("one\ntwo\n");
    assert_eq!(editor.text(), "one\ntwo\n");
    let ten = "x\n".repeat(10);
    editor.composer.set_text("");
    editor.paste(&ten);
    assert_eq!(editor.text(), ten);
    editor.composer.set_text("");
    editor.paste(&"x\n".repeat(11));
    assert_eq!(editor.text(), "[paste 1: 11 lines]");
}

#[test]
fn the_walk_through_the_history_keeps_the_draft() {
    let mut editor = ComposerHarness::of("|").after(["first", "second"]);
    editor.paste(&"p\n".repeat(20));
    let draft = editor.text();
    editor.press("Up");
    assert_eq!(editor.text(), "second");
    editor.press("Up");
    assert_eq!(editor.text(), "first");
    assert_eq!(editor.press("Up"), [Effect::Bell]);
    editor.press("Down");
    editor.press("Down");
    assert_eq!(editor.text(), draft);
    assert_eq!(
        editor.composer.whole_text(),
        "p\n".repeat(20),
        "its chip too"
    );
    assert_eq!(editor.press("Down"), [Effect::Bell]);
}

#[test]
fn up_moves_inside_the_text_before_it_walks() {
    let mut editor = ComposerHarness::of("one\ntwo|").after(["old"]);
    editor.press("Up");
    assert_eq!(
        (editor.text().as_str(), editor.composer.cursor()),
        ("one\ntwo", 3)
    );
    editor.press("Up");
    assert_eq!(editor.text(), "old");
}

#[test]
fn the_history_search_finds_older_and_newer_and_does_not_send() {
    let mut editor = ComposerHarness::of("|").after(["cargo test", "git log", "cargo check"]);
    editor.type_text("draft");
    editor.press("Ctrl+R");
    editor.type_text("car");
    assert_eq!(editor.composer.search(), Some(("car", "cargo check")));
    editor.press("Ctrl+R");
    assert_eq!(editor.composer.search(), Some(("car", "cargo test")));
    assert_eq!(editor.press("Ctrl+R"), [Effect::Bell]);
    editor.press("Ctrl+S");
    assert_eq!(editor.composer.search(), Some(("car", "cargo check")));
    assert!(editor.press("Enter").is_empty());
    assert_eq!(editor.text(), "cargo check");
    editor.press("Down");
    assert_eq!(editor.text(), "draft");

    editor.press("Ctrl+R");
    editor.type_text("git");
    editor.press("Esc");
    assert_eq!(
        editor.text(),
        "draft",
        "Esc leaves it as if it had not been"
    );
}

#[test]
fn operate_and_get_next_loads_the_line_behind_the_sent_one() {
    let mut editor = ComposerHarness::of("|").after(["one", "two", "three"]);
    editor.press("Alt+<");
    assert_eq!(editor.press("Alt+N"), [Effect::Submit("one".into())]);
    assert_eq!(editor.text(), "two");
}

#[test]
fn the_draft_is_kept_while_typing_goes_on() {
    let mut editor = ComposerHarness::of("|");
    editor.type_text("h");
    let deadline = editor.composer.next_deadline().expect("a draft to keep");
    let later = T + Duration::from_millis(200);
    editor.composer.key(
        &KeyEvent::new(KeyCode::Char('i'), KeyModifiers::NONE),
        later,
    );
    assert_eq!(
        editor.composer.next_deadline(),
        Some(deadline),
        "no later for another key"
    );
}

#[test]
fn the_draft_is_kept_a_moment_after_it_was_changed() {
    let mut editor = ComposerHarness::of("|");
    assert_eq!(editor.composer.next_deadline(), None);
    editor.type_text("hi");
    let composer = &mut editor.composer;
    let deadline = composer.next_deadline().expect("a draft to keep");
    assert_eq!(composer.tick(deadline - Duration::from_millis(1)), None);
    assert_eq!(composer.tick(deadline).as_deref(), Some("hi"));
    assert_eq!(composer.next_deadline(), None);
    composer.take_for_send();
    let deadline = composer.next_deadline().expect("an empty draft to keep");
    assert_eq!(composer.tick(deadline).as_deref(), Some(""));
}

#[test]
fn an_empty_draft_is_not_sent() {
    let mut editor = ComposerHarness::of("|");
    assert_eq!(editor.press("Enter"), [Effect::Bell]);
    assert_eq!(editor.press("Ctrl+D"), [Effect::Leave]);
    editor.type_text("x");
    assert_eq!(editor.press("Enter"), [Effect::Submit("x".into())]);
}

#[test]
fn lines_have_their_prefix_and_the_cursor_its_place() {
    let mut editor = ComposerHarness::of("|");
    editor.composer.set_text("one\ntwo");
    assert_eq!(editor.composer.measure(80, 5), 2);
    let (rows, cursor) = editor.screen(80, 2);
    assert_eq!(rows, "> one\n... two");
    assert_eq!(cursor, Some(Position::new(7, 1)));
}

#[test]
fn wide_characters_wrap_and_move_the_cursor_by_two() {
    let mut editor = ComposerHarness::of("|");
    editor.composer.set_text("日本語日本語");
    // 13 columns: 4 for the prefix, 1 for the cursor, 8 for four wide characters.
    assert_eq!(editor.composer.measure(13, 5), 2);
    let area = Rect::new(0, 0, 13, 2);
    assert_eq!(
        editor.composer.cursor_position(area),
        Some(Position::new(6, 1))
    );
}

#[test]
fn a_long_text_grows_to_its_limit_and_shows_the_cursor() {
    let mut editor = ComposerHarness::of("|");
    editor.composer.set_text("1\n2\n3\n4\n5\n6");
    assert_eq!(editor.composer.measure(80, 4), 4);
    let (rows, cursor) = editor.screen(80, 4);
    assert_eq!(rows, "... 3\n... 4\n... 5\n... 6");
    assert_eq!(cursor, Some(Position::new(5, 3)));
}

proptest! {
    #![proptest_config(testing::cases(256))]

    #[test]
    fn any_edit_can_be_undone_and_done_again(
        text in "[a-z日é \n]{0,20}",
        keys in prop::collection::vec(prop::sample::select(vec![
            "a", "日", "Ctrl+W", "Ctrl+K", "Ctrl+U", "Ctrl+Y", "Alt+D", "Ctrl+T", "Alt+T",
            "Alt+U", "Backspace", "Delete", "Left", "Alt+B", "Up", "Home", "Ctrl+J", "Shift+Left",
        ]), 0..25),
    ) {
        let mut line = TextEdit::of(&text);
        for key in &keys {
            line.key(&key_of(key));
            prop_assert!(line.text().is_char_boundary(line.cursor()));
        }
        let after = line.text();
        for _ in 0..=keys.len() {
            line.undo();
        }
        prop_assert_eq!(line.text(), text);
        for _ in 0..=keys.len() {
            line.redo();
        }
        prop_assert_eq!(line.text(), after);
    }
}

#[test]
fn a_picture_is_a_chip_wherever_its_tag_comes_from_and_a_mark_keeps_the_cursor() {
    use protocol::ids::ContentHash;
    use protocol::picture::{Media, Picture};
    let picture = Picture {
        hash: ContentHash::of(b"a"),
        media: Media::Png,
        width: 4,
        height: 3,
        bytes: 9,
        name: "a.png".to_owned(),
    };
    let tag = picture.tag();
    let mut editor = ComposerHarness::of("|").after([format!("old {tag}").as_str()]);
    editor.press("Up");
    assert_eq!(editor.text(), "old [picture 1: a.png]");
    assert_eq!(editor.composer.whole_text(), format!("old {tag}"));
    editor.composer.set_text("");
    editor.composer.hold_place("[reading …]", T);
    editor.press("x");
    editor.composer.resolve("[reading …]", &tag);
    assert_eq!(editor.text(), "[picture 1: a.png]x");
    assert_eq!(editor.composer.cursor(), editor.text().len());
    editor.composer.resolve("[reading …]", &tag);
    assert_eq!(
        editor.composer.whole_text(),
        format!("{tag}x"),
        "it is there once"
    );
    // Inside a folded paste the tag is sent too.
    editor.composer.set_text("");
    let long = format!("{}{tag}", "line\n".repeat(20));
    editor.paste(&long);
    assert!(editor.text().starts_with("[paste 1:"));
    assert_eq!(editor.composer.whole_text(), long);
    assert_eq!(editor.composer.take_for_send(), long);
}

/// A megabyte in one line, as `$EDITOR` can leave it; and more wide letters than fit into 16 bits.
#[test]
fn a_line_of_a_megabyte_is_edited_at_both_ends() {
    for (letter, times) in [("a", 1_000_000), ("日", 70_000), ("e\u{301}", 40_000)] {
        let text = letter.repeat(times);
        let mut editor = ComposerHarness::of("|");
        editor.composer.set_text(&text);
        assert_eq!(editor.composer.cursor(), text.len());
        editor.type_text("xy");
        assert_eq!(editor.text(), format!("{text}xy"));
        assert_eq!(editor.composer.cursor(), text.len() + 2);
        let (shown, cursor) = editor.screen(80, 10);
        assert!(shown.contains('x') && shown.contains('y') && cursor.is_some());
        editor.press("Ctrl+_");
        editor.press("Ctrl+_");
        assert_eq!(editor.text(), text);
        editor.press("Ctrl+A");
        assert_eq!(editor.composer.cursor(), 0);
        editor.type_text("z");
        assert_eq!(editor.text(), format!("z{text}"));
        let (shown, _) = editor.screen(80, 10);
        assert!(shown.starts_with(&format!("> z{letter}")));
    }
}

#[test]
fn a_place_beyond_16_bits_is_reached_and_no_letter_changes() {
    for text in [
        format!("{} b c", "a".repeat(80_000)),
        "é\r\n".repeat(70_000),
    ] {
        for place in [70_001, text.len() - 5] {
            let mut line = TextEdit::of(&text);
            line.insert("x");
            let at = text.floor_char_boundary(place);
            line.move_to(at);
            assert_eq!(line.cursor(), at);
            line.insert("y");
            line.undo();
            assert_eq!(line.text(), format!("{text}x"));
            assert_eq!(line.cursor(), at);
            line.undo();
            assert!(line.text() == text);
        }
    }
}

#[test]
fn what_cannot_be_seen_is_a_token_and_the_cursor_stands_behind_it() {
    let mut editor = ComposerHarness::of("|");
    editor.composer.set_text("a\u{202e}日\tb");
    let (shown, cursor) = editor.screen(80, 3);
    assert!(shown.starts_with("> a<U+202E>日"), "{shown}");
    // The prefix, a letter, eight columns of the token, a wide letter, a blank for the
    // tab, a letter.
    assert_eq!(cursor, Some(Position::new(2 + 1 + 8 + 2 + 1 + 1, 0)));
    assert_eq!(
        editor.composer.whole_text(),
        "a\u{202e}日\tb",
        "it is sent as it is"
    );
}

proptest! {
    #![proptest_config(testing::cases(200))]

    #[test]
    fn vim_keys_never_leave_the_cursor_inside_a_chip_or_lose_what_u_brings_back(
        keys in proptest::collection::vec(
            proptest::sample::select("hjklwbe0$xXdcyiaoIAOpPsrDCJ~.vV>\"'1 \u{1b}[tu".chars().collect::<Vec<_>>()),
            0..50,
        ),
    ) {
        let mut composer = Composer::default();
        composer.paste("first\nsecond e\u{301}日 ", T);
        composer.paste(&"line\n".repeat(20), T);
        composer.paste(" and more", T);
        composer.set_keys(EditorKeys::Vim);
        let escape = KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE);
        composer.key(&escape, T);
        let first = composer.text();
        // Nothing before can be undone.
        composer.line.show(&first);
        for key in keys {
            let key = match key {
                '\u{1b}' => escape,
                letter => KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE),
            };
            composer.key(&key, T);
            let (text, at) = (composer.text(), composer.cursor());
            let chips = composer.line.chip_spans();
            prop_assert!(!chips.iter().any(|chip| chip.start < at && at < chip.end), "{:?}", text);
            prop_assert!(text.is_char_boundary(at));
        }
        for _ in 0..3 {
            composer.key(&escape, T);
        }
        let undo = KeyEvent::new(KeyCode::Char('u'), KeyModifiers::NONE);
        for _ in 0..200 {
            composer.key(&undo, T);
            if composer.text() == first {
                break;
            }
        }
        prop_assert_eq!(composer.text(), first);
    }
}
