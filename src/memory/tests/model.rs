//! Any sequence of changes, against a model in memory.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::{at, id, store, workspace};
use crate::item::repeat_key;
use crate::rules::{first_state, state_after_repetition};
use crate::{Added, Edit, MemoryFilter, MemoryQuestion, NewItem, Restored};
use protocol::memory::{MemoryKind, MemoryOrigin, MemoryState};
use protocol::taint::Taint;

#[derive(Debug, Clone)]
enum Change {
    Add {
        text: usize,
        here: bool,
        origin: MemoryOrigin,
        taint: Taint,
    },
    Edit {
        item: usize,
        text: usize,
    },
    Keep(usize),
    Refuse(usize),
    Delete(usize),
    Restore(usize),
}

const TEXTS: [&str; 6] = [
    "alpha",
    "Alpha.",
    "beta",
    "gamma ray",
    "delta",
    "GAMMA  ray",
];

fn change() -> impl Strategy<Value = Change> {
    let origin = prop::sample::select(vec![
        MemoryOrigin::User,
        MemoryOrigin::Agent,
        MemoryOrigin::Tool,
    ]);
    let taint = prop::sample::select(vec![Taint::None, Taint::Outside]);
    prop_oneof![
        4 => (0..TEXTS.len(), any::<bool>(), origin, taint)
            .prop_map(|(text, here, origin, taint)| Change::Add { text, here, origin, taint }),
        2 => (0_usize..8, 0..TEXTS.len()).prop_map(|(item, text)| Change::Edit { item, text }),
        1 => (0_usize..8).prop_map(Change::Keep),
        1 => (0_usize..8).prop_map(Change::Refuse),
        2 => (0_usize..8).prop_map(Change::Delete),
        2 => (0_usize..8).prop_map(Change::Restore),
    ]
}

#[derive(Debug, Clone, PartialEq)]
struct Row {
    text: String,
    here: bool,
    state: MemoryState,
    deleted: bool,
}

/// Items by their number.
#[derive(Debug, Default)]
struct Model(BTreeMap<u128, Row>);

impl Model {
    fn with_text(&self, text: &str, places: &[bool]) -> Option<u128> {
        let fits = |row: &Row| {
            !row.deleted && places.contains(&row.here) && repeat_key(&row.text) == repeat_key(text)
        };
        // What counts everywhere comes first.
        let mut found: Vec<_> = self.0.iter().filter(|(_, row)| fits(row)).collect();
        found.sort_by_key(|(_, row)| row.here);
        found.first().map(|(number, _)| **number)
    }
}

proptest! {
    #![proptest_config(testing::cases(64))]

    #[test]
    fn the_database_does_what_the_model_does(changes in prop::collection::vec(change(), 1..40)) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(play(changes))?;
    }
}

