use image::{ExtendedColorType, ImageEncoder, Rgba, RgbaImage};

use super::*;

/// A picture of this size whose left half is red and whose right half is blue, as PNG.
pub(crate) fn drawn(width: u32, height: u32) -> Vec<u8> {
    let picture = RgbaImage::from_fn(width, height, |x, _| match x < width / 2 {
        true => Rgba([255, 0, 0, 255]),
        false => Rgba([0, 0, 255, 255]),
    });
    let mut out = Cursor::new(Vec::new());
    picture.write_to(&mut out, ImageFormat::Png).expect("a PNG");
    out.into_inner()
}

fn as_format(png: &[u8], format: ImageFormat) -> Vec<u8> {
    let picture = image::load_from_memory(png).expect("a picture").to_rgb8();
    let mut out = Cursor::new(Vec::new());
    picture.write_to(&mut out, format).expect("an encoder");
    out.into_inner()
}

/// Puts an EXIF block with an orientation and a name into a JPEG.
fn with_exif(jpeg: &[u8], orientation: u8) -> Vec<u8> {
    let mut exif = b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".to_vec();
    exif.push(orientation);
    exif.extend(b"\0\0\0\0\0\0GPS 48.858 2.294");
    let length = u16::try_from(exif.len() + 2).expect("short").to_be_bytes();
    let (start, rest) = jpeg.split_at(2);
    [start, b"\xff\xe1", &length, &exif, rest].concat()
}

fn holds(bytes: &[u8], needle: &[u8]) -> bool {
    bytes.windows(needle.len()).any(|window| window == needle)
}

#[test]
fn a_small_picture_keeps_its_size_and_a_large_one_fits_into_the_limit() {
    let small = prepare(&drawn(64, 48), "a.png").expect("a picture");
    let Picture {
        width,
        height,
        media,
        ..
    } = small.picture;
    assert_eq!((width, height, media), (64, 48, Media::Png));
    assert_eq!(small.picture.hash, ContentHash::of(&small.bytes));
    assert_eq!(small.picture.bytes, small.bytes.len() as u64);
    let large = prepare(&drawn(2_000, 500), "a.png").expect("a picture");
    assert_eq!(
        (large.picture.width, large.picture.height),
        (LONG_EDGE, 392)
    );
    assert!(large.bytes.len() <= MOST_BYTES);
}

#[test]
fn every_kind_is_taken_by_its_bytes_whatever_it_is_called() {
    let png = drawn(16, 8);
    for (format, media) in [
        (ImageFormat::Jpeg, Media::Jpeg),
        (ImageFormat::Gif, Media::Png),
        (ImageFormat::WebP, Media::Png),
    ] {
        let bytes = match format {
            ImageFormat::Gif => {
                let rgba = image::load_from_memory(&png).expect("a picture").to_rgba8();
                let mut out = Vec::new();
                image::codecs::gif::GifEncoder::new(&mut out)
                    .encode(&rgba, 16, 8, ExtendedColorType::Rgba8)
                    .expect("a GIF");
                out
            }
            format => as_format(&png, format),
        };
        let made = prepare(&bytes, "notes.txt").expect("a picture");
        assert_eq!(made.picture.media, media, "{format:?}");
        assert_eq!((made.picture.width, made.picture.height), (16, 8));
        assert_eq!(Media::of(&made.bytes), Some(media));
    }
}

#[test]
fn a_photograph_is_turned_upright_and_where_it_was_taken_is_not_told() {
    // 6: the camera was turned; what is left of it belongs on top.
    let photograph = with_exif(&as_format(&drawn(64, 32), ImageFormat::Jpeg), 6);
    assert!(holds(&photograph, b"GPS"));
    let made = prepare(&photograph, "a.jpg").expect("a picture");
    assert_eq!((made.picture.width, made.picture.height), (32, 64));
    assert!(!holds(&made.bytes, b"GPS") && !holds(&made.bytes, b"Exif"));
    let upright = image::load_from_memory(&made.bytes)
        .expect("a picture")
        .to_rgb8();
    let top = upright.get_pixel(16, 4).0;
    let bottom = upright.get_pixel(16, 60).0;
    assert!(top[0] > 200 && top[2] < 60, "red is on top: {top:?}");
    assert!(bottom[2] > 200 && bottom[0] < 60, "blue below: {bottom:?}");
}

