//! Cuts a text into chunks: ranges of lines of about the size of a screen, so that a chunk can be
//! found, shown, and passed to a model that computes vectors. Pure.

use memchr::memchr;

/// Size in bytes after which a chunk ends at the next blank line, and size after which
/// it ends anywhere.
const ENOUGH: usize = 1_000;
const FULL: usize = 2_000;

/// A range of lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chunk<'a> {
    /// First line, from 1.
    pub first_line: u32,
    pub last_line: u32,
    pub text: &'a str,
}

/// Returns the chunks of a text, in order; together they are the text, without blank chunks.
pub fn of(text: &str) -> Vec<Chunk<'_>> {
    let mut out = Vec::new();
    let (mut start, mut end) = (0, 0);
    let (mut first_line, mut line) = (1_u32, 0_u32);
    let mut close = |start: usize, end: usize, first_line: u32, last_line: u32| {
        if let Some(text) = text.get(start..end)
            && !text.trim().is_empty()
        {
            out.push(Chunk {
                first_line,
                last_line,
                text,
            });
        }
    };
    let mut rest = text;
    while !rest.is_empty() {
        let length = memchr(b'\n', rest.as_bytes()).map_or(rest.len(), |at| at + 1);
        let (own, after) = rest.split_at_checked(length).unwrap_or((rest, ""));
        rest = after;
        line = line.saturating_add(1);
        end += length;
        let bytes = end - start;
        let is_over = bytes >= FULL || bytes >= ENOUGH && own.trim().is_empty();
        if is_over {
            close(start, end, first_line, line);
            start = end;
            first_line = line.saturating_add(1);
        }
    }
    if start < end {
        close(start, end, first_line, line);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_end_at_blank_lines_and_lose_nothing() {
        let block = "a line of some words\n".repeat(60);
        let text = format!("{block}\n{block}last");
        let chunks = of(&text);
        let joined: String = chunks.iter().map(|chunk| chunk.text).collect();
        assert_eq!(joined, text);
        assert_eq!(chunks[0].first_line, 1);
        assert_eq!(chunks[0].last_line, 61);
        assert!(chunks[0].text.ends_with("\n\n"));
        assert!(
            chunks
                .windows(2)
                .all(|two| two[0].last_line + 1 == two[1].first_line)
        );
        assert_eq!(chunks.last().map(|chunk| chunk.last_line), Some(122));
    }

    #[test]
    fn a_long_line_is_one_chunk_and_blank_text_is_none() {
        assert_eq!(of(&"x".repeat(10_000)).len(), 1);
        assert!(of("\n \n\t\n").is_empty());
        assert!(of("").is_empty());
    }
}
