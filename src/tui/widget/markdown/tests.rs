use proptest::prelude::*;

use super::*;
use crate::theme::Role;
use crate::widget::row::Row;
use client::text::width_of;

fn rows(source: &str, width: usize) -> Vec<String> {
    let mut text = Markdown::whole(source);
    let height = text.layout(width);
    (0..height)
        .map(|number| text.row(number).map(Row::plain).unwrap_or_default())
        .collect()
}

fn full_rows(text: &mut Markdown, width: usize) -> Vec<Option<Row>> {
    let height = text.layout(width);
    (0..height)
        .map(|number| text.row(number).cloned())
        .collect()
}

#[test]
fn marks_of_the_source_become_looks() {
    let mut text = Markdown::whole("# Title\n\nsome **bold** and `code` [here](http://x.y).");
    text.layout(60);
    let title = text.row(0).unwrap();
    assert_eq!(title.plain(), "Title");
    assert_eq!(title.pieces[0].style.role, Some(Role::Accent));
    let line = text.row(2).unwrap();
    assert_eq!(line.plain(), "some bold and code here (http://x.y).");
    assert!(line.pieces.iter().any(|piece| {
        piece.text == "bold"
            && piece
                .style
                .modifier
                .contains(ratatui::style::Modifier::BOLD)
    }));
}

#[test]
fn lists_nest_and_count() {
    let source = "1. one\n   - inner long text here\n   - [x] done\n2. two\n\n   more\n10. ten";
    assert_eq!(
        rows(source, 20),
        [
            "1. one",
            "   - inner long text",
            "     here",
            "   - [x] done",
            "2. two",
            "   ",
            "   more",
            "3. ten",
        ]
    );
}

#[test]
fn quotes_keep_their_bar() {
    assert_eq!(rows("> a b c d\n>\n> - e", 8), ["│ a b c", "│ d", "│ - e"]);
}

#[test]
fn a_table_breaks_no_word_that_has_room() {
    let word = "writes,commands,deletes";
    let source = format!(
        "| command | what it does |\n|---|---|\n| `/confirm {word}` | asks before it writes, and before what may change \
         something else |"
    );
    for width in [36, 50, 80] {
        let rows = rows(&source, width);
        assert!(rows.iter().any(|row| row.contains(word)), "{rows:#?}");
        assert!(rows.iter().any(|row| row.contains('│')), "{rows:#?}");
        assert!(rows.iter().all(|row| width_of(row) <= width), "{rows:#?}");
    }
}

#[test]
fn a_link_in_a_table_shows_its_text_and_its_address_once_below() {
    let source = "| plan | note |\n|---|---|\n| a | see the [article](https://x.y/long/path) |\n| b | \
                  [article](https://x.y/long/path), https://bare.z |";
    assert_eq!(
        rows(source, 60),
        [
            "plan │ note",
            "─────┼────────────────────────",
            "a    │ see the article",
            "b    │ article, https://bare.z",
            "article: https://x.y/long/path",
        ]
    );
}

#[test]
fn prose_is_at_most_a_hundred_columns_wide_and_tables_and_code_are_as_wide_as_the_pane() {
    let words = "word ".repeat(60);
    let cell = "x".repeat(130);
    let source = format!("{words}\n\n| a |\n|---|\n| {cell} |\n\n```\n{cell}\n```\n");
    let rows = rows(&source, 150);
    let widths = |words: &str| -> Vec<usize> {
        let found = rows.iter().filter(|row| row.contains(words));
        found.map(|row| width_of(row)).collect()
    };
    assert_eq!(widths("word").into_iter().max(), Some(99), "{rows:#?}");
    assert_eq!(widths("xxx").len(), 2, "{rows:#?}");
}

#[test]
fn tables_fit_the_width() {
    let source = "| name | text |\n|---|--:|\n| a | some longer text |\n| bcd | x |";
    assert_eq!(
        rows(source, 40),
        [
            "name │             text",
            "─────┼─────────────────",
            "a    │ some longer text",
            "bcd  │                x",
        ]
    );
    assert_eq!(
        rows(source, 18),
        [
            "name │        text",
            "─────┼────────────",
            "a    │ some longer",
            "     │        text",
            "bcd  │           x",
        ]
    );
    assert_eq!(
        rows(source, 10),
        [
            "name: a",
            "text: some",
            "longer",
            "text",
            "",
            "name: bcd",
            "text: x"
        ]
    );
}

#[test]
fn code_keeps_its_lines_and_says_its_language() {
    assert_eq!(
        rows("text\n```rust\nfn a() {\n\tb();\n}\n```\nafter", 9),
        [
            "text",
            "",
            " rust",
            " fn a() {",
            "     b();",
            " }",
            "",
            "after"
        ]
    );
}

