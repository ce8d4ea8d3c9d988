//! Tests of the decoder with bytes and times and no terminal.

mod stalled;

use std::time::Duration;

use crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use proptest::prelude::*;

use super::*;

const fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

/// Returns all input from these bytes, read at once and followed by a long silence.
fn decode(bytes: &[u8]) -> Vec<InputKind> {
    let mut decoder = Decoder::default();
    let mut out = decoder.push(bytes, ms(1_000));
    out.extend(decoder.tick(ms(9_000)));
    out.into_iter()
        .map(|input| input.kind)
        .filter(|kind| *kind != InputKind::Settled)
        .collect()
}

fn key(code: KeyCode, modifiers: KeyModifiers) -> InputKind {
    InputKind::Key(KeyEvent::new(code, modifiers))
}

fn plain(code: KeyCode) -> InputKind {
    key(code, KeyModifiers::NONE)
}

#[test]
fn keys_of_legacy_kitty_and_xterm_forms_are_read() {
    let (shift, ctrl, alt) = (
        KeyModifiers::SHIFT,
        KeyModifiers::CONTROL,
        KeyModifiers::ALT,
    );
    let cases: &[(&[u8], InputKind)] = &[
        (b"a", plain(KeyCode::Char('a'))),
        ("é".as_bytes(), plain(KeyCode::Char('é'))),
        ("日".as_bytes(), plain(KeyCode::Char('日'))),
        (b"\r", plain(KeyCode::Enter)),
        (b"\n", key(KeyCode::Char('j'), ctrl)),
        (b"\x08", key(KeyCode::Char('h'), ctrl)),
        (b"\x7f", plain(KeyCode::Backspace)),
        (b"\x1f", key(KeyCode::Char('7'), ctrl)),
        (b"\x1b", plain(KeyCode::Esc)),
        (b"\x1bx", key(KeyCode::Char('x'), alt)),
        ("\x1bé".as_bytes(), key(KeyCode::Char('é'), alt)),
        (b"\x1b[A", plain(KeyCode::Up)),
        (b"\x1bOP", plain(KeyCode::F(1))),
        (b"\x1b[20~", plain(KeyCode::F(9))),
        (b"\x1b[[A", plain(KeyCode::F(1))),
        (b"\x1b[1;5D", key(KeyCode::Left, ctrl)),
        (b"\x1b[Z", key(KeyCode::BackTab, shift)),
        (b"\x1b[13;2u", key(KeyCode::Enter, shift)),
        (b"\x1b[9;5u", key(KeyCode::Tab, ctrl)),
        (b"\x1b[27u", plain(KeyCode::Esc)),
        (b"\x1b[27;5;9~", key(KeyCode::Tab, ctrl)),
        (b"\x1b[27;2;13~", key(KeyCode::Enter, shift)),
        (b"\x1b[", key(KeyCode::Char('['), alt)),
        (b"\x1bO", key(KeyCode::Char('O'), alt)),
        (b"\x1b[I", InputKind::FocusGained),
        (b"\x1b[O", InputKind::FocusLost),
    ];
    for (bytes, wanted) in cases {
        assert_eq!(decode(bytes), std::slice::from_ref(wanted), "{bytes:?}");
    }
}

