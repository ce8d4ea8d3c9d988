//! Titles from the user's messages: of a run, and of a session that has no name.

use super::StepBuilder;
use super::session::Session;
use protocol::picture;
use redact::mask;

/// Maximum length of a title, in characters.
const LENGTH: usize = 60;

/// Returns the first line of a message with words, cut at a word with a sign.
pub(super) fn title_of(message: &str) -> String {
    let message = picture::read(message).0;
    let mut lines = message.lines().map(str::trim);
    let line = lines.find(|line| !line.is_empty()).unwrap_or_default();
    let line: String = line.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= LENGTH {
        return line;
    }
    let head: String = line.chars().take(LENGTH - 1).collect();
    // A line without a blank near its end is cut within the word.
    let word = head.rfind(' ').filter(|at| *at > head.len() / 2);
    let head = word.and_then(|at| head.get(..at)).unwrap_or(&head);
    format!("{}…", head.trim_end_matches([' ', ',', ';', ':', '.']))
}

impl Session {
    /// Names a session without a name after the user's message.
    pub(super) fn name_after(&mut self, message: &str, turn: &mut StepBuilder<'_, '_>) {
        if !self.thread.settings.name.is_empty() {
            return;
        }
        // A key in a message must not reach the lists of sessions.
        let title = title_of(&mask(message));
        if !title.is_empty() {
            self.thread.settings.name = title;
            self.settings_changed(turn);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_the_first_line_with_words_cut_at_a_word() {
        for (message, title) in [
            ("Fix the tests", "Fix the tests"),
            ("\n\n  Fix   the\ttests \nand more", "Fix the tests"),
            (
                "Greetings must end with an exclamation mark: change greet.sh, then run it",
                "Greetings must end with an exclamation mark: change…",
            ),
            ("", ""),
        ] {
            assert_eq!(title_of(message), title);
        }
        let one_word = "x".repeat(80);
        assert_eq!(title_of(&one_word).chars().count(), LENGTH);
        assert!(title_of(&one_word).ends_with("x…"));
    }
}
