//! What the engine tells, as lines. Each change is one line or a few, printed once and never again.

use super::facts::Facts;
use super::state::{Awaited, Effect, Lines, Place, Plain};
use super::text;
use super::text::{lines, spoken, time_words};
use super::waiting::Waiting;
use crate::protocol::approval::{Answer, AnsweredBy, Decision, PolicyState};
use crate::protocol::call::{CallResult, ToolCall};
use crate::protocol::change::CheckpointKind;
use crate::protocol::event::{Delivery, Event, Fact, NoticeLevel, TextChannel, UnqueueReason};
use crate::protocol::ids::{ContentHash, SessionId};
use crate::protocol::message::{Block, Message, Role};
use crate::protocol::query::Query;
use crate::protocol::review::SaveResult;
use crate::protocol::session::{RunResult, SessionSettings, SessionSnapshot, SessionStatus};
use crate::words::counted;

/// Lines of the output of a command of the human's that are said; `/again call` says all.
const OUTPUT_LINES: usize = 100;

/// Letters of a call's arguments that are said.
const ARGUMENT_LETTERS: usize = 120;

impl Plain {
    /// Takes what the engine delivers.
    pub(super) fn delivery(&mut self, delivery: Delivery) {
        match delivery {
            Delivery::Event { event } => self.event(&event),
            Delivery::Snapshot { sessions, .. } => {
                for snapshot in &sessions {
                    self.snapshot(snapshot);
                }
            }
        }
    }

    /// The whole state of a session: what was missed of the one that is shown is told by its end.
    fn snapshot(&mut self, snapshot: &SessionSnapshot) {
        let session = snapshot.summary.id;
        let known = self.sessions.insert(session, Facts::of(snapshot));
        match known {
            None => self.heard_of(session),
            Some(before) if self.current == Some(session) => {
                self.speeches.clear();
                let new = snapshot
                    .messages
                    .len()
                    .saturating_sub(before.messages.len());
                if new > 0 {
                    self.say(format!(
                        "Note: {} came while this screen was behind; /again {new} says them.",
                        counted(new, "message")
                    ));
                }
            }
            Some(_) => {}
        }
    }

    /// A session that was not known.
    fn heard_of(&mut self, session: SessionId) {
        let is_awaited = match self.awaited {
            Awaited::Nothing => false,
            Awaited::First => true,
            Awaited::This(awaited) => awaited == session,
        };
        if is_awaited {
            self.show_session(session);
        }
    }

    /// Shows a session that is known.
    pub(super) fn show_session(&mut self, session: SessionId) {
        let Some(facts) = self.sessions.get(&session) else {
            return;
        };
        self.awaited = Awaited::Nothing;
        let mut words = vec![format!(
            "Session {}, mode {}, {}.",
            facts.name(),
            facts.policy.mode,
            facts.model()
        )];
        if !facts.messages.is_empty() {
            words.push(format!(
                "It has {}; the end of it:",
                counted(facts.messages.len(), "message")
            ));
            words.extend(last_words(facts));
        }
        match facts.status {
            SessionStatus::Error => words.extend(frozen(facts)),
            SessionStatus::Archived => words.push(
                "It is in the archive and can only be read; /session unarchive brings it back."
                    .to_owned(),
            ),
            SessionStatus::AwaitingReview => {
                words.push("Changes wait in the review: /review.".to_owned());
            }
            SessionStatus::Running => words.push("A run is going on.".to_owned()),
            _ => {}
        }
        let is_interrupted = facts.status == SessionStatus::Interrupted;
        self.current = Some(session);
        self.place = Place::Chat;
        self.speeches.clear();
        self.drop_own();
        self.asked = None;
        self.say_all(words);
        self.effects.push(Effect::Present(vec![session]));
        if is_interrupted {
            self.ask_to_proceed(session);
        } else {
            self.ask(Query::Draft { session }, Waiting::Draft(session));
        }
        if self.manner.choose_session {
            self.manner.choose_session = false;
            self.ask(Query::Sessions, Waiting::Sessions(None));
        }
        for typed in std::mem::take(&mut self.early) {
            self.typed(typed);
        }
    }

