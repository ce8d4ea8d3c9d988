//! Reasoning effort: how much a model reasons before it answers, and which efforts can be chosen
//! for which model.

use serde::{Deserialize, Serialize};

use super::stream::own_name;
use notice::{Notice, notice};

/// The effort that a model is asked for.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Effort {
    /// The model's own default: requests do not mention the effort.
    #[default]
    Auto,
    /// Answers without reasoning.
    Off,
    Minimal,
    Low,
    Medium,
    High,
    XHigh,
    Max,
}

impl Effort {
    pub const ALL: [Effort; 8] = [
        Effort::Auto,
        Effort::Off,
        Effort::Minimal,
        Effort::Low,
        Effort::Medium,
        Effort::High,
        Effort::XHigh,
        Effort::Max,
    ];

    /// Returns the effort's name in the config and in commands.
    pub fn word(self) -> &'static str {
        match self {
            Effort::Auto => "auto",
            Effort::Off => "off",
            Effort::Minimal => "minimal",
            Effort::Low => "low",
            Effort::Medium => "medium",
            Effort::High => "high",
            Effort::XHigh => "xhigh",
            Effort::Max => "max",
        }
    }

    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|effort| effort.word() == word)
    }

    /// Whether nothing was chosen. Serialised settings omit it.
    pub fn is_auto(&self) -> bool {
        *self == Effort::Auto
    }

    /// Returns the chosen effort; `None` if nothing was chosen.
    pub fn chosen(self) -> Option<Self> {
        (!self.is_auto()).then_some(self)
    }
}

/// Reasoning of a model, as far as it is known.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reasoning {
    /// Whether the model reasons; `None` if unknown.
    pub reasons: Option<bool>,
    /// The efforts that its provider accepts, lowest first; without [`Effort::Auto`].
    pub efforts: Vec<Effort>,
}

impl Reasoning {
    /// Checks an effort that the user chose for the model.
    ///
    /// # Errors
    /// The reason why the effort cannot be chosen, with those that can.
    pub fn check(&self, model: &str, effort: Effort) -> Result<(), Notice> {
        if effort.is_auto() || self.efforts.contains(&effort) {
            return Ok(());
        }
        let word = effort.word();
        Err(match (self.reasons, self.efforts.is_empty()) {
            (Some(false), _) => notice!("told-effort-no-reasoning", model),
            (_, true) => notice!("told-effort-fixed", model),
            (_, false) => {
                let words: Vec<&str> = self.efforts.iter().map(|effort| effort.word()).collect();
                let efforts = words.join(", ");
                notice!("told-effort-unknown", model, word, efforts)
            }
        })
    }

    /// Returns the effort for a model that the user has not chosen an effort for: the nearest to
    /// the wanted one, and the model's own default unless the model is known to reason.
    pub fn carried(&self, wanted: Effort) -> Effort {
        if self.reasons == Some(true) {
            self.nearest(wanted)
        } else {
            Effort::Auto
        }
    }

    /// Returns the highest effort that is not above the wanted one, else the lowest.
    fn nearest(&self, wanted: Effort) -> Effort {
        if wanted.is_auto() {
            return wanted;
        }
        let below = self.efforts.iter().filter(|effort| **effort <= wanted);
        // An effort above `off` means reasoning, as far as the model has one.
        let below = below.filter(|effort| wanted == Effort::Off || **effort != Effort::Off);
        let lowest = self.efforts.iter().filter(|one| **one != Effort::Off).min();
        let nearest = below.max().or(lowest);
        nearest.copied().unwrap_or_default()
    }

    /// Returns the next effort for a key: up or down from the present one, with
    /// [`Effort::Auto`] as the first.
    pub fn step(&self, from: Effort, by: isize) -> Effort {
        let choices = self.choices();
        let place = choices.iter().position(|one| *one == from).unwrap_or(0);
        let last = choices.len().saturating_sub(1);
        let next = place.saturating_add_signed(by).min(last);
        choices.get(next).copied().unwrap_or_default()
    }

    /// Returns what can be chosen: the model's own default, and the efforts.
    pub fn choices(&self) -> Vec<Effort> {
        let own = std::iter::once(Effort::Auto);
        own.chain(self.efforts.iter().copied()).collect()
    }
}

/// A row about models.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReasoningRow {
    /// The provider that it is about; `None` for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
    /// Beginnings of the models' names; empty for every model of the provider, of which then only
    /// the accepted efforts are known.
    #[serde(default)]
    pub models: Vec<String>,
    /// Accepted efforts, lowest first.
    pub efforts: Vec<Effort>,
    /// Whether these models reason.
    #[serde(default = "yes")]
    pub reasons: bool,
}

fn yes() -> bool {
    true
}

/// Efforts that models accept, by the beginnings of their names.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReasoningTable(pub Vec<ReasoningRow>);

