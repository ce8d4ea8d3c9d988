//! The tools that a model is offered: their prices in tokens, the budget, and the search for those beyond it.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use protocol::call::{ToolClass, ToolSpec};
use protocol::estimate::Estimate;
use protocol::ids::SessionId;

use crate::definition::ServerName;
use crate::names::exposed;
use crate::pins::{OfferedTool, PinState};

/// Most tools that a search finds.
const MOST_FOUND: usize = 5;

/// Weight of a word in the name of a tool, against one in its description.
const IN_NAME: usize = 3;

/// A tool that the user consented to, with its name for a model.
#[derive(Debug, Clone, PartialEq)]
pub struct PinnedTool {
    pub name: String,
    pub server: ServerName,
    pub tool: OfferedTool,
}

impl PinnedTool {
    pub(crate) fn of(server: &ServerName, tool: &OfferedTool) -> Self {
        Self {
            name: exposed(server, &tool.name),
            server: server.clone(),
            tool: tool.clone(),
        }
    }

    /// Returns the estimated tokens of its description in a request.
    pub fn tokens(&self) -> u64 {
        let estimate = Estimate::USUAL;
        [
            &self.name,
            &self.tool.description,
            &self.tool.schema.to_string(),
        ]
        .into_iter()
        .map(|text| estimate.text(text))
        .sum()
    }

    /// Returns the tool as a provider describes it.
    pub fn spec(&self) -> ToolSpec {
        ToolSpec {
            name: self.name.clone(),
            description: self.tool.description.clone(),
            parameters: self.tool.schema.clone(),
            class: ToolClass::Mcp,
        }
    }
}

/// A tool of a server, with its price and the user's consent to it.
#[derive(Debug, Clone, PartialEq)]
pub struct PricedTool {
    pub tool: OfferedTool,
    pub pin: PinState,
    /// Estimated tokens of its description in a request.
    pub tokens: u64,
}

/// The tools for the model of a session.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Offer {
    pub tools: Vec<ToolSpec>,
    /// Number of tools that only a search finds.
    pub deferred: usize,
}

/// Offers the tools of as many servers as fit into the budget, and `found` ones at the end, so that a search
/// leaves the beginning of the offer as it was.
pub(crate) fn offer(pinned: Vec<PinnedTool>, found: &[String], budget: u64) -> Offer {
    let mut by_server: BTreeMap<ServerName, Vec<PinnedTool>> = BTreeMap::new();
    for tool in pinned {
        by_server.entry(tool.server.clone()).or_default().push(tool);
    }
    let mut offer = Offer::default();
    let mut left = budget;
    let mut deferred = Vec::new();
    for tools in by_server.into_values() {
        let price = tools.iter().map(PinnedTool::tokens).sum();
        match left.checked_sub(price) {
            Some(rest) => {
                left = rest;
                offer.tools.extend(tools.iter().map(PinnedTool::spec));
            }
            None => deferred.extend(tools),
        }
    }
    let found = found
        .iter()
        .filter_map(|name| deferred.iter().find(|tool| tool.name == *name));
    let found: Vec<ToolSpec> = found.map(PinnedTool::spec).collect();
    offer.deferred = deferred.len() - found.len();
    offer.tools.extend(found);
    offer
}

/// Returns the tools that fit these words best, by the words in name and description.
pub(crate) fn search(pinned: Vec<PinnedTool>, words: &str) -> Vec<PinnedTool> {
    let lower = words.to_lowercase();
    let words: BTreeSet<&str> = lower
        .split(|letter: char| !letter.is_alphanumeric())
        .map(without_plural)
        .filter(|word| !word.is_empty())
        .collect();
    let rated = pinned.into_iter().map(|tool| {
        let (name, description) = (
            tool.name.to_lowercase(),
            tool.tool.description.to_lowercase(),
        );
        let rates = words.iter().map(|word| {
            let in_name = usize::from(name.contains(word)) * IN_NAME;
            in_name + usize::from(description.contains(word))
        });
        (rates.sum::<usize>(), tool)
    });
    let mut rated: Vec<(usize, PinnedTool)> = rated.filter(|(rate, _)| *rate > 0).collect();
    rated.sort_by_key(|(rate, _)| Reverse(*rate));
    let best = rated.into_iter().take(MOST_FOUND);
    best.map(|(_, tool)| tool).collect()
}

/// Returns a word without the `s` of an English plural.
fn without_plural(word: &str) -> &str {
    let singular = word.strip_suffix('s');
    singular.filter(|word| word.len() >= 3).unwrap_or(word)
}

/// The names of the tools that each session has found, in the order of finding.
#[derive(Debug, Default)]
pub(crate) struct FoundTools(Mutex<BTreeMap<SessionId, Vec<String>>>);

impl FoundTools {
    fn all(&self) -> MutexGuard<'_, BTreeMap<SessionId, Vec<String>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn of(&self, session: SessionId) -> Vec<String> {
        self.all().get(&session).cloned().unwrap_or_default()
    }

    pub(crate) fn add(&self, session: SessionId, names: impl IntoIterator<Item = String>) {
        let mut all = self.all();
        let found = all.entry(session).or_default();
        for name in names {
            if !found.contains(&name) {
                found.push(name);
            }
        }
    }
}