    /// A session whose process died goes on only when the human has seen it.
    fn ask_to_proceed(&mut self, session: SessionId) {
        use super::own::{Deed, Own};
        let proceed = crate::protocol::command::Command::AcknowledgeInterrupted { session };
        let own = Own::new(
            "this session was interrupted in the middle of a run: its program ended. What was under way was stopped, \
             and a call without a result has an outcome that nobody knows.",
        )
        .or(
            "proceed",
            "go on with the session",
            Deed::Send(vec![proceed]),
        );
        self.ask_own(own);
    }

    fn event(&mut self, event: &Event) {
        let session = event.session;
        match &event.fact {
            Fact::SessionOpened { session: snapshot } => return self.snapshot(snapshot),
            Fact::SessionDeleted | Fact::SessionClosed => return self.session_gone(event),
            Fact::SessionCreated { settings, policy } if !self.sessions.contains_key(&session) => {
                let facts = Facts::new(session, settings.clone(), policy.clone());
                self.sessions.insert(session, facts);
                return self.heard_of(session);
            }
            _ => {}
        }
        let is_shown = self.current == Some(session);
        let Some(facts) = self.sessions.get_mut(&session) else {
            return self.of_no_session(event);
        };
        let before = (facts.settings.clone(), facts.policy.clone(), facts.status);
        facts.apply(event);
        if is_shown {
            self.shown_event(event, &before.0, &before.1, before.2);
        } else {
            self.other_event(event);
        }
    }

    /// What came of an order about a session that is not open here.
    fn of_no_session(&mut self, event: &Event) {
        match &event.fact {
            Fact::CommandRejected {
                reason, command, ..
            } if !is_by_the_way(command) => {
                self.say(format!("Refused: {}", text::line(reason)));
            }
            Fact::Notice { level, text } => self.notice(*level, text),
            _ => {}
        }
    }

    fn session_gone(&mut self, event: &Event) {
        let Some(facts) = self.sessions.remove(&event.session) else {
            return;
        };
        let what = match event.fact {
            Fact::SessionDeleted => "is deleted",
            _ => "is closed",
        };
        self.say(format!("Session {} {what}.", facts.name()));
        if self.current != Some(event.session) {
            return;
        }
        self.current = None;
        self.place = Place::Chat;
        self.drop_own();
        self.asked = None;
        // Another one that is open, or a new one that is like it.
        let next = self.sessions.keys().next_back().copied();
        match next {
            Some(next) => self.show_session(next),
            None => {
                let new = SessionId((self.ids)());
                self.awaited = Awaited::This(new);
                let settings = SessionSettings {
                    name: String::new(),
                    known_as: Default::default(),
                    ..facts.settings
                };
                self.send(crate::protocol::command::Command::CreateSession {
                    session: new,
                    settings,
                });
            }
        }
    }

    /// What happened in a session that is not shown: only what needs the human, or ends.
    fn other_event(&mut self, event: &Event) {
        let Some(facts) = self.sessions.get(&event.session) else {
            return;
        };
        let name = facts.name();
        let id = event.session;
        match &event.fact {
            Fact::PromptOpened { .. } | Fact::ClarificationOpened { .. } => self.say(format!(
                "Elsewhere: session {name} asks something. \"/session load {id}\" goes there."
            )),
            Fact::RunCompleted { .. } => self.say(format!("Elsewhere: session {name} is done.")),
            Fact::RunFailed { error, .. } => self.say(format!(
                "Elsewhere: session {name} failed: {}",
                text::line(error)
            )),
            Fact::CommandRejected {
                reason, command, ..
            } if !is_by_the_way(command) => {
                self.say(format!("Refused: {}", text::line(reason)));
            }
            _ => {}
        }
    }

