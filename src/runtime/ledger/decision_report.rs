//! Builds the report of decisions and comments to the model, as one text.

use std::collections::BTreeSet;

use super::logs::Logged;
use super::{Ledger, LedgerError};
use protocol::change::{Entry, Hunk, HunkState, Origin};
use protocol::ids::{CommentId, HunkId, SessionId};
use protocol::review::{Comment, CommentTarget, ReviewReport};

/// Maximum number of bytes of a hunk's text in the report.
const EXCERPT_BYTES: usize = 2 * 1024;

/// Maximum size of the report, in bytes.
const TEXT_BYTES: usize = 24 * 1024;

impl Ledger {
    /// Counts the decisions and comments that the report would contain; those that were undone
    /// do not count.
    pub(super) fn to_tell(
        &self,
        session: SessionId,
        untold: &[HunkId],
        comments: usize,
    ) -> Result<u32, LedgerError> {
        let mut count = comments;
        for logged in self.logs(session)?.0 {
            let told = logged.log.hunks().filter(|(entry, hunk)| {
                let of_agent = matches!(entry.origin, Origin::Agent { .. });
                of_agent && hunk.amends.is_none() && untold.contains(&hunk.id) && {
                    hunk.state == HunkState::Accepted || verdict(&logged, entry, hunk).is_some()
                }
            });
            count += told.count();
        }
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }

    /// Reports the decisions on these hunks, and these comments, to the model; `None` if there is
    /// nothing to report.
    pub(super) fn tell(
        &self,
        session: SessionId,
        hunks: &[HunkId],
        comments: &[CommentId],
    ) -> Result<Option<ReviewReport>, LedgerError> {
        let wanted: BTreeSet<HunkId> = hunks.iter().copied().collect();
        let said = self.store.comments_blocking(session)?;
        let said: Vec<Comment> = said
            .into_iter()
            .filter(|comment| comments.contains(&comment.id))
            .collect();
        let mut lines = Vec::new();
        let mut accepted = 0_usize;
        for logged in self.logs(session)?.0 {
            for (entry, hunk) in logged.log.hunks() {
                let of_agent = matches!(entry.origin, Origin::Agent { .. });
                if of_agent && hunk.amends.is_none() && wanted.contains(&hunk.id) {
                    match verdict(&logged, entry, hunk) {
                        Some(verdict) => lines.push(verdict),
                        None => accepted += usize::from(hunk.state == HunkState::Accepted),
                    }
                }
            }
        }
        lines.extend(
            said.iter()
                .map(|comment| comment_line(self, session, comment)),
        );
        if lines.is_empty() && accepted == 0 {
            // The report is empty, for example because a decision was undone.
            return Ok(Some(ReviewReport {
                hunks: hunks.to_vec(),
                comments: comments.to_vec(),
                text: String::new(),
            })
            .filter(|_| !hunks.is_empty()));
        }
        let mut text = String::from("The user has reviewed your changes.");
        if accepted > 0 {
            let what = match accepted {
                1 => "The user accepted 1 hunk".to_owned(),
                _ => format!("The user accepted {accepted} hunks"),
            };
            text.push_str(&format!("\n{what}."));
        }
        for (number, line) in lines.iter().enumerate() {
            if text.len() + line.len() > TEXT_BYTES {
                let left = lines.len() - number;
                text.push_str(&format!(
                    "\n({left} more, left out because the report is too long)"
                ));
                break;
            }
            text.push('\n');
            text.push_str(line);
        }
        text.push_str(
            "\nThe files that you read do not have refused text. Take the review into account. Do not \
             propose refused text again.",
        );
        Ok(Some(ReviewReport {
            hunks: hunks.to_vec(),
            comments: comments.to_vec(),
            text,
        }))
    }
}

/// Describes the decision on a hunk; `None` if it is as the agent made it.
fn verdict(logged: &Logged, entry: &Entry, hunk: &Hunk) -> Option<String> {
    let amended = logged
        .log
        .hunks()
        .any(|(_, other)| other.amends == Some(hunk.id) && other.state.is_live());
    let what = match hunk.state {
        HunkState::Rejected => "refused",
        HunkState::RolledBack => "rolled back",
        HunkState::Accepted | HunkState::Pending if amended => "edited by the user",
        HunkState::Accepted | HunkState::Pending => return None,
    };
    let proposed = if hunk.inserted.is_empty() {
        format!("deletes {} lines", hunk.old_count)
    } else {
        format!("you wrote:\n{}", excerpt(&hunk.inserted.concat()))
    };
    let mut text = format!(
        "- {} line {}: {what}; {proposed}",
        entry.path, hunk.new_start
    );
    if amended && hunk.state.is_live() {
        text.push_str(&format!(
            "\n  the text is now:\n{}",
            excerpt(&logged.log.text_of(hunk.id))
        ));
    }
    Some(text)
}

fn comment_line(ledger: &Ledger, session: SessionId, comment: &Comment) -> String {
    let place = match &comment.on {
        CommentTarget::Lines { first, last, .. } if first == last => format!("line {first}"),
        CommentTarget::Lines { first, last, .. } => format!("lines {first}-{last}"),
        // The user sends these as a message.
        CommentTarget::Git(_) => String::new(),
        CommentTarget::Hunk(hunk) => {
            let found = ledger.logs(session).ok().and_then(|(logs, _)| {
                logs.iter().find_map(|logged| {
                    let mut hunks = logged.log.hunks();
                    let (_, hunk) = hunks.find(|(_, known)| known.id == *hunk)?;
                    Some(format!("line {}", hunk.new_start))
                })
            });
            found.unwrap_or_default()
        }
    };
    format!(
        "- {} {place}: the user says: {}",
        comment.path, comment.text
    )
}

fn excerpt(text: &str) -> String {
    let head = text
        .get(..text.floor_char_boundary(EXCERPT_BYTES))
        .unwrap_or_default();
    let cut = if head.len() < text.len() {
        "\n  ..."
    } else {
        ""
    };
    let lines: Vec<String> = head.lines().map(|line| format!("  | {line}")).collect();
    format!("{}{cut}", lines.join("\n"))
}
