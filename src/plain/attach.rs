//! Attaches pictures from anywhere on this machine, by path, to the next message.

use super::pending::PendingRequest;
use super::state::Plain;
use super::text;
use l10n::say;
use protocol::picture::{MOST_PICTURES, Picture};
use protocol::query::{PictureSource, Query};

impl Plain {
    pub(super) fn attach(&mut self, path: String) {
        let Some(session) = self.current else { return };
        if self.attached.len() >= MOST_PICTURES {
            return self.say(say!("plain-attach-too-many", count = MOST_PICTURES));
        }
        let source = PictureSource::File { path };
        self.ask(
            Query::TakePicture { session, source },
            PendingRequest::Picture,
        );
    }

    pub(super) fn attach_none(&mut self) {
        let had = std::mem::take(&mut self.attached);
        self.say(if had.is_empty() {
            say!("plain-attach-nothing")
        } else {
            say!("plain-attach-none")
        });
    }

    /// Adds a picture that the engine accepted to the next message.
    pub(super) fn attach_picture(&mut self, picture: &Picture) {
        self.attached.push(picture.tag());
        let kilobytes = picture.bytes.div_ceil(1_000);
        self.say(say!(
            "plain-attached-picture",
            name = text::line(&picture.name),
            width = picture.width,
            height = picture.height,
            kilobytes
        ));
    }

    /// Returns a message with the tags of the pictures that wait for it.
    pub(super) fn with_pictures(&mut self, text: &str) -> String {
        let tags = std::mem::take(&mut self.attached);
        let mut whole = text.to_owned();
        for tag in tags {
            whole.push(' ');
            whole.push_str(&tag);
        }
        whole
    }
}
