//! The row of buttons of each kind of question, narrow and wide. The first button has the focus
//! initially, so it is "no" if the risk is high. Called by `decide` and `rows`.

use super::entry::{Entry, Others, View};
use super::input::Act;
use client::question::{Choice, is_high_risk};
use l10n::say;
use protocol::approval::QuestionBody;

/// From this width on the long labels are used.
pub const WIDE: u16 = 120;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Button {
    /// Label between the brackets.
    pub label: String,
    pub act: Act,
}

/// The row: buttons, the blanks between them, and the words behind them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ButtonRow {
    pub buttons: Vec<Button>,
    /// Number of blanks between the buttons.
    pub gap: usize,
    /// Words behind the buttons, with their blanks.
    pub tail: String,
}

/// Returns the buttons of a question.
pub fn of(entry: &Entry, view: View) -> Vec<Button> {
    row(entry, view).buttons
}

/// Returns the name of "all of it" for the buttons and the hint row.
pub fn details(body: &QuestionBody) -> &'static str {
    match body {
        QuestionBody::Write { .. } => say!("bar-details-diff-long"),
        QuestionBody::Command { .. } => say!("bar-details-text-long"),
        QuestionBody::Delete { .. } => say!("bar-details-preview"),
        QuestionBody::Confirm { .. } | QuestionBody::Input { .. } | QuestionBody::Select { .. } => {
            say!("bar-details-all")
        }
    }
}

/// Returns the whole row of a question, with the way back if there is one.
pub fn row(entry: &Entry, view: View) -> ButtonRow {
    let mut row = row_of_body(entry, view);
    if entry.question.has_way_back() {
        row.buttons
            .push(button(say!("bar-button-back"), Act::Choose(Choice::Back)));
    }
    row
}

fn row_of_body(entry: &Entry, view: View) -> ButtonRow {
    let wide = view.width >= WIDE;
    let words = Words { wide };
    match &entry.question.body {
        QuestionBody::Input { .. } => ButtonRow {
            buttons: vec![
                button(say!("bar-enter-answer"), Act::Press),
                button(say!("bar-esc-later"), Act::Choose(Choice::Later)),
                button(say!("bar-button-skip"), Act::Choose(Choice::Skip)),
            ],
            gap: 2,
            tail: say!("bar-readline").to_owned(),
        },
        QuestionBody::Select { .. } => select_row(entry),
        _ if entry.timer.is_some() => timer_row(entry),
        QuestionBody::Write { .. } if entry.question.changed && !is_high_risk(&entry.question) => {
            ButtonRow {
                buttons: vec![
                    button(say!("bar-button-full-diff"), Act::Choose(Choice::Show)),
                    button(say!("bar-button-no"), Act::Choose(Choice::No)),
                    button(say!("bar-button-yes"), Act::Choose(Choice::Yes)),
                ],
                gap: 2,
                tail: String::new(),
            }
        }
        QuestionBody::Write { .. } => words.write_row(entry, view),
        QuestionBody::Command { .. } => words.command_row(entry, view),
        QuestionBody::Delete { .. } => words.delete_row(entry),
        QuestionBody::Confirm { .. } => words.confirm_row(entry, view),
    }
}

fn select_row(entry: &Entry) -> ButtonRow {
    let keys = say!("bar-choose-keys", last = entry.items().min(9));
    ButtonRow {
        buttons: vec![
            button(&keys, Act::Down),
            button(say!("bar-enter-answer"), Act::Press),
            button(say!("bar-button-marks"), Act::Toggle),
            button(say!("bar-button-skip"), Act::Choose(Choice::Skip)),
            button(say!("bar-esc-later"), Act::Choose(Choice::Later)),
        ]
        .into_iter()
        .filter(|button| button.act != Act::Toggle || is_multiple(entry))
        .collect(),
        gap: 2,
        tail: String::new(),
    }
}

fn is_multiple(entry: &Entry) -> bool {
    matches!(
        entry.question.body,
        QuestionBody::Select { multiple: true, .. }
    )
}

fn timer_row(entry: &Entry) -> ButtonRow {
    let held = entry.timer.is_some_and(|timer| timer.held);
    let space = if held {
        say!("bar-button-timer-on")
    } else {
        say!("bar-button-timer-off")
    };
    let yes = format!("y {}", entry.yes());
    ButtonRow {
        buttons: vec![
            button(say!("bar-button-no-now"), Act::Choose(Choice::No)),
            button(&yes, Act::Choose(Choice::Yes)),
            button(space, Act::Toggle),
            button(say!("bar-button-later-stops"), Act::Choose(Choice::Later)),
        ],
        gap: 2,
        tail: String::new(),
    }
}

struct Words {
    wide: bool,
}

impl Words {
    /// Returns the long text on a wide screen, otherwise the short one.
    fn either<'a>(&self, long: &'a str, short: &'a str) -> &'a str {
        if self.wide { long } else { short }
    }

