//! The models page: configured models, including the user's own, and models that servers offer; for
//! one provider or all, narrowed by a filter.

use super::choose::price_words;
use super::field::{Line, Purpose};
use super::form::Form;
use super::page::{Key, PageAction, PageContent, PageContext, PageView, column, fact, marked};
use super::{KeyQuestion, PageDialog};
use crate::keymap::Action;
use crate::theme::Role;
use crate::widget::list_view::{distance, step};
use crate::widget::row::{Piece, Row, TextStyle};
use client::settings::{Origin, QueryState, ShownModel};
use client::slash::probe_words;
use client::text::{pad_start, truncate, visible};
use l10n::{counted, said, say, thousands};
use notice::Notice;
use notice::words::percent_words;
use protocol::catalogue::{Price, ProbedModel};
use protocol::stream::ModelInfo;

#[derive(Debug, Default)]
pub(super) struct ModelsPage {
    selected: usize,
    /// The provider whose models are shown; `None` shows all.
    provider: Option<String>,
    filter: String,
}

enum Item<'a> {
    Kept(&'a ShownModel),
    /// A model that a server offers and that is not configured.
    Found(&'a ModelInfo),
}

impl Item<'_> {
    fn provider(&self) -> &str {
        match self {
            Item::Kept(model) => &model.record.provider,
            Item::Found(model) => &model.provider,
        }
    }

    fn api_name(&self) -> &str {
        match self {
            Item::Kept(model) => &model.record.api_name,
            Item::Found(model) => &model.name,
        }
    }

    fn has(&self, filter: &str) -> bool {
        let names = match self {
            Item::Kept(model) => [&model.record.api_name, &model.record.name],
            Item::Found(model) => [&model.name, &model.provider],
        };
        let has = |text: &str| text.to_lowercase().contains(filter);
        has(self.provider()) || names.into_iter().any(|name| has(name))
    }
}

impl ModelsPage {
    fn items<'a>(&self, cx: &'a PageContext<'_>) -> Vec<Item<'a>> {
        let filter = self.filter.to_lowercase();
        let kept = cx.shown.models.iter().map(Item::Kept);
        let is_kept = |model: &&ModelInfo| cx.shown.model(&model.provider, &model.name).is_some();
        let found = cx
            .jobs
            .offers
            .found
            .iter()
            .filter(move |model| !is_kept(model));
        let mut items: Vec<Item<'a>> = kept
            .chain(found.map(Item::Found))
            .filter(|item| {
                self.provider
                    .as_deref()
                    .is_none_or(|name| item.provider() == name)
            })
            .filter(|item| item.has(&filter))
            .collect();
        // The stable sort keeps the order within each provider.
        items.sort_by(|a, b| a.provider().cmp(b.provider()));
        items
    }

    /// `f`: shows the models of the next provider; after the last one, those of all.
    fn next_provider(&mut self, cx: &PageContext<'_>) {
        let names: Vec<&str> = cx.shown.providers.iter().map(|one| one.name()).collect();
        let at = self
            .provider
            .as_deref()
            .and_then(|name| names.iter().position(|one| *one == name));
        let next = at.map_or(0, |at| at + 1);
        self.provider = names.get(next).map(|name| (*name).to_owned());
        self.selected = 0;
    }

    fn edit(item: Option<&Item<'_>>, cx: &PageContext<'_>) -> Vec<PageAction> {
        let over = match item {
            Some(Item::Kept(model)) if model.origin == Origin::BuiltIn => {
                let temperature = model.record.temperature_default.to_string();
                let purpose = Purpose::Temperature(model.record.id.clone());
                PageDialog::Line(Box::new(Line::new(purpose, &temperature)))
            }
            Some(Item::Kept(model)) => PageDialog::Form(Box::new(Form::edit(&model.record, cx))),
            Some(Item::Found(model)) => {
                PageDialog::Form(Box::new(Form::add(&model.provider, &model.name, cx)))
            }
            None => return Vec::new(),
        };
        vec![PageAction::Show(Box::new(over))]
    }

