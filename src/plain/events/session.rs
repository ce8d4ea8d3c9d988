//! Prints the events of the session that is shown.

use super::notices::{frozen, notice_words, output_of, result_words};
use crate::narration;
use crate::state::{Lines, Plain};
use crate::text::{self, lines};
use client::phrases::answer::decision;
use client::phrases::call::beside_subject;
use client::phrases::run;
use l10n::{counted, say, time_words};
use notice::Notice;
use protocol::approval::{Answer, AnsweredBy, PolicyState};
use protocol::call::CallResult;
use protocol::event::NoticeLevel;
use protocol::ids::MessageId;
use protocol::message::{Block, Message, Role};
use protocol::session::{RunResult, SessionSettings, SessionStatus, UnappliedExtent};

/// Maximum printed lines of output from a command of the user; `/again call` prints all.
const OUTPUT_LINES: usize = 100;

impl Plain {
    pub(super) fn say_answer(&mut self, lines: Vec<String>, had_begun: bool) {
        for (at, line) in lines.into_iter().enumerate() {
            match (had_begun, at) {
                (false, 0) => self.say(say!("plain-agent", text = line)),
                _ => self.say(line),
            }
        }
    }

    pub(super) fn message_added(&mut self, message: &Message) {
        match message.role {
            Role::User => {
                let said = message.said().to_owned();
                let is_ours = self.forget_sent(&said);
                // In a terminal the message already stands where the user typed it.
                if !(is_ours && self.manner.lines == Lines::Terminal) {
                    let mut said = lines(&said).into_iter();
                    let first = said.next().unwrap_or_default();
                    self.say(say!("plain-you", text = first));
                    self.say_all(said);
                }
                let pictures = message
                    .blocks
                    .iter()
                    .filter(|block| matches!(block, Block::Image { .. }))
                    .count();
                if pictures > 0 {
                    self.say(say!(
                        "plain-with-pictures",
                        pictures = counted(pictures, "picture")
                    ));
                }
            }
            Role::System => {
                let mut said = narration::own(&text::shown(message)).into_iter();
                let first = said.next().unwrap_or_default();
                self.say(say!("plain-note", text = first));
                self.say_all(said);
            }
            Role::Assistant | Role::Tool => {}
        }
    }

    /// Announces the start of an agent run. A command of the user announces itself.
    pub(super) fn run_started(&mut self, message: MessageId) {
        let of = self.shown().and_then(|session| session.message(message));
        let is_command = of.is_some_and(|message| message.said().starts_with('!'));
        if !is_command {
            self.say(say!("plain-agent-works"));
        }
    }

    pub(super) fn message_completed(&mut self, message: &Message) {
        if message.role != Role::Assistant {
            return;
        }
        let mut speech = self.narrations.remove(&message.id).unwrap_or_default();
        let had_begun = speech.has_begun();
        let whole = message.said().to_owned();
        let lines = speech.end(&whole);
        self.say_answer(lines, had_begun);
    }

    /// Prints the result of a call after its words, which contain its subject.
    pub(crate) fn say_result(&mut self, result: &CallResult, call: &str, subject: &str) {
        let whole = result_words(result);
        let summary = match beside_subject(&whole, subject) {
            "" => &whole,
            rest => rest,
        };
        self.say(match result.ok {
            true if result.is_proposed() => say!("plain-tool-proposed", call, summary),
            true => say!("plain-tool-done", call, summary),
            false => say!("plain-tool-failed", call, summary),
        });
        if result.is_of_users_command() {
            let output = output_of(result);
            let more = output.len().saturating_sub(OUTPUT_LINES);
            self.say_all(output.into_iter().take(OUTPUT_LINES));
            if more > 0 {
                self.say(say!("plain-output-more", lines = counted(more, "line")));
            }
        }
    }

    pub(super) fn answered(&mut self, answer: &Answer, summary: &str) {
        self.postponed.remove(&answer.question);
        let by = match answer.by {
            AnsweredBy::Key => "key",
            AnsweredBy::Rule => "rule",
            AnsweredBy::Mode => "mode",
            AnsweredBy::Timeout => "timeout",
            AnsweredBy::Cancel => "cancel",
            AnsweredBy::Nobody => "nobody",
        };
        let what = decision(&answer.decision, text::line);
        self.say(say!(
            "plain-answered",
            what,
            by,
            summary = text::line(summary)
        ));
    }

