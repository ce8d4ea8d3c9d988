//! Tests of vim's commands as triples: the text before, keys, the text after; `|` is the cursor.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use proptest::prelude::*;

use super::command::{Layer, Parsed, parse};
use super::{Vim, VimMode, VimRequest, VimText, vim_help};
use crate::line_editor::LineEditor;

/// A line with vim's keys, in normal mode; its owner handles what vim leaves.
struct Typist {
    vim: Vim,
    line: LineEditor,
    asked: Vec<VimRequest>,
}

impl Typist {
    fn of(marked: &str) -> Self {
        let at = marked.find('|').expect("a cursor");
        let mut line = LineEditor::of(&marked.replacen('|', "", 1));
        line.move_to(at);
        let vim = Vim {
            mode: VimMode::Normal,
            ..Vim::default()
        };
        Self {
            vim,
            line,
            asked: Vec::new(),
        }
    }

    fn key(&mut self, key: KeyEvent) {
        if self.vim.takes(&key) {
            self.asked.extend(self.vim.key(&key, &mut self.line));
        } else if self.vim.mode() == VimMode::Insert {
            match key.code {
                KeyCode::Enter => self.line.insert("\n"),
                // A line has no use for Ctrl+R.
                _ => drop(self.line.key(&key)),
            }
        }
    }

    /// Presses keys: letters, `<Esc>`, `<C-r>`, `<CR>`, `<BS>`.
    fn press(&mut self, keys: &str) {
        let mut rest = keys;
        while let Some(first) = rest.chars().next() {
            let named = [
                ("<Esc>", KeyCode::Esc, KeyModifiers::NONE),
                ("<C-r>", KeyCode::Char('r'), KeyModifiers::CONTROL),
                ("<C-[>", KeyCode::Char('['), KeyModifiers::CONTROL),
                ("<C-u>", KeyCode::Char('u'), KeyModifiers::CONTROL),
                ("<C-f>", KeyCode::Char('f'), KeyModifiers::CONTROL),
                ("<CR>", KeyCode::Enter, KeyModifiers::NONE),
                ("<BS>", KeyCode::Backspace, KeyModifiers::NONE),
                ("<Left>", KeyCode::Left, KeyModifiers::NONE),
                ("<Home>", KeyCode::Home, KeyModifiers::NONE),
                ("<Del>", KeyCode::Delete, KeyModifiers::NONE),
            ];
            let found = named.iter().find(|(name, ..)| rest.starts_with(name));
            let (length, code, modifiers) = match found {
                Some((name, code, modifiers)) => (name.len(), *code, *modifiers),
                None => (first.len_utf8(), KeyCode::Char(first), KeyModifiers::NONE),
            };
            rest = &rest[length..];
            self.key(KeyEvent::new(code, modifiers));
        }
    }

    fn marked(&self) -> String {
        let mut text = self.line.text().to_owned();
        text.insert(self.line.cursor(), '|');
        text
    }
}

#[track_caller]
fn check(triples: &[(&str, &str, &str)]) {
    for (before, keys, after) in triples {
        let mut typist = Typist::of(before);
        typist.press(keys);
        assert_eq!(typist.marked(), *after, "{before:?} {keys}");
        if typist.vim.mode() == VimMode::Insert {
            typist.press("<Esc>");
        }
        assert!(typist.vim.pending().is_empty(), "{before:?} {keys}");
    }
}

