//! Interprets a line as an answer to the question that is shown. Pure: [`super::asking`]
//! decides beforehand whether the line may answer at all, that is, whether it was begun after
//! the question was shown.

use super::question::{Choice, asks_permission, choices, is_high, is_word, word};
use super::words;
use l10n::say;
use notice::Notice;
use protocol::approval::{Decision, InvalidAnswer, Question, QuestionBody, Validation};
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
    if lower == "back" && question.has_way_back() && !is_option(typed, question) {
        return Meaning::Answer(Decision::Back);
    }
    if !asks_permission(question) {
        return match lower.as_str() {
            _ if is_option(typed, question) => own_words(typed, &lower, question),
            "later" => Meaning::Choice(Choice::Later),
            "show" => Meaning::Choice(Choice::Show),
            "skip" => Meaning::Answer(Decision::Skipped),
            _ => own_words(typed, &lower, question),
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
    let offered = choices(question);
    if is_high(question) && is_word(typed, question) {
        return Meaning::Answer(Decision::Yes);
    }
    if let QuestionBody::Delete { files } = &question.body
        && let Some(which) = words::behind(typed, "only")
    {
        if is_high(question) {
            return Meaning::Nothing(say!("plain-high-only-word", word = word(question)));
        }
        return match numbers(which, files.len()) {
            Ok(places) => {
                let paths = places.iter().filter_map(|place| files.get(*place));
                let paths = paths.map(|file| file.path.clone()).collect();
                Meaning::Answer(Decision::Files { paths })
            }
            Err(why) => Meaning::Nothing(why),
        };
    }
    let by_number = lower
        .parse::<usize>()
        .ok()
        .and_then(|number| offered.get(number.checked_sub(1)?));
    let by_word = offered
        .iter()
        .find(|choice| choice.word() == lower || (**choice == Choice::Yes && lower == "y"));
    match by_number.or(by_word).copied() {
        Some(Choice::Yes) if is_high(question) => {
            Meaning::Nothing(say!("plain-high-type-word", word = word(question)))
        }
        Some(Choice::Yes) => Meaning::Answer(Decision::Yes),
        Some(Choice::OnDisk) => Meaning::Answer(Decision::OnDisk),
        Some(Choice::No) => Meaning::Answer(Decision::No { reason: None }),
        Some(choice) => Meaning::Choice(choice),
        None => {
            let words: Vec<&str> = offered.iter().map(|choice| choice.printed_word()).collect();
            Meaning::Nothing(say!(
                "plain-no-choice",
                last = words.len(),
                words = words.join(", ")
            ))
        }
    }
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
        Ok(places) => Meaning::Answer(Decision::Hunks {
            accepted: places
                .iter()
                .filter_map(|place| hunks.get(*place).copied())
                .collect(),
        }),
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
                Some(problem) => Meaning::Nothing(problem),
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

/// Returns the reason why a text is invalid; `None` if it is valid.
fn problem(text: &str, validation: &Validation) -> Option<String> {
    let words = match (validation.unfit(text)?, validation) {
        (InvalidAnswer::Empty, _) => say!("plain-answer-empty"),
        (InvalidAnswer::NoNumber, _) => say!("plain-answer-number"),
        (InvalidAnswer::NoPath | InvalidAnswer::Outside, _) => say!("plain-answer-path"),
        (InvalidAnswer::Unlike, Validation::Pattern(pattern)) => {
            let pattern = super::text::line(pattern);
            return Some(say!("plain-answer-pattern", pattern));
        }
        (InvalidAnswer::Unlike, _) => return None,
    };
    Some(words.to_owned())
}