    fn shown_event(
        &mut self,
        event: &Event,
        settings: &SessionSettings,
        policy: &PolicyState,
        status: SessionStatus,
    ) {
        match &event.fact {
            Fact::TextAppended {
                message,
                channel: TextChannel::Answer,
                offset,
                text,
            } => {
                let speech = self.speeches.entry(*message).or_default();
                let had_begun = speech.has_begun();
                let lines = speech.piece(*offset, text);
                self.say_answer(lines, had_begun);
            }
            Fact::MessageAdded { message } => self.message_added(message),
            Fact::MessageCompleted { message } => self.message_completed(message),
            Fact::MessagesWithdrawn { .. } => {
                self.say("The last message and what followed it were taken back.");
            }
            Fact::MessageQueued { message } => {
                self.forget_sent(&message.text);
                self.say("Your message waits until the agent's step ends.");
            }
            Fact::MessageUnqueued { message, reason } => match reason {
                UnqueueReason::Delivered => self.say("The agent has your message now."),
                UnqueueReason::TakenBack | UnqueueReason::RunEnded => {
                    self.say(format!(
                        "Your message was not sent: {}",
                        text::line(&message.text)
                    ));
                }
            },
            Fact::RunStarted { .. } => self.say("The agent works."),
            Fact::CallStarted { call, .. } => self.call_started(*call),
            Fact::CallCompleted { result, .. } => self.call_completed(result),
            Fact::PromptAnswered { answer, summary }
            | Fact::ClarificationAnswered { answer, summary } => self.answered(answer, summary),
            Fact::RunCompleted { result } => self.run_completed(result),
            Fact::RunCancelled { .. } => self.run_over("Stopped."),
            Fact::RunFailed { error, hint, .. } => {
                let mut words = format!("Error: {}.", text::line(error).trim_end_matches('.'));
                if let Some(hint) = hint {
                    words.push_str(&format!(" What to do: {}.", text::line(hint)));
                }
                self.run_over(&words);
            }
            Fact::SessionStatusChanged { status: new, .. } if *new != status => {
                self.status_changed(*new);
            }
            Fact::SessionChanged { settings: new } => self.settings_changed(settings, new),
            Fact::PolicyChanged { policy: new } => self.policy_changed(policy, new),
            Fact::InputRemembered { text } => self.effects.push(Effect::Recall(vec![text.clone()])),
            fact => {
                if let Fact::CommandRejected { said, command, .. } = fact {
                    self.rejected(command, said.as_ref());
                }
                let lines = told(fact);
                self.say_all(lines);
            }
        }
    }

    fn say_answer(&mut self, lines: Vec<String>, had_begun: bool) {
        for (at, line) in lines.into_iter().enumerate() {
            match (had_begun, at) {
                (false, 0) => self.say(format!("Agent: {line}")),
                _ => self.say(line),
            }
        }
    }

    fn message_added(&mut self, message: &Message) {
        match message.role {
            Role::User => {
                let said = message.said().to_owned();
                let is_ours = self.forget_sent(&said);
                // In a terminal it stands where it was typed.
                if !(is_ours && self.manner.lines == Lines::Terminal) {
                    let mut said = lines(&said).into_iter();
                    let first = said.next().unwrap_or_default();
                    self.say(format!("You: {first}"));
                    self.say_all(said);
                }
                let pictures = message
                    .blocks
                    .iter()
                    .filter(|block| matches!(block, Block::Image { .. }))
                    .count();
                if pictures > 0 {
                    self.say(format!("With {}.", counted(pictures, "picture")));
                }
            }
            Role::System => {
                let mut said = spoken(&message.plain_text()).into_iter();
                let first = said.next().unwrap_or_default();
                self.say(format!("Note: {first}"));
                self.say_all(said);
            }
            Role::Assistant | Role::Tool => {}
        }
    }

    /// Whether a text was sent from here; it is known no longer.
    fn forget_sent(&mut self, said: &str) -> bool {
        let place = self.sent.iter().position(|sent| sent == said);
        place.map(|place| self.sent.remove(place)).is_some()
    }

    /// An order was refused: what was typed was not sent, a question still waits.
    fn rejected(&mut self, command: &str, said: Option<&ContentHash>) {
        if let Some(said) = said {
            let is_it = |sent: &String| {
                let of = |text: &str| ContentHash::of(text.as_bytes()) == *said;
                of(sent) || sent.strip_prefix('!').is_some_and(of)
            };
            self.sent.retain(|sent| !is_it(sent));
        }
        if command == "answer_prompt" {
            self.asked = None;
        }
    }

    fn message_completed(&mut self, message: &Message) {
        if message.role != Role::Assistant {
            return;
        }
        let mut speech = self.speeches.remove(&message.id).unwrap_or_default();
        let had_begun = speech.has_begun();
        let whole = message.said().to_owned();
        let lines = speech.end(&whole);
        self.say_answer(lines, had_begun);
    }

    fn call_started(&mut self, id: crate::protocol::ids::CallId) {
        let Some((number, call)) = self.facts().and_then(|facts| facts.call(id)) else {
            return;
        };
        // What takes long is said when it begins; the others with what came of them.
        if matches!(call.tool.as_str(), "shell_exec" | "run_command" | "task") {
            let words = call_words(number, call);
            self.say(format!("{words} runs."));
        }
    }

