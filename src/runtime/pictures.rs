//! Turns any picture that a user attaches into one that every provider accepts: decodes it within
//! limits, turns it upright, scales it down, and re-encodes it as PNG or JPEG, so that none of its
//! metadata (places, names, cameras), other frames or other file content leaves the machine.
//! Blocks: call it on workers only.
//!
//! One picture is kept for all providers, so the strictest limits apply. Long edge: Anthropic
//! scales pictures over 1,568 down before processing (docs.anthropic.com, "Vision"), and refuses
//! those over 2,000 if a request has many pictures; OpenAI fits into 2,048, Mistral into 1,024 to
//! 1,540. Bytes: Anthropic refuses over 5 MB of base64, which is 3.75 MB; Mistral takes 10 MB,
//! OpenAI more. Servers of open models scale to their model's size themselves.
//!
//! The only module that names the crate of picture formats, `image`.

mod decode;
mod pixels;

use image::DynamicImage;
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};

use self::decode::Fault;
use self::pixels::{in_colours, on_white, within};
use notice::{Notice, notice};
use protocol::ids::ContentHash;
use protocol::picture::{Media, Picture, clean_name};

/// Maximum columns or rows of a sent picture.
pub const LONG_EDGE: u32 = 1_568;

/// Maximum bytes of a sent picture.
pub const MOST_BYTES: usize = 3_750_000;

/// Maximum bytes of a file that is read.
pub const MOST_FILE_BYTES: u64 = 10 * 1024 * 1024;

/// Maximum pixels of a picture that is decoded: a small file can claim any size.
const MOST_PIXELS: u64 = 40_000_000;

/// Maximum bytes of memory for decoding: that many pixels with four parts of 16 bits, and the
/// decoder's own.
const MOST_MEMORY: u64 = 384 * 1024 * 1024;

/// A PNG above this many bytes is taken for a photograph rather than a drawing, and is
/// tried as JPEG.
const LARGE_PNG: usize = 1_000_000;

/// JPEG quality of written pictures.
const QUALITY: u8 = 85;

/// Reason why a picture cannot be attached.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("{}", self.notice())]
pub enum PictureError {
    /// The bytes match none of the known formats.
    NoPicture { name: String },
    /// The file is too long.
    TooLong { name: String, bytes: u64 },
    /// The picture has too many pixels.
    TooLarge {
        name: String,
        width: u32,
        height: u32,
    },
    /// The picture cannot be decoded.
    Broken {
        name: String,
        /// The decoder's message, or ours.
        why: Notice,
    },
}

impl PictureError {
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        match self {
            Self::NoPicture { name } => notice!("told-picture-kind", path = name),
            Self::TooLong { name, bytes } => notice!(
                "told-picture-bytes",
                path = name,
                bytes,
                limit = MOST_FILE_BYTES
            ),
            Self::TooLarge {
                name,
                width,
                height,
            } => notice!(
                "told-picture-pixels",
                path = name,
                word = width,
                number = height,
                limit = MOST_PIXELS
            ),
            Self::Broken { name, why } => notice!("told-picture-broken", path = name, rest = why),
        }
    }
}

/// A picture in the form in which it is stored and sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prepared {
    pub picture: Picture,
    pub bytes: Vec<u8>,
}

/// Decodes, turns, scales and re-encodes a picture; `name` says where it came from.
///
/// # Errors
/// See [`PictureError`].
pub fn prepare(bytes: &[u8], name: &str) -> Result<Prepared, PictureError> {
    let name = clean_name(name);
    let length = bytes.len() as u64;
    if length > MOST_FILE_BYTES {
        return Err(too_long(&name, length));
    }
    let Some(media) = Media::of(bytes) else {
        return Err(PictureError::NoPicture { name });
    };
    let decoded = decoded(bytes, media, &name)?;
    let (kept, media, bytes) = written(decoded, media, &name)?;
    Ok(Prepared {
        picture: Picture {
            hash: ContentHash::of(&bytes),
            media,
            width: kept.width(),
            height: kept.height(),
            bytes: bytes.len() as u64,
            name,
        },
        bytes,
    })
}

/// Returns the error for a file of this length.
pub fn too_long(name: &str, bytes: u64) -> PictureError {
    PictureError::TooLong {
        name: clean_name(name),
        bytes,
    }
}

/// Decodes the picture upright, no larger than it is sent; of an animation only the first frame.
fn decoded(bytes: &[u8], media: Media, name: &str) -> Result<DynamicImage, PictureError> {
    let name = name.to_owned();
    match decode::decode(bytes, media) {
        Ok((picture, held)) => {
            let mut small = within(picture, LONG_EDGE);
            // Turned after shrinking, because turning makes a copy.
            small.apply_orientation(held);
            Ok(in_colours(small))
        }
        Err(Fault::TooLarge { width, height }) => Err(PictureError::TooLarge {
            name,
            width,
            height,
        }),
        Err(Fault::Broken(why)) => Err(PictureError::Broken { name, why }),
    }
}

/// Encodes the picture in its original kind if the result is small enough: drawings as PNG,
/// photographs as JPEG.
fn written(
    mut kept: DynamicImage,
    media: Media,
    name: &str,
) -> Result<(DynamicImage, Media, Vec<u8>), PictureError> {
    let as_png = match media {
        Media::Jpeg => None,
        Media::Png | Media::Gif | Media::Webp => Some(png(&kept, name)?),
    };
    let as_png = match as_png {
        Some(bytes) if bytes.len() <= LARGE_PNG => return Ok((kept, Media::Png, bytes)),
        other => other,
    };
    let mut as_jpeg = jpeg(&kept, name)?;
    if let Some(bytes) = as_png.filter(|png| png.len() <= as_jpeg.len().min(MOST_BYTES)) {
        return Ok((kept, Media::Png, bytes));
    }
    // Noise can still be too large as JPEG.
    while as_jpeg.len() > MOST_BYTES {
        let long = kept.width().max(kept.height());
        kept = within(kept, long / 2 + 1);
        as_jpeg = jpeg(&kept, name)?;
    }
    Ok((kept, Media::Jpeg, as_jpeg))
}

fn png(picture: &DynamicImage, name: &str) -> Result<Vec<u8>, PictureError> {
    let mut out = Vec::new();
    // The default of `image` is fast and large.
    let (compression, filter) = (CompressionType::Default, FilterType::Adaptive);
    let encoder = PngEncoder::new_with_quality(&mut out, compression, filter);
    picture
        .write_with_encoder(encoder)
        .map_err(|error| not_written(name, &error))?;
    Ok(out)
}

/// Encodes the picture with full colour resolution, which keeps coloured letters sharp, on white,
/// because JPEG has no transparency.
fn jpeg(picture: &DynamicImage, name: &str) -> Result<Vec<u8>, PictureError> {
    let mut out = Vec::new();
    JpegEncoder::new_with_quality(&mut out, QUALITY)
        .encode_image(&on_white(picture))
        .map_err(|error| not_written(name, &error))?;
    Ok(out)
}

fn not_written(name: &str, error: &dyn std::fmt::Display) -> PictureError {
    PictureError::Broken {
        name: name.to_owned(),
        why: notice!("told-picture-not-encoded", why = error.to_string()),
    }
}

#[cfg(test)]
pub(crate) mod tests;
