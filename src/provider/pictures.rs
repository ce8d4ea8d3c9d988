//! Pictures for a request: their bytes by hash, and their place in a turn. The adapters contain the
//! server-specific format. A picture without bytes (the model accepts no pictures, or it is no
//! longer stored) becomes a note.

use std::collections::BTreeMap;
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use protocol::ids::ContentHash;
use protocol::message::Message;
use protocol::picture::Picture;

/// Picture bytes that accompany a request; pictures of the conversation without an entry
/// are not sent.
pub type Pictures = BTreeMap<ContentHash, Arc<[u8]>>;

/// A picture of a turn.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct WireImage {
    pub picture: Picture,
    /// The bytes, if the model receives the picture. Serialized as whether they exist: the hash
    /// identifies them.
    #[serde(serialize_with = "whether")]
    pub bytes: Option<Arc<[u8]>>,
}

impl WireImage {
    /// Returns the pictures of a message, with the available bytes.
    pub fn of<'a>(message: &'a Message, pictures: &'a Pictures) -> impl Iterator<Item = Self> + 'a {
        message.pictures().map(|picture| Self {
            picture: picture.clone(),
            bytes: pictures.get(&picture.hash).cloned(),
        })
    }

    /// Encodes the bytes in base64, if the model is shown the picture.
    pub fn base64(&self) -> Option<String> {
        Some(STANDARD.encode(self.bytes.as_ref()?))
    }

    pub fn data_url(&self) -> Option<String> {
        let media = self.picture.media.media_type();
        Some(format!("data:{media};base64,{}", self.base64()?))
    }

    /// Builds the picture block of Anthropic's protocol, which the `claude` program also accepts.
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

/// Appends a note to the text for each picture that is not sent.
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
