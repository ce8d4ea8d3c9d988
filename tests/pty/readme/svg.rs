//! Screens as SVG: one as a still, several as a walk, which shows one after the other without end.
//!
//! A walk stores each piece once, in a group that is visible while the screens that have it are
//! shown, so it holds no more than the differences between its screens.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::cells::{BACKGROUND, Cells, Ink};
use super::pieces::{CELL, EDGE, Piece, escaped, pieces_of, row_top};

const FONT: &str = "14px ui-monospace,SFMono-Regular,\"SF Mono\",Menlo,Consolas,\
                    \"DejaVu Sans Mono\",\"Liberation Mono\",monospace";

/// A screen that a picture shows.
pub struct Frame {
    pub cells: Cells,
    /// Words in the window's title; none are drawn if it is empty.
    pub caption: String,
    pub seconds: f32,
}

/// The screens of a walk on which a piece is visible, by number.
type Shown = BTreeSet<usize>;

/// Draws the frames. Where nothing moves, and in a still, the picture shows frame `still`.
pub fn draw(title: &str, frames: &[Frame], still: usize) -> String {
    let mut pieces: BTreeMap<Piece, Shown> = BTreeMap::new();
    for (number, frame) in frames.iter().enumerate() {
        for piece in pieces_of(&frame.cells, &frame.caption) {
            pieces.entry(piece).or_default().insert(number);
        }
    }
    let inks: BTreeSet<Ink> = pieces
        .keys()
        .filter_map(|piece| piece.ink.clone())
        .collect();
    let inks: Vec<Ink> = inks.into_iter().collect();
    // Paper lies below everything else, so it has groups of its own.
    let mut groups: BTreeMap<(bool, Shown), String> = BTreeMap::new();
    for (piece, shown) in pieces {
        let class = piece
            .ink
            .as_ref()
            .and_then(|ink| inks.binary_search(ink).ok());
        let group = groups.entry((!piece.is_paper(), shown)).or_default();
        piece.draw(class, group);
    }
    let walk = Walk::of(frames, still, groups.keys().map(|(_, shown)| shown));
    let Frame { cells, .. } = &frames[still];
    let width = (f32::from(cells.columns) * CELL.0 + EDGE.0 * 2.0).round();
    let height = row_top(u16::try_from(cells.rows.len()).expect("rows")) + EDGE.0;
    let mut out = String::new();
    write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\">\n<title>{}</title>\n<style>\n\
         text{{font:{FONT};fill:currentColor}}\n\
         path{{fill:none;stroke:currentColor;stroke-linecap:square;shape-rendering:crispEdges}}\n\
         .paper{{shape-rendering:crispEdges}}\n{}{}</style>\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"10\" fill=\"{BACKGROUND}\"/>\n\
         <rect x=\".5\" y=\".5\" width=\"{}\" height=\"{}\" rx=\"9.5\" fill=\"none\" \
         stroke=\"#5f6469\"/>\n",
        escaped(title),
        style(&inks),
        walk.style(),
        width - 1.0,
        height - 1.0,
    )
    .expect("a text can be written");
    for (at, colour) in [(20, "#e67d76"), (40, "#c09426"), (60, "#54ad6b")] {
        out += &format!("<circle cx=\"{at}\" cy=\"19\" r=\"6\" fill=\"{colour}\"/>\n");
    }
    for ((is_above, shown), pieces) in &groups {
        let kind = if *is_above { "ink" } else { "paper" };
        out += &format!("<g class=\"{kind}{}\">\n{pieces}</g>\n", walk.class(shown));
    }
    out += "</svg>\n";
    out
}

/// When each group of a walk is visible.
struct Walk<'a> {
    /// Where each frame ends, in percent of the whole.
    ends: Vec<f32>,
    seconds: f32,
    frames: usize,
    still: usize,
    /// The groups that are not always visible.
    groups: Vec<&'a Shown>,
}

impl<'a> Walk<'a> {
    fn of(frames: &[Frame], still: usize, shown: impl Iterator<Item = &'a Shown>) -> Self {
        let seconds: f32 = frames.iter().map(|frame| frame.seconds).sum();
        let mut end = 0.0;
        let ends = frames.iter().map(|frame| {
            end += frame.seconds;
            end * 100.0 / seconds
        });
        let groups: BTreeSet<&Shown> = shown.filter(|one| one.len() < frames.len()).collect();
        Self {
            ends: ends.collect(),
            seconds,
            frames: frames.len(),
            still,
            groups: groups.into_iter().collect(),
        }
    }

