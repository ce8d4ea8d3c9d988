//! A tool call as a row: its state, tool, subject, outcome and time. Opened, it also shows its
//! arguments, its changes and its output.

use jiff::Timestamp;

use super::cell::{CellFold, LayoutContext};
use super::detail;
use super::lines::{decision_words, duration, one_line};
use super::pieces::Pieces;
use super::preview;
use crate::highlight::CodeBlock;
use crate::theme::Role;
use crate::widget::row::{Row, TextStyle};
use client::phrases::call::{self, beside_subject, text_of};
use client::phrases::sandbox::{network_of, ran_in};
use client::review::ChangeState;
use client::text::{clock, elapsed, pad_end, terminal_text, truncate, truncate_start};
use client::text::{visible, width_of};
use l10n::{counted, said, say};
use notice::Notice;
use protocol::approval::Decision;
use protocol::call::{CallResult, ErrorCode, ToolCall};
use protocol::change::FileDiff;
use protocol::memory::REMEMBER;
use protocol::review::CallChanges;
use protocol::task::TASK_TOOLS;

/// Bytes kept of a running command's output, the latest ones; a file has the whole output.
const MAX_OUTPUT: usize = 64 * 1024;
/// Columns of the state and of the tool's name.
pub(super) const STATE_WIDTH: usize = 9;
const TOOL_WIDTH: usize = 7;
/// Columns that an outcome gets in any case.
const SHORT_OUTCOME: usize = 12;

/// Most columns of subject and outcome that go before the answer.
const WHOLE_MIDDLE: usize = 48;
/// Milliseconds from which the time of a call or a run is shown.
pub(super) const SHOWN_MS: u64 = 100;

/// The user's answer to a question about a call.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct UserAnswer {
    pub(super) decision: Decision,
    pub(super) at: Timestamp,
}

/// The progress of a call.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum State {
    /// The model requested it.
    Asked,
    /// A question about it waits for the user.
    Waiting,
    Running {
        since: Timestamp,
    },
    Over(Box<CallResult>),
    /// The run is over and no result of the call was reported.
    Lost,
}

#[derive(Debug)]
pub(super) struct Call {
    pub(super) call: ToolCall,
    pub(super) state: State,
    pub(super) fold: CellFold,
    pub(super) diff: Option<FileDiff>,
    /// Whether the change log was asked for the diff.
    pub(super) diff_asked: bool,
    /// Whether the user edited the change since it was made.
    is_edited: bool,
    pub(super) checkpoint: Option<u64>,
    pub(super) allowed_by: Option<Notice>,
    /// The user's answer to the question about it.
    pub(super) answer: Option<UserAnswer>,
    /// Whether its change waits for the review and is not on the disk.
    pub(super) proposed: bool,
    /// The fate of its changes, if the change log has it.
    pub(super) changes: Option<CallChanges>,
    output: String,
    /// Whether the last layout cut the outcome of the call's row.
    outcome_cut: bool,
    pieces: Pieces,
    codes: Vec<CodeBlock>,
}

impl Call {
    pub(super) fn new(call: ToolCall) -> Self {
        Self {
            call,
            state: State::Asked,
            fold: CellFold::Folded,
            diff: None,
            diff_asked: false,
            is_edited: false,
            checkpoint: None,
            allowed_by: None,
            answer: None,
            proposed: false,
            changes: None,
            output: String::new(),
            outcome_cut: false,
            pieces: Pieces::default(),
            codes: Vec::new(),
        }
    }

    pub(super) fn is_running(&self) -> bool {
        matches!(self.state, State::Running { .. })
    }

    /// Whether the call has not ended, so that it can be stopped.
    pub(super) fn is_open(&self) -> bool {
        !matches!(self.state, State::Over(_) | State::Lost)
    }

    /// Whether the call is over and its change waits for the review.
    pub(super) fn is_proposed(&self) -> bool {
        self.proposed && matches!(&self.state, State::Over(result) if result.ok)
    }

    /// Adds a piece of output. Returns whether any of it was new.
    pub(super) fn add_output(&mut self, offset: u64, text: &str) -> bool {
        let new = self.pieces.take(offset, text);
        if new.is_empty() {
            return false;
        }
        self.output.push_str(&new);
        if self.output.len() > MAX_OUTPUT * 2 {
            let from = (self.output.len() - MAX_OUTPUT..self.output.len())
                .find(|at| self.output.is_char_boundary(*at))
                .unwrap_or(0);
            self.output.drain(..from);
        }
        true
    }

