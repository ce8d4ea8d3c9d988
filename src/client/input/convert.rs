//! Converts one whole token to a key, a report or an answer, with termina's parser for the keys.
//!
//! Sequences of the form `CSI 27;m;c~` (xterm's modifyOtherKeys, tmux) are rewritten to `CSI c;mu`,
//! which the parser knows. Pure; called by the decoder only.

use crossterm::event as ct;
use termina::event as te;

use super::tokens::Token;
use super::{InputKind, ModeState, TerminalReply};

/// Returns the meaning of a token; `None` for anything that is neither a key, a report nor an
/// answer to our queries.
pub(super) fn meaning(token: Token) -> Option<InputKind> {
    match token {
        Token::Escape => Some(key(ct::KeyCode::Esc)),
        Token::Text(bytes) => text(&bytes),
        Token::Ss3(byte) => parse(&[0x1b, b'O', byte]),
        Token::Csi(body) => csi(&body),
        Token::Osc(body) => background(&body).map(InputKind::Reply),
        Token::Dcs(body) => version(&body).map(InputKind::Reply),
        Token::Nothing => None,
    }
}

fn key(code: ct::KeyCode) -> InputKind {
    InputKind::Key(ct::KeyEvent::new(code, ct::KeyModifiers::NONE))
}

fn text(bytes: &[u8]) -> Option<InputKind> {
    // `ESC [` and `ESC O` alone are Alt+[ and Alt+O; the parser would wait for more bytes.
    let alone = match bytes {
        b"\x1b[" => Some('['),
        b"\x1bO" => Some('O'),
        _ => None,
    };
    match alone {
        Some(character) => Some(InputKind::Key(ct::KeyEvent::new(
            ct::KeyCode::Char(character),
            ct::KeyModifiers::ALT,
        ))),
        None => parse(bytes),
    }
}

fn csi(body: &[u8]) -> Option<InputKind> {
    let (last, parameters) = body.split_last()?;
    match (parameters.first(), *last) {
        (None, b'I') => Some(InputKind::FocusGained),
        (None, b'O') => Some(InputKind::FocusLost),
        (Some(b'<'), b'M' | b'm') => mouse(parameters, *last).map(InputKind::Mouse),
        (Some(b'<'), _) => None,
        (Some(b'?'), _) => private_reply(parameters, *last).map(InputKind::Reply),
        // Answers to queries that were not made: the cursor's place, versions, sizes.
        (Some(b'>' | b'='), _) | (_, b'R' | b'n' | b'c' | b't' | b'y') => None,
        (_, b'~') => match other_key(parameters) {
            Some(rewritten) => parse(&rewritten),
            None => parse_body(body),
        },
        _ => parse_body(body),
    }
}

/// Parses `<b;x;y` of `CSI < b ; x ; y M` (pressed, moved, wheel) or `m` (released): xterm's mode
/// 1006. Returns `None` for numbers that no terminal sends.
fn mouse(parameters: &[u8], last: u8) -> Option<ct::MouseEvent> {
    let text = std::str::from_utf8(parameters.get(1..)?).ok()?;
    let mut numbers = text.split(';').map(|part| part.parse::<u16>().ok());
    let (code, column, row) = (numbers.next()??, numbers.next()??, numbers.next()??);
    if numbers.next().is_some() || code >= 128 {
        return None;
    }
    let button = match code & 0b11 {
        0 => Some(ct::MouseButton::Left),
        1 => Some(ct::MouseButton::Middle),
        2 => Some(ct::MouseButton::Right),
        _ => None,
    };
    let kind = match (code & 64 != 0, code & 32 != 0, last) {
        // A wheel has no release and does not move.
        (true, false, b'M') => match code & 0b11 {
            0 => ct::MouseEventKind::ScrollUp,
            1 => ct::MouseEventKind::ScrollDown,
            2 => ct::MouseEventKind::ScrollLeft,
            _ => ct::MouseEventKind::ScrollRight,
        },
        (true, ..) => return None,
        (false, true, b'M') => ct::MouseEventKind::Drag(button?),
        (false, _, b'm') => ct::MouseEventKind::Up(button?),
        (false, ..) => ct::MouseEventKind::Down(button?),
    };
    let mut modifiers = ct::KeyModifiers::NONE;
    for (bit, modifier) in [
        (4, ct::KeyModifiers::SHIFT),
        (8, ct::KeyModifiers::ALT),
        (16, ct::KeyModifiers::CONTROL),
    ] {
        if code & bit != 0 {
            modifiers |= modifier;
        }
    }
    Some(ct::MouseEvent {
        kind,
        // Columns and rows of the report count from 1.
        column: column.checked_sub(1)?,
        row: row.checked_sub(1)?,
        modifiers,
    })
}

fn parse_body(body: &[u8]) -> Option<InputKind> {
    let mut bytes = Vec::with_capacity(body.len() + 2);
    bytes.extend_from_slice(b"\x1b[");
    bytes.extend_from_slice(body);
    parse(&bytes)
}

/// Rewrites `27;m;c` of `CSI 27;m;c~` as `CSI c;mu`.
fn other_key(parameters: &[u8]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(parameters).ok()?;
    let mut parts = text.split(';');
    let (first, modifier, code) = (parts.next()?, parts.next()?, parts.next()?);
    let number = |part: &str| part.parse::<u32>().is_ok();
    (first == "27" && number(modifier) && number(code) && parts.next().is_none())
        .then(|| format!("\x1b[{code};{modifier}u").into_bytes())
}

