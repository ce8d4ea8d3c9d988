//! Tests of the review through the whole program: changes are proposed, decided, applied, rolled
//! back and reported.

mod accounts;
mod commands;
mod own_program;
mod rollbacks;

use serde_json::{Value, json};

use super::support::{ActorHarness, calls, says};
use protocol::approval::Mode;
use protocol::change::{HunkState, Origin};
use protocol::command::Command;
use protocol::event::EventKind;
use protocol::ids::{ContentHash, HunkId};
use protocol::query::{Query, Reply};
use protocol::review::rollback::{RollbackMode, RollbackPreview, RollbackRequest, RollbackScope};
use protocol::review::view::{HunkRow, ViewOptions};
use protocol::review::{
    ApplySummary, CommentTarget, ConflictChoice, FileReview, ReviewBase, ReviewCommand,
    ReviewQuery, ReviewReply, ReviewSubject, SplitAt,
};
use protocol::session::SessionStatus;

const BEFORE: &str = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n";

fn read(path: &str) -> (&'static str, Value) {
    ("read_file", json!({ "path": path }))
}

fn write(path: &str, content: &str) -> (&'static str, Value) {
    ("write_file", json!({ "path": path, "content": content }))
}

impl ActorHarness {
    fn put(&self, path: &str, text: &str) {
        std::fs::write(self.root().join(path), text).unwrap();
    }

    fn disk(&self, path: &str) -> String {
        std::fs::read_to_string(self.root().join(path)).unwrap()
    }

    /// Lets the agent read a file and rewrite it with `text`.
    async fn agent_writes(&self, path: &str, text: &str) {
        self.provider.answer(calls(&[read(path)]));
        self.provider.answer(calls(&[write(path, text)]));
        self.provider.answer(says("done"));
        self.send("change it");
        self.idle().await;
    }

    fn order(&self, order: ReviewCommand) {
        let session = self.session;
        self.command(Command::Review { session, order });
    }

    async fn ask(&self, question: ReviewQuery) -> ReviewReply {
        let session = self.session;
        let query = Query::Review { session, question };
        match self.handle.query(query).unwrap().await.unwrap() {
            Reply::Review { answer } => *answer,
            other => panic!("{other:?}"),
        }
    }

    async fn file(&self) -> (FileReview, Vec<HunkRow>) {
        let since = ReviewBase::Open;
        let ReviewReply::Files { files, .. } = self.ask(ReviewQuery::Files { since }).await else {
            panic!("no files");
        };
        let file = files.first().expect("a file under review").file;
        let of = ReviewSubject::File { file, since };
        let options = ViewOptions::default();
        match self.ask(ReviewQuery::File { of, options }).await {
            ReviewReply::File { file, hunks, .. } => (*file, hunks),
            other => panic!("{other:?}"),
        }
    }

    async fn hunks(&self) -> Vec<HunkId> {
        let (_, hunks) = self.file().await;
        hunks.iter().map(|hunk| hunk.id).collect()
    }

    async fn decide(&self, hunk: HunkId, state: HunkState) {
        self.order(ReviewCommand::Decide {
            hunks: vec![hunk],
            state,
        });
        self.idle().await;
    }

    /// For calls whose changes do not all stand, returns the number of hunks: in total, refused,
    /// rolled back, and still on the disk.
    async fn fates(&self) -> Vec<(u32, u32, u32, u32)> {
        let since = ReviewBase::Open;
        match self.ask(ReviewQuery::Files { since }).await {
            ReviewReply::Files { changes: fates, .. } => fates
                .iter()
                .filter(|fate| fate.is_part())
                .map(|fate| (fate.all, fate.refused, fate.taken_back, fate.on_disk))
                .collect(),
            other => panic!("{other:?}"),
        }
    }

    /// For each run, returns the number of all hunks, and of those that stand and are not
    /// on the disk.
    async fn proposed_counts(&self) -> Vec<(u32, u32)> {
        let since = ReviewBase::Open;
        match self.ask(ReviewQuery::Files { since }).await {
            ReviewReply::Files { runs, .. } => {
                runs.iter().map(|run| (run.all, run.proposed)).collect()
            }
            other => panic!("{other:?}"),
        }
    }

    async fn summary(&self) -> ApplySummary {
        let files = Vec::new();
        match self.ask(ReviewQuery::Summary { files }).await {
            ReviewReply::Summary { summary } => summary,
            other => panic!("{other:?}"),
        }
    }