#[test]
fn texts_in_a_png_do_not_go_along() {
    let png = drawn(8, 8);
    let (head, rest) = png.split_at(33);
    let mut chunk = b"tEXtComment\0taken by Ada".to_vec();
    let length = u32::try_from(chunk.len() - 4).expect("short").to_be_bytes();
    let sum = crc(&chunk).to_be_bytes();
    chunk.extend(sum);
    let odd = [head, &length, &chunk, rest].concat();
    assert!(holds(&odd, b"Ada"));
    let made = prepare(&odd, "a.png").expect("a picture");
    assert!(!holds(&made.bytes, b"Ada"));
}

/// The checksum of a PNG's chunk.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            (sum >> 1) ^ (0xedb8_8320 & 0_u32.wrapping_sub(sum & 1))
        })
    })
}

#[test]
fn what_is_no_picture_broken_or_too_large_is_said_so() {
    let why = |bytes: &[u8]| prepare(bytes, "x.png").expect_err("no picture").to_string();
    assert_eq!(
        why(b"#!/bin/sh"),
        "x.png is no picture; PNG, JPEG, GIF and WebP can be attached"
    );
    let png = drawn(64, 64);
    let half = png.get(..png.len() / 2).expect("half of it");
    assert!(why(half).starts_with("x.png is broken"), "{}", why(half));
    // A bomb: a header that claims what no memory holds.
    let mut bomb = png.clone();
    let claimed = bomb.get_mut(16..24).expect("a header");
    claimed.copy_from_slice(&[0, 1, 0, 0, 0, 1, 0, 0]);
    let sum = crc(bomb.get(12..29).expect("a header")).to_be_bytes();
    bomb.get_mut(29..33).expect("a sum").copy_from_slice(&sum);
    assert!(why(&bomb).contains("65536×65536"), "{}", why(&bomb));
    let long = [png, vec![0; 11 * 1024 * 1024]].concat();
    assert!(
        why(&long).contains("more than the 10485760"),
        "{}",
        why(&long)
    );
}

#[test]
fn what_shines_through_is_white_and_noise_is_made_small_enough() {
    let mut state = 1_u32;
    let noise = RgbaImage::from_fn(700, 700, |_, _| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let [a, b, c, _] = state.to_be_bytes();
        Rgba([a, b, c, 0])
    });
    let mut png = Vec::new();
    image::codecs::png::PngEncoder::new(&mut png)
        .write_image(&noise, 700, 700, ExtendedColorType::Rgba8)
        .expect("a PNG");
    let made = prepare(&png, "noise.png").expect("a picture");
    assert_eq!(made.picture.media, Media::Jpeg);
    let seen = image::load_from_memory(&made.bytes)
        .expect("a picture")
        .to_rgb8();
    assert!(
        seen.pixels()
            .all(|pixel| pixel.0.iter().all(|part| *part > 250))
    );
    assert!(made.bytes.len() <= MOST_BYTES);
}

proptest::proptest! {
    #![proptest_config(crate::testing::cases(64))]

    #[test]
    fn whatever_the_bytes_are_it_is_a_picture_or_an_error(
        at in 0_usize..4_000,
        with in proptest::prelude::any::<u8>(),
        cut in 0_usize..4_000,
        kind in 0_usize..3,
    ) {
        let png = drawn(24, 24);
        let mut bytes = match kind {
            0 => png,
            1 => as_format(&png, ImageFormat::Jpeg),
            _ => as_format(&png, ImageFormat::WebP),
        };
        let length = bytes.len();
        if let Some(byte) = bytes.get_mut(at % length) {
            *byte = with;
        }
        bytes.truncate(length - cut % length);
        if let Ok(made) = prepare(&bytes, "x") {
            let picture = made.picture;
            proptest::prop_assert!(picture.width.max(picture.height) <= LONG_EDGE);
        }
    }
}
