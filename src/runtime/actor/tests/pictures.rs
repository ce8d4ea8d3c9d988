//! Tests of pictures from the workspace, from outside and on the way to a model: which are sent and
//! which are not.

use std::sync::Arc;

use super::harness::{ActorHarness, says};
use crate::pictures::LONG_EDGE;
use crate::pictures::tests::drawn;
use notice::Notice;
use protocol::approval::Mode;
use protocol::command::Command;
use protocol::event::EventKind;
use protocol::message::{Message, Role};
use protocol::picture::Picture;
use protocol::query::{PictureSource, Query, Reply};
use protocol::stream::{ProviderError, ProviderErrorKind, StreamPart};
use provider::StepRequest;

impl ActorHarness {
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
        match self.query(query).await {
            Reply::Picture { picture } => Ok(picture),
            Reply::Failed { reason } => Err(reason.to_string()),
            other => panic!("{other:?}"),
        }
    }

    async fn parts(&self) -> Vec<(Notice, u64)> {
        let query = Query::Context {
            session: self.session,
        };
        match self.query(query).await {
            Reply::Context { parts, .. } => parts,
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn a_picture_that_a_message_names_goes_along_scaled_down_whatever_it_is_called() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    harness.put("shot.txt", drawn(2_000, 20));
    harness.put("code.png", "fn main() {}");
    harness.provider.answer(says("red and blue"));
    harness.send("what is @shot.txt beside @code.png?");
    let attached = harness.event("message.pictures").await;
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
    harness.idle().await;
    let (request, said) = harness.was_asked();
    assert_eq!(said.pictures().collect::<Vec<_>>(), [picture]);
    let bytes = request.pictures.get(&picture.hash).expect("its bytes");
    assert_eq!(bytes.len() as u64, picture.bytes);
    let parts = harness.parts().await;
    let pictures = parts
        .iter()
        .find(|(name, _)| name.to_string() == "pictures");
    // 1,568 times 16, divided by 750, and scaled to what the server counted for all of it.
    assert_eq!(pictures.map(|(_, tokens)| *tokens), Some(33));
}

#[tokio::test]
async fn what_is_outside_or_secret_is_not_attached_by_naming_it() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    let outside = harness.root().parent().unwrap().join("outside.png");
    std::fs::write(&outside, drawn(8, 8)).unwrap();
    harness.put(".env", drawn(8, 8));
    std::os::unix::fs::symlink(&outside, harness.root().join("link.png")).unwrap();
    harness.provider.answer(says("nothing to see"));
    let outside = outside.display();
    harness.send(&format!("@../outside.png @{outside} @.env @link.png"));
    harness.event("job.completed").await;
    harness.idle().await;
    let (request, said) = harness.was_asked();
    assert_eq!(said.pictures().count(), 0);
    assert!(request.pictures.is_empty());
}

#[tokio::test]
async fn a_dropped_picture_is_kept_outlives_its_file_and_goes_along_with_its_tag() {
    let harness = ActorHarness::new(Mode::Review).await;
    let outside = harness.root().parent().unwrap().join("drop me.png");
    std::fs::write(&outside, drawn(40, 30)).unwrap();
    let picture = harness.take(&outside).await.expect("a picture");
    let real = std::fs::canonicalize(&outside).unwrap();
    assert_eq!(
        picture.name,
        real.display().to_string(),
        "where it is, is said"
    );
    std::fs::remove_file(&outside).unwrap();
    harness.provider.answer(says("red and blue"));
    harness.send(&format!("see {}", picture.tag()));
    harness.idle().await;
    let (request, said) = harness.was_asked();
    assert_eq!(
        said.plain_text(),
        format!("see [picture 1: {}]", picture.name)
    );
    assert_eq!(request.pictures.len(), 1);
    // A picture that is dropped from inside the workspace has its short name, and the
    // workspace's rules apply.
    let inside = harness.root().join("in.png");
    std::fs::write(&inside, drawn(4, 4)).unwrap();
    assert_eq!(
        harness.take(&inside).await.expect("a picture").name,
        "in.png"
    );
    let secret = harness.root().join(".env");
    std::fs::write(&secret, drawn(4, 4)).unwrap();
    assert!(
        harness
            .take(&secret)
            .await
            .unwrap_err()
            .contains("block list")
    );
    let missing = harness.take(&harness.root().join("gone.png")).await;
    assert!(missing.unwrap_err().contains("No such file"));
    let folder = harness.take(&harness.root()).await;
    assert!(folder.is_err());
}

#[tokio::test]
async fn nothing_is_sent_to_a_model_that_cannot_see_and_the_message_comes_back() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    *harness.provider.sees.lock().unwrap() = Some(false);
    harness.put("a.png", drawn(8, 8));
    harness.send("what is @a.png?");
    let returned = harness.event("message.unqueued").await;
    let EventKind::MessageUnqueued { message, .. } = returned.fact else {
        panic!("{returned:?}");
    };
    assert_eq!(message.text, "what is @a.png?");
    let failed = harness.event("job.failed").await;
    let EventKind::RunFailed { error, hint, .. } = failed.fact else {
        panic!("{failed:?}");
    };
    assert!(hint.is_some_and(|hint| hint.to_string().contains("scripted/eyes")));
    assert!(
        error.to_string().contains("scripted/m cannot see pictures"),
        "{error}"
    );
    harness.idle().await;
    assert!(harness.provider.requests().is_empty());
    // The conversation continues as if the message had not been sent.
    harness.exchange("without it", says("fine")).await;
    let (request, _) = harness.was_asked();
    assert_eq!(request.messages.len(), 1);
}

#[tokio::test]
async fn models_that_cannot_be_asked_are_not_proposed() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    *harness.provider.sees.lock().unwrap() = Some(false);
    harness.put("a.png", drawn(8, 8));
    *harness.provider.offers.lock().unwrap() = vec!["m".to_owned()];
    harness.send("what is @a.png?");
    let failed = harness.event("job.failed").await;
    let EventKind::RunFailed { hint, .. } = failed.fact else {
        panic!("{failed:?}");
    };
    let hint = hint.unwrap_or_default();
    assert!(
        hint.to_string()
            .ends_with("choose a model that sees pictures with /model"),
        "{hint}"
    );
}

#[tokio::test]
async fn a_model_that_is_chosen_later_and_cannot_see_gets_a_note() {
    let harness = ActorHarness::new(Mode::Review).await;
    harness.put("a.png", drawn(8, 8));
    harness
        .exchange("what is @a.png?", says("red and blue"))
        .await;
    assert_eq!(harness.was_asked().0.pictures.len(), 1);
    *harness.provider.sees.lock().unwrap() = Some(false);
    harness.command(Command::SetModel {
        session: harness.session,
        provider: None,
        model: "blind".to_owned(),
    });
    harness.exchange("and now?", says("I am told")).await;
    let (request, _) = harness.was_asked();
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
    let mut harness = ActorHarness::new(Mode::Review).await;
    harness.put("a.png", drawn(8, 8));
    let why = Notice::text("the server refused: image input is not supported");
    let error = ProviderError::new(ProviderErrorKind::Rejected, why);
    harness.provider.answer(vec![StreamPart::Error { error }]);
    harness.send("what is @a.png?");
    harness.event("message.unqueued").await;
    harness.idle().await;
    assert_eq!(harness.provider.requests().len(), 1);
    harness.send("what is @a.png?");
    harness.event("message.unqueued").await;
    harness.idle().await;
    assert_eq!(
        harness.provider.requests().len(),
        1,
        "it was not asked again"
    );
}
