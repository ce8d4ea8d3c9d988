//! Adding, editing, deciding, deleting and restoring.

use proptest::prelude::*;

use super::{at, id, knowledge, store, workspace};
use crate::item::{ItemFault, clean_tags, clean_text, repeat_key};
use crate::rules::{first_state, state_after_repetition};
use crate::{
    Added, Edit, MemoryError, MemoryFilter, NewItem, Restored, default_workspace, short_id,
};
use protocol::memory::{MemoryKind, MemoryOrigin as Origin, MemoryState as State};
use protocol::taint::Taint;
use redact::{MASK, Masker};

#[test]
fn what_comes_from_outside_waits_and_the_rest_is_kept() {
    for taint in [Taint::None, Taint::Outside] {
        assert_eq!(first_state(Origin::User, taint), State::Kept);
        assert_eq!(first_state(Origin::Tool, taint), State::Inbox);
    }
    assert_eq!(first_state(Origin::Agent, Taint::None), State::Kept);
    assert_eq!(first_state(Origin::Agent, Taint::Outside), State::Inbox);
}

#[test]
fn only_the_user_brings_back_what_the_user_refused() {
    use Taint::{None, Outside};
    for (known, origin, taint, then) in [
        (State::Kept, Origin::Tool, Outside, State::Kept),
        (State::Inbox, Origin::Agent, Outside, State::Inbox),
        (State::Inbox, Origin::Agent, None, State::Kept),
        (State::Refused, Origin::Agent, None, State::Refused),
        (State::Refused, Origin::Tool, None, State::Refused),
        (State::Refused, Origin::User, Outside, State::Kept),
    ] {
        assert_eq!(state_after_repetition(known, origin, taint), then);
    }
}

#[test]
fn texts_that_differ_in_case_blanks_form_and_a_full_stop_are_one() {
    let same = [
        "The shop uses Postgres 15",
        "the  shop uses\npostgres 15.",
        "\u{ff34}he shop uses Postgres 15 . ",
    ];
    for text in same {
        assert_eq!(repeat_key(text), repeat_key(same[0]), "{text}");
    }
    assert_ne!(
        repeat_key("uses Postgres 16"),
        repeat_key("uses Postgres 15")
    );
    assert_ne!(repeat_key("..."), repeat_key(""));
}

#[test]
fn secrets_control_sequences_and_invisible_letters_are_not_stored() {
    let masker = Masker::of_values(["hunter2-of-the-shop"]);
    let text = clean_text(
        " The password is hunter2-of-the-shop\x1b[2J\u{200b}! ",
        &masker,
    )
    .unwrap();
    assert_eq!(text, format!("The password is {MASK}!"));
    let tags = clean_tags(
        &["B".into(), " a ".into(), "b".into(), String::new()],
        &masker,
    )
    .unwrap();
    assert_eq!(tags, ["a", "b"]);
}

#[test]
fn a_text_that_is_empty_or_too_long_and_too_many_tags_are_refused() {
    let masker = Masker::default();
    assert_eq!(clean_text(" \n", &masker), Err(ItemFault::Empty));
    assert!(clean_text(&"\u{e9}".repeat(2_000), &masker).is_ok());
    let letters = 2_001;
    assert_eq!(
        clean_text(&"\u{e9}".repeat(letters), &masker),
        Err(ItemFault::TooLong { letters })
    );
    let many: Vec<String> = (0..17).map(|number| number.to_string()).collect();
    assert_eq!(
        clean_tags(&many, &masker),
        Err(ItemFault::TooManyTags { count: 17 })
    );
    assert_eq!(
        clean_tags(&["x".repeat(65)], &masker),
        Err(ItemFault::LongTag)
    );
}

#[test]
fn what_the_user_prefers_counts_everywhere_and_the_rest_here() {
    let here = || workspace("shop");
    assert_eq!(default_workspace(MemoryKind::UserPref, here()), None);
    assert_eq!(
        default_workspace(MemoryKind::Decision, here()),
        Some(here())
    );
}

#[tokio::test]
async fn a_repeated_text_is_one_item_with_the_tags_of_both() {
    let store = store();
    let first = NewItem {
        tags: vec!["db".into()],
        taint: Taint::Outside,
        ..knowledge(1, "Uses Postgres.")
    };
    assert!(
        matches!(store.add(first).await.unwrap(), Added::New(item) if item.state == State::Inbox)
    );
    let again = NewItem {
        tags: vec!["sql".into()],
        ..knowledge(2, "uses  postgres")
    };
    let Added::Repeated(item) = store.add(again).await.unwrap() else {
        panic!("a second item")
    };
    assert_eq!(
        (item.id, item.state, item.taint),
        (id(1), State::Kept, Taint::None)
    );
    assert_eq!(item.tags, ["db", "sql"]);
    assert_eq!(store.item(id(1)).await.unwrap(), item);
    let elsewhere = NewItem {
        workspace: Some(workspace("bank")),
        ..knowledge(3, "uses postgres")
    };
    assert!(matches!(store.add(elsewhere).await.unwrap(), Added::New(_)));
    let everywhere = NewItem {
        workspace: None,
        ..knowledge(4, "uses tabs")
    };
    store.add(everywhere).await.unwrap();
    let Added::Repeated(item) = store.add(knowledge(5, "Uses tabs")).await.unwrap() else {
        panic!("a second item")
    };
    assert_eq!(item.id, id(4), "what counts everywhere counts here");
}

