//! Decides how much of a conversation a compaction covers: from the beginning up to a place that
//! separates no call from its result. It covers as little as makes the conversation fit with room
//! to continue.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::history_view::{kept_words, spoken, summary_text};
use super::{HistoryMessage, Kind, fresh_from, is_users, shorten_oldest, sizes};
use protocol::compaction::{Compaction, in_force};
use protocol::estimate::Estimate;
use protocol::ids::{CallId, MessageId};
use protocol::message::{Block, Message};

/// Maximum tokens that a summary is expected to take.
const SUMMARY_ROOM: u64 = 1_500;

#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CompactionExtent {
    /// As little as makes the conversation fit into the budget, with room to continue.
    ToFit,
    /// Half of the conversation, because the server refused one that fits by our estimate.
    ToHalf,
    /// The whole conversation, at the user's request.
    All,
}

/// The messages that a compaction covers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompactionRange {
    /// Number of messages, from the beginning of the conversation.
    pub count: usize,
    /// The last covered message.
    pub through: MessageId,
    /// The user's last message among them.
    pub latest_user: Option<MessageId>,
    /// Tokens of the conversation before the compaction, with nothing shortened.
    pub before: u64,
}

/// Chooses the messages to cover; `None` if nothing is left that a summary could replace.
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
    let count = *places
        .iter()
        .find(|count| size_after(messages, &plain, **count, budget, estimate) <= target)
        .or(places.last())?;
    let through = messages.get(count.checked_sub(1)?)?.id;
    let users = messages.iter().take(count).rev();
    let latest_user = users
        .filter(|message| is_users(message))
        .map(|message| message.id)
        .next();
    Some(CompactionRange {
        count,
        through,
        latest_user,
        before,
    })
}

/// Estimates the tokens of the conversation if `count` messages were covered.
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
        .filter(|one| messages.get(one.place).is_some_and(|one| is_users(one)));
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

/// Whether the range contains anything that a summary can replace.
fn gains(plain: &[HistoryMessage], covered: usize, count: usize) -> bool {
    plain
        .iter()
        .filter(|one| one.place >= covered && one.place < count)
        .any(|one| one.kind != Kind::Kept)
}

/// Yields the numbers of messages that may be covered: before each of these places, every call that
/// was made has its result. A call that never got a result because its process died blocks nothing.
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
