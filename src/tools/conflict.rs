//! Compare-and-swap errors for the model: E011 with the text that was read, the present text and
//! the proposed text.

use serde_json::json;

use super::api::CallContext;
use super::memory::{CONFLICT_LIMIT, Reader};
use super::toolbox::Inner;
use super::view::View;
use crate::protocol::call::{ErrorCode, ToolError};

/// Maximum number of bytes of one side of a conflict that the model sees.
const SIDE_LIMIT: usize = 16 * 1024;

/// Fails with E011 unless the agent has read the present file.
pub(super) fn must_have_read(
    inner: &Inner,
    asker: &CallContext,
    view: &View,
) -> Result<std::sync::Arc<str>, ToolError> {
    let reader = view.reader(asker);
    inner.memory.last_read(&reader).ok_or_else(|| {
        let count = inner.memory.conflict(&reader);
        let message = format!(
            "`{}` exists and you have not read it: read it first with read_file, then write{}",
            view.path,
            enough(count)
        );
        ToolError::new(ErrorCode::Conflict, message).with_details(json!({ "path": view.path }))
    })
}

/// Builds E011 with three sides: the text that was read, the present text, and the proposed text.
/// If the present text is shown completely, it counts as read by the agent.
pub(super) fn conflict(
    inner: &Inner,
    reader: &Reader,
    why: &str,
    sides: (&str, &str, &str),
) -> ToolError {
    let (read, present, proposed) = sides;
    let count = inner.memory.conflict(reader);
    let message = format!("`{}` {why}{}", reader.path, enough(count));
    if count > CONFLICT_LIMIT {
        return ToolError::new(ErrorCode::Conflict, message)
            .with_details(json!({ "path": reader.path, "conflicts": count }));
    }
    if present.len() <= SIDE_LIMIT {
        inner.memory.has_read(reader, present, None);
    }
    ToolError::new(ErrorCode::Conflict, message).with_details(json!({
        "path": reader.path,
        "last_read": excerpt(read),
        "present": excerpt(present),
        "proposed": excerpt(proposed),
    }))
}

fn enough(count: u32) -> String {
    if count > CONFLICT_LIMIT {
        format!("; that was conflict {count} on this file: stop, and ask with clarify_user")
    } else {
        String::new()
    }
}

/// Returns the beginning of a text, cut at a line if it is too long.
pub(super) fn excerpt(text: &str) -> String {
    if text.len() <= SIDE_LIMIT {
        return text.to_owned();
    }
    let head = text
        .get(..text.floor_char_boundary(SIDE_LIMIT))
        .unwrap_or_default();
    let lines = head
        .rfind('\n')
        .map_or(head, |end| head.get(..=end).unwrap_or(head));
    format!("{lines}(cut: read the rest with read_file)")
}
