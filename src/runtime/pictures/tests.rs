use std::io::Cursor;

use image::{
    ExtendedColorType, GenericImageView, ImageBuffer, ImageEncoder, ImageFormat, Luma, LumaA, Rgb,
    RgbImage, Rgba, RgbaImage,
};
use proptest::prelude::*;

use super::*;

/// Draws a PNG of this size with a red left half and a blue right half.
pub(crate) fn drawn(width: u32, height: u32) -> Vec<u8> {
    let picture = RgbaImage::from_fn(width, height, |x, _| {
        if x < width / 2 {
            Rgba([255, 0, 0, 255])
        } else {
            Rgba([0, 0, 255, 255])
        }
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

fn as_gif(png: &[u8]) -> Vec<u8> {
    let rgba = image::load_from_memory(png).expect("a picture").to_rgba8();
    let mut out = Vec::new();
    image::codecs::gif::GifEncoder::new(&mut out)
        .encode(&rgba, rgba.width(), rgba.height(), ExtendedColorType::Rgba8)
        .expect("a GIF");
    out
}

/// Returns an EXIF block with an orientation and a place.
fn exif(orientation: u8) -> Vec<u8> {
    let mut exif = b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".to_vec();
    exif.push(orientation);
    exif.extend(b"\0\0\0\0\0\0GPS 48.858 2.294");
    exif
}

/// Inserts an EXIF block into a JPEG.
fn with_exif(jpeg: &[u8], orientation: u8) -> Vec<u8> {
    let exif = exif(orientation);
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
            ImageFormat::Gif => as_gif(&png),
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
    // Orientation 6: the camera was turned; the left side of the stored picture belongs on top.
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

/// Computes the checksum of a PNG chunk.
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
    // A decompression bomb: its header claims a size that no memory holds.
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

fn pixels_in_memory(most: u32) -> impl Strategy<Value = DynamicImage> {
    (1..=most, 1..=most, 1..=4_usize).prop_flat_map(|(width, height, parts)| {
        let length = width as usize * height as usize * parts;
        proptest::collection::vec(any::<u8>(), length).prop_map(move |bytes| {
            let made = match parts {
                1 => ImageBuffer::from_raw(width, height, bytes).map(DynamicImage::ImageLuma8),
                2 => ImageBuffer::from_raw(width, height, bytes).map(DynamicImage::ImageLumaA8),
                3 => ImageBuffer::from_raw(width, height, bytes).map(DynamicImage::ImageRgb8),
                _ => ImageBuffer::from_raw(width, height, bytes).map(DynamicImage::ImageRgba8),
            };
            made.expect("as many bytes as pixels")
        })
    })
}

/// Returns one PNG of each pixel layout.
fn kinds_of_png() -> Vec<DynamicImage> {
    let part = |x: u32, y: u32| u8::try_from(x * 40 + y * 9).expect("small");
    let wide = |x: u32, y: u32| u16::from(part(x, y)) * 257;
    vec![
        ImageBuffer::from_fn(5, 4, |x, y| Luma([part(x, y)])).into(),
        ImageBuffer::from_fn(5, 4, |x, y| LumaA([part(x, y), part(y, x)])).into(),
        ImageBuffer::from_fn(5, 4, |x, y| Rgb([part(x, y), part(y, x), 7])).into(),
        ImageBuffer::from_fn(5, 4, |x, y| Rgba([1, part(x, y), 3, part(y, x)])).into(),
        ImageBuffer::from_fn(5, 4, |x, y| Luma([wide(x, y)])).into(),
        ImageBuffer::from_fn(5, 4, |x, y| Rgb([wide(x, y), 0, wide(y, x)])).into(),
        ImageBuffer::from_fn(5, 4, |x, y| Rgba([0, wide(x, y), 257, wide(y, x)])).into(),
    ]
}

#[test]
fn every_layout_of_a_png_is_read_and_written_with_the_same_colours() {
    for drawn in kinds_of_png() {
        let mut png = Cursor::new(Vec::new());
        drawn.write_to(&mut png, ImageFormat::Png).expect("a PNG");
        let made = prepare(&png.into_inner(), "a.png").expect("a picture");
        let seen = image::load_from_memory(&made.bytes).expect("a picture");
        let has_alpha = drawn.color().has_alpha();
        assert_eq!(seen.to_rgba8(), drawn.to_rgba8(), "{:?}", drawn.color());
        assert_eq!(seen.color().has_alpha(), has_alpha, "{:?}", drawn.color());
    }
}

#[test]
fn a_palette_is_resolved_and_a_frame_lies_where_it_belongs() {
    let screen = b"GIF89a\x08\0\x04\0\x80\0\0\x0a\x14\x1e\xc8\x64\x32";
    // At (3, 1), with two columns and rows: the colours 1, 0, 0, 1.
    let frame = b"\x2c\x03\0\x01\0\x02\0\x02\0\0\x02\x03\x0c\x10\x05\0\x3b";
    let gif = [&screen[..], frame].concat();
    let made = prepare(&gif, "a.gif").expect("a picture");
    let seen = image::load_from_memory(&made.bytes).expect("a picture");
    let seen = seen.to_rgba8();
    assert_eq!(seen.dimensions(), (8, 4));
    assert_eq!(seen.get_pixel(3, 1).0, [200, 100, 50, 255]);
    assert_eq!(seen.get_pixel(4, 1).0, [10, 20, 30, 255]);
    assert_eq!(seen.get_pixel(4, 2).0, [200, 100, 50, 255]);
    assert_eq!(seen.get_pixel(0, 0).0[3], 0, "nothing is there");
    assert_eq!(seen.get_pixel(5, 2).0[3], 0);
}

#[test]
fn how_the_camera_was_held_is_read_in_both_orders_of_bytes() {
    let held = |exif: &[u8]| decode::orientation(exif).to_exif();
    let big = b"MM\0\x2a\0\0\0\x08\0\x02\x01\x0f\0\x02\0\0\0\x01\0\0\0\0\x01\x12\0\x03\0\0\0\x01\0\x08\0\0";
    assert_eq!(held(big), 8);
    let little = b"II\x2a\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x05\0\0\0";
    assert_eq!(held(little), 5);
    assert_eq!(held(&[b"Exif\0\0", &little[..]].concat()), 5);
    assert_eq!(held(b"MM\0\x2a\xff\xff\xff\xff"), 1);
}

#[test]
fn a_picture_is_turned_for_each_way_to_hold_a_camera() {
    let red = |is_red| Rgb(if is_red { [255, 0, 0] } else { [0, 0, 255] });
    let drawn = RgbImage::from_fn(64, 32, |x, y| red(x < 32 && y < 16));
    let mut jpeg = Cursor::new(Vec::new());
    drawn
        .write_to(&mut jpeg, ImageFormat::Jpeg)
        .expect("a JPEG");
    // Where the red quarter, at the top left of what is stored, belongs: right, bottom.
    let places = [
        (0, 0),
        (1, 0),
        (1, 1),
        (0, 1),
        (0, 0),
        (1, 0),
        (1, 1),
        (0, 1),
    ];
    for (held, place) in (1..).zip(places) {
        let made = prepare(&with_exif(jpeg.get_ref(), held), "a.jpg").expect("a picture");
        let seen = image::load_from_memory(&made.bytes).expect("a picture");
        let (width, height) = seen.dimensions();
        assert_eq!((width, height), if held < 5 { (64, 32) } else { (32, 64) });
        for (right, bottom) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let at = (
                width / 4 + right * width / 2,
                height / 4 + bottom * height / 2,
            );
            let is_red = seen.get_pixel(at.0, at.1).0[0] > 200;
            assert_eq!(is_red, (right, bottom) == place, "held {held} at {at:?}");
        }
    }
}

#[test]
fn a_webp_is_turned_and_the_length_of_its_metadata_is_not_believed() {
    let plain = as_format(&drawn(64, 32), ImageFormat::WebP);
    let (_, pixels) = plain.split_at(12);
    let chunk = |length: usize, claimed: u32| {
        let exif = exif(6);
        let exif = exif.get(..length).expect("shorter");
        [b"EXIF", &claimed.to_le_bytes()[..], exif].concat()
    };
    let webp = |exif: &[u8]| {
        let canvas = b"VP8X\x0a\0\0\0\x08\0\0\0\x3f\0\0\x1f\0\0";
        let rest = [b"WEBP", &canvas[..], pixels, exif].concat();
        let length = u32::try_from(rest.len()).expect("short").to_le_bytes();
        let bytes = [b"RIFF", &length[..], &rest].concat();
        let picture = prepare(&bytes, "a.webp").expect("a picture").picture;
        (picture.width, picture.height)
    };
    let length = exif(6).len();
    let claimed = u32::try_from(length).expect("short");
    assert_eq!(webp(&chunk(length, claimed)), (32, 64));
    assert_eq!(webp(&chunk(length, u32::MAX)), (64, 32));
    assert_eq!(webp(&chunk(length - 1, claimed)), (64, 32));
}

#[test]
fn a_transparent_pixel_gives_a_shrunk_picture_no_colour() {
    let striped = RgbaImage::from_fn(3_000, 20, |x, _| {
        if x % 3 == 0 {
            Rgba([255, 0, 0, 255])
        } else {
            Rgba([0, 255, 0, 0])
        }
    });
    let mut png = Cursor::new(Vec::new());
    striped.write_to(&mut png, ImageFormat::Png).expect("a PNG");
    let made = prepare(&png.into_inner(), "a.png").expect("a picture");
    let seen = image::load_from_memory(&made.bytes).expect("a picture");
    assert_eq!(seen.dimensions(), (LONG_EDGE, 10));
    for Rgba([red, green, blue, opacity]) in seen.to_rgba8().pixels() {
        let clear = *opacity == 0;
        assert!(clear || (*red, *green, *blue) == (255, 0, 0));
    }
    assert!(seen.to_rgba8().pixels().any(|pixel| pixel.0[3] > 0));
}

proptest::proptest! {
    #![proptest_config(testing::cases(64))]

    #[test]
    fn pixels_get_colours_and_keep_the_opacity_that_they_need(pixels in pixels_in_memory(6)) {
        let coloured = pixels.to_rgba8();
        let made = in_colours(pixels);
        prop_assert_eq!(&made.to_rgba8(), &coloured);
        let opaque = coloured.pixels().all(|pixel| pixel.0[3] == 255);
        prop_assert_eq!(made.color().channel_count(), if opaque { 3 } else { 4 });
    }

    #[test]
    fn a_shrunk_picture_has_the_form_and_every_part_lies_between_those_it_is_made_of(
        pixels in pixels_in_memory(24),
        longest in 1_u32..24,
    ) {
        let small = within(pixels.clone(), longest);
        if pixels.width().max(pixels.height()) > longest {
            let form = pixels.thumbnail(longest, longest);
            prop_assert_eq!(small.dimensions(), form.dimensions());
        } else {
            prop_assert_eq!(&small, &pixels);
        }
        let clear = pixels.color().has_alpha();
        let small = if clear { small.to_rgba8().into_raw() } else { small.into_bytes() };
        let pixels = pixels.into_bytes();
        prop_assert!(clear || small.iter().min() >= pixels.iter().min());
        prop_assert!(small.iter().max() <= pixels.iter().max());
    }

    #[test]
    fn junk_is_held_somehow(exif in proptest::collection::vec(any::<u8>(), 0..64)) {
        prop_assert!((1..=8).contains(&decode::orientation(&exif).to_exif()));
    }

    #[test]
    fn whatever_the_bytes_are_it_is_a_picture_or_an_error(
        at in 0_usize..4_000,
        with in any::<u8>(),
        cut in 0_usize..4_000,
        kind in 0_usize..4,
    ) {
        let png = drawn(24, 24);
        let mut bytes = match kind {
            0 => png,
            1 => as_format(&png, ImageFormat::Jpeg),
            2 => as_gif(&png),
            _ => as_format(&png, ImageFormat::WebP),
        };
        let length = bytes.len();
        if let Some(byte) = bytes.get_mut(at % length) {
            *byte = with;
        }
        bytes.truncate(length - cut % length);
        if let Ok(made) = prepare(&bytes, "x") {
            let picture = made.picture;
            prop_assert!(picture.width.max(picture.height) <= LONG_EDGE);
        }
    }
}