    fn call_completed(&mut self, result: &CallResult) {
        let facts = self.facts();
        let known = facts.and_then(|facts| facts.call(result.call));
        let words = match known {
            Some((number, call)) => call_words(number, call),
            None => format!("Tool: {}", text::line(&result.tool)),
        };
        let ended = match result.ok {
            true => "",
            false => "FAILED: ",
        };
        self.say(format!("{words}: {ended}{}", text::line(&result.summary)));
        if result.is_of_humans_command() {
            let output = output_of(result);
            let more = output.len().saturating_sub(OUTPUT_LINES);
            self.say_all(output.into_iter().take(OUTPUT_LINES));
            if more > 0 {
                self.say(format!(
                    "{} more: /again call reads all of it.",
                    counted(more, "line")
                ));
            }
        }
    }

    fn answered(&mut self, answer: &Answer, summary: &str) {
        self.put_off.remove(&answer.prompt);
        let by = match answer.by {
            AnsweredBy::Key => "",
            AnsweredBy::Rule => ", by a rule",
            AnsweredBy::Mode => ", by the mode",
            AnsweredBy::Timeout => ", because time was up",
            AnsweredBy::Cancel => ", because the run was stopped",
            AnsweredBy::Nobody => ", because nobody was there to ask",
        };
        let what = match &answer.decision {
            Decision::Yes | Decision::OnDisk => "yes".to_owned(),
            Decision::Always { .. } => "yes, and further".to_owned(),
            Decision::Edited { .. } => "yes, as you edited it".to_owned(),
            Decision::Hunks { accepted } => format!("yes, to {}", counted(accepted.len(), "hunk")),
            Decision::Files { paths } => format!("yes, to {}", counted(paths.len(), "file")),
            Decision::No { .. } => "no".to_owned(),
            Decision::Text { text } => text::line(text),
            Decision::Selected { indices } => indices
                .iter()
                .map(|index| (index + 1).to_string())
                .collect::<Vec<_>>()
                .join(", "),
            Decision::Skipped => "none".to_owned(),
        };
        self.say(format!(
            "Answer: {what}{by}. It was: {}",
            text::line(summary)
        ));
    }

    fn run_completed(&mut self, result: &RunResult) {
        let mut words = format!("Done in {}", time_words(result.duration_ms));
        if result.tool_calls > 0 {
            words.push_str(&format!(", {}", counted(result.tool_calls, "tool call")));
        }
        words.push('.');
        for file in &result.files_modified {
            words.push_str(&format!(
                " Changed {}: {} added, {} removed.",
                text::line(&file.path),
                file.added,
                file.removed
            ));
        }
        if result.staged > 0 {
            let wait = if result.staged == 1 { "waits" } else { "wait" };
            words.push_str(&format!(
                " {} {wait} in the review: /review.",
                counted(result.staged, "hunk")
            ));
        }
        self.run_over(&words);
    }

    fn run_over(&mut self, words: &str) {
        self.armed = None;
        self.say(words);
        if !self.ended {
            self.say("Your turn.");
        }
    }

    fn status_changed(&mut self, status: SessionStatus) {
        let Some(facts) = self.facts() else { return };
        let session = facts.id;
        match status {
            SessionStatus::Error => {
                let lines = frozen(facts);
                self.say_all(lines);
            }
            SessionStatus::Interrupted => self.ask_to_proceed(session),
            SessionStatus::Archived => self.say("The session is in the archive now."),
            _ => {}
        }
        if status != SessionStatus::Interrupted
            && self
                .own
                .as_ref()
                .is_some_and(|own| own.options.iter().any(|way| way.word == "proceed"))
        {
            self.drop_own();
        }
    }

    fn settings_changed(&mut self, before: &SessionSettings, new: &SessionSettings) {
        if before.name != new.name {
            self.say(format!(
                "The session is called \"{}\" now.",
                text::line(&new.name)
            ));
        }
        if (&before.provider, &before.model) != (&new.provider, &new.model) {
            let model = text::line(&format!("{}/{}", new.provider, new.model));
            self.say(format!("The model is {model} now."));
        }
        if before.cwd != new.cwd {
            let folder = text::line(&new.cwd.display().to_string());
            self.say(format!("Commands begin in {folder} now."));
        }
        if before.extra_prompt != new.extra_prompt {
            self.say("The session's extra prompt is another one now.");
        }
    }

