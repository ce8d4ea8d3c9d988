//! Frames, however they are split, and invalid bytes in their place.

use proptest::prelude::*;

use crate::ipc::frame::{Decoder, Frame, FrameError, MOST_TO_OWNER, encode};
use crate::ipc::message::{FrameContent, FromOwner, ToOwner, read};

/// Decodes all frames of these pieces; `Err` holds the frames before an error.
fn decoded(pieces: &[Vec<u8>], most: usize) -> Result<Vec<Frame>, Vec<Frame>> {
    let mut decoder = Decoder::new(most);
    let mut out = Vec::new();
    for piece in pieces {
        decoder.push(piece);
        loop {
            match decoder.take() {
                Ok(Some(frame)) => out.push(frame),
                Ok(None) => break,
                Err(_) => return Err(out),
            }
        }
    }
    Ok(out)
}

/// Splits bytes at these places.
fn cut(bytes: &[u8], cuts: &[usize]) -> Vec<Vec<u8>> {
    let mut places: Vec<usize> = cuts.iter().map(|cut| cut % (bytes.len() + 1)).collect();
    places.extend([0, bytes.len()]);
    places.sort_unstable();
    places
        .windows(2)
        .map(|pair| bytes[pair[0]..pair[1]].to_vec())
        .collect()
}

proptest! {
    #![proptest_config(testing::cases(256))]

    #[test]
    fn frames_are_the_same_however_they_are_cut(
        texts in prop::collection::vec((any::<u64>(), ".{0,40}"), 0..6),
        cuts in prop::collection::vec(0_usize..4_000, 0..12),
    ) {
        let mut bytes = Vec::new();
        for (id, text) in &texts {
            bytes.extend(encode(*id, text, 1_000).unwrap());
        }
        let frames = decoded(&cut(&bytes, &cuts), 1_000).unwrap();
        let read: Vec<(u64, String)> = frames
            .iter()
            .map(|frame| (frame.id, serde_json::from_slice(&frame.body).unwrap()))
            .collect();
        prop_assert_eq!(read, texts);
    }

    #[test]
    fn junk_is_refused_or_waits_and_breaks_nothing(
        junk in prop::collection::vec(any::<u8>(), 0..200),
        cuts in prop::collection::vec(0_usize..200, 0..6),
        most in 0_usize..300,
    ) {
        let whole = decoded(std::slice::from_ref(&junk), most);
        prop_assert_eq!(&decoded(&cut(&junk, &cuts), most), &whole, "the cuts make no difference");
        let (Ok(frames) | Err(frames)) = whole;
        for frame in &frames {
            prop_assert!(frame.body.len() <= most);
            // Decoding must not panic on either side.
            let _ = read::<ToOwner>(frame);
            let _ = read::<FromOwner>(frame);
        }
    }

    #[test]
    fn a_body_that_is_no_word_is_told_from_no_json(body in "[ -~]{0,60}") {
        let frame = Frame { id: 1, body: body.clone().into_bytes() };
        let is_json = serde_json::from_str::<serde_json::Value>(&body).is_ok();
        match read::<ToOwner>(&frame) {
            FrameContent::Junk => prop_assert!(!is_json, "{}", body),
            FrameContent::Word(_) | FrameContent::Unknown(_) => {}
        }
    }
}

#[test]
fn a_length_over_the_limit_is_refused_before_its_bytes_come() {
    let mut decoder = Decoder::new(MOST_TO_OWNER);
    decoder.push(&u32::MAX.to_be_bytes());
    assert!(
        decoder.take().unwrap().is_none(),
        "not before the head is whole"
    );
    decoder.push(&[0; 8]);
    let refused = decoder.take();
    assert!(
        matches!(refused, Err(FrameError::TooLarge { .. })),
        "{refused:?}"
    );
}

#[test]
fn what_is_too_large_to_be_read_is_not_written() {
    let text = "x".repeat(98);
    assert!(encode(1, &text, 100).is_ok());
    let refused = encode(1, &format!("{text}x"), 100);
    assert!(matches!(
        refused,
        Err(FrameError::TooLarge {
            bytes: 101,
            most: 100
        })
    ));
}
