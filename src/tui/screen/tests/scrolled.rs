//! Tests of frames whose rows moved: a terminal shows exactly the frame, whether it was scrolled or
//! written.

use std::sync::Arc;

use proptest::prelude::*;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};

use super::super::links::{CLOSE, mark};
use super::super::*;
use super::side;
use client::text::cluster_width;
use testing::cases;

const WIDTH: u16 = 40;
const HEIGHT: u16 = 16;

/// A view of numbered lines between fixed rows, as the conversation between its title and the
/// editor.
#[derive(Debug, Clone)]
struct View {
    /// Number of the first line.
    first: usize,
    /// Rows above and below the lines.
    above: u16,
    below: u16,
    /// Text that changes in the fixed rows.
    chrome: usize,
    /// Whether a dialog covers some lines.
    dialog: bool,
}

impl View {
    fn from(first: usize) -> Self {
        Self {
            first,
            above: 1,
            below: 3,
            chrome: 0,
            dialog: false,
        }
    }

    fn draw(&self, buf: &mut Buffer) -> Option<Position> {
        let (width, height) = (buf.area.width, buf.area.height);
        let lines_end = height.saturating_sub(self.below);
        for y in 0..height {
            if (self.above..lines_end).contains(&y) {
                line(buf, y, self.first + usize::from(y - self.above));
            } else {
                let text = format!("── row {y} of the frame, {} ──", self.chrome);
                buf.set_stringn(0, y, text, usize::from(width), Style::new());
            }
        }
        if self.dialog {
            let rows = height / 3..height / 2;
            let style = Style::new().bg(Color::Indexed(4));
            rows.for_each(|y| {
                buf.set_stringn(3, y, "│ a dialog  │", usize::from(width), style);
            });
        }
        Some(Position::new(0, height - 1))
    }
}

/// Draws a line that looks, by its number, like none of its neighbours; every fifth one is blank.
fn line(buf: &mut Buffer, y: u16, number: usize) {
    let width = buf.area.width;
    let colour = Color::Indexed(u8::try_from(number % 200 + 20).unwrap());
    let style = match number % 4 {
        0 => Style::new(),
        1 => Style::new().fg(colour).add_modifier(Modifier::BOLD),
        2 => Style::new().bg(colour).fg(Color::Rgb(1, 2, 3)),
        _ => Style::new().add_modifier(Modifier::REVERSED | Modifier::ITALIC),
    };
    let text = match number % 5 {
        0 => String::new(),
        1 => format!("{number} 日本語 says what {number} left out"),
        2 => format!("  {}└ the line of number {number}", " ".repeat(number % 7)),
        3 => format!("- {number} \u{1f600} and a link"),
        _ => format!("fn line_{number}() {{ /* the same for each line */ }}"),
    };
    let (end, _) = buf.set_stringn(0, y, text, usize::from(width), style);
    if number % 5 == 3 {
        mark(buf, (2, y), end, &format!("https://example.org/{number}"));
    }
}

/// One step of a user or of the agent.
#[derive(Debug, Clone)]
enum Change {
    Down(usize),
    Up(usize),
    Jump(usize),
    Chrome,
    Dialog,
    Rows(u16, u16),
    Resize(u16, u16),
    Synchronize,
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        6 => (1_usize..9).prop_map(Change::Down),
        3 => (1_usize..9).prop_map(Change::Up),
        1 => (0_usize..400).prop_map(Change::Jump),
        2 => Just(Change::Chrome),
        1 => Just(Change::Dialog),
        2 => (0_u16..4, 0_u16..5).prop_map(|(above, below)| Change::Rows(above, below)),
        1 => (1_u16..60, 1_u16..24).prop_map(|(width, height)| Change::Resize(width, height)),
        1 => Just(Change::Synchronize),
    ]
}

/// A screen with the terminal that shows it.
struct Shown {
    screen: Screen,
    terminal: vt100::Parser,
    /// A terminal that gets the links as colours.
    links: vt100::Parser,
}

impl Shown {
    fn new() -> Self {
        Self {
            screen: Screen::new(WIDTH, HEIGHT),
            terminal: vt100::Parser::new(side(HEIGHT), side(WIDTH), 0),
            links: vt100::Parser::new(side(HEIGHT), side(WIDTH), 0),
        }
    }

