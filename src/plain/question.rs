//! Prints a question of the engine or the agent: who asks, everything that yes would allow, the
//! risk with its reasons, and the numbered choices. `answer` interprets the answering line; both
//! take the choices from [`choices`].

mod body;

use super::text::{exact, exact_line, exact_name, line, told};
use super::words;
use body::body;
pub(super) use body::difference;
use l10n::{counted, said, say};
use protocol::approval::{
    AskReason, Decision, DeleteItem, GrantScope, Question, QuestionBody, Risk,
};
use protocol::change::DiffChange;

/// A choice of a permission question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Choice {
    /// Yes, once; at high risk the word must be typed.
    Yes,
    /// Yes, without writing the proposed changes first.
    OnDisk,
    No,
    /// Yes, and for more than this once: asks for the scope.
    Always,
    /// Choose hunks of the change.
    Hunks,
    Edit,
    /// Prints the question again with the whole diff.
    Show,
    /// Explains the risk.
    Why,
    Later,
}

impl Choice {
    /// Returns the choice's word as printed.
    pub(super) fn printed_word(self) -> &'static str {
        words::printed_form(self.word())
    }

    /// Returns the choice's word in English.
    pub(super) fn word(self) -> &'static str {
        match self {
            Choice::Yes => "yes",
            Choice::OnDisk => "disk",
            Choice::No => "no",
            Choice::Always => "always",
            Choice::Hunks => "hunks",
            Choice::Edit => "edit",
            Choice::Show => "show",
            Choice::Why => "why",
            Choice::Later => "later",
        }
    }

    fn meaning(self, question: &Question) -> String {
        match self {
            Choice::Yes if is_high(question) => {
                return say!("plain-way-yes-high", word = word(question));
            }
            Choice::Yes => match &question.body {
                QuestionBody::Command {
                    proposed: Some(_), ..
                } => say!("plain-way-yes-apply"),
                QuestionBody::Confirm { .. } => say!("plain-way-yes-once"),
                _ => say!("plain-way-yes"),
            },
            Choice::OnDisk => say!("plain-way-disk"),
            Choice::No => say!("plain-way-no"),
            Choice::Always => say!("plain-way-always"),
            Choice::Hunks => say!("plain-way-hunks"),
            Choice::Edit => say!("plain-way-edit"),
            Choice::Show => say!("plain-way-show"),
            Choice::Why => say!("plain-way-why"),
            Choice::Later => say!("plain-way-later"),
        }
        .to_owned()
    }
}

/// Returns the choices of a permission question in the order of their numbers; empty if the answer
/// is free text.
pub(super) fn choices(question: &Question) -> Vec<Choice> {
    let mut choices = vec![Choice::Yes];
    match &question.body {
        QuestionBody::Input { .. } | QuestionBody::Select { .. } => return Vec::new(),
        _ => {}
    }
    // One is yes and two is no in every question.
    choices.push(Choice::No);
    if let QuestionBody::Command {
        proposed: Some(_), ..
    } = &question.body
        && !is_high(question)
    {
        choices.push(Choice::OnDisk);
    }
    if offers_always(question) {
        choices.push(Choice::Always);
    }
    match &question.body {
        // A high-risk change is accepted whole and by its word, or not at all.
        QuestionBody::Write { .. } if !is_high(question) => {
            choices.extend([Choice::Hunks, Choice::Edit]);
        }
        QuestionBody::Command { .. } => choices.push(Choice::Edit),
        _ => {}
    }
    choices.extend([Choice::Show, Choice::Why, Choice::Later]);
    choices
}

/// Whether yes must be typed as a word.
pub(super) fn is_high(question: &Question) -> bool {
    question.risk.risk == Risk::High
}

/// Whether the question asks for permission, as opposed to the user's own answer.
pub(super) fn asks_permission(question: &Question) -> bool {
    !matches!(
        question.body,
        QuestionBody::Input { .. } | QuestionBody::Select { .. }
    )
}

/// Whether the scopes of "always" are offered: never for actions that are high risk or
/// always asked about.
pub(super) fn offers_always(question: &Question) -> bool {
    !is_high(question)
        && !question.risk.always_ask
        && !question.scopes.is_empty()
        && asks_permission(question)
}

