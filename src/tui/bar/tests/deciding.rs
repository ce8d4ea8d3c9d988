//! Tests of keys and answers, one rule each.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::help::{
    BarHarness, SESSION, command, decisions, high, id, input, press, repeat, with, write,
};
use crate::bar::{PassthroughQuestion, Where};
use crate::effect::Effect;
use client::input::InputKind;
use notice::Notice;
use protocol::approval::{Decision, GrantScope, RiskReport, Validation};
use protocol::command::Command;
use protocol::ids::ContentHash;

#[test]
fn capital_and_small_letters_answer() {
    for (key, decision) in [
        ('y', Decision::Yes),
        ('Y', Decision::Yes),
        ('n', Decision::No { reason: None }),
        ('N', Decision::No { reason: None }),
    ] {
        let mut screen = with(write(1));
        screen.take_bar();
        screen.lone(KeyCode::Char(key));
        assert_eq!(decisions(&screen), [decision], "{key}");
        assert_eq!(screen.focus, Where::Editor);
    }
}

#[test]
fn a_key_before_the_bar_is_armed_decides_nothing_and_it_says_so() {
    let mut screen = with(write(1));
    screen.key(KeyCode::F(2));
    screen.wait(390);
    screen.lone(KeyCode::Char('y'));
    screen.wait(600);
    assert!(screen.answers.is_empty());
    assert_eq!(screen.editor, "", "who asked for the bar writes no message");
    assert_eq!(screen.focus, Where::Bar);
    let told = |screen: &BarHarness| {
        screen
            .rows()
            .iter()
            .any(|row| row.contains("press it again"))
    };
    assert!(told(&screen), "{:?}", screen.rows());
    screen.lone(KeyCode::Char('y'));
    assert_eq!(decisions(&screen), [Decision::Yes]);
}

#[test]
fn text_that_begins_before_the_bar_is_armed_is_text() {
    let mut screen = with(write(1));
    screen.key(KeyCode::F(2));
    screen.wait(200);
    screen.key(KeyCode::Char('y'));
    screen.wait(300);
    screen.type_slowly("es");
    assert!(screen.answers.is_empty());
    assert_eq!(screen.editor, "yes");
}

#[test]
fn a_bar_that_is_armed_stays_so_when_it_is_asked_for() {
    let mut screen = with(write(1));
    screen.wait(2_500);
    screen.key(KeyCode::F(2));
    screen.wait(100);
    screen.lone(KeyCode::Char('y'));
    assert_eq!(decisions(&screen), [Decision::Yes]);
}

#[test]
fn a_key_on_the_heels_of_another_is_text() {
    let mut screen = with(write(1));
    screen.take_bar();
    screen.key(KeyCode::Char('y'));
    screen.wait(20);
    screen.lone(KeyCode::Char('o'));
    assert!(screen.answers.is_empty());
    assert_eq!(screen.editor, "yo");
}

#[test]
fn enter_counts_only_after_f2() {
    let mut screen = with(write(1));
    screen.wait(2_500);
    assert_eq!(screen.focus, Where::Bar);
    screen.lone(KeyCode::Enter);
    screen.wait(2_000);
    assert!(screen.answers.is_empty());
    screen.take_bar();
    screen.lone(KeyCode::Enter);
    assert_eq!(decisions(&screen), [Decision::Yes]);
}

#[test]
fn a_prompt_that_was_put_off_never_takes_the_focus_again() {
    let mut screen = with(write(1));
    screen.wait(1_600);
    assert_eq!(screen.focus, Where::Bar);
    screen.lone(KeyCode::Esc);
    assert_eq!(screen.focus, Where::Editor);
    screen.wait(60_000);
    assert_eq!(screen.focus, Where::Editor);
    assert!(screen.answers.is_empty(), "Esc is no decision");
    screen.take_bar();
    assert_eq!(screen.focus, Where::Bar, "F2 still does");
}

#[test]
fn a_draft_keeps_the_focus_in_the_editor() {
    let mut screen = with(write(1));
    screen.key(KeyCode::Char('x'));
    screen.wait(60_000);
    assert_eq!(screen.focus, Where::Editor);
}

