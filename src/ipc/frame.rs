//! Frames: four bytes of length, eight of the id of what it belongs to, then JSON. Pure.
//!
//! A length over the limit is an error before a byte of it is kept, so a peer that talks nonsense costs no memory.

use serde::Serialize;

/// Bytes before the body.
const HEAD: usize = 12;

/// Bytes of a body at most, before the two know each other.
pub const MOST_HELLO: usize = 16 * 1024;

/// Bytes of a body at most that goes to the owner.
pub const MOST_TO_OWNER: usize = 32 * 1024 * 1024;

/// Bytes of a body at most that comes from the owner: a whole session fits.
pub const MOST_FROM_OWNER: usize = 512 * 1024 * 1024;

/// One message as it goes over the socket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// What it belongs to: the number of a request.
    pub id: u64,
    pub body: Vec<u8>,
}

/// What cannot be a frame.
#[derive(Debug, thiserror::Error)]
pub enum FrameError {
    /// It is larger than it may be.
    #[error("a message of {bytes} bytes is over the limit of {most}")]
    TooLarge { bytes: usize, most: usize },
    /// It cannot be written as JSON.
    #[error("it cannot be written as JSON: {0}")]
    NoJson(#[from] serde_json::Error),
}

/// A value as a frame.
///
/// # Errors
/// If it cannot be written as JSON, or is too large.
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

/// Makes frames of bytes, however they are cut.
#[derive(Debug)]
pub struct Decoder {
    bytes: Vec<u8>,
    /// So many of them were taken.
    taken: usize,
    most: usize,
}

impl Decoder {
    /// One that takes bodies up to so many bytes.
    pub fn new(most: usize) -> Self {
        Self {
            bytes: Vec::new(),
            taken: 0,
            most,
        }
    }

    /// Takes other bodies from now on.
    pub fn set_most(&mut self, most: usize) {
        self.most = most;
    }

    /// Takes what came.
    pub fn push(&mut self, bytes: &[u8]) {
        if self.taken > 0 {
            self.bytes.drain(..self.taken);
            self.taken = 0;
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// The next frame, if it is whole.
    ///
    /// # Errors
    /// If it is larger than it may be; nothing that comes after can be read then.
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
