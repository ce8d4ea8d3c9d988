//! Frames: four bytes of length, eight bytes with the id of the request, then JSON. Pure.
//!
//! A length over the limit is an error before any room is made for its bytes, so a peer that sends
//! nonsense costs no memory.

use serde::Serialize;
use tokio_util::bytes::{BufMut, Bytes, BytesMut};
use tokio_util::codec::{Decoder, LengthDelimitedCodec};

use notice::{Notice, notice};

/// Size of the header in bytes.
const HEAD: usize = 12;

/// Maximum size of a body in bytes, before the hello messages are exchanged.
pub const MOST_HELLO: usize = 16 * 1024;

/// Maximum size of a body sent to the owner, in bytes.
pub const MOST_TO_OWNER: usize = 32 * 1024 * 1024;

/// Maximum size of a body sent by the owner, in bytes: a whole session fits.
pub const MOST_FROM_OWNER: usize = 512 * 1024 * 1024;

/// A message as it goes over the socket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// Number of the request that the frame belongs to.
    pub id: u64,
    pub body: Bytes,
}

/// Why a frame cannot be built or read.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.notice())]
pub enum FrameError {
    /// The body exceeds the limit.
    TooLarge { bytes: usize, most: usize },
    /// The value cannot be written as JSON.
    NoJson(#[from] serde_json::Error),
    /// The connection failed.
    Io(#[from] std::io::Error),
}

impl FrameError {
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        match self {
            Self::TooLarge { bytes, most } => notice!("told-frame-large", bytes, limit = most),
            Self::NoJson(error) => notice!("told-frame-no-json", rest = error.to_string()),
            Self::Io(error) => notice!("told-connection-broke", why = error),
        }
    }
}

/// Encodes a value as a frame. Not by the codec, whose encoder copies a body into a second buffer: a
/// body may have 512 MB.
///
/// # Errors
/// Fails if the value cannot be written as JSON, or is too large.
pub fn encode(id: u64, value: &impl Serialize, most: usize) -> Result<Vec<u8>, FrameError> {
    let mut out = vec![0; HEAD];
    serde_json::to_writer(&mut out, value)?;
    let bytes = out.len() - HEAD;
    let length = u32::try_from(bytes).ok().filter(|_| bytes <= most);
    let length = length.ok_or(FrameError::TooLarge { bytes, most })?;
    let mut head = out.as_mut_slice();
    head.put_u32(length);
    head.put_u64(id);
    Ok(out)
}

/// Reads frames, however their bytes are split.
#[derive(Debug)]
pub struct FrameDecoder {
    bodies: LengthDelimitedCodec,
    /// Number of the frame whose body is not complete.
    id: Option<u64>,
}

impl FrameDecoder {
    /// Creates a decoder for bodies up to a maximum size.
    pub fn new(most: usize) -> Self {
        let bodies = LengthDelimitedCodec::builder()
            .length_field_type::<u32>()
            .num_skip(HEAD)
            .max_frame_length(most)
            .new_codec();
        Self { bodies, id: None }
    }

    /// Changes the maximum size of a body.
    pub fn set_most(&mut self, most: usize) {
        self.bodies.set_max_frame_length(most);
    }
}

impl Decoder for FrameDecoder {
    type Item = Frame;
    type Error = FrameError;

    fn decode(&mut self, bytes: &mut BytesMut) -> Result<Option<Frame>, FrameError> {
        // The codec skips the whole head, so it is looked at before.
        let head = bytes.first_chunk().map(|head: &[u8; HEAD]| parts(*head));
        let Some(id) = self.id.or(head.map(|(_, id)| id)) else {
            return Ok(None);
        };
        let most = self.bodies.max_frame_length();
        let body = self.bodies.decode(bytes).map_err(|error| match head {
            Some((bytes, _)) if bytes > most => FrameError::TooLarge { bytes, most },
            _ => error.into(),
        })?;
        self.id = body.is_none().then_some(id);
        Ok(body.map(|body| Frame {
            id,
            body: body.freeze(),
        }))
    }

    /// Reads what is left of a closed connection. A frame that is not complete is dropped.
    fn decode_eof(&mut self, bytes: &mut BytesMut) -> Result<Option<Frame>, FrameError> {
        self.decode(bytes)
    }
}

/// Returns the length of the body and the number of the request.
fn parts([a, b, c, d, id @ ..]: [u8; HEAD]) -> (usize, u64) {
    let bytes = usize::try_from(u32::from_be_bytes([a, b, c, d])).unwrap_or(usize::MAX);
    (bytes, u64::from_be_bytes(id))
}
