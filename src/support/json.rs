//! Parses JSON into the crate's types; errors name the place: `in entries[3].base:
//! missing field …`.

use serde::de::{DeserializeOwned, Error as _};
use serde_json::{Error, Value};

/// Returns the items of the list under a name in a value; empty if there is no such list.
pub fn items<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    let list = value.get(name).and_then(Value::as_array);
    list.map_or(&[][..], Vec::as_slice)
}

/// Parses a text.
///
/// # Errors
/// Fails if it is not JSON, with line and column; or if it does not fit the type, with the place.
pub fn from_str<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    from_slice(text.as_bytes())
}

/// Parses bytes.
///
/// # Errors
/// Like [`from_str`]; also if the bytes are not UTF-8.
pub fn from_slice<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Error> {
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    let read = serde_path_to_error::deserialize(&mut deserializer).map_err(placed)?;
    deserializer.end()?;
    Ok(read)
}

/// Converts a value.
///
/// # Errors
/// Fails if the value does not fit the type; the error names the place.
pub fn from_value<T: DeserializeOwned>(value: Value) -> Result<T, Error> {
    serde_path_to_error::deserialize(value).map_err(placed)
}

/// Converts a value without consuming it.
///
/// # Errors
/// Like [`from_value`].
pub fn from_ref<T: DeserializeOwned>(value: &Value) -> Result<T, Error> {
    serde_path_to_error::deserialize(value).map_err(placed)
}

/// Prefixes the error with its place, if it has one.
fn placed(error: serde_path_to_error::Error<Error>) -> Error {
    let place = error.path().to_string();
    let inner = error.into_inner();
    if place == "." || inner.is_syntax() || inner.is_eof() {
        return inner;
    }
    Error::custom(format!("in {place}: {inner}"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(tag = "kind", rename_all = "snake_case")]
    enum Tagged {
        Unit,
        Named { number: u64 },
    }

    #[derive(Debug, PartialEq, Deserialize)]
    struct Outer {
        list: Vec<Tagged>,
        #[serde(default)]
        pairs: BTreeMap<String, i64>,
    }

    #[test]
    fn an_error_names_the_place() {
        let told = |value: Value| from_value::<Outer>(value).unwrap_err().to_string();
        let list = json!({ "list": [{ "kind": "unit" }, { "kind": "named", "number": "x" }] });
        assert!(told(list).starts_with("in list[1]: invalid type: string \"x\""));
        let pairs = json!({ "list": [], "pairs": { "a": true } });
        assert!(told(pairs).starts_with("in pairs.a: invalid type: boolean"));
        assert_eq!(told(json!({})), "missing field `list`");
    }

    #[test]
    fn what_is_no_json_is_told_with_its_line_and_what_follows_is_not_taken() {
        let told = |text: &str| from_str::<Outer>(text).unwrap_err().to_string();
        assert!(told("{\n\"list\": [}").contains("line 2 column"));
        assert!(told("{\"list\": []} x").contains("trailing characters"));
        assert!(from_slice::<Outer>(b"{\"list\": [\"\xff\"]}").is_err());
    }
}
