//! Tests of answers: reasons, edits, files, typed texts and options.

use crossterm::event::KeyCode;
use notice::{Notice, notice};
use proptest::prelude::*;

use super::help::{SESSION, command, decisions, high, id, input, prompt, with, write};
use crate::bar::Where;
use crate::effect::Effect;
use protocol::approval::{Decision, DeleteItem, QuestionBody, RiskReport, Validation, WizardPlace};
use protocol::ids::ContentHash;
use protocol::query::Query;
use testing::cases;

#[test]
fn a_reason_goes_with_the_refusal() {
    let mut screen = with(write(1));
    screen.take_bar();
    screen.lone(KeyCode::Char('c'));
    screen.type_slowly("keep the API");
    screen.lone(KeyCode::Enter);
    let reason = Some("keep the API".to_owned());
    assert_eq!(
        decisions(&screen),
        [Decision::No {
            reason: reason.map(Notice::text)
        }]
    );
}

#[test]
fn what_was_typed_for_a_prompt_that_is_gone_goes_to_the_editor() {
    let mut screen = with(write(1));
    screen.take_bar();
    screen.lone(KeyCode::Char('c'));
    screen.type_slowly("keep the API");
    screen.close(id(1));
    assert_eq!(screen.editor, "keep the API");
    assert_eq!(screen.focus, Where::Editor);
}

#[test]
fn a_command_is_edited_in_the_bar_and_a_file_in_the_editor() {
    let mut screen = with(command(
        1,
        "ls",
        RiskReport::medium(Notice::text("unclear")),
    ));
    screen.take_bar();
    screen.lone(KeyCode::Char('e'));
    screen.type_slowly(" -l");
    screen.lone(KeyCode::Enter);
    let text = "ls -l".to_owned();
    assert_eq!(
        decisions(&screen),
        [Decision::Edited {
            text,
            on_disk: false
        }]
    );

    let mut screen = with(write(1));
    screen.take_bar();
    screen.lone(KeyCode::Char('e'));
    assert!(screen.seen.contains(&Effect::Ask(Query::ProposedText {
        session: SESSION,
        question: id(1),
    })));
    let effects = screen.bar.proposed(id(1), "text".into());
    assert!(matches!(effects[..], [Effect::Edit(_)]));
    screen.bar.edited(id(1), Some("new text".into()));
    screen.wait(800);
    screen.lone(KeyCode::Char('y'));
    let text = "new text".to_owned();
    assert_eq!(
        decisions(&screen),
        [Decision::Edited {
            text,
            on_disk: false
        }]
    );
    assert!(
        screen
            .bar
            .accept_edit(id(1), &ContentHash::of(b"old"), String::new())
            == [Effect::Bell]
    );
}

#[test]
fn an_edited_high_risk_command_still_wants_the_word() {
    let mut screen = with(high());
    screen.take_bar();
    screen.lone(KeyCode::Char('e'));
    screen.type_slowly("2");
    screen.lone(KeyCode::Enter);
    assert!(screen.answers.is_empty());
    screen.type_slowly("run");
    screen.wait(800);
    screen.lone(KeyCode::Enter);
    let text = "rm -rf target2".to_owned();
    assert_eq!(
        decisions(&screen),
        [Decision::Edited {
            text,
            on_disk: false
        }]
    );
}

#[test]
fn only_chosen_files_are_deleted() {
    let item = |path: &str, files| DeleteItem {
        path: path.into(),
        files,
        bytes: 1,
        note: notice!("told-git-clean"),
        inside: Vec::new(),
    };
    let files = vec![item("a", 1), item("b", 2)];
    let mut screen = with(prompt(
        1,
        QuestionBody::Delete { files },
        RiskReport::high(Notice::text("deletes")),
    ));
    screen.take_bar();
    screen.lone(KeyCode::Char(' '));
    screen.lone(KeyCode::Char('y'));
    screen.type_slowly("delete 2");
    screen.wait(800);
    screen.lone(KeyCode::Enter);
    let paths = vec!["b".to_owned()];
    assert_eq!(decisions(&screen), [Decision::Files { paths }]);
}