async fn play(changes: Vec<Change>) -> Result<(), TestCaseError> {
    let store = store();
    let mut model = Model::default();
    let mut next = 0_u128;
    for change in changes {
        let item = |item: usize| item as u128;
        match change {
            Change::Add {
                text,
                here,
                origin,
                taint,
            } => {
                let text = TEXTS[text];
                let new = NewItem {
                    id: id(next),
                    kind: MemoryKind::Knowledge,
                    text: text.into(),
                    tags: vec![],
                    workspace: here.then(|| workspace("shop")),
                    run: None,
                    origin,
                    taint,
                    created: at(1),
                    received_from: None,
                };
                let places: &[bool] = if here { &[true, false] } else { &[false] };
                match (store.add(new).await.unwrap(), model.with_text(text, places)) {
                    (Added::New(_), None) => {
                        let state = first_state(origin, taint);
                        model.0.insert(
                            next,
                            Row {
                                text: text.into(),
                                here,
                                state,
                                deleted: false,
                            },
                        );
                        next += 1;
                    }
                    (Added::Repeated(found), Some(number)) => {
                        prop_assert_eq!(found.id, id(number));
                        let row = model.0.get_mut(&number).unwrap();
                        row.state = state_after_repetition(row.state, origin, taint);
                    }
                    other => prop_assert!(false, "{:?}", other),
                }
            }
            Change::Edit { item: number, text } => {
                let number = item(number);
                let text = TEXTS[text];
                let here = model.0.get(&number).is_some_and(|row| row.here);
                let clash = model
                    .with_text(text, &[here])
                    .is_some_and(|other| other != number);
                let edit = Edit {
                    text: Some(text.into()),
                    ..Edit::default()
                };
                let done = store.edit(id(number), edit).await.is_ok();
                match model.0.get_mut(&number) {
                    Some(row) if !row.deleted && !clash => {
                        prop_assert!(done);
                        row.text = text.into();
                    }
                    _ => prop_assert!(!done),
                }
            }
            Change::Keep(number) | Change::Refuse(number) => {
                let number = item(number);
                let state = if matches!(change, Change::Keep(_)) {
                    MemoryState::Kept
                } else {
                    MemoryState::Refused
                };
                let done = match state {
                    MemoryState::Kept => store.keep(id(number)).await,
                    _ => store.refuse(id(number)).await,
                };
                match model.0.get_mut(&number).filter(|row| !row.deleted) {
                    Some(row) => {
                        prop_assert!(done.is_ok());
                        row.state = state;
                    }
                    None => prop_assert!(done.is_err()),
                }
            }
            Change::Delete(number) => {
                let number = item(number);
                let done = store.delete(id(number), at(7)).await;
                match model.0.get_mut(&number).filter(|row| !row.deleted) {
                    Some(row) => {
                        prop_assert!(done.is_ok());
                        row.deleted = true;
                    }
                    None => prop_assert!(done.is_err()),
                }
            }
            Change::Restore(number) => {
                let number = item(number);
                let done = store.restore(id(number)).await;
                let row = model.0.get(&number).cloned();
                let other = row
                    .as_ref()
                    .and_then(|row| model.with_text(&row.text, &[row.here]));
                match (done, row) {
                    (Err(_), None) => {}
                    (Ok(Restored::ThereAlready(_)), Some(row)) => {
                        prop_assert!(!row.deleted || other.is_some());
                    }
                    (Ok(Restored::Restored(_)), Some(row)) => {
                        prop_assert!(row.deleted && other.is_none());
                        model.0.get_mut(&number).unwrap().deleted = false;
                    }
                    other => prop_assert!(false, "{:?}", other),
                }
            }
        }
    }
    compare(&store, &model).await
}

/// Compares the list and what each text finds.
async fn compare(store: &crate::MemoryStore, model: &Model) -> Result<(), TestCaseError> {
    let page = store
        .list(MemoryFilter::default(), None, 1_000)
        .await
        .unwrap();
    let mut listed: Vec<(u128, Row)> = page
        .items
        .iter()
        .map(|item| {
            let row = Row {
                text: item.text.clone(),
                here: item.workspace.is_some(),
                state: item.state,
                deleted: false,
            };
            (item.id.0.as_u128(), row)
        })
        .collect();
    listed.sort_by_key(|(number, _)| *number);
    let there: Vec<(u128, Row)> = model
        .0
        .clone()
        .into_iter()
        .filter(|(_, row)| !row.deleted)
        .collect();
    prop_assert_eq!(&listed, &there);
    for word in ["alpha", "beta", "gamma", "delta"] {
        let question = MemoryQuestion {
            text: word.into(),
            filter: MemoryFilter::default(),
            most: 100,
            vector: None,
        };
        let searched = store.search(question).await.unwrap();
        let mut found: Vec<u128> = searched
            .found
            .iter()
            .map(|found| found.item.id.0.as_u128())
            .collect();
        found.sort_unstable();
        let wanted: Vec<u128> = there
            .iter()
            .filter(|(_, row)| row.text.to_lowercase().contains(word))
            .map(|(number, _)| *number)
            .collect();
        prop_assert_eq!(found, wanted);
    }
    Ok(())
}
