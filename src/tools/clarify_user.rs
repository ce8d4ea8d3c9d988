//! `clarify_user`: the agent asks the human.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::api::Asker;
use super::args::{invalid, parse, schema_of};
use super::registry::Tool;
use super::toolbox::Inner;
use super::work::{Draft, Seen, Work};
use crate::protocol::approval::{PromptBody, RiskReport, Validation};
use crate::protocol::call::{ToolCall, ToolClass, ToolError};
use crate::protocol::plan::{Grant, Subject};

pub(super) const TOOL: Tool = Tool {
    name: "clarify_user",
    class: ToolClass::Ask,
    description: "Asks the user one question: kind confirm for yes or no, input for text, select \
                  for one of the options. The answer is `no_user_answer` when the user skips it. \
                  Use it when a wrong guess would cost more than the question.",
    schema: schema_of::<Args>,
    prepare,
};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Args {
    /// The question.
    question: String,
    /// How it is answered.
    kind: Kind,
    /// What can be chosen, for select.
    options: Option<Vec<String>>,
}

#[derive(Clone, Copy, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Confirm,
    Input,
    Select,
}

fn prepare(_: &Inner, call: &ToolCall, _: &Asker) -> Result<Draft, ToolError> {
    let args: Args = parse(call)?;
    let question = args.question.trim().to_owned();
    if question.is_empty() {
        return Err(invalid(
            "`question` is empty".into(),
            json!({ "field": "question" }),
        ));
    }
    let options = args.options.unwrap_or_default();
    let body = match args.kind {
        Kind::Confirm => PromptBody::Confirm { question },
        Kind::Input => PromptBody::Input {
            question,
            validation: Validation::None,
        },
        Kind::Select if options.len() < 2 => {
            return Err(invalid(
                "`options` must name at least two things to choose from".into(),
                json!({ "field": "options" }),
            ));
        }
        Kind::Select => PromptBody::Select {
            question,
            options,
            multiple: false,
        },
    };
    Ok(Draft {
        subject: Subject::Nothing,
        risk: RiskReport::low("only asks"),
        body: Some(body),
        change: None,
        work: Work::Ask,
    })
}

/// What the model sees of the answer.
pub(super) fn answered(grant: &Grant) -> Result<Seen, ToolError> {
    let Grant::Answered { answer } = grant else {
        return Err(invalid(
            "the question was allowed without an answer".into(),
            Value::Null,
        ));
    };
    // An answer comes by itself, or as an object that says how it was given.
    let mut fields = match answer {
        Value::Object(said) => said.clone(),
        _ => Map::new(),
    };
    let own = fields.entry("answer").or_insert_with(|| answer.clone());
    let words = in_words(own);
    let line: String = words
        .lines()
        .next()
        .unwrap_or_default()
        .chars()
        .take(60)
        .collect();
    Ok(Seen {
        fields,
        summary: format!("answer: {line}"),
    })
}

/// An answer as a human would say it.
fn in_words(answer: &Value) -> String {
    match answer {
        Value::String(text) => text.clone(),
        Value::Null => "none".to_owned(),
        Value::Array(parts) => {
            let parts: Vec<String> = parts.iter().map(in_words).collect();
            parts.join(", ")
        }
        other => other.to_string(),
    }
}
