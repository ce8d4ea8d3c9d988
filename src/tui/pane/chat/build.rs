//! Builds cells from the protocol. Everything may arrive twice: durable events after a
//! reconnection, stream pieces late or out of order; the cells are the same.

use super::call::{Call, State};
use super::cell::CellFold;
use super::cell::{Body, Cell, Channel, Key, Speaker};
use super::lines::{LineCell, thought};
use super::lookups::{Lookups, is_lookup};
use super::pieces::Pieces;
use super::{Chat, Thinking};
use crate::theme::Role;
use crate::widget::markdown::Markdown;
use crate::widget::plain_text::{Edges, PlainText};
use crate::widget::row::TextStyle;
use l10n::{counted, said, say};
use notice::Notice;
use protocol::call::{CallResult, ToolCall};
use protocol::event::{Event, EventKind, NoticeLevel};
use protocol::ids::{CallId, MessageId};
use protocol::memory::RECALL_ROW;
use protocol::message::{Block, Message, MessageState, Role as Speaks};
use protocol::picture;
use protocol::session::{QueuedMessage, SessionSnapshot};

/// The notices that a session was interrupted.
const INTERRUPTIONS: [&str; 2] = ["told-interrupted", "told-interrupted-calls"];

impl Chat {
    /// Shows a session from its snapshot. A user who was reading the same session
    /// keeps their place.
    pub fn reset(&mut self, snapshot: &SessionSnapshot) {
        let reading = self.remember_place();
        self.clear();
        self.agent.clone_from(&snapshot.summary.settings.agent);
        self.model.clone_from(&snapshot.summary.settings.model);
        let provider = &snapshot.summary.settings.provider;
        self.provider.clone_from(provider);
        self.checkpoint = snapshot.checkpoint;
        self.add_past(snapshot);
        for question in &snapshot.questions {
            self.open_question(question);
        }
        if let Some(run) = &snapshot.run {
            self.end_of(run);
        }
        for message in &snapshot.queued {
            self.queue(message);
        }
        self.take_place(reading);
    }

    /// Applies an event of this session; ignores those of others.
    pub fn apply(&mut self, event: &Event) {
        if self.session != event.session {
            return;
        }
        match &event.fact {
            EventKind::SessionCreated { settings, .. } | EventKind::SessionChanged { settings } => {
                self.agent.clone_from(&settings.agent);
                self.model.clone_from(&settings.model);
                self.provider.clone_from(&settings.provider);
            }
            EventKind::SessionCleared => self.clear(),
            EventKind::MessagesWithdrawn { from, alone } => self.withdraw(*from, *alone),
            EventKind::MessageAdded { message } | EventKind::MessageCompleted { message } => {
                self.add_message(message);
                if message.role == Speaks::System {
                    self.hold_first_row(Key::Text(message.id, Channel::Answer));
                }
            }
            EventKind::PicturesAttached { message, pictures } => self.show(*message, pictures),
            EventKind::MessageQueued { message } => self.queue(message),
            EventKind::MessageUnqueued { message, .. } => self.unqueue(message.id),
            EventKind::TextAppended {
                message,
                channel,
                offset,
                text,
            } => self.append(event, *message, (*channel).into(), (*offset, text)),
            EventKind::StepStarted { model, .. } => {
                self.model.clone_from(model);
                let provider = model.split_once('/').map(|(provider, _)| provider);
                self.provider = provider.unwrap_or(&self.provider).to_owned();
            }
            EventKind::CallRequested { message, call } => self.add_call(event.at, *message, call),
            EventKind::CallStarted { call, allowed_by } => {
                self.with_call(*call, |shown| {
                    if shown.is_open() && !shown.is_running() {
                        shown.state = State::Running { since: event.at };
                    }
                    shown.allowed_by = Some(allowed_by.clone());
                });
            }
            EventKind::CallCompleted { result, .. } => self.end_call(result),
            EventKind::CallOutput { call, offset, text } => {
                self.with_call(*call, |shown| {
                    shown.add_output(*offset, text);
                });
            }
            EventKind::DiffGenerated { call, diff } => {
                let checkpoint = self.checkpoint;
                self.with_call(*call, |shown| {
                    shown.diff = Some(diff.clone());
                    shown.checkpoint = shown.checkpoint.or(checkpoint);
                });
            }
            EventKind::EditsProposed { entry } => self.log_hunks(entry),
            EventKind::ReviewUpdated {
                hunks,
                state,
                written,
                ..
            } => self.update_hunks(hunks, *state, *written),
            EventKind::HunkSplit { hunk, parts, .. } => self.split_hunk(*hunk, parts),
            EventKind::HunksJoined { parts, hunk, .. } => self.join_hunks(parts, hunk.id),
            EventKind::ReviewReported { told, .. } => self.reported(told),
            EventKind::CommentsSent { comments, .. } => {
                let what = counted(comments.len(), "comment");
                self.notice(NoticeLevel::Info, say!("chat-told-verdicts", what));
            }
            EventKind::RunStarted { message } => {
                self.runs.extend(event.run.map(|run| (*message, run)));
            }
            EventKind::CheckpointCreated { checkpoint } => {
                self.checkpoint = Some(checkpoint.number);
            }
            EventKind::QuestionOpened { question }
            | EventKind::ClarificationOpened { question } => {
                self.open_question(question);
            }
            EventKind::QuestionAnswered { answer, summary }
            | EventKind::ClarificationAnswered { answer, summary } => {
                self.answer_question(event, answer, &said(summary));
            }
            fact => self.add_line_of(event, fact),
        }
    }

