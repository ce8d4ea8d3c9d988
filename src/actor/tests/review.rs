//! The review through the whole house: what is staged, decided, saved, taken back and told.

use serde_json::{Value, json};

use super::support::{House, calls, says};
use crate::protocol::approval::Mode;
use crate::protocol::change::{DiffLineKind, FileDiff, HunkState, Origin};
use crate::protocol::command::Command;
use crate::protocol::event::Fact;
use crate::protocol::ids::{ContentHash, HunkId};
use crate::protocol::query::{Query, Reply};
use crate::protocol::review::rollback::{
    RollbackHow, RollbackPreview, RollbackRequest, RollbackScope,
};
use crate::protocol::review::view::{HunkRow, ViewOptions};
use crate::protocol::review::{
    CommentTarget, ConflictChoice, FileReview, ReviewAnswer, ReviewBase, ReviewOf, ReviewOrder,
    ReviewQuestion, SaveSummary, SplitAt,
};
use crate::protocol::session::SessionStatus;

const BEFORE: &str = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n";

fn read(path: &str) -> (&'static str, Value) {
    ("read_file", json!({ "path": path }))
}

fn write(path: &str, content: &str) -> (&'static str, Value) {
    ("write_file", json!({ "path": path, "content": content }))
}

impl House {
    fn put(&self, path: &str, text: &str) {
        std::fs::write(self.root().join(path), text).unwrap();
    }

    fn disk(&self, path: &str) -> String {
        std::fs::read_to_string(self.root().join(path)).unwrap()
    }

    /// The agent reads a file and writes another text of it.
    async fn agent_writes(&self, path: &str, text: &str) {
        self.provider.answer(calls(&[read(path)]));
        self.provider.answer(calls(&[write(path, text)]));
        self.provider.answer(says("done"));
        self.send("change it");
        self.idle().await;
    }

    fn order(&self, order: ReviewOrder) {
        let session = self.session;
        self.command(Command::Review { session, order });
    }

    async fn ask(&self, question: ReviewQuestion) -> ReviewAnswer {
        let session = self.session;
        let query = Query::Review { session, question };
        match self.handle.query(query).unwrap().await.unwrap() {
            Reply::Review { answer } => *answer,
            other => panic!("{other:?}"),
        }
    }

    async fn file(&self) -> (FileReview, Vec<HunkRow>) {
        let since = ReviewBase::Open;
        let ReviewAnswer::Files { files, .. } = self.ask(ReviewQuestion::Files { since }).await
        else {
            panic!("no files");
        };
        let file = files.first().expect("a file under review").file;
        let of = ReviewOf::File { file, since };
        let options = ViewOptions::default();
        match self.ask(ReviewQuestion::File { of, options }).await {
            ReviewAnswer::File { file, hunks, .. } => (*file, hunks),
            other => panic!("{other:?}"),
        }
    }

    async fn hunks(&self) -> Vec<HunkId> {
        let (_, hunks) = self.file().await;
        hunks.iter().map(|hunk| hunk.id).collect()
    }

    async fn decide(&self, hunk: HunkId, state: HunkState) {
        self.order(ReviewOrder::Decide {
            hunks: vec![hunk],
            state,
        });
        self.idle().await;
    }

    /// Of calls whose changes do not all stand: all hunks, refused, taken back, and those on the disk still.
    async fn fates(&self) -> Vec<(u32, u32, u32, u32)> {
        let since = ReviewBase::Open;
        match self.ask(ReviewQuestion::Files { since }).await {
            ReviewAnswer::Files { fates, .. } => fates
                .iter()
                .filter(|fate| fate.is_part())
                .map(|fate| (fate.all, fate.refused, fate.taken_back, fate.on_disk))
                .collect(),
            other => panic!("{other:?}"),
        }
    }

    /// Of runs: all hunks, and those that stand and are not on the disk.
    async fn staged(&self) -> Vec<(u32, u32)> {
        let since = ReviewBase::Open;
        match self.ask(ReviewQuestion::Files { since }).await {
            ReviewAnswer::Files { runs, .. } => {
                runs.iter().map(|run| (run.all, run.staged)).collect()
            }
            other => panic!("{other:?}"),
        }
    }

