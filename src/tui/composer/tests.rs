//! Tests of the editor. Editing is tested as triples: before, keys, after; `|` is the cursor.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use proptest::prelude::*;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::bindings::default_action;
use super::{Composer, LineEdit};
use crate::effect::Effect;
use crate::keymap::{Action, Context, Key, Keymap};
use crate::theme::Theme;

const T: Duration = Duration::ZERO;

fn key_of(text: &str) -> KeyEvent {
    match Key::parse(text) {
        Some(key) => KeyEvent::new(key.code, key.modifiers),
        None => panic!("no such key: {text}"),
    }
}

fn field(marked: &str) -> LineEdit {
    let at = marked.find('|').expect("a cursor");
    let mut line = LineEdit::of(&marked.replacen('|', "", 1));
    line.move_to(at);
    line
}

fn marked(line: &LineEdit) -> String {
    let mut text = line.text();
    text.insert(line.cursor(), '|');
    text
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
fn readline_keys_edit_as_in_bash() {
    let triples = [
        ("one two|", "Ctrl+A", "|one two"),
        ("|one two", "Ctrl+E", "one two|"),
        ("one\ntwo|", "Ctrl+A", "one\n|two"),
        ("on|e", "Ctrl+B", "o|ne"),
        ("o|ne", "Ctrl+F", "on|e"),
        ("one two|", "Alt+B", "one |two"),
        ("|one two", "Alt+F", "one| two"),
        ("one two|", "Ctrl+Left", "one |two"),
        ("|one two", "Alt+Right", "one| two"),
        ("o|ne", "Ctrl+D", "o|e"),
        ("on|e", "Ctrl+H", "o|e"),
        ("on|e", "Backspace", "o|e"),
        ("o|ne", "Delete", "o|e"),
        ("one |two", "Ctrl+K", "one |"),
        ("one|\ntwo", "Ctrl+K", "one|two"),
        ("one |two", "Ctrl+U", "|two"),
        ("a src/b.rs|", "Ctrl+W", "a |"),
        ("a src/b.rs|", "Alt+Backspace", "a src/b.|"),
        ("|one two", "Alt+D", "| two"),
        ("one two|", "Ctrl+W Ctrl+W Ctrl+Y", "one two|"),
        ("one two|", "Ctrl+W Ctrl+A Ctrl+Y", "two|one "),
        ("one two|", "Ctrl+W Ctrl+E Ctrl+U Ctrl+Y Alt+Y", "two|"),
        ("a b|", "Ctrl+W Ctrl+A Ctrl+K Ctrl+Y Alt+Y", "b|"),
        ("ab|", "Ctrl+T", "ba|"),
        ("a|b", "Ctrl+T", "ba|"),
        ("|ab", "Ctrl+T", "|ab"),
        ("one two|", "Alt+T", "two one|"),
        ("|one two", "Alt+U", "ONE| two"),
        ("|ONE two", "Alt+L", "one| two"),
        ("|oNE two", "Alt+C", "One| two"),
        ("one|", "x y Ctrl+_", "one|"),
        ("one|", "Ctrl+W Ctrl+7", "one|"),
        ("one|", "Ctrl+W Ctrl+/ Ctrl+Shift+Z", "|"),
        ("one|", "Ctrl+J x", "one\nx|"),
        ("one|", "Alt+Enter", "one\n|"),
        ("one|", "Shift+Enter", "one\n|"),
        ("one|", "Shift+Left Shift+Left x", "ox|"),
        ("one|", "Shift+Home Backspace", "|"),
        ("one|", "Shift+Left Ctrl+W Ctrl+A Ctrl+Y", "e|on"),
        ("one|", "Ctrl+Q Tab", "one\t|"),
        ("ab👨‍👩‍👧|", "Backspace", "ab|"),
        ("ab|👨‍👩‍👧c", "Right", "ab👨‍👩‍👧|c"),
        ("e\u{301}|", "Backspace", "|"),
        ("日本|", "Left", "日|本"),
    ];
    for (before, keys, after) in triples {
        let mut line = field(before);
        for key in keys.split(' ') {
            line.key(&key_of(key));
        }
        assert_eq!(marked(&line), after, "{before:?} {keys}");
    }
}

#[test]
fn the_fields_of_the_bar_have_the_keys_of_the_table() {
    let keymap = Keymap::embedded().expect("the shipped table");
    let mut compared = 0;
    for binding in keymap.bindings(Context::Editor) {
        for text in &binding.keys {
            let key = key_of(text);
            if let Some(action) = default_action(&key) {
                assert_eq!(action, binding.action, "{text}");
                compared += 1;
            }
        }
    }
    assert!(compared > 40, "only {compared} keys were compared");
}

/// The editor, driven by keys through the key table, as the loop does.
struct Editor {
    composer: Composer,
    keymap: Keymap,
    effects: Vec<Effect>,
}

impl Editor {
    /// Creates an editor with a history and a text; `|` is the cursor.
    fn of(marked: &str) -> Self {
        let history = ["first", "see @src/a.rs and @b.rs", "last @b.rs"];
        let mut composer = Composer::new(history.map(String::from).to_vec());
        let at = marked.find('|').expect("a cursor");
        composer.set_text(&marked.replacen('|', "", 1));
        composer.line.move_to(at);
        Self {
            composer,
            keymap: Keymap::embedded().expect("the shipped table"),
            effects: Vec::new(),
        }
    }

    fn press(&mut self, keys: &str) {
        for text in keys.split(' ') {
            let key = key_of(text);
            let action = self.keymap.action(Context::Editor, Key::of(&key));
            let effects = match action.filter(|_| !self.composer.awaits_literal()) {
                // The loop turns Esc into this while a search is open.
                Some(Action::LeaveEditor) => {
                    self.composer.cancel_search();
                    Vec::new()
                }
                Some(action) => self.composer.act(action, T),
                None => self.composer.key(&key, T),
            };
            self.effects.extend(effects);
        }
    }

    fn marked(&self) -> String {
        let mut text = self.composer.text();
        text.insert(self.composer.cursor(), '|');
        text
    }
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
    // Moving to another line separates cuts, as any other key does.
    ("Ctrl+W Up Down Ctrl+W Ctrl+Y", "a\nb c|", "a\nb| "),
];

#[test]
fn each_editing_key_of_the_table_does_what_readline_does_with_it() {
    for (keys, before, after) in READLINE {
        let mut editor = Editor::of(before);
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
fn ctrl_o_sends_and_goes_on_in_the_history() {
    let mut editor = Editor::of("|");
    editor.press("Alt+< Ctrl+O");
    assert_eq!(editor.effects, [Effect::Submit("first".into())]);
    assert_eq!(editor.marked(), "see @src/a.rs and @b.rs|");
    editor.press("Ctrl+O");
    let next = Effect::Submit("see @src/a.rs and @b.rs".into());
    assert_eq!(editor.effects[1..], [next]);
    assert_eq!(editor.marked(), "last @b.rs|");
}

fn typed(composer: &mut Composer, text: &str) {
    for character in text.chars() {
        composer.key(
            &KeyEvent::new(KeyCode::Char(character), KeyModifiers::NONE),
            T,
        );
    }
}

fn act(composer: &mut Composer, action: Action) -> Vec<Effect> {
    composer.act(action, T)
}

#[test]
fn a_large_paste_is_a_chip_that_is_sent_whole_and_deleted_as_one() {
    let pasted: String = (1..=312).map(|line| format!("line {line}\n")).collect();
    let mut composer = Composer::new(Vec::new());
    typed(&mut composer, "see ");
    composer.paste(&pasted, T);
    typed(&mut composer, " ok");
    assert_eq!(composer.text(), "see [paste 1: 312 lines] ok");
    assert_eq!(composer.take_for_send(), format!("see {pasted} ok"));
    assert!(composer.is_empty());

    composer.paste(&pasted, T);
    act(&mut composer, Action::DeleteBack);
    assert!(composer.is_empty(), "one Backspace takes the chip");
}

#[test]
fn a_small_paste_is_text_and_never_sends() {
    let mut composer = Composer::new(Vec::new());
    composer.paste("one\ntwo\n", T);
    assert_eq!(composer.text(), "one\ntwo\n");
    let ten = "x\n".repeat(10);
    composer.set_text("");
    composer.paste(&ten, T);
    assert_eq!(composer.text(), ten);
    composer.set_text("");
    composer.paste(&"x\n".repeat(11), T);
    assert_eq!(composer.text(), "[paste 1: 11 lines]");
}

#[test]
fn the_walk_through_the_history_keeps_the_draft() {
    let mut composer = Composer::new(vec!["first".into(), "second".into()]);
    composer.paste(&"p\n".repeat(20), T);
    let draft = composer.text();
    act(&mut composer, Action::LineUp);
    assert_eq!(composer.text(), "second");
    act(&mut composer, Action::LineUp);
    assert_eq!(composer.text(), "first");
    assert_eq!(act(&mut composer, Action::LineUp), [Effect::Bell]);
    act(&mut composer, Action::LineDown);
    act(&mut composer, Action::LineDown);
    assert_eq!(composer.text(), draft);
    assert_eq!(composer.whole_text(), "p\n".repeat(20), "its chip too");
    assert_eq!(act(&mut composer, Action::LineDown), [Effect::Bell]);
}

#[test]
fn up_moves_inside_the_text_before_it_walks() {
    let mut composer = Composer::new(vec!["old".into()]);
    composer.set_text("one\ntwo");
    act(&mut composer, Action::LineUp);
    assert_eq!(
        (composer.text().as_str(), composer.cursor()),
        ("one\ntwo", 3)
    );
    act(&mut composer, Action::LineUp);
    assert_eq!(composer.text(), "old");
}

#[test]
fn the_history_search_finds_older_and_newer_and_does_not_send() {
    let lines = ["cargo test", "git log", "cargo check"];
    let mut composer = Composer::new(lines.map(String::from).to_vec());
    typed(&mut composer, "draft");
    act(&mut composer, Action::HistorySearchBack);
    typed(&mut composer, "car");
    assert_eq!(composer.search(), Some(("car", "cargo check")));
    act(&mut composer, Action::HistorySearchBack);
    assert_eq!(composer.search(), Some(("car", "cargo test")));
    assert_eq!(
        act(&mut composer, Action::HistorySearchBack),
        [Effect::Bell]
    );
    act(&mut composer, Action::HistorySearchForward);
    assert_eq!(composer.search(), Some(("car", "cargo check")));
    assert!(act(&mut composer, Action::Send).is_empty());
    assert_eq!(composer.text(), "cargo check");
    act(&mut composer, Action::LineDown);
    assert_eq!(composer.text(), "draft");

    act(&mut composer, Action::HistorySearchBack);
    typed(&mut composer, "git");
    act(&mut composer, Action::LeaveEditor);
    assert_eq!(
        composer.text(),
        "draft",
        "Esc leaves it as if it had not been"
    );
}

#[test]
fn operate_and_get_next_loads_the_line_behind_the_sent_one() {
    let lines = ["one", "two", "three"];
    let mut composer = Composer::new(lines.map(String::from).to_vec());
    act(&mut composer, Action::HistoryStart);
    assert_eq!(
        act(&mut composer, Action::SendAndLoadNext),
        [Effect::Submit("one".into())]
    );
    assert_eq!(composer.text(), "two");
}

#[test]
fn the_draft_is_kept_while_typing_goes_on() {
    let mut composer = Composer::new(Vec::new());
    typed(&mut composer, "h");
    let deadline = composer.next_deadline().expect("a draft to keep");
    let later = T + Duration::from_millis(200);
    composer.key(
        &KeyEvent::new(KeyCode::Char('i'), KeyModifiers::NONE),
        later,
    );
    assert_eq!(
        composer.next_deadline(),
        Some(deadline),
        "no later for another key"
    );
}

#[test]
fn the_draft_is_kept_a_moment_after_it_was_changed() {
    let mut composer = Composer::new(Vec::new());
    assert_eq!(composer.next_deadline(), None);
    typed(&mut composer, "hi");
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
    let mut composer = Composer::new(Vec::new());
    assert_eq!(act(&mut composer, Action::Send), [Effect::Bell]);
    assert_eq!(act(&mut composer, Action::DeleteChar), [Effect::Leave]);
    typed(&mut composer, "x");
    assert_eq!(
        act(&mut composer, Action::Send),
        [Effect::Submit("x".into())]
    );
}

fn screen(composer: &Composer, width: u16, height: u16) -> (String, Option<Position>) {
    let area = Rect::new(0, 0, width, height);
    let mut buffer = Buffer::empty(area);
    composer.draw(area, &mut buffer, &Theme::default());
    let rows: Vec<String> = (0..height)
        .map(|y| {
            let row: String = (0..width)
                .map(|x| buffer[(x, y)].symbol().to_owned())
                .collect();
            row.trim_end().to_owned()
        })
        .collect();
    (rows.join("\n"), composer.cursor_position(area))
}

#[test]
fn lines_have_their_prefix_and_the_cursor_its_place() {
    let mut composer = Composer::new(Vec::new());
    composer.set_text("one\ntwo");
    assert_eq!(composer.measure(80, 5), 2);
    let (rows, cursor) = screen(&composer, 80, 2);
    assert_eq!(rows, "> one\n... two");
    assert_eq!(cursor, Some(Position::new(7, 1)));
}

#[test]
fn wide_characters_wrap_and_move_the_cursor_by_two() {
    let mut composer = Composer::new(Vec::new());
    composer.set_text("日本語日本語");
    // 13 columns: 4 for the prefix, 1 for the cursor, 8 for four wide characters.
    assert_eq!(composer.measure(13, 5), 2);
    let area = Rect::new(0, 0, 13, 2);
    assert_eq!(composer.cursor_position(area), Some(Position::new(6, 1)));
}

#[test]
fn a_long_text_grows_to_its_limit_and_shows_the_cursor() {
    let mut composer = Composer::new(Vec::new());
    composer.set_text("1\n2\n3\n4\n5\n6");
    assert_eq!(composer.measure(80, 4), 4);
    let (rows, cursor) = screen(&composer, 80, 4);
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
        let mut line = LineEdit::of(&text);
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
    let mut composer = Composer::new(vec![format!("old {tag}")]);
    composer.act(Action::LineUp, T);
    assert_eq!(composer.text(), "old [picture 1: a.png]");
    assert_eq!(composer.whole_text(), format!("old {tag}"));
    composer.set_text("");
    composer.hold_place("[reading …]", T);
    composer.key(&key_of("x"), T);
    composer.resolve("[reading …]", &tag);
    assert_eq!(composer.text(), "[picture 1: a.png]x");
    assert_eq!(composer.cursor(), composer.text().len());
    composer.resolve("[reading …]", &tag);
    assert_eq!(composer.whole_text(), format!("{tag}x"), "it is there once");
    // Inside a folded paste the tag is sent too.
    composer.set_text("");
    let long = format!("{}{tag}", "line\n".repeat(20));
    composer.paste(&long, T);
    assert!(composer.text().starts_with("[paste 1:"));
    assert_eq!(composer.whole_text(), long);
    assert_eq!(composer.take_for_send(), long);
}

/// A megabyte in one line, as `$EDITOR` can leave it; and more wide letters than fit into 16 bits.
#[test]
fn a_line_of_a_megabyte_is_edited_at_both_ends() {
    for (letter, times) in [("a", 1_000_000), ("日", 70_000), ("e\u{301}", 40_000)] {
        let text = letter.repeat(times);
        let mut composer = Composer::default();
        composer.set_text(&text);
        assert_eq!(composer.cursor(), text.len());
        typed(&mut composer, "xy");
        assert_eq!(composer.text(), format!("{text}xy"));
        assert_eq!(composer.cursor(), text.len() + 2);
        let (shown, cursor) = screen(&composer, 80, 10);
        assert!(shown.contains('x') && shown.contains('y') && cursor.is_some());
        act(&mut composer, Action::UndoEdit);
        act(&mut composer, Action::UndoEdit);
        assert_eq!(composer.text(), text);
        act(&mut composer, Action::LineStart);
        assert_eq!(composer.cursor(), 0);
        typed(&mut composer, "z");
        assert_eq!(composer.text(), format!("z{text}"));
        let (shown, _) = screen(&composer, 80, 10);
        assert!(shown.starts_with(&format!("> z{letter}")));
    }
}

#[test]
fn what_cannot_be_seen_is_a_token_and_the_cursor_stands_behind_it() {
    let mut composer = Composer::default();
    composer.set_text("a\u{202e}日\tb");
    let (shown, cursor) = screen(&composer, 80, 3);
    assert!(shown.starts_with("> a<U+202E>日"), "{shown}");
    // The prefix, a letter, eight columns of the token, a wide letter, a blank for the
    // tab, a letter.
    assert_eq!(cursor, Some(Position::new(2 + 1 + 8 + 2 + 1 + 1, 0)));
    assert_eq!(
        composer.whole_text(),
        "a\u{202e}日\tb",
        "it is sent as it is"
    );
}
