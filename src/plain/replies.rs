//! Handles the engine's replies by the purpose of their requests.

use std::sync::Arc;

use super::live_session::LiveSession;
use super::menu::{Menu, MenuAction};
use super::pending::PendingRequest;
use super::state::{Effect, Plain};
use super::text::{self, code, moment};
use super::text_entry::EditSubject;
use client::connection::RequestNumber;
use client::slash::{model_size, query_replied};
use l10n::{counted, say, thousands, time_words};
use notice::Notice;
use protocol::command::Command;
use protocol::figures::{RunFigures, SpanKind};
use protocol::query::{Reply, SearchMethod};
use protocol::review::ReviewReply;
use protocol::session::SessionSummary;
use protocol::stream::ModelInfo;

/// Maximum number of sessions and models offered.
const OFFERED: usize = 40;

impl Plain {
    /// Handles a reply.
    pub(super) fn reply(&mut self, number: RequestNumber, reply: Reply) {
        let Some(why) = self.pending.remove(&number) else {
            return;
        };
        let why = match (why, &reply) {
            (PendingRequest::Slash(asked), reply) => return query_replied(self, asked, reply),
            // The matches in the conversation are still printed.
            (PendingRequest::Finding(finding), Reply::Failed { .. }) => {
                return self.add_file_matches(finding, None);
            }
            (why, _) => why,
        };
        if let Reply::Failed { reason } = &reply {
            return self.failed(&why, reason);
        }
        match (why, reply) {
            (PendingRequest::CustomCommands, Reply::CustomCommands { commands, problems }) => {
                self.custom = Arc::from(commands);
                for problem in problems {
                    let problem = text::told(&problem);
                    let text = say!("slash-line-own-commands", problem);
                    self.say(say!("plain-warning", text));
                }
            }
            (PendingRequest::History, Reply::History { lines }) => {
                self.effects.push(Effect::Recall(lines));
            }
            (PendingRequest::Workspace, Reply::Workspace { facts }) => {
                let root = text::line(&facts.root.display().to_string());
                self.say(say!("plain-workspace", root));
                if let Some(process) = facts.attached_to {
                    self.say(say!("plain-attached", process = process.to_string()));
                }
                self.workspace = Some(facts);
            }
            (PendingRequest::Draft(session), Reply::Text { text, .. }) => {
                self.restore_draft(session, &text);
            }
            (PendingRequest::Session(session), Reply::Session { session: snapshot }) => {
                self.sessions
                    .entry(session)
                    .or_insert_with(|| LiveSession::of(&snapshot));
                self.show_session(session);
            }
            (PendingRequest::FinalSnapshot, Reply::Session { session }) => {
                self.final_snapshot(&session);
            }
            (PendingRequest::Sessions, Reply::Sessions { sessions }) if sessions.is_empty() => {
                self.say(say!("plain-no-sessions"));
            }
            (PendingRequest::Sessions, Reply::Sessions { sessions }) => {
                self.offer_sessions(&sessions.iter().collect::<Vec<_>>());
            }
            (PendingRequest::Models, Reply::Models { models, errors, .. }) => {
                for (provider, problem) in errors {
                    self.say(say!(
                        "plain-provider-problem",
                        provider = text::line(&provider),
                        problem = text::told(&problem)
                    ));
                }
                self.offer_models(models);
            }
            (PendingRequest::Figures, Reply::Figures { runs }) => {
                let lines: Vec<String> = runs.iter().flat_map(figures).collect();
                if lines.is_empty() {
                    self.say(say!("plain-no-run"));
                } else {
                    self.say_all(lines);
                }
            }
            (PendingRequest::Note, Reply::Text { text, .. }) => self.edit(EditSubject::Note, &text),
            (PendingRequest::Search(wanted), Reply::Found { found }) => self.found(&wanted, &found),
            (PendingRequest::LinesAround(title), Reply::Text { text, .. }) => {
                self.say(title);
                self.say_all(text.lines().map(code));
            }
            (PendingRequest::Edit(what), Reply::Text { text, .. }) => self.edit(what, &text),
            (PendingRequest::Tree, Reply::Tree { folder, entries }) => {
                self.print_tree(&folder, &entries);
            }
            (PendingRequest::MatchingFiles(pattern), Reply::Files { files, .. }) => {
                self.print_matching_files(&pattern, files);
            }
            (PendingRequest::LinesFrom(path, from), Reply::Text { text, total_lines }) => {
                self.print_file_lines(path, from, &text, total_lines);
            }
            (PendingRequest::FileDiff, Reply::Diff { diff, base, .. }) => {
                self.print_file_diff(&diff, &base);
            }
            (PendingRequest::Finding(finding), Reply::Text { text, .. }) => {
                self.add_file_matches(finding, Some(&text));
            }
            (PendingRequest::Completing(completing), reply) => {
                self.apply_completions(&completing, reply);
            }
            (PendingRequest::Picture, Reply::Picture { picture }) => self.attach_picture(&picture),
            (why, Reply::Review { answer }) => self.review_answer(why, *answer),
            (_, _) => {
                self.say(say!("plain-wrong-answer"));
            }
        }
    }

