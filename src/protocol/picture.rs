//! Pictures in a conversation: their metadata, and the tag that refers to one in the user's text.
//!
//! Typed text, queued messages, drafts and the input history are plain text, so an attached picture
//! is a tag in them: `[picture:HASH:png:1280x720:218931:shot.png]`. When the text becomes a
//! message, the tags become image blocks, and labels replace them in the text. The store keeps the
//! bytes under their hash.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::ids::ContentHash;
use super::message::{Block, Message};
use notice::Notice;

/// Start of a tag.
const TAG: &str = "[picture:";

/// Maximum number of characters in a picture's name; a longer name keeps its end, which contains
/// the file name.
const NAME_LETTERS: usize = 120;

/// Maximum number of pictures in one message.
pub const MOST_PICTURES: usize = 20;

/// Image format of a picture's bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Media {
    Png,
    Jpeg,
    Gif,
    Webp,
}

impl Media {
    /// Detects the format from the first bytes, regardless of the file's name.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
            Some(Media::Png)
        } else if bytes.starts_with(b"\xff\xd8\xff") {
            Some(Media::Jpeg)
        } else if bytes.starts_with(b"GIF87a") || bytes.starts_with(b"GIF89a") {
            Some(Media::Gif)
        } else if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
            Some(Media::Webp)
        } else {
            None
        }
    }

    /// The format's word in a tag, such as `png`.
    pub fn word(self) -> &'static str {
        match self {
            Media::Png => "png",
            Media::Jpeg => "jpeg",
            Media::Gif => "gif",
            Media::Webp => "webp",
        }
    }

    /// The media type that servers expect, such as `image/png`.
    pub fn media_type(self) -> &'static str {
        match self {
            Media::Png => "image/png",
            Media::Jpeg => "image/jpeg",
            Media::Gif => "image/gif",
            Media::Webp => "image/webp",
        }
    }

    fn of_word(word: &str) -> Option<Self> {
        [Media::Png, Media::Jpeg, Media::Gif, Media::Webp]
            .into_iter()
            .find(|media| media.word() == word)
    }
}

/// A picture in the form in which it is sent to the model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    /// Hash under which the bytes are in the store.
    pub hash: ContentHash,
    pub media: Media,
    pub width: u32,
    pub height: u32,
    /// Size in bytes.
    pub bytes: u64,
    /// Origin for display: a path in the workspace, an absolute path outside of it, or `clipboard`.
    pub name: String,
}

impl Picture {
    /// Description for display: `shot.png · 1280×720 · 214 KB`.
    pub fn words(&self) -> String {
        let kilobytes = self.bytes.div_ceil(1_000);
        let (width, height) = (self.width, self.height);
        format!("{} · {width}×{height} · {kilobytes} KB", self.name)
    }

    /// Returns the tag of the picture for a typed text.
    pub fn tag(&self) -> String {
        let hash = self.hash;
        let name = clean_name(&self.name);
        let (media, width, height) = (self.media.word(), self.width, self.height);
        format!(
            "{TAG}{hash}:{media}:{width}x{height}:{}:{name}]",
            self.bytes
        )
    }

    /// Parses the text between `[picture:` and `]`.
    fn of_tag(inside: &str) -> Option<Self> {
        let mut parts = inside.splitn(5, ':');
        let hash = parts.next()?.parse().ok()?;
        let media = Media::of_word(parts.next()?)?;
        let (width, height) = parts.next()?.split_once('x')?;
        let bytes = parts.next()?.parse().ok()?;
        let name = parts.next()?;
        let is_named = !name.is_empty() && name == clean_name(name);
        let read = Self {
            hash,
            media,
            width: width.parse().ok()?,
            height: height.parse().ok()?,
            bytes,
            name: name.to_owned(),
        };
        (is_named && read.width > 0 && read.height > 0).then_some(read)
    }
}

/// Cleans a name so that it breaks neither a tag nor a line.
pub fn clean_name(name: &str) -> String {
    let letters: Vec<char> = name
        .chars()
        .filter(|c| !c.is_control() && !matches!(c, '[' | ']'))
        .collect();
    let from = letters.len().saturating_sub(NAME_LETTERS);
    let end: String = letters.get(from..).unwrap_or_default().iter().collect();
    match (from, end.is_empty()) {
        (_, true) => "picture".to_owned(),
        (0, false) => end,
        // The ellipsis replaces a character, so that a shortened name is not shortened again.
        (_, false) => format!("…{}", end.chars().skip(1).collect::<String>()),
    }
}

/// Label that replaces the tag of picture NUMBER (from 1) in a text that is shown or sent.
pub fn label(number: usize, picture: &Picture) -> String {
    format!("[picture {number}: {}]", picture.name)
}

/// Finds the tags of a text, with their byte ranges.
pub fn tags(text: &str) -> Vec<(Range<usize>, Picture)> {
    let found = text.match_indices(TAG).filter_map(|(start, _)| {
        let inside = text.get(start + TAG.len()..)?;
        let length = inside.find(']')?;
        let picture = Picture::of_tag(inside.get(..length)?)?;
        Some((start..start + TAG.len() + length + 1, picture))
    });
    found.take(MOST_PICTURES).collect()
}

