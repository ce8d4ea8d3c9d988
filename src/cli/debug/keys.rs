//! `agentichat debug keys`: shows the bytes that the terminal really sends for each key, how they
//! are decoded, and what the key is bound to. Requests the same terminal modes as the workbench,
//! and resets them.

use std::io::{self, IsTerminal, Read, Write};
use std::time::{Duration, Instant};

use crossterm::event::{
    DisableBracketedPaste, EnableBracketedPaste, KeyboardEnhancementFlags,
    PopKeyboardEnhancementFlags, PushKeyboardEnhancementFlags,
};
use crossterm::execute;
use crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

use client::input::{Decoder, Input, InputKind};
use tui::keymap::{Context, Key, Keymap};

/// The byte of Ctrl+D, and its form in the kitty protocol.
const END: [&[u8]; 2] = [b"\x04", b"\x1b[100;5u"];

/// Contexts whose bindings are shown.
const CONTEXTS: [Context; 4] = [
    Context::Global,
    Context::Leader,
    Context::Editor,
    Context::Pane,
];

/// Reads keys until Ctrl+D, or until standard input ends, and prints a line for each input: its
/// bytes, the decoded key, and its binding.
///
/// # Errors
/// If the terminal cannot be read or written.
pub fn run(keymap: &Keymap, out: &mut impl Write) -> io::Result<()> {
    if !io::stdin().is_terminal() {
        return of_a_pipe(keymap, out);
    }
    enable_raw_mode()?;
    let flags = KeyboardEnhancementFlags::DISAMBIGUATE_ESCAPE_CODES
        | KeyboardEnhancementFlags::REPORT_EVENT_TYPES
        | KeyboardEnhancementFlags::REPORT_ALTERNATE_KEYS;
    let shown = execute!(
        out,
        PushKeyboardEnhancementFlags(flags),
        EnableBracketedPaste
    )
    .and_then(|()| of_a_terminal(keymap, out));
    execute!(out, DisableBracketedPaste, PopKeyboardEnhancementFlags)?;
    disable_raw_mode()?;
    shown
}

fn of_a_pipe(keymap: &Keymap, out: &mut dyn Write) -> io::Result<()> {
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    let mut decoder = Decoder::default();
    let mut inputs = decoder.push(&bytes, Duration::ZERO);
    inputs.extend(decoder.tick(Duration::from_secs(60)));
    for input in &inputs {
        write!(out, "{}", line(&[], input, keymap).unwrap_or_default())?;
    }
    Ok(())
}

fn of_a_terminal(keymap: &Keymap, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "Press keys; Ctrl+D ends.\r\n")?;
    out.flush()?;
    let began = Instant::now();
    let mut decoder = Decoder::default();
    let mut buffer = [0_u8; 4_096];
    let stdin = io::stdin();
    loop {
        let wait = decoder
            .deadline()
            .map(|due| due.saturating_sub(began.elapsed()));
        let timeout = wait.map_or(PollTimeout::NONE, |wait| {
            PollTimeout::try_from(wait + Duration::from_millis(1)).unwrap_or(PollTimeout::MAX)
        });
        let mut ready = [PollFd::new(
            std::os::fd::AsFd::as_fd(&stdin),
            PollFlags::POLLIN,
        )];
        let count = poll(&mut ready, timeout).map_err(io::Error::from)?;
        let (bytes, inputs) = if count == 0 {
            (Vec::new(), decoder.tick(began.elapsed()))
        } else {
            let read = nix::unistd::read(&stdin, &mut buffer).map_err(io::Error::from)?;
            let bytes = buffer.get(..read).unwrap_or_default().to_vec();
            let inputs = decoder.push(&bytes, began.elapsed());
            (bytes, inputs)
        };
        for input in &inputs {
            if let Some(line) = line(&bytes, input, keymap) {
                write!(out, "{}\r\n", line.trim_end())?;
            }
        }
        out.flush()?;
        if END.contains(&bytes.as_slice()) || (count > 0 && bytes.is_empty()) {
            return Ok(());
        }
    }
}

/// Returns the line for one input; `None` for an input that only marks that a key stood alone.
fn line(bytes: &[u8], input: &Input, keymap: &Keymap) -> Option<String> {
    let sent = if bytes.is_empty() {
        String::new()
    } else {
        format!("{:<24} ", bytes.escape_ascii().to_string())
    };
    let read = match &input.kind {
        InputKind::Settled => return None,
        InputKind::Key(event) => {
            let key = Key::of(event);
            let bound: Vec<String> = CONTEXTS
                .iter()
                .filter_map(|context| {
                    let action = keymap.action(*context, key)?;
                    Some(format!("{}: {}", context.name(), action.name()))
                })
                .collect();
            let bound = if bound.is_empty() {
                "not bound".to_owned()
            } else {
                bound.join(", ")
            };
            format!("{key} {:?}  {bound}", event.kind)
        }
        other => format!("{other:?}"),
    };
    Some(format!("{sent}{read}\n"))
}
