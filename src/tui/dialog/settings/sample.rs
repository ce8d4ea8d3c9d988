//! A small sample of the parts that a theme colours: code, a change with its marks, a question's
//! risk, and messages.

use ratatui::style::Modifier;

use crate::theme::Role;
use crate::widget::row::{Piece, Row, TextStyle};
use l10n::say;

/// Rows of the sample.
pub(super) const ROWS: usize = 6;

/// Returns the sample for a width.
pub(super) fn sample(width: usize) -> Vec<Row> {
    let rows = [code(), same(), deleted(), added(), marks(), messages()];
    rows.into_iter().map(|row| row.cut(width)).collect()
}

fn row(fill: Option<Role>, pieces: &[(&str, Role)]) -> Row {
    let mut row = Row::default();
    for (text, role) in pieces {
        let look = TextStyle::of(*role);
        row.push(text, fill.map_or(look, |fill| look.on(fill)));
    }
    row.fill = fill;
    row
}

fn code() -> Row {
    row(
        None,
        &[
            ("      38    ", Role::DiffLineno),
            ("// one at a time", Role::SynComment),
        ],
    )
}

fn same() -> Row {
    row(
        None,
        &[
            ("      39    ", Role::DiffLineno),
            ("pub fn ", Role::SynKeyword),
            ("refresh", Role::SynFunction),
            ("(id: ", Role::Fg),
            ("u64", Role::SynType),
            (") -> ", Role::Fg),
            ("Token", Role::SynType),
            (" {", Role::Fg),
        ],
    )
}

/// Only its background marks a word that differs, as in a diff.
fn word(row: &mut Row, text: &str, ground: Role) {
    let look = TextStyle::of(Role::Fg)
        .on(ground)
        .with(Modifier::UNDERLINED);
    row.push(text, look);
}

/// The mark of a decision stands before the line's background, as in the review.
fn decided(mut row: Row, mark: &str, role: Role) -> Row {
    let look = TextStyle::of(role).on(Role::BgPopup);
    row.pieces.insert(0, Piece::new(mark, look));
    row
}

fn deleted() -> Row {
    let mut row = row(
        Some(Role::DiffDelBg),
        &[
            ("  40", Role::DiffLineno),
            ("  - ", Role::DiffDelFg),
            ("let ", Role::SynKeyword),
            ("token = ", Role::Fg),
            ("fetch", Role::SynFunction),
            ("(id, ", Role::Fg),
        ],
    );
    word(&mut row, "30", Role::DiffDelWordBg);
    row.push(");", TextStyle::of(Role::Fg).on(Role::DiffDelBg));
    decided(row, " [-]", Role::HunkRejected)
}

fn added() -> Row {
    let mut row = row(
        Some(Role::DiffAddBg),
        &[
            ("  40", Role::DiffLineno),
            ("  + ", Role::DiffAddFg),
            ("let ", Role::SynKeyword),
            ("token = ", Role::Fg),
            ("fetch", Role::SynFunction),
            ("(id, ", Role::Fg),
        ],
    );
    word(&mut row, "\"slow\"", Role::DiffAddWordBg);
    row.push(");", TextStyle::of(Role::Fg).on(Role::DiffAddBg));
    decided(row, " [+]", Role::HunkAccepted)
}

fn marks() -> Row {
    row(
        None,
        &[
            (" [ ] ", Role::HunkPending),
            ("[+] ", Role::HunkAccepted),
            ("[-] ", Role::HunkRejected),
            ("[!] ", Role::HunkConflict),
            ("[u]  ", Role::HunkUser),
            ("│ ", Role::Border),
            ("you", Role::ChatUser),
            ("  ", Role::Fg),
            ("tool", Role::ChatTool),
            ("  ", Role::Fg),
            ("https://example.org", Role::Link),
        ],
    )
}

fn messages() -> Row {
    let mut row = row(
        None,
        &[
            (" ok  ", Role::Ok),
            (say!("settings-sample-warning"), Role::Warn),
            ("  ", Role::Fg),
            (say!("settings-sample-error"), Role::Err),
            ("  ", Role::Fg),
        ],
    );
    row.push(
        " RISK HIGH ",
        TextStyle::of(Role::RiskHighFg).on(Role::RiskHighBg),
    );
    row
}