#[test]
fn answers_of_the_terminal_never_become_keys() {
    let replies: &[(&[u8], TerminalReply)] = &[
        (
            b"\x1bP>|XTerm(388)\x1b\\",
            TerminalReply::Version("XTerm(388)".into()),
        ),
        (b"\x1b[?7u", TerminalReply::KittyFlags(7)),
        (b"\x1b[?62;4c", TerminalReply::DeviceAttributes),
        (
            b"\x1b[?2026;2$y",
            TerminalReply::Mode {
                mode: 2026,
                state: ModeState::Off,
            },
        ),
        (
            b"\x1b[?2026;0$y",
            TerminalReply::Mode {
                mode: 2026,
                state: ModeState::Never,
            },
        ),
        (
            b"\x1b[?2027;1$y",
            TerminalReply::Mode {
                mode: 2027,
                state: ModeState::On,
            },
        ),
        (
            b"\x1b[?2027;3$y",
            TerminalReply::Mode {
                mode: 2027,
                state: ModeState::Always,
            },
        ),
        (
            b"\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\",
            TerminalReply::Background { dark: true },
        ),
        (
            b"\x1b]11;rgb:fdfd/fdfd/fbfb\x07",
            TerminalReply::Background { dark: false },
        ),
        (b"\x1b[?997;1n", TerminalReply::Background { dark: true }),
        (b"\x1b[?997;2n", TerminalReply::Background { dark: false }),
    ];
    for (bytes, wanted) in replies {
        assert_eq!(
            decode(bytes),
            [InputKind::Reply(wanted.clone())],
            "{bytes:?}"
        );
    }
    let silent: [&[u8]; 7] = [
        b"\x1b[12;40R",
        b"\x1b[>1;4000;0c",
        b"\x1bP1+r544e=78\x1b\\",
        b"\x1b_Gi=1;OK\x1b\\",
        b"\x1b[?1;2;",
        b"\x1b]11;rgb:",
        b"\x1b[8;24;80t",
    ];
    for bytes in silent {
        assert_eq!(decode(bytes), [], "{bytes:?}");
    }
}

/// Over a slow line an answer comes in pieces, and its ESC long before the rest.
#[test]
fn a_late_answer_that_is_cut_anywhere_never_becomes_keys() {
    let answers = b"\x1b]11;rgb:1616/1818/1d1d\x1b\\\x1b[?2031;2$y\x1b[?62;22c";
    for cut in 1..answers.len() {
        let mut decoder = Decoder::default();
        decoder.set_asked(ms(100));
        let mut out = decoder.push(&answers[..cut], ms(400));
        out.extend(decoder.tick(ms(900)));
        out.extend(decoder.push(&answers[cut..], ms(901)));
        out.extend(decoder.tick(ms(9_000)));
        let replies = |input: &Input| matches!(input.kind, InputKind::Reply(_));
        assert!(out.iter().all(replies), "cut at {cut}: {out:?}");
        assert_eq!(out.len(), 3, "cut at {cut}");
        // All queries are answered, so Esc is a key at once again.
        let out = decoder.push(b"\x1b", ms(10_000));
        assert_eq!(out, []);
        let out = decoder.tick(ms(10_050));
        assert_eq!(out[0].kind, plain(KeyCode::Esc));
    }
}

#[test]
fn answers_to_a_later_question_may_be_cut_too() {
    let answers = b"\x1b]11;rgb:1616/1818/1d1d\x1b\\\x1b[?2031;2$y\x1b[?62;22c";
    for cut in 1..answers.len() {
        let mut decoder = Decoder::default();
        decoder.set_asked(ms(100));
        decoder.push(answers, ms(200));
        // After return from the editor, the program queries the background once more.
        decoder.set_asked(ms(60_000));
        let mut out = decoder.push(&answers[..cut], ms(60_500));
        out.extend(decoder.tick(ms(61_000)));
        out.extend(decoder.push(&answers[cut..], ms(61_001)));
        out.extend(decoder.tick(ms(70_000)));
        let replies = |input: &Input| matches!(input.kind, InputKind::Reply(_));
        assert!(out.iter().all(replies), "cut at {cut}: {out:?}");
        assert_eq!(out.len(), 3, "cut at {cut}");
    }
}

#[test]
fn a_silent_terminal_holds_escape_for_two_seconds_only() {
    let mut decoder = Decoder::default();
    decoder.set_asked(ms(0));
    decoder.push(b"\x1b", ms(2_000));
    let out = decoder.tick(ms(2_050));
    assert_eq!(out[0].kind, plain(KeyCode::Esc));
}

#[test]
fn an_answer_that_comes_late_and_in_pieces_types_nothing() {
    let mut decoder = Decoder::default();
    let mut came = Vec::new();
    for (at, piece) in [
        (0, &b"\x1b"[..]),
        (40, b"]11;rgb:1e1e"),
        (440, b"/1e1e/1e1e"),
        (900, b"\x1b"),
        (945, b"\\"),
        (1_000, b"\x1bP>|XTe"),
        (1_700, b"rm(390)\x1b\\"),
    ] {
        came.extend(decoder.push(piece, ms(at)));
    }
    came.extend(decoder.tick(ms(9_000)));
    let kinds: Vec<_> = came.into_iter().map(|input| input.kind).collect();
    assert_eq!(
        kinds,
        [
            InputKind::Reply(TerminalReply::Background { dark: true }),
            InputKind::Reply(TerminalReply::Version("XTerm(390)".into())),
        ]
    );
}

