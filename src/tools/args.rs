//! Parses the arguments that a model sent into a tool's own type. Tolerates frequent mistakes of
//! models (numbers as text, `null` for absent, a list as JSON text) and refuses the rest with E013,
//! naming the field, the expectation and the schema's line for it.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use notice::{Notice, notice};
use protocol::call::{ErrorCode, ToolCall, ToolError};
use support::json;

/// Returns the JSON Schema of an argument type: an object schema without references.
pub(super) fn schema_of<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let mut schema = settings
        .into_generator()
        .into_root_schema_for::<T>()
        .to_value();
    simplify(&mut schema);
    schema
}

/// Removes details without information for a model: titles, formats, `null` as a
/// type, empty defaults.
fn simplify(schema: &mut Value) {
    let Some(object) = schema.as_object_mut() else {
        return;
    };
    for noise in ["title", "format", "$schema"] {
        if object.get(noise).is_some_and(Value::is_string) {
            object.shift_remove(noise);
        }
    }
    if object.get("default").is_some_and(Value::is_null) {
        object.shift_remove("default");
    }
    if let Some(Value::Array(types)) = object.get_mut("type") {
        types.retain(|kind| kind != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            object.insert("type".into(), only);
        }
    }
    if let Some(Value::Array(values)) = object.get_mut("enum") {
        values.retain(|value| !value.is_null());
    }
    if let Some(Value::Array(options)) = object.get_mut("anyOf") {
        options.retain(|option| option.get("type") != Some(&json!("null")));
        if let [only] = options.as_slice()
            && let Value::Object(only) = only.clone()
        {
            object.shift_remove("anyOf");
            object.extend(only);
        }
    }
    if let Some(Value::Object(properties)) = object.get_mut("properties") {
        properties.values_mut().for_each(simplify);
    }
    if let Some(items) = object.get_mut("items") {
        simplify(items);
    }
}

/// Parses the arguments of a call.
pub(super) fn parse<T: JsonSchema + DeserializeOwned>(call: &ToolCall) -> Result<T, ToolError> {
    let schema = schema_of::<T>();
    let mut arguments = object_of(call, &schema)?;
    check(&mut arguments, &schema, "").map_err(|fault| fault.into_error(&call.tool, &schema))?;
    support::json::from_value(arguments).map_err(|error| {
        invalid(
            notice!(
                "told-arguments-misfit",
                word = call.tool,
                why = error.to_string()
            ),
            json!({ "schema": schema }),
        )
    })
}

/// Builds an E013 error with details.
pub(super) fn invalid(message: Notice, details: Value) -> ToolError {
    ToolError::new(ErrorCode::InvalidArguments, message).with_details(details)
}

fn object_of(call: &ToolCall, schema: &Value) -> Result<Value, ToolError> {
    let parsed = match &call.arguments {
        Value::String(text) => serde_json::from_str::<Value>(text).ok(),
        Value::Null => Some(json!({})),
        other => Some(other.clone()),
    };
    match parsed {
        Some(object @ Value::Object(_)) => Ok(object),
        _ => Err(invalid(
            notice!("told-arguments-no-object", word = call.tool),
            json!({ "schema": schema }),
        )),
    }
}

/// A mismatch with the schema, and its location.
struct Fault {
    field: String,
    problem: Notice,
    line: Value,
}

impl Fault {
    fn into_error(self, tool: &str, schema: &Value) -> ToolError {
        let required = schema.get("required").cloned().unwrap_or(json!([]));
        invalid(
            notice!(
                "told-argument-fault",
                word = tool,
                name = self.field,
                why = self.problem
            ),
            json!({ "field": self.field, "schema": self.line, "required": required }),
        )
    }
}

