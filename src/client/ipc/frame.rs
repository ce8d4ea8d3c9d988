//! Frames: four bytes of length, eight bytes with the id of the request, then JSON. Pure.
//!
//! A length over the limit is an error before any of its bytes are buffered, so a peer that sends
//! nonsense costs no memory.

use serde::Serialize;

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
    pub body: Vec<u8>,
}

/// Why a frame cannot be built or read.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.notice())]
pub enum FrameError {
    /// The body exceeds the limit.
    TooLarge { bytes: usize, most: usize },
    /// The value cannot be written as JSON.
    NoJson(#[from] serde_json::Error),
}

impl FrameError {
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        match self {
            Self::TooLarge { bytes, most } => notice!("told-frame-large", bytes, limit = most),
            Self::NoJson(error) => notice!("told-frame-no-json", rest = error.to_string()),
        }
    }
}

/// Encodes a value as a frame.
///
/// # Errors
/// Fails if the value cannot be written as JSON, or is too large.
pub fn encode(id: u64, value: &impl Serialize, most: usize) -> Result<Vec<u8>, FrameError> {
    let mut out = vec![0; HEAD];
    serde_json::to_writer(&mut out, value)?;
    let bytes = out.len() - HEAD;
    let length = u32::try_from(bytes).ok().filter(|_| bytes <= most);
    let length = length.ok_or(FrameError::TooLarge { bytes, most })?;
    let head = length.to_be_bytes().into_iter().chain(id.to_be_bytes());
    for (place, byte) in out.iter_mut().zip(head) {
        *place = byte;
    }
    Ok(out)
}

/// Assembles frames from bytes, however they are split.
#[derive(Debug)]
pub struct Decoder {
    bytes: Vec<u8>,
    /// Number of buffered bytes that were already taken.
    taken: usize,
    most: usize,
}

impl Decoder {
    /// Creates a decoder for bodies up to a maximum size.
    pub fn new(most: usize) -> Self {
        Self {
            bytes: Vec::new(),
            taken: 0,
            most,
        }
    }

    /// Changes the maximum size of a body.
    pub fn set_most(&mut self, most: usize) {
        self.most = most;
    }

    /// Adds received bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        if self.taken > 0 {
            self.bytes.drain(..self.taken);
            self.taken = 0;
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// Takes the next frame, if it is complete.
    ///
    /// # Errors
    /// Fails if the frame is too large; nothing after it can be read then.
    pub fn take(&mut self) -> Result<Option<Frame>, FrameError> {
        let rest = self.bytes.get(self.taken..).unwrap_or_default();
        let Some((head, rest)) = rest.split_first_chunk::<HEAD>() else {
            return Ok(None);
        };
        let [a, b, c, d, id @ ..] = *head;
        let bytes = usize::try_from(u32::from_be_bytes([a, b, c, d])).unwrap_or(usize::MAX);
        if bytes > self.most {
            let most = self.most;
            return Err(FrameError::TooLarge { bytes, most });
        }
        let Some(body) = rest.get(..bytes) else {
            return Ok(None);
        };
        let frame = Frame {
            id: u64::from_be_bytes(id),
            body: body.to_vec(),
        };
        self.taken += HEAD + bytes;
        Ok(Some(frame))
    }
}
