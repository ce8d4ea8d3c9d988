//! Tests of pictures in requests: the exact format for each server, and the note about a picture
//! that is not sent.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::StepRequest;
use crate::anthropic::body as anthropic_body;
use crate::learned_limits::refuses_pictures;
use crate::mistral::body as mistral_body;
use crate::normalise::RequestSummary;
use crate::ollama::body as ollama_body;
use crate::openai::body as openai_body;
use crate::pictures::Pictures;
use crate::testing::support::{call, message, request, result, text};
use notice::Notice;
use protocol::ids::ContentHash;
use protocol::message::{Block, Message, Role};
use protocol::picture::{Media, Picture};
use protocol::stream::{ProviderError, ProviderErrorKind, ToolFormat};

const BYTES: &[u8] = b"\x89PNG";

fn picture() -> Picture {
    Picture {
        hash: ContentHash::of(BYTES),
        media: Media::Png,
        width: 1_280,
        height: 720,
        bytes: 4,
        name: "shot.png".to_owned(),
    }
}

fn shows(words: &str) -> Arc<Message> {
    let image = Block::Image { picture: picture() };
    message(Role::User, vec![text(words), image])
}

/// Builds a request whose one message has a picture.
fn asks(format: ToolFormat) -> StepRequest {
    StepRequest {
        pictures: Arc::new(Pictures::from([(picture().hash, BYTES.into())])),
        tools: Arc::from([]),
        ..request(format, vec![shows("What is [picture 1: shot.png]?")])
    }
}

fn blind(format: ToolFormat) -> StepRequest {
    StepRequest {
        pictures: Arc::default(),
        ..asks(format)
    }
}

const SAID: &str = "What is [picture 1: shot.png]?";
const NOTED: &str = "What is [picture 1: shot.png]?\n\n[A picture was here that you cannot see: \
                     shot.png, 1280×720 pixels.]";

/// Returns the last message of a body.
fn last(body: &Value) -> Value {
    let messages = body["messages"].as_array().expect("messages");
    messages.last().expect("a message").clone()
}

#[test]
fn openai_and_mistral_get_a_part_with_a_data_url_behind_the_text() {
    let wanted = json!({
        "role": "user",
        "content": [
            { "type": "text", "text": SAID },
            { "type": "image_url", "image_url": { "url": "data:image/png;base64,iVBORw==" } },
        ],
    });
    assert_eq!(last(&openai_body(&asks(ToolFormat::Native))), wanted);
    assert_eq!(last(&mistral_body(&asks(ToolFormat::Native))), wanted);
    let noted = json!({ "role": "user", "content": NOTED });
    assert_eq!(last(&openai_body(&blind(ToolFormat::Native))), noted);
    assert_eq!(last(&mistral_body(&blind(ToolFormat::Native))), noted);
}

#[test]
fn anthropic_gets_a_source_block_before_the_text_and_the_mark_behind_both() {
    let facts = Default::default();
    let content = last(&anthropic_body(&asks(ToolFormat::Native), &facts))["content"].clone();
    assert_eq!(
        content,
        json!([
            {
                "type": "image",
                "source": { "type": "base64", "media_type": "image/png", "data": "iVBORw==" },
            },
            { "type": "text", "text": SAID, "cache_control": { "type": "ephemeral" } },
        ])
    );
    let content = last(&anthropic_body(&blind(ToolFormat::Native), &facts))["content"].clone();
    assert_eq!(
        content,
        json!([{ "type": "text", "text": NOTED, "cache_control": { "type": "ephemeral" } }])
    );
}

#[test]
fn ollama_gets_a_list_of_base64_beside_the_text() {
    assert_eq!(
        last(&ollama_body(&asks(ToolFormat::Native), "5m")),
        json!({ "role": "user", "content": SAID, "images": ["iVBORw=="] })
    );
    assert_eq!(
        last(&ollama_body(&blind(ToolFormat::Native), "5m")),
        json!({ "role": "user", "content": NOTED })
    );
}

#[test]
fn the_simplified_format_keeps_pictures_with_the_message_that_results_are_put_into() {
    let mut asks = asks(ToolFormat::Simplified);
    asks.messages = vec![
        message(Role::User, vec![text("Read.")]),
        message(
            Role::Assistant,
            vec![call(1, "read_file", json!({ "path": "a" }))],
        ),
        message(
            Role::Tool,
            vec![result(1, "read_file", json!({ "success": true }))],
        ),
        shows("And this?"),
    ];
    let last = last(&openai_body(&asks));
    let parts = last["content"].as_array().expect("parts");
    assert_eq!(parts.len(), 2);
    let said = parts[0]["text"].as_str().expect("a text");
    assert!(
        said.starts_with("Result of read_file") && said.ends_with("And this?"),
        "{said}"
    );
    assert_eq!(parts[1]["type"], "image_url");
}

#[test]
fn a_recording_names_a_picture_and_is_the_same_whether_the_model_saw_it() {
    let (seen, unseen) = (asks(ToolFormat::Native), blind(ToolFormat::Native));
    let (seen, unseen) = (
        RequestSummary::of(&seen, "/w"),
        RequestSummary::of(&unseen, "/w"),
    );
    assert_eq!(seen, unseen);
    assert_eq!(
        seen.messages,
        [json!({
            "role": "user",
            "text": SAID,
            "images": [{ "name": "shot.png", "size": "1280×720" }],
        })]
    );
}

#[test]
fn a_server_that_takes_no_pictures_is_understood() {
    let says = |kind, words| refuses_pictures(&ProviderError::new(kind, Notice::text(words)));
    let refused = ProviderErrorKind::Rejected;
    for words in [
        "the server refused: 400 this model does not support image input",
        "image input is not supported - hint: if this is unexpected, you may need to provide the mmproj",
        "Invalid content type. image_url is only supported by certain models: unsupported",
        "the model m cannot do that: vision is missing",
    ] {
        assert!(says(refused, words), "{words}");
    }
    assert!(!says(refused, "image exceeds 5 MB maximum"));
    for of_the_file in [
        "unsupported image format",
        "400 Unsupported image type: image/bmp",
        "messages.0.content.1.image.source.media_type: image/tiff is not supported",
        "You uploaded an unsupported image. Please make sure it has one of the following formats: ['png', 'jpeg']",
        "cannot decode the image",
    ] {
        assert!(!says(refused, of_the_file), "{of_the_file}");
    }
    assert!(!says(refused, "tools are not supported"));
    assert!(!says(ProviderErrorKind::Server, "image: not supported"));
}