#[test]
fn a_question_for_text_never_takes_the_focus_by_itself() {
    let mut screen = with(input(1, Validation::None));
    screen.wait(60_000);
    assert_eq!(screen.focus, Where::Editor);
}

#[test]
fn a_held_key_is_a_repeat_and_does_not_answer() {
    let mut screen = with(write(1));
    screen.releases = true;
    screen.take_bar();
    screen.receive(InputKind::Key(repeat(KeyCode::Char('y'))));
    screen.wait(100);
    assert!(screen.answers.is_empty());

    // Without release reports, the second of two presses within 700 ms is a repeat.
    let mut screen = with(write(1));
    screen.key(KeyCode::F(2));
    screen.wait(500);
    screen.key(KeyCode::Enter);
    screen.open({
        let mut changed = write(1);
        changed.shown = ContentHash::of(b"changed");
        changed
    });
    screen.wait(500);
    screen.lone(KeyCode::Enter);
    assert!(screen.answers.is_empty(), "the same key after 500 ms");
    screen.wait(800);
    screen.lone(KeyCode::Char('n'));
    assert_eq!(screen.answers.len(), 1);
}

#[test]
fn the_key_that_brings_the_window_back_does_not_answer() {
    let mut screen = with(write(1));
    screen.take_bar();
    screen.receive(InputKind::FocusLost);
    screen.wait(1_000);
    screen.receive(InputKind::FocusGained);
    screen.wait(290);
    screen.lone(KeyCode::Char('y'));
    screen.wait(600);
    assert!(screen.answers.is_empty());
    assert_eq!(screen.focus, Where::Bar);
}

#[test]
fn high_risk_starts_on_no_and_wants_the_typed_word() {
    let mut screen = with(high());
    screen.take_bar();
    screen.lone(KeyCode::Enter);
    assert_eq!(decisions(&screen), [Decision::No { reason: None }]);

    let mut screen = with(high());
    screen.take_bar();
    screen.lone(KeyCode::Char('y'));
    screen.receive(InputKind::Paste("run".into()));
    screen.wait(800);
    screen.lone(KeyCode::Enter);
    assert!(screen.answers.is_empty(), "a paste is not typed");
    screen.type_slowly("run");
    screen.wait(800);
    screen.lone(KeyCode::Enter);
    assert_eq!(decisions(&screen), [Decision::Yes]);
}

#[test]
fn high_risk_is_not_approved_where_the_bar_took_the_focus_itself() {
    let mut screen = with(high());
    screen.wait(2_500);
    screen.key(KeyCode::Char('y'));
    screen.wait(600);
    screen.type_slowly("run");
    screen.lone(KeyCode::Enter);
    assert!(screen.answers.is_empty());
}

#[test]
fn always_is_two_steps_and_withheld_for_high_risk() {
    let mut screen = with(write(1));
    screen.take_bar();
    screen.lone(KeyCode::Char('a'));
    assert!(screen.answers.is_empty());
    screen.lone(KeyCode::Enter);
    let scope = GrantScope::UntilNextMessage;
    assert_eq!(decisions(&screen), [Decision::Always { scope }]);

    let mut screen = with(write(1));
    screen.take_bar();
    screen.lone(KeyCode::Char('A'));
    screen.lone(KeyCode::Char('2'));
    screen.lone(KeyCode::Enter);
    let scope = GrantScope::Session;
    assert_eq!(decisions(&screen), [Decision::Always { scope }]);

    let mut screen = with(high());
    screen.take_bar();
    screen.lone(KeyCode::Char('a'));
    screen.wait(800);
    assert!(screen.seen.contains(&Effect::Bell));
    screen.lone(KeyCode::Enter);
    assert_eq!(decisions(&screen), [Decision::No { reason: None }]);
}

#[test]
fn a_changed_proposal_arms_anew_and_answers_with_its_own_hash() {
    let mut screen = with(write(1));
    screen.take_bar();
    let mut changed = write(1);
    changed.shown = ContentHash::of(b"changed");
    screen.open(changed.clone());
    screen.wait(300);
    screen.lone(KeyCode::Char('y'));
    assert!(screen.answers.is_empty(), "300 ms after it changed");
    screen.wait(800);
    screen.take_bar();
    screen.lone(KeyCode::Char('y'));
    assert_eq!(screen.answers[0].shown, changed.shown);
}