/// Checks a value against its schema, and repairs it where possible.
fn check(value: &mut Value, schema: &Value, at: &str) -> Result<(), Fault> {
    mend(value, schema);
    let fault = |problem: Notice| Fault {
        field: at.to_owned(),
        problem,
        line: schema.clone(),
    };
    if let Some(kind) = schema.get("type").and_then(Value::as_str)
        && !is_of_kind(value, kind)
    {
        return Err(fault(must_be(kind, schema)));
    }
    if let Some(options) = schema.get("enum").and_then(Value::as_array)
        && !options.contains(value)
    {
        let words: Vec<String> = options.iter().map(Value::to_string).collect();
        return Err(fault(notice!(
            "told-value-must-be-one-of",
            rest = words.join(", ")
        )));
    }
    if let Some(least) = schema.get("minimum").and_then(Value::as_f64)
        && value.as_f64().is_some_and(|number| number < least)
    {
        return Err(fault(notice!(
            "told-value-must-be-least",
            number = least.to_string()
        )));
    }
    match value {
        Value::Object(object) => check_object(object, schema, at),
        Value::Array(items) => {
            let Some(item_schema) = schema.get("items") else {
                return Ok(());
            };
            for (index, item) in items.iter_mut().enumerate() {
                if let (Value::Number(number), Some("string")) =
                    (&*item, item_schema.get("type").and_then(Value::as_str))
                {
                    *item = number.to_string().into();
                }
                check(item, item_schema, &format!("{at}[{index}]"))?;
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

fn check_object(object: &mut Map<String, Value>, schema: &Value, at: &str) -> Result<(), Fault> {
    let name_of = |field: &str| match at {
        "" => field.to_owned(),
        _ => format!("{at}.{field}"),
    };
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
        return Ok(());
    };
    let required = json::items(schema, "required").iter();
    let required: Vec<&str> = required.filter_map(Value::as_str).collect();
    object.retain(|field, value| !value.is_null() || !properties.contains_key(field));
    for field in &required {
        if !object.contains_key(*field) {
            return Err(Fault {
                field: name_of(field),
                problem: notice!("told-is-missing"),
                line: properties.get(*field).cloned().unwrap_or_default(),
            });
        }
    }
    for (field, value) in object {
        let Some(line) = properties.get(field) else {
            let known: Vec<&str> = properties.keys().map(String::as_str).collect();
            return Err(Fault {
                field: name_of(field),
                problem: notice!("told-is-no-argument", rest = known.join(", ")),
                line: Value::Null,
            });
        };
        check(value, line, &name_of(field))?;
    }
    Ok(())
}

/// Turns text into the number, boolean or list that the schema requires, if the text contains one.
fn mend(value: &mut Value, schema: &Value) {
    let Some(kind) = schema.get("type").and_then(Value::as_str) else {
        return;
    };
    let mended = match (kind, &*value) {
        ("integer", Value::String(text)) => text.trim().parse::<i64>().ok().map(Value::from),
        ("number", Value::String(text)) => text.trim().parse::<f64>().ok().map(Value::from),
        ("integer", Value::Number(number)) if !number.is_i64() && !number.is_u64() => {
            whole(number.as_f64()).map(Value::from)
        }
        ("boolean", Value::String(text)) => match text.trim().to_lowercase().as_str() {
            "true" | "yes" => Some(Value::Bool(true)),
            "false" | "no" => Some(Value::Bool(false)),
            _ => None,
        },
        ("array" | "object", Value::String(text)) => serde_json::from_str::<Value>(text).ok(),
        ("array", object @ Value::Object(_)) => Some(Value::Array(vec![object.clone()])),
        _ => None,
    };
    if let Some(mended) = mended {
        *value = mended;
    }
}

/// Converts `3.0` to `3`.
#[allow(clippy::cast_possible_truncation)]
fn whole(number: Option<f64>) -> Option<i64> {
    number
        .filter(|number| number.fract() == 0.0 && number.abs() < 9e15)
        .map(|number| number as i64)
}

fn is_of_kind(value: &Value, kind: &str) -> bool {
    match kind {
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => true,
    }
}

/// Returns a notice that a value must be of a kind, with the schema's description.
fn must_be(kind: &str, schema: &Value) -> Notice {
    let wanted = match kind {
        "integer" => notice!("wanted-integer"),
        "boolean" => notice!("wanted-switch"),
        "array" => notice!("wanted-list"),
        "object" => notice!("wanted-object"),
        "string" => notice!("wanted-plain-text"),
        other => Notice::text(other),
    };
    match schema.get("description").and_then(Value::as_str) {
        Some(description) => notice!("told-value-must-be-described", wanted, rest = description),
        None => notice!("told-value-must-be", wanted),
    }
}
