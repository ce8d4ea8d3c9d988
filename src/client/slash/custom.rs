//! The workspace's own commands: their text, with the arguments inserted, is sent as a message.

use super::outcome::SlashOutcome;
use protocol::custom::CustomCommand;

/// Replaces the line by the text of its command; `None` if the line names no such command.
pub(super) fn run(line: &str, commands: &[CustomCommand]) -> Option<SlashOutcome> {
    let body = line.trim().strip_prefix('/')?;
    let (name, rest) = body.split_once(char::is_whitespace).unwrap_or((body, ""));
    let name = name.to_lowercase();
    let command = commands.iter().find(|command| command.name == name)?;
    Some(SlashOutcome::Message(expanded(&command.body, rest.trim())))
}

/// Inserts arguments: `$ARGUMENTS` is all of them, `$1` to `$9` one each. A text without a
/// placeholder gets the arguments at its end. Inserted text is not expanded again.
fn expanded(body: &str, arguments: &str) -> String {
    let words: Vec<&str> = arguments.split_whitespace().collect();
    let mut text = String::with_capacity(body.len() + arguments.len());
    let mut rest = body;
    let mut placed = false;
    while let Some((before, behind)) = rest.split_once('$') {
        text.push_str(before);
        if let Some(behind) = behind.strip_prefix("ARGUMENTS") {
            text.push_str(arguments);
            placed = true;
            rest = behind;
            continue;
        }
        let digit = behind.chars().next().and_then(|digit| digit.to_digit(10));
        match digit.filter(|digit| *digit > 0) {
            Some(digit) => {
                let place = usize::try_from(digit).unwrap_or(1) - 1;
                text.push_str(words.get(place).copied().unwrap_or_default());
                placed = true;
                rest = behind.get(1..).unwrap_or_default();
            }
            None => {
                text.push('$');
                rest = behind;
            }
        }
    }
    text.push_str(rest);
    if !placed && !arguments.is_empty() {
        text.push_str("\n\n");
        text.push_str(arguments);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(body: &str, line: &str) -> Option<String> {
        let command = CustomCommand {
            name: "look".into(),
            help: String::new(),
            arguments: String::new(),
            body: body.into(),
        };
        match run(line, &[command])? {
            SlashOutcome::Message(text) => Some(text),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn arguments_go_to_their_places() {
        let text = sent("Look at $1, then $2.", "/look main  dev");
        assert_eq!(text.as_deref(), Some("Look at main, then dev."));
        let text = sent("Do: $ARGUMENTS!", "/look don't stop");
        assert_eq!(text.as_deref(), Some("Do: don't stop!"));
        assert_eq!(sent("Look.", "/Look").as_deref(), Some("Look."));
        assert_eq!(
            sent("Look.", "/look here").as_deref(),
            Some("Look.\n\nhere")
        );
        assert_eq!(sent("Only $3.", "/look a").as_deref(), Some("Only ."));
    }

    #[test]
    fn what_is_put_in_is_text_and_other_dollars_stay() {
        let text = sent("It costs $0 or $x: $1", "/look $ARGUMENTS");
        assert_eq!(text.as_deref(), Some("It costs $0 or $x: $ARGUMENTS"));
        assert_eq!(sent("$", "/look").as_deref(), Some("$"));
    }

    #[test]
    fn another_name_is_none_of_them() {
        assert_eq!(sent("Look.", "/lo"), None);
        assert_eq!(sent("Look.", "look"), None);
    }
}
