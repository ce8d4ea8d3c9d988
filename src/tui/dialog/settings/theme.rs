//! The appearance page: theme, palette, glyphs, mouse, language and others. The whole screen
//! previews a choice at once; only a save stores it.

use super::PageDialog;
use super::page::{Key, PageAction, PageContent, PageContext, PageView, column, fact, marked};
use super::pick::{ValuePicker, next_value};
use super::sample::sample;
use crate::keymap::Action;
use crate::theme::Role;
use crate::widget::list_view::{distance, step};
use crate::widget::row::{Piece, Row, TextStyle};
use crate::widget::wrap::wrap_text;
use client::settings::{ShownConfig, is_unset};
use client::text::{truncate, visible};
use l10n::{of_setting, said, say};

/// Key of the setting that takes effect only at the next start.
const AT_START: &str = "interface";

#[derive(Debug, Default)]
pub(super) struct ThemePage {
    selected: usize,
}

impl PageView for ThemePage {
    fn word(&self) -> &'static str {
        "theme"
    }

    fn act(&mut self, action: Action, cx: &PageContext<'_>) -> Vec<PageAction> {
        if let Some(by) = distance(action, cx.rows) {
            self.selected = step(self.selected, by, cx.shown.look.len());
            return Vec::new();
        }
        let Some(one) = cx.shown.look.get(self.selected) else {
            return Vec::new();
        };
        match action {
            Action::SettingEdit => vec![PageAction::Show(Box::new(PageDialog::Pick(Box::new(
                ValuePicker::of(one, &cx.view.broken_themes),
            ))))],
            Action::SettingToggle => next_value(one).into_iter().collect(),
            _ => Vec::new(),
        }
    }

    fn reveal(&mut self, what: &str, cx: &PageContext<'_>) {
        let place = cx.shown.look.iter().position(|one| one.key() == what);
        self.selected = place.unwrap_or(self.selected);
    }

    fn keys(&self, _cx: &PageContext<'_>) -> Vec<Key> {
        vec![
            (Action::SettingEdit, say!("settings-key-choose")),
            (Action::SettingToggle, say!("settings-key-next-value")),
        ]
    }

    fn sheet(&self, cx: &PageContext<'_>, width: usize) -> PageContent {
        let detail = cx.shown.look.get(self.selected);
        PageContent {
            head: Vec::new(),
            rows: cx.shown.look.iter().map(|one| row(one, width)).collect(),
            selected: detail.map(|_| self.selected),
            detail: detail.map_or(Vec::new(), |one| self::detail(one, cx, width)),
        }
    }
}

fn row(one: &ShownConfig, width: usize) -> Row {
    let name = width.saturating_sub(2).min(16);
    // On a narrow screen the source moves into the details below.
    let from = if width < 70 { 0 } else { (width / 2).min(60) };
    let value = width.saturating_sub(2 + name + 1 + from + 1);
    let said_by = &one.read.said.from;
    let said = match &one.to {
        Some(_) => (say!("settings-not-saved-yet").into(), Role::Warn),
        None if is_unset(said_by) => (said(said_by), Role::FgMuted),
        None => (said(said_by), Role::Info),
    };
    marked(
        one.to.is_some(),
        vec![
            column(one.key(), name, None),
            Piece::new(" ", TextStyle::default()),
            column(one.value().unwrap_or_default(), value, Some(Role::Accent)),
            Piece::new(" ", TextStyle::default()),
            column(&said.0, from, Some(said.1)),
        ],
    )
}

fn detail(one: &ShownConfig, cx: &PageContext<'_>, width: usize) -> Vec<Row> {
    let doc = of_setting(one.key()).unwrap_or(&one.read.said.doc);
    let mut rows = wrap_text(doc, TextStyle::default(), width);
    // A setting that takes effect only at the next start has no preview.
    if one.to.is_some() && one.key() != AT_START {
        let words = say!("settings-look-tried");
        rows.extend(wrap_text(words, TextStyle::of(Role::Warn), width));
    }
    if let Some(over) = &one.read.over {
        let words = say!("settings-look-over", from = visible(&said(over)));
        rows.extend(wrap_text(&words, TextStyle::of(Role::Warn), width));
    }
    if one.key() == AT_START {
        let words = say!("settings-look-at-start");
        rows.push(Row::text(
            truncate(words, width),
            TextStyle::of(Role::FgMuted),
        ));
    }
    if one.key() == "theme" {
        for (_, fault) in &cx.view.broken_themes {
            rows.extend(wrap_text(
                &visible(&said(fault)),
                TextStyle::of(Role::Err),
                width,
            ));
        }
    }
    rows.push(fact(
        say!("settings-fact-kept-in"),
        &said(&one.read.said.change_in),
        width,
    ));
    rows.push(Row::default());
    rows.extend(sample(width));
    rows
}
