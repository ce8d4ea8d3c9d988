use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

use proptest::prelude::*;

use super::{OrderedMap, OrderedSet, PIECE, sort, sort_by, sort_by_key};

/// What is done to a map. Keys are few enough to be met again, and enough for several pieces.
#[derive(Debug, Clone)]
enum Deed {
    Insert(u16, u8),
    InsertInOrder(u16, u16),
    Remove(u16),
    Change(u16),
    OrInsert(u16, u8),
    OrDefault(u16),
    PopFirst,
    Retain(u8),
    SplitOff(u16),
    SplitOffAndAppend(u16),
    Extend(Vec<(u16, u8)>),
    Clear,
}

fn keys() -> impl Strategy<Value = u16> {
    0..1000_u16
}

fn deeds() -> impl Strategy<Value = Vec<Deed>> {
    let deed = prop_oneof![
        20 => (keys(), any::<u8>()).prop_map(|(key, value)| Deed::Insert(key, value)),
        4 => (keys(), 1..400_u16).prop_map(|(from, count)| Deed::InsertInOrder(from, count)),
        10 => keys().prop_map(Deed::Remove),
        4 => keys().prop_map(Deed::Change),
        4 => (keys(), any::<u8>()).prop_map(|(key, value)| Deed::OrInsert(key, value)),
        4 => keys().prop_map(Deed::OrDefault),
        4 => Just(Deed::PopFirst),
        1 => (2..5_u8).prop_map(Deed::Retain),
        1 => keys().prop_map(Deed::SplitOff),
        2 => keys().prop_map(Deed::SplitOffAndAppend),
        2 => prop::collection::vec((keys(), any::<u8>()), 0..300).prop_map(Deed::Extend),
        1 => Just(Deed::Clear),
    ];
    prop::collection::vec(deed, 0..40)
}

fn bounds() -> impl Strategy<Value = (Bound<u16>, Bound<u16>)> {
    let bound = || {
        prop_oneof![
            Just(Bound::Unbounded),
            keys().prop_map(Bound::Included),
            keys().prop_map(Bound::Excluded),
        ]
    };
    (bound(), bound())
}

/// Does it to both, and compares what each gives back.
fn do_to(deed: Deed, map: &mut OrderedMap<u16, u8>, model: &mut BTreeMap<u16, u8>) {
    match deed {
        Deed::Insert(key, value) => assert_eq!(map.insert(key, value), model.insert(key, value)),
        Deed::InsertInOrder(from, count) => {
            for key in from..from + count {
                assert_eq!(map.insert(key, 1), model.insert(key, 1));
            }
        }
        Deed::Remove(key) => assert_eq!(map.remove_entry(&key), model.remove_entry(&key)),
        Deed::Change(key) => {
            if let Some(value) = map.get_mut(&key) {
                *value = value.wrapping_add(1);
            }
            model
                .entry(key)
                .and_modify(|value| *value = value.wrapping_add(1));
        }
        Deed::OrInsert(key, value) => {
            assert_eq!(
                map.entry(key).or_insert(value),
                model.entry(key).or_insert(value)
            );
        }
        Deed::OrDefault(key) => {
            *map.entry(key).or_default() |= 1;
            *model.entry(key).or_default() |= 1;
        }
        Deed::PopFirst => assert_eq!(map.pop_first(), model.pop_first()),
        Deed::Retain(of) => {
            let keep = |key: &u16, value: &mut u8| {
                *value = value.wrapping_add(1);
                !key.is_multiple_of(u16::from(of))
            };
            map.retain(keep);
            model.retain(keep);
        }
        Deed::SplitOff(key) => {
            let (rest, wanted) = (map.split_off(&key), model.split_off(&key));
            assert_same(&rest, &wanted);
        }
        Deed::SplitOffAndAppend(key) => {
            let (mut rest, mut wanted) = (map.split_off(&key), model.split_off(&key));
            rest.append(map);
            wanted.append(model);
            (*map, *model) = (rest, wanted);
        }
        Deed::Extend(entries) => {
            map.extend(entries.clone());
            model.extend(entries);
        }
        Deed::Clear => {
            map.clear();
            model.clear();
        }
    }
}