    fn clear(&mut self) {
        self.cells.clear();
        self.queued.clear();
        self.places.clear();
        self.questions.clear();
        self.runs.clear();
        self.interruption = None;
        self.search_in_progress = None;
        self.turns = 0;
        self.cursor = None;
        self.view.follow();
    }

    pub(super) fn add_message(&mut self, message: &Message) {
        self.runs.extend(message.run.map(|run| (message.id, run)));
        match message.role {
            Speaks::User => {
                self.unqueue(message.id);
                let key = Key::Text(message.id, Channel::Answer);
                if self.places.contains_key(&key) {
                    return;
                }
                self.turns += 1;
                self.close_ways();
                let shown = message.pictures().cloned().collect();
                let mut said = PlainText::new(TextStyle::default(), Edges::Shown);
                said.append(message.said());
                let body = Body::User(said, shown);
                let mut cell = Cell::new(key, Some(message.id), body);
                cell.speaker = Some(Speaker {
                    name: String::from(say!("chat-you")),
                    role: Role::ChatUser,
                    at: message.at,
                });
                self.push(cell);
                if message.tells_of_review() {
                    let text = say!("chat-told-agent");
                    self.notice(NoticeLevel::Info, text);
                }
            }
            Speaks::Assistant => self.add_answer(message),
            Speaks::Tool => {
                for block in &message.blocks {
                    if let Block::ToolResult { result } = block {
                        self.add_own_command(message, result);
                        self.end_call(result);
                    }
                }
            }
            Speaks::System => {
                let key = Key::Text(message.id, Channel::Answer);
                let notice = message.notice().unwrap_or_default();
                if !self.places.contains_key(&key) && self.is_shown_in_full(message.id, &notice) {
                    let body = match message.note_for_model() {
                        Some(recall) if notice.id() == Some(RECALL_ROW) => {
                            let mut text =
                                PlainText::new(TextStyle::of(Role::FgMuted), Edges::Trimmed);
                            text.append(recall.said());
                            Body::Recall(said(&notice), text, CellFold::Folded)
                        }
                        _ => Body::Note(Markdown::whole(said(&notice))),
                    };
                    self.push(Cell::new(key, Some(message.id), body));
                }
            }
        }
    }

