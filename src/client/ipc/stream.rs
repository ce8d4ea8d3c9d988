//! The two halves of a connection: frames are read as they arrive, and a task writes what waits in
//! a bounded queue.

use futures_util::StreamExt;
use serde::Serialize;
use tokio::io::AsyncWriteExt;
use tokio::net::UnixStream;
use tokio::net::unix::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_util::codec::FramedRead;

use super::Patience;
use super::frame::{Frame, FrameDecoder, FrameError, encode};
use notice::{Notice, notice};

/// Maximum number of frames that wait to be written; further senders wait.
const QUEUE: usize = 64;

/// Number of bytes that room is made for in a read.
const PIECE: usize = 64 * 1024;

/// Why a connection cannot be used any more.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.notice())]
pub(super) enum Broken {
    /// The connection was closed.
    Closed,
    /// No frame can be sent or received.
    Frame(#[from] FrameError),
    /// The received frame is not of this protocol.
    Junk,
}

impl Broken {
    /// Returns the message for the user.
    pub(super) fn notice(&self) -> Notice {
        match self {
            Self::Closed => notice!("told-connection-closed"),
            Self::Frame(error) => error.notice(),
            Self::Junk => notice!("told-connection-junk"),
        }
    }
}

/// The reading half.
#[derive(Debug)]
pub(super) struct Reader(FramedRead<OwnedReadHalf, FrameDecoder>);

impl Reader {
    /// Changes the maximum size of a body.
    pub(super) fn set_most(&mut self, most: usize) {
        self.0.decoder_mut().set_most(most);
    }

    /// Reads the next frame. Cancel-safe: loses no frame.
    pub(super) async fn next(&mut self) -> Result<Frame, Broken> {
        let frame = self.0.next().await.ok_or(Broken::Closed)?;
        Ok(frame?)
    }
}

/// The writing half. Cheap to clone.
#[derive(Debug, Clone)]
pub(super) struct Writer {
    queue: mpsc::Sender<Vec<u8>>,
    most: usize,
}

impl Writer {
    /// Queues a message, and waits while the queue is full.
    pub(super) async fn send(&self, id: u64, word: &impl Serialize) -> Result<(), Broken> {
        let bytes = encode(id, word, self.most)?;
        self.queue.send(bytes).await.map_err(|_| Broken::Closed)
    }

    /// Queues a message, and drops it if the connection is broken: the reading half reports that.
    pub(super) async fn send_if_open(&self, id: u64, word: &impl Serialize) {
        self.send(id, word).await.ok();
    }

    /// Queues a message if there is room; otherwise drops it, because it is not worth waiting for.
    pub(super) fn try_send(&self, id: u64, word: &impl Serialize) {
        if let Ok(bytes) = encode(id, word, self.most) {
            // A full or closed queue drops the message.
            self.queue.try_send(bytes).ok();
        }
    }

    /// Reserves a place in the queue, for a message that is decided later.
    pub(super) async fn place(&self) -> Result<QueuePermit<'_>, Broken> {
        let permit = self.queue.reserve().await.map_err(|_| Broken::Closed)?;
        let most = self.most;
        Ok(QueuePermit { permit, most })
    }

    /// Waits until nothing can be written any more.
    pub(super) async fn closed(&self) {
        self.queue.closed().await;
    }
}

/// A reserved place in the queue.
pub(super) struct QueuePermit<'a> {
    permit: mpsc::Permit<'a, Vec<u8>>,
    most: usize,
}

impl QueuePermit<'_> {
    pub(super) fn send(self, id: u64, word: &impl Serialize) -> Result<(), FrameError> {
        self.permit.send(encode(id, word, self.most)?);
        Ok(())
    }
}

/// Splits a stream into its halves; `reads` and `writes` are the maximum body sizes. The task ends
/// when every writer is dropped and everything is written.
pub(super) fn split(
    stream: UnixStream,
    (reads, writes): (usize, usize),
    patience: Patience,
) -> (Reader, Writer, JoinHandle<()>) {
    let (read, write) = stream.into_split();
    let (queue, waiting) = mpsc::channel(QUEUE);
    let task = tokio::spawn(write_all(write, waiting, patience));
    let decoder = FrameDecoder::new(reads);
    let reader = Reader(FramedRead::with_capacity(read, decoder, PIECE));
    let writer = Writer {
        queue,
        most: writes,
    };
    (reader, writer, task)
}

async fn write_all(
    mut half: OwnedWriteHalf,
    mut waiting: mpsc::Receiver<Vec<u8>>,
    patience: Patience,
) {
    while let Some(bytes) = waiting.recv().await {
        let mut rest = bytes.as_slice();
        while !rest.is_empty() {
            // A peer that accepts nothing for so long is stopped or hangs: it can attach again.
            let written = tokio::time::timeout(patience.write, half.write_buf(&mut rest)).await;
            let Ok(Ok(1..)) = written else {
                return;
            };
        }
    }
}
