-- The tasks of a session. The number of a deleted task stays without its text, so that it is not given again.

CREATE TABLE tasks (
    session     TEXT NOT NULL,
    number      INTEGER NOT NULL,
    body        TEXT,
    changed_at  INTEGER NOT NULL,
    PRIMARY KEY (session, number)
) STRICT;
