//! Sorting with code that is there once: what is sorted are the numbers of the places, and the items then go where they
//! belong. For lists that people see; what is long and sorted often has `slice::sort_by`.

use std::cmp::Ordering;

/// Sorts a list. Equal items keep their order.
pub fn sort<T: Ord>(items: &mut [T]) {
    sort_by(items, T::cmp);
}

/// Sorts a list by what `key` gives for each item. Equal items keep their order.
pub fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |one, other| key(one).cmp(&key(other)));
}

/// Sorts a list by what `compare` says of two items. Equal items keep their order.
pub fn sort_by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let mut order = order(
        items.len(),
        &|one, other| match (items.get(one), items.get(other)) {
            (Some(one), Some(other)) => compare(one, other),
            _ => Ordering::Equal,
        },
    );
    for start in 0..items.len() {
        let mut place = start;
        // A ring of places, each of which takes the item of the next one.
        while let Some(from) = order
            .get_mut(place)
            .map(|from| std::mem::replace(from, place))
        {
            if from == start {
                break;
            }
            items.swap(place, from);
            place = from;
        }
    }
}

/// The places of a list of so many items, in the order that `compare` gives them.
fn order(len: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..len).collect();
    order.sort_by(|one, other| compare(*one, *other));
    order
}
