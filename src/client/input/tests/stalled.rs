//! Tests of a paste that stalls before its end: its rest sends and decides nothing, and a user
//! can continue typing.

use super::*;

/// A decoder that gets the time whenever it requests it.
#[derive(Default)]
struct Line {
    decoder: Decoder,
    came: Vec<Input>,
}

impl Line {
    fn pass(&mut self, at: Duration) {
        while let Some(due) = self.decoder.deadline().filter(|due| *due < at) {
            let told = self.decoder.tick(due);
            self.came.extend(told);
        }
    }

    fn send(&mut self, at: u64, bytes: &[u8]) {
        self.pass(ms(at));
        let told = self.decoder.push(bytes, ms(at));
        self.came.extend(told);
    }
}

/// Returns the decoder's output for bytes that come at these times, and long after them.
fn came(pieces: &[(u64, &[u8])]) -> Vec<Input> {
    let mut line = Line::default();
    for (at, piece) in pieces {
        line.send(*at, piece);
    }
    line.pass(Duration::MAX);
    line.came
}

fn kinds(inputs: &[Input]) -> Vec<InputKind> {
    inputs.iter().map(|input| input.kind.clone()).collect()
}

/// Returns all text, pasted or typed.
fn text_of(inputs: &[Input]) -> String {
    let mut text = String::new();
    for input in inputs {
        match &input.kind {
            InputKind::Paste(pasted) => text.push_str(pasted),
            InputKind::Key(key) => text.extend(key.code.as_char()),
            _ => {}
        }
    }
    text
}

/// Whether the input could send or decide something.
fn may_decide(input: &Input) -> bool {
    match &input.kind {
        InputKind::Key(key) => input.alone || key.code.as_char().is_none(),
        InputKind::Settled => true,
        _ => false,
    }
}

#[test]
fn a_paste_that_stalls_anywhere_for_any_time_sends_nothing_and_is_whole() {
    let bytes =
        "\x1b[200~part öne\r\x1b[I part\x1b[13;2u two\r\r\n日本\tyes\ry\r\x1b[201~".as_bytes();
    for cut in 1..bytes.len() {
        for pause in [20, 60, 890, 899, 900, 901, 1_500, 10_000, 600_000] {
            let (first, second) = bytes.split_at(cut);
            let out = came(&[(1_000, first), (1_000 + pause, second)]);
            let place = format!("cut at {cut} for {pause}: {out:?}");
            // The decoder may have taken the paste's start marker for the Esc key before the rest
            // of it came.
            let out: Vec<Input> = if cut < 6 {
                out.into_iter().skip_while(may_decide).collect()
            } else {
                out
            };
            assert!(!out.iter().any(may_decide), "{place}");
            assert_eq!(
                text_of(&out),
                "part öne\n part two\n\n日本\tyes\ny\n",
                "{place}"
            );
        }
    }
}

#[test]
fn a_paste_that_stalls_is_over_with_its_end_however_late_it_comes() {
    let mut decoder = Decoder::default();
    decoder.push(b"\x1b[200~one", ms(0));
    assert_eq!(
        kinds(&decoder.tick(ms(900))),
        [InputKind::Paste("one".into())]
    );
    assert_eq!(decoder.deadline(), None);
    let out = decoder.push(b" two\r\x1b[201~", ms(50_000));
    assert_eq!(kinds(&out), [InputKind::Paste(" two\n".into())]);
    let out = decoder.push(b"\r", ms(51_000));
    assert_eq!(
        (kinds(&out), out[0].alone),
        (vec![plain(KeyCode::Enter)], true)
    );
}

#[test]
fn an_end_alone_after_a_stall_gives_nothing() {
    for end in [&b"\x1b[201~"[..], b"\x07\x1b[201~"] {
        let out = came(&[(0, b"\x1b[200~one"), (2_000, end), (4_000, b"\x1b[201~")]);
        assert_eq!(kinds(&out), [InputKind::Paste("one".into())]);
    }
}

