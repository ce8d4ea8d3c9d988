//! The memory in a session: what the agent remembers, what is recalled for a message of the user, and the
//! user's orders. Workers read and write the memory; the engine says how much a text may be trusted.

use std::collections::BTreeSet;

use serde_json::json;

use super::calls::CallStage;
use super::outcome::CallCompletion;
use super::run::Phase;
use super::session::Session;
use super::taint::may_have_entered;
use super::{Effect, StepBuilder};
use notice::{Notice, notice};
use policy::decide::Taint;
use protocol::call::{CallResult, ErrorCode, ToolError};
use protocol::command::CommandKind;
use protocol::event::{EventKind, NoticeLevel};
use protocol::ids::{CallId, MemoryId, MessageId, RunId};
use protocol::memory::{
    MemoryItem, MemoryOrder, MemoryState, RECALL_ROW, Recall, RememberRequest, Remembered, short_id,
};
use protocol::message::{Block, Message, Role};
use protocol::session::SessionSnapshot;
use redact::one_line;

/// Characters of an item in a row.
const SHOWN: usize = 160;

/// Characters of the items together in the row of a recall.
const RECALL_SHOWN: usize = 200;

/// The rows that say whether runs begin with a recall.
const RECALL_OFF: &str = "memory-row-recall-off";
const RECALL_ON: &str = "memory-row-recall-on";

/// The memory's part in a session: its taint, the recalls in its conversation, and the items that the user dropped.
#[derive(Debug, Default)]
pub(super) struct SessionMemory {
    /// Whether the conversation holds text from outside, also from earlier runs.
    conversation: Taint,
    /// Whether the user turned recalls off in this session.
    is_recall_off: bool,
    /// The recalls in the conversation, oldest first.
    recalls: Vec<RecallInConversation>,
    /// Items of recalls that the user dropped.
    dropped: BTreeSet<MemoryId>,
}

#[derive(Debug)]
struct RecallInConversation {
    /// Its row.
    row: MessageId,
    /// The message of the user that it is for.
    answers: Option<MessageId>,
    /// Its items, if this process recalled them.
    items: BTreeSet<MemoryId>,
}

/// Whether the memory was searched for the message of a run.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) enum RecallProgress {
    /// Nothing is looked for, or it has been.
    #[default]
    Done,
    /// It is to be looked for: the message.
    Wanted(String),
    /// A worker looks.
    Asked,
}

impl SessionMemory {
    /// Returns what a stored conversation holds.
    pub(super) fn of(snapshot: &SessionSnapshot) -> Self {
        let mut known = Self::default();
        let mut latest_user = None;
        for message in &snapshot.messages {
            if message.role == Role::User {
                latest_user = Some(message.id);
            }
            match row_of(message) {
                Some(RECALL_OFF) => known.is_recall_off = true,
                Some(RECALL_ON) => known.is_recall_off = false,
                Some(RECALL_ROW) => known.recalls.push(RecallInConversation {
                    row: message.id,
                    answers: latest_user,
                    items: BTreeSet::new(),
                }),
                _ => {}
            }
        }
        if may_have_entered(snapshot.messages.iter()) {
            known.conversation = Taint::Outside;
        }
        known
    }

    /// Records that text from outside entered the conversation.
    pub(super) fn note_outside(&mut self) {
        self.conversation = Taint::Outside;
    }

    /// Forgets the recalls for a message, which was taken back with all that follows.
    pub(super) fn withdrawn(&mut self, message: MessageId) {
        self.recalls
            .retain(|recall| recall.answers != Some(message));
    }

    /// Forgets the conversation, which was cleared.
    pub(super) fn cleared(&mut self) {
        self.conversation = Taint::None;
        self.recalls.clear();
    }
}

/// Returns the id of the notice of a row.
fn row_of(message: &Message) -> Option<&str> {
    match message.blocks.first()? {
        Block::Notice { notice } if message.role == Role::System => notice.id(),
        _ => None,
    }
}

/// Explains to the model why an item is not recalled.
fn note_of(state: MemoryState) -> Option<&'static str> {
    match state {
        MemoryState::Kept => None,
        MemoryState::Inbox => Some(
            "The user decides on it, since this conversation holds text from outside the workspace.",
        ),
        MemoryState::Refused => Some("The user refused it before. Do not try it again."),
    }
}