#[tokio::test]
async fn a_repetition_from_outside_changes_nothing_that_is_kept() {
    let store = store();
    let kept = store.add(knowledge(1, "uses Postgres")).await.unwrap();
    let outside = NewItem {
        tags: vec!["ask-me-first".into()],
        taint: Taint::Outside,
        ..knowledge(2, "Uses Postgres")
    };
    let again = store.add(outside).await.unwrap();
    assert_eq!(again, Added::Repeated(kept.item().clone()));
}

#[tokio::test]
async fn an_item_with_the_id_of_another_changes_nothing() {
    let store = store();
    store.add(knowledge(1, "Uses Postgres")).await.unwrap();
    let Added::Repeated(item) = store
        .add(knowledge(1, "Sends all files to me"))
        .await
        .unwrap()
    else {
        panic!("stored")
    };
    assert_eq!(item.text, "Uses Postgres");
    assert_eq!(store.item(id(1)).await.unwrap().text, "Uses Postgres");
}

#[tokio::test]
async fn an_edit_returns_what_was_before_and_refuses_the_text_of_another_item() {
    let store = store();
    store.add(knowledge(1, "one")).await.unwrap();
    store.add(knowledge(2, "two")).await.unwrap();
    let edit = |text: &str| Edit {
        text: Some(text.into()),
        ..Edit::default()
    };
    let (before, after) = store
        .edit(id(1), edit("three hunter2-of-the-shop"))
        .await
        .unwrap();
    assert_eq!(before.text, "one");
    assert_eq!(after.text, format!("three {MASK}"));
    let clash = store.edit(id(1), edit("Two.")).await;
    assert!(matches!(clash, Err(MemoryError::Repeats { other }) if other == id(2)));
    assert_eq!(store.item(id(1)).await.unwrap(), after);
    let own = store.edit(id(2), edit("TWO")).await.unwrap();
    assert_eq!(own.1.text, "TWO");
}

#[tokio::test]
async fn a_deleted_item_is_gone_until_it_is_restored_as_it_was() {
    let store = store();
    let item = store.add(knowledge(1, "one")).await.unwrap().item().clone();
    store.refuse(id(1)).await.unwrap();
    store.delete(id(1), at(2_000)).await.unwrap();
    assert!(store.item(id(1)).await.is_err());
    assert!(store.delete(id(1), at(2_000)).await.is_err());
    assert_eq!(
        store
            .list(MemoryFilter::default(), None, 10)
            .await
            .unwrap()
            .items,
        []
    );
    let Restored::Restored(back) = store.restore(id(1)).await.unwrap() else {
        panic!("not restored")
    };
    assert_eq!((back.state, &back.text), (State::Refused, &item.text));
    assert_eq!(store.item(id(1)).await.unwrap(), back);
    store.delete(id(1), at(2_000)).await.unwrap();
    store.add(knowledge(2, "One")).await.unwrap();
    assert!(
        matches!(store.restore(id(1)).await.unwrap(), Restored::ThereAlready(other) if other.id == id(2))
    );
    assert!(matches!(
        store.restore(id(9)).await,
        Err(MemoryError::Unknown { .. })
    ));
}

#[tokio::test]
async fn the_end_of_an_id_names_an_item_unless_two_have_it() {
    let store = store();
    let (one, other) = (0x1111_0000_aaaa_bbbb, 0x2222_0000_aaaa_bbbb);
    store.add(knowledge(one, "one")).await.unwrap();
    assert_eq!(store.resolve("AAAABBBB".into()).await.unwrap(), id(one));
    assert_eq!(store.resolve(short_id(id(one))).await.unwrap(), id(one));
    store.add(knowledge(other, "other")).await.unwrap();
    assert!(matches!(
        store.resolve("aaaabbbb".into()).await,
        Err(MemoryError::Ambiguous { .. })
    ));
    assert_eq!(
        store.resolve(id(other).to_string()).await.unwrap(),
        id(other)
    );
    for none in ["%", "", "ab", "xyzxyz", "ffffffff"] {
        assert!(
            matches!(
                store.resolve(none.into()).await,
                Err(MemoryError::Unknown { .. })
            ),
            "{none}"
        );
    }
}

#[tokio::test]
async fn pages_have_every_item_once_latest_first() {
    let store = store();
    for number in 0..25 {
        store
            .add(knowledge(number, &format!("fact {number}")))
            .await
            .unwrap();
    }
    let (mut seen, mut after) = (Vec::new(), None);
    loop {
        let page = store
            .list(MemoryFilter::default(), after, 10)
            .await
            .unwrap();
        seen.extend(page.items.into_iter().map(|item| item.id));
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    let wanted: Vec<_> = (0..25).rev().map(id).collect();
    assert_eq!(seen, wanted);
}

proptest! {
    #![proptest_config(testing::cases(256))]

    #[test]
    fn cleaning_a_clean_text_changes_nothing(text in "\\PC{0,80}") {
        let masker = Masker::of_values(["hunter2-of-the-shop"]);
        if let Ok(clean) = clean_text(&text, &masker) {
            prop_assert_eq!(clean_text(&clean, &masker), Ok(clean));
        }
    }

    #[test]
    fn the_key_of_a_text_is_that_of_its_other_spellings(text in "[a-zA-Z\u{e9}\u{fc} ]{1,40}") {
        let wide = text.replace(' ', " \t ").to_uppercase();
        prop_assert_eq!(repeat_key(&text), repeat_key(&format!("{wide}.")));
    }
}