#[test]
fn an_escape_is_held_fifty_milliseconds_and_then_is_the_key() {
    let mut decoder = Decoder::default();
    assert_eq!(decoder.push(b"\x1b", ms(100)), []);
    assert_eq!(decoder.deadline(), Some(ms(150)));
    assert_eq!(decoder.tick(ms(149)), []);
    assert_eq!(decoder.tick(ms(150))[0].kind, plain(KeyCode::Esc));
    decoder.tick(ms(200));
    assert_eq!(decoder.push(b"\x1b", ms(300)), []);
    assert_eq!(
        decoder.push(b"[Z", ms(340))[0].kind,
        key(KeyCode::BackTab, KeyModifiers::SHIFT)
    );
}

#[test]
fn with_the_key_protocol_a_late_rest_is_still_one_key() {
    let mut decoder = Decoder::default();
    decoder.set_key_protocol();
    decoder.push(b"\x1b", ms(100));
    assert_eq!(decoder.tick(ms(200)), []);
    assert_eq!(
        decoder.push(b"[Z", ms(300))[0].kind,
        key(KeyCode::BackTab, KeyModifiers::SHIFT)
    );
}

#[test]
fn a_key_comes_at_once_and_settles_thirty_milliseconds_later() {
    let mut decoder = Decoder::default();
    let now = decoder.push(b"y", ms(100));
    assert_eq!((now.len(), now[0].alone), (1, true));
    assert_eq!(decoder.deadline(), Some(ms(130)));
    assert_eq!(decoder.tick(ms(129)), []);
    assert_eq!(decoder.tick(ms(130))[0].kind, InputKind::Settled);
    assert_eq!(decoder.deadline(), None);
}

#[test]
fn a_key_with_company_never_settles() {
    let mut decoder = Decoder::default();
    decoder.push(b"y", ms(100));
    let second = decoder.push(b"e", ms(129));
    assert!(!second[0].alone);
    assert_eq!(decoder.tick(ms(500)), []);
    let together = decoder.push(b"ye", ms(900));
    assert!(together.iter().all(|input| !input.alone));
    assert_eq!(decoder.tick(ms(2_000)), []);
}

#[test]
fn the_release_of_a_key_is_no_company() {
    let mut decoder = Decoder::default();
    decoder.push(b"\x1b[121;1:1u", ms(100));
    let release = decoder.push(b"\x1b[121;1:3u", ms(115));
    assert!(matches!(&release[0].kind, InputKind::Key(key) if key.kind == KeyEventKind::Release));
    assert_eq!(decoder.tick(ms(130))[0].kind, InputKind::Settled);
}

#[test]
fn a_paste_is_joined_over_reads_and_holds_text_alone() {
    let mut decoder = Decoder::default();
    assert_eq!(
        decoder.push(b"\x1b[200~one\r\ntwo\rth\x1b[Iree\x1b[1", ms(0)),
        []
    );
    assert_eq!(
        decoder.push(b"3;2u\x07 \x1b]0;title\x07four\tend\x1b[20", ms(500)),
        []
    );
    let done = decoder.push(b"1~x", ms(900));
    assert_eq!(
        done[0].kind,
        InputKind::Paste("one\ntwo\nthree four\tend".into())
    );
    assert_eq!(done[1].kind, plain(KeyCode::Char('x')));
    assert!(!done[1].alone);
}

#[test]
fn a_paste_that_is_too_long_is_cut_and_says_so() {
    let mut decoder = Decoder::default();
    let long = vec![b'a'; 9 * 1024 * 1024];
    let mut bytes = b"\x1b[200~".to_vec();
    bytes.extend_from_slice(&long);
    bytes.extend_from_slice(b"\x1b[201~z");
    let done = decoder.push(&bytes, ms(0));
    let InputKind::Paste(text) = &done[0].kind else {
        panic!("a paste");
    };
    assert!(text.len() < long.len() && text.len() > 8_000_000);
    assert_eq!(done[1].kind, InputKind::PasteCut);
    assert_eq!(done[2].kind, plain(KeyCode::Char('z')));
}

