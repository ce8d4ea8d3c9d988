//! `agentichat debug mcp-conformance`: the client under test for the suite `@modelcontextprotocol/conformance`,
//! which starts it with the address of a server. Uses the connection that sessions use.
//!
//! Makes the calls that the suite wants, or calls every tool with arguments made up from its schema, and answers
//! the questions of the server with the defaults of their schemas.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;

use mcp::{Answer, CallLimits, Connection, Elicitation, Opened, ServerEvent, open_http};
use notice::Notice;
use protocol::approval::Decision;
use protocol::server_question::{AnswerToServer, FieldValue};

/// The variable in which the suite says what a scenario needs.
pub const CONTEXT: &str = "MCP_CONFORMANCE_CONTEXT";

/// The calls that a scenario needs, in the form of [`CONTEXT`].
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Context {
    tool_calls: Vec<WantedCall>,
}

#[derive(Debug, Deserialize)]
struct WantedCall {
    name: String,
    #[serde(default)]
    arguments: Map<String, Value>,
}

/// Connects to the server at an address, calls its tools, and writes a line of JSON for each. `context` is the
/// value of [`CONTEXT`].
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
    let opened = open_http(address, &BTreeMap::new(), None, &[]).await;
    let Opened {
        connection,
        mut events,
    } = opened.map_err(|error| error.notice())?;
    let answers = tokio::spawn(async move {
        while let Some(event) = events.recv().await {
            if let ServerEvent::Asks(asked, answer) = event {
                // The server may be gone.
                answer.send(by_default(&asked)).ok();
            }
        }
    });
    let called = call_all(&connection, context.tool_calls, output).await;
    drop(connection);
    answers.await.ok();
    called
}

async fn call_all(
    connection: &Connection,
    wanted: Vec<WantedCall>,
    output: &mut impl Write,
) -> Result<io::Result<()>, Notice> {
    if !connection.facts().has_tools {
        return Ok(Ok(()));
    }
    let tools = connection.tools().await.map_err(|error| error.notice())?;
    let first = tools.first().map(|tool| tool.schema.clone());
    let all = tools.into_iter().map(|tool| {
        let mut arguments = made_up(&tool.schema);
        // A scenario compares what this client has of the first tool's schema.
        if let (Some(schema), Some(first)) = (arguments.get_mut("schema"), &first) {
            schema.clone_from(first);
        }
        let name = tool.name;
        WantedCall { name, arguments }
    });
    let calls = if wanted.is_empty() {
        all.collect()
    } else {
        wanted
    };
    for WantedCall { name, arguments } in calls {
        let never = CancellationToken::new();
        let called = connection.call(&name, arguments, CallLimits::default(), &never);
        let line = match called.await {
            Ok(outcome) => json!({ "tool": name, "error": outcome.is_error, "text": outcome.text }),
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
