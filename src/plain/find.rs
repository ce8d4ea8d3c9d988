//! Searches for a text in the conversation and in the file that was read out last. The matches are
//! numbered; a number prints one of them again.

use super::events::{call_words, output_of};
use super::live_session::LiveSession;
use super::menu::{Menu, MenuAction};
use super::pending::PendingRequest;
use super::state::Plain;
use super::text::{self, code};
use l10n::{counted, say};
use protocol::ids::MessageId;
use protocol::message::{Message, Role};
use protocol::query::Query;

/// Maximum number of matches listed from the conversation, and again from the file.
const MAX_MATCHES: usize = 20;

/// Maximum number of searched lines of a file.
const LINES: u32 = 100_000;

/// Letters of a line that are printed around a match.
const AROUND: usize = 60;

/// A match in words, and the action of choosing it.
#[derive(Debug)]
pub(super) struct FoundMatch {
    name: String,
    line: String,
    deed: MenuAction,
}

/// A search with its matches so far.
#[derive(Debug)]
pub(super) struct Finding {
    wanted: String,
    path: String,
    found: Vec<FoundMatch>,
}

impl Plain {
    pub(super) fn find(&mut self, wanted: &str) {
        let Some(session) = self.current else { return };
        let found = self.in_conversation(wanted);
        match self.read_last.clone() {
            None => self.found_here(wanted, None, found),
            Some(path) => {
                let query = Query::BufferText {
                    session,
                    path: path.clone(),
                    start_line: 1,
                    lines: LINES,
                };
                let wanted = wanted.to_owned();
                let finding = Finding {
                    wanted,
                    path,
                    found,
                };
                self.ask(query, PendingRequest::Finding(finding));
            }
        }
    }

    /// Returns the latest matches in the conversation, oldest first.
    fn in_conversation(&self, wanted: &str) -> Vec<FoundMatch> {
        let Some(session) = self.shown() else {
            return Vec::new();
        };
        let lower = wanted.to_lowercase();
        let mut found = Vec::new();
        for message in session.messages().iter().rev() {
            found.extend(matches_in(session, message, &lower).into_iter().rev());
            if found.len() >= MAX_MATCHES {
                break;
            }
        }
        found.truncate(MAX_MATCHES);
        found.reverse();
        found
    }

    /// Adds the matches in the file's text; `None` if the file can no longer be read.
    pub(super) fn add_file_matches(&mut self, finding: Finding, file: Option<&str>) {
        let Finding {
            wanted,
            path,
            mut found,
        } = finding;
        let lower = wanted.to_lowercase();
        let lines = file.unwrap_or_default().lines().zip(1_u32..);
        let fitting = lines.filter(|(line, _)| line.to_lowercase().contains(&lower));
        found.extend(fitting.take(MAX_MATCHES).map(|(line, number)| FoundMatch {
            name: format!("{}:{number}", text::line(&path)),
            line: around(&code(line), &lower),
            deed: MenuAction::Read {
                path: path.clone(),
                line: number,
            },
        }));
        self.found_here(&wanted, Some(&path), found);
    }

    fn found_here(&mut self, wanted: &str, path: Option<&str>, found: Vec<FoundMatch>) {
        let wanted = text::line(wanted);
        if found.is_empty() {
            return self.say(match path {
                None => say!("plain-not-found-here", wanted),
                Some(path) => say!("plain-not-found-in", wanted, path = text::line(path)),
            });
        }
        let places = counted(found.len(), "place");
        let mut own = Menu::new(say!("plain-found-here", places, wanted));
        for place in found {
            own = own.or_named(place.name, place.line, place.deed);
        }
        self.ask_menu(own.loose());
    }

    /// Prints a message again, whole.
    pub(super) fn print_found_message(&mut self, id: MessageId) {
        let Some(message) = self.shown().and_then(|session| session.message(id)) else {
            return self.say(say!("plain-resend-gone"));
        };
        let lines = super::slash::message_lines(message);
        self.say_all(lines);
    }
}

/// Returns the matches in a message and in the calls that it requests, in their order.
fn matches_in(session: &LiveSession, message: &Message, lower: &str) -> Vec<FoundMatch> {
    let name = match message.role {
        Role::User => say!("plain-found-you"),
        Role::Assistant => say!("plain-found-agent"),
        _ => say!("plain-found-note"),
    };
    let line = (message.role != Role::Tool).then(|| first_with(&text::shown(message), lower));
    let said = line.flatten().map(|line| FoundMatch {
        name: name.to_owned(),
        line,
        deed: MenuAction::SayMessage(message.id),
    });
    let calls = message.calls().filter_map(|call| {
        let (number, call) = session.call(call.id)?;
        let result = session
            .calls
            .get(number - 1)
            .and_then(|(_, of)| of.as_ref());
        let output = result.map(output_of).unwrap_or_default().join("\n");
        let line = first_with(&format!("{}\n{output}", call.arguments), lower)?;
        Some(FoundMatch {
            name: call_words(number, call),
            line,
            deed: MenuAction::SayCall(number),
        })
    });
    said.into_iter().chain(calls).collect()
}

/// Returns the first line of a text that contains `lower`, ignoring case, cut to the text
/// around the match.
fn first_with(text: &str, lower: &str) -> Option<String> {
    let mut lines = text.lines();
    let line = lines.find(|line| line.to_lowercase().contains(lower))?;
    Some(around(&text::line(line), lower))
}

/// Cuts a long line to the text around the match.
fn around(line: &str, lower: &str) -> String {
    let letters: Vec<char> = line.trim().chars().collect();
    let wanted: Vec<char> = lower.chars().collect();
    let begins = |at: usize| {
        let here = letters.get(at..).unwrap_or_default().iter();
        let here = here.flat_map(|letter| letter.to_lowercase());
        wanted.iter().copied().eq(here.take(wanted.len()))
    };
    let at = (0..letters.len()).find(|at| begins(*at)).unwrap_or(0);
    let from = at.saturating_sub(AROUND);
    let to = (at + wanted.len() + AROUND).min(letters.len());
    let middle: String = letters.get(from..to).unwrap_or_default().iter().collect();
    let before = if from > 0 { "..." } else { "" };
    let behind = if to < letters.len() { "..." } else { "" };
    format!("{before}{middle}{behind}")
}