/// Says in one line what became of a text.
fn summary_of(remembered: &Remembered) -> Notice {
    let Remembered { item, is_repeated } = remembered;
    let (word, rest) = (short_id(item.id), beginning(&item.text, SHOWN));
    match item.state {
        MemoryState::Kept if *is_repeated => notice!("gave-remembered-already", word, rest),
        MemoryState::Kept => notice!("gave-remembered", word, rest),
        MemoryState::Inbox => notice!("gave-remembered-inbox", word, rest),
        MemoryState::Refused => notice!("gave-remembered-refused", word, rest),
    }
}

/// Names what was recalled in a row.
fn recall_row(items: &[MemoryItem]) -> Notice {
    let most = RECALL_SHOWN / items.len().max(1);
    let texts: Vec<String> = items
        .iter()
        .map(|item| beginning(&item.text, most))
        .collect();
    notice!(
        "memory-row-recalled",
        number = items.len(),
        rest = texts.join("; ")
    )
}

/// Returns the beginning of a text in one line.
fn beginning(text: &str, most: usize) -> String {
    let line = one_line(text);
    match line.char_indices().nth(most) {
        Some((end, _)) => format!("{}\u{2026}", line.split_at(end).0.trim_end()),
        None => line,
    }
}

impl Session {
    /// Has a worker store what a call remembers. What a model read outside the workspace may be behind it as
    /// long as it is in the conversation, so an earlier run counts as well.
    pub(super) fn run_remember(
        &mut self,
        call: CallId,
        request: RememberRequest,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let Some(run) = self.thread.run.as_ref().map(|run| run.id) else {
            return;
        };
        let taint = match (self.thread.taint, self.thread.memory.conversation) {
            (Taint::None, Taint::None) => Taint::None,
            _ => Taint::Outside,
        };
        turn.effect(Effect::DropCall { call });
        self.set_stage(call, CallStage::Running(None));
        turn.effect(Effect::Remember {
            session: self.id,
            run,
            call,
            request,
            taint,
        });
    }

    /// Ends a call whose text was stored, or not.
    pub(super) fn remembered(
        &mut self,
        call: CallId,
        result: Result<Remembered, Notice>,
        waiting: Option<u64>,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let running = self
            .call_state(call)
            .filter(|state| matches!(state.stage, CallStage::Running(_)));
        let Some(state) = running else { return };
        let (provider_id, tool) = (state.call.provider_id.clone(), state.call.tool.clone());
        let (ok, content, summary, error) = match result {
            Ok(remembered) => {
                let id = short_id(remembered.item.id);
                let state = remembered.item.state;
                let mut content = json!({ "success": true, "id": id, "state": state.word() });
                if let (Some(note), Some(fields)) = (note_of(state), content.as_object_mut()) {
                    fields.insert("note".to_owned(), note.into());
                }
                (true, content, summary_of(&remembered), None)
            }
            Err(why) => {
                let error = ToolError::new(ErrorCode::InvalidArguments, why);
                (false, error.to_model(), error.message.clone(), Some(error))
            }
        };
        let result = CallResult {
            call,
            provider_id,
            tool,
            ok,
            content,
            summary,
            error,
            duration_ms: 0,
        };
        let done = CallCompletion {
            result,
            stat: None,
            applied: None,
            observed: Vec::new(),
        };
        self.tell_waiting(waiting, turn);
        self.call_finished(done, turn);
    }

    fn tell_waiting(&self, waiting: Option<u64>, turn: &mut StepBuilder<'_, '_>) {
        if let Some(waiting) = waiting {
            turn.fact(self.id, None, EventKind::MemoryWaiting { waiting });
        }
    }

    /// Notes that the run begins with a recall for a message of the user.
    pub(super) fn want_recall(&mut self, text: &str, turn: &StepBuilder<'_, '_>) {
        if !turn.config.recalls || self.thread.memory.is_recall_off {
            return;
        }
        if let Some(run) = &mut self.thread.run {
            run.recall = RecallProgress::Wanted(text.to_owned());
        }
    }