    fn add(&self, item: Option<&Item<'_>>, cx: &PageContext<'_>) -> Vec<PageAction> {
        let of_item = item.map(Item::provider);
        let first = cx.shown.providers.first().map(|one| one.name());
        let provider = self.provider.as_deref().or(of_item).or(first);
        let form = Form::add(provider.unwrap_or_default(), "", cx);
        vec![PageAction::Show(Box::new(PageDialog::Form(Box::new(form))))]
    }

    fn remove(item: Option<&Item<'_>>) -> Vec<PageAction> {
        let words = match item {
            Some(Item::Kept(model)) if model.origin == Origin::BuiltIn => {
                say!("settings-built-in-stays")
            }
            Some(Item::Kept(model)) => {
                let named = format!("{}/{}", model.record.provider, model.record.api_name);
                let question = KeyQuestion::RemoveModel(model.record.id.clone(), named);
                return vec![PageAction::Show(Box::new(PageDialog::Ask(question)))];
            }
            Some(Item::Found(_)) => say!("settings-found-on-server"),
            None => return Vec::new(),
        };
        vec![PageAction::Say(words.to_owned())]
    }

    fn pull(&self, item: Option<&Item<'_>>, cx: &PageContext<'_>) -> Vec<PageAction> {
        if let Some(pull) = &cx.jobs.pull {
            let words = say!("settings-being-fetched", model = visible(&pull.model));
            return vec![PageAction::Say(words)];
        }
        let can = |name: &str| {
            let provider = cx.shown.provider(name);
            provider.is_some_and(|one| one.read.fetches_models)
        };
        let of_item = item.map(Item::provider).filter(|name| can(name));
        let named = self
            .provider
            .as_deref()
            .filter(|name| can(name))
            .or(of_item);
        let first = cx.shown.providers.iter().map(|one| one.name());
        match named.or_else(|| first.into_iter().find(|name| can(name))) {
            Some(provider) => {
                let line = Line::new(Purpose::Pull(provider.to_owned()), "");
                vec![PageAction::Show(Box::new(PageDialog::Line(Box::new(line))))]
            }
            None => vec![PageAction::Say(say!("settings-none-fetches").to_owned())],
        }
    }

    fn probe(item: Option<&Item<'_>>) -> Vec<PageAction> {
        let Some(item) = item else { return Vec::new() };
        if let Item::Found(model) = item
            && model.embeds_only
        {
            return vec![PageAction::Say(say!("settings-makes-vectors").to_owned())];
        }
        let provider = item.provider().to_owned();
        let model = item.api_name().to_owned();
        vec![PageAction::Probe { provider, model }]
    }

    /// Returns the rows about the filter and the progress of the servers' answers.
    fn head(&self, cx: &PageContext<'_>, count: usize, width: usize) -> Vec<Row> {
        let of = self
            .provider
            .as_deref()
            .unwrap_or(say!("settings-all-providers"));
        let filter = match self.filter.as_str() {
            "" => String::new(),
            filter => say!("settings-with-filter", filter = visible(filter)),
        };
        let servers = match cx.jobs.offers.state {
            QueryState::No => "",
            QueryState::Asking => say!("settings-asking-servers"),
            QueryState::Answered => "",
        };
        let models = counted(count, "model");
        let words = say!("settings-models-head", of, filter, models, servers);
        let mut rows = vec![Row::text(
            truncate(&words, width),
            TextStyle::of(Role::FgMuted),
        )];
        if let Some(pull) = &cx.jobs.pull {
            let progress = pull.progress.as_ref().map_or_else(String::new, |progress| {
                let figures = progress.total.map_or_else(String::new, |total| {
                    format!("  {}", percent_words(progress.done, total))
                });
                format!("{}{figures}", visible(&progress.status))
            });
            let words = say!("settings-fetching", model = visible(&pull.model), progress);
            rows.push(Row::text(
                truncate(&words, width),
                TextStyle::of(Role::Info),
            ));
        }
        rows
    }
}

