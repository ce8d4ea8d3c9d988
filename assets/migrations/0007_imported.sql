-- What was changed and decided in a session before it was imported: a record for reading. It is about the files of
-- another workspace, so it is no part of the log that saves and rollbacks are made from.

CREATE TABLE imported_changes (
    session  TEXT PRIMARY KEY,
    body     TEXT NOT NULL
) STRICT;
