//! A question of the engine or the agent as lines: who asks, all that yes would allow, the risk with its reasons, and
//! the choices with their numbers. What a line answers is told by `answer`; both take the choices from [`choices`].

mod body;

use super::text::{exact, exact_line, line};
use crate::protocol::approval::{GrantScope, Prompt, PromptBody, Risk};
use crate::protocol::change::DiffChange;
use crate::words::counted;
use body::body;
pub(super) use body::difference;

/// Who asks where the human typed it.
const HUMAN: &str = "you";

/// What a line can choose at a question that asks for leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Choice {
    /// Yes, once; where the risk is high it wants the word.
    Yes,
    /// Yes, and what is staged is not written first.
    OnDisk,
    /// No.
    No,
    /// Yes, and further: asks how far.
    Always,
    /// Choose hunks of the change.
    Hunks,
    /// Edit first.
    Edit,
    /// All of it once more, the difference whole.
    Show,
    /// Why the risk is what it is.
    Why,
    /// Not now.
    Later,
}

impl Choice {
    /// Its word.
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

    fn meaning(self, prompt: &Prompt) -> String {
        match self {
            Choice::Yes if is_high(prompt) => format!(
                "allow it; the risk is high, so type the word \"{}\" instead",
                word(prompt)
            ),
            Choice::Yes => match &prompt.body {
                PromptBody::Command {
                    staged: Some(_), ..
                } => "write what is not on the disk yet, then run it, once".to_owned(),
                PromptBody::Confirm { .. } => "yes, once".to_owned(),
                _ => "allow it, once".to_owned(),
            },
            Choice::OnDisk => "run it on the disk as it is, without that".to_owned(),
            Choice::No => "refuse; \"no\" and words behind it tell the agent why".to_owned(),
            Choice::Always => "allow more than this: the ways are listed first".to_owned(),
            Choice::Hunks => "take only some hunks of it".to_owned(),
            Choice::Edit => "change it first; what you changed is what is done".to_owned(),
            Choice::Show => "hear all of it again".to_owned(),
            Choice::Why => "hear why the risk is what it is".to_owned(),
            Choice::Later => "put the question off; /answer brings it back".to_owned(),
        }
    }
}

/// The choices of a question that asks for leave, in the order of their numbers; none where an answer is typed.
pub(super) fn choices(prompt: &Prompt) -> Vec<Choice> {
    let mut choices = vec![Choice::Yes];
    match &prompt.body {
        PromptBody::Input { .. } | PromptBody::Select { .. } => return Vec::new(),
        _ => {}
    }
    // One is yes and two is no, whatever is asked.
    choices.push(Choice::No);
    if let PromptBody::Command {
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
        PromptBody::Write { .. } if !is_high(prompt) => {
            choices.extend([Choice::Hunks, Choice::Edit]);
        }
        PromptBody::Command { .. } => choices.push(Choice::Edit),
        _ => {}
    }
    choices.extend([Choice::Show, Choice::Why, Choice::Later]);
    choices
}

/// Whether yes must be typed as a word.
pub(super) fn is_high(prompt: &Prompt) -> bool {
    prompt.risk.risk == Risk::High
}

/// Whether it asks for leave, as opposed to an answer of the human's own.
pub(super) fn asks_for_leave(prompt: &Prompt) -> bool {
    !matches!(
        prompt.body,
        PromptBody::Input { .. } | PromptBody::Select { .. }
    )
}

/// Whether the ways to say "always" are offered: never for what is high risk or always asked.
pub(super) fn offers_always(prompt: &Prompt) -> bool {
    !is_high(prompt)
        && !prompt.risk.always_ask
        && !prompt.scopes.is_empty()
        && asks_for_leave(prompt)
}

/// The word that means yes where the risk is high.
pub(super) fn word(prompt: &Prompt) -> String {
    match &prompt.body {
        PromptBody::Write { .. } => "write".to_owned(),
        PromptBody::Command { .. } => "run".to_owned(),
        PromptBody::Delete { files } => {
            let count: u64 = files.iter().map(|file| file.files).sum();
            format!("delete {count}")
        }
        _ => "yes".to_owned(),
    }
}

/// How much of a question is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// A long difference is cut.
    First,
    /// Everything.
    Whole,
}

/// The question: `Question 1 of 2: …`, its body, its choices.
pub(super) fn lines(prompt: &Prompt, (place, of): (usize, usize), extent: Extent) -> Vec<String> {
    let number = match of {
        0 | 1 => String::new(),
        of => format!(" {place} of {of}"),
    };
    let changed = if prompt.changed {
        "CHANGED since it was asked before; nothing was done. "
    } else {
        ""
    };
    let mut lines = vec![format!("Question{number}: {changed}{}", title(prompt))];
    lines.extend(body(prompt, extent));
    lines.extend(reasons(prompt));
    if let Some(seconds) = prompt.timeout_s {
        lines.push(format!(
            "Time: without an answer it counts as no after {}. \"hold\" stops that, \"go on\" lets it run.",
            counted(seconds, "second")
        ));
    }
    lines.extend(ways(prompt));
    lines
}

