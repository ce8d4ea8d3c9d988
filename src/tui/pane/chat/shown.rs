//! Adds pictures to a message once the files that it names were read.

use super::Chat;
use super::cell::{Body, Channel, Key};
use protocol::ids::MessageId;
use protocol::picture::Picture;

impl Chat {
    /// Adds the pictures that a message names; a picture that is already shown is not added again.
    pub(super) fn show(&mut self, message: MessageId, pictures: &[Picture]) {
        let place = self
            .places
            .get(&Key::Text(message, Channel::Answer))
            .copied();
        let Some(cell) = place.and_then(|place| self.cells.get_mut(place)) else {
            return;
        };
        if let Body::User(_, shown) = &mut cell.body {
            for picture in pictures {
                if !shown.contains(picture) {
                    shown.push(picture.clone());
                }
            }
            cell.touch();
        }
    }
}
