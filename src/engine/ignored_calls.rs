//! Reports model output without effect to the user and to the model: texts that look like calls and
//! were not run, and empty answers.

use super::StepBuilder;
use super::outcome::StepAnswer;
use super::session::Session;
use notice::{Notice, notice};
use protocol::call::ErrorCode;
use protocol::ids::MessageId;
use protocol::message::{Block, Role};
use protocol::stream::{IGNORED_NOTE, IgnoredCall, IgnoredReason, StopReason};

/// Maximum number of tools that a row names.
const NAMED: usize = 4;

/// Maximum number of times in a row that the model is asked again after an empty answer.
const ASKED_AGAIN: u32 = 1;

/// The kind of an answer without words and calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EmptyAnswer {
    Empty,
    /// The answer contains only reasoning.
    Thoughts,
    /// The reasoning took all the room of the answer.
    ThoughtsAlone,
    /// The server refused to answer.
    Refused,
}

impl EmptyAnswer {
    /// Classifies an answer; `None` if it has content.
    pub(super) fn of(answer: &StepAnswer) -> Option<Self> {
        if !answer.calls.is_empty() || !answer.text.trim().is_empty() {
            return None;
        }
        let thought = !answer.reasoning.trim().is_empty() || !answer.sealed.is_empty();
        Some(match (answer.stop, thought) {
            (Some(StopReason::Refused), _) => EmptyAnswer::Refused,
            (Some(StopReason::Length), true) => EmptyAnswer::ThoughtsAlone,
            (_, true) => EmptyAnswer::Thoughts,
            (_, false) => EmptyAnswer::Empty,
        })
    }

    /// Returns the row that reports the empty answer to the user.
    fn row(self) -> Notice {
        match self {
            EmptyAnswer::Empty | EmptyAnswer::Refused => notice!("told-answer-empty"),
            EmptyAnswer::Thoughts => notice!("told-answer-thoughts"),
            EmptyAnswer::ThoughtsAlone => notice!("told-answer-all-thoughts"),
        }
    }

    /// Text for the model.
    fn told(self) -> &'static str {
        match self {
            EmptyAnswer::Empty | EmptyAnswer::Refused => {
                "Note from the workbench: your last answer was empty. Make the next call, or answer in words."
            }
            EmptyAnswer::Thoughts => {
                "Note from the workbench: your last answer had thoughts and nothing else. Nobody reads your thoughts, \
                 and no call in them runs. Make the next call, or answer in words."
            }
            EmptyAnswer::ThoughtsAlone => {
                "Note from the workbench: your thoughts took all the room of your last answer. Think briefly. Then \
                 make the next call, or answer in words."
            }
        }
    }

    /// Returns the reason for the failure of the run, and advice.
    fn failure(self) -> (Notice, Notice) {
        let error = match self {
            EmptyAnswer::Refused => {
                return (notice!("told-run-refused"), notice!("told-say-otherwise"));
            }
            EmptyAnswer::Empty => notice!("told-answer-empty-again"),
            EmptyAnswer::Thoughts => notice!("told-answer-thoughts-again"),
            EmptyAnswer::ThoughtsAlone => notice!("told-answer-all-thoughts-again"),
        };
        (error, notice!("told-send-again-or-model"))
    }
}

impl Session {
    /// Handles an answer without words and calls: the model is asked once more, then the run fails.
    pub(super) fn answered_nothing(&mut self, what: EmptyAnswer, turn: &mut StepBuilder<'_, '_>) {
        let Some(run) = &mut self.thread.run else {
            return;
        };
        run.empty_answers = run.empty_answers.saturating_add(1);
        if what == EmptyAnswer::Refused || run.empty_answers > ASKED_AGAIN {
            let (error, hint) = what.failure();
            self.fail_run(error, Some(hint), Some(ErrorCode::ProviderFailed), turn);
            return;
        }
        self.add_row_for_model(what.row(), what.told().to_owned(), turn);
        self.report_then_ask(turn);
    }

    /// Reports which texts of an answer look like calls and were not run, in one row
    /// for each reason.
    pub(super) fn say_ignored(&self, ignored: &[IgnoredCall], turn: &mut StepBuilder<'_, '_>) {
        for why in [
            IgnoredReason::Followed,
            IgnoredReason::Quoted,
            IgnoredReason::Template,
            IgnoredReason::Spoken,
            IgnoredReason::Native,
            IgnoredReason::Cut,
        ] {
            let calls = ignored.iter().filter(|call| call.why == why);
            let tools = named(calls.map(|call| call.tool.as_str()));
            if !tools.is_empty() {
                self.add_row_for_model(row_of(why, &tools), told_of(why, &tools), turn);
            }
        }
    }

    /// Adds a row of the workbench, with a text for the model.
    pub(super) fn add_row_for_model(
        &self,
        notice: Notice,
        told: String,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let id = MessageId(turn.new_id());
        let blocks = vec![Block::Notice { notice }, Block::Text { text: told }];
        self.add_message(id, Role::System, blocks, turn);
    }
}

/// Lists the names once each; a sign replaces those beyond the limit.
fn named<'a>(tools: impl Iterator<Item = &'a str>) -> String {
    let mut names: Vec<&str> = Vec::new();
    for tool in tools {
        if !names.contains(&tool) {
            names.push(tool);
        }
    }
    let mut out = names
        .iter()
        .take(NAMED)
        .copied()
        .collect::<Vec<_>>()
        .join(", ");
    if names.len() > NAMED {
        out.push_str(", …");
    }
    out
}

fn row_of(why: IgnoredReason, tools: &str) -> Notice {
    match why {
        IgnoredReason::Followed => notice!("told-ignored-followed", word = tools),
        IgnoredReason::Quoted => notice!("told-ignored-quoted", word = tools),
        IgnoredReason::Template => notice!("told-ignored-template", word = tools),
        IgnoredReason::Spoken => notice!("told-ignored-spoken", word = tools),
        IgnoredReason::Native => notice!("told-ignored-native", word = tools),
        IgnoredReason::Cut => notice!("told-ignored-cut", word = tools),
    }
}

fn told_of(why: IgnoredReason, tools: &str) -> String {
    let rest = match why {
        IgnoredReason::Followed | IgnoredReason::Cut => {
            "The call did not run: a call runs only at the end of an answer. If you still want the call, write it \
             again with nothing after it. If you only described it, go on without it."
        }
        IgnoredReason::Quoted => {
            "The call did not run: its text also stands word for word in what you read, and a quoted call does not \
             run."
        }
        IgnoredReason::Template => {
            "The call did not run: its arguments are placeholders. If you still want the call, write it again with \
             real arguments."
        }
        IgnoredReason::Spoken => {
            "The call did not run: the words before it say not to run it. If you want the call, write it again \
             alone."
        }
        IgnoredReason::Native => {
            "The call did not run: it is text. If you still want the call, make it as a tool call. If you only \
             described it, go on without it."
        }
    };
    format!("{IGNORED_NOTE} {tools}. {rest}")
}
