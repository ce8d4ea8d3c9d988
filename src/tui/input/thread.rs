//! The thread that reads the terminal. Thin: it waits, reads, and hands bytes to the decoder.
//!
//! It waits on the terminal and on a pipe, through which it receives the commands to pause
//! (while an editor has the terminal), to continue and to end; so nothing polls and an idle
//! program never wakes up.

use std::fs::File;
use std::io::{self, PipeReader, PipeWriter, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

use client::input::{Decoder, Input};
use notice::{Notice, notice};

/// The terminal could not be read.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.notice())]
pub struct InputThreadError(#[from] io::Error);

impl InputThreadError {
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        notice!("told-keyboard-unread", why = self.0)
    }
}

/// A command to the thread, one byte each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    Pause,
    Resume,
    End,
    KeyProtocol,
    Asked,
}

impl Order {
    const ALL: [Order; 5] = [
        Order::Pause,
        Order::Resume,
        Order::End,
        Order::KeyProtocol,
        Order::Asked,
    ];

    fn byte(self) -> u8 {
        match self {
            Order::Pause => b'p',
            Order::Resume => b'r',
            Order::End => b'e',
            Order::KeyProtocol => b'k',
            Order::Asked => b'a',
        }
    }

    fn of(byte: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|order| order.byte() == byte)
    }
}

/// The loop's handle of the reader thread. The thread ends when it is dropped.
#[derive(Debug)]
pub struct InputThread {
    orders: PipeWriter,
    paused: Receiver<()>,
    thread: Option<JoinHandle<()>>,
}

impl InputThread {
    /// Starts reading. Passes each input to `deliver`, which returns whether to continue.
    ///
    /// # Errors
    /// If there is no terminal, or no thread or pipe can be made.
    pub fn start(
        began: Instant,
        deliver: impl Fn(Input) -> bool + Send + 'static,
    ) -> Result<Self, InputThreadError> {
        let terminal = open_terminal()?;
        let (inbox, orders) = io::pipe()?;
        let (acknowledge, paused) = channel();
        let mut decoder = Decoder::default();
        // The queries follow at once.
        decoder.set_asked(began.elapsed());
        let reader = Reader {
            terminal,
            inbox,
            acknowledge,
            began,
            decoder,
        };
        let thread = std::thread::Builder::new()
            .name("input".into())
            .spawn(move || reader.run(deliver))?;
        Ok(Self {
            orders,
            paused,
            thread: Some(thread),
        })
    }

    /// Stops reading, so that another program can; returns when the thread has
    /// released the terminal.
    pub fn pause(&mut self) {
        self.order(Order::Pause);
        // A thread that has ended has released the terminal too: the channel is closed then.
        self.paused.recv().ok();
    }

    pub fn resume(&mut self) {
        self.order(Order::Resume);
    }

    /// Tells the thread that the terminal sends the Esc key as a sequence.
    pub fn set_key_protocol(&mut self) {
        self.order(Order::KeyProtocol);
    }

    /// Tells the thread that the terminal is being queried now: its answers may come late and in
    /// pieces. Call it before the query is written.
    pub fn set_asked(&mut self) {
        self.order(Order::Asked);
    }

    fn order(&mut self, order: Order) {
        // If the reader is gone, it ended with the terminal; the loop learns of that by itself.
        self.orders.write_all(&[order.byte()]).ok();
    }
}

impl Drop for InputThread {
    fn drop(&mut self) {
        self.order(Order::End);
        if let Some(thread) = self.thread.take() {
            // A panic of the thread was reported by the panic hook.
            thread.join().ok();
        }
    }
}

/// Opens the terminal: standard input if it is one, otherwise the controlling terminal.
fn open_terminal() -> io::Result<File> {
    let stdin = io::stdin();
    if io::IsTerminal::is_terminal(&stdin) {
        return Ok(File::from(stdin.as_fd().try_clone_to_owned()?));
    }
    File::open("/dev/tty")
}

/// State of the thread.
struct Reader {
    terminal: File,
    inbox: PipeReader,
    acknowledge: Sender<()>,
    began: Instant,
    decoder: Decoder,
}

impl Reader {
    fn run(mut self, deliver: impl Fn(Input) -> bool) {
        let mut paused = false;
        loop {
            let deadline = self.decoder.deadline();
            let Ok((typed, ordered)) = self.wait(deadline, paused) else {
                return;
            };
            if ordered {
                match self.take_order() {
                    Some(Order::Pause) => {
                        paused = true;
                        // A loop that has ended waits for no acknowledgement.
                        self.acknowledge.send(()).ok();
                    }
                    Some(Order::Resume) => paused = false,
                    Some(Order::KeyProtocol) => self.decoder.set_key_protocol(),
                    Some(Order::Asked) => self.decoder.set_asked(self.began.elapsed()),
                    Some(Order::End) | None => return,
                }
                continue;
            }
            let inputs = if typed {
                match self.read(deadline) {
                    Some(inputs) => inputs,
                    None => return,
                }
            } else {
                self.decoder.tick(self.began.elapsed())
            };
            if !inputs.into_iter().all(&deliver) {
                return;
            }
        }
    }

    /// Waits for bytes, a command or the deadline. Returns whether there are bytes, and whether
    /// there is a command.
    fn wait(&self, deadline: Option<Duration>, paused: bool) -> Result<(bool, bool), Errno> {
        let terminal: BorrowedFd<'_> = self.terminal.as_fd();
        let watched = if paused {
            PollFlags::empty()
        } else {
            PollFlags::POLLIN
        };
        let mut fds = [
            PollFd::new(self.inbox.as_fd(), PollFlags::POLLIN),
            PollFd::new(terminal, watched),
        ];
        let timeout = match deadline {
            Some(deadline) => {
                let left = deadline.saturating_sub(self.began.elapsed());
                // Rounded up, so that the tick after it does not come too early.
                let millis = left.as_millis().saturating_add(1);
                PollTimeout::try_from(millis).unwrap_or(PollTimeout::MAX)
            }
            None => PollTimeout::NONE,
        };
        let count = if paused { 1 } else { 2 };
        let polled = fds.get_mut(..count).unwrap_or(&mut []);
        match poll(polled, timeout) {
            Ok(_) | Err(Errno::EINTR) => {}
            Err(error) => return Err(error),
        }
        let ready = |fd: Option<&PollFd<'_>>| {
            fd.and_then(PollFd::revents)
                .is_some_and(|events| !events.is_empty())
        };
        Ok((ready(fds.get(1)) && !paused, ready(fds.first())))
    }

    fn take_order(&mut self) -> Option<Order> {
        let mut byte = [0];
        io::Read::read_exact(&mut self.inbox, &mut byte).ok()?;
        byte.first().copied().and_then(Order::of)
    }

    /// Reads the available bytes; `None` if the terminal is gone.
    fn read(&mut self, deadline: Option<Duration>) -> Option<Vec<Input>> {
        let mut buffer = [0; 4_096];
        let count = match nix::unistd::read(self.terminal.as_fd(), &mut buffer) {
            Ok(0) => return None,
            Ok(count) => count,
            Err(Errno::EINTR | Errno::EAGAIN) => 0,
            Err(_) => return None,
        };
        let now = self.began.elapsed();
        // The bytes arrived before the deadline, even if this thread slept too long.
        let at = deadline.map_or(now, |deadline| {
            now.min(deadline.saturating_sub(Duration::from_micros(1)))
        });
        Some(self.decoder.push(buffer.get(..count)?, at))
    }
}
