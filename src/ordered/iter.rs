//! What goes through the entries of a map, from both ends.

use std::iter::FusedIterator;

/// Entries of pieces: those of the first, of the ones between, and of the last.
#[derive(Clone)]
pub(super) struct Pieces<Outer, Inner> {
    pub(super) front: Inner,
    pub(super) between: Outer,
    pub(super) back: Inner,
    /// How many are left.
    pub(super) left: usize,
}

impl<Outer, Inner> Iterator for Pieces<Outer, Inner>
where
    Outer: Iterator<Item: IntoIterator<IntoIter = Inner>>,
    Inner: Iterator,
{
    type Item = Inner::Item;

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        loop {
            if let Some(entry) = self.front.next() {
                return Some(entry);
            }
            match self.between.next() {
                Some(piece) => self.front = piece.into_iter(),
                None => return self.back.next(),
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<Outer, Inner> DoubleEndedIterator for Pieces<Outer, Inner>
where
    Outer: DoubleEndedIterator<Item: IntoIterator<IntoIter = Inner>>,
    Inner: DoubleEndedIterator,
{
    fn next_back(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        loop {
            if let Some(entry) = self.back.next_back() {
                return Some(entry);
            }
            match self.between.next_back() {
                Some(piece) => self.back = piece.into_iter(),
                None => return self.front.next_back(),
            }
        }
    }
}

/// An iterator that shows something of each entry of another.
macro_rules! shows {
    ($(#[$of:meta])* $name:ident<$($life:lifetime)?> over $inner:ty, $item:ty: $entry:pat => $shown:expr) => {
        $(#[$of])*
        pub struct $name<$($life,)? K, V>(pub(super) $inner);

        impl<$($life,)? K, V> Iterator for $name<$($life,)? K, V> {
            type Item = $item;

            fn next(&mut self) -> Option<Self::Item> {
                match self.0.next() {
                    Some($entry) => Some($shown),
                    None => None,
                }
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                self.0.size_hint()
            }
        }

        impl<$($life,)? K, V> DoubleEndedIterator for $name<$($life,)? K, V> {
            fn next_back(&mut self) -> Option<Self::Item> {
                match self.0.next_back() {
                    Some($entry) => Some($shown),
                    None => None,
                }
            }
        }

        impl<$($life,)? K, V> ExactSizeIterator for $name<$($life,)? K, V> {}
        impl<$($life,)? K, V> FusedIterator for $name<$($life,)? K, V> {}
    };
}

/// The entries of a piece.
type Slice<'a, K, V> = std::slice::Iter<'a, (K, V)>;
/// The entries of a piece, to be changed.
type SliceMut<'a, K, V> = std::slice::IterMut<'a, (K, V)>;
/// The entries of a piece, which are taken out.
type Owned<K, V> = std::vec::IntoIter<(K, V)>;

shows! {
    /// Entries of a map, in the order of their keys.
    Iter<'a> over Pieces<std::slice::Iter<'a, Vec<(K, V)>>, Slice<'a, K, V>>, (&'a K, &'a V):
    (key, value) => (key, value)
}
shows! {
    /// Entries of a map, in the order of their keys; the values can be changed.
    IterMut<'a> over Pieces<std::slice::IterMut<'a, Vec<(K, V)>>, SliceMut<'a, K, V>>, (&'a K, &'a mut V):
    (key, value) => (&*key, value)
}
shows! {
    /// All entries that a map had, in the order of their keys.
    IntoIter<> over Pieces<std::vec::IntoIter<Vec<(K, V)>>, Owned<K, V>>, (K, V): entry => entry
}
shows! {
    /// Keys of a map, in order.
    Keys<'a> over Iter<'a, K, V>, &'a K: (key, _) => key
}
shows! {
    /// Values of a map, in the order of their keys.
    Values<'a> over Iter<'a, K, V>, &'a V: (_, value) => value
}

impl<K, V> Clone for Iter<'_, K, V> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<K, V> Clone for Keys<'_, K, V> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<K, V> Clone for Values<'_, K, V> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}