    fn resize(&mut self, width: u16, height: u16) {
        self.screen.resize(width, height);
        for terminal in [&mut self.terminal, &mut self.links] {
            terminal.screen_mut().set_size(side(height), side(width));
        }
    }

    fn frame(&mut self, view: &View) -> String {
        let bytes = self.screen.frame(|buf| view.draw(buf));
        self.terminal.process(&bytes);
        let text = String::from_utf8(bytes).unwrap();
        self.links.process(links_as_colours(&text).as_bytes());
        text
    }

    /// Compares each cell of the terminals with the frame.
    fn assert_same(&self) {
        let buffer = self.screen.shown();
        for y in 0..buffer.area.height {
            let mut x = 0;
            while x < buffer.area.width {
                let cell = &buffer[(x, y)];
                let seen = self.terminal.screen().cell(y, x).unwrap();
                let written = Some(seen.contents()).filter(|text| !text.is_empty());
                assert_eq!(
                    written.unwrap_or(" "),
                    cell.symbol(),
                    "column {x} of row {y}"
                );
                let colours = (seen.fgcolor(), seen.bgcolor());
                assert_eq!(colours, (colour(cell.fg), colour(cell.bg)), "at {x}, {y}");
                let is = |modifier| cell.modifier.contains(modifier);
                assert_eq!(
                    (seen.bold(), seen.italic(), seen.inverse()),
                    (
                        is(Modifier::BOLD),
                        is(Modifier::ITALIC),
                        is(Modifier::REVERSED)
                    ),
                    "at {x}, {y}"
                );
                let link = self.screen.shown_links.get(&(y, x)).map(colour_of_link);
                let seen = self.links.screen().cell(y, x).unwrap().fgcolor();
                assert_eq!(seen, link.unwrap_or_default(), "link at {x}, {y}");
                x += super::column(cluster_width(cell.symbol()).max(1));
            }
        }
        assert_eq!(
            self.terminal.screen().cursor_position(),
            (buffer.area.height - 1, 0)
        );
    }
}

fn colour(colour: Color) -> vt100::Color {
    match colour {
        Color::Indexed(number) => vt100::Color::Idx(number),
        Color::Rgb(red, green, blue) => vt100::Color::Rgb(red, green, blue),
        Color::Reset => vt100::Color::Default,
        other => panic!("{other} is not drawn here"),
    }
}

fn colour_of_link(address: &Arc<str>) -> vt100::Color {
    let number: u32 = address.rsplit('/').next().unwrap().parse().unwrap();
    let [_, red, green, blue] = (number + 1).to_be_bytes();
    vt100::Color::Rgb(red, green, blue)
}

/// Replaces the styles of an output by its links, each as a colour of its own.
fn links_as_colours(bytes: &str) -> String {
    let mut out = String::new();
    let mut rest = bytes;
    while let Some(at) = rest.find('\x1b') {
        let (text, sequence) = rest.split_at(at);
        out.push_str(text);
        let end = if sequence.starts_with("\x1b]") {
            sequence.find("\x1b\\").unwrap() + 2
        } else {
            sequence[1..]
                .find(|c: char| c.is_ascii_alphabetic())
                .unwrap()
                + 2
        };
        let (sequence, behind) = sequence.split_at(end);
        rest = behind;
        if sequence.as_bytes() == CLOSE {
            out.push_str("\x1b[39m");
        } else if let Some(link) = sequence.strip_prefix("\x1b]8;id=") {
            let address = link.split_once(';').unwrap().1.trim_end_matches("\x1b\\");
            if let vt100::Color::Rgb(red, green, blue) = colour_of_link(&Arc::from(address)) {
                out.push_str(&format!("\x1b[38;2;{red};{green};{blue}m"));
            }
        } else if !sequence.ends_with('m') {
            out.push_str(sequence);
        }
    }
    out.push_str(rest);
    out
}

/// Whether an output moves rows: it sets a region.
fn scrolls(bytes: &str) -> bool {
    bytes.contains("\x1b[r")
}

