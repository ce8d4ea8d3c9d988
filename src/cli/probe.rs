//! Queries the terminal's key reporting for the doctor: with the queries that the full screen makes
//! at its start, but without taking the screen. Waits for the last answer, a second at most.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::os::fd::AsFd;
use std::path::Path;
use std::time::{Duration, Instant};

use crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

use crate::app::user_keymap::tmux_keys;
use client::input::{Decoder, InputKind, TerminalReply};
use tui::terminal::findings::{KeyFindings, Multiplexer};
use tui::terminal::{AllowedQueries, KeyProtocol};

/// Time limit for the answers.
const LIMIT: Duration = Duration::from_secs(1);

/// Returns how the terminal reports keys; `None` if there is no terminal to query.
pub(super) fn ask(environment: &BTreeMap<String, String>, root: &Path) -> Option<KeyFindings> {
    let dumb = matches!(
        environment.get("TERM").map(String::as_str),
        None | Some("dumb")
    );
    if dumb || !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return None;
    }
    let mut findings = KeyFindings::of_environment(|name| environment.get(name).cloned());
    if findings.multiplexer == Some(Multiplexer::Tmux) {
        findings.tmux = tmux_keys(root);
    }
    enable_raw_mode().ok()?;
    // Uses the answers that came in time; a terminal that answers nothing reports keys in
    // the traditional way.
    let questions = AllowedQueries::of_environment(|name| environment.get(name).cloned()).of_keys();
    let told = exchange(&questions, &mut findings);
    // If the terminal is gone there is nothing to restore.
    disable_raw_mode().ok();
    told.ok()?;
    if findings.protocol == KeyProtocol::Legacy && findings.speaks_xterm() {
        findings.protocol = KeyProtocol::Xterm;
    }
    Some(findings)
}

fn exchange(questions: &[u8], findings: &mut KeyFindings) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(questions)?;
    out.flush()?;
    let began = Instant::now();
    let stdin = io::stdin();
    let mut decoder = Decoder::default();
    let mut buffer = [0_u8; 1_024];
    while let Some(left) = LIMIT
        .checked_sub(began.elapsed())
        .filter(|left| !left.is_zero())
    {
        let mut ready = [PollFd::new(stdin.as_fd(), PollFlags::POLLIN)];
        let timeout = PollTimeout::try_from(left).unwrap_or(PollTimeout::MAX);
        if poll(&mut ready, timeout).map_err(io::Error::from)? == 0 {
            break;
        }
        let count = nix::unistd::read(&stdin, &mut buffer).map_err(io::Error::from)?;
        let bytes = buffer.get(..count).unwrap_or_default();
        for input in decoder.push(bytes, began.elapsed()) {
            match input.kind {
                InputKind::Reply(TerminalReply::KittyFlags(_)) => {
                    findings.protocol = KeyProtocol::Kitty;
                }
                InputKind::Reply(TerminalReply::Version(name)) => findings.named(&name),
                InputKind::Reply(TerminalReply::DeviceAttributes) => return Ok(()),
                _ => {}
            }
        }
        if count == 0 {
            break;
        }
    }
    Ok(())
}
