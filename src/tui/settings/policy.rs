//! The page of budgets and policy: what the configuration says, from where, and where it is changed. Nothing of it
//! is changed here: these are files with comments of the human's own.

use super::page::{Cx, Key, PageView, Sheet, Wish, column, distance, fact, step};
use crate::language::{Telling, counted, money, of_setting, retold, say};
use crate::protocol::catalogue::ConfiguredValue;
use crate::tui::keymap::Action;
use crate::tui::theme::Role;
use crate::tui::widget::row::{Look, Piece, Row};
use crate::tui::widget::text::{truncate, visible};
use crate::tui::widget::wrap::wrap_text;

/// See the module.
#[derive(Debug, Default)]
pub(super) struct PolicyPage {
    selected: usize,
}

impl PageView for PolicyPage {
    fn word(&self) -> &'static str {
        "policy"
    }

    fn act(&mut self, action: Action, cx: &Cx<'_>) -> Vec<Wish> {
        if let Some(by) = distance(action, cx.rows) {
            self.selected = step(self.selected, by, cx.view.configured.len());
            return Vec::new();
        }
        let row = cx.view.configured.get(self.selected);
        let changes = matches!(action, Action::SettingEdit | Action::SettingToggle);
        match row.filter(|_| changes) {
            Some(row) => vec![Wish::Say(say!(
                "settings-not-here",
                key = row.key,
                file = row.change_in
            ))],
            None => Vec::new(),
        }
    }

    fn sheet(&self, cx: &Cx<'_>, width: usize) -> Sheet {
        let row = |one: &ConfiguredValue| config_row(one, width);
        let detail = cx.view.configured.get(self.selected);
        Sheet {
            head: vec![Row::text(
                truncate(&spent(cx), width),
                Look::of(Role::FgMuted),
            )],
            rows: cx.view.configured.iter().map(row).collect(),
            selected: (!cx.view.configured.is_empty()).then_some(self.selected),
            detail: detail.map_or(Vec::new(), |one| {
                let doc = of_setting(&one.key).unwrap_or(&one.doc);
                let mut rows = wrap_text(doc, Look::default(), width);
                rows.push(fact(
                    say!("settings-fact-said-by"),
                    &retold(Telling::Origin, &one.from),
                    width,
                ));
                rows.push(fact(say!("settings-fact-change-in"), &one.change_in, width));
                rows
            }),
        }
    }

    fn keys(&self, _cx: &Cx<'_>) -> Vec<Key> {
        vec![(Action::SettingEdit, say!("settings-key-where-set"))]
    }
}

/// `today 12,345 tokens, $0.12 of $5.00`
fn spent(cx: &Cx<'_>) -> String {
    let today = &cx.view.today;
    let budget = &cx.view.budgets.day;
    let tokens = counted(today.tokens, "token");
    let most = budget.tokens.map_or(String::new(), |most| {
        say!("settings-today-of", most = crate::language::thousands(most))
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

fn config_row(one: &ConfiguredValue, width: usize) -> Row {
    let key = width.saturating_sub(2).min(28);
    // Where there is no room for it, it is below.
    let from = if width < 70 { 0 } else { (width / 3).min(46) };
    let value = width.saturating_sub(2 + key + 1 + from + 1);
    let role = match one.from == super::draft::NOBODY {
        true => Role::FgMuted,
        false => Role::Info,
    };
    let mut row = Row::text("  ", Look::default());
    for piece in [
        column(&one.key, key, None),
        Piece::new(" ", Look::default()),
        column(
            &visible(&retold(Telling::Origin, &one.value)),
            value,
            Some(Role::Accent),
        ),
        Piece::new(" ", Look::default()),
        column(&retold(Telling::Origin, &one.from), from, Some(role)),
    ] {
        row.push(&piece.text, piece.look);
    }
    row
}
