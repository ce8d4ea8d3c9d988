//! Tests of how outcomes are carried out in a front end.

use super::context;
use crate::job::{JobCommand, JobId};
use crate::slash::host::{
    SlashHost, SlashLine, SlashQuery, query_replied, run_line, send_commands,
};
use crate::slash::probing::{RunningProbe, cancel_probe, probe_progress};
use crate::slash::{FrontAction, SlashContext};
use notice::Notice;
use protocol::catalogue::JobProgress;
use protocol::command::Command;
use protocol::event::NoticeLevel;
use protocol::ids::SessionId;
use protocol::query::{Query, Reply};
use protocol::session::SessionSummary;
use uuid::Uuid;

/// A front end that writes down what it is asked to do.
#[derive(Default)]
struct Host {
    record: Vec<String>,
    sent: Vec<Command>,
    asked: Vec<SlashQuery>,
    awaited: Option<SessionId>,
    probe: Option<RunningProbe>,
}

impl Host {
    fn types(&mut self, text: &str) {
        run_line(self, &SlashLine::new(context().session, text));
    }

    fn replies(&mut self, reply: &Reply) {
        let asked = self.asked.remove(0);
        query_replied(self, asked, reply);
    }
}

impl SlashHost for Host {
    fn slash_context(&self, session: SessionId) -> Option<SlashContext> {
        Some(context()).filter(|context| context.session == session)
    }

    fn send_command(&mut self, command: Command) {
        self.sent.push(command);
    }

    fn await_session(&mut self, session: SessionId) {
        self.awaited = Some(session);
    }

    fn send_query(&mut self, query: SlashQuery) {
        self.asked.push(query);
    }

    fn show_output(&mut self, line: &SlashLine, text: &str) {
        self.record.push(format!("{}: {text}", line.text));
    }

    fn show_remark(&mut self, _level: NoticeLevel, text: &str) {
        self.record.push(text.to_owned());
    }

    fn refuse_line(&mut self, line: &SlashLine, why: &str) {
        self.record.push(format!("refused {}: {why}", line.text));
    }

    fn query_failed(&mut self, line: &SlashLine, reason: &Notice) {
        self.record.push(format!("failed {}: {reason}", line.text));
    }

    fn job_failed(&mut self, line: &SlashLine, text: &str) {
        self.record.push(format!("failed {}: {text}", line.text));
    }

    fn confirm(&mut self, question: &str, _commands: Vec<Command>) {
        self.record.push(format!("asks {question}"));
    }

    fn send_text(&mut self, _line: &SlashLine, text: String) {
        self.record.push(format!("says {text}"));
    }

    fn offer_text(&mut self, _line: &SlashLine, text: &str) {
        self.record.push(format!("offers {text}"));
    }

    fn switch_session(&mut self, session: SessionId) {
        self.record.push(format!("shows {session}"));
    }

    fn choose_session(&mut self, name: &str, found: &[&SessionSummary]) {
        self.record
            .push(format!("{name}: {} sessions", found.len()));
    }

    fn perform(&mut self, _line: &SlashLine, action: FrontAction) {
        self.record.push(format!("{action:?}"));
    }

    fn next_job(&mut self) -> JobId {
        JobId(7)
    }

    fn send_job(&mut self, job: JobCommand) {
        if let JobCommand::End(JobId(job)) = job {
            self.record.push(format!("ends {job}"));
        }
    }

    fn probe(&mut self) -> &mut Option<RunningProbe> {
        &mut self.probe
    }
}

#[test]
fn a_session_that_a_command_creates_is_awaited() {
    for line in ["/new", "/new docs", "/session new docs"] {
        let mut host = Host::default();
        host.types(line);
        assert_eq!(host.awaited, Some(context().new_session), "{line}");
        assert!(matches!(
            host.sent.as_slice(),
            [Command::CreateSession { .. }]
        ));
    }
    let mut host = Host::default();
    let session = context().session;
    send_commands(&mut host, vec![Command::ClearMessages { session }]);
    assert_eq!(host.awaited, None);
}

#[test]
fn commands_behind_a_query_are_sent_unless_it_failed() {
    let mut host = Host::default();
    host.types("/include a.rs");
    let reason = Notice::text("not there");
    host.replies(&Reply::Failed { reason });
    assert_eq!(host.record, ["failed /include a.rs: not there"]);
    assert!(host.sent.is_empty());
    host.types("/include a.rs");
    host.replies(&Reply::Text {
        text: String::new(),
        total_lines: 3,
    });
    assert!(host.record[1].starts_with("/include a.rs: Included `a.rs`"));
    assert!(matches!(
        host.sent.as_slice(),
        [Command::IncludeContext { .. }]
    ));
}

#[test]
fn a_session_is_found_by_its_name() {
    let one = |id: u128, name: &str| {
        let mut settings = context().settings;
        settings.name = name.to_owned();
        SessionSummary {
            id: SessionId(Uuid::from_u128(id)),
            settings,
            ..super::summary()
        }
    };
    let sessions = vec![one(4, "docs"), one(5, "auth"), one(6, "auth")];
    let mut host = Host::default();
    for name in ["docs", "auth", "nosuch"] {
        host.types(&format!("/session load {name}"));
        assert_eq!(host.asked[0].query, Query::Sessions);
        let sessions = sessions.clone();
        host.replies(&Reply::Sessions { sessions });
    }
    let docs = format!("shows {}", sessions[0].id);
    assert_eq!(
        host.record,
        [docs.as_str(), "auth: 2 sessions", "nosuch: 0 sessions"]
    );
}

#[test]
fn one_model_is_probed_at_a_time_and_its_job_ends_once() {
    let mut host = Host::default();
    host.types("/models probe tiny");
    host.types("/models probe other");
    assert!(host.record[1].contains("tiny is being probed"));
    let failed = JobProgress::Failed(Notice::text("no answer"));
    assert!(probe_progress(&mut host, JobId(8), Some(&failed)).is_none());
    assert!(probe_progress(&mut host, JobId(7), Some(&failed)).is_some());
    assert!(host.record[2].starts_with("failed /models probe tiny: "));
    assert!(!cancel_probe(&mut host), "it is over");
    host.types("/models probe tiny");
    assert!(cancel_probe(&mut host));
    assert!(host.record.contains(&"ends 7".to_owned()));
}

#[test]
fn what_is_wrong_is_refused_and_init_speaks_to_the_agent() {
    let mut host = Host::default();
    host.types("/copi");
    host.types("/copy 0");
    host.types("/copy 2");
    host.types("/init");
    host.types("/init now");
    assert_eq!(
        host.record[0],
        "refused /copi: unknown command /copi; did you mean /copy?"
    );
    assert!(host.record[1].starts_with("refused /copy 0: "));
    assert_eq!(host.record[2], "CopyAnswer(2)");
    assert!(host.record[3].starts_with("says Write AGENTS.md"));
    assert!(host.record[4].starts_with("refused /init now: "));
}
