//! When a call that stands in the text of an answer is carried out: only if the model was told its tools in words, or
//! is known to send calls as text and made none natively in this answer; only if the call ends the answer; and never
//! if its text stands in what the model was given. Where the call stands is [`super::recover`]'s to know.

use super::form::{Form, Forms};
use super::given::Given;
use super::known;
use crate::protocol::stream::{IgnoredWhy, ToolFormat};
use crate::provider::StepRequest;

/// Whether the model of a request sends calls as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextCalls {
    /// It was told its tools in words: in any form.
    Told,
    /// It is known to, in these forms, where its server does not read them.
    Known(Forms),
    /// It sends its calls natively.
    Never,
}

/// What a call in the text of an answer has to satisfy to be carried out.
#[derive(Debug)]
pub struct Conditions {
    text_calls: TextCalls,
    given: Given,
}

impl Conditions {
    /// For the answer to a request, by its format and its model.
    pub fn of(request: &StepRequest) -> Self {
        let text_calls = match request.format {
            ToolFormat::Simplified => TextCalls::Told,
            ToolFormat::Native => match known::forms_of(&request.model) {
                forms if forms.is_empty() => TextCalls::Never,
                forms => TextCalls::Known(forms),
            },
        };
        Self {
            text_calls,
            given: Given::to(request),
        }
    }

    /// For the answer to a request whose server always reads calls itself: none in its text is carried out.
    pub fn native(request: &StepRequest) -> Self {
        Self {
            text_calls: TextCalls::Never,
            given: Given::to(request),
        }
    }

    /// For an answer that is looked at alone, of a model that was told its tools in words.
    pub fn alone() -> Self {
        Self {
            text_calls: TextCalls::Told,
            given: Given::default(),
        }
    }

    /// Why calls at the end of an answer are not carried out; `None` where they are. Each is given as its form and
    /// its text.
    pub(super) fn objection<'a>(
        &self,
        made_natively: bool,
        mut calls: impl Iterator<Item = (Form, &'a str)> + Clone,
    ) -> Option<IgnoredWhy> {
        let sends_so = |form| match self.text_calls {
            TextCalls::Told => true,
            TextCalls::Known(forms) => forms.contains(form),
            TextCalls::Never => false,
        };
        if made_natively || !calls.clone().all(|(form, _)| sends_so(form)) {
            return Some(IgnoredWhy::Native);
        }
        calls
            .any(|(_, text)| self.given.has(text))
            .then_some(IgnoredWhy::Quoted)
    }
}
