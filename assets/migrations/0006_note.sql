-- The note of a workspace, Markdown.

CREATE TABLE note (
    workspace  TEXT PRIMARY KEY,
    text       TEXT NOT NULL,
    changed_at INTEGER NOT NULL
) STRICT;

-- A session is in error only where the program that keeps its conversation is gone. One whose last run failed
-- otherwise is idle, with the error kept.
UPDATE sessions SET status = 'idle' WHERE status = 'error';
