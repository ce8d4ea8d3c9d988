//! Tests of pictures dropped on the editor, and in the conversation.

use super::*;
use crate::protocol::event::UnqueueReason;
use crate::protocol::ids::ContentHash;
use crate::protocol::picture::{Media, Picture};
use crate::protocol::query::PictureSource;
use crate::protocol::session::QueuedMessage;

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

fn asked(stage: &mut Stage) -> Vec<Query> {
    std::mem::take(&mut stage.effects)
        .into_iter()
        .filter_map(|effect| match effect {
            Effect::Ask(query @ Query::TakePicture { .. }) => Some(query),
            _ => None,
        })
        .collect()
}

fn draft(stage: &Stage) -> String {
    let tab = stage.app.model().tab();
    tab.map(|tab| tab.editor.text()).unwrap_or_default()
}

/// Drops a picture and answers that it was read.
fn dropped(stage: &mut Stage, path: &str) {
    stage.input(InputKind::Paste(path.to_owned()));
    let queries = asked(stage);
    let picture = picture(path);
    stage.app.reply(&queries[0], Reply::Picture { picture });
    stage.collect();
}

#[test]
fn a_dropped_picture_becomes_a_chip_and_is_sent_as_a_picture() {
    for (name, width, height) in [("160", 160, 48), ("120", 120, 40), ("80", 80, 24)] {
        let mut stage = Stage::furnished(width, height);
        stage.press("w h a t Space");
        stage.input(InputKind::Paste("'/home/me/shot.png' ".to_owned()));
        let queries = asked(&mut stage);
        let source = PictureSource::File {
            path: "/home/me/shot.png".to_owned(),
        };
        let session = session();
        assert_eq!(queries, [Query::TakePicture { session, source }]);
        assert!(
            stage.text().contains("[reading picture 1 …]"),
            "{}",
            stage.text()
        );
        stage.press("Enter");
        assert!(stage.orders().is_empty(), "it waits for the picture");
        assert!(
            stage.text().contains("still being read"),
            "{}",
            stage.text()
        );
        stage.press("?");
        let picture = picture("/home/me/shot.png");
        let reply = Reply::Picture {
            picture: picture.clone(),
        };
        stage.app.reply(&queries[0], reply);
        assert!(
            stage
                .text()
                .contains("> what [picture 1: /home/me/shot.png]?"),
            "{}",
            stage.text()
        );
        let typed = format!("what {}?", picture.tag());
        assert_eq!(draft(&stage), typed);
        stage.press("Enter");
        let text = typed.clone();
        assert!(
            stage
                .orders()
                .contains(&Command::SendMessage { session, text })
        );
        let mut said = message(7, Role::User, "what [picture 1: /home/me/shot.png]?");
        said.attach(&[picture]);
        stage.fact(EventKind::MessageAdded { message: said });
        let line = "▣ /home/me/shot.png · 1280×720 · 214 KB";
        assert!(stage.text().contains(line), "{}", stage.text());
        insta::assert_snapshot!(format!("picture_{name}"), stage.text());
    }
}

#[test]
fn a_chip_goes_as_one_and_what_is_no_picture_is_text() {
    let mut stage = Stage::furnished(160, 48);
    dropped(&mut stage, "/a.png");
    assert_eq!(draft(&stage), picture("/a.png").tag());
    stage.press("Backspace");
    assert_eq!(draft(&stage), "");
    stage.input(InputKind::Paste("/b.png /c.png".to_owned()));
    let queries = asked(&mut stage);
    let reason = "/b.png is no picture".to_owned();
    stage.app.reply(&queries[0], Reply::Failed { reason });
    assert!(
        stage.text().contains("/b.png is no picture"),
        "{}",
        stage.text()
    );
    let picture = picture("/c.png");
    let tag = picture.tag();
    stage.app.reply(&queries[1], Reply::Picture { picture });
    assert_eq!(draft(&stage), format!("/b.png {tag}"));
    // A removed mark stays removed, whatever the outcome.
    stage.press("Ctrl+U");
    stage.input(InputKind::Paste("/d.png".to_owned()));
    let queries = asked(&mut stage);
    stage.press("Ctrl+U");
    let picture = self::picture("/d.png");
    stage.app.reply(&queries[0], Reply::Picture { picture });
    assert_eq!(draft(&stage), "");
}

