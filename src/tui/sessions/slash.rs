//! The state of slash commands, which all sessions share.

use std::sync::Arc;

use super::Sessions;
use crate::effect::Effect;
use client::slash::{RunningProbe, SlashLine, SlashQuery};
use l10n::say;
use notice::Notice;
use protocol::custom::CustomCommand;
use protocol::event::NoticeLevel;
use protocol::query::Query;

#[derive(Debug)]
pub struct SlashState {
    /// Queries of slash commands without a reply.
    pub asked: Vec<SlashQuery>,
    /// The workspace's own commands.
    pub custom: Arc<[CustomCommand]>,
    /// Problems of those commands that were already reported.
    custom_problems: Vec<Notice>,
    /// The running probe of a model.
    pub probing: Option<RunningProbe>,
}

impl Default for SlashState {
    fn default() -> Self {
        Self {
            asked: Vec::new(),
            custom: Arc::from([]),
            custom_problems: Vec::new(),
            probing: None,
        }
    }
}

impl Sessions {
    /// Runs the line of a slash command; where none can run, puts it into the editor.
    pub(crate) fn run_command(&mut self, line: String) -> Vec<Effect> {
        match self.session() {
            Some(session) => vec![Effect::RunLine(SlashLine::new(session, line))],
            None => self.begin_command(&line),
        }
    }

    /// Puts a slash command into the editor; the history keeps the previous text.
    pub(crate) fn begin_command(&mut self, text: &str) -> Vec<Effect> {
        if let Some(refusal) = self.input_refusal() {
            return vec![refusal];
        }
        let Some(tab) = self.tab_mut() else {
            return Vec::new();
        };
        let draft = tab.editor.clear();
        tab.editor.set(text);
        let mut effects = Vec::new();
        if !draft.trim().is_empty() {
            effects = self.remember(draft);
            effects.push(Effect::info(say!("choose-in-history")));
        }
        effects.push(Effect::FocusEditor);
        effects
    }

    /// Takes out the query of a slash command that is answered now, if it is one.
    pub(crate) fn take_slash_query(&mut self, query: &Query) -> Option<SlashQuery> {
        let asked = &mut self.slash.asked;
        let place = asked.iter().position(|asked| asked.query == *query)?;
        Some(asked.remove(place))
    }

    /// Takes over the workspace's own commands. A fault in a file is reported once.
    pub(crate) fn custom_commands(
        &mut self,
        commands: &[CustomCommand],
        problems: Vec<Notice>,
    ) -> Vec<Effect> {
        self.slash.custom = Arc::from(commands);
        let known = std::mem::replace(&mut self.slash.custom_problems, problems);
        let mut now = self.slash.custom_problems.iter();
        let new = now.find(|problem| !known.contains(problem));
        let report = new.map(|problem| {
            let text = say!("slash-line-own-commands", problem);
            Effect::Say(NoticeLevel::Warning, text)
        });
        report.into_iter().collect()
    }
}
