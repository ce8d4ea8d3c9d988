//! Converts results of tools, resources and prompts for a model: to text, cleaned and bounded, and pictures.

use redact::sanitize;
use rmcp::model::{CallToolResult, ContentBlock, ResourceContents};

/// A picture in a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    pub mime_type: String,
    /// Its bytes in base64, as the server sent them.
    pub data: String,
}

/// The result of a call.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CallOutcome {
    /// Whether the tool says that it failed.
    pub is_error: bool,
    pub text: String,
    pub pictures: Vec<Picture>,
    /// Whether text is missing at the end.
    pub is_cut: bool,
}

impl CallOutcome {
    /// Takes a result of a tool; keeps at most so many bytes of text.
    pub(crate) fn of(result: CallToolResult, most_bytes: usize) -> Self {
        let mut outcome = Self {
            is_error: result.is_error.unwrap_or(false),
            ..Self::default()
        };
        let has_content = !result.content.is_empty();
        for block in result.content {
            outcome.add(block);
        }
        // A server that sends both says the same twice.
        if let Some(value) = result.structured_content.filter(|_| !has_content) {
            outcome.add_text(&value.to_string());
        }
        outcome.cut(most_bytes);
        outcome
    }

    /// Takes the contents of a resource.
    pub(crate) fn of_resource(contents: Vec<ResourceContents>, most_bytes: usize) -> Self {
        let mut outcome = Self::default();
        for content in contents {
            outcome.add_resource(content);
        }
        outcome.cut(most_bytes);
        outcome
    }

    /// Takes the blocks of a prompt's messages.
    pub(crate) fn of_blocks(blocks: Vec<ContentBlock>, most_bytes: usize) -> Self {
        let mut outcome = Self::default();
        for block in blocks {
            outcome.add(block);
        }
        outcome.cut(most_bytes);
        outcome
    }

    /// Adds a block of a result or of a prompt's message.
    fn add(&mut self, block: ContentBlock) {
        match block {
            ContentBlock::Text(text) => self.add_text(&text.text),
            ContentBlock::Image(image) => self.pictures.push(Picture {
                mime_type: sanitize(&image.mime_type),
                data: image.data,
            }),
            ContentBlock::Audio(audio) => {
                let (kind, bytes) = (&audio.mime_type, bytes_of(&audio.data));
                self.add_text(&format!("[a sound, {kind}, {bytes} bytes, left out]"));
            }
            ContentBlock::Resource(embedded) => self.add_resource(embedded.resource),
            ContentBlock::ResourceLink(link) => {
                let title = link.title.as_ref().unwrap_or(&link.name);
                self.add_text(&format!("[resource {}: {title}]", link.uri));
            }
            _ => self.add_text("[a part of an unknown kind, left out]"),
        }
    }

    fn add_resource(&mut self, resource: ResourceContents) {
        match resource {
            ResourceContents::TextResourceContents { uri, text, .. } => {
                self.add_text(&format!("[resource {uri}]\n{text}"));
            }
            ResourceContents::BlobResourceContents {
                uri,
                mime_type,
                blob,
                ..
            } => match mime_type.filter(|kind| kind.starts_with("image/")) {
                Some(mime_type) => self.pictures.push(Picture {
                    mime_type: sanitize(&mime_type),
                    data: blob,
                }),
                None => {
                    let bytes = bytes_of(&blob);
                    self.add_text(&format!("[resource {uri}, {bytes} bytes, left out]"));
                }
            },
            _ => self.add_text("[a resource of an unknown kind, left out]"),
        }
    }

    fn add_text(&mut self, text: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(&sanitize(text));
    }

    fn cut(&mut self, most_bytes: usize) {
        if self.text.len() > most_bytes {
            let end = self.text.floor_char_boundary(most_bytes);
            self.text.truncate(end);
            self.is_cut = true;
        }
    }
}

/// Returns the number of bytes that a text in base64 stands for.
fn bytes_of(base64: &str) -> usize {
    let digits = base64.trim_end_matches('=').len();
    digits / 4 * 3 + (digits % 4).saturating_sub(1)
}
