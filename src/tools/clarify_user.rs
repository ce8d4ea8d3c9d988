//! `clarify_user`: the agent asks the user one question, or several in sequence.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::api::CallContext;
use super::args::{invalid, parse, schema_of};
use super::registry::Tool;
use super::toolbox::Inner;
use super::work::{PlannedWork, ToolOutput, ToolPlan};
use notice::{Notice, notice};
use protocol::approval::{QuestionBody, RiskReport, Validation};
use protocol::call::{ToolCall, ToolClass, ToolError};
use protocol::plan::{Grant, Subject};

/// Maximum number of questions of a wizard.
const STEPS: usize = 12;

pub(super) const TOOL: Tool = Tool {
    name: "clarify_user",
    class: ToolClass::Ask,
    description: "Asks the user one question: kind confirm for yes or no, input for text, select \
                  for one of the options, or for several with multiple. If the user skips the \
                  question, the answer is `no_user_answer`. With steps, asks several questions in \
                  turn, with a way back, and returns a list of answers. Use it when a wrong guess \
                  would cost more than the question.",
    schema: schema_of::<Args>,
    prepare,
};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Args {
    /// The question. With steps: their topic.
    question: String,
    /// How the user answers. Each of steps has its own.
    kind: Option<Kind>,
    /// The choices, for select.
    options: Option<Vec<String>>,
    /// Whether the user can choose several options, for select. The answer is then a list.
    multiple: Option<bool>,
    /// What the text must be, for input. A path must be inside the workspace.
    validation: Option<Check>,
    /// A regular expression that must match the whole text, for validation pattern.
    pattern: Option<String>,
    /// Questions to ask in turn, instead of one question.
    steps: Option<Vec<Step>>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Step {
    /// The question.
    question: String,
    /// How the user answers.
    kind: Kind,
    /// The choices, for select.
    options: Option<Vec<String>>,
    /// Whether the user can choose several, for select.
    multiple: Option<bool>,
    /// What the text must be, for input.
    validation: Option<Check>,
    /// A regular expression, for validation pattern.
    pattern: Option<String>,
}

#[derive(Clone, Copy, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Confirm,
    Input,
    Select,
}

#[derive(Clone, Copy, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
enum Check {
    NotEmpty,
    Number,
    Path,
    Pattern,
}

fn prepare(_: &Inner, call: &ToolCall, _: &CallContext) -> Result<ToolPlan, ToolError> {
    let args: Args = parse(call)?;
    let (body, steps) = match args.steps {
        Some(steps) if !steps.is_empty() => {
            let about = args.question.trim().to_owned();
            let steps = wizard(&about, steps)?;
            (steps.first().cloned(), steps)
        }
        _ => {
            let Some(kind) = args.kind else {
                return Err(wrong("kind", notice!("told-question-kind-missing")));
            };
            let step = Step {
                question: args.question,
                kind,
                options: args.options,
                multiple: args.multiple,
                validation: args.validation,
                pattern: args.pattern,
            };
            (Some(question(step, "")?), Vec::new())
        }
    };
    Ok(ToolPlan {
        subject: Subject::Nothing,
        risk: RiskReport::low(notice!("risk-only-asks")),
        body,
        change: None,
        work: PlannedWork::Ask(steps),
    })
}

/// Returns the questions of a wizard; the first one names the topic.
fn wizard(about: &str, steps: Vec<Step>) -> Result<Vec<QuestionBody>, ToolError> {
    if steps.len() > STEPS {
        let why = notice!("told-question-many", word = steps.len(), number = STEPS);
        return Err(wrong("steps", why));
    }
    let mut bodies = Vec::new();
    for (at, mut step) in steps.into_iter().enumerate() {
        let place = format!("steps[{at}].");
        if at == 0 && !about.is_empty() && !step.question.trim().is_empty() {
            step.question = format!("{about}\n{}", step.question.trim());
        }
        bodies.push(question(step, &place)?);
    }
    Ok(bodies)
}

/// Builds the body of one question; `place` is the prefix of its field names.
fn question(step: Step, place: &str) -> Result<QuestionBody, ToolError> {
    let at = |field: &str| format!("{place}{field}");
    let question = step.question.trim().to_owned();
    if question.is_empty() {
        let field = at("question");
        return Err(wrong(&field, notice!("told-field-empty", name = field)));
    }
    let is = |kind: Kind| step.kind == kind;
    let only = |field: &str, kind: &str| {
        let field = at(field);
        wrong(
            &field,
            notice!("told-question-kind-alone", name = field, word = kind),
        )
    };
    if step.validation.is_some() && !is(Kind::Input) {
        return Err(only("validation", "input"));
    }
    if step.multiple == Some(true) && !is(Kind::Select) {
        return Err(only("multiple", "select"));
    }
    let options = step.options.unwrap_or_default();
    Ok(match step.kind {
        Kind::Confirm => QuestionBody::Confirm {
            question: Notice::text(question),
        },
        Kind::Input => QuestionBody::Input {
            question,
            validation: validation(step.validation, step.pattern, place)?,
        },
        Kind::Select if options.len() < 2 => {
            let field = at("options");
            return Err(wrong(
                &field,
                notice!("told-question-options", name = field),
            ));
        }
        Kind::Select => QuestionBody::Select {
            question,
            options,
            multiple: step.multiple.unwrap_or_default(),
        },
    })
}

fn validation(
    check: Option<Check>,
    pattern: Option<String>,
    place: &str,
) -> Result<Validation, ToolError> {
    let field = format!("{place}pattern");
    match (check, pattern) {
        (Some(Check::Pattern) | None, Some(pattern)) => Validation::by_pattern(pattern)
            .map_err(|why| wrong(&field, notice!("told-question-pattern", name = field, why))),
        (Some(Check::Pattern), None) => {
            let why = notice!("told-question-pattern-missing", name = field);
            Err(wrong(&field, why))
        }
        (Some(_), Some(_)) => {
            let why = notice!("told-question-pattern-alone", name = field);
            Err(wrong(&field, why))
        }
        (None, None) => Ok(Validation::None),
        (Some(Check::NotEmpty), None) => Ok(Validation::NotEmpty),
        (Some(Check::Number), None) => Ok(Validation::Number),
        (Some(Check::Path), None) => Ok(Validation::Path),
    }
}

fn wrong(field: &str, why: Notice) -> ToolError {
    invalid(why, json!({ "field": field }))
}

/// Returns the answer as the model sees it.
pub(super) fn answered(grant: &Grant) -> Result<ToolOutput, ToolError> {
    let Grant::Answered { answer } = grant else {
        return Err(invalid(notice!("told-question-no-answer"), Value::Null));
    };
    // The answer is either a plain value or an object that says how it was given.
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
    Ok(ToolOutput {
        fields,
        summary: notice!("gave-answer", rest = line),
    })
}

/// Returns an answer as a person would word it.
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