#[test]
fn typed_answers_are_checked() {
    let cases = [
        (Validation::Number, "x1", false),
        (Validation::Number, "-3.5", true),
        (Validation::Path, "../up", false),
        (Validation::Path, "/etc/passwd", false),
        (Validation::Path, "src/../a.rs", true),
        (Validation::Pattern("[0-9]{4}".into()), "47112", false),
        (Validation::Pattern("[0-9]{4}".into()), "4711", true),
        (Validation::NotEmpty, "x", true),
    ];
    for (validation, text, taken) in cases {
        let mut screen = with(input(1, validation.clone()));
        screen.take_bar();
        screen.type_slowly(text);
        screen.wait(800);
        screen.lone(KeyCode::Enter);
        let expected = if taken {
            vec![Decision::Text { text: text.into() }]
        } else {
            Vec::new()
        };
        assert_eq!(decisions(&screen), expected, "{validation:?} {text}");
    }
}

#[test]
fn a_question_can_be_skipped() {
    let mut screen = with(input(1, Validation::NotEmpty));
    screen.take_bar();
    screen.lone(KeyCode::Enter);
    assert_eq!(decisions(&screen), [Decision::Skipped]);
    let mut screen = with(input(1, Validation::NotEmpty));
    screen.take_bar();
    screen.lone(KeyCode::Tab);
    screen.lone(KeyCode::Char('S'));
    assert_eq!(decisions(&screen), [Decision::Skipped]);
}

fn select(multiple: bool) -> protocol::approval::Question {
    let body = QuestionBody::Select {
        question: "Which?".into(),
        options: vec!["one".into(), "two".into()],
        multiple,
    };
    prompt(1, body, RiskReport::low(Notice::text("a question")))
}

#[test]
fn options_are_chosen_one_or_several_or_typed() {
    let mut screen = with(select(false));
    screen.take_bar();
    screen.lone(KeyCode::Char('j'));
    screen.lone(KeyCode::Enter);
    assert_eq!(
        decisions(&screen),
        [Decision::Selected { indices: vec![1] }]
    );

    let mut screen = with(select(true));
    screen.take_bar();
    screen.lone(KeyCode::Char(' '));
    screen.lone(KeyCode::Char('2'));
    screen.lone(KeyCode::Char(' '));
    screen.lone(KeyCode::Enter);
    let indices = vec![0, 1];
    assert_eq!(decisions(&screen), [Decision::Selected { indices }]);

    let mut screen = with(select(false));
    screen.take_bar();
    screen.lone(KeyCode::Char('3'));
    screen.lone(KeyCode::Enter);
    screen.type_slowly("both");
    screen.wait(800);
    screen.lone(KeyCode::Enter);
    let text = "both".to_owned();
    assert_eq!(decisions(&screen), [Decision::Text { text }]);
}

#[test]
fn a_click_on_an_option_highlights_it_and_answers_nothing() {
    let mut screen = with(select(false));
    screen.take_bar();
    let row_of = |screen: &super::help::BarHarness, wanted: &str| {
        let rows = screen.rows();
        let row = rows.iter().position(|row| row.contains(wanted));
        u16::try_from(row.unwrap_or_else(|| panic!("{wanted} in {rows:?}"))).unwrap()
    };
    let two = row_of(&screen, "2 two");
    screen.point(9, two, 0);
    assert_eq!(decisions(&screen), []);
    assert!(screen.rows().iter().any(|row| row.contains(">2 two")));
    // Keys typed meanwhile press nothing: the bar is armed again.
    screen.key(KeyCode::Enter);
    assert_eq!(decisions(&screen), []);
    screen.wait(1_000);
    screen.lone(KeyCode::Enter);
    assert_eq!(
        decisions(&screen),
        [Decision::Selected { indices: vec![1] }]
    );
    let mut screen = with(select(true));
    screen.take_bar();
    let (header, question) = (0, row_of(&screen, "Which?"));
    for row in [header, question, 15] {
        screen.point(9, row, 0);
    }
    assert!(
        screen.rows().iter().any(|row| row.contains(">1")),
        "elsewhere nothing moves"
    );
}

/// The second of three questions, already answered with `given`.
fn step(body: QuestionBody, given: Option<Decision>) -> protocol::approval::Question {
    let mut question = prompt(1, body, RiskReport::low(Notice::text("a question")));
    let before = Decision::Skipped;
    question.wizard = Some(WizardPlace {
        number: 2,
        of: 3,
        answers: [Some(before), given].into_iter().flatten().collect(),
    });
    question
}

