//! The attaching side: finds the owner, identifies itself, and plays the actor's end for a screen.

mod client_state;
mod conversation;
mod opening;
mod pending_requests;
mod relay;

use std::io::ErrorKind;
use std::path::Path;

use nix::unistd::geteuid;
use tokio::net::UnixStream;

use self::conversation::OwnerConversation;
use super::Patience;
use super::frame::{MOST_FROM_OWNER, MOST_HELLO, MOST_TO_OWNER};
use super::message::{FrameContent, FromOwner, Hello, ToOwner, read};
use super::socket_path::{SocketPathError, SocketPaths};
use super::stream::{Broken, Reader, Writer, split};
use notice::{Notice, notice};

pub use client_state::Unconfirmed;
pub use opening::{Opening, OpeningError};
pub use relay::{ConversationEnd, Relay};

/// Why attaching failed.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.notice())]
pub enum AttachError {
    /// There is no owner to attach to.
    Nobody,
    /// The socket is unsafe to use.
    Place(#[from] SocketPathError),
    /// Another user's process is at the other end.
    Stranger(u32),
    /// The owner refuses, with the reason.
    Refused(Notice),
    /// The owner does not answer.
    Silent,
    /// The process at the socket is not this program.
    Other(Notice),
}

impl AttachError {
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        match self {
            Self::Nobody => notice!("told-attach-nobody"),
            Self::Place(error) => error.notice(),
            Self::Stranger(user) => notice!("told-attach-stranger", number = user),
            Self::Refused(why) => why.clone(),
            Self::Silent => notice!("told-attach-silent"),
            Self::Other(why) => notice!("told-attach-other", why),
        }
    }
}

/// A connection to the owner.
#[derive(Debug)]
pub struct Attachment {
    reader: Reader,
    writer: Writer,
    pub owner: Hello,
    next: u64,
}

/// Attaches to the owner of the workspace, at the first of its places where an owner answers. A
/// socket at an earlier place may be stale, or may have kept the owner from using that place.
///
/// # Errors
/// See [`AttachError`].
pub async fn attach(
    places: &SocketPaths,
    me: &Hello,
    patience: Patience,
) -> Result<Attachment, AttachError> {
    let mut nobody = AttachError::Nobody;
    for place in places.found() {
        match place {
            Ok(path) => match attach_at(&path, me, patience).await {
                Err(AttachError::Nobody) => {}
                done => return done,
            },
            Err(error) => nobody = error.into(),
        }
    }
    Err(nobody)
}

async fn attach_at(path: &Path, me: &Hello, patience: Patience) -> Result<Attachment, AttachError> {
    let coming = tokio::time::timeout(patience.hello, UnixStream::connect(path)).await;
    let stream = match coming {
        Ok(Ok(stream)) => stream,
        Ok(Err(error)) => {
            return Err(match error.kind() {
                // The socket is stale, or the owner went away just now.
                ErrorKind::ConnectionRefused | ErrorKind::NotFound => AttachError::Nobody,
                _ => AttachError::Other(Notice::from(&error)),
            });
        }
        Err(_) => return Err(AttachError::Silent),
    };
    let peer = stream.peer_cred();
    let peer = peer.map_err(|error| AttachError::Other(Notice::from(&error)))?;
    if peer.uid() != geteuid().as_raw() {
        return Err(AttachError::Stranger(peer.uid()));
    }
    let (mut reader, writer, _) = split(stream, (MOST_HELLO, MOST_TO_OWNER), patience);
    let greeting = greet(&mut reader, &writer, me);
    let mut owner = tokio::time::timeout(patience.hello, greeting)
        .await
        .map_err(|_| AttachError::Silent)??;
    if let Some(pid) = peer.pid().and_then(|pid| u32::try_from(pid).ok()) {
        owner.pid = pid;
    }
    reader.set_most(MOST_FROM_OWNER);
    Ok(Attachment {
        reader,
        writer,
        owner,
        next: 0,
    })
}

async fn greet(reader: &mut Reader, writer: &Writer, me: &Hello) -> Result<Hello, AttachError> {
    let other = |broken: Broken| match broken {
        Broken::Closed => AttachError::Nobody,
        broken => AttachError::Other(broken.notice()),
    };
    let hello = ToOwner::Hello(me.clone());
    writer.send(0, &hello).await.map_err(other)?;
    let frame = reader.next().await.map_err(other)?;
    match read::<FromOwner>(&frame) {
        FrameContent::Word(FromOwner::Hello(owner)) => match owner.refuses(me) {
            Some(why) => Err(AttachError::Refused(why)),
            None => Ok(owner),
        },
        FrameContent::Word(FromOwner::Refused(why)) => Err(AttachError::Refused(why)),
        _ => Err(AttachError::Other(Broken::Junk.notice())),
    }
}

impl Attachment {
    fn number(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    /// Returns the next message of the owner that this build knows.
    async fn next_message(&mut self) -> Result<(u64, FromOwner), Broken> {
        next_message(&mut self.reader).await
    }

    /// Continues as a conversation for a screen.
    fn into_conversation(self, patience: Patience) -> OwnerConversation {
        OwnerConversation::new(self.reader, self.writer, self.owner.pid, patience)
    }
}

async fn next_message(reader: &mut Reader) -> Result<(u64, FromOwner), Broken> {
    loop {
        let frame = reader.next().await?;
        match read::<FromOwner>(&frame) {
            FrameContent::Word(word) => return Ok((frame.id, word)),
            // Another build may send more; this one does not show messages that it does not know.
            FrameContent::Unknown(why) => {
                tracing::warn!(why, "the owner says what this build does not know");
            }
            FrameContent::Junk => return Err(Broken::Junk),
        }
    }
}
