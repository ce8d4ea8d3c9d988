//! Postings: which files of a segment contain which trigram, packed in pages. Pure.
//!
//! A segment holds some files, numbered from 0 (their slots). For each trigram, in order, its slots
//! are written as differences, or as a bitmap if that is shorter; the trigrams are grouped into
//! pages of some kilobytes, each found by its first trigram. A segment is never edited.

use super::trigram_query::TrigramQuery;

/// Size in bytes after which the next page starts.
const PAGE: usize = 8 * 1024;

/// Maximum number of slots of a segment: they are packed into 16 bits while they are sorted.
pub const SLOTS: usize = 1 << 16;

/// Collects the trigrams of a segment's files.
#[derive(Default)]
pub struct Gathered {
    /// A trigram in the upper bits, a slot in the lower 16.
    pairs: Vec<u64>,
    slots: u32,
}

/// A part of a segment that is stored and found as a unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// First trigram of the page.
    pub first: u32,
    pub bytes: Vec<u8>,
}

/// A set of slots of a segment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slots {
    words: Vec<u64>,
}

impl Gathered {
    /// Adds a file's trigrams in the next slot.
    pub fn add(&mut self, grams: &[u32]) {
        let slot = u64::from(self.reserve_slot());
        self.pairs.reserve(grams.len());
        for gram in grams {
            self.pairs.push(u64::from(*gram) << 16 | slot);
        }
    }

    pub fn reserve_slot(&mut self) -> u32 {
        self.slots += 1;
        self.slots - 1
    }

    /// Adds a trigram of the file in a slot. The slots of one trigram must come in order.
    pub fn add_to(&mut self, slot: u32, gram: u32) {
        self.pairs.push(u64::from(gram) << 16 | u64::from(slot));
    }

    /// Number of files added.
    pub fn slots(&self) -> usize {
        self.slots as usize
    }

    /// Builds the segment's pages, in order.
    pub fn into_pages(mut self) -> Vec<Page> {
        let slots = self.slots();
        sort(&mut self.pairs);
        let mut pages = Pages::default();
        let mut rest = self.pairs.as_slice();
        let mut list = Vec::new();
        while let [first, ..] = rest {
            let gram = first >> 16;
            list.clear();
            while let [pair, after @ ..] = rest
                && pair >> 16 == gram
            {
                list.push((pair & 0xffff) as u32);
                rest = after;
            }
            pages.add(u32::try_from(gram).unwrap_or_default(), &list, slots);
        }
        pages.done()
    }
}

/// Sorts by trigram in two passes of twelve bits; the slots are in order already.
fn sort(pairs: &mut Vec<u64>) {
    let mut other = vec![0_u64; pairs.len()];
    for shift in [16_u32, 28] {
        sort_by_digit(pairs, &mut other, shift);
        std::mem::swap(pairs, &mut other);
    }
}

/// Sorts `from` into `to` by the twelve bits at `shift`; stable.
fn sort_by_digit(from: &[u64], to: &mut [u64], shift: u32) {
    let digit = |pair: u64| (pair >> shift) as usize & 0xfff;
    let mut starts = [0_usize; 0x1001];
    for pair in from {
        if let Some(count) = starts.get_mut(digit(*pair) + 1) {
            *count += 1;
        }
    }
    let mut sum = 0;
    for start in &mut starts {
        sum += *start;
        *start = sum;
    }
    for pair in from {
        if let Some(start) = starts.get_mut(digit(*pair)) {
            if let Some(place) = to.get_mut(*start) {
                *place = *pair;
            }
            *start += 1;
        }
    }
}

/// Pages under construction.
#[derive(Default)]
struct Pages {
    done: Vec<Page>,
    open: Option<(Page, u32)>,
    list: Vec<u8>,
}

impl Pages {
    /// Adds a trigram, greater than the last one, with its slots in order; `slots` is the number of
    /// slots in the segment.
    fn add(&mut self, gram: u32, list: &[u32], slots: usize) {
        let bitmap = slots.div_ceil(8);
        self.list.clear();
        let mut next = 0;
        for slot in list {
            number(&mut self.list, slot - next);
            next = slot + 1;
        }
        let is_bitmap = self.list.len() > bitmap;
        if is_bitmap {
            self.list.clear();
            self.list.resize(bitmap, 0);
            for slot in list {
                if let Some(byte) = self.list.get_mut(*slot as usize / 8) {
                    *byte |= 1 << (slot % 8);
                }
            }
        }
        if self
            .open
            .as_ref()
            .is_some_and(|(page, _)| page.bytes.len() >= PAGE)
        {
            self.done.extend(self.open.take().map(|(page, _)| page));
        }
        let (page, last) = self.open.get_or_insert_with(|| {
            let page = Page {
                first: gram,
                bytes: Vec::with_capacity(PAGE + PAGE / 8),
            };
            (page, gram)
        });
        number(&mut page.bytes, gram - *last);
        let length = u32::try_from(self.list.len()).unwrap_or(u32::MAX >> 1);
        number(&mut page.bytes, length << 1 | u32::from(is_bitmap));
        page.bytes.extend_from_slice(&self.list);
        *last = gram;
    }

    fn done(mut self) -> Vec<Page> {
        self.done.extend(self.open.take().map(|(page, _)| page));
        self.done
    }
}