#[test]
fn motions_lead_where_vim_leads() {
    check(&[
        ("abc |def", "h", "abc| def"),
        ("|abc", "h", "|abc"),
        ("a|bc", "l", "ab|c"),
        ("ab|c", "l", "ab|c"),
        ("ab|c", "5h", "|abc"),
        ("a|bc", "<Left>", "|abc"),
        ("ab|c", "<Home>", "|abc"),
        ("one| two", "w", "one |two"),
        ("|one, two", "w", "one|, two"),
        ("|one, two", "W", "one, |two"),
        ("|one two three", "2w", "one two |three"),
        ("one |two\n\nthree", "w", "one two\n|\nthree"),
        ("one |two", "w", "one tw|o"),
        ("one two |three", "b", "one |two three"),
        ("one, t|wo", "bb", "one|, two"),
        ("one, t|wo", "BB", "|one, two"),
        ("|one two", "e", "on|e two"),
        ("on|e two", "e", "one tw|o"),
        ("one| two", "3e", "one tw|o"),
        ("one t|wo", "ge", "on|e two"),
        ("  one t|wo", "0", "|  one two"),
        ("  one t|wo", "^", "  |one two"),
        ("o|ne two", "$", "one tw|o"),
        ("o|ne\ntwo", "2$", "one\ntw|o"),
        ("one t|wo", "4|", "one| two"),
        ("one\ntwo\nthr|ee", "gg", "|one\ntwo\nthree"),
        ("o|ne\ntwo\n  three", "G", "one\ntwo\n  |three"),
        ("o|ne\ntwo\nthree", "2G", "one\n|two\nthree"),
        ("o|ne two", "fo", "one tw|o"),
        ("|one two one", "2fo", "one two |one"),
        ("o|ne two", "to", "one t|wo"),
        ("one tw|o", "Fn", "o|ne two"),
        ("one tw|o", "Tn", "on|e two"),
        ("|a,b,c,d", "f,;", "a,b|,c,d"),
        ("|a,b,c,d", "f,;,", "a|,b,c,d"),
        ("|a,b,c,d", "t,;", "a,|b,c,d"),
        ("|one", "fx", "|one"),
        ("|(a(b)c)", "%", "(a(b)c|)"),
        ("(a(b)c|)", "%", "|(a(b)c)"),
        ("|a (b)", "%", "a (b|)"),
        ("a|b\n\ncd\nef\n\ngh", "}", "ab\n|\ncd\nef\n\ngh"),
        ("a|b\n\ncd\nef\n\ngh", "2}", "ab\n\ncd\nef\n|\ngh"),
        ("ab\n\ncd\ne|f", "{", "ab\n|\ncd\nef"),
        ("|ab\n  cd", "+", "ab\n  |cd"),
        ("  ab\nc|d", "-", "  |ab\ncd"),
    ]);
}

#[test]
fn lines_keep_the_column() {
    check(&[
        ("abc|d\ne\nfghij", "jj", "abcd\ne\nfgh|ij"),
        ("abc|d\ne\nfghij", "jjkk", "abc|d\ne\nfghij"),
        ("a|b\nc\ndef", "$jj", "ab\nc\nde|f"),
        ("ab|c\ndef\nghi", "2j", "abc\ndef\ngh|i"),
        ("日|本語\nabcdef", "j", "日本語\nab|cdef"),
        ("日本語\nabc|def", "k", "日|本語\nabcdef"),
    ]);
}

#[test]
fn operators_take_motions_and_objects() {
    check(&[
        ("one |two three", "dw", "one |three"),
        ("one |two\nthree", "dw", "one| \nthree"),
        ("|one two three", "d2w", "|three"),
        ("|one two three", "2dw", "|three"),
        ("one |two", "db", "|two"),
        ("|one two", "de", "| two"),
        ("one |two", "d0", "|two"),
        ("one| two", "d$", "on|e"),
        ("a|(b) c", "d%", "a| c"),
        ("|one, two", "dt,", "|, two"),
        ("|one, two", "df,", "| two"),
        ("one\nt|wo\nthree", "dd", "one\n|three"),
        ("one\nt|wo", "dd", "|one"),
        ("o|ne", "dd", "|"),
        ("o|ne\ntwo\nthree", "2dd", "|three"),
        ("o|ne\ntwo\nthree", "dj", "|three"),
        ("one\ntwo\nth|ree", "dgg", "|"),
        ("o|ne\ntwo\n\nthree", "d}", "|o\n\nthree"),
        ("|one\ntwo\n\nthree", "d}", "|\nthree"),
        ("one |two three", "cw", "one | three"),
        ("one tw|o three", "cwx<Esc>", "one tw|x three"),
        ("one|  two", "cwx<Esc>", "one|xtwo"),
        ("one\n  t|wo\nthree", "ccnew<Esc>", "one\nne|w\nthree"),
        ("one t|wo three", "ciw", "one | three"),
        ("one t|wo three", "diw", "one | three"),
        ("one t|wo three", "daw", "one |three"),
        ("one t|wo", "daw", "on|e"),
        ("a b|-c d", "diW", "a | d"),
        ("one t|wo three four", "d2aw", "one |four"),
        ("say \"he|llo\" now", "di\"", "say \"|\" now"),
        ("say \"he|llo\" now", "da\"", "say |now"),
        ("|say 'hello' now", "ci'x<Esc>", "say '|x' now"),
        ("f(a, |b(c))", "di(", "f(|)"),
        ("f(a, b|(c))", "di(", "f(a, b(|))"),
        ("f(a, |b(c))", "da)", "|f"),
        ("f(a, b(|c))", "2dib", "f(|)"),
        ("f {\n  a|b\n}", "di{", "f {\n|}"),
        ("x[|1]", "ci]", "x[|]"),
        ("<a|b>", "di<", "<|>"),
        ("one\ntw|o\n\nthree", "dip", "|\nthree"),
        ("one\ntw|o\n\nthree", "dap", "|three"),
        ("one\n\nth|ree", "dap", "|one"),
        ("o|ne\ntwo\nthree", ">j", "    |one\n    two\nthree"),
        ("    o|ne", "<<", "|one"),
        ("  o|ne", "<<", "|one"),
        ("o|ne two", "gUiw", "|ONE two"),
        ("O|NE two", "guu", "|one two"),
        ("|Ab", "g~~", "|aB"),
        ("one t|wo", "dfx", "one t|wo"),
    ]);
}

