//! Events and effects as compact text, with short names for ids in the order of their appearance.

use std::collections::BTreeMap;

use uuid::Uuid;

use crate::engine::Effect;
use crate::protocol::approval::{Answer, Decision, PromptBody};
use crate::protocol::event::{Event, Fact, TextChannel, UnqueueReason};
use crate::protocol::mention::NamedLines;
use crate::protocol::message::{Block, Message, MessageState, Role};
use crate::protocol::plan::Grant;

/// Names for ids: `c1` is the first call that was seen, `p2` the second prompt.
#[derive(Debug, Default)]
pub(super) struct Names {
    known: BTreeMap<(char, Uuid), usize>,
    counts: BTreeMap<char, usize>,
}

impl Names {
    fn of(&mut self, kind: char, id: Uuid) -> String {
        let counts = &mut self.counts;
        let number = self.known.entry((kind, id)).or_insert_with(|| {
            let count = counts.entry(kind).or_default();
            *count += 1;
            *count
        });
        format!("{kind}{number}")
    }

    /// One event.
    pub(super) fn event(&mut self, event: &Event) -> String {
        match &event.fact {
            Fact::SessionCreated { policy, .. } => format!("created in {}", policy.mode),
            Fact::SessionForked { .. } => "forked".to_owned(),
            Fact::SessionImported { messages, .. } => format!("imported {messages} messages"),
            Fact::SessionClosed => "closed".to_owned(),
            Fact::SessionDeleted => "deleted".to_owned(),
            Fact::SessionOpened { session } => format!("opened, {:?}", session.summary.status),
            Fact::SessionChanged { settings } => format!(
                "settings {} {}/{}",
                settings.name, settings.provider, settings.model
            ),
            Fact::SessionStatusChanged { status, error } => match error {
                Some(error) => format!("status {}: {error}", status.word()),
                None => format!("status {}", status.word()),
            },
            Fact::PolicyChanged { policy } => {
                let rules: Vec<_> = policy.rules.iter().map(|rule| &rule.pattern).collect();
                format!(
                    "policy {} {:?} {:?} {rules:?}",
                    policy.mode, policy.text, policy.command
                )
            }
            Fact::SessionCleared => "cleared".to_owned(),
            Fact::MessagesWithdrawn { .. } => "withdrawn".to_owned(),
            Fact::MessageAdded { message } => self.message("", message),
            Fact::MessageCompleted { message } => self.message("end of ", message),
            Fact::PicturesAttached { pictures, .. } => {
                let names: Vec<_> = pictures.iter().map(|picture| &picture.name).collect();
                format!("pictures {names:?}")
            }
            Fact::MessageQueued { message } => format!("queued: {}", message.text),
            Fact::MessageUnqueued { message, reason } => {
                let why = match reason {
                    UnqueueReason::Delivered => "delivered",
                    UnqueueReason::TakenBack => "taken back",
                    UnqueueReason::RunEnded => "returned",
                };
                format!("{why}: {}", message.text)
            }
            Fact::TextAppended {
                channel,
                offset,
                text,
                ..
            } => match channel {
                TextChannel::Answer => format!("+{offset} {text:?}"),
                TextChannel::Reasoning => format!("+{offset} (thinks) {text:?}"),
            },
            Fact::ProposalGrew { path, .. } => format!("more of {path}"),
            Fact::RunStarted { .. } => "run started".to_owned(),
            Fact::RunCompleted { result } => {
                format!("run completed, {} calls", result.tool_calls)
            }
            Fact::RunCancelled { .. } => "run cancelled".to_owned(),
            Fact::RunFailed { error, code, .. } => {
                let code = code.map_or("", crate::protocol::call::ErrorCode::code);
                format!("run failed {code}: {error}")
            }
            Fact::RunInterrupted { unknown_calls } => {
                format!("run interrupted, {} unknown", unknown_calls.len())
            }
            Fact::StepStarted { number, .. } => format!("step {number}"),
            Fact::StepCompleted { .. } => "step done".to_owned(),
            Fact::RetryScheduled {
                attempt,
                of,
                after_ms,
                ..
            } => format!("attempt {attempt} of {of} after {after_ms} ms"),
            Fact::CallRequested { call, .. } => {
                format!("{} requested: {}", self.of('c', call.id.0), call.tool)
            }
            Fact::CallStarted { call, allowed_by } => {
                format!("{} started by {allowed_by}", self.of('c', call.0))
            }
            Fact::CallCompleted { result, .. } => {
                let name = self.of('c', result.call.0);
                match &result.error {
                    None => format!("{name} ok"),
                    Some(error) => format!("{name} {}: {}", error.code.code(), result.summary),
                }
            }
            Fact::CallOutput { call, offset, text } => {
                format!("{} +{offset} {text:?}", self.of('c', call.0))
            }
            Fact::PromptOpened { prompt } | Fact::ClarificationOpened { prompt } => {
                let call = prompt.call.map(|call| self.of('c', call.0));
                format!(
                    "{} asks about {}: {}",
                    self.of('p', prompt.id.0),
                    call.unwrap_or_default(),
                    question(&prompt.body)
                )
            }
            Fact::PromptAnswered { answer, .. } | Fact::ClarificationAnswered { answer, .. } => {
                self.answered(answer)
            }
            Fact::PromptTimerChanged { prompt, paused } => {
                format!("{} paused: {paused}", self.of('p', prompt.0))
            }
            Fact::CheckpointCreated { checkpoint } => {
                format!("checkpoint #{} {}", checkpoint.number, checkpoint.label)
            }
            Fact::CheckpointFileKept { file } => format!("kept {}", file.path),
            Fact::EditsProposed { entry } => {
                let states: Vec<_> = entry.hunks.iter().map(|hunk| hunk.state).collect();
                format!("edits {} {states:?}", entry.path)
            }
            Fact::DiffGenerated { diff, .. } => format!("diff {}", diff.path),
            Fact::ReviewUpdated { state, written, .. } => {
                format!("review {state:?} written: {written}")
            }
            Fact::HunksJoined { parts, .. } => format!("{} joined", parts.len()),
            Fact::HunkSplit { parts, .. } => format!("split into {}", parts.len()),
            Fact::OperationDone { operation } => {
                format!("done {:?}: {}", operation.kind, operation.label)
            }
            Fact::OperationMoved { undone, label, .. } => match undone {
                true => format!("operation undone: {label}"),
                false => format!("operation done again: {label}"),
            },
            Fact::CommentAdded { comment } => {
                format!("comment on {}: {}", comment.path, comment.text)
            }
            Fact::CommentRemoved { .. } => "comment removed".to_owned(),
            Fact::ReviewTold { told, .. } => format!("told: {}", told.text),
            Fact::SaveStarted { save } => {
                let paths: Vec<_> = save.files.iter().map(|file| &file.path).collect();
                format!("save {paths:?}")
            }
            Fact::SaveEnded { result, .. } => format!("saved {result:?}"),
            Fact::RollbackStarted { title, .. } => format!("rollback {title}"),
            Fact::RollbackCompleted { .. } => "rolled back".to_owned(),
            Fact::RollbackFailed { reason, .. } => format!("not rolled back: {reason}"),
            Fact::CheckpointRenamed { name, .. } => format!("checkpoint named {name}"),
            Fact::ApplyStarted { path, .. } => format!("apply {path}"),
            Fact::ApplyCompleted { path, .. } => format!("applied {path}"),
            Fact::ContextIncluded { row } => format!("included {}", row.place()),
            Fact::RouteChosen { route } => {
                format!("route {}: {}", route.target, route.reason.words())
            }
            Fact::AgentModeChanged { mode } => format!("agent mode {}", mode.word()),
            Fact::ConversationCompacted { compaction } => format!(
                "compacted {} messages, {} -> {} tokens",
                compaction.messages, compaction.before, compaction.after
            ),
            Fact::CompactionFailed { reason, .. } => format!("not compacted: {reason}"),
            Fact::CompactionUndone { .. } => "compaction undone".to_owned(),
            Fact::ContextExcluded { .. } => "excluded".to_owned(),
            Fact::InputRemembered { text } => format!("remembered {text}"),
            Fact::DraftSaved { text } => format!("draft {text}"),
            Fact::WorkspaceChanged => "workspace changed".to_owned(),
            Fact::NoteChanged { text } => format!("note: {text}"),
            Fact::TerminalsChanged { terminals } => format!("{} terminals", terminals.len()),
            Fact::IndexChanged { state } => format!("index {:?}", state.phase),
            Fact::Notice { text, .. } => format!("notice {text}"),
            Fact::CommandRejected {
                command, reason, ..
            } => format!("rejected {command}: {reason}"),
        }
    }

