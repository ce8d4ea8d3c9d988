//! The cached listing of a workspace, and the part of it that must be scanned again.
//!
//! Scans the whole workspace unless the watcher vouches for a part: a folder that was watched when
//! it was scanned and has had no events since is unchanged. Some changes cause no event: a mount
//! over a folder, writes through a second name that a file was given later, writes through memory
//! that is still mapped. So after a while, and after each command, the whole workspace is scanned
//! again.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::handle::Workspace;
use super::listing::{Listing, ScanScope};
use super::watch::dirty_tracker::{DirtyAnswer, DirtyTracker};

/// Time that a listing is trusted without a full scan.
const VOUCHED: Duration = Duration::from_secs(30);

/// Number of folders to scan from which everything is scanned.
const MANY: usize = 512;

#[derive(Debug)]
pub(super) struct CachedListing {
    listing: Arc<Listing>,
    /// `None` if the watcher vouches for nothing.
    vouched: Option<Trusted>,
}

#[derive(Debug)]
struct Trusted {
    by: Arc<DirtyTracker>,
    /// Time of the last full scan.
    since: Instant,
    /// Folders that every scan reads again.
    doubtful: BTreeSet<String>,
}

impl CachedListing {
    /// Returns the current listing at and below a folder (empty is the root), based on
    /// the cached one.
    pub(super) fn now(
        kept: Option<Self>,
        workspace: &Workspace,
        (vouch, below): (Option<Arc<DirtyTracker>>, &str),
    ) -> Self {
        // Ask the watcher before scanning: changes during the scan are then reported by
        // the next query.
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

/// Returns a listing after scanning everything below a folder.
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
    /// Builds the trust state after a full scan.
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

    /// Returns the next listing, by scanning the folders that the watcher does not vouch for.
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
        // New folders were scanned too, and it is not known yet whether they are watched.
        let fresh = next.folders().filter(|folder| {
            is_other && (!listing.has_folder(folder) || next.is_elsewhere(folder))
        });
        let doubtful = doubtful(&self.by, &next, told, places.iter().chain(fresh));
        CachedListing {
            listing: next,
            vouched: Some(Self { doubtful, ..self }),
        }
    }
}

/// Returns which of the folders just scanned must also be scanned the next time.
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
