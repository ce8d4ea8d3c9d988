//! Tests of pictures from the workspace, from outside and on the way to a model: which are sent and
//! which are not.

use std::sync::Arc;

use super::support::{House, says};
use crate::pictures::LONG_EDGE;
use crate::pictures::tests::drawn;
use crate::protocol::approval::Mode;
use crate::protocol::command::Command;
use crate::protocol::event::EventKind;
use crate::protocol::message::{Message, Role};
use crate::protocol::picture::Picture;
use crate::protocol::query::{PictureSource, Query, Reply};
use crate::protocol::stream::{ProviderError, ProviderErrorKind, StreamPart};
use crate::provider::StepRequest;

impl House {
    /// Returns the last request, and the user's last message in it.
    fn was_asked(&self) -> (StepRequest, Arc<Message>) {
        let request = self.provider.requests().pop().expect("a request");
        let mut messages = request.messages.iter().rev();
        let said = messages.find(|message| message.role == Role::User);
        let said = Arc::clone(said.expect("a message"));
        (request, said)
    }

    async fn take(&self, path: &std::path::Path) -> Result<Picture, String> {
        let path = path.display().to_string();
        let query = Query::TakePicture {
            session: self.session,
            source: PictureSource::File { path },
        };
        match self.handle.query(query).unwrap().await.unwrap() {
            Reply::Picture { picture } => Ok(picture),
            Reply::Failed { reason } => Err(reason),
            other => panic!("{other:?}"),
        }
    }