/// What is asked, in a sentence.
pub(super) fn title(prompt: &Prompt) -> String {
    let by = match prompt.origin.as_str() {
        HUMAN => "you typed it".to_owned(),
        agent => format!("asked by {}", line(agent)),
    };
    match &prompt.body {
        PromptBody::Write { path, diff, .. } => {
            let what = match diff.change {
                DiffChange::Modified => "write",
                DiffChange::Created => "create",
                DiffChange::Deleted => "delete",
            };
            format!(
                "may {} be {}? It adds {} and removes {}; {by}.",
                exact_line(path),
                match what {
                    "write" => "changed",
                    "create" => "created",
                    _ => "deleted",
                },
                counted(diff.added, "line"),
                counted(diff.removed, "line")
            )
        }
        PromptBody::Command { .. } => format!("may this command run? {}", sentence(&by)),
        PromptBody::Delete { files } => {
            let count: u64 = files.iter().map(|file| file.files).sum();
            format!(
                "may {} be deleted? {}",
                counted(count, "file"),
                sentence(&by)
            )
        }
        PromptBody::Confirm { question } => {
            format!("{} Yes or no; {by}.", exact_line(question.trim()))
        }
        PromptBody::Input { question, .. } => format!("{} ({by})", exact_line(question.trim())),
        PromptBody::Select { question, .. } => format!("{} ({by})", exact_line(question.trim())),
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
fn reasons(prompt: &Prompt) -> Vec<String> {
    if !asks_for_leave(prompt) {
        return Vec::new();
    }
    let risk = match prompt.risk.risk {
        Risk::Low => "low",
        Risk::Medium => "medium",
        Risk::High => "HIGH",
    };
    let why: Vec<String> = prompt
        .risk
        .reasons
        .iter()
        .map(|reason| line(&reason.text))
        .collect();
    match why.is_empty() {
        true => vec![format!("Risk: {risk}.")],
        false => vec![format!("Risk: {risk}: {}.", why.join("; "))],
    }
}

/// What can be typed.
fn ways(prompt: &Prompt) -> Vec<String> {
    match &prompt.body {
        PromptBody::Input { .. } => {
            return vec![
                "Type the answer on a line of its own. \"skip\" gives none, \"later\" puts it off, \"?\" explains."
                    .to_owned(),
            ];
        }
        PromptBody::Select {
            multiple, options, ..
        } => {
            let how = match multiple {
                true => "Type numbers, as 1,3.",
                false => "Type a number.",
            };
            return vec![format!(
                "{how} There are {}. \"other\" and words behind it give an answer of your own, \"skip\" gives none, \
                 \"later\" puts it off, \"?\" explains.",
                counted(options.len(), "option")
            )];
        }
        _ => {}
    }
    let mut lines: Vec<String> = choices(prompt)
        .into_iter()
        .enumerate()
        .map(|(at, choice)| format!("{}. {}: {}", at + 1, choice.word(), choice.meaning(prompt)))
        .collect();
    if matches!(prompt.body, PromptBody::Delete { .. }) {
        lines.push("\"only 1,3\" allows those files and no others.".to_owned());
    }
    lines.push(match is_high(prompt) {
        true => format!(
            "Type the word \"{}\" to allow it, or a number or word of the list. Nothing else allows it.",
            word(prompt)
        ),
        false => "Type a number or its word. \"?\" explains.".to_owned(),
    });
    lines
}

/// A question in one line, for who has heard it before.
pub(super) fn reminder(prompt: &Prompt) -> Vec<String> {
    let how = match &prompt.body {
        PromptBody::Input { .. } => "type the answer, or \"skip\"".to_owned(),
        PromptBody::Select { .. } => "type a number, or \"skip\"".to_owned(),
        _ if is_high(prompt) => format!("the word \"{}\", or \"no\"", word(prompt)),
        _ => "\"yes\" or \"no\"".to_owned(),
    };
    let mut lines = vec![format!("The question still waits: {}", title(prompt))];
    // What yes would do is said again in full where it is short.
    if let PromptBody::Command { command, .. } = &prompt.body {
        lines.extend(exact(command).iter().map(|line| format!("Command: {line}")));
    }
    lines.push(format!("Answer with {how}; \"show\" reads all of it."));
    lines
}

/// What `?` says.
pub(super) fn help(prompt: &Prompt) -> Vec<String> {
    let mut lines = ways(prompt);
    lines.push(
        "A line that you had begun before the question was here is a message, never an answer. /mode, /stop and \
         every other command that begins with a slash works meanwhile."
            .to_owned(),
    );
    if !asks_for_leave(prompt) {
        lines.push("An answer that is one of these words begins with =, as \"= skip\".".to_owned());
    }
    lines
}

/// What `why` says.
pub(super) fn why(prompt: &Prompt) -> Vec<String> {
    let mut lines = vec![format!("The risk is {}, because:", prompt.risk.risk.word())];
    lines.extend(
        prompt
            .risk
            .reasons
            .iter()
            .map(|reason| match (&prompt.body, reason.span) {
                (PromptBody::Command { command, .. }, Some((from, to))) => {
                    match command.get(from..to) {
                        Some(part) => format!("- {}: {}", line(&reason.text), exact_line(part)),
                        None => format!("- {}", line(&reason.text)),
                    }
                }
                _ => format!("- {}", line(&reason.text)),
            }),
    );
    if prompt.risk.always_ask {
        lines.push("It is on the list that every mode asks for.".to_owned());
    }
    lines
}

/// The ways to say always, numbered.
pub(super) fn scopes(prompt: &Prompt) -> Vec<String> {
    let mut lines = vec!["How far shall yes reach?".to_owned()];
    lines.extend(prompt.scopes.iter().enumerate().map(|(at, scope)| {
        let until = match scope.scope {
            GrantScope::UntilNextMessage => "until your next message",
            GrantScope::Session => "in this session",
            GrantScope::Workspace => "in this workspace, for good",
            GrantScope::User => "everywhere, for good",
        };
        format!("{}. {}, {until}", at + 1, exact_line(&scope.grants))
    }));
    lines.push("Type a number, \"back\" to the choices before, or \"no\" to refuse.".to_owned());
    lines
}