#[test]
fn a_paste_whose_end_never_comes_recovers_within_a_second() {
    let mut decoder = Decoder::default();
    decoder.push(b"\x1b[200~half", ms(100));
    assert!(decoder.deadline().unwrap() <= ms(1_100));
    assert_eq!(
        decoder.tick(ms(1_100))[0].kind,
        InputKind::Paste("half".into())
    );
    assert_eq!(decoder.push(b"q", ms(1_200)), []);
    assert_eq!(decoder.tick(ms(1_230))[0].kind, plain(KeyCode::Char('q')));
}

#[test]
fn an_unfinished_sequence_does_not_swallow_what_comes_later() {
    let mut decoder = Decoder::default();
    decoder.push(b"\x1b[1;", ms(0));
    decoder.push(b"\x1bP endless", ms(2_000));
    assert_eq!(
        decoder.push(b"q", ms(4_000))[0].kind,
        plain(KeyCode::Char('q'))
    );
    assert_eq!(decode(b"\x1b[1;\x1b[A"), [plain(KeyCode::Up)]);
}

/// Generates sequences that terminals send, and other bytes between them.
fn legitimate() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        Just(b"a".to_vec()),
        Just("日".as_bytes().to_vec()),
        Just("🙂".as_bytes().to_vec()),
        Just(b"\x1b[A".to_vec()),
        Just(b"\x1b[1;5D".to_vec()),
        Just(b"\x1bOQ".to_vec()),
        Just(b"\x1b[27;5;9~".to_vec()),
        Just(b"\x1b[97:65;2;65u".to_vec()),
        Just(b"\x1b[200~pasted\r\n\x1b[Itext\x1b[201~".to_vec()),
        Just(b"\x1b[I".to_vec()),
        Just(b"\x1bx".to_vec()),
        Just(b"\x1b[?7u".to_vec()),
        Just(b"\x1b]11;rgb:00/00/00\x1b\\".to_vec()),
        Just(b"\r".to_vec()),
    ];
    prop::collection::vec(piece, 1..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(testing::cases(256))]

    #[test]
    fn any_bytes_at_any_cuts_and_times_do_no_harm(
        reads in prop::collection::vec((prop::collection::vec(any::<u8>(), 0..40), 0u64..1_500), 0..12)
    ) {
        let mut decoder = Decoder::default();
        let mut at = 0;
        let mut last = ms(0);
        for (bytes, pause) in reads {
            at += pause;
            for input in decoder.push(&bytes, ms(at)) {
                prop_assert!(input.at >= last);
                last = input.at;
            }
        }
        decoder.tick(ms(at + 2_000));
        decoder.tick(ms(at + 4_000));
        prop_assert_eq!(decoder.deadline(), None);
    }

    #[test]
    fn sequences_made_of_likely_bytes_do_no_harm(
        bytes in prop::collection::vec(prop::sample::select(b"\x1b[]OP?<>;:0123456789~uMmcyRn$\\ABZ\x07".to_vec()), 0..60)
    ) {
        decode(&bytes);
    }

    #[test]
    fn the_cuts_between_reads_change_no_key(bytes in legitimate(), cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..10)) {
        let mut places: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len())).collect();
        places.extend([0, bytes.len()]);
        places.sort_unstable();
        let mut decoder = Decoder::default();
        let mut found = Vec::new();
        for pair in places.windows(2) {
            found.extend(decoder.push(&bytes[pair[0]..pair[1]], ms(5)));
        }
        found.extend(decoder.tick(ms(9_000)));
        let found = found.into_iter().map(|input| input.kind).filter(|kind| *kind != InputKind::Settled);
        let found: Vec<_> = found.map(as_line_end).collect();
        let whole: Vec<_> = decode(&bytes).into_iter().map(as_line_end).collect();
        prop_assert_eq!(found, whole);
    }
}

/// Maps Enter to its meaning behind text in the same read: only this depends on the cuts.
fn as_line_end(kind: InputKind) -> InputKind {
    match kind {
        InputKind::Key(key) if key == KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE) => {
            InputKind::Key(KeyEvent::new(KeyCode::Char('j'), KeyModifiers::CONTROL))
        }
        other => other,
    }
}

