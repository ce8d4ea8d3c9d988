//! Tests of pictures dropped on the editor, and in the conversation.

use super::*;
use notice::Notice;
use protocol::event::UnqueueReason;
use protocol::ids::ContentHash;
use protocol::picture::{Media, Picture};
use protocol::query::PictureSource;
use protocol::session::QueuedMessage;

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

fn asked(harness: &mut TuiHarness) -> Vec<Query> {
    std::mem::take(&mut harness.effects)
        .into_iter()
        .filter_map(|effect| match effect {
            Effect::Ask(query @ Query::TakePicture { .. }) => Some(query),
            _ => None,
        })
        .collect()
}

fn draft(harness: &TuiHarness) -> String {
    let tab = harness.app.model().sessions.tab();
    tab.map(|tab| tab.editor.text()).unwrap_or_default()
}

/// Drops a picture and answers that it was read.
fn dropped(harness: &mut TuiHarness, path: &str) {
    harness.input(InputKind::Paste(path.to_owned()));
    let queries = asked(harness);
    let picture = picture(path);
    harness.app.reply(&queries[0], Reply::Picture { picture });
    harness.collect();
}

#[test]
fn a_dropped_picture_becomes_a_chip_and_is_sent_as_a_picture() {
    for (width, height) in [(160, 48), (120, 40), (80, 24)] {
        let mut harness = TuiHarness::furnished(width, height);
        harness.press("w h a t Space");
        harness.input(InputKind::Paste("'/home/me/shot.png' ".to_owned()));
        let queries = asked(&mut harness);
        let source = PictureSource::File {
            path: "/home/me/shot.png".to_owned(),
        };
        let session = session();
        assert_eq!(queries, [Query::TakePicture { session, source }]);
        assert!(
            harness.text().contains("[reading picture 1 …]"),
            "{}",
            harness.text()
        );
        harness.press("Enter");
        assert!(harness.orders().is_empty(), "it waits for the picture");
        assert!(
            harness.text().contains("still reading"),
            "{}",
            harness.text()
        );
        harness.press("?");
        let picture = picture("/home/me/shot.png");
        let reply = Reply::Picture {
            picture: picture.clone(),
        };
        harness.app.reply(&queries[0], reply);
        assert!(
            harness
                .text()
                .contains("> what [picture 1: /home/me/shot.png]?"),
            "{}",
            harness.text()
        );
        let typed = format!("what {}?", picture.tag());
        assert_eq!(draft(&harness), typed);
        harness.press("Enter");
        let text = typed.clone();
        assert!(
            harness
                .orders()
                .contains(&Command::send_message(session, text))
        );
        let mut said = message(7, Role::User, "what [picture 1: /home/me/shot.png]?");
        said.attach(&[picture]);
        harness.fact(EventKind::MessageAdded { message: said });
        let line = "▣ /home/me/shot.png · 1280×720 · 214 KB";
        assert!(harness.text().contains(line), "{}", harness.text());
    }
}

#[test]
fn a_chip_goes_as_one_and_what_is_no_picture_is_text() {
    let mut harness = TuiHarness::furnished(160, 48);
    dropped(&mut harness, "/a.png");
    assert_eq!(draft(&harness), picture("/a.png").tag());
    harness.press("Backspace");
    assert_eq!(draft(&harness), "");
    harness.input(InputKind::Paste("/b.png /c.png".to_owned()));
    let queries = asked(&mut harness);
    let reason = "/b.png is no picture".to_owned();
    harness.app.reply(
        &queries[0],
        Reply::Failed {
            reason: Notice::text(reason),
        },
    );
    assert!(
        harness.text().contains("/b.png is no picture"),
        "{}",
        harness.text()
    );
    let picture = picture("/c.png");
    let tag = picture.tag();
    harness.app.reply(&queries[1], Reply::Picture { picture });
    assert_eq!(draft(&harness), format!("/b.png {tag}"));
    // A removed mark stays removed, whatever the outcome.
    harness.press("Ctrl+U");
    harness.input(InputKind::Paste("/d.png".to_owned()));
    let queries = asked(&mut harness);
    harness.press("Ctrl+U");
    let picture = self::picture("/d.png");
    harness.app.reply(&queries[0], Reply::Picture { picture });
    assert_eq!(draft(&harness), "");
}

#[test]
fn ctrl_v_asks_for_the_clipboards_picture_and_says_why_there_is_none() {
    let mut harness = TuiHarness::furnished(160, 48);
    harness.press("Ctrl+V");
    let queries = asked(&mut harness);
    let source = PictureSource::Clipboard;
    let session = session();
    assert_eq!(queries, [Query::TakePicture { session, source }]);
    let reason = "there is no picture on the clipboard".to_owned();
    harness.app.reply(
        &queries[0],
        Reply::Failed {
            reason: Notice::text(reason),
        },
    );
    assert_eq!(draft(&harness), "");
    assert!(
        harness.text().contains("there is no picture"),
        "{}",
        harness.text()
    );
}

#[test]
fn a_text_of_the_clipboard_is_a_paste_that_is_cleaned_folded_and_never_sent() {
    let mut harness = TuiHarness::furnished(160, 48);
    let text = |text: &str| Reply::Text {
        text: text.to_owned(),
        total_lines: 1,
    };
    for keys in ["Ctrl+V", "Shift+Insert", "Ctrl+X v"] {
        harness.press("a");
        harness.press(keys);
        harness.press("b");
        let queries = asked(&mut harness);
        assert!(
            harness.text().contains("[reading the clipboard"),
            "{}",
            harness.text()
        );
        harness
            .app
            .reply(&queries[0], text("/quit\r\n\x1b[2Jy\u{7}\n"));
        assert_eq!(draft(&harness), "a/quit\ny\nb", "{keys}");
        harness.press("Ctrl+C");
    }
    harness.effects.clear();
    harness.press("Ctrl+V");
    let queries = asked(&mut harness);
    let long = "a line\n".repeat(40);
    harness.app.reply(&queries[0], text(&long));
    assert!(
        harness.text().contains("> [paste 1: 40 lines]"),
        "{}",
        harness.text()
    );
    assert_eq!(draft(&harness), long);
    harness.wait(Duration::from_secs(1));
    let sent = |order: &Command| matches!(order, Command::SendMessage { .. });
    assert!(!harness.orders().iter().any(sent));
}

#[test]
fn a_draft_with_a_picture_outlives_the_process_and_comes_back_from_a_blind_model() {
    let mut harness = TuiHarness::furnished(160, 48);
    dropped(&mut harness, "/a.png");
    harness.wait(Duration::from_secs(2));
    let tag = picture("/a.png").tag();
    let kept = Command::SaveDraft {
        session: session(),
        text: tag.clone(),
    };
    assert!(harness.orders().contains(&kept));
    let mut later = TuiHarness::furnished(160, 48);
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
        message: QueuedMessage::after_step(MessageId(Uuid::from_u128(50)), tag.clone()),
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
    let mut harness = TuiHarness::furnished(80, 24);
    let said = message(7, Role::User, "what is @a.png?");
    let id = said.id;
    harness.fact(EventKind::MessageAdded { message: said });
    for _ in 0..2 {
        harness.fact(EventKind::PicturesAttached {
            message: id,
            pictures: vec![picture("a.png")],
        });
    }
    let shown = harness
        .text()
        .matches("▣ a.png · 1280×720 · 214 KB")
        .count();
    assert_eq!(shown, 1, "{}", harness.text());
}
