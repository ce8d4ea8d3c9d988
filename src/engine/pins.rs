//! Lines of files and folders that a message of the user names, as in `@src/a.rs:10-40` and
//! `@docs/`. A worker checks them, then they are pinned into the context before the model is asked.
//! Missing ones are reported; the message is sent all the same.

use super::run::Phase;
use super::session::Session;
use super::{Effect, StepBuilder};
use notice::{Notice, notice};
use protocol::context::{ContextKind, ContextRow};
use protocol::event::NoticeLevel;
use protocol::ids::ContextId;
use protocol::mention::{LineRange, MentionedPart, ResolvedPart, mentions};
use protocol::picture::ResolvedPicture;

/// Maximum number of ranges and folders that one message pins: a pasted text may be full of texts
/// that look like them.
const MOST: usize = 20;

impl Session {
    /// Collects for the next request the lines and folders that a message names.
    pub(super) fn name_parts(&mut self, text: &str) {
        let Some(run) = &mut self.thread.run else {
            return;
        };
        let parts = mentions(text).filter(|part| part.lines.is_some() || part.is_folder());
        for part in parts {
            if run.named.len() == MOST {
                run.named.push(Err(notice!("told-pins-most", word = MOST)));
                return;
            }
            let path = part.path.to_owned();
            let lines = part.lines.map(|typed| {
                LineRange::read(typed).map_err(|why| {
                    let places = format!("{path}:{typed}");
                    notice!("told-not-pinned", places, why)
                })
            });
            let lines = lines.transpose();
            let named = lines.map(|lines| MentionedPart { path, lines });
            if !run.named.contains(&named) {
                run.named.push(named);
            }
        }
    }

    /// Requests a check of the named parts and pictures. Returns whether the run waits for the
    /// result.
    pub(super) fn check_mentions(&mut self, turn: &mut StepBuilder<'_, '_>) -> bool {
        let Some(run) = &mut self.thread.run else {
            return false;
        };
        if !run.named.iter().any(|named| named.is_ok()) && run.named_pictures.is_empty() {
            self.say_pinned(Vec::new(), turn);
            return false;
        }
        run.phase = Phase::Pinning;
        let named = run.named.iter().filter_map(|named| named.clone().ok());
        turn.effect(Effect::ResolveMentions {
            session: self.thread.conversation,
            run: run.id,
            named: named.collect(),
            pictures: std::mem::take(&mut run.named_pictures),
        });
        true
    }

    /// Handles the checked parts and pictures: pins the parts, attaches the pictures, and asks the
    /// model if the run still waits.
    pub(super) fn mentions_resolved(
        &mut self,
        found: Vec<ResolvedPart>,
        pictures: Vec<ResolvedPicture>,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        if self
            .thread
            .run
            .as_ref()
            .is_some_and(|run| run.phase == Phase::Pinning)
        {
            self.attach(pictures, turn);
            self.say_pinned(found, turn);
            self.report_then_ask(turn);
        }
    }

    /// Pins the parts that were found and reports them together with problems; afterwards nothing
    /// waits to be checked.
    fn say_pinned(&mut self, found: Vec<ResolvedPart>, turn: &mut StepBuilder<'_, '_>) {
        let Some(run) = &mut self.thread.run else {
            return;
        };
        let named = std::mem::take(&mut run.named);
        let mut wrong: Vec<Notice> = named.into_iter().filter_map(Result::err).collect();
        let mut pinned: Vec<String> = Vec::new();
        for looked in found {
            let (part, remark) = existing_part(looked);
            wrong.extend(remark);
            let Some(MentionedPart { path, lines }) = part else {
                continue;
            };
            let row = ContextRow {
                id: ContextId(turn.new_id()),
                kind: match lines {
                    Some(_) => ContextKind::Selection,
                    None => ContextKind::Folder,
                },
                file_path: path,
                start_line: lines.map(|lines| lines.first),
                end_line: lines.map(|lines| lines.last),
                content: None,
            };
            let place = row.place();
            if self.thread.context.iter().all(|(_, known)| *known != place) {
                self.include(row, turn);
                pinned.push(place);
            }
        }
        for wrong in wrong {
            turn.notice(self.id, NoticeLevel::Warning, wrong);
        }
        if !pinned.is_empty() {
            let places = pinned.join(", ");
            turn.notice(self.id, NoticeLevel::Info, notice!("told-pinned", places));
        }
    }
}

/// Returns what exists of the named part, and a notice for the user about it.
fn existing_part(looked: ResolvedPart) -> (Option<MentionedPart>, Option<Notice>) {
    let ResolvedPart { named, found } = looked;
    let places = named.place();
    match (found, named.lines) {
        (Err(why), _) => (None, Some(notice!("told-not-pinned", places, why))),
        (Ok(folder), None) => {
            let path = folder.path;
            (Some(MentionedPart { path, lines: None }), None)
        }
        (Ok(file), Some(lines)) if lines.first > file.total_lines => {
            let remark = match file.total_lines {
                0 => notice!("told-not-pinned-empty", places),
                last => notice!("told-not-pinned-lines", places, number = last),
            };
            (None, Some(remark))
        }
        (Ok(file), Some(lines)) => {
            let last = lines.last.min(file.total_lines);
            let remark =
                (last < lines.last).then(|| notice!("told-pinned-beyond", places, number = last));
            let lines = Some(LineRange { last, ..lines });
            let path = file.path;
            (Some(MentionedPart { path, lines }), remark)
        }
    }
}
