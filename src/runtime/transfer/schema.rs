//! Checks a document against `assets/session.schema.json` and says a mismatch in the user's
//! language. A test ensures that the schema uses only keywords whose faults have a notice here.

use std::sync::LazyLock;

use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};
use jsonschema::{JsonType, JsonTypeSet, PatternOptions, ValidationError, Validator};
use serde_json::Value;

use notice::{Notice, notice};

pub(super) const SCHEMA: &str = include_str!("../../../assets/session.schema.json");

/// The keywords whose faults have a notice, and those that are text for people.
#[cfg(test)]
pub(super) const KEYWORDS: &[&str] = &[
    "$ref",
    "$defs",
    "type",
    "const",
    "enum",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "maxItems",
    "minLength",
    "maxLength",
    "minimum",
    "maximum",
    "format",
    "pattern",
    "$schema",
    "$id",
    "title",
    "description",
];

/// A JSON pointer and the description of the fault.
pub(super) type SchemaFault = (String, Notice);

/// The compiled schema, or why it cannot be compiled.
static VALIDATOR: LazyLock<Result<Validator, String>> = LazyLock::new(|| {
    let schema = serde_json::from_str::<Value>(SCHEMA).map_err(|error| error.to_string())?;
    // Ids and times are valid if the types that hold them can be read.
    jsonschema::options()
        .should_validate_formats(true)
        .with_format("uuid", |text: &str| uuid::Uuid::parse_str(text).is_ok())
        .with_format("date-time", |text: &str| {
            text.parse::<jiff::Timestamp>().is_ok()
        })
        .with_pattern_options(PatternOptions::regex())
        .build(&schema)
        .map_err(|error| error.to_string())
});

/// Checks a document against the schema.
///
/// # Errors
/// The first thing that is wrong.
pub(super) fn check(document: &Value) -> Result<(), SchemaFault> {
    let validator = VALIDATOR.as_ref().map_err(|error| {
        let unreadable = format!("the schema cannot be read: {error}");
        (String::new(), Notice::text(unreadable))
    })?;
    let checked = validator.validate(document);
    checked.map_err(|error| (pointer(&error), problem(&error)))
}

/// Returns the pointer to the fault: for a field that should not be there, to the field.
fn pointer(error: &ValidationError<'_>) -> String {
    let place = error.instance_path();
    match error.kind() {
        Kind::AdditionalProperties { unexpected } => match unexpected.first() {
            Some(name) => place.join(name.as_str()).to_string(),
            None => place.to_string(),
        },
        _ => place.to_string(),
    }
}

fn problem(error: &ValidationError<'_>) -> Notice {
    match error.kind() {
        Kind::Type { kind } => notice!("told-document-wanted", rest = types(kind)),
        Kind::Constant { expected_value } => {
            notice!("told-document-wanted", rest = expected_value.to_string())
        }
        Kind::Enum { options } => {
            let words = options.as_array().into_iter().flatten();
            let words: Vec<String> = words.map(Value::to_string).collect();
            notice!("told-document-one-of", models = words.join(", "))
        }
        Kind::Required { property } => {
            let word = property.as_str().unwrap_or_default();
            notice!("told-document-missing", word)
        }
        Kind::AdditionalProperties { .. } => notice!("told-document-no-field"),
        Kind::MaxItems { limit } => notice!("told-document-many", number = *limit),
        Kind::MinLength { .. } => notice!("told-document-empty"),
        Kind::MaxLength { limit } => notice!("told-document-letters", number = *limit),
        Kind::Minimum { limit } => notice!("told-document-least", number = limit.to_string()),
        Kind::Maximum { limit } => notice!("told-document-most", number = limit.to_string()),
        Kind::Format { format } if format == "uuid" => {
            let rest = "01890a5d-ac96-774b-bcce-b302099a8057";
            notice!("told-document-id", rest)
        }
        Kind::Format { .. } => notice!("told-document-time", rest = "2026-01-31T12:00:00Z"),
        Kind::Pattern { .. } => notice!("told-document-hash"),
        // Without the value, which may be the whole document.
        _ => Notice::text(error.masked().to_string()),
    }
}

/// Lists types, `null` last.
fn types(wanted: &TypeKind) -> String {
    let set = match wanted {
        TypeKind::Single(kind) => JsonTypeSet::from(*kind),
        TypeKind::Multiple(kinds) => *kinds,
    };
    let null = set.contains(JsonType::Null).then_some(JsonType::Null);
    let others = set.remove(JsonType::Null);
    let names = others.iter().chain(null).map(JsonType::as_str);
    names.collect::<Vec<_>>().join(" or ")
}