impl PageView for ModelsPage {
    fn word(&self) -> &'static str {
        "models"
    }

    fn act(&mut self, action: Action, cx: &PageContext<'_>) -> Vec<PageAction> {
        let items = self.items(cx);
        if let Some(by) = distance(action, cx.rows) {
            self.selected = step(self.selected, by, items.len());
            return Vec::new();
        }
        let item = items.get(self.selected);
        match action {
            Action::SettingEdit => Self::edit(item, cx),
            Action::SettingAdd => self.add(item, cx),
            Action::SettingRemove => Self::remove(item),
            Action::SettingPull => self.pull(item, cx),
            Action::SettingProbe => Self::probe(item),
            Action::SettingProvider => {
                self.next_provider(cx);
                Vec::new()
            }
            Action::SettingTest => {
                let name = item.map(|item| item.provider().to_owned());
                name.into_iter().map(PageAction::Test).collect()
            }
            Action::SettingToggle => vec![PageAction::Say(say!("settings-not-on-off").to_owned())],
            Action::Search => {
                let line = Line::new(Purpose::Filter, &self.filter);
                vec![PageAction::Show(Box::new(PageDialog::Line(Box::new(line))))]
            }
            // The servers are queried once, when the page is first opened.
            Action::OpenSettings if cx.jobs.offers.state == QueryState::No => {
                vec![PageAction::AskOffers]
            }
            _ => Vec::new(),
        }
    }

    fn set_filter(&mut self, filter: String) {
        self.filter = filter;
        self.selected = 0;
    }

    fn reveal(&mut self, what: &str, cx: &PageContext<'_>) {
        let place = |page: &Self| {
            page.items(cx).iter().position(|item| match item {
                Item::Kept(model) => {
                    let record = &model.record;
                    record.id == what || format!("{}/{}", record.provider, record.api_name) == what
                }
                Item::Found(_) => false,
            })
        };
        if place(self).is_none() {
            self.filter.clear();
            self.provider = None;
        }
        self.selected = place(self).unwrap_or(self.selected);
    }

    fn keys(&self, cx: &PageContext<'_>) -> Vec<Key> {
        let enter = match self.items(cx).get(self.selected) {
            Some(Item::Kept(model)) if model.origin == Origin::BuiltIn => {
                say!("settings-key-temperature")
            }
            Some(Item::Found(_)) => say!("settings-key-keep"),
            Some(Item::Kept(_)) | None => say!("settings-key-edit"),
        };
        vec![
            (Action::SettingEdit, enter),
            (Action::SettingAdd, say!("settings-key-add")),
            (Action::SettingRemove, say!("settings-key-remove")),
            (Action::Search, say!("settings-key-filter")),
            (Action::SettingProvider, say!("settings-key-provider")),
            (Action::SettingPull, say!("settings-key-fetch")),
            (Action::SettingProbe, say!("settings-key-probe")),
        ]
    }

    fn sheet(&self, cx: &PageContext<'_>, width: usize) -> PageContent {
        let items = self.items(cx);
        let selected = self.selected.min(items.len().saturating_sub(1));
        let mut rows: Vec<Row> = items.iter().map(|item| row(item, width)).collect();
        if rows.is_empty() {
            let words = say!("settings-models-none-fits");
            rows.push(Row::text(words, TextStyle::of(Role::FgMuted)));
        }
        let mut detail = items
            .get(selected)
            .map_or_else(Vec::new, |item| detail(item, cx, width));
        let of_page = |name: &&(String, Notice)| {
            self.provider.as_deref().is_none_or(|only| only == name.0)
                && cx
                    .shown
                    .provider(&name.0)
                    .is_some_and(|one| one.read.fetches_models)
        };
        for (provider, error) in cx.jobs.offers.errors.iter().filter(of_page) {
            let words = say!(
                "settings-provider-not-asked",
                provider,
                error = visible(&said(error))
            );
            detail.push(Row::text(
                truncate(&words, width),
                TextStyle::of(Role::Warn),
            ));
        }
        PageContent {
            head: self.head(cx, items.len(), width),
            rows,
            selected: (!items.is_empty()).then_some(selected),
            detail,
        }
    }
}

