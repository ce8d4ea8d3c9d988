//! Maps and sets in the order of their keys, and lists that are put in order.
//!
//! What `std` has is a B-tree, and generic code is compiled anew for every pair of types it is used with: with about a
//! hundred of them it was a tenth of what the compiler makes of this crate (see the build cost in `CONTRIBUTING.md`).
//! These do the same with a tenth of the code: sorted entries in pieces of 128 at most. Two binary searches
//! find a key; what comes or goes moves one piece's entries. They agree with `std`'s in everything that they do, which
//! the tests try with random orders.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::fmt;
use std::iter::FusedIterator;
use std::ops::{Bound, Index, RangeBounds};

mod iter;
mod serde;
mod set;
mod sort;
#[cfg(test)]
mod tests;

use iter::Pieces;
pub use iter::{IntoIter, Iter, IterMut, Keys, Values};
pub use set::OrderedSet;
pub use sort::{sort, sort_by, sort_by_key};

/// The most entries of a piece. One more, and it is split.
const PIECE: usize = 128;

/// Where an entry is: the piece, and the place in it.
type Place = (usize, usize);

/// A map in the order of its keys, as [`std::collections::BTreeMap`] is.
#[derive(Clone)]
pub struct OrderedMap<K, V> {
    /// Each is sorted and not empty, and all of it is before all of the next one.
    pieces: Vec<Vec<(K, V)>>,
    /// How many entries all pieces have.
    len: usize,
}

impl<K, V> OrderedMap<K, V> {
    /// A map of nothing, which takes no memory.
    pub const fn new() -> Self {
        Self {
            pieces: Vec::new(),
            len: 0,
        }
    }

    /// How many entries there are.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no entry.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Takes every entry out.
    pub fn clear(&mut self) {
        *self = Self::new();
    }

    /// All entries, in the order of the keys.
    pub fn iter(&self) -> Iter<'_, K, V> {
        Iter(Pieces {
            front: [].iter(),
            between: self.pieces.iter(),
            back: [].iter(),
            left: self.len,
        })
    }

    /// All entries, in the order of the keys; the values can be changed.
    pub fn iter_mut(&mut self) -> IterMut<'_, K, V> {
        IterMut(Pieces {
            front: [].iter_mut(),
            between: self.pieces.iter_mut(),
            back: [].iter_mut(),
            left: self.len,
        })
    }

    /// All keys, in order.
    pub fn keys(&self) -> Keys<'_, K, V> {
        Keys(self.iter())
    }

    /// All values, in the order of their keys.
    pub fn values(&self) -> Values<'_, K, V> {
        Values(self.iter())
    }

    /// All values, to be changed, in the order of their keys.
    pub fn values_mut(
        &mut self,
    ) -> impl DoubleEndedIterator<Item = &mut V> + ExactSizeIterator + FusedIterator {
        self.iter_mut().map(|(_, value)| value)
    }

    /// The keys alone, in order.
    pub fn into_keys(
        self,
    ) -> impl DoubleEndedIterator<Item = K> + ExactSizeIterator + FusedIterator {
        self.into_iter().map(|(key, _)| key)
    }

    /// The values alone, in the order of their keys.
    pub fn into_values(
        self,
    ) -> impl DoubleEndedIterator<Item = V> + ExactSizeIterator + FusedIterator {
        self.into_iter().map(|(_, value)| value)
    }

    /// Takes the entry of the lowest key out.
    pub fn pop_first(&mut self) -> Option<(K, V)> {
        (!self.is_empty()).then(|| self.take((0, 0)))
    }

    /// Takes the entries out for which `keep` says no. It is asked in the order of the keys.
    pub fn retain(&mut self, mut keep: impl FnMut(&K, &mut V) -> bool) {
        self.len = 0;
        self.pieces.retain_mut(|piece| {
            piece.retain_mut(|(key, value)| keep(key, value));
            self.len += piece.len();
            !piece.is_empty()
        });
    }

    /// Takes the entry out that is at a place.
    #[allow(clippy::indexing_slicing, reason = "a place is one that was found")]
    fn take(&mut self, (piece, at): Place) -> (K, V) {
        let entries = &mut self.pieces[piece];
        let entry = entries.remove(at);
        if entries.is_empty() {
            self.pieces.remove(piece);
        }
        self.len -= 1;
        entry
    }

    /// Puts an entry where it belongs, and gives its value.
    #[allow(clippy::indexing_slicing, reason = "a place is one that was found")]
    fn put(&mut self, (mut piece, mut at): Place, key: K, value: V) -> &mut V {
        if self.pieces.is_empty() {
            self.pieces.push(Vec::new());
        }
        let entries = &mut self.pieces[piece];
        if entries.len() >= PIECE {
            // What comes in order fills its pieces.
            let cut = if at == entries.len() { at } else { PIECE / 2 };
            let rest = entries.split_off(cut);
            self.pieces.insert(piece + 1, rest);
            if at >= cut {
                (piece, at) = (piece + 1, at - cut);
            }
        }
        self.len += 1;
        let entry = self.pieces[piece].insert_mut(at, (key, value));
        &mut entry.1
    }

    /// The value at a place.
    #[allow(clippy::indexing_slicing, reason = "a place is one that was found")]
    fn value_mut(&mut self, (piece, at): Place) -> &mut V {
        &mut self.pieces[piece][at].1
    }
}

