//! Pictures on their way to a server: their bytes by hash beside a request, and how a turn carries them. What a server
//! calls them is in its adapter. A picture without bytes (the model cannot see, or it is no longer kept) is a note.

use std::collections::BTreeMap;
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::protocol::ids::ContentHash;
use crate::protocol::message::Message;
use crate::protocol::picture::Picture;

/// The bytes that go along with a request; what of a conversation's pictures is not among them is not sent.
pub type Pictures = BTreeMap<ContentHash, Arc<[u8]>>;

/// A picture of a turn.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct WireImage {
    /// What is known of it.
    pub picture: Picture,
    /// Its bytes, where the model is shown it. Written as whether there are any: the hash says which.
    #[serde(serialize_with = "whether")]
    pub bytes: Option<Arc<[u8]>>,
}

impl WireImage {
    /// The pictures of a message, with the bytes that there are.
    pub fn of<'a>(message: &'a Message, pictures: &'a Pictures) -> impl Iterator<Item = Self> + 'a {
        message.pictures().map(|picture| Self {
            picture: picture.clone(),
            bytes: pictures.get(&picture.hash).cloned(),
        })
    }

    /// The bytes in base64, where the model is shown it.
    pub fn base64(&self) -> Option<String> {
        Some(STANDARD.encode(self.bytes.as_ref()?))
    }

    pub fn data_url(&self) -> Option<String> {
        let media = self.picture.media.media_type();
        Some(format!("data:{media};base64,{}", self.base64()?))
    }

    /// The block that Anthropic's protocol has for it, which the `claude` program reads too.
    pub fn source_block(&self) -> Option<Value> {
        let data = self.base64()?;
        let media_type = self.picture.media.media_type();
        Some(json!({
            "type": "image",
            "source": { "type": "base64", "media_type": media_type, "data": data },
        }))
    }
}

fn whether<S: Serializer>(bytes: &Option<Arc<[u8]>>, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_bool(bytes.is_some())
}

/// A text with a note for each picture that does not go along.
pub fn with_notes(text: &str, images: &[WireImage]) -> String {
    let missing = images.iter().filter(|image| image.bytes.is_none());
    let notes = missing.map(|image| {
        let Picture {
            name,
            width,
            height,
            ..
        } = &image.picture;
        format!("[A picture was here that you cannot see: {name}, {width}×{height} pixels.]")
    });
    let parts = std::iter::once(text.to_owned()).chain(notes);
    let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
    parts.join("\n\n")
}