    async fn apply(&self) {
        let shown = self.summary().await.shown.unwrap();
        self.order(ReviewCommand::Apply {
            files: Vec::new(),
            shown,
        });
        self.idle().await;
    }

    async fn preview(&self, request: &RollbackRequest) -> RollbackPreview {
        let request = request.clone();
        match self.ask(ReviewQuery::Rollback { request }).await {
            ReviewReply::Rollback { preview } => *preview,
            other => panic!("{other:?}"),
        }
    }

    async fn roll_back(&self, request: RollbackRequest) {
        let shown = self.preview(&request).await.shown;
        self.order(ReviewCommand::RollBack { request, shown });
        self.idle().await;
    }
}

fn request(how: RollbackMode, scope: RollbackScope) -> RollbackRequest {
    RollbackRequest {
        how,
        scope,
        without: Vec::new(),
        settle: Vec::new(),
        unclear: Vec::new(),
        word: "HARD".to_owned(),
    }
}

#[tokio::test]
async fn a_proposed_write_leaves_the_disk_and_is_what_the_agent_reads() {
    let harness = ActorHarness::new(Mode::Review).await;
    harness.put("a.txt", BEFORE);
    harness
        .agent_writes(
            "a.txt",
            "ONE\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nNINE\n",
        )
        .await;
    assert_eq!(harness.disk("a.txt"), BEFORE);
    let (file, hunks) = harness.file().await;
    assert!(file.proposed && !file.dirty, "{file:?}");
    assert_eq!((file.counts.pending, hunks.len()), (2, 2));
    let snapshot = harness
        .store
        .session(harness.session)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(snapshot.summary.status, SessionStatus::AwaitingReview);
    harness.provider.answer(calls(&[read("a.txt")]));
    harness.provider.answer(says("it reads so"));
    harness.send("read it");
    harness.idle().await;
    let seen =
        serde_json::to_string(&harness.provider.requests().last().unwrap().messages).unwrap();
    assert!(
        seen.contains("ONE\\\\ntwo") || seen.contains("ONE\\ntwo"),
        "{seen}"
    );
}

#[tokio::test]
async fn what_is_taken_is_written_by_an_apply_and_what_is_refused_never_is() {
    let harness = ActorHarness::new(Mode::Review).await;
    harness.put("a.txt", BEFORE);
    harness
        .agent_writes(
            "a.txt",
            "ONE\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nNINE\n",
        )
        .await;
    let hunks = harness.hunks().await;
    harness.decide(hunks[0], HunkState::Accepted).await;
    harness.decide(hunks[1], HunkState::Rejected).await;
    assert_eq!(harness.disk("a.txt"), BEFORE, "a decision writes nothing");
    let summary = harness.summary().await;
    assert_eq!((summary.files.len(), summary.pending), (1, 0));
    harness.apply().await;
    assert_eq!(harness.disk("a.txt"), BEFORE.replace("one", "ONE"));
    let (file, decided) = harness.file().await;
    assert!(!file.dirty && !file.proposed);
    assert_eq!(
        decided.len(),
        2,
        "what was decided stays in view until the next run"
    );
    // The next message carries the report to the model, once.
    harness.provider.answer(says("I see"));
    harness.send("and?");
    harness.idle().await;
    let told = |harness: &ActorHarness| {
        let requests = harness.provider.requests();
        let last = requests.last().unwrap();
        last.messages
            .iter()
            .filter(|message| message.plain_text().contains("has reviewed your changes"))
            .count()
    };
    assert_eq!(told(&harness), 1);
    harness.provider.answer(says("yes"));
    harness.send("more?");
    harness.idle().await;
    assert_eq!(told(&harness), 1);
}

#[tokio::test]
async fn an_edited_hunk_is_written_as_it_was_edited_and_the_agent_hears_of_it() {
    let harness = ActorHarness::new(Mode::Review).await;
    harness.put("a.txt", BEFORE);
    harness
        .agent_writes("a.txt", &BEFORE.replace("two", "TWO"))
        .await;
    let hunk = harness.hunks().await[0];
    harness.order(ReviewCommand::Amend {
        hunk,
        text: "zwei\n".to_owned(),
    });
    harness.idle().await;
    harness.decide(hunk, HunkState::Accepted).await;
    harness.order(ReviewCommand::Comment {
        on: CommentTarget::Hunk(hunk),
        text: "in German, please".to_owned(),
    });
    harness.apply().await;
    assert_eq!(harness.disk("a.txt"), BEFORE.replace("two", "zwei"));
    harness.provider.answer(says("gut"));
    harness.order(ReviewCommand::TellAgent);
    harness.idle().await;
    let requests = harness.provider.requests();
    let told = serde_json::to_string(&requests.last().unwrap().messages).unwrap();
    assert!(told.contains("edited by the user"), "{told}");
    assert!(told.contains("in German, please"), "{told}");
}