    /// Returns the path that the call is about.
    pub(super) fn path(&self) -> Option<&str> {
        let from_diff = self.diff.as_ref().map(|diff| diff.path.as_str());
        from_diff.or_else(|| self.call.arguments.get("path")?.as_str())
    }

    /// Whether the row lacks the diff of a change that the change log has.
    pub(super) fn lacks_diff(&self) -> bool {
        let is_wanted = self.diff.is_none() || self.is_edited;
        is_wanted && !self.diff_asked && self.changes.is_some() && !self.is_command()
    }

    /// Notes that the user edited the change, or took an edit back: the diff is asked for again.
    pub(super) fn edited(&mut self) {
        self.is_edited = true;
        self.diff_asked = false;
    }

    /// Takes the diff that was asked for; one that an event reported stays until the user edits it.
    pub(super) fn take_diff(&mut self, diff: &FileDiff) {
        if self.diff.is_none() || self.is_edited {
            self.diff = Some(diff.clone());
        }
    }

    pub(super) fn code(&self, key: u64) -> Option<&CodeBlock> {
        self.codes.iter().find(|code| code.key == key)
    }

    /// Returns the call's text unchanged: the received output, otherwise what the model sees.
    pub(super) fn said(&self) -> &str {
        let text = match &self.state {
            State::Over(result) => text_of(&result.content).filter(|text| !text.is_empty()),
            _ => None,
        };
        text.unwrap_or(&self.output)
    }

    /// Returns the whole command, if the call is one.
    pub(super) fn command(&self) -> Option<&str> {
        self.call.arguments.get("command")?.as_str()
    }

    /// Returns all of the call as text, for copying.
    pub(super) fn text(&self) -> String {
        let mut out = format!("{} {}", self.call.tool, self.subject());
        let output = terminal_text(self.said());
        if !output.trim().is_empty() {
            out.push('\n');
            out.push_str(output.trim_end());
        }
        out
    }

    /// Returns the searchable text: the row's own text and the output.
    pub(super) fn search_text(&self) -> String {
        format!("{} {} {}", self.call.tool, self.outcome(), self.text())
    }

    /// Returns the call's row, and below it a preview or, if the call is open, its details.
    pub(super) fn rows(&mut self, width: usize, given: LayoutContext<'_>) -> Vec<Row> {
        let mut rows = vec![self.first_row(width, given)];
        let (more, codes) = match self.fold {
            CellFold::Open => detail::rows(self, width),
            CellFold::Folded => preview::rows(self, width, given.diffs),
        };
        rows.extend(more);
        self.codes = codes;
        rows
    }

    fn first_row(&mut self, width: usize, given: LayoutContext<'_>) -> Row {
        let (word, role) = self.state_word();
        let mut row = Row::default();
        row.push(&pad_end(word, STATE_WIDTH), TextStyle::of(role));
        let tool = visible(&self.call.tool);
        let name = truncate(short_name(&tool), width / 3).into_owned();
        let name = pad_end(&name, TOOL_WIDTH.max(width_of(&name) + 1));
        row.push(&name, TextStyle::of(Role::ChatTool));
        let sides = [self.answer_words(given), self.time_words(given.now)];
        let right = sides.iter().flatten().map(String::as_str);
        let right = right.collect::<Vec<_>>().join("  ");
        let [_, time] = &sides;
        let time = time.clone().unwrap_or_default();
        // A row without room for all leaves out the answer first, then the time: not the command.
        let middle = width_of(&self.subject()) + 2 + width_of(&self.outcome());
        let beside_right = row.width() + middle.clamp(SHORT_OUTCOME, WHOLE_MIDDLE) + 2;
        let right = match width {
            _ if beside_right + width_of(&right) <= width => right,
            _ if width_of(&time) + 24 <= width => time,
            _ => String::new(),
        };
        let right_width = width_of(&right);
        let taken = row.width() + if right_width > 0 { right_width + 2 } else { 0 };
        let room = width.saturating_sub(taken);
        self.push_middle(&mut row, room);
        if right_width > 0 {
            let space = width.saturating_sub(row.width() + right_width);
            row.push(&" ".repeat(space), TextStyle::default());
            row.push(&right, TextStyle::of(Role::FgMuted));
        }
        row.cut(width)
    }

