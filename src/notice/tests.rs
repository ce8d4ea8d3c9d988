use super::{Notice, Value, count, figure, money};

#[test]
fn a_notice_is_said_in_english_and_reads_back_from_its_json() {
    let why = notice!("told-os-absent", word = 2);
    let outer = notice!("told-not-done", why = why);
    let english = "not done: No such file or directory (os error 2)";
    assert_eq!(outer.to_string(), english);
    let json = serde_json::to_string(&outer).expect("JSON");
    assert_eq!(
        json,
        r#"{"id":"told-not-done","args":{"why":{"id":"told-os-absent","args":{"word":2}}}}"#
    );
    let back: Notice = serde_json::from_str(&json).expect("a notice");
    assert_eq!(back, outer);
    assert_eq!(Notice::of_column(outer.to_column()), outer);
}

#[test]
fn a_stored_text_reads_as_a_notice_that_says_it() {
    let text: Notice = serde_json::from_str(r#""a file is open""#).expect("a notice");
    assert_eq!(text, Notice::text("a file is open"));
    assert_eq!(
        Notice::of_column("{\"id\": 3}".into()).to_string(),
        "{\"id\": 3}"
    );
    let outer = notice!("told-not-done", why = text);
    let json = serde_json::to_string(&outer).expect("JSON");
    assert_eq!(
        serde_json::from_str::<Notice>(&json).expect("a notice"),
        outer
    );
}

#[test]
fn counts_figures_and_money_keep_their_kind() {
    for value in [
        Value::Count(count(1_200_u32, "file")),
        Value::Figure(figure(1_200)),
        Value::Money(money(0.284, 2)),
        Value::Number(7),
        Value::Text("7".into()),
        Value::List(vec![notice!("told-by-you"), Notice::text("so")]),
    ] {
        let json = serde_json::to_string(&value).expect("JSON");
        let back: Value = serde_json::from_str(&json).expect("a value");
        assert_eq!(back, value, "{json}");
    }
}

#[test]
fn a_message_of_another_version_shows_its_id_and_arguments() {
    let json = r#"{"id":"told-of-tomorrow","args":{"path":"a.rs"}}"#;
    let notice: Notice = serde_json::from_str(json).expect("a notice");
    assert_eq!(notice.to_string(), "told-of-tomorrow (path: a.rs)");
}

#[test]
fn every_text_from_elsewhere_is_changed_also_in_nested_notices_and_nothing_else() {
    let why = notice!(
        "told-did-you-mean",
        why = Notice::text("key sk-1"),
        word = "sk-2"
    );
    let outer = notice!("told-not-done", why);
    let masked = outer.map_texts(&mut |text| text.replace("sk-", "***"));
    let expected = notice!(
        "told-not-done",
        why = notice!(
            "told-did-you-mean",
            why = Notice::text("key ***1"),
            word = "***2"
        )
    );
    assert_eq!(masked, expected);
}