impl ReasoningTable {
    /// Returns what is known about a model at a provider: from the row with the longest fitting
    /// name, without the efforts that the provider does not accept.
    pub fn of(&self, provider: &str, model: &str) -> Reasoning {
        let own = own_name(model);
        let is_here = |row: &&ReasoningRow| row.provider.as_deref().is_none_or(|of| of == provider);
        let accepted = self.0.iter().filter(is_here);
        let accepted = accepted.filter(|row| row.provider.is_some() && row.models.is_empty());
        let accepted = accepted.map(|row| row.efforts.as_slice()).next();
        let rows = self.0.iter().filter(is_here).flat_map(|row| {
            let fits = |name: &&String| own.starts_with(name.as_str());
            let longest = row.models.iter().filter(fits).map(String::len).max();
            longest.map(|length| ((length, row.provider.is_some()), row))
        });
        match (rows.max_by_key(|(rank, _)| *rank), accepted) {
            (Some((_, row)), accepted) => {
                let known = row.efforts.iter().copied();
                let is_accepted = |effort: &Effort| accepted.is_none_or(|all| all.contains(effort));
                Reasoning {
                    reasons: Some(row.reasons),
                    efforts: known.filter(is_accepted).collect(),
                }
            }
            (None, Some(accepted)) => Reasoning {
                reasons: None,
                efforts: accepted.to_vec(),
            },
            (None, None) => Reasoning {
                reasons: None,
                efforts: Effort::ALL.into_iter().filter_map(Effort::chosen).collect(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Effort::{Auto, High, Low, Max, Medium, Minimal, Off, XHigh};

    fn row(provider: Option<&str>, models: &[&str], efforts: &[Effort]) -> ReasoningRow {
        ReasoningRow {
            provider: provider.map(str::to_owned),
            models: models.iter().map(|name| (*name).to_owned()).collect(),
            efforts: efforts.to_vec(),
            reasons: !efforts.is_empty(),
        }
    }

    fn table() -> ReasoningTable {
        ReasoningTable(vec![
            row(Some("near"), &[], &[Off, Low, High]),
            row(None, &["deep"], &[Minimal, Low, Medium, High]),
            row(None, &["deep-max"], &[High, Max]),
            row(Some("near"), &["deep"], &[Off, High]),
            row(None, &["plain"], &[]),
        ])
    }

    #[test]
    fn the_longest_name_counts_and_a_row_of_the_provider_before_a_general_one() {
        let of = |provider, model| table().of(provider, model).efforts;
        assert_eq!(of("far", "Vendor/Deep-2"), [Minimal, Low, Medium, High]);
        assert_eq!(of("near", "deep:8b"), [Off, High]);
        assert_eq!(of("far", "deep-max-1"), [High, Max]);
        assert_eq!(
            of("near", "deep-max-1"),
            [High],
            "what the provider accepts"
        );
        assert_eq!(of("near", "other"), [Off, Low, High]);
        assert_eq!(of("far", "other").len(), Effort::ALL.len() - 1);
        assert_eq!(table().of("far", "other").reasons, None);
        assert_eq!(table().of("far", "plain-7b").reasons, Some(false));
    }

    #[test]
    fn an_effort_that_a_model_does_not_have_is_refused_with_those_it_has() {
        let said = |model: &str, effort| {
            let checked = table().of("far", model).check(model, effort);
            checked.err().map(|why| why.to_string())
        };
        assert_eq!(said("deep-2", High), None);
        assert_eq!(said("deep-2", Auto), None);
        assert_eq!(said("other", Max), None, "nothing is known against it");
        let unknown = said("deep-2", XHigh).unwrap();
        assert!(unknown.contains("minimal, low, medium, high"), "{unknown}");
        assert!(said("plain", Low).unwrap().contains("does not reason"));
    }

    #[test]
    fn another_model_gets_the_nearest_effort_and_an_unknown_one_its_own_default() {
        let of = |model: &str, wanted| table().of("far", model).carried(wanted);
        assert_eq!(of("deep", XHigh), High);
        assert_eq!(of("deep", Off), Minimal);
        assert_eq!(of("deep-max", Low), High);
        assert_eq!(of("plain", High), Auto);
        assert_eq!(of("other", High), Auto);
        assert_eq!(table().of("near", "deep").carried(Medium), High);
        assert_eq!(table().of("near", "deep").carried(Off), Off);
        assert_eq!(of("deep", Auto), Auto);
    }

    #[test]
    fn a_key_goes_through_the_efforts_and_stops_at_the_ends() {
        let deep = table().of("far", "deep");
        assert_eq!(deep.step(Auto, 1), Minimal);
        assert_eq!(deep.step(Auto, -1), Auto);
        assert_eq!(deep.step(High, 1), High);
        assert_eq!(deep.step(Max, 1), Minimal, "one that it does not have");
        assert_eq!(table().of("far", "plain").step(Auto, 1), Auto);
    }

    #[test]
    fn words_are_stored_and_read_back() {
        for effort in Effort::ALL {
            assert_eq!(Effort::named(effort.word()), Some(effort));
            let json = serde_json::to_value(effort).unwrap();
            assert_eq!(json, effort.word());
        }
    }
}
