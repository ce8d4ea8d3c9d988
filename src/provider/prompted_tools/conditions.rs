//! Conditions under which a call in the text of an answer is carried out: only if the tools
//! were described in the model's prompt, or the model is known to send calls as text and made
//! none natively in this answer; only if the call ends the answer; and never if its text occurs
//! in the model's input, or its arguments are placeholders. [`mod@super::recover`] tracks the
//! position of the call.

use serde_json::Value;

use super::form::Forms;
use super::given::GivenTexts;
use super::known;
use super::pending::PendingCall;
use crate::StepRequest;
use protocol::stream::{IgnoredReason, ToolFormat};

/// Whether the model of a request sends calls as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextCalls {
    /// In any form: the prompt described the tools, or the user declared the model as one that
    /// writes calls.
    Told,
    /// In these forms, which the model is known for, if its server does not parse them.
    Known(Forms),
    /// Never: it sends its calls natively.
    Never,
}

/// Conditions that a call in the text of an answer must satisfy to be carried out.
#[derive(Debug)]
pub struct Conditions {
    text_calls: TextCalls,
    given: GivenTexts,
}

impl Conditions {
    /// Conditions for the answer to a request, by its format and its model.
    pub fn of(request: &StepRequest) -> Self {
        let text_calls = match request.format {
            ToolFormat::Simplified => TextCalls::Told,
            ToolFormat::Native if request.sends_text_calls => TextCalls::Told,
            ToolFormat::Native => match known::forms_of(&request.model) {
                forms if forms.is_empty() => TextCalls::Never,
                forms => TextCalls::Known(forms),
            },
        };
        Self {
            text_calls,
            given: GivenTexts::to(request),
        }
    }

    /// Conditions for the answer to a request whose server always parses calls itself: no call in
    /// its text is carried out.
    pub fn native(request: &StepRequest) -> Self {
        Self {
            text_calls: TextCalls::Never,
            given: GivenTexts::to(request),
        }
    }

    /// Conditions for an answer without its request, of a model whose prompt described the tools.
    pub fn alone() -> Self {
        Self {
            text_calls: TextCalls::Told,
            given: GivenTexts::default(),
        }
    }

    /// Returns why calls at the end of an answer are not carried out; `None` if they are.
    pub(super) fn objection(
        &self,
        made_natively: bool,
        calls: &[PendingCall],
    ) -> Option<IgnoredReason> {
        let sends_so = |form| match self.text_calls {
            TextCalls::Told => true,
            TextCalls::Known(forms) => forms.contains(form),
            TextCalls::Never => false,
        };
        if made_natively || !calls.iter().all(|call| sends_so(call.form)) {
            return Some(IgnoredReason::Native);
        }
        if self
            .given
            .has_one(calls.iter().map(|call| call.text.as_str()))
        {
            return Some(IgnoredReason::Quoted);
        }
        let mut made = calls.iter().map(|call| &call.found.arguments);
        made.any(is_template).then_some(IgnoredReason::Template)
    }
}

/// Whether all texts among the arguments are placeholders: `…`, or the argument's own
/// name in brackets.
fn is_template(arguments: &Value) -> bool {
    let mut texts = arguments
        .as_object()
        .into_iter()
        .flatten()
        .filter_map(|(key, value)| Some((key, value.as_str()?.trim())))
        .peekable();
    texts.peek().is_some() && texts.all(|(key, text)| is_placeholder(key, text))
}

fn is_placeholder(key: &str, text: &str) -> bool {
    let inside = |open, close| text.strip_prefix(open)?.strip_suffix(close);
    let inner = inside('<', '>')
        .or_else(|| inside('{', '}'))
        .or_else(|| inside('[', ']'));
    let is_key = |inner: &str| {
        inner
            .trim()
            .replace(['-', ' '], "_")
            .eq_ignore_ascii_case(key)
    };
    let is_dots = |text: &str| matches!(text, "…" | "...");
    is_dots(text) || inner.is_some_and(|inner| is_dots(inner) || is_key(inner))
}
