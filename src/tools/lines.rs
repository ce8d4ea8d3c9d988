//! Splits a command's output into lines, including overwritten ones.
//!
//! A program that draws a progress bar returns to the start of the line with `\r` and writes again:
//! a terminal shows the last text. Accepts pieces of any size; the result does not depend on the
//! cuts.

/// Maximum number of bytes for which an unfinished line is held back, so that a secret in it is
/// complete when it is masked. A longer line is no progress bar: it is passed on, and a carriage
/// return after it ends the line.
const HOLD: usize = 4_096;

/// The treatment of overwritten text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Overwritten {
    /// Dropped, as on a terminal.
    IsGone,
    /// Kept as a line of its own.
    IsALine,
}

/// Builds lines from text that arrives in pieces.
#[derive(Debug)]
pub(super) struct Lines {
    overwritten: Overwritten,
    /// Text since the start of the line, or since the last carriage return.
    line: String,
    /// Whether a carriage return came last: the next text overwrites the line.
    returned: bool,
    /// Whether a part of the line has been passed on.
    given: bool,
}

impl Lines {
    pub(super) fn new(overwritten: Overwritten) -> Self {
        Self {
            overwritten,
            line: String::new(),
            returned: false,
            given: false,
        }
    }

    /// Takes a piece; returns the text that is final now: whole lines, and the beginning of a
    /// very long one.
    pub(super) fn feed(&mut self, piece: &str) -> String {
        let mut out = String::with_capacity(piece.len());
        for character in piece.chars() {
            match character {
                '\n' => self.end_line(&mut out),
                '\r' => {
                    if self.returned && self.overwritten == Overwritten::IsALine {
                        self.end_line(&mut out);
                    }
                    self.returned = true;
                }
                other => self.write(other, &mut out),
            }
        }
        out
    }

    /// Returns the remaining text at the end.
    pub(super) fn finish(&mut self) -> String {
        let mut out = String::new();
        if self.returned && self.overwritten == Overwritten::IsALine {
            self.end_line(&mut out);
        }
        out.push_str(&self.line);
        self.line.clear();
        out
    }

    fn write(&mut self, character: char, out: &mut String) {
        if self.returned {
            if self.given || self.overwritten == Overwritten::IsALine {
                self.end_line(out);
            }
            self.line.clear();
            self.returned = false;
        }
        self.line.push(character);
        if self.line.len() > HOLD {
            out.push_str(&self.line);
            self.line.clear();
            self.given = true;
        }
    }

    fn end_line(&mut self, out: &mut String) {
        out.push_str(&self.line);
        out.push('\n');
        self.line.clear();
        self.returned = false;
        self.given = false;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Computes the same from the whole text: the text after the last carriage return of each line
    /// that is followed by any.
    fn reference(text: &str) -> String {
        let lines: Vec<String> = text
            .split('\n')
            .map(|line| {
                let line = line.trim_end_matches('\r');
                let kept = line.rsplit('\r').next();
                kept.unwrap_or_default().to_owned()
            })
            .collect();
        lines.join("\n")
    }

    fn in_pieces(overwritten: Overwritten, text: &str, cuts: &[usize]) -> String {
        let mut lines = Lines::new(overwritten);
        let characters: Vec<char> = text.chars().collect();
        let mut out = String::new();
        let mut rest = characters.as_slice();
        for cut in cuts {
            let (piece, more) = rest.split_at((*cut).min(rest.len()));
            out.push_str(&lines.feed(&piece.iter().collect::<String>()));
            rest = more;
        }
        out.push_str(&lines.feed(&rest.iter().collect::<String>()));
        out.push_str(&lines.finish());
        out
    }

    fn shown(text: &str) -> String {
        in_pieces(Overwritten::IsGone, text, &[])
    }

    #[test]
    fn of_a_progress_bar_the_last_state_stays() {
        let bar: String = (0..=400).map(|step| format!("\r{step} of 400")).collect();
        assert_eq!(
            shown(&format!("begin\n{bar}\nend\n")),
            "begin\n400 of 400\nend\n"
        );
        let behind: String = (0..=400).map(|step| format!("{step} of 400\r")).collect();
        assert_eq!(shown(&behind), "400 of 400");
    }

    #[test]
    fn a_return_before_a_line_end_is_a_part_of_it() {
        assert_eq!(shown("one\r\ntwo\r\r\nthree\r"), "one\ntwo\nthree");
        let all = |text| in_pieces(Overwritten::IsALine, text, &[]);
        assert_eq!(all("one\r\ntwo\rthree\r"), "one\ntwo\nthree\n");
    }

    #[test]
    fn what_is_too_long_to_be_held_is_not_lost_by_a_return() {
        let long = "x".repeat(HOLD + 10);
        assert_eq!(shown(&format!("{long}\rnew\n")), format!("{long}\nnew\n"));
    }

    proptest! {
        #[test]
        fn any_way_of_cutting_gives_the_same_and_what_the_whole_text_gives(
            text in "[ab\u{e9}\r\n]{0,60}",
            cuts in prop::collection::vec(0_usize..8, 0..20),
        ) {
            prop_assert_eq!(in_pieces(Overwritten::IsGone, &text, &cuts), reference(&text));
            prop_assert_eq!(
                in_pieces(Overwritten::IsALine, &text, &cuts),
                redact::sanitize(&text)
            );
        }

        #[test]
        fn long_lines_too(
            lengths in prop::collection::vec(0_usize..6_000, 0..6),
            ends in prop::collection::vec("[\r\n]", 6),
            cuts in prop::collection::vec(0_usize..5_000, 0..10),
        ) {
            let mut text = String::new();
            for (length, end) in lengths.iter().zip(&ends) {
                text.push_str(&"x".repeat(*length));
                text.push_str(end);
            }
            for overwritten in [Overwritten::IsGone, Overwritten::IsALine] {
                prop_assert_eq!(
                    in_pieces(overwritten, &text, &cuts),
                    in_pieces(overwritten, &text, &[])
                );
            }
        }
    }
}
