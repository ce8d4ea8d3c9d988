//! `agentichat debug width`: counts the columns that texts take on the screen, one JSON string per
//! line. Uses the functions that the screen draws and counts with.

use std::io::{self, BufRead, Write};

use serde_json::json;

use super::lines::{read_line, read_string};
use client::text::{clusters_of, visible, width_of};

/// Reads one JSON string per line from `input` and writes one `{"width", "graphemes"}` per line to
/// `output`. The width is that of the displayed text, the graphemes are those of the text itself. A
/// line that is not a JSON string, including an empty one, gives an `{"error"}` line with its
/// number, and reading goes on: one line out for one line in.
///
/// # Errors
/// If `input` cannot be read or `output` cannot be written.
pub fn run(mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    for number in 1_u64.. {
        let Some(line) = read_line(&mut input)? else {
            break;
        };
        let answer = match read_string(&line) {
            Ok(text) => json!({ "width": shown_width(&text), "graphemes": clusters_of(&text) }),
            Err(why) => json!({
                "error": format!(
                    "line {number} is not a JSON string ({why}); write one text a line, for \
                     example \"caf\u{e9}\""
                )
            }),
        };
        writeln!(output, "{answer}")?;
    }
    output.flush()
}

/// Returns the columns of a text as the screen shows it from the first column on: tabs go to their
/// stops, and invisible characters are shown as tokens. Of several lines the widest counts.
fn shown_width(text: &str) -> usize {
    visible(text).lines().map(width_of).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(input: &str) -> Vec<serde_json::Value> {
        let mut output = Vec::new();
        run(input.as_bytes(), &mut output).unwrap();
        let lines = String::from_utf8(output).unwrap();
        lines
            .lines()
            .map(|line| support::json::from_str(line).unwrap())
            .collect()
    }

    #[test]
    fn a_text_is_counted_as_the_screen_counts_it() {
        let family = r#""\ud83d\udc69\u200d\ud83d\udc67""#;
        for (line, width, graphemes) in [
            (r#""abc""#, 3, 3),
            (r#""日本""#, 4, 2),
            (r#""e\u0301""#, 1, 1),
            (r#""""#, 0, 0),
            (family, 2, 1),
            // Displayed: blanks up to the tab stop, and tokens for invisible characters.
            (r#""a\tb""#, 5, 3),
            (r#""\t\tb""#, 9, 3),
            (r#""a\u202eb""#, "a<U+202E>b".len(), 3),
            (r#""a\u200bb""#, "a<U+200B>b".len(), 3),
            (r#""\u001b[31m""#, "<U+001B>[31m".len(), 5),
            // Lines are displayed below each other.
            (r#""one\nthree\r\n""#, 5, 10),
        ] {
            let expected = json!({ "width": width, "graphemes": graphemes });
            assert_eq!(answers(line), [expected], "{line}");
        }
    }

    #[test]
    fn a_bad_line_gives_its_number_and_the_next_one_is_read() {
        let found = answers("\"a\"\nplain\n\n[1]\n\"\\ud800\"\n\"b\"\n");
        assert_eq!(found.len(), 6);
        for (index, answer) in found.iter().enumerate().skip(1).take(4) {
            let error = answer["error"].as_str().unwrap();
            assert!(error.contains(&format!("line {}", index + 1)), "{error}");
            assert!(error.contains("write one text a line"), "{error}");
        }
        assert_eq!(found[5], json!({ "width": 1, "graphemes": 1 }));
    }
}