proptest! {
    #![proptest_config(cases(256))]

    /// Whatever moves, grows, covers or changes its size, the terminal shows the frame, with its
    /// styles and links.
    #[test]
    fn a_terminal_shows_exactly_the_frame_whether_it_was_scrolled_or_written(
        changes in proptest::collection::vec(change(), 1..24),
    ) {
        let mut shown = Shown::new();
        let mut view = View::from(100);
        shown.frame(&view);
        shown.assert_same();
        for change in changes {
            match change {
                Change::Down(lines) => view.first += lines,
                Change::Up(lines) => view.first = view.first.saturating_sub(lines),
                Change::Jump(line) => view.first = line,
                Change::Chrome => view.chrome += 1,
                Change::Dialog => view.dialog = !view.dialog,
                Change::Rows(above, below) => (view.above, view.below) = (above, below),
                Change::Resize(width, height) => shown.resize(width, height),
                Change::Synchronize => shown.screen.set_synchronized(),
            }
            shown.frame(&view);
            shown.assert_same();
        }
    }
}

#[test]
fn a_line_that_is_added_moves_the_rows_above_it_and_writes_itself_alone() {
    let mut shown = Shown::new();
    shown.frame(&View::from(0));
    let bytes = shown.frame(&View::from(1));
    shown.assert_same();
    // The rows between the title and the three rows of the editor, in the default colours.
    assert!(
        bytes.contains("\x1b[0m\x1b[2;13r\x1b[13H\n\x1b[r"),
        "{bytes:?}"
    );
    assert!(bytes.contains("the line of number 12"), "{bytes:?}");
    assert!(!bytes.contains("number 7"), "{bytes:?}");
}

#[test]
fn rows_that_come_back_from_above_move_down() {
    let mut shown = Shown::new();
    shown.frame(&View::from(10));
    let bytes = shown.frame(&View::from(7));
    shown.assert_same();
    let moved = "\x1bM\x1bM\x1bM\x1b[r";
    assert!(bytes.contains(moved), "{bytes:?}");
    assert!(!bytes.contains("line_14()"), "{bytes:?}");
}

#[test]
fn rows_under_a_fixed_dialog_move_and_the_dialog_is_written_again() {
    let mut shown = Shown::new();
    let mut view = View::from(0);
    view.dialog = true;
    shown.frame(&view);
    view.first += 1;
    let bytes = shown.frame(&view);
    shown.assert_same();
    assert!(scrolls(&bytes), "{bytes:?}");
}

#[test]
fn a_frame_that_a_scroll_would_not_shorten_has_none() {
    let mut shown = Shown::new();
    shown.frame(&View::from(0));
    let other = shown.frame(&View::from(200));
    assert!(!scrolls(&other), "no row is left: {other:?}");
    let mut view = View::from(200);
    view.chrome = 1;
    let fixed = shown.frame(&view);
    assert!(!scrolls(&fixed), "nothing moved: {fixed:?}");
    shown.resize(WIDTH, HEIGHT);
    view.first += 1;
    let stale = shown.frame(&view);
    assert!(!scrolls(&stale), "what the terminal shows is unknown");
    shown.assert_same();
}

#[test]
fn few_letters_between_two_changes_are_written_instead_of_a_move() {
    let mut screen = Screen::new(WIDTH, 1);
    let mut frame = |text: &'static str| {
        let bytes = screen.frame(|buf| {
            buf.set_string(0, 0, text, Style::new());
            None
        });
        String::from_utf8(bytes).unwrap()
    };
    frame("one two three, and 日本 four");
    let bytes = frame("One Two three, And 日本 Four");
    assert!(bytes.contains("One T\x1b[1;16HA\x1b[1;25HF"), "{bytes:?}");
}

#[test]
fn the_half_that_a_narrow_character_leaves_of_a_wide_one_is_written_too() {
    let mut shown = Shown::new();
    shown.screen.resize(WIDTH, HEIGHT);
    let view = |text: &'static str, colour| {
        move |buf: &mut Buffer| {
            buf.set_string(0, 0, text, Style::new().bg(colour));
            None
        }
    };
    let first = shown.screen.frame(view("日", Color::Reset));
    let second = shown.screen.frame(view("a", Color::Indexed(4)));
    shown.terminal.process(&first);
    shown.terminal.process(&second);
    let half = shown.terminal.screen().cell(0, 1).unwrap();
    assert_eq!(half.bgcolor(), vt100::Color::Default);
}
