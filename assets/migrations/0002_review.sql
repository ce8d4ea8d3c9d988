-- Review: what is kept besides decisions, so that it can be taken back, told and carried to its end.

ALTER TABLE hunks ADD COLUMN amends TEXT;
-- 1 while the agent was not told what became of it.
ALTER TABLE hunks ADD COLUMN untold INTEGER NOT NULL DEFAULT 0;
CREATE INDEX hunks_untold ON hunks (entry) WHERE untold = 1;

ALTER TABLE checkpoint_files ADD COLUMN after_entry TEXT;
ALTER TABLE checkpoint_files ADD COLUMN without TEXT NOT NULL DEFAULT '[]';

CREATE INDEX entries_of_session_file ON entries (session, file, position);
CREATE INDEX entries_by_after ON entries (after);

CREATE TABLE operations (
    position  INTEGER PRIMARY KEY,
    id        TEXT NOT NULL UNIQUE,
    session   TEXT NOT NULL,
    body      TEXT NOT NULL,
    undone    INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX operations_of_session ON operations (session, position);

CREATE TABLE comments (
    position  INTEGER PRIMARY KEY,
    id        TEXT NOT NULL UNIQUE,
    session   TEXT NOT NULL,
    body      TEXT NOT NULL,
    told      INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX comments_of_session ON comments (session, told, position);

-- A row without an end is a save that a process did not live to finish.
CREATE TABLE saves (
    position    INTEGER PRIMARY KEY,
    id          TEXT NOT NULL UNIQUE,
    session     TEXT NOT NULL,
    body        TEXT NOT NULL,
    started_at  INTEGER NOT NULL,
    ended_at    INTEGER,
    result      TEXT
) STRICT;
CREATE INDEX saves_open ON saves (session) WHERE ended_at IS NULL;
