//! Details below the session list about the current row: everything that its columns have
//! no room for.

use super::row::Facts;
use super::{Line, SessionList};
use crate::theme::Role;
use crate::widget::row::{Row, TextStyle};
use client::phrases::session::{ProviderName, model_words};
use client::text::{truncate, visible};
use l10n::{counted, said, say, time_words};
use redact::one_line;

impl SessionList {
    /// Returns the detail rows of the current session; every session has the same number of rows.
    pub(super) fn details(&self, width: usize) -> Vec<Row> {
        let muted = TextStyle::of(Role::FgMuted);
        let mut rows = vec![Row::text("─".repeat(width), TextStyle::of(Role::Border))];
        let line = self.at_hand();
        let told = line.and_then(|line| Some((line, self.facts(line)?)));
        let (first, second, look) = match told {
            Some((line, facts)) => {
                let (second, look) = self.second(line, &facts);
                (set_to(&facts), second, look)
            }
            None => (String::new(), String::new(), muted),
        };
        let about = line.and_then(|line| self.summary_of(line));
        let about = about.map_or("", |summary| &summary.about);
        rows.push(Row::text(
            truncate(&visible(about), width),
            TextStyle::default(),
        ));
        rows.push(Row::text(truncate(&visible(&first), width), muted));
        rows.push(Row::text(truncate(&visible(&second), width), look));
        rows
    }

    fn second(&self, line: &Line, facts: &Facts<'_>) -> (String, TextStyle) {
        let muted = TextStyle::of(Role::FgMuted);
        if let Some(command) = self.opening_command(line) {
            return (
                say!("list-other-workspace", command),
                TextStyle::of(Role::Info),
            );
        }
        let error = facts
            .summary
            .and_then(|summary| summary.last_error.as_ref());
        if let Some(error) = error {
            return (
                say!("list-error", error = one_line(&said(error))),
                TextStyle::of(Role::Err),
            );
        }
        let made = facts.summary.map(|summary| {
            let at = summary.created_at.to_zoned(self.zone.clone());
            say!("list-made", at = at.strftime("%Y-%m-%d %H:%M").to_string())
        });
        let root = self.groups.first().map(|group| &group.root);
        let folder = facts.settings().zip(root).and_then(|(settings, root)| {
            let inside = settings.cwd.strip_prefix(root).ok()?;
            let is_root = inside.as_os_str().is_empty();
            (!is_root).then(|| say!("list-inside", folder = inside.display()))
        });
        let question = facts
            .settings()
            .is_some_and(|settings| !settings.extra_prompt.is_empty())
            .then(|| say!("list-with-prompt").to_owned());
        let place = say!("list-open-in", place = facts.place());
        let place = (facts.place() != "-").then_some(place);
        let process = facts.summary.and_then(|summary| summary.pid);
        let process = process.map(|pid| say!("list-process", pid = pid.to_string()));
        let ran = facts.summary.map_or(0, |summary| summary.duration_ms);
        let ran = (ran > 0).then(|| say!("list-ran", time = time_words(ran)));
        let parts = [place, process, folder, question, made, ran];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        (parts.join("  "), muted)
    }

    /// Returns the shell command that opens a session of another workspace; `None` for a
    /// session of this workspace.
    pub(super) fn opening_command(&self, line: &Line) -> Option<String> {
        let (group, session) = line.key()?;
        let root = &self.groups.get(group).filter(|_| group > 0)?.root;
        let root = root.display().to_string();
        let root = one_line(&root);
        let is_plain = |letter: char| letter.is_alphanumeric() || "/._-+@:".contains(letter);
        let root = if root.chars().all(is_plain) {
            root
        } else {
            format!("'{}'", root.replace('\'', "'\\''"))
        };
        Some(format!("agentichat --cwd {root} --resume {session}"))
    }
}

/// `review  ollama/qwen3  1 question waits  3.4k tokens  $0.84  ctx 41%  12 messages`
fn set_to(facts: &Facts<'_>) -> String {
    let model = facts
        .settings()
        .map(|settings| match settings.model.as_str() {
            "" => say!("list-no-model-yet", provider = settings.provider),
            _ => model_words(settings, ProviderName::Shown),
        });
    let waits = match facts.waits() {
        0 => None,
        1 => Some(say!("list-question-waits").to_owned()),
        waits => Some(say!("list-questions-wait", waits)),
    };
    let percent = facts.open.and_then(|open| open.percent);
    let parts = [
        Some(facts.mode().to_owned()),
        model,
        waits,
        Some(facts.tokens())
            .filter(|tokens| tokens != "-")
            .map(|tokens| say!("list-tokens", tokens)),
        Some(facts.cost()).filter(|cost| cost != "-"),
        percent.map(|percent| say!("list-context", percent)),
        Some(counted(facts.messages(), "message")),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    parts.join("  ")
}
