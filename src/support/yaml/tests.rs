//! The strict YAML parser.

use super::{NodeKind, parse};

fn refusal(text: &str) -> String {
    let error = parse(text).unwrap_err();
    format!("{}:{}: {}", error.spot.line, error.spot.column, error.what)
}

#[test]
fn an_alias_bomb_is_stopped() {
    let mut bomb = String::from("a: &a [x,x,x,x,x,x,x,x,x]\n");
    for level in b'b'..=b'z' {
        let (this, last) = (char::from(level), char::from(level - 1));
        bomb.push_str(&format!(
            "{this}: &{this} [*{last},*{last},*{last},*{last},*{last}]\n"
        ));
    }
    assert!(refusal(&bomb).starts_with("1:"), "{}", refusal(&bomb));
    assert!(refusal(&bomb).contains("aliases (*name) are not used"));
    assert!(
        refusal("a: *nothing\n").contains("1:4"),
        "{}",
        refusal("a: *nothing\n")
    );
}

#[test]
fn deep_nesting_and_too_many_values_are_stopped() {
    assert!(refusal(&("[".repeat(50) + &"]".repeat(50))).contains("too deeply"));
    assert!(parse(&"[".repeat(100_000)).is_err());
    let deep: String = (0..100)
        .map(|depth| format!("{}a:\n", " ".repeat(depth)))
        .collect();
    assert!(refusal(&deep).contains("too deeply"));
    assert!(refusal(&"- x\n".repeat(30_000)).contains("too many values"));
    assert!(refusal(&" ".repeat(2 * 1024 * 1024)).contains("over 1048576 bytes"));
}

#[test]
fn tags_and_second_documents_are_refused() {
    assert!(refusal("a: !!python/object x\n").contains("tags"));
    assert!(refusal("a: 1\n---\nb: 2\n").contains("one document"));
    assert!(refusal("? [a]\n: b\n").contains("a key must be a plain name"));
}

#[test]
fn nothing_is_guessed_about_a_scalar() {
    let root = parse("a: no\nb: 012\nc: 1e3\nd: '~'\ne: ~\n").unwrap();
    let NodeKind::Map(entries) = root.kind else {
        panic!("expected a mapping");
    };
    let texts: Vec<Option<String>> = entries.iter().map(|one| one.value.item_text()).collect();
    let expected = ["no", "012", "1e3", "~"].map(|text| Some(text.to_owned()));
    assert_eq!(texts[..4], expected);
    assert_eq!(entries[4].value.kind, NodeKind::Null);
}
