//! Merges several rankings into one: reciprocal rank fusion. Pure.
//!
//! Scores of different searches cannot be compared, ranks can. The item at rank `n` (from 1) of a
//! list gets `weight / (10 + n)`, and the sum over all lists is its score. (Cormack, Clarke and
//! Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning Methods",
//! 2009; they used 60, with which the first of a short list counts little more than the tenth. By
//! the figures of `index/tests/retrieval.rs` 10 is better here.)

use std::collections::HashMap;
use std::hash::Hash;

/// Prevents the first ranks from deciding alone.
const DAMPING: f64 = 10.0;

/// A ranking, best first, and its weight.
#[derive(Debug, Clone)]
pub struct Ranking<K> {
    /// The ranked items.
    pub found: Vec<K>,
    /// 1 for full weight.
    pub weight: f64,
}

/// Merges the rankings, best first. Items of equal score keep the order in which
/// they first appeared.
pub fn fuse<K: Clone + Eq + Hash>(rankings: &[Ranking<K>]) -> Vec<(K, f64)> {
    let mut places: HashMap<&K, usize> = HashMap::new();
    let mut out: Vec<(K, f64)> = Vec::new();
    for ranking in rankings {
        let mut place = 0.0;
        for key in &ranking.found {
            place += 1.0;
            let score = ranking.weight / (DAMPING + place);
            let at = *places.entry(key).or_insert_with(|| {
                out.push((key.clone(), 0.0));
                out.len() - 1
            });
            if let Some((_, sum)) = out.get_mut(at) {
                *sum += score;
            }
        }
    }
    out.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranking(found: &[u32], weight: f64) -> Ranking<u32> {
        Ranking {
            found: found.to_vec(),
            weight,
        }
    }

    fn order(rankings: &[Ranking<u32>]) -> Vec<u32> {
        fuse(rankings).into_iter().map(|(key, _)| key).collect()
    }

    #[test]
    fn what_several_found_stands_before_what_one_found_first() {
        assert_eq!(
            order(&[ranking(&[1, 2], 1.0), ranking(&[3, 2], 1.0)]),
            [2, 1, 3]
        );
    }

    #[test]
    fn one_ranking_stays_as_it_is_and_weights_count() {
        assert_eq!(
            order(&[ranking(&[5, 4, 3], 1.0), ranking(&[], 1.0)]),
            [5, 4, 3]
        );
        assert_eq!(order(&[ranking(&[1], 1.0), ranking(&[2], 2.0)]), [2, 1]);
    }
}
