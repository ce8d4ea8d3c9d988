//! Fences and the rows of code blocks.

use std::sync::Arc;

use super::super::long_text::LaidOut;
use super::super::row::{CodePlace, LineBreaks, Piece, Row, TextStyle};
use super::super::wrap::chop;
use super::BlockState;
use crate::highlight::{CodeBlock, MAX_LINES};
use crate::theme::Role;
use client::text::visible;

/// The line that begins a fenced block (CommonMark 4.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fence {
    mark: char,
    length: usize,
    indent: usize,
}

impl Fence {
    /// Returns the fence that a line begins.
    pub(super) fn begun_by(line: &str) -> Option<Self> {
        let indent = line.bytes().take_while(|byte| *byte == b' ').count();
        if indent > 3 {
            return None;
        }
        let rest = line.get(indent..)?;
        let mark = rest.chars().next().filter(|c| matches!(c, '`' | '~'))?;
        let length = rest.chars().take_while(|c| *c == mark).count();
        let info = rest.get(length..)?;
        if length < 3 || (mark == '`' && info.contains('`')) {
            return None;
        }
        Some(Self {
            mark,
            length,
            indent,
        })
    }

    pub(super) fn is_closed_by(self, line: &str) -> bool {
        let line = line.trim_end_matches(['\n', '\r']);
        let indent = line.bytes().take_while(|byte| *byte == b' ').count();
        let rest = line.get(indent..).unwrap_or_default();
        let length = rest.chars().take_while(|c| *c == self.mark).count();
        indent <= 3
            && length >= self.length
            && rest
                .get(length..)
                .is_some_and(|after| after.bytes().all(|byte| matches!(byte, b' ' | b'\t')))
    }
}

/// Returns the rows of a fenced block that stands alone.
pub(super) fn fenced(source: &str, width: usize, state: BlockState) -> Option<LaidOut> {
    let mut lines = source.split_inclusive('\n');
    let first = lines.next()?;
    let fence = Fence::begun_by(first.trim_end_matches(['\n', '\r']))?;
    let info = first.trim().trim_start_matches(fence.mark).trim();
    Some(code_rows(info, &inside(lines, fence), width, state))
}

/// Returns the rows of a part of a fenced block that is shown in parts. Such a block has too many
/// lines to be coloured.
pub(super) fn continued(source: &str, fence: Fence, width: usize) -> LaidOut {
    let text = inside(source.split_inclusive('\n'), fence);
    if text.is_empty() {
        return LaidOut::default();
    }
    code_rows("", &text, width, BlockState::Open)
}

/// Returns the lines up to the one that closes the fence, without the fence's indent.
fn inside<'a>(lines: impl Iterator<Item = &'a str>, fence: Fence) -> String {
    let mut text = String::new();
    for line in lines.take_while(|line| !fence.is_closed_by(line)) {
        let indent = line
            .bytes()
            .take(fence.indent)
            .take_while(|byte| *byte == b' ')
            .count();
        text.push_str(line.get(indent..).unwrap_or_default());
    }
    text
}

/// Returns the rows of a code block: its language, then its lines on their own background, long
/// ones wrapped. Only a closed block gets a key, and so colours; the rows are the same.
pub(super) fn code_rows(info: &str, text: &str, width: usize, state: BlockState) -> LaidOut {
    let mut out = LaidOut::default();
    let margin = if width > 4 { " " } else { "" };
    let room = width - margin.len();
    let info = visible(info);
    let language = info.split_whitespace().next().unwrap_or_default();
    if !language.is_empty() {
        let mut row = Row::default();
        let label = format!("{margin}{language}");
        row.push(
            &client::text::truncate(&label, width),
            TextStyle::of(Role::FgMuted),
        );
        row.fill = Some(Role::BgPanel);
        out.push(row.decoration());
    }
    let source = text.strip_suffix('\n').unwrap_or(text);
    let text = visible(source);
    let mut lines = source.split('\n');
    let colourable = state == BlockState::Closed
        && !language.is_empty()
        && text.bytes().filter(|byte| *byte == b'\n').count() < MAX_LINES;
    let code = colourable.then(|| CodeBlock::new(language, text.as_ref()));
    for (number, line) in text.split('\n').enumerate() {
        let raw = lines.next().filter(|raw| *raw != line);
        for (start, part) in chop(line, room) {
            let mut row = Row::of(vec![
                Piece::new(margin, TextStyle::default()),
                Piece::new(part, TextStyle::default()),
            ]);
            row.fill = Some(Role::BgPanel);
            row.marks = 1;
            match start {
                0 => row.raw = raw.map(Arc::from),
                _ => row.joins = LineBreaks::Cut,
            }
            row.code = code.as_ref().and_then(|code| {
                Some(CodePlace {
                    block: code.key,
                    line: u32::try_from(number).ok()?,
                    start: u32::try_from(start).ok()?,
                    piece: 1,
                })
            });
            out.push(row);
        }
    }
    out.codes.extend(code);
    out
}
