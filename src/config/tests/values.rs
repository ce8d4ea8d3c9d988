//! Tests that setting a value changes nothing else in a file.

use proptest::prelude::*;

use super::super::rules_edit::{RuleEditError, values};
use super::super::value_edit::with_value;
use support::yaml::parse;

fn set(text: &str, key: &str, value: &str) -> String {
    with_value(text, key, value).unwrap().unwrap()
}

#[test]
fn a_key_of_a_group_is_replaced_added_or_begins_it() {
    for (text, expected) in [
        ("", "budgets:\n  day_usd: 2.5\n"),
        (
            "# none\nmode: plan",
            "# none\nmode: plan\nbudgets:\n  day_usd: 2.5\n",
        ),
        ("budgets:\n", "budgets:\n  day_usd: 2.5\n"),
        (
            "budgets:\n    day_tokens: 5 # x\n\nmode: plan\n",
            "budgets:\n    day_tokens: 5 # x\n    day_usd: 2.5\n\nmode: plan\n",
        ),
        (
            "budgets:\n  day_usd: 1  # little\nmode: plan\n",
            "budgets:\n  day_usd: 2.5  # little\nmode: plan\n",
        ),
        (
            "budgets:\n  day_usd:\n  day_tokens: off\n",
            "budgets:\n  day_usd: 2.5\n  day_tokens: off\n",
        ),
        (
            "budgets:\n  day_usd: # dear\n",
            "budgets:\n  day_usd: 2.5 # dear\n",
        ),
        ("budgets: { day_usd: 1 }\n", "budgets: { day_usd: 2.5 }\n"),
        (
            "mode: plan\r\n",
            "mode: plan\r\nbudgets:\r\n  day_usd: 2.5\r\n",
        ),
    ] {
        assert_eq!(set(text, "budgets.day_usd", "2.5"), expected, "{text:?}");
    }
    assert_eq!(
        with_value("budgets:\n  day_usd: 2.5\n", "budgets.day_usd", "2.5"),
        Ok(None)
    );
}

#[test]
fn every_key_of_the_documented_file_that_is_no_list_can_be_set_in_it() {
    for key in crate::KEYS {
        let value = match key.kind {
            crate::Kind::List => continue,
            _ => "7",
        };
        let after = set(include_str!("../../../assets/config.yaml"), key.name, value);
        let read = values(&parse(&after).unwrap(), "");
        assert!(
            read.contains(&(key.name.to_owned(), Some(value.to_owned()))),
            "{}",
            key.name
        );
    }
}

#[test]
fn what_cannot_be_edited_safely_is_left_as_it_is() {
    for text in [
        "budgets: { day_tokens: 1 }\n",
        "budgets: 7\n",
        "budgets:\n  day_usd: >\n    1\n",
        "- a list\n",
    ] {
        let refused = with_value(text, "budgets.day_usd", "2.5");
        assert!(
            matches!(refused, Err(RuleEditError::Unsafe(..))),
            "{text:?}: {refused:?}"
        );
    }
    assert!(matches!(
        with_value("a: [\n", "mode", "plan"),
        Err(RuleEditError::Broken(_))
    ));
}

/// Generates a line that belongs to no value.
fn filler() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        Just("# a remark: with a colon".to_owned()),
        Just("   # deep".to_owned())
    ]
}

proptest! {
    #![proptest_config(testing::cases(300))]

    #[test]
    fn the_new_value_is_there_and_every_other_line_is_as_it_was(
        fillers in prop::collection::vec(filler(), 6),
        has_group in any::<bool>(),
        has_key in any::<bool>(),
        end in any::<bool>(),
        value in "[a-z]{1,6}|[0-9]{1,5}|[ -~]{1,12}",
    ) {
        let mut lines = vec![fillers[0].clone(), "mode: plan # m".to_owned(), fillers[1].clone()];
        if has_group {
            lines.push("budgets:".to_owned());
            lines.push(fillers[2].clone());
            lines.push("  day_tokens: 5".to_owned());
            if has_key {
                lines.push("  day_usd: 1 # d".to_owned());
            }
            lines.push(fillers[3].clone());
        }
        lines.push("theme: dark".to_owned());
        let text = lines.join("\n") + if end { "\n" } else { "" };
        prop_assume!(parse(&text).is_ok());
        if let Ok(Some(after)) = with_value(&text, "budgets.day_usd", &value) {
            let read = values(&parse(&after).unwrap(), "");
            prop_assert!(read.contains(&("budgets.day_usd".to_owned(), Some(value.clone()))), "{}", after);
            let kept: Vec<&str> = after.lines().filter(|line| !line.contains("day_usd")).collect();
            let mut before: Vec<&str> = lines.iter().map(String::as_str).filter(|line| !line.contains("day_usd")).collect();
            if !has_group {
                before.push("budgets:");
            }
            while before.last() == Some(&"") {
                before.pop();
            }
            prop_assert_eq!(kept, before);
        } else {
            prop_assert!(false, "it can be set: {:?}", text);
        }
    }
}
