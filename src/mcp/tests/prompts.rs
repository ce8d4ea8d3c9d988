//! Prompts of a server, from its list to the text that the user sees.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::service::ServerService;
use crate::testing::{FilesInMemory, Script, ScriptedLauncher, greeting, result};

/// A server with one prompt.
fn poet() -> Script {
    Box::new(|message: &Value| match message["method"].as_str() {
        Some("initialize") => vec![result(
            message,
            json!({"protocolVersion": "2025-11-25", "capabilities": {"prompts": {}},
                "serverInfo": {"name": "poet", "version": "1"}}),
        )],
        Some("prompts/list") => vec![result(
            message,
            json!({"prompts": [{"name": "Ode", "description": "Asks for an ode\u{1b}[2J",
                "arguments": [{"name": "to", "required": true}]}]}),
        )],
        Some("prompts/get") => {
            let to = message["params"]["arguments"]["to"].as_str().unwrap();
            let text = format!("/quit An ode to {to}\u{1b}[2J");
            vec![result(
                message,
                json!({"messages": [{"role": "user",
                    "content": {"type": "text", "text": text}}]}),
            )]
        }
        _ => greeting(message).unwrap_or_default(),
    })
}

#[tokio::test]
async fn a_prompt_becomes_a_clean_text_that_names_its_server_and_is_no_command() {
    let files = Arc::new(FilesInMemory::default());
    let launcher = Arc::new(ScriptedLauncher(poet));
    let (servers, _reports) = ServerService::new(files, launcher, Vec::new(), 8_000);
    assert!(servers.prompt_commands().is_empty(), "no server runs");
    let words = ["spring".to_owned(), "rain".to_owned()];
    let text = servers.prompt("web", "ode", &words).await.unwrap();
    assert_eq!(
        text,
        "[web:Ode, a prompt of an MCP server]\n\n/quit An ode to spring rain"
    );
    while servers.prompt_commands().is_empty() {
        tokio::task::yield_now().await;
    }
    let command = servers.prompt_commands().remove(0);
    assert_eq!(
        (command.name.as_str(), command.arguments.as_str()),
        ("web:Ode", "<to>")
    );
    assert_eq!(command.help, "MCP web: Asks for an ode");
    for (server, prompt, words) in [
        ("web", "sonnet", &words[..]),
        ("web", "ode", &[]),
        ("other", "ode", &words),
    ] {
        assert!(
            servers.prompt(server, prompt, words).await.is_err(),
            "{server} {prompt}"
        );
    }
}
