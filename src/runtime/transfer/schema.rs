//! Checks a value against a JSON Schema and reports the place of a mismatch.
//!
//! Supports the part of JSON Schema 2020-12 that `assets/session.schema.json` uses: `$ref` into
//! `$defs`, `type`, `const`, `enum`, `properties`, `required`, `additionalProperties: false`,
//! `items`, `maxItems`, `minLength`, `maxLength`, `minimum`, `maximum`, `format` (`uuid`,
//! `date-time`) and `pattern` of hashes. A test ensures that the schema uses nothing else.

use serde_json::{Map, Value};

use notice::{Notice, notice};

pub(super) const SCHEMA: &str = include_str!("../../../assets/session.schema.json");

/// The supported keywords; the schema's other keywords are text for people.
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

/// The pattern of a hash, the only pattern that the schema uses.
const HASH: &str = "^[0-9a-f]{64}$";

/// A JSON pointer and the description of the fault.
pub(super) type SchemaFault = (String, Notice);

/// Checks a document against the schema.
///
/// # Errors
/// The first thing that is wrong.
pub(super) fn check(document: &Value) -> Result<(), SchemaFault> {
    let schema = serde_json::from_str::<Value>(SCHEMA).map_err(|error| {
        let unreadable = format!("the schema cannot be read: {error}");
        (String::new(), Notice::text(unreadable))
    })?;
    let checker = Checker { root: &schema };
    checker.value(&schema, document, &mut Vec::new())
}

struct Checker<'a> {
    root: &'a Value,
}

/// The path from the document to the current value.
type ValuePath = Vec<String>;

fn wrong(way: &ValuePath, problem: Notice) -> Result<(), SchemaFault> {
    let parts = way.iter().map(|part| {
        let part = part.replace('~', "~0").replace('/', "~1");
        format!("/{part}")
    });
    Err((parts.collect(), problem))
}

impl Checker<'_> {
    fn value(&self, schema: &Value, value: &Value, way: &mut ValuePath) -> Result<(), SchemaFault> {
        let Some(schema) = schema.as_object() else {
            return Ok(());
        };
        if let Some(target) = schema.get("$ref").and_then(Value::as_str) {
            let target = target.trim_start_matches('#');
            return match self.root.pointer(target) {
                Some(schema) => self.value(schema, value, way),
                None => wrong(way, Notice::text(format!("the schema has no {target}"))),
            };
        }
        plain(schema, value, way)?;
        match value {
            Value::String(text) => self::text(schema, text, way),
            Value::Number(_) => number(schema, value, way),
            Value::Array(values) => self.array(schema, values, way),
            Value::Object(fields) => self.object(schema, fields, way),
            Value::Null | Value::Bool(_) => Ok(()),
        }
    }

    fn array(
        &self,
        schema: &Map<String, Value>,
        values: &[Value],
        way: &mut ValuePath,
    ) -> Result<(), SchemaFault> {
        let most = schema.get("maxItems").and_then(Value::as_u64);
        if let Some(most) = most.filter(|most| values.len() as u64 > *most) {
            return wrong(way, notice!("told-document-many", number = most));
        }
        let Some(items) = schema.get("items") else {
            return Ok(());
        };
        for (index, value) in values.iter().enumerate() {
            way.push(index.to_string());
            self.value(items, value, way)?;
            way.pop();
        }
        Ok(())
    }

    fn object(
        &self,
        schema: &Map<String, Value>,
        fields: &Map<String, Value>,
        way: &mut ValuePath,
    ) -> Result<(), SchemaFault> {
        let required = schema.get("required").and_then(Value::as_array);
        for name in required.into_iter().flatten().filter_map(Value::as_str) {
            if !fields.contains_key(name) {
                return wrong(way, notice!("told-document-missing", word = name));
            }
        }
        let properties = schema.get("properties").and_then(Value::as_object);
        let is_closed = schema.get("additionalProperties") == Some(&Value::Bool(false));
        for (name, value) in fields {
            way.push(name.clone());
            match properties.and_then(|known| known.get(name)) {
                Some(schema) => self.value(schema, value, way)?,
                None if is_closed => return wrong(way, notice!("told-document-no-field")),
                None => {}
            }
            way.pop();
        }
        Ok(())
    }
}

fn plain(schema: &Map<String, Value>, value: &Value, way: &ValuePath) -> Result<(), SchemaFault> {
    if let Some(wanted) = schema.get("type") {
        let kinds: Vec<&str> = match wanted {
            Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
            kind => kind.as_str().into_iter().collect(),
        };
        if !kinds.iter().any(|kind| is_a(value, kind)) {
            let rest = kinds.join(" or ");
            return wrong(way, notice!("told-document-wanted", rest));
        }
    }
    if let Some(wanted) = schema.get("const")
        && wanted != value
    {
        let rest = wanted.to_string();
        return wrong(way, notice!("told-document-wanted", rest));
    }
    let words = schema.get("enum").and_then(Value::as_array);
    if let Some(words) = words
        && !words.contains(value)
    {
        let words: Vec<String> = words.iter().map(Value::to_string).collect();
        let models = words.join(", ");
        return wrong(way, notice!("told-document-one-of", models));
    }
    Ok(())
}

fn is_a(value: &Value, kind: &str) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    }
}

fn text(schema: &Map<String, Value>, text: &str, way: &ValuePath) -> Result<(), SchemaFault> {
    let letters = text.chars().count() as u64;
    let bound = |name: &str| schema.get(name).and_then(Value::as_u64);
    if bound("minLength").is_some_and(|least| letters < least) {
        return wrong(way, notice!("told-document-empty"));
    }
    if let Some(most) = bound("maxLength").filter(|most| letters > *most) {
        return wrong(way, notice!("told-document-letters", number = most));
    }
    match schema.get("format").and_then(Value::as_str) {
        Some("uuid") if uuid::Uuid::parse_str(text).is_err() => {
            let rest = "01890a5d-ac96-774b-bcce-b302099a8057";
            return wrong(way, notice!("told-document-id", rest));
        }
        Some("date-time") if text.parse::<jiff::Timestamp>().is_err() => {
            let rest = "2026-01-31T12:00:00Z";
            return wrong(way, notice!("told-document-time", rest));
        }
        _ => {}
    }
    let is_hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    let is_hash = text.len() == 64 && text.bytes().all(is_hex);
    match schema.get("pattern").and_then(Value::as_str) {
        Some(HASH) if !is_hash => wrong(way, notice!("told-document-hash")),
        _ => Ok(()),
    }
}

fn number(schema: &Map<String, Value>, value: &Value, way: &ValuePath) -> Result<(), SchemaFault> {
    let value = value.as_f64().unwrap_or(f64::NAN);
    let bound = |name: &str| schema.get(name).and_then(Value::as_f64);
    if let Some(least) = bound("minimum").filter(|least| value < *least) {
        let number = least.to_string();
        return wrong(way, notice!("told-document-least", number));
    }
    match bound("maximum").filter(|most| value > *most) {
        Some(most) => wrong(
            way,
            notice!("told-document-most", number = most.to_string()),
        ),
        None => Ok(()),
    }
}
