//! The providers page: one row per provider, with its fields listed below it when it is expanded.

use super::choose::Chooser;
use super::field::{KeyField, Line, Purpose};
use super::page::{Key, PageAction, PageContent, PageContext, PageView};
use super::provider_rows::{Field, RowTarget, detail, field_row, provider_row};
use super::setup::ProviderWizard;
use super::{Edit, KeyQuestion, PageDialog};
use crate::keymap::Action;
use crate::widget::list_view::{distance, step};
use client::settings::ShownProvider;
use l10n::say;
use protocol::catalogue::{KeyChange, KeyPlace, KeySource, Setting};

#[derive(Debug, Default)]
pub(super) struct ProvidersPage {
    /// The chosen row, as an index into [`ProvidersPage::stops`].
    selected: usize,
    /// The expanded provider.
    open: Option<String>,
}

impl ProvidersPage {
    fn stops(&self, cx: &PageContext<'_>) -> Vec<RowTarget> {
        let mut stops = Vec::new();
        for (place, provider) in cx.shown.providers.iter().enumerate() {
            stops.push(RowTarget::Provider(place));
            if self.open.as_deref() == Some(provider.name()) {
                let fields = Field::all(provider).into_iter();
                stops.extend(fields.map(|field| RowTarget::Field(place, field)));
            }
        }
        stops
    }

    fn chosen<'a>(&self, cx: &'a PageContext<'_>) -> Option<(RowTarget, &'a ShownProvider)> {
        let stop = *self.stops(cx).get(self.selected)?;
        let (RowTarget::Provider(place) | RowTarget::Field(place, _)) = stop;
        Some((stop, cx.shown.providers.get(place)?))
    }

    /// Enter: expands or collapses a provider, or changes the chosen field.
    fn edit(&mut self, cx: &PageContext<'_>) -> Vec<PageAction> {
        let Some((stop, provider)) = self.chosen(cx) else {
            return Vec::new();
        };
        let name = provider.name().to_owned();
        match stop {
            RowTarget::Provider(_) => {
                let place = cx.shown.providers.iter().position(|one| one.name() == name);
                self.open = match self.open.take() {
                    Some(open) if open == name => None,
                    _ => Some(name),
                };
                self.selected = place
                    .and_then(|place| {
                        let stops = self.stops(cx);
                        stops
                            .iter()
                            .position(|stop| *stop == RowTarget::Provider(place))
                    })
                    .unwrap_or(0);
                Vec::new()
            }
            RowTarget::Field(_, Field::Enabled) => toggle(provider),
            RowTarget::Field(_, Field::Address) => {
                let text = provider.base_url().unwrap_or_default();
                let line = Line::new(Purpose::BaseUrl(name, provider.read.needs.clone()), text);
                vec![PageAction::Show(Box::new(PageDialog::Line(Box::new(line))))]
            }
            RowTarget::Field(_, Field::Model) => choose_model(provider, cx),
            RowTarget::Field(_, Field::Key) => {
                let field = KeyField::new(name, place_of(provider), cx.view);
                vec![PageAction::Show(Box::new(PageDialog::Key(Box::new(field))))]
            }
        }
    }

    /// `x`: clears the chosen field.
    fn remove(&self, cx: &PageContext<'_>) -> Vec<PageAction> {
        let say = |text: &str| vec![PageAction::Say(text.to_owned())];
        let Some((stop, provider)) = self.chosen(cx) else {
            return Vec::new();
        };
        let name = provider.name().to_owned();
        match stop {
            RowTarget::Field(_, Field::Address) => {
                vec![PageAction::Change(vec![Edit::BaseUrl(
                    name,
                    Setting::Default,
                )])]
            }
            RowTarget::Field(_, Field::Model) => {
                vec![PageAction::Change(vec![Edit::DefaultModel(
                    name,
                    Setting::Default,
                )])]
            }
            RowTarget::Provider(_) | RowTarget::Field(_, Field::Key) => {
                if !provider.read.is_made_from_settings {
                    return say(say!("settings-program-key"));
                }
                match (&provider.key, &provider.read.view.api_key_from) {
                    (Some(KeyChange::Keep { .. }), _) => say(say!("settings-key-unsaved")),
                    (_, Some(KeySource::Environment { variable })) => {
                        vec![PageAction::Say(say!("settings-key-outside", variable))]
                    }
                    (_, None) if provider.read.view.api_key_problem.is_none() => {
                        say(say!("settings-no-key-to-remove"))
                    }
                    _ => vec![PageAction::Show(Box::new(PageDialog::Ask(
                        KeyQuestion::RemoveKey(name),
                    )))],
                }
            }
            RowTarget::Field(_, Field::Enabled) => say(say!("settings-space-switches")),
        }
    }
}