fn mouse(kind: MouseEventKind, column: u16, row: u16, modifiers: KeyModifiers) -> InputKind {
    InputKind::Mouse(MouseEvent {
        kind,
        column,
        row,
        modifiers,
    })
}

#[test]
fn the_mouse_is_read_in_its_sgr_form_however_its_bytes_are_cut() {
    let (none, shift) = (KeyModifiers::NONE, KeyModifiers::SHIFT);
    let left = MouseButton::Left;
    let cases: &[(&[u8], InputKind)] = &[
        (
            b"\x1b[<0;1;1M",
            mouse(MouseEventKind::Down(left), 0, 0, none),
        ),
        (
            b"\x1b[<0;12;7m",
            mouse(MouseEventKind::Up(left), 11, 6, none),
        ),
        (
            b"\x1b[<32;500;300M",
            mouse(MouseEventKind::Drag(left), 499, 299, none),
        ),
        (
            b"\x1b[<4;3;4M",
            mouse(MouseEventKind::Down(left), 2, 3, shift),
        ),
        (
            b"\x1b[<2;3;4M",
            mouse(MouseEventKind::Down(MouseButton::Right), 2, 3, none),
        ),
        (
            b"\x1b[<64;3;4M",
            mouse(MouseEventKind::ScrollUp, 2, 3, none),
        ),
        (
            b"\x1b[<65;3;4M",
            mouse(MouseEventKind::ScrollDown, 2, 3, none),
        ),
        (
            b"\x1b[<66;3;4M",
            mouse(MouseEventKind::ScrollLeft, 2, 3, none),
        ),
        (
            b"\x1b[<81;3;4M",
            mouse(MouseEventKind::ScrollDown, 2, 3, KeyModifiers::CONTROL),
        ),
    ];
    for (bytes, expected) in cases {
        assert_eq!(decode(bytes), std::slice::from_ref(expected), "{bytes:?}");
        // One byte at a time, with time between them.
        let mut decoder = Decoder::default();
        let mut out = Vec::new();
        for (number, byte) in bytes.iter().enumerate() {
            let at = ms(1_000 + 20 * number as u64);
            out.extend(decoder.push(std::slice::from_ref(byte), at));
        }
        out.extend(decoder.tick(ms(9_000)));
        let kinds: Vec<InputKind> = out.into_iter().map(|input| input.kind).collect();
        assert_eq!(kinds, std::slice::from_ref(expected), "{bytes:?}");
    }
}

#[test]
fn what_is_no_mouse_is_nothing_and_never_a_key() {
    for bytes in [
        b"\x1b[<0;0;1M".as_slice(),
        b"\x1b[<0;1;0M",
        b"\x1b[<0;99999;1M",
        b"\x1b[<0;1M",
        b"\x1b[<0;1;1;1M",
        b"\x1b[<;;M",
        b"\x1b[<-1;1;1M",
        b"\x1b[<0;1;1A",
        b"\x1b[<35;5;5M",
        b"\x1b[<128;5;5M",
        b"\x1b[<64;5;5m",
        b"\x1b[<M",
    ] {
        assert_eq!(decode(bytes), Vec::new(), "{bytes:?}");
    }
}

#[test]
fn a_key_on_the_heels_of_the_mouse_is_not_alone() {
    let mut decoder = Decoder::default();
    decoder.push(b"\x1b[<0;5;5M", ms(1_000));
    let out = decoder.push(b"y", ms(1_010));
    assert!(!out[0].alone);
}

proptest! {
    #[test]
    fn no_bytes_of_the_mouse_become_keys(
        code in any::<u32>(), column in any::<u32>(), row in any::<u32>(), ends in prop::sample::select(vec!['M', 'm']),
    ) {
        let bytes = format!("\x1b[<{code};{column};{row}{ends}");
        let kinds = decode(bytes.as_bytes());
        prop_assert!(kinds.len() <= 1);
        prop_assert!(kinds.iter().all(|kind| matches!(kind, InputKind::Mouse(_))), "{:?}", kinds);
    }
}

