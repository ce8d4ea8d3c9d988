//! Tests of the grid: drawn text stays in its cells, also on terminals that
//! measure clusters differently.

mod scrolled;

use proptest::prelude::*;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use ratatui::text::Line;
use unicode_segmentation::UnicodeSegmentation;

use super::*;
use crate::composer::layout;
use crate::widget::row::draw_lines;
use client::text::{cluster_width, visible, width_of};
use testing::cases;

/// Clusters whose width differs between terminals.
const HARD: &[&str] = &[
    "👩\u{200d}👩\u{200d}👧",
    "❤\u{fe0f}",
    "👍🏽",
    "1\u{fe0f}\u{20e3}",
    "🇩🇪",
    "🏴\u{200d}☠\u{fe0f}",
    "e\u{301}",
    "\u{2800}",
    "\t",
    "\r\n",
    "ｶﾞ",
    "لا",
    "\u{1f600}",
    "…",
    "│",
];

/// Generates text from everything that is hard to measure.
fn soup() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[ -~]{1,6}",
        2 => any::<char>().prop_map(String::from),
        1 => "[\u{0}-\u{1f}\u{7f}-\u{9f}]",
        1 => "[\u{300}-\u{36f}]{1,40}",
        1 => "[\u{200b}-\u{200f}\u{202a}-\u{202e}\u{2066}-\u{2069}\u{fe0e}\u{fe0f}\u{feff}]",
        1 => "[\u{1f1e6}-\u{1f1ff}]{1,3}",
        1 => "[\u{5d0}-\u{5ea}\u{627}-\u{64a}]{1,5}",
        1 => "[\u{1100}-\u{11ff}]{1,40}",
        1 => "[\u{ff66}-\u{ff9f}]{1,4}",
        1 => "[\u{900}-\u{97f}]{1,5}",
        1 => "[一-龥]{1,4}",
        2 => proptest::sample::select(HARD).prop_map(str::to_owned),
    ];
    proptest::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

fn side(cells: u16) -> std::num::NonZero<u16> {
    std::num::NonZero::new(cells).unwrap()
}

fn column(at: usize) -> u16 {
    u16::try_from(at).unwrap()
}

/// Returns the start of each cluster in a drawn row, as stored in the buffer.
fn cells_of(buf: &Buffer, y: u16, columns: u16) -> Vec<(u16, String)> {
    let mut cells = Vec::new();
    let mut x = 0;
    while x < columns {
        let symbol = buf[(x, y)].symbol();
        cells.push((x, symbol.to_owned()));
        x += column(cluster_width(symbol)).max(1);
    }
    cells
}

