//! Three-way text merge for texts of others without a history, line by line as `git merge-file
//! --diff3` does it. Texts with a history are replayed instead, see `replay`.
//!
//! The differences are git's: Myers with its heuristics, hunks moved down as far as they go. The
//! merge over them is diff3 (Khanna, Kunal, Pierce: "A Formal Investigation of Diff3") with git's
//! rule that hunks which touch belong together. `gix-merge` 0.23 was tried in its place: it always
//! applies the indent heuristic, which `git merge-file` does not, so that of 6,000 merges of sources
//! it made 8 clean where git conflicts and 9 the other way round.

use std::iter::Peekable;
use std::ops::Range;

use imara_diff::sources::byte_lines;
use imara_diff::{Algorithm, Diff, Hunk, InternedInput, Interner, Token};
use notice::{Notice, notice};

/// Length of a conflict marker without its label.
const MARKER: usize = 7;

/// An input text of a merge, with its label in the conflict markers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Side<'a> {
    pub label: &'a [u8],
    /// Text bytes, not necessarily UTF-8.
    pub bytes: &'a [u8],
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merged {
    /// Merged text, with markers around conflicts and the base text between them.
    pub bytes: Vec<u8>,
    pub conflicts: usize,
}

/// Reason why texts cannot be merged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.notice())]
pub enum MergeError {
    /// A text is binary: it has a NUL among its first 8,000 bytes (git's criterion).
    Binary(String),
    /// A text has 2 GiB or more, so that its lines may be too many to count.
    TooLarge(String),
}

impl MergeError {
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        match self {
            Self::Binary(label) => notice!("told-review-merge-binary", path = label),
            Self::TooLarge(label) => notice!("told-review-merge-large", path = label),
        }
    }
}

/// Merges two descendants of a base.
///
/// # Errors
/// Fails if a text is binary or has 2 GiB or more.
pub fn merge(base: Side<'_>, ours: Side<'_>, theirs: Side<'_>) -> Result<Merged, MergeError> {
    for side in [base, ours, theirs] {
        let label = || String::from_utf8_lossy(side.label).into_owned();
        if is_binary(side.bytes) {
            return Err(MergeError::Binary(label()));
        }
        if i32::try_from(side.bytes.len()).is_err() {
            return Err(MergeError::TooLarge(label()));
        }
    }
    let mut lines = InternedInput::default();
    lines.update_before(byte_lines(base.bytes));
    let mut ours = Descendant::new(ours, &mut lines);
    let mut theirs = Descendant::new(theirs, &mut lines);
    let base = Text {
        label: base.label,
        lines: lines.before,
    };
    let mut output = Output {
        interner: lines.interner,
        bytes: Vec::new(),
        conflicts: 0,
    };
    let mut copied = 0;
    while let Some(region) = next_region(&mut ours, &mut theirs) {
        output.copy(base.slice(&(copied..region.start)));
        output.copy_region(&base, &ours, &theirs, &region);
        copied = region.end;
    }
    output.copy(base.slice(&(copied..u32::MAX)));
    Ok(Merged {
        bytes: output.bytes,
        conflicts: output.conflicts,
    })
}

fn is_binary(bytes: &[u8]) -> bool {
    bytes.iter().take(8_000).any(|byte| *byte == 0)
}

/// A text as interned lines, each with its line ending.
struct Text<'a> {
    label: &'a [u8],
    lines: Vec<Token>,
}

impl Text<'_> {
    /// Returns the lines of a range, as far as the text has them.
    fn slice(&self, range: &Range<u32>) -> &[Token] {
        let end = self.lines.len().min(range.end as usize);
        self.lines.get(range.start as usize..end).unwrap_or(&[])
    }
}

/// A descendant of the base, with its hunks from the first to the last.
struct Descendant<'a> {
    text: Text<'a>,
    hunks: Peekable<std::vec::IntoIter<Hunk>>,
    /// Hunks of the current region.
    in_region: Vec<Hunk>,
}

impl<'a> Descendant<'a> {
    fn new(side: Side<'a>, lines: &mut InternedInput<&'a [u8]>) -> Self {
        lines.update_after(byte_lines(side.bytes));
        let mut diff = Diff::compute(Algorithm::Myers, lines);
        diff.postprocess_no_heuristic(lines);
        let hunks: Vec<Hunk> = diff.hunks().collect();
        Self {
            text: Text {
                label: side.label,
                lines: std::mem::take(&mut lines.after),
            },
            hunks: hunks.into_iter().peekable(),
            in_region: Vec::new(),
        }
    }

    /// Moves the hunks that touch `region` into it and extends it over them; returns whether there
    /// was one.
    fn extend(&mut self, region: &mut Range<u32>) -> bool {
        let touches = |hunk: &Hunk, region: &Range<u32>| hunk.before.start <= region.end;
        let before = self.in_region.len();
        while let Some(hunk) = self.hunks.next_if(|hunk| touches(hunk, region)) {
            region.end = region.end.max(hunk.before.end);
            self.in_region.push(hunk);
        }
        self.in_region.len() > before
    }

