//! What the system says of a process: processor time, memory, wake-ups.

use std::fs;
use std::time::Duration;

use nix::unistd::Pid;

/// A mebibyte in the kibibytes that the system counts in.
const KIB_PER_MIB: f64 = 1_024.0;

/// The processor time of all threads that live, from the scheduler's own count in nanoseconds.
/// Ticks of 10 ms are too coarse for what is measured here.
pub fn processor_time(pid: Pid) -> Duration {
    let nanoseconds = threads(pid)
        .into_iter()
        .filter_map(|thread| {
            let line = fs::read_to_string(format!("{thread}/schedstat")).ok()?;
            line.split_whitespace().next()?.parse::<u64>().ok()
        })
        .sum();
    Duration::from_nanos(nanoseconds)
}

/// How often its threads slept and were woken.
pub fn wakings(pid: Pid) -> u64 {
    threads(pid)
        .into_iter()
        .filter_map(|thread| field(&format!("{thread}/status"), "voluntary_ctxt_switches"))
        .sum()
}

/// Whether programs that it started are still at work.
pub fn has_children(pid: Pid) -> bool {
    threads(pid).into_iter().any(|thread| {
        let children = fs::read_to_string(format!("{thread}/children"));
        children.is_ok_and(|children| !children.trim().is_empty())
    })
}

/// Memory that it holds now, in MiB.
pub fn memory(pid: Pid) -> f64 {
    kibibytes(pid, "VmRSS") / KIB_PER_MIB
}

/// Memory that it held at most, in MiB.
pub fn most_memory(pid: Pid) -> f64 {
    kibibytes(pid, "VmHWM") / KIB_PER_MIB
}

fn kibibytes(pid: Pid, name: &str) -> f64 {
    field(&format!("/proc/{pid}/status"), name).expect("the program runs") as f64
}

fn threads(pid: Pid) -> Vec<String> {
    fs::read_dir(format!("/proc/{pid}/task"))
        .expect("the program runs")
        .flatten()
        .map(|entry| entry.path().display().to_string())
        .collect()
}

/// A number in a file of lines like `VmRSS:  1234 kB`; nothing where a thread has ended.
fn field(file: &str, name: &str) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find(|line| {
        line.strip_prefix(name)
            .is_some_and(|rest| rest.starts_with(':'))
    })?;
    line.split_whitespace().nth(1)?.parse().ok()
}
