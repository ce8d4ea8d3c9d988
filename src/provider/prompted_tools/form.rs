//! Forms of calls as text: the opener and the closer of each. Based on the public chat templates of
//! the models. The arguments of a form are parsed in [`super::head`] and [`super::values`].

use serde::Deserialize;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// JSON in a fence or at the start of a line.
    Json,
    /// JSON after a tag: `<tool_call>{"name": …}`. Hermes, Qwen, Granite 4.
    Tagged,
    /// `<function=NAME><parameter=KEY>VALUE</parameter></function>`. Qwen 3 Coder.
    QwenXml,
    /// `<tool_call>NAME<arg_key>KEY</arg_key><arg_value>VALUE</arg_value>`. GLM 4.5 and later.
    Glm,
    /// `<|tool_call_begin|>functions.NAME:0<|tool_call_argument_begin|>{…}`. Kimi K2.
    Kimi,
    /// `<｜tool▁call▁begin｜>NAME<｜tool▁sep｜>{…}`. DeepSeek V3 (with a fence around the JSON),
    /// R1 and V3.1.
    Deepseek,
    /// `<｜DSML｜invoke name="NAME"><｜DSML｜parameter name="KEY" string="true">VALUE`. DeepSeek
    /// V3.2 and later.
    Dsml,
    /// `<invoke name="NAME"><parameter name="KEY">VALUE</parameter></invoke>`. MiniMax M2.
    Minimax,
    /// `[TOOL_CALLS]NAME[ARGS]{…}`, `[TOOL_CALLS][{"name": …}]`. Mistral.
    Mistral,
    /// `<|python_tag|>{"name": …}`. Llama 3.
    Llama,
    /// `<|channel|>commentary to=functions.NAME <|message|>{…}<|call|>`. gpt-oss.
    Harmony,
    /// `<|tool_call|>[{"name": …}]`. Granite 3.
    Granite,
}

/// Openers of calls, with the form as far as the opener determines it.
pub(super) const OPENERS: [(&str, Form); 18] = [
    ("<tool_call>", Form::Tagged),
    ("<function_call>", Form::Tagged),
    ("<tools>", Form::Tagged),
    ("<tool_calls>", Form::Tagged),
    ("<function=", Form::QwenXml),
    ("<|tool_calls_section_begin|>", Form::Kimi),
    ("<|tool_call_begin|>", Form::Kimi),
    ("<｜tool▁calls▁begin｜>", Form::Deepseek),
    ("<｜tool▁call▁begin｜>", Form::Deepseek),
    ("<｜DSML｜function_calls>", Form::Dsml),
    ("<｜DSML｜tool_calls>", Form::Dsml),
    ("<｜DSML｜invoke ", Form::Dsml),
    ("<minimax:tool_call>", Form::Minimax),
    ("[TOOL_CALLS]", Form::Mistral),
    ("<|python_tag|>", Form::Llama),
    ("<|tool_call|>", Form::Granite),
    ("<|end|><|start|>assistant", Form::Harmony),
    ("<|channel|>commentary", Form::Harmony),
];

/// Closers of calls. Models mix them up, so a closer need not match its form.
pub(super) const CLOSERS: [&str; 20] = [
    "</tool_call>",
    "</function_call>",
    "</tools>",
    "</tool_calls>",
    "<|tool_call_end|>",
    "<|tool_calls_section_end|>",
    "<｜tool▁call▁end｜>",
    "<｜tool▁calls▁end｜>",
    "</｜DSML｜function_calls>",
    "</｜DSML｜tool_calls>",
    "</minimax:tool_call>",
    "<|call|>",
    // Ends of an answer, which the server should have removed.
    "<|eom_id|>",
    "<|eot_id|>",
    "<|im_end|>",
    "<|end_of_text|>",
    "<|endoftext|>",
    "<|end|>",
    "<｜end▁of▁sentence｜>",
    "</s>",
];

/// Returns the opener at the start of a text.
pub(super) fn opener(text: &str) -> Option<(&'static str, Form)> {
    let mut openers = OPENERS.iter().copied();
    openers.find(|(opener, _)| text.starts_with(opener))
}

/// Whether a text is a prefix of an opener.
pub(super) fn may_open(text: &str) -> bool {
    OPENERS.iter().any(|(opener, _)| opener.starts_with(text))
}

/// Returns the closer at the start of a text. A closer that is a prefix of an opener does not count
/// if the opener is present.
pub(super) fn closer(text: &str) -> Option<&'static str> {
    let mut closers = CLOSERS.iter().copied();
    let found = closers.find(|closer| text.starts_with(closer))?;
    opener(text).is_none().then_some(found)
}

/// Whether a text is a prefix of a closer, or of an opener that starts with one.
pub(super) fn may_close(text: &str) -> bool {
    CLOSERS.iter().any(|closer| closer.starts_with(text))
}

/// A set of forms.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Forms(u32);

impl Forms {
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn contains(self, form: Form) -> bool {
        self.0 & (1 << form as u32) != 0
    }
}

impl FromIterator<Form> for Forms {
    fn from_iter<I: IntoIterator<Item = Form>>(forms: I) -> Self {
        let bits = forms.into_iter().map(|form| 1 << form as u32);
        Self(bits.fold(0, |all, bit| all | bit))
    }
}
