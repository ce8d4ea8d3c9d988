//! Moves a position through the lines of a pane.

use super::words::{cluster_before, first_ink, word_after, word_before};
use super::{TextPosition, TextView, Way, cluster_end, floor};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Motion {
    /// One cluster back; never to another line.
    Left,
    /// One cluster forward; never to another line.
    Right,
    /// This many lines up.
    Up(usize),
    /// This many lines down.
    Down(usize),
    /// To the beginning of the previous word.
    WordBack,
    /// To the beginning of the next word.
    Word,
    /// To the beginning of the line; from there, to its first nonblank character.
    LineStart,
    /// To the last cluster of the line.
    LineEnd,
    /// To the first line.
    Top,
    /// To the last line.
    Bottom,
}

/// Returns the position after a motion; the old position if the motion leads nowhere. `wanted` is
/// the byte offset that motions between lines aim for.
pub fn moved(
    view: &mut dyn TextView,
    spot: TextPosition,
    motion: Motion,
    wanted: usize,
) -> TextPosition {
    let Some(line) = view.line(spot.line) else {
        return spot;
    };
    let text = line.shown;
    let at = floor(&text, spot.byte);
    let on = |byte: usize| TextPosition { byte, ..spot };
    match motion {
        Motion::Left => on(cluster_before(&text, at).unwrap_or(at)),
        Motion::Right => on(match cluster_end(&text, at) {
            end if end < text.len() => end,
            _ => at,
        }),
        Motion::LineStart => on(match (at, first_ink(&text)) {
            (0, ink) if ink < text.len() => ink,
            _ => 0,
        }),
        Motion::LineEnd => on(last_cluster(&text)),
        Motion::Word => match word_after(&text, at) {
            Some(byte) => on(byte),
            None => match view.beside(spot.line, Way::Down) {
                Some(next) => at_ink(view, next),
                None => on(last_cluster(&text)),
            },
        },
        Motion::WordBack => match word_before(&text, at) {
            Some(byte) => on(byte),
            None => match view.beside(spot.line, Way::Up) {
                Some(above) => {
                    let text = view.line(above).map(|line| line.shown).unwrap_or_default();
                    let byte = word_before(&text, text.len()).unwrap_or(0);
                    TextPosition { line: above, byte }
                }
                None => on(0),
            },
        },
        Motion::Up(lines) => by_lines(view, spot, Way::Up, lines, wanted),
        Motion::Down(lines) => by_lines(view, spot, Way::Down, lines, wanted),
        Motion::Top | Motion::Bottom => {
            let way = match motion {
                Motion::Top => Way::Up,
                _ => Way::Down,
            };
            match view.end(spot.line.lane, way) {
                Some(line) => TextPosition { line, byte: 0 },
                None => spot,
            }
        }
    }
}

fn at_ink(view: &mut dyn TextView, line: super::LineId) -> TextPosition {
    let text = view.line(line).map(|line| line.shown).unwrap_or_default();
    let byte = match first_ink(&text) {
        ink if ink < text.len() => ink,
        _ => 0,
    };
    TextPosition { line, byte }
}

fn by_lines(
    view: &mut dyn TextView,
    spot: TextPosition,
    way: Way,
    lines: usize,
    wanted: usize,
) -> TextPosition {
    let mut at = spot.line;
    for _ in 0..lines {
        match view.beside(at, way) {
            Some(next) => at = next,
            None => break,
        }
    }
    if at == spot.line {
        return spot;
    }
    let text = view.line(at).map(|line| line.shown).unwrap_or_default();
    let byte = floor(&text, wanted).min(last_cluster(&text));
    TextPosition { line: at, byte }
}

/// Returns the last cluster of a line; the beginning of an empty line.
fn last_cluster(text: &str) -> usize {
    cluster_before(text, text.len()).unwrap_or(0)
}
