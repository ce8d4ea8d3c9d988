//! Tests the line editor against a screen that knows only letters, backspaces and line ends.

use super::*;

/// Returns the rows of the screen after an echo.
fn screen(edits: &[Edit]) -> Vec<String> {
    let mut rows = vec![Vec::new()];
    let mut column = 0;
    for edit in edits {
        let Edit::Echo(text) = edit else { continue };
        for letter in text.chars() {
            match letter {
                '\n' => {
                    rows.push(Vec::new());
                    column = 0;
                }
                '\u{8}' => column -= 1,
                letter => {
                    let row: &mut Vec<char> = rows.last_mut().unwrap();
                    if column < row.len() {
                        row[column] = letter;
                    } else {
                        row.push(letter);
                    }
                    column += 1;
                }
            }
        }
    }
    let row = |row: Vec<char>| row.into_iter().collect::<String>().trim_end().to_owned();
    rows.into_iter().map(row).collect()
}

fn typed(editor: &mut EchoingEditor, at: u64, bytes: &[u8]) -> Vec<Edit> {
    editor.feed(Duration::from_millis(at), bytes, "You: ")
}

#[test]
fn the_screen_shows_what_the_line_is_after_any_edits() {
    let mut editor = EchoingEditor::new();
    let edits = typed(
        &mut editor,
        0,
        b"hello wrld\x1b[D\x1b[D\x1b[Do\x01Oh, \x05!\x7f?\x17w\x1b[1;5D\x0bthere",
    );
    assert_eq!(editor.text(), "Oh, hello there");
    assert_eq!(screen(&edits).last().unwrap(), "You: Oh, hello there");
    let bytes: String = edits
        .iter()
        .filter_map(|edit| match edit {
            Edit::Echo(text) => Some(text.as_str()),
            _ => None,
        })
        .collect();
    assert!(!bytes.contains('\u{1b}'), "no control sequence is printed");
}

#[test]
fn a_line_that_cannot_be_walked_back_is_printed_anew() {
    let mut editor = EchoingEditor::new();
    editor.set_columns(20);
    let mut edits = typed(&mut editor, 0, "日本 abc".as_bytes());
    edits.extend(typed(&mut editor, 0, b"\x7f"));
    assert_eq!(screen(&edits), ["You: 日本 abc", "You: 日本 ab"]);
}

#[test]
fn a_line_tells_when_its_first_letter_came() {
    let mut editor = EchoingEditor::new();
    typed(&mut editor, 5, b"no");
    typed(&mut editor, 6, b"\x7f\x7f");
    typed(&mut editor, 900, b"ye");
    let edits = typed(&mut editor, 990, b"s\r");
    let line = Typed {
        text: "yes".into(),
        begun: Duration::from_millis(900),
        by: TypedBy::Keys,
    };
    assert_eq!(edits.last(), Some(&Edit::Line(line)));
}

#[test]
fn what_was_pasted_is_told_and_does_not_end_the_line() {
    let mut editor = EchoingEditor::new();
    let edits = typed(&mut editor, 0, b"\x1b[200~a\rb\x1b[201~");
    assert!(!edits.iter().any(|edit| matches!(edit, Edit::Line(_))));
    let edits = typed(&mut editor, 0, b"\r");
    assert!(
        matches!(edits.last(), Some(Edit::Line(line)) if line.text == "a\nb" && line.by == TypedBy::Paste)
    );
}

#[test]
fn up_and_down_walk_what_was_sent_and_come_back_to_what_was_typed() {
    let mut editor = EchoingEditor::new();
    editor.recall(vec!["one".into(), "two".into()]);
    let mut edits = typed(&mut editor, 0, b"dr\x1b[A\x1b[A\x1b[A");
    assert_eq!(editor.text(), "one");
    edits.extend(typed(&mut editor, 0, b"\x1b[B\x1b[B"));
    assert_eq!(editor.text(), "dr");
    assert_eq!(
        screen(&edits),
        ["You: dr", "You: two", "You: one", "You: two", "You: dr"]
    );
}

