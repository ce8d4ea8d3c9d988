//! Table `prompts`: every question and its answer, permanently.

use jiff::Timestamp;
use rusqlite::{Connection, Row, params};

use super::codec;
use super::error::StoreError;
use notice::Notice;
use protocol::approval::{Answer, Question};
use protocol::event::Event;
use protocol::ids::{QuestionId, RunId, SessionId};
use protocol::session::AnsweredQuestion;

/// A question with its outcome.
#[derive(Debug, Clone, PartialEq)]
pub struct PromptRecord {
    /// The question in its latest form.
    pub question: Question,
    /// The answer; `None` while the question is open, or if its run ended without one.
    pub answer: Option<Answer>,
    /// The question in one line, stored with the answer.
    pub summary: Option<Notice>,
    /// Time of the answer or of the end of the run; `None` while the question is open.
    pub closed_at: Option<Timestamp>,
    /// Whether the question's timeout is paused.
    pub paused: bool,
}

/// Records a question, or records it again because its proposal changed or its process died: then
/// the old answer is void, and the timeout starts again.
pub(super) fn open(
    connection: &Connection,
    event: &Event,
    question: &Question,
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO prompts (id, session, run, prompt) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (id) DO UPDATE SET prompt = ?4, answer = NULL, summary = NULL,
                 closed_at = NULL, paused = 0",
        )?
        .execute(params![
            question.id.to_string(),
            event.session.to_string(),
            question.run.to_string(),
            codec::json(question)?,
        ])?;
    Ok(())
}

/// Records the answer to a question.
pub(super) fn answer(
    connection: &Connection,
    event: &Event,
    answer: &Answer,
    summary: &str,
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "UPDATE prompts SET answer = ?2, summary = ?3, closed_at = ?4 WHERE id = ?1",
        )?
        .execute(params![
            answer.question.to_string(),
            codec::json(answer)?,
            summary,
            codec::nanoseconds(event.at),
        ])?;
    Ok(())
}

/// Records that a question's timeout was paused or resumed.
pub(super) fn set_paused(
    connection: &Connection,
    question: QuestionId,
    paused: bool,
) -> Result<(), StoreError> {
    connection
        .prepare_cached("UPDATE prompts SET paused = ?2 WHERE id = ?1")?
        .execute(params![question.to_string(), paused])?;
    Ok(())
}

/// Closes the open questions of a run that ended.
pub(super) fn close_of_run(
    connection: &Connection,
    event: &Event,
    run: RunId,
) -> Result<(), StoreError> {
    connection
        .prepare_cached("UPDATE prompts SET closed_at = ?2 WHERE run = ?1 AND closed_at IS NULL")?
        .execute(params![run.to_string(), codec::nanoseconds(event.at)])?;
    Ok(())
}

fn record(row: &Row<'_>) -> rusqlite::Result<PromptRecord> {
    Ok(PromptRecord {
        question: codec::value(row, 0)?,
        answer: codec::value_or_null(row, 1)?,
        summary: row.get::<_, Option<String>>(2)?.map(Notice::of_column),
        closed_at: codec::time_or_null(row, 3)?,
        paused: row.get(4)?,
    })
}

/// Returns every question of a session, oldest first.
pub(super) fn list(
    connection: &Connection,
    session: SessionId,
) -> Result<Vec<PromptRecord>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT prompt, answer, summary, closed_at, paused FROM prompts
         WHERE session = ?1 ORDER BY position",
    )?;
    let rows = statement.query_map([session.to_string()], record)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Returns the answered questions of a session, with their runs. Does not read the displayed
/// content, which may be long.
pub(super) fn answered(
    connection: &Connection,
    session: SessionId,
) -> Result<Vec<(RunId, AnsweredQuestion)>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT run, json_extract(prompt, '$.call'), json_extract(prompt, '$.tool'), summary, answer, closed_at
         FROM prompts
         WHERE session = ?1 AND answer IS NOT NULL AND closed_at IS NOT NULL ORDER BY position",
    )?;
    let rows = statement.query_map([session.to_string()], |row| {
        let answered = AnsweredQuestion {
            call: codec::id_or_null(row, 1)?,
            tool: row.get(2)?,
            summary: Notice::of_column(row.get::<_, Option<String>>(3)?.unwrap_or_default()),
            answer: codec::value(row, 4)?,
            at: codec::time(row, 5)?,
        };
        Ok((codec::id(row, 0)?, answered))
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Returns the open questions of a session, oldest first.
pub(super) fn open_ones(
    connection: &Connection,
    session: SessionId,
) -> Result<Vec<Question>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT prompt FROM prompts WHERE session = ?1 AND closed_at IS NULL ORDER BY position",
    )?;
    let rows = statement.query_map([session.to_string()], |row| codec::value(row, 0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
