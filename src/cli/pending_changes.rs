//! Says how to go on when the user leaves the program, in a line below the restored screen: the
//! command that brings proposed changes without a decision back, or the one that reopens the session.

use std::time::Duration;

use l10n::{counted, say};
use protocol::query::{Query, Reply};
use protocol::review::{ReviewBase, ReviewQuery, ReviewReply};
use protocol::session::{SessionStatus, SessionSummary};
use session::Handle;

/// Leaving the program waits no longer than this.
const LONGEST: Duration = Duration::from_secs(1);

/// The command that opens the latest session.
const CONTINUE: &str = "agentichat --continue";

/// Returns the line about proposed changes without a decision; `None` if there are none, or the actor
/// does not answer in time.
pub(super) async fn waiting(handle: &Handle) -> Option<String> {
    within_limit(async { proposed(handle, &sessions_of(handle).await?).await }).await
}

/// Returns the line of [`waiting`], else the one about the session that `--continue` opens; `None` if
/// nothing was said in it.
pub(super) async fn way_on(handle: &Handle) -> Option<String> {
    within_limit(async {
        let sessions = sessions_of(handle).await?;
        if let Some(line) = proposed(handle, &sessions).await {
            return Some(line);
        }
        let latest = latest_of(&sessions)?;
        (latest.messages > 0).then(|| say!("left-go-on", command = CONTINUE))
    })
    .await
}

async fn within_limit(line: impl Future<Output = Option<String>>) -> Option<String> {
    tokio::time::timeout(LONGEST, line).await.ok().flatten()
}

async fn sessions_of(handle: &Handle) -> Option<Vec<SessionSummary>> {
    match handle.query(Query::Sessions).ok()?.await.ok()? {
        Reply::Sessions { sessions } => Some(sessions),
        _ => None,
    }
}

fn latest_of(sessions: &[SessionSummary]) -> Option<&SessionSummary> {
    let present = sessions
        .iter()
        .filter(|session| session.status != SessionStatus::Archived);
    present.max_by_key(|session| session.updated_at)
}

async fn proposed(handle: &Handle, sessions: &[SessionSummary]) -> Option<String> {
    let awaits = |session: &&SessionSummary| session.status == SessionStatus::AwaitingReview;
    let mut waiting: Vec<&SessionSummary> = sessions.iter().filter(awaits).collect();
    waiting.sort_by_key(|session| std::cmp::Reverse(session.updated_at));
    let first = *waiting.first()?;
    let command = if latest_of(sessions).is_some_and(|latest| latest.id == first.id) {
        CONTINUE.to_owned()
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