    fn add_answer(&mut self, message: &Message) {
        if let Some(model) = &message.model {
            self.model.clone_from(model);
        }
        let (mut reasoning, mut answer) = (String::new(), String::new());
        for block in &message.blocks {
            match block {
                Block::Reasoning { text, .. } => reasoning.push_str(text),
                Block::Text { text } => answer.push_str(text),
                _ => {}
            }
        }
        self.set_text(message, Channel::Reasoning, &reasoning);
        self.set_text(message, Channel::Answer, &answer);
        for call in message.calls() {
            self.add_call(message.at, message.id, call);
        }
    }

    /// Sets a text as the message has it; keeps the text that has already arrived.
    fn set_text(&mut self, message: &Message, channel: Channel, text: &str) {
        let key = Key::Text(message.id, channel);
        let streaming = message.state == MessageState::Streaming;
        let Some(place) = self.places.get(&key).copied() else {
            if !text.is_empty() {
                self.begin_text(message.at, message.id, channel);
                self.set_text(message, channel, text);
            }
            return;
        };
        let interrupted = message.state == MessageState::Interrupted;
        let Some(cell) = self.cells.get_mut(place) else {
            return;
        };
        match &mut cell.body {
            Body::Text(shown, pieces) => {
                // A late copy of the beginning of a stream removes nothing.
                if streaming && shown.source().starts_with(text) {
                    return;
                }
                match text.strip_prefix(shown.source()) {
                    Some(rest) => shown.append(rest),
                    None => {
                        *shown = Markdown::default();
                        shown.append(text);
                    }
                }
                *pieces = Pieces::received(text.len());
                if !streaming {
                    shown.finish();
                }
            }
            Body::Reasoning(shown, _, pieces) => {
                if streaming && shown.source().starts_with(text) {
                    return;
                }
                match text.strip_prefix(shown.source()) {
                    Some(rest) => shown.append(rest),
                    None => shown.replace(text),
                }
                *pieces = Pieces::received(text.len());
            }
            _ => {}
        }
        cell.interrupted = interrupted && channel == Channel::Answer;
        cell.touch();
    }

    fn append(&mut self, event: &Event, message: MessageId, channel: Channel, piece: (u64, &str)) {
        let key = Key::Text(message, channel);
        if !self.places.contains_key(&key) {
            self.begin_text(event.at, message, channel);
        }
        let Some(cell) = self
            .places
            .get(&key)
            .copied()
            .and_then(|place| self.cells.get_mut(place))
        else {
            return;
        };
        let changed = match &mut cell.body {
            Body::Text(text, pieces) => {
                let new = pieces.take(piece.0, piece.1);
                text.append(&new);
                !new.is_empty()
            }
            Body::Reasoning(text, _, pieces) => {
                let new = pieces.take(piece.0, piece.1);
                text.append(&new);
                !new.is_empty()
            }
            _ => false,
        };
        if changed {
            cell.touch();
            self.view.note_growth();
        }
    }

    fn begin_text(&mut self, at: jiff::Timestamp, message: MessageId, channel: Channel) {
        let body = match channel {
            Channel::Answer => Body::Text(Markdown::default(), Pieces::default()),
            Channel::Reasoning => {
                let fold = match self.thinking {
                    Thinking::Folded => CellFold::Folded,
                    Thinking::Open => CellFold::Open,
                };
                let text = PlainText::new(thought(), Edges::Trimmed);
                Body::Reasoning(text, fold, Pieces::default())
            }
        };
        let cell = Cell::new(Key::Text(message, channel), Some(message), body);
        self.push_spoken(at, cell);
    }