/// Returns the word for yes at high risk, as printed.
pub(super) fn word(question: &Question) -> String {
    match &question.body {
        QuestionBody::Write { .. } => say!("plain-high-write").to_owned(),
        QuestionBody::Command { .. } => say!("plain-high-run").to_owned(),
        QuestionBody::Delete { files } => say!("plain-high-delete", count = all_of(files)),
        _ => words::printed_form("yes").to_owned(),
    }
}

/// Whether the text is exactly that word; its English form is accepted too.
pub(super) fn is_word(typed: &str, question: &Question) -> bool {
    let english = match &question.body {
        QuestionBody::Write { .. } => "write".to_owned(),
        QuestionBody::Command { .. } => "run".to_owned(),
        QuestionBody::Delete { files } => format!("delete {}", all_of(files)),
        _ => "yes".to_owned(),
    };
    typed == english || typed == word(question)
}

fn all_of(files: &[DeleteItem]) -> u64 {
    files.iter().map(|file| file.files).sum()
}

/// The printed extent of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum QuestionExtent {
    /// A long diff is cut.
    First,
    Whole,
}

/// Returns the question as lines: `Question 1 of 2: …`, its body, its choices.
pub(super) fn lines(
    question: &Question,
    (place, of): (usize, usize),
    extent: QuestionExtent,
) -> Vec<String> {
    let changed = if question.changed {
        say!("plain-question-changed")
    } else {
        ""
    };
    let title = title(question);
    let mut lines = vec![match of {
        0 | 1 => say!("plain-question", changed, title),
        of => say!("plain-question-of", place, of, changed, title),
    }];
    if let Some(place) = &question.wizard {
        lines.push(say!("plain-step", number = place.number, of = place.of));
        lines.extend(place.given().map(given));
    }
    lines.extend(body(question, extent));
    lines.extend(reasons(question));
    if let Some(seconds) = question.timeout_s {
        lines.push(say!(
            "plain-question-time",
            seconds = counted(seconds, "second")
        ));
    }
    lines.extend(ways(question));
    if question.has_way_back() {
        lines.push(say!("plain-step-back").to_owned());
    }
    lines
}

/// Returns the words for the answer that the user gave before coming back to the question.
fn given(decision: &Decision) -> String {
    let what = match decision {
        Decision::Text { text } => exact_line(text),
        Decision::Selected { indices } => {
            let numbers: Vec<String> = indices.iter().map(|at| (at + 1).to_string()).collect();
            numbers.join(", ")
        }
        Decision::Yes => say!("plain-answered-yes").to_owned(),
        Decision::No { .. } => say!("plain-answered-no").to_owned(),
        _ => say!("plain-none").to_owned(),
    };
    say!("plain-step-given", what)
}

/// Returns the question in one sentence.
pub(super) fn title(prompt: &Question) -> String {
    let by = if prompt.is_typed_by_user() {
        say!("plain-by-you").to_owned()
    } else {
        say!("plain-by", who = line(&prompt.origin))
    };
    match &prompt.body {
        QuestionBody::Write { path, diff, .. } => {
            let change = match diff.change {
                DiffChange::Modified => "modified",
                DiffChange::Created => "created",
                DiffChange::Deleted => "deleted",
            };
            say!(
                "plain-title-write",
                path = exact_name(path),
                change,
                added = counted(diff.added, "line"),
                removed = counted(diff.removed, "line"),
                by
            )
        }
        QuestionBody::Command { .. } => say!("plain-title-command", by = sentence(&by)),
        QuestionBody::Delete { files } => {
            say!(
                "plain-title-delete",
                files = counted(all_of(files), "file"),
                by = sentence(&by)
            )
        }
        QuestionBody::Confirm { question } => say!(
            "plain-title-confirm",
            question = exact_line(said(question).trim()),
            by
        ),
        QuestionBody::Input { question, .. } | QuestionBody::Select { question, .. } => {
            format!("{} ({by})", exact_line(question.trim()))
        }
    }
}

fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    match letters.next() {
        Some(first) => format!("{}{}.", first.to_uppercase(), letters.as_str()),
        None => String::new(),
    }
}

/// Returns the words for the risk of a yes; empty if there is none.
fn reasons(question: &Question) -> Vec<String> {
    if !asks_permission(question) {
        return Vec::new();
    }
    let risk = question.risk.risk.word();
    let why: Vec<String> = question
        .risk
        .reasons
        .iter()
        .map(|reason| told(&reason.text))
        .collect();
    if why.is_empty() {
        vec![say!("plain-risk", risk)]
    } else {
        vec![say!("plain-risk-why", risk, why = why.join("; "))]
    }
}

