//! Interprets a line as an answer to the question that is shown. Pure: [`super::asking`]
//! decides beforehand whether the line may answer at all, that is, whether it was begun after
//! the question was shown.

use super::question::{numbered_choices, printed_word, word};
use super::words;
use client::question::{
    AnswerDraft, Choice, asks_permission, choices, hunks_decision, is_high_risk, problem,
};
use client::text::sentence;
use l10n::say;
use notice::Notice;
use protocol::approval::{Decision, Question, QuestionBody};
use protocol::ids::HunkId;

/// The stage of a question that the user is at.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) enum AnswerStage {
    /// The choices of the question.
    #[default]
    Choices,
    /// The scopes of an "always".
    Scopes,
    /// The hunks of the change, numbered in this order.
    Hunks(Vec<HunkId>),
}

/// The meaning of a line.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Meaning {
    Answer(Decision),
    /// A choice that is not an answer yet.
    Choice(Choice),
    /// Returns to the choices.
    Back,
    /// Prints the possible input.
    Help,
    /// Stops the timeout, or resumes it.
    Hold(bool),
    /// Not an answer; carries the reason.
    Nothing(String),
}

/// Interprets a line at this stage of the question.
pub(super) fn read(text: &str, question: &Question, stage: &AnswerStage) -> Meaning {
    let typed = text.trim();
    let lower = words::english(typed);
    match lower.as_str() {
        "?" | "help" => return Meaning::Help,
        "hold" if question.timeout_s.is_some() => return Meaning::Hold(true),
        "go on" if question.timeout_s.is_some() => return Meaning::Hold(false),
        _ => {}
    }
    let by_word = choices(question)
        .into_iter()
        .find(|choice| choice.word() == lower)
        .filter(|_| !is_option(typed, question));
    if by_word == Some(Choice::Back) {
        return Meaning::Answer(Decision::Back);
    }
    if !asks_permission(question) {
        return match by_word {
            Some(choice) => meaning(choice, question),
            None => own_words(typed, &lower, question),
        };
    }
    // A refusal is accepted at every stage.
    if let Some(reason) = refusal(typed) {
        return Meaning::Answer(Decision::No {
            reason: reason.map(Notice::text),
        });
    }
    match stage {
        AnswerStage::Choices => choice(typed, &lower, question),
        AnswerStage::Scopes => scope(&lower, question),
        AnswerStage::Hunks(hunks) => some_hunks(typed, &lower, hunks),
    }
}

/// Parses `no`, `n`, and `no` with a reason.
fn refusal(typed: &str) -> Option<Option<String>> {
    let is_mark = |letter: char| matches!(letter, ' ' | ',' | ':' | ';');
    let word = typed.split(is_mark).next().unwrap_or_default();
    let reason = typed.get(word.len()..)?.trim_start_matches(is_mark);
    let is_no = match words::english(word).as_str() {
        "no" => word.chars().nth(1).is_some() || reason.is_empty(),
        // A single letter counts as the word only if it stands alone.
        "n" => word.len() == typed.len(),
        _ => false,
    };
    is_no.then(|| (!reason.is_empty()).then(|| reason.to_owned()))
}

fn choice(typed: &str, lower: &str, question: &Question) -> Meaning {
    let mut draft = AnswerDraft::new(question);
    if is_high_risk(question) && draft.is_word(typed, question) {
        return Meaning::Answer(draft.approval(question));
    }
    if let QuestionBody::Delete { files } = &question.body
        && let Some(which) = words::behind(typed, "only")
    {
        if is_high_risk(question) {
            return Meaning::Nothing(say!("plain-high-only-word", word = word(question)));
        }
        return match numbers(which, files.len()) {
            Ok(places) => {
                draft.marked = (0..files.len()).map(|at| places.contains(&at)).collect();
                Meaning::Answer(draft.approval(question))
            }
            Err(why) => Meaning::Nothing(why),
        };
    }
    let offered = numbered_choices(question);
    let by_number = lower
        .parse::<usize>()
        .ok()
        .and_then(|number| offered.get(number.checked_sub(1)?));
    let by_word = offered
        .iter()
        .find(|choice| choice.word() == lower || (**choice == Choice::Yes && lower == "y"));
    match by_number.or(by_word).copied() {
        Some(choice) => meaning(choice, question),
        None => {
            let words: Vec<&str> = offered.iter().copied().map(printed_word).collect();
            Meaning::Nothing(say!(
                "plain-no-choice",
                last = words.len(),
                words = words.join(", ")
            ))
        }
    }
}

