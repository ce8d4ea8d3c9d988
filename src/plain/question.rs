//! A question of the engine or the agent as lines: who asks, all that yes would allow, the risk with its reasons, and
//! the choices with their numbers. What a line answers is told by `answer`; both take the choices from [`choices`].

mod body;

use super::text::{exact, exact_line, exact_name, line};
use super::words;
use crate::l10n::{Telling, counted, notice, retold, say};
use crate::protocol::approval::{
    AskReason, Decision, DeleteItem, GrantScope, Question, QuestionBody, Risk,
};
use crate::protocol::change::DiffChange;
use body::body;
pub(super) use body::difference;

/// What a line can choose at a question that asks for leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Choice {
    /// Yes, once; where the risk is high it wants the word.
    Yes,
    /// Yes, and what is staged is not written first.
    OnDisk,
    No,
    /// Yes, and further: asks how far.
    Always,
    /// Choose hunks of the change.
    Hunks,
    Edit,
    /// All of it once more, the difference whole.
    Show,
    /// Why the risk is what it is.
    Why,
    Later,
}

impl Choice {
    /// Its word as it is told.
    pub(super) fn said(self) -> &'static str {
        words::said(self.word())
    }

    /// Its word in English.
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

    fn meaning(self, prompt: &Question) -> String {
        match self {
            Choice::Yes if is_high(prompt) => {
                return say!("plain-way-yes-high", word = word(prompt));
            }
            Choice::Yes => match &prompt.body {
                QuestionBody::Command {
                    staged: Some(_), ..
                } => say!("plain-way-yes-staged"),
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

/// The choices of a question that asks for leave, in the order of their numbers; none where an answer is typed.
pub(super) fn choices(prompt: &Question) -> Vec<Choice> {
    let mut choices = vec![Choice::Yes];
    match &prompt.body {
        QuestionBody::Input { .. } | QuestionBody::Select { .. } => return Vec::new(),
        _ => {}
    }
    // One is yes and two is no, whatever is asked.
    choices.push(Choice::No);
    if let QuestionBody::Command {
        staged: Some(_), ..
    } = &prompt.body
        && !is_high(prompt)
    {
        choices.push(Choice::OnDisk);
    }
    if offers_always(prompt) {
        choices.push(Choice::Always);
    }
    match &prompt.body {
        // What is high risk is taken whole and by its word, or not.
        QuestionBody::Write { .. } if !is_high(prompt) => {
            choices.extend([Choice::Hunks, Choice::Edit]);
        }
        QuestionBody::Command { .. } => choices.push(Choice::Edit),
        _ => {}
    }
    choices.extend([Choice::Show, Choice::Why, Choice::Later]);
    choices
}

/// Whether yes must be typed as a word.
pub(super) fn is_high(prompt: &Question) -> bool {
    prompt.risk.risk == Risk::High
}

/// Whether it asks for leave, as opposed to an answer of the human's own.
pub(super) fn asks_for_leave(prompt: &Question) -> bool {
    !matches!(
        prompt.body,
        QuestionBody::Input { .. } | QuestionBody::Select { .. }
    )
}

/// Whether the ways to say "always" are offered: never for what is high risk or always asked.
pub(super) fn offers_always(prompt: &Question) -> bool {
    !is_high(prompt)
        && !prompt.risk.always_ask
        && !prompt.scopes.is_empty()
        && asks_for_leave(prompt)
}

/// The word that means yes where the risk is high, as it is told.
pub(super) fn word(prompt: &Question) -> String {
    match &prompt.body {
        QuestionBody::Write { .. } => say!("plain-high-write").to_owned(),
        QuestionBody::Command { .. } => say!("plain-high-run").to_owned(),
        QuestionBody::Delete { files } => say!("plain-high-delete", count = all_of(files)),
        _ => words::said("yes").to_owned(),
    }
}

/// Whether this is that word, letter by letter; its English is understood too.
pub(super) fn is_word(typed: &str, prompt: &Question) -> bool {
    let english = match &prompt.body {
        QuestionBody::Write { .. } => "write".to_owned(),
        QuestionBody::Command { .. } => "run".to_owned(),
        QuestionBody::Delete { files } => format!("delete {}", all_of(files)),
        _ => "yes".to_owned(),
    };
    typed == english || typed == word(prompt)
}

fn all_of(files: &[DeleteItem]) -> u64 {
    files.iter().map(|file| file.files).sum()
}

/// How much of a question is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum QuestionExtent {
    /// A long difference is cut.
    First,
    Whole,
}

/// The question: `Question 1 of 2: …`, its body, its choices.
pub(super) fn lines(
    prompt: &Question,
    (place, of): (usize, usize),
    extent: QuestionExtent,
) -> Vec<String> {
    let changed = if prompt.changed {
        say!("plain-question-changed")
    } else {
        ""
    };
    let title = title(prompt);
    let mut lines = vec![match of {
        0 | 1 => say!("plain-question", changed, title),
        of => say!("plain-question-of", place, of, changed, title),
    }];
    if let Some(place) = &prompt.wizard {
        lines.push(say!("plain-step", number = place.number, of = place.of));
        lines.extend(place.given().map(given));
    }
    lines.extend(body(prompt, extent));
    lines.extend(reasons(prompt));
    if let Some(seconds) = prompt.timeout_s {
        lines.push(say!(
            "plain-question-time",
            seconds = counted(seconds, "second")
        ));
    }
    lines.extend(ways(prompt));
    if prompt.has_way_back() {
        lines.push(say!("plain-step-back").to_owned());
    }
    lines
}

/// What was answered before the user came back to the question.
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

/// What is asked, in a sentence.
pub(super) fn title(prompt: &Question) -> String {
    let by = if prompt.is_typed_by_human() {
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
            question = exact_line(notice(question.trim()).trim()),
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

/// How risky yes is; nothing where it is not risky.
fn reasons(prompt: &Question) -> Vec<String> {
    if !asks_for_leave(prompt) {
        return Vec::new();
    }
    let risk = prompt.risk.risk.word();
    let why: Vec<String> = prompt
        .risk
        .reasons
        .iter()
        .map(|reason| line(&retold(Telling::Reason, &reason.text)))
        .collect();
    if why.is_empty() {
        vec![say!("plain-risk", risk)]
    } else {
        vec![say!("plain-risk-why", risk, why = why.join("; "))]
    }
}

/// What can be typed.
fn ways(prompt: &Question) -> Vec<String> {
    match &prompt.body {
        QuestionBody::Input { .. } => {
            return vec![say!("plain-input-how").to_owned()];
        }
        QuestionBody::Select {
            multiple, options, ..
        } => {
            let options = counted(options.len(), "option");
            return vec![match multiple {
                true => say!("plain-select-several-how", options),
                false => say!("plain-select-one-how", options),
            }];
        }
        _ => {}
    }
    let mut lines: Vec<String> = choices(prompt)
        .into_iter()
        .enumerate()
        .map(|(at, choice)| {
            say!(
                "plain-way",
                number = at + 1,
                word = choice.said(),
                meaning = choice.meaning(prompt)
            )
        })
        .collect();
    if matches!(prompt.body, QuestionBody::Delete { .. }) {
        lines.push(say!("plain-only-files").to_owned());
    }
    lines.push(if is_high(prompt) {
        say!("plain-ways-high-how", word = word(prompt))
    } else {
        say!("plain-ways-how").to_owned()
    });
    lines
}

/// A question in one line, for who has heard it before.
pub(super) fn reminder(prompt: &Question) -> Vec<String> {
    let how = match &prompt.body {
        QuestionBody::Input { .. } => say!("plain-again-input").to_owned(),
        QuestionBody::Select { .. } => say!("plain-again-select").to_owned(),
        _ if is_high(prompt) => say!("plain-again-high", word = word(prompt)),
        _ => say!("plain-again-yes-no").to_owned(),
    };
    in_short(
        prompt,
        say!("plain-question-still-waits", title = title(prompt)),
        how,
    )
}

/// The same where lines are for a place, so that none of them can answer.
pub(super) fn waits_there(prompt: &Question) -> Vec<String> {
    let waits = say!("plain-question-waits-there", title = title(prompt));
    in_short(prompt, waits, say!("plain-question-waits-how").to_owned())
}

/// What waits, what it is about where that is short, and what to do.
fn in_short(prompt: &Question, waits: String, how: String) -> Vec<String> {
    let mut lines = vec![waits];
    if let QuestionBody::Command { command, .. } = &prompt.body {
        let command = exact(command);
        lines.extend(command.iter().map(|line| say!("plain-command", line)));
    }
    lines.push(how);
    lines
}

/// What `?` says.
pub(super) fn help(prompt: &Question) -> Vec<String> {
    let mut lines = ways(prompt);
    lines.push(say!("plain-help-begun-before").to_owned());
    if !asks_for_leave(prompt) {
        lines.push(say!("plain-help-equals").to_owned());
    }
    lines
}

/// What `why` says.
pub(super) fn why(prompt: &Question) -> Vec<String> {
    let mut lines = vec![say!("plain-why", risk = prompt.risk.risk.word())];
    lines.extend(prompt.risk.reasons.iter().map(|reason| {
        let why = line(&retold(Telling::Reason, &reason.text));
        match prompt.part_of(reason) {
            Some(part) => say!("plain-why-part", reason = why, part = exact_name(part)),
            None => format!("- {why}"),
        }
    }));
    if prompt.risk.always_ask {
        lines.push(say!("plain-why-always-asked").to_owned());
    }
    lines.extend(prompt.asked_for().map(|asked_for| match asked_for {
        AskReason::Risk => say!("asked-for-risk").to_owned(),
        AskReason::Mode => say!("asked-by-mode").to_owned(),
    }));
    lines
}

/// The ways to say always, numbered.
pub(super) fn scopes(prompt: &Question) -> Vec<String> {
    let mut lines = vec![say!("plain-how-far").to_owned()];
    lines.extend(prompt.scopes.iter().enumerate().map(|(at, scope)| {
        let grants = exact_line(&retold(Telling::Reach, &scope.grants));
        let grants = match scope.scope {
            GrantScope::UntilNextMessage | GrantScope::Session => grants,
            GrantScope::Workspace | GrantScope::User => say!("plain-for-good", grants),
        };
        format!("{}. {grants}", at + 1)
    }));
    lines.push(say!("plain-how-far-how").to_owned());
    lines
}