fn private_reply(parameters: &[u8], last: u8) -> Option<TerminalReply> {
    let text = std::str::from_utf8(parameters.get(1..)?).ok()?;
    match last {
        b'u' => Some(TerminalReply::KittyFlags(text.parse().unwrap_or(0))),
        b'c' => Some(TerminalReply::DeviceAttributes),
        b'n' => scheme(text),
        b'y' => {
            let (mode, state) = text.strip_suffix('$')?.split_once(';')?;
            Some(TerminalReply::Mode {
                mode: mode.parse().ok()?,
                state: match state {
                    "1" => ModeState::On,
                    "2" => ModeState::Off,
                    "3" => ModeState::Always,
                    // 0 is unknown, 4 is permanently off.
                    _ => ModeState::Never,
                },
            })
        }
        _ => None,
    }
}

/// Parses `997;1` or `997;2`: the terminal is dark, or light, from now on.
fn scheme(text: &str) -> Option<TerminalReply> {
    match text {
        "997;1" => Some(TerminalReply::Background { dark: true }),
        "997;2" => Some(TerminalReply::Background { dark: false }),
        _ => None,
    }
}

fn version(body: &[u8]) -> Option<TerminalReply> {
    let name = body.strip_prefix(b">|")?;
    let name = String::from_utf8_lossy(name).into_owned();
    Some(TerminalReply::Version(name))
}

/// Parses `11;rgb:16/18/1d`, or the form with four digits each.
fn background(body: &[u8]) -> Option<TerminalReply> {
    let text = std::str::from_utf8(body).ok()?;
    let colours = text.strip_prefix("11;rgb:")?;
    let mut sum = 0.0;
    for (part, weight) in colours.split('/').zip([0.299, 0.587, 0.114]) {
        let value = u32::from_str_radix(part, 16).ok()?;
        let most = 16_u32
            .checked_pow(u32::try_from(part.len()).ok()?)?
            .checked_sub(1)?;
        sum += weight * f64::from(value) / f64::from(most.max(1));
    }
    Some(TerminalReply::Background { dark: sum < 0.5 })
}

/// Parses one whole token with termina's parser.
fn parse(bytes: &[u8]) -> Option<InputKind> {
    let mut parser = termina::Parser::default();
    parser.parse(bytes, false);
    match parser.pop()? {
        termina::Event::Key(event) => key_event(event).map(InputKind::Key),
        termina::Event::FocusIn => Some(InputKind::FocusGained),
        termina::Event::FocusOut => Some(InputKind::FocusLost),
        // The mouse is reported in SGR form only, and answers are handled before.
        _ => None,
    }
}

fn key_event(event: te::KeyEvent) -> Option<ct::KeyEvent> {
    let code = match event.code {
        te::KeyCode::Char(character) => ct::KeyCode::Char(character),
        te::KeyCode::Enter => ct::KeyCode::Enter,
        te::KeyCode::Backspace => ct::KeyCode::Backspace,
        te::KeyCode::Tab => ct::KeyCode::Tab,
        te::KeyCode::Escape => ct::KeyCode::Esc,
        te::KeyCode::Left => ct::KeyCode::Left,
        te::KeyCode::Right => ct::KeyCode::Right,
        te::KeyCode::Up => ct::KeyCode::Up,
        te::KeyCode::Down => ct::KeyCode::Down,
        te::KeyCode::Home => ct::KeyCode::Home,
        te::KeyCode::End => ct::KeyCode::End,
        te::KeyCode::BackTab => ct::KeyCode::BackTab,
        te::KeyCode::PageUp => ct::KeyCode::PageUp,
        te::KeyCode::PageDown => ct::KeyCode::PageDown,
        te::KeyCode::Insert => ct::KeyCode::Insert,
        te::KeyCode::Delete => ct::KeyCode::Delete,
        te::KeyCode::Function(number) => ct::KeyCode::F(number),
        // Locks, media keys and modifiers alone: nothing is bound to them.
        _ => return None,
    };
    let kind = match event.kind {
        te::KeyEventKind::Press => ct::KeyEventKind::Press,
        te::KeyEventKind::Repeat => ct::KeyEventKind::Repeat,
        te::KeyEventKind::Release => ct::KeyEventKind::Release,
    };
    Some(ct::KeyEvent::new_with_kind(
        code,
        modifiers(event.modifiers),
        kind,
    ))
}

fn modifiers(from: te::Modifiers) -> ct::KeyModifiers {
    let mut to = ct::KeyModifiers::NONE;
    for (one, other) in [
        (te::Modifiers::SHIFT, ct::KeyModifiers::SHIFT),
        (te::Modifiers::ALT, ct::KeyModifiers::ALT),
        (te::Modifiers::CONTROL, ct::KeyModifiers::CONTROL),
        (te::Modifiers::SUPER, ct::KeyModifiers::SUPER),
        (te::Modifiers::HYPER, ct::KeyModifiers::HYPER),
        (te::Modifiers::META, ct::KeyModifiers::META),
    ] {
        if from.contains(one) {
            to |= other;
        }
    }
    to
}