#[test]
fn an_open_fence_is_code_from_its_first_line() {
    let mut text = Markdown::default();
    text.append("```sh\necho **a**");
    text.layout(40);
    assert_eq!(text.row(1).unwrap().plain(), " echo **a**");
    assert_eq!(
        text.row(1).unwrap().code,
        None,
        "no colours while it is open"
    );
    text.append("\n```\n");
    text.layout(40);
    assert_eq!(text.row(1).unwrap().plain(), " echo **a**");
    assert_eq!(&*text.code(1).unwrap().text, "echo **a**");
    assert_eq!(text.height(), 2);
}

#[test]
fn nothing_hidden_in_the_text_reaches_the_screen() {
    let out = rows("a\u{1b}[2J `\u{202e}x` &#x202e;\n\n    \u{7}code", 80).join("\n");
    assert!(!out.contains(['\u{1b}', '\u{202e}', '\u{7}']), "{out:?}");
    assert!(out.contains("<U+202E>"));
}

#[test]
fn deep_nesting_stays_inside_the_width() {
    let source = format!("{}x y z", "> - ".repeat(200));
    for row in rows(&source, 20) {
        assert!(width_of(&row) <= 20, "{row:?}");
    }
}

#[test]
fn closed_blocks_are_not_laid_out_again() {
    let mut text = Markdown::default();
    text.append("one\n\ntwo\n\nthree");
    text.layout(40);
    assert_eq!(text.splitter.count(), 1);
    let before = text.row(0).map(std::ptr::from_ref);
    text.append(" more\n\nfour");
    text.layout(40);
    assert_eq!(before, text.row(0).map(std::ptr::from_ref));
}

#[test]
fn the_source_of_a_block_is_found_by_its_row() {
    let mut text = Markdown::whole("# a\n\nb **c**\n\n```\nd\n```\n");
    text.layout(40);
    assert_eq!(text.block_source(2), "b **c**");
    assert_eq!(text.block_source(4), "```\nd\n```");
}

/// Texts crafted to be expensive.
fn hostile() -> Vec<(&'static str, String)> {
    let many = 60_000;
    vec![
        ("quotes", ">".repeat(many)),
        ("lists", "- ".repeat(many)),
        ("line ends", "\n".repeat(many)),
        ("a loose list", "- a\n\n".repeat(many / 5)),
        ("fences in a list", "- a\n  ```\n".repeat(many / 10)),
        ("stars", "*a ".repeat(many / 3)),
        ("brackets", "[".repeat(many)),
        (
            "pictures",
            format!("{}a{}", "![".repeat(9_000), "](b)".repeat(9_000)),
        ),
        ("a word", "x".repeat(many)),
        ("words", "words ".repeat(many / 6)),
        ("tabs", "\t".repeat(many)),
        ("marks", format!("a{}", "\u{301}".repeat(many / 2))),
        (
            "columns",
            format!(
                "{0}\n{1}\n{2}",
                "|a".repeat(9_000),
                "|-".repeat(9_000),
                "|b\n".repeat(500)
            ),
        ),
        (
            "short rows",
            format!(
                "{0}\n{1}\n{2}",
                "|a".repeat(200),
                "|-".repeat(200),
                "b\n".repeat(5_000)
            ),
        ),
        (
            "code",
            format!("```rust\n{}```\n", "let a = 1;\n".repeat(many / 11)),
        ),
        (
            "a line of code",
            format!("```rust\n{}\n```\n", "a".repeat(many)),
        ),
        ("empty code", format!("```\n{}```\n", "\n".repeat(many))),
    ]
}

#[test]
fn no_block_and_no_parsing_grows_with_the_text() {
    for (name, text) in hostile() {
        let mut shown = Markdown::whole(text.clone());
        while {
            shown.layout(40);
            shown.is_incomplete()
        } {}
        let splitter = &shown.splitter;
        let longest = (0..=splitter.count())
            .map(|block| {
                if block == splitter.count() {
                    text.len() - splitter.open_start()
                } else {
                    splitter.start_of(block + 1) - splitter.start_of(block)
                }
            })
            .max();
        let most = if name.contains("code") {
            300_000
        } else {
            3 * 16 * 1024
        };
        assert!(longest <= Some(most), "{name}: {longest:?}");
        assert!(
            splitter.parsed <= 24 * text.len(),
            "{name}: {}",
            splitter.parsed
        );
        let deepest = (0..shown.height())
            .filter_map(|row| shown.row(row))
            .map(|row| row.marks)
            .max();
        assert!(deepest <= Some(40), "{name}: {deepest:?}");
        let widest = (0..shown.height())
            .filter_map(|row| shown.row(row))
            .map(Row::width)
            .max();
        assert!(widest <= Some(40), "{name}: {widest:?}");
    }
}

