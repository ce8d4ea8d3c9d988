//! How much of a conversation a compaction covers: from the beginning up to a place where no call is parted
//! from its result, as little as makes it fit with room to go on.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::history_view::{kept_words, spoken, summary_text};
use super::{HistoryMessage, Kind, fresh_from, is_humans, shorten_oldest, sizes};
use crate::protocol::compaction::{Compaction, in_force};
use crate::protocol::estimate::Estimate;
use crate::protocol::ids::{CallId, MessageId};
use crate::protocol::message::{Block, Message};

/// Tokens that a summary is expected to take at most.
const SUMMARY_ROOM: u64 = 1_500;

/// How far a compaction reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CompactionExtent {
    /// As far as is needed to fit into the budget, with room to go on.
    ToFit,
    /// As far as makes the conversation half as long: a server said that it does not fit though it should.
    ToHalf,
    /// To the end: the human said so.
    All,
}

/// What a compaction is to stand for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompactionRange {
    /// How many messages of the conversation, from its beginning.
    pub count: usize,
    /// The last of them.
    pub through: MessageId,
    /// The last one of the human's among them.
    pub latest_human: Option<MessageId>,
    /// Tokens of the conversation before, with nothing shortened.
    pub before: u64,
}

/// What is to be covered; `None` where nothing is left that a summary could take the place of.
pub fn cover(
    messages: &[Arc<Message>],
    compactions: &[Compaction],
    reach: CompactionExtent,
    budget: u64,
    estimate: Estimate,
) -> Option<CompactionRange> {
    let told = spoken(messages, compactions);
    let before: u64 = sizes(&told, estimate).iter().sum();
    let covered = in_force(compactions, messages).map_or(0, |(through, _)| through + 1);
    let plain = spoken(messages, &[]);
    let limit = match reach {
        CompactionExtent::All => messages.len(),
        CompactionExtent::ToFit | CompactionExtent::ToHalf => plain
            .get(fresh_from(&plain))
            .map_or(messages.len(), |one| one.place),
    };
    let target = match reach {
        CompactionExtent::All => 0,
        CompactionExtent::ToFit => budget / 10 * 6,
        CompactionExtent::ToHalf => before / 2,
    };
    let places: Vec<usize> = cuts(messages, covered, limit)
        .filter(|count| gains(&plain, covered, *count))
        .collect();
    let fits = |count: &&usize| size_after(messages, &plain, **count, budget, estimate) <= target;
    let count = *places.iter().find(fits).or(places.last())?;
    let through = messages.get(count.checked_sub(1)?)?.id;
    let humans = messages.iter().take(count).rev();
    let latest_human = humans
        .filter(|message| is_humans(message))
        .map(|message| message.id)
        .next();
    Some(CompactionRange {
        count,
        through,
        latest_human,
        before,
    })
}

/// Tokens of the conversation as it would be with so many messages covered.
pub(super) fn size_after(
    messages: &[Arc<Message>],
    plain: &[HistoryMessage],
    count: usize,
    budget: u64,
    estimate: Estimate,
) -> u64 {
    let covered = plain.iter().filter(|one| one.place < count);
    let kept = covered
        .clone()
        .filter(|one| messages.get(one.place).is_some_and(|one| is_humans(one)));
    let kept: Vec<HistoryMessage> = kept.cloned().collect();
    let words = kept_words(covered.map(|one| &*one.message));
    let mut rest: Vec<HistoryMessage> = plain
        .iter()
        .filter(|one| one.place >= count)
        .cloned()
        .collect();
    let fixed = sizes(&kept, estimate).iter().sum::<u64>()
        + estimate.text(&summary_text("", &words))
        + SUMMARY_ROOM;
    let mut rest_sizes = sizes(&rest, estimate);
    let fresh = fresh_from(&rest);
    let room = budget.saturating_sub(fixed);
    shorten_oldest(&mut rest, &mut rest_sizes, fresh, room, estimate);
    fixed + rest_sizes.iter().sum::<u64>()
}

/// Whether something lies between that a summary takes the place of.
fn gains(plain: &[HistoryMessage], covered: usize, count: usize) -> bool {
    let between = |one: &&HistoryMessage| one.place >= covered && one.place < count;
    plain
        .iter()
        .filter(between)
        .any(|one| one.kind != Kind::Kept)
}

/// The numbers of messages that may be covered: behind each of these places every call that was made before
/// has its result before. A call that never got one, for its process died, holds nothing up.
fn cuts(messages: &[Arc<Message>], covered: usize, limit: usize) -> impl Iterator<Item = usize> {
    let answered: BTreeSet<CallId> = messages.iter().flat_map(|one| results_of(one)).collect();
    let mut open: BTreeSet<CallId> = BTreeSet::new();
    let mut places = Vec::new();
    for (index, message) in messages.iter().enumerate().take(limit) {
        let calls = message.calls().map(|call| call.id);
        open.extend(calls.filter(|call| answered.contains(call)));
        for call in results_of(message) {
            open.remove(&call);
        }
        if open.is_empty() && index + 1 > covered {
            places.push(index + 1);
        }
    }
    places.into_iter()
}

fn results_of(message: &Message) -> impl Iterator<Item = CallId> + '_ {
    message.blocks.iter().filter_map(|block| match block {
        Block::ToolResult { result } => Some(result.call),
        _ => None,
    })
}
