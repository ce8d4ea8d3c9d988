//! Decodes the bytes of a file to pixels, within limits.

use std::error::Error;
use std::io::Cursor;

use image::error::ParameterErrorKind;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits};

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

/// Returns the pixels, of an animation those of the first frame, and how the camera was held.
pub(super) fn decode(bytes: &[u8], media: Media) -> Result<(DynamicImage, Orientation), Fault> {
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(MOST_MEMORY);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format(media));
    reader.limits(limits.clone());
    let mut decoder = reader.into_decoder().map_err(broken)?;
    let (width, height) = decoder.dimensions();
    admit(width, height)?;
    limits.reserve(decoder.total_bytes()).map_err(broken)?;
    decoder.set_limits(limits).map_err(broken)?;
    let exif = match media {
        Media::Webp => exif_of_webp(bytes).map(<[u8]>::to_vec),
        Media::Png | Media::Jpeg | Media::Gif => decoder.exif_metadata().ok().flatten(),
    };
    let held = exif.map_or(Orientation::NoTransforms, |exif| orientation(&exif));
    let picture = DynamicImage::from_decoder(decoder).map_err(broken)?;
    Ok((picture, held))
}

fn format(media: Media) -> ImageFormat {
    match media {
        Media::Png => ImageFormat::Png,
        Media::Jpeg => ImageFormat::Jpeg,
        Media::Gif => ImageFormat::Gif,
        Media::Webp => ImageFormat::WebP,
    }
}

fn broken(error: ImageError) -> Fault {
    Fault::Broken(match error {
        ImageError::Limits(_) => notice!("told-picture-too-large"),
        ImageError::Parameter(why) if why.kind() == ParameterErrorKind::NoMoreData => {
            notice!("told-picture-no-frame")
        }
        // The source is the format's own message, without the name of the format.
        error => {
            let why = error.source().map(ToString::to_string);
            Notice::text(sanitize(&why.unwrap_or_else(|| error.to_string())))
        }
    })
}

/// Checks the size before memory of that size is allocated.
fn admit(width: u32, height: u32) -> Result<(), Fault> {
    match u64::from(width) * u64::from(height) {
        0 => Err(Fault::Broken(notice!("told-picture-no-pixels"))),
        1..=MOST_PIXELS => Ok(()),
        _ => Err(Fault::TooLarge { width, height }),
    }
}

/// Finds the EXIF data of a WebP file, which is a RIFF file. `image` allocates the length that the
/// file claims for it, up to 4 GiB, despite its limits.
fn exif_of_webp(bytes: &[u8]) -> Option<&[u8]> {
    let mut rest = bytes.get(12..)?;
    loop {
        let ([name @ .., a, b, c, d], after) = rest.split_first_chunk::<8>()?;
        let length = usize::try_from(u32::from_le_bytes([*a, *b, *c, *d])).ok()?;
        let (chunk, after) = after.split_at_checked(length)?;
        if name == b"EXIF" {
            return Some(chunk);
        }
        // Chunks begin at even places.
        rest = after.get(length % 2..)?;
    }
}

/// Returns how the camera was held, by the EXIF data; upright if that says nothing.
pub(super) fn orientation(exif: &[u8]) -> Orientation {
    // The mark of JPEG's EXIF segment, which some programs write into WebP too.
    let tiff = exif.strip_prefix(b"Exif\0\0").unwrap_or(exif);
    Orientation::from_exif_chunk(tiff).unwrap_or(Orientation::NoTransforms)
}