#[tokio::test]
async fn an_edit_of_a_rejected_hunk_accepts_it_as_edited_and_undo_takes_both_back() {
    let harness = ActorHarness::new(Mode::Review).await;
    harness.put("a.txt", BEFORE);
    harness
        .agent_writes("a.txt", &BEFORE.replace("two", "TWO"))
        .await;
    let hunk = harness.hunks().await[0];
    harness.decide(hunk, HunkState::Rejected).await;
    let text = "zwei\n".to_owned();
    harness.order(ReviewCommand::Amend { hunk, text });
    harness.idle().await;
    harness.apply().await;
    assert_eq!(harness.disk("a.txt"), BEFORE.replace("two", "zwei"));
    let agent = harness.file().await.0.by.to_string().replace(", you", "");
    let by = harness.file().await.0.by.to_string();
    assert_eq!(by, format!("{agent}, you"));
    harness.order(ReviewCommand::Undo);
    harness.idle().await;
    assert_eq!(
        harness.file().await.0.by.to_string(),
        agent,
        "nothing of the human's is in it"
    );
    harness.apply().await;
    assert_eq!(harness.disk("a.txt"), BEFORE, "rejected as it was");
    harness.provider.answer(says("gut"));
    harness.order(ReviewCommand::Redo);
    harness.order(ReviewCommand::TellAgent);
    harness.idle().await;
    let requests = harness.provider.requests();
    let told = serde_json::to_string(&requests.last().unwrap().messages).unwrap();
    assert!(told.contains("edited by the user"), "{told}");
}

#[tokio::test]
async fn a_split_is_undone_and_done_again_with_what_was_decided_of_its_parts() {
    let harness = ActorHarness::new(Mode::Review).await;
    harness.put("a.txt", BEFORE);
    let text = BEFORE.replace("two\nthree\n", "TWO\nTHREE\n");
    harness.agent_writes("a.txt", &text).await;
    let hunk = harness.hunks().await[0];
    harness.order(ReviewCommand::Split {
        hunk,
        at: SplitAt::Natural,
    });
    harness.idle().await;
    let parts = harness.hunks().await;
    assert_eq!(parts.len(), 2);
    harness.decide(parts[1], HunkState::Rejected).await;
    for _ in 0..2 {
        harness.order(ReviewCommand::Undo);
        harness.idle().await;
    }
    assert_eq!(harness.hunks().await, [hunk], "one again");
    for _ in 0..2 {
        harness.order(ReviewCommand::Redo);
        harness.idle().await;
    }
    assert_eq!(harness.hunks().await, parts, "the same parts");
    harness.decide(parts[0], HunkState::Accepted).await;
    harness.apply().await;
    assert_eq!(harness.disk("a.txt"), BEFORE.replace("two", "TWO"));
}

#[tokio::test]
async fn a_comment_is_changed_removed_and_undone_until_the_agent_is_told() {
    let harness = ActorHarness::new(Mode::Review).await;
    harness.put("a.txt", BEFORE);
    harness
        .agent_writes("a.txt", &BEFORE.replace("two", "TWO"))
        .await;
    let hunk = harness.hunks().await[0];
    let said = async || -> Vec<String> {
        harness.idle().await;
        match harness.ask(ReviewQuery::Comments).await {
            ReviewReply::Comments { comments } => {
                comments.into_iter().map(|comment| comment.text).collect()
            }
            answer => panic!("{answer:?}"),
        }
    };
    let on = CommentTarget::Hunk(hunk);
    let text = "why".to_owned();
    harness.order(ReviewCommand::Comment { on, text });
    assert_eq!(said().await, ["why"]);
    let comment = match harness.ask(ReviewQuery::Comments).await {
        ReviewReply::Comments { comments } => comments[0].id,
        answer => panic!("{answer:?}"),
    };
    let text = "why?".to_owned();
    harness.order(ReviewCommand::Reword { comment, text });
    assert_eq!(said().await, ["why?"]);
    harness.order(ReviewCommand::RemoveComment { comment });
    assert_eq!(said().await, Vec::<String>::new());
    for words in [&["why?"][..], &["why"], &[]] {
        harness.order(ReviewCommand::Undo);
        assert_eq!(said().await, words);
    }
    harness.order(ReviewCommand::Redo);
    assert_eq!(said().await, ["why"]);
}