#[test]
fn a_line_whose_beginning_has_letters_of_two_bytes_is_walked_by_cells() {
    let mut editor = EchoingEditor::new();
    editor.set_columns(20);
    let lead = "Réponse\u{a0}: ";
    // Ten cells of prefix and nine letters fit one row; counted in bytes they would not.
    let edits = editor.feed(Duration::ZERO, b"onetwothr\x1b[D", lead);
    assert_eq!(screen(&edits), ["Réponse\u{a0}: onetwothr"]);
    assert_eq!(edits.last(), Some(&Edit::Echo("\u{8}".to_owned())));
}

#[test]
fn a_sequence_in_a_paste_is_no_key_and_several_lines_at_once_are_a_paste() {
    for paste in [&b"\x1b[200~y\r\n\x1b[Az\x03\x1b[201~"[..], b"y\rz\r"] {
        let mut editor = EchoingEditor::new();
        let edits = typed(&mut editor, 0, paste);
        assert!(matches!(edits.as_slice(), [Edit::Echo(_)]), "{edits:?}");
        assert!(editor.text().starts_with("y\nz"));
        let edits = typed(&mut editor, 900, b"\r");
        assert!(
            matches!(edits.last(), Some(Edit::Line(line)) if line.by == TypedBy::Paste),
            "{edits:?}"
        );
    }
    let mut editor = EchoingEditor::new();
    let edits = typed(&mut editor, 0, b"one\r");
    assert!(matches!(edits.last(), Some(Edit::Line(line)) if line.by == TypedBy::Keys));
}

#[test]
fn a_paste_without_an_end_is_taken_when_it_stalls() {
    let mut editor = EchoingEditor::new();
    assert_eq!(typed(&mut editor, 0, b"\x1b[200~half"), []);
    let due = editor.deadline().expect("a paste that may go on");
    let edits = editor.tick(due, "You: ");
    assert_eq!(edits, [Edit::Echo("You: half".to_owned())]);
}

#[test]
fn what_is_no_key_types_nothing() {
    let mut editor = EchoingEditor::new();
    let edits = typed(
        &mut editor,
        0,
        b"\x1b[<0;1;1M\x1b[I\x1b[?1;2c\xff\x80\x1bx\x1b\r\x1b",
    );
    assert_eq!(edits, []);
    assert_eq!(editor.tick(Duration::from_secs(1), "You: "), []);
    let edits = typed(&mut editor, 2_000, "é日\x1bOF".as_bytes());
    assert_eq!(screen(&edits), ["You: é日"]);
}

#[test]
fn cut_text_comes_back_and_the_last_change_is_undone() {
    let mut editor = EchoingEditor::new();
    let mut edits = typed(&mut editor, 0, b"one two\x17\x01\x19 \x1ft");
    assert_eq!(editor.text(), "twotone ");
    edits.extend(typed(&mut editor, 10, b"\x1f\x1f\x1f"));
    assert_eq!(editor.text(), "one two");
    assert_eq!(screen(&edits), ["You: one two"]);
}

#[test]
fn a_key_is_typed_or_pasted_and_seen_nowhere() {
    let mut editor = EchoingEditor::new();
    editor.hide(true);
    assert_eq!(typed(&mut editor, 0, b"\x1b[200~sk-\r\x1b[201~1x\x7f"), []);
    assert!(!format!("{editor:?}").contains("sk-1"));
    let edits = typed(&mut editor, 100, b"\r");
    let entered = Edit::Secret(Some(Secret::new("sk-1")));
    assert_eq!(edits, [Edit::Echo("\n".to_owned()), entered]);
    assert!(!format!("{edits:?}").contains("sk-1"));
    editor.hide(true);
    let edits = typed(&mut editor, 200, b"x\x03");
    assert_eq!(edits.last(), Some(&Edit::Secret(None)));
    // One letter too many stays, so that the key is known to be too long.
    editor.hide(true);
    let edits = typed(&mut editor, 300, &[b'k'; 5_000]);
    assert_eq!(edits, []);
    let edits = typed(&mut editor, 400, b"\r");
    assert!(
        matches!(edits.last(), Some(Edit::Secret(Some(key))) if key.fault().is_some()),
        "{edits:?}"
    );
}