#[test]
fn a_step_of_a_wizard_has_a_way_back_by_its_button_and_its_letter_and_others_have_none() {
    let mut screen = with(step(select(false).body, None));
    screen.take_bar();
    let rows = screen.rows().join("\n");
    assert!(rows.contains("step 2 of 3"), "{rows}");
    assert!(rows.contains("b back"), "{rows}");
    screen.lone(KeyCode::Char('b'));
    assert_eq!(decisions(&screen), [Decision::Back]);
    let mut screen = with(step(input(1, Validation::NotEmpty).body, None));
    screen.take_bar();
    screen.type_slowly("b");
    assert!(decisions(&screen).is_empty(), "in the field it is a letter");
    screen.lone(KeyCode::Tab);
    screen.lone(KeyCode::Char('b'));
    assert_eq!(decisions(&screen), [Decision::Back]);
    let mut screen = with(select(false));
    screen.take_bar();
    assert!(!screen.rows().join("\n").contains("b back"));
    screen.lone(KeyCode::Char('b'));
    assert!(decisions(&screen).is_empty());
    assert_eq!(screen.editor, "b", "a letter without a meaning is text");
}

/// The first and the second question of a wizard.
fn two_steps() -> [protocol::approval::Question; 2] {
    let call = Some(protocol::ids::CallId(uuid::Uuid::from_u128(9)));
    let first = step(select(false).body, None);
    let second = step(input(1, Validation::NotEmpty).body, None);
    [(1, first), (2, second)].map(|(number, question)| protocol::approval::Question {
        id: id(number),
        call,
        ..question
    })
}

#[test]
fn the_next_question_of_a_wizard_is_answered_without_going_to_the_bar_again() {
    let [first, second] = two_steps();
    let mut screen = with(first);
    screen.take_bar();
    screen.lone(KeyCode::Enter);
    screen.open(second);
    screen.wait(800);
    screen.type_slowly("shop");
    screen.wait(800);
    screen.lone(KeyCode::Enter);
    let text = "shop".to_owned();
    let chosen = Decision::Selected { indices: vec![0] };
    assert_eq!(decisions(&screen), [chosen, Decision::Text { text }]);
    assert_eq!(screen.editor, "");
}

#[test]
fn who_wrote_meanwhile_goes_on_writing_when_the_next_question_of_a_wizard_comes() {
    let [first, second] = two_steps();
    let mut screen = with(first);
    screen.take_bar();
    screen.lone(KeyCode::Enter);
    screen.type_slowly("he");
    screen.open(second);
    screen.wait(800);
    screen.type_slowly("llo");
    assert_eq!(screen.editor, "hello");
    assert_eq!(decisions(&screen).len(), 1);
}

#[test]
fn what_was_answered_before_the_user_went_back_is_there_to_be_changed() {
    let text = "shop".to_owned();
    let body = input(1, Validation::NotEmpty).body;
    let mut screen = with(step(body, Some(Decision::Text { text })));
    screen.take_bar();
    screen.type_slowly("2");
    screen.wait(800);
    screen.lone(KeyCode::Enter);
    let text = "shop2".to_owned();
    assert_eq!(decisions(&screen), [Decision::Text { text }]);
    let given = Decision::Selected { indices: vec![1] };
    let mut screen = with(step(select(true).body, Some(given.clone())));
    screen.take_bar();
    screen.lone(KeyCode::Enter);
    assert_eq!(decisions(&screen), [given]);
}

#[test]
fn an_answer_that_the_engine_does_not_take_is_still_typed_with_the_reason_below_it() {
    let mut screen = with(input(1, Validation::Path));
    screen.take_bar();
    screen.type_slowly("link/a.rs");
    screen.wait(800);
    screen.lone(KeyCode::Enter);
    assert_eq!(decisions(&screen).len(), 1);
    screen
        .bar
        .refused(Some(&Notice::text("it leads out of here")));
    screen.take_bar();
    let rows = screen.rows().join("\n");
    assert!(rows.contains("link/a.rs"), "{rows}");
    assert!(rows.contains("it leads out of here"), "{rows}");
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn every_text_that_the_bar_hands_out_fits_what_was_asked_for(
        validation in prop::sample::select(vec![
            Validation::NotEmpty,
            Validation::Number,
            Validation::Path,
            Validation::Pattern("[a-z]+".into()),
        ]),
        typed in "[ab1 ./-]{1,6}",
    ) {
        let mut screen = with(input(1, validation.clone()));
        screen.take_bar();
        screen.type_slowly(&typed);
        screen.wait(800);
        screen.lone(KeyCode::Enter);
        for decision in decisions(&screen) {
            if let Decision::Text { text } = decision {
                prop_assert_eq!(validation.unfit(&text), None, "{}", text);
            }
        }
    }
}