#[tokio::test]
async fn the_parts_of_a_hunk_are_decided_one_by_one() {
    let harness = ActorHarness::new(Mode::Review).await;
    harness.put("a.txt", BEFORE);
    let text = BEFORE.replace("two\nthree\n", "TWO\nTHREE\n");
    harness.agent_writes("a.txt", &text).await;
    let hunk = harness.hunks().await[0];
    harness.order(ReviewCommand::Split {
        hunk,
        at: SplitAt::Lines {
            old: (0, 1),
            new: (0, 1),
        },
    });
    harness.idle().await;
    let parts = harness.hunks().await;
    assert_eq!(parts.len(), 2);
    harness.decide(parts[1], HunkState::Rejected).await;
    harness.decide(parts[0], HunkState::Accepted).await;
    harness.apply().await;
    assert_eq!(harness.disk("a.txt"), BEFORE.replace("two", "TWO"));
}

#[tokio::test]
async fn a_summary_that_is_out_of_date_writes_nothing() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    harness.put("a.txt", BEFORE);
    harness
        .agent_writes("a.txt", &BEFORE.replace("two", "TWO"))
        .await;
    let hunk = harness.hunks().await[0];
    harness.decide(hunk, HunkState::Accepted).await;
    harness.order(ReviewCommand::Apply {
        files: Vec::new(),
        shown: ContentHash::of(b"something else"),
    });
    let rejected = harness.event("command.rejected").await;
    let EventKind::CommandRejected { reason, .. } = rejected.fact else {
        panic!("{rejected:?}");
    };
    assert!(reason.to_string().contains("look at it again"), "{reason}");
    assert_eq!(harness.disk("a.txt"), BEFORE);
}

#[tokio::test]
async fn what_another_program_writes_is_the_users_and_is_in_what_the_agent_reads() {
    let harness = ActorHarness::new(Mode::Review).await;
    harness.put("a.txt", BEFORE);
    harness
        .agent_writes("a.txt", &BEFORE.replace("two", "TWO"))
        .await;
    harness.put("a.txt", &BEFORE.replace("nine", "mine"));
    harness.order(ReviewCommand::LookAtDisk);
    harness.idle().await;
    let entries = harness
        .store
        .entries(store::EntriesOf::Session(harness.session));
    let entries = entries.await.unwrap();
    assert_eq!(entries.last().unwrap().origin, Origin::User);
    let hunk = harness.hunks().await[0];
    harness.decide(hunk, HunkState::Accepted).await;
    harness.apply().await;
    let both = BEFORE.replace("two", "TWO").replace("nine", "mine");
    assert_eq!(harness.disk("a.txt"), both);
}

#[tokio::test]
async fn a_hunk_that_gave_way_and_is_taken_after_all_is_in_conflict_again() {
    let harness = ActorHarness::new(Mode::Review).await;
    harness.put("a.txt", BEFORE);
    let changed = BEFORE.replace("five", "FIVE");
    harness.agent_writes("a.txt", &changed).await;
    // The user makes the same change.
    harness.put("a.txt", &changed);
    harness.order(ReviewCommand::LookAtDisk);
    harness.idle().await;
    let (file, hunks) = harness.file().await;
    assert_eq!(file.counts.conflicts, 1);
    let agents = hunks
        .iter()
        .find(|hunk| hunk.conflict.is_some())
        .unwrap()
        .id;
    let choice = ConflictChoice::Mine;
    harness.order(ReviewCommand::Settle {
        hunk: agents,
        choice,
    });
    harness.idle().await;
    assert_eq!(harness.file().await.0.counts.conflicts, 0);
    harness.decide(agents, HunkState::Accepted).await;
    assert_eq!(harness.file().await.0.counts.conflicts, 1);
    assert!(
        harness.summary().await.files.is_empty(),
        "it is not doubled"
    );
}