#[test]
fn a_paste_after_one_that_stalled_is_a_paste() {
    let out = came(&[(0, b"\x1b[200~one"), (2_000, b"\x1b[200~two\r\x1b[201~")]);
    let both = ["one", "two\n"].map(|text| InputKind::Paste(text.into()));
    assert_eq!(kinds(&out), both);
}

#[test]
fn enter_alone_sends_again_after_a_paste_without_an_end() {
    let mut decoder = Decoder::default();
    decoder.push(b"\x1b[200~one", ms(0));
    decoder.tick(ms(900));
    assert_eq!(decoder.push(b"\r", ms(1_000)), []);
    assert_eq!(decoder.deadline(), Some(ms(1_030)));
    let out = decoder.tick(ms(1_030));
    assert_eq!(kinds(&out), [plain(KeyCode::Enter), InputKind::Settled]);
    assert!(out[0].alone);
    // It was the user's, so everything works as usual.
    let out = decoder.push(b"yes\r", ms(1_100));
    assert_eq!(out.len(), 4);
}

#[test]
fn a_line_end_with_company_is_text() {
    for late in [&b"\rx"[..], b"x\r", b"\r\r", b"\x1b[I\r", b"\x1b[13;2u\r"] {
        let out = came(&[(0, b"\x1b[200~one"), (5_000, late)]);
        assert!(!out.iter().any(may_decide), "{late:?}: {out:?}");
    }
    // It arrives before the user could have seen the text that appears only now, so
    // nobody meant it.
    let out = came(&[(0, b"\x1b[200~one"), (910, b"\r")]);
    assert_eq!(text_of(&out), "one\n");
    assert!(!out.iter().any(may_decide), "{out:?}");
}

#[test]
fn a_line_end_behind_a_single_letter_is_text_and_behind_some_it_is_the_key() {
    let typed = |letters: &str| {
        let mut pieces = vec![(0, b"\x1b[200~one ".to_vec())];
        let mut at = 3_000;
        for letter in letters.bytes() {
            pieces.push((at, vec![letter]));
            at += 120;
        }
        let pieces: Vec<(u64, &[u8])> =
            pieces.iter().map(|(at, piece)| (*at, &piece[..])).collect();
        came(&pieces)
    };
    let out = typed("x\r");
    assert_eq!(text_of(&out), "one x\n");
    assert!(!out.iter().any(may_decide), "{out:?}");
    let out = typed("fine\r");
    assert_eq!(text_of(&out), "one fine");
    assert!(kinds(&out).contains(&plain(KeyCode::Enter)));
}

#[test]
fn keys_that_no_text_holds_are_the_users_and_the_mouse_works() {
    for (bytes, code) in [
        (&b"\x1b[A"[..], KeyCode::Up),
        (b"\x7f", KeyCode::Backspace),
        (b"\x1b", KeyCode::Esc),
        (b"\x1bOQ", KeyCode::F(2)),
    ] {
        let out = came(&[(0, b"\x1b[200~one"), (1_000, bytes), (1_200, b"\r")]);
        let wanted = [
            InputKind::Paste("one".into()),
            plain(code),
            InputKind::Settled,
            plain(KeyCode::Enter),
            InputKind::Settled,
        ];
        assert_eq!(kinds(&out), wanted, "{bytes:?}");
    }
    let out = came(&[
        (0, b"\x1b[200~one"),
        (2_000, b"\x1b[<0;5;5M"),
        (2_050, b"\x1b[<0;5;5m"),
    ]);
    assert_eq!(out.len(), 3);
    assert!(matches!(out[2].kind, InputKind::Mouse(_)));
}

#[test]
fn the_release_of_a_key_is_no_company_after_a_stall() {
    let out = came(&[(0, b"\x1b[200~one"), (1_000, b"\x1b[13;1:3u\x1b[A")]);
    assert_eq!(kinds(&out)[1], plain(KeyCode::Up));
}

