//! Compare-and-swap errors for the model: E011 with the text that was read, the present text and
//! the proposed text.

use serde_json::json;

use super::api::CallContext;
use super::memory::{CONFLICT_LIMIT, Reader};
use super::toolbox::Inner;
use super::view::View;
use notice::{Notice, notice};
use protocol::call::{ErrorCode, ToolError};

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
        let message = notice!("told-file-unread", path = view.path);
        ToolError::new(ErrorCode::Conflict, enough(message, count))
            .with_details(json!({ "path": view.path }))
    })
}

/// Builds E011 with three sides: the text that was read, the present text, and the proposed text.
/// If the present text is shown completely, it counts as read by the agent.
pub(super) fn conflict(
    inner: &Inner,
    reader: &Reader,
    why: &Notice,
    sides: (&str, &str, &str),
) -> ToolError {
    let (read, present, proposed) = sides;
    let count = inner.memory.conflict(reader);
    let message = enough(notice!("told-file-clash", path = reader.path, why), count);
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

/// Adds that there were too many conflicts, if there were.
fn enough(why: Notice, count: u32) -> Notice {
    if count > CONFLICT_LIMIT {
        notice!("told-conflict-often", why, number = count)
    } else {
        why
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
