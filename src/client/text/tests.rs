use super::*;

#[test]
fn what_a_terminal_would_obey_or_hide_is_shown() {
    assert_eq!(visible("a\u{1b}[31mb"), "a<U+001B>[31mb");
    assert_eq!(visible("safe\u{202e}txt.exe"), "safe<U+202E>txt.exe");
    assert_eq!(visible("a\u{200b}b\u{feff}"), "a<U+200B>b<U+FEFF>");
    assert_eq!(visible("x\u{200d}y"), "x<U+200D>y");
    assert_eq!(visible("a\tb\r\n\tc"), "a   b\n    c");
}

#[test]
fn in_a_text_to_be_approved_joiners_and_replaced_signs_are_shown_too() {
    let plain = |text: &str| revealed(text, |_| false);
    assert_eq!(plain("a\tb\r\nc\u{1b}[2K"), "a<TAB>b<CR>\nc<ESC>[2K");
    assert_eq!(plain("n\u{200d}m 👩\u{200d}👧"), "n<U+200D>m 👩<U+200D>👧");
    assert_eq!(revealed("a → b", |sign| sign == '→'), "a <U+2192> b");
}

#[test]
fn joiners_inside_an_emoji_stay() {
    let family = "👩\u{200d}👩\u{200d}👧";
    assert_eq!(visible(family), family);
    assert_eq!(visible("❤\u{fe0f}"), "❤\u{fe0f}");
}

#[test]
fn output_of_a_command_reads_as_it_was_seen() {
    assert_eq!(terminal_text("\u{1b}[1;31mred\u{1b}[0m ok"), "red ok");
    assert_eq!(terminal_text("\u{1b}]0;title\u{7}text"), "text");
    assert_eq!(
        terminal_text("\u{1b}]8;;http://x\u{1b}\\link\u{1b}]8;;\u{1b}\\"),
        "link"
    );
    assert_eq!(terminal_text("10 %\r20 %\rdone\nnext\r\n"), "done\nnext\n");
    assert_eq!(terminal_text("ab\u{8}c\u{1b}(Bd"), "acd");
    assert_eq!(terminal_text("\u{1b}]0;unended\nkept"), "\nkept");
}

#[test]
fn text_is_cut_by_columns() {
    assert_eq!(truncate("日本語", 6), "日本語");
    assert_eq!(truncate("日本語", 5), "日本…");
    assert_eq!(truncate("日本語", 4), "日…");
    assert_eq!(truncate_start("src/auth/session.rs", 11), "…session.rs");
    assert_eq!(truncate("abc", 0), "");
    assert_eq!(window("ab日cd", 3, 3), " cd");
    assert_eq!(pad_start("日", 4), "  日");
}