    /// Appends the call's subject and outcome.
    fn push_middle(&mut self, row: &mut Row, room: usize) {
        let subject = self.subject();
        let outcome = self.outcome();
        // The outcome gets the room that the subject leaves, and at least half; an exit code is
        // never cut.
        let left = room.saturating_sub(width_of(&subject) + 2);
        let least = (room / 2).max(SHORT_OUTCOME.min(room));
        self.outcome_cut = width_of(&outcome) > left.max(least);
        let outcome = if self.has_error_below() {
            "".into()
        } else {
            truncate(&outcome, left.max(least))
        };
        let outcome_width = width_of(&outcome);
        let gap = if outcome_width > 0 && !subject.is_empty() {
            2
        } else {
            0
        };
        let for_subject = room.saturating_sub(outcome_width + gap);
        let subject = if self.path().is_some_and(|path| path == subject) {
            truncate_start(&subject, for_subject)
        } else {
            truncate(&subject, for_subject)
        };
        row.push(&subject, TextStyle::default());
        if outcome_width > 0 {
            row.push(&" ".repeat(gap), TextStyle::default());
            let role = if self.has_failed() {
                Role::Err
            } else {
                Role::FgMuted
            };
            row.push(&outcome, TextStyle::of(role));
        }
    }

    /// Whether the call failed, waits for the user or got lost.
    pub(super) fn needs_attention(&self) -> bool {
        self.has_failed() || matches!(self.state, State::Waiting | State::Lost)
    }

    pub(super) fn has_failed(&self) -> bool {
        matches!(&self.state, State::Over(result) if !result.ok)
    }

    /// Whether the call's error stands below its row, where the last layout had no room for it, and
    /// not in the row.
    pub(super) fn has_error_below(&self) -> bool {
        let has_room_below = self.fold == CellFold::Open || !self.is_command();
        let is_cut = self.outcome_cut && has_room_below && self.error_words().is_some();
        is_cut || self.is_cancelled_command()
    }

    fn state_word(&self) -> (&'static str, Role) {
        match &self.state {
            State::Asked => ("...", Role::FgMuted),
            State::Waiting => (say!("chat-state-wait"), Role::Warn),
            State::Running { .. } => (say!("chat-state-run"), Role::Info),
            State::Lost => (say!("chat-state-lost"), Role::Warn),
            State::Over(result) if result.ok && self.is_undone() => {
                if self.changes.is_some_and(|changes| changes.taken_back > 0) {
                    (ChangeState::RolledBack.name(), Role::HunkRejected)
                } else {
                    (ChangeState::Rejected.name(), Role::HunkRejected)
                }
            }
            _ if self.is_proposed() => (ChangeState::Proposed.name(), Role::HunkPending),
            State::Over(result) if result.ok && self.is_partly_applied() => {
                (ChangeState::Partial.name(), Role::HunkPending)
            }
            State::Over(result) if result.ok && self.is_applied() => {
                (ChangeState::Applied.name(), Role::Ok)
            }
            State::Over(result) if result.ok => (say!("chat-state-ok"), Role::Ok),
            State::Over(result) => match result.error.as_ref().map(|error| error.code) {
                Some(ErrorCode::UserRejected | ErrorCode::PermissionDenied) => {
                    (say!("chat-state-no"), Role::Warn)
                }
                Some(ErrorCode::Cancelled) => (say!("chat-state-stop"), Role::Warn),
                _ => (say!("chat-state-fail"), Role::Err),
            },
        }
    }

    /// Whether the call only changed files, and none of its changes remain.
    fn is_undone(&self) -> bool {
        !self.is_command() && self.changes.is_some_and(|changes| changes.is_whole())
    }

    /// Whether the call only changed files, and only a part of its changes remains.
    fn is_partly_applied(&self) -> bool {
        !self.is_command() && self.changes.is_some_and(|changes| changes.is_part())
    }

    /// Whether the call only changed files, and its changes are on the disk.
    fn is_applied(&self) -> bool {
        let written = |changes: CallChanges| changes.written == changes.all;
        match self.changes {
            Some(changes) => !self.is_command() && written(changes),
            None => self.diff.is_some() && !self.is_command(),
        }
    }

    /// Whether the call is a command, whose effects go beyond its file changes.
    pub(super) fn is_command(&self) -> bool {
        self.call.tool == "shell_exec"
    }

