-- The sub-agents of a session. The conversation of each is a session of its own, which lists of sessions leave out.

CREATE TABLE agents (
    id       TEXT PRIMARY KEY,
    session  TEXT NOT NULL,
    number   INTEGER NOT NULL,
    body     TEXT NOT NULL
) STRICT;
CREATE INDEX agents_of_session ON agents (session, number);
