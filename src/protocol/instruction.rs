//! A line for the file with the instructions of a workspace, as the user types it into the draft: `# text`.

/// The file that such a line is proposed for.
pub const INSTRUCTIONS_FILE: &str = "AGENTS.md";

/// The tool that proposes it. No model is offered it.
pub const ADD_INSTRUCTION: &str = "add_instruction";

/// Returns the text that a draft of one line proposes. A text of several lines is a message: it may begin with a
/// heading.
pub fn instruction_in(draft: &str) -> Option<&str> {
    let text = draft.strip_prefix("# ")?.trim();
    (!text.is_empty() && !text.contains('\n')).then_some(text)
}

/// Returns the draft that proposes a text.
pub fn draft_of(text: &str) -> String {
    format!("# {text}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_line_with_words_after_the_sign_and_a_blank_is_an_instruction() {
        assert_eq!(instruction_in("#  Use tabs. "), Some("Use tabs."));
        for message in [
            "#Use tabs",
            "# ",
            "## Use",
            " # Use",
            "# Title\ntext",
            "Use",
        ] {
            assert_eq!(instruction_in(message), None, "{message}");
        }
        assert_eq!(instruction_in(&draft_of("Use tabs.")), Some("Use tabs."));
    }
}