#[test]
fn short_commands_edit_at_the_cursor() {
    check(&[
        ("a|bc", "x", "a|c"),
        ("ab|c", "x", "a|b"),
        ("|abc", "2x", "|c"),
        ("|", "x", "|"),
        ("a|bc", "<Del>", "a|c"),
        ("ab|c", "X", "a|c"),
        ("a|bc", "D", "|a"),
        ("a|bc", "Cx<Esc>", "a|x"),
        ("a|bc", "sx<Esc>", "a|xc"),
        ("a\nb|c\nd", "Sx<Esc>", "a\n|x\nd"),
        ("a|bc", "rx", "a|xc"),
        ("a|bcd", "2rx", "ax|xd"),
        ("a|bc", "9rx", "a|bc"),
        ("a|bc", "r<CR>", "a\n|c"),
        ("a|bC", "3~", "aB|c"),
        ("|abC", "2~", "AB|C"),
        ("a|b\n  c", "J", "ab| c"),
        ("a|b\n)c", "J", "ab|)c"),
        ("|a\nb\nc", "3J", "a b| c"),
        ("|a", "J", "|a"),
    ]);
}

#[test]
fn insert_mode_begins_where_the_command_says() {
    check(&[
        ("a|b", "ix<Esc>", "a|xb"),
        ("a|b", "ax<Esc>", "ab|x"),
        ("|", "ax<Esc>", "|x"),
        ("  a|b", "Ix<Esc>", "  |xab"),
        ("|ab", "Ax<Esc>", "ab|x"),
        ("a|b\nc", "ox<Esc>", "ab\n|x\nc"),
        ("a\nc|d", "Ox<Esc>", "a\n|x\ncd"),
        ("a|b", "3ix<Esc>", "axx|xb"),
        ("a|b", "2ox<Esc>", "ab\nx\n|x"),
        ("a|b", "ix<C-[>", "a|xb"),
        ("|", "i<Esc>", "|"),
    ]);
}

#[test]
fn puts_bring_back_what_was_deleted_or_yanked() {
    check(&[
        ("|one two", "dwp", "tone| wo"),
        ("|one two", "dwP", "one| two"),
        ("|ab", "yl3p", "aaa|ab"),
        ("o|ne\ntwo", "yyp", "one\n|one\ntwo"),
        ("o|ne\ntwo", "yyjp", "one\ntwo\n|one"),
        ("one\nt|wo", "ddP", "|two\none"),
        ("o|ne", "yy2p", "one\n|one\none"),
        ("|a b", "\"ayw\"byww\"ap", "a ba| "),
        ("|a b", "ywwx\"0P", "aa|  "),
        ("|a b", "yw\"_dwP", "a| b"),
        ("|one two", "yiwwviwp", "one |one"),
        ("|one two", "viwy$p", "one twoon|e"),
        ("|one\ntwo", "yyjviwp", "one\n\n|one\n"),
        ("a|b", "p", "a|b"),
    ]);
}

#[test]
fn a_repetition_does_the_last_change_again() {
    check(&[
        ("|a b c d", "dw.", "|c d"),
        ("|a b c d", "dw2.", "|d"),
        ("|one two three", "cwx<Esc>w.", "x |x three"),
        ("|ab", "ix<Esc>.", "|xxab"),
        ("|a\nb", "Ax<Esc>j.", "ax\nb|x"),
        ("|abcd", "x.", "|cd"),
        ("|a b c", "viwdl.", " | c"),
        ("|a\nb\nc\nd", "Vjd.", "|"),
        ("|abc", "rxl.", "x|xc"),
        ("|a\nb\nc", "J.", "a b| c"),
        ("|abc", ".", "|abc"),
        ("|ab", "~.", "A|B"),
        ("a|b", "ox<Esc>.", "ab\nx\n|x"),
    ]);
}

