//! A set: a map of keys without values.

use std::borrow::Borrow;
use std::fmt;
use std::iter::FusedIterator;
use std::ops::RangeBounds;

use super::{Keys, OrderedMap};

/// A set in the order of its members, as [`std::collections::BTreeSet`] is.
#[derive(Clone, PartialEq, Eq)]
pub struct OrderedSet<T>(pub(super) OrderedMap<T, ()>);

impl<T> OrderedSet<T> {
    /// A set of nothing, which takes no memory.
    pub const fn new() -> Self {
        Self(OrderedMap::new())
    }

    /// How many members there are.
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no member.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes every member out.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// All members, in order.
    pub fn iter(&self) -> Keys<'_, T, ()> {
        self.0.keys()
    }

    /// Takes the members out for which `keep` says no. It is asked in order.
    pub fn retain(&mut self, mut keep: impl FnMut(&T) -> bool) {
        self.0.retain(|member, ()| keep(member));
    }
}

impl<T: Ord> OrderedSet<T> {
    /// Puts a member in, and says whether it is new.
    pub fn insert(&mut self, member: T) -> bool {
        self.0.insert(member, ()).is_none()
    }

    /// Takes a member out, and says whether it was there.
    pub fn remove<Q: Ord + ?Sized>(&mut self, member: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.0.remove(member).is_some()
    }

    /// Whether there is this member.
    pub fn contains<Q: Ord + ?Sized>(&self, member: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.0.contains_key(member)
    }

    /// The members of a range, in order.
    pub fn range<Q: Ord + ?Sized, R: RangeBounds<Q>>(&self, range: R) -> Keys<'_, T, ()>
    where
        T: Borrow<Q>,
    {
        Keys(self.0.range(range))
    }

    /// The members that another set does not have, in order.
    pub fn difference<'a>(&'a self, other: &'a Self) -> impl DoubleEndedIterator<Item = &'a T> {
        self.iter().filter(|member| !other.contains(*member))
    }

    /// The members that another set has too, in order.
    pub fn intersection<'a>(&'a self, other: &'a Self) -> impl DoubleEndedIterator<Item = &'a T> {
        self.iter().filter(|member| other.contains(*member))
    }

    /// Whether another set has none of the members.
    pub fn is_disjoint(&self, other: &Self) -> bool {
        !self.iter().any(|member| other.contains(member))
    }

    /// Takes the members out that are not before this one, as a set of their own.
    pub fn split_off<Q: Ord + ?Sized>(&mut self, member: &Q) -> Self
    where
        T: Borrow<Q>,
    {
        Self(self.0.split_off(member))
    }
}

/// All members that a set had, in order.
pub struct IntoIter<T>(super::IntoIter<T, ()>);

impl<T> Iterator for IntoIter<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        self.0.next().map(|(member, ())| member)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl<T> DoubleEndedIterator for IntoIter<T> {
    fn next_back(&mut self) -> Option<T> {
        self.0.next_back().map(|(member, ())| member)
    }
}

impl<T> ExactSizeIterator for IntoIter<T> {}
impl<T> FusedIterator for IntoIter<T> {}

impl<T> IntoIterator for OrderedSet<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        IntoIter(self.0.into_iter())
    }
}

impl<'a, T> IntoIterator for &'a OrderedSet<T> {
    type Item = &'a T;
    type IntoIter = Keys<'a, T, ()>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: Ord> Extend<T> for OrderedSet<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, members: I) {
        for member in members {
            self.insert(member);
        }
    }
}

impl<'a, T: Ord + Copy + 'a> Extend<&'a T> for OrderedSet<T> {
    fn extend<I: IntoIterator<Item = &'a T>>(&mut self, members: I) {
        for member in members {
            self.insert(*member);
        }
    }
}

impl<T: Ord> FromIterator<T> for OrderedSet<T> {
    fn from_iter<I: IntoIterator<Item = T>>(members: I) -> Self {
        let mut set = Self::new();
        set.extend(members);
        set
    }
}

impl<T: Ord, const N: usize> From<[T; N]> for OrderedSet<T> {
    fn from(members: [T; N]) -> Self {
        members.into_iter().collect()
    }
}

impl<T> Default for OrderedSet<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: fmt::Debug> fmt::Debug for OrderedSet<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self).finish()
    }
}
