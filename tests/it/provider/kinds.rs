//! Every HTTP adapter, with the format of its server's answers: for tests of properties that must
//! hold for all of them.

use provider::Provider;
use provider::anthropic::Anthropic;
use provider::http::Http;
use provider::mistral::mistral;
use provider::ollama::Ollama;
use provider::openai::OpenAi;
use redact::Secret;

use super::KEY;
use crate::support::http::{Act, Script};

#[derive(Clone, Copy)]
pub(super) struct Kind {
    pub(super) name: &'static str,
    /// Content type of its stream.
    content_type: &'static str,
    make: fn(&str, Http) -> Provider,
    /// The beginning of an answer with the text "Half an answer".
    pub(super) half: &'static str,
    /// A further piece: a call of `read_file` with incomplete arguments.
    pub(super) half_call: &'static str,
    /// A piece of an answer with text, which can be repeated any number of times.
    pub(super) more: &'static str,
    /// Prefix of a line.
    pub(super) line: &'static str,
}

impl Kind {
    /// Creates the adapter, with a key.
    pub(super) fn at(self, url: &str, http: Http) -> Provider {
        (self.make)(url, http)
    }

    /// Creates a stream of this kind.
    pub(super) fn script(self, acts: Vec<Act>) -> Script {
        Script::new(200, self.content_type, acts)
    }
}

fn key() -> Option<Secret> {
    Some(Secret::new(KEY))
}

pub(super) const KINDS: [Kind; 4] = [
    Kind {
        name: "ollama",
        content_type: "application/x-ndjson",
        make: |url, http| {
            let ollama = Ollama::new("ollama", url, http).expect("an address");
            ollama.with_key(key()).into()
        },
        half: "{\"message\":{\"role\":\"assistant\",\"content\":\"Half an answer\"},\"done\":false}\n",
        half_call: "{\"message\":{\"role\":\"assistant\",\"tool_calls\":[{\"function\":{\"name\":\"read_file\",\"argum",
        more: "{\"message\":{\"role\":\"assistant\",\"content\":\"on and \"},\"done\":false}\n",
        line: "{\"message\":{\"content\":\"",
    },
    Kind {
        name: "openai",
        content_type: "text/event-stream",
        make: |url, http| {
            OpenAi::new("openai", url, key(), http)
                .expect("an address")
                .into()
        },
        half: "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Half an answer\"}}]}\n\n",
        half_call: CHAT_CALL,
        more: "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"on and \"}}]}\n\n",
        line: "data: ",
    },
    Kind {
        name: "mistral",
        content_type: "text/event-stream",
        make: |url, http| {
            mistral("mistral", url, key(), http)
                .expect("an address")
                .into()
        },
        half: "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":[{\"type\":\"text\",\"text\":\"Half an answer\"}]}}]}\n\n",
        half_call: CHAT_CALL,
        more: "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"on and \"}}]}\n\n",
        line: "data: ",
    },
    Kind {
        name: "anthropic",
        content_type: "text/event-stream; charset=utf-8",
        make: |url, http| {
            let anthropic = Anthropic::new("anthropic", url, key(), http);
            anthropic.expect("an address").into()
        },
        half: "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"Half an answer\"}}\n\n",
        half_call: "data: {\"type\":\"content_block_start\",\"index\":1,\"content_block\":{\"type\":\"tool_use\",\"id\":\"toolu_1\",\"name\":\"read_file\",\"input\":{}}}\n\n\
                    data: {\"type\":\"content_block_delta\",\"index\":1,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"pa\"}}\n\n",
        more: "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"on and \"}}\n\n",
        line: "event: content_block_delta\ndata: ",
    },
];

const CHAT_CALL: &str = "data: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"D681PevKs\",\"type\":\"function\",\"function\":{\"name\":\"read_file\",\"arguments\":\"{\\\"pa\"}}]}}]}\n\n";