    /// Has a worker look for what fits the message of the run. Returns whether the run waits for it.
    pub(super) fn ask_recall(&mut self, turn: &mut StepBuilder<'_, '_>) -> bool {
        let Some(run) = &mut self.thread.run else {
            return false;
        };
        match std::mem::replace(&mut run.recall, RecallProgress::Asked) {
            RecallProgress::Done => {
                run.recall = RecallProgress::Done;
                return false;
            }
            RecallProgress::Asked => {}
            RecallProgress::Wanted(text) => {
                let known = self
                    .thread
                    .memory
                    .recalls
                    .iter()
                    .flat_map(|recall| &recall.items);
                let without: BTreeSet<MemoryId> =
                    known.chain(&self.thread.memory.dropped).copied().collect();
                turn.effect(Effect::Recall {
                    session: self.id,
                    run: run.id,
                    text,
                    without: without.into_iter().collect(),
                });
            }
        }
        run.phase = Phase::Recalling;
        true
    }

    /// Adds what was recalled to the conversation, after the message that it is for, and asks the model.
    pub(super) fn recalled(&mut self, id: RunId, recall: Recall, turn: &mut StepBuilder<'_, '_>) {
        if let Some(told) = recall.told {
            turn.notice(self.id, NoticeLevel::Warning, told);
        }
        let waits = |run: &&mut super::run::ActiveRun| {
            run.id == id && run.recall == RecallProgress::Asked && run.phase == Phase::Recalling
        };
        let Some(run) = self.thread.run.as_mut().filter(waits) else {
            return;
        };
        run.recall = RecallProgress::Done;
        if !recall.block.is_empty() {
            let row = recall_row(&recall.items);
            let message = MessageId(turn.new_id());
            let text = recall.block;
            let blocks = vec![Block::Notice { notice: row }, Block::Text { text }];
            self.add_message(message, Role::System, blocks, turn);
            let items = recall.items.iter().map(|item| item.id).collect();
            self.thread.memory.recalls.push(RecallInConversation {
                row: message,
                answers: self.thread.last_user_message,
                items,
            });
        }
        self.report_then_ask(turn);
    }

    /// Carries out an order of the user, or has a worker do it.
    pub(super) fn take_memory_order(&mut self, order: MemoryOrder, turn: &mut StepBuilder<'_, '_>) {
        match order {
            MemoryOrder::Drop { message } => self.drop_recall(message, turn),
            MemoryOrder::Recall { on } => self.switch_recall(on, turn),
            order => turn.effect(Effect::OrderMemory {
                session: self.id,
                order,
            }),
        }
    }

    fn switch_recall(&mut self, on: bool, turn: &mut StepBuilder<'_, '_>) {
        self.thread.memory.is_recall_off = !on;
        let row = match (on, turn.config.recalls) {
            (true, false) => {
                let why = notice!("memory-off");
                return turn.reject(self.id, CommandKind::OrderMemory, why);
            }
            (true, true) => notice!("memory-row-recall-on"),
            (false, _) => notice!("memory-row-recall-off"),
        };
        self.add_row(row, turn);
    }

    /// Takes a recall out of the conversation.
    fn drop_recall(&mut self, message: Option<MessageId>, turn: &mut StepBuilder<'_, '_>) {
        let recalls = &mut self.thread.memory.recalls;
        let place = match message {
            Some(message) => recalls.iter().position(|recall| recall.row == message),
            None => recalls.len().checked_sub(1),
        };
        let Some(place) = place else {
            let why = notice!("memory-no-recall");
            return turn.reject(self.id, CommandKind::OrderMemory, why);
        };
        let dropped = recalls.remove(place);
        let from = dropped.row;
        self.thread.memory.dropped.extend(dropped.items);
        // A provider that keeps the conversation itself would keep the recall: it starts a new one.
        if !self.thread.settings.known_as.is_empty() {
            self.thread.settings.known_as.clear();
            self.settings_changed(turn);
        }
        let alone = true;
        self.fact(turn, EventKind::MessagesWithdrawn { from, alone });
        turn.notice(self.id, NoticeLevel::Info, notice!("memory-dropped"));
    }

    /// Reports an order of the user that a worker carried out, or not.
    pub(super) fn memory_ordered(
        &self,
        result: Result<Notice, Notice>,
        waiting: Option<u64>,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        match result {
            Ok(done) => turn.notice(self.id, NoticeLevel::Info, done),
            Err(why) => turn.notice(self.id, NoticeLevel::Error, why),
        }
        self.tell_waiting(waiting, turn);
    }
}
