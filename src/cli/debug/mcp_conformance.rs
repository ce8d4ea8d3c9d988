//! `agentichat debug mcp-conformance`: the client under test for the suite `@modelcontextprotocol/conformance`,
//! which starts it with the address of a server. Uses the connection that sessions use.
//!
//! Makes the calls that the suite wants, or calls every tool with arguments made up from its schema, and answers
//! the questions of the server with the defaults of their schemas.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;

use mcp::{
    Answer, CallError, CallLimits, ClientIdentity, ConnectError, Connection, Credential,
    Elicitation, Opened, ServerEvent, SignIn, SignInError, SignInRequest, TokenStore, open_http,
};
use notice::Notice;
use protocol::approval::Decision;
use protocol::server_question::{AnswerToServer, FieldValue};

/// The variable in which the suite says what a scenario needs.
pub const CONTEXT: &str = "MCP_CONFORMANCE_CONTEXT";

/// The client id metadata document that the suite knows.
const METADATA: &str = "https://conformance-test.local/client-metadata.json";

/// Address to which the suite's authorization server redirects; nothing listens there.
const REDIRECT: &str = "http://localhost:3000/callback";

/// Most sign-ins in a scenario: a server may go on wanting more.
const MOST_SIGN_INS: usize = 3;

/// The calls and the client identity of a scenario, as the suite gives them in [`CONTEXT`].
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Context {
    tool_calls: Vec<WantedCall>,
    #[serde(rename = "client_id")]
    client_id: Option<String>,
    #[serde(rename = "client_secret")]
    client_secret: Option<String>,
}

#[derive(Debug, Deserialize)]
struct WantedCall {
    name: String,
    #[serde(default)]
    arguments: Map<String, Value>,
}

/// Tokens in memory.
#[derive(Default)]
struct TokensInMemory(Mutex<Option<String>>);

impl TokensInMemory {
    fn kept(&self) -> MutexGuard<'_, Option<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TokenStore for TokensInMemory {
    fn load(&self) -> Result<Option<String>, Notice> {
        Ok(self.kept().clone())
    }

    fn save(&self, text: &str) -> Result<(), Notice> {
        *self.kept() = Some(text.to_owned());
        Ok(())
    }

    fn clear(&self) -> Result<(), Notice> {
        *self.kept() = None;
        Ok(())
    }
}

/// The reason why the calls could not be made.
enum Stop {
    /// The service wants a sign-in, with this header.
    SignIn(String),
    Failed(Notice),
}

impl From<CallError> for Stop {
    fn from(error: CallError) -> Self {
        match error {
            CallError::NeedsSignIn(challenge) => Self::SignIn(challenge),
            error => Self::Failed(error.notice()),
        }
    }
}

/// Connects to the server at an address, signs in if it wants that, calls its tools, and writes a line of JSON for
/// each. `context` is the value of [`CONTEXT`].
///
/// # Errors
/// Returns the reason why there is no connection, or no list of tools.
pub async fn run(
    address: &str,
    context: Option<&str>,
    output: &mut impl Write,
) -> Result<io::Result<()>, Notice> {
    let context = context.and_then(|text| support::json::from_str(text).ok());
    let context: Context = context.unwrap_or_default();
    let tokens: Arc<dyn TokenStore> = Arc::new(TokensInMemory::default());
    let client = ClientIdentity {
        id: context.client_id.clone(),
        secret: context.client_secret.clone(),
        metadata: Some(METADATA.to_owned()),
    };
    for _ in 0..MOST_SIGN_INS {
        match connect_and_call(address, &tokens, &context.tool_calls, output).await {
            Ok(written) => return Ok(written),
            Err(Stop::Failed(why)) => return Err(why),
            Err(Stop::SignIn(challenge)) => {
                let signed_in = sign_in(address, &challenge, client.clone(), &tokens).await;
                signed_in.map_err(|error| error.notice())?;
            }
        }
    }
    match connect_and_call(address, &tokens, &context.tool_calls, output).await {
        Ok(written) => Ok(written),
        Err(Stop::Failed(why)) => Err(why),
        Err(Stop::SignIn(challenge)) => Err(CallError::NeedsSignIn(challenge).notice()),
    }
}

async fn sign_in(
    address: &str,
    challenge: &str,
    client: ClientIdentity,
    tokens: &Arc<dyn TokenStore>,
) -> Result<(), SignInError> {
    let request = SignInRequest {
        address,
        challenge: Some(challenge),
        scopes: &[],
        redirect: REDIRECT,
        client,
    };
    let page = SignIn::begin(request, Arc::clone(tokens)).await?;
    page.finish(&page.redirected().await?).await
}

