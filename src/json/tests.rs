use std::collections::BTreeMap;

use proptest::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{both, from_ref, from_slice, from_str, from_value, tagged};

/// One of each that serde treats in a way of its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "snake_case")]
enum Inside {
    Unit,
    Named {
        text: String,
        number: u64,
        #[serde(default)]
        more: Option<Box<Inside>>,
    },
    Other(Plain),
}

tagged!(Inside, "kind");

/// The same, by serde's own way of putting a tag inside.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum ByDerive {
    Unit,
    Named {
        text: String,
        number: u64,
        #[serde(default)]
        more: Option<Box<ByDerive>>,
    },
    Other(Plain),
}

impl From<Inside> for ByDerive {
    fn from(inside: Inside) -> Self {
        match inside {
            Inside::Unit => Self::Unit,
            Inside::Named { text, number, more } => Self::Named {
                text,
                number,
                more: more.map(|more| Box::new(Self::from(*more))),
            },
            Inside::Other(plain) => Self::Other(plain),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Plain {
    list: Vec<Outside>,
    pairs: BTreeMap<String, i64>,
    any: Value,
    tuple: (bool, f64),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum Outside {
    Unit,
    Tuple(u8, char),
    Fields { letter: Option<String> },
}

fn values() -> impl Strategy<Value = Inside> {
    let outside = prop_oneof![
        Just(Outside::Unit),
        (any::<u8>(), any::<char>()).prop_map(|(number, letter)| Outside::Tuple(number, letter)),
        any::<Option<String>>().prop_map(|letter| Outside::Fields { letter }),
    ];
    let anything = prop_oneof![
        Just(Value::Null),
        any::<String>().prop_map(Value::from),
        any::<i64>().prop_map(|number| json!({ "tag": number, "value": [number] })),
    ];
    let plain = (
        prop::collection::vec(outside, 0..4),
        prop::collection::btree_map(any::<String>(), any::<i64>(), 0..4),
        anything,
        (
            any::<bool>(),
            any::<i32>().prop_map(|halves| f64::from(halves) / 2.0),
        ),
    );
    let plain = plain.prop_map(|(list, pairs, any, tuple)| Plain {
        list,
        pairs: pairs.into_iter().collect(),
        any,
        tuple,
    });
    let leaf = prop_oneof![Just(Inside::Unit), plain.prop_map(Inside::Other)];
    leaf.prop_recursive(3, 8, 1, |inner| {
        (any::<String>(), any::<u64>(), prop::option::of(inner)).prop_map(|(text, number, more)| {
            Inside::Named {
                text,
                number,
                more: more.map(Box::new),
            }
        })
    })
}

proptest! {
    #[test]
    fn what_is_written_is_read_from_a_text_from_bytes_and_from_a_value(written in values()) {
        let value = serde_json::to_value(&written).unwrap();
        let text = value.to_string();
        prop_assert_eq!(&from_str::<Inside>(&text).unwrap(), &written);
        prop_assert_eq!(&from_slice::<Inside>(text.as_bytes()).unwrap(), &written);
        prop_assert_eq!(&from_ref::<Inside>(&value).unwrap(), &written);
        prop_assert_eq!(&from_value::<Inside>(value).unwrap(), &written);
    }

    #[test]
    fn a_tag_lies_where_serde_puts_it_and_is_found_wherever_it_lies(written in values(), turn in any::<usize>()) {
        let text = serde_json::to_string(&written).unwrap();
        let derived = ByDerive::from(written.clone());
        prop_assert_eq!(&text, &serde_json::to_string(&derived).unwrap());
        let Value::Object(fields) = serde_json::to_value(&written).unwrap() else {
            panic!("{text}");
        };
        let mut fields: Vec<(String, Value)> = fields.into_iter().collect();
        let by = turn % fields.len();
        fields.rotate_left(by);
        let turned = Value::Object(fields.into_iter().collect());
        prop_assert_eq!(&from_ref::<Inside>(&turned).unwrap(), &written);
        prop_assert_eq!(&from_ref::<ByDerive>(&turned).unwrap(), &derived);
    }

    #[test]
    fn of_any_text_it_says_the_same_as_serde_json(text in r#"[\[\]{}":,a-c0-9.e \-ntruefalsl]{0,12}"#) {
        fn both<T: serde::de::DeserializeOwned + PartialEq + std::fmt::Debug>(text: &str) {
            let (ours, theirs) = (from_str::<T>(text).ok(), serde_json::from_str::<T>(text).ok());
            assert_eq!(ours, theirs, "{text}");
        }
        both::<Value>(&text);
        both::<Vec<u8>>(&text);
        both::<Option<String>>(&text);
        both::<BTreeMap<String, i64>>(&text);
        both::<Outside>(&text);
        both::<u64>(&text);
    }
}

#[test]
fn what_is_no_json_is_told_with_its_place() {
    let error = from_str::<Plain>("{\"list\": [\n  1,,").unwrap_err();
    assert_eq!(error.to_string(), "expected value at line 2 column 5");
    assert!(error.is_syntax());
    let more = from_str::<u64>("1 2").unwrap_err();
    assert_eq!(more.to_string(), "trailing characters at line 1 column 3");
}

#[test]
fn what_is_another_value_is_told_by_what_it_is() {
    let error = from_str::<Outside>("\"Nobody\"").unwrap_err();
    assert!(error.is_data());
    assert_eq!(
        error.to_string(),
        "unknown variant `Nobody`, expected one of `Unit`, `Tuple`, `Fields`"
    );
    let missing = from_value::<Plain>(json!({})).unwrap_err();
    assert_eq!(missing.to_string(), "missing field `list`");
}

#[test]
fn an_error_names_the_place_in_the_value() {
    let told = |value: Value| from_value::<Inside>(value).unwrap_err().to_string();
    let plain = json!({ "kind": "other", "pairs": {}, "any": 1, "tuple": [true, 1] });
    let with = |name: &str, value: Value| {
        let mut plain = plain.clone();
        plain[name] = value;
        told(plain)
    };
    assert_eq!(with("any", json!(0)), "missing field `list`");
    assert_eq!(
        with("list", json!(["Unit", { "Tuple": [1, "ab"] }])),
        "in list[1][1]: invalid value: string \"ab\", expected a character"
    );
    assert_eq!(
        with("list", json!([{ "Fields": { "letter": 3 } }])),
        "in list[0].letter: invalid type: integer `3`, expected a string"
    );
    assert_eq!(
        with("list", json!([{ "Tuple": [1, "a", 2] }])),
        "in list[0]: invalid length 3, expected tuple variant Outside::Tuple"
    );
}

#[test]
fn a_tag_that_is_missing_or_unknown_is_told() {
    let told = |value: Value| from_value::<Inside>(value).unwrap_err().to_string();
    assert_eq!(told(json!({ "text": "" })), "missing field `kind`");
    assert_eq!(
        told(json!({ "kind": "moon" })),
        "unknown variant `moon`, expected one of `unit`, `named`, `other`"
    );
    assert_eq!(
        told(json!({ "kind": 1 })),
        "in kind: invalid type: integer `1`, expected the name of a variant"
    );
    assert!(told(json!("unit")).starts_with("invalid type: string"));
}

#[test]
fn two_structures_are_read_from_one_object() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct Rest {
        rest: Vec<u8>,
    }
    let value = json!({ "kind": "named", "text": "t", "number": 2, "rest": [1] });
    let (inside, rest): (Inside, Rest) = both(&value).unwrap();
    let Inside::Named { number: 2, .. } = inside else {
        panic!("{inside:?}");
    };
    assert_eq!(rest, Rest { rest: vec![1] });
    let error = both::<Inside, Rest, _>(json!({ "kind": "unit" })).unwrap_err();
    assert_eq!(error.to_string(), "missing field `rest`");
}

/// What another deserializer cannot do, it refuses instead of reading something else.
#[test]
fn by_another_deserializer_a_tagged_enum_is_an_error() {
    let text = r#"{"kind":"unit"}"#;
    assert!(serde_json::from_str::<Inside>(text).is_err());
}
