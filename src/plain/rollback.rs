//! Chooses the scope of a rollback by words; nothing is done before the whole effect was read out
//! and the user said yes. A hard rollback requires its word.

use super::answer::numbers;
use super::change_authors::ChangeAuthors;
use super::menu::{Menu, MenuAction};
use super::pending::PendingRequest;
use super::state::{Plain, PlainMode};
use super::text;
use super::words;
use client::phrases::rollback::{in_index, own_changes};
use client::text::sentence;
use l10n::{counted, say};
use protocol::command::Command;
use protocol::ids::{CheckpointId, FileId, HunkId};
use protocol::review::rollback::{
    HARD_WORD, RollbackFile, RollbackMode, RollbackPreview, RollbackRequest, RollbackScope,
};
use protocol::review::{ConflictChoice, ReviewCommand, ReviewQuery};

/// Words of the rollback mode.
pub(super) const WORDS: &[&str] = &[
    "run",
    "runs",
    "call",
    "calls",
    "session",
    "agent",
    "checkpoint",
    "scoped",
    "hard",
    "without",
    "with",
    "unclear",
    "settle",
    "diff",
    "list",
    "go",
    "back",
];

/// The rollback that the user is composing.
#[derive(Debug)]
pub(super) struct RollbackDraft {
    request: RollbackRequest,
    preview: Option<RollbackPreview>,
}

impl Plain {
    /// Enters the rollback mode.
    pub(super) fn open_rollback(&mut self, scope: Option<RollbackScope>) {
        let Some(facts) = self.facts() else { return };
        if facts.is_running() {
            return self.say(say!("plain-rollback-not-while-running"));
        }
        let scope = scope.or_else(|| facts.last_run().map(|run| RollbackScope::Run { run }));
        let request = RollbackRequest {
            how: RollbackMode::Scoped,
            scope: scope.unwrap_or(RollbackScope::Session),
            without: Vec::new(),
            settle: Vec::new(),
            unclear: Vec::new(),
            word: String::new(),
        };
        self.mode = PlainMode::Rollback(Box::new(RollbackDraft {
            request,
            preview: None,
        }));
        self.preview();
    }

    fn rolling(&mut self) -> Option<&mut RollbackDraft> {
        match &mut self.mode {
            PlainMode::Rollback(rolling) => Some(rolling),
            _ => None,
        }
    }

    /// Requests a preview of the rollback.
    fn preview(&mut self) {
        let Some(rolling) = self.rolling() else {
            return;
        };
        rolling.preview = None;
        let request = rolling.request.clone();
        self.ask_review(
            ReviewQuery::Rollback {
                request: request.clone(),
            },
            PendingRequest::RollbackPreview(request),
        );
    }

    /// Handles a line in the rollback mode.
    pub(super) fn rollback_line(&mut self, text: &str) {
        let (word, rest) = words::first(text);
        let agent = self.facts().map(|facts| facts.settings.agent.clone());
        match word.as_str() {
            "run" => self.select_run(rest),
            "runs" => self.query_change_authors(ChangeAuthors::Runs),
            "call" => self.select_call(rest),
            "calls" => self.query_change_authors(ChangeAuthors::Calls),
            "session" => self.wish(|wish| wish.scope = RollbackScope::Session),
            "agent" => {
                let agent = agent.unwrap_or_default();
                self.wish(|wish| wish.scope = RollbackScope::Agent { agent });
            }
            "checkpoint" => self.checkpoint_named(rest, super::timeline::TimelineAction::RollBack),
            "scoped" => self.wish(|wish| wish.how = RollbackMode::Scoped),
            "hard" => self.wish(|wish| wish.how = RollbackMode::Hard),
            "without" => self.with_files(rest, |wish, file, _| {
                if !wish.without.contains(&file) {
                    wish.without.push(file);
                }
            }),
            "with" => self.with_files(rest, |wish, file, _| {
                wish.without.retain(|known| *known != file);
            }),
            "unclear" => self.with_files(rest, |wish, _, of| {
                wish.unclear.extend(of.unclear.iter().copied());
            }),
            "settle" => self.settle_rollback(rest),
            "diff" | "show" => {
                let request = self.rolling().map(|rolling| rolling.request.clone());
                if let Some(request) = request {
                    self.ask_review(
                        ReviewQuery::RollbackDiff { request },
                        PendingRequest::StoredDiff(say!("plain-rollback-diff").to_owned()),
                    );
                }
            }
            "list" => self.preview(),
            "go" => self.ask_to_roll_back(),
            "back" | "done" | "quit" => self.leave_mode(),
            "?" | "help" => self.say_all(say!("plain-rollback-help").lines().map(str::to_owned)),
            other => self.say(say!("plain-no-word-here", typed = text::line(other))),
        }
    }

    pub(super) fn wish(&mut self, change: impl FnOnce(&mut RollbackRequest)) {
        if let Some(rolling) = self.rolling() {
            change(&mut rolling.request);
            self.preview();
        }
    }

    /// Sets the scope to a checkpoint.
    pub(super) fn roll_back_to(&mut self, checkpoint: CheckpointId) {
        let scope = RollbackScope::Checkpoint { checkpoint };
        match self.rolling() {
            Some(_) => self.wish(|wish| wish.scope = scope),
            None => self.open_rollback(Some(scope)),
        }
    }

    fn with_files(
        &mut self,
        typed: &str,
        change: impl Fn(&mut RollbackRequest, FileId, &RollbackFile),
    ) {
        let Some(rolling) = self.rolling() else {
            return;
        };
        let Some(preview) = rolling.preview.clone() else {
            return self.say(say!("plain-rollback-wait"));
        };
        match numbers(typed, preview.files.len()) {
            Ok(places) => {
                let files = places.iter().filter_map(|place| preview.files.get(*place));
                files.for_each(|of| change(&mut rolling.request, of.file, of));
                self.preview();
            }
            Err(why) => self.say(why),
        }
    }