#[test]
fn visual_mode_selects_what_the_operator_takes() {
    check(&[
        ("a|bcd", "vld", "a|d"),
        ("abc|d", "vhhd", "|a"),
        ("a|bcd", "vlcx<Esc>", "a|xd"),
        ("one t|wo", "viwd", "one| "),
        ("a|b\ncd\nef", "Vjd", "|ef"),
        ("a|b\ncd", "Vcx<Esc>", "|x\ncd"),
        ("a|b\ncd", "v$y", "a|b\ncd"),
        ("a|bc", "vU", "a|Bc"),
        ("a|bcd", "vlr-", "a|--d"),
        ("a|bcd", "vlohd", "|d"),
        ("a|bcd", "vl<Esc>hgvd", "a|d"),
        ("a|b\ncd", "vjJ", "ab| cd"),
        ("a|b\ncd", "vjX", "|"),
        ("a|b\ncd", "Vj>", "    |ab\n    cd"),
        ("a|bc", "vv", "a|bc"),
        ("f(a|b)", "vi(d", "f(|)"),
        ("|ab cd", "vly$p", "ab cda|b"),
    ]);
}

#[test]
fn undo_takes_back_whole_commands_and_redo_brings_them_back() {
    check(&[
        ("|one two", "dwu", "|one two"),
        ("|one two", "cwx y z<Esc>u", "|one two"),
        ("|one two", "3ix <Esc>u", "|one two"),
        ("|a b c", "dwdw2u", "|a b c"),
        ("|a\nb\nc", "3Ju", "|a\nb\nc"),
    ]);
    for (before, keys) in [
        ("|one two", "dw"),
        ("|a\nb\nc", "3J"),
        ("|a b", "cwx y<Esc>"),
    ] {
        let mut typist = Typist::of(before);
        typist.press(keys);
        let after = typist.line.text().to_owned();
        typist.press("u<C-r>");
        assert_eq!(typist.line.text(), after, "{keys}");
    }
}

#[test]
fn a_cluster_is_one_cell() {
    let family = "👨\u{200d}👩\u{200d}👧";
    for (cells, count) in [("e\u{301}", 1), (family, 1), ("日本", 2), ("🇧🇷", 1)] {
        let mut typist = Typist::of(&format!("|{cells}x"));
        typist.press(&format!("{count}x"));
        assert_eq!(typist.marked(), "|x", "{cells}");
        let mut typist = Typist::of(&format!("|{cells}x"));
        typist.press(&format!("{count}l"));
        assert_eq!(typist.marked(), format!("{cells}|x"));
        typist.press("a<Esc>");
        assert_eq!(typist.marked(), format!("{cells}|x"));
    }
}

#[test]
fn what_the_text_cannot_do_is_asked_of_its_owner() {
    let copied = |text: &str| VimRequest::Copy(text.to_owned());
    for (before, keys, asked) in [
        ("|a\nb", "k", VimRequest::Older),
        ("a\n|b", "j", VimRequest::Newer),
        ("|a", ":w<CR>", VimRequest::Send),
        ("|a", ":wq<CR>", VimRequest::Send),
        ("|a", ":x!<CR>", VimRequest::Send),
        ("|a", "ZZ", VimRequest::Send),
        ("|a", ":q<CR>", VimRequest::Quit),
        ("|a", ":q!<CR>", VimRequest::Quit),
        ("|a", ":wx<BS>q<CR>", VimRequest::Send),
        ("|a", ":foo<CR>", VimRequest::Unknown("foo".to_owned())),
        ("|a", "/", VimRequest::SearchHistory),
        ("|a", "<C-u>", VimRequest::ScrollUp),
        ("|a", "<C-f>", VimRequest::ScrollDown),
        ("|a b", "\"+yw", copied("a ")),
        ("|a b", "\"+yy", copied("a b\n")),
        ("|a b", "\"*dw", copied("a ")),
        ("|a b", "\"+p", VimRequest::Paste),
        ("|a b", "dq", VimRequest::Bell),
    ] {
        let mut typist = Typist::of(before);
        typist.press(keys);
        assert_eq!(typist.asked, [asked], "{keys}");
    }
    // Moves that cannot be made are silent, and so are keys that wait for others.
    let mut typist = Typist::of("|a");
    typist.press("hlwbfx:<Esc>:<BS>d<Esc>");
    assert_eq!(typist.asked, []);
    assert_eq!(typist.marked(), "|a");
}