/// Formats the keys from reads at these times as words.
fn keys_of(reads: &[(u64, &str)]) -> String {
    let mut decoder = Decoder::default();
    let mut out = String::new();
    for (at, bytes) in reads {
        for input in decoder.push(bytes.as_bytes(), ms(*at)) {
            match input.kind {
                InputKind::Key(key) if key.code == KeyCode::Enter => out.push_str("<send>"),
                InputKind::Key(key) if key.modifiers == KeyModifiers::CONTROL => out.push('/'),
                InputKind::Key(KeyEvent {
                    code: KeyCode::Char(letter),
                    ..
                }) => out.push(letter),
                InputKind::Paste(text) => out.push_str(&format!("[{text}]")),
                _ => {}
            }
        }
    }
    out
}

#[test]
fn lines_that_come_without_marks_are_not_sent_one_by_one() {
    assert_eq!(keys_of(&[(1_000, "one\rtwo\rthree\r")]), "one/two/three/");
    // A long paste comes in several reads, cut anywhere.
    let reads = [
        (1_000, "one\rtwo two two"),
        (1_001, "\rthree\r"),
        (1_002, "\rfour"),
    ];
    assert_eq!(keys_of(&reads), "one/two two two/three//four");
    assert_eq!(
        keys_of(&[(1_000, "a longer line"), (1_004, "\rb")]),
        "a longer line/b"
    );
    // An Enter that the user presses then sends all of it.
    assert_eq!(
        keys_of(&[(1_000, "one\rtwo"), (1_200, "\r")]),
        "one/two<send>"
    );
}

#[test]
fn who_types_fast_still_sends() {
    let fast = [
        (1_000, "o"),
        (1_012, "k"),
        (1_020, "\r"),
        (1_031, "n"),
        (1_044, "o"),
        (1_050, "\r"),
    ];
    assert_eq!(keys_of(&fast), "ok<send>no<send>");
    // The draft existed before, and the user begins the next message at once.
    assert_eq!(keys_of(&[(1_000, "\ryes,")]), "<send>yes,");
    // A letter that an input method composes from several keys.
    assert_eq!(
        keys_of(&[(1_000, "\u{4f60}\u{597d}"), (1_100, "\r")]),
        "\u{4f60}\u{597d}<send>"
    );
    // A program types the text and presses Enter behind it.
    assert_eq!(
        keys_of(&[(1_000, "a longer line"), (1_002, "\r")]),
        "a longer line<send>"
    );
    // Bytes behind a paste with markers.
    assert_eq!(
        keys_of(&[(1_000, "\x1b[200~a\rb\x1b[201~\r")]),
        "[a\nb]<send>"
    );
}

#[test]
fn several_lines_in_one_read_are_a_paste_for_the_line_mode_and_a_single_one_is_not() {
    let decode = |reads: &[&[u8]]| {
        let mut decoder = Decoder::new(UnmarkedLines::Paste);
        let reads = (1..).zip(reads);
        let out = reads.flat_map(|(second, read)| decoder.push(read, ms(second * 500)));
        let kinds = out.map(|input| input.kind);
        kinds
            .filter(|kind| *kind != InputKind::Settled)
            .collect::<Vec<_>>()
    };
    let enter = plain(KeyCode::Enter);
    let letters = |text: &'static str| text.chars().map(|letter| plain(KeyCode::Char(letter)));
    let paste = |text: &str| InputKind::Paste(text.to_owned());
    assert_eq!(decode(&[b"one\rtwo\r"]), [paste("one\ntwo\n")]);
    assert_eq!(decode(&[b"one\r\ntwo\r\n"]), [paste("one\ntwo\n")]);
    let one: Vec<_> = letters("one").chain([enter.clone()]).collect();
    assert_eq!(decode(&[b"one\r"]), one);
    let goes_on: Vec<_> = one.into_iter().chain(letters("tw")).collect();
    assert_eq!(decode(&[b"one\rtw"]), goes_on);
    assert_eq!(decode(&[b"\r\r"]), [enter.clone(), enter]);
    let interrupt = key(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(
        decode(&[b"one\rtwo\r\x03three"]),
        [paste("one\ntwo\n"), interrupt, paste("three")]
    );
    // A read may end inside a character.
    assert_eq!(
        decode(&[b"one\rtwo\r\xc3", b"\xa9four\rfive\r"]),
        [
            paste("one\ntwo\n"),
            plain(KeyCode::Char('é')),
            paste("four\nfive\n")
        ]
    );
}
