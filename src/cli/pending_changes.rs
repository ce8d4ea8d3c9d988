//! Reminds of proposed changes without a decision when the user leaves the program: a line below
//! the restored screen, with the command that brings the changes back.

use std::time::Duration;

use l10n::{counted, say};
use protocol::query::{Query, Reply};
use protocol::review::{ReviewBase, ReviewQuery, ReviewReply};
use protocol::session::{SessionStatus, SessionSummary};
use session::Handle;

/// Leaving the program waits no longer than this.
const LONGEST: Duration = Duration::from_secs(1);

/// Returns the line; `None` if no change is pending, or the actor does not answer in time.
pub(super) async fn waiting(handle: &Handle) -> Option<String> {
    let looked = tokio::time::timeout(LONGEST, look(handle)).await;
    looked.ok().flatten()
}

async fn look(handle: &Handle) -> Option<String> {
    let Reply::Sessions { sessions } = handle.query(Query::Sessions).ok()?.await.ok()? else {
        return None;
    };
    let latest = sessions.iter().max_by_key(|session| session.updated_at);
    let awaits = |session: &&SessionSummary| session.status == SessionStatus::AwaitingReview;
    let mut waiting: Vec<&SessionSummary> = sessions.iter().filter(awaits).collect();
    waiting.sort_by_key(|session| std::cmp::Reverse(session.updated_at));
    let first = *waiting.first()?;
    let command = if latest.is_some_and(|latest| latest.id == first.id) {
        "agentichat --continue".to_owned()
    } else {
        format!("agentichat --resume {}", first.id)
    };
    let mut count = 0;
    for session in waiting {
        count += hunks_of(handle, session).await.unwrap_or(0);
    }
    (count > 0).then(|| say!("left-proposed", hunks = counted(count, "hunk"), command))
}

async fn hunks_of(handle: &Handle, session: &SessionSummary) -> Option<u32> {
    let query = Query::Review {
        session: session.id,
        question: ReviewQuery::Files {
            since: ReviewBase::Open,
        },
    };
    let Reply::Review { answer } = handle.query(query).ok()?.await.ok()? else {
        return None;
    };
    match *answer {
        ReviewReply::Files { files, .. } => {
            Some(files.iter().map(|file| file.counts.pending).sum())
        }
        _ => None,
    }
}