    async fn summary(&self) -> SaveSummary {
        let files = Vec::new();
        match self.ask(ReviewQuestion::Summary { files }).await {
            ReviewAnswer::Summary { summary } => summary,
            other => panic!("{other:?}"),
        }
    }

    async fn save(&self) {
        let shown = self.summary().await.shown.unwrap();
        self.order(ReviewOrder::Save {
            files: Vec::new(),
            shown,
        });
        self.idle().await;
    }

    async fn preview(&self, request: &RollbackRequest) -> RollbackPreview {
        let request = request.clone();
        match self.ask(ReviewQuestion::Rollback { request }).await {
            ReviewAnswer::Rollback { preview } => *preview,
            other => panic!("{other:?}"),
        }
    }

    async fn roll_back(&self, request: RollbackRequest) {
        let shown = self.preview(&request).await.shown;
        self.order(ReviewOrder::RollBack { request, shown });
        self.idle().await;
    }
}

fn request(how: RollbackHow, scope: RollbackScope) -> RollbackRequest {
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
async fn a_staged_write_leaves_the_disk_and_is_what_the_agent_reads() {
    let house = House::new(Mode::Review).await;
    house.put("a.txt", BEFORE);
    house
        .agent_writes(
            "a.txt",
            "ONE\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nNINE\n",
        )
        .await;
    assert_eq!(house.disk("a.txt"), BEFORE);
    let (file, hunks) = house.file().await;
    assert!(file.staged && !file.dirty, "{file:?}");
    assert_eq!((file.counts.pending, hunks.len()), (2, 2));
    let snapshot = house.store.session(house.session).await.unwrap().unwrap();
    assert_eq!(snapshot.summary.status, SessionStatus::AwaitingReview);
    house.provider.answer(calls(&[read("a.txt")]));
    house.provider.answer(says("it reads so"));
    house.send("read it");
    house.idle().await;
    let seen = serde_json::to_string(&house.provider.requests().last().unwrap().messages).unwrap();
    assert!(
        seen.contains("ONE\\\\ntwo") || seen.contains("ONE\\ntwo"),
        "{seen}"
    );
}

#[tokio::test]
async fn what_is_taken_is_written_by_a_save_and_what_is_refused_never_is() {
    let house = House::new(Mode::Review).await;
    house.put("a.txt", BEFORE);
    house
        .agent_writes(
            "a.txt",
            "ONE\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nNINE\n",
        )
        .await;
    let hunks = house.hunks().await;
    house.decide(hunks[0], HunkState::Accepted).await;
    house.decide(hunks[1], HunkState::Rejected).await;
    assert_eq!(house.disk("a.txt"), BEFORE, "a decision writes nothing");
    let summary = house.summary().await;
    assert_eq!((summary.files.len(), summary.pending), (1, 0));
    house.save().await;
    assert_eq!(house.disk("a.txt"), BEFORE.replace("one", "ONE"));
    let (file, decided) = house.file().await;
    assert!(!file.dirty && !file.staged);
    assert_eq!(
        decided.len(),
        2,
        "what was decided stays in view until the next run"
    );
    // The agent is told with the next message, once.
    house.provider.answer(says("I see"));
    house.send("and?");
    house.idle().await;
    let told = |house: &House| {
        let requests = house.provider.requests();
        let last = requests.last().unwrap();
        last.messages
            .iter()
            .filter(|message| message.plain_text().contains("has reviewed your changes"))
            .count()
    };
    assert_eq!(told(&house), 1);
    house.provider.answer(says("yes"));
    house.send("more?");
    house.idle().await;
    assert_eq!(told(&house), 1);
}

/// The lines that a difference takes and gives.
fn changed_lines(diffs: &[FileDiff]) -> Vec<String> {
    let lines = diffs.iter().flat_map(|diff| &diff.hunks);
    let lines = lines.flat_map(|hunk| &hunk.lines);
    lines
        .filter(|line| line.kind != DiffLineKind::Context)
        .map(|line| line.content.clone())
        .collect()
}

#[tokio::test]
async fn two_checkpoints_differ_by_all_that_was_changed_between_them() {
    let house = House::new(Mode::AcceptEdits).await;
    house.put("a.txt", BEFORE);
    house.put("b.txt", "old\n");
    house
        .agent_writes("a.txt", &BEFORE.replace("two", "TWO"))
        .await;
    house.agent_writes("b.txt", "new\n").await;
    let limit = 10;
    let ReviewAnswer::Checkpoints { checkpoints, .. } =
        house.ask(ReviewQuestion::Checkpoints { limit }).await
    else {
        panic!("no checkpoints");
    };
    let [second, first] = checkpoints.as_slice() else {
        panic!("{checkpoints:?}");
    };
    let (first, second) = (first.checkpoint.id, second.checkpoint.id);
    let between = async |from, to| match house.ask(ReviewQuestion::Compare { from, to }).await {
        ReviewAnswer::Compared { diffs, left_out } => {
            assert!(left_out.is_empty(), "{left_out:?}");
            changed_lines(&diffs)
        }
        other => panic!("{other:?}"),
    };
    // The second holds only what was changed after it: the first file is as it is now.
    assert_eq!(between(first, Some(second)).await, ["two", "TWO"]);
    assert_eq!(
        between(second, Some(first)).await,
        ["two", "TWO"],
        "the older comes first"
    );
    assert_eq!(between(first, None).await, ["two", "TWO", "old", "new"]);
    assert_eq!(between(second, None).await, ["old", "new"]);
}

#[tokio::test]
async fn the_humans_own_line_outlives_a_scoped_rollback_which_can_be_undone() {
    let house = House::new(Mode::AcceptEdits).await;
    house.put("a.txt", BEFORE);
    house
        .agent_writes("a.txt", &BEFORE.replace("two", "TWO"))
        .await;
    let mine = BEFORE.replace("two", "TWO").replace("nine", "nine, mine");
    house.put("a.txt", &mine);
    let whole = request(RollbackHow::Scoped, RollbackScope::Session);
    let ReviewAnswer::Compared { diffs, left_out } = house
        .ask(ReviewQuestion::RollbackDiff {
            request: whole.clone(),
        })
        .await
    else {
        panic!("the difference");
    };
    let changed = changed_lines(&diffs);
    assert_eq!(changed, ["TWO", "two"], "one's own line is no part of it");
    assert!(left_out.is_empty(), "{left_out:?}");
    let preview = house.preview(&whole).await;
    assert_eq!(preview.files[0].becomes, "1 hunk back, 1 of yours kept");
    house.roll_back(whole).await;
    let without = BEFORE.replace("nine", "nine, mine");
    assert_eq!(house.disk("a.txt"), without);
    let ReviewAnswer::Compared { diffs, .. } = house.ask(ReviewQuestion::UndoDiff).await else {
        panic!("the difference");
    };
    assert_eq!(
        changed_lines(&diffs),
        ["two", "TWO"],
        "the undo turns it round"
    );
    house.order(ReviewOrder::Undo);
    house.idle().await;
    assert_eq!(house.disk("a.txt"), mine);
    house.order(ReviewOrder::Redo);
    house.idle().await;
    assert_eq!(house.disk("a.txt"), without);
}

#[tokio::test]
async fn a_hard_rollback_brings_the_base_back_byte_for_byte() {
    let house = House::new(Mode::AcceptEdits).await;
    house.put("a.txt", BEFORE);
    house
        .agent_writes("a.txt", &BEFORE.replace("two", "TWO"))
        .await;
    house.put("a.txt", &BEFORE.replace("two", "TWO, mine"));
    let hard = request(RollbackHow::Hard, RollbackScope::Session);
    let preview = house.preview(&hard).await;
    assert_eq!(preview.user_hunks_lost, 1);
    house.roll_back(hard).await;
    assert_eq!(house.disk("a.txt"), BEFORE);
}

#[tokio::test]
async fn work_on_the_agents_lines_is_a_conflict_and_stays_until_it_is_settled() {
    let house = House::new(Mode::AcceptEdits).await;
    house.put("a.txt", BEFORE);
    house
        .agent_writes("a.txt", &BEFORE.replace("two", "TWO"))
        .await;
    let mine = BEFORE.replace("two", "TWO, mine");
    house.put("a.txt", &mine);
    let scoped = request(RollbackHow::Scoped, RollbackScope::Session);
    let preview = house.preview(&scoped).await;
    assert_eq!(preview.files[0].conflicts.len(), 1, "{preview:?}");
    let hunk = preview.files[0].conflicts[0].hunk;
    let settled = RollbackRequest {
        settle: vec![(hunk, ConflictChoice::Base)],
        ..scoped
    };
    house.roll_back(settled).await;
    assert_eq!(house.disk("a.txt"), BEFORE);
    house.order(ReviewOrder::Undo);
    house.idle().await;
    assert_eq!(house.disk("a.txt"), mine);
}

#[tokio::test]
async fn a_file_that_the_agent_made_goes_with_the_rollback_and_comes_back() {
    let house = House::new(Mode::AcceptEdits).await;
    house.provider.answer(calls(&[write("new.txt", "made\n")]));
    house.provider.answer(says("done"));
    house.send("make it");
    house.idle().await;
    assert_eq!(house.disk("new.txt"), "made\n");
    house
        .roll_back(request(RollbackHow::Scoped, RollbackScope::Session))
        .await;
    assert!(!house.root().join("new.txt").exists());
    house.order(ReviewOrder::Undo);
    house.idle().await;
    assert_eq!(house.disk("new.txt"), "made\n");
}

#[tokio::test]
async fn an_edited_hunk_is_written_as_it_was_edited_and_the_agent_hears_of_it() {
    let house = House::new(Mode::Review).await;
    house.put("a.txt", BEFORE);
    house
        .agent_writes("a.txt", &BEFORE.replace("two", "TWO"))
        .await;
    let hunk = house.hunks().await[0];
    house.order(ReviewOrder::Amend {
        hunk,
        text: "zwei\n".to_owned(),
    });
    house.idle().await;
    house.decide(hunk, HunkState::Accepted).await;
    house.order(ReviewOrder::Comment {
        on: CommentTarget::Hunk(hunk),
        text: "in German, please".to_owned(),
    });
    house.save().await;
    assert_eq!(house.disk("a.txt"), BEFORE.replace("two", "zwei"));
    house.provider.answer(says("gut"));
    house.order(ReviewOrder::TellAgent);
    house.idle().await;
    let requests = house.provider.requests();
    let told = serde_json::to_string(&requests.last().unwrap().messages).unwrap();
    assert!(told.contains("edited by the user"), "{told}");
    assert!(told.contains("in German, please"), "{told}");
}

#[tokio::test]
async fn the_parts_of_a_hunk_are_decided_one_by_one() {
    let house = House::new(Mode::Review).await;
    house.put("a.txt", BEFORE);
    let text = BEFORE.replace("two\nthree\n", "TWO\nTHREE\n");
    house.agent_writes("a.txt", &text).await;
    let hunk = house.hunks().await[0];
    house.order(ReviewOrder::Split {
        hunk,
        at: SplitAt::Lines {
            old: (0, 1),
            new: (0, 1),
        },
    });
    house.idle().await;
    let parts = house.hunks().await;
    assert_eq!(parts.len(), 2);
    house.decide(parts[1], HunkState::Rejected).await;
    house.decide(parts[0], HunkState::Accepted).await;
    house.save().await;
    assert_eq!(house.disk("a.txt"), BEFORE.replace("two", "TWO"));
}

#[tokio::test]
async fn a_summary_that_is_out_of_date_writes_nothing() {
    let mut house = House::new(Mode::Review).await;
    house.put("a.txt", BEFORE);
    house
        .agent_writes("a.txt", &BEFORE.replace("two", "TWO"))
        .await;
    let hunk = house.hunks().await[0];
    house.decide(hunk, HunkState::Accepted).await;
    house.order(ReviewOrder::Save {
        files: Vec::new(),
        shown: ContentHash::of(b"something else"),
    });
    let rejected = house.event("command.rejected").await;
    let Fact::CommandRejected { reason, .. } = rejected.fact else {
        panic!("{rejected:?}");
    };
    assert!(reason.contains("look at it again"), "{reason}");
    assert_eq!(house.disk("a.txt"), BEFORE);
}

#[tokio::test]
async fn what_another_program_writes_is_the_humans_and_is_in_what_the_agent_reads() {
    let house = House::new(Mode::Review).await;
    house.put("a.txt", BEFORE);
    house
        .agent_writes("a.txt", &BEFORE.replace("two", "TWO"))
        .await;
    house.put("a.txt", &BEFORE.replace("nine", "mine"));
    house.order(ReviewOrder::LookAtDisk);
    house.idle().await;
    let entries = house
        .store
        .entries(crate::store::EntriesOf::Session(house.session));
    let entries = entries.await.unwrap();
    assert_eq!(entries.last().unwrap().origin, Origin::User);
    let hunk = house.hunks().await[0];
    house.decide(hunk, HunkState::Accepted).await;
    house.save().await;
    let both = BEFORE.replace("two", "TWO").replace("nine", "mine");
    assert_eq!(house.disk("a.txt"), both);
}

#[tokio::test]
async fn a_command_sees_what_is_staged_only_where_the_human_says_so() {
    let mut house = House::new(Mode::Review).await;
    house.put("a.txt", BEFORE);
    house.provider.answer(calls(&[read("a.txt")]));
    house.provider.answer(calls(&[write("a.txt", "staged\n")]));
    let copy = |to: &str| ("shell_exec", json!({ "command": format!("cp a.txt {to}") }));
    house
        .provider
        .answer(calls(&[copy("first.txt"), copy("second.txt")]));
    house.provider.answer(says("done"));
    house.send("change and copy");
    for (decision, content) in [
        (crate::protocol::approval::Decision::OnDisk, BEFORE),
        (crate::protocol::approval::Decision::Yes, "staged\n"),
    ] {
        let asked = house.event("confirmation.requested").await;
        let Fact::PromptOpened { prompt } = asked.fact else {
            panic!("{asked:?}");
        };
        let session = house.session;
        house.command(Command::AnswerPrompt {
            session,
            answer: crate::protocol::approval::Answer {
                prompt: prompt.id,
                shown: prompt.shown,
                decision,
                by: crate::protocol::approval::AnsweredBy::Key,
            },
        });
        let done = house.event("tool.call.completed").await;
        let Fact::CallCompleted { result, .. } = done.fact else {
            panic!("{done:?}");
        };
        assert!(result.ok, "{result:?}");
        assert!(result.content["staged"].is_string(), "{result:?}");
        let name = if content == BEFORE {
            "first.txt"
        } else {
            "second.txt"
        };
        assert_eq!(house.disk(name), content);
    }
    house.idle().await;
    assert_eq!(house.disk("a.txt"), "staged\n");
    let (file, _) = house.file().await;
    assert_eq!(file.counts.pending, 1, "written is not decided: {file:?}");
}

#[tokio::test]
async fn a_question_that_says_what_is_staged_is_put_again_when_that_has_changed() {
    use crate::protocol::approval::{Answer, AnsweredBy, Decision, Prompt, PromptBody};
    async fn asked(house: &mut House) -> Prompt {
        match house.event("confirmation.requested").await.fact {
            Fact::PromptOpened { prompt } => prompt,
            other => panic!("{other:?}"),
        }
    }
    let staged = |prompt: &Prompt| match &prompt.body {
        PromptBody::Command { staged, .. } => staged.as_ref().map(|staged| staged.hunks),
        other => panic!("{other:?}"),
    };
    let mut house = House::new(Mode::Review).await;
    house.put("a.txt", BEFORE);
    house.provider.answer(calls(&[read("a.txt")]));
    house.provider.answer(calls(&[write("a.txt", "staged\n")]));
    let copy = ("shell_exec", json!({ "command": "cp a.txt b.txt" }));
    house.provider.answer(calls(&[copy]));
    house.provider.answer(says("done"));
    house.send("change and copy");
    let first = asked(&mut house).await;
    assert_eq!(staged(&first), Some(1));
    let hunk = house.hunks().await[0];
    house.order(ReviewOrder::Decide {
        hunks: vec![hunk],
        state: HunkState::Rejected,
    });
    let again = asked(&mut house).await;
    assert_eq!((again.id, staged(&again)), (first.id, None));
    assert!(again.changed && again.shown != first.shown);
    let answer = |shown| Command::AnswerPrompt {
        session: first.session,
        answer: Answer {
            prompt: first.id,
            shown,
            decision: Decision::Yes,
            by: AnsweredBy::Key,
        },
    };
    house.command(answer(first.shown.clone()));
    house.event("command.rejected").await;
    house.command(answer(again.shown));
    house.event("job.completed").await;
    assert_eq!(house.disk("b.txt"), BEFORE);
}

#[tokio::test]
async fn what_was_taken_and_not_written_is_written_before_a_command_too() {
    use crate::protocol::approval::{Answer, AnsweredBy, Decision, PromptBody};
    for state in [HunkState::Accepted, HunkState::Rejected] {
        let mut house = House::new(Mode::Review).await;
        house.put("a.txt", BEFORE);
        house.provider.answer(calls(&[read("a.txt")]));
        house.provider.answer(calls(&[write("a.txt", "staged\n")]));
        house.provider.answer(says("staged"));
        house.send("change");
        house.idle().await;
        let hunk = house.hunks().await[0];
        if state == HunkState::Rejected {
            // Taken and on the disk, then refused: the disk still has it.
            let hunks = vec![hunk];
            let taken = HunkState::Accepted;
            house.order(ReviewOrder::Decide {
                hunks,
                state: taken,
            });
            house.idle().await;
            house.save().await;
            house.idle().await;
        }
        let hunks = vec![hunk];
        house.order(ReviewOrder::Decide { hunks, state });
        house.idle().await;
        let copy = ("shell_exec", json!({ "command": "cp a.txt b.txt" }));
        house.provider.answer(calls(&[copy]));
        house.provider.answer(says("done"));
        house.send("copy");
        let asked = house.event("confirmation.requested").await;
        let Fact::PromptOpened { prompt } = asked.fact else {
            panic!("{asked:?}");
        };
        let PromptBody::Command { staged, .. } = &prompt.body else {
            panic!("{prompt:?}");
        };
        assert_eq!(
            staged.as_ref().map(|staged| staged.hunks),
            Some(1),
            "{state:?}"
        );
        let session = house.session;
        house.command(Command::AnswerPrompt {
            session,
            answer: Answer {
                prompt: prompt.id,
                shown: prompt.shown,
                decision: Decision::Yes,
                by: AnsweredBy::Key,
            },
        });
        house.event("job.completed").await;
        let wanted = match state {
            HunkState::Accepted => "staged\n",
            _ => BEFORE,
        };
        assert_eq!(
            (house.disk("a.txt"), house.disk("b.txt")),
            (wanted.to_owned(), wanted.to_owned())
        );
    }
}

#[tokio::test]
async fn of_each_call_it_is_known_what_became_of_its_changes_also_after_the_next_run() {
    let house = House::new(Mode::Review).await;
    house.put("a.txt", BEFORE);
    let both = BEFORE.replace("one", "ONE").replace("nine", "NINE");
    house.agent_writes("a.txt", &both).await;
    assert_eq!(house.fates().await, [], "all of it stands");
    assert_eq!(house.staged().await, [(2, 2)]);
    let hunks = house.hunks().await;
    house.decide(hunks[0], HunkState::Accepted).await;
    house.decide(hunks[1], HunkState::Rejected).await;
    assert_eq!(house.fates().await, [(2, 1, 0, 0)]);
    assert_eq!(house.staged().await, [(2, 1)], "decided is not written");
    house.save().await;
    assert_eq!(house.staged().await, [(2, 0)]);
    house.provider.answer(says("I see"));
    house.send("and?");
    house.idle().await;
    assert_eq!(house.fates().await, [(2, 1, 0, 0)], "it is not forgotten");
    let scope = RollbackScope::Session;
    house.roll_back(request(RollbackHow::Scoped, scope)).await;
    assert_eq!(house.fates().await, [(2, 1, 1, 0)]);
    house.order(ReviewOrder::Undo);
    house.idle().await;
    assert_eq!(house.fates().await, [(2, 1, 0, 0)]);
}

#[tokio::test]
async fn what_was_written_and_refused_is_known_to_be_on_the_disk_until_that_is_saved() {
    let house = House::new(Mode::AcceptEdits).await;
    house.put("a.txt", BEFORE);
    house
        .agent_writes("a.txt", &BEFORE.replace("five", "FIVE"))
        .await;
    let hunks = house.hunks().await;
    house.decide(hunks[0], HunkState::Rejected).await;
    assert_eq!(house.fates().await, [(1, 1, 0, 1)]);
    house.save().await;
    assert_eq!(house.fates().await, [(1, 1, 0, 0)]);
    assert_eq!(house.disk("a.txt"), BEFORE);
}

#[tokio::test]
async fn of_each_run_it_is_known_what_stands_and_what_of_each_call_is_on_the_disk() {
    let house = House::new(Mode::Review).await;
    house.put("a.txt", BEFORE);
    let both = BEFORE
        .replace("one", "ONE\nand more")
        .replace("nine", "NINE");
    house.agent_writes("a.txt", &both).await;
    let standing = async || {
        let since = ReviewBase::Open;
        match house.ask(ReviewQuestion::Files { since }).await {
            ReviewAnswer::Files { runs, fates, .. } => {
                let run = runs.first().expect("the run");
                let counts = (
                    run.files,
                    run.added,
                    run.removed,
                    run.refused,
                    run.taken_back,
                );
                (counts, fates.first().expect("the call").written)
            }
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(standing().await, ((1, 3, 2, 0, 0), 0));
    let hunks = house.hunks().await;
    house.decide(hunks[0], HunkState::Accepted).await;
    house.decide(hunks[1], HunkState::Rejected).await;
    assert_eq!(standing().await, ((1, 2, 1, 1, 0), 0));
    house.save().await;
    assert_eq!(standing().await, ((1, 2, 1, 1, 0), 1));
    let scope = RollbackScope::Session;
    house.roll_back(request(RollbackHow::Scoped, scope)).await;
    assert_eq!(standing().await, ((0, 0, 0, 1, 1), 0));
    let (file, _) = house.file().await;
    assert!(!file.stands(), "{file:?}");
}

#[tokio::test]
async fn the_checkpoint_that_a_save_made_is_gone_back_to_hunk_by_hunk() {
    let house = House::new(Mode::Review).await;
    house.put("a.txt", BEFORE);
    let both = BEFORE.replace("one", "ONE").replace("nine", "NINE");
    house.agent_writes("a.txt", &both).await;
    let hunks = house.hunks().await;
    house.decide(hunks[0], HunkState::Accepted).await;
    house.save().await;
    let mine = house.disk("a.txt").replace("five", "five, mine");
    house.put("a.txt", &mine);
    let limit = 10;
    let ReviewAnswer::Checkpoints { checkpoints, .. } =
        house.ask(ReviewQuestion::Checkpoints { limit }).await
    else {
        panic!("no checkpoints");
    };
    let newest = checkpoints.iter().max_by_key(|row| row.checkpoint.number);
    let checkpoint = newest.expect("a checkpoint").checkpoint.id;
    let back = request(
        RollbackHow::Scoped,
        RollbackScope::Checkpoint { checkpoint },
    );
    let preview = house.preview(&back).await;
    assert_eq!(preview.files[0].becomes, "1 hunk back, 1 of yours kept");
    house.roll_back(back.clone()).await;
    assert_eq!(house.disk("a.txt"), BEFORE.replace("five", "five, mine"));
    let (file, decided) = house.file().await;
    assert_eq!(file.counts.pending, 1, "what waited waits on: {decided:?}");
}

#[tokio::test]
async fn a_checkpoint_tells_what_stands_of_all_that_came_after_it() {
    let house = House::new(Mode::Review).await;
    house.put("a.txt", BEFORE);
    let both = BEFORE.replace("one", "ONE").replace("nine", "NINE");
    house.agent_writes("a.txt", &both).await;
    let first = async || {
        let limit = 10;
        match house.ask(ReviewQuestion::Checkpoints { limit }).await {
            ReviewAnswer::Checkpoints { checkpoints, .. } => {
                let mut rows = checkpoints.into_iter();
                let row = rows.find(|row| row.checkpoint.number == 1);
                row.map(|row| (row.added, row.removed)).expect("the first")
            }
            other => panic!("{other:?}"),
        }
    };
    // The first write is what the checkpoint was made for.
    assert_eq!(first().await, (2, 2));
    let hunks = house.hunks().await;
    house.decide(hunks[0], HunkState::Accepted).await;
    house.decide(hunks[1], HunkState::Rejected).await;
    assert_eq!(first().await, (1, 1));
    // The checkpoint of the save holds what came before it.
    house.save().await;
    assert_eq!(first().await, (1, 1));
}

#[tokio::test]
async fn near_a_hunk_that_waits_stands_what_taking_it_gives() {
    let house = House::new(Mode::Review).await;
    house.put("a.txt", BEFORE);
    let both = BEFORE.replace("one", "ONE").replace("nine", "NINE");
    house.agent_writes("a.txt", &both).await;
    let hunks = house.hunks().await;
    let near = async |hunk| {
        let (file, _) = house.file().await;
        let since = ReviewBase::Open;
        let of = ReviewOf::File {
            file: file.file,
            since,
        };
        let lines = 8;
        match house.ask(ReviewQuestion::Result { of, hunk, lines }).await {
            ReviewAnswer::Result { lines, .. } => lines,
            other => panic!("{other:?}"),
        }
    };
    let made = |lines: &[(String, bool)]| -> Vec<String> {
        let made = lines.iter().filter(|(_, made)| *made);
        made.map(|(text, _)| text.clone()).collect()
    };
    let lines = near(hunks[1]).await;
    assert_eq!(made(&lines), ["NINE"]);
    assert!(lines.iter().all(|(text, _)| text != "ONE"), "{lines:?}");
    house.decide(hunks[1], HunkState::Rejected).await;
    let lines = near(hunks[1]).await;
    assert_eq!(made(&lines), Vec::<String>::new());
    assert!(lines.iter().any(|(text, _)| text == "nine"), "{lines:?}");
}

#[tokio::test]
async fn a_hunk_that_gave_way_and_is_taken_after_all_is_in_conflict_again() {
    let house = House::new(Mode::Review).await;
    house.put("a.txt", BEFORE);
    let changed = BEFORE.replace("five", "FIVE");
    house.agent_writes("a.txt", &changed).await;
    // The human makes the same change.
    house.put("a.txt", &changed);
    house.order(ReviewOrder::LookAtDisk);
    house.idle().await;
    let (file, hunks) = house.file().await;
    assert_eq!(file.counts.conflicts, 1);
    let agents = hunks
        .iter()
        .find(|hunk| hunk.conflict.is_some())
        .unwrap()
        .id;
    let choice = ConflictChoice::Mine;
    house.order(ReviewOrder::Settle {
        hunk: agents,
        choice,
    });
    house.idle().await;
    assert_eq!(house.file().await.0.counts.conflicts, 0);
    house.decide(agents, HunkState::Accepted).await;
    assert_eq!(house.file().await.0.counts.conflicts, 1);
    assert!(house.summary().await.files.is_empty(), "it is not doubled");
}