proptest! {
    #![proptest_config(cases(512))]

    /// One function measures for all: the buffer puts each cluster where the sum of widths says.
    #[test]
    fn the_buffer_counts_as_the_width_function_does(text in soup()) {
        let width = column(width_of(&text));
        let area = Rect::new(0, 0, width + 5, 1);
        // Draws over existing content, so that the test sees the cells under a wide cluster reset.
        let mut buf = Buffer::filled(area, Cell::new("x"));
        let (end, _) = buf.set_stringn(0, 0, &text, usize::from(area.width), Style::new());
        prop_assert_eq!(end, width);
        let mut drawn = Buffer::filled(area, Cell::new("x"));
        draw_lines(&[Line::raw(text.as_str())], area, &mut drawn, Style::new());
        prop_assert_eq!(&drawn, &buf);
        let mut expected = Vec::new();
        let mut x = 0;
        for cluster in text.graphemes(true).filter(|cluster| cluster_width(cluster) > 0) {
            expected.push((column(x), cluster.to_owned()));
            for under in x + 1..x + cluster_width(cluster) {
                prop_assert_eq!(buf[(column(under), 0)].symbol(), " ");
            }
            x += cluster_width(cluster);
        }
        prop_assert_eq!(cells_of(&buf, 0, width), expected);
    }

    /// No text is lost on display: each cluster has a column, and none acts as a command.
    #[test]
    fn every_cluster_of_a_visible_text_has_a_column(text in soup()) {
        let approved = crate::bar::visible::visible(&text, Glyphs::Unicode);
        for shown in [visible(&text).into_owned(), approved] {
            for cluster in shown.graphemes(true).filter(|cluster| *cluster != "\n") {
                prop_assert!(cluster_width(cluster) >= 1, "{:?} in {:?}", cluster, shown);
            }
            prop_assert!(!shown.chars().any(|c| redact::is_invisible(c) && c != '\n'));
        }
        let once = visible(&text);
        prop_assert_eq!(visible(&once), once.clone(), "made visible twice is the same");
    }

    /// The rows of a typed text fit and hold all of it, and the cursor stands where its
    /// character is drawn.
    #[test]
    fn the_rows_of_a_typed_text_fit_and_lose_nothing(text in soup(), width in 8_usize..40) {
        let rows = layout::rows(&text, width);
        let all: String = rows.iter().map(|row| &text[row.bytes.clone()]).collect();
        prop_assert_eq!(all, text.replace('\n', ""));
        for (at, _) in text.grapheme_indices(true).chain([(text.len(), "")]) {
            let (row, found) = layout::locate(&text, &rows, at);
            let bytes = rows[row].bytes.clone();
            let before = &text[bytes.start..at.min(bytes.end)];
            prop_assert_eq!(found, width_of(&layout::shown(before)));
        }
        for row in &rows {
            let part = &text[row.bytes.clone()];
            let alone = part.graphemes(true).nth(1).is_none();
            prop_assert!(alone || layout::shown_width(part) <= width, "{:?}", part);
        }
    }

    /// Text beside a cluster stays in place from frame to frame, even on a terminal that measures
    /// each character alone.
    #[test]
    fn a_naive_terminal_keeps_the_grid(texts in proptest::collection::vec(soup(), 1..5)) {
        let mut screen = Screen::new(40, 3);
        let mut parser = vt100::Parser::new(side(3), side(40), 0);
        for text in texts {
            // The test terminal draws nothing for a replacement character.
            let shown = visible(&text).replace(['\n', '\u{fffd}'], " ");
            let bytes = screen.frame(|buf| {
                buf.set_stringn(0, 1, &shown, 20, Style::new().fg(Color::Red));
                buf.set_string(20, 1, "|beside", Style::new());
                None
            });
            parser.process(&bytes);
            for (x, symbol) in cells_of(screen.shown(), 1, 27) {
                if symbol.is_ascii() && symbol != " " {
                    let seen = parser.screen().cell(1, x).unwrap().contents();
                    prop_assert_eq!(seen, symbol.as_str(), "column {} of {:?}", x, shown);
                }
            }
        }
    }
}

#[test]
fn a_doubtful_cluster_is_written_over_blanks_and_the_cursor_is_set_behind_it() {
    let mut screen = Screen::new(8, 1);
    let family = "👩\u{200d}👧";
    screen.frame(|_| None);
    let bytes = screen.frame(|buf| {
        buf.set_string(0, 0, format!("a{family}b"), Style::new());
        None
    });
    let text = String::from_utf8(bytes).unwrap();
    let place = text.find(family).unwrap();
    assert!(text[..place].contains("  "), "blanks first: {text:?}");
    assert!(text[place..].contains("\u{1b}[1;4H"), "{text:?}");
}

#[test]
fn nothing_that_commands_a_terminal_leaves_the_screen_whoever_drew_it() {
    let mut screen = Screen::new(8, 1);
    let bytes = screen.frame(|buf| {
        buf[(0, 0)].set_symbol("a\u{202e}");
        buf[(1, 0)].set_symbol("\u{202e}b");
        buf[(2, 0)].set_symbol("\u{202e}");
        None
    });
    let text = String::from_utf8(bytes).unwrap();
    assert!(!text.contains('\u{202e}'), "{text:?}");
}

#[test]
fn with_ascii_alone_no_sign_of_ours_leaves_the_screen() {
    let mut screen = Screen::new(12, 2).with_glyphs(Glyphs::Ascii);
    screen.frame(|buf| {
        buf.set_string(0, 0, "┌─ a ⋯ · ─┐", Style::new());
        buf.set_string(0, 1, "│ 日本 é…  │", Style::new());
        None
    });
    let row = |screen: &Screen, y| -> String {
        let cells = cells_of(screen.shown(), y, 12);
        cells.into_iter().map(|(_, symbol)| symbol).collect()
    };
    assert_eq!(row(&screen, 0), "+- a ~ - -+ ");
    assert_eq!(row(&screen, 1), "| 日本 é~  |", "letters stay");
    screen.resize(20, 2);
    let bytes = screen.frame(|buf| {
        buf.set_string(0, 0, "─", Style::new());
        None
    });
    assert!(bytes.is_ascii(), "after another size too");
}