/// Returns the lines that list the possible input.
fn ways(question: &Question) -> Vec<String> {
    match &question.body {
        QuestionBody::Input { .. } => {
            return vec![say!("plain-input-how").to_owned()];
        }
        QuestionBody::Select {
            multiple, options, ..
        } => {
            let options = counted(options.len(), "option");
            return vec![if *multiple {
                say!("plain-select-several-how", options)
            } else {
                say!("plain-select-one-how", options)
            }];
        }
        _ => {}
    }
    let mut lines: Vec<String> = choices(question)
        .into_iter()
        .enumerate()
        .map(|(at, choice)| {
            say!(
                "plain-way",
                number = at + 1,
                word = choice.printed_word(),
                meaning = choice.meaning(question)
            )
        })
        .collect();
    if matches!(question.body, QuestionBody::Delete { .. }) {
        lines.push(say!("plain-only-files").to_owned());
    }
    lines.push(if is_high(question) {
        say!("plain-ways-high-how", word = word(question))
    } else {
        say!("plain-ways-how").to_owned()
    });
    lines
}

/// Returns the question in one line, for a user who has heard it before.
pub(super) fn reminder(question: &Question) -> Vec<String> {
    let how = match &question.body {
        QuestionBody::Input { .. } => say!("plain-again-input").to_owned(),
        QuestionBody::Select { .. } => say!("plain-again-select").to_owned(),
        _ if is_high(question) => say!("plain-again-high", word = word(question)),
        _ => say!("plain-again-yes-no").to_owned(),
    };
    short_reminder(
        question,
        say!("plain-question-still-waits", title = title(question)),
        how,
    )
}

/// Returns the reminder for a mode in which no line can answer the question.
pub(super) fn reminder_for_other_mode(question: &Question) -> Vec<String> {
    let waits = say!("plain-question-waits-there", title = title(question));
    short_reminder(question, waits, say!("plain-question-waits-how").to_owned())
}

/// Returns that a question waits, its subject if that is short, and the next step.
fn short_reminder(question: &Question, waits: String, how: String) -> Vec<String> {
    let mut lines = vec![waits];
    if let QuestionBody::Command { command, .. } = &question.body {
        let command = exact(command);
        lines.extend(command.iter().map(|line| say!("plain-command", line)));
    }
    lines.push(how);
    lines
}

/// Returns the output of `?`.
pub(super) fn help(question: &Question) -> Vec<String> {
    let mut lines = ways(question);
    lines.push(say!("plain-help-begun-before").to_owned());
    if !asks_permission(question) {
        lines.push(say!("plain-help-equals").to_owned());
    }
    lines
}

/// Returns the output of `why`.
pub(super) fn why(question: &Question) -> Vec<String> {
    let mut lines = vec![say!("plain-why", risk = question.risk.risk.word())];
    lines.extend(question.risk.reasons.iter().map(|reason| {
        let why = told(&reason.text);
        match question.part_of(reason) {
            Some(part) => say!("plain-why-part", reason = why, part = exact_name(part)),
            None => format!("- {why}"),
        }
    }));
    if question.risk.always_ask {
        lines.push(say!("plain-why-always-asked").to_owned());
    }
    lines.extend(question.asked_for().map(|asked_for| match asked_for {
        AskReason::Risk => say!("asked-for-risk").to_owned(),
        AskReason::Mode => say!("asked-by-mode").to_owned(),
    }));
    lines
}

/// Returns the numbered scopes of "always".
pub(super) fn scopes(question: &Question) -> Vec<String> {
    let mut lines = vec![say!("plain-how-far").to_owned()];
    lines.extend(question.scopes.iter().enumerate().map(|(at, scope)| {
        let grants = exact_line(&said(&scope.grants));
        let grants = match scope.scope {
            GrantScope::UntilNextMessage | GrantScope::Session => grants,
            GrantScope::Workspace | GrantScope::User => say!("plain-for-good", grants),
        };
        format!("{}. {grants}", at + 1)
    }));
    lines.push(say!("plain-how-far-how").to_owned());
    lines
}
