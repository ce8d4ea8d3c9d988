//! The workspace's own commands: their text, with the arguments inserted, is sent as a message. Prompts of MCP
//! servers are fetched, and put before the user.

use super::outcome::SlashOutcome;
use protocol::custom::CustomCommand;
use protocol::query::Query;

/// Replaces the line by the text of its command; `None` if the line names no such command.
pub(super) fn run(line: &str, commands: &[CustomCommand]) -> Option<SlashOutcome> {
    let body = line.trim().strip_prefix('/')?;
    let (name, rest) = body.split_once(char::is_whitespace).unwrap_or((body, ""));
    let name = name.to_lowercase();
    if let Some((server, prompt)) = name.split_once(':') {
        return Some(SlashOutcome::Offer(Query::ServerPrompt {
            server: server_named(server, commands),
            prompt: prompt.to_owned(),
            words: rest.split_whitespace().map(str::to_owned).collect(),
        }));
    }
    let command = commands.iter().find(|command| command.name == name)?;
    Some(SlashOutcome::Message(expanded(&command.body, rest.trim())))
}

/// Returns the name of a server as it is written.
fn server_named(typed: &str, commands: &[CustomCommand]) -> String {
    let mut known = commands
        .iter()
        .filter_map(|command| command.server.as_ref());
    let known = known.find(|server| server.eq_ignore_ascii_case(typed));
    known.cloned().unwrap_or_else(|| typed.to_owned())
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
            server: None,
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
    fn a_name_with_a_colon_is_a_prompt_of_a_server_with_its_words() {
        let command = CustomCommand {
            name: "Git:Commit".into(),
            help: String::new(),
            arguments: String::new(),
            body: String::new(),
            server: Some("Git".into()),
        };
        for (line, server) in [
            ("/git:commit all of it", "Git"),
            ("/web:commit all of it", "web"),
        ] {
            let outcome = run(line, std::slice::from_ref(&command));
            let Some(SlashOutcome::Offer(query)) = outcome else {
                panic!("{outcome:?}");
            };
            let expected = Query::ServerPrompt {
                server: server.into(),
                prompt: "commit".into(),
                words: ["all", "of", "it"].map(str::to_owned).to_vec(),
            };
            assert_eq!(query, expected);
        }
    }

    #[test]
    fn another_name_is_none_of_them() {
        assert_eq!(sent("Look.", "/lo"), None);
        assert_eq!(sent("Look.", "look"), None);
    }
}