    fn add_call(&mut self, at: jiff::Timestamp, message: MessageId, call: &ToolCall) {
        let key = Key::Call(call.id);
        if self.places.contains_key(&key) {
            return;
        }
        let mut shown = Call::new(call.clone());
        if self.is_of_user(message) {
            // The user typed the command for its output.
            shown.fold = CellFold::Open;
            return self.push(Cell::new(key, Some(message), Body::Call(Box::new(shown))));
        }
        if !is_lookup(&call.tool) {
            let body = Body::Call(Box::new(shown));
            return self.push_spoken(at, Cell::new(key, Some(message), body));
        }
        let speaks = self.is_speaker(&self.agent_name());
        if let Some(last) = self.cells.last_mut().filter(|_| speaks)
            && let Body::Lookups(lookups) = &mut last.body
        {
            lookups.push(shown, message);
            last.touch();
            self.places.insert(key, self.cells.len() - 1);
            return;
        }
        let body = Body::Lookups(Lookups::new(shown, message));
        self.push_spoken(at, Cell::new(key, Some(message), body));
    }

    fn is_of_user(&self, message: MessageId) -> bool {
        let place = self.places.get(&Key::Text(message, Channel::Answer));
        let cell = place.and_then(|place| self.cells.get(*place));
        cell.is_some_and(|cell| matches!(cell.body, Body::User(..)))
    }

    /// Adds a command that the user ran, which belongs to no answer of the agent.
    fn add_own_command(&mut self, message: &Message, result: &CallResult) {
        if self.places.contains_key(&Key::Call(result.call)) {
            return;
        }
        let typed = self.cells.iter().rev().find_map(|cell| match &cell.body {
            Body::User(text, _) => Some((cell.message, text)),
            _ => None,
        });
        let Some((Some(typed_in), text)) = typed else {
            return;
        };
        if let Some(command) = text.source().strip_prefix('!').map(str::trim) {
            let call = ToolCall {
                id: result.call,
                provider_id: result.provider_id.clone(),
                tool: result.tool.clone(),
                arguments: serde_json::json!({ "command": command }),
            };
            self.add_call(message.at, typed_in, &call);
        }
    }

    pub(super) fn with_call(&mut self, call: CallId, change: impl FnOnce(&mut Call)) {
        let place = self.places.get(&Key::Call(call)).copied();
        let Some(cell) = place.and_then(|place| self.cells.get_mut(place)) else {
            return;
        };
        let mut calls = cell.body.calls_mut().iter_mut();
        if let Some(shown) = calls.find(|shown| shown.call.id == call) {
            change(shown);
            cell.touch();
        }
    }

    fn end_call(&mut self, result: &CallResult) {
        self.with_call(result.call, |shown| {
            shown.state = State::Over(Box::new(result.clone()));
        });
    }

    fn queue(&mut self, message: &QueuedMessage) {
        let key = Key::Queued(message.id);
        let (text, _) = picture::read(&message.text);
        let known = self.queued.iter().any(|cell| cell.key == key)
            || self
                .places
                .contains_key(&Key::Text(message.id, Channel::Answer));
        if !known {
            let deliver = message.deliver;
            let body = Body::Line(LineCell::Queued { text, deliver });
            let mut cell = Cell::new(key, Some(message.id), body);
            cell.gap = self.queued.is_empty() && !self.cells.is_empty();
            self.queued.push(cell);
        }
    }

    fn unqueue(&mut self, message: MessageId) {
        let key = Key::Queued(message);
        let Some(at) = self.queued.iter().position(|cell| cell.key == key) else {
            return;
        };
        self.queued.remove(at);
        if let Some(first) = self.queued.first_mut() {
            first.gap = !self.cells.is_empty();
            first.touch();
        }
        self.clamp_places();
    }

    /// Whether to show a message in full: of several interruptions only the last one is; the others
    /// keep only the line that ends their run.
    fn is_shown_in_full(&mut self, message: MessageId, notice: &Notice) -> bool {
        if !notice.id().is_some_and(|id| INTERRUPTIONS.contains(&id)) {
            return true;
        }
        // Ids are in order of time; a message that comes a second time was taken back.
        if self.interruption.is_some_and(|last| message < last) {
            return false;
        }
        if let Some(before) = self.interruption.replace(message) {
            self.withdraw(before, true);
        }
        true
    }