    fn review_answer(&mut self, why: PendingRequest, answer: ReviewReply) {
        match (why, answer) {
            (PendingRequest::QuestionHunks(id), ReviewReply::File { hunks, rows, .. }) => {
                self.question_hunks(id, hunks, rows);
            }
            (PendingRequest::QuestionRows(id, hunks), ReviewReply::Rows { rows, .. }) => {
                self.question_rows(id, &hunks, &rows);
            }
            (
                PendingRequest::Edit(EditSubject::File(file, _)),
                ReviewReply::Text { text, hash },
            ) => {
                self.edit(EditSubject::File(file, Some(hash)), &text);
            }
            (PendingRequest::Edit(what), ReviewReply::Text { text, .. }) => self.edit(what, &text),
            (PendingRequest::ChangeAuthors(which), answer) => {
                self.print_change_authors(which, answer);
            }
            (PendingRequest::UndoDiff(label), answer @ ReviewReply::Compared { .. }) => {
                let title = say!("plain-undo-diff").to_owned();
                self.timeline_answer(PendingRequest::StoredDiff(title), answer);
                self.ask_to_undo(label);
            }
            (why, answer) => self.reviewed(why, answer),
        }
    }

    fn failed(&mut self, why: &PendingRequest, reason: &Notice) {
        match why {
            // A draft or a history that cannot be read counts as empty.
            PendingRequest::Draft(session) => self.draft_unreadable(*session),
            PendingRequest::FinalSnapshot => self.snapshot_query_failed(),
            PendingRequest::History | PendingRequest::CustomCommands => {}
            // The session may have to be opened first: the engine sends its events then.
            PendingRequest::Session(_) => {}
            PendingRequest::Completing(_) => self.effects.push(Effect::Bell),
            _ => self.say(say!("plain-not-found-out", reason = text::told(reason))),
        }
    }

    pub(super) fn offer_sessions(&mut self, sessions: &[&SessionSummary]) {
        let mut own = Menu::new(say!("plain-which-session"));
        for one in sessions.iter().take(OFFERED) {
            let here = if self.current == Some(one.id) {
                "yes"
            } else {
                "no"
            };
            let name = match one.settings.name.as_str() {
                "" => say!("command-no-name").to_owned(),
                name => text::line(name),
            };
            let meaning = say!(
                "plain-session-row",
                status = say!("status-word", status = one.status.word()),
                messages = counted(one.messages, "message"),
                at = moment(one.updated_at),
                here
            );
            own = own.or_named(name, meaning, MenuAction::Load(one.id));
        }
        self.ask_menu(own.menu());
    }

