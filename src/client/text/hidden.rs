//! Detects characters that are invisible where they stand, so that a token is drawn for them.

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthChar;

use super::{cluster_width, is_plain};
use redact::is_invisible;

/// Most characters of a cluster: accents, the joiners of an emoji. Any further characters could
/// hide behind the visible ones.
const LONGEST: usize = 24;

/// Whether characters that only join their neighbours are kept or shown as tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Joiners {
    /// Keeps them where they are part of a letter or an emoji.
    Kept,
    /// Always shows them as tokens: they can distinguish two names that look the same.
    Shown,
}

/// Returns the replacement text for a grapheme cluster that would be partly invisible, change the
/// writing direction or command a terminal; `None` if all of it is visible.
pub fn token_of(cluster: &str, joiners: Joiners) -> Option<String> {
    let mut chars = cluster.chars();
    if let (Some(c), None) = (chars.next(), chars.next()) {
        // Fast path: nearly all clusters have one character.
        let is_seen = c.width().is_some_and(|columns| columns > 0) && !is_invisible(c);
        return (!is_seen).then(|| token(c));
    }
    let has_columns = cluster_width(cluster) > 0;
    let mut hidden = Hidden {
        joiners,
        before: None,
        length: 0,
    };
    if has_columns && !cluster.chars().any(|c| hidden.hides(c)) {
        return None;
    }
    let mut hidden = Hidden {
        joiners,
        before: None,
        length: 0,
    };
    let mut out = String::new();
    for c in cluster.chars() {
        if hidden.hides(c) || !has_columns {
            out.push_str(&token(c));
            hidden.before = None;
        } else {
            out.push(c);
        }
    }
    Some(out)
}

/// The state before a cluster's next character.
struct Hidden {
    joiners: Joiners,
    /// The previous character, if it is drawn.
    before: Option<char>,
    length: usize,
}

impl Hidden {
    fn hides(&mut self, c: char) -> bool {
        self.length += 1;
        // Behind a token, nothing joins to the character before the token.
        let has_no_ground = self.before.is_none() && c.width() == Some(0);
        let is_bare = is_joiner(c)
            && (self.joiners == Joiners::Shown && c != '\u{fe0f}'
                || self.before.is_some_and(takes_no_joiner));
        let hidden = is_invisible(c) || self.length > LONGEST || has_no_ground || is_bare;
        self.before = (!hidden).then_some(c);
        hidden
    }
}

/// Whether the character is a joiner, or selects the look of the character before it.
fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe0e}' | '\u{fe0f}')
}

fn takes_no_joiner(before: char) -> bool {
    before.is_ascii() && !matches!(before, '0'..='9' | '#' | '*')
}

/// Returns a text that the user may approve with a token for every control, invisible or direction
/// character, and for those that the screen draws as another sign (`is_replaced`). Line breaks stay,
/// because the caller splits at them.
pub fn revealed(text: &str, is_replaced: impl Fn(char) -> bool) -> String {
    if is_plain(text) {
        return text.to_owned();
    }
    let mut shown = String::with_capacity(text.len());
    for cluster in text.graphemes(true) {
        match cluster {
            "\n" => shown.push('\n'),
            "\r\n" => shown.push_str("<CR>\n"),
            "\t" => shown.push_str("<TAB>"),
            "\r" => shown.push_str("<CR>"),
            "\u{1b}" => shown.push_str("<ESC>"),
            plain if is_plain(plain) => shown.push_str(plain),
            other if other.contains(&is_replaced) => shown.extend(other.chars().map(token)),
            other => match token_of(other, Joiners::Shown) {
                Some(token) => shown.push_str(&token),
                None => shown.push_str(other),
            },
        }
    }
    shown
}

/// Returns the token of a character: plain text that cannot be mistaken for the character.
fn token(c: char) -> String {
    format!("<U+{:04X}>", u32::from(c))
}
