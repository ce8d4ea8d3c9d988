//! Terminal output while the program runs, for each kind of terminal: nothing while nothing
//! happens, frames in the form that the terminal supports, and no unsupported colours.

use std::time::Duration;

use crate::harness::written::{Written, styles, written};
use crate::harness::{Colours, Kind, Place, Session, Start, Step, play};

/// A blinking cursor, a clock or a spinner would write within this time.
const QUIET: Duration = Duration::from_millis(1_500);

/// Lines of the streamed answer: enough for several frames.
const LINES: usize = 1_500;

/// Begin and end of a synchronized frame.
const BEGIN: Written<'_> = Written::Csi("?2026h");
const END: Written<'_> = Written::Csi("?2026l");

/// Starts a workbench with a model that gives one long answer.
fn begin(place: &Place, kind: Kind, variables: &[(&str, &str)]) -> Session {
    let line = |number| format!("- line {number} of `main` says **nothing new** about it\n");
    let answer: String = (0..LINES).map(line).collect();
    let arguments = play(
        place,
        vec![Step::says(&format!("{answer}\nThat is all of it."))],
    );
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut start = Start::program(place, &arguments).kind(kind);
    for (name, value) in variables {
        start = start.variable(name, value);
    }
    let mut session = start.begin();
    session.wait_for(&["── draft ──", "replay/recorded"]);
    session.settle();
    session
}

/// Lets the answer stream in; returns where its output begins.
fn stream(session: &mut Session) -> usize {
    session.wait_for_quiet("idle after the start", QUIET);
    let from = session.bytes().len();
    session.line("tell me all");
    session.wait_until("all of it has come", |view| {
        view.shows("That is all of it.") && !view.shows("Ctrl+C stops")
    });
    session.wait_for_quiet("idle after the answer", QUIET);
    from
}

fn every_frame_is_as(kind: Kind) {
    let place = Place::new();
    let mut session = begin(&place, kind, &[]);
    let from = stream(&mut session);
    let bytes = session.bytes();
    let pieces = written(&bytes[from..]);
    let clears = |piece: &&Written<'_>| matches!(piece, Written::Csi("2J" | "3J"));
    assert_eq!(
        pieces.iter().filter(clears).count(),
        0,
        "it clears the screen"
    );
    if kind.synchronizes() {
        assert_frames_are_whole(&pieces);
    } else {
        assert!(!written(bytes).contains(&BEGIN), "it was not offered");
    }
    assert_colours(bytes, kind.colours);
}

/// Asserts that all visible output is between the beginning and the end of a frame.
fn assert_frames_are_whole(pieces: &[Written<'_>]) {
    let mut frames = 0;
    let mut within = false;
    for piece in pieces {
        match piece {
            piece if *piece == BEGIN => {
                assert!(!within, "a frame in a frame");
                within = true;
                frames += 1;
            }
            piece if *piece == END => within = false,
            Written::Text(text) => assert!(within, "{:?}", String::from_utf8_lossy(text)),
            _ => {}
        }
    }
    assert!(!within, "the last frame was ended");
    assert!(frames > 0, "nothing was shown");
}

/// Asserts that the output uses no unsupported colour.
fn assert_colours(bytes: &[u8], colours: Colours) {
    let all = styles(bytes);
    assert!(!all.is_empty(), "there are styles");
    for style in all {
        let mut numbers = style.iter();
        while let Some(number) = numbers.next() {
            if !matches!(number, 38 | 48 | 58) {
                continue;
            }
            let form = numbers.next();
            let colour = numbers.next();
            if form == Some(&2) {
                numbers.nth(1);
            }
            let allowed = match colours {
                Colours::All => true,
                Colours::Palette => form == Some(&5),
                Colours::Sixteen => form == Some(&5) && colour < Some(&16),
            };
            assert!(allowed, "{colours:?}: {style:?}");
        }
    }
}

#[test]
fn a_kitty_terminal_gets_whole_frames_and_nothing_while_nothing_happens() {
    every_frame_is_as(Kind::KITTY);
}

#[test]
fn a_terminal_that_counts_clusters_gets_whole_frames_and_nothing_while_nothing_happens() {
    every_frame_is_as(Kind::CLUSTERS);
}

#[test]
fn a_terminal_with_the_kitty_protocol_off_gets_whole_frames_and_nothing_while_nothing_happens() {
    every_frame_is_as(Kind::KITTY_OFF);
}

#[test]
fn an_xterm_gets_changed_cells_in_256_colours_and_nothing_while_nothing_happens() {
    every_frame_is_as(Kind::XTERM);
}

#[test]
fn tmux_gets_changed_cells_in_256_colours_and_nothing_while_nothing_happens() {
    every_frame_is_as(Kind::TMUX);
}

#[test]
fn the_console_of_linux_gets_changed_cells_in_its_sixteen_colours() {
    every_frame_is_as(Kind::CONSOLE);
}

#[test]
fn a_silent_terminal_gets_changed_cells_and_nothing_while_nothing_happens() {
    every_frame_is_as(Kind::SILENT);
}

#[test]
fn no_color_leaves_all_colours_out_and_keeps_other_styles() {
    let place = Place::new();
    let mut session = begin(&place, Kind::KITTY, &[("NO_COLOR", "1")]);
    stream(&mut session);
    let all = styles(session.bytes());
    let is_colour = |number: &u16| matches!(number, 30..=38 | 40..=48 | 58 | 90..=97 | 100..=107);
    let coloured = all.iter().find(|style| style.iter().any(is_colour));
    assert_eq!(coloured, None);
    assert!(all.iter().any(|style| style.contains(&1)), "bold stays");
}
