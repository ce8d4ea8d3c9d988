//! Recognizes lead-in words that refuse a call or turn it into an example. A model that writes "I
//! will not run it:" or "the call would be" before a call requests nothing, even if the call ends
//! the answer and is no quotation.

/// Maximum bytes of the answer that are kept for looking back.
const KEPT: usize = 400;

/// Texts that end a sentence.
const ENDS: [&str; 5] = [". ", "! ", "? ", ".\n", "\n\n"];

/// Lower-case phrases that refuse the call that follows: English, French, Portuguese.
const REFUSALS: [&str; 22] = [
    "will not run",
    "won't run",
    "not going to run",
    "will not call",
    "won't call",
    "not going to call",
    "will not execute",
    "won't execute",
    "will not make this call",
    "do not run",
    "don't run",
    "must not run",
    "should not run",
    "would not run",
    "not be run",
    "not been run",
    "ne l'exécuterai pas",
    "ne pas exécuter",
    "ne vais pas exécuter",
    "não vou executar",
    "não executar",
    "não executarei",
];

/// Lower-case phrases that make an example of the call that follows.
const EXAMPLES: [&str; 12] = [
    "call would be",
    "call would look like",
    "call looks like",
    "call could look like",
    "example of a call",
    "an example call",
    "just an example",
    "only an example",
    "l'appel serait",
    "exemple d'appel",
    "a chamada seria",
    "exemplo de chamada",
];

/// Keeps the last words of an answer before a call.
#[derive(Debug, Default)]
pub(super) struct LeadIn {
    text: String,
}

impl LeadIn {
    /// Appends text of the answer, and drops text that is too far back.
    pub(super) fn push(&mut self, text: &str) {
        self.text.push_str(text);
        let Some(over) = self.text.len().checked_sub(KEPT) else {
            return;
        };
        let from = self.text.ceil_char_boundary(over);
        self.text.drain(..from);
    }

    /// Whether the last sentence refuses the call that follows, or makes it an example.
    pub(super) fn only_speaks(&self) -> bool {
        let text = self.text.trim_end().replace('\u{2019}', "'").to_lowercase();
        let from = ENDS
            .iter()
            .filter_map(|end| Some(text.rfind(end)? + end.len()))
            .max();
        let sentence = text.get(from.unwrap_or(0)..).unwrap_or_default();
        let says = |words: &&str| sentence.contains(*words);
        REFUSALS.iter().any(says) || EXAMPLES.iter().any(says)
    }
}