    async fn parts(&self) -> Vec<(String, u64)> {
        let query = Query::Context {
            session: self.session,
        };
        match self.handle.query(query).unwrap().await.unwrap() {
            Reply::Context { parts, .. } => parts,
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn a_picture_that_a_message_names_goes_along_scaled_down_whatever_it_is_called() {
    let mut house = House::new(Mode::Review).await;
    std::fs::write(house.root().join("shot.txt"), drawn(2_000, 20)).unwrap();
    std::fs::write(house.root().join("code.png"), "fn main() {}").unwrap();
    house.provider.answer(says("red and blue"));
    house.send("what is @shot.txt beside @code.png?");
    let attached = house.event("message.pictures").await;
    let EventKind::PicturesAttached { pictures, .. } = &attached.fact else {
        panic!("{attached:?}");
    };
    let [picture] = pictures.as_slice() else {
        panic!("{pictures:?}");
    };
    assert_eq!(
        (picture.width, picture.name.as_str()),
        (LONG_EDGE, "shot.txt")
    );
    let size = serde_json::to_string(&attached).unwrap().len();
    assert!(size < 700, "an event of {size} bytes");
    house.idle().await;
    let (request, said) = house.was_asked();
    assert_eq!(said.pictures().collect::<Vec<_>>(), [picture]);
    let bytes = request.pictures.get(&picture.hash).expect("its bytes");
    assert_eq!(bytes.len() as u64, picture.bytes);
    let parts = house.parts().await;
    let pictures = parts.iter().find(|(name, _)| name == "pictures");
    // 1,568 times 16, divided by 750.
    assert_eq!(pictures.map(|(_, tokens)| *tokens), Some(34));
}

#[tokio::test]
async fn what_is_outside_or_secret_is_not_attached_by_naming_it() {
    let mut house = House::new(Mode::Review).await;
    let outside = house.root().parent().unwrap().join("outside.png");
    std::fs::write(&outside, drawn(8, 8)).unwrap();
    std::fs::write(house.root().join(".env"), drawn(8, 8)).unwrap();
    std::os::unix::fs::symlink(&outside, house.root().join("link.png")).unwrap();
    house.provider.answer(says("nothing to see"));
    let outside = outside.display();
    house.send(&format!("@../outside.png @{outside} @.env @link.png"));
    house.event("job.completed").await;
    house.idle().await;
    let (request, said) = house.was_asked();
    assert_eq!(said.pictures().count(), 0);
    assert!(request.pictures.is_empty());
}

#[tokio::test]
async fn a_dropped_picture_is_kept_outlives_its_file_and_goes_along_with_its_tag() {
    let house = House::new(Mode::Review).await;
    let outside = house.root().parent().unwrap().join("drop me.png");
    std::fs::write(&outside, drawn(40, 30)).unwrap();
    let picture = house.take(&outside).await.expect("a picture");
    let real = std::fs::canonicalize(&outside).unwrap();
    assert_eq!(
        picture.name,
        real.display().to_string(),
        "where it is, is said"
    );
    std::fs::remove_file(&outside).unwrap();
    house.provider.answer(says("red and blue"));
    house.send(&format!("see {}", picture.tag()));
    house.idle().await;
    let (request, said) = house.was_asked();
    assert_eq!(
        said.plain_text(),
        format!("see [picture 1: {}]", picture.name)
    );
    assert_eq!(request.pictures.len(), 1);
    // A picture that is dropped from inside the workspace has its short name, and the
    // workspace's rules apply.
    let inside = house.root().join("in.png");
    std::fs::write(&inside, drawn(4, 4)).unwrap();
    assert_eq!(house.take(&inside).await.expect("a picture").name, "in.png");
    let secret = house.root().join(".env");
    std::fs::write(&secret, drawn(4, 4)).unwrap();
    assert!(
        house
            .take(&secret)
            .await
            .unwrap_err()
            .contains("block list")
    );
    let missing = house.take(&house.root().join("gone.png")).await;
    assert!(missing.unwrap_err().contains("No such file"));
    let folder = house.take(&house.root()).await;
    assert!(folder.is_err());
}

#[tokio::test]
async fn nothing_is_sent_to_a_model_that_cannot_see_and_the_message_comes_back() {
    let mut house = House::new(Mode::Review).await;
    *house.provider.sees.lock().unwrap() = Some(false);
    std::fs::write(house.root().join("a.png"), drawn(8, 8)).unwrap();
    house.send("what is @a.png?");
    let returned = house.event("message.unqueued").await;
    let EventKind::MessageUnqueued { message, .. } = returned.fact else {
        panic!("{returned:?}");
    };
    assert_eq!(message.text, "what is @a.png?");
    let failed = house.event("job.failed").await;
    let EventKind::RunFailed { error, hint, .. } = failed.fact else {
        panic!("{failed:?}");
    };
    assert!(hint.is_some_and(|hint| hint.contains("scripted/eyes")));
    assert!(error.contains("scripted/m cannot see pictures"), "{error}");
    house.idle().await;
    assert!(house.provider.requests().is_empty());
    // The conversation continues as if the message had not been sent.
    house.provider.answer(says("fine"));
    house.send("without it");
    house.idle().await;
    let (request, _) = house.was_asked();
    assert_eq!(request.messages.len(), 1);
}

#[tokio::test]
async fn models_that_cannot_be_asked_are_not_proposed() {
    let mut house = House::new(Mode::Review).await;
    *house.provider.sees.lock().unwrap() = Some(false);
    std::fs::write(house.root().join("a.png"), drawn(8, 8)).unwrap();
    *house.provider.offers.lock().unwrap() = vec!["m".to_owned()];
    house.send("what is @a.png?");
    let failed = house.event("job.failed").await;
    let EventKind::RunFailed { hint, .. } = failed.fact else {
        panic!("{failed:?}");
    };
    let hint = hint.unwrap_or_default();
    assert!(
        hint.ends_with("choose a model that can see with /model"),
        "{hint}"
    );
}

#[tokio::test]
async fn a_model_that_is_chosen_later_and_cannot_see_gets_a_note() {
    let house = House::new(Mode::Review).await;
    std::fs::write(house.root().join("a.png"), drawn(8, 8)).unwrap();
    house.provider.answer(says("red and blue"));
    house.send("what is @a.png?");
    house.idle().await;
    assert_eq!(house.was_asked().0.pictures.len(), 1);
    *house.provider.sees.lock().unwrap() = Some(false);
    house.command(Command::SetModel {
        session: house.session,
        provider: None,
        model: "blind".to_owned(),
    });
    house.provider.answer(says("I am told"));
    house.send("and now?");
    house.idle().await;
    let (request, _) = house.was_asked();
    assert_eq!(
        (request.model.as_str(), request.pictures.len()),
        ("blind", 0)
    );
    assert!(
        request
            .messages
            .iter()
            .any(|message| message.pictures().next().is_some())
    );
}

#[tokio::test]
async fn a_server_that_refuses_a_picture_is_asked_no_further_and_its_word_is_remembered() {
    let mut house = House::new(Mode::Review).await;
    std::fs::write(house.root().join("a.png"), drawn(8, 8)).unwrap();
    let error = ProviderError::new(
        ProviderErrorKind::Rejected,
        "the server refused: image input is not supported",
    );
    house.provider.answer(vec![StreamPart::Error { error }]);
    house.send("what is @a.png?");
    house.event("message.unqueued").await;
    house.idle().await;
    assert_eq!(house.provider.requests().len(), 1);
    house.send("what is @a.png?");
    house.event("message.unqueued").await;
    house.idle().await;
    assert_eq!(house.provider.requests().len(), 1, "it was not asked again");
}
