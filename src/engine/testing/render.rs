//! Events and effects as compact text, with short names for ids in the order of their appearance.

use std::collections::BTreeMap;

use uuid::Uuid;

use crate::Effect;
use hooks::Occasion;
use protocol::approval::{Answer, Decision, QuestionBody};
use protocol::event::{Event, EventKind, TextChannel, UnqueueReason};
use protocol::mention::MentionedPart;
use protocol::message::{Block, Message, MessageState, Role};
use protocol::plan::Grant;
use protocol::session::DeliveryPoint;

/// Names for ids: `c1` is the first call that was seen, `p2` the second question.
#[derive(Debug, Default)]
pub struct Names {
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

    pub fn event(&mut self, event: &Event) -> String {
        match &event.fact {
            EventKind::SessionCreated { policy, .. } => format!("created in {}", policy.mode),
            EventKind::SessionForked { .. } => "forked".to_owned(),
            EventKind::SessionImported { messages, .. } => format!("imported {messages} messages"),
            EventKind::SessionClosed => "closed".to_owned(),
            EventKind::SessionDeleted => "deleted".to_owned(),
            EventKind::SessionOpened { session } => format!("opened, {:?}", session.summary.status),
            EventKind::SessionChanged { settings } => format!(
                "settings {} {}/{}",
                settings.name, settings.provider, settings.model
            ),
            EventKind::SessionStatusChanged { status, error } => match error {
                Some(error) => format!("status {}: {error}", status.word()),
                None => format!("status {}", status.word()),
            },
            EventKind::PolicyChanged { policy } => {
                let rules: Vec<_> = policy.rules.iter().map(|rule| &rule.pattern).collect();
                format!(
                    "policy {} {:?} {:?} {rules:?}",
                    policy.mode, policy.text, policy.command
                )
            }
            EventKind::SessionCleared => "cleared".to_owned(),
            EventKind::TaskCreated { task } => format!("task {} {} created", task.id, task.name),
            EventKind::TaskChanged { task } => format!("task {} {} changed", task.id, task.name),
            EventKind::TaskDeleted { task } => format!("task {task} deleted"),
            EventKind::AgentStarted { agent } => {
                format!("agent {} {} started", agent.number, agent.name)
            }
            EventKind::AgentProgressed {
                state, activity, ..
            } => match activity {
                Some(activity) => format!("agent {}: {activity}", state.notice()),
                None => format!("agent {}", state.notice()),
            },
            EventKind::AgentEnded { state, error, .. } => match error {
                Some(error) => format!("agent {}: {error}", state.notice()),
                None => format!("agent {}", state.notice()),
            },
            EventKind::MessagesWithdrawn { .. } => "withdrawn".to_owned(),
            EventKind::MessageAdded { message } => self.message("", message),
            EventKind::MessageCompleted { message } => self.message("end of ", message),
            EventKind::PicturesAttached { pictures, .. } => {
                let names: Vec<_> = pictures.iter().map(|picture| &picture.name).collect();
                format!("pictures {names:?}")
            }
            EventKind::MessageQueued { message } => match message.deliver {
                DeliveryPoint::AfterStep => format!("queued: {}", message.text),
                DeliveryPoint::AfterRun => format!("queued for the end: {}", message.text),
            },
            EventKind::MessageUnqueued { message, reason } => {
                let why = match reason {
                    UnqueueReason::Delivered => "delivered",
                    UnqueueReason::TakenBack => "taken back",
                    UnqueueReason::RunEnded => "returned",
                };
                format!("{why}: {}", message.text)
            }
            EventKind::TextAppended {
                channel,
                offset,
                text,
                ..
            } => match channel {
                TextChannel::Answer => format!("+{offset} {text:?}"),
                TextChannel::Reasoning => format!("+{offset} (thinks) {text:?}"),
            },
            EventKind::ProposalGrew { path, .. } => format!("more of {path}"),
            EventKind::StepProgress { prompt, answer, .. } => {
                format!("{prompt} asked, {answer} came")
            }
            EventKind::RunStarted { .. } => "run started".to_owned(),
            EventKind::RunCompleted { result } => {
                format!("run completed, {} calls", result.tool_calls)
            }
            EventKind::RunCancelled { .. } => "run cancelled".to_owned(),
            EventKind::RunFailed { error, code, .. } => {
                let code = code.map_or("", protocol::call::ErrorCode::code);
                format!("run failed {code}: {error}")
            }
            EventKind::RunInterrupted { unknown_calls } => {
                format!("run interrupted, {} unknown", unknown_calls.len())
            }
            EventKind::StepStarted { number, .. } => format!("step {number}"),
            EventKind::StepCompleted { .. } => "step done".to_owned(),
            EventKind::RetryScheduled {
                attempt,
                of,
                after_ms,
                ..
            } => format!("attempt {attempt} of {of} after {after_ms} ms"),
            EventKind::CallRequested { call, .. } => {
                format!("{} requested: {}", self.of('c', call.id.0), call.tool)
            }
            EventKind::CallStarted { call, allowed_by } => {
                format!("{} started by {allowed_by}", self.of('c', call.0))
            }
            EventKind::CallCompleted { result, .. } => {
                let name = self.of('c', result.call.0);
                match &result.error {
                    None => format!("{name} ok"),
                    Some(error) => format!("{name} {}: {}", error.code.code(), result.summary),
                }
            }
            EventKind::CallOutput { call, offset, text } => {
                format!("{} +{offset} {text:?}", self.of('c', call.0))
            }
            EventKind::QuestionOpened { question: prompt }
            | EventKind::ClarificationOpened { question: prompt } => {
                let call = prompt.call.map(|call| self.of('c', call.0));
                format!(
                    "{} asks about {}: {}",
                    self.of('p', prompt.id.0),
                    call.unwrap_or_default(),
                    question(&prompt.body)
                )
            }
            EventKind::QuestionAnswered { answer, .. }
            | EventKind::ClarificationAnswered { answer, .. } => self.answered(answer),
            EventKind::QuestionTimerChanged {
                question: prompt,
                paused,
            } => {
                format!("{} paused: {paused}", self.of('p', prompt.0))
            }
            EventKind::CheckpointCreated { checkpoint } => {
                format!("checkpoint #{} {}", checkpoint.number, checkpoint.label)
            }
            EventKind::CheckpointFileKept { file } => format!("kept {}", file.path),
            EventKind::EditsProposed { entry } => {
                let states: Vec<_> = entry.hunks.iter().map(|hunk| hunk.state).collect();
                format!("edits {} {states:?}", entry.path)
            }
            EventKind::DiffGenerated { diff, .. } => format!("diff {}", diff.path),
            EventKind::ReviewUpdated { state, written, .. } => {
                format!("review {state:?} written: {written}")
            }
            EventKind::HunksJoined { parts, .. } => format!("{} joined", parts.len()),
            EventKind::HunkSplit { parts, .. } => format!("split into {}", parts.len()),
            EventKind::OperationDone { operation } => {
                format!("done {:?}: {}", operation.kind, operation.label)
            }
            EventKind::OperationMoved { undone, label, .. } => {
                if *undone {
                    format!("operation undone: {label}")
                } else {
                    format!("operation done again: {label}")
                }
            }
            EventKind::CommentAdded { comment } => {
                format!("comment on {}: {}", comment.path, comment.text)
            }
            EventKind::CommentRemoved { .. } => "comment removed".to_owned(),
            EventKind::CommentsSent { comments, .. } => {
                format!("comments sent: {}", comments.len())
            }
            EventKind::ReviewReported { told, .. } => format!("told: {}", told.text),
            EventKind::ApplyStarted { apply } => {
                let paths: Vec<_> = apply.files.iter().map(|file| &file.path).collect();
                format!("save {paths:?}")
            }
            EventKind::ApplyEnded { result, .. } => format!("saved {result:?}"),
            EventKind::RollbackStarted { title, .. } => format!("rollback {title}"),
            EventKind::RollbackCompleted { .. } => "rolled back".to_owned(),
            EventKind::RollbackFailed { reason, .. } => format!("not rolled back: {reason}"),
            EventKind::CheckpointRenamed { name, .. } => format!("checkpoint named {name}"),
            EventKind::WriteStarted { path, .. } => format!("apply {path}"),
            EventKind::ApplyCompleted { path, .. } => format!("applied {path}"),
            EventKind::ContextIncluded { row } => format!("included {}", row.place()),
            EventKind::RouteChosen { route } => {
                format!("route {}: {}", route.target, route.reason.words())
            }
            EventKind::AgentModeChanged { mode } => format!("agent mode {}", mode.word()),
            EventKind::ConversationCompacted { compaction } => format!(
                "compacted {} messages, {} -> {} tokens",
                compaction.messages, compaction.before, compaction.after
            ),
            EventKind::CompactionFailed { reason, .. } => format!("not compacted: {reason}"),
            EventKind::CompactionUndone { .. } => "compaction undone".to_owned(),
            EventKind::ContextExcluded { .. } => "excluded".to_owned(),
            EventKind::InputRemembered { text } => format!("remembered {text}"),
            EventKind::DraftSaved { text } => format!("draft {text}"),
            EventKind::WorkspaceChanged => "workspace changed".to_owned(),
            EventKind::NoteChanged { text } => format!("note: {text}"),
            EventKind::MemoryWaiting { waiting } => format!("{waiting} of the memory wait"),
            EventKind::TerminalsChanged { terminals } => format!("{} terminals", terminals.len()),
            EventKind::SandboxFound { sandbox } => format!("sandbox {}", sandbox.rung.word()),
            EventKind::IndexChanged { state } => format!("index {:?}", state.phase),
            EventKind::Notice { text, .. } => format!("notice {text}"),
            EventKind::CommandRejected {
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
                Block::Notice { notice } => notice.to_string(),
                Block::Reasoning { text, .. } => format!("<{text}>"),
                Block::ToolUse { call } => self.of('c', call.id.0),
                Block::ToolResult { result } => self.of('c', result.call.0),
                Block::Image { picture } => format!("▣{}", picture.name),
            })
            .collect();
        let text = match message.role {
            // The text for the model is not part of the row.
            Role::System => message.notice().unwrap_or_default().to_string(),
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
            Decision::Network => "network".to_owned(),
            Decision::Never => "never".to_owned(),
            Decision::Files { paths } => format!("{} files", paths.len()),
            Decision::No { .. } => "no".to_owned(),
            Decision::Text { text } => format!("text {text}"),
            Decision::Selected { indices } => format!("selected {indices:?}"),
            Decision::Skipped => "skipped".to_owned(),
            Decision::Back => "back".to_owned(),
        };
        let name = self.of('p', answer.question.0);
        format!("{name} answered {what} by {:?}", answer.by)
    }