async fn connect_and_call(
    address: &str,
    tokens: &Arc<dyn TokenStore>,
    wanted: &[WantedCall],
    output: &mut impl Write,
) -> Result<io::Result<()>, Stop> {
    let credential = Credential::SignIn(Arc::clone(tokens));
    let opened = open_http(address, &BTreeMap::new(), credential, &[]).await;
    let Opened {
        connection,
        mut events,
    } = opened.map_err(|error| match error {
        ConnectError::NeedsToken(challenge) => Stop::SignIn(challenge),
        error => Stop::Failed(error.notice()),
    })?;
    let answers = tokio::spawn(async move {
        while let Some(event) = events.recv().await {
            if let ServerEvent::Asks(asked, answer) = event {
                // The server may be gone.
                answer.send(by_default(&asked)).ok();
            }
        }
    });
    let called = call_all(&connection, wanted, output).await;
    drop(connection);
    answers.await.ok();
    called
}

async fn call_all(
    connection: &Connection,
    wanted: &[WantedCall],
    output: &mut impl Write,
) -> Result<io::Result<()>, Stop> {
    if !connection.facts().has_tools {
        return Ok(Ok(()));
    }
    let tools = connection.tools().await?;
    let first = tools.first().map(|tool| tool.schema.clone());
    let all = tools.into_iter().map(|tool| {
        let mut arguments = made_up(&tool.schema);
        // A scenario compares what this client has of the first tool's schema.
        if let (Some(schema), Some(first)) = (arguments.get_mut("schema"), &first) {
            schema.clone_from(first);
        }
        (tool.name, arguments)
    });
    let wanted = wanted.iter();
    let wanted = wanted.map(|call| (call.name.clone(), call.arguments.clone()));
    let mut calls: Vec<_> = wanted.collect();
    if calls.is_empty() {
        calls = all.collect();
    }
    for (name, arguments) in calls {
        let never = CancellationToken::new();
        let called = connection.call(&name, arguments, CallLimits::default(), &never);
        let line = match called.await {
            Ok(outcome) => json!({ "tool": name, "error": outcome.is_error, "text": outcome.text }),
            Err(error @ CallError::NeedsSignIn(_)) => return Err(error.into()),
            Err(error) => json!({ "tool": name, "error": true, "text": error.to_string() }),
        };
        if let Err(error) = writeln!(output, "{line}") {
            return Ok(Err(error));
        }
    }
    Ok(output.flush())
}

/// Makes up the values of an object's required properties.
fn made_up(schema: &Value) -> Map<String, Value> {
    let required = schema.get("required").and_then(Value::as_array);
    let names = required.into_iter().flatten().filter_map(Value::as_str);
    let values = names.map(|name| {
        let property = schema.pointer(&format!("/properties/{name}"));
        (name.to_owned(), value_of(property.unwrap_or(&Value::Null)))
    });
    values.collect()
}

fn value_of(schema: &Value) -> Value {
    if let Some(default) = schema.get("default") {
        return default.clone();
    }
    if let Some(first) = schema
        .pointer("/enum/0")
        .or_else(|| schema.pointer("/oneOf/0/const"))
    {
        return first.clone();
    }
    match schema.get("type").and_then(Value::as_str) {
        Some("number" | "integer") => 3.into(),
        Some("boolean") => true.into(),
        Some("array") => json!([]),
        Some("object") => made_up(schema).into(),
        _ => "test".into(),
    }
}

/// Accepts a form with its defaults, and values made up for what it requires; declines to visit a page.
fn by_default(asked: &Elicitation) -> Answer {
    let Elicitation::Form(_) = asked else {
        return Answer::Declined;
    };
    let steps = asked.steps("suite");
    let given = steps.iter().map(|step| match (&step.default, &step.value) {
        (Some(default), _) => default.clone(),
        (None, FieldValue::Consent) => Decision::Yes,
        (None, _) if !step.is_required => Decision::Skipped,
        (None, FieldValue::Choice | FieldValue::Choices { .. }) => {
            Decision::Selected { indices: vec![0] }
        }
        (None, FieldValue::Number { .. }) => text("3"),
        (None, FieldValue::Text { .. }) => text("test"),
    });
    let given = given.collect();
    asked.answer(&AnswerToServer::Accepted { given })
}

fn text(text: &str) -> Decision {
    Decision::Text {
        text: text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use mcp::{Form, Page};

    use super::*;

    #[test]
    fn a_form_is_accepted_with_its_defaults_and_what_it_requires() {
        let schema = json!({
            "type": "object",
            "properties": {
                "name": {"type": "string", "default": "Ada"},
                "age": {"type": "integer"},
                "mail": {"type": "string"},
                "state": {"type": "string", "enum": ["active", "away"]},
            },
            "required": ["age", "state"],
        });
        let form = Form::of("", &serde_json::from_value(schema).unwrap()).unwrap();
        let answer = by_default(&Elicitation::Form(form));
        let expected = json!({"age": 3, "state": "active", "name": "Ada"});
        assert_eq!(answer, Answer::Accepted(Some(expected)));
        let page = Page::of("", "https://example.org").unwrap();
        assert_eq!(by_default(&Elicitation::Page(page)), Answer::Declined);
    }
}