    fn gap(&self) -> usize {
        if self.wide { 2 } else { 1 }
    }

    /// Returns no and yes if the risk is high, otherwise yes and no.
    fn decisions(&self, entry: &Entry) -> Vec<Button> {
        if is_high_risk(&entry.question) {
            let yes = format!("y {}", entry.yes());
            vec![
                button(say!("bar-button-no"), Act::Choose(Choice::No)),
                button(&yes, Act::Choose(Choice::Yes)),
            ]
        } else {
            let yes = self.either(say!("bar-button-yes-once"), say!("bar-button-yes"));
            vec![
                button(yes, Act::Choose(Choice::Yes)),
                button(say!("bar-button-no"), Act::Choose(Choice::No)),
            ]
        }
    }

    fn finish(&self, mut buttons: Vec<Button>, entry: &Entry, view: View) -> ButtonRow {
        let tail = if is_high_risk(&entry.question) {
            self.either(say!("bar-no-always-long"), say!("bar-no-always"))
        } else {
            if entry.offers_always(view) {
                let label = self.either(say!("bar-button-always-long"), say!("bar-button-always"));
                buttons.push(button(label, Act::Choose(Choice::Always)));
            }
            match view.others {
                Others::Wait => self.either(say!("bar-tail-others"), say!("bar-tail")),
                Others::None => self.either(say!("bar-tail-long"), say!("bar-tail")),
            }
        };
        ButtonRow {
            buttons,
            gap: self.gap(),
            tail: tail.to_owned(),
        }
    }

    fn write_row(&self, entry: &Entry, view: View) -> ButtonRow {
        let mut buttons = self.decisions(entry);
        buttons.push(button(
            self.either(say!("bar-button-full-diff"), say!("bar-button-diff")),
            Act::Choose(Choice::Show),
        ));
        buttons.push(button(say!("bar-button-edit"), Act::Choose(Choice::Edit)));
        let comment = self.either(say!("bar-button-comment-long"), say!("bar-button-comment"));
        buttons.push(button(comment, Act::Comment));
        self.finish(buttons, entry, view)
    }

    /// Adds, for a command beside proposed changes, what a yes does with the changes,
    /// and the switch.
    fn proposed(&self, entry: &Entry, buttons: &mut Vec<Button>) {
        let Some(switch) = entry.switch() else {
            return;
        };
        let yes = if entry.draft.on_disk {
            self.either(
                say!("bar-button-run-disk-long"),
                say!("bar-button-run-disk"),
            )
        } else {
            self.either(
                say!("bar-button-apply-run-long"),
                say!("bar-button-apply-run"),
            )
        };
        let asked = buttons
            .iter_mut()
            .find(|button| button.act == Act::Choose(Choice::Yes));
        if let Some(button) = asked.filter(|_| !is_high_risk(&entry.question)) {
            button.label = yes.to_owned();
        }
        buttons.push(button(&say!("bar-button-switch", switch), Act::Toggle));
    }

    fn command_row(&self, entry: &Entry, view: View) -> ButtonRow {
        let mut buttons = self.decisions(entry);
        self.proposed(entry, &mut buttons);
        if entry.question.offers_network() && !is_high_risk(&entry.question) {
            buttons.push(button(
                self.either(say!("bar-button-network-long"), say!("bar-button-network")),
                Act::Choose(Choice::Network),
            ));
        }
        buttons.push(button(
            self.either(say!("bar-button-edit-command"), say!("bar-button-edit")),
            Act::Choose(Choice::Edit),
        ));
        buttons.push(button(say!("bar-button-explain"), Act::Choose(Choice::Why)));
        buttons.push(button(
            self.either(say!("bar-button-full-text"), say!("bar-button-full")),
            Act::Choose(Choice::Show),
        ));
        self.finish(buttons, entry, view)
    }

    fn delete_row(&self, entry: &Entry) -> ButtonRow {
        let mut buttons = self.decisions(entry);
        buttons.push(button(say!("bar-button-toggle"), Act::Toggle));
        buttons.push(button(
            say!("bar-button-preview"),
            Act::Choose(Choice::Show),
        ));
        if self.wide {
            buttons.push(button(say!("bar-button-move"), Act::Down));
        }
        ButtonRow {
            buttons,
            gap: 2,
            tail: String::new(),
        }
    }

    fn confirm_row(&self, entry: &Entry, view: View) -> ButtonRow {
        let mut buttons = self.decisions(entry);
        if entry.question.asks_for_network_again() {
            let never = self.either(say!("bar-button-never-long"), say!("bar-button-never"));
            buttons.push(button(never, Act::Choose(Choice::Never)));
        }
        let comment = self.either(say!("bar-button-comment-long"), say!("bar-button-comment"));
        buttons.push(button(comment, Act::Comment));
        self.finish(buttons, entry, view)
    }
}

pub fn button(label: &str, act: Act) -> Button {
    Button {
        label: label.to_owned(),
        act,
    }
}