    /// Appends the fate of the call's changes to its own summary.
    fn with_changes(&self, summary: String) -> String {
        let Some(changes) = self.changes else {
            return summary;
        };
        let words = if self.is_command() {
            change_words(&changes)
        } else {
            partial_words(&changes)
        };
        let words = words.join(", ");
        match (words.is_empty(), self.is_command(), self.is_undone()) {
            // The outcome of an undone change says nothing any more.
            (_, _, true) => words,
            (true, ..) => summary,
            (false, true, _) => say!("chat-fate-of-command", summary, fate = words),
            (false, false, _) => format!("{summary}, {words}"),
        }
    }

    /// Returns how the user allowed the call, and when: `allowed by you 16:49`. The row of a call
    /// that the user refused says so itself.
    fn answer_words(&self, given: LayoutContext<'_>) -> Option<String> {
        let answer = self.answer.as_ref()?;
        let time = clock(answer.at, given.zone);
        match &answer.decision {
            Decision::Yes => Some(say!("chat-allowed-by-you", time)),
            Decision::Always { .. } => Some(say!("chat-always-by-you", time)),
            Decision::No { .. } | Decision::Text { .. } | Decision::Selected { .. } => None,
            other => Some(say!(
                "chat-decided-by-you",
                answer = decision_words(other),
                time
            )),
        }
    }

    /// Returns the time that the call took if that is worth a word, its running time, or the
    /// checkpoint before it.
    fn time_words(&self, now: Option<Timestamp>) -> Option<String> {
        match &self.state {
            State::Over(result) => {
                (result.duration_ms >= SHOWN_MS).then(|| duration(result.duration_ms))
            }
            State::Running { since } => {
                let seconds = now?.as_second().saturating_sub(since.as_second());
                u64::try_from(seconds).ok().map(elapsed)
            }
            State::Lost => None,
            State::Asked | State::Waiting => self.checkpoint.map(|number| format!("#{number}")),
        }
    }

    /// Returns the subject of the call: its path, its command, its search text.
    pub(super) fn subject(&self) -> String {
        call::subject(&self.call, one_line)
    }

    /// Returns how a command ended that did not succeed: `exit 101`.
    fn exit_words(&self, result: &CallResult) -> Option<String> {
        let details = &result.error.as_ref()?.details;
        let code = details.get("exit_code")?.as_i64()?;
        Some(say!("chat-exit", code))
    }

    /// Whether the call is a command that the user stopped.
    pub(super) fn is_cancelled_command(&self) -> bool {
        let code = |result: &CallResult| result.error.as_ref().map(|error| error.code);
        let is_cancelled = matches!(&self.state, State::Over(result) if code(result) == Some(ErrorCode::Cancelled));
        self.is_command() && is_cancelled
    }

    /// Returns the view of the workspace that a finished command had, in words.
    pub(super) fn ran_in(&self) -> Option<String> {
        match &self.state {
            State::Over(result) => ran_in(result),
            _ => None,
        }
    }

    /// Returns the network that a command was given, in words, where the last layout of its row
    /// does not say it.
    pub(super) fn network_below(&self) -> Option<String> {
        match &self.state {
            State::Over(result) if self.outcome_cut || !result.ok => network_of(result),
            _ => None,
        }
    }

    /// Returns the error of the call in words for the user, such as `no such file`, or `you: another
    /// name` if the user rejected it; `None` where its row and its output tell all: the message
    /// about a command that failed tells the model what to do next.
    pub(super) fn error_words(&self) -> Option<String> {
        let State::Over(result) = &self.state else {
            return None;
        };
        let error = result.error.as_ref()?;
        match (error.rejected_because(), error.code) {
            (Some(reason), _) if reason.is_empty() => Some(say!("chat-you-rejected").to_owned()),
            (Some(reason), _) => Some(say!("chat-you-rejected-why", reason = said(&reason))),
            (None, ErrorCode::Cancelled) if self.is_command() => {
                Some(say!("chat-command-cancelled").to_owned())
            }
            (None, ErrorCode::CommandFailed | ErrorCode::Timeout) if self.is_command() => None,
            (None, _) => Some(said(&error.message)),
        }
    }