    fn offer_models(&mut self, mut models: Vec<ModelInfo>) {
        models.retain(|model| !model.embeds_only);
        models.sort_by_key(|model| model.unusable.is_some());
        if models.is_empty() {
            return self.say(say!("plain-no-models"));
        }
        let Some(session) = self.current else { return };
        let mut own = Menu::new(say!("plain-which-model"));
        for model in models.into_iter().take(OFFERED) {
            let size = model.bytes.map(model_size).unwrap_or_default();
            let unusable = model.unusable.as_ref().map(text::told);
            let meaning = unusable.unwrap_or(size);
            let name = text::line(&format!("{}/{}", model.provider, model.name));
            let is_used = self.facts().is_some_and(|facts| {
                let used = &facts.settings;
                (&used.provider, &used.model) == (&model.provider, &model.name)
            });
            let order = Command::SetModel {
                session,
                provider: Some(model.provider),
                model: model.name,
            };
            let deed = if is_used {
                MenuAction::Done(Vec::new(), say!("plain-model-stays", model = name.as_str()))
            } else {
                MenuAction::Send(vec![order])
            };
            own = own.or_named(name, meaning, deed);
        }
        self.ask_menu(own.menu());
    }

    fn found(&mut self, wanted: &str, found: &protocol::query::SearchResults) {
        if found.places.is_empty() {
            return self.say(say!("plain-not-found", wanted = text::line(wanted)));
        }
        let by = match found.by {
            SearchMethod::Words => "words",
            SearchMethod::Meaning => "meaning",
            SearchMethod::Text => "text",
        };
        let mut own = Menu::new(say!(
            "plain-found",
            places = counted(found.places.len(), "place"),
            more = if found.more { "yes" } else { "no" },
            wanted = text::line(wanted),
            by
        ));
        for place in &found.places {
            let hit = &place.hit;
            let first = hit.snippet.lines().find(|line| !line.trim().is_empty());
            let first = code(first.unwrap_or_default());
            let first = first.trim();
            own = own.or_named(
                format!("{}:{}", text::line(&hit.path), hit.start_line),
                if place.proposed {
                    say!("plain-found-proposed", text = first)
                } else {
                    first.to_owned()
                },
                MenuAction::Read {
                    path: hit.path.clone(),
                    line: hit.start_line,
                },
            );
        }
        self.ask_menu(own.menu());
    }
}

/// Returns the figures of a run in a few lines.
fn figures(run: &RunFigures) -> Vec<String> {
    let mut lines = vec![say!(
        "plain-figures-run",
        asked = text::line(&run.asked),
        status = say!("run-status", status = run.run.status.word())
    )];
    for (at, step) in run.steps.iter().enumerate() {
        let time = step
            .completed_at
            .map(|end| milliseconds(step.started_at, end));
        let time = time.map_or_else(|| say!("plain-figures-not-ended").to_owned(), time_words);
        let (number, model) = (at + 1, text::line(&step.model));
        lines.push(match &step.usage {
            Some(usage) => say!(
                "plain-figures-answer-tokens",
                number,
                model,
                time,
                input = thousands(usage.input_tokens),
                output = thousands(usage.output_tokens),
                cost = client::slash::cost_words(usage)
            ),
            None => say!("plain-figures-answer", number, model, time),
        });
    }
    let spent = |kind: SpanKind| {
        let of_kind = run.spans.iter().filter(|span| span.kind == kind);
        of_kind
            .filter_map(|span| Some(milliseconds(span.from, span.to?)))
            .sum::<u64>()
    };
    let (tools, user) = (spent(SpanKind::Tool), spent(SpanKind::User));
    lines.push(say!(
        "plain-figures-spent",
        tools = time_words(tools),
        user = time_words(user)
    ));
    lines
}

fn milliseconds(from: jiff::Timestamp, to: jiff::Timestamp) -> u64 {
    u64::try_from(to.as_millisecond() - from.as_millisecond()).unwrap_or(0)
}