    /// Removes cells from the first one of a message on.
    fn withdraw(&mut self, from: MessageId, alone: bool) {
        self.withdraw_lookups(from, alone);
        let Some(first) = self
            .cells
            .iter()
            .position(|cell| cell.message == Some(from))
        else {
            return;
        };
        let is_of_it = |cell: &Cell| cell.message == Some(from);
        let end = if alone {
            first
                + self
                    .cells
                    .iter()
                    .skip(first)
                    .take_while(|cell| is_of_it(cell))
                    .count()
        } else {
            self.cells.len()
        };
        for cell in self.cells.drain(first..end) {
            self.places.remove(&cell.key);
            for call in cell.body.calls() {
                self.places.remove(&Key::Call(call.call.id));
            }
            if matches!(cell.body, Body::User(..)) {
                self.turns = self.turns.saturating_sub(1);
            }
        }
        self.clamp_places();
    }

    /// Removes the calls of a message from a row that began with those of another message.
    fn withdraw_lookups(&mut self, from: MessageId, alone: bool) {
        for cell in &mut self.cells {
            let Body::Lookups(lookups) = &mut cell.body else {
                continue;
            };
            if cell.message == Some(from) {
                continue;
            }
            let gone = lookups.withdraw(from, alone);
            if !gone.is_empty() {
                cell.touch();
            }
            for call in gone {
                self.places.remove(&Key::Call(call.call.id));
            }
        }
    }

    /// Adds a cell of the agent, with the speaker's name if the cell above does not make it clear.
    fn push_spoken(&mut self, at: jiff::Timestamp, mut cell: Cell) {
        let name = self.agent_name();
        if !self.is_speaker(&name) {
            cell.speaker = Some(Speaker {
                name,
                role: Role::Accent,
                at,
            });
        }
        self.push(cell);
    }

    /// Whether the last cells are of the agent of this name.
    fn is_speaker(&self, name: &str) -> bool {
        let mut speakers = self
            .cells
            .iter()
            .rev()
            .filter_map(|cell| cell.speaker.as_ref());
        let last = speakers.next();
        last.is_some_and(|speaker| speaker.role != Role::ChatUser && speaker.name == name)
    }

    /// Formats the agent's name, such as `build · opus-5`.
    fn agent_name(&self) -> String {
        let model = self.model.rsplit('/').next().unwrap_or_default();
        if model.is_empty() {
            return self.agent.clone();
        }
        format!("{} · {model}", self.agent)
    }

    /// Inserts a line about a call before the call, where the question was asked; without a call,
    /// at the end.
    pub(super) fn push_before(&mut self, call: Option<CallId>, mut cell: Cell) {
        let place = call.and_then(|call| self.places.get(&Key::Call(call)).copied());
        let Some((place, below)) = place.and_then(|at| Some((at, self.cells.get_mut(at)?))) else {
            return self.push(cell);
        };
        // The line takes the call's place: below its speaker, and removed together
        // with its message.
        cell.speaker = below.speaker.take();
        cell.message = below.message;
        let are_lines = cell.is_line() && below.is_line();
        cell.gap = std::mem::replace(&mut below.gap, !are_lines);
        below.touch();
        for known in self.places.values_mut().filter(|known| **known >= place) {
            *known += 1;
        }
        self.places.insert(cell.key, place);
        self.cells.insert(place, cell);
        self.cell_inserted_before(place);
        self.view.note_new();
    }

    pub(super) fn push(&mut self, mut cell: Cell) {
        cell.gap = match self.cells.last() {
            None => false,
            Some(last) => cell.speaker.is_some() || !(last.is_line() && cell.is_line()),
        };
        let place = self.cells.len();
        self.places.insert(cell.key, place);
        self.cells.push(cell);
        self.cell_inserted_at(place);
        self.view.note_new();
    }
}
