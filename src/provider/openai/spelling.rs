//! Alternative forms of a request, for servers that do not know the usual one: no `system` role,
//! the other name for the length limit, no null beside calls. Each is tried once, after the server
//! has objected to the usual form, and remembered for its model as long as the program runs.

use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};

/// An alternative form of a part of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Spelling {
    /// The system prompt is a message of the role `developer`.
    AsDeveloper,
    /// The system prompt precedes the text of the first user message.
    AsUser,
    /// `max_completion_tokens` instead of `max_tokens`.
    NewBound,
    OldBound,
    /// An empty text instead of null beside calls.
    EmptyContent,
}

/// The alternatives, in the order in which they are tried.
const ALL: [Spelling; 5] = [
    Spelling::AsDeveloper,
    Spelling::AsUser,
    Spelling::NewBound,
    Spelling::OldBound,
    Spelling::EmptyContent,
];

/// Learned alternatives by model. Clones share one list.
#[derive(Debug, Clone, Default)]
pub(super) struct Spellings(Arc<Mutex<Vec<(String, Spelling)>>>);

impl Spellings {
    /// Returns the body in a form that this server may accept, if its message objects to something
    /// with an alternative that has not been tried; later requests to this model use the
    /// alternative at once.
    pub(super) fn learn(&self, model: &str, words: &str, body: &Value) -> Option<Value> {
        let words = words.to_ascii_lowercase();
        // A list of plain values stays valid even if a thread panicked while holding the lock.
        let mut learnt = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_new = |spelling: &Spelling| {
            !learnt
                .iter()
                .any(|(of, known)| of == model && known == spelling)
        };
        let (spelling, again) = ALL
            .into_iter()
            .filter(|spelling| is_new(spelling) && spelling.is_asked_for(&words))
            .find_map(|spelling| {
                let mut again = body.clone();
                spelling.put(&mut again).then_some((spelling, again))
            })?;
        learnt.push((model.to_owned(), spelling));
        tracing::info!(
            model,
            ?spelling,
            "the server refused a request; it is put otherwise"
        );
        Some(again)
    }

    /// Applies the learned alternatives for a body's model.
    pub(super) fn apply(&self, model: &str, body: &mut Value) {
        let learnt = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for (_, spelling) in learnt.iter().filter(|(of, _)| of == model) {
            spelling.put(body);
        }
    }
}

impl Spelling {
    /// Whether a server's message, in lower case, asks for this alternative.
    fn is_asked_for(self, words: &str) -> bool {
        match self {
            Spelling::AsDeveloper => {
                objects_to_system(words)
                    && words.contains("'developer'")
                    && !objects_to_developer(words)
            }
            Spelling::AsUser => objects_to_system(words) || objects_to_developer(words),
            Spelling::NewBound => objects(words) && words.contains("max_tokens"),
            Spelling::OldBound => objects(words) && words.contains("max_completion_tokens"),
            Spelling::EmptyContent => {
                words.contains("content")
                    && ["null", "none", "string", "str ", "required", "missing"]
                        .iter()
                        .any(|word| words.contains(word))
            }
        }
    }

    /// Applies the alternative to the body; returns false if there is nothing to change.
    fn put(self, body: &mut Value) -> bool {
        match self {
            Spelling::AsDeveloper => as_developer(body).is_some(),
            Spelling::AsUser => as_user(body).is_some(),
            Spelling::NewBound => rename(body, "max_tokens", "max_completion_tokens").is_some(),
            Spelling::OldBound => rename(body, "max_completion_tokens", "max_tokens").is_some(),
            Spelling::EmptyContent => empty_contents(body),
        }
    }
}

/// Whether a message says that something is not accepted, as opposed to having a wrong value.
fn objects(words: &str) -> bool {
    [
        "not support",
        "unsupported",
        "unknown",
        "unrecognized",
        "unexpected",
        "not permitted",
        "not allowed",
        "not enabled",
        "extra ",
    ]
    .iter()
    .any(|saying| words.contains(saying))
}

/// Whether a message says that there is no `system` role. Templates that do not know it list the
/// roles that they know instead, or say that the roles do not alternate; the roles of these
/// requests do, apart from `system`.
fn objects_to_system(words: &str) -> bool {
    let names = words.contains("system")
        && ["role", "message", "prompt", "instruction"]
            .iter()
            .any(|noun| words.contains(noun));
    (names && objects(words))
        || words.contains("only user and assistant role")
        || words.contains("only user, assistant and tool role")
        || words.contains("roles must alternate")
}

fn objects_to_developer(words: &str) -> bool {
    words.contains("developer instruction") && objects(words)
}