    fn outcome(&self) -> String {
        match &self.state {
            State::Over(result) => match &result.error {
                Some(error) if !result.ok => match (self.exit_words(result), self.error_words()) {
                    (Some(words), _) => self.with_changes(words),
                    (None, Some(words)) if !self.is_cancelled_command() => one_line(&words),
                    (None, _) if error.code == ErrorCode::Cancelled => String::new(),
                    (None, _) => one_line(&said(&result.summary)),
                },
                None if result.ok && self.call.tool == "clarify_user" => String::new(),
                _ => {
                    let subject = self.subject();
                    let summary = one_line(&said(&result.summary));
                    let summary = beside_subject(&summary, &subject).to_owned();
                    self.with_changes(summary)
                }
            },
            _ => self.diff.as_ref().map_or_else(String::new, |diff| {
                let hunks = counted(diff.hunks.len(), "hunk");
                format!("+{} -{}, {hunks}", diff.added, diff.removed)
            }),
        }
    }
}

/// Formats the fate of an edit's changes as far as the word of its state leaves it open:
/// `2 of 3 hunks applied, 1 of 3 hunks rejected`.
fn partial_words(changes: &CallChanges) -> Vec<String> {
    let written = changes.written;
    let is_part = written > 0 && written < changes.all;
    let all = counted(changes.all, "hunk");
    let applied = is_part.then(|| say!("chat-fate-some-applied", count = written, all));
    let mut words: Vec<String> = applied.into_iter().collect();
    if changes.refused == changes.all || changes.taken_back == changes.all {
        words.extend(on_disk_words(changes));
    } else {
        words.extend(change_words(changes));
    }
    if changes.edited > 0 {
        let all = counted(changes.all, "hunk");
        words.push(say!("chat-fate-some-edited", count = changes.edited, all));
    }
    words
}

/// Formats `rejected` or `2 of 3 hunks rolled back`.
fn change_words(changes: &CallChanges) -> Vec<String> {
    let mut words = Vec::new();
    let all = counted(changes.all, "hunk");
    let is_one = |count: u32| count == changes.all;
    if changes.refused > 0 {
        words.push(if is_one(changes.refused) {
            ChangeState::Rejected.name().to_owned()
        } else {
            say!("chat-fate-some-refused", count = changes.refused, all)
        });
    }
    if changes.taken_back > 0 {
        let all = counted(changes.all, "hunk");
        words.push(if is_one(changes.taken_back) {
            ChangeState::RolledBack.name().to_owned()
        } else {
            say!("chat-fate-some-taken-back", count = changes.taken_back, all)
        });
    }
    words.extend(on_disk_words(changes));
    words
}

/// Tells that undone changes are still on the disk.
fn on_disk_words(changes: &CallChanges) -> Option<String> {
    (changes.on_disk > 0).then(|| say!("chat-fate-on-disk").to_owned())
}

/// Returns a tool's name on the screen.
pub(super) fn short_name(tool: &str) -> &str {
    match tool {
        "read_file" => say!("chat-tool-read"),
        "write_file" => say!("chat-tool-write"),
        "edit_file" | "replace_text" => say!("chat-tool-edit"),
        "delete_file" => say!("chat-tool-delete"),
        "list_files" => say!("chat-tool-list"),
        "search_text" => say!("chat-tool-grep"),
        "search_semantic" | "search_project" => say!("chat-tool-search"),
        "shell_exec" => say!("chat-tool-shell"),
        "clarify_user" => say!("chat-tool-ask"),
        tool if TASK_TOOLS.contains(&tool) => say!("chat-tool-plan"),
        REMEMBER => say!("chat-tool-memory"),
        "spawn_agent" | "delegate_task" | "parallel_tasks" => say!("chat-tool-task"),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use l10n::testing::speaking;
    use l10n::{Language, text};

    #[test]
    fn every_word_of_a_state_is_shorter_than_its_column_in_every_language() {
        let english = include_str!("../../../../assets/language/en.ftl");
        let ids = english.lines().filter_map(|line| line.split_once(" = "));
        let ids = ids.map(|(id, _)| id);
        let ids: Vec<&'static str> = ids.filter(|id| id.starts_with("chat-state-")).collect();
        assert_eq!(ids.len(), 7, "{ids:?}");
        let states = [
            ChangeState::Proposed,
            ChangeState::Applied,
            ChangeState::Rejected,
            ChangeState::RolledBack,
            ChangeState::Partial,
        ];
        for language in Language::ALL {
            for state in states {
                let word = speaking(language, || state.name());
                assert!(width_of(word) < STATE_WIDTH, "{language:?}: {word}");
            }
            for id in &ids {
                let word = speaking(language, || text(id));
                assert!(width_of(word) < STATE_WIDTH, "{language:?}: {id} = {word}");
            }
        }
    }
}
