//! The page of budgets and policy: the configured values, their sources, and those stored in the
//! user's file. Lists of rules are edited in their files, which contain comments of the user's own.

use super::PageDialog;
use super::field::{Line, Purpose};
use super::page::{Key, PageAction, PageContent, PageContext, PageView, column, fact, marked};
use super::pick::{ValuePicker, next_value};
use crate::keymap::Action;
use crate::theme::Role;
use crate::widget::list_view::{distance, step};
use crate::widget::row::{Piece, Row, TextStyle};
use crate::widget::wrap::wrap_text;
use client::settings::{ChangeMethod, ShownConfig, change_method, is_unset};
use client::slash::config_value;
use client::text::{truncate, visible};
use l10n::{counted, money, of_setting, said, say, thousands};

#[derive(Debug, Default)]
pub(super) struct PolicyPage {
    selected: usize,
}

impl PolicyPage {
    fn chosen<'a>(&self, cx: &PageContext<'a>) -> Option<&'a ShownConfig> {
        cx.shown.policy.get(self.selected)
    }
}

impl PageView for PolicyPage {
    fn word(&self) -> &'static str {
        "policy"
    }

    fn act(&mut self, action: Action, cx: &PageContext<'_>) -> Vec<PageAction> {
        if let Some(by) = distance(action, cx.rows) {
            self.selected = step(self.selected, by, cx.shown.policy.len());
            return Vec::new();
        }
        let Some(one) = self.chosen(cx) else {
            return Vec::new();
        };
        match (action, change_method(&one.read)) {
            (Action::SettingEdit | Action::SettingToggle, ChangeMethod::ByHand) => {
                vec![PageAction::Say(say!(
                    "settings-not-here",
                    key = one.key(),
                    file = one.read.said.change_in
                ))]
            }
            (Action::SettingEdit, ChangeMethod::Choice) => {
                vec![PageAction::Show(Box::new(PageDialog::Pick(Box::new(
                    ValuePicker::unseen(one),
                ))))]
            }
            (Action::SettingToggle, ChangeMethod::Choice) => next_value(one).into_iter().collect(),
            (Action::SettingEdit | Action::SettingToggle, ChangeMethod::Typed(wanted)) => {
                let wanted = said(wanted);
                let purpose = Purpose::Config(one.key().to_owned(), wanted);
                let line = Line::new(purpose, one.value().unwrap_or_default());
                vec![PageAction::Show(Box::new(PageDialog::Line(Box::new(line))))]
            }
            _ => Vec::new(),
        }
    }

    fn reveal(&mut self, what: &str, cx: &PageContext<'_>) {
        let place = cx.shown.policy.iter().position(|one| one.key() == what);
        self.selected = place.unwrap_or(self.selected);
    }

    fn sheet(&self, cx: &PageContext<'_>, width: usize) -> PageContent {
        let detail = self.chosen(cx);
        PageContent {
            head: vec![Row::text(
                truncate(&spent(cx), width),
                TextStyle::of(Role::FgMuted),
            )],
            rows: cx.shown.policy.iter().map(|one| row(one, width)).collect(),
            selected: detail.map(|_| self.selected),
            detail: detail.map_or(Vec::new(), |one| self::detail(one, width)),
        }
    }

    fn keys(&self, cx: &PageContext<'_>) -> Vec<Key> {
        match self.chosen(cx).map(|one| change_method(&one.read)) {
            Some(ChangeMethod::Choice) => vec![
                (Action::SettingEdit, say!("settings-key-choose")),
                (Action::SettingToggle, say!("settings-key-next-value")),
            ],
            Some(ChangeMethod::Typed(_)) => {
                vec![(Action::SettingEdit, say!("settings-key-type-value"))]
            }
            _ => vec![(Action::SettingEdit, say!("settings-key-where-set"))],
        }
    }
}

fn detail(one: &ShownConfig, width: usize) -> Vec<Row> {
    let doc = of_setting(one.key()).unwrap_or(&one.read.said.doc);
    let mut rows = wrap_text(doc, TextStyle::default(), width);
    if let ChangeMethod::Typed(wanted) = change_method(&one.read) {
        let wanted = said(wanted);
        rows.push(fact(say!("settings-fact-can-be"), &wanted, width));
    }
    // This row comes before those that are cut first on a low screen.
    let when = say!("settings-look-at-start");
    rows.push(Row::text(
        truncate(when, width),
        TextStyle::of(Role::FgMuted),
    ));
    rows.push(fact(
        say!("settings-fact-said-by"),
        &said(&one.read.said.from),
        width,
    ));
    if let Some(over) = &one.read.over {
        let words = say!("settings-look-over", from = visible(&said(over)));
        rows.extend(wrap_text(&words, TextStyle::of(Role::Warn), width));
    }
    let place = match change_method(&one.read) {
        ChangeMethod::ByHand => say!("settings-fact-change-in"),
        ChangeMethod::Choice | ChangeMethod::Typed(_) => say!("settings-fact-kept-in"),
    };
    rows.push(fact(place, &said(&one.read.said.change_in), width));
    rows
}

/// `today 12,345 tokens, $0.12 of $5.00`
fn spent(cx: &PageContext<'_>) -> String {
    let today = &cx.view.today;
    let budget = &cx.view.budgets.day;
    let tokens = counted(today.tokens, "token");
    let most = budget.tokens.map_or(String::new(), |most| {
        say!("settings-today-of", most = thousands(most))
    });
    let money = match budget.usd {
        Some(most) => say!(
            "settings-today-usd",
            usd = money(today.usd, 2),
            most = money(most, 2)
        ),
        None => money(today.usd, 2),
    };
    let unknown = match today.unpriced_tokens {
        0 => String::new(),
        tokens => say!("settings-today-unknown", tokens = counted(tokens, "token")),
    };
    say!("settings-today", tokens, most, money, unknown)
}

fn row(one: &ShownConfig, width: usize) -> Row {
    let key = width.saturating_sub(2).min(28);
    // On a narrow screen the source moves into the details below.
    let from = if width < 70 { 0 } else { (width / 3).min(46) };
    let value = width.saturating_sub(2 + key + 1 + from + 1);
    let said_by = &one.read.said.from;
    let (source, role) = match &one.to {
        Some(_) => (say!("settings-not-saved-yet").into(), Role::Warn),
        None if is_unset(said_by) => (said(said_by), Role::FgMuted),
        None => (said(said_by), Role::Info),
    };
    let shown = config_value(one.value());
    marked(
        one.to.is_some(),
        vec![
            column(one.key(), key, None),
            Piece::new(" ", TextStyle::default()),
            column(&visible(shown), value, Some(Role::Accent)),
            Piece::new(" ", TextStyle::default()),
            column(&source, from, Some(role)),
        ],
    )
}
