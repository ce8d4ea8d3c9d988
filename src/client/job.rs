//! Background jobs as front ends number them: the engine's side sends each step with the number.

use protocol::catalogue::BackgroundJob;

/// Number of a background job of this front end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JobId(pub u64);

/// Starts or cancels a background job.
#[derive(Debug, Clone, PartialEq)]
pub enum JobCommand {
    Begin(JobId, Box<BackgroundJob>),
    /// Cancels the job.
    End(JobId),
}