    pub(super) fn run_completed(&mut self, result: &RunResult) {
        let mut words = vec![done_words(result)];
        words.extend(result.files_modified.iter().map(|file| {
            let path = text::line(&file.path);
            let (added, removed) = (file.added, file.removed);
            match result.unwritten_of(&file.path) {
                None => say!("plain-done-changed", path, added, removed),
                Some(UnappliedExtent::All) => say!("plain-done-proposed", path, added, removed),
                Some(UnappliedExtent::Part) => say!("plain-done-part", path, added, removed),
            }
        }));
        if result.refused > 0 {
            words.push(say!(
                "plain-done-refused",
                count = result.refused,
                hunks = counted(result.refused, "hunk")
            ));
        }
        if result.proposed > 0 {
            words.push(say!(
                "plain-done-unapplied",
                count = result.proposed,
                hunks = counted(result.proposed, "hunk")
            ));
        }
        self.run_over(&words.join(" "));
    }

    pub(super) fn run_over(&mut self, words: &str) {
        self.armed = None;
        self.say(words);
        if !self.ended {
            self.say(say!("plain-your-turn"));
        }
    }

    pub(super) fn status_changed(&mut self, status: SessionStatus) {
        let Some(facts) = self.facts() else { return };
        let session = facts.id;
        match status {
            SessionStatus::Error => {
                let lines = frozen(facts);
                self.say_all(lines);
            }
            SessionStatus::Interrupted => self.ask_to_proceed(session),
            SessionStatus::Archived => self.say(say!("plain-session-archived-now")),
            _ => {}
        }
        if status != SessionStatus::Interrupted
            && self
                .menu
                .as_ref()
                .is_some_and(|own| own.options.iter().any(|way| way.also.contains(&"proceed")))
        {
            self.drop_menu();
        }
    }

    pub(super) fn settings_changed(&mut self, before: &SessionSettings, new: &SessionSettings) {
        if before.name != new.name {
            self.say(say!("plain-session-called", name = text::line(&new.name)));
        }
        if (&before.provider, &before.model) != (&new.provider, &new.model) {
            let model = text::line(&format!("{}/{}", new.provider, new.model));
            self.say(say!("plain-model-is", model));
            if before.model.is_empty() {
                self.model_found();
            }
        }
        if before.cwd != new.cwd {
            let folder = text::line(&new.cwd.display().to_string());
            self.say(say!("plain-folder-is", folder));
        }
        if before.extra_prompt != new.extra_prompt {
            self.say(say!("plain-extra-prompt-is-another"));
        }
    }

    pub(super) fn policy_changed(&mut self, before: &PolicyState, new: &PolicyState) {
        if before.mode != new.mode {
            return self.say(say!("plain-mode-is", mode = new.mode.word()));
        }
        if (before.text, before.command) != (new.text, new.command) {
            self.say(say!("plain-policy-changed"));
        }
        if new.rules.len() > before.rules.len() {
            let pattern = new.rules.last().map(|rule| text::line(&rule.pattern));
            self.say(say!(
                "plain-rule-made",
                pattern = pattern.unwrap_or_default()
            ));
        }
        if new.rules.len() < before.rules.len() {
            self.say(say!("plain-rule-gone"));
        }
    }

    pub(super) fn notice(&mut self, level: NoticeLevel, text: &Notice) {
        self.say(notice_words(level, text));
    }
}

/// Returns the words for the duration of a run and its calls: the total, the refused
/// and the failed.
fn done_words(result: &RunResult) -> String {
    let time = time_words(result.duration_ms);
    if result.tool_calls == 0 {
        return say!("plain-done", time);
    }
    let mut calls = run::calls(result);
    calls.extend(run::refused_unasked(result));
    let calls = calls.join(", ");
    if result.changed_nothing() {
        say!("plain-done-calls-nothing", time, calls)
    } else {
        say!("plain-done-calls", time, calls)
    }
}
