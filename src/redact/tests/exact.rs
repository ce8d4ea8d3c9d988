//! Tests with texts that need approval and try to hide their effect.

use crate::{PaddingWords, exact};

const WORDS: PaddingWords = PaddingWords {
    blank_lines: |count| format!("{count} blank lines"),
    blanks: |count| format!("{count} blanks"),
};

fn shown(text: &str) -> String {
    exact(text, &WORDS)
}

#[test]
fn padding_is_told_by_its_length() {
    let lines = format!("ls{}; rm -rf src", "\n".repeat(61));
    assert_eq!(shown(&lines), "ls\n<60 blank lines>\n; rm -rf src");
    let mixed = format!("ls\n{}; rm", " \t\r\n".repeat(7));
    assert_eq!(shown(&mixed), "ls\n<7 blank lines>\n; rm");
    let blanks = format!("ls{}; rm", " ".repeat(10_000));
    assert_eq!(shown(&blanks), "ls<10000 blanks>; rm");
    let tabs = format!("ls{}; rm", "\t".repeat(500));
    assert_eq!(shown(&tabs), "ls<TAB x500>; rm");
    let odd = format!("ls{}; rm", "\u{a0}".repeat(500));
    assert_eq!(shown(&odd), "ls<U+00A0 x500>; rm");
}

#[test]
fn a_script_is_shown_as_it_is_written() {
    for text in [
        "cargo test -p auth 2>&1 | tail -5",
        "for f in a b; do\n    if true; then\n                echo $f\n    fi\ndone\n\nls\n",
        "git commit -m 'l\u{2019}\u{e9}t\u{e9} est l\u{e0}'",
        "echo '\u{43f}\u{440}\u{438}\u{432}\u{435}\u{442}, \u{43c}\u{438}\u{440}'",
        "cat \u{6587}\u{4ef6}.txt; echo '\u{4f60}\u{597d}\u{ff0c}\u{4e16}\u{754c}'",
        "echo \u{928}\u{92e}\u{938}\u{94d}\u{924}\u{947}",
        "rm e\u{301}t\u{e9}.txt",
        "echo done \u{2764}\u{fe0f}",
    ] {
        assert_eq!(shown(text), text);
    }
}

#[test]
fn every_blank_but_a_space_and_a_line_end_is_named() {
    for c in '\0'..=char::MAX {
        if c.is_whitespace() && !matches!(c, ' ' | '\n') {
            let text = shown(&format!("a{c}b"));
            assert!(
                text.starts_with("a<") && text.ends_with(">b"),
                "{c:?}: {text}"
            );
        }
    }
}

#[test]
fn what_has_no_look_of_its_own_is_named() {
    let hidden = "\u{200b}\u{200c}\u{200d}\u{2060}\u{feff}\u{2800}\u{3164}\u{115f}\u{1160}\u{ffa0}\u{ad}\u{34f}\
                  \u{180e}\u{202e}\u{2066}\u{200f}\u{61c}\u{1bca0}\u{fff0}\u{e0041}\u{fe0f}\u{7}";
    for c in hidden.chars() {
        let text = shown(&format!("a{c}b"));
        assert_eq!(text, format!("a<U+{:04X}>b", u32::from(c)), "{c:?}");
    }
}

#[test]
fn letters_of_another_script_in_a_word_are_marked() {
    for (text, seen) in [
        // Cyrillic, Greek, full width, mathematical.
        ("\u{441}at a", "\u{441}<U+0441>at a"),
        ("/bin/l\u{455}", "/bin/l\u{455}<U+0455>"),
        (
            "git pu\u{455}h \u{43e}rigin",
            "git pu\u{455}<U+0455>h \u{43e}<U+043E>rigin",
        ),
        ("rm sr\u{3c3}", "rm sr\u{3c3}<U+03C3>"),
        ("l\u{ff53}", "l\u{ff53}<U+FF53>"),
        ("r\u{1d426} a", "r\u{1d426}<U+1D426> a"),
        // Every letter comes from another script, and the result looks like an ordinary word.
        (
            "\u{441}\u{43e}\u{440}\u{443} a",
            "\u{441}<U+0441>\u{43e}<U+043E>\u{440}<U+0440>\u{443}<U+0443> a",
        ),
    ] {
        assert_eq!(shown(text), seen);
    }
}

#[test]
fn signs_that_look_like_those_of_the_shell_are_marked() {
    for (text, seen) in [
        ("ls\u{37e} rm", "ls\u{37e}<U+037E> rm"),
        ("cat a\u{2215}b", "cat a\u{2215}<U+2215>b"),
        ("rm \u{2010}rf", "rm \u{2010}<U+2010>rf"),
        ("a \u{ff5c} b", "a \u{ff5c}<U+FF5C> b"),
        (
            "echo \u{2019}a b\u{2019}",
            "echo \u{2019}<U+2019>a b\u{2019}<U+2019>",
        ),
    ] {
        assert_eq!(shown(text), seen);
    }
}

#[test]
fn marks_that_would_cover_what_stands_around_are_named() {
    let covered = format!("ls; a{}rm", "\u{336}".repeat(40));
    let text = shown(&covered);
    assert_eq!(text.matches('\u{336}').count(), 3, "{text}");
    assert_eq!(text.matches("<U+0336>").count(), 37, "{text}");
    assert_eq!(shown(";\u{338} rm"), ";<U+0338> rm");
}

#[test]
fn a_long_text_takes_time_in_proportion_to_its_length() {
    // Guards against quadratic time: the check of each character looks at that character alone.
    let text = "\u{441}a \u{a0}\u{336}".repeat(5_000);
    assert!(shown(&text).len() > text.len());
}