/// Where in so many sorted things the one is that is looked for, or where it would be. `compare` says how the thing
/// at a place is to it. The loop of `[T]::binary_search_by`, compiled once.
fn search(
    count: usize,
    compare: &mut dyn FnMut(usize) -> Option<Ordering>,
) -> Result<usize, usize> {
    let (mut from, mut to) = (0, count);
    while from < to {
        let middle = usize::midpoint(from, to);
        match compare(middle) {
            Some(Ordering::Less) => from = middle + 1,
            Some(Ordering::Equal) => return Ok(middle),
            Some(Ordering::Greater) | None => to = middle,
        }
    }
    Err(from)
}

impl<K: Ord, V> OrderedMap<K, V> {
    /// Where a key is, or where it would be.
    fn find<Q: Ord + ?Sized>(&self, key: &Q) -> Result<Place, Place>
    where
        K: Borrow<Q>,
    {
        // What is behind all there are is behind the last entry of the last piece.
        let last = self.pieces.len().saturating_sub(1);
        let piece = search(last, &mut |at| {
            let end = self.pieces.get(at).and_then(|piece| piece.last());
            end.map(|(end, _)| end.borrow().cmp(key))
        })
        .unwrap_or_else(|at| at);
        let entries = self.pieces.get(piece).map_or(&[][..], Vec::as_slice);
        let found = search(entries.len(), &mut |at| {
            entries.get(at).map(|(known, _)| known.borrow().cmp(key))
        });
        match found {
            Ok(at) => Ok((piece, at)),
            Err(at) => Err((piece, at)),
        }
    }

    /// The entry of a key.
    pub fn get_key_value<Q: Ord + ?Sized>(&self, key: &Q) -> Option<(&K, &V)>
    where
        K: Borrow<Q>,
    {
        let (piece, at) = self.find(key).ok()?;
        let (key, value) = self.pieces.get(piece)?.get(at)?;
        Some((key, value))
    }

    /// The value of a key.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.get_key_value(key).map(|(_, value)| value)
    }

    /// The value of a key, to be changed.
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        let place = self.find(key).ok()?;
        Some(self.value_mut(place))
    }

    /// Whether there is a key.
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.find(key).is_ok()
    }

    /// Puts a value under a key, and gives the one that was there before. A key that is there stays.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.find(&key) {
            Ok(place) => Some(std::mem::replace(self.value_mut(place), value)),
            Err(place) => {
                self.put(place, key, value);
                None
            }
        }
    }

    /// Takes a key out, and gives its value.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.remove_entry(key).map(|(_, value)| value)
    }

    /// Takes a key out with its value.
    pub fn remove_entry<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<(K, V)>
    where
        K: Borrow<Q>,
    {
        let place = self.find(key).ok()?;
        Some(self.take(place))
    }

    /// The place of a key, which has a value or not.
    pub fn entry(&mut self, key: K) -> Entry<'_, K, V> {
        let place = self.find(&key);
        Entry {
            map: self,
            key,
            place,
        }
    }

    /// The entries of a range of keys, in order. A range that ends before it begins has none.
    pub fn range<Q: Ord + ?Sized, R: RangeBounds<Q>>(&self, range: R) -> Iter<'_, K, V>
    where
        K: Borrow<Q>,
    {
        let before = |key| self.find(key).unwrap_or_else(|place| place);
        let behind = |key| {
            let found = self.find(key).map(|(piece, at)| (piece, at + 1));
            found.unwrap_or_else(|place| place)
        };
        let start = match range.start_bound() {
            Bound::Unbounded => (0, 0),
            Bound::Included(key) => before(key),
            Bound::Excluded(key) => behind(key),
        };
        let end = match range.end_bound() {
            Bound::Unbounded => (self.pieces.len(), 0),
            Bound::Excluded(key) => before(key),
            Bound::Included(key) => behind(key),
        };
        self.between(start, end)
    }

    /// The entries from a place on, up to and without the one at another.
    fn between(&self, start: Place, end: Place) -> Iter<'_, K, V> {
        let piece = |at: usize| self.pieces.get(at).map_or(&[][..], Vec::as_slice);
        let (front, between, back) = if start.0 >= end.0 {
            let one = if start.0 == end.0 {
                piece(start.0)
            } else {
                &[]
            };
            (one.get(start.1..end.1), None, None)
        } else {
            let between = self.pieces.get(start.0 + 1..end.0);
            (
                piece(start.0).get(start.1..),
                between,
                piece(end.0).get(..end.1),
            )
        };
        let (front, back) = (front.unwrap_or_default(), back.unwrap_or_default());
        let between = between.unwrap_or_default();
        let inner: usize = between.iter().map(Vec::len).sum();
        Iter(Pieces {
            front: front.iter(),
            between: between.iter(),
            back: back.iter(),
            left: front.len() + inner + back.len(),
        })
    }

    /// Takes the entries out that are not before a key, as a map of their own.
    pub fn split_off<Q: Ord + ?Sized>(&mut self, key: &Q) -> Self
    where
        K: Borrow<Q>,
    {
        let (piece, at) = self.find(key).unwrap_or_else(|place| place);
        let mut rest = Self::new();
        let Some(entries) = self.pieces.get_mut(piece) else {
            return rest;
        };
        let first = entries.split_off(at);
        let stays = piece + usize::from(!entries.is_empty());
        let behind = self.pieces.split_off((piece + 1).min(self.pieces.len()));
        self.pieces.truncate(stays);
        rest.pieces = std::iter::once(first)
            .chain(behind)
            .filter(|piece| !piece.is_empty())
            .collect();
        rest.len = rest.pieces.iter().map(Vec::len).sum();
        self.len -= rest.len;
        rest
    }

    /// Takes all entries of another map over.
    pub fn append(&mut self, other: &mut Self) {
        self.extend(std::mem::take(other));
    }
}

