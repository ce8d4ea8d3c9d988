//! The helper: `agentichat __sandbox`. Reads a plan, makes the box, starts the command in it.
//!
//! Runs before anything else of the program, in a process with one thread. Each failure ends it with
//! [`REFUSED`] and a line on the report's pipe: there is never a weaker box than the plan's.

mod init;
mod landlock;
mod limits;
mod loopback;
mod mounts;
mod namespaces;
pub(crate) mod proxy;
mod seccomp;

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::fd::AsRawFd;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use crate::plan::{Plan, Rung};
use crate::report::{Line, REFUSED, Refused, Step};

/// First argument of the helper.
pub const ARGUMENT: &str = "__sandbox";

/// Number under which the helper finds the file with its order, and the pipe of its report.
pub(crate) const ORDER: i32 = 3;
pub(crate) const REPORT: i32 = 4;

/// Number of the socket that takes the listener of the box's proxy up.
pub(crate) const PROXY: i32 = 5;

/// The order that a helper reads at its start.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Order {
    pub(crate) plan: Plan,
    /// Program and arguments; none to make the box and leave it again.
    pub(crate) words: Vec<OsString>,
    /// Process number of the program that starts the helper. The box ends with it.
    pub(crate) program: u32,
}

/// Whether `main` called [`enter`], so that this program is a helper too.
static IS_HELPER: AtomicBool = AtomicBool::new(false);

/// Whether the program of this process can be started as a helper.
pub(crate) fn is_this_program() -> bool {
    IS_HELPER.load(Ordering::Relaxed)
}

/// Runs the helper if this process was started as one; called before anything else in `main`.
pub fn enter() -> Option<ExitCode> {
    IS_HELPER.store(true, Ordering::Relaxed);
    let mut arguments = std::env::args_os().skip(1).peekable();
    if arguments.next()? != ARGUMENT {
        return None;
    }
    match arguments.peek() {
        None => Some(run()),
        Some(_) => Some(crate::attempts::enter(arguments)),
    }
}

fn run() -> ExitCode {
    // Without its pipe the helper was started by hand: there is nobody to report to.
    let Ok(pipe) = OpenOptions::new().write(true).open(fd_path(REPORT)) else {
        return ExitCode::from(REFUSED);
    };
    let mut report = Report { pipe };
    let order = read_order();
    let has_proxy = (order.as_ref()).is_ok_and(|order| !order.plan.network.hosts().is_empty());
    close_inherited(&report, has_proxy);
    let refused = match order.and_then(|order| carry_out(&order, &mut report)) {
        Ok(status) => return status,
        Err(refused) => refused,
    };
    report.write(&Line::Refused(refused));
    ExitCode::from(REFUSED)
}

/// The pipe to the program that started the helper. Closed when a command starts.
struct Report {
    pipe: File,
}

impl Report {
    fn write(&mut self, line: &Line) {
        let text = serde_json::to_string(line).unwrap_or_default();
        // A pipe without a reader means that the program is gone.
        writeln!(self.pipe, "{text}").ok();
    }
}

fn fd_path(number: i32) -> String {
    format!("/proc/self/fd/{number}")
}

fn read_order() -> Result<Order, Refused> {
    let failed = |error: std::io::Error| Refused::of(Step::ReadPlan, &error);
    let mut text = String::new();
    File::open(fd_path(ORDER))
        .and_then(|mut file| file.read_to_string(&mut text))
        .map_err(failed)?;
    serde_json::from_str(&text).map_err(|error| failed(error.into()))
}

/// Closes every descriptor but the three standard ones, the report's, and the proxy's if there is
/// one.
fn close_inherited(report: &Report, has_proxy: bool) {
    let entries = std::fs::read_dir("/proc/self/fd").into_iter().flatten();
    let numbers = entries
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let numbers: Vec<i32> = numbers.collect();
    for number in numbers {
        let is_kept = number == report.pipe.as_raw_fd() || (has_proxy && number == PROXY);
        if number > 2 && !is_kept {
            // The descriptor of the listing itself is closed already.
            nix::unistd::close(number).ok();
        }
    }
}

fn carry_out(order: &Order, report: &mut Report) -> Result<ExitCode, Refused> {
    let plan = &order.plan;
    match plan.rung {
        Rung::Off => Err(Refused::at(Step::ReadPlan)(nix::errno::Errno::EINVAL)),
        Rung::Landlock => {
            enter_folder(plan)?;
            restrict(plan)?;
            execute(order, report)
        }
        Rung::Namespaces | Rung::Proposed => {
            namespaces::separate(plan)?;
            init::begin(order, report)
        }
    }
}

/// Goes to the working folder of the command, through the mounts of the box.
fn enter_folder(plan: &Plan) -> Result<(), Refused> {
    std::env::set_current_dir(&plan.folder)
        .map_err(|error| Refused::of(Step::Folder, &error).with_path(&plan.folder))
}

/// Takes privileges, files and system calls from this process and all that it starts.
fn restrict(plan: &Plan) -> Result<(), Refused> {
    nix::sys::prctl::set_no_new_privs().map_err(Refused::at(Step::NoNewPrivileges))?;
    limits::drop_capabilities()?;
    let sockets = landlock::restrict(plan)?;
    limits::limit(plan)?;
    seccomp::filter(plan, sockets)
}

/// Returns the command of an order; `None` for one without words.
fn command(order: &Order) -> Option<Command> {
    let (program, arguments) = order.words.split_first()?;
    let environment = order.plan.environment.iter();
    let mut command = Command::new(program);
    command
        .args(arguments)
        .env_clear()
        .envs(environment.map(|(name, value)| (name, value)));
    Some(command)
}

/// Becomes the command. Returns only for an order without words.
fn execute(order: &Order, report: &mut Report) -> Result<ExitCode, Refused> {
    // Before the command, since starting it closes the pipe; a failure adds a line that counts.
    report.write(&Line::Ready);
    let Some(mut command) = command(order) else {
        return Ok(ExitCode::SUCCESS);
    };
    let error = command.exec();
    Err(execution_failed(order, &error))
}

fn execution_failed(order: &Order, error: &std::io::Error) -> Refused {
    let refused = Refused::of(Step::Execute, error);
    match order.words.first() {
        Some(program) => refused.with_path(program),
        None => refused,
    }
}
