//! Channels between threads: those of `std`, with each message in a box.
//!
//! `std` compiles its three kinds of channel anew for every type that is sent; boxed, they are compiled once. Decides
//! nothing. Called by everyone who hears from a thread; what a task hears goes through `tokio`'s channels.

use std::any::Any;
use std::iter;
use std::marker::PhantomData;
use std::sync::mpsc::{self, RecvError, RecvTimeoutError, TryRecvError};
use std::time::Duration;

type Anything = Box<dyn Any + Send>;

/// Nobody hears any more; or, of a bounded channel, not now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("nobody takes the message")]
pub struct NotSent;

/// Where messages are put in; never waits.
#[derive(Debug)]
pub struct Sender<T> {
    to: mpsc::Sender<Anything>,
    messages: PhantomData<fn(T)>,
}

/// The same of a channel that holds only so many.
#[derive(Debug)]
pub struct BoundedSender<T> {
    to: mpsc::SyncSender<Anything>,
    messages: PhantomData<fn(T)>,
}

/// Where messages come out, in the order of sending.
#[derive(Debug)]
pub struct Receiver<T> {
    from: mpsc::Receiver<Anything>,
    messages: PhantomData<fn() -> T>,
}

/// A channel that holds any number of messages.
pub fn channel<T: Send + 'static>() -> (Sender<T>, Receiver<T>) {
    let (to, from) = mpsc::channel();
    let messages = PhantomData;
    (Sender { to, messages }, receiver(from))
}

/// A channel that holds `most` messages.
pub fn bounded<T: Send + 'static>(most: usize) -> (BoundedSender<T>, Receiver<T>) {
    let (to, from) = mpsc::sync_channel(most);
    let messages = PhantomData;
    (BoundedSender { to, messages }, receiver(from))
}

fn receiver<T>(from: mpsc::Receiver<Anything>) -> Receiver<T> {
    let messages = PhantomData;
    Receiver { from, messages }
}

impl<T> Clone for Sender<T> {
    fn clone(&self) -> Self {
        Self {
            to: self.to.clone(),
            messages: PhantomData,
        }
    }
}

impl<T: Send + 'static> Sender<T> {
    /// Puts a message in.
    ///
    /// # Errors
    /// The receiver is gone.
    pub fn send(&self, message: T) -> Result<(), NotSent> {
        self.to.send(Box::new(message)).map_err(|_| NotSent)
    }
}

impl<T: Send + 'static> BoundedSender<T> {
    /// Puts a message in as soon as there is room.
    ///
    /// # Errors
    /// The receiver is gone.
    pub fn send(&self, message: T) -> Result<(), NotSent> {
        self.to.send(Box::new(message)).map_err(|_| NotSent)
    }

    /// Puts a message in if there is room.
    ///
    /// # Errors
    /// There is none, or the receiver is gone.
    pub fn try_send(&self, message: T) -> Result<(), NotSent> {
        self.to.try_send(Box::new(message)).map_err(|_| NotSent)
    }
}

impl<T: 'static> Receiver<T> {
    /// Waits for the next message.
    ///
    /// # Errors
    /// Everything was taken and all senders are gone.
    pub fn recv(&self) -> Result<T, RecvError> {
        self.from
            .recv()
            .and_then(|message| opened(message, RecvError))
    }

    /// The next message if it is there.
    ///
    /// # Errors
    /// It is not, or never will be.
    pub fn try_recv(&self) -> Result<T, TryRecvError> {
        let next = self.from.try_recv();
        next.and_then(|message| opened(message, TryRecvError::Disconnected))
    }

    /// Waits for the next message, but not longer than that.
    ///
    /// # Errors
    /// None came, or none ever will.
    pub fn recv_timeout(&self, longest: Duration) -> Result<T, RecvTimeoutError> {
        let next = self.from.recv_timeout(longest);
        next.and_then(|message| opened(message, RecvTimeoutError::Disconnected))
    }

    /// The messages that are there.
    pub fn try_iter(&self) -> impl Iterator<Item = T> {
        iter::from_fn(|| self.try_recv().ok())
    }
}

/// Every message until all senders are gone; waits for each.
impl<T: 'static> Iterator for Receiver<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        self.recv().ok()
    }
}

/// Nothing else was put in.
fn opened<T: 'static, E>(message: Anything, otherwise: E) -> Result<T, E> {
    match message.downcast() {
        Ok(message) => Ok(*message),
        Err(_) => Err(otherwise),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_come_out_in_order_and_then_never_again() {
        let (sender, mut receiver) = channel();
        let other = sender.clone();
        for number in 0..3 {
            sender.send(number).unwrap();
        }
        assert_eq!(receiver.recv(), Ok(0));
        assert_eq!(receiver.try_iter().collect::<Vec<_>>(), [1, 2]);
        assert_eq!(receiver.try_recv(), Err(TryRecvError::Empty));
        assert_eq!(
            receiver.recv_timeout(Duration::ZERO),
            Err(RecvTimeoutError::Timeout)
        );
        drop(sender);
        other.send(3).unwrap();
        drop(other);
        assert_eq!(receiver.by_ref().collect::<Vec<_>>(), [3]);
        assert_eq!(receiver.try_recv(), Err(TryRecvError::Disconnected));
    }

    #[test]
    fn a_bounded_channel_takes_what_it_has_room_for() {
        let (sender, receiver) = bounded(1);
        sender.send("first").unwrap();
        assert_eq!(sender.try_send("second"), Err(NotSent));
        assert_eq!(receiver.recv(), Ok("first"));
        sender.try_send("second").unwrap();
        drop(receiver);
        assert_eq!(sender.send("third"), Err(NotSent));
    }
}