    fn policy_changed(&mut self, before: &PolicyState, new: &PolicyState) {
        if before.mode != new.mode {
            return self.say(format!("The mode is {} now.", new.mode));
        }
        if (before.text, before.command) != (new.text, new.command) {
            self.say("Who decides has changed: /confirm status says how.");
        }
        if new.rules.len() > before.rules.len() {
            let pattern = new.rules.last().map(|rule| text::line(&rule.pattern));
            self.say(format!("A rule was made: {}.", pattern.unwrap_or_default()));
        }
        if new.rules.len() < before.rules.len() {
            self.say("A rule was taken away.");
        }
    }

    fn notice(&mut self, level: NoticeLevel, text: &str) {
        let lead = match level {
            NoticeLevel::Info => "Note",
            NoticeLevel::Warning => "Warning",
            NoticeLevel::Error => "Error",
        };
        self.say(format!("{lead}: {}", text::line(text)));
    }
}

/// Facts that are said as they are.
fn told(fact: &Fact) -> Vec<String> {
    let line = match fact {
        Fact::Notice { level, text } => {
            let lead = match level {
                NoticeLevel::Info => "Note",
                NoticeLevel::Warning => "Warning",
                NoticeLevel::Error => "Error",
            };
            format!("{lead}: {}", text::line(text))
        }
        Fact::CommandRejected {
            command, reason, ..
        } if !is_by_the_way(command) => format!("Refused: {}", text::line(reason)),
        Fact::RetryScheduled {
            attempt,
            of,
            after_ms,
            error,
        } => format!(
            "Attempt {attempt} of {of} comes in {}: {}",
            time_words(*after_ms),
            text::line(&error.message)
        ),
        Fact::RunInterrupted { unknown_calls } => match unknown_calls.len() {
            0 => "The run was interrupted.".to_owned(),
            count => format!(
                "The run was interrupted; what came of {} is not known.",
                counted(count, "call")
            ),
        },
        Fact::PromptTimerChanged { paused: true, .. } => {
            "The time stands; without an answer the question waits.".to_owned()
        }
        Fact::PromptTimerChanged { paused: false, .. } => "The time runs again.".to_owned(),
        Fact::SessionCleared => "The conversation is empty now.".to_owned(),
        Fact::SessionImported { name, messages } => format!(
            "Imported \"{}\" with {}.",
            text::line(name),
            counted(*messages, "message")
        ),
        Fact::RouteChosen { route }
            if route.reason != crate::protocol::route::RouteReason::Mode =>
        {
            text::line(&route.line())
        }
        Fact::AgentModeChanged { mode } => format!("The agent mode is {} now.", mode.word()),
        Fact::ConversationCompacted { compaction } => format!(
            "The older {} were summarised for the model, from about {} tokens to {}. /compact undo takes it back.",
            counted(compaction.messages, "message"),
            compaction.before,
            compaction.after
        ),
        Fact::CompactionFailed { reason, .. } => {
            format!("Not summarised: {}", text::line(reason))
        }
        Fact::CompactionUndone { .. } => "The summary was taken back.".to_owned(),
        Fact::CheckpointCreated { checkpoint } if checkpoint.kind == CheckpointKind::Named => {
            format!(
                "Checkpoint {}: {}",
                checkpoint.number,
                text::line(&checkpoint.label)
            )
        }
        Fact::CheckpointRenamed { name, .. } => {
            format!("The checkpoint is called \"{}\" now.", text::line(name))
        }
        Fact::OperationDone { operation } => {
            format!("Review: {}", text::line(&operation.label))
        }
        Fact::OperationMoved { undone: true, .. } => "Taken back.".to_owned(),
        Fact::OperationMoved { undone: false, .. } => "Done again.".to_owned(),
        Fact::HunkSplit { parts, .. } => format!(
            "The hunk is {} now; \"list\" numbers them.",
            counted(parts.len(), "hunk")
        ),
        Fact::CommentAdded { comment } => format!(
            "Comment on {} kept; \"tell\" or your next message tells the agent.",
            text::line(&comment.path)
        ),
        Fact::CommentRemoved { .. } => "The comment was taken back.".to_owned(),
        Fact::ReviewTold { told, .. } => format!(
            "The agent was told {} and {}.",
            counted(told.hunks.len(), "verdict"),
            counted(told.comments.len(), "comment")
        ),
        Fact::SaveEnded { result, .. } => return saved(result),
        Fact::RollbackStarted { title, .. } => format!("Taking back: {}", text::line(title)),
        Fact::RollbackCompleted { .. } => {
            "Taken back; the disk is as it was. \"/rollback undo\" turns that round.".to_owned()
        }
        Fact::RollbackFailed { reason, .. } => {
            format!("Error: nothing was taken back: {}", text::line(reason))
        }
        _ => return Vec::new(),
    };
    vec![line]
}

