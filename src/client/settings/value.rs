//! What a typed value of a setting may be, and its form in the configuration.

use config::address::of_provider;
use config::{Key, Kind, Value};
use l10n::say;
use notice::Notice;
use protocol::catalogue::{ConfigSetting, ProviderNeeds, Setting, TEMPERATURE};

/// Method of changing a configuration setting.
#[derive(Debug, Clone, PartialEq)]
pub enum ChangeMethod<'a> {
    /// Choosing from a list.
    Choice,
    /// Typing a value; the text describes valid values.
    Typed(&'a Notice),
    /// Editing the file by hand.
    ByHand,
}

/// Returns how a configuration setting is changed.
pub fn change_method(setting: &ConfigSetting) -> ChangeMethod<'_> {
    match (setting.choices.len(), &setting.typed) {
        (0 | 1, Some(wanted)) => ChangeMethod::Typed(wanted),
        (0 | 1, None) => ChangeMethod::ByHand,
        _ => ChangeMethod::Choice,
    }
}

/// Parses an address as the configuration and the command line do; an empty text means the default.
pub fn parse_address(provider: &str, text: &str, needs: &ProviderNeeds) -> Result<Setting, String> {
    if text.is_empty() {
        return Ok(Setting::Default);
    }
    let url = of_provider(provider, text, &needs.address);
    url.map(Setting::To)
        .map_err(|allowed| say!("settings-address-must-be", allowed))
}

/// Returns a typed value in the form of the configuration file; `None` if it is invalid
/// for the setting.
pub fn parse_config_value(key: &str, typed: &str) -> Option<String> {
    let kind = Key::named(key)?.kind;
    let comma = matches!(kind, Kind::Decimal { .. });
    let text = if comma {
        typed.replace(',', ".")
    } else {
        typed.to_owned()
    };
    let has_none = matches!(kind, Kind::Decimal { .. } | Kind::OptionalInteger { .. });
    let value = if text.is_empty() && has_none {
        Value::Unset
    } else {
        kind.read_text(&text)?
    };
    Some(kind.written(&value))
}

/// Parses a temperature and checks its bounds.
pub fn parse_temperature(text: &str) -> Result<f64, String> {
    let (least, most) = TEMPERATURE;
    let number = text.replace(',', ".").parse::<f64>().ok();
    let within = number.filter(|number| (least..=most).contains(number));
    within.ok_or_else(|| say!("settings-temperature-must-be", least, most))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_one_and_holds_no_secret() {
        for good in ["http://127.0.0.1:8080/v1", "https://example.org", ""] {
            assert!(
                parse_address("openai", good, &ProviderNeeds::default()).is_ok(),
                "{good}"
            );
        }
        for bad in [
            "example.org",
            "ftp://x",
            "https://",
            "https://me:pw@x/v1",
            "http://a b",
        ] {
            assert!(
                parse_address("openai", bad, &ProviderNeeds::default()).is_err(),
                "{bad}"
            );
        }
        // As `OLLAMA_HOST` and the command line accept it.
        let short = parse_address("ollama", "0.0.0.0", &ProviderNeeds::default());
        assert_eq!(short, Ok(Setting::To("http://127.0.0.1:11434".into())));
    }

    #[test]
    fn a_temperature_is_between_0_and_2_and_takes_a_comma() {
        assert_eq!(parse_temperature("0,3"), Ok(0.3));
        for bad in ["", "-0.1", "2.1", "NaN", "inf", "warm"] {
            assert!(parse_temperature(bad).is_err(), "{bad}");
        }
    }
}
