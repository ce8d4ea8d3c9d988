//! Prompts of servers as commands of the user: `/server:prompt argument …`.

use notice::{Notice, notice};
use protocol::custom::CustomCommand;
use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

use crate::connection::{CallLimits, ListedPrompt};
use crate::definition::ServerName;
use crate::service::ServerService;

/// Most bytes of the text of a prompt.
const TEXT_BYTES: usize = 64 * 1024;

/// Most letters of the description of a command.
const HELP: usize = 100;

impl ServerService {
    /// Returns the prompts of the servers that run, as commands without a text of their own.
    pub fn prompt_commands(&self) -> Vec<CustomCommand> {
        let servers = self.servers().prompts().into_iter();
        let commands = servers.flat_map(|(server, prompts)| {
            let prompts = prompts.iter().filter(|prompt| is_command(&prompt.name));
            let commands = prompts.map(|prompt| command(&server, prompt));
            commands.collect::<Vec<_>>()
        });
        commands.collect()
    }

    /// Returns the text of a prompt of a server, which is started if it is not online. The words are its
    /// arguments in order; the last one takes the rest. The first line names the origin.
    ///
    /// # Errors
    /// Returns the reason why there is none.
    pub async fn prompt(
        &self,
        server: &str,
        prompt: &str,
        words: &[String],
    ) -> Result<String, Notice> {
        self.refresh().await;
        let name = self.trusted(server)?.definition.name;
        let connection = self.servers().connect(&name).await;
        let connection = connection.map_err(|error| error.notice())?;
        let listed = connection.prompts().await.map_err(|error| error.notice())?;
        let mut listed = listed.iter();
        let found = listed.find(|listed| listed.name.eq_ignore_ascii_case(prompt));
        let word = redact::one_line(prompt);
        let found = found.ok_or_else(|| notice!("mcp-no-such-prompt", server, word))?;
        let arguments = arguments(found, words)?;
        let limits = CallLimits {
            text_bytes: TEXT_BYTES,
            ..CallLimits::default()
        };
        let never = CancellationToken::new();
        let text = connection
            .prompt(&found.name, arguments, limits, &never)
            .await;
        let text = text.map_err(|error| error.notice())?.text;
        let name = &found.name;
        Ok(format!(
            "[{server}:{name}, a prompt of an MCP server]\n\n{text}"
        ))
    }
}

/// Whether a name can be typed as a command.
fn is_command(name: &str) -> bool {
    !name.is_empty() && !name.contains(|letter: char| letter.is_whitespace() || letter == '/')
}

fn command(server: &ServerName, prompt: &ListedPrompt) -> CustomCommand {
    let arguments = prompt.arguments.iter().map(|argument| {
        let name = &argument.name;
        if argument.is_required {
            format!("<{name}>")
        } else {
            format!("[{name}]")
        }
    });
    let help = prompt.description.as_deref().unwrap_or_default();
    let help = format!("MCP {server}: {help}");
    CustomCommand {
        name: format!("{server}:{}", prompt.name),
        help: help.chars().take(HELP).collect(),
        arguments: arguments.collect::<Vec<_>>().join(" "),
        body: String::new(),
        server: Some(server.as_str().to_owned()),
    }
}

/// Gives the words to the arguments of a prompt.
///
/// # Errors
/// If one that is required has none.
fn arguments(prompt: &ListedPrompt, words: &[String]) -> Result<Map<String, Value>, Notice> {
    let last = prompt.arguments.len().saturating_sub(1);
    let mut given = Map::new();
    for (place, argument) in prompt.arguments.iter().enumerate() {
        let value = if place == last {
            words.get(place..).unwrap_or_default().join(" ")
        } else {
            words.get(place).cloned().unwrap_or_default()
        };
        if !value.is_empty() {
            given.insert(argument.name.clone(), value.into());
        } else if argument.is_required {
            let word = argument.name.as_str();
            return Err(notice!("mcp-prompt-needs", word));
        }
    }
    Ok(given)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connection::PromptArgument;

    fn prompt() -> ListedPrompt {
        let argument = |name: &str, is_required| PromptArgument {
            name: name.to_owned(),
            is_required,
        };
        ListedPrompt {
            name: "Weather".to_owned(),
            description: Some("Asks".to_owned()),
            arguments: vec![argument("city", true), argument("style", false)],
        }
    }

    #[test]
    fn words_go_to_the_arguments_in_order_and_the_last_takes_the_rest() {
        let given = |line: &str| {
            let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
            arguments(&prompt(), &words).map(|given| Value::Object(given).to_string())
        };
        assert_eq!(given("Oslo").unwrap(), r#"{"city":"Oslo"}"#);
        let all = r#"{"city":"Oslo","style":"short and dry"}"#;
        assert_eq!(given("Oslo short and dry").unwrap(), all);
        assert!(given("").unwrap_err().to_string().contains("city"));
    }

    #[test]
    fn a_command_names_its_server_and_a_name_that_cannot_be_typed_is_none() {
        let server = ServerName::new("web").unwrap();
        let command = command(&server, &prompt());
        assert_eq!(command.name, "web:Weather");
        assert_eq!(command.arguments, "<city> [style]");
        assert!(command.help.starts_with("MCP web: "));
        assert!(!is_command("a b") && !is_command("a/b") && !is_command(""));
    }
}