    /// Returns the class of a group.
    fn class(&self, shown: &Shown) -> String {
        let number = self.groups.iter().position(|one| *one == shown);
        number.map_or_else(String::new, |number| format!(" walk w{number}"))
    }

    fn style(&self) -> String {
        if self.groups.is_empty() {
            return String::new();
        }
        let mut out = format!(
            ".walk{{animation:{}s step-end infinite}}\n\
             @media(prefers-reduced-motion:reduce){{.walk{{animation:none!important}}}}\n",
            self.seconds
        );
        for (number, shown) in self.groups.iter().enumerate() {
            let is_visible = visibility(shown.contains(&self.still));
            writeln!(
                out,
                ".w{number}{{{is_visible};animation-name:w{number}}}\
                 @keyframes w{number}{{{}}}",
                self.keyframes(shown)
            )
            .expect("a text can be written");
        }
        out
    }

    /// Returns the moments at which a group appears and disappears.
    fn keyframes(&self, shown: &Shown) -> String {
        let mut out = format!("0%{{{}}}", visibility(shown.contains(&0)));
        for frame in 1..self.frames {
            let is_shown = shown.contains(&frame);
            if is_shown != shown.contains(&(frame - 1)) {
                let begins = self.ends[frame - 1];
                out += &format!("{begins:.2}%{{{}}}", visibility(is_shown));
            }
        }
        out
    }
}

fn visibility(is_visible: bool) -> &'static str {
    if is_visible {
        "visibility:visible"
    } else {
        "visibility:hidden"
    }
}

/// Returns the class of each ink.
fn style(inks: &[Ink]) -> String {
    let mut out = String::new();
    for (number, ink) in inks.iter().enumerate() {
        out += &format!(".c{number}{{color:{}", ink.colour);
        for (is_so, rule) in [
            (ink.bold, ";font-weight:700"),
            (ink.italic, ";font-style:italic"),
            (ink.underline, ";text-decoration:underline"),
        ] {
            out += if is_so { rule } else { "" };
        }
        out += "}\n";
    }
    out
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU16;

    use super::*;

    /// Returns a frame that is shown for a second.
    fn frame(written: &str) -> Frame {
        let side = |length| NonZeroU16::new(length).expect("a side is not zero");
        let mut parser = vt100::Parser::new(side(2), side(20), 0);
        parser.process(written.as_bytes());
        Frame {
            cells: Cells::of(parser.screen(), ("/nowhere", "/nowhere")),
            caption: String::new(),
            seconds: 1.0,
        }
    }

    #[test]
    fn a_walk_stores_what_two_screens_share_once_and_shows_the_rest_in_its_time() {
        let frames = [frame("same  <one>\x1b[?25l"), frame("same   two\x1b[?25l")];
        let walk = draw("two & one", &frames, 1);
        assert!(walk.contains("<title>two &amp; one</title>"));
        assert_eq!(walk.matches(">same<").count(), 1);
        let (before, one) = walk.split_once(">&lt;one&gt;<").expect("the first");
        assert!(before.trim_end().contains("<g class=\"ink walk w0\">"));
        assert!(one.contains(">two<"));
        assert!(!draw("", &frames[1..], 0).contains("animation"), "a still");
        let first = "@keyframes w0{0%{visibility:visible}50.00%{visibility:hidden}}";
        assert!(walk.contains(&format!(
            ".w0{{visibility:hidden;animation-name:w0}}{first}"
        )));
    }

    #[test]
    fn lines_are_shapes_and_other_letters_than_those_of_ascii_stand_alone() {
        let still = draw("", &[frame("\x1b[?25lab cd ──┐ é x")], 0);
        let texts = ["ab cd", "é", "x"].map(|text| still.matches(&format!(">{text}<")).count());
        assert_eq!(texts, [1, 1, 1]);
        assert!(still.contains("d=\"M64.4 49H81.2\""), "{still}");
        assert!(still.contains("d=\"M81.2 49H85.4M85.4 49V58\""), "{still}");
    }
}
