//! A program with tools of its own through the whole house: the real one's recordings, played by a
//! stand-in that carries out what it is allowed.

use std::sync::Arc;

use super::support::House;
use crate::protocol::approval::{Answer, AnsweredBy, Decision, Mode, Prompt};
use crate::protocol::change::{HunkState, Origin};
use crate::protocol::command::Command;
use crate::protocol::event::Fact;
use crate::protocol::ids::HunkId;
use crate::provider::Provider;
use crate::provider::claude_cli::tests::player::{Stage, parsed, text_of};

const BEFORE: &str = "one\n2\n3\n4\n5\n6\n7\n8\n9\nten\n";
const AFTER: &str = "ONE\n2\n3\n4\n5\n6\n7\n8\n9\nTEN\n";

/// A house in which a recording is played in the place of the program, with the workspace's root in the
/// place of the one of then; and the stage.
async fn house(mode: Mode, recording: &str, files: &[(&str, &str)]) -> (House, Stage) {
    let mut stage = None;
    let house = House::with_program(mode, |root| {
        for (path, text) in files {
            std::fs::write(root.join(path), text).unwrap();
        }
        let text = recording.replace("/workspace", root.to_str().unwrap());
        let made = Stage::playing(vec![parsed(&text)]).carrying_out();
        let claude = made.claude();
        stage = Some(made);
        Arc::new(claude) as Arc<dyn Provider>
    })
    .await;
    (house, stage.unwrap())
}

/// The recording of an edit, with a text of two changes.
fn two_changes() -> String {
    let quoted = |text: &str| serde_json::to_string(text).unwrap();
    text_of("edit-allow")
        .replace(
            r##""old_string":"beta""##,
            &format!(r##""old_string":{}"##, quoted(BEFORE)),
        )
        .replace(
            r##""new_string":"gamma""##,
            &format!(r##""new_string":{}"##, quoted(AFTER)),
        )
}

impl House {
    async fn asked(&mut self) -> Prompt {
        let event = self.event("confirmation.requested").await;
        let Fact::PromptOpened { prompt } = event.fact else {
            panic!("{event:?}");
        };
        prompt
    }

    fn answer(&self, prompt: &Prompt, decision: Decision) {
        let session = self.session;
        let answer = Answer {
            prompt: prompt.id,
            shown: prompt.shown.clone(),
            decision,
            by: AnsweredBy::Key,
        };
        self.command(Command::AnswerPrompt { session, answer });
    }

    /// The hunks of the next entry, with how they stand.
    async fn proposed(&mut self) -> (Origin, Vec<(HunkId, HunkState)>) {
        let event = self.event("edits.proposed").await;
        let Fact::EditsProposed { entry } = event.fact else {
            panic!("{event:?}");
        };
        let hunks = entry.hunks.iter().map(|hunk| (hunk.id, hunk.state));
        (entry.origin, hunks.collect())
    }

    fn disk_has(&self, path: &str) -> String {
        std::fs::read_to_string(self.root().join(path)).unwrap()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn some_hunks_of_an_edit_are_taken_and_only_those_are_written_and_logged() {
    let (mut house, _) = house(Mode::Review, &two_changes(), &[("notes.md", BEFORE)]).await;
    house.send("change it");
    let prompt = house.asked().await;
    assert_eq!(prompt.timeout_s, Some(60), "it waits no longer");
    let crate::protocol::approval::PromptBody::Write { diff, note, .. } = &prompt.body else {
        panic!("{prompt:?}");
    };
    assert_eq!((diff.added, diff.removed), (2, 2));
    assert!(
        note.as_deref()
            .is_some_and(|note| note.contains("nothing can be staged"))
    );
    let first = hunks_of(&house, &prompt).await[0];
    house.answer(
        &prompt,
        Decision::Hunks {
            accepted: vec![first],
        },
    );
    let (origin, _) = house.proposed().await;
    assert!(matches!(origin, Origin::Agent { .. }));
    house.event("job.completed").await;
    assert_eq!(house.disk_has("notes.md"), BEFORE.replace("one", "ONE"));
}

/// The hunks that a question is about.
async fn hunks_of(house: &House, prompt: &Prompt) -> Vec<HunkId> {
    use crate::protocol::query::{Query, Reply};
    use crate::protocol::review::view::ViewOptions;
    use crate::protocol::review::{ReviewAnswer, ReviewOf, ReviewQuestion};
    let of = ReviewOf::Prompt { prompt: prompt.id };
    let options = ViewOptions::default();
    let question = ReviewQuestion::File { of, options };
    let session = house.session;
    let asked = Query::Review { session, question };
    match house.handle.query(asked).unwrap().await.unwrap() {
        Reply::Review { answer } => match *answer {
            ReviewAnswer::File { hunks, .. } => hunks.iter().map(|hunk| hunk.id).collect(),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn its_name_for_the_conversation_is_kept_and_forgotten_with_a_clear() {
    let (mut house, _) = house(Mode::Review, &text_of("plain"), &[]).await;
    house.send("hi");
    let changed = house.event("session.changed").await;
    let Fact::SessionChanged { settings } = changed.fact else {
        panic!("{changed:?}");
    };
    assert!(settings.known_as.contains_key("claude-cli"));
    house.event("job.completed").await;
    house.command(Command::ClearMessages {
        session: house.session,
    });
    let changed = house.event("session.changed").await;
    let Fact::SessionChanged { settings } = changed.fact else {
        panic!("{changed:?}");
    };
    assert!(settings.known_as.is_empty());
}
