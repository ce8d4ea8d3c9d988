//! Masks the key in answers and errors: a server may echo its request, and the key must not be
//! shown, stored or recorded. Finds a key that is split over several pieces too.
//!
//! Masks only the endpoint's own key, because the user may have asked for other text that looks
//! like a key.

use std::collections::VecDeque;

use futures_util::{StreamExt, stream};
use serde_json::Value;

use crate::PartStream;
use protocol::stream::StreamPart;
use redact::{MASK, Secret};

/// Minimum length of a key to search for. Shorter texts occur by chance.
const SHORTEST: usize = 8;

/// Returns the stream with the key masked.
pub(super) fn quiet(inner: PartStream, key: Option<&Secret>) -> PartStream {
    let Some(key) = key.filter(|key| key.expose().len() >= SHORTEST) else {
        return inner;
    };
    let quiet = MaskedStream {
        inner,
        key: key.clone(),
        held: None,
        ready: VecDeque::new(),
    };
    Box::pin(stream::unfold(quiet, |mut quiet| async move {
        let part = quiet.next().await?;
        Some((part, quiet))
    }))
}

/// The text that a piece belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Channel {
    Text,
    Reasoning,
    Arguments(usize),
}

impl Channel {
    fn part(self, text: String) -> StreamPart {
        match self {
            Channel::Text => StreamPart::Text { text },
            Channel::Reasoning => StreamPart::Reasoning { text },
            Channel::Arguments(index) => StreamPart::CallArguments { index, text },
        }
    }
}

struct MaskedStream {
    inner: PartStream,
    key: Secret,
    /// The end of a text that may be the start of the key.
    held: Option<(Channel, String)>,
    ready: VecDeque<StreamPart>,
}

impl MaskedStream {
    async fn next(&mut self) -> Option<StreamPart> {
        loop {
            if let Some(part) = self.ready.pop_front() {
                return Some(part);
            }
            match self.inner.next().await {
                Some(part) => self.take(part),
                None => {
                    self.release();
                    return self.ready.pop_front();
                }
            }
        }
    }

    fn take(&mut self, part: StreamPart) {
        match part {
            StreamPart::Text { text } => self.feed(Channel::Text, &text),
            StreamPart::Reasoning { text } => self.feed(Channel::Reasoning, &text),
            StreamPart::CallArguments { index, text } => {
                self.feed(Channel::Arguments(index), &text);
            }
            StreamPart::CallEnd {
                index,
                mut arguments,
            } => {
                self.release();
                mask(&mut arguments, self.key.expose());
                self.ready
                    .push_back(StreamPart::CallEnd { index, arguments });
            }
            other => {
                self.release();
                self.ready.push_back(other);
            }
        }
    }

    /// Releases everything except what may be the start of the key.
    fn feed(&mut self, channel: Channel, text: &str) {
        if self.held.as_ref().is_some_and(|(held, _)| *held != channel) {
            self.release();
        }
        let mut all = self.held.take().map(|(_, held)| held).unwrap_or_default();
        all.push_str(text);
        let key = self.key.expose();
        if all.contains(key) {
            all = all.replace(key, MASK);
        }
        let held = all.split_off(all.len() - begun(&all, key));
        if !all.is_empty() {
            self.ready.push_back(channel.part(all));
        }
        if !held.is_empty() {
            self.held = Some((channel, held));
        }
    }

    fn release(&mut self) {
        if let Some((channel, held)) = self.held.take() {
            self.ready.push_back(channel.part(held));
        }
    }
}

/// Returns the length in bytes of a proper prefix of the key at the end of the text.
fn begun(text: &str, key: &str) -> usize {
    let ends = key.char_indices().map(|(at, _)| at).rev();
    ends.into_iter()
        .find(|at| key.get(..*at).is_some_and(|begin| text.ends_with(begin)))
        .unwrap_or(0)
}

/// Masks the key in every text of a value.
fn mask(value: &mut Value, key: &str) {
    match value {
        Value::String(text) if text.contains(key) => *text = text.replace(key, MASK),
        Value::Array(items) => items.iter_mut().for_each(|item| mask(item, key)),
        Value::Object(fields) => fields.values_mut().for_each(|field| mask(field, key)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const KEY: &str = "abcabcabd-0";

    async fn through(parts: Vec<StreamPart>) -> Vec<StreamPart> {
        let inner: PartStream = Box::pin(stream::iter(parts));
        quiet(inner, Some(&Secret::new(KEY))).collect().await
    }

    fn text(text: &str) -> StreamPart {
        StreamPart::Text { text: text.into() }
    }

    fn joined(parts: &[StreamPart]) -> String {
        let texts = parts.iter().map(|part| match part {
            StreamPart::Text { text } | StreamPart::Reasoning { text } => text.as_str(),
            _ => "",
        });
        texts.collect()
    }

    #[tokio::test]
    async fn a_key_is_taken_out_wherever_its_pieces_end() {
        let said = format!("é {KEY}{KEY} abcabcab abcabc{KEY}!");
        let wanted = format!("é {MASK}{MASK} abcabcab abcabc{MASK}!");
        for size in 1..=said.chars().count() {
            let letters: Vec<char> = said.chars().collect();
            let pieces = letters
                .chunks(size)
                .map(|piece| text(&piece.iter().collect::<String>()));
            assert_eq!(
                joined(&through(pieces.collect()).await),
                wanted,
                "pieces of {size}"
            );
        }
    }

    #[tokio::test]
    async fn what_only_begins_like_the_key_comes_through_in_its_order() {
        let call = StreamPart::CallStart {
            index: 0,
            id: "1".into(),
            name: "t".into(),
        };
        let reasoning = StreamPart::Reasoning { text: "abc".into() };
        let parts = vec![
            text("x abc"),
            reasoning.clone(),
            call.clone(),
            text("abcab"),
        ];
        let out = through(parts).await;
        assert_eq!(
            out,
            [text("x "), text("abc"), reasoning, call, text("abcab")]
        );
    }

    #[tokio::test]
    async fn arguments_of_a_call_hold_no_key_either() {
        let pieces = ["{\"a\":\"abcabc", "abd-0\"}"].map(|text| StreamPart::CallArguments {
            index: 0,
            text: text.into(),
        });
        let mut parts = pieces.to_vec();
        parts.push(StreamPart::CallEnd {
            index: 0,
            arguments: json!({ "a": [KEY, 1], "b": { "c": KEY } }),
        });
        let out = through(parts).await;
        let shown = format!("{out:?}");
        assert!(!shown.contains(KEY) && !shown.contains("abd-0"), "{shown}");
        let masked = json!({ "a": [MASK, 1], "b": { "c": MASK } });
        let last = out.last().unwrap();
        assert!(matches!(last, StreamPart::CallEnd { arguments, .. } if *arguments == masked));
    }
}
