//! Splits a byte stream into lines, however it is divided into pieces. Bytes are kept until their
//! line is whole, so a character split over two pieces is never torn. Used by the NDJSON and the
//! SSE decoders; does not interpret the lines.

/// Maximum length of a line in bytes: a longer one violates the protocol.
pub const LINE_LIMIT: usize = 16 * 1024 * 1024;

/// Error for a line that exceeds [`LINE_LIMIT`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineTooLong;

/// The line splitter. Lines end with LF or CRLF; the ending is not part of the line.
#[derive(Debug)]
pub struct Lines {
    buffer: Vec<u8>,
    /// Start of the next line. The bytes before it are dropped with the next push: dropping them
    /// line by line would move the rest of a large piece once for each of its lines.
    begin: usize,
    /// The bytes between the start and this position contain no LF.
    searched: usize,
    limit: usize,
}

impl Default for Lines {
    fn default() -> Self {
        Self::with_limit(LINE_LIMIT)
    }
}

impl Lines {
    /// Creates a splitter with another limit, in bytes.
    pub fn with_limit(limit: usize) -> Self {
        Self {
            buffer: Vec::new(),
            begin: 0,
            searched: 0,
            limit,
        }
    }

    pub fn push(&mut self, bytes: &[u8]) {
        self.buffer.drain(..self.begin);
        self.searched -= self.begin;
        self.begin = 0;
        self.buffer.extend_from_slice(bytes);
    }

    /// Returns the next whole line, if there is one.
    ///
    /// # Errors
    /// If the line is longer than the limit. The splitter must not be used afterwards.
    pub fn next_line(&mut self) -> Result<Option<Vec<u8>>, LineTooLong> {
        let unsearched = self.buffer.get(self.searched..).unwrap_or_default();
        let Some(at) = memchr::memchr(b'\n', unsearched) else {
            self.searched = self.buffer.len();
            return if self.searched - self.begin > self.limit {
                Err(LineTooLong)
            } else {
                Ok(None)
            };
        };
        let end = self.searched + at;
        if end - self.begin > self.limit {
            return Err(LineTooLong);
        }
        let line = self.buffer.get(self.begin..end).unwrap_or_default();
        let line = line.strip_suffix(b"\r").unwrap_or(line).to_vec();
        self.begin = end + 1;
        self.searched = self.begin;
        Ok(Some(line))
    }

    /// Returns the rest at the end of the stream: a last line without its ending.
    pub fn rest(&mut self) -> Vec<u8> {
        let rest = self.buffer.split_off(self.begin);
        *self = Self::with_limit(self.limit);
        rest
    }
}
