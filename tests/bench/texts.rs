//! The scripted answers of the models: Markdown as models write it, in tokens, always the same.

use std::fmt::Write as _;

/// Approximate letters per token.
const TOKEN: usize = 4;

/// Returns Markdown with headings, prose, lists, tables and code, in this many tokens. Its last
/// line is `mark`.
pub fn markdown(tokens: usize, mark: &str) -> Vec<String> {
    let mut text = String::new();
    let mut section = 0;
    while text.len() < tokens * (TOKEN + 2) {
        section += 1;
        write_section(&mut text, section);
    }
    let mut out = in_tokens(&text);
    assert!(out.len() >= tokens, "the text is long enough");
    out.truncate(tokens);
    // Closes whatever is open at the cut.
    out.push(format!("\n```\n\n{mark}\n"));
    out
}

/// Returns an answer of this many lines, a paragraph each, the last of which is `mark`.
pub fn lines(number: usize, mark: &str) -> Vec<String> {
    let mut out: Vec<String> = (1..number)
        .map(|line| format!("Line {line} says what the one before it left out.  \n"))
        .collect();
    out.push(format!("{mark}\n"));
    out
}

/// Returns plain words in this many tokens, the last of which is `mark`.
pub fn words(tokens: usize, mark: &str) -> Vec<String> {
    let mut out: Vec<String> = (1..tokens)
        .map(|token| match token % 60 {
            0 => ".\n\n".to_owned(),
            _ => format!(" wo{}", token % 10),
        })
        .collect();
    out.push(format!(" {mark}"));
    out
}

/// Returns texts crafted to be expensive, each of about a megabyte, with their names.
pub fn hostile() -> Vec<(&'static str, String)> {
    vec![
        ("quotes", ">".repeat(50_000)),
        ("line ends", "\n".repeat(1_000_000)),
        (
            "links",
            format!("{}a{}", "[".repeat(20_000), "](b)".repeat(20_000)),
        ),
        ("no blank", "x".repeat(1_000_000)),
        (
            "a table",
            format!("|a|b|\n|-|-|\n{}", "|c|d|\n".repeat(100_000)),
        ),
        (
            "a fence",
            format!("```rust\n{}", "let a = 1;\n".repeat(100_000)),
        ),
        ("paragraphs", "a\n\n".repeat(300_000)),
        ("wide", "日本語".repeat(110_000)),
    ]
}

/// Returns paragraphs of plain words, `bytes` long.
pub fn prose(bytes: usize) -> String {
    let sentence = "It says what the one before it left out, and nothing else. ";
    let paragraph = format!("{}\n\n", sentence.repeat(8));
    paragraph.repeat(bytes / paragraph.len() + 1)
}

/// Splits a text into pieces of about `bytes` bytes.
pub fn in_pieces(text: &str, bytes: usize) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (piece, behind) = rest.split_at(rest.ceil_char_boundary(bytes.min(rest.len())));
        pieces.push(piece.to_owned());
        rest = behind;
    }
    pieces
}

fn write_section(text: &mut String, number: usize) {
    let written = write!(
        text,
        "## {number}. How the parser of part {number} works\n\n\
         The parser reads **one line at a time** and keeps what is not whole. When a block ends, \
         its rows are made once and kept; see `parse_block` in `src/part_{number}.rs`. What is \
         *not* kept is the layout of the open block, since every piece changes it, and a table \
         of {number} rows would be laid out again and again.\n\n\
         - the first rule holds for every block, whatever came before it\n\
         - the second one only where `limit > {number}` and the text goes on\n  \
           - with an exception for lists inside lists\n\
         - the third one is about [links](https://example.org/{number})\n\n\
         ```rust\n\
         /// Parses the block that begins at `start`, and gives its end.\n\
         pub fn parse_block_{number}(source: &str, start: usize) -> Result<usize, ParseError> {{\n    \
             let mut depth = 0_usize;\n    \
             for (offset, character) in source[start..].char_indices() {{\n        \
                 match character {{\n            \
                     '{{' | '(' => depth += 1,\n            \
                     '}}' | ')' if depth == 0 => return Err(ParseError::Unbalanced(start + offset)),\n            \
                     '}}' | ')' => depth -= 1,\n            \
                     _ => {{}} // everything else is text of block {number}\n        \
                 }}\n    \
             }}\n    \
             Ok(source.len())\n\
         }}\n\
         ```\n\n\
         | case | before | after |\n|---|---:|---:|\n\
         | short lines | {number}.2 ms | 0.{number} ms |\n\
         | long lines | 1{number}.9 ms | 1.{number} ms |\n\n\
         1. Run it with `cargo test part_{number}`.\n\
         2. Compare the figures with those above.\n\n"
    );
    written.expect("writing to a string cannot fail");
}

/// Splits a text as a model emits it: a word with the space before it, in pieces.
fn in_tokens(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut token = String::new();
    for character in text.chars() {
        let ends =
            !token.is_empty() && (token.len() > TOKEN || character == ' ' || character == '\n');
        if ends {
            out.push(std::mem::take(&mut token));
        }
        token.push(character);
    }
    out.push(token);
    out
}