/// Calls `each` with the trigrams of a page and their packed slots, as long as it returns true.
/// Returns `None` if the page is damaged.
pub fn read_page(
    first: u32,
    bytes: &[u8],
    mut each: impl FnMut(u32, Packed<'_>) -> bool,
) -> Option<()> {
    let mut rest = bytes;
    let mut gram = first;
    while !rest.is_empty() {
        gram = gram.checked_add(take_number(&mut rest)?)?;
        let head = take_number(&mut rest)?;
        let (own, after) = rest.split_at_checked((head >> 1) as usize)?;
        rest = after;
        let packed = Packed {
            bytes: own,
            is_bitmap: head & 1 == 1,
        };
        if !each(gram, packed) {
            return Some(());
        }
    }
    Some(())
}

/// The slots of one trigram in stored form.
#[derive(Debug, Clone, Copy)]
pub struct Packed<'a> {
    bytes: &'a [u8],
    is_bitmap: bool,
}

impl Packed<'_> {
    /// Unpacks the slots, for a segment of `slots` slots; `None` if they are damaged.
    pub fn unpack(&self, slots: usize) -> Option<Slots> {
        let mut out = Slots::none(slots);
        if self.is_bitmap {
            for (at, byte) in self.bytes.iter().enumerate() {
                let word = out.words.get_mut(at / 8)?;
                *word |= u64::from(*byte) << (at % 8 * 8);
            }
            return Some(out);
        }
        let mut rest = self.bytes;
        let mut next = 0_u32;
        while !rest.is_empty() {
            let slot = next.checked_add(take_number(&mut rest)?)?;
            *out.words.get_mut(slot as usize / 64)? |= 1 << (slot % 64);
            next = slot + 1;
        }
        Some(out)
    }
}

impl Slots {
    /// Creates an empty set for so many slots.
    pub fn none(slots: usize) -> Self {
        Self {
            words: vec![0; slots.div_ceil(64)],
        }
    }

    /// Creates the full set of so many slots.
    pub fn all(slots: usize) -> Self {
        Self {
            words: vec![u64::MAX; slots.div_ceil(64)],
        }
    }

    /// Returns the slots that satisfy `need`; `of` returns the slots of a trigram.
    ///
    /// # Errors
    /// Returns the error of `of`.
    pub fn of_need<E>(
        need: &TrigramQuery,
        slots: usize,
        of: &mut impl FnMut(u32) -> Result<Slots, E>,
    ) -> Result<Self, E> {
        match need {
            TrigramQuery::Nothing => Ok(Self::all(slots)),
            TrigramQuery::Gram(gram) => of(*gram),
            TrigramQuery::All(needs) => {
                let mut found = Self::all(slots);
                for need in needs {
                    if found.is_empty() {
                        break;
                    }
                    let other = Self::of_need(need, slots, of)?;
                    found.combine(&other, |one, other| one & other);
                }
                Ok(found)
            }
            TrigramQuery::Any(needs) => {
                let mut found = Self::none(slots);
                for need in needs {
                    let other = Self::of_need(need, slots, of)?;
                    found.combine(&other, |one, other| one | other);
                }
                Ok(found)
            }
        }
    }

    /// Whether the set contains a slot.
    pub fn has(&self, slot: usize) -> bool {
        let word = self.words.get(slot / 64).copied().unwrap_or(0);
        word >> (slot % 64) & 1 == 1
    }

    /// Iterates over the slots, in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        (0..self.words.len() * 64).filter(|slot| self.has(*slot))
    }

    fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    fn combine(&mut self, other: &Self, how: impl Fn(u64, u64) -> u64) {
        for (at, word) in self.words.iter_mut().enumerate() {
            *word = how(*word, other.words.get(at).copied().unwrap_or(0));
        }
    }
}

/// Writes a number in groups of seven bits, the lowest first.
fn number(into: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        into.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    into.push(value as u8);
}

fn take_number(from: &mut &[u8]) -> Option<u32> {
    let mut value = 0_u32;
    for shift in [0, 7, 14, 21, 28] {
        let (byte, rest) = from.split_first()?;
        *from = rest;
        value |= u32::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::{BTreeMap, BTreeSet};

    fn unpacked(pages: &[Page], slots: usize) -> BTreeMap<u32, BTreeSet<u32>> {
        let mut out = BTreeMap::new();
        for page in pages {
            read_page(page.first, &page.bytes, |gram, packed| {
                let list = packed.unpack(slots).expect("slots");
                let list = list.iter().map(|slot| slot as u32).collect();
                assert!(out.insert(gram, list).is_none(), "a trigram comes once");
                true
            })
            .expect("a whole page");
        }
        out
    }

    proptest! {
        #![proptest_config(testing::cases(6))]

        #[test]
        fn what_was_gathered_is_what_pages_give(
            files in proptest::collection::vec(
                proptest::collection::btree_set(prop_oneof![0_u32..40, 0_u32..1 << 24], 0..60),
                1..80,
            ),
        ) {
            let mut gathered = Gathered::default();
            let mut wanted: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
            for (slot, grams) in files.iter().enumerate() {
                let grams: Vec<u32> = grams.iter().copied().collect();
                gathered.add(&grams);
                for gram in grams {
                    wanted.entry(gram).or_default().insert(slot as u32);
                }
            }
            let pages = gathered.into_pages();
            prop_assert!(pages.windows(2).all(|two| two[0].first < two[1].first));
            prop_assert_eq!(unpacked(&pages, files.len()), wanted);
        }

        #[test]
        fn damaged_pages_break_nothing(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            read_page(7, &bytes, |_, packed| {
                packed.unpack(100);
                true
            });
        }
    }
}
