//! What of a text cannot be seen where it stands, so that a token is drawn for it.

use unicode_width::UnicodeWidthChar;

use super::cluster_width;
use crate::redact::is_invisible;

/// A cluster has at most so many characters: accents, the joiners of an emoji. What follows would
/// be hidden behind them.
const LONGEST: usize = 24;

/// Whether characters that only join what stands beside them are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Joiners {
    /// Where they are part of a letter or an emoji.
    Kept,
    /// Never: they tell two names apart that look the same.
    Shown,
}

/// The text for a grapheme cluster of which something would be drawn as nothing, would change the
/// direction of writing or command a terminal; `None` where all of it can be seen.
pub fn token_of(cluster: &str, joiners: Joiners) -> Option<String> {
    let mut chars = cluster.chars();
    if let (Some(c), None) = (chars.next(), chars.next()) {
        // Nearly all of a text is of this kind.
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

/// What is known of a cluster's characters before the next one.
struct Hidden {
    joiners: Joiners,
    /// The character before, where it is drawn.
    before: Option<char>,
    length: usize,
}

impl Hidden {
    fn hides(&mut self, c: char) -> bool {
        self.length += 1;
        // Behind a token nothing is joined to what stands before the token.
        let has_no_ground = self.before.is_none() && c.width() == Some(0);
        let is_bare = is_joiner(c)
            && (self.joiners == Joiners::Shown && c != '\u{fe0f}'
                || self.before.is_some_and(takes_no_joiner));
        let hidden = is_invisible(c) || self.length > LONGEST || has_no_ground || is_bare;
        self.before = (!hidden).then_some(c);
        hidden
    }
}

/// A joiner, or what picks the look of the character before it.
fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe0e}' | '\u{fe0f}')
}

fn takes_no_joiner(before: char) -> bool {
    before.is_ascii() && !matches!(before, '0'..='9' | '#' | '*')
}

/// The token of a character: plain text, which cannot be taken for what it names.
pub fn token(c: char) -> String {
    format!("<U+{:04X}>", u32::from(c))
}
