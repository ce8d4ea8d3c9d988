//! Questions of MCP servers to the user, as the engine asks them, and whether a value fits its field.

use std::collections::BTreeSet;

use jiff::Timestamp;
use jiff::civil::Date;
use notice::{Notice, notice};
use serde::{Deserialize, Serialize};

use crate::approval::{Decision, QuestionBody};

/// A question of a server to the user: one step for each field of a form, or one about a page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ServerQuestion {
    /// Number of the question among those of this process.
    pub number: u64,
    pub server: String,
    /// Names of the server's tools for the model. The server may ask while a call of one of them runs.
    pub tools: BTreeSet<String>,
    pub steps: Vec<AskedField>,
    /// Whether the words of the question look like a request for a secret.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub wants_secret: bool,
}

/// A field of a form, as a question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AskedField {
    pub body: QuestionBody,
    pub value: FieldValue,
    /// Whether the field cannot be skipped.
    pub is_required: bool,
    /// The answer that the server proposes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<Decision>,
}

/// The kind of value that a field takes, with its limits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FieldValue {
    /// None: the question is answered with yes or no.
    Consent,
    /// So many letters.
    Text {
        least: Option<u64>,
        most: Option<u64>,
        format: Option<TextFormat>,
    },
    Number {
        least: Option<f64>,
        most: Option<f64>,
        is_integer: bool,
    },
    /// One of the options.
    Choice,
    /// So many of the options.
    Choices {
        least: Option<u64>,
        most: Option<u64>,
    },
}

/// The form of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TextFormat {
    Email,
    Uri,
    Date,
    DateTime,
}

impl TextFormat {
    /// Returns the word of JSON Schema.
    pub fn word(self) -> &'static str {
        match self {
            Self::Email => "email",
            Self::Uri => "uri",
            Self::Date => "date",
            Self::DateTime => "date-time",
        }
    }

    fn fits(self, text: &str) -> bool {
        match self {
            Self::Email => text
                .split_once('@')
                .is_some_and(|(name, host)| !name.is_empty() && !host.is_empty()),
            Self::Uri => text.split_once(':').is_some_and(|(scheme, rest)| {
                let is_scheme =
                    |letter: char| letter.is_ascii_alphanumeric() || "+-.".contains(letter);
                !rest.is_empty()
                    && scheme.starts_with(|first: char| first.is_ascii_alphabetic())
                    && scheme.chars().all(is_scheme)
            }),
            Self::Date => text.parse::<Date>().is_ok() && text.len() == "2026-07-28".len(),
            Self::DateTime => text.parse::<Timestamp>().is_ok(),
        }
    }
}

impl AskedField {
    /// Returns why a decision is no answer to the field; `None` if it is one, or refuses to give one.
    pub fn misfit(&self, decision: &Decision) -> Option<Notice> {
        match (decision, &self.value) {
            (Decision::Skipped, _) => self.is_required.then(|| notice!("told-field-required")),
            (
                Decision::Text { text },
                FieldValue::Text {
                    least,
                    most,
                    format,
                },
            ) => {
                let letters = text.chars().count() as u64;
                if !is_within(letters, *least, *most) {
                    return Some(notice!("told-field-letters", range = range(*least, *most)));
                }
                let format = format.filter(|format| !format.fits(text));
                format.map(|format| notice!("told-field-format", word = format.word()))
            }
            (
                Decision::Text { text },
                FieldValue::Number {
                    least,
                    most,
                    is_integer,
                },
            ) => {
                let number = text
                    .trim()
                    .parse::<f64>()
                    .ok()
                    .filter(|number| number.is_finite());
                let Some(number) = number else {
                    return Some(notice!("told-answer-number"));
                };
                if *is_integer && text.trim().parse::<i64>().is_err() {
                    return Some(notice!("told-field-integer"));
                }
                let fits = is_within(number, *least, *most);
                (!fits).then(|| notice!("told-field-range", range = range(*least, *most)))
            }
            (Decision::Text { .. }, FieldValue::Choice | FieldValue::Choices { .. }) => {
                Some(notice!("told-field-option"))
            }
            (Decision::Selected { indices }, FieldValue::Choices { least, most }) => {
                let fits = is_within(indices.len() as u64, *least, *most);
                (!fits).then(|| notice!("told-field-options", range = range(*least, *most)))
            }
            _ => None,
        }
    }
}

fn is_within<T: PartialOrd + Copy>(value: T, least: Option<T>, most: Option<T>) -> bool {
    least.is_none_or(|least| value >= least) && most.is_none_or(|most| value <= most)
}

/// Returns limits as `1–10`, `≥ 1` or `≤ 10`; empty without any.
pub fn range<T: std::fmt::Display>(least: Option<T>, most: Option<T>) -> String {
    match (least, most) {
        (Some(least), Some(most)) => format!("{least}–{most}"),
        (Some(least), None) => format!("≥ {least}"),
        (None, Some(most)) => format!("≤ {most}"),
        (None, None) => String::new(),
    }
}

/// The user's answer to a [`ServerQuestion`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "answer", rename_all = "snake_case")]
pub enum AnswerToServer {
    /// With a decision for each step.
    Accepted {
        given: Vec<Decision>,
    },
    Declined,
    /// The question was closed without an answer of the user.
    Cancelled,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(value: FieldValue) -> AskedField {
        AskedField {
            body: QuestionBody::Confirm {
                question: Notice::text("?"),
            },
            value,
            is_required: true,
            default: None,
        }
    }

    fn fits(value: FieldValue, text: &str) -> bool {
        let text = text.to_owned();
        field(value).misfit(&Decision::Text { text }).is_none()
    }

    #[test]
    fn a_text_fits_its_length_and_its_format() {
        let text = |format| FieldValue::Text {
            least: Some(2),
            most: Some(24),
            format,
        };
        assert!(fits(text(None), "éé") && !fits(text(None), "é"));
        assert!(!fits(text(None), &"e".repeat(25)));
        for (format, good, bad) in [
            (TextFormat::Email, "ada@example.org", "ada.example.org"),
            (TextFormat::Uri, "https://example.org", "example.org"),
            (TextFormat::Date, "2026-07-28", "28.7.2026"),
            (TextFormat::DateTime, "2026-07-28T10:00:00Z", "2026-07-28"),
        ] {
            assert!(fits(text(Some(format)), good), "{format:?}");
            assert!(!fits(text(Some(format)), bad), "{format:?}");
        }
    }

    #[test]
    fn a_number_fits_its_limits() {
        let number = |is_integer| FieldValue::Number {
            least: Some(1.0),
            most: None,
            is_integer,
        };
        assert!(fits(number(false), "1.5") && fits(number(true), " 2 "));
        for bad in ["0", "NaN", "inf", "one", ""] {
            assert!(!fits(number(false), bad), "{bad}");
        }
        assert!(!fits(number(true), "1.5"));
    }

    #[test]
    fn a_required_field_is_not_skipped_and_a_choice_is_an_option() {
        let choices = FieldValue::Choices {
            least: Some(1),
            most: Some(2),
        };
        let mut asked = field(choices.clone());
        assert!(asked.misfit(&Decision::Skipped).is_some());
        asked.is_required = false;
        assert!(asked.misfit(&Decision::Skipped).is_none());
        for (chosen, fits) in [(0, false), (2, true), (3, false)] {
            let indices = (0..chosen).collect();
            assert_eq!(
                asked.misfit(&Decision::Selected { indices }).is_none(),
                fits
            );
        }
        assert!(!super::tests::fits(choices, "another"));
        assert!(asked.misfit(&Decision::No { reason: None }).is_none());
    }
}