    /// Returns the range of this text that stands for `region` of the base; `None` if it has no hunk
    /// there.
    fn range(&self, region: &Range<u32>) -> Option<Range<u32>> {
        let (first, last) = (self.in_region.first()?, self.in_region.last()?);
        let start = first.after.start - (first.before.start - region.start);
        let end = last.after.end + (region.end - last.before.end);
        Some(start..end)
    }
}

/// Returns the next range of base lines that a descendant changed, as large as hunks of either that
/// touch each other make it.
fn next_region(ours: &mut Descendant<'_>, theirs: &mut Descendant<'_>) -> Option<Range<u32>> {
    ours.in_region.clear();
    theirs.in_region.clear();
    let starts = [ours.hunks.peek(), theirs.hunks.peek()]
        .into_iter()
        .flatten();
    let start = starts.map(|hunk| hunk.before.start).min()?;
    let mut region = start..start;
    while ours.extend(&mut region) | theirs.extend(&mut region) {}
    Some(region)
}

/// The merged text so far.
struct Output<'a> {
    interner: Interner<&'a [u8]>,
    bytes: Vec<u8>,
    conflicts: usize,
}

impl Output<'_> {
    fn copy(&mut self, lines: &[Token]) {
        for line in lines {
            self.bytes.extend_from_slice(self.interner[*line]);
        }
    }

    /// Copies the side that changed, or both between markers if they changed the region differently.
    fn copy_region(
        &mut self,
        base: &Text<'_>,
        ours: &Descendant<'_>,
        theirs: &Descendant<'_>,
        region: &Range<u32>,
    ) {
        match (ours.range(region), theirs.range(region)) {
            (Some(range), None) => self.copy(ours.text.slice(&range)),
            (None, Some(range)) => self.copy(theirs.text.slice(&range)),
            (Some(our_range), Some(_)) if is_same_hunk(ours, theirs) => {
                self.copy(ours.text.slice(&our_range));
            }
            (Some(our_range), Some(their_range)) => {
                let sides = [
                    (&ours.text, our_range),
                    (base, region.clone()),
                    (&theirs.text, their_range),
                ];
                self.copy_conflict(&sides);
            }
            (None, None) => {}
        }
    }

    /// Copies the sides of a conflict: ours, base, theirs.
    fn copy_conflict(&mut self, sides: &[(&Text<'_>, Range<u32>); 3]) {
        self.conflicts += 1;
        let [ours, base, theirs] = sides;
        let ending = self.line_ending(ours, base, theirs);
        let parts = [
            (b'<', ours.0.label, ours),
            (b'|', base.0.label, base),
            (b'=', b"".as_slice(), theirs),
        ];
        for (marker, label, (text, range)) in parts {
            self.copy_marker(marker, label, ending);
            self.copy(text.slice(range));
            self.end_line(ending);
        }
        self.copy_marker(b'>', theirs.0.label, ending);
    }

    fn copy_marker(&mut self, marker: u8, label: &[u8], ending: &[u8]) {
        self.bytes.extend([marker; MARKER]);
        if !label.is_empty() {
            self.bytes.push(b' ');
            self.bytes.extend_from_slice(label);
        }
        self.bytes.extend_from_slice(ending);
    }

    /// Ends the last line if it is not: the last line of a text may have no line ending.
    fn end_line(&mut self, ending: &[u8]) {
        if self.bytes.last().is_some_and(|byte| *byte != b'\n') {
            self.bytes.extend_from_slice(ending);
        }
    }

    /// Returns the line ending for the markers: CRLF if the lines before the conflict have it in both
    /// descendants, and so has the first line of the base.
    fn line_ending(
        &self,
        ours: &(&Text<'_>, Range<u32>),
        base: &(&Text<'_>, Range<u32>),
        theirs: &(&Text<'_>, Range<u32>),
    ) -> &'static [u8] {
        let places = [
            (ours.0, ours.1.start.saturating_sub(1)),
            (theirs.0, theirs.1.start.saturating_sub(1)),
            (base.0, 0),
        ];
        let endings = places.map(|(text, line)| self.is_crlf(text, line));
        if endings.contains(&Some(false)) || endings[2].is_none() {
            b"\n"
        } else {
            b"\r\n"
        }
    }

    /// Returns whether a line ends with CRLF. A last line without an ending says what the line
    /// before it has; `None` if there is none.
    fn is_crlf(&self, text: &Text<'_>, line: u32) -> Option<bool> {
        let bytes = |line: u32| Some(self.interner[*text.lines.get(line as usize)?]);
        let found = bytes(line)?;
        let ended = if found.ends_with(b"\n") {
            found
        } else {
            bytes(line.checked_sub(1)?)?
        };
        Some(ended.ends_with(b"\r\n"))
    }
}

/// Returns whether both descendants changed the same lines of the base into the same lines.
fn is_same_hunk(ours: &Descendant<'_>, theirs: &Descendant<'_>) -> bool {
    match (ours.in_region.as_slice(), theirs.in_region.as_slice()) {
        ([our_hunk], [their_hunk]) => {
            our_hunk.before == their_hunk.before
                && ours.text.slice(&our_hunk.after) == theirs.text.slice(&their_hunk.after)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests;