mod linked {
    use ratatui::style::Style;

    use super::super::links::{mark, safe_address};
    use super::*;

    const HERE: &str = "https://example.org/a";

    fn frame(screen: &mut Screen, text: &str, linked: (u16, u16), address: &str) -> String {
        let bytes = screen.frame(|buf| {
            buf.set_string(0, 0, text, Style::default());
            mark(buf, (linked.0, 0), linked.1, address);
            None
        });
        String::from_utf8(bytes).unwrap()
    }

    fn opens(bytes: &str) -> usize {
        bytes.matches("\x1b]8;id=").count()
    }

    fn closes(bytes: &str) -> usize {
        bytes.matches("\x1b]8;;\x1b\\").count()
    }

    #[test]
    fn a_link_is_opened_and_closed_around_its_cells_and_is_no_part_of_them() {
        let mut screen = Screen::new(20, 2);
        let bytes = frame(&mut screen, "see here now", (4, 8), HERE);
        assert_eq!((opens(&bytes), closes(&bytes)), (1, 1), "{bytes:?}");
        let (_, rest) = bytes.split_once(&format!(";{HERE}\x1b\\")).unwrap();
        let (inside, _) = rest.split_once("\x1b]8;;").unwrap();
        assert!(inside.contains("here"), "{bytes:?}");
        assert!(
            !inside.contains("see") && !inside.contains("now"),
            "{bytes:?}"
        );
        let row: String = (0..12)
            .map(|x| screen.shown()[(x, 0)].symbol().to_owned())
            .collect();
        assert_eq!(row, "see here now");
        // The same frame again writes nothing.
        assert_eq!(frame(&mut screen, "see here now", (4, 8), HERE), "");
    }

    #[test]
    fn what_is_drawn_anew_of_a_link_is_opened_and_closed_by_itself() {
        let mut screen = Screen::new(20, 2);
        frame(&mut screen, "see here now", (4, 8), HERE);
        let bytes = frame(&mut screen, "see hexe now", (4, 8), HERE);
        assert_eq!((opens(&bytes), closes(&bytes)), (1, 1), "{bytes:?}");
        assert!(!bytes.contains("here") && bytes.contains('x'), "{bytes:?}");
        // The same text is written again if its link target changes or disappears.
        let bytes = frame(&mut screen, "see hexe now", (4, 8), "https://example.org/b");
        assert_eq!((opens(&bytes), closes(&bytes)), (1, 1), "{bytes:?}");
        assert!(bytes.contains("hexe"), "{bytes:?}");
        let bytes = frame(&mut screen, "see hexe now", (0, 0), "");
        assert_eq!((opens(&bytes), closes(&bytes)), (0, 0), "{bytes:?}");
        assert!(bytes.contains("hexe"), "{bytes:?}");
    }

    #[test]
    fn wide_letters_in_a_link_stay_in_their_cells() {
        let mut screen = Screen::new(20, 2);
        let bytes = frame(&mut screen, "a日本b", (1, 6), HERE);
        assert_eq!(opens(&bytes), closes(&bytes));
        assert_eq!(screen.shown()[(1, 0)].symbol(), "日");
        assert_eq!(screen.shown()[(5, 0)].symbol(), "b");
        let bytes = frame(&mut screen, "a日本b", (1, 6), "https://example.org/b");
        assert_eq!(opens(&bytes), closes(&bytes));
        assert!(bytes.contains('日') && bytes.contains('b'), "{bytes:?}");
    }

    #[test]
    fn only_addresses_of_the_web_without_anything_that_could_end_the_sequence_are_links() {
        assert_eq!(
            safe_address("https://a.org/x?y=1").as_deref(),
            Some("https://a.org/x?y=1")
        );
        assert_eq!(
            safe_address("HTTP://a.org").as_deref(),
            Some("HTTP://a.org")
        );
        assert_eq!(
            safe_address("https://a.org/ä").as_deref(),
            Some("https://a.org/%C3%A4")
        );
        for wrong in [
            "file:///etc/passwd",
            "javascript:alert(1)",
            "https:a.org",
            "https://a.org/\x1b]8;;",
            "https://a.org/\u{9c}",
            "https://a.org/a b",
            "mailto:a@b.c",
            "",
        ] {
            assert_eq!(safe_address(wrong), None, "{wrong:?}");
        }
        assert_eq!(
            safe_address(&format!("https://a.org/{}", "a".repeat(3_000))),
            None
        );
    }
}
