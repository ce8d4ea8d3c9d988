//! Vectors in stored form: one byte for each number and a scale; the nearest of many by a
//! single pass. Pure.
//!
//! Measured on two cores with 100,000 vectors of 384 numbers in SQLite: 0.14 s per question and
//! 41 MB, where sqlite-vec 0.1.9 takes 0.18 s and 154 MB with whole numbers, 0.20 s and 39 MB
//! with bytes, and code in C. On the corpus of `tests/fixtures/retrieval` the ranking is as
//! good as with whole numbers.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The value that the largest number of a vector is scaled to.
const WHOLE: f32 = 127.0;

/// Size of the scale in bytes; it comes first.
const SCALE: usize = 4;

/// Packs a vector of length 1 in space: the value of one step, then a signed byte for each number.
pub fn pack(vector: &[f32]) -> Vec<u8> {
    let largest = vector
        .iter()
        .fold(0.0_f32, |largest, number| largest.max(number.abs()));
    let scale = if largest > 0.0 { largest / WHOLE } else { 1.0 };
    let byte = |number: &f32| {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "it is between -127 and 127, since the scale is made of the largest"
        )]
        let signed = (number / scale).round() as i8;
        signed.cast_unsigned()
    };
    let mut bytes = scale.to_le_bytes().to_vec();
    bytes.extend(vector.iter().map(byte));
    bytes
}

/// Returns the numbers of a packed vector, with the loss of packing.
pub fn unpack(packed: &[u8]) -> Vec<f32> {
    let Some((scale, numbers)) = parts(packed) else {
        return Vec::new();
    };
    let number = |byte: &u8| f32::from(byte.cast_signed()) * scale;
    numbers.iter().map(number).collect()
}

/// Returns how close two packed vectors are: 1 for the same direction, 0 for nothing in common, -1
/// for opposite ones. Vectors of different lengths come from different models and have nothing in
/// common.
pub fn closeness(one: &[u8], other: &[u8]) -> f32 {
    let (Some((scale, one)), Some((other_scale, other))) = (parts(one), parts(other)) else {
        return 0.0;
    };
    if one.len() != other.len() {
        return 0.0;
    }
    let sum: i32 = one
        .iter()
        .zip(other)
        .map(|(a, b)| i32::from(a.cast_signed()) * i32::from(b.cast_signed()))
        .sum();
    #[expect(clippy::cast_precision_loss, reason = "the ranking needs no more")]
    let sum = sum as f32;
    sum * scale * other_scale
}

/// Splits a packed vector into its scale and its numbers.
fn parts(packed: &[u8]) -> Option<(f32, &[u8])> {
    let (scale, numbers) = packed.split_first_chunk::<SCALE>()?;
    Some((f32::from_le_bytes(*scale), numbers))
}

/// Collects the closest of many vectors.
#[derive(Debug)]
pub struct Nearest {
    wanted: Vec<u8>,
    most: usize,
    /// The farthest of the collected vectors is on top.
    kept: BinaryHeap<Reverse<(Rank, Reverse<i64>)>>,
}

/// A closeness with a total order.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Rank(f32);

impl Eq for Rank {}

impl PartialOrd for Rank {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Rank {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl Nearest {
    /// Creates a search for the `most` vectors closest to a vector of length 1 in space.
    pub fn to(wanted: &[f32], most: usize) -> Self {
        Self {
            wanted: pack(wanted),
            most,
            kept: BinaryHeap::with_capacity(most.saturating_add(1)),
        }
    }

    /// Compares one vector and keeps it if it is close enough.
    pub fn offer(&mut self, id: i64, packed: &[u8]) {
        let rank = Rank(closeness(&self.wanted, packed));
        self.kept.push(Reverse((rank, Reverse(id))));
        if self.kept.len() > self.most {
            self.kept.pop();
        }
    }

    /// Returns the closest vectors with their closeness, the closest first; of equals the one with
    /// the lower id.
    pub fn found(self) -> Vec<(i64, f32)> {
        let kept = self.kept.into_sorted_vec();
        kept.into_iter()
            .map(|Reverse((Rank(rank), Reverse(id)))| (id, rank))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Nearest, closeness, pack, unpack};
    use crate::recorded_vectors::unit;

    #[test]
    fn the_closest_come_first_and_no_more_than_were_asked_for() {
        let mut nearest = Nearest::to(&unit(&[1.0, 1.0]), 3);
        for (id, vector) in [
            (1, [1.0, 0.0]),
            (2, [-1.0, -1.0]),
            (3, [1.0, 1.0]),
            (4, [0.9, 1.0]),
            (5, [1.0, 1.0]),
        ] {
            nearest.offer(id, &pack(&unit(&vector)));
        }
        nearest.offer(6, &pack(&[1.0]));
        nearest.offer(7, &[]);
        let ids: Vec<i64> = nearest.found().iter().map(|(id, _)| *id).collect();
        assert_eq!(ids, [3, 5, 4]);
    }

    #[test]
    fn none_are_wanted_and_none_are_found() {
        let mut nearest = Nearest::to(&[1.0], 0);
        nearest.offer(1, &pack(&[1.0]));
        assert_eq!(nearest.found(), []);
    }

    proptest! {
        #![proptest_config(testing::cases(256))]

        #[test]
        fn a_byte_for_each_number_changes_closeness_by_little(
            one in prop::collection::vec(-1.0_f32..1.0, 64),
            other in prop::collection::vec(-1.0_f32..1.0, 64),
        ) {
            prop_assume!(one.iter().any(|number| number.abs() > 0.1));
            prop_assume!(other.iter().any(|number| number.abs() > 0.1));
            let (one, other) = (unit(&one), unit(&other));
            let again = unpack(&pack(&one));
            prop_assert!(one.iter().zip(&again).all(|(a, b)| (a - b).abs() < 0.005));
            let exact: f32 = one.iter().zip(&other).map(|(a, b)| a * b).sum();
            prop_assert!((closeness(&pack(&one), &pack(&other)) - exact).abs() < 0.07);
        }
    }
}
