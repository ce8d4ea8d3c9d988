//! A probe of a model that a command started: start, report, cancel. The engine's side makes the
//! requests, so the user goes on meanwhile.

use super::format::{code, probed};
use super::host::{SlashHost, SlashLine};
use crate::job::{JobCommand, JobId};
use l10n::{said, say};
use protocol::catalogue::{BackgroundJob, JobProgress};
use protocol::event::NoticeLevel;
use protocol::ids::SessionId;

/// A probe of a model in progress.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunningProbe {
    pub job: JobId,
    /// The line under which the result is shown.
    pub line: SlashLine,
    /// The model, as the user named it.
    pub model: String,
}

/// Starts a probe. One probe at a time: two would slow each other down.
pub(super) fn begin_probe(
    host: &mut impl SlashHost,
    session: SessionId,
    provider: Option<String>,
    model: String,
) {
    if let Some(running) = host.probe() {
        let text = say!("probe-under-way", model = running.model);
        return host.show_remark(NoticeLevel::Warning, &text);
    }
    host.show_remark(NoticeLevel::Info, &say!("probe-begun", model = model));
    let line = SlashLine::new(session, format!("/models probe {model}"));
    let job = host.next_job();
    let probe = BackgroundJob::Probe {
        provider,
        model: model.clone(),
    };
    host.send_job(JobCommand::Begin(job, Box::new(probe)));
    *host.probe() = Some(RunningProbe { job, line, model });
}

/// Takes a step of a background job, or its end, if that job is the probe; returns the probe then,
/// which is over.
pub fn probe_progress(
    host: &mut impl SlashHost,
    job: JobId,
    step: Option<&JobProgress>,
) -> Option<RunningProbe> {
    let probe = host.probe().take_if(|probe| probe.job == job)?;
    let failed = |why: &str| say!("probe-failed", model = code(&probe.model), why);
    match step {
        Some(JobProgress::Probed(found)) => host.show_output(&probe.line, &probed(found)),
        Some(JobProgress::Failed(why)) => host.job_failed(&probe.line, &failed(&said(why))),
        _ => host.job_failed(&probe.line, &failed(say!("settings-no-answer"))),
    }
    Some(probe)
}

/// Cancels the probe in progress; returns whether there was one.
pub fn cancel_probe(host: &mut impl SlashHost) -> bool {
    let Some(probe) = host.probe().take() else {
        return false;
    };
    host.send_job(JobCommand::End(probe.job));
    let text = say!("probe-given-up", model = probe.model);
    host.show_remark(NoticeLevel::Info, &text);
    true
}
