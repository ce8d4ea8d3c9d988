//! Rows of the providers and their settings, and details of the chosen row.

use super::page::{PageContext, column, fact, marked};
use crate::theme::Role;
use crate::widget::row::{Piece, Row, TextStyle};
use crate::widget::wrap::wrap_text;
use client::settings::{ConnectionState, ShownProvider, is_kept, is_unset};
use client::text::visible;
use l10n::{said, say};
use notice::Notice;
use protocol::catalogue::{KeyChange, KeyPlace, KeySource};

/// Target of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RowTarget {
    /// The provider at this index.
    Provider(usize),
    /// A field of the provider.
    Field(usize, Field),
}

/// A field of a provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    Enabled,
    Address,
    Model,
    Key,
}

impl Field {
    pub(super) fn all(provider: &ShownProvider) -> Vec<Field> {
        if provider.read.is_made_from_settings {
            vec![Field::Enabled, Field::Address, Field::Model, Field::Key]
        } else {
            vec![Field::Enabled, Field::Model]
        }
    }
}

/// `anthropic    key from env ANTHROPIC_API_KEY      on   ok  0.4 s`
pub(super) fn provider_row(provider: &ShownProvider, cx: &PageContext<'_>, width: usize) -> Row {
    let name = width.saturating_sub(2).min(12);
    let (state, role) = state(provider, cx.jobs.tests.get(provider.name()));
    let on = if provider.enabled() {
        (say!("settings-on"), Role::Ok)
    } else {
        (say!("settings-off"), Role::FgMuted)
    };
    let states = (width / 3).clamp(12, 36);
    let key = width.saturating_sub(2 + name + 1 + 3 + 2 + states + 1);
    marked(
        provider.is_changed(),
        vec![
            column(provider.name(), name, None),
            Piece::new(" ", TextStyle::default()),
            column(short(&key_words(provider), key), key, Some(Role::FgMuted)),
            Piece::new(" ", TextStyle::default()),
            Piece::new(on.0, TextStyle::of(on.1)),
            Piece::new("  ", TextStyle::default()),
            column(&state, states, Some(role)),
        ],
    )
}

/// Removes the words that a narrow column already implies.
fn short(words: &str, columns: usize) -> &str {
    let leads = [
        say!("settings-lead-env"),
        say!("settings-lead-keyring"),
        say!("settings-lead-file"),
    ];
    let rest = leads.iter().find_map(|lead| words.strip_prefix(lead));
    rest.filter(|_| columns < 24).unwrap_or(words)
}

fn key_words(provider: &ShownProvider) -> String {
    let view = &provider.read.view;
    if !provider.read.is_made_from_settings {
        return say!("settings-own-program").to_owned();
    }
    match (&provider.key, &view.api_key_from, &view.api_key_problem) {
        (Some(KeyChange::Keep { place, .. }), ..) => {
            say!("settings-new-key", place = place_word(*place))
        }
        (Some(KeyChange::Remove), ..) => say!("settings-key-goes").to_owned(),
        (None, Some(KeySource::Environment { variable }), _) => {
            say!("settings-key-env", variable)
        }
        (None, Some(KeySource::Keyring), _) => say!("settings-key-keyring").to_owned(),
        (None, Some(KeySource::File { .. }), _) => say!("settings-key-file").to_owned(),
        (None, None, Some(_)) => say!("settings-key-not-used").to_owned(),
        (None, None, None) if provider.read.needs.no_key => {
            say!("settings-key-not-needed").to_owned()
        }
        (None, None, None) => say!("settings-key-none").to_owned(),
    }
}

pub(super) fn place_word(place: KeyPlace) -> &'static str {
    match place {
        KeyPlace::File => say!("settings-word-file"),
        KeyPlace::Keyring => say!("settings-word-keyring"),
    }
}

/// Describes a test result in a few words.
pub(super) fn state(provider: &ShownProvider, test: Option<&ConnectionState>) -> (String, Role) {
    match test {
        None if provider.enabled() => (say!("settings-not-tested").to_owned(), Role::FgMuted),
        None => (String::new(), Role::FgMuted),
        Some(ConnectionState::Asking) => (say!("settings-testing").to_owned(), Role::Info),
        Some(ConnectionState::Done(test)) => match &test.error_message {
            None => {
                let latency = latency(test.latency_ms.unwrap_or(0));
                (say!("settings-test-ok", latency), Role::Ok)
            }
            Some(error) => (say!("settings-test-failed", error), Role::Err),
        },
    }
}

/// `8 ms`, `0.4 s`
fn latency(milliseconds: u64) -> String {
    match milliseconds {
        0..100 => format!("{milliseconds} ms"),
        more => format!("{}.{} s", more / 1_000, more % 1_000 / 100),
    }
}

