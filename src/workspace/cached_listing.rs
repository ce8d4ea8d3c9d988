//! The listing that a workspace keeps, and how much of it has to be looked at again.
//!
//! Everything, unless the watcher vouches for it: a folder that was watched when it was looked at, and in which nothing
//! happened since, is as it was. Some changes are told by nobody: a mount over a folder, what is written through a
//! second name that a file was given later, what stands in memory that is still mapped. So everything is looked at
//! again after a while, and after each command.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::handle::Workspace;
use super::listing::{Listing, ScanScope};
use super::watch::dirty_tracker::{DirtyAnswer, DirtyTracker};

/// So long a listing is vouched for without a look at everything.
const VOUCHED: Duration = Duration::from_secs(30);

/// Where so many folders are to be looked at, all are.
const MANY: usize = 512;

#[derive(Debug)]
pub(super) struct CachedListing {
    listing: Arc<Listing>,
    /// `None` where nobody vouches for any of it.
    vouched: Option<Trusted>,
}

#[derive(Debug)]
struct Trusted {
    by: Arc<DirtyTracker>,
    /// When everything was looked at.
    since: Instant,
    /// Folders that are looked at each time.
    doubtful: BTreeSet<String>,
}

impl CachedListing {
    /// The listing as it is now at and below a folder (empty is the root), by what was kept.
    pub(super) fn now(
        kept: Option<Self>,
        workspace: &Workspace,
        (vouch, below): (Option<Arc<DirtyTracker>>, &str),
    ) -> Self {
        // Asked before anything is looked at: what happens meanwhile is told the next time.
        let told = vouch.and_then(|vouch| vouch.ask().map(|told| (vouch, told)));
        let Some((by, told)) = told else {
            return Self {
                listing: all(kept.as_ref(), workspace, below),
                vouched: None,
            };
        };
        match kept {
            Some(Self {
                listing,
                vouched: Some(vouched),
            }) if Arc::ptr_eq(&vouched.by, &by) => vouched.again(&listing, workspace, &told),
            kept => Trusted::first(by, all(kept.as_ref(), workspace, ""), &told),
        }
    }

    pub(super) fn listing(&self) -> &Arc<Listing> {
        &self.listing
    }
}

/// A listing after everything below a folder was looked at.
fn all(kept: Option<&CachedListing>, workspace: &Workspace, below: &str) -> Arc<Listing> {
    match kept {
        None => Arc::new(Listing::take(workspace)),
        Some(CachedListing { listing, .. }) => {
            refreshed(listing, workspace, ScanScope::Below(below))
        }
    }
}

fn refreshed(listing: &Arc<Listing>, workspace: &Workspace, place: ScanScope<'_>) -> Arc<Listing> {
    let next = listing.refreshed(workspace, place);
    next.map_or_else(|| Arc::clone(listing), Arc::new)
}

impl Trusted {
    /// What is vouched for once everything was looked at.
    fn first(by: Arc<DirtyTracker>, listing: Arc<Listing>, told: &DirtyAnswer) -> CachedListing {
        let doubtful = doubtful(&by, &listing, told, listing.folders());
        let since = Instant::now();
        let vouched = Self {
            by,
            since,
            doubtful,
        };
        CachedListing {
            listing,
            vouched: Some(vouched),
        }
    }

    /// The next listing: by a look at what is not vouched for.
    fn again(
        self,
        listing: &Arc<Listing>,
        workspace: &Workspace,
        told: &DirtyAnswer,
    ) -> CachedListing {
        let places = told
            .since
            .as_ref()
            .filter(|_| self.since.elapsed() < VOUCHED);
        let places = places.map(|since| {
            let moved = since.moved.iter();
            let below = moved.flat_map(|path| listing.folders_at(path));
            let places = self.doubtful.iter().chain(&since.folders).chain(below);
            places.cloned().collect::<BTreeSet<String>>()
        });
        let Some(places) = places.filter(|places| places.len() < MANY) else {
            let listing = refreshed(listing, workspace, ScanScope::Below(""));
            return Self::first(self.by, listing, told);
        };
        let next = refreshed(listing, workspace, ScanScope::In(&places));
        let is_other = !Arc::ptr_eq(&next, listing);
        // New ones were looked at too, and nobody knows yet whether they are watched.
        let is_fresh = |folder: &&String| !listing.has_folder(folder) || next.is_elsewhere(folder);
        let fresh = next.folders().filter(|folder| is_other && is_fresh(folder));
        let doubtful = doubtful(&self.by, &next, told, places.iter().chain(fresh));
        CachedListing {
            listing: next,
            vouched: Some(Self { doubtful, ..self }),
        }
    }
}

/// Which of these folders are looked at the next time too, after they were looked at now.
fn doubtful<'a>(
    by: &DirtyTracker,
    listing: &Listing,
    told: &DirtyAnswer,
    folders: impl Iterator<Item = &'a String>,
) -> BTreeSet<String> {
    let known: Vec<&String> = folders
        .filter(|folder| listing.has_folder(folder))
        .collect();
    let mut doubtful = by.unwatched(known.iter().copied(), told.at);
    let elsewhere = known
        .into_iter()
        .filter(|folder| listing.is_elsewhere(folder));
    doubtful.extend(elsewhere.cloned());
    doubtful
}