fn saved(result: &SaveResult) -> Vec<String> {
    match result {
        SaveResult::Done => vec!["Written to the disk.".to_owned()],
        SaveResult::Nothing { reason } => {
            vec![format!("Nothing was written: {}", text::line(reason))]
        }
        SaveResult::Partly { left } => {
            let mut lines = vec!["Error: not everything was written. Left alone:".to_owned()];
            lines.extend(
                left.iter()
                    .map(|(path, why)| format!("- {}: {}", text::line(path), text::line(why))),
            );
            lines
        }
    }
}

/// Orders whose refusal nobody waits for.
fn is_by_the_way(command: &str) -> bool {
    matches!(command, "save_draft" | "remember_input" | "add_notice")
}

/// What is said of a session whose program is gone.
pub(super) fn frozen(facts: &Facts) -> Vec<String> {
    let error = facts.last_error.as_deref().unwrap_or("its program is gone");
    vec![
        format!("Session ended with error: {}", text::line(error)),
        "It can be read and named, and nothing can be sent. \"/session new\" begins another one with the same settings."
            .to_owned(),
    ]
}

/// The last thing that the human said, and the agent.
fn last_words(facts: &Facts) -> Vec<String> {
    let last = |role| {
        let mut of_role = facts
            .messages
            .iter()
            .rev()
            .filter(move |it| it.role == role);
        of_role.find(|it| !it.said().trim().is_empty())
    };
    let mut out = Vec::new();
    for (role, lead) in [(Role::User, "You"), (Role::Assistant, "Agent")] {
        if let Some(message) = last(role) {
            let mut said = lines(message.said()).into_iter();
            out.push(format!("{lead}: {}", said.next().unwrap_or_default()));
            out.extend(said.filter(|line| !line.is_empty()));
        }
    }
    out
}

/// `Tool 3: read_file src/a.rs`
pub(super) fn call_words(number: usize, call: &ToolCall) -> String {
    let arguments = argument_words(call);
    let gap = if arguments.is_empty() { "" } else { " " };
    format!("Tool {number}: {}{gap}{arguments}", text::line(&call.tool))
}

/// What a call is about: its command, path or question, else all of its short arguments.
fn argument_words(call: &ToolCall) -> String {
    let Some(arguments) = call.arguments.as_object() else {
        return String::new();
    };
    let named = [
        "command",
        "path",
        "file_path",
        "pattern",
        "query",
        "url",
        "question",
    ];
    let first = named.iter().find_map(|name| arguments.get(*name)?.as_str());
    let words = match first {
        Some(words) => text::line(words),
        None => {
            let words = arguments
                .values()
                .filter_map(|value| value.as_str())
                .map(text::line)
                .collect::<Vec<_>>();
            words.join(" ")
        }
    };
    match words.char_indices().nth(ARGUMENT_LETTERS) {
        Some((end, _)) => format!("{}…", words.get(..end).unwrap_or_default()),
        None => words,
    }
}

/// What a call gave, as lines: a command's output, else its content.
pub(super) fn output_of(result: &CallResult) -> Vec<String> {
    let Some(content) = result.content.as_object() else {
        return lines(&result.content.to_string());
    };
    let mut out = Vec::new();
    for (name, value) in content {
        if name == "success" {
            continue;
        }
        match value.as_str() {
            Some(text) if text.contains('\n') => {
                out.push(format!("{name}:"));
                out.extend(lines(text));
            }
            Some(text) => out.push(format!("{name}: {}", text::line(text))),
            None => out.push(format!("{name}: {}", text::line(&value.to_string()))),
        }
    }
    out
}