#[test]
fn ctrl_v_asks_for_the_clipboards_picture_and_says_why_there_is_none() {
    let mut stage = Stage::furnished(160, 48);
    stage.press("Ctrl+V");
    let queries = asked(&mut stage);
    let source = PictureSource::Clipboard;
    let session = session();
    assert_eq!(queries, [Query::TakePicture { session, source }]);
    let reason = "there is no picture on the clipboard".to_owned();
    stage.app.reply(&queries[0], Reply::Failed { reason });
    assert_eq!(draft(&stage), "");
    assert!(
        stage.text().contains("there is no picture"),
        "{}",
        stage.text()
    );
}

#[test]
fn a_text_of_the_clipboard_is_a_paste_that_is_cleaned_folded_and_never_sent() {
    let mut stage = Stage::furnished(160, 48);
    let text = |text: &str| Reply::Text {
        text: text.to_owned(),
        total_lines: 1,
    };
    for keys in ["Ctrl+V", "Shift+Insert", "Ctrl+X v"] {
        stage.press("a");
        stage.press(keys);
        stage.press("b");
        let queries = asked(&mut stage);
        assert!(
            stage.text().contains("[reading the clipboard"),
            "{}",
            stage.text()
        );
        stage
            .app
            .reply(&queries[0], text("/quit\r\n\x1b[2Jy\u{7}\n"));
        assert_eq!(draft(&stage), "a/quit\ny\nb", "{keys}");
        stage.press("Ctrl+C");
    }
    stage.effects.clear();
    stage.press("Ctrl+V");
    let queries = asked(&mut stage);
    let long = "a line\n".repeat(40);
    stage.app.reply(&queries[0], text(&long));
    assert!(
        stage.text().contains("> [paste 1: 40 lines]"),
        "{}",
        stage.text()
    );
    assert_eq!(draft(&stage), long);
    stage.wait(Duration::from_secs(1));
    let sent = |order: &Command| matches!(order, Command::SendMessage { .. });
    assert!(!stage.orders().iter().any(sent));
}

#[test]
fn a_draft_with_a_picture_outlives_the_process_and_comes_back_from_a_blind_model() {
    let mut stage = Stage::furnished(160, 48);
    dropped(&mut stage, "/a.png");
    stage.wait(Duration::from_secs(2));
    let tag = picture("/a.png").tag();
    let kept = Command::SaveDraft {
        session: session(),
        text: tag.clone(),
    };
    assert!(stage.orders().contains(&kept));
    let mut later = Stage::furnished(160, 48);
    let query = Query::Draft { session: session() };
    let text = tag.clone();
    later.app.reply(
        &query,
        Reply::Text {
            text,
            total_lines: 1,
        },
    );
    assert!(
        later.text().contains("> [picture 1: /a.png]"),
        "{}",
        later.text()
    );
    assert_eq!(draft(&later), tag);
    later.press("Ctrl+U");
    later.fact(EventKind::MessageUnqueued {
        message: QueuedMessage {
            id: MessageId(Uuid::from_u128(50)),
            text: tag.clone(),
        },
        reason: UnqueueReason::RunEnded,
    });
    assert_eq!(draft(&later), tag);
    assert!(
        later.text().contains("[picture 1: /a.png]"),
        "{}",
        later.text()
    );
}

#[test]
fn a_picture_that_a_message_names_is_shown_once_it_was_looked_at() {
    let mut stage = Stage::furnished(80, 24);
    let said = message(7, Role::User, "what is @a.png?");
    let id = said.id;
    stage.fact(EventKind::MessageAdded { message: said });
    for _ in 0..2 {
        stage.fact(EventKind::PicturesAttached {
            message: id,
            pictures: vec![picture("a.png")],
        });
    }
    let shown = stage.text().matches("▣ a.png · 1280×720 · 214 KB").count();
    assert_eq!(shown, 1, "{}", stage.text());
}
