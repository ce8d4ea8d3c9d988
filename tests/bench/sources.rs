//! Texts of the large repository: lines like those of a program, with common and rare words, always
//! the same for a number.

use std::fmt::Write as _;

/// Syllables of the words.
const PARTS: [&str; 32] = [
    "ba", "co", "de", "fi", "gu", "ha", "ji", "ka", "lo", "me", "ni", "or", "pe", "qua", "re",
    "si", "tu", "ver", "win", "xe", "yo", "zi", "ath", "bro", "cli", "dra", "est", "for", "gen",
    "hol", "ing", "jux",
];

/// Returns a word that occurs in one file only.
pub fn rare_word(number: usize) -> String {
    format!("needle_{number:05}_only_here")
}

/// Returns the text of a file: about 1.5 KB, some much longer.
pub fn source(number: usize) -> String {
    let mut chance = Chance::of(number);
    let length = match chance.below(100) {
        0..=59 => 450 + chance.below(700),
        60..=89 => 900 + chance.below(1_300),
        90..=98 => 2_200 + chance.below(4_300),
        _ => 9_000 + chance.below(17_000),
    };
    let mut text = format!("//! Module {number:05}: {}.\n\n", rare_word(number));
    while (text.len() as u64) < length {
        let (one, other, third) = (chance.word(), chance.word(), chance.word());
        let number = chance.below(10_000);
        let line = match chance.below(6) {
            0 => format!("    // {one} the {other} of {third} when it is {number}"),
            1 => format!("    let {one}_{other} = self.{third}({number});"),
            2 => format!("    if {one}.{other}() > {number} {{ return {third}; }}"),
            3 => format!("}}\n\npub fn {one}_{other}({third}: &str) -> usize {{"),
            4 => format!(
                "    {one}.push({other}::new{}{third}());",
                PARTS[3].to_uppercase()
            ),
            _ => format!("    assert_eq!({one}, \"{other} {third}\");"),
        };
        writeln!(text, "{line}").expect("writing to a string cannot fail");
    }
    text.push_str("}\n");
    text
}

/// Pseudo-random numbers (xorshift).
struct Chance(u64);

impl Chance {
    fn of(number: usize) -> Self {
        let mut chance = Self((number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        for _ in 0..4 {
            chance.next();
        }
        chance
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: u64) -> u64 {
        (self.next() >> 16) % bound
    }

    /// Returns a word: half of them from a few hundred, the rest from 30,000.
    fn word(&mut self) -> String {
        let digits = 1 + self.below(15);
        let mut rest = self.below(1 << digits) + 33;
        let mut word = String::new();
        while rest > 0 {
            word.push_str(PARTS[(rest % 32) as usize]);
            rest /= 32;
        }
        word
    }
}