    pub fn effect(&mut self, effect: &Effect) -> String {
        match effect {
            Effect::TrySandbox => "-> try the sandbox".to_owned(),
            Effect::ReadHooks { .. } => "-> read the hooks".to_owned(),
            Effect::RunHooks { occasion, .. } => {
                let told = match &**occasion {
                    Occasion::PreToolUse {
                        tool, arguments, ..
                    } => format!("{tool} {arguments}"),
                    Occasion::PostToolUse { tool, .. } => tool.clone(),
                    Occasion::UserPromptSubmit { prompt } => prompt.clone(),
                    Occasion::Stop { active } => format!("active: {active}"),
                    Occasion::SessionStart { source } => format!("{source:?}"),
                    Occasion::Notification { message, .. } => message.clone(),
                };
                format!("-> hooks {} {told}", occasion.event().name())
            }
            Effect::CancelHooks { .. } => "-> end hooks".to_owned(),
            Effect::AnswerServer { number, answer } => {
                format!("-> answer server question {number}: {answer:?}")
            }
            Effect::OrderServer { order, .. } => format!("-> order server {order:?}"),
            Effect::OrderMemory { order, .. } => format!("-> order memory {order:?}"),
            Effect::Remember { request, taint, .. } => {
                format!("-> remember {} ({taint:?})", request.text)
            }
            Effect::Recall { text, without, .. } => {
                format!("-> recall for {text} without {}", without.len())
            }
            Effect::TrustHooks { names, .. } => format!("-> trust hooks {names:?}"),
            Effect::ReadFork { .. } => "-> look at the fork".to_owned(),
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
            Effect::ResolveMentions {
                named, pictures, ..
            } => {
                let mut places: Vec<String> = named.iter().map(MentionedPart::place).collect();
                places.extend(pictures.iter().map(|named| format!("{}?", named.path)));
                format!("-> look at {}", places.join(" "))
            }
            Effect::ResolveFolder { change, .. } => {
                format!("-> look at the folder {:?}", change.cwd)
            }
            Effect::CancelStep { step } => format!("-> drop {}", self.of('s', step.0)),
            Effect::PrepareCall { call, on_disk, .. } => {
                let place = if *on_disk { " on the disk" } else { "" };
                format!("-> prepare {}{place}", self.of('c', call.id.0))
            }
            Effect::RunCall { call, grant, .. } => {
                let how = match grant {
                    Grant::AsPlanned => "as planned".to_owned(),
                    Grant::Edited { text } => format!("edited to {text:?}"),
                    Grant::WithNetwork { network, text } => {
                        let edited = text.as_ref().map(|text| format!("edited to {text:?} "));
                        let hosts = network.hosts().iter().map(|host| format!(" {host}"));
                        let hosts: String = hosts.collect();
                        format!("{}with the network{hosts}", edited.unwrap_or_default())
                    }
                    Grant::Hunks { accepted } => format!("with {} hunks", accepted.len()),
                    Grant::Answered { answer } => format!("with {answer}"),
                };
                format!("-> run {} {how}", self.of('c', call.0))
            }
            Effect::ProposeCall { call, .. } => format!("-> stage {}", self.of('c', call.0)),
            Effect::Review { job, .. } => {
                let job = format!("{job:?}");
                let name: String = job.chars().take_while(|c| c.is_alphanumeric()).collect();
                format!("-> review: {name}")
            }
            Effect::Apply { apply, .. } => {
                let paths: Vec<_> = apply.files.iter().map(|file| &file.path).collect();
                format!("-> write {paths:?}")
            }
            Effect::FreezeDecisions { before, .. } => format!("-> hold {}", before.len()),
            Effect::PublishDecisions { .. } => "-> share decisions".to_owned(),
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
            Effect::StoreEgressConsent { to, consent, .. } => {
                format!("-> keep {consent:?} to {to}")
            }
            Effect::SaveNote { text, .. } => format!("-> keep the note: {text}"),
            Effect::StoreIndexConsent { consent, .. } => format!("-> keep consent {consent:?}"),
            Effect::CleanCache { scope, .. } => format!("-> clean {scope:?}"),
            Effect::CheckPath { path, .. } => format!("-> look at the path {path}"),
            Effect::ChooseModel { provider, .. } => format!("-> choose a model of {provider}"),
            Effect::ChangeCatalogue { order, .. } => format!("-> change {order:?}"),
            Effect::SaveRule { scope, pattern, .. } => format!("-> save {pattern} {scope:?}"),
            Effect::LoadSession { .. } => "-> load".to_owned(),
        }
    }
}

fn question(body: &QuestionBody) -> String {
    match body {
        QuestionBody::Write { path, note, .. } => match note {
            Some(note) => format!("write {path} ({note})"),
            None => format!("write {path}"),
        },
        QuestionBody::Delete { files } => format!("delete {} files", files.len()),
        QuestionBody::Command { command, .. } => format!("$ {command}"),
        QuestionBody::Confirm { question } => question.to_string(),
        QuestionBody::Input { question, .. } | QuestionBody::Select { question, .. } => {
            question.clone()
        }
    }
}
