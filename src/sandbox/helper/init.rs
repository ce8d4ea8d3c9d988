//! The first process of a process namespace: finishes the box, starts the command, waits for its
//! end. When it ends, the kernel kills every process that is left in the namespace.
//!
//! Its parent, the helper, stays outside: it ends as the command did, so that the program that
//! started it sees the command's own status.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::process::ExitCode;

use fork::{Fork, fork};
use nix::errno::Errno;
use nix::fcntl::OFlag;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::prctl::set_pdeathsig;
use nix::sys::signal::{SigSet, Signal, raise};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::{Pid, dup2_stderr, dup2_stdin, dup2_stdout, pipe2};
use rustix::process::{PidfdFlags, pidfd_open};

use super::{
    Order, Report, command, enter_folder, execution_failed, limits, loopback, mounts, proxy,
    restrict,
};
use crate::plan::Network;
use crate::report::{Line, REFUSED, Refused, Step};

/// Exit code of a command whose box was killed.
const KILLED: u8 = 128 + Signal::SIGKILL as u8;

/// The end of a command, as the first process tells the helper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Exited(u8),
    Killed(Signal),
    /// The box was not finished; the report says why.
    Refused,
}

/// Forks the first process of the namespace, and waits for its end.
pub(super) fn begin(order: &Order, report: &mut Report) -> Result<ExitCode, Refused> {
    let at = Refused::at(Step::Fork);
    // One pipe takes the end of the command up; through the other the first process sees that the
    // helper is gone.
    let (end, ended) = pipe2(OFlag::O_CLOEXEC).map_err(&at)?;
    let (life, alive) = pipe2(OFlag::O_CLOEXEC).map_err(&at)?;
    // Opened before the child, which shares the mounts, covers `/dev`.
    let null = File::options().read(true).write(true).open("/dev/null");
    let null = null.map_err(|error| Refused::of(Step::Fork, &error))?;
    match fork().map_err(|error| Refused::of(Step::Fork, &error))? {
        Fork::Child => {
            drop((end, alive));
            let how = be_first(order, report, null, &life);
            let code = tell(ended, how);
            Ok(ExitCode::from(code))
        }
        Fork::Parent(first) => {
            drop((ended, life));
            let how = attend(Pid::from_raw(first), (end, order.program), report, null)?;
            drop(alive);
            Ok(end_as(how))
        }
    }
}

/// Finishes the box, runs the command to its end.
fn be_first(order: &Order, report: &mut Report, null: File, life: &OwnedFd) -> End {
    let child = match finish(order, life).and_then(|()| start(order, report)) {
        Ok(Some(child)) => child,
        Ok(None) => return End::Exited(0),
        Err(refused) => {
            report.write(&Line::Refused(refused));
            return End::Refused;
        }
    };
    // The command holds what it needs; a reader of its output sees the end of it.
    silence(report, null).ok();
    reap_until(child)
}

fn finish(order: &Order, life: &OwnedFd) -> Result<(), Refused> {
    let plan = &order.plan;
    follow_parent(life).map_err(Refused::at(Step::Fork))?;
    match plan.network {
        Network::Off | Network::On => {}
        Network::Loopback => loopback::bring_up()?,
        Network::Hosts(_) => {
            loopback::bring_up()?;
            proxy::hand_over()?;
        }
    }
    mounts::arrange(plan)?;
    mounts::processes()?;
    enter_folder(plan)?;
    restrict(plan)
}

/// Makes the kernel kill this process with its parent. A parent that died before is noticed by
/// the pipe that only it holds.
fn follow_parent(life: &OwnedFd) -> nix::Result<()> {
    set_pdeathsig(Signal::SIGKILL)?;
    let mut watched = [PollFd::new(life.as_fd(), PollFlags::POLLIN)];
    match poll(&mut watched, PollTimeout::ZERO)? {
        0 => Ok(()),
        _ => Err(Errno::ESRCH),
    }
}

/// Starts the command; `None` for an order without words.
fn start(order: &Order, report: &mut Report) -> Result<Option<Pid>, Refused> {
    let child = match command(order) {
        Some(mut command) => {
            let started = command.spawn();
            let child = started.map_err(|error| execution_failed(order, &error))?;
            i32::try_from(child.id()).ok().map(Pid::from_raw)
        }
        None => None,
    };
    report.write(&Line::Ready);
    Ok(child)
}

