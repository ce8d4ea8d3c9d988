//! Tests of word marks.

use super::{Bag, marks, same_but_for_space};

fn marked(old: &str, new: &str) -> (String, String) {
    let (gone, come) = marks(old, new);
    let braced = |text: &str, marks: &[(u32, u32)]| {
        let mut text = text.to_owned();
        for (start, end) in marks.iter().rev() {
            text.insert(usize::try_from(*end).unwrap(), '}');
            text.insert(usize::try_from(*start).unwrap(), '{');
        }
        text
    };
    (braced(old, &gone), braced(new, &come))
}

#[test]
fn the_words_that_differ_are_marked_and_near_marks_are_one() {
    let expected = (
        "call({one}, two, three)".into(),
        "call({1}, two, three)".into(),
    );
    assert_eq!(
        marked("call(one, two, three)", "call(1, two, three)"),
        expected
    );
    let (old, new) = marked("let sum = a.b + something;", "let sum = x.y + something;");
    assert_eq!(
        (&old[..], &new[..]),
        (
            "let sum = {a.b} + something;",
            "let sum = {x.y} + something;"
        )
    );
}

#[test]
fn lines_that_differ_for_the_most_part_are_not_marked() {
    let expected = ("one two three".into(), "four five six".into());
    assert_eq!(marked("one two three", "four five six"), expected);
}

#[test]
fn no_mark_cuts_a_character_as_people_see_it() {
    let family = "👩\u{200d}👩\u{200d}👧";
    let (old, new) = (
        format!("say hello to all {family}"),
        "say hello to all 👩".to_owned(),
    );
    let expected = (
        format!("say hello to all {{{family}}}"),
        "say hello to all {👩}".to_owned(),
    );
    assert_eq!(marked(&old, &new), expected);
    let (old, _) = marked("a cafe\u{301} here in town", "a cafe here in town");
    assert_eq!(old, "a {cafe\u{301}} here in town");
}

#[test]
fn a_difference_beyond_the_tokens_that_are_looked_at_is_marked_as_a_whole() {
    let long = "w ".repeat(400);
    let (_, new) = marked(&format!("{long}old"), &format!("{long}new"));
    assert!(new.ends_with('}') && new.contains('{'), "{new}");
}

#[test]
fn lines_are_alike_by_the_words_that_they_share() {
    let like = |old: &str, new: &str| Bag::of(old).is_like(&Bag::of(new));
    assert!(like("let x = one(2);", "let x = two(2);"));
    assert!(like("", "   "));
    assert!(!like("}", ""));
    assert!(!like("alpha beta", "gamma delta"));
    assert!(same_but_for_space("a  b", "a b\t") && !same_but_for_space("a", "b"));
}