#[test]
fn space_holds_the_count_down_and_lets_it_go_on() {
    let mut question = write(1);
    question.timeout_s = Some(60);
    let mut screen = with(question);
    screen.take_bar();
    screen.lone(KeyCode::Char(' '));
    screen.wait(1_000);
    screen.lone(KeyCode::Char(' '));
    let timers: Vec<bool> = screen
        .seen
        .iter()
        .filter_map(|effect| match effect {
            Effect::Send(Command::PauseQuestionTimeout {
                question, paused, ..
            }) if *question == id(1) => Some(*paused),
            _ => None,
        })
        .collect();
    assert_eq!(timers, [true, false]);
}

#[test]
fn the_queue_is_walked_and_the_next_prompt_is_not_answered_by_the_same_focus() {
    let mut screen = with(write(1));
    screen.open(write(2));
    screen.take_bar();
    screen.lone(KeyCode::Char(']'));
    assert_eq!(screen.bar.shown().map(|prompt| prompt.id), Some(id(2)));
    screen.wait(500);
    screen.lone(KeyCode::Char('y'));
    assert_eq!(screen.answers[0].question, id(2));
    assert_eq!(screen.bar.shown().map(|prompt| prompt.id), Some(id(1)));
    screen.wait(1_000);
    screen.lone(KeyCode::Char('y'));
    assert_eq!(screen.answers.len(), 1, "the editor has the focus");
    assert_eq!(screen.editor, "y");
}

/// One question is answered, and the next has just taken the focus and is not armed yet.
fn between_two_answers() -> BarHarness {
    let mut screen = with(write(1));
    screen.open(write(2));
    screen.take_bar();
    screen.lone(KeyCode::Char('y'));
    screen.wait(1_500);
    assert_eq!(screen.focus, Where::Bar);
    screen
}

#[test]
fn a_key_for_the_next_question_that_comes_too_early_does_nothing() {
    let mut screen = between_two_answers();
    assert!(
        screen
            .rows()
            .iter()
            .any(|row| row.contains("(ready in 0.4 s)"))
    );
    screen.lone(KeyCode::Char('y'));
    screen.wait(600);
    assert_eq!(screen.answers.len(), 1, "it answers nothing");
    assert_eq!(screen.editor, "", "and is no text");
    assert_eq!(screen.focus, Where::Bar);
    assert!(!screen.rows().iter().any(|row| row.contains("armed")));
    screen.wait(800);
    screen.key(KeyCode::Char('y'));
    screen.wait(600);
    assert_eq!(screen.answers[1].question, id(2));
}

#[test]
fn what_is_typed_as_the_next_question_comes_up_is_text() {
    let mut screen = between_two_answers();
    screen.key(KeyCode::Char('y'));
    screen.wait(300);
    screen.type_slowly("es");
    assert_eq!(screen.editor, "yes");
    assert_eq!(screen.answers.len(), 1);
    assert_eq!(screen.focus, Where::Editor);
    // A letter typed after an answer shows that the user is writing a message.
    let mut screen = with(write(1));
    screen.open(write(2));
    screen.take_bar();
    screen.lone(KeyCode::Char('y'));
    screen.key(KeyCode::Backspace);
    screen.wait(1_600);
    assert_eq!(screen.focus, Where::Bar);
    screen.lone(KeyCode::Char('n'));
    assert_eq!(screen.editor, "n");
    assert_eq!(screen.answers.len(), 1);
}

