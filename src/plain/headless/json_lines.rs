//! JSON for programs: agentichat's own texts are in English there, each with its notice as data beside
//! it.

use serde_json::Value;

use notice::{Notice, is_message};

/// Puts every notice in a document into English.
pub fn in_english(value: &mut Value) {
    put_in_english(value, Data::Left);
}

/// Puts every notice in an event into English. Where it is the value of a field `reason`, the field
/// `reason_notice` beside it gets the message's id and arguments.
pub fn in_english_with_data(event: &mut Value) {
    put_in_english(event, Data::Beside);
}

/// Whether a notice's id and arguments stay beside its English.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Data {
    Left,
    Beside,
}

fn put_in_english(value: &mut Value, data: Data) {
    if let Some(english) = english(value) {
        *value = english;
        return;
    }
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| put_in_english(item, data)),
        Value::Object(fields) => {
            let mut notices = Vec::new();
            for (name, value) in fields.iter_mut() {
                match english(value) {
                    Some(english) => {
                        let notice = std::mem::replace(value, english);
                        notices.push((format!("{name}_notice"), notice));
                    }
                    None => put_in_english(value, data),
                }
            }
            if data == Data::Beside {
                fields.extend(notices);
            }
        }
        _ => {}
    }
}

/// Returns the English text of a value that is a notice with a known id.
fn english(value: &Value) -> Option<Value> {
    let fields = value.as_object()?;
    let id = fields.get("id")?.as_str()?;
    let has_others = fields.keys().any(|name| name != "id" && name != "args");
    if has_others || !is_message(id) {
        return None;
    }
    let notice: Notice = support::json::from_value(value.clone()).ok()?;
    Some(notice.to_string().into())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use notice::{count, notice};

    #[test]
    fn a_notice_becomes_its_english_with_its_data_beside_it() {
        let why = notice!("told-os-absent", word = 2);
        let reason = notice!("told-not-done", why);
        let data = serde_json::to_value(&reason).unwrap();
        let mut event = json!({ "type": "command_rejected", "data": { "reason": reason } });
        in_english_with_data(&mut event);
        assert_eq!(
            event,
            json!({
                "type": "command_rejected",
                "data": {
                    "reason": "not done: No such file or directory (os error 2)",
                    "reason_notice": data,
                },
            })
        );
    }

    #[test]
    fn notices_in_a_list_and_by_themselves_are_their_english() {
        let written = notice!("told-imported", counted = count(3_u32, "message"));
        let mut said = json!({ "notes": [written, "a text"] });
        in_english(&mut said);
        assert_eq!(said, json!({ "notes": ["imported 3 messages", "a text"] }));
        let mut alone = serde_json::to_value(&written).unwrap();
        in_english(&mut alone);
        assert_eq!(alone, "imported 3 messages");
    }

    #[test]
    fn what_only_looks_like_a_notice_stays_as_it_is() {
        let before = json!({
            "call": { "id": "call_1", "args": { "path": "a.rs" } },
            "model": { "id": "told-not-done", "name": "of somebody" },
            "number": { "id": 7 },
        });
        let mut after = before.clone();
        in_english(&mut after);
        assert_eq!(after, before);
    }
}