/// Converts a typed text to the form that is shown and sent: labels for its tags, and the
/// pictures in order.
pub fn read(text: &str) -> (String, Vec<Picture>) {
    let (mut shown, mut done) = (String::with_capacity(text.len()), 0);
    let mut pictures = Vec::new();
    for (place, picture) in tags(text) {
        shown.push_str(text.get(done..place.start).unwrap_or_default());
        pictures.push(picture);
        if let Some(picture) = pictures.last() {
            shown.push_str(&label(pictures.len(), picture));
        }
        done = place.end;
    }
    shown.push_str(text.get(done..).unwrap_or_default());
    (shown, pictures)
}

/// Converts a text back to its typed form: the labels of these pictures become tags again.
pub fn typed<'a>(shown: &str, pictures: impl IntoIterator<Item = &'a Picture>) -> String {
    let numbered = (1..).zip(pictures);
    numbered.fold(shown.to_owned(), |text, (number, picture)| {
        text.replacen(&label(number, picture), &picture.tag(), 1)
    })
}

impl Message {
    /// Returns the pictures of the message, in order.
    pub fn pictures(&self) -> impl Iterator<Item = &Picture> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Image { picture } => Some(picture),
            _ => None,
        })
    }

    /// Appends pictures; one that the message already has is not added again.
    pub fn attach(&mut self, pictures: &[Picture]) {
        for picture in pictures {
            let is_new = self.pictures().all(|known| known != picture);
            if is_new {
                let picture = picture.clone();
                self.blocks.push(Block::Image { picture });
            }
        }
    }

    /// Returns the text as the user typed it, with tags for attached pictures.
    pub fn typed_text(&self) -> String {
        typed(&self.plain_text(), self.pictures())
    }
}

/// A picture that a message mentions with `@`, as a request for a worker to load it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MentionedPicture {
    pub message: super::ids::MessageId,
    /// The file, as the user typed it.
    pub path: String,
}

/// A worker's result for a mentioned picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResolvedPicture {
    pub named: MentionedPicture,
    /// The picture, which is in the store; or why it cannot be attached.
    pub found: Result<Picture, Notice>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(name: &str) -> Picture {
        Picture {
            hash: ContentHash::of(name.as_bytes()),
            media: Media::Png,
            width: 1_280,
            height: 720,
            bytes: 213_456,
            name: name.to_owned(),
        }
    }

    #[test]
    fn a_tag_is_read_back_as_the_picture_and_its_label_as_the_tag() {
        let (one, two) = (picture("a b: c.png"), picture("/home/me/ü.jpg"));
        let text = format!("what is {}, and {}?", one.tag(), two.tag());
        let (shown, pictures) = read(&text);
        assert_eq!(
            shown,
            "what is [picture 1: a b: c.png], and [picture 2: /home/me/ü.jpg]?"
        );
        assert_eq!(pictures, [one, two]);
        assert_eq!(typed(&shown, &pictures), text);
        assert_eq!(
            pictures.first().map(Picture::words).as_deref(),
            Some("a b: c.png · 1280×720 · 214 KB")
        );
    }

    #[test]
    fn what_only_looks_like_a_tag_stays_text() {
        let hash = "0".repeat(64);
        for text in [
            "[picture:]".to_owned(),
            "[picture:open".to_owned(),
            format!("[picture:{hash}:bmp:1x1:1:a]"),
            format!("[picture:{hash}:png:0x1:1:a]"),
            format!("[picture:{hash}:png:1x1:1:]"),
            format!("[picture:{hash}:png:1x1:1:a\u{1b}b]"),
            "[picture:zz:png:1x1:1:a]".to_owned(),
        ] {
            assert_eq!(read(&text), (text.clone(), Vec::new()));
        }
        let many = picture("a").tag().repeat(MOST_PICTURES + 3);
        assert_eq!(read(&many).1.len(), MOST_PICTURES);
    }

    #[test]
    fn a_name_breaks_no_tag_whatever_its_file_is_called() {
        let long = "x/".repeat(200) + "]end\n.png";
        let mut odd = picture("a");
        odd.name = clean_name(&long);
        assert!(odd.name.starts_with('…') && odd.name.ends_with("end.png"));
        assert_eq!(clean_name(&odd.name), odd.name);
        assert_eq!(read(&odd.tag()).1, [odd]);
        assert_eq!(clean_name("[]"), "picture");
    }

    #[test]
    fn a_picture_is_known_by_its_first_bytes() {
        assert_eq!(Media::of(b"\x89PNG\r\n\x1a\n..."), Some(Media::Png));
        assert_eq!(Media::of(b"\xff\xd8\xff\xe0"), Some(Media::Jpeg));
        assert_eq!(Media::of(b"GIF89a"), Some(Media::Gif));
        assert_eq!(Media::of(b"RIFF\0\0\0\0WEBPVP8 "), Some(Media::Webp));
        assert_eq!(Media::of(b"<svg xmlns"), None);
        assert_eq!(Media::of(b""), None);
    }
}