/// That a map has what the other has, and that its pieces are as they should be.
fn assert_same(map: &OrderedMap<u16, u8>, model: &BTreeMap<u16, u8>) {
    assert_eq!(map.len(), model.len());
    assert_eq!(map.is_empty(), model.is_empty());
    assert!(map.iter().eq(model.iter()), "from the front");
    assert!(map.iter().rev().eq(model.iter().rev()), "from the back");
    for piece in &map.pieces {
        assert!(
            (1..=PIECE).contains(&piece.len()),
            "a piece of {}",
            piece.len()
        );
    }
}

proptest! {
    #[test]
    fn whatever_is_done_to_a_map_it_has_what_a_b_tree_has(deeds in deeds()) {
        let (mut map, mut model) = (OrderedMap::new(), BTreeMap::new());
        for deed in deeds {
            do_to(deed, &mut map, &mut model);
            assert_same(&map, &model);
        }
        for key in 0..1500 {
            prop_assert_eq!(map.get(&key), model.get(&key));
            prop_assert_eq!(map.contains_key(&key), model.contains_key(&key));
        }
        let other: OrderedMap<u16, u8> = model.clone().into_iter().collect();
        prop_assert_eq!(&map, &other);
        prop_assert!(map.keys().eq(model.keys()));
        prop_assert!(map.values().eq(model.values()));
        prop_assert!(map.values_mut().eq(model.values_mut()));
        prop_assert!(map.iter_mut().rev().eq(model.iter_mut().rev()));
        prop_assert!(map.clone().into_keys().eq(model.clone().into_keys()));
        prop_assert!(map.clone().into_values().rev().eq(model.clone().into_values().rev()));
        prop_assert!(map.into_iter().eq(model));
    }

    #[test]
    fn a_range_has_what_a_range_of_a_b_tree_has(
        entries in prop::collection::vec((keys(), any::<u8>()), 0..900),
        ranges in prop::collection::vec((bounds(), prop::collection::vec(any::<bool>(), 0..20)), 1..20),
    ) {
        let map: OrderedMap<u16, u8> = entries.iter().copied().collect();
        let model: BTreeMap<u16, u8> = entries.into_iter().collect();
        for (range, ends) in ranges {
            let is_inside = |key: u16| match range {
                (Bound::Included(start), _) if key < start => false,
                (Bound::Excluded(start), _) if key <= start => false,
                (_, Bound::Included(end)) if key > end => false,
                (_, Bound::Excluded(end)) if key >= end => false,
                _ => true,
            };
            let wanted: Vec<(&u16, &u8)> = model.iter().filter(|(key, _)| is_inside(**key)).collect();
            let mut found = map.range::<u16, _>(range);
            prop_assert_eq!(found.clone().collect::<Vec<_>>(), wanted.clone());
            let mut wanted = wanted.into_iter();
            for from_behind in ends {
                prop_assert_eq!(found.size_hint(), wanted.size_hint());
                if from_behind {
                    prop_assert_eq!(found.next_back(), wanted.next_back());
                } else {
                    prop_assert_eq!(found.next(), wanted.next());
                }
            }
            prop_assert!(found.rev().eq(wanted.rev()));
        }
    }

    #[test]
    fn a_set_has_what_a_set_of_a_b_tree_has(
        one in prop::collection::vec(keys(), 0..400),
        other in prop::collection::vec(keys(), 0..400),
        taken in prop::collection::vec(keys(), 0..100),
        from in keys(),
    ) {
        let (mut set, mut model) = (OrderedSet::new(), BTreeSet::new());
        for member in &one {
            prop_assert_eq!(set.insert(*member), model.insert(*member));
        }
        for member in &taken {
            prop_assert_eq!(set.remove(member), model.remove(member));
            prop_assert_eq!(set.contains(member), model.contains(member));
        }
        let (second, wanted): (OrderedSet<u16>, BTreeSet<u16>) =
            (other.iter().copied().collect(), other.into_iter().collect());
        prop_assert!(set.difference(&second).eq(model.difference(&wanted)));
        prop_assert!(set.intersection(&second).eq(model.intersection(&wanted)));
        prop_assert_eq!(set.is_disjoint(&second), model.is_disjoint(&wanted));
        prop_assert!(set.range(from..).eq(model.range(from..)));
        prop_assert!(set.split_off(&from).into_iter().rev().eq(model.split_off(&from).into_iter().rev()));
        prop_assert_eq!(format!("{set:?}"), format!("{model:?}"));
        prop_assert!(set.into_iter().eq(model));
    }

    #[test]
    fn it_is_written_and_read_as_a_b_tree_is(
        entries in prop::collection::vec(("[a-z]{0,3}", any::<i8>()), 0..300),
    ) {
        let map: OrderedMap<String, i8> = entries.iter().cloned().collect();
        let model: BTreeMap<String, i8> = entries.iter().cloned().collect();
        let text = serde_json::to_string(&map).expect("writes");
        prop_assert_eq!(&text, &serde_json::to_string(&model).expect("writes"));
        prop_assert_eq!(&serde_json::from_str::<OrderedMap<String, i8>>(&text).expect("reads"), &map);

        let set: OrderedSet<i8> = map.into_values().collect();
        let text = serde_json::to_string(&set).expect("writes");
        let wanted: BTreeSet<i8> = model.into_values().collect();
        prop_assert_eq!(&text, &serde_json::to_string(&wanted).expect("writes"));
        prop_assert_eq!(serde_json::from_str::<OrderedSet<i8>>(&text).expect("reads"), set);
    }
}