/// The place of a key in a map.
pub struct Entry<'a, K, V> {
    map: &'a mut OrderedMap<K, V>,
    key: K,
    place: Result<Place, Place>,
}

impl<'a, K, V> Entry<'a, K, V> {
    /// The key's value; where there is none, this one is put there.
    pub fn or_insert(self, value: V) -> &'a mut V {
        self.or_insert_with(|| value)
    }

    /// The key's value; where there is none, one is made and put there.
    pub fn or_insert_with(self, value: impl FnOnce() -> V) -> &'a mut V {
        match self.place {
            Ok(place) => self.map.value_mut(place),
            Err(place) => self.map.put(place, self.key, value()),
        }
    }

    /// The key's value; where there is none, one is tried to be made and put there.
    ///
    /// # Errors
    /// What `value` fails with; then nothing is put there.
    pub fn or_try_insert_with<E>(
        self,
        value: impl FnOnce() -> Result<V, E>,
    ) -> Result<&'a mut V, E> {
        Ok(match self.place {
            Ok(place) => self.map.value_mut(place),
            Err(place) => self.map.put(place, self.key, value()?),
        })
    }

    /// The key's value; where there is none, the default one is put there.
    pub fn or_default(self) -> &'a mut V
    where
        V: Default,
    {
        self.or_insert_with(V::default)
    }
}

impl<K, V> IntoIterator for OrderedMap<K, V> {
    type Item = (K, V);
    type IntoIter = IntoIter<K, V>;

    fn into_iter(self) -> Self::IntoIter {
        IntoIter(Pieces {
            front: Vec::new().into_iter(),
            between: self.pieces.into_iter(),
            back: Vec::new().into_iter(),
            left: self.len,
        })
    }
}

impl<'a, K, V> IntoIterator for &'a OrderedMap<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = Iter<'a, K, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, K, V> IntoIterator for &'a mut OrderedMap<K, V> {
    type Item = (&'a K, &'a mut V);
    type IntoIter = IterMut<'a, K, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl<K: Ord, V> Extend<(K, V)> for OrderedMap<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for OrderedMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = Self::new();
        map.extend(entries);
        map
    }
}

impl<K: Ord, V, const N: usize> From<[(K, V); N]> for OrderedMap<K, V> {
    fn from(entries: [(K, V); N]) -> Self {
        entries.into_iter().collect()
    }
}

impl<K: Ord + Borrow<Q>, Q: Ord + ?Sized, V> Index<&Q> for OrderedMap<K, V> {
    type Output = V;

    /// The value of a key that is there.
    ///
    /// # Panics
    /// Where the key is not there.
    #[allow(clippy::expect_used, reason = "what indexing means")]
    fn index(&self, key: &Q) -> &V {
        self.get(key).expect("no entry found for key")
    }
}

impl<K, V> Default for OrderedMap<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: fmt::Debug, V: fmt::Debug> fmt::Debug for OrderedMap<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self).finish()
    }
}

impl<K: PartialEq, V: PartialEq> PartialEq for OrderedMap<K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && self.iter().eq(other)
    }
}

impl<K: Eq, V: Eq> Eq for OrderedMap<K, V> {}