#[test]
fn a_long_paste_that_stalls_is_cut_once() {
    let much = vec![b'a'; 5 * 1024 * 1024];
    let first = [b"\x1b[200~", &much[..]].concat();
    let second = [&much[..], b"\x1b[201~"].concat();
    let out = came(&[
        (0, &first),
        (5_000, &second[..100]),
        (9_000, &second[100..]),
    ]);
    assert_eq!(text_of(&out).len(), 8 * 1024 * 1024);
    let cuts = out.iter().filter(|input| input.kind == InputKind::PasteCut);
    assert_eq!(cuts.count(), 1);
}

/// Generates pasted text, with the sequences that may lie in it.
fn pasted() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        4 => "[a-zé日🙂 ]{1,6}".prop_map(String::into_bytes),
        3 => prop::sample::select(vec!["\r", "\r\n", "\n", "\t", "y\r", "\r\ry"]).prop_map(|text| text.as_bytes().to_vec()),
        1 => prop::sample::select(vec!["\x1b[I", "\x1b[13;2u", "\x1b]0;title\x07", "\x1b[1;5A"]).prop_map(|text| text.as_bytes().to_vec()),
    ];
    prop::collection::vec(piece, 1..8).prop_map(|pieces| pieces.concat())
}

/// Whether the bytes are exactly one key, as a user presses it: alone and after a stall nothing
/// shows who it comes from.
fn is_one_key(piece: &[u8]) -> bool {
    let mut kinds = kinds(&came(&[(0, piece)]));
    kinds.retain(|kind| *kind != InputKind::Settled);
    let is_letter = |key: &KeyEvent| key.code.as_char().is_some() && key.modifiers.is_empty();
    matches!(&kinds[..], [InputKind::Key(key)] if !is_letter(key))
}

proptest! {
    #![proptest_config(testing::cases(1_500))]

    #[test]
    fn no_line_end_of_a_paste_sends_wherever_it_stalls(
        text in pasted(),
        cuts in prop::collection::vec((any::<prop::sample::Index>(), prop_oneof![0_u64..100, 800_u64..1_000, 0_u64..5_000]), 0..4),
    ) {
        let begin = b"\x1b[200~";
        let bytes = [&begin[..], &text, b"\x1b[201~"].concat();
        let mut places: Vec<(usize, u64)> = cuts
            .iter()
            .map(|(cut, pause)| (begin.len() + cut.index(bytes.len() - begin.len()), *pause))
            .collect();
        places.sort_unstable();
        let mut pieces = Vec::new();
        let (mut from, mut at) = (0, 0);
        for (place, pause) in places {
            pieces.push((at, &bytes[from..place]));
            (from, at) = (place, at + pause);
        }
        pieces.push((at, &bytes[from..]));
        prop_assume!(!pieces.iter().any(|(_, piece)| is_one_key(piece)));
        // The last byte of a sequence, alone after a stall, is a letter.
        prop_assume!(!text.contains(&0x1b) || !pieces.iter().any(|(_, piece)| piece.len() == 1));
        let out = came(&pieces);
        prop_assert!(!out.iter().any(may_decide), "{:?}: {:?}", pieces, out);
        prop_assert_eq!(text_of(&out), super::super::paste::text_of(&text));
    }

    #[test]
    fn whatever_came_before_a_user_sends_again_after_a_second(
        reads in prop::collection::vec((prop::collection::vec(any::<u8>(), 0..12), 0u64..1_500), 0..8),
    ) {
        let mut line = Line::default();
        line.send(0, b"\x1b[200~");
        let mut at = 0;
        for (bytes, pause) in reads {
            at += pause;
            line.send(at, &bytes);
        }
        // The first key of a user who waited.
        line.pass(ms(at + 2_000));
        line.came.clear();
        line.send(at + 2_000, b"\r");
        line.pass(ms(at + 2_100));
        prop_assert_eq!(kinds(&line.came), [plain(KeyCode::Enter), InputKind::Settled]);
    }
}