#[test]
fn insert_mode_leaves_every_key_but_escape_to_the_owner() {
    let vim = Vim::default();
    for code in [
        KeyCode::Char('j'),
        KeyCode::Enter,
        KeyCode::Up,
        KeyCode::Tab,
    ] {
        assert!(!vim.takes(&KeyEvent::new(code, KeyModifiers::NONE)));
    }
    assert!(!vim.takes(&KeyEvent::new(KeyCode::Char('w'), KeyModifiers::CONTROL)));
    assert!(vim.takes(&KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE)));
}

#[test]
fn normal_mode_takes_every_letter_and_leaves_enter_escape_and_help() {
    let mut typist = Typist::of("|");
    for letter in ' '..='~' {
        let key = KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE);
        assert_eq!(typist.vim.takes(&key), letter != '?', "{letter}");
    }
    for code in [KeyCode::Enter, KeyCode::Esc, KeyCode::Tab, KeyCode::F(2)] {
        assert!(!typist.vim.takes(&KeyEvent::new(code, KeyModifiers::NONE)));
    }
    typist.press("d");
    for code in [KeyCode::Enter, KeyCode::Esc, KeyCode::Char('?')] {
        assert!(typist.vim.takes(&KeyEvent::new(code, KeyModifiers::NONE)));
    }
}

#[test]
fn every_key_of_help_is_a_command() {
    for row in vim_help() {
        for keys in row.keys.split(' ') {
            let begins_object = ["i", "a"].iter().any(|key| keys.starts_with(key));
            let read = match keys {
                ":w" | ":q" | "Ctrl+U" | "Ctrl+D" | "Ctrl+R" => continue,
                keys if begins_object && keys.len() > 1 => format!("d{keys}"),
                keys => keys.to_owned(),
            };
            assert_ne!(parse(&read, Layer::Normal), Parsed::Unknown, "{keys}");
        }
    }
}

#[test]
fn no_count_makes_a_text_that_is_too_long() {
    let mut typist = Typist::of("|abc");
    typist.press("yy");
    for _ in 0..5 {
        typist.press("999pyG");
    }
    assert!(typist.line.text().len() < 200_000);
}

/// Keys that do much in few presses.
fn keys() -> impl Strategy<Value = Vec<KeyEvent>> {
    let letters = "hjklwbeWBE0^$gGfFtT;,%{}|dcyiIaAoOpPxXsSrDCYuJ~.vV<>\"'(123 \n日eé+-_Z";
    let letter = prop::sample::select(letters.chars().collect::<Vec<_>>());
    let key = prop_oneof![
        20 => letter.prop_map(|letter| match letter {
            '\n' => KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE),
            letter => KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE),
        }),
        3 => Just(KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE)),
        1 => Just(KeyEvent::new(KeyCode::Char('r'), KeyModifiers::CONTROL)),
        1 => any::<char>().prop_filter("control", |c| !c.is_control())
            .prop_map(|c| KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE)),
    ];
    prop::collection::vec(key, 0..60)
}

fn text() -> impl Strategy<Value = String> {
    let parts = [
        "a", "b c", "\n", "\n\n", "  ", "日", "e\u{301}", "(x)", "\"q\"", ", ", "🇧🇷",
    ];
    prop::collection::vec(prop::sample::select(parts.to_vec()), 0..12)
        .prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(testing::cases(400))]

    #[test]
    fn any_keys_leave_the_cursor_on_a_cell_and_can_be_undone(text in text(), keys in keys()) {
        let mut typist = Typist::of(&format!("|{text}"));
        for key in keys {
            typist.key(key);
            let shown = typist.line.shown();
            let cells = super::cells::Cells::of(shown.clone(), &[]);
            let cursor = typist.line.cursor();
            if typist.vim.mode() != VimMode::Insert {
                let place = cells.place(cursor);
                prop_assert_eq!(cells.offset(place), cursor, "{:?}", shown);
                prop_assert!(place <= cells.line_last(place), "{:?}", shown);
            }
            let selected = typist.vim.selection(&typist.line);
            let is_part = selected.is_none_or(|range| shown.get(range).is_some());
            prop_assert!(is_part);
        }
        typist.press("<Esc><Esc><Esc>");
        prop_assert_eq!(typist.vim.mode(), VimMode::Normal);
        for _ in 0..1_000 {
            typist.press("u");
        }
        prop_assert_eq!(typist.line.text(), text);
        typist.press("<Esc><Esc>i");
        prop_assert_eq!(typist.vim.mode(), VimMode::Insert);
    }
}