    fn message(&mut self, prefix: &str, message: &Message) -> String {
        let who = match message.role {
            Role::User => "user",
            Role::Assistant => "assistant",
            Role::Tool => "tool",
            Role::System => "system",
        };
        let state = match message.state {
            MessageState::Interrupted => " (interrupted)",
            MessageState::Streaming | MessageState::Complete => "",
        };
        let blocks: Vec<String> = message
            .blocks
            .iter()
            .map(|block| match block {
                Block::Text { text } => text.clone(),
                Block::Reasoning { text, .. } => format!("<{text}>"),
                Block::ToolUse { call } => self.of('c', call.id.0),
                Block::ToolResult { result } => self.of('c', result.call.0),
                Block::Image { picture } => format!("▣{}", picture.name),
            })
            .collect();
        let text = match message.role {
            // What the model is told with it is no part of the row.
            Role::System => message.said().to_owned(),
            _ => blocks.join(" "),
        };
        format!("{prefix}{who}{state}: {text}")
            .trim_end()
            .to_owned()
    }

    fn answered(&mut self, answer: &Answer) -> String {
        let what = match &answer.decision {
            Decision::Yes => "yes".to_owned(),
            Decision::Always { scope } => format!("always {scope:?}"),
            Decision::Edited { .. } => "edited".to_owned(),
            Decision::Hunks { accepted } => format!("{} hunks", accepted.len()),
            Decision::OnDisk => "on disk".to_owned(),
            Decision::Files { paths } => format!("{} files", paths.len()),
            Decision::No { .. } => "no".to_owned(),
            Decision::Text { text } => format!("text {text}"),
            Decision::Selected { indices } => format!("selected {indices:?}"),
            Decision::Skipped => "skipped".to_owned(),
            Decision::Back => "back".to_owned(),
        };
        let name = self.of('p', answer.prompt.0);
        format!("{name} answered {what} by {:?}", answer.by)
    }

