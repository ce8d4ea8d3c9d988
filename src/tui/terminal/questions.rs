//! Queries to the terminal, except those that would appear on its screen.
//!
//! Pure. All queries are sent at once, and last the one that every terminal answers (DA1): a query
//! without an answer by then will get none.

/// Queries the background colour.
const BACKGROUND: &[u8] = b"\x1b]11;?\x1b\\";
/// Queries whether the terminal can report changes of the background.
const LIGHTNESS: &[u8] = b"\x1b[?2031$p";
/// Queries the kitty flags.
const KITTY_FLAGS: &[u8] = b"\x1b[?u";
/// Queries synchronized output, and clusters counted as one.
const FRAMES: &[u8] = b"\x1b[?2026$p\x1b[?2027$p";
const NAME: &[u8] = b"\x1b[>q";
/// The query that every terminal answers.
const LAST: &[u8] = b"\x1b[c";

/// The queries that the terminal can receive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AllowedQueries {
    All,
    /// All except modes: Terminal on macOS writes the last letter of that query (DECRQM)
    /// on the screen.
    AllButModes,
    /// Only the last query: the console of older Linux kernels prints parts of the others.
    LastAlone,
}

impl AllowedQueries {
    /// Decides from the environment.
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Self {
        let is = |name: &str, value: &str| variable(name).is_some_and(|text| text == value);
        match () {
            () if is("TERM", "linux") => AllowedQueries::LastAlone,
            () if is("TERM_PROGRAM", "Apple_Terminal") => AllowedQueries::AllButModes,
            () => AllowedQueries::All,
        }
    }

    /// Returns all queries for the start.
    pub(super) fn at_start(self) -> Vec<u8> {
        match self {
            AllowedQueries::All => {
                [BACKGROUND, LIGHTNESS, KITTY_FLAGS, FRAMES, NAME, LAST].concat()
            }
            AllowedQueries::AllButModes => [BACKGROUND, KITTY_FLAGS, NAME, LAST].concat(),
            AllowedQueries::LastAlone => LAST.to_vec(),
        }
    }

    /// Returns the queries about lightness.
    pub(super) fn of_lightness(self) -> Vec<u8> {
        match self {
            AllowedQueries::All => [BACKGROUND, LIGHTNESS, LAST].concat(),
            AllowedQueries::AllButModes => [BACKGROUND, LAST].concat(),
            AllowedQueries::LastAlone => LAST.to_vec(),
        }
    }

    /// Returns the queries about keys, for callers that need nothing else.
    pub fn of_keys(self) -> Vec<u8> {
        match self {
            AllowedQueries::All | AllowedQueries::AllButModes => [KITTY_FLAGS, NAME, LAST].concat(),
            AllowedQueries::LastAlone => LAST.to_vec(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_be_seen_is_not_asked_and_what_every_terminal_answers_is_asked_last() {
        let of = |name: &'static str, value: &'static str| {
            AllowedQueries::of_environment(|one| (one == name).then(|| value.to_owned()))
        };
        let modes = |asked: AllowedQueries| {
            let bytes = [asked.at_start(), asked.of_lightness()].concat();
            bytes.windows(2).filter(|two| two == b"$p").count()
        };
        let everywhere = of("TERM", "xterm-256color");
        let apple = of("TERM_PROGRAM", "Apple_Terminal");
        let console = of("TERM", "linux");
        assert_eq!([everywhere, apple, console].map(modes), [4, 0, 0]);
        assert_eq!(console.at_start(), LAST);
        assert_eq!(console.of_keys(), LAST);
        assert_eq!(console.of_lightness(), LAST);
        for asked in [everywhere, apple] {
            for question in [asked.at_start(), asked.of_keys(), asked.of_lightness()] {
                assert!(question.ends_with(LAST));
            }
        }
    }
}