/// Returns the message with the system prompt.
fn system(body: &mut Value) -> Option<&mut Value> {
    let first = body.get_mut("messages")?.as_array_mut()?.first_mut()?;
    let role = first.get("role").and_then(Value::as_str);
    matches!(role, Some("system" | "developer")).then_some(first)
}

fn as_developer(body: &mut Value) -> Option<()> {
    let role = system(body)?.get_mut("role")?;
    if role == "developer" {
        return None;
    }
    *role = json!("developer");
    Some(())
}

fn as_user(body: &mut Value) -> Option<()> {
    let prompt = system(body)?.get_mut("content")?.take();
    let prompt = prompt.as_str().unwrap_or_default().to_owned();
    let messages = body.get_mut("messages")?.as_array_mut()?;
    messages.remove(0);
    let first = messages
        .first_mut()
        .filter(|first| first.get("role").and_then(Value::as_str) == Some("user"));
    match first {
        Some(first) => match first.get_mut("content") {
            Some(Value::Array(parts)) => parts.insert(0, json!({ "type": "text", "text": prompt })),
            Some(Value::String(text)) => *text = format!("{prompt}\n\n{text}"),
            _ => messages.insert(0, json!({ "role": "user", "content": prompt })),
        },
        None => messages.insert(0, json!({ "role": "user", "content": prompt })),
    }
    Some(())
}

fn rename(body: &mut Value, from: &str, to: &str) -> Option<()> {
    let fields = body.as_object_mut()?;
    let value = fields.remove(from)?;
    fields.insert(to.to_owned(), value);
    Some(())
}

fn empty_contents(body: &mut Value) -> bool {
    let messages = body.get_mut("messages").and_then(Value::as_array_mut);
    let contents = messages.into_iter().flatten();
    let mut found = false;
    for content in contents.filter_map(|message| message.get_mut("content")) {
        if content.is_null() {
            *content = json!("");
            found = true;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body() -> Value {
        json!({
            "max_tokens": 9,
            "messages": [
                { "role": "system", "content": "Be brief." },
                { "role": "user", "content": "Read." },
                { "role": "assistant", "content": null, "tool_calls": [] },
            ],
        })
    }

    #[test]
    fn a_server_without_a_system_role_gets_the_prompt_with_what_the_user_says_first() {
        for words in [
            "System role not supported",
            "Jinja Exception: Only user and assistant roles are supported!",
            "Conversation roles must alternate user/assistant/user/assistant/...",
            "Developer instruction is not enabled for models/gemma-3-27b-it",
            "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
        ] {
            let known = Spellings::default();
            let again = known.learn("m", words, &body()).expect(words);
            let first = json!({ "role": "user", "content": "Be brief.\n\nRead." });
            assert_eq!(again["messages"][0], first, "{words}");
            assert_eq!(known.learn("m", words, &again), None, "tried once");
            let mut next = body();
            known.apply("m", &mut next);
            assert_eq!(next, again, "and remembered");
            let mut other = body();
            known.apply("other", &mut other);
            assert_eq!(other, body(), "for its model alone");
        }
    }

    #[test]
    fn a_server_that_wants_a_developer_gets_one() {
        let words = "'messages[0].role' does not support 'system' with this model. Use 'developer' instead.";
        let known = Spellings::default();
        let again = known.learn("m", words, &body()).expect("another form");
        assert_eq!(again["messages"][0]["role"], "developer");
        let words = "Unsupported: the role of the system prompt";
        let again = known.learn("m", words, &again).expect("a third form");
        assert_eq!(again["messages"][0]["role"], "user");
    }

    #[test]
    fn the_bound_of_an_answer_gets_its_other_name_and_a_wrong_value_does_not() {
        let known = Spellings::default();
        let words = "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
        let again = known.learn("m", words, &body()).expect("another name");
        assert_eq!(
            (&again["max_completion_tokens"], again.get("max_tokens")),
            (&json!(9), None)
        );
        let back = known
            .learn(
                "m",
                "Extra inputs are not permitted: max_completion_tokens",
                &again,
            )
            .expect("the first name");
        assert_eq!(back["max_tokens"], 9);
        assert_eq!(known.learn("m", words, &back), None, "not for ever");
        let words = "max_tokens is too large: 9. This model takes at most 8";
        assert_eq!(Spellings::default().learn("m", words, &body()), None);
    }

    #[test]
    fn null_beside_calls_becomes_an_empty_text_where_a_text_is_wanted() {
        let words = "messages.2.content: Input should be a valid string";
        let again = Spellings::default().learn("m", words, &body());
        assert_eq!(again.expect("another form")["messages"][2]["content"], "");
    }
}
