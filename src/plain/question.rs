//! Prints a question of the engine or the agent: who asks, everything that yes would allow, the
//! risk with its reasons, and the numbered choices. `answer` interprets the answering line.

mod body;

use super::text::{exact, exact_line, exact_name, line, told};
use super::words;
use body::body;
pub(super) use body::difference;
use client::phrases::answer::decision;
use client::question::{
    AnswerDraft, Choice, asks_permission, author, choices, is_high_risk, reason_to_ask,
};
use client::text::sentence;
use l10n::{counted, said, say};
use protocol::approval::{DeleteItem, GrantScope, Question, QuestionBody};
use protocol::change::DiffChange;

/// Returns the choices of a permission question in the order of their numbers. The way back to the
/// previous question has a line of its own.
pub(super) fn numbered_choices(question: &Question) -> Vec<Choice> {
    let offered = choices(question).into_iter();
    offered.filter(|choice| *choice != Choice::Back).collect()
}

/// Returns the choice's word as printed.
pub(super) fn printed_word(choice: Choice) -> &'static str {
    words::printed_form(choice.word())
}

fn meaning(choice: Choice, question: &Question) -> String {
    match choice {
        Choice::Yes if is_high_risk(question) => {
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
        Choice::Network => say!("plain-way-network"),
        Choice::Never => say!("plain-way-never"),
        Choice::No => say!("plain-way-no"),
        Choice::Always => say!("plain-way-always"),
        Choice::Hunks => say!("plain-way-hunks"),
        Choice::Edit => say!("plain-way-edit"),
        Choice::Show => say!("plain-way-show"),
        Choice::Why => say!("plain-way-why"),
        Choice::Later => say!("plain-way-later"),
        Choice::Skip | Choice::Back => "",
    }
    .to_owned()
}

/// Returns the word for yes at high risk, as printed.
pub(super) fn word(question: &Question) -> String {
    AnswerDraft::new(question).translated_word(question)
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
        let given = place.given().map(|given| decision(given, exact_line));
        lines.extend(given.map(|what| say!("plain-step-given", what)));
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

/// Returns the question in one sentence.
pub(super) fn title(prompt: &Question) -> String {
    let by = author(prompt, &line(&prompt.origin));
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
    let mut lines: Vec<String> = numbered_choices(question)
        .into_iter()
        .enumerate()
        .map(|(at, choice)| {
            say!(
                "plain-way",
                number = at + 1,
                word = printed_word(choice),
                meaning = meaning(choice, question)
            )
        })
        .collect();
    if matches!(question.body, QuestionBody::Delete { .. }) {
        lines.push(say!("plain-only-files").to_owned());
    }
    lines.push(if is_high_risk(question) {
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
        _ if is_high_risk(question) => say!("plain-again-high", word = word(question)),
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
    lines.extend(reason_to_ask(question).map(str::to_owned));
    lines
}

/// Returns the numbered scopes of "always".
pub(super) fn scopes(question: &Question) -> Vec<String> {
    let mut lines = vec![say!("plain-how-far").to_owned()];
    lines.extend(question.scopes.iter().enumerate().map(|(at, scope)| {
        let grants = exact_line(&said(&scope.grants));
        let grants = match scope.scope {
            GrantScope::UntilNextMessage | GrantScope::Session | GrantScope::Network => grants,
            GrantScope::Workspace | GrantScope::User => say!("plain-for-good", grants),
        };
        format!("{}. {grants}", at + 1)
    }));
    lines.push(say!("plain-how-far-how").to_owned());
    lines
}
