//! The order in which names fit a typed text: the palette, the completion of both front ends and
//! everything else that narrows a list of commands use it.

use std::cmp::Reverse;

use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

/// Commands that stand first where nothing is typed.
const FIRST: [&str; 7] = [
    "model", "mode", "new", "resume", "review", "rollback", "settings",
];

/// Minimum letters of a name that other tools use; fewer are too ambiguous.
const OTHER_LETTERS: usize = 3;

/// The names by which something is found.
#[derive(Debug, Clone, Default)]
pub struct Names<'a> {
    pub name: &'a str,
    /// Other names of its own.
    pub aliases: Vec<&'a str>,
    /// Names of the same in other tools.
    pub elsewhere: Vec<&'a str>,
    /// A description, of which only whole words count.
    pub about: &'a str,
}

/// How a name fits, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Whole,
    OtherWhole,
    Begins,
    OtherBegins,
    Loosely,
}

/// How loosely a name fits, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Looseness {
    /// The name contains the typed text, or begins with it.
    Contains,
    /// The name contains the letters of the typed words in order.
    Letters,
    /// The description contains the typed words.
    Described,
}

/// The rank of a name; the least is the best. Whole names and beginnings come first, then what was
/// used recently, then the others by how well they fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank {
    fit: Fit,
    recent: usize,
    loose: Looseness,
    score: Reverse<u32>,
}

impl Rank {
    /// Whether the name or one of the others is the typed text or begins with it.
    pub fn is_beginning(self) -> bool {
        self.fit < Fit::Loosely
    }
}

/// A typed text.
pub struct TypedName {
    text: String,
    pattern: Pattern,
    matcher: Matcher,
    buffer: Vec<char>,
}

impl TypedName {
    pub fn new(typed: &str) -> Self {
        let text = typed.trim_start().to_lowercase();
        Self {
            pattern: Pattern::parse(&text, CaseMatching::Ignore, Normalization::Smart),
            matcher: Matcher::new(Config::DEFAULT),
            buffer: Vec::new(),
            text,
        }
    }

    /// Returns the rank of what has these names; `None` if it does not fit. `recent` is its place
    /// among what was used last, 0 being the latest; `usize::MAX` if it was not used.
    pub fn rank(&mut self, names: &Names<'_>, recent: usize) -> Option<Rank> {
        let typed = self.text.as_str();
        let name = names.name.to_lowercase();
        let rank = |fit, loose, score| Rank {
            fit,
            recent,
            loose,
            score: Reverse(score),
        };
        let long = typed.chars().count() >= OTHER_LETTERS;
        let elsewhere = names.elsewhere.iter().filter(|_| long);
        let mut others = names.aliases.iter().chain(elsewhere);
        let fit = if name == typed || typed.is_empty() {
            Fit::Whole
        } else if others.clone().any(|other| other.to_lowercase() == typed) {
            Fit::OtherWhole
        } else if name.starts_with(typed) {
            Fit::Begins
        } else if others.any(|other| other.to_lowercase().starts_with(typed)) {
            Fit::OtherBegins
        } else {
            Fit::Loosely
        };
        if fit != Fit::Loosely {
            return Some(rank(fit, Looseness::Contains, 0));
        }
        if name.contains(typed) {
            return Some(rank(fit, Looseness::Contains, 0));
        }
        let text = Utf32Str::new(&name, &mut self.buffer);
        if let Some(score) = self.pattern.score(text, &mut self.matcher) {
            return Some(rank(fit, Looseness::Letters, score));
        }
        let about = names.about.to_lowercase();
        let is_described = typed
            .split_whitespace()
            .all(|word| about.contains(word) || name.contains(word));
        (!about.is_empty() && is_described).then(|| rank(fit, Looseness::Described, 0))
    }

    /// Returns the clusters of a label that the typed text matches, for marking them.
    pub fn matched(&mut self, label: &str) -> Vec<u32> {
        let mut matched = Vec::new();
        let text = Utf32Str::new(label, &mut self.buffer);
        let score = self.pattern.indices(text, &mut self.matcher, &mut matched);
        if score.is_none() {
            return Vec::new();
        }
        matched.sort_unstable();
        matched.dedup();
        matched
    }
}

/// Returns the place of a command in a list that nothing narrows: some stand first, the others
/// keep their order.
pub fn place_of_command(name: &str) -> usize {
    let place = FIRST.iter().position(|first| *first == name);
    place.unwrap_or(FIRST.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names<'a>(name: &'a str, aliases: &[&'a str], elsewhere: &[&'a str]) -> Names<'a> {
        Names {
            name,
            aliases: aliases.to_vec(),
            elsewhere: elsewhere.to_vec(),
            about: "",
        }
    }

    /// The names that fit, best first; those in `used` were used, the latest first.
    fn order<'a>(typed: &str, all: &[Names<'a>], used: &[&str]) -> Vec<&'a str> {
        let mut typed = TypedName::new(typed);
        let recent = |name: &str| used.iter().position(|one| *one == name);
        let mut ranked: Vec<(Rank, &str)> = all
            .iter()
            .filter_map(|one| {
                let recent = recent(one.name).unwrap_or(usize::MAX);
                Some((typed.rank(one, recent)?, one.name))
            })
            .collect();
        ranked.sort_by_key(|(rank, _)| *rank);
        ranked.into_iter().map(|(_, name)| name).collect()
    }

    #[test]
    fn whole_names_come_first_then_beginnings_then_what_was_used_then_the_rest() {
        let all = [
            names("remodel", &[], &[]),
            names("models", &[], &[]),
            names("my old", &[], &[]),
            names("model", &[], &[]),
            names("other", &["model"], &[]),
        ];
        assert_eq!(
            order("model", &all, &[]),
            ["model", "other", "models", "remodel"]
        );
        assert_eq!(order("mod", &all, &["remodel"])[..2], ["models", "model"]);
        assert_eq!(order("mod", &all, &["model"])[0], "model");
        let loosely = order("mol", &all, &["remodel"]);
        assert_eq!(loosely[0], "remodel", "it was used");
        assert_eq!(loosely.len(), 4, "{loosely:?}");
    }

    #[test]
    fn other_names_count_and_those_of_other_tools_from_three_letters_on() {
        let all = [
            names("rollback", &[], &["undo"]),
            names("unqueue", &[], &[]),
            names("quit", &["q"], &[]),
        ];
        assert_eq!(order("undo", &all, &[]), ["rollback"]);
        assert_eq!(order("un", &all, &[]), ["unqueue"]);
        assert_eq!(order("q", &all, &[])[0], "quit");
    }

    #[test]
    fn of_a_description_only_whole_words_count() {
        let mut one = names("figures", &[], &[]);
        one.about = "Show tokens and cost";
        assert_eq!(order("cost tokens", &[one.clone()], &[]), ["figures"]);
        assert_eq!(order("shc", &[one], &[]), [""; 0]);
    }
}
