//! Decodes the bytes of a file to pixels, with the decoder of its format.

use std::io::Cursor;

use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::pixels::Pixels;
use super::{MOST_MEMORY, MOST_PIXELS};
use notice::{Notice, notice};
use protocol::picture::Media;
use redact::sanitize;

/// Reason why a picture was not decoded.
pub(super) enum Fault {
    /// The picture would have too many pixels.
    TooLarge { width: u32, height: u32 },
    /// The decoder's message, or ours.
    Broken(Notice),
}

/// Returns the pixels, of an animation those of the first frame, and the EXIF orientation
/// (1 is upright).
pub(super) fn decode(bytes: &[u8], media: Media) -> Result<(Pixels, u8), Fault> {
    match media {
        Media::Png => png(bytes),
        Media::Jpeg => jpeg(bytes),
        Media::Gif => gif(bytes).map(|pixels| (pixels, 1)),
        Media::Webp => webp(bytes),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "as `map_err` gives it")]
fn broken(error: impl ToString) -> Fault {
    Fault::Broken(Notice::text(sanitize(&error.to_string())))
}

/// Checks the size before memory of that size is allocated.
fn admit(width: u32, height: u32) -> Result<usize, Fault> {
    let pixels = u64::from(width) * u64::from(height);
    match usize::try_from(pixels) {
        Ok(all) if pixels <= MOST_PIXELS && pixels > 0 => Ok(all),
        _ if pixels == 0 => Err(Fault::Broken(notice!("told-picture-no-pixels"))),
        _ => Err(Fault::TooLarge { width, height }),
    }
}

fn png(bytes: &[u8]) -> Result<(Pixels, u8), Fault> {
    let limits = png::Limits { bytes: MOST_MEMORY };
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), limits);
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::STRIP_16);
    let header = decoder.read_header_info().map_err(broken)?;
    admit(header.width, header.height)?;
    let mut reader = decoder.read_info().map_err(broken)?;
    let size = reader.output_buffer_size();
    let size = size.ok_or_else(|| Fault::Broken(notice!("told-picture-too-large")))?;
    let mut bytes = vec![0; size];
    let frame = reader.next_frame(&mut bytes).map_err(broken)?;
    bytes.truncate(frame.buffer_size());
    let exif = reader.info().exif_metadata.as_deref();
    let pixels = Pixels {
        width: frame.width,
        height: frame.height,
        parts: frame.color_type.samples(),
        bytes,
    };
    Ok((pixels, exif.map_or(1, orientation)))
}

fn jpeg(bytes: &[u8]) -> Result<(Pixels, u8), Fault> {
    let longest = usize::from(u16::MAX);
    let options = DecoderOptions::default()
        .set_strict_mode(false)
        .set_max_width(longest)
        .set_max_height(longest)
        .jpeg_set_out_colorspace(ColorSpace::RGB);
    let mut decoder = JpegDecoder::new_with_options(Cursor::new(bytes), options);
    decoder.decode_headers().map_err(broken)?;
    let header = decoder.info();
    let header = header.ok_or_else(|| Fault::Broken(notice!("told-picture-no-header")))?;
    let (width, height) = (u32::from(header.width), u32::from(header.height));
    admit(width, height)?;
    let bytes = decoder.decode().map_err(broken)?;
    let pixels = Pixels {
        width,
        height,
        parts: 3,
        bytes,
    };
    let exif = decoder.exif();
    Ok((pixels, exif.map_or(1, |exif| orientation(exif))))
}

fn gif(bytes: &[u8]) -> Result<Pixels, Fault> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let most = std::num::NonZeroU64::new(MOST_MEMORY as u64);
    options.set_memory_limit(most.map_or(gif::MemoryLimit::Unlimited, gif::MemoryLimit::Bytes));
    let mut decoder = options.read_info(bytes).map_err(broken)?;
    let (width, height) = (u32::from(decoder.width()), u32::from(decoder.height()));
    let all = admit(width, height)?;
    let frame = decoder.read_next_frame().map_err(broken)?;
    let frame = frame.ok_or_else(|| Fault::Broken(notice!("told-picture-no-frame")))?;
    // A frame may cover only a part; the rest is transparent.
    let mut bytes = vec![0; all * 4];
    let rows = bytes.chunks_exact_mut(width as usize * 4);
    let drawn = frame
        .buffer
        .chunks_exact(usize::from(frame.width).max(1) * 4);
    for (row, drawn) in rows.skip(usize::from(frame.top)).zip(drawn) {
        let from = row.iter_mut().skip(usize::from(frame.left) * 4);
        for (part, drawn) in from.zip(drawn) {
            *part = *drawn;
        }
    }
    Ok(Pixels {
        width,
        height,
        parts: 4,
        bytes,
    })
}

fn webp(bytes: &[u8]) -> Result<(Pixels, u8), Fault> {
    let mut decoder = image_webp::WebPDecoder::new(Cursor::new(bytes)).map_err(broken)?;
    let (width, height) = decoder.dimensions();
    let all = admit(width, height)?;
    decoder.set_memory_limit(MOST_MEMORY);
    let parts = if decoder.has_alpha() { 4 } else { 3 };
    let mut bytes = vec![0; all * parts];
    decoder.read_image(&mut bytes).map_err(broken)?;
    let exif = decoder.exif_metadata().ok().flatten();
    let pixels = Pixels {
        width,
        height,
        parts,
        bytes,
    };
    Ok((pixels, exif.map_or(1, |exif| orientation(&exif))))
}

/// Returns the camera orientation: tag 274 of the first directory of the EXIF data, which is a TIFF
/// file (TIFF 6.0, section 2). Returns 1 if the tag is missing or malformed.
pub(super) fn orientation(exif: &[u8]) -> u8 {
    let tiff = exif.strip_prefix(b"Exif\0\0").unwrap_or(exif);
    let is_little = tiff.starts_with(b"II");
    let number = |at: usize, bytes: usize| {
        let field = tiff.get(at..at.checked_add(bytes)?)?;
        let add = |sum: usize, byte: &u8| sum << 8 | usize::from(*byte);
        Some(if is_little {
            field.iter().rev().fold(0, add)
        } else {
            field.iter().fold(0, add)
        })
    };
    let found = || {
        let folder = number(4, 4)?;
        let entries = number(folder, 2)?;
        let mut entries = (0..entries).map(|entry| folder.saturating_add(2 + entry * 12));
        let entry = entries.find(|entry| number(*entry, 2) == Some(274))?;
        u8::try_from(number(entry.checked_add(8)?, 2)?).ok()
    };
    found().filter(|held| (1..=8).contains(held)).unwrap_or(1)
}