impl PageView for ProvidersPage {
    fn word(&self) -> &'static str {
        "providers"
    }

    fn act(&mut self, action: Action, cx: &PageContext<'_>) -> Vec<PageAction> {
        if let Some(by) = distance(action, cx.rows) {
            self.selected = step(self.selected, by, self.stops(cx).len());
            return Vec::new();
        }
        let provider = self.chosen(cx).map(|(_, provider)| provider);
        match (action, provider) {
            (Action::SettingEdit, Some(_)) => self.edit(cx),
            (Action::SettingToggle, Some(provider)) => toggle(provider),
            (Action::SettingTest, Some(provider)) => {
                vec![PageAction::Test(provider.name().to_owned())]
            }
            (Action::SettingAdd, Some(provider)) => {
                let setup = ProviderWizard::new(provider, cx);
                vec![PageAction::Show(Box::new(PageDialog::Setup(Box::new(
                    setup,
                ))))]
            }
            (Action::SettingRemove, Some(_)) => self.remove(cx),
            _ => Vec::new(),
        }
    }

    fn reveal(&mut self, what: &str, cx: &PageContext<'_>) {
        if cx.shown.provider(what).is_some() {
            self.open = Some(what.to_owned());
            let place = cx.shown.providers.iter().position(|one| one.name() == what);
            let stops = self.stops(cx);
            let stop = place.and_then(|place| {
                stops
                    .iter()
                    .position(|stop| *stop == RowTarget::Provider(place))
            });
            self.selected = stop.unwrap_or(self.selected);
        }
    }

    fn keys(&self, cx: &PageContext<'_>) -> Vec<Key> {
        let mut keys = vec![match self.chosen(cx) {
            Some((RowTarget::Provider(_), one)) if self.open.as_deref() == Some(one.name()) => {
                (Action::SettingEdit, say!("settings-key-close"))
            }
            Some((RowTarget::Provider(_), _)) | None => {
                (Action::SettingEdit, say!("settings-key-open"))
            }
            Some((RowTarget::Field(..), _)) => (Action::SettingEdit, say!("settings-key-edit")),
        }];
        keys.extend([
            (Action::SettingToggle, say!("settings-key-on-off")),
            (Action::SettingTest, say!("settings-key-test")),
            (Action::SettingAdd, say!("settings-key-set-up")),
            (Action::SettingRemove, say!("settings-key-remove")),
        ]);
        keys
    }

    fn sheet(&self, cx: &PageContext<'_>, width: usize) -> PageContent {
        let mut sheet = PageContent::default();
        for (number, stop) in self.stops(cx).into_iter().enumerate() {
            if number == self.selected {
                sheet.selected = Some(sheet.rows.len());
            }
            let (RowTarget::Provider(place) | RowTarget::Field(place, _)) = stop;
            let Some(provider) = cx.shown.providers.get(place) else {
                continue;
            };
            sheet.rows.push(match stop {
                RowTarget::Provider(_) => provider_row(provider, cx, width),
                RowTarget::Field(_, field) => field_row(provider, field, cx, width),
            });
        }
        if let Some((stop, provider)) = self.chosen(cx) {
            sheet.detail = detail(stop, provider, cx, width);
        }
        sheet
    }
}

fn toggle(provider: &ShownProvider) -> Vec<PageAction> {
    let edit = Edit::Enabled(provider.name().to_owned(), !provider.enabled());
    vec![PageAction::Change(vec![edit])]
}

/// Returns the place for a new key: the place of the old one.
fn place_of(provider: &ShownProvider) -> KeyPlace {
    match provider.read.view.api_key_from {
        Some(KeySource::Keyring) => KeyPlace::Keyring,
        _ => KeyPlace::File,
    }
}

fn choose_model(provider: &ShownProvider, cx: &PageContext<'_>) -> Vec<PageAction> {
    let chooser = Chooser::default_model(provider.name(), cx);
    vec![
        PageAction::Show(Box::new(PageDialog::Choose(Box::new(chooser)))),
        PageAction::List(provider.name().to_owned()),
    ]
}
