//! `agentichat review --branch` and `--working-tree`: the changes that git knows. Opens them in the
//! workbench, or prints them where there is no terminal; needs no session to print.

use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::sync::Arc;

use super::super::args::ReviewArguments;
use super::super::failure::Failure;
use super::super::stored_sessions::with_stored_sessions;
use super::super::{Format, workbench};
use super::print;
use super::review_client::ReviewedFile;
use engine::Attendance;
use notice::Notice;
use protocol::review::view::{ViewLayout, ViewOptions};
use protocol::review::{FileReview, ReviewBase, ReviewQuery, ReviewReply, ReviewSubject};
use runtime::ledger::GitReview;

/// Returns the base of the review that the arguments name, if it is one of git.
pub(super) fn base_of(arguments: &ReviewArguments) -> Option<ReviewBase> {
    let branch = arguments.branch.clone();
    let tree = arguments.working_tree.then_some(ReviewBase::WorkingTree);
    branch.map(|branch| ReviewBase::Branch { branch }).or(tree)
}

pub(super) fn review(arguments: &ReviewArguments, base: ReviewBase) -> ExitCode {
    let has_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    if has_terminal && !arguments.json {
        return workbench::open_review(&arguments.at, base);
    }
    let format = Format::of(arguments.json);
    let cwd = arguments.at.cwd.clone();
    with_stored_sessions(cwd, Attendance::Unattended, format, async |setup| {
        let review = GitReview::new(Arc::clone(&setup.workspace));
        let files = tokio::task::spawn_blocking(move || read(&review, &base));
        let files = files
            .await
            .map_err(|error| Notice::text(error.to_string()))?;
        let files = files.map_err(Failure::refused)?;
        let mut out = io::stdout().lock();
        Ok(print::git_review(format, &files, &mut out).map(|()| 0))
    })
}

fn read(review: &GitReview, base: &ReviewBase) -> Result<Vec<ReviewedFile>, Notice> {
    let since = || base.clone();
    let ReviewReply::Files { files, .. } =
        review.answer(&ReviewQuery::Files { since: since() }, &[])?
    else {
        return Ok(Vec::new());
    };
    files
        .into_iter()
        .map(|listed| read_file(review, listed, &since))
        .collect()
}

fn read_file(
    review: &GitReview,
    listed: FileReview,
    since: &impl Fn() -> ReviewBase,
) -> Result<ReviewedFile, Notice> {
    let id = listed.file;
    let options = ViewOptions {
        layout: ViewLayout::Three,
        ..ViewOptions::default()
    };
    let of = ReviewSubject::File {
        file: id,
        since: since(),
    };
    let mut reviewed = ReviewedFile {
        file: listed,
        hunks: Vec::new(),
        rows: Vec::new(),
        base_hash: None,
        patches: Vec::new(),
    };
    if let ReviewReply::File { file, hunks, .. } =
        review.answer(&ReviewQuery::File { of, options }, &[])?
    {
        (reviewed.file, reviewed.hunks) = (*file, hunks);
    }
    let patches = ReviewQuery::Patches {
        file: id,
        since: since(),
    };
    if let ReviewReply::Patches { base, hunks } = review.answer(&patches, &[])? {
        (reviewed.base_hash, reviewed.patches) = (base, hunks);
    }
    Ok(reviewed)
}