    fn settle_rollback(&mut self, rest: &str) {
        let (file, how) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let choice = match words::english(how.trim()).as_str() {
            "mine" => ConflictChoice::Mine,
            "agent" => ConflictChoice::Agent,
            "both" => ConflictChoice::Both,
            "base" => ConflictChoice::Base,
            _ => return self.say(say!("plain-settle-file-how")),
        };
        self.with_files(file, |wish, _, of| {
            let hunks: Vec<HunkId> = of.conflicts.iter().map(|conflict| conflict.hunk).collect();
            wish.settle.retain(|(hunk, _)| !hunks.contains(hunk));
            wish.settle
                .extend(hunks.into_iter().map(|hunk| (hunk, choice.clone())));
        });
    }

    /// Prints the preview.
    pub(super) fn print_preview(&mut self, request: &RollbackRequest, preview: &RollbackPreview) {
        let Some(rolling) = self.rolling() else {
            return;
        };
        if rolling.request != *request {
            return;
        }
        rolling.preview = Some(preview.clone());
        let how = request.how;
        let mut lines = vec![match how {
            RollbackMode::Scoped => say!("plain-rollback", title = text::told(&preview.title)),
            RollbackMode::Hard => say!("plain-rollback-hard", title = text::told(&preview.title)),
        }];
        lines.extend(preview_lines(preview, request));
        lines.push(say!("plain-rollback-how").to_owned());
        self.say_all(lines);
    }

    fn ask_to_roll_back(&mut self) {
        let Some(session) = self.current else { return };
        let Some(rolling) = self.rolling() else {
            return;
        };
        let Some(preview) = rolling.preview.clone() else {
            return self.say(say!("plain-rollback-wait"));
        };
        if preview.files.is_empty() {
            return self.say(sentence(say!("rollback-nothing-there")));
        }
        let is_left_out = |file: &RollbackFile| rolling.request.without.contains(&file.file);
        if preview.files.iter().all(is_left_out) {
            return self.say(say!("plain-rollback-all-left-out"));
        }
        let open = preview
            .files
            .iter()
            .flat_map(|file| &file.conflicts)
            .filter(|conflict| conflict.choice.is_none())
            .count();
        let mut request = rolling.request.clone();
        let lines = preview_lines(&preview, &request);
        let how = request.how;
        if open > 0 && how == RollbackMode::Scoped {
            return self.say(say!(
                "plain-rollback-settle-first",
                conflicts = counted(open, "conflict")
            ));
        }
        if how == RollbackMode::Hard {
            request.word = HARD_WORD.to_owned();
        }
        let shown = preview.shown;
        let order = ReviewCommand::RollBack { request, shown };
        let deed = MenuAction::Send(vec![Command::Review { session, order }]);
        let no = MenuAction::Nothing(say!("plain-rollback-not-done"));
        let title = text::told(&preview.title);
        let own = Menu::new(say!("plain-rollback-sure", title)).with(lines);
        let meaning = say!("plain-rollback-no");
        self.ask_menu(match how {
            RollbackMode::Scoped => {
                let yes = say!("plain-rollback-yes");
                own.or("yes", yes, deed).or("no", meaning, no)
            }
            // No number triggers a hard rollback: its word must be typed.
            RollbackMode::Hard => own
                .or(
                    "yes",
                    say!("plain-rollback-type-word"),
                    MenuAction::Nothing(say!("plain-rollback-word-missing")),
                )
                .or("no", meaning, no)
                .or_word(vec![say!("plain-hard-word"), HARD_WORD], deed),
        });
    }
}

fn preview_lines(preview: &RollbackPreview, request: &RollbackRequest) -> Vec<String> {
    let mut lines = Vec::new();
    for (at, file) in preview.files.iter().enumerate() {
        lines.push(say!(
            "plain-rollback-file",
            number = at + 1,
            path = text::line(&file.path),
            becomes = text::told(&file.becomes),
            added = counted(file.added, "line"),
            removed = file.removed
        ));
        for conflict in &file.conflicts {
            let choice = match &conflict.choice {
                None => "open",
                Some(ConflictChoice::Mine) => "mine",
                Some(ConflictChoice::Agent) => "agent",
                Some(ConflictChoice::Both) => "both",
                Some(ConflictChoice::Base) => "base",
                Some(ConflictChoice::Edited(_)) => "edited",
            };
            lines.push(say!(
                "plain-rollback-conflict",
                number = at + 1,
                line = conflict.line,
                why = text::told(&conflict.why),
                choice
            ));
        }
        if !file.unclear.is_empty() {
            lines.push(say!(
                "plain-rollback-unclear",
                count = file.unclear.len(),
                hunks = counted(file.unclear.len(), "hunk"),
                number = at + 1
            ));
        }
    }
    for path in &preview.unapplied {
        lines.push(say!("plain-rollback-unapplied", path = text::line(path)));
    }
    for path in &preview.in_index {
        lines.push(in_index(&text::line(path)));
    }
    for (path, why) in &preview.not_covered {
        lines.push(say!(
            "plain-rollback-left-alone",
            path = text::line(path),
            why = text::told(why)
        ));
    }
    let own = own_changes(preview, request.how, &request.without);
    lines.extend(own.lost);
    lines.extend(own.stays);
    lines.push(say!(
        "plain-rollback-safety",
        number = preview.safety_number
    ));
    lines
}