    /// One effect.
    pub(super) fn effect(&mut self, effect: &Effect) -> String {
        match effect {
            Effect::LookAtFork { .. } => "-> look at the fork".to_owned(),
            Effect::ExportSession { .. } => "-> export".to_owned(),
            Effect::ImportSession { .. } => "-> import".to_owned(),
            Effect::ReleaseSession { .. } => "-> release".to_owned(),
            Effect::RequestStep {
                step,
                number,
                target,
                ..
            } => {
                let who = match target.to_string().as_str() {
                    "ollama/qwen" => "the model".to_owned(),
                    other => other.to_owned(),
                };
                format!("-> ask {who} {} #{number}", self.of('s', step.0))
            }
            Effect::Compact {
                step, reach, words, ..
            } => {
                let place = format!("-> summarise {} {reach:?} {words}", self.of('s', step.0));
                place.trim_end().to_owned()
            }
            Effect::LookAtLines {
                named, pictures, ..
            } => {
                let mut places: Vec<String> = named.iter().map(NamedLines::place).collect();
                places.extend(pictures.iter().map(|named| format!("{}?", named.path)));
                format!("-> look at {}", places.join(" "))
            }
            Effect::LookAtFolder { change, .. } => {
                format!("-> look at the folder {:?}", change.cwd)
            }
            Effect::CancelStep { step } => format!("-> drop {}", self.of('s', step.0)),
            Effect::PrepareCall { call, .. } => format!("-> prepare {}", self.of('c', call.id.0)),
            Effect::RunCall { call, grant, .. } => {
                let how = match grant {
                    Grant::AsPlanned => "as planned".to_owned(),
                    Grant::Edited { text } => format!("edited to {text:?}"),
                    Grant::Hunks { accepted } => format!("with {} hunks", accepted.len()),
                    Grant::Answered { answer } => format!("with {answer}"),
                };
                format!("-> run {} {how}", self.of('c', call.0))
            }
            Effect::StageCall { call, .. } => format!("-> stage {}", self.of('c', call.0)),
            Effect::Review { job, .. } => {
                let job = format!("{job:?}");
                let name: String = job.chars().take_while(|c| c.is_alphanumeric()).collect();
                format!("-> review: {name}")
            }
            Effect::CarryOutSave { save, .. } => {
                let paths: Vec<_> = save.files.iter().map(|file| &file.path).collect();
                format!("-> write {paths:?}")
            }
            Effect::HoldDecisions { before, .. } => format!("-> hold {}", before.len()),
            Effect::ShareDecisions { .. } => "-> share decisions".to_owned(),
            Effect::DropCall { call } => format!("-> forget {}", self.of('c', call.0)),
            Effect::RefuseCall { call, .. } => format!("-> refuse {}", self.of('c', call.0)),
            Effect::CancelCall { call, how } => {
                format!("-> end {} {how:?}", self.of('c', call.0))
            }
            Effect::StartTimer {
                timer,
                after_ms,
                purpose,
            } => format!(
                "-> timer {} {after_ms} ms {purpose:?}",
                self.of('t', timer.0)
            ),
            Effect::StopTimer { timer } => format!("-> stop {}", self.of('t', timer.0)),
            Effect::KeepSendConsent { to, consent, .. } => format!("-> keep {consent:?} to {to}"),
            Effect::SaveNote { text, .. } => format!("-> keep the note: {text}"),
            Effect::KeepConsent { consent, .. } => format!("-> keep consent {consent:?}"),
            Effect::CleanCache { scope, .. } => format!("-> clean {scope:?}"),
            Effect::LookAtPath { path, .. } => format!("-> look at the path {path}"),
            Effect::ChooseModel { provider, .. } => format!("-> choose a model of {provider}"),
            Effect::ChangeCatalogue { order, .. } => format!("-> change {order:?}"),
            Effect::SaveRule { scope, pattern, .. } => format!("-> save {pattern} {scope:?}"),
            Effect::LoadSession { .. } => "-> load".to_owned(),
        }
    }
}

fn question(body: &PromptBody) -> String {
    match body {
        PromptBody::Write { path, note, .. } => match note {
            Some(note) => format!("write {path} ({note})"),
            None => format!("write {path}"),
        },
        PromptBody::Delete { files } => format!("delete {} files", files.len()),
        PromptBody::Command { command, .. } => format!("$ {command}"),
        PromptBody::Confirm { question }
        | PromptBody::Input { question, .. }
        | PromptBody::Select { question, .. } => question.clone(),
    }
}
