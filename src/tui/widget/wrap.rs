//! Wraps text of several styles into rows of a width: at spaces, between wide characters, and
//! inside a word that is longer than a row. Grapheme clusters are never broken.

use unicode_segmentation::UnicodeSegmentation;

use super::row::{LineBreaks, Piece, Row, TextStyle, ink_of};
use client::text::{cluster_width, width_of};

/// Wraps pieces into rows of at most `width` columns (at least 1). A `\n` ends a row. The rows
/// carry the ink above them.
pub fn wrap(pieces: &[Piece], width: usize) -> Vec<Row> {
    let mut wrapper = Wrapper::new(width);
    for piece in pieces {
        wrapper.text(&piece.text, piece.style);
    }
    wrapper.finish()
}

/// Wraps plain text into rows, line by line; leading spaces of a line stay.
pub fn wrap_text(text: &str, style: TextStyle, width: usize) -> Vec<Row> {
    wrap(&[Piece::new(text, style)], width)
}

/// Cuts a line of code into rows of at most `width` columns, regardless of words. Returns each part
/// with its start byte. A cluster wider than that becomes `…`.
pub fn chop(line: &str, width: usize) -> Vec<(usize, &str)> {
    let width = width.max(1);
    let mut parts = Vec::new();
    let mut start = 0;
    let mut used = 0;
    if client::text::is_plain(line) {
        while start < line.len() {
            let end = (start + width).min(line.len());
            parts.push((start, line.get(start..end).unwrap_or_default()));
            start = end;
        }
    } else {
        for (at, cluster) in line.grapheme_indices(true) {
            let columns = cluster_width(cluster);
            if used + columns > width && at > start {
                parts.push((start, line.get(start..at).unwrap_or_default()));
                start = at;
                used = 0;
            }
            used += columns;
            if columns > width {
                parts.push((start, "…"));
                start = at + cluster.len();
                used = 0;
            }
        }
        if start < line.len() {
            parts.push((start, line.get(start..).unwrap_or_default()));
        }
    }
    if parts.is_empty() {
        parts.push((0, ""));
    }
    parts
}

/// Wraps key hints, separated by two or more blanks, into rows of at most `width` columns. Breaks
/// between two entries; inside one only if it is wider than a row.
pub fn entries(text: &str, width: usize) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    let mut rest = text.trim();
    let mut gap = "";
    while !rest.is_empty() {
        let end = rest.find("  ").unwrap_or(rest.len());
        let (entry, behind) = rest.split_at(end);
        rest = behind.trim_start_matches(' ');
        let has_room = |row: &String| width_of(row) + gap.len() + width_of(entry) <= width;
        match rows.last_mut().filter(|row| has_room(row)) {
            Some(row) => {
                row.push_str(gap);
                row.push_str(entry);
            }
            None => {
                let parts = wrap_text(entry, TextStyle::default(), width.max(1));
                rows.extend(parts.iter().map(|row| row.plain().trim_end().to_owned()));
            }
        }
        gap = behind.get(..behind.len() - rest.len()).unwrap_or_default();
    }
    rows
}

/// Wraps entries like [`entries`] into rows of one style.
pub fn wrap_entries(text: &str, style: TextStyle, width: usize) -> Vec<Row> {
    let rows = entries(text, width).into_iter();
    rows.map(|row| Row::text(row, style)).collect()
}

struct Wrapper {
    width: usize,
    rows: Vec<Row>,
    ink: usize,
    line: Row,
    line_width: usize,
    spaces: Row,
    spaces_width: usize,
    word: Row,
    word_width: usize,
    /// Whether the word ends in a wide character, after which the row may break.
    word_is_wide: bool,
    /// Whether the line follows a break made by the wrapper, so spaces at its start are dropped.
    after_break: bool,
    /// Connection of the line to the previous row.
    joins: LineBreaks,
}

impl Wrapper {
    fn new(width: usize) -> Self {
        Self {
            width: width.max(1),
            rows: Vec::new(),
            ink: 0,
            line: Row::default(),
            line_width: 0,
            spaces: Row::default(),
            spaces_width: 0,
            word: Row::default(),
            word_width: 0,
            word_is_wide: false,
            after_break: false,
            joins: LineBreaks::Begins,
        }
    }

    fn text(&mut self, text: &str, style: TextStyle) {
        if text.is_ascii() {
            self.ascii(text, style);
            return;
        }
        for cluster in text.graphemes(true) {
            match cluster {
                "\n" | "\r\n" | "\r" => self.end_line(),
                " " | "\t" => self.space(style),
                cluster => self.cluster(cluster, style),
            }
        }
    }