#[test]
fn a_long_text_is_laid_out_step_by_step_and_comes_to_the_same() {
    for (name, text) in [
        ("words", "some words of a text\n\n".repeat(20_000)),
        ("a line", "words ".repeat(60_000)),
        (
            "code",
            format!("```rust\n{}```\nend\n", "let a = 1;\n".repeat(40_000)),
        ),
    ] {
        let mut shown = Markdown::whole(text.clone());
        let (mut steps, mut before) = (0, 0);
        while {
            let rows = shown.layout(40);
            assert!(rows >= before, "{name}: rows that were there stay");
            before = rows;
            shown.is_incomplete()
        } {
            steps += 1;
            assert!(steps < 100, "{name}");
        }
        assert!(steps >= 2, "{name}: {steps}");
        let mut pieces = Markdown::default();
        for at in (0..text.len()).step_by(50_000) {
            pieces.append(&text[at..(at + 50_000).min(text.len())]);
            pieces.layout(40);
        }
        pieces.finish();
        let rows = full_rows(&mut pieces, 40);
        assert!(!pieces.is_incomplete() && rows.len() == before, "{name}");
        assert!(rows == full_rows(&mut shown, 40), "{name}");
        // A long code block is copied whole.
        if name == "code" {
            assert_eq!(
                shown.block_source(20_000),
                text.trim_end_matches("end\n").trim_end()
            );
        }
    }
}

/// Texts full of Markdown syntax.
fn marked() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        "[a-z]{1,9}",
        "[ \n#>*_`~|+.:=-]{1,4}",
        Just("\n\n".to_owned()),
        Just("```\n".to_owned()),
        Just("```rust\n".to_owned()),
        Just("\n~~~\n".to_owned()),
        Just("- ".to_owned()),
        Just("  - ".to_owned()),
        Just("1. ".to_owned()),
        Just("2) ".to_owned()),
        Just("\n> ".to_owned()),
        Just("\n    ".to_owned()),
        Just("| a | b |\n|---|---|\n".to_owned()),
        Just("\n---\n".to_owned()),
        Just("\n===\n".to_owned()),
        Just("[x](http://y)".to_owned()),
        Just("[r]: http://y\n".to_owned()),
        Just("[r]".to_owned()),
        Just("<div>\n".to_owned()),
        Just("<!-- ".to_owned()),
        Just("-->".to_owned()),
        Just("日本語。👩\u{200d}👧".to_owned()),
        Just("\t".to_owned()),
        Just("\r".to_owned()),
        Just("\u{1b}[1m\u{202e}".to_owned()),
    ];
    prop::collection::vec(part, 0..30).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(testing::cases(256))]

    #[test]
    fn no_row_is_wider_than_the_width(source in marked(), width in 0_usize..50) {
        for row in rows(&source, width) {
            prop_assert!(width_of(&row) <= width.max(1), "{row:?}");
        }
    }

    #[test]
    fn any_text_is_laid_out(source in any::<String>(), width in 0_usize..20) {
        for row in rows(&source, width) {
            prop_assert!(width_of(&row) <= width.max(1), "{row:?}");
        }
    }

    #[test]
    fn pieces_give_the_same_rows_as_the_whole(
        source in marked(),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..8),
        width in 5_usize..50,
    ) {
        let mut places: Vec<usize> = cuts
            .iter()
            .map(|cut| cut.index(source.len() + 1))
            .filter(|at| source.is_char_boundary(*at))
            .collect();
        places.sort_unstable();
        places.push(source.len());
        let mut text = Markdown::default();
        let mut start = 0;
        for end in places {
            text.append(&source[start..end]);
            text.layout(width);
            start = end;
        }
        text.finish();
        prop_assert_eq!(full_rows(&mut text, width), full_rows(&mut Markdown::whole(source), width));
    }

    #[test]
    fn a_row_is_found_again_by_its_ink(source in marked(), width in 4_usize..50) {
        let mut text = Markdown::whole(source);
        let height = text.layout(width);
        for number in 0..height {
            let found = text.row_at_ink(text.ink_above(number));
            prop_assert!(found >= number);
            prop_assert_eq!(text.ink_above(found), text.ink_above(number));
        }
    }
}

#[test]
fn columns_of_a_table_are_as_wide_as_what_they_hold() {
    let rare = "/one [a | b | c | d | e | f | g | h | i | j]";
    let said = "says in many words what it does, and what it does not do";
    let mut source = format!(
        "| command | what it does |\n|---|---|\n| {} | {said} |\n",
        rare.replace('|', "\\|")
    );
    for number in 0..20 {
        source.push_str(&format!("| /{number} | {said} |\n"));
    }
    let rows = rows(&source, 80);
    // The one long cell wraps, instead of each cell beside it.
    assert!(rows.len() <= 26, "{rows:#?}");
    assert!(rows.iter().all(|row| width_of(row) <= 80), "{rows:#?}");
}

#[test]
fn a_step_makes_no_more_blocks_of_a_text_that_has_many_than_it_can() {
    let mut text = Markdown::whole("a\n\n".repeat(300_000));
    let mut most = 0;
    while {
        let before = (text.splitter.count(), text.parts().len());
        text.layout(40);
        let made = text.parts().len() - before.1;
        most = most.max(made).max(text.splitter.count() - before.0);
        text.is_incomplete()
    } {}
    assert_eq!(text.height(), 599_999);
    assert!(most <= 4_100, "{most} blocks");
}