#[test]
fn a_yes_while_help_covers_the_question_shows_it_again_and_grants_nothing() {
    for leave in ["y", "a", "e", "Enter", "?", "Esc", "q"] {
        let mut screen = with(command(1, "cargo test", RiskReport::low(Notice::text("x"))));
        screen.take_bar();
        screen.lone(KeyCode::Char('?'));
        screen.wait(800);
        assert!(!screen.rows().join("").contains("$ cargo test"));
        match leave {
            "Enter" => screen.lone(KeyCode::Enter),
            "Esc" => screen.lone(KeyCode::Esc),
            letter => screen.lone(KeyCode::Char(letter.chars().next().unwrap())),
        }
        assert!(screen.answers.is_empty(), "{leave}");
        assert!(screen.rows().join("").contains("$ cargo test"), "{leave}");
        // `q` is text, and gives the bar up.
        screen.key(KeyCode::F(2));
        screen.wait(40);
        // A second y would be a repeat.
        if !["q", "y"].contains(&leave) {
            screen.key(KeyCode::Char('y'));
            screen.wait(250);
            assert!(screen.answers.is_empty(), "{leave}: it is armed anew");
        }
        screen.wait(800);
        screen.lone(KeyCode::Char('y'));
        assert_eq!(decisions(&screen), [Decision::Yes], "{leave}");
    }
}

#[test]
fn an_explanation_that_takes_the_room_of_the_question_lets_nothing_be_granted() {
    let risk = RiskReport::medium(Notice::text("it runs code"));
    let mut screen = with(command(1, "cargo test", risk));
    screen.take_bar();
    let (mut high, mut low) = (screen.clone(), screen);
    high.bar.measure(80, 16, &high.context());
    high.lone(KeyCode::Char('x'));
    high.lone(KeyCode::Char('y'));
    assert_eq!(decisions(&high), [Decision::Yes], "both are in sight");
    low.bar.measure(80, 6, &low.context());
    low.lone(KeyCode::Char('x'));
    low.lone(KeyCode::Char('y'));
    assert!(low.answers.is_empty());
    low.wait(800);
    low.lone(KeyCode::Char('y'));
    assert_eq!(decisions(&low), [Decision::Yes]);
}

#[test]
fn d_asks_for_the_whole_and_x_and_help_decide_nothing() {
    let mut screen = with(write(1));
    screen.take_bar();
    screen.lone(KeyCode::Char('d'));
    let is_full =
        |effect: &Effect| matches!(effect, Effect::ShowFull(full) if full.question == id(1));
    assert!(screen.seen.iter().any(is_full));
    for key in ['x', '?', 'x', 'R'] {
        screen.lone(KeyCode::Char(key));
    }
    assert!(screen.answers.is_empty());
}

#[test]
fn a_button_is_reached_with_tab_and_pressed_with_enter() {
    let mut screen = with(write(1));
    screen.take_bar();
    screen.lone(KeyCode::Tab);
    screen.lone(KeyCode::Enter);
    assert_eq!(decisions(&screen), [Decision::No { reason: None }]);
    let mut screen = with(write(1));
    screen.take_bar();
    screen.lone(KeyCode::Right);
    screen.lone(KeyCode::BackTab);
    screen.lone(KeyCode::Enter);
    assert_eq!(decisions(&screen), [Decision::Yes]);
}

#[test]
fn chords_mean_nothing_to_the_bar() {
    let mut screen = with(write(1));
    screen.take_bar();
    let chord = KeyEvent::new(KeyCode::Char('y'), KeyModifiers::CONTROL);
    screen.receive(InputKind::Key(chord));
    screen.wait(100);
    assert!(screen.answers.is_empty());
    assert_ne!(chord, press(KeyCode::Char('y')));
}

#[test]
fn passthrough_starts_on_no_and_is_turned_on_by_y() {
    let ask = || {
        let mut screen = BarHarness::default();
        let question = PassthroughQuestion::new("session 1", "~/src/shop", "review");
        screen.focus = Where::Bar;
        screen.bar.ask_passthrough(question, screen.now);
        screen.wait(450);
        screen
    };
    let turns_on = Effect::Send(Command::TogglePassthrough { session: SESSION });
    let mut screen = ask();
    screen.lone(KeyCode::Enter);
    assert!(!screen.seen.contains(&turns_on));
    assert!(!screen.bar.is_open());
    let mut screen = ask();
    screen.lone(KeyCode::Char('y'));
    assert!(screen.seen.contains(&turns_on));
}

#[test]
fn a_refused_answer_brings_the_prompt_back() {
    let mut screen = with(write(1));
    screen.take_bar();
    screen.lone(KeyCode::Char('y'));
    assert!(!screen.bar.is_open());
    screen.bar.refused(None);
    assert!(screen.bar.is_open());
}