pub(super) fn field_row(
    provider: &ShownProvider,
    field: Field,
    cx: &PageContext<'_>,
    width: usize,
) -> Row {
    let change = &provider.change;
    let (name, value, changed) = match field {
        Field::Enabled => {
            let word = if provider.enabled() {
                say!("settings-box-yes")
            } else {
                say!("settings-box-no")
            };
            (
                say!("settings-may-be-used"),
                word.to_owned(),
                change.enabled.is_some(),
            )
        }
        Field::Address => {
            let url = provider.base_url().unwrap_or(say!("settings-its-own"));
            let from = source(change.base_url.is_some(), &provider.read.view.base_url_from);
            (
                say!("settings-fact-address"),
                format!("{url}{from}"),
                change.base_url.is_some(),
            )
        }
        Field::Model => {
            let from = &provider.read.view.default_model_from;
            let from = source(change.default_model.is_some(), from);
            let model = model_words(provider, cx);
            (
                say!("settings-fact-default-model"),
                format!("{model}{from}"),
                change.default_model.is_some(),
            )
        }
        Field::Key => {
            let from = provider.read.view.api_key_from.as_ref();
            let words = match (&provider.key, from) {
                (None, Some(from)) => say!("settings-key-kept", from = from.notice()),
                (None, None) if provider.read.needs.no_key => {
                    say!("settings-key-none-needed").to_owned()
                }
                (None, None) => {
                    say!(
                        "settings-key-none-variable",
                        variable = provider.read.view.api_key_variable
                    )
                }
                _ => key_words(provider),
            };
            (say!("settings-fact-key"), words, provider.key.is_some())
        }
    };
    let room = width.saturating_sub(2 + 4 + 13);
    marked(
        changed,
        vec![
            Piece::new("    ", TextStyle::default()),
            column(name, 13, Some(Role::FgMuted)),
            column(&value, room, None),
        ],
    )
}

/// Describes the default model of a provider's sessions.
pub(super) fn model_words(provider: &ShownProvider, cx: &PageContext<'_>) -> String {
    let Some(named) = provider.default_model() else {
        return say!("settings-first-offered").to_owned();
    };
    let model = cx.shown.model(provider.name(), named);
    model.map_or_else(|| named.to_owned(), |model| model.record.api_name.clone())
}

fn source(changed: bool, from: &Notice) -> String {
    if changed || is_kept(from) {
        String::new()
    } else {
        format!("  ({})", said(from))
    }
}

/// Returns the details of the chosen row.
pub(super) fn detail(
    stop: RowTarget,
    provider: &ShownProvider,
    cx: &PageContext<'_>,
    width: usize,
) -> Vec<Row> {
    let view = &provider.read.view;
    let stands_over = |from: &Notice| {
        let is_ours = is_kept(from) || is_unset(from);
        (!is_ours).then(|| say!("settings-says-over", from = said(from)))
    };
    let words = match stop {
        RowTarget::Field(_, Field::Address) => stands_over(&view.base_url_from),
        RowTarget::Field(_, Field::Model) => stands_over(&view.default_model_from),
        RowTarget::Field(_, Field::Key) => match &view.api_key_from {
            Some(KeySource::Environment { variable }) => {
                Some(say!("settings-variable-over", variable))
            }
            _ => view.api_key_problem.as_ref().map(said),
        },
        RowTarget::Provider(_) | RowTarget::Field(_, Field::Enabled) => None,
    };
    let mut rows = Vec::new();
    if let Some(words) = words {
        rows.extend(wrap_text(
            &visible(&words),
            TextStyle::of(Role::Warn),
            width,
        ));
    }
    match cx.jobs.tests.get(provider.name()) {
        Some(ConnectionState::Done(test)) => match &test.error_message {
            Some(error) => {
                rows.extend(wrap_text(
                    &visible(&said(error)),
                    TextStyle::of(Role::Err),
                    width,
                ));
            }
            None => {
                let model = test.model_tested.as_deref();
                let offers = match model {
                    Some(model) => say!("settings-offers", model),
                    None => say!("settings-offers-not").to_owned(),
                };
                rows.push(fact(say!("settings-fact-test"), &offers, width));
            }
        },
        Some(ConnectionState::Asking) => {
            let words = say!("settings-asking-gives-up");
            rows.push(fact(say!("settings-fact-test"), words, width));
        }
        None => {}
    }
    if stop_is_provider(stop) && rows.is_empty() {
        let url = provider
            .base_url()
            .unwrap_or(say!("settings-its-own-address"));
        rows.push(fact(say!("settings-fact-address"), url, width));
        rows.push(fact(
            say!("settings-fact-default-model"),
            &model_words(provider, cx),
            width,
        ));
    }
    rows
}

fn stop_is_provider(stop: RowTarget) -> bool {
    matches!(stop, RowTarget::Provider(_))
}