/// `openai/gpt-5  built in  400,000  $ 1.25 in, 10 out`
fn row(item: &Item<'_>, width: usize) -> Row {
    let price = match width {
        // Without the column, the price is still in the details below the rows; a cut model name
        // would be unreadable.
        0..90 => 0,
        _ => 24,
    };
    let name = width.saturating_sub(2 + 10 + 10 + price + 2).max(8);
    let (named, origin, role, window, price_of, changed) = match item {
        Item::Kept(model) => {
            let record = &model.record;
            let (word, role) = match model.origin {
                Origin::BuiltIn => (say!("settings-origin-built-in"), Role::FgMuted),
                Origin::Own => (say!("settings-origin-yours"), Role::Info),
                Origin::New => (say!("settings-origin-new"), Role::Warn),
            };
            (
                format!("{}/{}", record.provider, record.api_name),
                word,
                role,
                thousands(record.context_window),
                price_words(record),
                model.changed,
            )
        }
        Item::Found(model) => {
            let named = format!("{}/{}", model.provider, model.name);
            let bytes = model.bytes.map(size).unwrap_or_default();
            let (word, role) = match (&model.unusable, model.embeds_only) {
                (Some(_), _) => (say!("settings-state-not-there"), Role::Warn),
                (None, true) => (say!("settings-state-vectors"), Role::FgMuted),
                (None, false) => (say!("settings-state-on-server"), Role::Accent),
            };
            (named, word, role, bytes, String::new(), false)
        }
    };
    marked(
        changed,
        vec![
            column(&named, name, None),
            Piece::new(" ", TextStyle::default()),
            column(origin, 10, Some(role)),
            Piece::new(pad_start(&window, 10), TextStyle::default()),
            Piece::new("  ", TextStyle::default()),
            column(&price_of, price.saturating_sub(1), Some(Role::FgMuted)),
        ],
    )
}

fn size(bytes: u64) -> String {
    client::slash::model_size(bytes)
}

fn detail(item: &Item<'_>, cx: &PageContext<'_>, width: usize) -> Vec<Row> {
    let mut rows = facts(item, width);
    let probed = &cx.view.probed;
    if let Some(probe) = ProbedModel::find(probed, item.provider(), item.api_name()) {
        let words = probe_words(probe);
        rows.push(fact(say!("settings-fact-probe"), &words, width));
    }
    rows
}

fn facts(item: &Item<'_>, width: usize) -> Vec<Row> {
    match item {
        Item::Kept(model) => {
            let record = &model.record;
            let limits = say!(
                "settings-limits",
                window = thousands(record.context_window),
                output = thousands(record.max_output_tokens),
                temperature = record.temperature_default
            );
            let cached = record.price.cached;
            let cached = cached.map_or_else(String::new, |one| say!("settings-from-cache", one));
            let price = match record.price == Price::default() {
                true if record.is_free_here() => price_words(record),
                true => say!("settings-unknown").to_owned(),
                false => say!(
                    "settings-price-million",
                    price = price_words(record),
                    cached
                ),
            };
            vec![
                fact(say!("settings-label-name"), &record.name, width),
                fact(say!("settings-fact-limits"), &limits, width),
                fact(say!("settings-fact-price"), &price, width),
            ]
        }
        Item::Found(model) => {
            let (name, words) = match (&model.unusable, model.embeds_only) {
                (Some(why), _) => (
                    say!("settings-state-not-there"),
                    say!(
                        "settings-provider-is",
                        provider = model.provider,
                        why = said(why)
                    ),
                ),
                (None, true) => (
                    say!("settings-state-vectors"),
                    say!("settings-makes-vectors").to_owned(),
                ),
                (None, false) => (
                    say!("settings-state-on-server"),
                    say!("settings-can-be-used").to_owned(),
                ),
            };
            vec![fact(name, &words, width)]
        }
    }
}