/// Returns what an offered choice means.
fn meaning(choice: Choice, question: &Question) -> Meaning {
    Meaning::Answer(match choice {
        Choice::Yes if is_high_risk(question) => {
            return Meaning::Nothing(say!("plain-high-type-word", word = word(question)));
        }
        Choice::Yes => Decision::Yes,
        Choice::OnDisk => Decision::OnDisk,
        Choice::Network => Decision::Network,
        Choice::Never => Decision::Never,
        Choice::No => Decision::No { reason: None },
        Choice::Skip => Decision::Skipped,
        Choice::Back => Decision::Back,
        Choice::Always
        | Choice::Hunks
        | Choice::Edit
        | Choice::Show
        | Choice::Why
        | Choice::Later => return Meaning::Choice(choice),
    })
}

fn scope(lower: &str, question: &Question) -> Meaning {
    if matches!(lower, "back" | "later") {
        return Meaning::Back;
    }
    let number = lower.parse::<usize>().ok();
    let scope = number.and_then(|number| question.scopes.get(number.checked_sub(1)?));
    match scope {
        Some(scope) => Meaning::Answer(Decision::Always { scope: scope.scope }),
        None => Meaning::Nothing(say!("plain-scopes-how", last = question.scopes.len())),
    }
}

fn some_hunks(typed: &str, lower: &str, hunks: &[HunkId]) -> Meaning {
    if matches!(lower, "back" | "later") {
        return Meaning::Back;
    }
    let Some(which) = words::behind(typed, "only") else {
        return Meaning::Nothing(say!("plain-hunks-how").to_owned());
    };
    match numbers(which, hunks.len()) {
        Ok(places) => {
            let accepted = places.iter().filter_map(|place| hunks.get(*place).copied());
            let rejected = hunks.len() - places.len();
            Meaning::Answer(hunks_decision(accepted.collect(), rejected))
        }
        Err(why) => Meaning::Nothing(why),
    }
}

/// Whether the text equals one of the options exactly.
fn is_option(typed: &str, question: &Question) -> bool {
    match &question.body {
        QuestionBody::Select { options, .. } => options.iter().any(|option| option.trim() == typed),
        _ => false,
    }
}

fn own_words(typed: &str, lower: &str, question: &Question) -> Meaning {
    match &question.body {
        QuestionBody::Select {
            options, multiple, ..
        } => {
            let word = typed.split([' ', ':', ',']).next().unwrap_or_default();
            if word.len() < typed.len() && words::english(word) == "other" {
                let text = typed.get(word.len()..).unwrap_or_default();
                let text = text.trim_start_matches([' ', ',', ':']).to_owned();
                return if text.is_empty() {
                    Meaning::Nothing(say!("plain-other-how").to_owned())
                } else {
                    Meaning::Answer(Decision::Text { text })
                };
            }
            let by_word = options.iter().position(|option| option.trim() == typed);
            let chosen = match by_word {
                Some(place) => Ok(vec![place]),
                None => numbers(lower, options.len()),
            };
            match chosen {
                Ok(indices) if indices.len() > 1 && !multiple => {
                    Meaning::Nothing(say!("plain-only-one").to_owned())
                }
                Ok(indices) => Meaning::Answer(Decision::Selected { indices }),
                Err(why) => Meaning::Nothing(say!("plain-no-option", why)),
            }
        }
        QuestionBody::Input { validation, .. } => {
            let text = typed.strip_prefix('=').unwrap_or(typed).trim_start();
            match problem(text, validation) {
                Some(problem) => Meaning::Nothing(sentence(&problem)),
                None => Meaning::Answer(Decision::Text {
                    text: text.to_owned(),
                }),
            }
        }
        _ => Meaning::Nothing(say!("plain-answered-otherwise").to_owned()),
    }
}

/// Parses a list of numbers from 1 into indexes from 0: `1,3`, `1 3`, `2-4`. Each index appears
/// once, in ascending order.
///
/// # Errors
/// The mistake, and the possible input.
pub(super) fn numbers(text: &str, count: usize) -> Result<Vec<usize>, String> {
    let wrong = |part: &str| match count {
        0 => say!("plain-nothing-to-choose").to_owned(),
        _ => say!(
            "plain-no-such-number",
            typed = super::text::line(part),
            count
        ),
    };
    let number = |part: &str| {
        let number = part.trim().parse::<usize>().ok();
        let place = number.and_then(|number| number.checked_sub(1));
        place
            .filter(|place| *place < count)
            .ok_or_else(|| wrong(part))
    };
    let mut places = Vec::new();
    for part in text.split([',', ' ']).filter(|part| !part.is_empty()) {
        match part.split_once('-') {
            Some((first, last)) => places.extend(number(first)?..=number(last)?),
            None => places.push(number(part)?),
        }
    }
    if places.is_empty() {
        return Err(wrong(text));
    }
    places.sort_unstable();
    places.dedup();
    Ok(places)
}
