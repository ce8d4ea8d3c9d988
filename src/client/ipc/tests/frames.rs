//! Frames, however they are split, and invalid bytes in their place.

use futures_util::StreamExt;
use proptest::prelude::*;
use tokio_util::bytes::BytesMut;
use tokio_util::codec::{Decoder, FramedRead};

use crate::ipc::frame::{Frame, FrameDecoder, FrameError, MOST_TO_OWNER, encode};
use crate::ipc::message::{FrameContent, FromOwner, ToOwner, read};

/// Decodes all frames of these pieces; `Err` holds the frames before an error.
fn decoded(pieces: &[Vec<u8>], most: usize) -> Result<Vec<Frame>, Vec<Frame>> {
    let mut decoder = FrameDecoder::new(most);
    let mut bytes = BytesMut::new();
    let mut out = Vec::new();
    for piece in pieces {
        bytes.extend_from_slice(piece);
        loop {
            match decoder.decode(&mut bytes) {
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
        let frame = Frame { id: 1, body: body.clone().into() };
        let is_json = serde_json::from_str::<serde_json::Value>(&body).is_ok();
        match read::<ToOwner>(&frame) {
            FrameContent::Junk => prop_assert!(!is_json, "{}", body),
            FrameContent::Word(_) | FrameContent::Unknown(_) => {}
        }
    }
}

#[test]
fn a_length_over_the_limit_is_refused_before_its_bytes_come() {
    let mut decoder = FrameDecoder::new(MOST_TO_OWNER);
    let mut bytes = BytesMut::from(u32::MAX.to_be_bytes().as_slice());
    assert!(
        decoder.decode(&mut bytes).unwrap().is_none(),
        "not before the head is whole"
    );
    bytes.extend_from_slice(&[0; 8]);
    let room = bytes.capacity();
    let refused = decoder.decode(&mut bytes);
    let FrameError::TooLarge { bytes: told, most } = refused.unwrap_err() else {
        panic!("it is too large");
    };
    assert_eq!((told, most), (u32::MAX as usize, MOST_TO_OWNER));
    assert_eq!(bytes.capacity(), room, "no room is made for it");
}

#[test]
fn the_bytes_of_a_frame_are_its_length_its_number_and_json() {
    let bytes = encode(0x0102, &"é", 100).unwrap();
    assert_eq!(bytes, b"\0\0\0\x04\0\0\0\0\0\0\x01\x02\"\xc3\xa9\"");
}

#[test]
fn a_limit_holds_from_the_next_frame_on() {
    let frame = encode(1, &"12345678", 100).unwrap();
    let mut bytes = BytesMut::from(frame.repeat(2).as_slice());
    let mut decoder = FrameDecoder::new(10);
    assert!(decoder.decode(&mut bytes).unwrap().is_some());
    decoder.set_most(9);
    let refused = decoder.decode(&mut bytes);
    assert!(matches!(
        refused,
        Err(FrameError::TooLarge { bytes: 10, most: 9 })
    ));
}

#[tokio::test]
async fn a_peer_that_goes_in_the_middle_of_a_frame_is_gone_and_nothing_is_broken() {
    let frame = encode(7, &"text", 100).unwrap();
    for rest in 0..frame.len() {
        let bytes = [frame.as_slice(), &frame[..rest]].concat();
        let mut frames = FramedRead::new(bytes.as_slice(), FrameDecoder::new(100));
        assert_eq!(frames.next().await.unwrap().unwrap().id, 7);
        assert!(frames.next().await.is_none(), "{rest}");
    }
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
