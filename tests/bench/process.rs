//! Process figures from the system: processor time, memory, wake-ups.

use std::fs;
use std::time::Duration;

use nix::unistd::Pid;

/// KiB per MiB; the system counts in KiB.
const KIB_PER_MIB: f64 = 1_024.0;

/// Returns the processor time of all living threads, from the scheduler's own count in nanoseconds.
/// Ticks of 10 ms are too coarse for these measurements.
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

/// Counts how often the threads slept and were woken.
pub fn wakings(pid: Pid) -> u64 {
    threads(pid)
        .into_iter()
        .filter_map(|thread| field(&format!("{thread}/status"), "voluntary_ctxt_switches"))
        .sum()
}

/// Whether child processes are still running.
pub fn has_children(pid: Pid) -> bool {
    threads(pid).into_iter().any(|thread| {
        let children = fs::read_to_string(format!("{thread}/children"));
        children.is_ok_and(|children| !children.trim().is_empty())
    })
}

/// Returns the present memory use, in MiB.
pub fn memory(pid: Pid) -> f64 {
    kibibytes(pid, "VmRSS") / KIB_PER_MIB
}

/// Returns the peak memory use, in MiB.
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

/// Reads a number from a file of lines like `VmRSS:  1234 kB`; `None` if the thread has ended.
fn field(file: &str, name: &str) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find(|line| {
        line.strip_prefix(name)
            .is_some_and(|rest| rest.starts_with(':'))
    })?;
    line.split_whitespace().nth(1)?.parse().ok()
}