/// Waits for the command, and for the processes that were left to this one meanwhile.
fn reap_until(child: Pid) -> End {
    loop {
        match waitpid(None, Some(WaitPidFlag::empty())) {
            Ok(WaitStatus::Exited(pid, code)) if pid == child => {
                return End::Exited(u8::try_from(code & 0xff).unwrap_or(REFUSED));
            }
            Ok(WaitStatus::Signaled(pid, signal, _)) if pid == child => return End::Killed(signal),
            Ok(_) | Err(Errno::EINTR) => {}
            Err(_) => return End::Refused,
        }
    }
}

/// Closes the report and the standard streams.
fn silence(report: &mut Report, null: File) -> nix::Result<()> {
    dup2_stdin(&null)?;
    dup2_stdout(&null)?;
    dup2_stderr(&null)?;
    report.pipe = null;
    Ok(())
}

/// Sends the end of the command to the helper; returns the code to exit with.
fn tell(pipe: OwnedFd, how: End) -> u8 {
    let (bytes, code) = match how {
        End::Exited(code) => ([0, code], code),
        End::Killed(signal) => ([1, signal as u8], KILLED),
        End::Refused => ([2, 0], REFUSED),
    };
    // A helper that is gone needs no answer.
    File::from(pipe).write_all(&bytes).ok();
    code
}

/// Waits for the end of the namespace. Signals to the group are for the command, which decides what
/// it does before it ends; the helper only follows.
fn attend(
    first: Pid,
    (pipe, program): (OwnedFd, u32),
    report: &mut Report,
    null: File,
) -> Result<End, Refused> {
    let at = Refused::at(Step::Fork);
    SigSet::all().thread_block().map_err(&at)?;
    limits::drop_capabilities()?;
    silence(report, null).map_err(&at)?;
    if !is_ended_before(program, &pipe) {
        // The namespace ends with its first process, which ends with this one.
        return Ok(End::Exited(KILLED));
    }
    let mut bytes = Vec::new();
    File::from(pipe).read_to_end(&mut bytes).ok();
    // Returns when every process of the namespace is gone.
    while waitpid(first, None) == Err(Errno::EINTR) {}
    Ok(match bytes.as_slice() {
        [0, code] => End::Exited(*code),
        [1, number] => {
            let signal = Signal::try_from(i32::from(*number));
            signal.map_or(End::Exited(KILLED), End::Killed)
        }
        [2, _] => End::Refused,
        _ => End::Exited(KILLED),
    })
}

/// Waits for the end of the command, or of the program that started the helper: killed, it could end nothing.
/// Returns false if the program has ended first.
fn is_ended_before(program: u32, pipe: &OwnedFd) -> bool {
    let number = i32::try_from(program)
        .ok()
        .and_then(rustix::process::Pid::from_raw);
    let Some(number) = number else { return true };
    let program = match pidfd_open(number, PidfdFlags::empty()) {
        Ok(program) => program,
        Err(rustix::io::Errno::SRCH) => return false,
        // Without this call of the kernel the next start of the program ends what was left.
        Err(_) => return true,
    };
    loop {
        let mut watched = [
            PollFd::new(pipe.as_fd(), PollFlags::POLLIN),
            PollFd::new(program.as_fd(), PollFlags::POLLIN),
        ];
        match poll(&mut watched, PollTimeout::NONE) {
            Err(Errno::EINTR) => {}
            Err(_) => return true,
            Ok(_) => return watched.first().is_some_and(|end| end.any() == Some(true)),
        }
    }
}

/// Ends the helper as the command ended: with its code, or by the same signal.
fn end_as(how: End) -> ExitCode {
    match how {
        End::Exited(code) => ExitCode::from(code),
        End::Refused => ExitCode::from(REFUSED),
        End::Killed(signal) => {
            // Signals that came meanwhile were for the command, and stay blocked.
            let mut one = SigSet::empty();
            one.add(signal);
            one.thread_unblock().ok();
            // The runtime handles a few signals itself, once.
            for _ in 0..2 {
                raise(signal).ok();
            }
            ExitCode::from(128_u8.wrapping_add(signal as u8))
        }
    }
}
