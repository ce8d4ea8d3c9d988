//! The user's pictures. Pictures whose tags stand in a message become its blocks at once; files
//! named after `@` are attached once a worker has checked them. A picture for a model that cannot
//! see is not sent; its message goes back to the editor.

use std::collections::BTreeMap;

use super::StepBuilder;
use super::session::Session;
use notice::notice;
use protocol::call::ErrorCode;
use protocol::event::{EventKind, NoticeLevel, UnqueueReason};
use protocol::ids::{CompactionId, MessageId, StepId};
use protocol::mention::mentions;
use protocol::message::{Block, Role};
use protocol::picture::{self, MOST_PICTURES, MentionedPicture, Picture, ResolvedPicture};
use protocol::session::QueuedMessage;

impl Session {
    /// Adds a message of the user as it was typed: tags become pictures.
    pub(super) fn add_typed_message(
        &self,
        id: MessageId,
        typed: &str,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let (text, pictures) = picture::read(typed);
        let mut blocks = vec![Block::Text { text }];
        let pictures = pictures.into_iter();
        blocks.extend(pictures.map(|picture| Block::Image { picture }));
        self.add_message(id, Role::User, blocks, turn);
    }

    /// Collects for the next request the files that a message names as a whole: they
    /// may be pictures.
    pub(super) fn name_pictures(&mut self, message: MessageId, text: &str) {
        let Some(run) = &mut self.thread.run else {
            return;
        };
        let whole =
            mentions(text).filter(|mention| mention.lines.is_none() && !mention.is_folder());
        let mut added = 0;
        for mention in whole {
            let path = mention.path.to_owned();
            let named = MentionedPicture { message, path };
            if added < MOST_PICTURES && !run.named_pictures.contains(&named) {
                run.named_pictures.push(named);
                added += 1;
            }
        }
    }

    /// Adds the checked pictures to their messages, and reports the faults of the others.
    pub(super) fn attach(&mut self, seen: Vec<ResolvedPicture>, turn: &mut StepBuilder<'_, '_>) {
        let mut attached: BTreeMap<MessageId, Vec<Picture>> = BTreeMap::new();
        for ResolvedPicture { named, found } in seen {
            match found {
                Ok(picture) => attached.entry(named.message).or_default().push(picture),
                Err(why) => {
                    let text = notice!("told-not-attached", path = named.path, why);
                    turn.notice(self.id, NoticeLevel::Warning, text);
                }
            }
        }
        for (message, pictures) in attached {
            self.fact(turn, EventKind::PicturesAttached { message, pictures });
        }
    }

    /// Removes one message from the conversation and returns it to the user. The messages after it
    /// stay. Undoes a summary that ends with the message, because it would cover a message that no
    /// longer exists.
    pub(super) fn give_back(&mut self, message: QueuedMessage, turn: &mut StepBuilder<'_, '_>) {
        self.forget_tasks_known();
        let (void, hold) = std::mem::take(&mut self.thread.compactions)
            .into_iter()
            .partition(|(_, user)| *user == Some(message.id));
        self.thread.compactions = hold;
        let void: Vec<(CompactionId, _)> = void;
        for (compaction, _) in void {
            self.fact(turn, EventKind::CompactionUndone { compaction });
        }
        self.fact(
            turn,
            EventKind::MessagesWithdrawn {
                from: message.id,
                alone: true,
            },
        );
        let reason = UnqueueReason::RunEnded;
        self.fact(turn, EventKind::MessageUnqueued { message, reason });
    }

    /// Handles a request that was not sent because the model cannot see its pictures: the messages
    /// that show them go back, and the run ends.
    pub(super) fn images_unsupported(
        &mut self,
        step: StepId,
        returned: Vec<QueuedMessage>,
        seeing: &[String],
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let target = self
            .thread
            .run
            .as_ref()
            .map(|run| run.route.target.to_string());
        let Some(model) = target.filter(|_| self.is_current(step)) else {
            return;
        };
        self.stop_step_timer(turn);
        let goes_on = self
            .thread
            .last_user_message
            .is_some_and(|last| returned.iter().all(|message| message.id != last));
        if !goes_on {
            self.thread.last_user_message = None;
        }
        // The message that the user wrote last goes back first, see `return_queue`.
        self.return_queue(turn);
        for message in returned.into_iter().rev() {
            self.give_back(message, turn);
        }
        if goes_on {
            turn.notice(self.id, NoticeLevel::Info, notice!("told-picture-back"));
        }
        let hint = match seeing {
            [] => notice!("told-choose-seeing"),
            seeing => notice!("told-choose-seeing-of", models = seeing.join(", ")),
        };
        self.fail_run(
            notice!("told-cannot-see", model),
            Some(hint),
            Some(ErrorCode::ProviderFailed),
            turn,
        );
    }
}