    /// Adds ASCII text, a word at a time; the result is the same as for other text.
    fn ascii(&mut self, text: &str, style: TextStyle) {
        let mut rest = text;
        while let Some(first) = rest.bytes().next() {
            let length = match first {
                b'\n' => {
                    self.end_line();
                    1
                }
                byte if byte.is_ascii_whitespace() => {
                    self.space(style);
                    1
                }
                _ => {
                    let length = rest
                        .bytes()
                        .position(|byte| byte.is_ascii_whitespace())
                        .unwrap_or(rest.len());
                    let word = rest.get(..length).unwrap_or_default();
                    if self.word_is_wide {
                        self.end_word();
                    }
                    self.word.push(word, style);
                    self.word_width += word.len();
                    length
                }
            };
            rest = rest.get(length..).unwrap_or_default();
        }
    }

    fn space(&mut self, style: TextStyle) {
        self.end_word();
        self.spaces.push(" ", style);
        self.spaces_width += 1;
    }

    fn cluster(&mut self, cluster: &str, style: TextStyle) {
        let columns = cluster_width(cluster);
        let wide = columns > 1;
        let may_break = wide != self.word_is_wide || wide;
        if may_break && !sticks_to_the_word_before(cluster) {
            self.end_word();
        }
        self.word.push(cluster, style);
        self.word_width += columns;
        self.word_is_wide = wide;
    }

    /// Puts the word on the line, or on the next one if it does not fit.
    fn end_word(&mut self) {
        self.word_is_wide = false;
        if self.word_width == 0 && self.word.pieces.is_empty() {
            return;
        }
        let word = std::mem::take(&mut self.word);
        let width = std::mem::take(&mut self.word_width);
        if self.line_width + self.spaces_width + width <= self.width {
            self.take_spaces();
            self.append(&word, width);
            return;
        }
        let spaces_alone_fill_it = self.line_width == 0 && self.spaces_width < self.width;
        if self.line_width > 0 {
            self.break_row(self.spaces_width);
        } else if spaces_alone_fill_it && !self.after_break {
            self.take_spaces();
        }
        self.spaces = Row::default();
        self.spaces_width = 0;
        if self.line_width + width <= self.width {
            self.append(&word, width);
        } else {
            self.break_word(&word);
        }
    }

    fn append(&mut self, word: &Row, width: usize) {
        for piece in &word.pieces {
            self.line.push(&piece.text, piece.style);
        }
        self.line_width += width;
    }

    fn take_spaces(&mut self) {
        let spaces = std::mem::take(&mut self.spaces);
        let width = std::mem::take(&mut self.spaces_width);
        if self.after_break && self.line_width == 0 {
            return;
        }
        self.append(&spaces, width);
    }

    fn break_word(&mut self, word: &Row) {
        for piece in &word.pieces {
            for cluster in piece.text.graphemes(true) {
                let columns = cluster_width(cluster);
                if self.line_width + columns > self.width && self.line_width > 0 {
                    self.break_row(0);
                }
                if columns > self.width {
                    // A wide character on a row of one column.
                    self.line.push("…", piece.style);
                    self.line_width += 1;
                } else {
                    self.line.push(cluster, piece.style);
                    self.line_width += columns;
                }
            }
        }
    }

    /// Breaks the row at a place where the text has this many blanks.
    fn break_row(&mut self, blanks: usize) {
        self.push_row();
        self.after_break = true;
        self.joins = match u16::try_from(blanks) {
            Ok(0) => LineBreaks::Cut,
            Ok(blanks) => LineBreaks::Blanks(blanks),
            Err(_) => LineBreaks::Blanks(u16::MAX),
        };
    }

    fn end_line(&mut self) {
        self.end_word();
        self.spaces = Row::default();
        self.spaces_width = 0;
        self.push_row();
        self.after_break = false;
        self.joins = LineBreaks::Begins;
    }

    fn push_row(&mut self) {
        let mut row = std::mem::take(&mut self.line);
        self.line_width = 0;
        row.joins = self.joins;
        row.ink = self.ink;
        self.ink += row
            .pieces
            .iter()
            .map(|piece| ink_of(&piece.text))
            .sum::<usize>();
        self.rows.push(row);
    }

    fn finish(mut self) -> Vec<Row> {
        self.end_word();
        if !self.line.pieces.is_empty() || self.rows.is_empty() {
            self.push_row();
        }
        self.rows
    }
}

/// Whether a cluster must not begin a row: closing punctuation, and anything without a width
/// of its own.
fn sticks_to_the_word_before(cluster: &str) -> bool {
    cluster_width(cluster) == 0
        || matches!(
            cluster,
            "、" | "。"
                | "，"
                | "．"
                | "："
                | "；"
                | "！"
                | "？"
                | "）"
                | "」"
                | "』"
                | "】"
                | "〉"
                | "》"
                | "］"
                | "｝"
                | "ー"
                | "々"
                | "…"
                | ","
                | "."
                | ")"
                | "]"
                | ";"
                | ":"
                | "!"
                | "?"
        )
}

#[cfg(test)]
mod tests;