#[test]
fn what_comes_in_order_fills_its_pieces() {
    let map: OrderedMap<usize, ()> = (0..10 * PIECE).map(|key| (key, ())).collect();
    assert_eq!(map.pieces.len(), 10);
}

#[test]
fn a_key_that_is_there_stays_when_its_value_is_replaced() {
    /// Equal to any other.
    #[derive(Debug)]
    struct Same(&'static str);
    impl PartialEq for Same {
        fn eq(&self, _: &Self) -> bool {
            true
        }
    }
    impl Eq for Same {}
    impl PartialOrd for Same {
        fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
            Some(self.cmp(other))
        }
    }
    impl Ord for Same {
        fn cmp(&self, _: &Self) -> std::cmp::Ordering {
            std::cmp::Ordering::Equal
        }
    }

    let mut map = OrderedMap::from([(Same("first"), 1)]);
    assert_eq!(map.insert(Same("second"), 2), Some(1));
    let (key, value) = map.iter().next().expect("an entry");
    assert_eq!((key.0, *value), ("first", 2));
}

proptest! {
    #[test]
    fn a_list_is_sorted_as_a_slice_sorts_itself(
        items in prop::collection::vec((0..20_u8, any::<u16>()), 0..200),
    ) {
        let mut wanted = items.clone();
        wanted.sort_by_key(|(key, _)| *key);
        let mut by_key = items.clone();
        sort_by_key(&mut by_key, |(key, _)| *key);
        prop_assert_eq!(&by_key, &wanted, "equal ones keep their order");

        wanted.sort_by_key(|(key, _)| std::cmp::Reverse(*key));
        sort_by(&mut by_key, |one, other| other.0.cmp(&one.0));
        prop_assert_eq!(&by_key, &wanted);

        let (mut whole, mut wanted) = (items.clone(), items);
        sort(&mut whole);
        wanted.sort();
        prop_assert_eq!(whole, wanted);
    }
}
