use jiff::Timestamp;

use super::*;
use crate::usage::Usage;

fn new_model() -> NewModel {
    NewModel {
        provider: "openai".into(),
        name: "Mine".into(),
        api_name: "mine".into(),
        context_window: 128_000,
        max_output_tokens: 16_384,
        temperature_default: DEFAULT_TEMPERATURE,
        price: Price::default(),
        vision: None,
    }
}

fn record(is_builtin: bool) -> ModelRecord {
    let model = new_model();
    ModelRecord {
        id: "1".into(),
        provider: model.provider,
        name: model.name,
        api_name: model.api_name,
        is_builtin,
        context_window: model.context_window,
        max_output_tokens: model.max_output_tokens,
        temperature_default: model.temperature_default,
        price: model.price,
        vision: model.vision,
        created_at: Timestamp::UNIX_EPOCH,
        updated_at: Timestamp::UNIX_EPOCH,
    }
}

#[test]
fn each_field_is_held_to_its_bounds_and_named_where_it_is_not() {
    type Change = fn(&mut NewModel);
    let cases: [(Change, Option<&str>); 18] = [
        (|_| {}, None),
        (|model| model.name = "a".into(), None),
        (|model| model.name = "é".repeat(64), None),
        (|model| model.name = "a".repeat(65), Some("name")),
        (|model| model.name = "  ".into(), Some("name")),
        (|model| model.name = "a\u{1b}[31m".into(), Some("name")),
        (|model| model.api_name = String::new(), Some("api_name")),
        (
            |model| (model.context_window, model.max_output_tokens) = (1_024, 1_024),
            None,
        ),
        (
            |model| (model.context_window, model.max_output_tokens) = (1_024, 1_025),
            Some("max_output_tokens"),
        ),
        (|model| model.context_window = 1_023, Some("context_window")),
        (
            |model| model.context_window = 2_000_001,
            Some("context_window"),
        ),
        (|model| model.max_output_tokens = 256, None),
        (
            |model| model.max_output_tokens = 255,
            Some("max_output_tokens"),
        ),
        (
            |model| model.max_output_tokens = 128_001,
            Some("max_output_tokens"),
        ),
        (|model| model.temperature_default = 2.0, None),
        (
            |model| model.temperature_default = 2.01,
            Some("temperature_default"),
        ),
        (
            |model| model.temperature_default = f64::NAN,
            Some("temperature_default"),
        ),
        (
            |model| model.price.output = Some(-1.0),
            Some("price.output"),
        ),
    ];
    for (change, wrong) in cases {
        let mut model = new_model();
        change(&mut model);
        match (model.clone().check(), wrong) {
            (Ok(_), None) => {}
            (Err(CatalogueError::OutOfRange { field, allowed, .. }), Some(wrong)) => {
                assert_eq!(field, wrong);
                assert!(!allowed.to_string().is_empty());
            }
            (found, wanted) => panic!("{model:?}: {found:?}, not {wanted:?}"),
        }
    }
}

#[test]
fn of_a_built_in_model_only_the_temperature_changes() {
    let now = Timestamp::from_second(5).unwrap();
    let cooler = ModelChange {
        temperature_default: Some(0.1),
        ..ModelChange::default()
    };
    let changed = cooler.apply(&record(true), now).unwrap();
    assert!((changed.temperature_default - 0.1).abs() < 1e-9);
    assert_eq!(changed.updated_at, now);
    let renamed = ModelChange {
        name: Some("Other".into()),
        ..cooler
    };
    let refused = renamed.apply(&record(true), now).unwrap_err();
    assert_eq!(refused.name(), "builtin_restriction");
    assert_eq!(renamed.apply(&record(false), now).unwrap().name, "Other");
}

#[test]
fn an_unknown_price_is_unknown_and_never_nothing() {
    let usage = Usage {
        input_tokens: 1_000_000,
        output_tokens: 500_000,
        cached_tokens: 400_000,
        ..Usage::default()
    };
    let price = Price {
        input: Some(2.0),
        output: Some(8.0),
        cached: Some(0.5),
    };
    // 600,000 at 2, 400,000 at 0.5, 500,000 at 8.
    assert!((price.of(&usage).unwrap() - 5.4).abs() < 1e-9);
    let without_cached = Price {
        cached: None,
        ..price
    };
    assert!((without_cached.of(&usage).unwrap() - 6.0).abs() < 1e-9);
    let half = Price {
        output: None,
        ..price
    };
    assert_eq!(half.of(&usage), None, "half a price is none");
    assert_eq!(Price::default().of(&usage), None);
    assert_eq!(
        Price::FREE.of(&usage),
        Some(0.0),
        "what runs here costs nothing"
    );
}

#[test]
fn a_sum_says_how_much_of_it_has_no_price() {
    let mut sum = Usage {
        input_tokens: 10,
        cost_usd: Some(0.12),
        ..Usage::default()
    };
    assert_eq!(sum.cost_words(), "$0.1200");
    sum.add(&Usage {
        input_tokens: 300,
        unpriced_tokens: 300,
        ..Usage::default()
    });
    assert_eq!(sum.cost_words(), "$0.1200 and 300 tokens of unknown price");
    assert_eq!(Usage::default().cost_words(), "unknown");
}

#[test]
fn tokens_of_answers_that_were_kept_are_told_and_not_spent() {
    let mut sum = Usage {
        input_tokens: 10,
        output_tokens: 5,
        cost_usd: Some(0.12),
        ..Usage::default()
    };
    sum.add(&Usage {
        input_tokens: 300,
        output_tokens: 20,
        saved_tokens: 320,
        cost_usd: Some(0.0),
        ..Usage::default()
    });
    let spent = Spent::of(&sum);
    assert_eq!(
        (sum.total_tokens(), sum.saved_tokens, spent.tokens),
        (335, 320, 15)
    );
    assert_eq!(sum.cost_words(), "$0.1200");
}

#[test]
fn a_setting_without_items_keeps_its_word_on_the_wire() {
    let setting = |value: Option<&str>| ConfiguredValue {
        key: "rules.deny".to_owned(),
        value: value.map(str::to_owned),
        from: Notice::default(),
        doc: String::new(),
        change_in: Notice::default(),
    };
    for (value, word) in [(None, "(none)"), (Some("a(b)"), "a(b)"), (Some(""), "")] {
        let wire = serde_json::to_value(setting(value)).unwrap();
        assert_eq!(wire["value"], word);
        let read: ConfiguredValue = serde_json::from_value(wire).unwrap();
        assert_eq!(read, setting(value));
    }
}
