//! Trigrams of a text: every three adjacent bytes, folded. Pure.
//!
//! Folding maps to one letter everything that a case-insensitive search takes for the same ASCII
//! letter, so that one set serves both kinds of search: `A` becomes `a`, the Kelvin sign and the
//! long s become `k` and `s`. No trigram contains a newline, because a search works by line.

/// Number of possible trigrams.
const ALL: usize = 1 << 24;

const KELVIN: &[u8] = "\u{212a}".as_bytes();
const LONG_S: &[u8] = "\u{17f}".as_bytes();

/// Finds the trigrams of one text after the other, each once, in no order.
pub struct Grams {
    seen: Vec<u64>,
}

impl Default for Grams {
    fn default() -> Self {
        Self {
            seen: vec![0; ALL / 64],
        }
    }
}

impl Grams {
    /// Returns the trigrams of a text.
    pub fn of(&mut self, text: &[u8]) -> Vec<u32> {
        let mut found = Vec::new();
        each(text, |gram| {
            let (word, bit) = (gram as usize / 64, 1_u64 << (gram % 64));
            if let Some(word) = self.seen.get_mut(word)
                && *word & bit == 0
            {
                *word |= bit;
                found.push(gram);
            }
        });
        for gram in &found {
            if let Some(word) = self.seen.get_mut(*gram as usize / 64) {
                *word = 0;
            }
        }
        found
    }
}

/// Returns the trigrams of a short text, in order of their position.
pub fn of_literal(text: &[u8]) -> Vec<u32> {
    let mut found = Vec::new();
    each(text, |gram| found.push(gram));
    found
}

fn each(text: &[u8], mut found: impl FnMut(u32)) {
    let mut last = 0_u32;
    let mut whole = 0_u8;
    let mut rest = text;
    while let [byte, after @ ..] = rest {
        let (byte, after) = match byte {
            // The first bytes of the two non-ASCII letters that fold to an ASCII letter.
            0xe2 | 0xc5 => fold_letter(rest).unwrap_or((*byte, after)),
            _ => (byte.to_ascii_lowercase(), after),
        };
        rest = after;
        if byte == b'\n' {
            whole = 0;
            continue;
        }
        last = (last << 8 | u32::from(byte)) & 0x00ff_ffff;
        whole = (whole + 1).min(3);
        if whole == 3 {
            found(last);
        }
    }
}

fn fold_letter(text: &[u8]) -> Option<(u8, &[u8])> {
    let kelvin = text.strip_prefix(KELVIN).map(|after| (b'k', after));
    kelvin.or_else(|| text.strip_prefix(LONG_S).map(|after| (b's', after)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(grams: Vec<u32>) -> Vec<String> {
        grams
            .into_iter()
            .map(|gram| String::from_utf8_lossy(&gram.to_be_bytes()[1..]).into_owned())
            .collect()
    }

    #[test]
    fn trigrams_are_folded_and_stop_at_the_line() {
        assert_eq!(texts(of_literal(b"AbCd")), ["abc", "bcd"]);
        assert_eq!(texts(of_literal(b"ab\ncde\nf")), ["cde"]);
        assert_eq!(of_literal("tas\u{212a}".as_bytes()), of_literal(b"TASK"));
        assert_eq!(of_literal("\u{17f}et".as_bytes()), of_literal(b"Set"));
        assert!(of_literal(b"ab").is_empty());
    }

    #[test]
    fn each_is_found_once_and_nothing_is_left_for_the_next_text() {
        let mut grams = Grams::default();
        assert_eq!(texts(grams.of(b"aaaaa")), ["aaa"]);
        assert_eq!(texts(grams.of(b"aaab")), ["aaa", "aab"]);
    }
}
